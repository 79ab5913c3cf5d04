"""Small color profiles, written by hand: a matrix and one curve (ICC.1:2001-04, version 2)."""

import struct

# Columns are the red, green and blue primaries, adapted to D50 (X, Y, Z).
SRGB = ((0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141))
DISPLAY_P3 = ((0.5151, 0.2412, -0.0011), (0.2920, 0.6922, 0.0419), (0.1571, 0.0666, 0.7841))


def fixed(value):
    return struct.pack(">i", round(value * 65536))


def profile(name, primaries, padding=0):
    """`padding` lengthens the description, for profiles that must fill several segments."""
    text = name.encode() + b"\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(78 + padding)
    tags = [
        (b"desc", description),
        (b"cprt", b"text\0\0\0\0" + b"Public domain\0"),
        (b"wtpt", b"XYZ \0\0\0\0" + fixed(0.9642) + fixed(1) + fixed(0.8249)),
    ]
    for tag, color in zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries):
        tags.append((tag, b"XYZ \0\0\0\0" + b"".join(map(fixed, color))))
    for tag in (b"rTRC", b"gTRC", b"bTRC"):
        tags.append((tag, b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256))))
    place = 128 + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for tag, body in tags:
        table += tag + struct.pack(">II", place + len(data), len(body))
        data += body + bytes(-len(body) % 4)
    size = place + len(data)
    head = struct.pack(">I4sI4s4s4s", size, b"\0\0\0\0", 0x02400000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H", 2024, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    return head.ljust(128, b"\0") + table + data
