/// Is told what a picker picks. Calls come one after the other, each when the one before has returned.
public protocol ImagePickerDelegate: AnyObject, Sendable {
    /// A picture was picked, or the run was cancelled: then `result.image` is nil, and only ``imagePicker(_:didFinish:)`` follows.
    func imagePicker(_ picker: ImagePicker, didSelect result: PickResult) async

    /// A picture could not be picked, or the source is not available. The run goes on with the next picture.
    func imagePicker(_ picker: ImagePicker, didFailWith error: PickerError) async

    /// The run has ended, and everything is closed.
    func imagePicker(_ picker: ImagePicker, didFinish summary: PickSummary) async
}

extension ImagePickerDelegate {
    /// Does nothing.
    public func imagePicker(_ picker: ImagePicker, didFailWith error: PickerError) async {}

    /// Does nothing.
    public func imagePicker(_ picker: ImagePicker, didFinish summary: PickSummary) async {}
}
