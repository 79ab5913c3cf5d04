"""SIDE OUT PICTURE...: squares by OpenCV, two threads, the smallest decoding that keeps the side."""

import struct
import sys
from concurrent.futures import ThreadPoolExecutor

import cv2

cv2.setNumThreads(1)
side, out, paths = int(sys.argv[1]), sys.argv[2], sys.argv[3:]

REDUCED = [(8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2)]


def jpeg_size(path):
    """Height and width from the header; None for other formats. OpenCV cannot tell the size before it decodes."""
    with open(path, "rb") as file:
        data = file.read(1 << 20)
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 < len(data):
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if marker in (0xC0, 0xC1, 0xC2):
            return struct.unpack(">HH", data[at + 5 : at + 9])
        at += 2 + length
    return None


def edit(job):
    index, path = job
    size = jpeg_size(path)
    flag = next((flag for factor, flag in REDUCED if size and min(size) // factor >= side), cv2.IMREAD_COLOR)
    pixels = cv2.imread(path, flag)
    height, width = pixels.shape[:2]
    square = min(height, width)
    top, left = (height - square) // 2, (width - square) // 2
    pixels = pixels[top : top + square, left : left + square]
    pixels = cv2.resize(pixels, (side, side), interpolation=cv2.INTER_AREA)
    cv2.imwrite(f"{out}/{index}.jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])


with ThreadPoolExecutor(2) as pool:
    list(pool.map(edit, enumerate(paths)))
