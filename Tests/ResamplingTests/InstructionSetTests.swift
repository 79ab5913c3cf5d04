import Resampling
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("Instruction sets")
struct InstructionSetTests {
    @Test(
        "All instruction sets give the same bytes for every size up to 70 × 70", arguments: PixelLayout.allCases, 0..<5)
    func sweep(layout: PixelLayout, part: Int) {
        let noise = Bitmap(.noise, layout: layout, width: 70, height: 70).bytes
        let filters = ResamplingFilter.allCases
        for width in 1...70 where width % 5 == part {
            for height in 1...70 {
                let size = PixelSize(width: width, height: height)
                let picture = Bitmap(
                    layout: layout, size: size, bytes: Array(noise.prefix(width * height * layout.channels)))
                // Every pair of widths comes up once, in any order.
                let target = PixelSize(width: height, height: (width * 37 + height * 11) % 70 + 1)
                let filter = filters[(width + height) % filters.count]
                let expected = picture.resampled(to: target, filter: filter, instructions: .scalar)
                for instructions in InstructionSet.available.dropFirst() {
                    let result = picture.resampled(to: target, filter: filter, instructions: instructions)
                    if result != expected {
                        Issue.record("\(instructions): \(layout) \(filter) \(size) to \(target)")
                    }
                }
            }
        }
    }

    @Test("All instruction sets give the same bytes for extreme pictures", arguments: PixelLayout.allCases)
    func extremes(layout: PixelLayout) {
        for subject in [Subject.checkerboard, .stripes] {
            let picture = Bitmap(subject, layout: layout, width: 259, height: 131)
            for filter in ResamplingFilter.allCases {
                for (width, height) in [(33, 17), (300, 140), (2, 1), (130, 66)] {
                    let size = PixelSize(width: width, height: height)
                    let expected = picture.resampled(to: size, filter: filter, instructions: .scalar)
                    for instructions in InstructionSet.available.dropFirst() {
                        let result = picture.resampled(to: size, filter: filter, instructions: instructions)
                        #expect(result == expected, "\(instructions) \(subject) \(filter) \(size)")
                    }
                }
            }
        }
    }

    @Test("Sets are found by name, the best one is available")
    func names() {
        #expect(InstructionSet.available.first == .scalar)
        #expect(InstructionSet.available.contains(.best))
        for instructions in InstructionSet.available {
            #expect(InstructionSet(named: instructions.name) == instructions)
        }
        #expect(InstructionSet(named: "mmx") == nil)
    }

    #if os(Linux)
        @Test("The environment can name the set to use")
        func environment() async {
            await #expect(processExitsWith: .success) {
                unsafe setenv("ALLOWS_EDITING_INSTRUCTIONS", "portable", 1)
                precondition(InstructionSet.best == .portable)
            }
            await #expect(processExitsWith: .success) {
                unsafe setenv("ALLOWS_EDITING_INSTRUCTIONS", "mmx", 1)
                precondition(InstructionSet.best == InstructionSet.available.last)
            }
        }
    #endif
}
