"""Shapes on a canvas: skylines, discs, glows, polygons, spheres and turned bodies."""

from math import ceil, floor, hypot, sqrt

from .canvas import distance_row


def skyline(canvas, heights, color, bottom=None):
    """Fills everything from the curve `heights` (a y for each x) down to `bottom`. `color(y)` gives the color of a row."""
    lowest = max(heights)
    for y in range(max(0, floor(min(heights))), min(canvas.height, ceil(bottom or canvas.height))):
        if y >= lowest:
            canvas.put(y, color(y))
        else:
            canvas.mix(y, 0, [0 if y + 1 <= h else 1 if y >= h else y + 1 - h for h in heights], color(y))


def disc(canvas, cx, cy, r, color, soft=1.0, opacity=1.0, ry=None):
    """A disc, or an ellipse if `ry` is given, with an edge of `soft` pixels."""
    ratio = r / (ry or r)
    x0, x1 = max(0, floor(cx - r - soft)), min(canvas.width, ceil(cx + r + soft) + 1)
    reach = (r + soft) / ratio
    for y in range(max(0, floor(cy - reach)), min(canvas.height, ceil(cy + reach) + 1)):
        edges = [(r - d) / soft + 0.5 for d in distance_row(cx, (y - cy) * ratio, x0, x1)]
        canvas.mix(y, x0, [0 if e <= 0 else opacity if e >= 1 else e * opacity for e in edges], color)


def glow(canvas, cx, cy, r, color, strength=1.0, ry=None):
    """Adds light that fades to nothing at `r`."""
    ratio = r / (ry or r)
    x0, x1 = max(0, floor(cx - r)), min(canvas.width, ceil(cx + r) + 1)
    across = [(x - cx) * (x - cx) / (r * r) for x in range(x0, x1)]
    for y in range(max(0, floor(cy - r / ratio)), min(canvas.height, ceil(cy + r / ratio) + 1)):
        down = ((y - cy) * ratio / r) ** 2
        canvas.add(y, x0, [0 if a + down >= 1 else strength * (1 - a - down) ** 3 for a in across], color)


def polygon(canvas, points, color, opacity=1.0):
    """Fills a polygon (even-odd), four scan lines to a row; `color` is a triple or a function of y."""
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    x0, x1 = max(0, floor(min(xs))), min(canvas.width, ceil(max(xs)) + 1)
    if x1 <= x0:
        return
    edges = list(zip(points, points[1:] + points[:1]))
    for y in range(max(0, floor(min(ys))), min(canvas.height, ceil(max(ys)) + 1)):
        mask = [0.0] * (x1 - x0)
        for part in (0.125, 0.375, 0.625, 0.875):
            line = y + part
            crossings = sorted(
                ax + (bx - ax) * (line - ay) / (by - ay) for (ax, ay), (bx, by) in edges if (ay <= line) != (by <= line)
            )
            for a, b in zip(crossings[::2], crossings[1::2]):
                a, b = max(a, x0) - x0, min(b, x1) - x0
                if b <= a:
                    continue
                first, last = floor(a), min(floor(b), x1 - x0 - 1)
                if first == last:
                    mask[first] += (b - a) * 0.25
                    continue
                mask[first] += (first + 1 - a) * 0.25
                for i in range(first + 1, last):
                    mask[i] += 0.25
                mask[last] += (b - last) * 0.25
        canvas.mix(y, x0, [m * opacity for m in mask], color(y) if callable(color) else color)


def stroke(canvas, ax, ay, bx, by, width, color, end_width=None, opacity=1.0):
    """A straight line that may taper towards its end."""
    end_width = width if end_width is None else end_width
    length = hypot(bx - ax, by - ay) or 1
    nx, ny = -(by - ay) / length / 2, (bx - ax) / length / 2
    polygon(
        canvas,
        [
            (ax + nx * width, ay + ny * width),
            (bx + nx * end_width, by + ny * end_width),
            (bx - nx * end_width, by - ny * end_width),
            (ax - nx * width, ay - ny * width),
        ],
        color,
        opacity,
    )


def sphere(canvas, cx, cy, r, shader, ry=None):
    """A shaded ball: `shader(nx, ny, nz)` gives the color for a surface normal (x right, y down, z to the viewer)."""
    ratio = r / (ry or r)
    for y in range(max(0, floor(cy - r / ratio) - 1), min(canvas.height, ceil(cy + r / ratio) + 2)):
        dy = (y - cy) * ratio
        if abs(dy) > r:
            continue
        half = sqrt(r * r - dy * dy)
        x0, x1 = max(0, floor(cx - half)), min(canvas.width, ceil(cx + half) + 1)
        if x1 <= x0:
            continue
        ny = dy / r
        mask, reds, greens, blues = [], [], [], []
        for x in range(x0, x1):
            nx = (x - cx) / r
            square = nx * nx + ny * ny
            # Half a pixel of soft edge; outside of it the normal is clamped to the rim.
            edge = r * (1 - sqrt(square)) + 0.5
            mask.append(0 if edge <= 0 else 1 if edge >= 1 else edge)
            red, green, blue = shader(nx, ny, sqrt(1 - square) if square < 1 else 0.0)
            reds.append(red)
            greens.append(green)
            blues.append(blue)
        canvas.mix(y, x0, mask, (reds, greens, blues))


def lathe(canvas, cx, top, half_widths, shader):
    """A turned body: `half_widths` has one value for each row from `top` on. `shader(u, v, nx, ny, nz)` gives the color;
    u is −1…1 across, v is 0…1 down."""
    count = len(half_widths)
    for i, half in enumerate(half_widths):
        if half <= 0.25 or not 0 <= top + i < canvas.height:
            continue
        slope = (half_widths[min(i + 2, count - 1)] - half_widths[max(i - 2, 0)]) / 4
        tilt = -max(-3.0, min(3.0, slope))
        scale = 1 / sqrt(1 + tilt * tilt)
        x0, x1 = max(0, floor(cx - half)), min(canvas.width, ceil(cx + half) + 1)
        mask, reds, greens, blues = [], [], [], []
        for x in range(x0, x1):
            u = (x - cx) / half
            edge = half - abs(x - cx) + 0.5
            mask.append(0 if edge <= 0 else 1 if edge >= 1 else edge)
            u = -1.0 if u < -1 else 1.0 if u > 1 else u
            red, green, blue = shader(u, i / count, u * scale, tilt * scale, sqrt(1 - u * u) * scale)
            reds.append(red)
            greens.append(green)
            blues.append(blue)
        canvas.mix(top + i, x0, mask, (reds, greens, blues))


def smooth(knots, count):
    """A soft curve (Catmull-Rom) through (place, value) knots, sampled at 0 ..< count: the half widths of a body."""
    slopes = []
    for i in range(len(knots)):
        (x0, y0), (x1, y1) = knots[max(0, i - 1)], knots[min(len(knots) - 1, i + 1)]
        slopes.append((y1 - y0) / (x1 - x0))
    values = []
    for (x0, y0), (x1, y1), m0, m1 in zip(knots, knots[1:], slopes, slopes[1:]):
        d = x1 - x0
        for t in (i / d for i in range(d)):
            u = 1 - t
            values.append(u * u * (1 + 2 * t) * y0 + t * u * u * d * m0 + t * t * (3 - 2 * t) * y1 - t * t * u * d * m1)
    return (values + [knots[-1][1]] * count)[:count]


def glossy(base, light=(-0.5, -0.62, 0.6), ambient=0.34, shine=0.55, sharpness=18, rim=(0, 0, 0)):
    """A shader of a lit, slightly shiny ball of one color. `rim` is the light that comes back from the surroundings."""
    lx, ly, lz = light
    # The half vector between the light and the viewer, for the highlight.
    hx, hy, hz = lx, ly, lz + 1
    length = sqrt(hx * hx + hy * hy + hz * hz)
    hx, hy, hz = hx / length, hy / length, hz / length
    br, bg, bb = base
    rr, rg, rb = rim

    def shader(nx, ny, nz):
        diffuse = nx * lx + ny * ly + nz * lz
        diffuse = ambient + (1 - ambient) * diffuse if diffuse > 0 else ambient * (1 + 0.5 * diffuse)
        spot = nx * hx + ny * hy + nz * hz
        spot = 255 * shine * spot**sharpness if spot > 0 else 0
        back = (1 - nz) * (1 - nz) * (0.5 + 0.5 * ny)
        return br * diffuse + spot + rr * back, bg * diffuse + spot + rg * back, bb * diffuse + spot + rb * back

    return shader
