import AllowsEditing
import FuzzingSupport

/// Reads the input, cut at its zero bytes, as a command line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArguments(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = unsafe [UInt8](input: start, count: count)
    let arguments = input.split(separator: 0, omittingEmptySubsequences: false).map { [UInt8]($0) }
    do throws(UsageError) {
        let invocation = try Invocation(arguments: arguments)
        require(invocation.inputs.count <= arguments.count, "inputs are arguments")
        let batch = try invocation.batch()
        require(batch.inputs == invocation.inputs && !batch.inputs.isEmpty, "the inputs become those of the batch")
        require((try? batch.options.validate()) != nil, "the options of a batch are valid")
    } catch {
        requireOneLine(error.message)
    }
    return Verdict.taken
}
