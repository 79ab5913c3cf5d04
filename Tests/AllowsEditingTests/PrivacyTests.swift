import ImageCodecs
import Resampling
import Testing

@testable import AllowsEditing

@Suite("Metadata of edited pictures and of private originals")
struct PrivacyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func fixture(_ name: String) throws -> [UInt8] {
        try BytePath("\(#filePath)").parent.parent.parent.appending(BytePath("Fixtures/valid/\(name)")).contents()
    }

    private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        let text = [UInt8](text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: text) }
    }

    /// Bytes that begin a JPEG inside of a file.
    private func pictures(in bytes: [UInt8]) -> Int {
        bytes.indices.dropLast(2).filter { bytes[$0] == 0xff && bytes[$0 + 1] == 0xd8 && bytes[$0 + 2] == 0xff }.count
    }

    @Test("no edited picture carries a thumbnail of what was cut away, not even an unscaled one")
    func thumbnails() async throws {
        let bytes = try fixture("jpeg/thumbnail-in-exif.jpg")
        #expect(pictures(in: bytes) == 2)
        for (policy, size) in MetadataPolicy.allCases.flatMap({ policy in
            [(policy, OutputSize.full), (policy, .atMost(16))]
        }) {
            var options = EditOptions(size: size)
            options.metadata = policy
            let edited = try await ImageEditor().edit(bytes, options).image
            #expect(pictures(in: edited.bytes) == 1)
        }
    }

    @Test("an edited picture is upright, whatever it carries", arguments: ["jpg", "png", "webp"])
    func orientation(suffix: String) async throws {
        let bytes = try fixture("orientation/6.\(suffix)")
        let bare = try await ImageEditor().edit(bytes, EditOptions()).image
        for policy in [MetadataPolicy.private, .all] {
            var options = EditOptions()
            options.metadata = policy
            let edited = try await ImageEditor().edit(bytes, options).image
            let info = try ImageInfo(probing: edited.bytes.span)
            #expect(info.orientation == .topLeft && info.findings.isEmpty)
            #expect(info.storedSize == edited.size)
            #expect(ImageMetadata(reading: edited.bytes.span, format: edited.format).exif != nil)
            #expect(try edited.bitmap() == bare.bitmap())
            // Nothing is turned a second time.
            let again = try await ImageEditor().edit(edited.bytes, options).image
            #expect(again.size == edited.size)
            #expect(
                ImageMetadata(reading: again.bytes.span, format: again.format)
                    == ImageMetadata(reading: edited.bytes.span, format: edited.format))
        }
    }

    @Test("a private original has the same coded picture and nothing else, in a batch as in memory")
    func privateOriginals() async throws {
        let names = [
            "jpeg/thumbnail-in-exif.jpg", "jpeg/mpo.jpg", "jpeg/gain-map.jpg", "jpeg/trailing-data.jpg",
            "jpeg/comment-long.jpg",
        ]
        for name in names { try folder.write(BytePath("in/\(name)"), try fixture(name)) }
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"), options: EditOptions(size: .atMost(16)))
        batch.original = .private
        let records = RecordCollector()
        try await batch.run { records.add($0) }
        #expect(records.all.count == names.count)
        for record in records.all {
            guard case .edited(let details) = record.outcome, let original = details.original else {
                Issue.record("\(record.input) was not edited")
                continue
            }
            let (before, after) = (try record.input.contents(), try original.path.contents())
            #expect(original.bytes == after.count && after.count < before.count)
            #expect(pictures(in: after) == 1 && !holds(after, "http://ns.adobe.com") && !holds(after, "MPF"))
            #expect(try Bitmap(decoding: before.span) == Bitmap(decoding: after.span))
            let image = EncodedImage(format: .jpeg, size: details.info.uprightSize, bytes: before)
            let copy = try image.privateCopy()
            #expect(copy.bytes == after)
            // What is private already stays as it is.
            #expect(try copy.privateCopy() == copy)
        }
    }
}
