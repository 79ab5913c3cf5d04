import AllowsEditing
import Dispatch
import ImageCodecs
import Resampling
import Synchronization

/// Edits an input as the user of the library would, and checks what must hold of every edited picture.
///
/// - Parameter picture: the input, or what was made of it.
public func fuzzEditing(_ picture: [UInt8], chosenBy input: [UInt8]) {
    var options = EditOptions(chosenBy: input, maxPixels: 200_000)
    if let info = try? ImageInfo(probing: picture.span) { options.reduceOutputs(of: info.uprightSize) }
    switch edit(picture, options) {
    case .failure(let error): requireOneLine(error.description)
    case .success(let picked): check(picked, picture, options)
    }
}

/// What must hold of a picture that was edited.
private func check(_ picked: PickedImage, _ picture: [UInt8], _ options: EditOptions) {
    require(picked.originalImage.bytes == picture, "the original is the very bytes that came in")
    require(picked.editedImages.count == options.sizes.count, "there is an edited image for each size")
    require((picked.placeholder != nil) == options.makesPlaceholder, "there is a placeholder where one was asked for")
    for (image, output) in zip(picked.editedImages, picked.plan?.outputs ?? []) {
        require(image.size == output.size, "the edited image has the planned size")
        require(image.format == options.format ?? picked.originalImage.format, "it has the format asked for")
        require(image.bytes.count <= options.maxBytes ?? .max, "it has no more bytes than it may")
        guard let info = try? ImageInfo(probing: image.bytes.span) else { fatalError("it can be probed") }
        require(info.format == image.format && info.uprightSize == image.size, "its header says the same")
        // To decode all of them would halve the speed.
        guard picture.reduce(0, &+) & 7 == 0 else { continue }
        guard let bitmap = try? image.bitmap() else { fatalError("does not hold: the edited image can be decoded") }
        require(bitmap.size == image.size, "it has the size that it says")
    }
}

/// The public, asynchronous way, waited for.
private func edit(_ bytes: [UInt8], _ options: EditOptions) -> Result<PickedImage, EditError> {
    let outcome = Outcome()
    Task {
        let result: Result<PickedImage, EditError>
        do throws(EditError) { result = .success(try await ImageEditor().edit(bytes, options)) } catch {
            result = .failure(error)
        }
        outcome.give(result)
    }
    return outcome.wait()
}

/// A result that another thread waits for.
private final class Outcome: Sendable {
    private let result = Mutex<Result<PickedImage, EditError>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ value: Result<PickedImage, EditError>) {
        result.withLock { $0 = value }
        isThere.signal()
    }

    func wait() -> Result<PickedImage, EditError> {
        isThere.wait()
        return result.withLock { $0! }
    }
}
