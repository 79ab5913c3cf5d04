"""JPEG files taken apart into segments, and a tiny encoder for the variants that `cjpeg` does not write."""

import struct

SOI, EOI = b"\xff\xd8", b"\xff\xd9"
SOS, DQT, DHT, DRI, DNL = 0xDA, 0xDB, 0xC4, 0xDD, 0xDC
APP0, APP1, APP2, APP14, COM = 0xE0, 0xE1, 0xE2, 0xEE, 0xFE
FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def split(data):
    """The parts of a file as (marker, bytes), SOI and EOI left out. A scan's entropy-coded data belongs to its SOS."""
    parts, at = [], 2
    while data[at + 1] != 0xD9:
        marker = data[at + 1]
        end = at + 2 + struct.unpack_from(">H", data, at + 2)[0]
        if marker == SOS:
            while not (data[end] == 0xFF and data[end + 1] != 0 and not 0xD0 <= data[end + 1] <= 0xD7):
                end += 1
        parts.append((marker, data[at:end]))
        at = end
    return parts


def joined(parts):
    return SOI + b"".join(data for _, data in parts) + EOI


def inserted(data, extra, after=None):
    """`extra` bytes right behind SOI, or behind the first segment whose marker is `after` (a frame header: 0xC0)."""
    if after is None:
        return data[:2] + extra + data[2:]
    parts = split(data)
    index = next(i for i, (marker, _) in enumerate(parts) if marker == after or (after == 0xC0 and marker in FRAMES))
    return joined(parts[: index + 1] + [(0, extra)] + parts[index + 1 :])


def without(data, marker):
    return joined([part for part in split(data) if part[0] != marker])


def with_exif(data, block):
    return inserted(data, segment(APP1, b"Exif\0\0" + block))


def with_xmp(data, text):
    return inserted(data, segment(APP1, b"http://ns.adobe.com/xap/1.0/\0" + text.encode()))


def icc_parts(profile, count):
    """The APP2 segments that carry a profile in `count` parts."""
    size = -(-len(profile) // count)
    return [
        segment(APP2, b"ICC_PROFILE\0" + bytes([i + 1, count]) + profile[i * size : (i + 1) * size])
        for i in range(count)
    ]


def adobe(transform):
    return segment(APP14, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, transform))


class Bits:
    """Entropy-coded bits, with a zero stuffed behind each FF."""

    def __init__(self):
        self.data, self.pending, self.count = bytearray(), 0, 0

    def put(self, value, count):
        self.pending = self.pending << count | value
        self.count += count
        while self.count >= 8:
            self.count -= 8
            byte = self.pending >> self.count & 255
            self.data += b"\xff\x00" if byte == 255 else bytes([byte])
        self.pending &= (1 << self.count) - 1

    def finish(self):
        if self.count:
            self.put((1 << (8 - self.count)) - 1, 8 - self.count)
        return bytes(self.data)


# Sixteen symbols, each with a code of five bits: simple, and no code is all ones.
DC_TABLE = bytes([0, 0, 0, 0, 16] + [0] * 11) + bytes(range(16))
# Two symbols of two bits. The first one, 0, ends a block: there is nothing but the mean of each block.
AC_TABLE = bytes([0, 2] + [0] * 14) + bytes([0, 1])


def difference(bits, value):
    """A DC difference: its size, then its low bits."""
    size = abs(value).bit_length()
    bits.put(size, 5)
    if size:
        bits.put(value if value > 0 else value + (1 << size) - 1, size)


def flat_blocks(width, height, components, precision=8, frame=0xC0, before=b"", size_in_header=None):
    """A baseline JPEG of flat 8×8 blocks. Each component is (id, h, v, value), and `value(column, row)` of a block of that
    component is a sample. `before` is put in front of the frame, e.g. an Adobe marker."""
    most_h = max(h for _, h, _, _ in components)
    most_v = max(v for _, _, v, _ in components)
    middle = 1 << (precision - 1)
    header = struct.pack(">BHHB", precision, *(size_in_header or (height, width)), len(components))
    header += b"".join(bytes([i, h << 4 | v, 0]) for i, h, v, _ in components)
    scan = bytes([len(components)]) + b"".join(bytes([i, 0]) for i, _, _, _ in components) + bytes([0, 63, 0])
    bits = Bits()
    previous = [0] * len(components)
    if len(components) == 1:  # a scan of one component has no interleaving: its blocks come one by one
        components = [(components[0][0], 1, 1, components[0][3])]
        most_h = most_v = 1
    for my in range(-(-height // (8 * most_v))):
        for mx in range(-(-width // (8 * most_h))):
            for c, (_, h, v, value) in enumerate(components):
                for by in range(v):
                    for bx in range(h):
                        # With a quantizer of 8 the DC coefficient is the mean of the block less the middle.
                        level = value(mx * h + bx, my * v + by) - middle
                        difference(bits, level - previous[c])
                        bits.put(0, 2)
                        previous[c] = level
    tables = segment(DQT, b"\0" + bytes([8] * 64)) + segment(DHT, b"\0" + DC_TABLE) + segment(DHT, b"\x10" + AC_TABLE)
    return SOI + before + tables + segment(frame, header) + segment(SOS, scan) + bits.finish() + EOI


def lossless(width, height, value):
    """A gray picture in the lossless process (SOF3) with predictor 1: each sample less its left neighbor."""
    bits = Bits()
    for y in range(height):
        for x in range(width):
            guess = value(x - 1, y) if x else value(0, y - 1) if y else 128
            difference(bits, value(x, y) - guess)
    frame = struct.pack(">BHHB", 8, height, width, 1) + bytes([1, 0x11, 0])
    scan = bytes([1, 1, 0, 1, 0, 0])
    return SOI + segment(DHT, b"\0" + DC_TABLE) + segment(0xC3, frame) + segment(SOS, scan) + bits.finish() + EOI


def many_scans(count):
    """A progressive picture of 16×16 flat pixels in exactly `count` scans, all of them legal: each coefficient of each
    component is sent by itself, bit by bit, and every one of them is zero."""
    frame = struct.pack(">BHHB", 8, 16, 16, 3) + b"".join(bytes([i, 0x11, 0]) for i in (1, 2, 3))
    # One AC symbol, 0x20: the next four blocks, that is all of them, are at their end.
    tables = segment(DQT, b"\0" + bytes([8] * 64)) + segment(DHT, b"\0" + DC_TABLE)
    tables += segment(DHT, b"\x10" + bytes([1] + [0] * 15) + b"\x20")
    bits = Bits()
    for block in range(4):
        for level in (40, 12, -24):
            difference(bits, 0 if block else level)
    scans = [segment(SOS, bytes([3, 1, 0, 2, 0, 3, 0, 0, 0, 0])) + bits.finish()]
    for k in range(1, 64):
        for component in (1, 2, 3):
            for low in range(5, -1, -1):
                high = 0 if low == 5 else low + 1
                scans.append(segment(SOS, bytes([1, component, 0, k, k, high << 4 | low])) + b"\x1f")
    assert len(scans) >= count
    return SOI + tables + segment(0xC2, frame) + b"".join(scans[:count]) + EOI
