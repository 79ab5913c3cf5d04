"""JPEG files that contradict themselves, ask for too much, or are of a process that is not read."""
import struct

from . import cards, jpeg
from .catalogue import LIMIT, MALFORMED, OK, UNSUPPORTED, Fixture
from .tools import cjpeg


def fixtures():
    base = lambda *o: cjpeg(cards.textured(96, 72), *o, quality=85)
    gray = [(1, 1, 1, lambda x, y: 60 + 40 * x)]
    bad = lambda name, what, why, make, expected=MALFORMED, **more: Fixture(f"jpeg/{name}.jpg", what, why, make, expected=expected, **more)
    return [
        bad("no-sos", "tables and a frame header, then EOI", "there is no picture", lambda: jpeg.without(base(), jpeg.SOS)),
        bad("no-sof", "tables and a scan without a frame header", "nothing says the size", lambda: without_frame(base())),
        bad("no-dqt", "no quantization tables", "coefficients without a scale", lambda: jpeg.without(base(), jpeg.DQT)),
        bad("no-dht-progressive", "a progressive JPEG without Huffman tables", "the standard tables do not fit progressive scans", lambda: jpeg.without(base("-progressive"), jpeg.DHT)),
        bad("no-dht-optimized", "tables of its own, left out", "libjpeg-turbo fills in the standard tables: noise, but complete by all it can tell; the bytes left over are a finding", lambda: jpeg.without(base("-optimize"), jpeg.DHT), OK),
        bad("damaged-entropy", "40 bytes in the middle of the data are all ones, which is no Huffman code", "damaged data is a failure, not a picture with colored bars", lambda: damaged(base())),
        bad("damaged-entropy-progressive", "as above, progressive", "as above", lambda: damaged(base("-progressive"))),
        bad("restart-missing", "one restart marker taken out", "the decoder must resynchronize: damaged data", lambda: restart(base("-restart", "1"), b"")),
        bad("restart-wrong", "one restart marker has the wrong number", "as above", lambda: restart(base("-restart", "1"), b"\xff\xd6")),
        bad("early-eoi", "EOI in the middle of the data", "the end is said too early: the data contradicts its header", lambda: early_end(base())),
        bad("bad-huffman-table", "a Huffman table with more codes than bits allow", "refused", lambda: table_overfull(base())),
        bad("zero-width", "a frame header of width 0", "refused", lambda: resized(base(), 0, 72)),
        bad("zero-components", "a frame header without components", "refused", no_components),
        bad("bad-sampling", "a component with the factors 0x0", "refused", lambda: jpeg.flat_blocks(32, 24, gray).replace(b"\1\x11\0\xff", b"\1\0\0\xff", 1)),
        bad("segment-length-0", "a quantization table that claims a length of 0", "a length counts itself: at least 2", lambda: jpeg.inserted(base(), b"\xff\xdb\0\0")),
        bad("size-65500", "a header of 65 500×65 500, a few hundred bytes", "the limit of pixels is checked before memory is asked for", lambda: resized(jpeg.flat_blocks(16, 16, gray), 65500, 65500), LIMIT),
        bad("size-65500-progressive", "as above, progressive: coefficients would take 8 GB or more", "as above", lambda: resized(jpeg.many_scans(3), 65500, 65500), LIMIT),
        bad("scans-501", "a progressive JPEG of 501 legal scans", "one more than the limit", lambda: jpeg.many_scans(501), LIMIT),
        bad("scans-1000", "a progressive JPEG of 1000 legal scans", "each scan costs a pass over the picture", lambda: jpeg.many_scans(1000), LIMIT),
        bad("12-bit", "12 bits to a sample (SOF1)", "a legal variant that the library does not read", lambda: jpeg.flat_blocks(32, 24, [(1, 1, 1, lambda x, y: 800 + 400 * x)], precision=12, frame=0xC1), UNSUPPORTED),
        bad("lossless", "the lossless process (SOF3)", "as above; libjpeg-turbo reads it from version 3 on, where the result is ok", lambda: jpeg.lossless(24, 16, lambda x, y: (x * 9 + y * 5) % 256), UNSUPPORTED),
        bad("dnl", "height 0 in the header, given by a DNL segment behind the scan", "a legal variant that the library does not read", lambda: dnl(gray), UNSUPPORTED),
        bad("five-components", "a frame of five components", "as above: no color space has five", lambda: jpeg.flat_blocks(32, 24, [(i, 1, 1, gray[0][3]) for i in (1, 2, 3, 4, 5)]), UNSUPPORTED),
        bad("bytes-before-soi", "three zeros in front of a JPEG", "no known format begins like this", lambda: bytes(3) + base(), format="unknown"),
    ]  # fmt: skip


def without_frame(data):
    return jpeg.joined([part for part in jpeg.split(data) if part[0] not in jpeg.FRAMES])


def frame_at(data):
    """Where the payload of the frame header begins."""
    at = 2
    for marker, part in jpeg.split(data):
        if marker in jpeg.FRAMES:
            return at + 4
        at += len(part)


def resized(data, width, height):
    at = frame_at(data) + 1
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def damaged(data):
    """Spoils the middle of the largest scan, and nothing but entropy-coded data."""
    scan = max((part for marker, part in jpeg.split(data) if marker == jpeg.SOS), key=len)
    at = data.index(scan) + len(scan) // 2
    while data[at - 1] == 0xFF or data[at + 39] == 0xFF:  # neither end may split a stuffed byte
        at += 1
    return data[:at] + b"\xff\0" * 20 + data[at + 40 :]


def restart(data, marker):
    at = data.index(b"\xff\xd2")
    return data[:at] + marker + data[at + 2 :]


def early_end(data):
    at = len(data) * 2 // 3
    while b"\xff" in data[at - 2 : at]:
        at += 1
    return data[:at] + jpeg.EOI


def table_overfull(data):
    overfull = jpeg.segment(jpeg.DHT, b"\0" + bytes([3] + [0] * 15) + bytes(3))
    return jpeg.joined([(m, overfull if m == jpeg.DHT else part) for m, part in jpeg.split(data)])


def no_components():
    frame = jpeg.segment(0xC0, struct.pack(">BHHB", 8, 16, 16, 0))
    return jpeg.SOI + frame + jpeg.segment(jpeg.SOS, bytes([0, 0, 63, 0])) + jpeg.EOI


def dnl(components):
    data = jpeg.flat_blocks(32, 24, components, size_in_header=(0, 32))
    return data[:-2] + jpeg.segment(jpeg.DNL, struct.pack(">H", 24)) + jpeg.EOI
