import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

@Suite("Transparency")
struct AlphaTests {
    /// A disk of one color on nothing: what is invisible has another color.
    private func disk(_ layout: PixelLayout, color: UInt8, hidden: UInt8) -> Bitmap {
        let side = 120
        var bytes: [UInt8] = []
        for y in 0..<side {
            for x in 0..<side {
                let isInside = (x - 60) * (x - 60) + (y - 60) * (y - 60) < 2500
                bytes += [UInt8](repeating: isInside ? color : hidden, count: layout.channels - 1)
                bytes.append(isInside ? 255 : 0)
            }
        }
        return Bitmap(layout: layout, size: PixelSize(width: side, height: side), bytes: bytes)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let layout: PixelLayout
        let format: ImageFormat
        let isLinear: Bool
        var testDescription: String { "\(layout) as \(format)\(isLinear ? ", linear" : "")" }
    }

    static let cases = [PixelLayout.grayAlpha, .rgba].flatMap { layout in
        [ImageFormat.png, .webP].flatMap { format in
            [false, true].map { Case(layout: layout, format: format, isLinear: $0) }
        }
    }

    @Test("a white shape has no rim on white or black ground, nor has a black one", arguments: cases)
    func rim(of kind: Case) async throws {
        for (color, hidden) in [(UInt8(255), UInt8(0)), (0, 255)] {
            let file = try ImageEncoder.encode(
                disk(kind.layout, color: color, hidden: hidden), EncodeOptions(format: kind.format, lossless: true))
            for size in [OutputSize.atMost(37), .atMost(90)] {
                var options = EditOptions(size: size)
                options.isLossless = true
                options.isLinear = kind.isLinear
                let picked = try await ImageEditor().edit(file, options)
                let bitmap = try picked.image.bitmap()
                let channels = bitmap.layout.channels
                var partly = 0
                for pixel in stride(from: 0, to: bitmap.bytes.count, by: channels) {
                    let alpha = bitmap.bytes[pixel + channels - 1]
                    if alpha == 0 { continue }
                    if alpha < 255 { partly += 1 }
                    // Seen through nothing but its own color, a shape has no rim on any ground.
                    let isPure = bitmap.bytes[pixel..<pixel + channels - 1].allSatisfy { $0 == color }
                    #expect(isPure)
                }
                #expect(partly > 0)
            }
        }
    }

    @Test("an opaque picture with alpha is edited like the same picture without")
    func opaque() async throws {
        let size = PixelSize(width: 90, height: 70)
        var (with, without): ([UInt8], [UInt8]) = ([], [])
        for index in 0..<size.width * size.height {
            let color = (0..<3).map { UInt8(truncatingIfNeeded: index * (7 + $0) / 3) }
            with += color + [255]
            without += color
        }
        var options = EditOptions(size: .atMost(31))
        options.format = .png
        let pictures = [
            Bitmap(layout: .rgba, size: size, bytes: with), Bitmap(layout: .rgb, size: size, bytes: without),
        ]
        var edited: [[UInt8]] = []
        for picture in pictures {
            let file = try ImageEncoder.encode(picture, EncodeOptions(format: .png))
            let bitmap = try await ImageEditor().edit(file, options).image.bitmap()
            let channels = bitmap.layout.channels
            edited.append(bitmap.bytes.indices.filter { $0 % channels < 3 }.map { bitmap.bytes[$0] })
        }
        #expect(edited[0] == edited[1])
    }
}
