import ImageCodecs
import Resampling

/// Which version this is, and what it stands on.
public enum AllowsEditingVersion {
    /// The version of the package.
    public static let current = "0.2.0"

    /// The versions of the codec libraries in use and the kernels that this processor runs.
    public static var components: String { "\(codecVersions); kernels: \(InstructionSet.best)" }
}
