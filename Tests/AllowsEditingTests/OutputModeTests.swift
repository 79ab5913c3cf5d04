import ImageCodecs
import Testing

@testable import AllowsEditing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Who may read what is made of a picture.
@Suite("Output permissions")
struct OutputModeTests {
    private let folder: TemporaryFolder
    private let jpeg: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        jpeg = try ImageEncoder.encode(.gradient(60, 40), EncodeOptions(format: .jpeg, quality: 90))
    }

    private func mode(_ path: BytePath) throws -> mode_t { try path.status().permissions }

    @Test(
        "outputs are for nobody who may not read the input, but their owner may write them",
        arguments: [(0o600, 0o600), (0o640, 0o640), (0o444, 0o644), (0o400, 0o600), (0o755, 0o644), (0o4711, 0o600)])
    func outputs(_ input: mode_t, _ output: mode_t) async throws {
        try folder.write("in/a.jpg", jpeg)
        folder("in/a.jpg").setMode(input)
        for original in OriginalPolicy.allCases {
            let place = folder("out-\(original)")
            var batch = FolderBatch(inputs: [folder("in")], output: place)
            batch.options.sizes = [.atMost(16), .atMost(8)]
            batch.original = original
            #expect(try await batch.run().edited == 1)
            let made = try place.tree()
            #expect(made.count == (original == .none ? 2 : 3))
            for name in made {
                let isLink = original == .link && name == "a.original.jpg"
                #expect(try mode(place.appending(BytePath(name))) == (isLink ? input : output & ~Self.mask))
            }
        }
    }

    @Test("they are for nobody else while they are written, either")
    func temporaries() throws {
        try folder.write("in/a.jpg", jpeg)
        folder("in/a.jpg").setMode(0o600)
        let source = try SourceFile(folder("in/a.jpg"))
        let names = try OutputNames(
            InputFile(path: folder("in/a.jpg"), relativeFolder: ""), output: folder("out"), format: .jpeg,
            sizes: [.full], original: .copy)
        var writer = try PairWriter(names, replacing: .nothing, mode: source.status.modeOfCopies)
        try writer.stageOriginal(source, bytes: jpeg, hash: 0, privateCopy: nil, policy: .copy)
        try writer.stageEdited(
            EncodedImage(format: .jpeg, size: PixelSize(width: 1, height: 1), bytes: [9]), index: 0)
        let staged = try folder("out").entries()
        #expect(staged.count == 2)
        for name in staged { #expect(try mode(folder("out").appending(name)) == 0o600) }
    }

    /// What the user wants nobody to have.
    private static let mask: mode_t = {
        // It can only be read by setting it; making a file tells as much.
        guard let folder = try? TemporaryFolder(), let file = try? folder.write("a", []) else { return 0 }
        return ((try? file.status().permissions) ?? 0o666) ^ 0o666
    }()
}
