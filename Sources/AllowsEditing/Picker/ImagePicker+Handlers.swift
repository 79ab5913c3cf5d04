extension ImagePicker {
    /// Takes a picked picture, and the picker that it came from.
    public typealias PickHandler = @Sendable (PickedImage, ImagePicker) async -> Void
    /// Hears that a run was cancelled.
    public typealias CancelHandler = @Sendable (ImagePicker) async -> Void
    /// Hears of a failure. The run goes on with the next picture.
    public typealias FailureHandler = @Sendable (PickerError, ImagePicker) async -> Void

    /// What is to be called, in the order in which it was added.
    struct Handlers: Sendable {
        var didPick: [PickHandler] = []
        var didCancel: [CancelHandler] = []
        var didFail: [FailureHandler] = []
    }

    /// A copy of this picker that calls one more handler for each picked picture. The run waits for it before the next is called.
    public func didFinishPicking(_ handler: @escaping PickHandler) -> ImagePicker {
        var copy = self
        copy.handlers.didPick.append(handler)
        return copy
    }

    /// A copy of this picker that calls one more handler when a run is cancelled.
    public func didCancel(_ handler: @escaping CancelHandler) -> ImagePicker {
        var copy = self
        copy.handlers.didCancel.append(handler)
        return copy
    }

    /// A copy of this picker that calls one more handler for each failure.
    public func didFail(_ handler: @escaping FailureHandler) -> ImagePicker {
        var copy = self
        copy.handlers.didFail.append(handler)
        return copy
    }

    /// A copy of this picker that calls nobody.
    public func clearingHandlers() -> ImagePicker {
        var copy = self
        copy.handlers = Handlers()
        return copy
    }
}
