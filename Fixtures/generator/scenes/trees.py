"""Outlines of trees."""


def conifers(random, width, size, jag):
    """How far a row of conifers rises above its ground, for each column. `jag` is how deep the branches cut in."""
    rise = [0.0] * width
    x = -size
    while x < width + size:
        height = size * random.uniform(1.2, 2.9)
        half = height * random.uniform(0.17, 0.24)
        period = max(3.0, height / random.uniform(7, 10))
        for column in range(max(0, int(x - half)), min(width, int(x + half) + 1)):
            away = abs(column - x) / half
            along = height * (1 - away)
            # Each tier of branches is a tooth: it hangs out, then falls back to the trunk.
            tooth = (along % period) / period
            rise[column] = max(rise[column], along - jag * period * (1 - tooth) * (1.6 if away > 0.1 else 0))
        x += half * random.uniform(0.55, 1.7)
    return rise
