"""PNG files written by hand: every color type, depth and interlacing, and chunks of any kind."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GRAY, RGB, PALETTE, GRAY_ALPHA, RGBA = 0, 2, 3, 4, 6
SAMPLES = {GRAY: 1, RGB: 3, PALETTE: 1, GRAY_ALPHA: 2, RGBA: 4}
# The seven passes of Adam7: first column, first row, step across, step down.
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def chunk(name, data, crc=None):
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body) if crc is None else crc)


def header(width, height, depth, color, interlaced=False, crc=None):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced)), crc)


END = chunk(b"IEND", b"")


def packed(samples, depth):
    if depth == 8:
        return bytes(samples)
    if depth == 16:
        return struct.pack(">%dH" % len(samples), *samples)
    data, per = bytearray(), 8 // depth
    for i in range(0, len(samples), per):
        byte = 0
        for j, sample in enumerate(samples[i : i + per]):
            byte |= sample << (8 - depth * (j + 1))
        data.append(byte)
    return bytes(data)


def filtered(row, above, step, kind):
    """One row behind the number of its filter."""
    left = bytes(step) + row
    corner = bytes(step) + above
    if kind == 1:
        row = bytes([(x - a) & 255 for x, a in zip(row, left)])
    elif kind == 2:
        row = bytes([(x - b) & 255 for x, b in zip(row, above)])
    elif kind == 3:
        row = bytes([(x - (a + b) // 2) & 255 for x, a, b in zip(row, left, above)])
    elif kind == 4:
        values = []
        for x, a, b, c in zip(row, left, above, corner):
            pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
            values.append((x - (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255)
        row = bytes(values)
    return bytes([kind]) + row


def raw(width, height, depth, color, pixel, interlaced=False):
    """The filtered rows before compression; `pixel(x, y)` gives the samples. All five filters take turns."""
    data = bytearray()
    step = max(1, SAMPLES[color] * depth // 8)
    for x0, y0, dx, dy in PASSES if interlaced else ((0, 0, 1, 1),):
        above = None
        if x0 >= width:
            continue  # an empty pass has no rows, and no filter bytes either
        for i, y in enumerate(range(y0, height, dy)):
            row = packed([s for x in range(x0, width, dx) for s in pixel(x, y)], depth)
            data += filtered(row, above or bytes(len(row)), step, i % 5)
            above = row
    return bytes(data)


def image(width, height, depth, color, pixel, interlaced=False, before=b"", after=b"", idat=None):
    """A whole file. `before` are chunks in front of the data, `after` behind it; `idat` makes chunks of the stream."""
    stream = zlib.compress(raw(width, height, depth, color, pixel, interlaced), 9)
    chunks = idat(stream) if idat else chunk(b"IDAT", stream)
    return SIGNATURE + header(width, height, depth, color, interlaced) + before + chunks + after + END


def of_picture(picture, before=b"", interlaced=False, level=9):
    """An 8-bit picture. Each row takes the filter with the smallest sum of differences, as most encoders do."""
    color = {1: GRAY, 3: RGB, 4: RGBA}[picture.channels]
    n, width = picture.channels, picture.width
    if interlaced:
        data, size = picture.data, n * width
        return image(
            width, picture.height, 8, color, lambda x, y: data[y * size + x * n : y * size + x * n + n], True, before
        )
    rows, above = bytearray(), bytes(width * n)
    for y in range(picture.height):
        row = picture.data[y * width * n : (y + 1) * width * n]
        trials = [filtered(row, above, n, kind) for kind in (1, 2, 4)]
        rows += min(trials, key=lambda t: sum(t.translate(SIZE_OF_DIFFERENCE)))
        above = row
    stream = zlib.compress(bytes(rows), level)
    return SIGNATURE + header(width, picture.height, 8, color) + before + chunk(b"IDAT", stream) + END


SIZE_OF_DIFFERENCE = bytes(min(i, 256 - i) for i in range(256))
