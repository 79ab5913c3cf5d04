#!/usr/bin/env python3
"""Runs the command over many thousand pictures, a fifth of them broken, and watches it.

    Tests/soak.py [--command PATH] [--count N] [--folder DIR]

While it runs, its resident memory and its open files are read from /proc. What must hold afterwards:

- memory is flat: after the first thousand records, the median of the second tenth of the run and that of the last tenth
  differ by no more than an eighth and 8 MB, and no reading is above the budget for pictures in flight (--memory) and 64 MB for
  everything else. The order of the pictures is mixed, so that every tenth holds pictures of every kind and size;
- descriptors are bounded: never more than 16 and 4 for each worker, and no more in the last tenth than in the second;
- there is one record for each input, in the order of the inputs, and the exit code is 1;
- what is sound was edited and has its original beside it; what failed has neither.

Prints a table; the exit code is 1 where something does not hold."""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
WORKERS = 2
BUDGET = 256 << 20


def fixtures():
    """The sound and the broken pictures of the repository; those that the table calls broken count as such."""
    expected = {}
    lines = (ROOT / "Fixtures/index.tsv").read_text().splitlines()
    column = lines[0].lstrip("# ").split("\t").index("expected")
    for line in lines[1:]:
        fields = line.split("\t")
        expected[fields[0]] = fields[column]
    sound = sorted(p for p, e in expected.items() if e == "ok" and not p.startswith("malformed"))
    broken = sorted(p for p, e in expected.items() if e != "ok")
    return sound, broken


def fill(folder, count, seed):
    """Links `count` pictures into folders of 500, in a mixed order; returns the names with whether each is sound."""
    chance = random.Random(seed)
    sound, broken = fixtures()
    names = {}
    stored = {}
    for path in sound + broken:
        stored[path] = folder / "stored" / path
        stored[path].parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / "Fixtures" / path, stored[path])
    for index in range(count):
        is_sound = index % 5 != 4
        source = chance.choice(sound if is_sound else broken)
        # What is not named like a picture gets such a name, or the walk would pass it by.
        suffix = Path(source).suffix
        name = f"in/{index // 500:03}/{index:06}{suffix if suffix in ('.jpg', '.png', '.webp') else '.jpg'}"
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(stored[source], target)
        except OSError:  # too many names for one file
            shutil.copyfile(stored[source], stored[source].with_suffix(".new"))
            os.replace(stored[source].with_suffix(".new"), stored[source])
            os.link(stored[source], target)
        names[name] = is_sound
    return names


def reading(process):
    """Resident bytes and open files of a process, or None when it is over."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
        files = len(os.listdir(f"/proc/{process.pid}/fd"))
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024, files
    return None


def watch(command, folder):
    """Runs the command; returns its exit code, the seconds, and readings of (records, bytes, files)."""
    records = folder / "records.jsonl"
    arguments = [command, "in", "-o", "out", "-s", "256", "-j", str(WORKERS), "--memory", str(BUDGET), "--records", records, "--quiet"]
    start = time.monotonic()
    with open(folder / "complaints", "wb") as complaints:
        process = subprocess.Popen(arguments, cwd=folder, stderr=complaints, stdin=subprocess.DEVNULL)
    readings, done, position = [], 0, 0
    while process.poll() is None:
        time.sleep(0.05)
        if records.exists():
            with open(records, "rb") as file:
                file.seek(position)
                chunk = file.read()
            position += len(chunk)
            done += chunk.count(b"\n")
        now = reading(process)
        if now:
            readings.append((done, *now))
    return process.returncode, time.monotonic() - start, readings


def check_outputs(folder, names):
    """What is wrong with records and files."""
    faults = []
    text = (folder / "records.jsonl").read_bytes()
    if not text.endswith(b"\n"):
        faults.append("the last record is torn")
    records = [json.loads(line) for line in text.splitlines()]
    if [r["input"] for r in records] != sorted(names):
        faults.append("the records are not those of the inputs, in their order")
    wanted = set()
    for record in records:
        if names.get(record["input"]) != (record["status"] == "ok"):
            faults.append(f"{record['input']}: {record['status']}")
        if record["status"] == "ok":
            wanted.update([record["edited"][0]["path"], record["original"]["path"]])
            if (folder / record["original"]["path"]).stat().st_size != record["original"]["bytes"]:
                faults.append(f"{record['input']}: its original has another size")
    # The journal is hidden.
    files = (p.relative_to(folder) for p in (folder / "out").rglob("*") if not p.is_dir())
    written = {str(p) for p in files if not any(part.startswith(".") for part in p.parts)}
    for name in sorted(written ^ wanted)[:10]:
        faults.append(f"{name}: {'not wanted' if name in written else 'missing'}")
    return faults, sum(r["status"] == "ok" for r in records), sum(r["status"] == "failed" for r in records)


def tenth(readings, count, number):
    """The readings of one tenth of the run, counted from 1."""
    return [r for r in readings if count * (number - 1) // 10 <= r[0] < count * number // 10] or readings[-1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=ROOT / ".build/release/allows-editing", type=Path)
    parser.add_argument("--count", default=20000, type=int)
    parser.add_argument("--seed", default=1, type=int)
    parser.add_argument("--folder", help="where the pictures are put for the time; the system's temporary folder by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="allows-editing-soak-", dir=options.folder) as name:
        folder = Path(name)
        names = fill(folder, options.count, options.seed)
        code, seconds, readings = watch(options.command.resolve(), folder)
        faults, edited, failed = check_outputs(folder, names)
    if code != 1:
        faults.append(f"the exit code is {code}, not 1")

    megabytes = lambda value: f"{value / 1e6:.1f}"
    print(f"{options.count} pictures, {edited} edited, {failed} failed, {seconds:.1f} s, {options.count / seconds:.0f} pictures/s, exit code {code}")
    print("| tenth | readings | median RSS, MB | highest RSS, MB | most descriptors |")
    print("|---:|---:|---:|---:|---:|")
    for number in range(1, 11):
        part = tenth(readings, options.count, number)
        print(f"| {number} | {len(part)} | {megabytes(median(r[1] for r in part))} | {megabytes(max(r[1] for r in part))} | {max(r[2] for r in part)} |")

    settled = [r for r in readings if r[0] >= min(1000, options.count // 10)]
    early, late = tenth(settled, options.count, 2), tenth(settled, options.count, 10)
    first, last = median(r[1] for r in early), median(r[1] for r in late)
    if last > first * 1.125 + 8e6:
        faults.append(f"memory grows: {megabytes(first)} MB in the second tenth, {megabytes(last)} MB in the last")
    peak = max(r[1] for r in readings)
    if peak > BUDGET + (64 << 20):
        faults.append(f"memory reaches {megabytes(peak)} MB")
    descriptors = max(r[2] for r in readings)
    if descriptors > 16 + 4 * WORKERS:
        faults.append(f"{descriptors} descriptors were open")
    if max(r[2] for r in late) > max(r[2] for r in early) + 2 * WORKERS:
        faults.append("more descriptors are open at the end than at the start")
    for fault in faults:
        print(f"FAULT: {fault}")
    print("soak: all promises hold" if not faults else f"soak: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
