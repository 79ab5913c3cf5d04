"""A path through a misty forest."""

from random import Random

from ..canvas import Canvas, blend
from ..noise import Noise, octaves
from ..shapes import glow, lathe, polygon, skyline
from .trees import conifers

WIDTH, HEIGHT = 1200, 900


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    haze = Noise(31, octaves(400, 5, 0.09, stretch=2))
    for y in range(HEIGHT):
        base = blend((222, 230, 206), (196, 210, 180), y / HEIGHT)
        canvas.put(y, tuple([c * (1 + n) for n in haze.row(y, WIDTH)] for c in base))
    glow(canvas, 700, 260, 640, (255, 236, 170), 0.32)

    fog, deep = (206, 216, 188), (24, 44, 34)
    for i in range(5):
        k = i / 4
        random = Random(320 + i)
        tone = blend(fog, deep, 0.16 + 0.50 * k)
        rise = conifers(random, WIDTH, 92 + 46 * k, 0.5)
        # A clearing in the middle lets the light through.
        valley = [min(1.0, abs(x - 690) / (330 + 110 * k)) for x in range(WIDTH)]
        floor = 560 + 62 * k
        heights = [floor - r * (0.45 + 1.0 * v) - 150 * v * (1 - 0.5 * k) for r, v in zip(rise, valley)]
        skyline(canvas, heights, lambda y: blend(tone, fog, max(0, min(0.85, (y - 330 - 110 * k) / 330))), bottom=660)
    ground(canvas)
    random = Random(33)
    for k in (0.35, 0.5, 0.65, 0.8, 1.0, 1.0):
        for side in (-1, 1):
            trunk(canvas, random, 660 + side * (130 + 440 * k * random.uniform(0.75, 1.2)), k)
    for i, x in enumerate((520, 610, 700, 800, 905)):
        lean = (x - 700) * 0.9 - 90
        polygon(canvas, [(x + 20, 0), (x + 62, 0), (x + 110 + lean, 760), (x - 30 + lean, 760)], (255, 246, 206), 0.10)
    return canvas.vignette(0.4).grain(34)


def ground(canvas):
    moss = Noise(35, octaves(96, 6, 0.42, stretch=3))
    for y in range(600, HEIGHT):
        depth = (y - 600) / (HEIGHT - 600)
        base = blend((150, 164, 118), (52, 66, 34), depth**0.7)
        noise = moss.row(900 / (depth + 0.18), WIDTH)
        edge = min(1, (y - 600) / 50)
        canvas.mix(y, 0, [edge] * WIDTH, tuple([c * (1 + n) for n in noise] for c in base))
        middle = 690 - 60 * depth + 70 * depth * depth
        half = 16 + 200 * depth * depth + 40 * depth
        path = [
            max(0, min(1, (half - abs(x - middle) + 26 * n) / (6 + 40 * depth))) * 0.9 * edge
            for x, n in enumerate(noise)
        ]
        earth = blend((206, 192, 150), (128, 100, 66), depth)
        canvas.mix(y, 0, path, tuple([c * (1 + 0.5 * n) for n in noise] for c in earth))


def trunk(canvas, random, x, k):
    width = 7 + 34 * k * k * random.uniform(0.8, 1.25)
    foot = int(610 + 215 * k * random.uniform(0.85, 1.1))
    bark = Noise(int(x) + 36, [(6, 60, 0.22), (3, 26, 0.16), (12, 140, 0.14)])
    tone = blend((168, 174, 146), (44, 36, 28), k**0.8)
    widths = [width * (0.72 + 0.28 * i / foot + (0.9 * max(0, (i - foot + 46) / 46) ** 3)) for i in range(foot)]
    rows = {}

    def shader(u, v, nx, ny, nz):
        row = int(v * foot)
        if row not in rows:
            rows.clear()
            rows[row] = bark.row(row, 80)
        # Columns of the bark wrap around the trunk, so they crowd at its sides.
        grain = rows[row][int(40 + 38 * u * (0.6 + 0.4 * u * u))]
        light = (0.62 + 0.5 * max(0, (nx if x < 690 else -nx)) + 0.25 * nz) * (1 + grain)
        return tone[0] * light, tone[1] * light, tone[2] * light

    lathe(canvas, x, 0, widths, shader)
