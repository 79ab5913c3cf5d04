// swift-tools-version: 6.2
// A package of its own, so that nobody who depends on the library builds benchmarks.
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "AllowsEditing", path: "..")],
    targets: [
        // It includes the headers of the codec libraries; the flags for them come through ImageCodecs.
        .target(
            name: "CBenchmarks", dependencies: [.product(name: "ImageCodecs", package: "AllowsEditing")],
            cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra"])]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CBenchmarks",
                .product(name: "AllowsEditing", package: "AllowsEditing"),
                .product(name: "ImageCodecs", package: "AllowsEditing"),
                .product(name: "Resampling", package: "AllowsEditing"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
