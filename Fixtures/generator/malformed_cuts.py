"""Files that end too early."""
from . import cards, jpeg, png, webp
from .catalogue import TRUNCATED, Fixture
from .tools import cjpeg, cwebp

PERMILLE = (100, 500, 950, 999)


def sources():
    """Large enough that a thousandth holds more than an end marker: pixels are missing from every cut."""
    picture = cards.textured(112, 84)
    return (
        ("baseline", "jpg", "jpeg", "a baseline JPEG", cjpeg(cards.textured(160, 120), quality=92)),
        ("progressive", "jpg", "jpeg", "a progressive JPEG", cjpeg(cards.textured(160, 120), "-progressive", quality=92)),
        ("plain", "png", "png", "a PNG", png.of_picture(picture)),
        ("interlaced", "png", "png", "an interlaced PNG", png.of_picture(picture, interlaced=True)),
        ("lossy", "webp", "webp", "a lossy WebP", cwebp(cards.textured(200, 150), "-q", "90")),
        ("lossless", "webp", "webp", "a lossless WebP", cwebp(picture, "-lossless")),
    )


def fixtures():
    made = []
    for name, suffix, format, what, data in sources():
        for permille in PERMILLE:
            percent = f"{permille / 10:g}"
            made.append(
                Fixture(f"cut/{name}-{percent}.{suffix}", f"the first {percent} % of {what}", "a failure that says how much was there; never a picture with a gray bottom", lambda d=data, p=permille: d[: len(d) * p // 1000], format, TRUNCATED)
            )  # fmt: skip
    baseline, plain = sources()[0][4], sources()[2][4]
    lossy = sources()[4][4]
    why = "the end is missing, and nothing says that only the end is missing"
    made += [
        Fixture("cut/no-eoi.jpg", "a baseline JPEG, complete but for its EOI marker", why, lambda: baseline[:-2], expected=TRUNCATED),
        Fixture("cut/no-eoi-progressive.jpg", "a progressive JPEG, complete but for its EOI marker", "further scans may be missing", lambda: cjpeg(cards.textured(96, 72), "-progressive")[:-2], expected=TRUNCATED),
        Fixture("cut/scan-missing.jpg", "a progressive JPEG that ends cleanly behind its fourth scan, without EOI", "the picture would be blurred", after_scans, expected=TRUNCATED),
        Fixture("cut/in-header.jpg", "a JPEG that ends within its tables", "no size is known", lambda: baseline[:60], expected=TRUNCATED),
        Fixture("cut/20-bytes.jpg", "the first 20 bytes of a JPEG", "too short for a header", lambda: baseline[:20], expected=TRUNCATED),
        Fixture("cut/3-bytes.jpg", "an SOI marker and the first byte of the next one", "too short for a header", lambda: baseline[:3], expected=TRUNCATED),
        Fixture("cut/8-bytes.png", "the signature of a PNG alone", "too short for a header", lambda: plain[:8], "png", TRUNCATED),
        Fixture("cut/in-header.png", "a PNG that ends within its header", "too short for a header", lambda: plain[:22], "png", TRUNCATED),
        Fixture("cut/no-iend.png", "a PNG, complete but for its last chunk", why, lambda: plain[: -len(png.END)], "png", TRUNCATED),
        Fixture("cut/header-only.png", "signature and header, then nothing", "no pixel is there", lambda: plain[:33], "png", TRUNCATED),
        Fixture("cut/20-bytes.webp", "the first 20 bytes of a WebP", "too short for a header", lambda: lossy[:20], "webp", TRUNCATED),
        Fixture("cut/in-metadata.webp", "a VP8X picture that ends within its EXIF, behind the pixels", "the file ends before its RIFF does", in_metadata, "webp", TRUNCATED),
    ]  # fmt: skip
    return made


def after_scans():
    parts = jpeg.split(cjpeg(cards.textured(96, 72), "-progressive"))
    scans = [i for i, (marker, _) in enumerate(parts) if marker == jpeg.SOS]
    return jpeg.joined(parts[: scans[3] + 1])[:-2]


def in_metadata():
    return webp.still(cwebp(cards.smooth(61, 45)), 61, 45, exif=b"MM\0*" + bytes(200))[:-100]
