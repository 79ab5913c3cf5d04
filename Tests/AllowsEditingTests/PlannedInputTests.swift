import Testing

@testable import AllowsEditing

@Suite("Planned inputs")
struct PlannedInputTests {
    private func inputs(_ sizes: [Int]) -> [PlannedInput] {
        sizes.map { size in
            PlannedInput(
                file: InputFile(path: "a", relativeFolder: ""), names: .failure(.noPictures(path: "a")), byteCount: size
            )
        }
    }

    @Test("the last inputs are begun largest first, those before them as given, and equal ones in their order")
    func workOrder() {
        #expect(PlannedInput.workOrder(inputs([3, 9, 5, 9]), workers: 2) == [1, 3, 2, 0])
        #expect(PlannedInput.workOrder([], workers: 4).isEmpty)
        let many = PlannedInput.workOrder(inputs(Array(1...20)), workers: 1)
        #expect(Array(many.prefix(4)) == [0, 1, 2, 3])
        #expect(Array(many.dropFirst(4)) == Array((4...19).reversed()))
    }
}
