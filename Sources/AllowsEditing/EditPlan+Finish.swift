import Resampling

extension EditPlan {
    /// The pixels of an output: taken along the grid of its box, and cut by the mask, where the plan and the options ask for either.
    ///
    /// - Parameter pixels: upright, scaled, and in the colors of the edited image, whatever they were decoded as.
    func finished(_ pixels: Bitmap, as output: Output, _ options: EditOptions) -> Bitmap {
        var pixels = pixels
        if let region = sampledRegion, let box = cropBox {
            let grid = grid(of: output, inScaled: pixels.size, of: region, box)
            pixels = pixels.sampled(at: grid, size: output.size, outside: options.padding)
        }
        guard let mask = options.mask else { return pixels }
        let corner = mask.corner(in: output.size)
        return pixels.masked(cornerWidth: corner.x, cornerHeight: corner.y)
    }
}
