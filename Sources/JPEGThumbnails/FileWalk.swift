/// The way through the segments of a file (ITU T.81, annex B), as far as the picture needs them.
///
/// Strict where libjpeg-turbo is lenient: whatever that would warn of is refused, for a warning becomes a finding.
struct FileWalk {
    private(set) var frame: Frame?
    /// Steps of quantization, in zigzag order.
    private(set) var quantizations: [[Int32]] = [[], [], [], []]
    private(set) var scans: [Scan] = []
    /// Where the last scan ends: the position of the end marker. Only known of progressive files.
    private(set) var end = 0

    private var dcCodes: [HuffmanCode?] = [nil, nil, nil, nil]
    private var acCodes: [HuffmanCode?] = [nil, nil, nil, nil]
    private var restartInterval = 0
    private var scanCount = 0
    private var progress = ProgressionCheck()
    private var position = 2

    /// - Parameter maxScans: more scans than this are refused; 0 is no limit.
    init(_ file: Span<UInt8>, maxScans: Int) throws(Refusal) {
        guard file.count >= 4, file[0] == 0xff, file[1] == 0xd8 else { throw .malformed }
        while true {
            let marker = try nextMarker(file)
            if marker == 0xd9 {
                guard let frame, frame.isProgressive, !scans.isEmpty else { throw .malformed }
                guard progress.isComplete(components: frame.components.count) else { throw .unusual }
                end = position - 2
                return
            }
            let payload = try segment(file)
            switch marker {
            case 0xc0, 0xc1, 0xc2:
                guard frame == nil else { throw .malformed }
                frame = try Frame(file.extracting(payload), isProgressive: marker == 0xc2)
            case 0xc4: try takeCodes(file.extracting(payload))
            case 0xdb: try takeQuantizations(file.extracting(payload))
            case 0xdd:
                guard payload.count == 2 else { throw .malformed }
                restartInterval = Int(file[payload.lowerBound]) << 8 | Int(file[payload.lowerBound + 1])
            case 0xda:
                scanCount += 1
                guard maxScans == 0 || scanCount <= maxScans else { throw .unusual }
                try takeScan(file.extracting(payload))
                guard frame?.isProgressive == true else { return }
                position = endOfScan(file)
            case 0xe0...0xef: try checkApplication(marker, file.extracting(payload))
            case 0xfe: break
            default: throw .unusual
            }
        }
    }

    private mutating func nextMarker(_ file: Span<UInt8>) throws(Refusal) -> UInt8 {
        guard position < file.count, file[position] == 0xff else { throw .malformed }
        while position < file.count, file[position] == 0xff { position += 1 }
        guard position < file.count else { throw .malformed }
        position += 1
        return file[position - 1]
    }

    /// The payload of the segment at `position`, which goes behind it.
    private mutating func segment(_ file: Span<UInt8>) throws(Refusal) -> Range<Int> {
        guard file.count - position >= 2 else { throw .malformed }
        let length = Int(file[position]) << 8 | Int(file[position + 1])
        guard length >= 2, length <= file.count - position else { throw .malformed }
        defer { position += length }
        return position + 2..<position + length
    }

    /// libjpeg-turbo warns of versions of JFIF and color transforms that it does not know.
    private func checkApplication(_ marker: UInt8, _ payload: Span<UInt8>) throws(Refusal) {
        func begins(with text: StaticString) -> Bool {
            payload.count >= text.utf8CodeUnitCount
                && text.description.utf8.enumerated().allSatisfy { payload[$0.offset] == $0.element }
        }
        if marker == 0xe0, payload.count >= 14, begins(with: "JFIF\0"), payload[5] != 1 { throw .unusual }
        if marker == 0xee, payload.count >= 12, begins(with: "Adobe"), payload[11] > 1 { throw .unusual }
    }

    private mutating func takeCodes(_ payload: Span<UInt8>) throws(Refusal) {
        var start = 0
        while start < payload.count {
            let target = payload[start]
            guard target & 0xef < 4 else { throw .malformed }
            let code = try HuffmanCode(payload, at: start + 1, isDC: target < 16)
            start += 17 + code.symbols.count
            if target < 16 { dcCodes[Int(target)] = code } else { acCodes[Int(target & 15)] = code }
        }
    }

    private mutating func takeQuantizations(_ payload: Span<UInt8>) throws(Refusal) {
        // libjpeg-turbo keeps for each component what was true at its first scan.
        guard scanCount == 0 else { throw .unusual }
        var start = 0
        while start < payload.count {
            let target = payload[start]
            guard target & 15 < 4, target >> 4 <= 1 else { throw .malformed }
            let size = 1 + Int(target >> 4)
            guard payload.count - start > 64 * size else { throw .malformed }
            quantizations[Int(target & 15)] = (0..<64).map { index in
                size == 1
                    ? Int32(payload[start + 1 + index])
                    : Int32(payload[start + 1 + 2 * index]) << 8 | Int32(payload[start + 2 + 2 * index])
            }
            start += 1 + 64 * size
        }
    }

    private mutating func takeScan(_ payload: Span<UInt8>) throws(Refusal) {
        guard let frame, payload.count >= 6, payload.count == 4 + 2 * Int(payload[0]) else { throw .malformed }
        let tail = payload.count - 3
        let selection = ScanSelection(
            first: Int(payload[tail]), last: Int(payload[tail + 1]), high: Int(payload[tail + 2] >> 4),
            low: Int(payload[tail + 2] & 15))
        var scan = Scan(restartInterval: restartInterval, start: position)
        scan.low = selection.low
        scan.isRefinement = selection.high > 0
        for index in 0..<Int(payload[0]) {
            let id = payload[1 + 2 * index]
            let codes = payload[2 + 2 * index]
            guard let component = frame.components.firstIndex(where: { $0.id == id }), codes >> 4 < 4, codes & 15 < 4,
                component > scan.components.last ?? -1
            else { throw .unusual }
            scan.components.append(component)
            scan.dcCodes.append(dcCodes[Int(codes >> 4)])
            scan.acCodes.append(acCodes[Int(codes & 15)])
            guard !quantizations[frame.components[component].quantization].isEmpty else { throw .malformed }
        }
        if frame.isProgressive {
            try progress.take(selection, components: scan.components)
            guard selection.first == 0 else {
                guard scan.acCodes[0] != nil else { throw .malformed }
                return
            }
            guard scan.isRefinement || !scan.dcCodes.contains(where: { $0 == nil }) else { throw .malformed }
        } else {
            guard scan.components.count == frame.components.count, selection.first == 0, selection.last == 63,
                selection.high == 0, selection.low == 0
            else { throw .unusual }
            guard !scan.dcCodes.contains(where: { $0 == nil }), !scan.acCodes.contains(where: { $0 == nil }) else {
                throw .malformed
            }
        }
        scans.append(scan)
    }

    /// The position of the marker behind the data that begins at `position`, or the end of the file.
    private func endOfScan(_ file: Span<UInt8>) -> Int {
        var position = position
        while let found = firstFF(in: file, from: position), found + 1 < file.count {
            let next = file[found + 1]
            if next != 0, !(0xd0...0xd7).contains(next) { return found }
            position = found + 2
        }
        return file.count
    }
}
