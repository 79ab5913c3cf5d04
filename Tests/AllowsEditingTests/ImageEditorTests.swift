import ImageCodecs
import Testing

@testable import AllowsEditing

/// One picture in memory.
@Suite("Image editor")
struct ImageEditorTests {
    @Test("a task that is cancelled stops the decoder, and says that it was cancelled")
    func cancellation() async throws {
        // Entropy decoding of several scans takes a while, even here.
        let bytes = try ImageEncoder.encode(
            .gradient(3000, 3000), EncodeOptions(format: .jpeg, quality: 100, progressive: true))
        var kinds: Set<String> = []
        // On a busy machine the picture may be ready before it is cancelled: that is right as well, but not every time.
        for _ in 0..<10 where !kinds.contains("cancelled") {
            let task = Task { () async -> String in
                do {
                    return "\(try await ImageEditor().edit(bytes, EditOptions(size: .atMost(64))).image.size)"
                } catch {
                    return (error as? EditError)?.kind ?? "other"
                }
            }
            // No suspension before this: on a busy machine this test might go on only when the picture is ready.
            task.cancel()
            kinds.insert(await task.value)
        }
        #expect(kinds.contains("cancelled") && kinds.isSubset(of: ["cancelled", "64×64"]))
    }

    @Test("a truncated picture is edited where that is allowed, and says how much was there")
    func truncated() async throws {
        let bytes = try ImageEncoder.encode(.gradient(300, 200), EncodeOptions(format: .jpeg, quality: 95))
        let cut = Array(bytes.prefix(bytes.count / 2))
        var options = EditOptions(size: .atMost(64))
        await #expect {
            try await ImageEditor().edit(cut, options)
        } throws: { ($0 as? EditError)?.kind == "truncated" }
        options.failOn = [.malformed]
        let picked = try await ImageEditor().edit(cut, options)
        #expect(picked.findings == [.truncated])
        #expect(picked.image.size == PixelSize(width: 64, height: 64))
        #expect(picked.originalImage.bytes == cut)
    }

    @Test("a limit of time names its flag")
    func time() async throws {
        let bytes = try ImageEncoder.encode(.gradient(300, 200), EncodeOptions(format: .jpeg))
        var options = EditOptions()
        options.limits.maxSeconds = 1e-9
        do {
            _ = try await ImageEditor().edit(bytes, options)
            Issue.record("it was edited")
        } catch {
            #expect(error.kind == "timeLimit" && error.description.contains("--time-limit"))
        }
    }
}
