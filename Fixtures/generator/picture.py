"""Finished pixels: interleaved 8-bit samples, the eight ways to store them, and the PNM forms the encoders read."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    width: int
    height: int
    channels: int
    data: bytes

    @staticmethod
    def of(canvas):
        planes = canvas.planes + ([canvas.alpha] if canvas.alpha is not None else [])
        if canvas.alpha is not None:
            # What cannot be seen carries no color: smaller files, and the classic test for dark rims.
            clear = canvas.alpha
            planes = [bytes([p if a else 0 for p, a in zip(plane, clear)]) for plane in planes]
        return Picture.interleaved(canvas.width, canvas.height, planes)

    @staticmethod
    def interleaved(width, height, planes):
        data = bytearray(width * height * len(planes))
        for i, plane in enumerate(planes):
            data[i :: len(planes)] = plane
        return Picture(width, height, len(planes), bytes(data))

    @staticmethod
    def drawn(width, height, channels, pixel):
        """`pixel(x, y)` gives a tuple of `channels` samples."""
        return Picture(
            width, height, channels, bytes(s for y in range(height) for x in range(width) for s in pixel(x, y))
        )

    def planes(self):
        return [self.data[i :: self.channels] for i in range(self.channels)]

    def gray(self):
        """Luma as JPEG defines it."""
        r, g, b = self.planes()[:3]
        return Picture(
            self.width,
            self.height,
            1,
            bytes([(19595 * p + 38470 * q + 7471 * s + 32768) >> 16 for p, q, s in zip(r, g, b)]),
        )

    def stored(self, orientation):
        """The pixels as a file with this EXIF orientation must hold them for this picture to stand upright."""
        width, height = self.width, self.height
        planes = []
        for plane in self.planes():
            rows = [plane[y * width : (y + 1) * width] for y in range(height)]
            if orientation in (3, 4, 7, 8):  # stored column 0 (or row 0) lies at the bottom
                rows.reverse()
            if orientation in (2, 3, 6, 7):  # … at the right
                rows = [row[::-1] for row in rows]
            plane = b"".join(rows)
            if orientation >= 5:
                plane = b"".join(plane[x::width] for x in range(width))
            planes.append(plane)
        return Picture.interleaved(*((height, width) if orientation >= 5 else (width, height)), planes)

    def pnm(self):
        """PGM, PPM, or PAM where there is alpha."""
        size = b"%d %d" % (self.width, self.height)
        if self.channels in (1, 3):
            return b"P%d\n%s\n255\n" % (5 if self.channels == 1 else 6, size) + self.data
        header = b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
        return header % (self.width, self.height) + self.data
