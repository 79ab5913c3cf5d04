/// Figures in rows and columns, as text for people and as JSON for programs.
struct Table {
    /// One figure or word.
    enum Cell {
        case text(String)
        /// A number, with the decimal places that people see.
        case number(Double, places: Int)
        /// Nothing to say here.
        case none
    }

    /// The key in JSON.
    let name: String
    /// What people read above the rows.
    let title: String
    let columns: [String]
    var rows: [[Cell]] = []

    init(_ name: String, title: String, columns: [String]) {
        self.name = name
        self.title = title
        self.columns = columns
    }

    /// The title, the heads of the columns, the rows. Words are aligned to the left, numbers to the right.
    var text: String {
        let cells = [columns] + rows.map { $0.map(\.text) }
        let widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let isNumeric = columns.indices.map { column in rows.contains { $0[column].isNumber } }
        let lines = cells.map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return isNumeric[column] ? space + row[column] : row[column] + space
            }.joined(separator: "  ")
        }
        return ([title] + lines).joined(separator: "\n")
    }

    /// A member of a JSON object: the name, and an array with one object for each row.
    var json: String {
        let objects = rows.map { row in
            let members = zip(columns, row).compactMap { column, cell in
                cell.json.map { quoted(column) + ":" + $0 }
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        return quoted(name) + ":[\n" + objects.joined(separator: ",\n") + "]"
    }
}

extension Table.Cell {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }

    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .number(let value, let places): decimal(value, places: places)
        case .none: ""
        }
    }

    fileprivate var json: String? {
        switch self {
        case .text(let text): quoted(text)
        case .number(let value, _): value.isFinite ? "\(value)" : nil
        case .none: nil
        }
    }
}

private func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
}

/// A number with a fixed count of decimal places.
func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return "–" }
    let unit = (0..<places).reduce(1) { product, _ in product * 10 }
    let scaled = Int((value.magnitude * Double(unit)).rounded())
    let fraction = String(scaled % unit)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + "\(scaled)" }
    return sign + "\(scaled / unit)." + String(repeating: "0", count: places - fraction.count) + fraction
}
