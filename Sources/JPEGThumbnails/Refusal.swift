/// Why a file is left to the general decoder. Nothing is wrong with the reader then, and not always with the file.
///
/// Everything that is not plainly a photograph as cameras and encoders write it is refused: a wrong picture is worse than a slow one.
public enum Refusal: Error, Sendable, Hashable {
    /// The header asks for something that this reader does not do: found before any work.
    case unusual
    /// The header breaks a rule, or ends too early: found before any work.
    case malformed
    /// The data of the picture is damaged, cut off or odd: found on the way.
    case damaged
}
