/// The processor instructions that resampling uses. All of them give the same bytes; they differ in speed alone.
public struct InstructionSet: Sendable, Hashable {
    /// One sample at a time, with overflow checks: the oracle of the others.
    public static let scalar = InstructionSet(.scalar)
    /// Plain loops for the compiler to vectorize, on every processor.
    public static let portable = InstructionSet(.portable)
    /// SSE2, which every x86-64 processor has.
    public static let sse2 = InstructionSet(.sse2)

    /// AVX2, which x86-64 processors have since about 2013.
    public static let avx2 = InstructionSet(.avx2)

    /// The sets that this processor has, the fastest last.
    public static let available: [InstructionSet] = Name.allCases.map(InstructionSet.init).filter { $0.kernels != nil }

    /// The fastest set of this processor, or the one that the environment variable `ALLOWS_EDITING_INSTRUCTIONS` names.
    ///
    /// The variable is read once. It can name a set of this processor; anything else is as if it were not set.
    public static let best =
        environmentVariable("ALLOWS_EDITING_INSTRUCTIONS").flatMap(InstructionSet.init(named:)) ?? available.last
        ?? .portable

    /// The name in lower case, for example `sse2`.
    public var name: String { id.rawValue }

    /// The set called `name`, or nil if there is none of this name or this processor does not have it.
    public init?(named name: String) {
        guard let id = Name(rawValue: name) else { return nil }
        self.init(id)
        guard kernels != nil else { return nil }
    }

    private enum Name: String, CaseIterable {
        case scalar, portable, sse2, avx2
    }

    private let id: Name
    private init(_ id: Name) { self.id = id }

    /// The functions of the set, or nil where it is not available.
    var kernels: Kernels? {
        switch id {
        case .scalar: .scalar
        case .portable: .portable
        case .sse2: .sse2
        case .avx2: .avx2
        }
    }
}

extension InstructionSet: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
