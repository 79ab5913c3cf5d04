#!/usr/bin/env python3
"""Conversion to sRGB, compared with Little CMS through Pillow.

    Tests/color.py [FOLDER...]     Fixtures by default; needs Pillow with ImageCms, and the release build (`make build`)

Every picture with a profile that is not sRGB's is written twice as PNG at full size: with `--profile keep` and with `--profile
srgb`. The first, converted by Pillow, is what the second should be; a CMYK picture is converted from the file itself. Mean and
worst difference of 8-bit samples are printed for each picture. Exits with 1 where a mean reaches 0.5 or a worst one 3.
"""

import glob
import io
import os
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops, ImageCms, ImageOps

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMAND = os.path.join(ROOT, ".build/release/allows-editing")
LIMITS = (0.5, 3)


def edited(path, folder, name, *options):
    """The picture through the command, whole and at full size; or nothing."""
    out = os.path.join(folder, name)
    subprocess.run(
        [COMMAND, path, "-o", out, "-c", "0%,0%,100%,100%", "-f", "png", "--original", "none", "--quiet", *options],
        stderr=subprocess.DEVNULL)
    for file in glob.glob(os.path.join(glob.escape(out), "*.edited.png")):
        return Image.open(file)
    return None


def intent(profile):
    """Perceptual where the profile offers tables for that, relative colorimetric elsewhere."""
    tables = b"A2B0" in profile[128 : 132 + 12 * int.from_bytes(profile[128:132], "big")]
    return ImageCms.Intent.PERCEPTUAL if tables else ImageCms.Intent.RELATIVE_COLORIMETRIC


def converted(image, profile):
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    mode = "L" if image.mode in ("L", "1") else "RGB"
    target = ImageCms.createProfile("sRGB")
    result = ImageCms.profileToProfile(
        image, source, target, renderingIntent=intent(profile), outputMode="RGB", flags=ImageCms.Flags.BLACKPOINTCOMPENSATION)
    return result.convert(mode)


def difference(path, folder):
    with Image.open(path) as image:
        profile, mode = image.info.get("icc_profile"), image.mode
        if not profile or mode not in ("L", "RGB", "RGBA", "CMYK", "P"):
            return None
        reference = ImageOps.exif_transpose(image).copy() if mode == "CMYK" else None
    ours = edited(path, folder, "srgb", "--profile", "srgb")
    if ours is None:
        return None
    if reference is None:
        kept = edited(path, folder, "keep", "--profile", "keep")
        if "icc_profile" not in kept.info:
            return None
        kept = kept.convert("RGB") if kept.mode in ("RGBA", "P") else kept
        reference = kept
    reference = converted(reference, profile)
    if reference.size != ours.size:
        return mode, 255.0, 255
    counts = ImageChops.difference(reference.convert("RGB"), ours.convert("RGB")).histogram()
    total = [sum(counts[level::256]) for level in range(256)]
    return mode, sum(level * count for level, count in enumerate(total)) / sum(total), max(level for level in range(256) if total[level])


def main():
    failed = 0
    for folder in sys.argv[1:] or [os.path.join(ROOT, "Fixtures")]:
        for place, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                path = os.path.join(place, name)
                try:
                    with tempfile.TemporaryDirectory() as temporary:
                        result = difference(path, temporary)
                except Exception:
                    continue
                if result is None:
                    continue
                mode, mean, worst = result
                failed += mean >= LIMITS[0] or worst >= LIMITS[1]
                print(f"{mode:5} mean {mean:5.3f}  worst {worst:3}  {path}")
    sys.exit(1 if failed else 0)


main()
