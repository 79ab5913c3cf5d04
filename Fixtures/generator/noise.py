"""Value noise, made a row at a time so that pure Python is fast enough for whole photographs."""

from random import Random


class Noise:
    """A sum of octaves. Each octave is (period across, period down, amplitude); values lie around 0."""

    def __init__(self, seed, octaves):
        self.seed = seed
        self.octaves = octaves
        self.lattices = {}
        # Smoothstep weights of one lattice cell: without them the lattice shows as creases.
        self.weights = [[t * t * (3 - 2 * t) for t in (i / px for i in range(px))] for px, _, _ in octaves]

    def lattice(self, octave, index, count):
        key = (octave, index)
        values = self.lattices.get(key)
        if values is None or len(values) < count:
            random = Random(self.seed * 1_000_003 + octave * 7919 + index * 101).random
            values = self.lattices[key] = [random() * 2 - 1 for _ in range(count)]
        return values

    def row(self, y, width):
        total = None
        for octave, (px, py, amplitude) in enumerate(self.octaves):
            count = width // px + 2
            cell = int(y // py)
            t = y / py - cell
            t = t * t * (3 - 2 * t)
            above = self.lattice(octave, cell, count)
            below = self.lattice(octave, cell + 1, count)
            knots = [(a + (b - a) * t) * amplitude for a, b in zip(above, below)]
            weights = self.weights[octave]
            values = [a + d * w for a, d in zip(knots, [q - p for p, q in zip(knots, knots[1:])]) for w in weights]
            total = values[:width] if total is None else [s + v for s, v in zip(total, values)]
        return total


def octaves(largest, count, amplitude=1.0, stretch=1.0, persistence=0.5):
    """`count` octaves from period `largest` on, each of half the period and `persistence` times the amplitude.

    `stretch` is how much longer the cells are across than down.
    """
    result = []
    for i in range(count):
        px = max(2, largest >> i)
        result.append((px, max(1, round(px / stretch)), amplitude * persistence**i))
    return result
