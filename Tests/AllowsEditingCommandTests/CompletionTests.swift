import Foundation
import Testing

@testable import AllowsEditing
@testable import AllowsEditingCommand

/// Completions, by the shells themselves where these are installed.
@Suite("Completions")
struct CompletionTests {
    private let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
        for shell in Shell.allCases {
            try folder.write(BytePath("completions.\(shell)"), [UInt8](shell.script.utf8))
        }
    }

    private static func isInstalled(_ shell: Shell) -> Bool {
        CommandFolder.call(shell.rawValue, "-c", "exit 0") == 0
    }

    /// What bash offers for the last of these words, and what it is told beside that.
    private func bash(_ words: String...) throws -> [String] {
        let quoted = words.map(Shell.quoted).joined(separator: " ")
        let script = """
            source completions.bash
            compopt() { echo "compopt $*"; }
            COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
            _allows_editing
            for word in "${COMPREPLY[@]}"; do echo "$word"; done
            """
        try folder.write("script", [UInt8](script.utf8))
        return try run(["bash", "--norc", "script"])
    }

    private func run(_ arguments: [String]) throws -> [String] {
        let output = try CommandRun(arguments, in: folder.url, number: 900).end()
        #expect(output.code == 0 && output.error.isEmpty, "\(output.error)")
        return output.standard.split(separator: "\n").map { String($0) }
    }

    @Test("bash offers options, their values and the words of subcommands", .enabled(if: isInstalled(.bash), "no bash"))
    func bash() throws {
        #expect(try bash("allows-editing", "in", "--form") == ["--format"])
        #expect(try bash("allows-editing", "in", "--format", "p") == ["compopt +o default", "png"])
        // As bash takes --format=p apart, and as it comes where it was told not to.
        #expect(try bash("allows-editing", "in", "--format", "=", "p") == ["compopt +o default", "png"])
        #expect(try bash("allows-editing", "in", "--format", "=").count == 5)
        #expect(try bash("allows-editing", "in", "--format=p") == ["compopt +o default", "--format=png"])
        #expect(try bash("allows-editing", "--fail-on", "hdr,gain") == ["compopt +o default", "hdr,gain-map"])
        #expect(try bash("allows-editing", "--mask", "r") == ["compopt +o default", "compopt -o nospace", "rounded="])
        #expect(try bash("allows-editing", "in", "-o", "o") == ["compopt -o dirnames +o default"])
        #expect(try bash("allows-editing", "in", "--boxes", "b").isEmpty)
        #expect(try bash("allows-editing", "insp") == ["compopt -o plusdirs", "inspect"])
        #expect(try bash("allows-editing", "completions", "z") == ["compopt +o default", "zsh"])
        #expect(try bash("allows-editing", "help", "box") == ["compopt +o default", "boxes"])
        #expect(try bash("allows-editing", "inspect", "--js") == ["--json"])
        #expect(try bash("allows-editing", "inspect", "--record").isEmpty)
        #expect(try bash("allows-editing", "photos", "fi").isEmpty)
    }

    @Test("bash knows every option", .enabled(if: isInstalled(.bash), "no bash"))
    func everyOption() throws {
        let offered = Set(try bash("allows-editing", "in", "-") + bash("allows-editing", "inspect", "-"))
        #expect(offered == Set(CommandOption.all.flatMap(\.names)))
    }

    @Test("fish offers options, their values and the words of subcommands", .enabled(if: isInstalled(.fish), "no fish"))
    func fish() throws {
        func offered(_ line: String) throws -> [String] {
            let output = try run([
                "fish", "--no-config", "-c", "source completions.fish; complete -C \(Shell.quoted(line))",
            ])
            return output.map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(try offered("allows-editing in --form") == ["--format"])
        #expect(try Set(offered("allows-editing in --format ")) == ["same", "jpeg", "png", "webp"])
        #expect(try offered("allows-editing in --format=p") == ["--format=png"])
        #expect(try offered("allows-editing in --fail-on hdr,gain") == ["hdr,gain-map"])
        #expect(try offered("allows-editing insp") == ["inspect"])
        #expect(try offered("allows-editing inspect --js") == ["--json"])
        #expect(try offered("allows-editing inspect --record").isEmpty)
        #expect(try offered("allows-editing completions z") == ["zsh"])
        #expect(try offered("allows-editing in -o i") == ["in/"])
    }

    @Test("zsh reads its file, and it names every option", .enabled(if: isInstalled(.zsh), "no zsh"))
    func zsh() throws {
        #expect(try run(["zsh", "-f", "-n", "completions.zsh"]).isEmpty)
        for name in CommandOption.all.flatMap(\.names) { #expect(Shell.zsh.script.contains("'*" + name)) }
    }

    @Test("another shell, or none, is a usage error that names those there are")
    func unknownShell() {
        for inputs: [BytePath] in [[], ["tcsh"], ["bash", "zsh"]] {
            #expect(throws: UsageError("completions takes the name of a shell: bash, zsh, fish")) { try Shell(inputs) }
        }
    }

    @Test("a placeholder says what can be written as it stands, and what is found on a disk")
    func placeholders() {
        #expect(OptionValue("keep|srgb").words == ["keep", "srgb"])
        #expect(OptionValue("ellipse|rounded=F").words == ["ellipse", "rounded="])
        #expect(OptionValue("SECONDS|none").words == ["none"])
        #expect(OptionValue("1…100").words.isEmpty && OptionValue("N|WxH|full").words == ["full"])
        #expect(OptionValue("FILE").place == .file && OptionValue("DIR").place == .folder)
        #expect(OptionValue("SIZE").place == nil && OptionValue("SIZE").words.isEmpty)
    }
}
