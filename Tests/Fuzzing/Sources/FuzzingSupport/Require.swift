/// Stops the fuzzer where something does not hold that must hold for every input: a finding, like a crash.
public func require(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { fatalError("does not hold: \(what())") }
}

/// What every text of an error must be: one line that a person can read.
public func requireOneLine(_ text: String) {
    require(!text.isEmpty, "an error has a text")
    require(
        !text.unicodeScalars.contains { $0.properties.generalCategory == .control },
        "the text of an error is one line without control characters: \(text.debugDescription)")
}
