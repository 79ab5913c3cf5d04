import Resampling

/// The text of a BlurHash, by the format's description: how many waves there are, the strongest of them, the mean, and the others.
enum BlurHash {
    /// - Parameters:
    ///   - columns: waves along a row, 1…9.
    ///   - average: the mean, which is the first wave.
    ///   - details: the other waves, row by row: red, green and blue in amounts of light.
    static func text(columns: Int, average: RGBColor, details: [SIMD3<Double>]) -> String {
        let rows = (details.count + 1) / columns
        let strongest = details.reduce(0) { most, wave in
            max(most, abs(wave.x), abs(wave.y), abs(wave.z))
        }
        let scale = max(0, min(82, Int((strongest * 166 - 0.5).rounded(.down))))
        var text = digits(columns - 1 + (rows - 1) * 9, count: 1)
        text += digits(details.isEmpty ? 0 : scale, count: 1)
        text += digits(Int(average.red) << 16 | Int(average.green) << 8 | Int(average.blue), count: 4)
        for wave in details {
            let steps = wave / (Double(scale + 1) / 166)
            text += digits((step(steps.x) * 19 + step(steps.y)) * 19 + step(steps.z), count: 2)
        }
        return text
    }

    /// One of 19 steps, 9 for nothing: finer for weak waves, by the square root. A share of 1 is the strongest.
    private static func step(_ share: Double) -> Int {
        let root = share.magnitude.squareRoot() * (share < 0 ? -1 : 1)
        return max(0, min(18, Int((root * 9 + 9.5).rounded(.down))))
    }

    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

    /// A number in base 83, the most significant digit first.
    private static func digits(_ value: Int, count: Int) -> String {
        var (rest, digits) = (value, [Character]())
        for _ in 0..<count {
            digits.append(alphabet[rest % 83])
            rest /= 83
        }
        return String(digits.reversed())
    }
}
