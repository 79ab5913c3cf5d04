import FuzzingSupport
import ImageCodecs

/// Edits PNG pictures, decodes parts of them, and compares the two ways to inflate them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPNG(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = unsafe [UInt8](input: start, count: count)
    guard (try? ImageFormat(detectedIn: input.span)) == .png else { return Verdict.rejected }
    // A changed byte in a chunk nearly always ends at its check sum. Three of four inputs get right ones, to see more.
    let picture = input[input.count - 1] & 3 == 0 ? input : withRightCheckSums(input)
    fuzzEditing(picture, chosenBy: input)
    if let info = try? ImageInfo(probing: picture.span) {
        fuzzRegion(picture, info, chosenBy: input)
        compareInflating(picture, info)
    }
    return Verdict.taken
}
