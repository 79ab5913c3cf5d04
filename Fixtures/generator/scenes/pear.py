"""A pear, cut out."""

from random import Random

from ..canvas import Canvas, blend
from ..noise import Noise
from ..shapes import glossy, lathe, smooth, stroke

WIDTH, HEIGHT = 760, 960


def paint():
    canvas = Canvas(WIDTH, HEIGHT, alpha=True)
    count = 720
    widths = smooth(
        [
            (0, 24),
            (10, 58),
            (40, 100),
            (100, 128),
            (190, 146),
            (300, 188),
            (410, 246),
            (500, 268),
            (590, 246),
            (660, 182),
            (705, 96),
            (719, 62),
        ],
        count,
    )
    shade = glossy((255, 255, 255), shine=0.0, ambient=0.4)
    shine = glossy((0, 0, 0), shine=0.5, sharpness=22, rim=(70, 74, 30))
    patches = Noise(121, [(160, 160, 0.5), (60, 60, 0.25), (24, 24, 0.12)])
    random = Random(122)
    freckles = {(random.randrange(540), random.randrange(count)) for _ in range(2600)}
    rows = {}

    def skin(u, v, nx, ny, nz):
        y = int(v * count)
        if y not in rows:
            rows.clear()
            rows[y] = patches.row(y, 560)
        x = int(270 + 268 * u)
        blush = max(0, min(1, 0.75 * u + 0.3 * v - 0.1 + 0.8 * rows[y][x]))
        tone = blend((204, 200, 70), (206, 106, 52), blush)
        if (x, y) in freckles or (x, y - 1) in freckles:
            tone = blend(tone, (120, 92, 36), 0.45)
        light = shade(nx, ny * 0.8, nz)
        spot = shine(nx, ny * 0.8, nz)
        return tuple(c * l / 255 + s for c, l, s in zip(tone, light, spot))

    lathe(canvas, 380, 190, widths, skin)
    for i in range(40):
        t = i / 40
        stroke(
            canvas,
            384 + 46 * t * t,
            206 - 150 * t,
            384 + 46 * (t + 0.03) ** 2,
            206 - 150 * (t + 0.03),
            15 - 3 * t,
            blend((58, 40, 24), (112, 84, 52), t),
        )
    return canvas
