public import Resampling

/// Converts pixels that a profile describes to sRGB.
///
/// Perceptual where the profile offers that in a table, else relative colorimetric; with black point compensation. Profiles
/// of curves and a matrix are computed here, everything else by lcms2. Making a conversion costs up to a millisecond with
/// curves, and up to a tenth of a second with the tables of CMYK: one may be kept and used by several threads.
public struct ColorConversion: Sendable {
    private let method: Method
    /// Of the pixels that it converts: 1 (gray), 3 (RGB) or 4 (CMYK), alpha not counted.
    public let channels: Int

    /// Whether this build converts through every profile, by lcms2, or only through those of curves and a matrix.
    public static var isComplete: Bool { ManagedConversion.isAvailable }

    /// Whether it leaves every pixel as it is.
    public var isIdentity: Bool { if case .identity = method { true } else { false } }

    /// Nil if the profile cannot be used for such pixels, or only by lcms2, which this build does not have.
    ///
    /// - Parameters:
    ///   - profile: what the pixels mean.
    ///   - channels: 1 (gray), 3 (RGB) or 4 (CMYK), alpha not counted.
    public init?(from profile: ColorProfile, channels: Int) {
        guard profile.fits(channels: channels), let method = Method(profile, channels: channels) else { return nil }
        self.channels = channels
        self.method = method
    }

    /// A conversion by lcms2 whatever the profile is: what the others are tested against.
    package init?(managed profile: ColorProfile, channels: Int, isExact: Bool) {
        guard profile.fits(channels: channels),
            let method = Method(managed: profile, channels: channels, isExact: isExact)
        else { return nil }
        self.channels = channels
        self.method = method
    }

    /// The picture in sRGB, in its own layout: gray stays gray, and alpha is carried through.
    ///
    /// Through an sRGB profile (``ColorProfile/isSRGB``) every byte stays. Cost: proportional to the pixels.
    ///
    /// - Precondition: the layout is gray for a conversion of one channel, RGB for one of three.
    public func convert(_ bitmap: Bitmap) -> Bitmap {
        precondition(
            bitmap.layout.channels - (bitmap.layout.hasAlpha ? 1 : 0) == channels,
            "\(bitmap.layout) does not have \(channels) channels")
        return switch method {
        case .identity: bitmap
        case .gray(let table): bitmap.converted(byGray: table)
        case .colors(let tables): bitmap.converted(by: tables)
        case .managed(let managed): managed.convert(bitmap)
        }
    }

    /// An RGB picture in sRGB from planes of cyan, magenta, yellow and black.
    ///
    /// The samples are inverted, as Adobe's JPEG files have them: 255 is no ink. Cost: proportional to the pixels.
    ///
    /// - Precondition: the conversion is one of four channels; four gray bitmaps of one size.
    public func convert(cmyk planes: [Bitmap]) -> Bitmap {
        guard channels == 4, case .managed(let managed) = method else { preconditionFailure("it is none of CMYK") }
        precondition(planes.count == 4, "CMYK has four planes")
        precondition(planes.allSatisfy { $0.layout == .gray }, "a plane has one sample a pixel")
        precondition(planes.allSatisfy { $0.size == planes[0].size }, "the planes differ in size")
        return managed.convert(cmyk: planes)
    }
}

/// How a conversion is done.
private enum Method: Sendable {
    case identity
    case gray([UInt8])
    case colors(ColorTables)
    case managed(ManagedConversion)

    init?(_ profile: ColorProfile, channels: Int) {
        switch profile.model {
        case .gray(let curve):
            let table = SRGBTables.gray(curve)
            self = ColorProfile.isIdentity(table) ? .identity : .gray(table)
        case .matrix(let model):
            let tables = SRGBTables.colors(model)
            self = ColorProfile.isIdentity(tables) ? .identity : .colors(tables)
        case .tables:
            self.init(managed: profile, channels: channels, isExact: false)
        }
    }

    init?(managed profile: ColorProfile, channels: Int, isExact: Bool) {
        // Gray has 256 values: they are asked for once, so they may as well be exact.
        guard let managed = ManagedConversion(profile, channels: channels, isExact: isExact || channels == 1) else {
            return nil
        }
        guard channels == 1 else {
            self = .managed(managed)
            return
        }
        let values = Bitmap(layout: .gray, size: PixelSize(width: 256, height: 1), bytes: (0...255).map { UInt8($0) })
        self = .gray(managed.convert(values).bytes)
    }
}
