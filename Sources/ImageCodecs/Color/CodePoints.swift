/// The code points of a `cICP` chunk: primaries and transfer by their numbers (ITU-T H.273, sections 8.1 and 8.2).
struct CodePoints: Sendable, Hashable {
    private var primaries: UInt8
    private var transfer: UInt8

    /// The payload of the chunk. Nil if it is none of RGB in full range, which is all that PNG has.
    init?(_ payload: Span<UInt8>) {
        guard payload.count == 4, payload[2] == 0, payload[3] == 1 else { return nil }
        primaries = payload[0]
        transfer = payload[1]
    }

    /// Nil if one of the numbers is not known here.
    func meaning(channels: Int) -> PNGColor.Meaning? {
        if transfer == 16 || transfer == 18 { return .hdr }
        guard let function else { return nil }
        if channels == 1 { return function == .sRGB ? .sRGB : .profile(.gray(name: name, function)) }
        guard let chromaticities else { return nil }
        switch (chromaticities, function) {
        case (.bt709, .sRGB): return .sRGB
        case (.displayP3, .sRGB): return .profile(.displayP3)
        default: return .profile(.matrix(name: name, chromaticities, function))
        }
    }

    private var name: String { "cICP \(primaries)/\(transfer)" }

    private var chromaticities: Chromaticities? {
        switch primaries {
        case 1: .bt709
        case 5: .bt601Lines625
        case 6, 7: .bt601Lines525
        case 9: .bt2020
        case 11: .dciP3
        case 12: .displayP3
        default: nil
        }
    }

    private var function: TransferFunction? {
        switch transfer {
        case 1, 6, 14, 15: .bt709
        case 4: .gamma(2.2)
        case 5: .gamma(2.8)
        case 8: .gamma(1)
        case 13: .sRGB
        default: nil
        }
    }
}
