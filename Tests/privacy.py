#!/usr/bin/env python3
"""Private originals and private edited pictures of whole folders, looked at by exiftool.

    Tests/privacy.py [FOLDER...]     Fixtures by default; needs `exiftool`, and the release build (`make build`)

For every picture that could be edited: exiftool finds nothing in the private files but what is on the lists below; the coded
data of the private original is that of the original, byte for byte; and, where Pillow is installed and reads the original, both
decode to the same pixels. Exits with 1 where something was found.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMAND = os.path.join(ROOT, ".build/release/allows-editing")

# Groups of exiftool that may appear at all, and names that must not appear in them.
GROUPS = re.compile(r"ExifTool|System|File|IFD0|ExifIFD|InteropIFD|JFIF|Adobe|ICC_Profile|ICC[-_].*|Composite|PNG|PNG-\w+|RIFF|SOF|APP14")
NAMES = re.compile(
    r"GPS|Serial|Owner|Artist|Author|UniqueID|HostComputer|UserComment|Thumbnail|Preview|^XP|ImageDescription|MakerNote|^Comment$"
    r"|Trailer|Location|City|Country|By-line|Creator$|MPImage|JpgFromRaw|OtherImage|Face|Person")


def listed(folder):
    """What exiftool tells of every file below a folder, by path."""
    run = subprocess.run(["exiftool", "-j", "-G1", "-a", "-s", "-u", "-ee", "-q", "-q", "-r", folder], capture_output=True)
    return {os.path.relpath(entry["SourceFile"], folder): entry for entry in json.loads(run.stdout or b"[]")}


def faults(entry):
    """The tags of a private file that should not be there."""
    for key in entry:
        group, _, name = key.rpartition(":")
        if key == "SourceFile" or group in ("ExifTool", "System") or group.startswith("ICC"):
            continue
        if not GROUPS.fullmatch(group) or NAMES.search(name):
            yield key


def jpeg_coded(data):
    """Tables, frame and scans up to the end of the picture: everything that makes pixels."""
    parts, at = [], 2
    while at + 4 <= len(data):
        if data[at] != 0xFF or data[at + 1] in (0x00, 0xFF):
            at += 1
            continue
        marker = data[at + 1]
        if marker == 0xD9:
            break
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 2
            continue
        end = at + 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
        if marker == 0xDA:
            # Coded data: up to the next marker that is no restart.
            while end + 1 < len(data) and not (data[end] == 0xFF and data[end + 1] != 0 and not 0xD0 <= data[end + 1] <= 0xD7):
                end += 1
        if not (0xE0 <= marker <= 0xEF or marker == 0xFE):
            parts.append(data[at:end].rstrip(b"\xff") if marker == 0xDA else data[at:end])
        at = end
    return parts


def chunks(data, at, order, length_first):
    while at + 8 <= len(data):
        name = data[at + 4 : at + 8] if length_first else data[at : at + 4]
        length = struct.unpack(order + "I", data[at : at + 4] if length_first else data[at + 4 : at + 8])[0]
        yield name, data[at + 8 : at + 8 + length]
        at += 8 + length + (4 if length_first else length & 1)


def coded(data):
    if data[:2] == b"\xff\xd8":
        return jpeg_coded(data)
    if data[:4] == b"\x89PNG":
        return [body for name, body in chunks(data, 8, ">", True) if name in (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"fcTL", b"fdAT", b"iCCP")]
    size = struct.unpack("<I", data[4:8])[0] + 8
    return [body for name, body in chunks(data[:size], 12, "<", False) if name in (b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP")]


def pixels(path):
    """Mode, size and samples by Pillow, or nothing."""
    try:
        from PIL import Image, ImageFile

        ImageFile.LOAD_TRUNCATED_IMAGES = False
        with Image.open(path) as image:
            return image.mode, image.size, image.tobytes()
    except Exception:
        return None


def check(folder):
    """Counts and faults of one folder."""
    with tempfile.TemporaryDirectory() as temporary:
        out, records = os.path.join(temporary, "out"), os.path.join(temporary, "records")
        subprocess.run(
            [COMMAND, folder, "-o", out, "-s", "256", "--original", "private", "--metadata", "private", "--records", records,
             "--quiet"], stderr=subprocess.DEVNULL)
        with open(records, encoding="utf-8") as lines:
            done = [record for record in map(json.loads, lines) if record["status"] == "ok"]
        files = listed(out)
        found, decoded = [], 0
        for path, entry in sorted(files.items()):
            found += [f"{path}: {key}" for key in faults(entry)]
        for record in done:
            original, private = record["input"], record["original"]["path"]
            before, after = open(original, "rb").read(), open(private, "rb").read()
            if coded(before) != coded(after):
                found.append(f"{original}: the coded data differs")
            shown = pixels(original)
            if shown is not None:
                decoded += 1
                if shown != pixels(private):
                    found.append(f"{original}: the pixels differ")
        warned = sum(1 for entry in files.values() if "ExifTool:Warning" in entry)
        print(f"{folder}: {len(done)} pictures, {len(files)} files looked at, {decoded} decoded twice, {warned} warnings, {len(found)} faults")
        for path, entry in sorted(files.items()):
            if "ExifTool:Warning" in entry:
                print(f"  {path}: {entry['ExifTool:Warning']}")
        for fault in found:
            print("  " + fault)
        return len(found)


def main():
    folders = sys.argv[1:] or [os.path.join(ROOT, "Fixtures")]
    sys.exit(1 if sum(map(check, folders)) else 0)


main()
