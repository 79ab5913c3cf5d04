"""Damaged PNG and WebP files, and files of other kinds."""
import struct
import zlib

from . import cards, png, webp
from .catalogue import LIMIT, MALFORMED, OK, TRUNCATED, UNSUPPORTED, Fixture
from .tools import cwebp
from .valid_png import palette


def fixtures():
    return pngs() + webps() + strangers()


def pngs():
    rgb = lambda x, y: (x * 8, y * 12, 128)
    stream = zlib.compress(png.raw(29, 21, 8, png.RGB, rgb), 9)
    head = png.header(29, 21, 8, png.RGB)
    built = lambda *chunks: lambda: png.SIGNATURE + b"".join(chunks) + png.END
    data = png.chunk(b"IDAT", stream)
    only = lambda *header: lambda: png.SIGNATURE + png.header(*header)
    limit = lambda w, h: lambda: png.SIGNATURE + png.header(w, h, 8, png.RGB) + data + png.END
    flipped = stream[:100] + bytes([stream[100] ^ 0x55, stream[101] ^ 0xFF, stream[102] ^ 0xAA]) + stream[103:]
    index = lambda x, y: ((x + y) % 9,)
    bad = lambda name, what, why, make, expected=MALFORMED, **more: Fixture(f"png/{name}.png", what, why, make, "png", expected, **more)
    return [
        bad("crc-header", "a wrong check sum of the header", "the header cannot be trusted", built(png.header(29, 21, 8, png.RGB, crc=1), data)),
        bad("crc-palette", "a wrong check sum of the palette", "a critical chunk", built(png.header(29, 21, 8, png.PALETTE), png.chunk(b"PLTE", palette(9), crc=1), png.chunk(b"IDAT", zlib.compress(png.raw(29, 21, 8, png.PALETTE, index), 9)))),
        bad("crc-data", "a wrong check sum of the data", "the pixels cannot be trusted", built(head, png.chunk(b"IDAT", stream, crc=1))),
        bad("bad-zlib-header", "the compressed data begins with 78 00", "not a zlib stream", built(head, png.chunk(b"IDAT", b"\x78\0" + stream[2:]))),
        bad("bad-zlib-data", "three bytes of the compressed data are wrong, the check sum of the chunk is right", "inflating fails", built(head, png.chunk(b"IDAT", flipped))),
        bad("data-too-short", "the data of 10 of 21 rows, well compressed and complete in itself", "the data contradicts the header", built(head, png.chunk(b"IDAT", zlib.compress(png.raw(29, 10, 8, png.RGB, rgb), 9)))),
        bad("bad-filter", "a row with the filter 7", "there are five filters", built(head, png.chunk(b"IDAT", zlib.compress(b"\7" + png.raw(29, 21, 8, png.RGB, rgb)[1:], 9)))),
        bad("no-header", "no IHDR chunk", "nothing says the size", built(data)),
        bad("no-palette", "a palette picture without PLTE", "indices without colors", built(png.header(29, 21, 8, png.PALETTE), png.chunk(b"IDAT", zlib.compress(png.raw(29, 21, 8, png.PALETTE, index), 9)))),
        bad("no-data", "header and end without IDAT", "there is no picture", built(head)),
        bad("index-out-of-range", "a palette of four entries, indices up to 8", "libpng reads it, with black for the missing colors: odd, yet every pixel is there", lambda: png.image(29, 21, 8, png.PALETTE, index, before=png.chunk(b"PLTE", palette(4))), OK),
        bad("bad-depth", "RGB with a depth of 4", "no such pair of color type and depth", built(png.header(29, 21, 4, png.RGB), data)),
        bad("bad-color-type", "the color type 5", "no such color type", built(png.header(29, 21, 8, 5), data), channels=0),
        bad("zero-width", "a width of 0", "refused", built(png.header(0, 21, 8, png.RGB), data)),
        bad("unknown-critical", "an unknown critical chunk in front of the data", "what cannot be understood cannot be shown", built(head, png.chunk(b"XXXX", b"?"), data)),
        bad("chunk-length-huge", "a chunk that claims 4 GB", "lengths end at 2³¹ − 1", lambda: png.SIGNATURE + head + b"\xff\xff\xff\xf0IDAT" + stream),
        bad("size-2147483647", "a header of 2 147 483 647×2 147 483 647", "the limit of pixels is checked before memory is asked for", limit(0x7FFFFFFF, 0x7FFFFFFF), LIMIT),
        bad("size-2147483648", "a width of 2 147 483 648", "sides end at 2³¹ − 1: the header is wrong, not large", limit(0x80000000, 1)),
        bad("size-16384", "a header of 16 384×16 384, one step over 268 402 689 pixels", "over the limit", limit(16384, 16384), LIMIT),
        bad("size-16383", "a header of 16 383×16 383, exactly 268 402 689 pixels, and no data", "within the limit: what is wrong is that the file ends", only(16383, 16383, 8, png.GRAY), TRUNCATED),
    ]  # fmt: skip


def webps():
    lossy = cwebp(cards.smooth(61, 45), "-q", "85")
    ring = cwebp(cards.cutout(64, 48), "-q", "85")
    lossless = cwebp(cards.smooth(61, 45), "-lossless")
    body = lossy[12:]
    bad = lambda name, what, why, make, expected=MALFORMED, **more: Fixture(f"webp/{name}.webp", what, why, make, "webp", expected, **more)
    claim = lambda name, payload: webp.riff(name + struct.pack("<I", 1_000_000) + payload, size=1_000_012)
    return [
        bad("riff-size-large", "a RIFF that claims 1000 bytes more than there are", "the file ends before its RIFF does", lambda: webp.riff(body, size=len(body) + 1004), TRUNCATED),
        bad("riff-size-small", "a RIFF that claims less than its picture chunk", "the chunk reaches beyond the RIFF", lambda: webp.riff(body, size=len(body) // 2 & ~1)),
        bad("alpha-damaged", "an ALPH chunk of an unknown coding", "alpha cannot be read, so the picture cannot", lambda: damaged_alpha(ring)),
        bad("canvas-mismatch", "VP8X says 100×100, the picture is 61×45", "a still picture must fill its canvas", lambda: webp.riff(webp.extended(0, 100, 100) + body)),
        bad("bad-start-code", "a VP8 frame without its start code", "no key frame", lambda: lossy[:23] + b"\0\0\0" + lossy[26:]),
        bad("bad-lossless-signature", "a VP8L chunk without its signature", "refused", lambda: lossless[:20] + b"\0" + lossless[21:]),
        bad("damaged-lossless", "VP8L data that is all ones from its transforms on", "no such code", lambda: lossless[:25] + b"\xff" * (len(lossless) - 25)),
        bad("no-picture", "VP8X with EXIF and no picture", "there is no picture", lambda: webp.riff(webp.extended(webp.EXIF, 61, 45) + webp.chunk(b"EXIF", bytes(20)))),
        bad("size-16383", "a lossless header of 16 383×16 383, exactly the limit of pixels, and hardly any data", "the limit of memory is checked before it is asked for: the decoder would hold 1 GB", lambda: claim(b"VP8L", webp.lossless_header(16383, 16383) + bytes(20)), LIMIT),
        bad("size-16383-lossy", "as above, lossy", "within the limits: what is wrong is that the file ends", lambda: claim(b"VP8 ", webp.lossy_header(16383, 16383) + bytes(20)), TRUNCATED),
        bad("canvas-16777216", "an animation of 16 777 216×255 pixels without a frame", "there is no picture, and no memory was asked for", lambda: webp.riff(webp.extended(webp.ANIMATION, 16777216, 255) + webp.chunk(b"ANIM", bytes(6)))),
    ]  # fmt: skip


def damaged_alpha(data):
    parts = [(name, b"\3" + payload[1:] if name == b"ALPH" else payload) for name, payload in webp.chunks(data)]
    return webp.riff(b"".join(webp.chunk(name, payload) for name, payload in parts))


def strangers():
    box = lambda brand, *more: struct.pack(">I", 16 + 4 * len(more)) + b"ftyp" + brand + bytes(4) + b"".join(more)
    other = lambda name, format, what, data: Fixture(f"other/{name}", what, "a format that is known but not read is named", lambda: data, format, UNSUPPORTED, channels=0)
    nothing = lambda name, what, data: Fixture(f"other/{name}", what, "no known format begins like this: it is no picture, whatever its name says", lambda: data, "unknown", MALFORMED, channels=0)
    svg = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="20"/></svg>\n'
    gif = b"GIF89a" + struct.pack("<HH", 2, 2) + b"\x80\0\0" + bytes([255, 255, 255, 0, 0, 0]) + b"," + struct.pack("<HHHHB", 0, 0, 2, 2, 0) + b"\2\3\x44\x02\x05\0;"
    return [
        nothing("empty.jpg", "no byte at all", b""),
        nothing("text.jpg", "text with the name of a JPEG", b"This is a note, not a photograph.\n"),
        nothing("page.png", "HTML with the name of a PNG, as a failed download leaves it", b"<!DOCTYPE html>\n<html><head><title>404</title></head><body>Not found</body></html>\n"),
        other("picture.gif", "gif", "a GIF of 2×2 pixels", gif),
        other("picture.heic", "heic", "the first box of a HEIC file", box(b"heic", b"mif1", b"heic")),
        other("picture.avif", "avif", "the first box of an AVIF file", box(b"avif", b"avif", b"mif1", b"miaf")),
        other("picture.tiff", "tiff", "a TIFF header and an empty directory", b"II*\0" + struct.pack("<IHI", 8, 0, 0)),
        other("picture.svg", "svg", "SVG text", svg),
        other("movie.mp4", "mp4", "the first box of an MP4 file", box(b"isom", b"isom", b"mp42")),
        other("picture.bmp", "bmp", "a BMP header", b"BM" + struct.pack("<IHHIIiiHHIIiiII", 58, 0, 0, 54, 40, 1, 1, 1, 24, 0, 4, 2835, 2835, 0, 0) + bytes([0, 0, 255, 0])),
        other("heic-inside.jpg", "heic", "a HEIC header with the name of a JPEG", box(b"heic", b"mif1", b"heic")),
        nothing("riff-not-webp.webp", "a RIFF that holds sound", b"RIFF" + struct.pack("<I", 36) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8) + b"data" + bytes(4)),
    ]  # fmt: skip
