"""Somebody in a straw hat, off-center, before the lights of a garden party."""

from math import sqrt
from random import Random

from ..canvas import Canvas, blend
from ..noise import Noise, octaves
from ..shapes import disc, glossy, glow, lathe, smooth, sphere, stroke

WIDTH, HEIGHT = 1000, 1250
CX, CY = 590, 500  # the middle of the face


def paint():
    canvas = Canvas(WIDTH, HEIGHT)
    leaves = Noise(111, octaves(250, 4, 0.45))
    for y in range(HEIGHT):
        tone = blend((46, 74, 62), (24, 36, 40), y / HEIGHT)
        canvas.put(y, tuple([c * (1 + n) for n in leaves.row(y, WIDTH)] for c in tone))
    random = Random(112)
    for _ in range(64):  # lights out of focus
        x, y, r = random.uniform(-20, WIDTH), random.uniform(-20, 950), random.uniform(16, 62)
        tone = random.choice(((255, 196, 104), (255, 170, 84), (214, 226, 140), (255, 222, 170), (120, 190, 150)))
        k = random.uniform(0.12, 0.5)
        disc(canvas, x, y, r, tone, soft=5, opacity=k * 0.75)
        disc(canvas, x, y, r * 0.82, blend(tone, (70, 90, 70), 0.35), soft=14, opacity=k * 0.4)
    canvas.blur(3)
    body(canvas)
    head(canvas)
    hat(canvas)
    glow(canvas, 120, 260, 700, (255, 190, 110), 0.22)
    return canvas.vignette(0.35).grain(113, 2.0)


def body(canvas):
    skin = glossy((214, 152, 118), shine=0.05, ambient=0.42)
    hair = glossy((74, 42, 28), shine=0.18, sharpness=10, ambient=0.4)
    strands = Noise(114, [(7, 240, 0.22), (3, 90, 0.16), (30, 300, 0.2)])
    rows = {}

    def locks(u, v, nx, ny, nz):
        key = int(v * 460)
        if key not in rows:
            rows.clear()
            rows[key] = strands.row(key, 300)
        return tuple(c * (1 + rows[key][int(150 + 148 * u)]) for c in hair(nx, ny, nz))

    lathe(canvas, CX, CY - 150, [172 + 26 * (i / 460) - 70 * max(0, (i - 380) / 80) ** 2 for i in range(460)], locks)
    knit = Noise(115, [(10, 5, 0.10), (4, 3, 0.08), (120, 160, 0.14)])
    coat = glossy((58, 104, 128), shine=0.03, ambient=0.4)
    cache = {}

    def wool(u, v, nx, ny, nz):
        key = int(v * 540)
        if key not in cache:
            cache.clear()
            cache[key] = knit.row(key, 960)
        return tuple(c * (1 + cache[key][int(480 + 478 * u)]) for c in coat(nx, ny * 0.4, nz))

    lathe(
        canvas, CX + 4, CY + 290, smooth([(0, 80), (34, 128), (80, 250), (130, 330), (220, 390), (469, 440)], 470), wool
    )
    lathe(
        canvas,
        CX,
        CY + 110,
        [78 + 16 * (i / 210) ** 2 for i in range(210)],
        lambda u, v, nx, ny, nz: skin(nx, ny + 0.35 * (1 - v), nz),
    )
    disc(canvas, CX - 2, CY + 176, 96, (92, 48, 36), soft=44, opacity=0.75, ry=44)
    scarf(canvas)


def scarf(canvas):
    cloth = glossy((206, 84, 64), shine=0.04, ambient=0.42)
    for i, (y, r, ry) in enumerate(((352, 150, 40), (322, 136, 36), (296, 122, 32))):
        sphere(
            canvas,
            CX + (6, -4, 3)[i],
            CY + y,
            r,
            lambda nx, ny, nz: tuple(
                c * (1 + 0.07 * (int((nx * 1.3 + ny * 0.5 + 3) * 14) % 2)) for c in cloth(nx * 0.8, ny, nz)
            ),
            ry=ry,
        )


def head(canvas):
    skin = glossy((240, 180, 146), shine=0.10, sharpness=8, ambient=0.54, rim=(60, 30, 16))
    blush = (206, 104, 88)

    def face(nx, ny, nz):
        r, g, b = skin(nx, ny, nz)
        for cx in (-0.46, 0.44):  # cheeks
            k = 1 - ((nx - cx) ** 2 + (ny - 0.26) ** 2 * 1.2) / 0.09
            if k > 0:
                k *= 0.34
                r, g, b = r + (blush[0] - r) * k * 0.4, g + (blush[1] - g) * k, b + (blush[2] - b) * k
        return r, g, b

    sphere(canvas, CX, CY, 140, face, ry=184)
    for side in (-1, 1):  # hair that frames the face
        for i in range(22):
            x = CX + side * (96 + i * 3.4)
            stroke(
                canvas,
                x - side * 26,
                CY - 130,
                x,
                CY + 190 - i * 2,
                11,
                blend((84, 48, 32), (48, 26, 18), (i % 5) / 5),
                end_width=2,
                opacity=0.8,
            )
    dark, brow = (52, 30, 26), (82, 48, 34)
    for side in (-1, 1):
        ex, ey = CX - 6 + side * 56, CY - 4
        disc(canvas, ex, ey - 2, 34, (150, 92, 74), soft=18, opacity=0.5, ry=18)
        for i in range(-14, 15):  # smiling eyes are closed: an arc, thickest in the middle
            t = i / 14
            disc(canvas, ex + 27 * t, ey + 8 - 11 * (1 - t * t), 2.4 + 1.2 * (1 - t * t), dark, soft=1.6)
            disc(
                canvas,
                ex + 33 * t,
                ey - 34 - 7 * (1 - (t - 0.2 * side) ** 2),
                3.6 + 1.4 * (1 - t * t),
                brow,
                soft=3,
                opacity=0.55,
            )
        stroke(canvas, ex + side * 26, ey + 8, ex + side * 36, ey + 2, 4, dark, end_width=1)
    disc(canvas, CX + 6, CY + 46, 17, (178, 112, 86), soft=18, opacity=0.55, ry=9)
    disc(canvas, CX - 12, CY + 24, 9, (255, 214, 186), soft=16, opacity=0.5, ry=26)
    for i in range(-24, 25):
        t = i / 24
        y = CY + 98 - 15 * t * t
        disc(canvas, CX - 2 + 44 * t, y + 4 * (1 - t * t), 5.6 * (1 - t * t) + 1.5, (184, 82, 76), soft=3, opacity=0.8)
        disc(canvas, CX - 2 + 46 * t, y, 1.8, (122, 48, 46), soft=2, opacity=0.9)


def hat(canvas):
    straw = glossy((226, 190, 122), shine=0.05, ambient=0.45)
    disc(canvas, CX + 4, CY - 92, 152, (70, 36, 24), soft=46, opacity=0.55, ry=40)

    def weave(nx, ny, nz):
        band = 0.10 * (int((ny * 1.6 + nx * nx * 0.4 + 4) * 26) % 2) + 0.06 * (int((nx + 4) * 46) % 2)
        return tuple(c * (0.9 + band) for c in straw(nx, ny, nz))

    def crown(nx, ny, nz):
        # The seam where the crown meets the brim curves towards the viewer, and the band follows it.
        below = (CY - 186 + ny * 122) - (CY - 160 + 20 * sqrt(max(0, 1 - nx * nx)))
        if below > 0:
            bx, by = nx * 142 / 262, (ny * 122 - 62) / 60
            shade = 0.8 + 0.2 * min(1, below / 14)
            return tuple(c * shade for c in weave(bx, by, sqrt(max(0, 1 - bx * bx - by * by))))
        if below > -46:
            light = 0.42 + 0.66 * max(0, -0.5 * nx + 0.6 * nz)
            return 160 * light, 52 * light, 56 * light
        return weave(nx, ny, nz)

    sphere(canvas, CX - 2, CY - 124, 262, weave, ry=60)
    sphere(canvas, CX - 2, CY - 186, 142, crown, ry=122)
