/// The members of one object of a crop description, read by name. Errors say the whole path of the field.
struct CropFields {
    private let members: [String: JSONValue]
    /// What stands before a name in messages: empty, or `data.`.
    private let prefix: String

    /// - Throws: where the value is no object.
    init(_ value: JSONValue, path: String = "") throws(CropImportError) {
        guard case .object(let members) = value else {
            throw .invalid(field: path.isEmpty ? "the line" : path, reason: "is \(value.kind), not an object")
        }
        self.members = members
        prefix = path.isEmpty ? "" : path + "."
    }

    /// The names that are there.
    var names: some Collection<String> { members.keys }

    /// The whole path of a field.
    func path(_ name: String) -> String { prefix + name }

    /// A member; nil where it is missing or null, as optional values of several languages are written.
    subscript(name: String) -> JSONValue? {
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    func has(_ name: String) -> Bool { self[name] != nil }

    func required(_ name: String, _ reason: String) throws(CropImportError) -> JSONValue {
        guard let value = self[name] else { throw .missing(field: path(name), reason: reason) }
        return value
    }

    /// The fields of a member that is an object.
    func object(_ name: String) throws(CropImportError) -> CropFields? {
        guard let value = self[name] else { return nil }
        return try CropFields(value, path: path(name))
    }

    func text(_ name: String) throws(CropImportError) -> String? {
        switch self[name] {
        case nil: nil
        case .string(let text): text
        case .some(let other): throw .invalid(field: path(name), reason: "is \(other.kind), not a text")
        }
    }

    func bool(_ name: String) throws(CropImportError) -> Bool? {
        switch self[name] {
        case nil: nil
        case .bool(let value): value
        case .some(let other): throw .invalid(field: path(name), reason: "is \(other.kind), not true or false")
        }
    }

    func number(_ name: String) throws(CropImportError) -> Double? {
        guard let value = self[name] else { return nil }
        return try Self.number(value, path(name))
    }

    func number(_ name: String, _ reason: String) throws(CropImportError) -> Double {
        try Self.number(required(name, reason), path(name))
    }

    /// The largest magnitude of a number: no picture needs more, and products of a few of them stay far from infinity.
    static let largest = 1e12

    static func number(_ value: JSONValue, _ field: String) throws(CropImportError) -> Double {
        guard case .number(let number) = value else {
            throw .invalid(field: field, reason: "is \(value.kind), not a number")
        }
        guard number.magnitude <= largest else { throw .invalid(field: field, reason: "is \(number): out of range") }
        return number
    }

    /// A list of exactly `count` numbers.
    func numbers(_ name: String, count: Int) throws(CropImportError) -> [Double]? {
        guard let value = self[name] else { return nil }
        guard case .array(let values) = value, values.count == count else {
            throw .invalid(field: path(name), reason: "is not a list of \(count) numbers")
        }
        var numbers: [Double] = []
        for value in values { numbers.append(try Self.number(value, path(name))) }
        return numbers
    }
}
