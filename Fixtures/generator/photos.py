"""The photographs: which scene becomes which file, and how it is encoded."""
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module

from . import exif, jpeg, png
from .catalogue import Fixture
from .picture import Picture
from .tools import cjpeg, cwebp


def picture(scene):
    return Picture.of(import_module(f".scenes.{scene}", __package__).paint())


def in_jpeg(scene, *options, value=1, camera=None, gray=False, quality=88):
    upright = picture(scene)
    stored = (upright.gray() if gray else upright).stored(value)
    data = cjpeg(stored, "-optimize", *options, quality=quality)
    if not camera:
        return data
    # With EXIF in front there is no JFIF, as cameras write it.
    return jpeg.with_exif(jpeg.without(data, jpeg.APP0), exif.camera(value, **camera))


def in_png(scene):
    return png.of_picture(picture(scene))


def in_webp(scene, *options):
    return cwebp(picture(scene), *options)


def taken(order, make, model, date, **more):
    return dict(order=order, make=make, model=model, date=date, **more)


def fixtures():
    reflex = partial(taken, ">", "Example", "Reflex 50")
    phone = partial(taken, "<", "Example", "Phone 9")
    valley = exif.place(46.5763, 7.9904, 1874)
    return [
        Fixture("harbor.jpg", "1440×960, 4:2:0, EXIF", "a landscape: the square cuts its sides", partial(in_jpeg, "harbor", camera=reflex("2024:07:14 21:08:33"))),
        Fixture("trip/ridge.jpg", "1600×1067, 4:2:0, EXIF with a place", "private data that an edited file must not carry", partial(in_jpeg, "ridge", camera=reflex("2024:09:02 06:51:10", gps=valley))),
        Fixture("trip/forest.jpg", "1200×900, progressive", "the route over coefficients in memory", partial(in_jpeg, "forest", "-progressive", quality=86)),
        Fixture("trip/lake.jpg", "1400×933, EXIF orientation 3", "the camera was held upside down", partial(in_jpeg, "lake", value=3, camera=reflex("2024:09:03 11:20:45")), orientation=3),
        Fixture("trip/dunes.jpg", "1400×1000, gray", "stays gray", partial(in_jpeg, "dunes", gray=True)),
        Fixture("trip/meadow.webp", "1280×960, lossy WebP", "WebP in", partial(in_webp, "meadow", "-q", "72"), "webp"),
        Fixture("city/night.jpg", "1080×1440 upright, 4:2:0, EXIF orientation 6", "a telephone held upright", partial(in_jpeg, "night", value=6, camera=phone("2024:11:23 22:47:02")), orientation=6),
        Fixture("city/lighthouse.jpg", "1000×1400 upright, 4:2:2, EXIF orientation 8", "held upright the other way round", partial(in_jpeg, "lighthouse", "-sample", "2x1", value=8, camera=phone("2024:08:19 15:02:58")), orientation=8),
        Fixture("home/fruits.jpg", "1300×1000, 4:4:4", "chroma at full resolution", partial(in_jpeg, "fruits", "-sample", "1x1", quality=86)),
        Fixture("home/portrait.jpg", "1000×1250 upright, 4:2:0, EXIF orientation 5", "a mirrored picture of somebody off-center: the crop must keep the side", partial(in_jpeg, "portrait", value=5, camera=phone("2024:06:30 20:15:37")), orientation=5),
        Fixture("home/balloons.png", "960×760, RGB", "PNG in", partial(in_png, "balloons"), "png"),
        Fixture("shop/pear.png", "760×960, RGBA, cut out", "alpha through every step, no dark rim", partial(in_png, "pear"), "png"),
        Fixture("shop/vase.webp", "720×900, lossless WebP with alpha, cut out, with a soft shadow", "partial alpha over a wide area", partial(in_webp, "vase", "-lossless", "-m", "4"), "webp"),
    ]  # fmt: skip


def make_all(makers):
    """Painting in pure Python is slow; each photograph is painted by itself, so they can share the processors."""
    with ProcessPoolExecutor() as pool:
        return list(pool.map(call, makers))


def call(make):
    return make()
