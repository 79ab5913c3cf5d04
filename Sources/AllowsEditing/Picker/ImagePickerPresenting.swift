/// A type that picks pictures: with this it has ``presentImagePicker()`` for free.
///
/// Nothing is shared between two presenters, nor between two calls: each has a picker of its own.
public protocol ImagePickerPresenting {
    /// The picker that is presented: its source, and how pictures are edited.
    var imagePicker: ImagePicker { get }
}

extension ImagePickerPresenting {
    /// Picks the first picture, as ``ImagePicker/pick()`` does.
    public func presentImagePicker() async throws(PickerError) -> PickResult {
        try await imagePicker.pick()
    }

    /// Picks the first picture, and calls `completion` exactly once, also where picking fails or is cancelled.
    ///
    /// - Returns: the task that picks; cancelling it is cancelling the picker.
    @discardableResult
    public func presentImagePicker(
        completion: @escaping @Sendable (Result<PickResult, PickerError>) -> Void
    ) -> Task<Void, Never> {
        let picker = imagePicker
        return Task {
            let result: Result<PickResult, PickerError>
            do throws(PickerError) { result = .success(try await picker.pick()) } catch { result = .failure(error) }
            completion(result)
        }
    }
}
