/// Numbers of a profile with 16 bits of fraction and a sign (s15Fixed16Number; ICC.1:2022, section 4.6).
extension Span where Element == UInt8 {
    func fixed16(at offset: Int) -> Double? {
        bigEndian32(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }

    /// The first number of an `XYZ ` element.
    var xyzElement: SIMD3<Double>? {
        guard has("XYZ ", at: 0), let x = fixed16(at: 8), let y = fixed16(at: 12), let z = fixed16(at: 16) else {
            return nil
        }
        return SIMD3(x, y, z)
    }
}

/// The nearest number with 16 bits of fraction, big-endian.
func fixed16(_ value: Double) -> [UInt8] { bigEndian32(Int((value * 65536).rounded())) }

/// The low 32 bits, big-endian.
func bigEndian32(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
