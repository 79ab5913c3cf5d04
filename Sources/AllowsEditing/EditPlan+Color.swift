public import ImageCodecs
import Resampling

/// What becomes of the color profile of a picture.
public enum ProfilePolicy: String, Sendable, CaseIterable {
    /// The edited image has the numbers of the original, and its profile.
    case keep
    /// Colors are converted to sRGB, and the edited image has no profile.
    case srgb
}

extension EditPlan {
    /// How the colors of a picture stay what they are: pixels and their profile are kept together, or converted together.
    public struct Color: Sendable, Hashable {
        /// Whether pixels are converted to sRGB, and need no profile any more.
        public let convertsToSRGB: Bool
        /// The profile of the edited images.
        public internal(set) var profile: ColorProfile?

        /// - Parameter isSampled: whether pixels are taken along a grid, which may reach into the padding.
        init(_ info: ImageInfo, format: ImageFormat, options: EditOptions, isSampled: Bool) {
            let keeps = options.profile == .keep && options.metadata != .none
            if let profile = info.colorProfile, keeps, Self.fits(profile, info, format, options, isSampled) {
                convertsToSRGB = false
                self.profile = profile
            } else {
                // Left out without conversion, a profile would take its colors with it.
                convertsToSRGB = info.colorProfile.map { !$0.isSRGB } ?? false
                profile = nil
            }
        }

        /// Whether the profile describes the pixels of the edited image: CMYK becomes RGB, and gray may.
        private static func fits(
            _ profile: ColorProfile, _ info: ImageInfo, _ format: ImageFormat, _ options: EditOptions,
            _ isSampled: Bool
        ) -> Bool {
            // Backgrounds and paddings are colors of sRGB. Black and white are the same in every space.
            func isForeign(_ color: RGBColor?) -> Bool { ![.white, .black, nil].contains(color) }
            let showsBackground = format == .jpeg && (info.hasAlpha || options.mask != nil)
            let isMixed = showsBackground && isForeign(options.background) || isSampled && isForeign(options.padding)
            return switch profile.space {
            case .rgb: !isMixed
            case .gray: !isMixed && format != .webP
            default: false
            }
        }
    }
}
