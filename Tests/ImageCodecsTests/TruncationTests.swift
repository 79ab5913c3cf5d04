import ImageCodecs
import Resampling
import Testing

@Suite("A file that is cut off fails, and half a picture is never returned")
struct TruncationTests {
    enum Kind: String, CaseIterable {
        case baseline, progressive, gray, png, lossyWebP, losslessWebP

        var options: EncodeOptions {
            switch self {
            case .baseline, .gray: EncodeOptions(format: .jpeg)
            case .progressive: EncodeOptions(format: .jpeg, progressive: true)
            case .png: EncodeOptions(format: .png)
            case .lossyWebP: EncodeOptions(format: .webP)
            case .losslessWebP: EncodeOptions(format: .webP, lossless: true)
            }
        }
    }

    private func file(_ kind: Kind) throws -> [UInt8] {
        try ImageEncoder.encode(pattern(kind == .gray ? .gray : .rgb, 150, 130), kind.options)
    }

    private func error(decoding bytes: [UInt8], _ region: PixelRect? = nil, layout: PixelLayout? = nil) -> ImageError? {
        do {
            if let region {
                let info = try ImageInfo(probing: bytes.span)
                _ = try Bitmap(
                    decoding: bytes.span, format: info.format,
                    request: DecodeRequest(layout: .pixels(layout ?? info.layout), region: region))
            } else {
                _ = try Bitmap(decoding: bytes.span)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test("cut at 10, 50, 95 and 99.9 %", arguments: Kind.allCases, [100, 500, 950, 999])
    func shares(kind: Kind, permille: Int) throws {
        let bytes = try file(kind)
        let error = error(decoding: Array(bytes.prefix(bytes.count * permille / 1000)))
        guard case .truncated(kind.options.format, let fraction)? = error else {
            Issue.record("\(kind): \(String(describing: error))")
            return
        }
        if [.baseline, .gray, .png].contains(kind) {
            let fraction = try #require(fraction)
            #expect(fraction <= Double(permille) / 1000 + 0.15 && fraction >= Double(permille) / 1000 - 0.35)
        }
    }

    @Test("cut after every single byte", arguments: Kind.allCases)
    func everyByte(kind: Kind) throws {
        let bytes = try ImageEncoder.encode(pattern(kind == .gray ? .gray : .rgb, 19, 21), kind.options)
        #expect(error(decoding: bytes) == nil)
        for count in 0..<bytes.count {
            let kindOfError = error(decoding: Array(bytes.prefix(count)))?.kind
            // Where only a few bytes are left, nothing tells which format they began.
            let allowed = count < 12 ? ["truncated", "malformed"] : ["truncated"]
            #expect(allowed.contains(kindOfError ?? "none"), "\(count) of \(bytes.count)")
        }
    }

    @Test("the rows of a region may all be there: what is missing below them is found", arguments: Kind.allCases)
    func belowTheRegion(kind: Kind) throws {
        let bytes = try file(kind)
        let region = PixelRect(x: 10, y: 5, width: 50, height: 20)
        #expect(error(decoding: bytes, region) == nil)
        for permille in [600, 950, 999] {
            let cut = error(decoding: Array(bytes.prefix(bytes.count * permille / 1000)), region)
            #expect(cut?.kind == "truncated", "\(permille)")
        }
    }

    @Test("planes fail as pixels do")
    func planes() throws {
        let bytes = try file(.baseline)
        let cut = Array(bytes.prefix(bytes.count / 2))
        let request = DecodeRequest(
            layout: .planes(alpha: false), region: PixelRect(x: 0, y: 0, width: 150, height: 130))
        #expect {
            try [Bitmap](decodingPlanes: cut.span, format: .jpeg, request: request)
        } throws: { ($0 as? ImageError)?.kind == "truncated" }
    }

    @Test("an end marker put behind half a picture does not make it whole")
    func falseEnd() throws {
        let bytes = try file(.baseline)
        let error = error(decoding: Array(bytes.prefix(bytes.count / 2)) + [0xff, 0xd9])
        #expect(error?.kind == "malformed")
        #expect(error?.description.contains("premature end of data segment") == true)
    }

    @Test("bytes behind the end do no harm", arguments: Kind.allCases)
    func trailing(kind: Kind) throws {
        let bytes = try file(kind)
        #expect(error(decoding: bytes + [UInt8](repeating: 0, count: 100)) == nil)
        #expect(error(decoding: bytes + bytes) == nil)
    }

    @Test("a PNG whose pixel data fails its check sum is malformed, whose text does is only remarkable")
    func checksums() throws {
        let bytes = try file(.png)
        var damaged = bytes
        damaged[bytes.count / 2] ^= 1
        #expect(error(decoding: damaged)?.kind == "malformed")
        let text: [UInt8] = [0, 0, 0, 3] + Array("tEXt".utf8) + [65, 0, 66] + [1, 2, 3, 4]
        let withText = Array(bytes.prefix(33)) + text + Array(bytes.dropFirst(33))
        #expect(error(decoding: withText) == nil)
        #expect(try findings(withText, format: .png, layout: .rgb) == [.ancillaryChecksum])
    }

    @Test("bytes between segments of a JPEG are a finding")
    func extraneous() throws {
        let bytes = try file(.baseline)
        // Behind the application segment of 16 bytes that begins every file of ours.
        let odd = Array(bytes.prefix(20)) + [1, 2, 3] + Array(bytes.dropFirst(20))
        #expect(error(decoding: odd) == nil)
        #expect(try findings(odd, format: .jpeg, layout: .rgb) == [.extraneousBytes])
    }
}
