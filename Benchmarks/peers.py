"""The whole command beside its peers: the same pictures, the same work, one after the other, several times.

    python3 Benchmarks/peers.py COMMAND FOLDER [--sizes 256,512,1080] [--runs 5] [--json FILE]

Work: every picture of FOLDER becomes a centered square of the given side, JPEG at quality 85, without metadata, on two
workers. Each run is a process of its own, and its whole wall time counts. The contestants take turns, so that a busy moment of
the machine hits all of them. Printed: the median, the spread (fastest and slowest), and the ratio ours / peer of the medians.

Peers that are not installed are left out: pyvips, Pillow and OpenCV are looked for in this Python, vipsthumbnail on the PATH.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}

PEER_PROGRAMS = {
    "pyvips": """
import os, sys
os.environ["VIPS_CONCURRENCY"] = "2"
import pyvips
from concurrent.futures import ThreadPoolExecutor
side, out, paths = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
def edit(job):
    index, path = job
    pyvips.Image.thumbnail(path, side, height=side, crop="centre").flatten(background=255).write_to_file(f"{out}/{index}.jpg", Q=85, strip=True) if path.endswith((".png", ".webp")) and pyvips.Image.new_from_file(path).hasalpha() else pyvips.Image.thumbnail(path, side, height=side, crop="centre").write_to_file(f"{out}/{index}.jpg", Q=85, strip=True)
with ThreadPoolExecutor(2) as pool: list(pool.map(edit, enumerate(paths)))
""",
    "PIL": """
import sys
from concurrent.futures import ProcessPoolExecutor
from PIL import Image, ImageOps
Image.MAX_IMAGE_PIXELS = None
side, out, paths = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
def edit(job):
    index, path = job
    picture = Image.open(path)
    picture.draft("RGB", (2 * side, 2 * side))
    picture = ImageOps.exif_transpose(picture)
    ImageOps.fit(picture, (side, side), Image.Resampling.LANCZOS).convert("RGB").save(f"{out}/{index}.jpg", quality=85)
if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool: list(pool.map(edit, enumerate(paths)))
""",
    "cv2": """
import sys
from concurrent.futures import ThreadPoolExecutor
import cv2
cv2.setNumThreads(1)
side, out, paths = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
import struct
def header(path):
    with open(path, "rb") as file: data = file.read(1 << 20)
    if data[:2] != b"\\xff\\xd8": return None
    at = 2
    while at + 9 < len(data):
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2:at + 4])[0]
        if marker in (0xC0, 0xC1, 0xC2): return struct.unpack(">HH", data[at + 5:at + 9])
        at += 2 + length
def edit(job):
    index, path = job
    shape = header(path)
    flag = cv2.IMREAD_COLOR
    if shape:
        for factor, reduced in ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2)):
            if min(shape) // factor >= side:
                flag = reduced
                break
    pixels = cv2.imread(path, flag)
    height, width = pixels.shape[:2]
    square = min(height, width)
    top, left = (height - square) // 2, (width - square) // 2
    pixels = cv2.resize(pixels[top:top + square, left:left + square], (side, side), interpolation=cv2.INTER_AREA)
    cv2.imwrite(f"{out}/{index}.jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])
with ThreadPoolExecutor(2) as pool: list(pool.map(edit, enumerate(paths)))
""",
}

NAMES = {"PIL": "Pillow", "cv2": "OpenCV"}


def contestants(command, side, paths, out):
    """Name and command line of everyone who takes part."""
    yield "AllowsEditing", [
        command, *paths, "-o", out, "-s", str(side), "-f", "jpeg", "--original", "none", "--quiet", "-j", "2"]
    for module, program in PEER_PROGRAMS.items():
        if importlib.util.find_spec(module):
            yield NAMES.get(module, module), [sys.executable, "-c", program, str(side), out, *paths]
    if shutil.which("vipsthumbnail"):
        yield "vipsthumbnail", [
            "vipsthumbnail", *paths, "--size", f"{side}x{side}", "--smartcrop", "centre", "-o", f"{out}/%s.jpg[Q=85,strip]"]


def run(arguments):
    """Wall seconds, CPU seconds and peak memory of one process with its children."""
    before = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{arguments[0]} failed: {message.decode(errors='replace')[-500:]}")
    return time.perf_counter() - before, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def compare(command, paths, side, runs):
    results = {}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            names = [name for name, _ in contestants(command, side, paths, folder)]
            for name in names:
                out = os.path.join(folder, name)
                os.mkdir(out)
                arguments = dict(contestants(command, side, paths, out))[name]
                results.setdefault(name, []).append(run(arguments))
                # Nobody wins by doing less.
                if len(os.listdir(out)) != len(paths):
                    raise SystemExit(f"{name} wrote {len(os.listdir(out))} of {len(paths)} pictures")
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--sizes", default="256,512,1080")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    paths = sorted(str(p) for p in options.folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
    table = []
    for side in [int(s) for s in options.sizes.split(",")]:
        results = compare(options.command, paths, side, options.runs)
        ours = statistics.median(wall for wall, _, _ in results["AllowsEditing"])
        print(f"\n{len(paths)} pictures to {side} px, {options.runs} runs in turn")
        print(f"{'':16}{'median s':>10}{'fastest':>10}{'slowest':>10}{'CPU s':>8}{'peak MB':>9}{'ours/peer':>11}")
        for name, values in results.items():
            wall = [value[0] for value in values]
            cpu = statistics.median(value[1] for value in values)
            peak = max(value[2] for value in values)
            median = statistics.median(wall)
            print(f"{name:16}{median:10.3f}{min(wall):10.3f}{max(wall):10.3f}{cpu:8.2f}{peak / 1e6:9.0f}{ours / median:11.2f}")
            table.append({
                "side": side, "pictures": len(paths), "name": name, "median": median, "fastest": min(wall), "slowest": max(wall),
                "cpu": cpu, "peakBytes": peak, "ratio": ours / median})
    if options.json:
        options.json.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
