import ImageCodecs

extension Inspection {
    /// The inspection as one line of JSON, without the line feed. Keys are stable, and those that records have mean the same; an
    /// absent key does not apply.
    public var json: String {
        var object = JSONObject()
        object.setInput(input)
        object.set("status", "ok")
        object.set("bytes", byteCount)
        object.setSizes(info)
        object.set("color", info.colorName)
        object.set("bitDepth", info.bitDepth)
        object.set("alpha", info.hasAlpha)
        if let subsampling = info.subsamplingName { object.set("subsampling", subsampling) }
        switch info.format {
        case .jpeg:
            object.set("samplingFactors", info.samplingFactors.map(\.text))
            object.set("progressive", info.isProgressive)
            object.set("severalScans", info.hasSeveralScans)
            object.set("arithmetic", info.isArithmetic)
        case .png:
            object.set("palette", info.isPalette)
            object.set("interlaced", info.isInterlaced)
        case .webP: break
        }
        object.set("lossless", info.isLossless)
        object.set("animated", info.isAnimated)
        object.set("metadataBytes", info.metadataBytes)
        if let profileName { object.set("profile", profileName) }
        if !info.findings.isEmpty { object.set("findings", info.findings.map(\.rawValue)) }
        if let edit {
            object.set("edit") { description in
                switch edit {
                case .success(let plan): plan.describe(in: &description, info)
                case .failure(let error): description.setError(error)
                }
            }
        }
        return object.text
    }

    /// The line of JSON for a picture that could not be inspected.
    public static func json(_ input: BytePath, failedWith error: EditError) -> String {
        BatchRecord(input: input, outcome: .failed(error)).json
    }
}

extension EditPlan {
    fileprivate func describe(in object: inout JSONObject, _ info: ImageInfo) {
        describeCrop(in: &object, isPlaced: false)
        object.set("format", format.rawValue)
        object.set(
            "edited",
            outputs.map { output in
                var object = JSONObject()
                object.set("size", [output.size.width, output.size.height])
                return object
            })
        object.set("route", route(of: info, isWhole: decode.allowsWholePicture))
        object.set("memory", memory)
    }
}

extension ImageInfo {
    /// The resolution of chroma, in a picture that has any.
    var subsamplingName: String? { colorName.hasPrefix("yc") ? chromaSubsampling?.rawValue : nil }

    /// The color space of the stored samples in one word, alpha not counted: `gray`, `rgb`, `ycbcr`, `cmyk` or `ycck`.
    var colorName: String {
        if let jpegColor { return jpegColor.rawValue }
        if format == .webP { return isLossless ? "rgb" : "ycbcr" }
        return channels == 1 ? "gray" : "rgb"
    }
}
