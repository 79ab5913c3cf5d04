// swift-tools-version: 6.2
// A package of its own, so that nobody who depends on the library builds fuzzers. They only link with the flags that `run`
// gives: libFuzzer brings the function `main`.
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A target of one file would be taken for a script, with a `main` of its own.
    .unsafeFlags(["-parse-as-library"]),
]

/// A fuzzer, which is one executable.
func fuzzer(_ name: String, exclude: [String] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            "FuzzingSupport",
            .product(name: "AllowsEditing", package: "AllowsEditing"),
            .product(name: "ImageCodecs", package: "AllowsEditing"),
            .product(name: "Resampling", package: "AllowsEditing"),
        ],
        exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "AllowsEditing", path: "../..")],
    targets: [
        .target(
            name: "FuzzingSupport",
            dependencies: [
                .product(name: "AllowsEditing", package: "AllowsEditing"),
                .product(name: "ImageCodecs", package: "AllowsEditing"),
                .product(name: "Resampling", package: "AllowsEditing"),
            ],
            swiftSettings: strict),
        fuzzer("FuzzProbe"),
        fuzzer("FuzzJPEG"),
        fuzzer("FuzzPNG"),
        fuzzer("FuzzWebP"),
        fuzzer("FuzzMetadata"),
        fuzzer("FuzzBoxes"),
        // Links to the sources of the reader and of its oracle in the package above.
        .target(name: "CFuzzingOracle", linkerSettings: [.linkedLibrary("jpeg")]),
        .executableTarget(
            name: "FuzzThumbnails", dependencies: ["CFuzzingOracle", "FuzzingSupport"], swiftSettings: strict),
        // `Command` is a link to the sources of the command: those of an executable cannot be imported from another package. What
        // runs batches and tells of them is left out.
        fuzzer(
            "FuzzArguments",
            exclude: [
                "BatchCommand.swift", "InspectCommand.swift", "Main.swift", "Progress/ProgressDisplay.swift",
                "Progress/ProgressLine.swift", "Progress/ProgressPace.swift", "Progress/TerminalText.swift",
                "RecordWriter.swift", "Report", "StandardOutput.swift",
            ].map { "Command/\($0)" }),
    ],
    swiftLanguageModes: [.v6]
)
