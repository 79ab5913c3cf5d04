"""Snowy mountains and their mirror image."""

from random import Random

from ..canvas import Canvas, blend, gradient
from ..noise import Noise, octaves
from ..shapes import skyline
from .trees import conifers

WIDTH, HEIGHT, SHORE = 1400, 933, 500
SKY = gradient([(0, (44, 98, 168)), (0.6, (126, 172, 214)), (1, (206, 222, 232))])


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    clouds = Noise(41, octaves(380, 6, 0.6, stretch=2.6))
    for y in range(SHORE):
        canvas.put(y, SKY(y / SHORE))
        canvas.mix(y, 0, [0 if n < 0.12 else min(0.9, (n - 0.12) * 2.4) for n in clouds.row(y, WIDTH)], (250, 250, 250))
    mountains(canvas, 42, 350, [(140, 210, 1.9), (480, 190, 1.6), (760, 250, 1.5), (1340, 280, 1.8)], 0.42)
    mountains(
        canvas, 47, 330, [(330, 270, 1.25), (1010, 370, 1.2), (860, 230, 1.1), (1240, 190, 1.5), (40, 120, 2.0)], 0.0
    )
    woods(canvas)
    water(canvas)
    return canvas.vignette(0.25).grain(44)


def mountains(canvas, seed, level, peaks, haze):
    """`peaks` are (x, height above the shore, how wide for its height)."""
    noise = Noise(seed, octaves(240, 7, 46, persistence=0.55)).row(7, WIDTH)
    heights = [
        SHORE - max(h - abs(x - px) / wide * (1 - 0.12 * n / 46) for px, h, wide in peaks) - n
        for x, n in enumerate(noise)
    ]
    # Slopes: noise that is taken slantwise, so that its folds run down the flanks.
    flank = Noise(seed + 1, octaves(128, 6, 1.0, stretch=0.55))
    for y in range(max(0, int(min(heights))), SHORE):
        mask = [0 if y + 1 <= h else 1 if y >= h else y + 1 - h for h in heights]
        fold = flank.row(y, WIDTH + 6)
        reds, greens, blues = [], [], []
        for x in range(WIDTH):
            n = fold[x]
            slope = (fold[x + 6] - n) * 2.2
            light = 0.8 + (0.42 if slope > 0.42 else -0.42 if slope < -0.42 else slope)
            snow = (level - 25 - y) / 70 + n * 1.1 + slope * 0.3
            snow = 0 if snow < 0 else 1 if snow > 1 else snow
            rock = 96 + 26 * n
            reds.append((rock + (238 - rock) * snow) * light)
            greens.append((rock * 0.98 + (242 - rock * 0.98) * snow) * (light * 0.97 + 0.03))
            blues.append((rock * 1.04 + (250 - rock * 1.04) * snow) * (light * 0.85 + 0.15))
        k = haze + 0.3 * max(0, (y - 340) / 160)
        if k:
            reds, greens, blues = (
                [v + (c - v) * k for v in vs] for vs, c in zip((reds, greens, blues), (184, 204, 222))
            )
        canvas.mix(y, 0, mask, (reds, greens, blues))


def woods(canvas):
    texture = Noise(43, octaves(16, 3, 0.3, stretch=0.6))
    for i, (size, base, color) in enumerate(((11, 470, (58, 84, 84)), (17, 492, (26, 54, 44)))):
        rise = conifers(Random(44 + i), WIDTH, size, 0.4)
        hill = Noise(45 + i, octaves(350, 3, 18)).row(2, WIDTH)
        heights = [base + h - r for h, r in zip(hill, rise)]
        skyline(canvas, heights, lambda y: tuple([c * (1 + n) for n in texture.row(y, WIDTH)] for c in color))


def water(canvas):
    ripples = Noise(46, octaves(160, 5, 1.0, stretch=9))
    shadow = Noise(49, octaves(300, 3, 1.0, stretch=14))
    for y in range(SHORE, HEIGHT):
        depth = (y - SHORE + 1) / (HEIGHT - SHORE)
        # Ripples near the viewer look at a higher part of the sky: the mirror row wanders.
        at = 70 / (depth + 0.06) + 300
        wave = ripples.row(at * 2, WIDTH)
        gust = shadow.row(at, WIDTH)
        mirror = 2 * SHORE - y - 1
        reach = 1.5 + 16 * depth
        starts = [max(0, min(SHORE - 1, int(mirror + reach * n))) * WIDTH + x for x, n in enumerate(wave)]
        tint = blend((96, 124, 140), (18, 52, 74), depth)
        dim = [0.2 + 0.3 * depth + (0.22 * g if g > 0 else 0) + 0.06 * n for g, n in zip(gust, wave)]
        canvas.put(y, tuple([p[s] + (t - p[s]) * d for s, d in zip(starts, dim)] for p, t in zip(canvas.planes, tint)))
    for y in range(SHORE - 5, SHORE + 4):
        canvas.mix(y, 0, [0.55] * WIDTH, (70, 78, 66))
