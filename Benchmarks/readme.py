"""One table from the figures of a run: for the README, and as the machine's description for people.

    python3 Benchmarks/readme.py FIGURES.json README.md COMMAND WORDS

FIGURES.json is what Benchmarks/run wrote. COMMAND is the command that made it and WORDS say what the folder holds; both are
printed. What stands between the markers in README.md is replaced.

    python3 Benchmarks/readme.py --machine COMMAND

prints the description as JSON: processor, cores, system, compiler, libraries, peers. No names of hosts or people, no paths.
"""

import importlib.metadata
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import textwrap

BEGIN, END = "<!-- benchmarks:begin -->", "<!-- benchmarks:end -->"
OURS = "AllowsEditing"
PACKAGES = {"pyvips": "pyvips", "Pillow": "pillow", "OpenCV": "opencv-python-headless"}


def first_line(*command):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return (result.stdout or result.stderr).strip().split("\n")[0]


def field(path, pattern):
    try:
        found = re.search(pattern, pathlib.Path(path).read_text(), re.MULTILINE)
    except OSError:
        return None
    return found and found.group(1).strip().strip('"')


def peers():
    """Versions of the peers that are installed."""
    found = {}
    for name, package in PACKAGES.items():
        try:
            found[name] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            pass
    if "pyvips" in found:
        try:
            import pyvips
            found["pyvips"] += " (libvips " + ".".join(str(pyvips.version(i)) for i in range(3)) + ")"
        except (ImportError, OSError):
            del found["pyvips"]
    tools = [("vipsthumbnail", ["vipsthumbnail"]), ("ImageMagick", ["magick", "convert-im6.q16", "convert"]), ("GraphicsMagick", ["gm"])]
    for name, commands in tools:
        tool = next((c for c in commands if shutil.which(c)), None)
        line = tool and first_line(tool, "version" if tool == "gm" else "--version")
        version = line and re.search(r"\d+\.\d+[\d.-]*", line)
        if version:
            found[name] = version.group(0)
    return found


def machine(command):
    versions = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout.strip().split("\n")
    swift = re.search(r"Swift version ([\d.]+)", first_line("swift", "--version") or "")
    return {
        "processor": field("/proc/cpuinfo", r"^model name\s*:\s*(.*)$") or platform.processor() or platform.machine(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": field("/etc/os-release", r"^PRETTY_NAME=(.*)$") or platform.system(),
        "compiler": swift and f"Swift {swift.group(1)}",
        "command": versions[0],
        "libraries": versions[-1],
        "peers": peers(),
    }


def table(rows):
    """Seconds by work and tool, the ratio to the best peer, and the memory below."""
    works = list(dict.fromkeys((row["format"], row["side"], row["pictures"]) for row in rows))
    names = list(dict.fromkeys(row["name"] for row in rows if row["name"] != OURS))
    cells = {(row["format"], row["side"], row["name"]): row for row in rows}
    head = ["", OURS, *names] + (["ours / best peer"] if names else [])
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]

    def line(title, key, format_value, kind, side):
        values = {name: key(cells[kind, side, name]) for name in [OURS, *names] if (kind, side, name) in cells}
        best = min((value for name, value in values.items() if name != OURS), default=None)
        texts = []
        for name in [OURS, *names]:
            text = format_value(values[name]) if name in values else ""
            texts.append(f"**{text}**" if text and values[name] == min(values.values()) else text)
        ratio = [f"{values[OURS] / best:.2f}"] if best else [""] * bool(names)
        lines.append("| " + " | ".join([title, *texts, *ratio]) + " |")

    for kind, side, pictures in works:
        line(f"{pictures} {kind} to {side} px, s", lambda row: row["median"], lambda v: f"{v:.2f}", kind, side)
    for kind in dict.fromkeys(kind for kind, _, _ in works):
        side, pictures = next((s, p) for k, s, p in works if k == kind and s == 512 or k == kind and not (k, 512) in [w[:2] for w in works])
        line(f"peak memory, {pictures} {kind} to {side} px, MB", lambda row: row["peakBytes"], lambda v: f"{v / 1e6:.0f}", kind, side)
    return "\n".join(lines)


def losses(rows):
    """A sentence that says where another tool is better."""
    found = []
    for row in rows:
        others = [r for r in rows if (r["format"], r["side"]) == (row["format"], row["side"]) and r["name"] != OURS]
        if row["name"] != OURS or not others:
            continue
        work = f"{row['format']} to {row['side']} px"
        faster = [r["name"] for r in others if r["median"] < row["median"]]
        smaller = [r["name"] for r in others if r["peakBytes"] < row["peakBytes"]]
        found += [f"in time at {work}, to {' and '.join(faster)}"] * bool(faster)
        found += [f"in memory at {work}, to {' and '.join(smaller)}"] * bool(smaller)
    return "Where we lose: " + "; ".join(found) + "." if found else "No peer was faster or smaller in this run."


def busy(rows):
    """How much of the two processors that two workers can use was there: less where other work ran on the machine."""
    ours = [row for row in rows if row["name"] == OURS]
    share = sum(row["cpu"] for row in ours) / sum(row["median"] for row in ours)
    text = f"Our two workers got {share:.1f} processors on average."
    if share < 1.6:
        text += (" Other work ran on the machine: seconds are longer than on an idle one, and tools that use one "
                 "processor seem faster beside those that use two than they are.")
    return text


def section(figures, command, words):
    about = figures["machine"]
    runs = figures["runs"]
    others = ", ".join(f"{name} {version}" for name, version in about["peers"].items())
    text = f"""The whole command on {words}: every picture to a centered square in JPEG of quality 85, without metadata, two workers.
Wall time of the process from start to end, the median of {runs} runs in which the tools take turns (of 2 where a tool
takes three times as long as ours); the lowest of each row is bold. {busy(figures["peers"])}

{table(figures["peers"])}

Below 1, we are faster or smaller than the best of the others. {losses(figures["peers"])} Peak memory is that of the largest process: Pillow, ImageMagick and
GraphicsMagick run two at once. Every square was compared with ours: right size, and at least 25 dB alike, where need be after a move by a
part of a pixel; what becomes of alpha and color profiles may differ.
"""
    memory = figures.get("memory", {}).get("memory", [])
    if memory:
        parts = [f"{row['work']}, {row['workers']:.0f} {'worker' if row['workers'] == 1 else 'workers'}: {row['peak MB']:.0f} MB" for row in memory]
        text += "\nOur peak memory to 512 px: " + "; ".join(parts) + ".\n"
    text += f"""
Measured on: {about["processor"]}, {about["cores"]} cores, {about["system"]}, {about["compiler"]}; {about["command"]} with
{about["libraries"]}.{" Peers: " + others + "." if others else ""}
Made by `{command}`; `make bench` does the same with what is installed and with the pictures in `Fixtures/photos`.
"""
    return wrapped(text)


def wrapped(text):
    """Paragraphs of at most 120 columns; tables as they are."""
    return "\n\n".join(
        part if part.startswith("|") else textwrap.fill(" ".join(part.split()), 120, break_on_hyphens=False)
        for part in text.strip().split("\n\n")) + "\n"


def main():
    if sys.argv[1] == "--machine":
        print(json.dumps(machine(sys.argv[2]), indent=1))
        return
    figures, readme, command, words = sys.argv[1:5]
    path = pathlib.Path(readme)
    text = path.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    body = section(json.loads(pathlib.Path(figures).read_text()), command, words)
    path.write_text(f"{before}{BEGIN}\n{body}{END}{after}")


if __name__ == "__main__":
    main()
