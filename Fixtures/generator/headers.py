"""What the header of a file says, read as simply as possible: it fills the size columns of the index."""

import struct

from . import jpeg, png


def read(format, data):
    """(stored width, stored height, channels with alpha), or three zeros where the header is missing or damaged."""
    try:
        return {"jpeg": read_jpeg, "png": read_png, "webp": read_webp}[format](data)
    except (KeyError, IndexError, struct.error):
        return 0, 0, 0


def read_jpeg(data):
    at = 2
    while True:
        while data[at] != 0xFF:
            at += 1
        while data[at] == 0xFF:
            at += 1
        marker = data[at]
        at += 1
        if marker in jpeg.FRAMES:
            height, width, components = struct.unpack_from(">HHB", data, at + 3)
            return width, height, 1 if components == 1 else 3
        if marker in (0xD9, jpeg.SOS):
            return 0, 0, 0
        at += struct.unpack_from(">H", data, at)[0]


def read_png(data):
    if data[:8] != png.SIGNATURE or data[12:16] != b"IHDR":
        return 0, 0, 0
    width, height, _, color = struct.unpack_from(">IIBB", data, 16)
    channels = {png.GRAY: 1, png.RGB: 3, png.PALETTE: 3, png.GRAY_ALPHA: 2, png.RGBA: 4}[color]
    at = 33
    while at + 8 <= len(data) and data[at + 4 : at + 8] != b"IDAT":
        # One transparent color (or a palette with alpha) adds a channel.
        if data[at + 4 : at + 8] == b"tRNS":
            channels += 1
        at += 12 + struct.unpack_from(">I", data, at)[0]
    return width, height, channels


def read_webp(data):
    name, at = data[12:16], 20
    if name == b"VP8X":
        flags, low, high = data[at], data[at + 4 : at + 7], data[at + 7 : at + 10]
        if len(high) < 3:
            return 0, 0, 0
        width, height = (int.from_bytes(part, "little") + 1 for part in (low, high))
        return width, height, 4 if flags & 0x10 else 3
    if name == b"VP8L":
        bits = struct.unpack_from("<I", data, at + 1)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, 4 if bits >> 28 & 1 else 3
    if name == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, at + 6)
        return width & 0x3FFF, height & 0x3FFF, 3
    return 0, 0, 0
