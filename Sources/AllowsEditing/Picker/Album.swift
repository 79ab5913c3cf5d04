import Dispatch

/// A folder that picked pictures are saved to, as pairs of the edited image and its original.
public struct Album: Sendable {
    /// The folder; made when it is missing.
    public let folder: BytePath
    /// Pairs are written one after the other.
    private let queue = DispatchQueue(label: "AllowsEditing.album")

    /// The files of a saved picture.
    public struct Pair: Sendable, Hashable {
        /// The original, byte for byte.
        public let original: BytePath
        /// The edited images in the order of the sizes; none where editing was off.
        public let edited: [BytePath]
    }

    /// An album in a folder.
    public init(_ folder: BytePath) { self.folder = folder }

    /// Saves a picked picture: the edited images and the original, or nothing.
    ///
    /// The names are those of a batch, `NAME.edited.EXT` and `NAME.original.EXT`; what came without a name is a `picture`. Nothing is
    /// ever replaced: where a name is taken, a number follows it. Work is done on a queue of the album.
    ///
    /// - Throws: `denied` or `io` where the folder cannot be written to.
    @discardableResult
    public func save(_ picked: PickedImage) async throws(EditError) -> Pair {
        try await queue.result { () throws(EditError) in try write(picked) }.get()
    }

    /// Saves a picked picture as above, and calls `completion` exactly once, on the queue of the album.
    public func save(_ picked: PickedImage, completion: @escaping @Sendable (Result<Pair, EditError>) -> Void) {
        queue.async {
            completion(Result { () throws(EditError) in try write(picked) })
        }
    }

    private func write(_ picked: PickedImage) throws(EditError) -> Pair {
        var number = 1
        while true {
            number = try freeNumber(for: picked, from: number)
            let names = try names(of: picked, number: number)
            do throws(EditError) {
                var writer = try PairWriter(names, replacing: .nothing)
                try writer.stageOriginal(picked.originalImage.bytes, privateCopy: nil, policy: .copy)
                for (index, image) in picked.editedImages.enumerated() { try writer.stageEdited(image, index: index) }
                try writer.commit()
                return Pair(original: names.original ?? folder, edited: names.edited)
            } catch {
                // Somebody else was faster. The number moves on whatever it is that stands there.
                guard case .exists = error, number < Self.largestNumber else { throw error }
                number += 1
            }
        }
    }

    private static let largestNumber = 1 << 30

    /// A number whose names are all free. Numbers are doubled until one is and then halved, so that many pictures of one name do not
    /// take a look at each.
    private func freeNumber(for picked: PickedImage, from first: Int) throws(EditError) -> Int {
        if try isFree(first, for: picked) { return first }
        var (taken, free) = (first, 2 * first)
        while try !isFree(free, for: picked) {
            guard free < Self.largestNumber else { return free }
            (taken, free) = (free, 2 * free)
        }
        while free - taken > 1 {
            let middle = (taken + free) / 2
            if try isFree(middle, for: picked) { free = middle } else { taken = middle }
        }
        return free
    }

    private func isFree(_ number: Int, for picked: PickedImage) throws(EditError) -> Bool {
        for name in try names(of: picked, number: number).all {
            do throws(SystemError) {
                // A link that leads nowhere has taken its name, too.
                _ = try name.linkStatus()
                return false
            } catch {
                guard isNothingThere(error.code) else { throw .system(name, error.code) }
            }
        }
        return true
    }

    private func names(of picked: PickedImage, number: Int) throws(EditError) -> OutputNames {
        var (stem, pathExtension) =
            picked.imagePath?.stemAndExtension
            ?? ([UInt8]("picture".utf8), [UInt8](picked.originalImage.format.preferredExtension.utf8))
        if number > 1 { stem += [UInt8]("-\(number)".utf8) }
        let name = stem + (pathExtension.map { [UInt8(ascii: ".")] + $0 } ?? [])
        return try OutputNames(
            InputFile(path: BytePath(bytes: name), relativeFolder: ""), output: folder,
            format: picked.image.format, sizes: picked.plan?.outputs.map(\.request) ?? [], original: .copy)
    }
}
