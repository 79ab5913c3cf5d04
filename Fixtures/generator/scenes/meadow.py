"""A meadow of poppies under a summer sky."""

from math import cos, pi, sin
from random import Random

from ..canvas import Canvas, blend, gradient
from ..noise import Noise, octaves
from ..shapes import disc, skyline, stroke

WIDTH, HEIGHT, HORIZON = 1280, 960, 400
SKY = gradient([(0, (58, 122, 196)), (0.7, (150, 196, 228)), (1, (226, 236, 232))])


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    clouds = Noise(141, octaves(340, 7, 0.58, stretch=2, persistence=0.55))
    for y in range(HORIZON + 20):
        canvas.put(y, SKY(y / HORIZON))
        canvas.mix(y, 0, [0 if n < 0.1 else min(0.95, (n - 0.1) * 2.8) for n in clouds.row(y, WIDTH)], (252, 250, 246))
    for i, (level, tone) in enumerate(((374, (126, 156, 170)), (396, (88, 124, 100)))):
        hills = Noise(142 + i, octaves(400, 6, 34)).row(3, WIDTH)
        skyline(canvas, [level + h for h in hills], lambda y: tone, bottom=HORIZON + 60)
    field = Noise(144, octaves(90, 6, 0.4, stretch=3))
    for y in range(HORIZON + 14, HEIGHT):
        depth = (y - HORIZON) / (HEIGHT - HORIZON)
        tone = blend((150, 168, 84), (44, 78, 26), depth**0.6)
        canvas.put(y, tuple([c * (1 + n) for n in field.row(500 / (depth + 0.1), WIDTH)] for c in tone))
    random = Random(145)
    rows = sorted(random.random() ** 0.62 for _ in range(2300))
    for depth in rows:  # far to near
        y = HORIZON + 22 + depth**1.5 * (HEIGHT - HORIZON + 60)
        size = 1.2 + 30 * depth**2.1
        x = random.uniform(-20, WIDTH + 20)
        for _ in range(2):
            blade(canvas, random, x + random.uniform(-30, 30), y + size * 1.4, size)
        if random.random() < 0.42:
            poppy(canvas, random, x, y - size * random.uniform(0.3, 1.6), size * random.uniform(0.7, 1.05))
    return canvas.vignette(0.25).grain(146, 1.4)


def blade(canvas, random, x, y, size):
    tone = blend((38, 76, 20), (150, 176, 70), random.random())
    lean = random.uniform(-0.8, 0.8) * size
    stroke(canvas, x, y, x + lean * 0.4, y - size * 1.6, max(0.8, size * 0.13), tone)
    stroke(
        canvas,
        x + lean * 0.4,
        y - size * 1.6,
        x + lean * 1.2,
        y - size * 2.9,
        max(0.8, size * 0.13),
        tone,
        end_width=0.4,
    )


def poppy(canvas, random, x, y, size):
    stroke(canvas, x, y, x + random.uniform(-0.4, 0.4) * size, y + size * 3.4, max(0.6, size * 0.1), (60, 92, 36))
    if size < 5:
        disc(canvas, x, y, size, (214, 44, 34), soft=1.2, ry=size * 0.7)
        return
    turn = random.uniform(0, pi)
    for i in range(4):
        angle = turn + i * pi / 2
        px, py = x + cos(angle) * size * 0.42, y + sin(angle) * size * 0.26
        tone = blend((236, 66, 40), (176, 22, 26), random.uniform(0, 0.8) + (0.2 if sin(angle) < 0 else 0))
        disc(canvas, px, py, size * 0.72, tone, soft=2, ry=size * 0.5)
        disc(
            canvas,
            px - size * 0.1,
            py - size * 0.12,
            size * 0.34,
            (255, 122, 84),
            soft=size * 0.5,
            opacity=0.4,
            ry=size * 0.2,
        )
    disc(canvas, x, y, size * 0.24, (32, 20, 26), soft=2, ry=size * 0.17)
