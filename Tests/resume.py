#!/usr/bin/env python3
"""Kills the command many times while it works on many thousand pictures, lets it take the work up again, and compares.

    Tests/resume.py [--command PATH] [--count N] [--kills N] [--folder DIR]

What must hold:

- the tree that comes of the killed runs and the last one equals that of one clean run, byte for byte, with no file more or less;
- resuming the finished run edits nothing and takes less than two seconds.

Prints a line for each; the exit code is 1 where something does not hold."""

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JOURNALS = ".allows-editing"
WORKERS = 2


def fill(folder, count):
    """Small pictures in folders of 500. Each is a file of its own: a name, and not a link, is what is resumed."""
    sources = sorted(p for p in (ROOT / "Fixtures/valid").rglob("*") if p.suffix in (".jpg", ".png", ".webp"))
    small = [p.read_bytes() for p in sources if p.stat().st_size < 20_000]
    endings = {b"\xff\xd8": "jpg", b"\x89P": "png", b"RI": "webp"}
    small = [data for data in small if data[:2] in endings]
    for index in range(count):
        data = small[index % len(small)]
        path = folder / str(index // 500) / f"{index}.{endings[data[:2]]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def tree(folder):
    """The hash of every file below, by its path; the journals are no part of it."""
    found = {}
    for base, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != JOURNALS]
        for name in names:
            path = Path(base) / name
            found[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def command(program, source, output, *options):
    return [program, source, "-o", output, "-s", "32", "-j", str(WORKERS), "--existing", "skip", *map(str, options)]


def statuses(path):
    counts = {}
    for line in path.read_text().splitlines():
        status = json.loads(line)["status"]
        counts[status] = counts.get(status, 0) + 1
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", default=ROOT / ".build/release/allows-editing")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    base = Path(tempfile.mkdtemp(dir=arguments.folder))
    failures = []

    def check(holds, text):
        print(("ok    " if holds else "FAILS ") + text, flush=True)
        if not holds:
            failures.append(text)

    try:
        fill(base / "in", arguments.count)
        program = Path(arguments.command).resolve()
        start = time.monotonic()
        subprocess.run(command(program, base / "in", base / "clean"), stderr=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        print(f"{arguments.count} pictures, a clean run takes {seconds:.1f} s", flush=True)

        landed = 0
        for _ in range(arguments.kills):
            run = subprocess.Popen(command(program, base / "in", base / "out"), stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0.2, 1.2) * seconds / arguments.kills)
            run.kill()
            landed += run.wait() < 0
        records = base / "last.jsonl"
        subprocess.run(
            command(program, base / "in", base / "out", "--records", records), stderr=subprocess.DEVNULL)
        last = statuses(records)
        check(landed >= arguments.kills // 2, f"{landed} of {arguments.kills} kills met a run in the middle")
        check(last.get("skipped", 0) > 0, f"the last run: {last}")
        clean, out = tree(base / "clean"), tree(base / "out")
        check(clean == out, f"{len(out)} files equal those of the clean run, byte for byte ({len(clean)})")

        start = time.monotonic()
        subprocess.run(
            command(program, base / "in", base / "out", "--records", records), stderr=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        again = statuses(records)
        check("ok" not in again, f"resumed when all is done: {again}")
        check(seconds < 2, f"in {seconds:.2f} s")
    finally:
        shutil.rmtree(base, ignore_errors=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
