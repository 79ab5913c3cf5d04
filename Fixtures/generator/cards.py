"""Small test pictures."""

from random import Random

from .picture import Picture


def corners():
    """48×32 upright: red, green, blue and yellow corners (in reading order) and a white mark left of and above the middle.

    All edges lie on the 8×8 grid, so a JPEG in 4:4:4 holds it the same in all eight orientations; the corners are 16×8
    blocks, so that turning by 90° can be told from mirroring.
    """
    red, green, blue, yellow = (208, 32, 32), (32, 176, 48), (32, 64, 208), (232, 208, 32)
    ground, white = (112, 112, 112), (248, 248, 248)

    def pixel(x, y):
        if y < 8 or y >= 24:
            if x < 16:
                return red if y < 8 else blue
            if x >= 32:
                return green if y < 8 else yellow
        return white if 16 <= x < 24 and 8 <= y < 16 else ground

    return Picture.drawn(48, 32, 3, pixel)


def smooth(width, height):
    """Soft gradients: what scaling and chroma at half resolution hardly change."""
    return Picture.drawn(
        width, height, 3,
        lambda x, y: (48 + 160 * x // max(1, width - 1), 48 + 160 * y // max(1, height - 1), 208 - 120 * (x + y) // (width + height)),
    )  # fmt: skip


def textured(width, height, seed=7):
    """Gradients, stripes and noise: enough bits for a cut to fall into them."""
    random = Random(seed)
    return Picture.drawn(
        width, height, 3,
        lambda x, y: tuple(
            max(0, min(255, v + random.randrange(-24, 25)))
            for v in (40 + 180 * x // width, 200 - 150 * y // height, 128 + (70 if (x // 5 + y // 9) % 2 else -50))
        ),
    )  # fmt: skip


def cutout(width, height, soft=True):
    """An orange ring on nothing; `soft` gives it a rim of partial alpha."""
    cx, cy, r = width / 2 - 0.5, height / 2 - 0.5, min(width, height) * 0.36

    def pixel(x, y):
        d = abs(((x - cx) ** 2 + (y - cy) ** 2) ** 0.5 - r)
        edge = (r * 0.4 - d) / (3 if soft else 0.001)
        alpha = 0 if edge <= 0 else 255 if edge >= 1 else round(edge * 255)
        return (236, 120 + 60 * y // height, 40, alpha) if alpha else (0, 0, 0, 0)

    return Picture.drawn(width, height, 4, pixel)
