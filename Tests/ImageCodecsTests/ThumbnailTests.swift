import ImageCodecs
import Resampling
import Testing

@Suite("Thumbnails by the lowest coefficients")
struct ThumbnailTests {
    private func request(_ info: ImageInfo, eighths: Int, rows: Range<Int>? = nil) -> DecodeRequest {
        .thumbnail(info, eighths: eighths, rows: rows)
    }

    @Test("at 1/8 planes are those of libjpeg where it scales no chroma up", arguments: ["sampling-444", "gray"])
    func sameAsLibjpeg(name: String) throws {
        let bytes = try fixture("valid/jpeg/\(name).jpg")
        let request = request(try ImageInfo(probing: bytes.span), eighths: 1)
        let ours = try #require(try ThumbnailPlanes(bytes, request))
        let theirs = try [Bitmap](decodingPlanes: bytes.span, format: .jpeg, request: request)
        #expect(ours.samples.count == theirs.count)
        for (ours, theirs) in zip(ours.samples, theirs) {
            let isSame = ours == theirs.bytes
            #expect(isSame)
        }
    }

    @Test(
        "a region has the rows that it has in the whole picture", arguments: ["sampling-420", "progressive", "gray"],
        [1, 2])
    func region(name: String, eighths: Int) throws {
        let bytes = try fixture("valid/jpeg/\(name).jpg")
        let info = try ImageInfo(probing: bytes.span)
        guard info.thumbnailEighths?.contains(eighths) == true else { return }
        let whole = try #require(try ThumbnailPlanes(bytes, request(info, eighths: eighths)))
        let part = try #require(try ThumbnailPlanes(bytes, request(info, eighths: eighths, rows: 3..<5)))
        for (index, plane) in part.planes.enumerated() {
            let all = whole.samples[index]
            let isSame = part.samples[index].elementsEqual(
                all[plane.y * plane.width..<(plane.y + plane.height) * plane.width])
            #expect(isSame)
            #expect(Double(plane.y) <= 3 * plane.scaleY / whole.planes[0].scaleY)
        }
    }

    @Test("data behind the picture is found, as libjpeg finds it")
    func trailing() throws {
        let bytes = try fixture("valid/jpeg/trailing-data.jpg")
        let info = try ImageInfo(probing: bytes.span)
        #expect(try #require(try ThumbnailPlanes(bytes, request(info, eighths: 1))).findings == [.trailingData])
        #expect(
            try #require(try ThumbnailPlanes(bytes, request(info, eighths: 1, rows: 0..<1))).findings == [.trailingData]
        )
    }

    @Test(
        "files that are damaged, cut off or odd are refused",
        arguments: ["cut/baseline-50", "cut/no-eoi", "jpeg/damaged-entropy", "cut/progressive-95"])
    func refused(name: String) throws {
        let bytes = try fixture("malformed/\(name).jpg")
        #expect(try ThumbnailPlanes(bytes, request(try ImageInfo(probing: bytes.span), eighths: 1)) == nil)
    }

    @Test("a raised signal stops it between rows")
    func stopped() throws {
        let bytes = try fixture("valid/jpeg/sampling-420.jpg")
        let stop = StopSignal()
        stop.raise()
        #expect(throws: ImageError.stopped) {
            try ThumbnailPlanes(bytes, request(try ImageInfo(probing: bytes.span), eighths: 1), stop: stop)
        }
    }

    @Test("a signal that is raised in the middle stops it at the next row, of baseline and progressive files")
    func stoppedWithin() throws {
        for name in ["size-1500x735", "progressive"] {
            let bytes = try fixture("valid/jpeg/\(name).jpg")
            let stop = StopSignal()
            var bands = 0
            #expect(throws: ImageError.stopped) {
                try ThumbnailPlanes(bytes, request(try ImageInfo(probing: bytes.span), eighths: 1), stop: stop) {
                    bands += 1
                    if bands == 2 { stop.raise() }
                }
            }
            #expect(bands == 2)
        }
    }

    @Test("what a refusal took is taken from the time of the general decoder")
    func spent() throws {
        let bytes = try fixture("valid/jpeg/size-1500x735.jpg")
        var request = request(try ImageInfo(probing: bytes.span), eighths: 1)
        (request.maxSeconds, request.spentSeconds) = (1000, 1)
        #expect(try [Bitmap](decodingPlanes: bytes.span, format: .jpeg, request: request).count == 3)
        request.spentSeconds = 1000
        #expect(throws: ImageError.timeLimit(seconds: 1000)) {
            try [Bitmap](decodingPlanes: bytes.span, format: .jpeg, request: request)
        }
    }

    @Test("the time limit is looked at between rows")
    func time() throws {
        let bytes = try fixture("valid/jpeg/size-1500x735.jpg")
        var request = request(try ImageInfo(probing: bytes.span), eighths: 1)
        request.maxSeconds = 1e-9
        #expect(throws: ImageError.timeLimit(seconds: 1e-9)) { try ThumbnailPlanes(bytes, request) }
    }
}
