/// The crops of a file of JSON Lines, each for the picture that it names: what `--boxes` reads.
public struct CropBoxes: Sendable, Hashable {
    /// By the names in one spelling.
    private var crops: [BytePath: Entry] = [:]

    private struct Entry: Hashable {
        /// As the line spells it.
        var file: BytePath
        var crop: CropImport
        var line: Int
    }

    /// Why a file of crops cannot be used. `description` is one line that names the lines at fault, counted from 1.
    public enum Failure: Error, Sendable, Hashable {
        /// A line that is no crop of a named picture.
        case line(Int, CropImportError)
        /// Two lines for one picture.
        case duplicate(file: BytePath, lines: [Int])
    }

    /// Reads JSON Lines; lines of nothing but white space are passed over, and so is a byte order mark. Cost: proportional to the bytes.
    ///
    /// - Throws: `Failure`: one bad line makes the whole file unusable, for a picture must not be cropped otherwise than was asked.
    public init(parsing bytes: [UInt8]) throws(Failure) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes[(bytes.starts(with: mark) ? mark.count : 0)...]
        var number = 0
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let line = rest[..<end]
            rest = end < rest.endIndex ? rest[(end + 1)...] : []
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            try add(line, number: number)
        }
    }

    private mutating func add(_ line: ArraySlice<UInt8>, number: Int) throws(Failure) {
        let crop: CropImport
        do { crop = try CropImport(parsing: line) } catch { throw .line(number, error) }
        guard let file = crop.file else {
            throw .line(number, .missing(field: "file", reason: "it names the picture"))
        }
        if let other = crops.updateValue(Entry(file: file, crop: crop, line: number), forKey: file.plain) {
            throw .duplicate(file: file, lines: [other.line, number])
        }
    }

    /// How many pictures are named.
    public var count: Int { crops.count }

    /// The pictures that are named, as they are spelled, in the order of their lines.
    public var files: [BytePath] { crops.values.sorted { $0.line < $1.line }.map(\.file) }

    /// The crop of a picture, by the bytes of its name; components `.` and doubled slashes make no difference. Cost: proportional to the
    /// bytes.
    ///
    /// - Parameter file: the name of the picture.
    public subscript(file: BytePath) -> CropImport? { crops[file.plain]?.crop }
}

extension CropBoxes.Failure: CustomStringConvertible {
    /// One line that a person can act on.
    public var description: String {
        switch self {
        case .line(let number, let error): "line \(number): \(error)"
        case .duplicate(let file, let lines):
            "lines \(lines.map { String($0) }.joined(separator: " and ")): \(file) stands twice"
        }
    }
}
