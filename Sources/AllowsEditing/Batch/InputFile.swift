/// One input: where it lies, and where its outputs belong.
struct InputFile: Sendable, Equatable {
    /// The path that opens it.
    let path: BytePath
    /// Its folder below the output folder; empty for the output folder itself.
    let relativeFolder: BytePath
    /// Further paths that it was given by.
    var otherPaths: [BytePath] = []
    /// Why it cannot be read, when that was found while looking for it.
    var failure: EditError?
    /// Its bytes, where it is no file.
    var content: PictureInMemory?
}

/// The place of an input in the order of the inputs.
struct InputPosition: Sendable, Equatable {
    /// Counted from 1.
    let number: Int
    /// How many inputs there are.
    let count: Int

    /// The number, with zeros before it so that all are equally long.
    var digits: String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, "\(count)".count - digits.count)) + digits
    }
}
