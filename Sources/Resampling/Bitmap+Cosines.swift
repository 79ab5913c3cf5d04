#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Bitmap {
    /// How much of each of the slowest waves the light of a picture holds: the mean of light times cosine, row by row.
    ///
    /// The wave (i, j) is `cos(π·i·x / width) · cos(π·j·y / height)` at column x and row y, so that the first value is the mean light.
    /// Light is that of sRGB, 0…1; gray has three equal samples. Cost: `columns` multiplications for each pixel.
    ///
    /// - Parameters:
    ///   - columns: waves along a row.
    ///   - rows: waves along a column.
    /// - Returns: red, green and blue of `columns` values for each of `rows`.
    /// - Precondition: the picture has no alpha and no size is 0.
    public func cosineMeans(columns: Int, rows: Int) -> [SIMD3<Double>] {
        precondition(!layout.hasAlpha, "light that shines through is no light")
        let across = Self.cosines(columns, size.width)
        let down = Self.cosines(rows, size.height)
        let light = (0..<256).map { SRGBCurve.light(ofSample: Double($0) / 255) }
        let (samples, table, waves) = (bytes.span, light.span, across.span)
        let channels = layout.channels
        var sums = [SIMD3<Double>](repeating: .zero, count: columns * rows)
        for y in 0..<size.height {
            var row = [SIMD3<Double>](repeating: .zero, count: columns)
            for x in 0..<size.width {
                let pixel = (y * size.width + x) * channels
                let red = table[Int(samples[pixel])]
                let color =
                    channels == 1
                    ? SIMD3(repeating: red)
                    : SIMD3(red, table[Int(samples[pixel + 1])], table[Int(samples[pixel + 2])])
                for i in 0..<columns { row[i] += color * waves[x * columns + i] }
            }
            for j in 0..<rows {
                for i in 0..<columns { sums[j * columns + i] += row[i] * down[y * rows + j] }
            }
        }
        return sums.map { $0 / Double(size.width * size.height) }
    }

    /// For each of `length` places the values of `count` waves.
    private static func cosines(_ count: Int, _ length: Int) -> [Double] {
        (0..<length).flatMap { place in
            (0..<count).map { cos(Double.pi * Double($0) * Double(place) / Double(length)) }
        }
    }
}
