import ImageCodecs
import Resampling
import Testing

@Suite("What the chunks of a PNG file say about its colors")
struct ColorPNGTests {
    private typealias Chunk = (name: String, payload: [UInt8])

    private func meaning(_ chunks: [Chunk], profile: ColorProfile? = nil, channels: Int = 3) -> PNGColor.Meaning {
        var color = PNGColor()
        for chunk in chunks { color.take(chunk.name, chunk.payload.span) }
        return color.meaning(profile: profile, channels: channels)
    }

    private func gamma(_ value: Int) -> Chunk { ("gAMA", number(value)) }
    private func points(_ values: [UInt8]) -> Chunk { ("cICP", values) }
    private func space(_ values: [Int]) -> Chunk { ("cHRM", values.flatMap(number)) }

    private let sRGB: Chunk = ("sRGB", [0])
    private let bt709 = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    private let p3 = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]

    /// Whether it is a profile that converts as this one does. Gamma is given in 1/100000 there and in 1/65536 here.
    private func isProfile(_ meaning: PNGColor.Meaning, like other: ColorProfile, channels: Int = 3) throws -> Bool {
        guard case .profile(let profile) = meaning else { return false }
        let picture = pattern(channels == 1 ? .gray : .rgb, 40, 40)
        let own = try #require(ColorConversion(from: profile, channels: channels))
        let expected = try #require(ColorConversion(from: other, channels: channels)).convert(picture)
        return zip(own.convert(picture).bytes, expected.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    @Test("nothing is said")
    func nothing() {
        #expect(meaning([]) == .none)
        #expect(meaning([("tEXt", [1, 2, 3])]) == .none)
    }

    @Test("sRGB by name, by gamma, by primaries")
    func usual() {
        #expect(meaning([sRGB]) == .sRGB)
        for value in [45455, 45000, 45900] { #expect(meaning([gamma(value)]) == .sRGB) }
        #expect(meaning([space(bt709)]) == .sRGB)
        #expect(meaning([space(bt709.map { $0 + 100 })]) == .sRGB)
        #expect(meaning([gamma(45455), space(bt709)]) == .sRGB)
        #expect(meaning([space(p3)], channels: 1) == .none)
        #expect(meaning([gamma(45455), space(p3)], channels: 1) == .sRGB)
    }

    @Test("other gammas and primaries become a profile")
    func numbers() throws {
        let gamma18 = ColorProfile.matrix(name: "", .bt709, .gamma(1.8))
        #expect(try isProfile(meaning([gamma(55556)]), like: gamma18))
        #expect(try isProfile(meaning([gamma(55556), space(bt709)]), like: gamma18))
        #expect(try isProfile(meaning([space(p3)]), like: .displayP3))
        #expect(try isProfile(meaning([gamma(45455), space(p3)]), like: .displayP3))
        let both = ColorProfile.matrix(name: "", .displayP3, .gamma(1))
        #expect(try isProfile(meaning([gamma(100_000), space(p3)]), like: both))
        let gray = ColorProfile.gray(name: "", .gamma(1.8))
        #expect(try isProfile(meaning([gamma(55556), space(p3)], channels: 1), like: gray, channels: 1))
    }

    @Test("numbers without sense are passed over", arguments: [0, 1, 9999, 1_000_001, -1])
    func absurdGamma(value: Int) { #expect(meaning([gamma(value)]) == .none) }

    @Test("primaries without sense are passed over")
    func absurdSpaces() {
        var spaces = [[Int](repeating: 0, count: 8), [Int](repeating: -1, count: 8), [Int](repeating: 33333, count: 8)]
        // Each y is 0; white is outside of the triangle; a point beyond the diagram.
        for index in stride(from: 1, to: 8, by: 2) {
            spaces.append(p3)
            spaces[spaces.count - 1][index] = 0
        }
        spaces.append([10000, 80000] + p3.dropFirst(2))
        spaces.append(p3.dropLast() + [90000])
        for values in spaces { #expect(meaning([space(values)]) == .none) }
        #expect(meaning([("cHRM", [UInt8](repeating: 1, count: 31))]) == .none)
        #expect(meaning([("gAMA", [0, 0, 1])]) == .none)
        #expect(meaning([("sRGB", [4])]) == .none)
        #expect(meaning([("sRGB", [])]) == .none)
        // A later one may do better.
        #expect(meaning([gamma(0), gamma(45455)]) == .sRGB)
    }

    @Test("a white that the cones of the adaptation do not see ends nothing")
    func hostileWhite() {
        for (x, y) in [(5334, 24555), (9612, 13990), (15_000, 10_000), (0, 37_728), (12_000, 11_000)] {
            let chunk = space([x, y, 99_998, 1, 1, 99_998, 1, 1])
            // Whatever it means, it means it without a crash.
            _ = meaning([chunk, gamma(45_455)])
        }
        #expect(meaning([space([5334, 24555, 99_998, 1, 1, 99_998, 1, 1])]) == .none)
    }

    @Test("the extremes that are let through make a profile that works", arguments: [10_000, 1_000_000])
    func extremeGamma(value: Int) throws {
        guard case .profile(let profile) = meaning([gamma(value)]) else {
            Issue.record("no profile")
            return
        }
        #expect(ColorConversion(from: profile, channels: 3)?.isIdentity == false)
    }

    @Test("code points")
    func codePoints() throws {
        #expect(meaning([points([1, 13, 0, 1])]) == .sRGB)
        #expect(meaning([points([12, 13, 0, 1])]) == .profile(.displayP3))
        #expect(meaning([points([9, 16, 0, 1])]) == .hdr)
        #expect(meaning([points([9, 18, 0, 1])], channels: 1) == .hdr)
        let wide = ColorProfile.matrix(name: "", .bt2020, .sRGB)
        #expect(try isProfile(meaning([points([9, 13, 0, 1])]), like: wide))
        let camera = ColorProfile.matrix(name: "", .bt2020, .bt709)
        #expect(try isProfile(meaning([points([9, 1, 0, 1])]), like: camera))
        #expect(meaning([points([12, 13, 0, 1])], channels: 1) == .sRGB)
        for unknown: [UInt8] in [[2, 13, 0, 1], [1, 2, 0, 1], [1, 13, 1, 1], [1, 13, 0, 0], [1, 13, 0], []] {
            #expect(meaning([points(unknown)]) == .none)
        }
    }

    @Test("cICP before iCCP before sRGB before gAMA and cHRM")
    func precedence() throws {
        let adobe = ColorProfile.matrix(name: "", .adobeRGB, .gamma(2.2))
        let all = [gamma(55556), space(p3), sRGB, points([9, 16, 0, 1])]
        #expect(meaning(all, profile: adobe) == .hdr)
        #expect(meaning(Array(all.dropLast()), profile: adobe) == .profile(adobe))
        #expect(meaning(Array(all.dropLast()), profile: .sRGB) == .sRGB)
        #expect(meaning(Array(all.dropLast())) == .sRGB)
        // What is not understood, or does not fit, leaves the others in force.
        #expect(meaning([points([200, 13, 0, 1])], profile: adobe) == .profile(adobe))
        #expect(meaning([sRGB], profile: .gray(name: "", .gamma(1))) == .sRGB)
        #expect(meaning([gamma(55556), gamma(45455)]) != .sRGB)
    }
}
