import TestSupport
import Testing

@testable import Resampling

@Suite("The tables of taps")
struct TapsTests {
    static let axes: [(start: Double, length: Double, source: Int, output: Int)] = [
        (0, 1, 1, 1), (0, 1, 1, 50), (0, 70, 70, 1), (0, 37, 37, 36), (0, 36, 36, 37), (3, 20, 30, 20),
        (0, 4032, 4032, 512),
        (0.25, 99.75, 100, 13), (7.9, 0.4, 20, 9), (0, 2000, 2000, 20), (1.5, 8, 10, 64), (0, 399.0 / 4, 100, 100),
        // A single output whose weights are not their own mirror image.
        (0.3, 5, 7, 1), (1.4, 3, 9, 1), (0.1, 17.2, 40, 3),
    ]

    func taps(_ axis: (start: Double, length: Double, source: Int, output: Int), _ filter: ResamplingFilter) -> Taps {
        var taps = Taps()
        taps.update(
            interval: Interval(start: axis.start, length: axis.length), source: 0..<axis.source,
            outputCount: axis.output, filter: filter, inputLimit: 16_320)
        return taps
    }

    @Test("Every list of weights sums to one, exactly", arguments: ResamplingFilter.allCases, axes.indices)
    func sum(filter: ResamplingFilter, axis: Int) {
        let taps = taps(Self.axes[axis], filter)
        for i in 0..<taps.outputCount {
            let row = taps.weights[i * taps.stride..<(i + 1) * taps.stride]
            #expect(row.reduce(0) { $0 + Int($1) } == 1 << taps.precision)
            #expect(row.dropFirst(Int(taps.counts[i])).allSatisfy { $0 == 0 })
        }
    }

    @Test(
        "Weights are those of the definition, within the rounding", arguments: ResamplingFilter.allCases, axes.indices)
    func values(filter: ResamplingFilter, axis: Int) {
        let axis = Self.axes[axis]
        let taps = taps(axis, filter)
        let exact = referenceTaps(
            start: axis.start, length: axis.length, sourceCount: axis.source, outputCount: axis.output, filter: filter)
        let one = Double(1 << taps.precision)
        for i in 0..<taps.outputCount {
            let first = taps.coverage.lowerBound + Int(taps.firsts[i])
            let source = min(first, exact[i].first)..<max(first + taps.stride, exact[i].first + exact[i].weights.count)
            for j in source {
                let k = j - first
                let ours = k >= 0 && k < taps.stride ? Double(taps.weights[i * taps.stride + k]) / one : 0
                let e = j - exact[i].first
                let theirs = exact[i].weights.indices.contains(e) ? exact[i].weights[e] : 0
                #expect((ours - theirs).magnitude <= 1.01 / one, "output \(i), source \(j)")
            }
        }
    }

    /// Where only the tails of a filter meet the source, they may sum to anything, also to almost nothing: scaled up to one, they
    /// would be thousands.
    @Test(
        "An output whose center lies outside of the source has weights in bounds", arguments: ResamplingFilter.allCases)
    func outside(filter: ResamplingFilter) {
        for (source, output) in [(6, 6), (149, 98), (100, 20), (5, 40)] {
            let step = Double(source) / Double(output)
            for shift in stride(from: -3 * step, through: 3 * step, by: step / (isSanitized ? 20 : 200)) {
                let taps = taps((shift, Double(source), source, output), filter)
                for i in 0..<output {
                    let row = taps.weights[i * taps.stride..<(i + 1) * taps.stride]
                    #expect(row.reduce(0) { $0 + Int($1) } == 1 << taps.precision)
                    #expect(row.allSatisfy { Double($0.magnitude) <= 1.5 * Double(1 << taps.precision) })
                }
            }
        }
    }

    @Test(
        "No tap lies outside of the support or of the covered pixels", arguments: ResamplingFilter.allCases,
        axes.indices)
    func support(filter: ResamplingFilter, axis: Int) {
        let axis = Self.axes[axis]
        let taps = taps(axis, filter)
        let scale = axis.length / Double(axis.output)
        let support = filter.radius * max(scale, 1)
        for i in 0..<taps.outputCount {
            let first = Double(taps.coverage.lowerBound) + Double(taps.firsts[i])
            let last = first + Double(taps.counts[i]) - 1
            let center = axis.start + (Double(i) + 0.5) * scale
            #expect(first >= axis.start.rounded(.down) && last < (axis.start + axis.length).rounded(.up))
            if taps.counts[i] > 1 {
                #expect(first + 0.5 >= center - support - 1e-9 && last + 0.5 <= center + support + 1e-9)
            }
        }
    }

    @Test("A whole axis is its own mirror image", arguments: ResamplingFilter.allCases)
    func mirror(filter: ResamplingFilter) {
        for (source, output) in [(70, 9), (71, 9), (70, 8), (9, 70), (9, 71), (1000, 33), (4032, 511)] {
            let taps = taps((0, Double(source), source, output), filter)
            for i in 0..<output {
                let mirror = output - 1 - i
                let count = Int(taps.counts[i])
                #expect(taps.counts[mirror] == taps.counts[i])
                #expect(Int(taps.firsts[mirror]) == source - Int(taps.firsts[i]) - count)
                let row = taps.weights[i * taps.stride..<i * taps.stride + count]
                let other = taps.weights[mirror * taps.stride..<mirror * taps.stride + count]
                #expect(Array(row) == other.reversed())
            }
        }
    }

    @Test("The filters are even, 1 at the center or thereabouts, and 0 at their radius")
    func filters() {
        for filter in ResamplingFilter.allCases {
            #expect(filter.weight(at: filter.radius + 0.001) == 0)
            #expect(filter == .box || filter.weight(at: filter.radius).magnitude < 1e-15)
            for x in [0.1, 0.4, 0.9, 1.7, 2.6] { #expect(filter.weight(at: x) == filter.weight(at: -x)) }
            #expect((filter.weight(at: 0) - (filter == .mitchell ? 8.0 / 9 : 1)).magnitude < 1e-12)
        }
        // lanczos3 at 1/2: sinc(1/2) sinc(1/6) = (2/π)(3/π)
        #expect((ResamplingFilter.lanczos3.weight(at: 0.5) - 6 / (.pi * .pi)).magnitude < 1e-14)
        #expect(ResamplingFilter.lanczos3.weight(at: 1).magnitude < 1e-15)
        #expect(ResamplingFilter.lanczos3.weight(at: 2).magnitude < 1e-15)
    }
}

@Suite("Sharpening that is taken into the taps")
struct SharpeningTests {
    private func taps(_ axis: Int, sharpening: Double) -> Taps {
        let axis = TapsTests.axes[axis]
        var taps = Taps()
        taps.update(
            interval: Interval(start: axis.start, length: axis.length), source: 0..<axis.source,
            outputCount: axis.output, filter: .lanczos3, inputLimit: 16_320, sharpening: sharpening)
        return taps
    }

    @Test("it is the same as sharpening the source, whose last pixels go on", arguments: TapsTests.axes.indices)
    func equivalence(axis: Int) {
        let (plain, sharp) = (taps(axis, sharpening: 0), taps(axis, sharpening: 0.04))
        guard !plain.isIdentity else { return }
        let source = (0..<plain.coverage.count).map { Double(($0 * 7919) % 251) }
        let sharpened = source.indices.map { index in
            1.08 * source[index] - 0.04 * (source[max(index - 1, 0)] + source[min(index + 1, source.count - 1)])
        }
        func output(_ taps: Taps, _ source: [Double], _ index: Int) -> Double {
            taps.exactWeights(ofOutput: index).enumerated().reduce(0) {
                $0 + $1.element * source[Int(taps.firsts[index]) + $1.offset]
            }
        }
        for index in 0..<plain.outputCount {
            #expect((output(plain, sharpened, index) - output(sharp, source, index)).magnitude < 1e-9)
        }
    }

    @Test("the weights still sum to one", arguments: TapsTests.axes.indices)
    func sum(axis: Int) {
        let taps = taps(axis, sharpening: 0.04)
        for index in 0..<taps.outputCount {
            let row = taps.weights[index * taps.stride..<(index + 1) * taps.stride]
            #expect(row.reduce(0) { $0 + Int($1) } == 1 << taps.precision)
        }
    }
}
