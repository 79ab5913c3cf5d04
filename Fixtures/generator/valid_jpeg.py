"""JPEG files that must be read: samplings, processes, colors, sizes and odd but harmless bytes."""
import struct

from . import cards, icc, jpeg, png
from .catalogue import Fixture
from .exif import camera, orientation
from .picture import Picture
from .tools import cjpeg, in_folder


def flat(color):
    """Samples of a flat-block picture: four rectangles, so that a turned or mirrored decoding is seen."""
    return lambda x, y: color[(1 if x >= 2 else 0) + (2 if y >= 2 else 0)]


def fixtures():
    return samplings() + processes() + colors() + sizes() + oddities() + profiles() + exif_oddities()


def card(*options, width=61, height=45, quality=90):
    return lambda: cjpeg(cards.smooth(width, height), *options, quality=quality)


def samplings():
    made = []
    for name, sample, note in (
        ("420", "2x2", "what most cameras write"),
        ("422", "2x1", "chroma at half width"),
        ("444", "1x1", "chroma at full resolution"),
        ("440", "1x2", "chroma at half height: a 4:2:2 picture that was turned without loss"),
        ("411", "4x1", "chroma at a quarter of the width"),
        ("410", "4x2", "chroma at a quarter of the width and half the height"),
        ("441", "1x4", "chroma at a quarter of the height"),
    ):
        what = f"61×45, luma {sample} against chroma 1x1"
        made.append(Fixture(f"jpeg/sampling-{name}.jpg", what, f"{note}; a route over planes must check the factors", card("-sample", sample)))
    many = lambda t: lambda: jpeg.flat_blocks(44, 36, t)
    y, cb, cr = flat((200, 150, 100, 60)), flat((90, 128, 160, 128)), flat((160, 110, 128, 90))
    made += [
        Fixture("jpeg/sampling-2x2-1x2.jpg", "4:2:2 written as 2x2, 1x2, 1x2", "an encoder's way to write 4:2:2; the ratio counts, not the factors", many([(1, 2, 2, y), (2, 1, 2, cb), (3, 1, 2, cr)])),
        Fixture("jpeg/sampling-luma-subsampled.jpg", "luma 1x1, Cb and Cr 2x2", "chroma finer than luma: legal, and fatal to code that takes luma for the largest plane", many([(1, 1, 1, y), (2, 2, 2, cb), (3, 2, 2, cr)])),
        Fixture("jpeg/sampling-chroma-differs.jpg", "luma 2x2, Cb 1x2, Cr 2x1", "the two chroma planes differ in size; a route over planes falls back", many([(1, 2, 2, y), (2, 1, 2, cb), (3, 2, 1, cr)])),
        Fixture("jpeg/sampling-gray-2x2.jpg", "one component with the factors 2x2", "with a single component the factors mean nothing; the picture is not padded to 16", many([(1, 2, 2, y)])),
    ]
    return made


def processes():
    texture = lambda *o: lambda: cjpeg(cards.textured(96, 72), *o, quality=80)
    sequence = b"0;\n1;\n2;\n"
    return [
        Fixture("jpeg/gray.jpg", "one component", "stays gray; nothing is turned into RGB and back", card("-grayscale")),
        Fixture("jpeg/progressive.jpg", "progressive, 4:2:0, ten scans", "takes the route for coefficients in memory", texture("-progressive")),
        Fixture("jpeg/progressive-gray.jpg", "progressive, one component", "progressive without interleaving", texture("-progressive", "-grayscale")),
        Fixture("jpeg/optimized.jpg", "Huffman tables made for this picture", "tables must be read, not assumed", texture("-optimize")),
        Fixture("jpeg/arithmetic.jpg", "arithmetic coding, sequential (SOF9)", "libjpeg-turbo reads it; a parser of Huffman data must fall back", texture("-arithmetic")),
        Fixture("jpeg/arithmetic-progressive.jpg", "arithmetic coding, progressive (SOF10)", "as above, with scans", texture("-arithmetic", "-progressive")),
        Fixture("jpeg/restart-rows.jpg", "a restart marker behind each row of blocks", "markers inside the entropy-coded data are no end", texture("-restart", "1")),
        Fixture("jpeg/restart-blocks.jpg", "a restart marker behind each third block group", "the restart counter wraps many times", texture("-restart", "3B")),
        Fixture("jpeg/scans-sequential.jpg", "baseline in three scans, one for each component", "more than one scan is not the same as progressive", lambda: scans(sequence)),
        Fixture("jpeg/scans-500.jpg", "progressive, 500 legal scans that add nothing", "the most scans that are read by default", lambda: jpeg.many_scans(500)),
        Fixture("jpeg/no-huffman-tables.jpg", "the standard Huffman tables left out, as in frames of Motion JPEG", "a decoder fills in the standard tables", lambda: jpeg.without(cjpeg(cards.smooth(61, 45)), jpeg.DHT)),
        Fixture("jpeg/smooth-q30.jpg", "quality 30", "coarse quantizers, many zero coefficients", card(quality=30)),
        Fixture("jpeg/extended-sof1.jpg", "8 bits in an extended sequential frame (SOF1)", "baseline in all but the marker", lambda: jpeg.flat_blocks(32, 24, ycc(), frame=0xC1)),
    ]


def scans(script):
    source = cjpeg(cards.textured(96, 72), quality=80)
    return in_folder({"script": script, "in.jpg": source}, ["jpegtran", "-scans", "script", "-outfile", "out", "in.jpg"])


def ycc():
    return [(1, 1, 1, flat((200, 150, 100, 60))), (2, 1, 1, flat((90, 128, 160, 128))), (3, 1, 1, flat((160, 110, 128, 90)))]


def rgb(*ids):
    channels = (flat((220, 40, 40, 230)), flat((40, 180, 60, 210)), flat((40, 60, 200, 50)))
    return [(i, 1, 1, c) for i, c in zip(ids, channels)]


def cmyk(transform):
    """Red, green, blue and yellow. Adobe writes ink inverted: 255 is no ink. YCCK holds inverted CMY as if it were RGB."""
    ink = [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (255, 255, 0, 0)]
    if transform is None:
        # Without the marker nothing says whether ink is inverted. Files in the wild follow Adobe, and so do decoders.
        return [(i + 1, 1, 1, flat([v[i] if i < 3 else 255 for v in ink])) for i in range(4)]
    if transform == 0:
        return [(i + 1, 1, 1, flat([v[i] if i < 3 else 235 for v in ink])) for i in range(4)]
    samples = []
    for r, g, b, _ in ink:
        # YCCK: CMY = 255 − RGB of the YCC samples, and stored inverted once more by Adobe.
        r, g, b = 255 - r, 255 - g, 255 - b
        y = 0.299 * r + 0.587 * g + 0.114 * b
        samples.append([min(255, max(0, round(v))) for v in (y, 128 + (b - y) * 0.564, 128 + (r - y) * 0.713, 235)])
    return [(i + 1, 1, 1, flat([s[i] for s in samples])) for i in range(4)]


def colors():
    four = lambda t: lambda: jpeg.flat_blocks(32, 32, cmyk(t), before=jpeg.adobe(t) if t is not None else b"")
    made = [
        Fixture("jpeg/rgb-adobe.jpg", "RGB, said by an Adobe marker with transform 0", "must not be taken for YCbCr", card("-rgb")),
        Fixture("jpeg/rgb-ids.jpg", "RGB, said by the component ids `R`, `G`, `B` alone", "as libjpeg: no JFIF and no Adobe marker, so the ids decide", lambda: jpeg.flat_blocks(32, 32, rgb(*b"RGB"))),
        Fixture("jpeg/ycc-ids-012.jpg", "YCbCr with the ids 0, 1, 2", "unknown ids mean YCbCr", lambda: jpeg.flat_blocks(32, 32, renumbered(0, 1, 2))),
        Fixture("jpeg/ycc-ids-odd.jpg", "YCbCr with the ids 77, 5, 200", "as above; ids need not be in order", lambda: jpeg.flat_blocks(32, 32, renumbered(77, 5, 200))),
        Fixture("jpeg/cmyk-adobe.jpg", "CMYK, Adobe marker, transform 0: ink is inverted", "becomes RGB; four rectangles in red, green, blue and yellow, not their negatives", four(0)),
        Fixture("jpeg/ycck-adobe.jpg", "YCCK, Adobe marker, transform 2", "becomes RGB, the same four colors", four(2)),
        Fixture("jpeg/cmyk-plain.jpg", "CMYK without an Adobe marker", "becomes RGB; read as inverted, as common decoders do", four(None)),
        Fixture("jpeg/stripes-red.jpg", "4:2:0, one-pixel red stripes on black", "fine color detail: shows what a chroma route loses", lambda: cjpeg(Picture.drawn(64, 48, 3, lambda x, y: (255, 0, 0) if x % 2 else (0, 0, 0)), quality=95)),
    ]
    return made


def renumbered(*ids):
    return [(i, h, v, c) for i, (_, h, v, c) in zip(ids, ycc())]


def wide(width, height, quality=75):
    """Large pictures from few distinct rows: quick to make and small as a file."""

    def make():
        rows = []
        for band in range(8):
            row = bytearray()
            for x in range(width):
                row += bytes((40 + 180 * x // width, 60 + 20 * band, 200 - 20 * band))
            rows.append(bytes(row))
        data = b"".join(rows[y * 8 // height] for y in range(height))
        return cjpeg(Picture(width, height, 3, data), "-optimize", quality=quality)

    return make


def padded():
    """600×430 in blocks of 16: the part of the last blocks outside the picture holds magenta, not a copy of the edge."""
    source = Picture.drawn(608, 432, 3, lambda x, y: (255, 0, 255) if x >= 600 or y >= 430 else (60 + x // 8, 150, 90 + y // 4))
    data = bytearray(cjpeg(source, "-optimize", quality=95))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", 430, 600)
    return bytes(data)


def sizes():
    made = []
    for width, height, why in (
        (1, 1, "every side stays at least 1"),
        (1, 150, "a scaled side must not become 0"),
        (150, 1, "as above, the other way"),
        (17, 13, "one sample over a block of 16; prime sides"),
        (257, 257, "one sample over 256"),
        (16, 16, "exactly one block group: no padding"),
        (8, 200, "narrower than one block group"),
    ):
        made.append(Fixture(f"jpeg/size-{width}x{height}.jpg", f"{width}×{height}, 4:2:0", why, card(width=width, height=height)))
    for width, height, why in (
        (500, 399, "399/4 is 99.75: the target is computed from the true size, not from the scaled one"),
        (1500, 735, "as above, for a width of 300"),
        (3279, 6016, "as above, inside 1800×1200; 20 megapixels in a small file"),
    ):
        made.append(Fixture(f"jpeg/size-{width}x{height}.jpg", f"{width}×{height}, 4:2:0", why, wide(width, height, 50)))
    made.append(Fixture("jpeg/size-600x430-padding.jpg", "600×430, the padding of the last blocks is magenta", "no magenta at the right and bottom edge, at any scale", padded))
    return made


def oddities():
    base = lambda: cjpeg(cards.smooth(61, 45), quality=90)
    fill = lambda: jpeg.SOI + b"".join(b"\xff\xff\xff" + data for _, data in jpeg.split(base())) + jpeg.EOI
    xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="%d"/></rdf:RDF></x:xmpmeta>'
    return [
        Fixture("jpeg/fill-bytes.jpg", "extra FF bytes in front of each marker", "fill bytes are legal", fill),
        Fixture("jpeg/garbage-between-markers.jpg", "nine stray bytes between two segments", "odd but complete: read, perhaps noted", lambda: jpeg.inserted(base(), b"\0\1\2garbage"[:9], after=jpeg.DQT)),
        Fixture("jpeg/trailing-data.jpg", "a kilobyte behind EOI", "ignored", lambda: base() + bytes(range(256)) * 4),
        Fixture("jpeg/trailing-zeros.jpg", "zeros behind EOI, as from a card's last block", "ignored", lambda: base() + bytes(512)),
        Fixture("jpeg/exif-after-sof.jpg", "the EXIF segment behind the frame header, orientation 6", "all segments in front of the scan count", lambda: jpeg.inserted(base(), jpeg.segment(jpeg.APP1, b"Exif\0\0" + orientation(6)), after=0xC0), orientation=6),
        Fixture("jpeg/comment-long.jpg", "a comment of 65 533 bytes", "the longest segment there is", lambda: jpeg.inserted(base(), jpeg.segment(jpeg.COM, b"c" * 65533))),
        Fixture("jpeg/no-app-segments.jpg", "neither JFIF nor EXIF", "a file may begin with its tables", lambda: jpeg.without(base(), jpeg.APP0)),
        Fixture("jpeg/png-inside.jpg", "a PNG with the name of a JPEG", "the first bytes decide, not the name", png_card, format="png"),
        Fixture("jpeg/UPPER.JPG", "an extension in upper case", "found by a folder walk", base),
        Fixture("jpeg/no-extension", "a JPEG without an extension", "readable when it is named", base),
        Fixture("jpeg/exif-and-xmp-differ.jpg", "EXIF says orientation 6, XMP says 3", "EXIF rules", lambda: jpeg.with_exif(jpeg.with_xmp(base(), xmp % 3), orientation(6)), orientation=6),
        Fixture("jpeg/xmp-orientation-only.jpg", "XMP says orientation 3, there is no EXIF", "XMP does not turn a picture", lambda: jpeg.with_xmp(base(), xmp % 3)),
        Fixture("jpeg/thumbnail-in-exif.jpg", "EXIF with a thumbnail in IFD1", "an edited file must not carry it: it shows what was cut away", with_thumbnail),
        Fixture("jpeg/mpo.jpg", "two pictures, the second one behind EOI, named by an MPF segment", "the first picture is used", mpo),
        Fixture("jpeg/gain-map.jpg", "a picture with a gain map behind it, named by XMP (Ultra HDR)", "the base picture is used; a dropped gain map deserves a note", gain_map),
    ]


def png_card():
    return png.of_picture(cards.smooth(61, 45))


def with_thumbnail():
    small = jpeg.without(cjpeg(cards.smooth(32, 24), quality=60), jpeg.APP0)
    block = camera(1, "<", "Example", "Model One", "2024:06:01 10:20:30", thumbnail=small)
    return jpeg.with_exif(cjpeg(cards.smooth(61, 45)), block)


def mpo():
    first, second = cjpeg(cards.smooth(61, 45)), cjpeg(cards.smooth(45, 61))

    def index(length, offset):
        entries = [(0xB000, 7, 4, b"0100"), (0xB001, 4, 1, struct.pack(">I", 2)), (0xB002, 7, 32, struct.pack(">I", 50))]
        table = struct.pack(">H", 3) + b"".join(struct.pack(">HHI", t, k, n) + v for t, k, n, v in entries) + bytes(4)
        pictures = struct.pack(">IIIHH", 0x20030000, length, 0, 0, 0) + struct.pack(">IIIHH", 0, len(second), offset, 0, 0)
        return jpeg.segment(jpeg.APP2, b"MPF\0MM\0*" + struct.pack(">I", 8) + table + pictures)

    # Offsets count from the MM of the index: it lies behind SOI, the APP2 marker, its length and the name.
    length = len(first) + len(index(0, 0))
    return jpeg.inserted(first, index(length, length - 10)) + second


def gain_map():
    first, second = cjpeg(cards.smooth(61, 45)), cjpeg(cards.smooth(31, 23), "-grayscale")
    text = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" '
        'xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/">'
        '<Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>'
        '<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="%d"/></rdf:li>'
        "</rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>"
    )
    return jpeg.with_xmp(first, text % len(second)) + second


def profiles():
    base = lambda: cjpeg(cards.smooth(61, 45), quality=90)
    long = icc.profile("Display P3", icc.DISPLAY_P3, padding=1400)
    parts = jpeg.icc_parts(long, 9)
    put = lambda segments: lambda: jpeg.inserted(base(), b"".join(segments))
    miscounted = [part.replace(bytes([i + 1, 9]), bytes([i + 1, 12]), 1) for i, part in enumerate(parts)]
    return [
        Fixture("jpeg/icc-srgb.jpg", "an sRGB profile in one part", "kept, or left out, as asked", put(jpeg.icc_parts(icc.profile("sRGB", icc.SRGB), 1))),
        Fixture("jpeg/icc-p3.jpg", "a Display P3 profile in one part", "pixels and profile stay together", put(jpeg.icc_parts(icc.profile("Display P3", icc.DISPLAY_P3), 1))),
        Fixture("jpeg/icc-nine-parts.jpg", "the profile in nine parts", "joined in order", put(parts)),
        Fixture("jpeg/icc-shuffled.jpg", "the nine parts out of order", "the numbers decide, not the order in the file: the same profile", put(parts[::2] + parts[1::2])),
        Fixture("jpeg/icc-doubled.jpg", "part 4 twice, the same both times", "nothing contradicts: the same profile", put(parts[:4] + parts[3:])),
        Fixture("jpeg/icc-missing-part.jpg", "part 5 missing", "no profile, and a note; the picture is fine", put(parts[:4] + parts[5:])),
        Fixture("jpeg/icc-wrong-count.jpg", "nine parts that say they are twelve", "no profile, and a note", put(miscounted)),
        Fixture("jpeg/icc-after-sof.jpg", "the profile behind the frame header", "found all the same", lambda: jpeg.inserted(base(), b"".join(parts), after=0xC0)),
    ]


def exif_oddities():
    base = lambda: cjpeg(cards.smooth(61, 45), quality=90)
    put = lambda block: lambda: jpeg.with_exif(base(), block)
    entry = lambda tag, kind, count, value: struct.pack(">HHII", tag, kind, count, value)
    head = b"MM\0*" + struct.pack(">I", 8)
    loop = head + struct.pack(">H", 1) + entry(0x8769, 4, 1, 8) + struct.pack(">I", 8)
    return [
        Fixture("jpeg/exif-wild-ifd0.jpg", "the first directory at offset 4 294 967 280", "orientation 1; no read outside the block", put(b"MM\0*" + struct.pack(">I", 0xFFFFFFF0))),
        Fixture("jpeg/exif-wild-value.jpg", "a value of 4 billion items at a wild offset", "that entry is skipped; orientation 1", put(head + struct.pack(">H", 1) + entry(0x010F, 2, 0xFFFFFFFF, 0xFFFFFF00) + bytes(4))),
        Fixture("jpeg/exif-ifd-loop.jpg", "directories that name themselves as the next", "an end is found; orientation 1", put(loop)),
        Fixture("jpeg/exif-count-too-large.jpg", "a directory that claims 65 535 entries and holds one", "reading stops at the end of the block; orientation 1", put(head + b"\xff\xff" + entry(0x0110, 2, 2, 0x41000000))),
        Fixture("jpeg/exif-empty.jpg", "an EXIF segment without a TIFF block", "orientation 1", put(b"")),
        Fixture("jpeg/exif-bad-order.jpg", "a byte order mark that is neither II nor MM", "orientation 1", put(b"XX" + orientation(6)[2:])),
        Fixture("jpeg/exif-twice.jpg", "two EXIF segments: the first says 6, the second 3", "the first one counts", lambda: jpeg.with_exif(jpeg.with_exif(base(), orientation(3)), orientation(6)), orientation=6),
    ]
