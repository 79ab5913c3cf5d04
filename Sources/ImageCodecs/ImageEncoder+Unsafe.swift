internal import CImageCodecs
public import Resampling

/// Turns pixels into files.
public enum ImageEncoder {
    /// Encodes a bitmap. The file carries no metadata.
    ///
    /// Memory: the file, for WebP the picture once more, for a palette a byte for each pixel.
    ///
    /// - Throws: ``ImageError/encoding(_:reason:)`` if the format cannot hold the picture: its size, or alpha in JPEG;
    ///   ``ImageError/outOfMemory(_:)``.
    public static func encode(_ bitmap: Bitmap, _ options: EncodeOptions) throws(ImageError) -> [UInt8] {
        if options.format == .png, options.prefersPalette {
            if let indexed = IndexedBitmap(bitmap) { return try encode(indexed) }
            return try encodeSamples(bitmap.withoutOpaqueAlpha, options)
        }
        return try encodeSamples(bitmap, options)
    }

    private static func encodeSamples(_ bitmap: Bitmap, _ options: EncodeOptions) throws(ImageError) -> [UInt8] {
        try unsafe encode(
            [bitmap], layout: ae_layout(rawValue: UInt32(bitmap.layout.channels)), size: bitmap.size, options)
    }

    private static func encode(_ indexed: IndexedBitmap) throws(ImageError) -> [UInt8] {
        let indices = Bitmap(layout: .gray, size: indexed.size, bytes: indexed.indices)
        return try unsafe indexed.colors.withUnsafeBufferPointer { colors throws(ImageError) in
            var palette = unsafe ae_palette(
                colors: colors.baseAddress, count: UInt32(indexed.colorCount),
                transparent_count: UInt32(indexed.transparentCount), bit_depth: UInt32(indexed.bitDepth))
            return try unsafe encode(
                [indices], layout: AE_GRAY, size: indices.size, EncodeOptions(format: .png), palette: &palette)
        }
    }

    /// Encodes a bitmap of 16 bits a sample to PNG.
    ///
    /// - Throws: ``ImageError/encoding(_:reason:)`` for another format, or a size that PNG cannot hold;
    ///   ``ImageError/outOfMemory(_:)``.
    public static func encode(_ bitmap: DeepBitmap, _ options: EncodeOptions) throws(ImageError) -> [UInt8] {
        guard options.format == .png else {
            throw .encoding(options.format, reason: "only PNG is written with 16 bits a sample")
        }
        var image = try image(ae_layout(rawValue: UInt32(bitmap.layout.channels)), bitmap.size, .png)
        image.deep = 1
        var encoded = unsafe ae_encoded()
        var status = ae_status()
        unsafe bitmap.samples.withUnsafeBytes { bytes in
            unsafe image.set(
                bytes.assumingMemoryBound(to: UInt8.self).baseAddress, size: bitmap.size,
                rowBytes: bitmap.size.width * bitmap.layout.channels * 2, at: 0)
            unsafe run(&image, (0, 0), options, nil, &encoded, &status)
        }
        return try unsafe file(encoded, status, .png)
    }

    /// Encodes planes of luma and chroma (full range, JFIF) to JPEG as they are, without conversion.
    ///
    /// - Parameters:
    ///   - luma: the picture's size.
    ///   - cb: the size of luma divided by the factors of ``EncodeOptions/subsampling``, rounded up.
    ///   - cr: as `cb`.
    ///   - options: for ``ImageFormat/jpeg``.
    /// - Precondition: the bitmaps are gray and the format is JPEG.
    /// - Throws: ``ImageError/encoding(_:reason:)`` if the sizes do not fit the subsampling or the format.
    public static func encode(luma: Bitmap, cb: Bitmap, cr: Bitmap, _ options: EncodeOptions) throws(ImageError)
        -> [UInt8]
    {
        precondition(options.format == .jpeg, "planes are written to JPEG alone")
        precondition([luma, cb, cr].allSatisfy { $0.layout == .gray }, "a plane has one sample per pixel")
        return try unsafe encode([luma, cb, cr], layout: AE_YCC_PLANES, size: luma.size, options)
    }

    private static func encode(
        _ planes: [Bitmap], layout: ae_layout, size: PixelSize, _ options: EncodeOptions,
        palette: UnsafePointer<ae_palette>? = nil
    ) throws(ImageError) -> [UInt8] {
        var image = try image(layout, size, options.format)
        if options.format == .jpeg, layout == AE_GRAY_ALPHA || layout == AE_RGBA {
            throw .encoding(.jpeg, reason: "it has no alpha: put the picture on a background first")
        }
        let factors = options.subsampling.factors ?? (horizontal: 0, vertical: 0)
        if options.format == .jpeg, !(1...2).contains(factors.horizontal) {
            throw .encoding(.jpeg, reason: "chroma of \(options.subsampling.rawValue) is not written")
        }
        var encoded = unsafe ae_encoded()
        var status = ae_status()
        // Each level of the recursion pins the memory of one plane.
        func pin(_ index: Int) {
            guard index < planes.count else {
                unsafe run(&image, factors, options, palette, &encoded, &status)
                return
            }
            let plane = planes[index]
            unsafe plane.bytes.withUnsafeBufferPointer { bytes in
                unsafe image.set(
                    bytes.baseAddress, size: plane.size, rowBytes: plane.size.width * plane.layout.channels, at: index)
                pin(index + 1)
            }
        }
        pin(0)
        return try unsafe file(encoded, status, options.format)
    }

    /// A picture without planes yet.
    private static func image(_ layout: ae_layout, _ size: PixelSize, _ format: ImageFormat) throws(ImageError)
        -> ae_image
    {
        guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height), width > 0, height > 0
        else { throw .encoding(format, reason: "a size of \(size)") }
        var image = ae_image()
        image.layout = layout
        image.width = width
        image.height = height
        return image
    }

    /// What an encoder made, which is given back to it.
    private static func file(_ encoded: ae_encoded, _ status: ae_status, _ format: ImageFormat) throws(ImageError)
        -> [UInt8]
    {
        guard status.code == AE_OK else { throw ImageError(encoding: status, format: format) }
        defer { unsafe ae_free(encoded.bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: encoded.bytes, count: encoded.count))
    }

    private static func run(
        _ image: inout ae_image, _ factors: (horizontal: Int, vertical: Int), _ options: EncodeOptions,
        _ palette: UnsafePointer<ae_palette>?, _ encoded: inout ae_encoded, _ status: inout ae_status
    ) {
        let quality = Int32(clamping: options.quality)
        switch options.format {
        case .jpeg:
            var options = ae_jpeg_options(
                quality: quality, horizontal_factor: UInt32(factors.horizontal),
                vertical_factor: UInt32(factors.vertical), progressive: options.progressive ? 1 : 0)
            _ = unsafe ae_encode_jpeg(&image, &options, &encoded, &status)
        case .png:
            _ = unsafe ae_encode_png(&image, palette, &encoded, &status)
        case .webP:
            var options = ae_webp_options(quality: quality, lossless: options.lossless ? 1 : 0)
            _ = unsafe ae_encode_webp(&image, &options, &encoded, &status)
        }
    }
}

extension ae_image {
    /// Sets one plane: rows of `size`, `rowBytes` apart.
    mutating func set(_ start: UnsafePointer<UInt8>?, size: PixelSize, rowBytes: Int, at index: Int) {
        unsafe Swift.withUnsafeMutableBytes(of: &planes) { planes in
            unsafe planes.storeBytes(
                of: start, toByteOffset: index * MemoryLayout<UnsafePointer<UInt8>?>.stride,
                as: UnsafePointer<UInt8>?.self)
        }
        unsafe Swift.withUnsafeMutableBytes(of: &strides) { strides in
            unsafe strides.storeBytes(
                of: rowBytes, toByteOffset: index * MemoryLayout<Int>.stride, as: Int.self)
        }
        unsafe Swift.withUnsafeMutableBytes(of: &plane_widths) { widths in
            unsafe widths.storeBytes(
                of: UInt32(clamping: size.width), toByteOffset: index * MemoryLayout<UInt32>.stride, as: UInt32.self)
        }
        unsafe Swift.withUnsafeMutableBytes(of: &plane_heights) { heights in
            unsafe heights.storeBytes(
                of: UInt32(clamping: size.height), toByteOffset: index * MemoryLayout<UInt32>.stride, as: UInt32.self)
        }
    }
}
