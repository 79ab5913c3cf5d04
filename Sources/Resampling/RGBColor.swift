/// A color of three 8-bit samples, in whatever space the picture is in.
public struct RGBColor: Sendable, Hashable {
    /// Red.
    public var red: UInt8
    /// Green.
    public var green: UInt8
    /// Blue.
    public var blue: UInt8

    /// The color of three samples.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// All samples at 255.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)
    /// All samples at 0.
    public static let black = RGBColor(red: 0, green: 0, blue: 0)

    /// Whether the three samples are equal, so that one sample says it all.
    public var isGray: Bool { red == green && green == blue }
}
