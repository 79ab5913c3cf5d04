public import Resampling

extension Bitmap {
    /// The pixels that a picture may have unless a caller says otherwise: 16383².
    public static let usualMaxPixels = 268_402_689

    /// Decodes a whole picture, pixels as stored: its orientation is not applied.
    ///
    /// Memory: the pixels, 1 to 4 bytes each, and what its decoder needs.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - layout: the samples of a pixel; by default ``ImageInfo/layout``.
    ///   - maxPixels: a larger picture is refused from its header.
    /// - Throws: ``ImageError``. A truncated or damaged file throws: half a picture is never returned.
    public init(
        decoding bytes: Span<UInt8>, layout: PixelLayout? = nil, maxPixels: Int = Bitmap.usualMaxPixels
    ) throws(ImageError) {
        let info = try ImageInfo(probing: bytes)
        let (pixels, overflows) = info.storedSize.width.multipliedReportingOverflow(by: info.storedSize.height)
        guard !overflows, pixels <= maxPixels else {
            throw .limitExceeded(
                limit: "pixels", needed: overflows ? .max : pixels, allowed: maxPixels, flag: "--max-pixels")
        }
        let request = DecodeRequest(layout: .pixels(layout ?? info.layout), region: PixelRect(info.storedSize))
        try self.init(decoding: bytes, format: info.format, request: request)
    }

    /// Decodes what is asked for as interleaved pixels. The bitmap is exactly the region (or the scaled size).
    ///
    /// - Precondition: the request is for pixels, not planes.
    /// - Throws: ``ImageError``, as ``init(decoding:layout:maxPixels:)`` does.
    public init(
        decoding bytes: Span<UInt8>, format: ImageFormat, request: DecodeRequest, scratch: DecoderScratch? = nil
    ) throws(ImageError) {
        guard case .pixels(let layout) = request.layout, request.depth == .eight else {
            preconditionFailure("planes are not one bitmap, and samples of 16 bits are a DeepBitmap")
        }
        let planes = try [Bitmap](decodingPlanes: bytes, format: format, request: request, scratch: scratch)
        self.init(layout: layout, size: planes[0].size, bytes: planes[0].bytes)
    }
}

extension [Bitmap] {
    /// Decodes every plane of a request whole: one bitmap per plane, with the columns and rows of ``RowDecoder/Plane``.
    ///
    /// - Throws: ``ImageError``, as ``RowDecoder`` does.
    public init(
        decodingPlanes bytes: Span<UInt8>, format: ImageFormat, request: DecodeRequest, scratch: DecoderScratch? = nil
    ) throws(ImageError) {
        self = try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
            var decoder = try unsafe RowDecoder(bytes: bytes, format: format, request: request, scratch: scratch)
            let samples = try decoder.readAll(sampleBytes: 1)
            let pixels = if case .pixels(let pixels) = request.layout { pixels } else { PixelLayout.gray }
            return zip(decoder.planes, samples).map { Bitmap(layout: pixels, size: $0.rect.size, bytes: $1) }
        }
    }
}

extension DeepBitmap {
    /// Decodes a region of a PNG with 16 bits a sample, whatever the file has. The bitmap is exactly the region.
    ///
    /// - Precondition: the request is for pixels of 16 bits.
    /// - Throws: ``ImageError``, as ``RowDecoder`` does.
    public init(decoding bytes: Span<UInt8>, request: DecodeRequest) throws(ImageError) {
        guard case .pixels(let layout) = request.layout, request.depth == .sixteen else {
            preconditionFailure("the request is not for pixels of 16 bits")
        }
        let samples = try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
            var decoder = try unsafe RowDecoder(bytes: bytes, format: .png, request: request)
            return try decoder.readAll(sampleBytes: 2)[0]
        }
        self.init(
            layout: layout, size: request.region.size,
            samples: unsafe samples.withUnsafeBytes { unsafe Array($0.bindMemory(to: UInt16.self)) })
    }
}

extension RowDecoder {
    /// Reads the whole region, and checks what follows it: for each plane its rows without padding.
    fileprivate mutating func readAll(sampleBytes: Int) throws(ImageError) -> [[UInt8]] {
        let planes = planes
        var bands: InlineArray<4, UnsafeMutablePointer<UInt8>?> = [nil, nil, nil, nil]
        var strides: InlineArray<4, Int> = [0, 0, 0, 0]
        var samples = [[UInt8]](repeating: [], count: planes.count)
        for (index, plane) in planes.enumerated() {
            strides[index] = plane.rowBytes
            unsafe bands[index] = .allocate(capacity: plane.rowBytes * plane.bandRows)
            samples[index].reserveCapacity(plane.width * plane.channels * sampleBytes * plane.height)
        }
        defer { for index in planes.indices { unsafe bands[index]?.deallocate() } }
        var isComplete = false
        while !isComplete {
            let counts = unsafe try readBand(into: bands, strides: strides)
            isComplete = true
            for (index, plane) in planes.enumerated() where counts[index] > 0 {
                isComplete = false
                guard let band = unsafe bands[index] else { continue }
                for row in 0..<counts[index] {
                    let start = unsafe band + row * plane.rowBytes
                    unsafe samples[index].append(
                        contentsOf: UnsafeBufferPointer(start: start, count: plane.width * plane.channels * sampleBytes)
                    )
                }
            }
        }
        try finish()
        return samples
    }
}
