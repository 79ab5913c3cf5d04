"""A bowl of fruits on a wooden table, in the light of a window."""

from math import sin, sqrt
from random import Random

from ..canvas import Canvas, blend
from ..noise import Noise, octaves
from ..shapes import disc, glossy, glow, lathe, sphere, stroke

WIDTH, HEIGHT, EDGE = 1300, 1000, 640


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    plaster = Noise(101, octaves(200, 6, 0.07))
    for y in range(EDGE):
        tone = blend((112, 122, 124), (74, 84, 90), y / EDGE)
        canvas.put(
            y,
            tuple(
                [c * (1 + n + 0.22 * (1 - x / WIDTH * 2)) for x, n in enumerate(plaster.row(y, WIDTH))] for c in tone
            ),
        )
    glow(canvas, 260, 180, 620, (120, 104, 70), 0.5)
    table(canvas)
    disc(canvas, 700, 792, 380, (28, 16, 10), soft=130, opacity=0.62, ry=66)
    disc(canvas, 650, 800, 190, (20, 10, 6), soft=60, opacity=0.6, ry=26)
    fruits(canvas)
    bowl(canvas)
    for x, y, r, base in ((1010, 806, 66, (206, 40, 36)), (1128, 838, 50, (150, 172, 44))):
        disc(canvas, x + 40, y + r * 0.82, r * 1.3, (24, 12, 8), soft=40, opacity=0.6, ry=r * 0.34)
        sphere(canvas, x, y, r, apple(base, x))
        stem(canvas, x, y, r)
    return canvas.vignette(0.4).grain(102, 1.6)


def table(canvas):
    wood = Noise(103, [(700, 9, 0.4), (300, 3, 0.14), (900, 40, 0.5), (40, 2, 0.05)])
    for y in range(EDGE - 6, HEIGHT):
        depth = (y - EDGE) / (HEIGHT - EDGE)
        at = 700 / (0.55 + depth)
        tone = blend((126, 82, 50), (150, 98, 58), depth)
        noise = wood.row(at * 1.6, WIDTH)
        light = [0.78 + 0.3 * (1 - x / WIDTH) + 0.16 * n + 0.08 * sin(9 * n) for x, n in enumerate(noise)]
        canvas.put(y, tuple([c * v for v in light] for c in tone))
    for y in range(EDGE - 6, EDGE + 3):
        canvas.mix(y, 0, [0.3] * WIDTH, (40, 24, 16))


def orange(seed):
    random = Random(seed)
    pores = [random.gauss(0, 0.035) for _ in range(64 * 64)]
    shade = glossy((240, 138, 28), shine=0.3, sharpness=12, rim=(70, 40, 16))

    def shader(nx, ny, nz):
        p = pores[int((nx + 1) * 31.9) * 64 + int((ny + 1) * 31.9)]
        q = pores[int((ny + 1) * 31.9) * 64 + int((nx + 1) * 31.9)]
        return shade(nx + p * nz, ny + q * nz, nz)

    return shader


def apple(base, seed):
    shade = glossy((255, 255, 255), shine=0.0, rim=(60, 36, 20))
    shine = glossy((0, 0, 0), shine=0.75, sharpness=30)
    streaks = Noise(int(seed), [(14, 400, 0.16), (5, 300, 0.12), (60, 60, 0.3)]).row(5, 400)

    def shader(nx, ny, nz):
        # Streaks run from the stem downwards, like lines of longitude.
        n = streaks[int(200 + 180 * nx / sqrt(1.02 - ny * ny)) if abs(nx) < sqrt(1.02 - ny * ny) else 200]
        top = max(0, -ny - 0.45) * 1.3 + n * 0.6
        k = 0 if top < 0 else min(1, top)
        r, g, b = base[0] + (226 - base[0]) * k, base[1] + (178 - base[1]) * k, base[2] + (66 - base[2]) * k
        light = shade(nx, ny, nz)
        spot = shine(nx, ny, nz)
        return r * light[0] / 255 + spot[0], g * light[1] / 255 + spot[1], b * light[2] / 255 + spot[2]

    return shader


def stem(canvas, x, y, r):
    disc(canvas, x + r * 0.04, y - r * 0.86, r * 0.24, (70, 46, 20), soft=10, opacity=0.7, ry=r * 0.08)
    stroke(canvas, x + r * 0.04, y - r * 0.86, x + r * 0.16, y - r * 1.2, r * 0.07, (84, 58, 32), end_width=r * 0.1)


def fruits(canvas):
    sphere(canvas, 640, 470, 112, orange(1))
    sphere(canvas, 840, 505, 104, apple((190, 30, 34), 840))
    stem(canvas, 840, 505, 104)
    sphere(canvas, 460, 525, 100, apple((168, 184, 52), 460))
    stem(canvas, 460, 525, 100)
    sphere(canvas, 745, 585, 92, orange(2))
    sphere(canvas, 350, 610, 82, glossy((238, 206, 52), shine=0.4, rim=(50, 40, 10)), ry=66)
    random = Random(104)
    plum = glossy((98, 44, 92), shine=0.5, sharpness=14, rim=(40, 26, 56))
    for x, y in ((558, 610), (622, 604), (590, 560), (650, 566), (618, 648), (556, 660)):
        sphere(canvas, x + random.uniform(-4, 4), y, 42, plum)
    sphere(canvas, 950, 620, 74, orange(3))


def bowl(canvas):
    count = 230
    widths = [400 * sqrt(max(0, 1 - (i / (count + 8)) ** 2.3)) * (1 if i < 206 else 1) for i in range(count)]
    widths += [max(widths[-1], 128)] * 14

    def glaze(u, v, nx, ny, nz):
        light = 0.36 + 0.62 * max(0, -0.6 * nx - 0.35 * ny + 0.62 * nz)
        base = (58, 96, 130) if 0.16 < v < 0.23 or 0.26 < v < 0.28 else (232, 226, 212)
        spot = max(0, -0.36 * nx - 0.3 * ny + 0.88 * nz) ** 40 * 60
        warm = 0.14 * max(0, ny)
        return (
            base[0] * (light + warm) + spot,
            base[1] * (light + warm * 0.7) + spot,
            base[2] * (light + warm * 0.4) + spot,
        )

    lathe(canvas, 650, 592, widths, glaze)
    # The rim: a thin light line that catches the window.
    for i, (tone, dy) in enumerate((((150, 144, 132), 0), ((250, 246, 236), -4))):
        for x in range(252, 1048, 2):
            t = (x - 650) / 400
            disc(
                canvas,
                x,
                594 + dy + 13 * sqrt(max(0, 1 - t * t)) - 6,
                5 - i * 2,
                tone,
                soft=2,
                opacity=0.8 - 0.3 * max(0, t),
            )
