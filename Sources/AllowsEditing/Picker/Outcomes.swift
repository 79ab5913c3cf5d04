/// The picked pictures of a run, and its failures: see ``ImagePicker/outcomes``.
public struct Outcomes: AsyncSequence, Sendable {
    /// A picked picture, or why one could not be picked.
    public typealias Element = Result<PickedImage, PickerError>
    /// Nothing is thrown: one bad picture is one failed element.
    public typealias Failure = Never

    let picker: ImagePicker

    /// Begins a run when its first element is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(run: PickRunOwner(picker)) }

    /// One run. It ends when the last copy of this goes out of scope.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let run: PickRunOwner

        /// The next outcome; nil at the end of the source, and once the task was cancelled.
        public func next(isolation actor: isolated (any Actor)?) async -> Element? { await run.next() }

        /// The next outcome; nil at the end of the source, and once the task was cancelled.
        public func next() async -> Element? { await run.next() }
    }
}
