#!/usr/bin/env python3
"""One batch on a cluster of Apache Spark, here in its local mode: an example, and its test.

    python3 -m venv spark && spark/bin/pip install pyspark     # and a Java runtime
    spark/bin/python Tests/spark.py [--command PATH] [--count N] [--parts N]

Spark spreads the paths of the pictures over its executors. Each part is one `allows-editing --files-from -`, which writes its
pairs into the shared output folder and hands its records back; together they are a table with one row for each picture.

What must hold:

- the outputs are those of a single run over the folder, byte for byte, the tree included;
- the table has one row for each input, and a picture that fails is one row that says why;
- a worker that is killed in the middle (one is, on purpose) has its part done again by Spark, and nothing is missing or half."""

import argparse
import base64
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = "input string, inputBytes string, status string, error struct<kind: string, message: string>, originalSize array<int>, findings array<string>"


def worker(command, output, existing, killed_part):
    """What an executor does with its part of the paths; an iterator of records, each a line of JSON."""

    def edit(paths):
        from pyspark import TaskContext

        context = TaskContext.get()
        paths = [bytes(path) for path in paths]
        process = subprocess.Popen(
            [command, "--files-from", "-", "-0", "-o", output, "-s", "64", "-j", "1", "--existing", existing, "--records", "-", "--quiet"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdin.write(b"".join(path + b"\0" for path in paths))
        process.stdin.close()
        records = []
        for line in process.stdout:
            records.append(line.decode())
            if context.partitionId() == killed_part and context.attemptNumber() == 0:
                process.send_signal(signal.SIGKILL)
        code = process.wait()
        if code == -signal.SIGKILL:
            Path(f"{output}.killed").touch()
        # A part is done when each of its pictures has a record, also where all of them failed. Otherwise Spark tries it again.
        if code not in (0, 1, 3) or len(records) != len(paths):
            raise RuntimeError(f"part {context.partitionId()} ended with {code} after {len(records)} of {len(paths)} records")
        return iter(records)

    return edit


def fill(folder, count):
    """A tree of pictures, every seventh broken; returns their paths, in bytes, below the folder."""
    sound = sorted(p for p in (ROOT / "Fixtures/photos").rglob("*") if p.suffix in (".jpg", ".png", ".webp"))
    broken = sorted(p for p in (ROOT / "Fixtures/malformed/cut").rglob("*") if p.suffix in (".jpg", ".png", ".webp"))
    paths = []
    for index in range(count):
        source = broken[index % len(broken)] if index % 7 == 6 else sound[index % len(sound)]
        name = b"%03d" % index + (b"-caf\xe9" if index % 10 == 5 else b"") + source.suffix.encode()
        path = os.path.join([b"", b"trip", b"trip/day 2"][index % 3], name)
        target = os.path.join(os.fsencode(folder), path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)
        paths.append(path)
    random.Random(7).shuffle(paths)
    return paths


def tree(folder):
    """What is in a folder, by the paths below it; what is hidden is the command's own."""
    folder = os.fsencode(folder)
    files = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(b".")]
        for name in names:
            path = os.path.join(place, name)
            files[os.path.relpath(path, folder)] = Path(os.fsdecode(path)).read_bytes()
    return files


def name_of(record, prefix):
    """The path of a record's input below the folder, in bytes."""
    path = base64.b64decode(record["inputBytes"]) if record.get("inputBytes") else record["input"].encode()
    return path.removeprefix(prefix)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=str(ROOT / ".build/release/allows-editing"))
    parser.add_argument("--count", type=int, default=70)
    parser.add_argument("--parts", type=int, default=5)
    arguments = parser.parse_args()
    command = str(Path(arguments.command).resolve())

    from pyspark.sql import SparkSession

    with tempfile.TemporaryDirectory() as work:
        paths = fill(f"{work}/photos", arguments.count)
        single = subprocess.run(
            [command, "photos", "-o", "whole", "-s", "64", "--records", "-", "--quiet"], cwd=work, capture_output=True)
        expected = {name_of(r, b"photos/"): r for r in map(json.loads, single.stdout.splitlines())}

        # Two workers at once; what fails is tried up to three times.
        spark = SparkSession.builder.master("local[2,3]").appName("allows-editing").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        listed = spark.sparkContext.parallelize([f"{work}/photos/./".encode() + path for path in paths], arguments.parts)
        records = listed.mapPartitions(worker(command, f"{work}/parts", "skip", killed_part=1))
        # Written at once: Spark computes anew what it has not kept, and would start the workers again for each question.
        spark.read.schema(COLUMNS).json(records).write.parquet(f"{work}/table")
        table = spark.read.parquet(f"{work}/table")
        table.groupBy("status", "error.kind").count().orderBy("status").show()
        rows = [row.asDict(recursive=True) for row in table.collect()]
        spark.stop()

        found = {name_of(r, f"{work}/photos/./".encode()): r for r in rows}
        kinds = lambda records: {n: (r["error"] or {}).get("kind") if r.get("error") else "done" for n, r in records.items()}
        failed = sum(1 for r in rows if r["status"] == "failed")
        checks = {
            f"one row for each of {arguments.count} pictures": len(rows) == len(found) == len(expected) == arguments.count,
            f"the same {failed} failures, for the same reasons": kinds(found) == kinds(expected) and failed > 0,
            "a worker was killed, and its part done again": os.path.exists(f"{work}/parts.killed"),
            "the outputs are those of a single run": tree(f"{work}/parts") == tree(f"{work}/whole") != {},
        }
    for what, holds in checks.items():
        print(f"{'ok   ' if holds else 'WRONG'} {what}")
    return 0 if all(checks.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
