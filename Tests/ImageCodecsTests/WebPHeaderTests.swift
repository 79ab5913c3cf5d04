import ImageCodecs
import Resampling
import Testing

/// A chunk that is too short for what it must hold is followed by others, whose bytes are not its own.
@Suite("The header of a WebP picture lies in its chunk")
struct WebPHeaderTests {
    private func picture(lossless: Bool) throws -> [UInt8] {
        let options = EncodeOptions(format: .webP, lossless: lossless)
        return Array(try ImageEncoder.encode(pattern(.rgb, 20, 10), options).dropFirst(12))
    }

    private func canvas(_ flags: UInt8) -> [UInt8] { riffChunk("VP8X", [flags, 0, 0, 0, 19, 0, 0, 9, 0, 0]) }

    private func frame(_ picture: [UInt8]) -> [UInt8] {
        riffChunk("ANMF", [0, 0, 0, 0, 0, 0, 19, 0, 0, 9, 0, 0, 100, 0, 0, 0] + picture)
    }

    /// The chunks with another length in the header of the first one.
    private func claiming(_ length: Int, _ chunks: [UInt8]) -> [UInt8] {
        Array(chunks[..<4]) + little(length, 4) + chunks[8...]
    }

    private func kind(_ bytes: [UInt8]) -> String? {
        do throws(ImageError) {
            _ = try ImageInfo(probing: bytes.span)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("a picture whose chunk is too short for its header is malformed", arguments: [false, true])
    func picture(isLossless: Bool) throws {
        let picture = try picture(lossless: isLossless)
        let least = isLossless ? 5 : 10
        for length in 0...least {
            let short = claiming(length, picture)
            let expected = length < least ? "malformed" : nil
            #expect(kind(riff(short)) == expected, "\(length) bytes")
            #expect(kind(riff(canvas(0) + short)) == expected, "\(length) bytes on a canvas")
            #expect(kind(riff(canvas(2) + frame(short))) == expected, "\(length) bytes in a frame")
        }
    }

    @Test("it is malformed, too, where the frame around it ends inside its header", arguments: [false, true])
    func pictureInFrame(isLossless: Bool) throws {
        let frame = frame(try picture(lossless: isLossless))
        let least = isLossless ? 5 : 10
        for length in 0...least {
            let file = riff(canvas(2) + claiming(16 + 8 + length, frame))
            #expect(kind(file) == (length < least ? "malformed" : nil), "\(length) bytes")
        }
    }

    @Test("a canvas or a frame that is too short is malformed")
    func fields() throws {
        let picture = try picture(lossless: false)
        for length in 0..<10 {
            #expect(kind(riff(claiming(length, canvas(0)) + picture)) == "malformed", "\(length) bytes")
        }
        for length in 0..<16 {
            #expect(kind(riff(canvas(2) + claiming(length, frame(picture)))) == "malformed", "\(length) bytes")
        }
    }

    @Test("a file that ends inside a header is cut off", arguments: [false, true])
    func cut(isLossless: Bool) throws {
        let picture = try picture(lossless: isLossless)
        let least = isLossless ? 5 : 10
        for chunks in [picture, canvas(0) + picture, canvas(2) + frame(picture)] {
            let whole = riff(chunks)
            let start = try #require(
                whole.indices.first { whole[$0...].starts(with: picture.prefix(8)) })
            for count in 13..<start + 8 + least {
                #expect(kind(Array(whole.prefix(count))) == "truncated", "\(count) bytes")
            }
            #expect(kind(Array(whole.prefix(start + 8 + least))) == nil)
        }
    }

    @Test("what has a header has one as a private original, whatever a chunk claims")
    func privateOriginals() throws {
        let (lossy, lossless) = (try picture(lossless: false), try picture(lossless: true))
        var copies = 0
        for chunks in [
            lossy, lossless, canvas(0) + lossy, canvas(8) + lossless + riffChunk("EXIF", [1, 2]),
            canvas(2) + frame(lossy) + frame(lossless),
        ] {
            let whole = riff(chunks)
            for offset in whole.indices where offset >= 12 {
                for value: UInt8 in [0, 1, 4, 9, 10, 15, 16, 24, 0xff] {
                    var changed = whole
                    changed[offset] = value
                    guard let info = try? ImageInfo(probing: changed.span),
                        let copy = try? PrivateOriginal.bytes(of: changed.span, format: .webP)
                    else { continue }
                    copies += 1
                    #expect((try? ImageInfo(probing: copy.span))?.storedSize == info.storedSize, "\(offset): \(value)")
                }
            }
        }
        #expect(copies > 1000)
    }
}
