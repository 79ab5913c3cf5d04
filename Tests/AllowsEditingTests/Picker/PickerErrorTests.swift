import ImageCodecs
import Testing

@testable import AllowsEditing

/// Every kind of failure reaches the user of a picker, as an error with a line to act on.
@Suite("Picker: errors")
struct PickerErrorTests {
    private let folder: TemporaryFolder
    private let jpeg: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        jpeg = try ImageEncoder.encode(.gradient(120, 80), EncodeOptions(format: .jpeg))
    }

    private func failure(_ bytes: [UInt8]?, change: (inout EditOptions) -> Void = { _ in }) async throws -> PickerError
    {
        let path = folder("a.jpg")
        if let bytes { try folder.write("a.jpg", bytes) }
        var options = EditOptions(size: .atMost(16))
        change(&options)
        do throws(PickerError) {
            let result = try await ImagePicker(source: .album([path]), options: options).pick()
            Issue.record("it was picked: \(result.image?.size.description ?? "cancelled")")
            return .unknownMediaType("")
        } catch {
            // What fails is the picture, unless the options do.
            #expect(error.path == (error.kind == "invalidOptions" ? nil : path))
            return error
        }
    }

    private var name: String { "\(folder("a.jpg"))" }

    @Test("malformed: what is no picture")
    func malformed() async throws {
        let error = try await failure([UInt8]("this is not a picture".utf8))
        #expect(error.kind == "malformed" && error.description.hasPrefix("\(name): not a picture:"))
    }

    @Test("malformed: a picture that contradicts its format")
    func damaged() async throws {
        var png = try ImageEncoder.encode(.gradient(20, 20), EncodeOptions(format: .png))
        // A depth that no PNG has.
        png[24] = 3
        let error = try await failure(png)
        #expect(error.kind == "malformed" && error.description.hasPrefix("\(name): PNG is malformed"))
    }

    @Test("truncated: how much is there")
    func truncated() async throws {
        let error = try await failure([UInt8](jpeg.prefix(jpeg.count / 2)))
        #expect(error.kind == "truncated")
        #expect(
            error.description.hasPrefix("\(name): JPEG ends after") && error.description.hasSuffix(" % of its rows"))
    }

    @Test("unsupported: a format that is known and not read")
    func unsupported() async throws {
        let error = try await failure([UInt8]("GIF89a\u{1}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0}".utf8))
        #expect(error.description == "\(name): GIF is not supported")
    }

    @Test("limitExceeded: the limit, its value, what was needed and how to raise it")
    func limits() async throws {
        let error = try await failure(jpeg) { $0.limits.maxPixels = 100 }
        #expect(error.kind == "limitExceeded")
        #expect(
            error.description == "\(name): needs 9600 pixels, more than the 100 allowed; raise it with --max-pixels")
    }

    @Test("limitExceeded: a picture that the memory of the picker never holds")
    func memory() async throws {
        let path = try folder.write("a.jpg", jpeg)
        var picker = ImagePicker(source: .album([path]))
        picker.memory = jpeg.count - 1
        await #expect {
            try await picker.pick()
        } throws: { ($0 as? PickerError)?.description.contains("bytes of memory, more than the") ?? false }
    }

    @Test("invalidOptions: said once, before any picture is looked at")
    func options() async throws {
        let error = try await failure(nil) { $0.quality = 0 }
        #expect(error == .edit(path: nil, .invalidOptions(reason: "quality is 0, not 1 to 100")))
        #expect(error.description == "quality is 0, not 1 to 100")
    }

    @Test("cropOutsideImage: the crop and the size of the picture")
    func crop() async throws {
        let error = try await failure(jpeg) { $0.crop = .rect(PixelRect(x: 100, y: 0, width: 30, height: 10)) }
        #expect(error.kind == "cropOutsideImage" && error.description.hasPrefix("\(name): the crop "))
        #expect(error.description.hasSuffix("does not lie inside the picture of 120×80 upright pixels"))
    }

    @Test("io: the path, once, and what the system says")
    func io() async throws {
        let error = try await failure(nil)
        #expect(error.kind == "io" && error.description == "\(name): No such file or directory")
    }

    @Test("a finding that is named fails the picture, and says so")
    func finding() async throws {
        let error = try await failure(jpeg + [0, 0, 0]) { $0.failOn.insert(.trailingData) }
        #expect(error.kind == "finding" && error.description.hasPrefix("\(name): trailing-data: "))
    }
}
