import ImageCodecs
import Resampling

/// One picture of a contact sheet.
struct SheetEntry {
    let record: BatchRecord

    /// An item of the list. What it is sorted and filtered by stands in its attributes.
    var html: String {
        switch record.outcome {
        case .edited(let details): item(details, "edited")
        case .planned(let details): item(details, "planned")
        case .skipped(let kept): kept.details.map { item($0, "skipped") } ?? bareItem("skipped", Self.text(of: kept))
        case .failed(let error): bareItem("failed", Self.text(of: error))
        }
    }

    private func item(_ details: BatchRecord.Details, _ status: String) -> String {
        let bytes = details.edited.reduce(0) { $0 + ($1.bytes ?? 0) }
        let pixels = details.info.uprightSize.pixelCount
        let findings = details.findings.map(Self.finding).joined()
        return """
            <li data-status="\(status)" data-pixels="\(pixels)" data-bytes="\(bytes)" \
            data-time="\(decimal(details.times.total, places: 2))"\(findings.isEmpty ? "" : " data-odd")><article>
            <div class="pair">\(original(details))\(edited(details))</div>
            \(heading)
            <p>\(sizes(details))</p>
            <p class="quiet">\(facts(details, bytes))</p>\(findings.isEmpty ? "" : "\n<p>\(findings)</p>")
            </article></li>

            """
    }

    /// An item without pictures.
    private func bareItem(_ status: String, _ text: String) -> String {
        """
        <li data-status="\(status)" data-pixels="0" data-bytes="0" data-time="0"><article>
        \(heading)
        \(text)
        </article></li>

        """
    }

    private static func text(of error: EditError) -> String {
        """
        <p class="error"><strong>\(SheetText(error.kind))</strong> <bdi>\(SheetText(error.description))</bdi></p>
        """
    }

    private static func text(of kept: BatchRecord.Kept) -> String {
        let paths = kept.edited.map { "<bdi>\(SheetText($0))</bdi>" }.joined(separator: ", ")
        return "<p class=\"quiet\">skipped: \(paths) is complete</p>"
    }

    private var heading: String {
        let folder = record.input.parent
        let place = folder.isEmpty ? "" : "<small><bdi>\(SheetText(folder))</bdi></small>"
        return "<h2><bdi>\(SheetText(record.input.lastComponent))</bdi>\(place)</h2>"
    }

    private func sizes(_ details: BatchRecord.Details) -> String {
        let edited = details.edited.map(\.size.description).joined(separator: ", ")
        return "\(details.info.uprightSize) <span aria-label=\"to\">→</span> \(edited)"
    }

    private func facts(_ details: BatchRecord.Details, _ bytes: Int) -> String {
        var facts = [byteText(details.inputBytes) + (bytes > 0 ? " → \(byteText(bytes))" : "")]
        if details.times != StageTimes() { facts.append("\(decimal(details.times.total, places: 1)) ms") }
        facts.append(details.route)
        return facts.map { "\(SheetText($0))" }.joined(separator: " · ")
    }

    private static func finding(_ finding: Finding) -> String {
        "<span class=\"finding\" title=\"\(SheetText(finding.summary))\">\(SheetText(finding.rawValue))</span>"
    }

    private func original(_ details: BatchRecord.Details) -> String {
        let size = details.info.uprightSize
        let preview = image(details.previews?.original, size, "Original")
        guard !isUnplaced(details) else { return "<figure>\(preview)</figure>" }
        let whole = "M0 0H\(size.width)V\(size.height)H0Z"
        let crop = details.plan.outline
        return """
            <figure>\(preview)<svg viewBox="0 0 \(size.width) \(size.height)" \
            role="img" aria-label="Crop \(details.plan.cropRect)"><path class="shade" d="\(whole)\(crop)"/>\
            <path class="edge" d="\(crop)"/><path class="crop" d="\(crop)"/></svg></figure>
            """
    }

    /// Whether nobody knows yet where the crop will be.
    private func isUnplaced(_ details: BatchRecord.Details) -> Bool {
        guard case .planned = record.outcome else { return false }
        return details.plan.isPlacedByAttention
    }

    private func edited(_ details: BatchRecord.Details) -> String {
        "<figure>\(image(details.previews?.edited, details.plan.outputs[0].size, "Edited"))</figure>"
    }

    /// A picture, or a box of its shape where there is none.
    private func image(_ image: EncodedImage?, _ size: PixelSize, _ kind: String) -> String {
        let name = SheetText(record.input.lastComponent)
        guard let image else {
            return """
                <svg class="none" viewBox="0 0 \(size.width) \(size.height)" role="img" aria-label="\(kind), no preview">\
                <path d="M0 0H\(size.width)V\(size.height)H0Z"/></svg>
                """
        }
        return """
            <img src="\(image.dataAddress)" alt="\(kind) of \(name)" width="\(image.size.width)" \
            height="\(image.size.height)" loading="lazy" decoding="async">
            """
    }
}

extension EditPlan {
    /// The edge of the crop in upright pixels of the original, as the path of an SVG.
    fileprivate var outline: String {
        let box = cropBox ?? CropBox(cropRect)
        let (width, height) = (box.size.x, box.size.y)
        let corners = [SIMD2(0, 0), SIMD2(width, 0), SIMD2(width, height), SIMD2(0, height)].map { corner in
            let point = box.source(of: corner)
            return "\(decimal(point.x, places: 1)) \(decimal(point.y, places: 1))"
        }
        return "M" + corners.joined(separator: "L") + "Z"
    }
}

extension StageTimes {
    /// All stages, in milliseconds.
    var total: Double { read + decode + resample + encode + write }
}
