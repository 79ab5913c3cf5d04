extension CropTool {
    /// Reads what the front end says about the crop, and the size of the picture that it refers to where that is said.
    func geometry(_ data: CropFields) throws(CropImportError) -> (CropGeometry, space: SIMD2<Double>?) {
        switch self {
        case .box: (.upright(try Self.box(data)), nil)
        case .uiImagePicker: (.upright(CropBox(try data.area("cropRect"))), nil)
        case .toCrop: try Self.toCrop(data)
        case .mantis: try Self.mantis(data)
        case .brightroom: try Self.brightroom(data)
        case .cropperJS1: (.turned(try Self.cropperJS1(data), isFraction: false), nil)
        case .cropperJS2: (try Self.cropperJS2(data), nil)
        case .reactAvatarEditor: (try Self.reactAvatarEditor(data), nil)
        case .reactEasyCrop: (try Self.reactEasyCrop(data), nil)
        }
    }

    private static func box(_ data: CropFields) throws(CropImportError) -> CropBox {
        guard data.has("center") || data.has("size") else { return CropBox(try data.area("rect")) }
        guard let center = try data.point("center") else {
            throw .missing(field: data.path("center"), reason: "the crop has center and size")
        }
        guard let size = try data.size("size") else {
            throw .missing(field: data.path("size"), reason: "the crop has center and size")
        }
        var box = CropBox(center: center, size: size, degrees: try data.number("rotation") ?? 0)
        if let flip = try data.numbers("flip", count: 2) {
            box.mirroredX = try sign(flip[0], data.path("flip")) < 0
            box.mirroredY = try sign(flip[1], data.path("flip")) < 0
        }
        return box
    }

    /// Points of the picture after it is turned by `angle`, although its documentation says otherwise; pixels with `scale`.
    private static func toCrop(_ data: CropFields) throws(CropImportError) -> (CropGeometry, SIMD2<Double>?) {
        var box = CropBox(try data.area("rect", "croppedFrame", "imageCropFrame", "cropRect"))
        box.degrees = try data.number("angle", "the rectangle is that of the picture turned by this angle")
        guard Angle.quarterTurns(box.degrees) != nil else {
            throw .invalid(field: data.path("angle"), reason: "is \(box.degrees): it is a multiple of 90")
        }
        // The size of the picture in points says more than the points' scale, which may be that of a smaller copy.
        let space = try data.size("originalImageSize")
        if space == nil, let scale = try positive(data, "scale") {
            box.center *= scale
            box.size *= scale
        }
        return (.turned(box, isFraction: false), space)
    }

    /// The picture is scaled, turned and moved under a window, in points of the view; or `cropRegion` alone, as fractions.
    private static func mantis(_ data: CropFields) throws(CropImportError) -> (CropGeometry, SIMD2<Double>?) {
        for name in ["horizontalSkewDegrees", "verticalSkewDegrees"] {
            guard let skew = try data.number(name), skew != 0 else { continue }
            throw .invalid(field: data.path(name), reason: "is \(skew): a skewed crop cannot be followed")
        }
        guard data.has("translation") || !data.has("cropRegion") else { return (try mantisRegion(data), nil) }
        let reason =
            "the crop has translation, rotation, scaleX, scaleY, cropSize and imageViewSize, or cropRegion alone"
        guard let translation = try data.point("translation") else {
            throw .missing(field: data.path("translation"), reason: reason)
        }
        guard let window = try data.size("cropSize") else {
            throw .missing(field: data.path("cropSize"), reason: reason)
        }
        guard let view = try data.size("imageViewSize") else {
            throw .missing(field: data.path("imageViewSize"), reason: reason)
        }
        let degrees = try data.number("rotation", reason) * 180 / .pi
        let (scaleX, scaleY) = (try data.number("scaleX", reason), try data.number("scaleY", reason))
        let scale = scaleX.magnitude
        guard scale > 1e-9, (scale - scaleY.magnitude).magnitude <= 1e-6 * scale else {
            throw .invalid(
                field: data.path("scaleY"),
                reason: "is \(scaleY) and scaleX is \(scaleX): a stretched crop cannot be followed")
        }
        var box = CropBox(
            center: view / 2, size: window / scale, degrees: degrees, mirroredX: scaleX < 0, mirroredY: scaleY < 0)
        box.center -= box.signs * translation.turned(by: -degrees) / scale
        return (.upright(box), view)
    }

    private static func mantisRegion(_ data: CropFields) throws(CropImportError) -> CropGeometry {
        guard let region = try data.object("cropRegion") else {
            throw .missing(field: data.path("cropRegion"), reason: "the crop has its corners")
        }
        var corners: [SIMD2<Double>] = []
        for name in ["topLeft", "topRight", "bottomLeft", "bottomRight"] {
            guard let corner = try region.point(name) else {
                throw .missing(field: region.path(name), reason: "the crop has four corners")
            }
            corners.append(corner)
        }
        let (across, down) = (corners[1] - corners[0], corners[2] - corners[0])
        let area = across.x * down.y - across.y * down.x
        let gap = corners[1] + corners[2] - corners[0] - corners[3]
        guard area.magnitude > 1e-12, max(gap.x.magnitude, gap.y.magnitude) <= 1e-3 else {
            throw .invalid(field: data.path("cropRegion"), reason: "has corners that are not those of a rectangle")
        }
        // Signs that are there are those of the picture; without them a mirrored one is mirrored left to right.
        var signs = SIMD2(area < 0 ? -1.0 : 1, 1)
        if let x = try data.number("scaleX"), let y = try data.number("scaleY"), (x * y < 0) == (area < 0) {
            signs = SIMD2(x < 0 ? -1 : 1, y < 0 ? -1 : 1)
        }
        return .corners(corners, signs: signs)
    }

    /// Pixels of the picture, which is turned around the middle of the crop. Its angle of 90 turns counter-clockwise.
    private static func brightroom(_ data: CropFields) throws(CropImportError) -> (CropGeometry, SIMD2<Double>?) {
        var box = CropBox(try data.area("cropExtent"))
        if let angle = try data.number("aggregatedRotation") {
            box.degrees = angle
        } else {
            box.degrees = try brightroomRotation(data) + (try data.number("adjustmentAngle") ?? 0)
        }
        if let scale = try positive(data, "scaleToRestore") {
            box.center *= scale
            box.size *= scale
            return (.upright(box), nil)
        }
        return (.upright(box), try data.size("imageSize"))
    }

    private static func brightroomRotation(_ data: CropFields) throws(CropImportError) -> Double {
        let names = ["angle_0": 0.0, "angle_90": -90, "angle_180": -180, "angle_270": -270]
        guard case .string(let name)? = data["rotation"] else { return try data.number("rotation") ?? 0 }
        guard let degrees = names[name] else {
            throw .invalid(
                field: data.path("rotation"),
                reason: "is \(excerpt(name)), not degrees or angle_0, angle_90, angle_180, angle_270")
        }
        return degrees
    }

    /// Pixels of the bounding box of the picture, mirrored and then turned, although its documentation has the order reversed.
    private static func cropperJS1(_ data: CropFields) throws(CropImportError) -> CropBox {
        var box = CropBox(try data.area())
        box.degrees = try data.number("rotate") ?? 0
        box.mirroredX = try sign(data.number("scaleX") ?? 1, data.path("scaleX")) < 0
        box.mirroredY = try sign(data.number("scaleY") ?? 1, data.path("scaleY")) < 0
        return box
    }

    private static func cropperJS2(_ data: CropFields) throws(CropImportError) -> CropGeometry {
        let reason = "it is what $getTransform() of the image gives"
        _ = try data.required("matrix", reason)
        let numbers = try data.numbers("matrix", count: 6) ?? []
        return .transformed(
            try data.area("selection"), try CropMatrix(numbers, field: data.path("matrix")))
    }

    /// Fractions of the picture before it is turned around the middle of the crop.
    private static func reactAvatarEditor(_ data: CropFields) throws(CropImportError) -> CropGeometry {
        let area = try data.area("croppingRect")
        let degrees = try data.number("rotate") ?? 0
        let (rotates, disabled) = (try data.bool("canvasRotates"), try data.bool("disableCanvasRotation"))
        if let rotates, let disabled, rotates == disabled {
            throw .invalid(field: data.path("canvasRotates"), reason: "contradicts disableCanvasRotation")
        }
        var box = CropBox(area)
        box.degrees = degrees
        // The component leaves the canvas as it is unless told otherwise.
        let canvasRotates = rotates ?? disabled.map { !$0 } ?? false
        return .fractions(box, swapsSides: canvasRotates && degrees.remainder(dividingBy: 180) != 0)
    }

    /// Percent, where they are there: pixels are rounded.
    private static func reactEasyCrop(_ data: CropFields) throws(CropImportError) -> CropGeometry {
        let isFraction = data.has("croppedArea")
        var box = CropBox(try data.area("croppedArea", "croppedAreaPixels"))
        box.degrees = try data.number("rotation") ?? 0
        if isFraction {
            box.center /= 100
            box.size /= 100
        }
        return .turned(box, isFraction: isFraction)
    }
}

extension CropBox {
    /// The box that is a rectangle.
    fileprivate init(_ area: CropArea) { self.init(center: area.middle, size: area.size) }
}

/// A factor that mirrors or does nothing.
private func sign(_ value: Double, _ field: String) throws(CropImportError) -> Double {
    guard value.magnitude == 1 else {
        throw .invalid(field: field, reason: "is \(value): only 1 and -1 can be followed")
    }
    return value
}

/// A factor that is there and more than 0.
private func positive(_ data: CropFields, _ name: String) throws(CropImportError) -> Double? {
    guard let value = try data.number(name) else { return nil }
    guard value > 0 else { throw .invalid(field: data.path(name), reason: "is \(value): it is more than 0") }
    return value
}
