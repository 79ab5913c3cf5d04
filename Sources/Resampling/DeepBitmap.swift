/// How many bits a sample of a bitmap has.
public enum SampleDepth: Int, Sendable, Hashable, CaseIterable {
    /// 0…255, one byte.
    case eight = 8
    /// 0…65535, two bytes in the order of the machine.
    case sixteen = 16

    /// Bytes of a sample.
    public var bytes: Int { rawValue / 8 }
}

/// Decoded pixels of 16 bits a sample in memory: rows from the top, tightly packed. Alpha is straight, not premultiplied.
public struct DeepBitmap: Sendable, Hashable {
    /// The samples of each pixel.
    public let layout: PixelLayout
    /// Columns and rows.
    public let size: PixelSize
    /// `size.height` rows of `size.width * layout.channels` samples of 0…65535.
    public var samples: [UInt16]

    /// A bitmap of given samples.
    ///
    /// - Precondition: `samples.count == size.width * size.height * layout.channels`.
    public init(layout: PixelLayout, size: PixelSize, samples: [UInt16]) {
        precondition(samples.count == size.width * size.height * layout.channels, "the samples do not fit the size")
        self.layout = layout
        self.size = size
        self.samples = samples
    }

    /// The picture turned upright: from stored to upright pixels. Cost: the pixels, once each.
    ///
    /// - Parameter orientation: how the pixels of this picture are stored.
    public func turned(_ orientation: Orientation) -> DeepBitmap {
        let (upright, turned) = orientation.turning(samples, channels: layout.channels, size: size)
        return DeepBitmap(layout: layout, size: upright, samples: turned)
    }

    /// The picture, or a part of it, scaled. One picture at a time; for many, a `RowResampler` keeps its memory.
    ///
    /// - Parameters: as for `Bitmap.resampled`.
    /// - Precondition: no size is 0, and the box has an area and overlaps the picture.
    public func resampled(
        to size: PixelSize, box: SourceBox? = nil, filter: ResamplingFilter, light: Light = .encoded
    ) -> DeepBitmap {
        var resampler = RowResampler()
        resampler.begin(
            layout: layout, depth: .sixteen, sourceSize: self.size, box: box ?? SourceBox(PixelRect(self.size)),
            outputSize: size, filter: filter, light: light)
        resampler.commitAll(samples.span, stride: self.size.width * layout.channels)
        return resampler.finishDeep()
    }
}
