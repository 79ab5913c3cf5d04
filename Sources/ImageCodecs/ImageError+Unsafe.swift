internal import CImageCodecs

extension ae_status {
    /// The message as text.
    var text: String {
        unsafe withUnsafeBytes(of: message) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension ImageError {
    /// What a failed call to decode says.
    init(_ status: ae_status, format: ImageFormat, request: DecodeRequest) {
        let offset = status.offset >= 0 ? Int(status.offset) : nil
        self =
            switch status.code {
            case AE_TRUNCATED: .truncated(format, fraction: status.fraction >= 0 ? status.fraction : nil)
            case AE_UNSUPPORTED, AE_ARGUMENT: .unsupported(status.text)
            case AE_NO_MEMORY: .outOfMemory(status.text)
            case AE_LIMIT:
                .limitExceeded(
                    limit: "scans", needed: Int(status.needed), allowed: request.maxScans, flag: "--max-scans")
            case AE_TIME: .timeLimit(seconds: request.maxSeconds ?? 0)
            case AE_STOPPED: .stopped
            default: .malformed(format, offset: offset, reason: status.text)
            }
    }

    /// What a failed call to encode says.
    init(encoding status: ae_status, format: ImageFormat) {
        self =
            switch status.code {
            case AE_NO_MEMORY: .outOfMemory(status.text)
            default: .encoding(format, reason: status.text)
            }
    }
}
