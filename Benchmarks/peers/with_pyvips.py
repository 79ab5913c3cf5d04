"""SIDE OUT PICTURE...: squares by pyvips, two pictures at once, two threads in libvips."""

import os
import sys

os.environ["VIPS_CONCURRENCY"] = "2"  # read when libvips is loaded
import pyvips
from concurrent.futures import ThreadPoolExecutor

side, out, paths = int(sys.argv[1]), sys.argv[2], sys.argv[3:]


def edit(job):
    index, path = job
    picture = pyvips.Image.thumbnail(path, side, height=side, crop="centre")
    # JPEG has no alpha: what is transparent becomes white. A JPEG is not opened a second time to find that it has none.
    if path.endswith((".png", ".webp")) and pyvips.Image.new_from_file(path).hasalpha():
        picture = picture.flatten(background=255)
    picture.write_to_file(f"{out}/{index}.jpg", Q=85, strip=True)


with ThreadPoolExecutor(2) as pool:
    list(pool.map(edit, enumerate(paths)))
