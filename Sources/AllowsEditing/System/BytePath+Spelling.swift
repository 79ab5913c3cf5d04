extension BytePath {
    /// The same path without components `.` and doubled slashes: spelled in one way. Links are not followed, and `..` stays, for behind
    /// a link it leads elsewhere. Cost: proportional to the bytes.
    var plain: BytePath {
        let slash = UInt8(ascii: "/")
        let parts = bytes.split(separator: slash).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
        return BytePath(bytes: (bytes.first == slash ? [slash] : []) + parts.joined(separator: [slash]))
    }
}
