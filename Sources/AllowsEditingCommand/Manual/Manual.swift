import AllowsEditing

/// The manual page: the texts and the tables of the help in roff.
enum Manual {
    static var page: String {
        var page = Roff(title: "allows-editing", section: 1, source: "allows-editing \(AllowsEditingVersion.current)")
        page.heading("Name")
        page.marked("allows\\-editing \\- edit folders of photographs into pairs")
        page.heading("Synopsis")
        for (index, usage) in ([Subcommand.batchUsage] + Subcommand.all.map(\.usage)).enumerated() {
            if index > 0 { page.lineBreak() }
            let words = usage.split(separator: " ", maxSplits: 1)
            page.marked(Roff.bold(String(words[0])) + (words.count > 1 ? " " + Roff.escaped(String(words[1])) : ""))
        }
        page.heading("Description")
        page.paragraphs(Help.introduction)
        page.heading("Commands")
        for command in Subcommand.all { page.entry(Roff.bold(command.name), command.summary) }
        page.heading("Options")
        options(&page)
        page.heading("Boxes")
        page.paragraphs(Help.boxes)
        page.heading("Names")
        page.paragraphs(Help.names)
        page.heading("Inspect")
        page.paragraphs(Help.inspection)
        page.heading("Findings")
        page.paragraphs(Help.findingsIntroduction)
        for finding in Finding.allCases { page.entry(Roff.bold(finding.rawValue), finding.summary) }
        page.heading("Exit status")
        for code in ExitCode.meanings { page.entry(Roff.bold(String(code.code)), code.meaning) }
        page.heading("Environment")
        for variable in environment { page.entry(Roff.bold(variable.name), variable.meaning) }
        page.heading("Examples")
        page.paragraphs(examples.map { "\($0.meaning):\n\n    \($0.line)" }.joined(separator: "\n\n"))
        return page.text
    }

    private static func options(_ page: inout Roff) {
        for section in OptionSection.allCases {
            let options = CommandOption.all.filter { $0.section == section }
            if options.isEmpty { continue }
            page.subheading(section.rawValue)
            for option in options {
                let names = option.names.map(Roff.bold).joined(separator: ", ")
                page.entry(names + (option.placeholder.map { " " + Roff.italic($0) } ?? ""), option.help)
            }
        }
    }

    private static let environment = [
        (name: "NO_COLOR", meaning: "progress is shown without color where this is set to anything"),
        (name: "TERM", meaning: "where this is dumb, progress is shown as lines in place of a bar"),
        (
            name: "ALLOWS_EDITING_INSTRUCTIONS",
            meaning:
                "the instructions of the processor that are used: scalar, portable, sse2 or avx2; all give the same pictures"
        ),
        (
            name: "ALLOWS_EDITING_THUMBNAILS",
            meaning: "where this is off, every run decodes as with --exact, to compare with"
        ),
    ]

    private static let examples = [
        (
            meaning: "Square pictures of at most 512 pixels, beside their originals",
            line: "allows-editing photos -o out -s 512"
        ),
        (
            meaning: "The same, to look at before anything is written",
            line: "allows-editing photos -o out -s 512 --dry-run"
        ),
        (
            meaning: "Two sizes in WebP from one decode, without the originals",
            line: "allows-editing photos -o out -s 512 -s 128 -f webp --original none"
        ),
        (
            meaning: "One picture from a program to another",
            line: "allows-editing - -o - -s 256 -f jpeg <in.png >out.jpg"
        ),
    ]
}
