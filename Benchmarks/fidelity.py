"""How close the edited pictures come to a reference computed in double precision.

Reference: the whole picture decoded by Pillow at full size, turned upright, cropped to the square in the middle and scaled by a
support-scaled Lanczos3 in float64, both passes unrounded. Printed: PSNR of each picture, the mean and the worst.

    python3 Benchmarks/fidelity.py COMMAND FOLDER [SIDE ...] [--only jpeg]

Needs Pillow and numpy.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageOps

Image.MAX_IMAGE_PIXELS = None


def lanczos_weights(source, target):
    """For each target pixel: the first source pixel and its weights."""
    scale = source / target
    stretch = max(scale, 1.0)
    support = 3.0 * stretch
    for index in range(target):
        center = (index + 0.5) * scale
        first = max(0, math.floor(center - support))
        last = min(source, math.ceil(center + support))
        x = (numpy.arange(first, last) + 0.5 - center) / stretch
        weights = numpy.where(numpy.abs(x) < 3.0, numpy.sinc(x) * numpy.sinc(x / 3.0), 0.0)
        yield first, weights / weights.sum()


def scaled_rows(pixels, target):
    rows = [
        numpy.tensordot(weights, pixels[first : first + len(weights)], axes=(0, 0))
        for first, weights in lanczos_weights(pixels.shape[0], target)
    ]
    return numpy.stack(rows)


def reference(path, side, crop_rect):
    with Image.open(path) as picture:
        upright = ImageOps.exif_transpose(picture.convert("RGB") if picture.mode not in ("L", "RGB") else picture).convert("RGB")
        x, y, width, height = crop_rect
        pixels = numpy.asarray(upright.crop((x, y, x + width, y + height)), dtype=numpy.float64)
    target = min(side, width)
    once = scaled_rows(pixels, target)
    twice = scaled_rows(once.transpose(1, 0, 2), target).transpose(1, 0, 2)
    return numpy.clip(twice, 0, 255)


def psnr(first, second):
    error = numpy.mean((first - second) ** 2)
    return math.inf if error == 0 else 10 * math.log10(255 * 255 / error)


def measure(command, folder, side, only=None):
    """PSNR by input for one side, the command writing PNG so that no encoder adds its own loss."""
    results = {}
    with tempfile.TemporaryDirectory() as out:
        records = pathlib.Path(out, "records.jsonl")
        subprocess.run(
            [command, folder, "-o", pathlib.Path(out, "o"), "-s", str(side), "-f", "png", "--original", "none", "--quiet", "--records", records],
            check=True)
        for line in records.read_text().splitlines():
            record = json.loads(line)
            if only and record["format"] != only:
                continue
            with Image.open(record["edited"][0]["path"]) as edited:
                ours = numpy.asarray(edited.convert("RGB"), dtype=numpy.float64)
            results[record["input"]] = (psnr(ours, reference(record["input"], side, record["cropRect"])), record["route"])
    return results


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
    arguments = [a for a in arguments if a != only]
    command, folder = arguments[:2]
    for side in [int(a) for a in arguments[2:]] or [512]:
        results = measure(command, folder, side, only)
        for path, (value, route) in sorted(results.items(), key=lambda item: item[1]):
            print(f"{value:7.2f} dB  {route:24} {path}")
        values = [value for value, _ in results.values()]
        print(f"{side} px: mean {sum(values) / len(values):.2f} dB, worst {min(values):.2f} dB, {len(values)} pictures")


if __name__ == "__main__":
    main()
