/// A field of a directory that is written anew.
struct ExifField {
    var tag: Int
    var type: TIFFType
    var count: Int
    /// The values, in the byte order of the block.
    var bytes: [UInt8]
    /// The fields of the directory that this field leads to.
    var directory: [ExifField] = []

    /// A block with these fields in IFD0: each directory is followed by its values, then by the directories it leads to.
    static func block(_ fields: [ExifField], _ order: TIFFByteOrder) -> [UInt8] {
        var block = Array((order == .little ? "II" : "MM").utf8) + order.bytes16(42)
        block += order.bytes32(TIFFStructure.headerLength)
        append(fields, to: &block, order)
        return block
    }

    private static func append(_ fields: [ExifField], to block: inout [UInt8], _ order: TIFFByteOrder) {
        // TIFF 6.0: entries in ascending order of tags, every offset even.
        let fields = fields.sorted { $0.tag < $1.tag }
        var values: [UInt8] = []
        let table = block.count
        let valuesStart = table + 2 + fields.count * TIFFEntry.length + 4
        block += order.bytes16(fields.count)
        for field in fields {
            block += order.bytes16(field.tag) + order.bytes16(field.type.rawValue) + order.bytes32(field.count)
            if field.bytes.count <= 4 {
                block += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
            } else {
                block += order.bytes32(valuesStart + values.count)
                values += field.bytes
                if !values.count.isMultiple(of: 2) { values.append(0) }
            }
        }
        block += order.bytes32(0) + values
        for (index, field) in fields.enumerated() where !field.directory.isEmpty {
            let pointer = table + 2 + index * TIFFEntry.length + 8
            block.replaceSubrange(pointer..<pointer + 4, with: order.bytes32(block.count))
            append(field.directory, to: &block, order)
        }
    }
}
