/// What the command tells the shell.
enum ExitCode {
    static let done: Int32 = 0
    static let someFailed: Int32 = 1
    static let usage: Int32 = 2
    static let nothingDone: Int32 = 3
    static let interrupted: Int32 = 130

    /// In the words of the help.
    static let meanings = [
        (code: done, meaning: "all done"), (code: someFailed, meaning: "some failed"), (code: usage, meaning: "usage"),
        (code: nothingDone, meaning: "nothing could be done"), (code: interrupted, meaning: "interrupted"),
    ]
}
