import ImageCodecs
import Resampling

/// How one plane that the decoder hands out becomes one plane of an output, both as stored.
struct PlaneGeometry: Equatable {
    /// The columns and rows of the plane that have an influence, from its first one on.
    let sourceSize: PixelSize
    /// The crop in columns and rows of the plane, with fractions.
    let box: SourceBox
    /// What may have an influence: the samples that the crop touches, whatever else the decoder hands out.
    let part: PixelRect
    /// The size of the plane of the output.
    let outputSize: PixelSize
}

extension EditPlan {
    /// How a plane becomes the plane of an output or of a preview. Cost: constant.
    ///
    /// - Parameter isChroma: whether the plane holds chroma, which JPEG may store at a lower resolution than luma.
    func geometry(of plane: RowDecoder.Plane, isChroma: Bool, for target: Target) -> PlaneGeometry {
        let size = target.size
        let factors: (horizontal: Int, vertical: Int) =
            isChroma && !target.isPreview && decode.layout != .inks
            ? Self.chromaFactors(orientation, format: format, convertsColors: color.convertsToSRGB, subsampling)
            : (1, 1)
        let (_, column, row) = orientation.steps(uprightSize: size)
        // What the decoder has scaled freely begins at the corner of its region.
        let origin = decode.scaledSize == nil ? (x: 0, y: 0) : (x: decode.region.x, y: decode.region.y)
        let left = target.region.x - origin.x
        let top = target.region.y - origin.y
        let x = Axis(
            region: left..<left + target.region.width, side: storedSize.width - origin.x,
            isScaled: decode.scaleEighths < 8,
            plane: plane.x, planeSide: plane.width, scale: plane.scaleX, output: size.width, factor: factors.horizontal,
            isMirrored: column.x + column.y < 0)
        let y = Axis(
            region: top..<top + target.region.height, side: storedSize.height - origin.y,
            isScaled: decode.scaleEighths < 8,
            plane: plane.y, planeSide: plane.height, scale: plane.scaleY, output: size.height, factor: factors.vertical,
            isMirrored: row.x + row.y < 0)
        let sourceSize = PixelSize(width: x.sourceCount, height: y.sourceCount)
        let crop = SourceBox(x: x.cropStart, y: y.cropStart, width: x.cropLength, height: y.cropLength)
        return PlaneGeometry(
            sourceSize: sourceSize,
            box: SourceBox(x: x.start, y: y.start, width: x.length, height: y.length),
            part: crop.coveredPixels(in: sourceSize),
            outputSize: PixelSize(width: x.outputCount, height: y.outputCount))
    }

    /// How many times finer luma is than chroma in the edited images, across and down as stored. Only JPEG is written from planes as
    /// they are.
    static func chromaFactors(
        _ orientation: Orientation, format: ImageFormat, convertsColors: Bool, _ subsampling: ChromaSubsampling
    ) -> (horizontal: Int, vertical: Int) {
        let coarser = format == .jpeg && !convertsColors ? subsampling.factors : nil
        let upright = coarser ?? (horizontal: 1, vertical: 1)
        return orientation.isTransposed ? (upright.vertical, upright.horizontal) : upright
    }
}

/// One side of the geometry of a plane.
private struct Axis {
    let sourceCount: Int
    let start: Double
    let length: Double
    let cropStart: Double
    let cropLength: Double
    let outputCount: Int

    init(
        region: Range<Int>, side: Int, isScaled: Bool, plane: Int, planeSide: Int, scale: Double, output: Int,
        factor: Int,
        isMirrored: Bool
    ) {
        // A sample of chroma covers `factor` pixels of the upright output, counted from its left or top; the last one may
        // reach beyond the crop. In stored order that is the first one where the side is mirrored.
        outputCount = (output + factor - 1) / factor
        cropStart = Double(region.lowerBound) * scale - Double(plane)
        cropLength = Double(region.count) * scale
        length = cropLength * Double(outputCount * factor) / Double(output)
        start = cropStart - (isMirrored ? length - cropLength : 0)

        // Where a scaled picture does not end on a whole sample, the last one is mixed with the padding of the last block,
        // which is anything the encoder liked. It is left out as long as the crop has another.
        let end = Double(side) * scale
        let whole = Int(isScaled ? end.rounded(.down) : end.rounded(.up)) - plane
        sourceCount = max(1, min(planeSide, max(whole, Int(start.rounded(.down)) + 1)))
    }
}
