extension Bitmap {
    /// The picture, or a part of it, scaled.
    ///
    /// One picture at a time; for many, a `RowResampler` keeps its memory. Cost: see `RowResampler`.
    ///
    /// - Parameters:
    ///   - size: the size of the result.
    ///   - box: the part of this picture, in its pixels; all of it when nil.
    ///   - filter: the filter, stretched where the picture is reduced.
    ///   - light: what is averaged.
    ///   - instructions: what to compute with; the bytes do not depend on it.
    /// - Precondition: no size is 0, and the box has an area and overlaps the picture.
    public func resampled(
        to size: PixelSize, box: SourceBox? = nil, filter: ResamplingFilter, light: Light = .encoded,
        instructions: InstructionSet = .best
    ) -> Bitmap {
        var resampler = RowResampler(instructions: instructions)
        let rowBytes = self.size.width * layout.channels
        resampler.begin(
            layout: layout, sourceSize: self.size, box: box ?? SourceBox(PixelRect(self.size)), outputSize: size,
            filter: filter, light: light)
        resampler.commitAll(bytes.span, stride: rowBytes)
        return resampler.finish()
    }
}
