public import ImageCodecs
public import Resampling

/// What was done to one input of a batch.
public struct BatchRecord: Sendable {
    /// The path of the input.
    public let input: BytePath
    /// What came of it.
    public let outcome: Outcome

    /// What came of one input.
    public enum Outcome: Sendable {
        /// The pair was written.
        case edited(Details)
        /// What would be done; nothing was written.
        case planned(Details)
        /// The pair was there already, made of the same input with the same options.
        case skipped(Kept)
        /// Nothing was written.
        case failed(EditError)
    }

    /// What was left as it was.
    public struct Kept: Sendable {
        /// The edited images, in the order of the sizes.
        public let edited: [BytePath]
        /// The original, where there is one.
        public let original: BytePath?
        /// What the options would make of the input now, where they ask for previews and it can be decoded.
        public internal(set) var details: Details?
    }

    /// The numbers of a picture that was edited or planned.
    public struct Details: Sendable {
        /// What the header says.
        public let info: ImageInfo
        /// What was decided.
        public let plan: EditPlan
        /// The edited images, in the order of the sizes. Without `bytes` where they were only planned.
        public let edited: [Output]
        /// The original, where one was written.
        public let original: Output?
        /// Bytes of the input.
        public let inputBytes: Int
        /// What was odd about the file.
        public let findings: [Finding]
        /// Of a truncated picture that was edited: the part of the wanted rows that is there, 0…1, where known.
        public let fraction: Double?
        /// PNG: whether the whole picture was inflated at once, or would be.
        public let inflatedWholePicture: Bool
        /// How long each stage took.
        public let times: StageTimes
        /// Small pictures for a contact sheet, where the options ask for them and the picture was edited.
        public let previews: SheetPreviews?
    }

    /// One written file.
    public struct Output: Sendable {
        /// Where it is.
        public let path: BytePath
        /// Upright pixels.
        public let size: PixelSize
        /// Bytes of the file.
        public let bytes: Int?
    }
}

extension BatchRecord {
    /// The record as one line of JSON, without the line feed. Keys are stable; an absent key does not apply.
    public var json: String {
        var object = JSONObject()
        object.setInput(input)
        switch outcome {
        case .edited(let details):
            object.set("status", "ok")
            details.describe(in: &object, isPlaced: true)
        case .planned(let details):
            object.set("status", "ok")
            object.set("dryRun", true)
            details.describe(in: &object, isPlaced: false)
        case .skipped(let kept):
            object.set("status", "skipped")
            object.set("edited", kept.edited.map { BatchRecord.Output.object($0) })
            if let original = kept.original { object.set("original", BatchRecord.Output.object(original)) }
        case .failed(let error):
            object.set("status", "failed")
            object.setError(error)
        }
        return object.text
    }
}

extension BatchRecord.Details {
    /// The way from bytes to pixels in words, for example `jpeg 2/8 ycbcr`, `png whole rgb` or `webp unfiltered ycbcr`.
    public var route: String { plan.route(of: info, isWhole: inflatedWholePicture) }

    fileprivate func describe(in object: inout JSONObject, isPlaced: Bool) {
        object.setSizes(info)
        plan.describeCrop(in: &object, isPlaced: isPlaced)
        object.set("edited", edited.map { $0.object(withSize: true) })
        if let original { object.set("original", original.object(withSize: false)) }
        object.set("route", route)
        object.set("memory", plan.memory)
        if !findings.isEmpty { object.set("findings", findings.map(\.rawValue)) }
        if let fraction { object.set("fraction", fraction) }
        if times != StageTimes() {
            object.set("milliseconds") { stages in
                stages.set("read", times.read)
                stages.set("decode", times.decode)
                stages.set("resample", times.resample)
                stages.set("encode", times.encode)
                stages.set("write", times.write)
            }
        }
    }
}

extension BatchRecord.Output {
    fileprivate func object(withSize: Bool) -> JSONObject {
        var object = Self.object(path)
        if withSize { object.set("size", [size.width, size.height]) }
        if let bytes { object.set("bytes", bytes) }
        return object
    }
}

extension BatchRecord.Output {
    fileprivate static func object(_ path: BytePath) -> JSONObject {
        var object = JSONObject()
        object.set("path", String(decoding: path.bytes, as: UTF8.self))
        if !path.isUTF8 { object.set("pathBytes", base64(path.bytes)) }
        return object
    }
}

// What records have in common with inspections.
extension JSONObject {
    mutating func setInput(_ input: BytePath) {
        set("input", String(decoding: input.bytes, as: UTF8.self))
        // JSON is text: the bytes of a name that is not come beside it.
        if !input.isUTF8 { set("inputBytes", base64(input.bytes)) }
    }

    mutating func setError(_ error: EditError) {
        set("error") { description in
            description.set("kind", error.kind)
            description.set("message", error.description)
        }
    }

    mutating func setSizes(_ info: ImageInfo) {
        set("format", info.format.rawValue)
        set("storedSize", [info.storedSize.width, info.storedSize.height])
        set("orientation", info.orientation.rawValue)
        set("originalSize", [info.uprightSize.width, info.uprightSize.height])
    }
}
