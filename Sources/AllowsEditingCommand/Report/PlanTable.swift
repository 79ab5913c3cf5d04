import AllowsEditing

/// The plan of a dry run for people: one line for each edited picture, in columns.
///
/// Columns are as wide as the first thousand lines need, so that a plan of a million pictures takes no more memory than one of a
/// thousand, and its beginning can be read soon.
struct PlanTable {
    private struct Row {
        let input: String
        let crop: String
        let size: String
        let route: String
        let output: String

        var middle: [String] { [crop, size, route] }
    }

    private struct Widths {
        let input: Int
        let middle: [Int]
        /// Nil where the last column is as long as it is.
        let output: Int?
    }

    private static let rowsThatCount = 1000
    private static let gap = "  "
    private static let header = Row(input: "INPUT", crop: "CROP", size: "SIZE", route: "ROUTE", output: "OUTPUT")

    /// Of the terminal, where it is one: names are shortened to fit. Elsewhere they are whole.
    private let columns: Int?
    private var waiting = [header]
    private var widths: Widths?

    init(columns: Int?) { self.columns = columns }

    /// Takes the plan of one picture.
    ///
    /// - Returns: what can be printed now.
    mutating func add(_ input: BytePath, _ details: BatchRecord.Details) -> String {
        let rows = details.edited.map { output in
            Row(
                input: input.description, crop: details.plan.cropDescription, size: "\(output.size)",
                route: details.route, output: output.path.description)
        }
        if let widths { return rows.map { Self.line($0, widths) }.joined() }
        waiting += rows
        return waiting.count > Self.rowsThatCount ? end() : ""
    }

    /// What is left to be printed.
    mutating func end() -> String {
        guard waiting.count > 1 else { return "" }
        let widths = self.widths(of: waiting)
        defer { waiting = [] }
        self.widths = widths
        return waiting.map { Self.line($0, widths) }.joined()
    }

    private func widths(of rows: [Row]) -> Widths {
        func widest(_ cell: (Row) -> String) -> Int { rows.map { TerminalText.width(cell($0)) }.max() ?? 0 }
        let middle = (0..<3).map { index in widest { $0.middle[index] } }
        let (input, output) = (widest(\.input), widest(\.output))
        guard let columns else { return Widths(input: input, middle: middle, output: nil) }
        // What the numbers leave is shared by the names: half each, or more where the other needs less.
        let room = max(24, columns - middle.reduce(0, +) - 4 * Self.gap.count)
        let forInput = min(input, max(room / 2, room - output))
        return Widths(input: forInput, middle: middle, output: room - forInput)
    }

    private static func line(_ row: Row, _ widths: Widths) -> String {
        let isShortened = widths.output != nil
        let input = isShortened ? TerminalText.shortened(row.input, to: widths.input) : row.input
        let output = widths.output.map { TerminalText.shortened(row.output, to: $0) } ?? row.output
        let cells =
            [TerminalText.padded(input, to: widths.input)]
            + zip(row.middle, widths.middle).map { TerminalText.padded($0, to: $1) } + [output]
        return cells.joined(separator: gap) + "\n"
    }
}
