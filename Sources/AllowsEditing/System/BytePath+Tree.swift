extension BytePath {
    /// The tree that an input brings with it: what stands behind the first `/./` of its path, as `rsync --relative` has it;
    /// empty where there is none. It holds no `.` and no doubled slash.
    ///
    /// So several runs that each get a part of the files write the tree that one run over the folder writes:
    /// `photos/./trip/IMG_1.JPG` lands where `trip/IMG_1.JPG` of `photos` does.
    ///
    /// - Throws: `invalidOptions` where the tree holds `..`, which would lead out of the output folder.
    func markedTree() throws(EditError) -> BytePath {
        let slash = UInt8(ascii: "/")
        let dot = UInt8(ascii: ".")
        guard
            let mark = bytes.indices.dropLast(2).first(where: {
                bytes[$0] == slash && bytes[$0 + 1] == dot && bytes[$0 + 2] == slash
            })
        else { return "" }
        let parts = bytes[(mark + 3)...].split(separator: slash).filter { !$0.elementsEqual([dot]) }
        guard !parts.contains(where: { $0.elementsEqual([dot, dot]) }) else {
            throw .invalidOptions(
                reason: "\(self): what stands behind /./ is kept below the output, and must not hold ..")
        }
        return BytePath(bytes: [UInt8](parts.joined(separator: [slash])))
    }
}
