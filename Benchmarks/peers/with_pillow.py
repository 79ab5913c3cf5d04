"""SIDE OUT PICTURE...: squares by Pillow, two processes."""

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
    square = ImageOps.fit(picture, (side, side), Image.Resampling.LANCZOS)
    square.convert("RGB").save(f"{out}/{index}.jpg", quality=85)


if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(edit, enumerate(paths)))
