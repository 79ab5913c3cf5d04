import AllowsEditing

/// A sample that does not do what its article says.
struct SampleFailure: Error {
    let what: String
    init(_ what: String) { self.what = what }
}

/// Runs the samples on pictures and looks at what they give.
struct SampleCheck {
    /// The folder `Fixtures/photos` of the repository, or one like it.
    let pictures: BytePath
    /// A folder that is empty.
    let scratch: BytePath

    init(pictures: String, scratch: String) {
        self.pictures = BytePath(pictures)
        self.scratch = BytePath(scratch)
    }

    /// What the workers of the isolated batch are told.
    static var isolatedBatch: FolderBatch {
        FolderBatch(inputs: [], output: "", options: EditOptions(size: .atMost(128)))
    }

    /// Upright 1440 × 960.
    var harbor: BytePath { pictures.appending("harbor.jpg") }

    func run() async throws {
        try await checkFirstSteps()
        try await checkDelegate()
        try await checkWrapper()
        try await checkProtocol()
        try await checkClosures()
        try await checkHandler()
        try await checkPages()
        try await checkBatches()
        try await checkCrops()
        try await checkMetadata()
        try await checkLimits()
    }

    /// Prints what holds, with figures that must be the same from build to build.
    func require(_ condition: Bool, _ what: String, _ figures: Any...) throws {
        guard condition else { throw SampleFailure("\(what): \(figures)") }
        print("\(what): \(figures.isEmpty ? "as it should be" : figures.map { "\($0)" }.joined(separator: " "))")
    }

    /// A number that differs where bytes do (FNV-1a).
    func digest(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
