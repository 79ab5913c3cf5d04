"""PNG files that must be read: all color types and depths, transparency, interlacing and odd chunks."""
import struct
import zlib

from . import cards, icc, png
from .catalogue import Fixture
from .tools import cjpeg

NAMES = {png.GRAY: "gray", png.RGB: "rgb", png.PALETTE: "palette", png.GRAY_ALPHA: "gray-alpha", png.RGBA: "rgba"}
DEPTHS = {
    png.GRAY: (1, 2, 4, 8, 16),
    png.RGB: (8, 16),
    png.PALETTE: (1, 2, 4, 8),
    png.GRAY_ALPHA: (8, 16),
    png.RGBA: (8, 16),
}
WIDTH, HEIGHT = 29, 21


def fixtures():
    made = []
    for color, depths in DEPTHS.items():
        for depth in depths:
            for transparent in (False, True) if color in (png.GRAY, png.RGB, png.PALETTE) else (False,):
                for interlaced in (False, True):
                    made.append(kind(color, depth, transparent, interlaced))
    return made + transparency() + sizes() + chunks()


def pixel_of(color, depth):
    top = (1 << depth) - 1

    def pixel(x, y):
        across, down = x * top // (WIDTH - 1), y * top // (HEIGHT - 1)
        if color == png.GRAY:
            return (across if (x // 4 + y // 4) % 2 else down,)
        if color == png.PALETTE:
            return ((x // 2 + y // 2 * 5) % (top + 1),)
        if color == png.GRAY_ALPHA:
            return across, down
        return (across, down, top - across, (across + down) // 2)[: png.SAMPLES[color]]

    return pixel


def palette(count):
    return b"".join(bytes([i * 255 // max(1, count - 1), 255 - i * 200 // count, (i * 77 + 30) % 256]) for i in range(count))


def transparent_entries(color, depth):
    """What tRNS holds: one gray level or color that occurs in the picture, or the alpha of the first palette entries."""
    top = (1 << depth) - 1
    if color == png.PALETTE:
        return bytes([0, 128] + [200] * (top + 1))[: max(1, (top + 1) // 2)]
    return struct.pack(">H", 0) if color == png.GRAY else struct.pack(">HHH", 0, 0, top)


def kind(color, depth, transparent, interlaced):
    name = f"png/{NAMES[color]}-{depth}{'-trns' if transparent else ''}{'-adam7' if interlaced else ''}.png"
    before = png.chunk(b"PLTE", palette(1 << depth)) if color == png.PALETTE else b""
    if transparent:
        before += png.chunk(b"tRNS", transparent_entries(color, depth))
    what = f"{NAMES[color].replace('-', ' with ')}, {depth} bits" + (", tRNS" if transparent else "") + (", Adam7" if interlaced else "")
    why = "one of the 15 pairs of color type and depth; " + (
        "tRNS becomes alpha" if transparent else "16 bits are reduced with rounding" if depth == 16 else "expanded to 8 bits"
    )
    make = lambda: png.image(WIDTH, HEIGHT, depth, color, pixel_of(color, depth), interlaced, before)
    return Fixture(name, what, why, make, "png")


def transparency():
    near = ((0x1234, 0x5678, 0x9ABC), (0x12FF, 0x56FF, 0x9AFF))
    pair = lambda x, y: near[(x // 4 + y // 4) % 2]
    key = png.chunk(b"tRNS", struct.pack(">HHH", *near[0]))
    grays = lambda x, y: ((0x1234, 0x12FF)[(x + y) % 2],)
    two = png.chunk(b"PLTE", bytes([255, 0, 0, 0, 0, 255])) + png.chunk(b"tRNS", b"\0")
    return [
        Fixture("png/trns-16-near.png", "16-bit RGB: 1234/5678/9abc is transparent, 12ff/56ff/9aff is not", "compared at 16 bits, then reduced: only the exact color is transparent", lambda: png.image(16, 16, 16, png.RGB, pair, before=key), "png"),
        Fixture("png/trns-16-near-gray.png", "16-bit gray: 1234 is transparent, 12ff is not", "as above", lambda: png.image(16, 16, 16, png.GRAY, grays, before=png.chunk(b"tRNS", b"\x12\x34")), "png"),
        Fixture("png/trns-palette-2x2.png", "2×2 palette, one entry transparent", "the palette is expanded before anything is scaled", lambda: png.image(2, 2, 1, png.PALETTE, lambda x, y: ((x + y) % 2,), before=two), "png"),
        Fixture("png/cutout.png", "an orange ring on transparent black, soft rim", "no dark rim after scaling", lambda: png.of_picture(cards.cutout(64, 64)), "png"),
        Fixture("png/cutout-white.png", "a white ring on transparent black, hard rim", "as above: half-covered pixels stay white", white_ring, "png"),
        Fixture("png/opaque-rgba.png", "RGBA with alpha 255 throughout", "alpha is there, even if it says nothing", lambda: png.image(17, 13, 8, png.RGBA, lambda x, y: (x * 15, y * 19, 90, 255)), "png"),
    ]  # fmt: skip


def white_ring():
    ring = cards.cutout(64, 64, soft=False)
    pixel = lambda x, y: (255, 255, 255, 255) if ring.data[(y * 64 + x) * 4 + 3] else (0, 0, 0, 0)
    return png.image(64, 64, 8, png.RGBA, pixel)


def sizes():
    plain = lambda x, y: (x * 7 % 256, y * 5 % 256, (x + y) % 256)
    made = []
    for width, height, why in (
        (1, 1, "the smallest picture"),
        (1, 3000, "a scaled side must not become 0"),
        (3000, 1, "as above"),
        (33, 257, "one more than whole blocks and bytes"),
        (720, 16889, "taller than WebP allows (16 383): said before decoding when WebP is asked for"),
        (70000, 10, "wider than JPEG allows (65 500): said before decoding when JPEG is asked for"),
    ):
        make = lambda w=width, h=height: png.image(w, h, 8, png.RGB, plain)
        if width * height > 100_000:
            make = lambda w=width, h=height: png.image(w, h, 1, png.GRAY, lambda x, y: (0,)) if h == 10 else tall(w, h)
        made.append(Fixture(f"png/size-{width}x{height}.png", f"{width}×{height}", why, make, "png"))
    for width, height in ((1, 1), (2, 5), (5, 2), (4, 4), (8, 8)):
        made.append(Fixture(f"png/adam7-{width}x{height}.png", f"{width}×{height}, Adam7", "some of the seven passes are empty", lambda w=width, h=height: png.image(w, h, 8, png.RGB, plain, True), "png"))
    return made


def tall(width, height):
    """Bands of gray, two bits deep; each row unfiltered."""
    rows = [b"\0" + bytes([level] * -(-width // 4)) for level in (0x00, 0x55, 0xAA, 0xFF)]
    stream = zlib.compress(b"".join(rows[y * 4 // height] for y in range(height)), 9)
    return png.SIGNATURE + png.header(width, height, 2, png.GRAY) + png.chunk(b"IDAT", stream) + png.END


def chunks():
    rgb = lambda x, y: (x * 8, y * 12, 128)
    small = lambda **options: lambda: png.image(WIDTH, HEIGHT, 8, png.RGB, rgb, **options)
    pieces = lambda n: lambda stream: b"".join(png.chunk(b"IDAT", stream[i : i + n]) for i in range(0, len(stream), n))
    empty = lambda stream: png.chunk(b"IDAT", b"") + png.chunk(b"IDAT", stream[:20]) + png.chunk(b"IDAT", b"") * 3 + png.chunk(b"IDAT", stream[20:]) + png.chunk(b"IDAT", b"")
    text = b"Comment\0made by hand"
    profile = b"Display P3\0\0" + zlib.compress(icc.profile("Display P3", icc.DISPLAY_P3), 9)
    return [
        Fixture("png/crc-ancillary.png", "a text chunk with a wrong check sum", "odd but complete: read, perhaps noted", small(before=png.chunk(b"tEXt", text, crc=1)), "png"),
        Fixture("png/crc-ancillary-after.png", "the same behind the data", "as above", small(after=png.chunk(b"tEXt", text, crc=1)), "png"),
        Fixture("png/idat-small.png", "the data in chunks of three bytes", "chunks are joined before they are inflated", small(idat=pieces(3)), "png"),
        Fixture("png/idat-single-bytes.png", "the data in chunks of one byte", "as above", small(idat=pieces(1)), "png"),
        Fixture("png/idat-empty.png", "empty chunks in front of, amid and behind the data", "no end, no error", small(idat=empty), "png"),
        Fixture("png/trailing-data.png", "bytes behind IEND", "ignored", lambda: small()() + b"left over" * 20, "png"),
        Fixture("png/unknown-ancillary.png", "a private ancillary chunk", "skipped", small(before=png.chunk(b"prVt", bytes(40))), "png"),
        Fixture("png/apng.png", "three frames, the first one is the still picture", "the still picture is used; a note that it moves", apng, "png"),
        Fixture("png/icc-p3.png", "a Display P3 profile (iCCP)", "pixels and profile stay together", small(before=png.chunk(b"iCCP", profile)), "png"),
        Fixture("png/gamma.png", "gAMA and cHRM of sRGB", "no change of pixels", small(before=png.chunk(b"gAMA", struct.pack(">I", 45455)) + png.chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))), "png"),
        Fixture("png/palette-short.png", "8 bits, a palette of five entries, all in use", "a palette need not be full", lambda: png.image(20, 20, 8, png.PALETTE, lambda x, y: (x * 5 // 20,), before=png.chunk(b"PLTE", palette(5))), "png"),
        Fixture("png/suggested-palette.png", "RGB with a PLTE chunk", "a suggestion for old displays: no palette picture", small(before=png.chunk(b"PLTE", palette(8))), "png"),
        Fixture("png/jpeg-inside.png", "a JPEG with the name of a PNG", "the first bytes decide, not the name", jpeg_card, "jpeg"),
    ]  # fmt: skip


def jpeg_card():
    return cjpeg(cards.smooth(61, 45))


def apng():
    def frame(number, shade):
        stream = zlib.compress(png.raw(24, 16, 8, png.RGB, lambda x, y: (shade, x * 10, y * 15)), 9)
        control = png.chunk(b"fcTL", struct.pack(">IIIIIHHBB", max(0, 2 * number - 1), 24, 16, 0, 0, 1, 10, 0, 0))
        data = png.chunk(b"IDAT", stream) if number == 0 else png.chunk(b"fdAT", struct.pack(">I", 2 * number) + stream)
        return control + data

    body = png.chunk(b"acTL", struct.pack(">II", 3, 0)) + frame(0, 40) + frame(1, 140) + frame(2, 240)
    return png.SIGNATURE + png.header(24, 16, 8, png.RGB) + body + png.END
