import ImageCodecs
import Resampling

/// A whole picture as its decoder handed it out, held until it is known which part of it is wanted.
@safe
final class HeldPicture {
    private let planes: [Plane]
    private let layout: PixelLayout
    private let depth: SampleDepth

    /// The rows of one plane.
    @safe
    private final class Plane {
        let shape: RowDecoder.Plane
        var rows = 0
        private let memory: UnsafeMutableRawBufferPointer

        init(_ shape: RowDecoder.Plane) throws(ImageError) {
            self.shape = shape
            // The last band may reach beyond the last row.
            let (count, overflows) = shape.rowBytes.multipliedReportingOverflow(by: shape.height + shape.bandRows)
            guard !overflows, Machine.hasRoom(for: count) else {
                throw .outOfMemory("a whole picture is held while its crop is placed")
            }
            unsafe memory = .allocate(byteCount: count, alignment: 64)
            // What a decoder leaves out is black, not what was there before.
            unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        }

        deinit { unsafe memory.deallocate() }

        var isComplete: Bool { rows == shape.height }

        /// Where the next band goes. Safety: valid as long as the plane.
        var next: UnsafeMutablePointer<UInt8>? {
            unsafe memory.baseAddress.map { unsafe $0.assumingMemoryBound(to: UInt8.self) + rows * shape.rowBytes }
        }

        /// Calls `body` with all rows, `rowBytes` apart.
        func withSamples<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
            unsafe body(Span(_unsafeElements: UnsafeBufferPointer(memory.bindMemory(to: UInt8.self))))
        }

        /// The same for samples of 16 bits.
        func withDeepSamples<Result>(_ body: (Span<UInt16>) -> Result) -> Result {
            unsafe body(Span(_unsafeElements: UnsafeBufferPointer(memory.bindMemory(to: UInt16.self))))
        }
    }

    /// Reads all that a decoder has.
    init(_ decoder: inout RowDecoder, depth: SampleDepth) throws(ImageError) {
        var planes: [Plane] = []
        for shape in decoder.planes { planes.append(try Plane(shape)) }
        self.planes = planes
        self.depth = depth
        layout = PixelLayout(rawValue: planes[0].shape.channels) ?? .gray
        while planes.contains(where: { !$0.isComplete }) {
            var bands: InlineArray<4, UnsafeMutablePointer<UInt8>?> = [nil, nil, nil, nil]
            var strides: InlineArray<4, Int> = [0, 0, 0, 0]
            for (index, plane) in planes.enumerated() {
                unsafe bands[index] = plane.next
                strides[index] = plane.shape.rowBytes
            }
            let counts = try unsafe decoder.readBand(into: bands, strides: strides)
            guard planes.indices.contains(where: { counts[$0] > 0 }) else { break }
            for (index, plane) in planes.enumerated() {
                plane.rows = min(plane.rows + counts[index], plane.shape.height)
            }
        }
    }

    /// The means of the cells of each plane, as stored.
    func means(of grid: AttentionGrid, background: RGBColor) -> [DeepBitmap] {
        planes.map { plane in
            let (columns, rows) = grid.cells(of: plane.shape)
            switch depth {
            case .eight:
                return plane.withSamples {
                    DeepBitmap(
                        cellMeansOf: $0, layout: layout, stride: plane.shape.rowBytes, columns: columns, rows: rows,
                        background: background)
                }
            case .sixteen:
                return plane.withDeepSamples {
                    DeepBitmap(
                        cellMeansOf: $0, layout: layout, stride: plane.shape.rowBytes / 2, columns: columns,
                        rows: rows, background: background)
                }
            }
        }
    }

    /// Gives all rows of a plane to a resampler that was begun for it.
    func commit(plane: Int, to rows: inout RowResampler) {
        let plane = planes[plane]
        switch depth {
        case .eight: plane.withSamples { rows.commitAll($0, stride: plane.shape.rowBytes) }
        case .sixteen: plane.withDeepSamples { rows.commitAll($0, stride: plane.shape.rowBytes / 2) }
        }
    }
}
