import ImageCodecs
import Resampling
import Testing

@Suite("A damaged file that the reader of thumbnails takes has no findings that it does not tell")
struct ThumbnailDamageTests {
    private static let names = [
        "sampling-420", "sampling-444", "sampling-440", "sampling-411", "gray", "sampling-gray-2x2", "restart-rows",
        "restart-blocks",
    ]

    /// What the general decoder finds in the same region, at the same scale or, `finer`, at full size; nil where it gives up.
    private func findings(_ bytes: [UInt8], _ info: ImageInfo, _ thumbnail: DecodeRequest, finer: Bool) -> [Finding]? {
        var request = thumbnail
        if finer {
            let factor = 8 / thumbnail.scaleEighths
            let top = thumbnail.region.y * factor
            request.scaleEighths = 8
            request.region = PixelRect(
                x: 0, y: top, width: info.storedSize.width,
                height: min(thumbnail.region.height * factor, info.storedSize.height - top))
        }
        (request.allowsTruncated, request.allowsDamage) = (true, true)
        return (try? decoded(bytes, format: .jpeg, request: request))?.findings
    }

    @Test(
        "bytes changed at random, above, within and below a region, which may end with the last whole sample",
        arguments: names)
    func changed(name: String) throws {
        let bytes = try fixture("valid/jpeg/\(name).jpg")
        let info = try ImageInfo(probing: bytes.span)
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var (taken, refused) = (0, 0)
        for round in 0..<600 {
            var damaged = bytes
            if round % 8 == 0 {
                damaged.removeLast(random(bytes.count / 3))
            } else {
                damaged[bytes.count / 3 + random(bytes.count - bytes.count / 3)] = UInt8(random(256))
            }
            let eighths = 1 + round % 2
            let height = info.storedSize.height * eighths / 8
            let start = random(height)
            let end = round % 3 == 0 ? height : start + 1 + random(height - start)
            let request = DecodeRequest.thumbnail(info, eighths: eighths, rows: start..<end)
            guard let planes = try ThumbnailPlanes(damaged, request) else {
                refused += 1
                continue
            }
            taken += 1
            for finer in [false, true] {
                let theirs = findings(damaged, info, request, finer: finer)
                #expect(theirs == planes.findings, "round \(round), rows \(start)..<\(end) at \(eighths)/8, \(finer)")
            }
        }
        #expect(taken > 50 && refused > 50)
    }

    @Test(
        "the files of the corpus", .enabled(if: Corpus.isPresent, "the corpus is not here"),
        arguments: ["malformed", "valid"])
    func corpus(folder: String) throws {
        for file in Corpus.files(below: folder, format: "jpeg") {
            guard let bytes = contents(of: file.path), let info = try? ImageInfo(probing: bytes.span),
                info.thumbnailEighths != nil, info.storedSize.width * info.storedSize.height < 60_000_000
            else { continue }
            let request = DecodeRequest.thumbnail(info, eighths: 1)
            guard let planes = try ThumbnailPlanes(bytes, request) else { continue }
            let theirs = findings(bytes, info, request, finer: false)
            if theirs == planes.findings { continue }
            // Changed within the coded data of a scan that is not read.
            print("\(file.name): \(planes.findings), elsewhere \(String(describing: theirs))")
            #expect(info.isProgressive && theirs != nil && planes.findings == [], "\(file.name)")
        }
    }
}
