extension ImageInfo {
    /// The eighths that a `ThumbnailDecoder` can make of the picture, as far as the header tells; the file may still be refused.
    public var thumbnailEighths: ClosedRange<Int>? {
        guard format == .jpeg, !isArithmetic, hasPlanes || jpegColor == .gray, isProgressive || !hasSeveralScans else {
            return nil
        }
        return isProgressive ? 1...1 : 1...2
    }

    /// How many times coarser than luma chroma is stored, where there is any.
    public var chromaFactors: (horizontal: Int, vertical: Int)? {
        guard hasPlanes, samplingFactors.count == 3 else { return nil }
        let (luma, chroma) = (samplingFactors[0], samplingFactors[1])
        return (luma.horizontal / chroma.horizontal, luma.vertical / chroma.vertical)
    }
}
