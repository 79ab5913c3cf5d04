"""Mountain ridges in the haze of a morning."""

from random import Random

from ..canvas import Canvas, blend, gradient
from ..noise import Noise, octaves
from ..shapes import disc, glow, skyline
from .trees import conifers

WIDTH, HEIGHT, LAYERS = 1600, 1067, 6
SKY = gradient([(0, (104, 152, 190)), (0.45, (176, 202, 212)), (0.75, (248, 222, 190)), (1, (252, 208, 164))])


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    clouds = Noise(21, octaves(512, 6, 0.6, stretch=4))
    for y in range(620):
        canvas.put(y, SKY(y / 560))
        canvas.mix(y, 0, [0 if n < 0.05 else min(0.7, (n - 0.05) * 1.4) for n in clouds.row(y, WIDTH)], (255, 240, 226))
    glow(canvas, 470, 330, 520, (255, 176, 90), 0.26)
    glow(canvas, 470, 330, 150, (255, 210, 140), 0.4)
    disc(canvas, 470, 330, 38, (255, 252, 240), soft=4)

    ridges = [heights_of(i, i / (LAYERS - 1)) for i in range(LAYERS)]
    for i, heights in enumerate(ridges):
        k = i / (LAYERS - 1)
        far = blend((176, 178, 192), (22, 50, 58), k**0.8)
        mist = blend((250, 222, 194), (116, 144, 144), k)
        reach = 300 - 60 * k
        texture = Noise(40 + i, octaves(64, 4, 0.10 * (0.3 + k), stretch=1))
        top = min(heights)

        def color(y):
            fade = max(0, min(1, (y - top) / reach)) * (0.78 - 0.5 * k)
            base = blend(far, mist, fade)
            noise = texture.row(y, WIDTH)
            return tuple([c * (1 + n) for n in noise] for c in base)

        # What the next ridge covers anyway need not be painted.
        skyline(canvas, heights, color, bottom=max(ridges[i + 1]) + 1 if i + 1 < LAYERS else HEIGHT)
    return canvas.vignette(0.22).grain(23)


def heights_of(i, k):
    noise = Noise(22 + i, octaves(512, 8, 130 - 34 * k, persistence=0.52))
    level = 440 + 520 * k**1.12
    # Ridged noise: folding it over makes peaks sharp and valleys round.
    heights = [level - 1.25 * abs(n) * (1 if n < 0 else 0.5) - 0.35 * n for n in noise.row(3, WIDTH)]
    if i < 3:
        return heights
    trees = conifers(Random(30 + i), WIDTH, 9 + 26 * (k - 0.5), 0.42)
    return [h - t for h, t in zip(heights, trees)]
