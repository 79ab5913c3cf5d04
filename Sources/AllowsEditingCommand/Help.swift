import AllowsEditing

/// The texts the command prints about itself.
enum Help {
    /// What `--help` or `help` prints, about everything or one topic.
    ///
    /// - Throws: `UsageError` for an unknown topic.
    static func text(on topic: BytePath?) throws(UsageError) -> String {
        guard let topic else { return text }
        switch topic {
        case "findings": return findings
        case "inspect": return inspect
        case "boxes": return boxes
        case "names": return names
        default:
            throw UsageError("there is no help on '\(topic)'; there is help on: \(topics.joined(separator: ", "))")
        }
    }

    /// What `help` explains beside the options.
    static let topics = ["findings", "inspect", "boxes", "names"]

    /// What the words of findings are for.
    static let findingsIntroduction = """
        What can be odd about a file that can be edited all the same. Records list these codes under "findings"; --fail-on names
        those that count as failures. Without --exact, a small picture of a progressive JPEG is made of part of its scans: what is
        changed within the data of the others does not reach the picture, and is not told.
        """

    private static var findings: String {
        let width = Finding.allCases.map(\.rawValue.count).max() ?? 0
        let lines = Finding.allCases.map { finding in
            let name = finding.rawValue + String(repeating: " ", count: width - finding.rawValue.count)
            return "  \(name)  \(finding.summary)"
        }
        return """
            \(findingsIntroduction)

            \(lines.joined(separator: "\n"))

            """
    }

    /// What `inspect` is for.
    static let inspection = """
        Prints what the header of each file says: format, sizes, orientation, color, coding, what is odd about it. No pixel is read.
        With an option on the edit it also tells what that edit would do: the crop, the sizes, the route and the memory.

        A FILE - is standard input. An INPUT that is named inspect is ./inspect
        """

    private static var inspect: String {
        """
        usage: allows-editing inspect FILE... [--json] [options]

        \(inspection)

        \(entries(CommandOption.all.filter { $0.scope.includes(.inspect) }))

        Exit codes: 0 all read, 1 some could not be read or edited, 2 usage, 3 none could be read.

        """
    }

    /// What a file of `--boxes` holds.
    static var boxes: String {
        let width = CropTool.allCases.map(\.rawValue.count).max() ?? 0
        let lines = CropTool.allCases.map { tool in
            "  \(tool.rawValue)\(String(repeating: " ", count: width - tool.rawValue.count))  \(tool.summary)"
        }
        return """
            --boxes names a file of JSON Lines: one object for each picture, which is found by its path as given, or by its path below the
            folder that was given; ./ and // make no difference. "tool" is the front end, and "data" holds what it exports, under its own
            names:

            \(lines.joined(separator: "\n"))

            "orientation" says what the numbers know of the picture's EXIF orientation: "applied" (they refer to the upright picture; where
            nothing is said), "included" (their own turn contains it: Cropper.js 1 with checkOrientation) or "stored" (they refer to the
            pixels as stored). "space" is the size that they refer to, where that is not the picture's own:

            {"file":"a.jpg","tool":"cropperjs1","orientation":"applied","data":{"x":10,"y":20,"width":300,"height":300,"rotate":90}}
            {"file":"b.jpg","tool":"box","space":{"width":400,"height":300},"data":{"center":[200,150],"size":[90,90],"rotation":12}}

            """
    }

    /// What a template of `--name` may hold.
    static var names: String {
        """
        --name says how the outputs of each picture are named. These fields stand for

          {dir}    the folder of the input below the INPUT that was given, empty for one that lies there itself
          {name}   the name of the input without its extension
          {kind}   edited or original; of several sizes, each has edited-SIZE where there is no {size}
          {size}   the size as it was asked for; full for the original
          {ext}    the extension; where an original has none, a dot before it goes as well
          {index}  the place of the input in the order of the inputs, with zeros before it; it changes where inputs come or go

        and {{ and }} for braces. A template without {dir} and without a slash is a name in the folder of the tree that the input has;
        any other is the whole path below the output folder. For photos/trip/IMG_1.JPG, given as photos:

          {name}.{kind}.{ext}          trip/IMG_1.edited.jpg     trip/IMG_1.original.JPG
          {kind}/{dir}/{name}.{ext}    edited/trip/IMG_1.jpg     original/trip/IMG_1.JPG
          ./{index}.{kind}.{ext}       07.edited.jpg             07.original.JPG

        """
    }

    /// What the command does, and with what.
    static let introduction = """
        Turns folders of photographs into pairs: the edited picture (square crop, scaled) and its original, side by side.

        An INPUT is a picture or a folder; a folder is walked with everything below it and its tree is kept below DIR.
        Formats are told by content: JPEG, PNG, WebP. For photos/trip/IMG_1.JPG the command writes
        DIR/trip/IMG_1.edited.jpg and DIR/trip/IMG_1.original.JPG.

        A picture that is named goes into DIR itself, but what its path has behind /./ is kept as well: photos/./trip/IMG_1.JPG
        goes where it goes when photos is given, for runs that share the files of a folder: find photos/./ -name '*.JPG'

        An INPUT - is one picture on standard input, which becomes DIR/stdin.edited.jpg and DIR/stdin.original.jpg; with -o -
        the edited picture alone is written to standard output. A file of this name is ./-
        """

    private static var text: String {
        """
        usage: \(([Subcommand.batchUsage] + Subcommand.all.map(\.usage)).joined(separator: "\n       "))

        \(introduction)

        \(entries(CommandOption.all))

        Exit codes: \(ExitCode.meanings.map { "\($0.code) \($0.meaning)" }.joined(separator: ", ")). A signal is the usual end of
        --watch, which is interrupted only where pictures that had come are left.

        """
    }

    /// What `--version` prints.
    static var version: String {
        "allows-editing \(AllowsEditingVersion.current)\n\(AllowsEditingVersion.components)\n"
    }

    /// The options under the headings of their sections.
    private static func entries(_ options: [CommandOption]) -> String {
        OptionSection.allCases.compactMap { section in
            let entries = options.filter { $0.section == section }.map(entry)
            return entries.isEmpty ? nil : "\(section.rawValue):\n" + entries.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private static func entry(_ option: CommandOption) -> String {
        let names = (option.names[0].hasPrefix("--") ? "    " : "") + option.names.joined(separator: ", ")
        let head = "  " + names + (option.placeholder.map { " " + $0 } ?? "")
        return ([head] + wrapped(option.help, width: 88).map { "          " + $0 }).joined(separator: "\n")
    }

    /// The words of a text in lines of at most so many characters, where no word is longer.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
