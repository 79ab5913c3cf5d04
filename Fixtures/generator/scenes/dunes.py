"""Sand dunes in low light. It is meant for a gray picture, so it holds no hue."""

from math import sin

from ..canvas import Canvas
from ..noise import Noise, octaves

WIDTH, HEIGHT = 1400, 1000

# Crest lines as (x, y) knots from left to right, the farthest dune first, and whether its right flank lies in shadow.
DUNES = (
    ((0, 452), (260, 424), (520, 446), (860, 408), (1400, 446)),
    ((0, 500), (380, 476), (760, 520), (1080, 446), (1400, 512)),
    ((0, 560), (300, 500), (620, 610), (900, 640), (1400, 560)),
    ((0, 760), (420, 720), (830, 568), (1100, 690), (1400, 760)),
    ((0, 830), (360, 742), (700, 900), (1000, 985), (1400, 1060)),
)
PEAKS = ((860, 300), (1080, 260), (300, 330), (830, 420), (360, 520))


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    clouds = Noise(71, octaves(500, 6, 0.6, stretch=5))
    for y in range(480):
        tone = 64 + 130 * (y / 470) ** 1.5
        canvas.put(y, ([tone + (60 * n if n > 0 else 12 * n) for n in clouds.row(y, WIDTH)],) * 3)
    for i in range(len(DUNES)):
        dune(canvas, i)
    return canvas.vignette(0.3).grain(72, 2.6)


def curve(knots):
    """Half a cosine between knots: dunes have round troughs."""
    values = []
    for (x0, y0), (x1, y1) in zip(knots, knots[1:]):
        for x in range(x0, x1):
            t = (x - x0) / (x1 - x0)
            values.append(y0 + (y1 - y0) * (t * t * (3 - 2 * t) * 0.5 + t * 0.5))
    return values


def dune(canvas, i):
    """From its peak a sharp edge winds down to the viewer: left of it lies the light, right of it the shadow."""
    k = i / (len(DUNES) - 1)
    crest = [y + n for y, n in zip(curve(DUNES[i]), Noise(73 + i, octaves(120, 2, 3 + 5 * k)).row(1, WIDTH))]
    peak, reach = PEAKS[i]
    sand = Noise(80 + i, octaves(16, 3, 5, stretch=1.5))
    bend = Noise(90 + i, octaves(260, 3, 26 + 30 * k))
    lit, dark = 214 - 10 * k, 128 - 92 * k
    haze = 0.34 * (1 - k) ** 1.5
    for y in range(int(min(crest)), HEIGHT):
        grains, wind = sand.row(y, WIDTH), bend.row(y, WIDTH)
        down = y - crest[peak]
        edge = peak + down * 0.42 + 26 * (1 + k) * sin(down / (70 + 60 * k))
        soft = 2 + 0.05 * max(0, down)
        tones, mask = [], []
        for x, g, n, c in zip(range(WIDTH), grains, wind, crest):
            below = y - c
            mask.append(0 if below <= -1 else 1 if below >= 0 else below + 1)
            shade = (x - edge) / soft
            shade = 0 if shade < 0 else 1 if shade > 1 else shade
            # The shadow thins out to the right, where the flank turns up to the sky again.
            shade *= max(0.0, 1 - max(0.0, x - edge) / (reach * 2.2))
            ripple = sin((below * 1.2 + n) / (1.6 + 2.6 * k)) * (2 + 6 * k)
            light = lit - 0.1 * max(0, edge - x) * (1 - 0.5 * k) * 0.4 - 0.06 * below
            tones.append(light + (dark - light) * shade + ripple * (1 - 0.7 * shade) + g)
        canvas.mix(y, 0, mask, ([t + (196 - t) * haze for t in tones],) * 3)
