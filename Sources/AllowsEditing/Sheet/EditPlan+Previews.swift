import ImageCodecs
import Resampling

extension EditPlan {
    /// The sizes of the small pictures that are made beside the edited images, from the same decode.
    struct Previews: Sendable, Hashable {
        /// Of the whole original, as stored.
        let storedOriginal: PixelSize
        /// The same in upright pixels.
        let original: PixelSize
        /// Of the first edited image.
        let edited: PixelSize
        /// What scaling makes for that: the same, unless its pixels are then taken along a grid.
        let scaledEdited: PixelSize

        /// - Parameters:
        ///   - side: the most that the longer side may have.
        ///   - region: the decoded pixels of the crop, upright.
        ///   - decode: covers the whole picture. A preview shows no more than it yields.
        init(
            side: Int, _ crop: CropPlacement, _ first: Output, region: PixelRect, _ decode: DecodeRequest,
            of info: ImageInfo
        ) {
            func reduced(_ size: PixelSize, to side: Int) -> PixelSize {
                OutputSize.atMost(side).size(ofCrop: size, allowsEnlarging: false)
            }
            original = reduced(info.uprightSize, to: min(side, max(decode.region.width, decode.region.height)))
            storedOriginal = info.orientation.uprightSize(ofStored: original)
            edited = reduced(first.size, to: side)
            scaledEdited = crop.scaled([Output(request: first.request, size: edited)], region: region)[0].size
        }
    }

    /// What one resampler of each plane makes.
    struct Target {
        /// Its size, as stored.
        let size: PixelSize
        /// The stored pixels that it shows.
        let region: PixelRect
        /// Whether its chroma is as fine as its luma, whatever the edited images have.
        let isPreview: Bool
    }

    /// Everything that is made of one decode: what is made for the outputs and, where they are asked for, behind it the previews of the
    /// edited image and of the original.
    var targets: [Target] {
        var targets = scaled.map {
            Target(size: orientation.uprightSize(ofStored: $0.size), region: storedRegion, isPreview: false)
        }
        if let previews {
            let edited = orientation.uprightSize(ofStored: previews.scaledEdited)
            targets.append(Target(size: edited, region: storedRegion, isPreview: true))
            targets.append(Target(size: previews.storedOriginal, region: PixelRect(storedSize), isPreview: true))
        }
        return targets
    }

    /// Whether these are pictures of the sizes of the plan. There may be none where the whole picture could not be decoded.
    func allowsPreviews(_ previews: SheetPreviews?) -> Bool {
        guard let previews else { return true }
        return previews.original.size == self.previews?.original && previews.edited.size == self.previews?.edited
    }
}

extension EditOptions {
    /// The same, for the edited images alone.
    var withoutPreviews: EditOptions {
        var options = self
        options.previewSide = nil
        return options
    }
}
