import ImageCodecs
import Synchronization
import Testing

@testable import AllowsEditing

/// Batches whose pictures are no files, and whose edited images go to a receiver.
@Suite("Streamed pictures")
struct StreamedPictureTests {
    private final class Received: Sendable {
        let images = Mutex<[BytePath: [EncodedImage]]>([:])
    }

    private func batch(_ pictures: [BytePath: StreamedPicture], output: BytePath = "/nonexistent/out") -> FolderBatch {
        let inputs = pictures.keys.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        var batch = FolderBatch(inputs: inputs, output: output, options: EditOptions(size: .atMost(16)))
        batch.streamed = pictures
        return batch
    }

    private func picture(_ side: Int) throws -> StreamedPicture {
        let bytes = try ImageEncoder.encode(.gradient(side, side), EncodeOptions(format: .png))
        return StreamedPicture(stem: BytePath("s\(side)"), bytes: bytes)
    }

    @Test("a receiver gets the images of every picture in memory, and the output folder is left alone")
    func received() async throws {
        var batch = try batch(["a": picture(30), "b": picture(40), "c": StreamedPicture(stem: "c", bytes: [])])
        batch.options.sizes = [.atMost(8), .atMost(4)]
        let received = Received()
        batch.receiver = { (input, images, _) throws(EditError) in received.images.withLock { $0[input] = images } }
        let records = RecordCollector()
        let summary = try await batch.run { records.add($0) }
        #expect(summary.edited == 2 && summary.failed == 1 && !summary.nothingReadable)
        #expect(records.all.map(\.input) == ["a", "b", "c"])
        received.images.withLock { images in
            #expect(Set(images.keys) == ["a", "b"])
            for name: BytePath in ["a", "b"] { #expect(images[name]?.map(\.size.width) == [8, 4]) }
        }
    }

    @Test("what the receiver throws is the failure of the picture, and the input counts as readable")
    func refused() async throws {
        var batch = try batch(["a": picture(30)])
        batch.receiver = { (_, _, _) throws(EditError) in throw .undelivered(path: "b", errno: 32) }
        let records = RecordCollector()
        let summary = try await batch.run { records.add($0) }
        #expect(summary.failed == 1 && !summary.nothingReadable)
        #expect(records.all[0].json.contains(#""kind":"io","message":"b: "#))
    }

    @Test("a picture that is no file is copied beside its edited image; it cannot be linked")
    func originals() async throws {
        let folder = try TemporaryFolder()
        var batch = try batch(["a": picture(30)], output: folder("out"))
        batch.original = .link
        #expect(try await batch.run().failed == 1)
        #expect(try folder("out").tree() == [])
        batch.original = .copy
        #expect(try await batch.run().edited == 1)
        #expect(try folder("out").tree().sorted() == ["s30.edited.png", "s30.original.png"])
    }

    @Test("two pictures of one stem are found before anything is decoded")
    func sameStem() async throws {
        let folder = try TemporaryFolder()
        let records = RecordCollector()
        try await batch(["a": picture(30), "b": picture(30)], output: folder("out")).run { records.add($0) }
        #expect(records.all.allSatisfy { $0.json.contains(#""kind":"collision""#) } && records.all.count == 2)
    }

    @Test("the bytes of a picture may take the whole budget, and a byte more is a failure")
    func budget() async throws {
        let bytes = [UInt8](repeating: 0, count: 1000)
        for (memory, kind) in [(999, "limitExceeded"), (1000, "malformed")] {
            var batch = batch(["a": StreamedPicture(stem: "a", bytes: bytes)])
            batch.isDryRun = true
            batch.memory = memory
            let records = RecordCollector()
            try await batch.run { records.add($0) }
            #expect(records.all[0].json.contains(#""kind":"\#(kind)""#))
        }
    }

    @Test("a picture that never comes does not hold up a cancellation")
    func cancelled() async throws {
        let endless = StreamedPicture(stem: "a") { (_, isCancelled) throws(EditError) in
            while !isCancelled() {}
            throw .cancelled
        }
        let batch = batch(["a": endless])
        let task = Task { [batch] in try await batch.run() }
        task.cancel()
        let summary = try await task.value
        #expect(summary.wasCancelled && summary.pictures == 0)
    }
}
