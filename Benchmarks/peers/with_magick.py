"""PROGRAM SIDE OUT PICTURE...: squares by ImageMagick or GraphicsMagick, one process for each picture, two at once.

PROGRAM is `magick`, `convert` or `gm`.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

program, side, out, paths = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
os.environ["MAGICK_THREAD_LIMIT"] = os.environ["OMP_NUM_THREADS"] = "1"

is_graphics_magick = os.path.basename(program) == "gm"
# The size at which a JPEG is decoded; each program has its own word for it.
hint = ["-size", f"{2 * side}x{2 * side}"] if is_graphics_magick else ["-define", f"jpeg:size={2 * side}x{2 * side}"]
flatten = ["-background", "white", "-flatten"] if is_graphics_magick else ["-background", "white", "-alpha", "remove"]
square = ["-auto-orient", "-thumbnail", f"{side}x{side}^", "-gravity", "center", "-extent", f"{side}x{side}"]


def edit(job):
    index, path = job
    command = [program] + (["convert"] if is_graphics_magick else [])
    command += hint + [path] + square + flatten + ["-quality", "85", "-strip", f"{out}/{index}.jpg"]
    subprocess.run(command, check=True)


with ThreadPoolExecutor(2) as pool:
    list(pool.map(edit, enumerate(paths)))
