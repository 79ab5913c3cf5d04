import ImageCodecs
import Resampling

/// What the parent and a worker process say to each other. For each picture: the file, then, unless that failed, the word to go on.
///
///     parent  file ─────────────────► go ───────────►
///     worker  ◄── planned or failed       ◄── edited or failed
enum WorkerMessage {
    /// The whole file, and the crop of a front end for it; empty where it has that of the options.
    case file([UInt8], crop: [UInt8])
    /// The header was read and a plan was made: the parent may now do the same without danger.
    case planned
    /// Decode, scale and encode the picture.
    case go
    /// What came of it.
    case edited(Workspace.Edit)
    /// Why nothing came of it: the kind and the description of the error.
    case failed(kind: String, description: String)
}

extension WorkerMessage {
    /// A number that tells the cases apart.
    private enum Tag: Int { case file, planned, go, edited, failed }

    /// What goes over the line: the length, and the message. A file is not copied for that.
    var parts: [[UInt8]] {
        var head = ByteWriter()
        guard case .file(let file, let crop) = self else {
            let message = bytes
            head.put(message.count)
            return [head.bytes + message]
        }
        var tail = ByteWriter()
        tail.put(crop)
        head.put(16 + file.count + tail.bytes.count)
        head.put(Tag.file.rawValue)
        head.put(file.count)
        return [head.bytes, file, tail.bytes]
    }

    /// The message without its length.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .file(let file, let crop):
            writer.put(Tag.file.rawValue)
            writer.put(file)
            writer.put(crop)
        case .planned: writer.put(Tag.planned.rawValue)
        case .go: writer.put(Tag.go.rawValue)
        case .edited(let edit):
            writer.put(Tag.edited.rawValue)
            writer.put(edit)
        case .failed(let kind, let description):
            writer.put(Tag.failed.rawValue)
            writer.put(kind)
            writer.put(description)
        }
        return writer.bytes
    }

    /// Nil for anything that is no message.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        switch reader.number().flatMap(Tag.init) {
        case .file:
            guard let file = reader.data(), let crop = reader.data() else { return nil }
            self = .file(file, crop: crop)
        case .planned: self = .planned
        case .go: self = .go
        case .edited:
            guard let edit = reader.edit() else { return nil }
            self = .edited(edit)
        case .failed:
            guard let kind = reader.text(), let description = reader.text() else { return nil }
            self = .failed(kind: kind, description: description)
        case nil: return nil
        }
    }
}

extension ByteWriter {
    private mutating func put(_ images: [EncodedImage]) {
        put(images.count)
        for image in images {
            put(image.format.rawValue)
            put(image.size.width)
            put(image.size.height)
            put(image.bytes)
            put(image.quality ?? 0)
        }
    }

    fileprivate mutating func put(_ edit: Workspace.Edit) {
        put(edit.images)
        put(edit.previews.map { [$0.original, $0.edited] } ?? [])
        let place = edit.place.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
        put(place.count)
        for number in place { put(number) }
        put(edit.findings.count)
        for finding in edit.findings { put(finding.rawValue) }
        put(edit.fraction ?? -1)
        put(edit.isWhole ? 1 : 0)
        put(edit.isRefused ? 1 : 0)
        for time in [edit.times.decode, edit.times.resample, edit.times.encode] { put(time) }
    }
}

extension ByteReader {
    private mutating func images() -> [EncodedImage]? {
        guard let count = number(), count >= 0 else { return nil }
        var images: [EncodedImage] = []
        for _ in 0..<count {
            guard let format = text().flatMap(ImageFormat.init(rawValue:)), let width = number(), let height = number(),
                let bytes = data(), let quality = number(), (0...100).contains(quality)
            else { return nil }
            images.append(
                EncodedImage(
                    format: format, size: PixelSize(width: width, height: height), bytes: bytes,
                    quality: quality > 0 ? quality : nil))
        }
        return images
    }

    /// The numbers of a rectangle, or none.
    private mutating func place() -> [Int]? {
        guard let count = number(), count == 0 || count == 4 else { return nil }
        let numbers = (0..<count).compactMap { _ in number() }
        return numbers.count == count ? numbers : nil
    }

    fileprivate mutating func edit() -> Workspace.Edit? {
        guard let images = self.images(), let previews = self.images(), previews.isEmpty || previews.count == 2 else {
            return nil
        }
        guard let place = place(), let findingCount = number(), findingCount >= 0 else { return nil }
        var findings: [Finding] = []
        for _ in 0..<findingCount {
            guard let finding = text().flatMap(Finding.init(rawValue:)) else { return nil }
            findings.append(finding)
        }
        var times = StageTimes()
        guard let fraction = double(), let isWhole = number(), let isRefused = number(),
            let decode = double(), let resample = double(),
            let encode = double()
        else { return nil }
        // Everything that comes from a worker may be forged.
        guard [decode, resample, encode].allSatisfy({ (0...1e12).contains($0) }),
            fraction == -1 || (0...1).contains(fraction)
        else { return nil }
        (times.decode, times.resample, times.encode) = (decode, resample, encode)
        return Workspace.Edit(
            images: images,
            place: place.isEmpty
                ? nil : PixelRect(x: place[0], y: place[1], width: place[2], height: place[3]),
            previews: previews.isEmpty ? nil : SheetPreviews(original: previews[0], edited: previews[1]),
            findings: findings,
            fraction: fraction >= 0 ? fraction : nil, isWhole: isWhole == 1,
            times: times, isRefused: isRefused == 1)
    }
}
