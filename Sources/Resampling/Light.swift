/// What is averaged when a picture is scaled.
public enum Light: Sendable, Hashable, CaseIterable {
    /// The samples as they are stored, which follow the eye: fast, and what most programs do. Fine bright detail becomes darker
    /// than it looks from afar.
    case encoded
    /// Amounts of light: samples are taken through the curve of sRGB first, and back at the end. Alpha is no light.
    case linear
}

/// The curve of sRGB (IEC 61966-2-1), and its tables for 8 bits.
enum SRGBCurve {
    /// The light that a sample stands for, both 0…1.
    ///
    /// Only additions, multiplications and divisions are used, so that every platform computes the same tables.
    static func light(ofSample sample: Double) -> Double {
        guard sample > 0.04045 else { return sample / 12.92 }
        // x^2.4 is the square of x times the fifth root of that square.
        let square = (sample + 0.055) / 1.055 * ((sample + 0.055) / 1.055)
        return square * fifthRoot(square)
    }

    /// Newton's method from above: the values fall until rounding stops them.
    private static func fifthRoot(_ x: Double) -> Double {
        var root = 1.0
        while true {
            let fourth = root * root * root * root
            let next = root - (fourth * root - x) / (5 * fourth)
            guard next < root else { return root }
            root = next
        }
    }

    /// The word that stands for full light: 255 with 6 fraction bits, as alpha has it.
    ///
    /// One step of it is a fifth of a byte where the curve is steepest, in the dark, and a fortieth in the highlights.
    static let fullLight = 255 << RowResampler.fractionBits

    /// The light of each byte, in words of 0…`fullLight`.
    static let words: [Int16] = (0..<256).map {
        Int16((light(ofSample: Double($0) / 255) * Double(fullLight)).rounded())
    }

    /// The byte nearest to each word of 0…`fullLight`, measured on the side of the bytes.
    static let bytes: [UInt8] = {
        var bytes: [UInt8] = []
        for byte in 0..<256 {
            let end = byte == 255 ? Double(fullLight) : light(ofSample: (Double(byte) + 0.5) / 255) * Double(fullLight)
            while Double(bytes.count) <= end { bytes.append(UInt8(byte)) }
        }
        return bytes
    }()
}
