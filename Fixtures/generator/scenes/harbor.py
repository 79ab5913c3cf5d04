"""Sailing boats before a sunset."""

from random import Random

from ..canvas import Canvas, blend, gradient
from ..noise import Noise, octaves
from ..shapes import disc, glow, polygon, skyline, stroke

WIDTH, HEIGHT, HORIZON = 1440, 960, 545
SUN = (985, 420)
SKY = gradient(
    [(0, (38, 58, 104)), (0.35, (98, 98, 138)), (0.62, (196, 130, 122)), (0.82, (246, 172, 104)), (1, (255, 206, 132))]
)


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    clouds = Noise(11, octaves(480, 6, 0.62, stretch=5))
    for y in range(HORIZON):
        t = y / HORIZON
        base, lit = SKY(t), blend(SKY(min(1, t + 0.3)), (255, 150, 110), 0.35)
        amounts = [0 if n < 0.02 else min(0.85, (n - 0.02) * 2.1) for n in clouds.row(y * 1.1, WIDTH)]
        canvas.put(y, base)
        canvas.mix(y, 0, amounts, lit)
    glow(canvas, *SUN, 620, (255, 150, 60), 0.34)
    glow(canvas, *SUN, 190, (255, 190, 110), 0.5)
    disc(canvas, *SUN, 44, (255, 246, 214), soft=3)

    coast = Noise(12, octaves(256, 6, 46))
    for level, color, seed in ((498, (176, 118, 112), 0), (522, (110, 78, 92), 400)):
        # The farther coast ends at the left, the nearer one at the right.
        fall = [max(0, x - 700) * 0.09 if seed else max(0, 520 - x) * 0.06 for x in range(WIDTH)]
        skyline(canvas, [level + n + f for n, f in zip(coast.row(seed + 5, WIDTH), fall)], lambda y: color)

    sea(canvas)
    for x, y, size in ((330, 650, 1.55), (655, 592, 0.74), (1210, 612, 0.92)):
        boat(canvas, x, y, size)
    return canvas.vignette(0.3).grain(13)


def sea(canvas):
    """The sky mirrored, broken by waves that grow towards the viewer."""
    waves = Noise(14, octaves(192, 5, 0.5, stretch=6))
    sparkle = Noise(15, octaves(48, 4, 0.6, stretch=5))
    for y in range(HORIZON, HEIGHT):
        depth = (y - HORIZON + 1) / (HEIGHT - HORIZON)
        far = SKY(1 - depth * 0.95)
        water = blend(far, (20, 42, 72), 0.28 + 0.42 * depth)
        # Perspective: the same waves are pressed together towards the horizon.
        at = 60 / (depth + 0.045) + 400
        crest = waves.row(at * 2.2, WIDTH)
        canvas.put(y, tuple([c * (1 + (0.16 + 0.3 * depth) * n) for n in crest] for c in water))
        spread = 46 + 300 * depth
        glitter = []
        for x, n in enumerate(sparkle.row(at * 3.1, WIDTH)):
            away = abs(x - SUN[0]) / spread
            value = (n - 0.1 + 0.62 * (1 - away)) if away < 1.6 else 0
            glitter.append(0 if value <= 0 else min(1, value * 1.25))
        canvas.mix(y, 0, [g * (0.85 - 0.35 * depth) for g in glitter], (255, 214, 150))


def boat(canvas, x, y, s):
    dark, sail, shade = (36, 30, 44), (250, 226, 200), (196, 150, 138)
    random = Random(int(x))
    for i in range(70):  # the mirror image falls apart with the distance from the hull
        down = 4 + i * 3.6 * s
        half = (58 if i < 8 else 34 * (1 - i / 80)) * s * random.uniform(0.35, 1)
        cx = x + random.uniform(-9, 9) * s * (1 + i / 30)
        tone = dark if i < 8 else (150, 112, 112)
        stroke(canvas, cx - half, y + down, cx + half, y + down, 2.6 * s, tone, opacity=0.6 * (1 - i / 72))
    polygon(
        canvas,
        [(x - 72 * s, y - 14 * s), (x + 80 * s, y - 18 * s), (x + 58 * s, y + 6 * s), (x - 54 * s, y + 6 * s)],
        dark,
    )
    stroke(canvas, x - 70 * s, y - 13 * s, x + 78 * s, y - 17 * s, 2.4 * s, (214, 140, 104))
    stroke(canvas, x + 4 * s, y - 14 * s, x + 4 * s, y - 226 * s, 4 * s, (70, 52, 54), end_width=2 * s)

    def cloth(light, dim):
        return lambda row: blend(light, dim, max(0, min(1, (row - y + 220 * s) / (210 * s))))

    polygon(
        canvas,
        [(x + s, y - 222 * s), (x - 20 * s, y - 110 * s), (x - 76 * s, y - 30 * s), (x + s, y - 30 * s)],
        cloth(sail, shade),
    )
    polygon(
        canvas,
        [(x + 8 * s, y - 196 * s), (x + 40 * s, y - 100 * s), (x + 76 * s, y - 26 * s), (x + 10 * s, y - 34 * s)],
        cloth((255, 240, 214), (230, 180, 150)),
    )
