"""A picture in the making: 8-bit planes, painted by rows."""

from math import sqrt
from random import Random


def clamped(values):
    try:
        return bytes(map(int, values))
    except ValueError:
        return bytes([0 if v < 0 else 255 if v > 255 else int(v) for v in values])


def gradient(stops):
    """A function from a position to a color: linear between stops (position, (r, g, b)), constant outside."""

    def color(t):
        if t <= stops[0][0]:
            return stops[0][1]
        for (t0, c0), (t1, c1) in zip(stops, stops[1:]):
            if t <= t1:
                k = (t - t0) / (t1 - t0)
                return tuple(a + (b - a) * k for a, b in zip(c0, c1))
        return stops[-1][1]

    return color


def blend(a, b, k):
    return tuple(p + (q - p) * k for p, q in zip(a, b))


class Canvas:
    """Colors are triples of 0…255; in a row operation each component may also be a list, one value per pixel."""

    def __init__(self, width, height, alpha=False):
        self.width = width
        self.height = height
        self.planes = [bytearray(width * height) for _ in range(3)]
        self.alpha = bytearray(width * height) if alpha else None

    def put(self, y, color):
        start = y * self.width
        for plane, c in zip(self.planes, color):
            plane[start : start + self.width] = (
                clamped(c) if isinstance(c, list) else bytes([max(0, min(255, int(c)))]) * self.width
            )

    def mix(self, y, x, mask, color):
        """Lays `color` over the row from column `x` on, as opaque as `mask` (0…1) says. Parts outside are left out."""
        if not 0 <= y < self.height:
            return
        left = max(0, -x)
        count = min(len(mask), self.width - x) - left
        if count <= 0:
            return
        mask = mask[left : left + count]
        color = [c[left : left + count] if isinstance(c, list) else c for c in color]
        start = y * self.width + x + left
        end = start + count
        if self.alpha is not None:
            # Straight alpha: the color under a transparent pixel must not shine through.
            old = [a / 255 for a in self.alpha[start:end]]
            new = [m + a * (1 - m) for m, a in zip(mask, old)]
            self.alpha[start:end] = clamped([a * 255 + 0.5 for a in new])
            mask = [m / n if n else 0 for m, n in zip(mask, new)]
        for plane, c in zip(self.planes, color):
            old = plane[start:end]
            if isinstance(c, list):
                plane[start:end] = clamped([o + (v - o) * m for o, v, m in zip(old, c, mask)])
            else:
                plane[start:end] = clamped([o + (c - o) * m for o, m in zip(old, mask)])

    def add(self, y, x, amounts, color):
        """Adds light to the row from column `x` on."""
        if not 0 <= y < self.height:
            return
        left = max(0, -x)
        count = min(len(amounts), self.width - x) - left
        if count <= 0:
            return
        amounts = amounts[left : left + count]
        start = y * self.width + x + left
        for plane, c in zip(self.planes, color):
            plane[start : start + count] = clamped([o + c * a for o, a in zip(plane[start : start + count], amounts)])

    def row(self, y):
        return [plane[y * self.width : (y + 1) * self.width] for plane in self.planes]

    def grain(self, seed, sigma=2.0):
        """Film grain. It also hides the steps of 8-bit gradients."""
        random = Random(seed)
        table = [random.gauss(0, sigma) + 0.5 for _ in range(40_009)]
        for y in range(self.height):
            offset = random.randrange(len(table) - self.width)
            noise = table[offset : offset + self.width]
            start = y * self.width
            for plane in self.planes:
                plane[start : start + self.width] = clamped(
                    [p + n for p, n in zip(plane[start : start + self.width], noise)]
                )
        return self

    def vignette(self, strength):
        """Darkens towards the corners, as lenses do."""
        cx, cy = self.width / 2, self.height / 2
        across = [((x - cx) / cx) ** 2 for x in range(self.width)]
        for y in range(self.height):
            down = ((y - cy) / cy) ** 2
            factors = [1 - strength * (a + down) ** 2 / 4 for a in across]
            start = y * self.width
            for plane in self.planes:
                plane[start : start + self.width] = clamped(
                    [p * f for p, f in zip(plane[start : start + self.width], factors)]
                )
        return self

    def blur(self, radius, top=0, bottom=None):
        """A box blur of the rows top ..< bottom, once across and once down."""
        bottom = self.height if bottom is None else bottom
        size = 2 * radius + 1
        for plane in self.planes:
            rows = []
            for y in range(top, bottom):
                row = plane[y * self.width : (y + 1) * self.width]
                padded = [row[0]] * (radius + 1) + list(row) + [row[-1]] * radius
                total, sums = 0, []
                for value in padded:
                    total += value
                    sums.append(total)
                rows.append([(b - a) / size for a, b in zip(sums, sums[size:])])
            sums = [sum(column) for column in zip(*([rows[0]] * (radius + 1) + rows[:radius]))]
            last = len(rows) - 1
            for i in range(len(rows)):
                entering = rows[min(i + radius, last)]
                leaving = rows[max(i - radius - 1, 0)]
                sums = [s + e - g for s, e, g in zip(sums, entering, leaving)]
                y = top + i
                plane[y * self.width : (y + 1) * self.width] = clamped([s / size for s in sums])
        return self


def distance_row(cx, dy, x0, x1):
    return [sqrt((x - cx) * (x - cx) + dy * dy) for x in range(x0, x1)]
