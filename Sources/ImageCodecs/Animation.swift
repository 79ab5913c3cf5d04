public import Resampling

/// What belongs to an animation as a whole.
public struct Animation: Sendable, Hashable {
    /// Columns and rows of the canvas, which every frame fills.
    public var size: PixelSize
    /// How often it is shown; 0 for ever.
    public var loopCount: Int
    /// The color that a viewer may show behind the canvas, as the file stores it. It takes no part in composing.
    public var background: UInt32

    /// An animation that is shown for ever over nothing.
    public init(size: PixelSize, loopCount: Int = 0, background: UInt32 = 0) {
        self.size = size
        self.loopCount = loopCount
        self.background = background
    }
}

/// When a frame is shown, in milliseconds since the animation began.
public struct FrameTime: Sendable, Hashable {
    /// When it appears.
    public var start: Int
    /// When the next one does.
    public var end: Int

    /// A frame that is shown from `start` to `end`.
    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }
}
