import ImageCodecs
import Resampling

extension Workspace {
    /// The placeholder of an edited image: over the background where it is transparent, and in sRGB.
    ///
    /// It never fails. Colors are taken as those of sRGB where their profile is of no use.
    ///
    /// - Parameter picture: upright, and with the colors of the edited image.
    func placeholder(
        of picture: Bitmap, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions
    ) -> Placeholder {
        var picture = picture
        let colors = picture.layout.channels - (picture.layout.hasAlpha ? 1 : 0)
        if let profile = plan.color.profile, !profile.isSRGB, colors == info.channels {
            picture = conversion(from: profile, info)?.convert(picture) ?? picture
        }
        return Placeholder(picture.composited(over: options.background))
    }
}

extension EditPlan {
    /// The index of the output that a placeholder is made from: the smallest.
    var placeholderOutput: Int {
        outputs.indices.min { outputs[$0].size.pixelCount < outputs[$1].size.pixelCount } ?? 0
    }
}
