import Resampling

/// Whether this build does on this processor what it should: every instruction set against the scalar one.
public struct SelfTest: Sendable {
    /// What one instruction set did.
    public struct Result: Sendable {
        /// The name of the instruction set.
        public let instructions: String
        /// Pictures that were scaled.
        public let pictures: Int
        /// Pictures whose bytes differ from those of the scalar kernels.
        public let differences: Int
    }

    /// One result for each instruction set of this processor, the slowest first.
    public let results: [Result]

    /// Whether no byte differed.
    public var passed: Bool { results.allSatisfy { $0.differences == 0 } }

    /// Scales noise of every layout with every filter, reduced and enlarged. Cost: a fraction of a second.
    public init() {
        let sizes = [(67, 41, 19, 23), (33, 70, 64, 64), (8, 9, 3, 50), (301, 5, 40, 2)]
        var work: [(picture: Bitmap, size: PixelSize, filter: ResamplingFilter, expected: Bitmap)] = []
        for layout in PixelLayout.allCases {
            for (width, height, newWidth, newHeight) in sizes {
                let picture = Bitmap.noise(layout, PixelSize(width: width, height: height))
                let size = PixelSize(width: newWidth, height: newHeight)
                for filter in ResamplingFilter.allCases {
                    let expected = picture.resampled(to: size, filter: filter, instructions: .scalar)
                    work.append((picture, size, filter, expected))
                }
            }
        }
        results = InstructionSet.available.map { instructions in
            let differences = work.count {
                $0.picture.resampled(to: $0.size, filter: $0.filter, instructions: instructions) != $0.expected
            }
            return Result(instructions: instructions.name, pictures: work.count, differences: differences)
        }
    }
}

extension SelfTest: CustomStringConvertible {
    /// One line for each instruction set.
    public var description: String {
        results.map { result in
            let verdict = result.differences == 0 ? "the same bytes" : "\(result.differences) pictures differ"
            let inUse = result.instructions == InstructionSet.best.name ? ", in use" : ""
            return "\(result.instructions): \(result.pictures) pictures scaled, \(verdict)\(inUse)"
        }.joined(separator: "\n")
    }
}

extension Bitmap {
    /// The same noise on every run: a linear congruential generator (Numerical Recipes, section 7.1).
    fileprivate static func noise(_ layout: PixelLayout, _ size: PixelSize) -> Bitmap {
        var state: UInt32 = 1
        let bytes = (0..<size.width * size.height * layout.channels).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        return Bitmap(layout: layout, size: size, bytes: bytes)
    }
}
