import ImageCodecs
import Resampling

extension EditPlan {
    /// The plan for a picture that the reader of thumbnails refuses: as if there were no such reader.
    ///
    /// - Parameter seconds: the time that the refusal took, which counts.
    func withoutThumbnail(after seconds: Double = 0) -> EditPlan {
        guard let fallback else { return self }
        var plan = self
        plan.decode = fallback
        plan.decode.spentSeconds = seconds
        return plan
    }

    /// The share of its neighbors that is taken from each sample of a plane, to make up for the droop of means of blocks.
    ///
    /// A mean of eight pixels is a box filter, which lets through less and less towards the highest frequency of the small plane. Of 17
    /// photographs, 0.04 gave 1 to 3 dB back.
    func sharpening(ofPlane index: Int) -> Double {
        guard decode.readsThumbnail else { return 0 }
        return (index == 0 ? decode.scaleEighths : decode.chromaEighths) == 1 ? 0.04 : 0
    }
}

extension DecodeRequest {
    /// The request for a reader of thumbnails instead of this one; nil where that would not be as good, or cost more.
    ///
    /// Cost: at 1/8 half of the time of libjpeg-turbo's decoder, at 2/8 about 0.6 of it, and of a progressive file a twentieth; the tables
    /// cost as much as half a megapixel. Quality: with a factor of 1.4 or more left for the filter every photograph measured stays above
    /// 41 dB of the exact picture. That holds for chroma as well, which stays at the resolution of the file.
    ///
    /// - Parameter chromaFactors: how many times coarser than luma chroma is in the edited image, as stored.
    func asThumbnail(
        _ info: ImageInfo, region stored: PixelRect, targets: [PixelSize],
        chromaFactors: (horizontal: Int, vertical: Int)
    ) -> DecodeRequest? {
        guard let available = info.thumbnailEighths, layout == .planes(alpha: false) || layout == .pixels(.gray),
            info.storedSize.width * info.storedSize.height >= Self.smallestForThumbnail,
            let luma = available.first(where: {
                Self.reduces(stored, by: $0, to: targets, tenths: 14)
                    && Self.keepsEnds(stored, by: $0, of: info.storedSize)
            })
        else { return nil }
        var request = self
        if let factors = info.chromaFactors {
            let region = PixelRect(
                x: 0, y: 0, width: stored.width / factors.horizontal, height: stored.height / factors.vertical)
            let targets = targets.map {
                PixelSize(
                    width: ($0.width + chromaFactors.horizontal - 1) / chromaFactors.horizontal,
                    height: ($0.height + chromaFactors.vertical - 1) / chromaFactors.vertical)
            }
            // The last sample of an odd side covers half as much: hence a little less than 1.4.
            guard let chroma = available.first(where: { Self.reduces(region, by: $0, to: targets, tenths: 13) }) else {
                return nil
            }
            request.chromaEighths = chroma
        }
        request.readsThumbnail = true
        request.scaleEighths = luma
        request.region = Self.scaled(stored, by: luma, of: info.storedSize)
        return request
    }

    /// Below this many pixels the tables cost more than they save.
    private static let smallestForThumbnail = 1_000_000
}
