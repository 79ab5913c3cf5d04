extension ExifBlock {
    /// Whether the block tells where the picture was taken, or anything else that a satellite said. The version alone, which some
    /// cameras always write, is nothing.
    ///
    /// Cost: the entries of two directories, ``maxEntries`` of each at most.
    static func tellsLocation(_ block: Span<UInt8>) -> Bool {
        let start = TIFFStructure.start(of: block)
        guard start <= block.count else { return false }
        let tiff = block.extracting(start..<block.count)
        guard let structure = TIFFStructure(tiff),
            let first = structure.directory(at: structure.firstDirectory, in: tiff)
        else { return false }
        let entries = structure.entries(of: first, in: tiff, limit: maxEntries)
        guard let pointer = entries.first(where: { $0.tag == ExifTag.gpsDirectory }),
            let offset = structure.number(pointer, in: tiff), let location = structure.directory(at: offset, in: tiff)
        else { return false }
        return structure.entries(of: location, in: tiff, limit: maxEntries).contains { $0.tag != ExifTag.gpsVersion }
    }
}
