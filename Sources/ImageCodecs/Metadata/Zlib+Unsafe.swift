internal import CImageCodecs

/// zlib streams in memory (RFC 1950).
enum Zlib {
    /// The most that one block of metadata may hold when it is inflated, in bytes: a hundred times what is usual.
    static let largestBlock = 4 << 20

    /// What a stream holds; nil where it is broken, cut off, or holds more than ``largestBlock`` bytes.
    ///
    /// Cost: as much memory as the stream holds, never more than that and a few pages.
    ///
    /// - Parameter allowsCut: whether the beginning is returned of a stream that is cut off.
    static func inflated(_ stream: Span<UInt8>, allowsCut: Bool = false) -> [UInt8]? {
        unsafe take(allowsCut: allowsCut) { encoded in
            unsafe stream.withUnsafeBufferPointer { bytes in
                unsafe ae_inflate(bytes.baseAddress, bytes.count, largestBlock, &encoded)
            }
        }
    }

    /// The bytes as a stream; nil without memory.
    static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        unsafe take { encoded in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe ae_deflate(bytes.baseAddress, bytes.count, &encoded)
            }
        }
    }

    /// The check sum of a PNG chunk, over its type and its payload.
    static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe ae_crc32(0, bytes.baseAddress, bytes.count)
        }
    }

    private static func take(allowsCut: Bool = false, _ call: (inout ae_encoded) -> ae_code) -> [UInt8]? {
        var encoded = unsafe ae_encoded()
        let code = unsafe call(&encoded)
        defer { unsafe ae_free(encoded.bytes) }
        guard code == AE_OK || (allowsCut && code == AE_TRUNCATED) else { return nil }
        return unsafe [UInt8](UnsafeBufferPointer(start: encoded.bytes, count: encoded.count))
    }
}
