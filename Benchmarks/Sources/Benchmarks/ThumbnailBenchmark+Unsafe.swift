import AllowsEditing
import ImageCodecs

/// The reader of the lowest coefficients beside libjpeg-turbo at the same scale: whole pictures, planes without their colors, samples thrown
/// away.
struct ThumbnailBenchmark {
    let folder: String
    let runs: Int

    private struct Kind: Hashable {
        var isProgressive: Bool
        var eighths: Int
        /// Baseline first, small scales first.
        var order: Int { (isProgressive ? 8 : 0) + eighths }
    }

    /// The medians of pictures of one kind, in milliseconds.
    private struct Sums {
        var pictures = 0
        var pixels = 0
        var ours = 0.0
        var theirs = 0.0
        var refused = 0
    }

    func tables() async throws -> [Table] {
        let planned = try await Batch(folder: folder, options: EditOptions(size: .atMost(256)), workers: 1).planned()
        var sums: [Kind: Sums] = [:]
        for picture in planned.sorted(by: { $0.path < $1.path }) {
            guard let eighths = picture.details.info.thumbnailEighths else { continue }
            let bytes = try Files.read(picture.path)
            for scale in eighths {
                let kind = Kind(isProgressive: picture.details.info.isProgressive, eighths: scale)
                try measure(bytes, picture.details.info, scale, into: &sums[kind, default: Sums()])
            }
        }
        var table = Table(
            "thumbnails",
            title: """
                JPEG by its lowest coefficients: milliseconds of all pictures, medians of \(runs) runs in turn with libjpeg-turbo
                refused: pictures that are left to libjpeg-turbo; they are not in the times
                """,
            columns: ["file", "scale", "pictures", "MP", "ours", "libjpeg-turbo", "ratio", "refused"])
        for (kind, sums) in sums.sorted(by: { $0.key.order < $1.key.order }) {
            table.rows.append([
                .text(kind.isProgressive ? "progressive" : "baseline"), .text("\(kind.eighths)/8"),
                .number(Double(sums.pictures), places: 0), .number(Double(sums.pixels) / 1e6, places: 1),
                .number(sums.ours, places: 1), .number(sums.theirs, places: 1),
                .number(sums.ours / sums.theirs, places: 3), .number(Double(sums.refused), places: 0),
            ])
        }
        return [table]
    }

    private func measure(_ bytes: [UInt8], _ info: ImageInfo, _ eighths: Int, into sums: inout Sums) throws {
        let size = DecodeRequest.scaledSize(of: info.storedSize, eighths: eighths)
        var request = DecodeRequest(
            layout: info.hasPlanes ? .planes(alpha: false) : .pixels(.gray),
            region: PixelRect(x: 0, y: 0, width: size.width, height: size.height), scaleEighths: eighths)
        request.readsThumbnail = true
        request.chromaEighths = eighths
        var (ours, theirs): ([Double], [Double]) = ([], [])
        // The first run does not count.
        for run in 0...runs {
            var isRefused = false
            let first = try milliseconds { isRefused = try !readsThumbnail(bytes, request) }
            if isRefused {
                sums.refused += 1
                return
            }
            let second = try milliseconds { try decode(bytes, request) }
            if run > 0 {
                ours.append(first)
                theirs.append(second)
            }
        }
        sums.pictures += 1
        sums.pixels += info.storedSize.width * info.storedSize.height
        sums.ours += ours.median
        sums.theirs += theirs.median
    }

    private func readsThumbnail(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Bool {
        try unsafe bytes.withUnsafeBufferPointer { bytes in
            guard var decoder = unsafe ThumbnailDecoder(bytes: bytes, request: request) else { return false }
            try unsafe readAll(&decoder)
            return !decoder.isRefused
        }
    }

    private func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws {
        try unsafe bytes.withUnsafeBufferPointer { bytes in
            var decoder = try unsafe RowDecoder(bytes: bytes, format: .jpeg, request: request)
            try unsafe readAll(&decoder)
        }
    }

    /// Reads every band into the same memory.
    @unsafe
    private func readAll(_ decoder: inout some BandSource & ~Copyable) throws {
        var bands: InlineArray<4, UnsafeMutablePointer<UInt8>?> = [nil, nil, nil, nil]
        var strides: InlineArray<4, Int> = [0, 0, 0, 0]
        let planes = decoder.planes
        for (index, plane) in planes.enumerated() {
            strides[index] = plane.rowBytes
            unsafe bands[index] = .allocate(capacity: plane.rowBytes * plane.bandRows)
        }
        defer { for index in planes.indices { unsafe bands[index]?.deallocate() } }
        while try unsafe decoder.readBand(into: bands, strides: strides)[0] > 0 {}
        try decoder.finish()
    }
}
