public import Resampling

/// A crop as a front end describes it, which becomes a box once the picture is known.
///
/// One JSON object: `tool` is a name of `CropTool`, and `data` holds what that front end exports, under its own names. `orientation` says
/// what the numbers know of the picture's EXIF orientation, `space` what size of the picture they refer to where that is not its
/// own, and `file` names the picture; a name that is not UTF-8 stands as `fileBytes`, in base64. There are no other keys.
public struct CropImport: Sendable, Hashable {
    /// The front end.
    public let tool: CropTool
    /// The name of the picture: `file`.
    public let file: BytePath?
    /// What the numbers know of the orientation, where that is said.
    public let orientation: OrientationUse?
    /// The object itself, as it came in.
    public let json: [UInt8]
    private let geometry: CropGeometry
    /// The size that the numbers refer to, where it is said, and the field that says it.
    private let space: Space?

    /// What the numbers of a crop know of the EXIF orientation of the picture.
    public enum OrientationUse: String, Sendable, Hashable, CaseIterable {
        /// The numbers refer to the upright picture, as browsers and UIKit show it.
        case applied
        /// The numbers refer to the pixels as stored, and their own turn and mirroring contain the orientation: Cropper.js 1 with
        /// `checkOrientation`.
        case included
        /// The numbers refer to the pixels as stored, and what they cut out is turned upright afterwards.
        case stored
    }

    private struct Space: Hashable {
        var size: SIMD2<Double>
        var field: String
    }

    /// Bytes that the object may have.
    static let mostBytes = 1 << 16

    /// Reads one object. Cost: proportional to the bytes.
    ///
    /// - Throws: `CropImportError` naming the field.
    public init(parsing json: [UInt8]) throws(CropImportError) { try self.init(parsing: json[...]) }

    init(parsing json: ArraySlice<UInt8>) throws(CropImportError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: json, mostBytes: Self.mostBytes) } catch {
            throw .notJSON(offset: error.offset, reason: error.reason)
        }
        let fields = try CropFields(value)
        // A word with a slip of the pen would change the crop in silence.
        let known: Set = ["file", "fileBytes", "tool", "orientation", "space", "data"]
        if let unknown = fields.names.sorted().first(where: { !known.contains($0) }) {
            throw .invalid(
                field: excerpt(unknown),
                reason: "is no key: there are file, fileBytes, tool, orientation, space and data")
        }
        let tools = CropTool.allCases.map(\.rawValue).joined(separator: ", ")
        guard let tool = try fields.text("tool") else { throw .missing(field: "tool", reason: "it is one of \(tools)") }
        guard let tool = CropTool(rawValue: tool) else {
            throw .invalid(field: "tool", reason: "is \(excerpt(tool)), not one of \(tools)")
        }
        guard let data = try fields.object("data") else {
            throw .missing(field: "data", reason: "it holds what \(tool) exports")
        }
        let (geometry, ownSpace) = try tool.geometry(data)
        self.tool = tool
        self.geometry = geometry
        self.json = Array(json)
        space =
            try fields.size("space").map { Space(size: $0, field: "space") }
            ?? ownSpace.map { Space(size: $0, field: "data: the size of the picture") }
        file = try Self.file(fields)
        orientation = try Self.orientation(fields)
    }

    private static func file(_ fields: CropFields) throws(CropImportError) -> BytePath? {
        if let text = try fields.text("fileBytes") {
            guard let name = bytes(ofBase64: text), !name.isEmpty, !name.contains(0) else {
                throw .invalid(field: "fileBytes", reason: "is \(excerpt(text)), not a name in base64")
            }
            return BytePath(bytes: name)
        }
        guard let name = try fields.text("file") else { return nil }
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw .invalid(field: "file", reason: "is \(excerpt(name)), which no file can be called")
        }
        return BytePath(name)
    }

    private static func orientation(_ fields: CropFields) throws(CropImportError) -> OrientationUse? {
        guard let word = try fields.text("orientation") else { return nil }
        guard let use = OrientationUse(rawValue: word) else {
            throw .invalid(field: "orientation", reason: "is \(excerpt(word)), not applied, included or stored")
        }
        return use
    }
}

extension CropImport {
    /// The crop of a picture, in its upright pixels. Cost: constant.
    ///
    /// - Parameters:
    ///   - upright: the size of the upright picture.
    ///   - stored: how its pixels are stored, by its EXIF.
    /// - Throws: `CropImportError` where `space` has another shape than the picture, where `orientation` would make a difference and is
    ///   missing, or where the box has a size or a place that no picture has.
    public func box(forUpright upright: PixelSize, orientation stored: Orientation) throws(CropImportError) -> CropBox {
        if orientation == nil, tool == .cropperJS1, stored != .topLeft {
            throw .missing(
                field: "orientation",
                reason:
                    "the picture has orientation \(stored.rawValue): say included (Cropper.js 1 with checkOrientation, its default) or applied"
            )
        }
        let use = orientation ?? .applied
        let size = use == .applied ? upright : stored.uprightSize(ofStored: upright)
        var box = try box(in: size.vector)
        switch use {
        case .applied: break
        case .included: box = box.uprighted(stored, size: size.vector, keepsTurn: false)
        case .stored: box = box.uprighted(stored, size: size.vector, keepsTurn: true)
        }
        guard box.isValid else { throw .invalid(field: "data", reason: "places the crop out of range: \(box)") }
        return box
    }

    /// The box in a picture of this size, from the numbers of a picture of another size where they refer to one.
    private func box(in size: SIMD2<Double>) throws(CropImportError) -> CropBox {
        guard let space else { return try geometry.box(in: size) }
        let factors = size / space.size
        // Smaller copies have whole sides: the shapes may differ by a pixel of either picture.
        let drift = (space.size.x * size.y - space.size.y * size.x).magnitude
        guard factors.x > 0, factors.y > 0, drift <= max(size.x, size.y, space.size.x, space.size.y) else {
            throw .invalid(
                field: space.field,
                reason: "\(space.size.x)×\(space.size.y) has another shape than the picture of \(size.x)×\(size.y)")
        }
        var box = try geometry.box(in: space.size)
        box.center *= factors
        switch box.quarterTurns {
        case 0, 2: box.size *= factors
        case 1, 3: box.size *= factors.transposed
        default: box.size *= (factors.x * factors.y).squareRoot()
        }
        return box
    }
}

extension CropBox {
    /// A box of stored pixels in upright pixels.
    ///
    /// - Parameters:
    ///   - size: the stored size of the picture.
    ///   - keepsTurn: whether the edited image is turned with the picture. Else it stays as it is, and the turn of the box is measured
    ///     from the upright picture.
    fileprivate func uprighted(_ orientation: Orientation, size stored: SIMD2<Double>, keepsTurn: Bool) -> CropBox {
        guard orientation != .topLeft else { return self }
        var box = self
        let upright = orientation.isTransposed ? stored.transposed : stored
        box.center = upright / 2 + orientation.upright(center - stored / 2)
        if keepsTurn {
            if orientation.isMirrored { box.degrees = -degrees }
            guard orientation.isTransposed else { return box }
            box.size = size.transposed
            (box.mirroredX, box.mirroredY) = (mirroredY, mirroredX)
            return box
        }
        // Mirroring and orientation together are one mirroring at most, left to right, and a turn that the box need not make.
        let (across, down) = (signs.x * orientation.column, signs.y * orientation.row)
        let isMirrored = across.x * down.y - across.y * down.x < 0
        box.mirroredX = isMirrored
        box.mirroredY = false
        box.degrees = degrees - Angle.degrees(of: isMirrored ? SIMD2(-across.x, across.y) : across)
        return box
    }
}
