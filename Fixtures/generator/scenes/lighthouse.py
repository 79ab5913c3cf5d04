"""A lighthouse on a cliff."""

from math import sin
from random import Random

from ..canvas import Canvas, blend, gradient
from ..noise import Noise, octaves
from ..shapes import glow, lathe, polygon, stroke

WIDTH, HEIGHT, HORIZON = 1000, 1400, 900
SKY = gradient([(0, (62, 124, 190)), (0.6, (140, 190, 226)), (1, (232, 228, 214))])


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    clouds = Noise(611, octaves(300, 7, 0.58, stretch=2.2, persistence=0.56))
    bellies = Noise(62, octaves(200, 4, 0.5, stretch=2))
    for y in range(HORIZON):
        canvas.put(y, SKY(y / HORIZON))
        tones = [min(255, 244 + 26 * n) for n in bellies.row(y, WIDTH)]
        cover = [0 if n < 0.06 else min(0.95, (n - 0.06) * 3) for n in clouds.row(y, WIDTH)]
        canvas.mix(y, 0, cover, (tones, tones, [min(255, t + 6) for t in tones]))
    sea(canvas)
    cliff(canvas)
    tower(canvas, 640, 330, 980)
    grass(canvas)
    return canvas.vignette(0.22).grain(63)


def sea(canvas):
    waves = Noise(64, octaves(160, 6, 0.8, stretch=6))
    for y in range(HORIZON, HEIGHT):
        depth = (y - HORIZON) / (HEIGHT - HORIZON)
        tone = blend((134, 178, 196), (18, 84, 116), min(1, depth * 2.2))
        noise = waves.row(80 / (depth + 0.05) * 2, WIDTH)
        canvas.put(y, tuple([c * (1 + 0.22 * n) for n in noise] for c in tone))
        canvas.mix(y, 0, [0 if n < 0.62 else min(0.8, (n - 0.62) * 3) for n in noise], (236, 244, 246))


def edge_of_cliff(x):
    return 1000 + 0.00042 * max(0, 620 - x) ** 2 + 16 * sin(x / 90) + 7 * sin(x / 31 + 1)


def cliff(canvas):
    rock = Noise(65, octaves(64, 6, 0.5, stretch=3.2, persistence=0.7))
    turf = Noise(66, octaves(40, 5, 0.4, stretch=0.8))
    bumps = Noise(67, octaves(60, 5, 14)).row(4, WIDTH)
    edge = [edge_of_cliff(x) + b for x, b in enumerate(bumps)]
    face = [e + 70 + 1.5 * b + 0.16 * x for x, (e, b) in enumerate(zip(edge, bumps))]
    side = [230 + 60 * b / 14 for b in Noise(68, octaves(64, 5, 14)).row(9, HEIGHT)]
    for y in range(int(min(edge)), HEIGHT):
        inside = [max(0, min(1, x - side[y] + (y - 1180) * 0.28)) for x in range(WIDTH)]
        mask = [m if y > e else 0 for m, e in zip(inside, edge)]
        stone = rock.row(y, WIDTH)
        green = turf.row(y, WIDTH)
        planes = []
        for a, b in ((138, 96), (120, 132), (104, 54)):
            planes.append([b * (1 + g) if y < f else a * (1 + s) for f, s, g in zip(face, stone, green)])
        canvas.mix(y, 0, mask, tuple(planes))


def tower(canvas, cx, top, foot):
    count = foot - top + 60
    widths = [52 + 40 * (i / count) ** 1.2 for i in range(count)]
    stain = Noise(69, [(24, 90, 0.06), (9, 40, 0.05)])
    rows = {}

    def wall(u, v, nx, ny, nz):
        y = int(v * count)
        if y not in rows:
            rows.clear()
            rows[y] = stain.row(y, 210)
        base = (206, 52, 44) if (y - 10 + int(5 * u * u)) // 104 % 2 else (244, 240, 230)
        light = (0.42 + 0.66 * max(0, -0.62 * nx + 0.75 * nz)) * (1 + rows[y][int(102 + 100 * u)])
        return base[0] * light, base[1] * light, base[2] * light

    def metal(tone):
        return lambda u, v, nx, ny, nz: tuple(c * (0.5 + 0.7 * max(0, -0.6 * nx + 0.6 * nz)) for c in tone)

    lathe(canvas, cx, top, widths, wall)
    for y, x in ((470, -16), (640, 18), (810, -10)):
        polygon(
            canvas, [(cx + x - 11, y), (cx + x + 11, y), (cx + x + 12, y + 38), (cx + x - 12, y + 38)], (52, 62, 76)
        )
    lathe(canvas, cx, top - 12, [74 - 6 * abs(i - 8) / 8 for i in range(20)], metal((70, 74, 84)))
    lathe(
        canvas,
        cx,
        top - 112,
        [38] * 102,
        lambda u, v, nx, ny, nz: blend((255, 244, 190), (120, 150, 170), min(1, abs(u) ** 2 + 0.1)),
    )
    for u in (-0.98, -0.6, 0, 0.6, 0.98):
        stroke(canvas, cx + 38 * u, top - 112, cx + 38 * u, top - 12, 4, (48, 52, 60))
    for y in (top - 52, top - 36):
        stroke(canvas, cx - 72, y, cx + 72, y, 3, (62, 66, 76))
    for i in range(-4, 5):
        stroke(canvas, cx + 17.5 * i, top - 52, cx + 17.5 * i, top - 10, 2.4, (62, 66, 76))
    lathe(canvas, cx, top - 172, [2 + 44 * (i / 60) ** 0.55 for i in range(60)], metal((184, 48, 42)))
    stroke(canvas, cx, top - 210, cx, top - 168, 4, (60, 60, 66), end_width=6)
    glow(canvas, cx, top - 66, 190, (255, 230, 150), 0.5)


def grass(canvas):
    random = Random(70)
    for _ in range(2600):
        x = random.uniform(300, WIDTH)
        y = edge_of_cliff(x) + random.uniform(0, 66 + 0.12 * x)
        tone = blend((66, 104, 40), (176, 186, 92), random.random())
        stroke(
            canvas, x, y, x + random.uniform(-8, 9), y - random.uniform(8, 24), 2.6, tone, end_width=0.5, opacity=0.85
        )
