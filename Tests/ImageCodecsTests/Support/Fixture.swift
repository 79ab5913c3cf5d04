import Testing

/// The bytes of a file below `Fixtures`.
func fixture(_ name: String, file: String = #filePath) throws -> [UInt8] {
    let source = file.split(separator: "/", omittingEmptySubsequences: false)
    let tests = try #require(source.lastIndex(of: "Tests"))
    return try #require(contents(of: source[..<tests].joined(separator: "/") + "/Fixtures/\(name)"))
}
