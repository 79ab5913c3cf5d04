import FuzzingSupport
import ImageCodecs

/// Edits WebP pictures, and decodes parts of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = unsafe [UInt8](input: start, count: count)
    guard (try? ImageFormat(detectedIn: input.span)) == .webP else { return Verdict.rejected }
    fuzzEditing(input, chosenBy: input)
    if let info = try? ImageInfo(probing: input.span) { fuzzRegion(input, info, chosenBy: input) }
    return Verdict.taken
}
