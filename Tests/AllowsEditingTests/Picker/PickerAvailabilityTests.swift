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

/// Whether a source can be picked from is known before, with a reason and a remedy.
@Suite("Picker: availability")
struct PickerAvailabilityTests {
    private let folder: TemporaryFolder
    private let png: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        try folder("in").makeFolders()
        png = try ImageEncoder.encode(.gradient(8, 8), EncodeOptions(format: .png))
    }

    /// What a picker says of a source, as a whole and on the way.
    private func reason(_ source: SourceType, _ allowed: MediaFilter = .image) async -> String {
        let availability = ImagePicker.availability(of: source, for: allowed)
        if allowed == .image { #expect(ImagePicker.isSourceTypeAvailable(source) == availability.isAvailable) }
        guard !availability.isAvailable else { return "" }
        for await outcome in ImagePicker(source: source, allow: allowed).outcomes {
            #expect(throws: PickerError.sourceUnavailable(availability)) { try outcome.get() }
        }
        return availability.description
    }

    @Test("an empty library is not available, and says what is missing")
    func empty() async throws {
        let source = SourceType.library(folder("in"))
        let reason = await reason(source)
        #expect(reason.hasPrefix("the folder \(folder("in")) holds no JPEG, PNG or WebP: put pictures there"))
        await #expect(throws: PickerError.sourceUnavailable(.empty(source, .image))) {
            try await ImagePicker(source: source).pick()
        }
        try folder.write("in/a.txt", [1])
        #expect(!ImagePicker.isSourceTypeAvailable(source))
        #expect(throws: PickerError.sourceUnavailable(.empty(source, .image))) {
            try ImagePicker.availableMediaTypes(for: source)
        }
        try folder.write("in/x/a.jpg", png)
        #expect(ImagePicker.isSourceTypeAvailable(source))
        #expect(try ImagePicker.availableMediaTypes(for: source) == .png)
        #expect(await self.reason(source, .jpeg).contains("holds no JPEG:"))
        #expect(await self.reason(source, []).hasPrefix("no format is allowed"))
        #expect(await self.reason(source, .png) == "")
    }

    @Test("the formats of a source are those of its files, whatever their names")
    func formats() throws {
        for (index, format) in ImageFormat.allCases.enumerated() {
            let bytes = try ImageEncoder.encode(.gradient(8, 8), EncodeOptions(format: format))
            try folder.write(BytePath("in/\(index).gif"), bytes)
            let types = try ImagePicker.availableMediaTypes(for: .library(folder("in")))
            #expect(types.formats == Array(ImageFormat.allCases[...index]))
        }
        #expect(try ImagePicker.availableMediaTypes(for: .album([folder("in/1.gif"), folder("gone")])) == .png)
        #expect(try ImagePicker.availableMediaTypes(for: .camera(folder("in"))) == .image)
    }

    @Test("a folder that is missing or none says so")
    func missing() async throws {
        let gone = folder("gone")
        for source in [SourceType.library(gone), .camera(gone)] {
            #expect(await reason(source) == "there is nothing at \(gone): check the path, or make the folder")
        }
        let file = try folder.write("file.png", png)
        for source in [SourceType.library(file), .camera(file)] {
            #expect(await reason(source).hasPrefix("\(file) is not a folder: pick from its folder"))
        }
        #expect(ImagePicker.availability(of: .album([gone])) == .missing(gone))
        #expect(ImagePicker.availability(of: .album([gone, file])) == .available)
        #expect(ImagePicker.availability(of: .album([])) == .empty(.album([]), .image))
        #expect(ImagePicker.isSourceTypeAvailable(.camera(folder("in"))))
    }

    @Test("a folder and a file that must not be read are denied, with what to do about it")
    func denied() async {
        // In a process of its own, which gives up the rights that root has.
        await #expect(processExitsWith: .success) {
            setuid(65534)
            let folder = try TemporaryFolder()
            let picture = try ImageEncoder.encode(.gradient(8, 8), EncodeOptions(format: .png))
            let file = try folder.write("in/a.png", picture)
            file.setMode(0)
            var outcomes: [PickerError?] = []
            for await outcome in ImagePicker(source: .library(folder("in"))).outcomes {
                if case .failure(let error) = outcome { outcomes.append(error) } else { outcomes.append(nil) }
            }
            try #require(outcomes.count == 1 && outcomes[0]?.kind == "denied" && outcomes[0]?.path == file)
            #expect(
                outcomes[0]?.description == "access to \(file) was denied: the file needs read permission")
            #expect(
                ImagePicker.availability(of: .album([file]))
                    == .denied(path: file, remedy: "the file needs read permission"))
            folder("in").setMode(0)
            for source in [SourceType.library(folder("in")), .camera(folder("in"))] {
                let availability = ImagePicker.availability(of: source)
                guard case .denied(let path, let remedy) = availability else { fatalError("\(availability)") }
                #expect(path == folder("in") && remedy.contains("needs read and execute permission"))
                await #expect(throws: PickerError.sourceUnavailable(availability)) {
                    try await ImagePicker(source: source).pick()
                }
            }
            folder("in").setMode(0o500)
            let picked = try await ImageEditor().edit(picture)
            await #expect {
                try await Album(folder("in")).save(picked)
            } throws: { ($0 as? EditError)?.kind == "denied" }
            folder("in").setMode(0o700)
        }
    }

    @Test("standard input is one picture without a path; without a byte, nobody wanted one")
    func standardInput() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let picture = try ImageEncoder.encode(.gradient(20, 10), EncodeOptions(format: .webP))
            try folder.write("picture", picture).becomeStandardInput()
            #expect(ImagePicker.isSourceTypeAvailable(.standardInput))
            #expect(try ImagePicker.availableMediaTypes(for: .standardInput) == .image)
            let picked = try #require(try await ImagePicker(source: .standardInput).pick().pickedImage)
            #expect(picked.imagePath == nil && picked.mediaType == .webP && picked.originalImage.bytes == picture)
            #expect(picked.image.size == PixelSize(width: 10, height: 10) && picked.rawInfo.count == 5)
            let pair = try await Album(folder("out")).save(picked)
            #expect(pair.original == folder("out/picture.original.webp"))

            try folder.write("again", picture).becomeStandardInput()
            await #expect(throws: PickerError.sourceUnavailable(.empty(.standardInput, .jpeg))) {
                try await ImagePicker(source: .standardInput, allow: .jpeg).pick()
            }
            try folder.write("broken", Array(picture.prefix(40))).becomeStandardInput()
            await #expect {
                try await ImagePicker(source: .standardInput).pick()
            } throws: { ($0 as? PickerError)?.path == nil && ($0 as? PickerError)?.kind == "truncated" }
            try folder.write("empty", []).becomeStandardInput()
            #expect(try await ImagePicker(source: .standardInput).pick().image == nil)
            #expect(await ImagePicker(source: .standardInput).run() == PickSummary(wasCancelled: true))
        }
    }
}
