import ImageCodecs
import Testing

@testable import AllowsEditing

/// Picking from folders and lists: what comes, in which order, and what it carries.
@Suite("Picker")
struct PickerTests {
    private let folder: TemporaryFolder
    private let jpeg: [UInt8]
    private let png: [UInt8]
    private let webP: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        jpeg = try ImageEncoder.encode(.gradient(60, 40), EncodeOptions(format: .jpeg))
        png = try ImageEncoder.encode(.gradient(32, 50), EncodeOptions(format: .png))
        webP = try ImageEncoder.encode(.gradient(20, 20), EncodeOptions(format: .webP))
    }

    /// A library of one picture of each format, a broken one, and what is none.
    private func makeLibrary() throws -> SourceType {
        try folder.write("in/1.jpg", png)
        try folder.write("in/2/a", jpeg)
        try folder.write("in/3.webp", webP)
        try folder.write("in/4.jpg", [UInt8]("no picture".utf8))
        try folder.write("in/notes.txt", [UInt8]("hello".utf8))
        return .library(folder("in"))
    }

    private func outcomes(_ picker: ImagePicker) async -> [String] {
        var list: [String] = []
        for await outcome in picker.outcomes { list.append(Self.word(outcome)) }
        return list
    }

    static func word(_ outcome: Outcomes.Element) -> String {
        switch outcome {
        case .success(let picked): "\(picked.imagePath?.lastComponent ?? "-") \(picked.image.size)"
        case .failure(let error): "\(error.path?.lastComponent ?? "-") \(error.kind)"
        }
    }

    @Test("a library gives its pictures in the order of their names, failures in their places, and nothing else")
    func library() async throws {
        let source = try makeLibrary()
        let all = ["1.jpg 32×32", "a 40×40", "3.webp 20×20", "4.jpg malformed"]
        for workers in [1, 3] {
            var picker = ImagePicker(source: source)
            picker.workers = workers
            #expect(await outcomes(picker) == all)
        }
    }

    @Test("formats are told by content, and what is not allowed is left out")
    func filter() async throws {
        let source = try makeLibrary()
        #expect(await outcomes(ImagePicker(source: source, allow: .jpeg)) == ["a 40×40"])
        #expect(await outcomes(ImagePicker(source: source, allow: [.png, .webP])) == ["1.jpg 32×32", "3.webp 20×20"])
        #expect(await outcomes(ImagePicker(source: .library(folder("in/2")), allow: .png)) == ["- sourceUnavailable"])
    }

    @Test("an album gives its files in its order, also one twice, and says which is missing")
    func album() async throws {
        _ = try makeLibrary()
        let names = ["in/3.webp", "in/gone.png", "in/2/a", "in/2/a", "in"]
        let album = SourceType.album(names.map { folder($0) })
        #expect(
            await outcomes(ImagePicker(source: album)) == [
                "3.webp 20×20", "gone.png io", "a 40×40", "a 40×40", "in io",
            ])
        #expect(await outcomes(ImagePicker(source: .album([]))) == ["- sourceUnavailable"])
    }

    @Test("each iteration is a run of its own")
    func iterations() async throws {
        let outcomes = ImagePicker(source: try makeLibrary()).outcomes
        for _ in 0..<2 {
            var count = 0
            for await _ in outcomes { count += 1 }
            #expect(count == 4)
        }
        let iterator = outcomes.makeAsyncIterator()
        while await iterator.next() != nil {}
        #expect(await iterator.next() == nil)
    }

    @Test("the first picture is picked; a failed edit is an error and never the original")
    func first() async throws {
        let picker = ImagePicker(source: try makeLibrary(), options: EditOptions(size: .atMost(16)))
        #expect(try await picker.pick().image?.size == PixelSize(width: 16, height: 16))
        let broken = ImagePicker(source: .album([folder("in/4.jpg"), folder("in/1.jpg")]))
        await #expect {
            try await broken.pick()
        } throws: { ($0 as? PickerError)?.kind == "malformed" }
    }

    @Test("what is picked has both images, the crop, the plan and what the file carries")
    func picked() async throws {
        let path = BytePath("\(#filePath)").parent.parent.parent.parent.appending(
            "Fixtures/valid/orientation/long-6-big-endian.jpg")
        let picked = try #require(
            try await ImagePicker(source: .album([path]), options: EditOptions(size: .atMost(8))).pick().pickedImage)
        let edited = try #require(picked.editedImage)
        #expect(picked.image == edited && picked.editedImages == [edited])
        #expect(try picked.originalImage.bytes == path.contents())
        #expect(picked.imagePath == path && picked.mediaType == .jpeg)
        #expect(picked.mediaMetadata.orientation.rawValue == 6 && picked.mediaMetadata.hasEXIF)
        #expect(picked.mediaMetadata.storedSize.width == picked.originalImage.size.height)
        #expect(!picked.mediaMetadata.hasXMP && !picked.mediaMetadata.hasIPTC)
        #expect(picked[.editedImage] == .image(edited) && picked[.originalImage] == .image(picked.originalImage))
        #expect(picked[.cropRect] == picked.cropRect.map { .rect($0) } && picked[.imagePath] == .path(path))
        #expect(picked[.mediaType] == .mediaType(.jpeg))
        #expect(picked[.mediaMetadata] == .metadata(picked.mediaMetadata))
        #expect(picked.rawInfo.count == InfoKey.allCases.count)
    }

    @Test("without editing there is the original and nothing of an edit, and no pixel is read")
    func withoutEditing() async throws {
        let cut = try folder.write("cut.jpg", Array(jpeg.dropLast(200)))
        let picker = ImagePicker(source: .album([cut]), allowsEditing: false)
        let picked = try #require(try await picker.pick().pickedImage)
        #expect(picked.image == picked.originalImage && picked.originalImage.bytes.count == jpeg.count - 200)
        #expect(picked.editedImage == nil && picked.editedImages.isEmpty && picked.cropRect == nil)
        #expect(picked.plan == nil && picked[.editedImage] == nil && picked[.cropRect] == nil)
        #expect(Set(picked.rawInfo.keys) == [.mediaType, .originalImage, .imagePath, .mediaMetadata])
        #expect(picked.originalImage.size == PixelSize(width: 60, height: 40))
    }

    @Test("several sizes come from one pick, in their order")
    func sizes() async throws {
        let path = try folder.write("a.png", png)
        var options = EditOptions(size: .atMost(8))
        options.sizes.append(.atMost(4))
        let picked = try await ImagePicker(source: .album([path]), options: options).pick().pickedImage
        #expect(picked?.editedImages.map(\.size.width) == [8, 4] && picked?.editedImage?.size.width == 8)
    }

    @Test("pictures in memory have no path, and the same parts otherwise")
    func bytes() async throws {
        let picked = try await ImageEditor().edit(jpeg)
        #expect(picked.imagePath == nil && picked[.imagePath] == nil && picked.rawInfo.count == 5)
        #expect(picked.mediaType == .jpeg && picked.mediaMetadata.blocks.isEmpty)
    }

    @Test("media types are those of iOS; one that cannot be edited is refused, not ignored")
    func mediaTypes() throws {
        #expect(try MediaFilter(typeIdentifiers: ["public.image"]) == .image)
        #expect(try MediaFilter(typeIdentifiers: ["public.jpeg", "org.webmproject.webp"]) == [.jpeg, .webP])
        #expect(MediaFilter.image.typeIdentifiers == ["public.jpeg", "public.png", "org.webmproject.webp"])
        #expect(try MediaFilter(typeIdentifiers: MediaFilter.image.typeIdentifiers) == .image)
        #expect(throws: PickerError.unknownMediaType("public.movie")) {
            _ = try MediaFilter(typeIdentifiers: ["public.image", "public.movie"])
        }
        #expect(
            PickerError.unknownMediaType("public.movie").description.hasPrefix("public.movie cannot be picked: use"))
        #expect(MediaFilter.image.description == "JPEG, PNG or WebP" && MediaFilter.png.description == "PNG")
        #expect(MediaFilter([]).description == "no format")
    }
}
