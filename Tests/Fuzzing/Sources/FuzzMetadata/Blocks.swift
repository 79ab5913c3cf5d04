import FuzzingSupport
import Resampling

@testable import ImageCodecs

private let size = PixelSize(width: 70000, height: 48)

/// EXIF in a JPEG, a PNG and a WebP picture: all three find the same orientation.
func checkOrientations(_ exif: [UInt8]) {
    let pictures = [jpeg(exif: exif), png(exif: exif), webP(exif: exif)]
    let infos = pictures.map { try! ImageInfo(probing: $0.span) }
    for info in infos {
        require(info.storedSize == pictureSize, "EXIF does not change the stored size")
        require(
            info.uprightSize == pictureSize || info.uprightSize == pictureSize.transposed, "turning keeps the sides")
        require(info.orientation == infos[0].orientation, "the orientation is the same in every format")
        require(info.findings == infos[0].findings, "the findings are the same in every format")
    }
}

func checkExif(_ block: [UInt8]) {
    let before = orientation(block)
    if let copy = ExifBlock.privateCopy(of: block.span) {
        require(orientation(copy) == before, "a private copy keeps the orientation")
        requirePrivate(copy)
        let isStable = ExifBlock.privateCopy(of: copy.span) == copy
        require(isStable, "a private copy of a private copy is the same")
    } else {
        require(before == .topLeft, "an orientation is never lost")
    }
    for isPrivate in [true, false] {
        guard let edited = ExifBlock.edited(block.span, size: size, isPrivate: isPrivate) else { continue }
        require(orientation(edited) == .topLeft, "an edited picture is upright")
        if isPrivate { requirePrivate(edited) }
    }
}

func checkXMP(_ packet: [UInt8]) {
    _ = XMPPacket.announcesGainMap(packet.span)
    _ = XMPPacket.orientation(in: packet.span)
    guard let edited = XMPPacket.edited(packet.span, size: size) else { return }
    let after = XMPPacket.orientation(in: edited.span)
    require(after == nil || after == .topLeft, "an edited picture is upright")
    let isStable = XMPPacket.edited(edited.span, size: size) == edited
    require(isStable, "an edited packet is edited")
}

func checkPhotoshop(_ resources: [UInt8]) {
    guard let edited = PhotoshopResources.edited(resources.span) else { return }
    let isStable = PhotoshopResources.edited(edited.span) == edited
    require(isStable, "edited resources are edited")
}

private func orientation(_ block: [UInt8]) -> Orientation {
    if case .value(let value) = ExifOrientation(in: block.span, range: 0..<block.count) { return value }
    return .topLeft
}

/// No tag of a private block, in any directory of the picture, is one of those that tell the most. The list is written down
/// here once more, so that it does not change together with the one that is used.
func requirePrivate(_ block: [UInt8]) {
    let forbidden: Set = [
        0x010e, 0x013b, 0x013c, 0x014a, 0x0201, 0x02bc, 0x83bb, 0x8649, 0x8825, 0x927c, 0x9286, 0x9c9b, 0x9c9c, 0x9c9d,
        0x9c9e, 0x9c9f, 0xa420, 0xa430, 0xa431, 0xa435, 0xc634,
    ]
    let tiff = block.span
    guard let structure = TIFFStructure(tiff) else { return require(false, "a private block is EXIF") }
    require(block.count <= 65000, "a private block fits in a segment")
    var offsets = [structure.firstDirectory]
    while let offset = offsets.popLast() {
        guard let directory = structure.directory(at: offset, in: tiff) else {
            return require(false, "a directory lies in the block")
        }
        let entries = structure.entries(of: directory, in: tiff, limit: 1 << 16)
        require(entries.count == directory.count, "a directory is whole")
        for entry in entries {
            require(!forbidden.contains(entry.tag), "the tag \(entry.tag) is not private")
            require(entry.value != nil, "a value lies in the block")
            if [0x8769, 0xa005].contains(entry.tag), let next = structure.number(entry, in: tiff) {
                offsets.append(next)
            }
        }
        let next = structure.order.number32(tiff, at: directory.nextPosition)
        require(next == 0, "a private block has no further picture")
    }
}
