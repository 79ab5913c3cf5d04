"""One upright picture, stored in the eight ways, in three formats; and orientation values that do not exist."""
from . import cards, jpeg, png, webp
from .catalogue import Fixture
from .exif import LONG, SHORT, orientation
from .tools import cjpeg, cwebp

WAYS = {
    1: "as seen",
    2: "mirrored left to right",
    3: "turned by 180°",
    4: "mirrored top to bottom",
    5: "mirrored at the main diagonal",
    6: "to be turned by 90° clockwise",
    7: "mirrored at the other diagonal",
    8: "to be turned by 90° counter-clockwise",
}


def in_jpeg(picture, block):
    return jpeg.with_exif(cjpeg(picture, "-sample", "1x1", quality=95), block)


def in_png(picture, block):
    return png.of_picture(picture, before=png.chunk(b"eXIf", block))


def in_webp(picture, block):
    return webp.still(cwebp(picture, "-lossless", "-exact"), picture.width, picture.height, exif=block)


FORMATS = (("jpeg", "jpg", in_jpeg), ("png", "png", in_png), ("webp", "webp", in_webp))


def fixtures():
    made = []
    for format, suffix, wrap in FORMATS:
        for value, way in WAYS.items():
            # Both byte orders occur: odd values in one, even ones in the other.
            order = "<" if value % 2 else ">"
            make = lambda wrap=wrap, value=value, order=order: wrap(cards.corners().stored(value), orientation(value, order))
            made.append(
                Fixture(f"orientation/{value}.{suffix}", f"corner card, stored {way}", "upright it is the same picture for all eight values and all three formats", make, format, orientation=value)
            )  # fmt: skip
    plain = lambda block: lambda: in_jpeg(cards.corners(), block)
    for value in (0, 9, 65535):
        made.append(Fixture(f"orientation/value-{value}.jpg", f"orientation {value}", "no such value: treated as 1", plain(orientation(value))))
    made += [
        Fixture("orientation/long-0.jpg", "orientation 0 of type LONG", "treated as 1", plain(orientation(0, ">", LONG))),
        Fixture("orientation/long-6-big-endian.jpg", "orientation 6 of type LONG, big-endian", "the type is wrong, the value is plain: it counts", turned(6, ">", LONG), orientation=6),
        Fixture("orientation/long-6-little-endian.jpg", "as above, little-endian", "as above", turned(6, "<", LONG), orientation=6),
        Fixture("orientation/short-6-big-endian.jpg", "orientation 6, big-endian", "the common case of cameras", turned(6, ">", SHORT), orientation=6),
        Fixture("orientation/short-6-little-endian.jpg", "orientation 6, little-endian", "the common case of telephones", turned(6, "<", SHORT), orientation=6),
        Fixture("orientation/subsampled-5.jpg", "orientation 5 in 4:2:0, 61×45 upright", "chroma at half resolution and odd sides, turned", lambda: jpeg.with_exif(cjpeg(cards.smooth(61, 45).stored(5), quality=92), orientation(5)), orientation=5),
        Fixture("orientation/subsampled-8.jpg", "orientation 8 in 4:2:2, 61×45 upright", "as above", lambda: jpeg.with_exif(cjpeg(cards.smooth(61, 45).stored(8), "-sample", "2x1", quality=92), orientation(8)), orientation=8),
        Fixture("orientation/exif-after-idat.png", "an eXIf chunk behind the data, orientation 6", "legal since eXIf exists; the picture is turned", after_data, "png", orientation=6),
        Fixture("orientation/exif-prefix.webp", "the EXIF chunk begins with `Exif` and two zeros, as in JPEG; orientation 6", "a common slip of writers; the prefix is skipped", lambda: in_webp(cards.corners().stored(6), b"Exif\0\0" + orientation(6)), "webp", orientation=6),
    ]  # fmt: skip
    return made


def turned(value, order, kind):
    return lambda: in_jpeg(cards.corners().stored(value), orientation(value, order, kind))


def after_data():
    data = png.of_picture(cards.corners().stored(6))
    return data[: -len(png.END)] + png.chunk(b"eXIf", orientation(6)) + png.END
