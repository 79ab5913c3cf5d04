#!/usr/bin/env python3
"""Depends on the package as others do: by version, from a package of its own, with the code of the documentation.

    Tests/consumer.py [--photo FILE] [--folder DIR]

A temporary clone of HEAD, which gets the tag of its version where it has none, is depended on by its file URL, with the manifest that the
documentation recommends. What must hold:

- it builds in debug, and in release with `traits: []`, that is without libdeflate and lcms2;
- every sample of the documentation does what its article says, on the pictures in Fixtures/photos, and gives the same bytes in both
  builds;
- a debug build takes less than three times as long as a release build to bring a photograph of 12 megapixels to 512 pixels: the
  median of three medians each, in turn.

Prints the figures; the exit code is 1 where something does not hold. What is not committed is not tested."""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent / "Documentation"))
import snippets

ROOT = snippets.ROOT
VERSION = re.search(r'current = "(.*)"', (ROOT / "Sources/AllowsEditing/Version.swift").read_text())[1]
SLOWEST = 3.0


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, text=True, **options)


def clone(folder):
    """A repository of HEAD alone, with the tag of the version."""
    # Whole, for SwiftPM clones it once more, which a shallow one does not allow.
    run("git", "clone", "--quiet", "--no-tags", ROOT, folder)
    run("git", "-C", folder, "tag", VERSION)


def write_package(folder, dependency, traits):
    """The package of the documentation, its address and its traits replaced."""
    manifest = snippets.manifest()
    wanted = re.compile(r'\.package\(\s*url: "[^"]*", from: "([^"]*)"\)')
    found = wanted.search(manifest)
    if not found or found[1] != VERSION:
        sys.exit(f"the documentation's manifest does not ask for version {VERSION}")
    dependency = f'.package(url: "{dependency.as_uri()}", from: "{VERSION}"{traits})'
    sources = folder / "Sources/Avatars"
    snippets.write(sources)
    (folder / "Package.swift").write_text(wanted.sub(lambda _: dependency, manifest))
    for file in (ROOT / "Tests/Consumer").glob("*.swift"):
        shutil.copy(file, sources)


def build(folder, configuration):
    """Builds the package, with caches of its own: its version may have been another commit yesterday. Returns the program."""
    caches = [f"--{kind}-path={folder}/.{kind}" for kind in ("cache", "config", "security")]
    before = os.times()
    run("swift", "build", "--package-path", folder, "-c", configuration, *caches, "--quiet")
    seconds = sum(os.times()[2:4]) - sum(before[2:4])
    print(f"{configuration} build: {seconds:.0f} s of processor time", flush=True)
    return folder / ".build" / configuration / "Avatars"


def photograph(folder):
    """A JPEG of 4032 × 3024 with the noise of a camera on a sky."""
    width, height = 4032, 3024
    noise = random.Random(12)
    rows = []
    for row in range(height):
        base = 60 + 130 * row // height
        rows.append(noise.randbytes(3 * width).translate(bytes(base + value // 16 for value in range(256))))
    pixels = f"P6 {width} {height} 255\n".encode() + b"".join(rows)
    file = folder / "photo.jpg"
    with file.open("wb") as output:
        subprocess.run(["cjpeg", "-quality", "90", "-sample", "2x2"], input=pixels, stdout=output, check=True)
    return file


def check(program, folder):
    """Runs the samples; returns their lines."""
    folder.mkdir()
    lines = run(program, "check", ROOT / "Fixtures/photos", folder, stdout=subprocess.PIPE).stdout
    shutil.rmtree(folder)
    return lines


def compare_speed(debug, release, photo):
    times = {debug: [], release: []}
    for _ in range(3):
        for program in times:
            times[program].append(float(run(program, "time", photo, stdout=subprocess.PIPE).stdout))
    slow, fast = median(times[debug]), median(times[release])
    print(f"12 megapixels to 512: debug {slow:.1f} ms, release {fast:.1f} ms, {slow / fast:.2f} times as long")
    return slow < SLOWEST * fast


def test(folder, photo):
    dependency = folder / "AllowsEditing"
    clone(dependency)
    programs = []
    for configuration, traits in (("debug", ""), ("release", ", traits: []")):
        package = folder / configuration
        write_package(package, dependency, traits)
        programs.append(build(package, configuration))
    outputs = [check(program, folder / "scratch") for program in programs]
    print(outputs[0], end="")
    if outputs[0] != outputs[1]:
        sys.exit(f"debug and release differ:\n{outputs[1]}")
    if not compare_speed(*programs, photo or photograph(folder)):
        sys.exit("debug takes too long: is something not optimized any more?")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photo", type=Path, help="the photograph for the comparison; made where there is none")
    parser.add_argument("--folder", type=Path, help="where everything is built; temporary where not given")
    arguments = parser.parse_args()
    if arguments.folder:
        arguments.folder.mkdir(parents=True)
        test(arguments.folder.resolve(), arguments.photo)
    else:
        with tempfile.TemporaryDirectory() as folder:
            test(Path(folder).resolve(), arguments.photo)


main()
