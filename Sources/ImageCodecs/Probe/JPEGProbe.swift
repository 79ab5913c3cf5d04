import Resampling

/// Reads the segments of a JPEG file up to its first scan (ITU T.81, annex B).
struct JPEGProbe {
    private struct Frame {
        var marker: Int
        var size: PixelSize
        var ids: [Int] = []
        var factors: [SamplingFactors] = []
    }

    private var frame: Frame?
    private var hasJFIF = false
    private var adobeTransform: Int?
    private var metadata = JPEGMetadataProbe()

    static func info(of bytes: Span<UInt8>, _ meter: inout HeaderMeter) throws(ImageError) -> ImageInfo {
        var probe = JPEGProbe()
        let components = try probe.walk(bytes, &meter)
        var info = try probe.info(firstScanComponents: components)
        probe.metadata.apply(to: &info, in: bytes)
        return info
    }

    /// Visits all segments before the first scan and returns how many components that scan holds.
    private mutating func walk(_ bytes: Span<UInt8>, _ meter: inout HeaderMeter) throws(ImageError) -> Int {
        var position = 2
        while true {
            try meter.addChunk()
            guard let marker = bytes.nextJPEGMarker(from: &position) else { throw .truncated(.jpeg, fraction: 0) }
            switch marker {
            case 0x01, 0xd0...0xd7: continue
            case 0xd8: throw .malformed(.jpeg, offset: position - 2, reason: "a second start of image")
            case 0xd9: throw .malformed(.jpeg, offset: position - 2, reason: "it ends before a picture begins")
            default: break
            }
            guard let length = bytes.bigEndian16(at: position) else { throw .truncated(.jpeg, fraction: 0) }
            guard length >= 2 else {
                throw .malformed(.jpeg, offset: position, reason: "a segment of length \(length)")
            }
            guard bytes.holds(length, at: position) else { throw .truncated(.jpeg, fraction: 0) }
            let payload = position + 2..<position + length
            if case 0xe0...0xfe = marker { try meter.addMetadata(length) }
            switch marker {
            case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf: try takeFrame(marker, bytes, payload)
            case 0xc8: throw .unsupported("JPEG with a reserved frame type")
            case 0xf7: throw .unsupported("JPEG-LS")
            case 0xda:
                guard frame != nil else { throw .malformed(.jpeg, offset: position, reason: "a scan without a frame") }
                guard let count = bytes.byte(at: payload.lowerBound), !payload.isEmpty else {
                    throw .malformed(.jpeg, offset: position, reason: "an empty scan header")
                }
                return count
            case 0xe0 where payload.count >= 14 && bytes.has("JFIF\0", at: payload.lowerBound): hasJFIF = true
            case 0xe1, 0xe2: metadata.take(JPEGSegment(marker: marker, payload: payload), in: bytes)
            case 0xee where payload.count >= 12 && bytes.has("Adobe", at: payload.lowerBound):
                adobeTransform = Int(bytes[payload.lowerBound + 11])
            default: break
            }
            position = payload.upperBound
        }
    }

    private mutating func takeFrame(_ marker: Int, _ bytes: Span<UInt8>, _ payload: Range<Int>) throws(ImageError) {
        let start = payload.lowerBound
        guard frame == nil else { throw .malformed(.jpeg, offset: start, reason: "a second frame header") }
        switch marker {
        case 0xc3, 0xcb: throw .unsupported("lossless JPEG")
        case 0xc5...0xc7, 0xcd...0xcf: throw .unsupported("hierarchical JPEG")
        default: break
        }
        guard payload.count >= 6, let height = bytes.bigEndian16(at: start + 1),
            let width = bytes.bigEndian16(at: start + 3),
            payload.count == 6 + 3 * Int(bytes[start + 5])
        else { throw .malformed(.jpeg, offset: start, reason: "a frame header of the wrong length") }
        let depth = Int(bytes[start])
        guard depth == 8 else {
            guard depth == 12 else { throw .malformed(.jpeg, offset: start, reason: "samples of \(depth) bits") }
            throw .unsupported("12-bit JPEG")
        }
        guard width > 0 else { throw .malformed(.jpeg, offset: start, reason: "a width of 0") }
        guard height > 0 else { throw .unsupported("JPEG that tells its height after the picture (DNL)") }
        var frame = Frame(marker: marker, size: PixelSize(width: width, height: height))
        for component in stride(from: start + 6, to: payload.upperBound, by: 3) {
            let factors = SamplingFactors(
                horizontal: Int(bytes[component + 1]) >> 4, vertical: Int(bytes[component + 1]) & 15)
            guard (1...4).contains(factors.horizontal), (1...4).contains(factors.vertical) else {
                throw .malformed(.jpeg, offset: component + 1, reason: "a sampling factor outside 1...4")
            }
            frame.ids.append(Int(bytes[component]))
            frame.factors.append(factors)
        }
        self.frame = frame
    }

    private func info(firstScanComponents: Int) throws(ImageError) -> ImageInfo {
        guard let frame, !frame.factors.isEmpty else {
            throw .malformed(.jpeg, offset: nil, reason: "a frame without components")
        }
        guard let color = color(of: frame) else {
            throw .unsupported("JPEG with \(frame.factors.count) color components")
        }
        var info = ImageInfo(format: .jpeg, storedSize: frame.size, channels: frame.factors.count)
        info.jpegColor = color
        info.samplingFactors = frame.factors
        info.chromaSubsampling = Self.subsampling(frame.factors)
        info.isProgressive = frame.marker == 0xc2 || frame.marker == 0xca
        info.isArithmetic = frame.marker >= 0xc9
        info.hasSeveralScans = info.isProgressive || firstScanComponents < frame.factors.count
        return info
    }

    /// libjpeg's rule: JFIF decides, then Adobe's marker, then the names of the components.
    private func color(of frame: Frame) -> JPEGColor? {
        switch frame.ids.count {
        case 1: .gray
        case 3 where hasJFIF: .ycbcr
        case 3: (adobeTransform.map { $0 == 0 } ?? (frame.ids == [0x52, 0x47, 0x42])) ? .rgb : .ycbcr
        case 4: adobeTransform.map { $0 == 0 ? .cmyk : .ycck } ?? .cmyk
        default: nil
        }
    }

    private static func subsampling(_ factors: [SamplingFactors]) -> ChromaSubsampling? {
        guard factors.count >= 3 else { return nil }
        let (luma, chroma) = (factors[0], factors[1])
        guard factors[2] == chroma, luma.horizontal.isMultiple(of: chroma.horizontal),
            luma.vertical.isMultiple(of: chroma.vertical)
        else { return .other }
        return ChromaSubsampling(
            horizontal: luma.horizontal / chroma.horizontal, vertical: luma.vertical / chroma.vertical)
    }
}
