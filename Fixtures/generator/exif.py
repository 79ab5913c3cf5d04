"""EXIF written by hand, in both byte orders. Tag numbers and types are those of the TIFF 6.0 and EXIF 2.32 documents."""

import struct

BYTE, ASCII, SHORT, LONG, RATIONAL = 1, 2, 3, 4, 5
SIZES = {BYTE: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8}
ORIENTATION, EXIF_IFD, GPS_IFD = 0x0112, 0x8769, 0x8825


def encoded(order, kind, value):
    if kind == ASCII:
        return value.encode() + b"\0"
    if kind == BYTE:
        return bytes(value)
    values = value if isinstance(value, list) else [value]
    if kind == RATIONAL:
        return b"".join(struct.pack(order + "II", *pair) for pair in values)
    return b"".join(struct.pack(order + ("H" if kind == SHORT else "I"), v) for v in values)


def ifd(order, start, entries, following=0):
    """One directory that begins at `start` bytes into the TIFF block, the values that do not fit into it behind it."""
    entries = sorted(entries)
    table = struct.pack(order + "H", len(entries))
    extra = b""
    place = start + 2 + 12 * len(entries) + 4
    for tag, kind, value in entries:
        data = encoded(order, kind, value)
        table += struct.pack(order + "HHI", tag, kind, len(data) // SIZES[kind])
        if len(data) <= 4:
            table += data.ljust(4, b"\0")
        else:
            table += struct.pack(order + "I", place + len(extra))
            extra += data + b"\0" * (len(data) % 2)
    return table + struct.pack(order + "I", following) + extra


def tiff(order, main, exif=None, gps=None, thumbnail=None):
    """A TIFF block: IFD0, then the EXIF and GPS directories, then IFD1 with a JPEG thumbnail."""
    parts = [(EXIF_IFD, exif), (GPS_IFD, gps)]
    main = list(main) + [(tag, LONG, 0) for tag, part in parts if part]
    # The size of a directory does not depend on the places it names, so a first pass with zeros measures it.
    end = 8 + len(ifd(order, 8, main))
    tail = b""
    for tag, part in parts:
        if part:
            main = [(t, k, end + len(tail) if t == tag else v) for t, k, v in main]
            tail += ifd(order, end + len(tail), part)
    following = 0
    if thumbnail:
        following = end + len(tail)
        entries = [(0x0103, SHORT, 6), (0x0201, LONG, 0), (0x0202, LONG, len(thumbnail))]
        place = following + len(ifd(order, following, entries))
        entries[1] = (0x0201, LONG, place)
        tail += ifd(order, following, entries) + thumbnail
    mark = b"II*\0" if order == "<" else b"MM\0*"
    return mark + struct.pack(order + "I", 8) + ifd(order, 8, main, following) + tail


def orientation(value, order=">", kind=SHORT):
    """The smallest EXIF block that says how a picture is stored."""
    return tiff(order, [(ORIENTATION, kind, value)])


def camera(value, order, make, model, date, gps=None, thumbnail=None):
    """What a camera writes: maker, model, date, exposure, and perhaps the place."""
    main = [
        (0x010F, ASCII, make),
        (0x0110, ASCII, model),
        (ORIENTATION, SHORT, value),
        (0x011A, RATIONAL, [(72, 1)]),
        (0x011B, RATIONAL, [(72, 1)]),
        (0x0128, SHORT, 2),
        (0x0131, ASCII, "1.0"),
        (0x0132, ASCII, date),
    ]
    exposure = [
        (0x829A, RATIONAL, [(1, 250)]),
        (0x829D, RATIONAL, [(56, 10)]),
        (0x8827, SHORT, 200),
        (0x9003, ASCII, date),
        (0x9004, ASCII, date),
        (0x920A, RATIONAL, [(350, 10)]),
        (0xA001, SHORT, 1),
        (0xA431, ASCII, "000000042"),
    ]
    return tiff(order, main, exposure, gps, thumbnail)


def place(north, east, altitude):
    """A GPS directory. Degrees are split into whole degrees, minutes and hundredths of seconds."""

    def split(degrees):
        hundredths = round(abs(degrees) * 360_000)
        return [(hundredths // 360_000, 1), (hundredths // 6000 % 60, 1), (hundredths % 6000, 100)]

    return [
        (0x0000, BYTE, [2, 3, 0, 0]),
        (0x0001, ASCII, "N" if north >= 0 else "S"),
        (0x0002, RATIONAL, split(north)),
        (0x0003, ASCII, "E" if east >= 0 else "W"),
        (0x0004, RATIONAL, split(east)),
        (0x0005, BYTE, [0]),
        (0x0006, RATIONAL, [(altitude, 1)]),
    ]
