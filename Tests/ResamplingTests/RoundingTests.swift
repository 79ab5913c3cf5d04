import Testing

@testable import Resampling

@Suite("Rounding")
struct RoundingTests {
    @Test("Premultiplying is rounded to nearest for every color and alpha", arguments: InstructionSet.available)
    func premultiplied(instructions: InstructionSet) throws {
        let kernels = try #require(instructions.kernels)
        for alpha in 0...255 {
            let pixels: [UInt8] = (0...255).flatMap { [UInt8($0), UInt8(255 - $0), UInt8($0 / 2), UInt8(alpha)] }
            var result = [Int16](repeating: -1, count: pixels.count)
            unsafe kernels.premultiply(pixels, 256, &result)
            let expected = pixels.indices.map { i in
                i % 4 == 3 ? Int16(alpha * 64) : Int16((Double(Int(pixels[i]) * alpha * 64) / 255).rounded())
            }
            #expect(result == expected, "alpha \(alpha)")
        }
    }

    @Test("Dividing by alpha is rounded to nearest, halves up")
    func divided() {
        var generator = Generator(seed: 9)
        let shift: Int32 = 22
        for round in 0..<200 {
            let count = 50
            var sums: [Int32] = (0..<count).map { _ in Int32.random(in: -(1 << 20)...(300 << 22), using: &generator) }
            sums += (0..<count).map { _ in
                Int32.random(in: 0...(round % 2 == 0 ? 1 << 24 : 280 << 22), using: &generator)
            }
            // Halves and whole numbers, exactly.
            sums[0] = 1 << 22
            sums[count] = 510 << 21
            sums[1] = 3 << 22
            sums[count + 1] = 510 << 20
            var result = [UInt8](repeating: 7, count: 2 * count)
            unsafe storeDivided(sums, count, count, channels: 2, shift: shift, out: &result)
            for x in 0..<count {
                let (sum, alpha) = (max(Int(sums[x]), 0), Int(sums[count + x]))
                let rounded = min(max((alpha + 1 << (shift - 1)) >> shift, 0), 255)
                #expect(Int(result[2 * x + 1]) == rounded)
                #expect(Int(result[2 * x]) == (rounded == 0 ? 0 : min((sum * 510 + alpha) / (2 * alpha), 255)))
            }
        }
    }
}
