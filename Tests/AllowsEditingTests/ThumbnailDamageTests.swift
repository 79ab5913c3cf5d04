import ImageCodecs
import Testing

@testable import AllowsEditing

/// What becomes of damaged files whose pictures are made of the lowest coefficients, beside what the general decoder makes of them.
@Suite("Small pictures of damaged JPEG files")
struct ThumbnailDamageTests {
    private static let photos = BytePath("\(#filePath)").parent.parent.parent.appending("Fixtures/photos")

    /// What an edit of a file comes to.
    private struct Outcome: Equatable {
        var error: String?
        var findings: [Finding] = []
        var fraction: Double?
        var images: [[UInt8]] = []
        var isRefused = false

        var isTruncated: Bool { findings.contains(.truncated) || error?.contains("JPEG ends") == true }
        /// The same without the pixels.
        var words: String { "\(error ?? "none") \(findings) \(fraction ?? 1)" }
    }

    private func outcome(_ bytes: [UInt8], _ options: EditOptions, reads: Bool) -> Outcome {
        var options = options
        options.readsThumbnails = reads
        do {
            let info = try ImageInfo(probing: bytes.span)
            let plan = try EditPlan(info, options)
            let edit = try Workspace().edit(bytes.span, info, plan, options)
            return Outcome(
                findings: edit.findings, fraction: edit.fraction, images: edit.images.map(\.bytes),
                isRefused: edit.isRefused)
        } catch {
            return Outcome(error: "\(error)")
        }
    }

    /// Whether both decoders say the same of a file, and give the same picture where the general one has made both.
    private func expectSame(_ bytes: [UInt8], _ options: EditOptions, _ label: String) {
        let (ours, theirs) = (outcome(bytes, options, reads: true), outcome(bytes, options, reads: false))
        #expect(ours.words == theirs.words, "\(label)")
        let isSame = ours.images == theirs.images
        #expect(isSame || !ours.isRefused, "\(label)")
    }

    private func options(_ size: Int, allowsAll: Bool = true, _ crop: Crop = .center) -> EditOptions {
        var options = EditOptions(size: .atMost(size))
        options.crop = crop
        if allowsAll { options.failOn = [] }
        return options
    }

    // MARK: Progressive files

    /// A progressive photograph, and its scans: where the header of each begins behind its marker, and its data.
    private func progressive() async throws -> (bytes: [UInt8], scans: [(header: Int, data: Range<Int>)]) {
        let photo = try Self.photos.appending("trip/ridge.jpg").contents()
        var options = EditOptions()
        options.isProgressive = true
        options.format = .jpeg
        let bytes = try #require(try await ImageEditor().edit(photo, options).editedImage).bytes
        let markers = bytes.indices.dropLast().filter { bytes[$0] == 0xff && ![0, 0xff].contains(bytes[$0 + 1]) }
        let scans = markers.indices.filter { bytes[markers[$0] + 1] == 0xda }.map { index in
            let header = markers[index] + 2
            return (header, header + 256 * Int(bytes[header]) + Int(bytes[header + 1])..<markers[index + 1])
        }
        return (bytes, scans)
    }

    /// Whether a scan tells DC values.
    private func isDC(_ scan: (header: Int, data: Range<Int>), _ bytes: [UInt8]) -> Bool {
        bytes[scan.header + 3 + 2 * Int(bytes[scan.header + 2])] == 0
    }

    @Test("a progressive file that is cut off, in whichever scan, comes out as if there were no thumbnails")
    func progressiveCut() async throws {
        let (bytes, scans) = try await progressive()
        #expect(scans.count > 5)
        for (index, scan) in scans.enumerated() {
            let places = [scan.data.lowerBound + scan.data.count / 2] + (index % 3 == 0 ? [scan.header + 3] : [])
            for place in places {
                for allowsAll in [true, false] {
                    let cut = Array(bytes[..<place])
                    expectSame(cut, options(80, allowsAll: allowsAll), "scan \(index) at \(place)")
                    #expect(outcome(cut, options(80, allowsAll: allowsAll), reads: true).isTruncated)
                }
            }
        }
        expectSame(bytes.dropLast(2), options(80), "without its end marker")
        expectSame(bytes.dropLast(1), options(80), "with half of its end marker")
    }

    @Test("changes within the data of other scans than those of DC do not reach the edited picture, and stay unseen")
    func progressiveData() async throws {
        let (bytes, scans) = try await progressive()
        let sound = outcome(bytes, options(80), reads: true)
        #expect(!sound.isRefused && sound.error == nil && sound.findings == [])
        #expect(try EditPlan(ImageInfo(probing: bytes.span), options(80)).decode.readsThumbnail)
        var isSeenElsewhere = false
        for (index, scan) in scans.enumerated() {
            var damaged = bytes
            for place in scan.data.dropFirst(3).dropLast(3) where place % 5 == 0 {
                // No marker is made, and none is lost.
                let isPlain = ![bytes[place - 1], bytes[place], bytes[place + 1]].contains(0xff)
                if isPlain, bytes[place] != 0xaa { damaged[place] ^= 0x55 }
            }
            if isDC(scan, bytes) {
                expectSame(damaged, options(80), "scan \(index)")
                continue
            }
            let isSame = outcome(damaged, options(80), reads: true) == sound
            #expect(isSame, "scan \(index)")
            let elsewhere = outcome(damaged, options(80), reads: false)
            isSeenElsewhere = isSeenElsewhere || elsewhere.findings.contains(.malformed)
        }
        #expect(isSeenElsewhere)
    }

    @Test("headers of scans that are not read are checked")
    func progressiveHeaders() async throws {
        let (bytes, scans) = try await progressive()
        for (index, scan) in scans.enumerated() where index > 0 {
            // The length, the count, the first component, first and last coefficient, the bits.
            for offset in [0, 1, 2, 3]
                + Array(scan.data.lowerBound - 3 - scan.header..<scan.data.lowerBound - scan.header)
            {
                var damaged = bytes
                damaged[scan.header + offset] ^= 0x11
                expectSame(damaged, options(80), "scan \(index), byte \(offset)")
            }
        }
        let codes = bytes.indices.dropLast().filter { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc4 }
        for place in codes {
            for (offset, value) in [(4, 0x77), (5, 200), (2, 0xff), (3, 3)] as [(Int, UInt8)] {
                var damaged = bytes
                damaged[place + offset] = value
                expectSame(damaged, options(80), "codes at \(place), byte \(offset)")
            }
        }
    }

    // MARK: Baseline files

    /// The picture as it is; its upper half; and of pictures that end within a block of 16 rows all but the last few rows.
    private static let crops: [Crop] = [
        .center, .rect(PixelRect(x: 200, y: 0, width: 500, height: 400)),
        .rect(PixelRect(x: 40, y: 300, width: 600, height: 470)), .gravity(x: 0, y: 1),
    ]

    @Test(
        "a baseline file that is cut off, above, within or below the crop, comes out as if there were no thumbnails",
        arguments: ["harbor.jpg", "trip/lake.jpg", "trip/dunes.jpg"])
    func baselineCut(name: String) throws {
        let bytes = try Self.photos.appending(BytePath(name)).contents()
        for crop in Self.crops {
            for step in 1..<16 {
                let cut = Array(bytes[..<(bytes.count * step / 16)])
                expectSame(cut, options(40, allowsAll: step % 2 == 0, crop), "\(crop), \(step)/16")
            }
            expectSame(bytes.dropLast(2), options(40, crop), "\(crop), without its end marker")
        }
    }

    @Test(
        "whatever the general decoder finds damaged in a baseline file is found with thumbnails as well",
        arguments: ["harbor.jpg", "trip/lake.jpg", "trip/dunes.jpg"])
    func baselineChanged(name: String) throws {
        let bytes = try Self.photos.appending(BytePath(name)).contents()
        let start = bytes.count / 20
        for crop in Self.crops {
            var refusals = 0
            for step in 0..<24 {
                var damaged = bytes
                // The last steps lie in the last rows.
                let place = step < 16 ? start + (bytes.count - start) * step / 16 : bytes.count - 3 - 40 * (step - 15)
                for offset in 0..<4 { damaged[place + offset] ^= UInt8(0x35 + step) }
                expectSame(damaged, options(40, crop), "\(crop), \(step)")
                refusals += outcome(damaged, options(40, crop), reads: true).isRefused ? 1 : 0
            }
            // Much of what changes the values of blocks breaks no rule: no decoder finds that.
            if case .gravity = crop { #expect((1...23).contains(refusals), "\(crop): \(refusals)") }
        }
    }
}
