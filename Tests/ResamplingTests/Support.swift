import Resampling
import TestSupport

/// A small deterministic generator (xorshift64*).
struct Generator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 2 &+ 1 }

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 2_685_821_657_736_338_717
    }
}

/// What a test picture shows.
enum Subject: CaseIterable {
    case noise, gradient, checkerboard, stripes

    /// All of them; under a sanitizer one.
    static let all = isSanitized ? [.noise] : allCases
}

extension Bitmap {
    init(_ subject: Subject, layout: PixelLayout, width: Int, height: Int, seed: UInt64 = 1) {
        var generator = Generator(seed: seed)
        let channels = layout.channels
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * channels)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<channels {
                    let random = generator.next() >> 32
                    switch subject {
                    case .noise: bytes.append(UInt8(truncatingIfNeeded: random))
                    case .gradient:
                        let slope = (x * (3 + channel) + y * (5 - channel)) * 255 / (6 * max(width, height))
                        bytes.append(UInt8(min(max(slope % 256 + Int(random % 5) - 2, 0), 255)))
                    case .checkerboard: bytes.append((x + y + channel) % 2 == 0 ? 255 : 0)
                    case .stripes: bytes.append((x / 2 + channel) % 2 == 0 || y % 3 == 0 ? 255 : 0)
                    }
                }
            }
        }
        self.init(layout: layout, size: PixelSize(width: width, height: height), bytes: bytes)
    }

    init(constant value: UInt8, layout: PixelLayout, width: Int, height: Int) {
        self.init(
            layout: layout, size: PixelSize(width: width, height: height),
            bytes: [UInt8](repeating: value, count: width * height * layout.channels))
    }

    /// The samples of one pixel.
    func pixel(_ x: Int, _ y: Int) -> ArraySlice<UInt8> {
        let start = (y * size.width + x) * layout.channels
        return bytes[start..<start + layout.channels]
    }

    /// This picture with every alpha at 255.
    func withOpaqueAlpha() -> Bitmap {
        let channels = layout.channels
        var copy = self
        for i in stride(from: channels - 1, to: bytes.count, by: channels) { copy.bytes[i] = 255 }
        return copy
    }

    /// This picture with its alpha left out.
    func withoutAlpha() -> Bitmap {
        let channels = layout.channels
        let colors = bytes.indices.filter { $0 % channels != channels - 1 }.map { bytes[$0] }
        return Bitmap(layout: layout == .rgba ? .rgb : .gray, size: size, bytes: colors)
    }
}

// MARK: - The reference

/// One axis of the float64 reference, written from the definition: for each output pixel its first source pixel and weights.
func referenceTaps(start: Double, length: Double, sourceCount: Int, outputCount: Int, filter: ResamplingFilter)
    -> [(first: Int, weights: [Double])]
{
    let covered =
        max(Int((start + 1e-6).rounded(.down)), 0)..<min(Int((start + length - 1e-6).rounded(.up)), sourceCount)
    let scale = length / Double(outputCount)
    if scale == 1 && start == start.rounded() { return covered.map { ($0, [1]) } }
    let filterScale = max(scale, 1)
    return (0..<outputCount).map { i in
        let center = start + (Double(i) + 0.5) * scale
        let weights = covered.map { filter.weight(at: (Double($0) + 0.5 - center) / filterScale) }
        let sum = weights.reduce(0, +)
        let first = weights.firstIndex { $0 != 0 } ?? 0
        let last = weights.lastIndex { $0 != 0 } ?? 0
        return (covered.lowerBound + first, weights[first...last].map { $0 / sum })
    }
}

/// Two passes in float64 without any rounding or clamping: interleaved samples, premultiplied where the layout has alpha.
func reference(_ bitmap: Bitmap, to size: PixelSize, box: SourceBox, filter: ResamplingFilter) -> [Double] {
    reference(premultiplied(bitmap), layout: bitmap.layout, from: bitmap.size, to: size, box: box, filter: filter)
}

/// The same of samples that are numbers already.
func reference(
    _ source: [Double], layout: PixelLayout, from sourceSize: PixelSize, to size: PixelSize, box: SourceBox,
    filter: ResamplingFilter
) -> [Double] {
    let channels = layout.channels
    let (width, height) = (sourceSize.width, sourceSize.height)
    let horizontal = referenceTaps(
        start: box.x, length: box.width, sourceCount: width, outputCount: size.width, filter: filter)
    let vertical = referenceTaps(
        start: box.y, length: box.height, sourceCount: height, outputCount: size.height, filter: filter)
    var result = [Double](repeating: 0, count: size.width * size.height * channels)
    for (y, taps) in vertical.enumerated() {
        var row = [Double](repeating: 0, count: width * channels)
        for (k, weight) in taps.weights.enumerated() {
            let start = (taps.first + k) * width * channels
            for i in row.indices { row[i] += weight * source[start + i] }
        }
        for (x, taps) in horizontal.enumerated() {
            for (k, weight) in taps.weights.enumerated() {
                for channel in 0..<channels {
                    result[(y * size.width + x) * channels + channel] +=
                        weight * row[(taps.first + k) * channels + channel]
                }
            }
        }
    }
    return result
}

/// The samples as numbers, colors multiplied by alpha / 255.
func premultiplied(_ bitmap: Bitmap) -> [Double] {
    let channels = bitmap.layout.channels
    guard bitmap.layout.hasAlpha else { return bitmap.bytes.map(Double.init) }
    return bitmap.bytes.indices.map { i in
        let alpha = i / channels * channels + channels - 1
        return i == alpha ? Double(bitmap.bytes[i]) : Double(bitmap.bytes[i]) * Double(bitmap.bytes[alpha]) / 255
    }
}

/// How far a result is from the reference, cut to what a picture can hold: the greatest and the mean difference.
///
/// Straight colors end at 255. So a premultiplied one ends at alpha, and where alpha itself is cut, the color keeps its ratio.
func difference(_ result: Bitmap, _ reference: [Double]) -> (greatest: Double, mean: Double) {
    let channels = result.layout.channels
    let values = premultiplied(result)
    var greatest = 0.0
    var sum = 0.0
    for i in values.indices {
        var expected = min(max(reference[i], 0), 255)
        let alpha = reference[i / channels * channels + channels - 1]
        if result.layout.hasAlpha && i % channels != channels - 1 {
            expected = alpha <= 0 ? 0 : min(max(reference[i] / alpha, 0), 1) * min(alpha, 255)
        }
        let distance = (values[i] - expected).magnitude
        greatest = max(greatest, distance)
        sum += distance
    }
    return (greatest, sum / Double(values.count))
}

/// How far samples of 0…1 are at most from two passes of float64 in some light. Colors are compared as they are stored, and, as what
/// is seen of them, times alpha.
func difference(
    _ result: [Double], _ source: [Double], layout: PixelLayout, from sourceSize: PixelSize, to size: PixelSize,
    box: SourceBox, filter: ResamplingFilter, light: Light
) -> Double {
    let channels = layout.channels
    let colors = layout.hasAlpha ? channels - 1 : channels
    var samples = source
    for pixel in stride(from: 0, to: samples.count, by: channels) {
        for channel in pixel..<pixel + colors {
            if light == .linear { samples[channel] = LinearLightTests.light(samples[channel]) }
            if colors < channels { samples[channel] *= samples[pixel + colors] }
        }
    }
    let exact = reference(samples, layout: layout, from: sourceSize, to: size, box: box, filter: filter)
    var greatest = 0.0
    for pixel in stride(from: 0, to: exact.count, by: channels) {
        let alpha = colors < channels ? min(max(exact[pixel + colors], 0), 1) : 1
        if colors < channels { greatest = max(greatest, (result[pixel + colors] - alpha).magnitude) }
        for channel in pixel..<pixel + colors {
            var color = exact[channel]
            if colors < channels { color = exact[pixel + colors] <= 0 ? 0 : color / exact[pixel + colors] }
            color = min(max(color, 0), 1)
            let expected = light == .linear ? LinearLightTests.sample(color) : color
            greatest = max(greatest, (result[channel] - expected).magnitude * alpha)
        }
    }
    return greatest
}
