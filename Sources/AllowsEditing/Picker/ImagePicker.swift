/// Picks pictures from a source and edits them, as the picker of iOS does where `allowsEditing` is on.
///
/// A picker is a value: changing a copy changes nobody else's. It holds nothing open; a run begins with ``pick()``, ``run()``,
/// ``run(delegate:)`` or the iteration of ``outcomes``, and when it ends, everything is closed. Pictures are worked on by queues of
/// the run's own, never on the threads of Swift's concurrency.
public struct ImagePicker: Sendable {
    /// Where pictures come from.
    public var source: SourceType
    /// Which formats are picked. Where that is not all of them, files of other formats, and files that are no pictures, are left out;
    /// where it is, a file that is named like a picture and is none is a failure.
    public var allow: MediaFilter
    /// Whether pictures are edited. Where not, results have no edited image and no crop, and only headers are read.
    public var allowsEditing: Bool
    /// How pictures are edited; where they are not, the limits still hold.
    public var options: EditOptions
    /// How many pictures are worked on at once. At most twice as many are begun and not yet taken by the consumer.
    public var workers = Machine.processors
    /// Bytes for the pictures that are worked on, by the estimates of their plans, and again for results that wait for a consumer.
    public var memory = FolderBatch.defaultMemory

    var handlers = Handlers()
    /// Whether nothing is begun before the outcome before it was taken.
    var isSingle = false

    /// A picker.
    ///
    /// - Parameters:
    ///   - source: where pictures come from.
    ///   - allow: which formats are picked.
    ///   - allowsEditing: whether they are edited.
    ///   - options: how they are edited.
    ///   - didPick: the first of the handlers that ``didFinishPicking(_:)`` adds.
    public init(
        source: SourceType, allow: MediaFilter = .image, allowsEditing: Bool = true,
        options: EditOptions = EditOptions(), didPick: PickHandler? = nil
    ) {
        self.source = source
        self.allow = allow
        self.allowsEditing = allowsEditing
        self.options = options
        if let didPick { handlers.didPick.append(didPick) }
    }

    /// The picked pictures and the failures, in the order of the source. Each iteration is a run of its own.
    ///
    /// Files are read and edited while earlier results are used, a bounded number of them and of bytes: a consumer that is slow slows
    /// the run down, and its memory stays what it is. The sequence ends with the source. Where the source is not available, or had
    /// nothing to pick, that is its only element, a failure.
    ///
    /// When the task is cancelled, or the iterator goes out of scope, decoding stops between two rows and the sequence ends. Handlers
    /// are not called.
    public var outcomes: Outcomes { Outcomes(picker: self) }
}
