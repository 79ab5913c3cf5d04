import ImageCodecs
import Testing

@testable import AllowsEditing

@Suite("Batch progress")
struct BatchProgressTests {
    @Test("progress knows all inputs, those that are through, and those that failed")
    func counts() async throws {
        let folder = try TemporaryFolder()
        let jpeg = try ImageEncoder.encode(.gradient(120, 80), EncodeOptions(format: .jpeg, quality: 90))
        for index in 0..<5 { try folder.write(BytePath("in/\(index).jpg"), jpeg) }
        try folder.write("in/9.jpg", [1, 2, 3])
        let progress = BatchProgress()
        #expect(progress.snapshot == BatchProgress.Snapshot())
        var batch = FolderBatch(inputs: [folder("in")], output: folder("out"))
        batch.workers = 2
        try await batch.run(progress: progress) { _ in
            let now = progress.snapshot
            #expect(now.inputs == 6 && now.current != nil)
        }
        let end = progress.snapshot
        #expect(end.finished == 6 && end.failed == 1)
        #expect(end.work == end.finishedWork && end.work > 5 * jpeg.count)
    }
}
