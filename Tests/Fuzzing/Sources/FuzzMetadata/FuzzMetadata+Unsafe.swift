import FuzzingSupport
import ImageCodecs

/// Reads the first byte of the input as what the rest is: a block of metadata, or a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = unsafe [UInt8](input: start, count: count)
    guard let kind = input.first else { return Verdict.rejected }
    let rest = Array(input.dropFirst())
    switch kind % 9 {
    case 0:
        checkOrientations(rest)
        checkExif(rest)
    case 1: checkXMP(rest)
    case 2: checkPhotoshop(rest)
    case 3: checkReading(rest, .jpeg)
    case 4: checkReading(rest, .png)
    case 5: checkReading(rest, .webP)
    case 6: checkPrivateOriginal(rest, .jpeg)
    case 7: checkPrivateOriginal(rest, .png)
    default: checkPrivateOriginal(rest, .webP)
    }
    return Verdict.taken
}
