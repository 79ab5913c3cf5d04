#!/usr/bin/env python3
"""Makes every file below this folder anew: the fixtures, a README for each folder, and index.tsv.

    python3 Fixtures/generate.py                 all of it
    python3 Fixtures/generate.py valid malformed  these folders alone; the index keeps its other rows

It needs Python 3.10 or later, `cjpeg` and `jpegtran` of libjpeg-turbo, and `cwebp`. The same versions of these tools give the
same bytes. To add a fixture, add one entry to a list in generator/.
"""

import sys
from itertools import chain
from pathlib import Path

sys.dont_write_bytecode = True

from generator import (  # noqa: E402
    catalogue, malformed_cuts, malformed_jpeg, malformed_other, photos, tools, valid_jpeg, valid_orientation, valid_png,
    valid_webp,
)  # fmt: skip

HERE = Path(__file__).resolve().parent

FOLDERS = {
    "photos": (
        "Pictures that look like photographs, painted by the generator: gradients, texture and film grain. All of them are "
        "larger than 512 pixels on the short side, so a square of 512 is cut and scaled from each. Sizes are upright.",
        (photos,),
        photos.make_all,
    ),
    "valid": (
        "Small files that a right program reads without a failure, each for one reason. Where the result depends on an "
        "orientation, the one in force stands in ../index.tsv.",
        (valid_orientation, valid_jpeg, valid_png, valid_webp),
        None,
    ),
    "malformed": (
        "Small files that a right program refuses, each with the kind of error in the last column, or (few of them) reads in "
        "spite of a fault. `truncated`: the data ends before the picture is complete. `malformed`: the data contradicts its "
        "format. `unsupported`: well formed, but not read. `limitExceeded`: more pixels than 268 402 689, or more scans "
        "than 500.",
        (malformed_cuts, malformed_jpeg, malformed_other),
        None,
    ),
}


def main(wanted):
    unknown = set(wanted) - set(FOLDERS)
    if unknown:
        sys.exit("no such folder: " + ", ".join(sorted(unknown)))
    tools.check()
    index = HERE / "index.tsv"
    old = [line.split("\t") for line in index.read_text().splitlines()[1:]] if index.exists() else []
    rows = []
    for name, (introduction, sources, make_all) in FOLDERS.items():
        if wanted and name not in wanted:
            rows += [row for row in old if row[0].startswith(name + "/")]
            continue
        fixtures = list(chain.from_iterable(source.fixtures() for source in sources))
        rows += catalogue.write_folder(HERE / name, introduction, fixtures, make_all)
    catalogue.write_index(index, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
