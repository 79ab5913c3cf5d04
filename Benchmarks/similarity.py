"""Whether other tools did the work that they were timed with: their squares beside ours.

    python3 Benchmarks/similarity.py SIDE < pairs.json

Standard input: a list of [input, our square, their square]. Every square must have the side and be at least 25 dB like ours.
Two things may rightly differ, and are listed but do not fail:
- what a color profile or alpha of the input becomes;
- the place of the square: some tools scale the whole picture first and cut in whole pixels of the result, so that theirs is
  off by a part of a pixel, which costs a sharp picture its decibels. A square that is not alike is moved by up to one pixel
  in quarters, and must be alike then.
Standard output: a JSON object with the figures. A process of its own, because memory of the caller would count as memory of what it starts.

Needs Pillow and numpy; without them the exit code is 3.
"""

import json
import math
import sys

try:
    import numpy
    from PIL import Image
except ImportError:
    sys.exit(3)

Image.MAX_IMAGE_PIXELS = None
LEAST = 25.0
# Pixels at the border that are left out where one picture was moved: they come from the opposite side.
BORDER = 8


def pixels(path):
    with Image.open(path) as picture:
        return numpy.asarray(picture.convert("RGB"), dtype=numpy.float64)


def psnr(first, second):
    error = numpy.mean((first - second) ** 2)
    return 99.0 if error == 0 else 10 * math.log10(255 * 255 / error)


def moved(spectrum, size, x, y):
    """A picture, given by its Fourier transform, moved by parts of a pixel."""
    rows = numpy.fft.fftfreq(size[0])[:, None, None]
    columns = numpy.fft.rfftfreq(size[1])[None, :, None]
    phase = numpy.exp(-2j * numpy.pi * (rows * y + columns * x))
    return numpy.fft.irfft2(spectrum * phase, s=size, axes=(0, 1))


def aligned(first, second):
    """The best PSNR where the first picture is moved by up to one pixel, and how far: across first, then down."""
    spectrum = numpy.fft.rfft2(first, axes=(0, 1))
    inner = slice(BORDER, -BORDER)

    def value(x, y):
        return psnr(moved(spectrum, first.shape[:2], x, y)[inner, inner], second[inner, inner])

    steps = [step / 4 for step in range(-4, 5)]
    x = max(steps, key=lambda step: value(step, 0))
    y = max(steps, key=lambda step: value(x, step))
    return value(x, y), x, y


def reason_to_differ(path):
    """Why tools may rightly make different pictures of this one; None if they may not."""
    with Image.open(path) as picture:
        if picture.mode in ("LA", "PA", "RGBA") or "transparency" in picture.info:
            return "alpha"
        if picture.info.get("icc_profile"):
            return "profile"
    return None


def main():
    side = int(sys.argv[1])
    report = {"compared": 0, "least": None, "exempt": [], "failures": []}
    for source, ours, theirs in json.load(sys.stdin):
        first, second = pixels(ours), pixels(theirs)
        name = source.rsplit("/", 1)[-1]
        if second.shape[:2] != (side, side):
            report["failures"].append(f"{name}: {second.shape[1]}×{second.shape[0]} instead of {side}×{side}")
            continue
        value = round(psnr(first, second), 2)
        reason = reason_to_differ(source)
        if reason and value < LEAST:
            report["exempt"].append(f"{name}: {value} dB ({reason})")
            continue
        if value < LEAST:
            better, x, y = aligned(first, second)
            if better >= LEAST:
                report["exempt"].append(f"{name}: {value} dB, {better:.2f} dB when ours is moved by {x}, {y} px")
                continue
        report["compared"] += 1
        report["least"] = value if report["least"] is None else min(value, report["least"])
        if value < LEAST:
            report["failures"].append(f"{name}: {value} dB")
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
