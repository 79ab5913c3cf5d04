import CSystem

/// A number that differs where the contents of two files do, as good as always.
///
/// It is taken of one block after the other, so that a file gives the same number in memory and read in pieces. Cost: about that
/// of copying the bytes.
enum ContentHash {
    private static let blockBytes = 1 << 18

    /// The hash of bytes in memory.
    static func of(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0
        var start = 0
        repeat {
            let end = min(bytes.count, start + blockBytes)
            hash = take(bytes.extracting(start..<end), after: hash)
            start = end
        } while start < bytes.count
        return hash
    }

    /// The hash of a whole file. Cost: reads it, a block at a time.
    static func of(_ file: borrowing OpenFile) throws(SystemError) -> UInt64 {
        var hash: UInt64 = 0
        var start = 0
        while true {
            let block = try file.read(upTo: blockBytes, from: start)
            // A file that ends with a whole block has no further one, unless it is empty.
            if block.isEmpty, start > 0 { return hash }
            hash = take(block.span, after: hash)
            start += block.count
            if block.count < blockBytes { return hash }
        }
    }

    private static func take(_ block: Span<UInt8>, after hash: UInt64) -> UInt64 {
        unsafe block.withUnsafeBufferPointer { buffer in
            // There is no address where there are no bytes.
            guard let address = buffer.baseAddress else { return 0 }
            return unsafe ae_hash(address, buffer.count, hash)
        }
    }
}
