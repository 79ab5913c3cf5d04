import Resampling

extension CropPlacement {
    /// The upright pixels that are decoded for outputs: the crop, and around one whose pixels are taken along a grid those that the filter
    /// of the coarsest output reaches.
    func region(for outputs: [EditPlan.Output], in picture: PixelSize) -> PixelRect {
        guard isSampled else { return rect }
        // The filter reaches two pixels of the output, or of the picture where those are larger; and one for rounding.
        let steps = outputs.map { max(1, step(of: $0).coarse) }
        let margin = Int((2 * (steps.max() ?? 1)).rounded(.up)) + 1
        let (left, top) = (max(0, rect.x - margin), max(0, rect.y - margin))
        return PixelRect(
            x: left, y: top, width: min(picture.width, rect.x + rect.width + margin) - left,
            height: min(picture.height, rect.y + rect.height + margin) - top)
    }

    /// What is made of a region for each output, before its pixels are taken along the grid: about twice as fine as the output, and no
    /// larger than the region.
    func scaled(_ outputs: [EditPlan.Output], region: PixelRect) -> [EditPlan.Output] {
        guard isSampled else { return outputs }
        return outputs.map { output in
            let factor = min(1, 2 / step(of: output).fine)
            return EditPlan.Output(
                request: output.request,
                size: PixelSize(
                    width: max(1, Int((Double(region.width) * factor).rounded(.up))),
                    height: max(1, Int((Double(region.height) * factor).rounded(.up)))))
        }
    }

    /// Bytes that are held beside those of scaling, where outputs are sampled or masked: pixels that became color or have been sampled,
    /// the same with alpha or over a background, and what their encoder holds.
    func finishingMemory(
        _ outputs: [EditPlan.Output], scaled: [EditPlan.Output], isMasked: Bool, encoder: Double
    ) -> Int {
        guard isSampled || isMasked else { return 0 }
        func pixels(_ outputs: [EditPlan.Output]) -> Double {
            outputs.reduce(0) { $0 + Double($1.size.width) * Double($1.size.height) }
        }
        return Int(min(pixels(outputs) * (8 + encoder) + (isSampled ? pixels(scaled) * 4 : 0), 1e15))
    }

    /// Upright pixels for each pixel of an output, along its coarser and its finer side.
    private func step(of output: EditPlan.Output) -> (coarse: Double, fine: Double) {
        let steps = size.vector / output.size.vector
        return (max(steps.x, steps.y), min(steps.x, steps.y))
    }
}

extension EditPlan {
    /// Where in the upright, scaled pixels of the decoded region those of an output lie.
    ///
    /// - Parameters:
    ///   - scaled: the size to which the region was scaled.
    ///   - region: the decoded region in upright pixels.
    func grid(of output: Output, inScaled scaled: PixelSize, of region: PixelRect, _ box: CropBox) -> SamplingGrid {
        let factors = scaled.vector / region.size.vector
        let origin = SIMD2(Double(region.x), Double(region.y))
        let step = box.size / output.size.vector
        func direction(_ vector: SIMD2<Double>) -> SIMD2<Double> {
            box.signs * vector.turned(by: -box.degrees) * factors
        }
        return SamplingGrid(
            origin: (box.source(of: step / 2) - origin) * factors, column: direction(SIMD2(step.x, 0)),
            row: direction(SIMD2(0, step.y)))
    }
}

extension CropBox {
    /// The box in the words of `CropTool.box`.
    func describe(in object: inout JSONObject) {
        object.set("center", [center.x, center.y])
        object.set("size", [size.x, size.y])
        object.set("rotation", degrees, places: 4)
        object.set("flip", [Int(signs.x), Int(signs.y)])
    }
}

extension CropImport {
    /// The box, or an error of the options.
    func placed(in upright: PixelSize, orientation: Orientation) throws(EditError) -> CropBox {
        do { return try box(forUpright: upright, orientation: orientation) } catch {
            throw .invalidOptions(reason: "the crop for \(tool) does not fit the picture: \(error)")
        }
    }
}
