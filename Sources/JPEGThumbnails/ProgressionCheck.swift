/// Whether the scans of a progressive file tell every coefficient bit by bit in the order of the standard (ITU T.81, G.1.1.1), and in
/// the end all bits of all coefficients.
///
/// libjpeg-turbo warns of scans out of order, and paints over blocks whose lowest coefficients are never told. It is content with higher
/// ones that are never told; but a header that leaves them out may be a damaged one.
struct ProgressionCheck {
    /// For each component and coefficient the lowest bit that is known; -1 for none.
    private var known = [Int](repeating: -1, count: 3 * 64)

    mutating func take(_ selection: ScanSelection, components: [Int]) throws(Refusal) {
        guard selection.first <= selection.last, selection.last < 64, selection.low <= 13,
            selection.first > 0 || selection.last == 0, selection.first == 0 || components.count == 1,
            selection.high == 0 || selection.low == selection.high - 1
        else { throw .unusual }
        for component in components {
            if selection.first > 0, known[component * 64] < 0 { throw .unusual }
            for coefficient in component * 64 + selection.first...component * 64 + selection.last {
                guard known[coefficient] < 0 ? selection.high == 0 : selection.high == known[coefficient] else {
                    throw .unusual
                }
                // A first scan of something that is known would start it again.
                guard selection.high > 0 || known[coefficient] < 0 else { throw .unusual }
                known[coefficient] = selection.low
            }
        }
    }

    func isComplete(components: Int) -> Bool {
        (0..<components).allSatisfy { component in (0..<64).allSatisfy { known[component * 64 + $0] == 0 } }
    }
}
