"""WebP files that must be read: both codings, alpha, the extended form and animations."""
from . import cards, icc, webp
from .catalogue import Fixture
from .exif import orientation
from .picture import Picture
from .tools import cwebp

P3 = lambda: icc.profile("Display P3", icc.DISPLAY_P3)


def fixtures():
    smooth = lambda w=61, h=45: cards.smooth(w, h)
    lossy = lambda *o, w=61, h=45: lambda: cwebp(smooth(w, h), "-q", "85", *o)
    made = [
        Fixture("webp/lossy.webp", "VP8 in the simple form, 61×45", "the plain case; odd sides", lossy(), "webp"),
        Fixture("webp/lossless.webp", "VP8L in the simple form", "every pixel comes back", lambda: cwebp(smooth(), "-lossless"), "webp"),
        Fixture("webp/lossy-alpha.webp", "VP8 with an ALPH chunk", "alpha is kept", lambda: cwebp(cards.cutout(64, 48), "-q", "85"), "webp"),
        Fixture("webp/lossy-alpha-raw.webp", "VP8 with an uncompressed ALPH chunk", "both codings of alpha are read", lambda: cwebp(cards.cutout(64, 48), "-q", "85", "-alpha_method", "0"), "webp"),
        Fixture("webp/lossless-alpha.webp", "VP8L with alpha", "alpha is kept", lambda: cwebp(cards.cutout(64, 48), "-lossless", "-exact"), "webp"),
        Fixture("webp/lossless-palette.webp", "VP8L of four colors", "color indexing with several pixels to a byte", lambda: cwebp(four_colors(), "-lossless"), "webp"),
        Fixture("webp/lossy-textured.webp", "VP8, quality 60, four segments", "many coefficients", lambda: cwebp(cards.textured(96, 72), "-q", "60", "-segments", "4"), "webp"),
        Fixture("webp/extended-icc-exif.webp", "VP8X with ICC and EXIF, orientation 6", "profile kept, picture turned", lambda: webp.still(lossy()(), 61, 45, profile=P3(), exif=orientation(6)), "webp", orientation=6),
        Fixture("webp/extended-lossless-icc.webp", "VP8X, VP8L with alpha, ICC, XMP", "all chunks are found", lambda: webp.still(cwebp(cards.cutout(64, 48), "-lossless"), 64, 48, flags=webp.ALPHA, profile=P3(), xmp=b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"), "webp"),
        Fixture("webp/unknown-chunk.webp", "VP8X with a private chunk in front of the picture", "skipped", unknown_chunk, "webp"),
        Fixture("webp/trailing-data.webp", "bytes behind the RIFF", "ignored", lambda: lossy()() + b"left over" * 20, "webp"),
        Fixture("webp/UPPER.WEBP", "an extension in upper case", "found by a folder walk", lossy(), "webp"),
    ]  # fmt: skip
    for width, height in ((1, 1), (1, 150), (150, 1), (17, 13)):
        made.append(Fixture(f"webp/size-{width}x{height}.webp", f"{width}×{height}, lossy", "no side becomes 0", lossy(w=width, h=height), "webp"))
    return made + animations()


def four_colors():
    colors = ((20, 20, 20), (220, 60, 40), (60, 160, 80), (250, 240, 210))
    return Picture.drawn(37, 29, 3, lambda x, y: colors[(x // 5 + y // 7) % 4])


def unknown_chunk():
    return webp.riff(webp.extended(0, 61, 45) + webp.chunk(b"PRIV", b"private") + webp.pictures(cwebp(cards.smooth(61, 45))))


def animations():
    def tile(width, height, color):
        return cwebp(Picture.drawn(width, height, 4, lambda x, y: (*color, 255 if (x + y) % 7 else 128)), "-lossless", "-exact")

    red, green, blue = (210, 50, 40), (50, 170, 70), (40, 70, 210)
    whole = lambda: webp.animation(64, 48, [(0, 0, 64, 48, tile(64, 48, red), 100, 0), (16, 8, 20, 20, tile(20, 20, green), 100, 0), (30, 20, 24, 16, tile(24, 16, blue), 100, 1)])
    part = lambda: webp.animation(64, 48, [(20, 10, 24, 18, tile(24, 18, red), 100, 0), (0, 0, 64, 48, tile(64, 48, green), 100, 0)])
    opaque = lambda c: cwebp(Picture.drawn(32, 32, 3, lambda x, y: c), "-q", "80")
    lossy = lambda: webp.animation(32, 32, [(0, 0, 32, 32, opaque(red), 50, 2), (0, 0, 32, 32, opaque(blue), 50, 2)])
    why = "the first frame, on the whole canvas"
    return [
        Fixture("webp/animated-sub-rectangles.webp", "three frames; the later ones are parts of the canvas", why, whole, "webp"),
        Fixture("webp/animated-first-part.webp", "the first frame is 24×18 at (20, 10) of a 64×48 canvas", why + ": transparent around it", part, "webp"),
        Fixture("webp/animated-lossy.webp", "two lossy frames that cover the canvas", why, lossy, "webp", channels=3),
        Fixture("webp/animated-one-frame.webp", "an animation of a single frame", "the same as a still picture", lambda: webp.animation(32, 32, [(0, 0, 32, 32, opaque(green), 0, 0)]), "webp", channels=3),
    ]  # fmt: skip
