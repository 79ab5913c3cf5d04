"""A striped vase and its soft shadow, cut out."""

from math import sin

from ..canvas import Canvas
from ..shapes import disc, lathe

WIDTH, HEIGHT = 720, 900


def paint():
    canvas = Canvas(WIDTH, HEIGHT, alpha=True)
    # A shadow is partial alpha over a wide area: what a cut-out must carry through every step.
    disc(canvas, 400, 822, 200, (30, 24, 40), soft=150, opacity=0.55, ry=34)
    count = 690
    widths = []
    for i in range(count):
        t = i / count
        body = 205 * sin(min(1, max(0, (t - 0.06) / 0.94)) ** 0.85 * 2.75 + 0.12) if t > 0.06 else 0
        neck = 84 + 46 * max(0, 0.16 - t) / 0.16
        widths.append(max(body, neck if t < 0.5 else 96))

    for _ in range(160):
        widths = [widths[0]] + [(a + 2 * b + c) / 4 for a, b, c in zip(widths, widths[1:], widths[2:])] + [widths[-1]]

    def glaze(u, v, nx, ny, nz):
        wave = v * 26 + 0.35 * sin(9 * u + 3 * v)
        stripe = int(wave) % 4
        base = ((232, 224, 204), (34, 92, 116), (232, 224, 204), (214, 128, 64))[stripe]
        light = 0.36 + 0.68 * max(0, -0.58 * nx - 0.3 * ny + 0.62 * nz) + 0.10 * max(0, nx) ** 3
        spot = 150 * max(0, -0.38 * nx - 0.2 * ny + 0.9 * nz) ** 60
        return base[0] * light + spot, base[1] * light + spot, base[2] * light + spot

    lathe(canvas, 360, 130, widths, glaze)
    disc(canvas, 360, 132, 128, (196, 188, 170), soft=1.5, ry=26)
    disc(canvas, 360, 135, 114, (44, 40, 48), soft=3, ry=20)
    return canvas
