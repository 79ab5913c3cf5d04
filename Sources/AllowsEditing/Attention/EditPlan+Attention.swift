import ImageCodecs
import Resampling

extension EditPlan {
    /// The crop in words as the plan knows it: a plan is made without pixels, and where these place the crop it knows no more than its
    /// size.
    public var cropDescription: String {
        isPlacedByAttention ? "\(cropRect.size) placed by attention" : "\(cropRect)"
    }

    /// The plan with its crop where the pixels have placed it; nil for no change.
    func placed(at place: PixelRect?) -> EditPlan {
        guard let place else { return self }
        var plan = self
        plan.cropRect = place
        plan.storedRegion = orientation.storedRect(ofUpright: place, storedSize: storedSize)
        return plan
    }

    /// Whether the pixels can have placed the crop there. What comes from another process need not be true.
    func allows(_ place: PixelRect?) -> Bool {
        guard let place else { return !isPlacedByAttention }
        let picture = orientation.uprightSize(ofStored: storedSize)
        return isPlacedByAttention && place.size == cropRect.size
            && (0...picture.width - place.width).contains(place.x)
            && (0...picture.height - place.height).contains(place.y)
    }

    /// The place of the crop.
    ///
    /// - Parameter means: of each plane the means of the cells, as stored.
    func place(byMeans means: [DeepBitmap], of info: ImageInfo) -> PixelRect {
        let colors = CellColors(
            means.map { $0.turned(orientation) }, isVideoRange: means.count == 3 && info.format == .webP)
        return AttentionMap(colors).place(cropRect.size, in: orientation.uprightSize(ofStored: storedSize))
    }

    /// The place of the crop in all frames of an animation, by a whole canvas of RGBA.
    func place(inCanvas canvas: Span<UInt8>, of info: ImageInfo, _ options: EditOptions) -> PixelRect {
        let (columns, rows) = AttentionGrid(info).pixels
        let means = DeepBitmap(
            cellMeansOf: canvas, layout: .rgba, stride: storedSize.width * 4, columns: columns, rows: rows,
            background: options.background)
        return place(byMeans: [means], of: info)
    }

    /// Says where the crop is, or no more than how large, as long as no pixel has been seen.
    func describeCrop(in object: inout JSONObject, isPlaced: Bool) {
        if isPlacedByAttention, !isPlaced {
            object.set("cropSize", [cropRect.width, cropRect.height])
        } else {
            object.set("cropRect", [cropRect.x, cropRect.y, cropRect.width, cropRect.height])
        }
        if let box = cropBox { object.set("cropBox") { box.describe(in: &$0) } }
    }

    /// Bytes of the pixels that are held until the crop has its place, with what decoders add to their planes.
    static func heldMemory(_ request: DecodeRequest) -> Int {
        let pixels = Double(request.region.width + 64) * Double(request.region.height + 512)
        return Int(min(pixels * Double(request.layout.samples * request.depth.bytes), 1e15))
    }
}

extension DecodeRequest {
    /// Decodes all of the picture, at the scale and in the form that were chosen for a region of it.
    mutating func coverWhole(_ info: ImageInfo, limits: Limits) {
        let whole = PixelRect(info.storedSize)
        region = Self.scaled(whole, by: scaleEighths, of: info.storedSize)
        // What was made for the region alone.
        scaledSize = nil
        allowsWholePicture = Self.inflatesWhole(info, region: whole, limits: limits)
    }
}
