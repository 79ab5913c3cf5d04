"""The whole command beside its peers: the same pictures, the same work, one after the other, several times.

    python3 Benchmarks/peers.py COMMAND FOLDER [--works jpeg:256,jpeg:512,jpeg:1080,png:512,webp:512] [--runs 5] [--json FILE]

Work: every picture of FOLDER of one format becomes a centered square of the given side, JPEG at quality 85, without metadata,
on two workers. Each run is a process of its own, and its whole wall time counts, with all processes it starts. The
contestants take turns, so that a busy moment of the machine hits all of them; a peer that takes more than three times as
long as we do in its first turn sits out all others but the last. Printed: the median, the spread (fastest and
slowest), processor time, peak memory (of the largest process, where a tool runs several), and the ratio ours / peer of the
medians.

Nobody wins by doing less: all squares are decoded and compared with ours, see similarity.py.

Peers that are not installed are left out and named: pyvips, Pillow and OpenCV are looked for in this Python; vipsthumbnail,
ImageMagick and GraphicsMagick on the PATH.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FORMATS = {".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png", ".webp": "webp"}
TITLES = {"jpeg": "JPEG", "png": "PNG", "webp": "WebP"}
WORKS = "jpeg:256,jpeg:512,jpeg:1080,png:512,webp:512"
PROGRAMS = pathlib.Path(__file__).resolve().parent / "peers"

# Name, the module it needs, its program.
MODULES = [
    ("pyvips", "pyvips", "with_pyvips.py"),
    ("Pillow", "PIL", "with_pillow.py"),
    ("OpenCV", "cv2", "with_opencv.py"),
]
# Name and the commands it may have, the most direct one first.
COMMANDS = [
    ("vipsthumbnail", ["vipsthumbnail"]),
    ("ImageMagick", ["magick", "convert-im6.q16", "convert"]),
    ("GraphicsMagick", ["gm"]),
]


def numbered(index, path):
    return f"{index}.jpg"


def contestants(command):
    """For everyone who takes part: the command line for a side, an output folder and paths, and the name of each output."""
    found = {
        "AllowsEditing": (
            lambda side, out, paths: [
                command, *paths, "-o", out, "-s", str(side), "--enlarge", "-f", "jpeg", "--original", "none", "--quiet", "-j", "2"],
            lambda index, path: pathlib.Path(path).stem + ".edited.jpg")
    }
    for name, module, program in MODULES:
        if importlib.util.find_spec(module):
            arguments = [sys.executable, str(PROGRAMS / program)]
            found[name] = (lambda side, out, paths, start=arguments: [*start, str(side), out, *paths], numbered)
    for name, commands in COMMANDS:
        tool = next((shutil.which(c) for c in commands if shutil.which(c)), None)
        if not tool:
            continue
        if name == "vipsthumbnail":
            found[name] = (
                lambda side, out, paths, tool=tool: [
                    tool, *paths, "--size", f"{side}x{side}", "--smartcrop", "centre", "-o", f"{out}/%s.jpg[Q=85,strip]"],
                lambda index, path: pathlib.Path(path).stem + ".jpg")
        else:
            arguments = [sys.executable, str(PROGRAMS / "with_magick.py"), tool]
            found[name] = (lambda side, out, paths, start=arguments: [*start, str(side), out, *paths], numbered)
    return found


def missing(found):
    return [name for name, *_ in MODULES + COMMANDS if name not in found]


def run(arguments):
    """Wall seconds, processor seconds and peak memory of one process with its children."""
    before = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - before
    if status != 0:
        raise SystemExit(f"{arguments[0]} failed: {message.decode(errors='replace')[-500:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def compare(found, paths, side, runs):
    """The figures of every run by name, and how similar the squares of the last run are to ours."""
    results = {name: [] for name in found}
    similar = {}
    for turn in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            for name, (arguments, _) in found.items():
                if 0 < turn < runs - 1 and results[name][0][0] > 3 * results["AllowsEditing"][0][0]:
                    continue
                out = os.path.join(folder, name)
                os.mkdir(out)
                results[name].append(run(arguments(side, out, paths)))
                # Hidden is the journal of our runs.
                written = sum(not entry.startswith(".") for entry in os.listdir(out))
                if written != len(paths):
                    raise SystemExit(f"{name} wrote {written} of {len(paths)} pictures")
            if turn == runs - 1:
                similar = {name: similarity(found, name, folder, paths, side) for name in found if name != "AllowsEditing"}
    return results, similar


def similarity(found, name, folder, paths, side):
    """What similarity.py says about a peer; None where it cannot run."""
    def output(who, index, path):
        return os.path.join(folder, who, found[who][1](index, path))

    pairs = [[path, output("AllowsEditing", i, path), output(name, i, path)] for i, path in enumerate(paths)]
    program = PROGRAMS.parent / "similarity.py"
    check = subprocess.run([sys.executable, program, str(side)], input=json.dumps(pairs), capture_output=True, text=True)
    if check.returncode == 3:
        return None
    if check.returncode != 0:
        raise SystemExit(f"{name}: its pictures could not be compared: {check.stderr[-500:]}")
    report = json.loads(check.stdout)
    if report["failures"]:
        raise SystemExit(f"{name} does not do the same work at {side} px: " + "; ".join(report["failures"]))
    return report


def rows(results, similar, work):
    ours = statistics.median(wall for wall, _, _ in results["AllowsEditing"])
    for name, values in results.items():
        wall = [value[0] for value in values]
        yield work | {
            "name": name, "runs": len(wall), "median": statistics.median(wall), "fastest": min(wall), "slowest": max(wall),
            "cpu": statistics.median(value[1] for value in values), "peakBytes": max(value[2] for value in values),
            "ratio": ours / statistics.median(wall), "similarity": similar.get(name)}


def show(table):
    print(f"{'':16}{'runs':>5}{'median s':>10}{'fastest':>10}{'slowest':>10}{'CPU s':>8}{'peak MB':>9}{'ours/peer':>11}{'least dB':>10}")
    for row in table:
        report = row["similarity"]
        least = f"{report['least']:10.1f}" if report and report["least"] else ""
        print(f"{row['name']:16}{row['runs']:5}{row['median']:10.3f}{row['fastest']:10.3f}{row['slowest']:10.3f}{row['cpu']:8.2f}"
              f"{row['peakBytes'] / 1e6:9.0f}{row['ratio']:11.2f}{least}")
    for row in table:
        for line in (row["similarity"] or {}).get("exempt", []):
            print(f"    {row['name']}, not counted for dB: {line}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--works", default=WORKS)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    pictures = sorted(str(p) for p in options.folder.rglob("*") if p.suffix.lower() in FORMATS and p.is_file())
    found = contestants(options.command)
    table = []
    for work in options.works.split(","):
        kind, side = work.split(":")
        paths = [path for path in pictures if FORMATS[pathlib.Path(path).suffix.lower()] == kind]
        if not paths:
            continue
        print(f"\n{len(paths)} {TITLES[kind]} to {side} px, {options.runs} runs in turn", flush=True)
        results, similar = compare(found, paths, int(side), options.runs)
        new = list(rows(results, similar, {"format": TITLES[kind], "side": int(side), "pictures": len(paths)}))
        show(new)
        if None in similar.values():
            print("    the pictures were not compared: that needs numpy and Pillow")
        table += new
    if missing(found):
        print("\nnot installed: " + ", ".join(missing(found)) + " (Benchmarks/run --install; apt-get install "
              "libvips-tools imagemagick graphicsmagick)")
    if options.json:
        options.json.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
