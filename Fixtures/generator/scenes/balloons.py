"""Hot-air balloons over hills. No grain: a PNG keeps every bit of it."""

from math import asin, sqrt

from ..canvas import Canvas, blend, gradient
from ..noise import Noise, octaves
from ..shapes import glow, lathe, polygon, skyline, stroke

WIDTH, HEIGHT = 960, 760
SKY = gradient([(0, (86, 148, 206)), (0.6, (188, 214, 226)), (1, (252, 226, 196))])


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    for y in range(HEIGHT):
        canvas.put(y, SKY(y / 640))
    glow(canvas, 150, 560, 420, (255, 190, 120), 0.35)
    for i, (level, tone) in enumerate(
        ((590, (150, 172, 180)), (630, (112, 144, 128)), (680, (76, 112, 74)), (715, (48, 82, 52)))
    ):
        hills = Noise(131 + i, octaves(320, 4, 46, persistence=0.4)).row(2, WIDTH)
        skyline(
            canvas,
            [level + h for h in hills],
            lambda y: blend(tone, (236, 220, 196), max(0, 0.5 - i * 0.12) * max(0, (y - level) / 120)),
        )
    for x, y, r, tones in (
        (800, 470, 34, ((90, 90, 150), (224, 214, 200))),
        (170, 400, 46, ((214, 150, 52), (238, 226, 190))),
        (640, 330, 84, ((40, 124, 132), (240, 232, 208), (226, 160, 60))),
        (350, 240, 158, ((206, 52, 48), (246, 236, 214), (236, 150, 44), (246, 236, 214))),
    ):
        balloon(canvas, x, y, r, tones)
    return canvas


def balloon(canvas, cx, cy, r, tones):
    def half_width(t):
        if t < 0.42:
            return sqrt(max(0, 1 - ((t - 0.42) / 0.42) ** 2)) * r
        k = (t - 0.42) / 0.58
        return (sqrt(1 - k * k * 0.62) - 0.30 * k * k * k) * r * (1 - 0.08 * k)

    count = int(r * 2.45)
    widths = [half_width(i / count) for i in range(count)]

    def gores(u, v, nx, ny, nz):
        angle = asin(u) * 3.82 + 100.5
        base = tones[int(angle) % len(tones)]
        seam = abs(angle % 1 - 0.5) > 0.485
        light = (0.46 + 0.62 * max(0, -0.66 * nx - 0.3 * ny + 0.55 * nz)) * (0.86 if seam else 1)
        return base[0] * light, base[1] * light, base[2] * light

    top = cy - r
    basket = top + count + r * 0.42
    last = widths[-1]
    for u in (-0.85, -0.3, 0.3, 0.85):
        stroke(canvas, cx + u * last, top + count - 2, cx + u * r * 0.17, basket, max(0.7, r / 90), (92, 74, 60))
    lathe(canvas, cx, int(top), widths, gores)
    w = r * 0.18
    polygon(
        canvas,
        [(cx - w, basket), (cx + w, basket), (cx + w * 0.85, basket + r * 0.24), (cx - w * 0.85, basket + r * 0.24)],
        lambda y: blend((150, 100, 56), (84, 52, 28), max(0, min(1, (y - basket) / (r * 0.24)))),
    )
