import ImageCodecs
import Resampling

extension Workspace {
    /// What edited images carry beside their pixels, and how their pixels become what that says. The same for all sizes of a
    /// picture.
    struct Dress {
        private let plan: EditPlan
        private let policy: MetadataPolicy
        private let metadata: ImageMetadata
        private let profile: [UInt8]?
        /// How pixels become sRGB; nil where they stay.
        let conversion: ColorConversion?
        /// Why the colors are not quite what the plan says.
        let finding: Finding?

        /// - Parameter conversion: the one that the plan asks for; nil where there is none.
        init(
            _ file: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions,
            conversion: ColorConversion?
        ) {
            self.plan = plan
            self.conversion = conversion
            policy = options.metadata
            switch policy {
            case .none, .icc: metadata = ImageMetadata()
            case .private, .all: metadata = ImageMetadata(reading: file, format: info.format)
            }
            if !plan.color.convertsToSRGB || conversion != nil {
                profile = plan.color.profile?.bytes
                finding = nil
            } else if plan.decode.layout == .inks {
                profile = nil
                finding = .cmykApproximated
            } else {
                // The colors stay what they are by their profile, where they cannot do without it.
                profile = info.colorProfile?.bytes
                finding = .profileInvalid
            }
        }

        /// A file that was just encoded, with what it carries.
        func applied(to file: [UInt8], size: PixelSize) -> EncodedImage {
            var kept = metadata.edited(policy, size: size, format: plan.format, isSRGB: conversion != nil)
            kept.colorProfile = profile
            return EncodedImage(format: plan.format, size: size, bytes: kept.embedded(in: file, format: plan.format))
        }
    }

    /// The dress of a picture. Where its colors need a conversion, that is kept for the next picture of the same profile.
    func dress(_ file: Span<UInt8>, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions) -> Dress {
        let needed = plan.color.convertsToSRGB ? info.colorProfile : nil
        return Dress(file, info, plan, options, conversion: needed.flatMap { conversion(from: $0, info) })
    }

    /// Turns the scaled planes of one output upright, gives them their colors and finishes them.
    ///
    /// - Parameter times: what finishing takes is counted as resampling, and not as encoding, which it is a part of.
    func finished(
        _ stored: [Bitmap], _ output: EditPlan.Output, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions,
        _ dress: Dress, _ times: inout StageTimes
    ) -> FinishedPicture {
        let planes = Self.upright(stored, plan.orientation, info)
        if planes.count == 3, plan.format == .jpeg, !plan.color.convertsToSRGB {
            return .planes(luma: planes[0], cb: planes[1], cr: planes[2])
        }
        var pixels = Self.pixels(planes, dress.conversion)
        let start = Instant.now
        pixels = plan.finished(pixels, as: output, options)
        let time = start.elapsed
        times.resample += time
        times.encode -= time
        return .pixels(plan.format == .jpeg ? pixels.composited(over: options.background) : pixels)
    }

    /// The file of one output, with what it carries: of as many bytes as it may have.
    func encode(
        _ picture: FinishedPicture, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions, _ dress: Dress
    ) throws(ImageError) -> EncodedImage {
        var encoding = EncodeOptions(
            format: plan.format, quality: options.quality, subsampling: plan.subsampling,
            progressive: options.isProgressive, lossless: options.isLossless)
        encoding.prefersPalette = info.isPalette
        return try options.fitting(encoding) { encoding throws(ImageError) in
            // An encoder looks at nothing while it works; between two tries there is time to stop.
            if stop.isRaised { throw .stopped }
            var image = dress.applied(to: try picture.encoded(encoding), size: picture.size)
            image.quality = encoding.hasQuality ? encoding.quality : nil
            return image
        }
    }

    /// Planes turned upright, and brought to full range.
    static func upright(_ stored: [Bitmap], _ orientation: Orientation, _ info: ImageInfo) -> [Bitmap] {
        let planes = stored.map { $0.turned(orientation) }
        guard planes.count == 3, info.format == .webP else { return planes }
        return [planes[0].expanded(from: .luma), planes[1].expanded(from: .chroma), planes[2].expanded(from: .chroma)]
    }

    /// One bitmap of upright planes: pixels, luma and chroma, or inks.
    static func pixels(_ planes: [Bitmap], _ conversion: ColorConversion?) -> Bitmap {
        switch planes.count {
        case 4: return conversion?.convert(cmyk: planes) ?? Bitmap(cmyk: planes)
        case 3:
            let pixels = Bitmap(luma: planes[0], cb: planes[1], cr: planes[2])
            return conversion?.convert(pixels) ?? pixels
        default: return conversion?.convert(planes[0]) ?? planes[0]
        }
    }
}
