"""The encoders this generator calls: libjpeg-turbo's `cjpeg` and `jpegtran`, and `cwebp`."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NEEDED = {"cjpeg": "libjpeg-turbo-progs", "jpegtran": "libjpeg-turbo-progs", "cwebp": "webp"}


def check():
    missing = sorted({package for tool, package in NEEDED.items() if shutil.which(tool) is None})
    if missing:
        sys.exit("please install: " + " ".join(missing))


def run(command, data=None):
    done = subprocess.run(command, input=data, capture_output=True)
    if done.returncode:
        sys.exit("%s failed: %s" % (" ".join(map(str, command)), done.stderr.decode(errors="replace")))
    return done.stdout


def cjpeg(picture, *options, quality=85):
    return run(["cjpeg", "-quality", str(quality), *options], picture.pnm())


def cwebp(picture, *options):
    return in_folder(
        {"in.pnm": picture.pnm()}, ["cwebp", "-quiet", "-metadata", "none", *options, "in.pnm", "-o", "out"]
    )


def in_folder(files, command):
    """Runs a tool that wants files, in a folder of its own. The result is the file called `out`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        done = subprocess.run(command, cwd=folder, capture_output=True)
        if done.returncode:
            sys.exit("%s failed: %s" % (" ".join(command), done.stderr.decode(errors="replace")))
        return (Path(folder) / "out").read_bytes()
