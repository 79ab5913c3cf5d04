import FuzzingSupport
import ImageCodecs

/// Edits JPEG pictures.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJPEG(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = unsafe [UInt8](input: start, count: count)
    guard input.starts(with: [0xff, 0xd8]) else { return Verdict.rejected }
    fuzzEditing(input, chosenBy: input)
    return Verdict.taken
}
