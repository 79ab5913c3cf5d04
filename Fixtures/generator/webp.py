"""WebP files taken apart into RIFF chunks and put together again."""

import struct

ICC, ALPHA, EXIF, XMP, ANIMATION = 0x20, 0x10, 0x08, 0x04, 0x02


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def riff(chunks, size=None):
    """`size` is what the header says; the true size if it is left out."""
    return b"RIFF" + struct.pack("<I", 4 + len(chunks) if size is None else size) + b"WEBP" + chunks


def u24(value):
    return struct.pack("<I", value)[:3]


def extended(flags, width, height):
    return chunk(b"VP8X", bytes([flags, 0, 0, 0]) + u24(width - 1) + u24(height - 1))


def chunks(data):
    """The chunks of a file as (name, payload)."""
    found, at = [], 12
    while at + 8 <= len(data):
        size = struct.unpack_from("<I", data, at + 4)[0]
        found.append((data[at : at + 4], data[at + 8 : at + 8 + size]))
        at += 8 + size + size % 2
    return found


def pictures(data):
    """The chunks of a still picture that hold its pixels, ready to be put into a frame or behind a VP8X."""
    return b"".join(chunk(name, payload) for name, payload in chunks(data) if name in (b"ALPH", b"VP8 ", b"VP8L"))


def still(data, width, height, flags=0, profile=None, exif=None, xmp=None):
    """A picture in the extended form, its metadata around it in the order the format asks for."""
    alpha = ALPHA if b"ALPH" in dict(chunks(data)) else 0
    flags |= alpha | (ICC if profile else 0) | (EXIF if exif else 0) | (XMP if xmp else 0)
    body = extended(flags, width, height)
    body += chunk(b"ICCP", profile) if profile else b""
    body += pictures(data)
    body += chunk(b"EXIF", exif) if exif else b""
    body += chunk(b"XMP ", xmp) if xmp else b""
    return riff(body)


def animation(width, height, frames, background=0, flags=0):
    """`frames` are (x, y, width, height, still file, milliseconds, flags); x and y must be even."""
    body = extended(ANIMATION | ALPHA | flags, width, height)
    body += chunk(b"ANIM", struct.pack("<IH", background, 0))
    for x, y, w, h, data, duration, bits in frames:
        head = u24(x // 2) + u24(y // 2) + u24(w - 1) + u24(h - 1) + u24(duration) + bytes([bits])
        body += chunk(b"ANMF", head + pictures(data))
    return riff(body)


def lossless_header(width, height, alpha=False):
    return b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14 | int(alpha) << 28)


def lossy_header(width, height):
    """The frame tag of a key frame that claims a first partition of 64 KB, and the frame header behind it."""
    return u24(0 | 1 << 4 | 65536 << 5) + b"\x9d\x01\x2a" + struct.pack("<HH", width, height)
