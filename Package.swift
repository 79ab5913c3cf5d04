// swift-tools-version: 6.2
// Tools version 6.2 is the floor: since then a package whose targets use `unsafeFlags` can be depended on by version.
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// SwiftPM compiles a dependency at the level of its user. Without this, every debug build and test run of every user would
// run the kernels unoptimised, about fifty times slower.
let optimized: [SwiftSetting] = strict + [.unsafeFlags(["-O"])]

// Compiled for processors with AVX2, called on no other. Nothing else may be built like this: see the sources of the target.
#if arch(x86_64)
    let avx2: [SwiftSetting] = strict + [.unsafeFlags(["-O", "-Xcc", "-march=x86-64-v3"])]
#else
    let avx2 = optimized
#endif

let package = Package(
    name: "AllowsEditing",
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "AllowsEditing", targets: ["AllowsEditing"]),
        // Data and URL in place of bytes and paths. Everything else is free of Foundation.
        .library(name: "AllowsEditingFoundation", targets: ["AllowsEditingFoundation"]),
        .executable(name: "allows-editing", targets: ["AllowsEditingCommand"]),
        // For Benchmarks, which measures the rooms one by one. Not a stable interface: they may change in any version.
        .library(name: "ImageCodecs", targets: ["ImageCodecs"]),
        .library(name: "Resampling", targets: ["Resampling"]),
    ],
    traits: [
        .trait(name: "Deflate", description: "PNG pictures that fit in memory are inflated at once, by libdeflate."),
        .trait(name: "ColorManagement", description: "Pictures are converted through any ICC profile, by lcms2."),
        .default(enabledTraits: ["Deflate", "ColorManagement"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLibJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .systemLibrary(name: "CLibWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        // libpng is built on it; here it inflates and deflates the color profiles and texts of PNG.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CLibWebPDemux", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .systemLibrary(
            name: "CLibWebPMux", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .systemLibrary(
            name: "CLibDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .systemLibrary(
            name: "CLibLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),

        .target(
            name: "CImageCodecs",
            dependencies: [
                "CLibJPEG", "CLibPNG", "CLibWebP", "CLibWebPDemux", "CLibWebPMux", "CZlib",
                .target(name: "CLibDeflate", condition: .when(traits: ["Deflate"])),
                .target(name: "CLibLCMS", condition: .when(traits: ["ColorManagement"])),
            ],
            cSettings: [
                .unsafeFlags(["-O2", "-Wall", "-Wextra"]), .define("AE_DEFLATE", .when(traits: ["Deflate"])),
                .define("AE_LCMS", .when(traits: ["ColorManagement"])),
            ]),
        // At the level of a release in debug builds too: every picture is hashed whole.
        .target(name: "CSystem", cSettings: [.unsafeFlags(["-O2"])]),
        .target(name: "CProcessor"),
        .target(name: "ResamplingAVX2", swiftSettings: avx2),
        .target(name: "Resampling", dependencies: ["CProcessor", "ResamplingAVX2"], swiftSettings: optimized),
        .target(name: "JPEGThumbnails", swiftSettings: optimized),
        .target(
            name: "ImageCodecs", dependencies: ["CImageCodecs", "JPEGThumbnails", "Resampling"], swiftSettings: strict),
        .target(name: "AllowsEditing", dependencies: ["CSystem", "ImageCodecs", "Resampling"], swiftSettings: strict),
        .target(name: "AllowsEditingFoundation", dependencies: ["AllowsEditing"], swiftSettings: strict),
        .executableTarget(name: "AllowsEditingCommand", dependencies: ["AllowsEditing"], swiftSettings: strict),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "ResamplingTests", dependencies: ["Resampling", "TestSupport"], swiftSettings: strict),
        // What libjpeg makes of the coefficients of a file, for tests and fuzzers.
        .target(name: "CJPEGOracle", dependencies: ["CLibJPEG"], path: "Tests/CJPEGOracle"),
        .testTarget(
            name: "JPEGThumbnailsTests", dependencies: ["JPEGThumbnails", "CJPEGOracle"], swiftSettings: strict),
        .testTarget(name: "ImageCodecsTests", dependencies: ["ImageCodecs", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "AllowsEditingTests", dependencies: ["AllowsEditing"], swiftSettings: strict),
        .testTarget(
            name: "AllowsEditingFoundationTests", dependencies: ["AllowsEditingFoundation"], swiftSettings: strict),
        .testTarget(
            name: "AllowsEditingCommandTests", dependencies: ["AllowsEditingCommand", "TestSupport"],
            exclude: ["Snapshots"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
