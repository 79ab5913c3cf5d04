import AllowsEditing
import FuzzingSupport
import ImageCodecs
import Resampling

/// Reads the headers of anything, and plans what would be done to it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProbe(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = unsafe [UInt8](input: start, count: count)
    do throws(ImageError) {
        let info = try ImageInfo(probing: input.span)
        check(info, input)
        plan(info, input)
    } catch {
        requireOneLine(error.description)
    }
    return Verdict.taken
}
