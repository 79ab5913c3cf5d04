/// What the chunks of a PNG file say about the meaning of its colors (PNG, third edition, sections 11.3.2 and 4.3).
///
/// `cICP` comes before `iCCP`, that before `sRGB`, and that before `gAMA` and `cHRM`. A chunk without sense is passed over.
public struct PNGColor: Sendable, Hashable {
    /// What the samples mean.
    public enum Meaning: Sendable, Hashable {
        /// The file does not say, or nothing that is understood.
        case none
        /// sRGB, or so near that it is meant.
        case sRGB
        /// What this profile describes. It fits the pixels.
        case profile(ColorProfile)
        /// High dynamic range: perceptual quantization or hybrid log-gamma (ITU-R BT.2100). No profile describes that.
        case hdr
    }

    private var codePoints: CodePoints?
    private var hasSRGB = false
    /// The exponent from light to samples.
    private var gamma: Double?
    private var chromaticities: Chromaticities?

    /// Nothing has been read yet.
    public init() {}

    /// Takes in a chunk that stands before `PLTE` and `IDAT`. Others than `cICP`, `sRGB`, `gAMA` and `cHRM` do not matter.
    ///
    /// Of several chunks of one name the first that makes sense counts. Cost: constant.
    public mutating func take(_ name: String, _ payload: Span<UInt8>) {
        switch name {
        case "cICP": codePoints = codePoints ?? CodePoints(payload)
        // One byte of a rendering intent.
        case "sRGB": hasSRGB = hasSRGB || payload.count == 1 && payload[0] <= 3
        case "gAMA": gamma = gamma ?? Self.gamma(payload)
        case "cHRM": chromaticities = chromaticities ?? Chromaticities(payload)
        default: break
        }
    }

    /// What all chunks together mean. Cost: that of making a profile.
    ///
    /// - Parameters:
    ///   - profile: that of the `iCCP` chunk. One that does not fit the pixels is passed over.
    ///   - channels: of the pixels: 1 (gray) or 3 (RGB and palettes), alpha not counted.
    public func meaning(profile: ColorProfile? = nil, channels: Int) -> Meaning {
        // Code points that are not understood leave the other chunks in force.
        if let meaning = codePoints?.meaning(channels: channels) { return meaning }
        if let profile, profile.fits(channels: channels) { return profile.isSRGB ? .sRGB : .profile(profile) }
        if hasSRGB { return .sRGB }
        return numbers(channels: channels)
    }

    /// `gAMA` and `cHRM`.
    private func numbers(channels: Int) -> Meaning {
        // Chromaticities say nothing about gray.
        let chromaticities = channels == 1 ? nil : chromaticities
        if gamma == nil, chromaticities == nil { return .none }
        // 1 / 2.2 stands for the curve of sRGB, and is often written 0.45. Files without gamma have that curve too.
        let isUsualCurve = gamma.map { abs($0 - 1 / 2.2) < 0.005 } ?? true
        let transfer = isUsualCurve ? TransferFunction.sRGB : .gamma(1 / (gamma ?? 1))
        let isUsualSpace = chromaticities?.isNear(.bt709, tolerance: 0.002) ?? true
        if isUsualCurve, isUsualSpace { return .sRGB }
        let name = [gamma == nil ? nil : "gAMA", chromaticities == nil ? nil : "cHRM"].compactMap(\.self)
            .joined(separator: " and ")
        if channels == 1 { return .profile(.gray(name: name, transfer)) }
        return .profile(.matrix(name: name, isUsualSpace ? .bt709 : chromaticities ?? .bt709, transfer))
    }

    /// In units of 1/100000. Nobody means less than 0.1 or more than 10.
    private static func gamma(_ payload: Span<UInt8>) -> Double? {
        guard payload.count == 4, let number = payload.bigEndian32(at: 0), (10_000...1_000_000).contains(number) else {
            return nil
        }
        return Double(number) / 100_000
    }
}

extension Chromaticities {
    /// The payload of `cHRM`: white, red, green, blue in units of 1/100000. Nil if that is no color space.
    fileprivate init?(_ payload: Span<UInt8>) {
        guard payload.count == 32 else { return nil }
        func point(at offset: Int) -> Point? {
            guard let x = payload.bigEndian32(at: offset), let y = payload.bigEndian32(at: offset + 4) else {
                return nil
            }
            return Point(Double(x) / 100_000, Double(y) / 100_000)
        }
        guard let white = point(at: 0), let red = point(at: 8), let green = point(at: 16), let blue = point(at: 24)
        else { return nil }
        self.init(white: white, red: red, green: green, blue: blue)
    }
}
