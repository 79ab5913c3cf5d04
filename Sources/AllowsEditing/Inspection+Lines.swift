import ImageCodecs
import Resampling

extension Inspection {
    /// One fact for people.
    public struct Line: Sendable, Equatable {
        /// What it is about.
        public let label: String
        /// What is so; always one line, whatever the file holds.
        public let value: String
    }

    /// The facts for people, in a fixed order. What is unknown or does not apply is left out.
    public var lines: [Line] {
        let facts: [(label: String, value: String?)] = [
            ("format", info.format.displayName),
            ("file size", "\(byteCount) \(byteCount == 1 ? "byte" : "bytes")"),
            ("stored size", "\(info.storedSize)"),
            ("upright size", "\(info.uprightSize)"),
            ("orientation", "\(info.orientation.rawValue) (\(info.orientation.meaning))"),
            ("color", color),
            ("chroma", info.subsamplingName),
            ("sampling", sampling),
            ("coding", coding),
            ("animation", info.isAnimated ? "several frames" : nil),
            ("metadata", info.metadataBytes == 0 ? nil : "\(info.metadataBytes) bytes"),
            ("profile", profileName.map { BytePath($0).description }),
            ("findings", info.findings.isEmpty ? nil : info.findings.map(\.rawValue).joined(separator: ", ")),
        ]
        return (facts + editFacts).compactMap { fact in fact.value.map { Line(label: fact.label, value: $0) } }
    }

    private var editFacts: [(label: String, value: String?)] {
        switch edit {
        case nil: []
        case .failure(let error): [("edit", "fails: \(error)")]
        case .success(let plan):
            [
                ("crop", plan.cropDescription),
                ("crop box", plan.cropBox.map { "\($0)" }),
                ("edited", plan.outputs.map { "\($0.size)" }.joined(separator: ", ") + " " + plan.format.displayName),
                ("route", plan.route(of: info, isWhole: plan.decode.allowsWholePicture)),
                ("memory", "\(plan.memory) bytes at most"),
            ]
        }
    }

    private var color: String {
        let names = ["gray": "gray", "rgb": "RGB", "ycbcr": "YCbCr", "cmyk": "CMYK", "ycck": "YCCK"]
        let unit = info.isPalette ? "index" : "sample"
        let parts = [
            (info.isPalette ? "palette of " : "") + (names[info.colorName] ?? info.colorName),
            "\(info.bitDepth) \(info.bitDepth == 1 ? "bit" : "bits") \(info.isPalette ? "an" : "a") \(unit)",
            info.hasAlpha ? "alpha" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private var sampling: String? {
        info.samplingFactors.isEmpty ? nil : info.samplingFactors.map(\.text).joined(separator: " ")
    }

    private var coding: String {
        let parts: [String?] =
            switch info.format {
            case .jpeg:
                [
                    info.isProgressive ? "progressive" : "sequential",
                    info.hasSeveralScans && !info.isProgressive ? "several scans" : nil,
                    info.isArithmetic ? "arithmetic" : nil,
                ]
            case .png: ["lossless", info.isInterlaced ? "interlaced" : nil]
            case .webP: [info.isLossless ? "lossless" : "lossy"]
            }
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension Orientation {
    /// What it means for the stored pixels.
    fileprivate var meaning: String {
        switch self {
        case .topLeft: "stored as seen"
        case .topRight: "mirrored left to right"
        case .bottomRight: "turned by 180°"
        case .bottomLeft: "mirrored top to bottom"
        case .leftTop: "mirrored at the main diagonal"
        case .rightTop: "to be turned by 90° clockwise"
        case .rightBottom: "mirrored at the other diagonal"
        case .leftBottom: "to be turned by 90° counter-clockwise"
        }
    }
}

extension SamplingFactors {
    /// For example `2x1`.
    var text: String { "\(horizontal)x\(vertical)" }
}
