"""A city at night, its windows lit, and a river."""

from random import Random

from ..canvas import Canvas, blend, gradient
from ..noise import Noise, octaves
from ..shapes import disc, glow

WIDTH, HEIGHT, BANK = 1080, 1440, 1040
SKY = gradient([(0, (8, 12, 34)), (0.5, (24, 28, 66)), (0.8, (74, 52, 92)), (1, (166, 96, 92))])


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    clouds = Noise(51, octaves(400, 6, 0.6, stretch=3))
    for y in range(BANK):
        canvas.put(y, SKY(y / BANK))
        canvas.mix(y, 0, [0 if n < 0.1 else min(0.5, (n - 0.1)) for n in clouds.row(y, WIDTH)], (92, 76, 110))
    random = Random(52)
    for _ in range(230):
        disc(
            canvas,
            random.uniform(0, WIDTH),
            random.uniform(0, 560),
            random.choice((0.6, 0.8, 1.3)),
            (240, 240, 255),
            opacity=random.uniform(0.3, 0.9),
        )
    glow(canvas, 805, 215, 330, (120, 130, 190), 0.35)
    disc(canvas, 805, 215, 52, (246, 242, 224), soft=2)
    for x, y, r in ((788, 200, 13), (822, 226, 17), (806, 246, 9), (830, 192, 7)):
        disc(canvas, x, y, r, (214, 208, 196), soft=6, opacity=0.6)

    for layer in range(3):
        buildings(canvas, random, layer)
    for x in range(40, WIDTH, 96):  # street lamps along the bank
        glow(canvas, x, BANK - 16, 64, (255, 176, 84), 0.75)
        disc(canvas, x, BANK - 16, 4, (255, 240, 200), soft=2)
    river(canvas)
    return canvas.grain(53, 2.4)


def buildings(canvas, random, layer):
    body = ((58, 46, 84), (34, 32, 62), (17, 18, 38))[layer]
    step = (12, 15, 19)[layer]
    x = -20
    while x < WIDTH:
        width = step * random.randint(5, 9)
        middle = 1 - abs((x + width / 2) - 420) / 800
        height = int(random.uniform(0.45, 1) * (700, 590, 400)[layer] * (0.35 + 0.75 * middle))
        top = BANK - height
        x0, x1 = max(0, x), min(WIDTH, x + width)
        for y in range(top, BANK):
            tone = blend(body, (120, 78, 88), 0.16 * (y - top) / height + (0.1, 0.04, 0)[layer])
            canvas.mix(y, x0, [1] * (x1 - x0), tone)
        if random.random() < 0.4:  # a mast with a warning light
            mast = random.randint(30, 110)
            for y in range(top - mast, top):
                canvas.mix(y, x + width // 2, [0.9, 0.9], body)
            glow(canvas, x + width // 2 + 1, top - mast, 15, (255, 60, 40), 1)
        windows(canvas, random, x, width, top, step, layer)
        x += width + random.choice((0, 0, step // 2, step))


def windows(canvas, random, x, width, top, step, layer):
    busy = random.uniform(0.2, 0.62)
    warm = random.choice(((255, 206, 128), (255, 226, 168), (206, 226, 255)))
    w, h = step // 2, int(step * 0.62)
    for wy in range(top + step, BANK - step, step):
        for wx in range(x + step // 3, x + width - w, step):
            lit = random.random() < busy
            power = random.uniform(0.45, 1) * (0.62, 0.85, 1)[layer] if lit else 0.1
            for y in range(wy, wy + h):
                canvas.mix(y, wx, [power * (0.75 if y == wy else 1)] * w, warm)


def river(canvas):
    """Every light becomes a long streak: rows far above are averaged into the mirror image."""
    waves = Noise(54, octaves(96, 5, 1.0, stretch=5))
    mirrored = [canvas.row(y) for y in range(BANK - 640, BANK)]
    for y in range(BANK, HEIGHT):
        depth = (y - BANK) / (HEIGHT - BANK)
        wave = waves.row(60 / (depth + 0.08) * 2 + 100, WIDTH)
        back = 1 + int((y - BANK) * 1.35)
        taps = [mirrored[max(0, 639 - back - d * (2 + int(14 * depth)))] for d in (0, 1, 2, 3)]
        columns = [max(0, min(WIDTH - 1, x + int(n * (2 + 10 * depth)))) for x, n in enumerate(wave)]
        planes = []
        for i, tint in enumerate((10, 14, 34)):
            a, b, c, d = (tap[i] for tap in taps)
            planes.append([tint + (a[x] + b[x] + c[x] + d[x]) * 0.19 * (0.9 + 0.5 * n) for x, n in zip(columns, wave)])
        canvas.put(y, tuple(planes))
    for y in range(BANK - 6, BANK + 3):
        canvas.mix(y, 0, [0.8] * WIDTH, (14, 14, 28))
