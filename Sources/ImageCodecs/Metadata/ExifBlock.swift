import Resampling

/// A block of EXIF: a TIFF structure, with or without the six bytes `Exif\0\0` before it. Results never have them.
///
/// Every pointer of a block is followed at most once, and of a directory no more than ``maxEntries`` are read, so no block costs
/// time or memory beyond a small multiple of its length. A directory with more counts as unreadable where nothing may move.
enum ExifBlock {
    /// Cameras write up to about a hundred.
    static let maxEntries = 1024

    /// For an original that must tell nothing private: the block built anew from the tags of ``KeptTag``.
    ///
    /// The order of bytes and the orientation, as far as it means something, stay. At most 65000 bytes, which fit in a segment
    /// of a JPEG file. Nil when nothing is left or the block cannot be read.
    static func privateCopy(of block: Span<UInt8>) -> [UInt8]? { rebuilt(block, size: nil) }

    /// For an edited picture of `size` upright pixels: orientation 1, the pixel dimensions updated, no thumbnail.
    ///
    /// What the block does not tell is not added. Nil when nothing is left or the block cannot be read.
    ///
    /// - Parameters:
    ///   - isPrivate: the rules of ``privateCopy(of:)`` hold too. Without it the bytes of the block stay where they are, for maker
    ///     notes are full of offsets that nobody can correct.
    ///   - isSRGB: the colors were converted to sRGB, and the block must not say anything else.
    static func edited(_ block: Span<UInt8>, size: PixelSize, isPrivate: Bool, isSRGB: Bool = false) -> [UInt8]? {
        if isPrivate { return rebuilt(block, size: size, isSRGB: isSRGB) }
        let start = TIFFStructure.start(of: block)
        guard start <= block.count else { return nil }
        let tiff = block.extracting(start..<block.count)
        return ExifPatch(of: tiff, isSRGB: isSRGB)?.applied(to: tiff, size: size)
    }

    private static func rebuilt(_ block: Span<UInt8>, size: PixelSize?, isSRGB: Bool = false) -> [UInt8]? {
        let start = TIFFStructure.start(of: block)
        guard start <= block.count else { return nil }
        let tiff = block.extracting(start..<block.count)
        guard let structure = TIFFStructure(tiff) else { return nil }
        let fields = ExifRebuild(structure: structure, size: size, isSRGB: isSRGB)
            .fields(of: .image, at: structure.firstDirectory, in: tiff)
        return fields.isEmpty ? nil : ExifField.block(fields, structure.order)
    }
}
