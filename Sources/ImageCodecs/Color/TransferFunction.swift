/// How samples of a color space stand for light.
public enum TransferFunction: Sendable, Hashable {
    /// The light is the sample raised to this power.
    case gamma(Double)
    /// The curve of sRGB (IEC 61966-2-1).
    case sRGB
    /// The curve of cameras of ITU-R BT.709, BT.601 and BT.2020.
    case bt709

    var curve: ToneCurve {
        switch self {
        case .gamma(let exponent): .gamma(exponent)
        case .sRGB: .sRGB
        case .bt709: .bt709
        }
    }
}
