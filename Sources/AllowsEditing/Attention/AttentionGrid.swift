import ImageCodecs
import Resampling

/// The cells of the small copy of a picture that says where people look: about 128 along its longer side.
///
/// A crop must not move with the size that is asked for, nor with the way in which the picture is stored. So the cells are counted in
/// pixels of the picture, whatever it is decoded at; those of JPEG are whole blocks, of which the decoder keeps the mean at every
/// scale; and the grid is its own mirror image, where the last block is not cut.
struct AttentionGrid: Equatable {
    /// Where columns of cells begin and end, in stored pixels: one number more than columns.
    let columns: [Int]
    /// The same for rows.
    let rows: [Int]

    private static let mostCells = 128
    private static let smallestCell = 8

    init(_ info: ImageInfo) {
        let longest = max(info.storedSize.width, info.storedSize.height)
        let cells = max(1, min(Self.mostCells, longest / Self.smallestCell))
        func edges(_ side: Int) -> [Int] {
            let count = max(1, min((2 * side * cells + longest) / (2 * longest), side / Self.smallestCell))
            return Self.edges(of: side, cells: count, unit: info.format == .jpeg ? 8 : 1)
        }
        columns = edges(info.storedSize.width)
        rows = edges(info.storedSize.height)
    }

    /// - Parameter unit: no edge but the last one lies inside of so many pixels.
    private static func edges(of side: Int, cells: Int, unit: Int) -> [Int] {
        let blocks = max(1, side / unit)
        // An odd number of blocks has no middle edge, so that cells on both sides of one could not be alike.
        let cells = blocks % 2 == 1 && cells % 2 == 0 ? cells - 1 : cells
        let edges = (0..<cells).map { edge in
            2 * edge <= cells ? edge * blocks / cells : blocks - (cells - edge) * blocks / cells
        }
        return edges.map { $0 * unit } + [side]
    }

    /// The columns and rows of each cell in a plane of the decoder.
    func cells(of plane: RowDecoder.Plane) -> (columns: [Range<Int>], rows: [Range<Int>]) {
        (
            Self.ranges(columns, scale: plane.scaleX, origin: plane.x, count: plane.width),
            Self.ranges(rows, scale: plane.scaleY, origin: plane.y, count: plane.height)
        )
    }

    /// The columns and rows of each cell in the stored pixels.
    var pixels: (columns: [Range<Int>], rows: [Range<Int>]) {
        func ranges(_ edges: [Int]) -> [Range<Int>] { zip(edges, edges.dropFirst()).map { $0..<$1 } }
        return (ranges(columns), ranges(rows))
    }

    private static func ranges(_ edges: [Int], scale: Double, origin: Int, count: Int) -> [Range<Int>] {
        zip(edges, edges.dropFirst()).map { start, end in
            let first = max(0, min(Int((Double(start) * scale).rounded()) - origin, count - 1))
            let last = max(first + 1, min(Int((Double(end) * scale).rounded()) - origin, count))
            return first..<last
        }
    }
}
