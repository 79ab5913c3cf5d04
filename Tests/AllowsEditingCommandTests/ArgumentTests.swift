import AllowsEditing
import Testing

@testable import AllowsEditingCommand

@Suite("Arguments")
struct ArgumentTests {
    private func parse(_ arguments: String...) throws(UsageError) -> Invocation {
        try Invocation(arguments: arguments.map { [UInt8]($0.utf8) })
    }

    @Test("options may stand anywhere and hang on their values")
    func forms() throws {
        for invocation in [
            try parse("photos", "-o", "out", "-s", "512", "-q", "90"),
            try parse("--output=out", "--size=512", "photos", "--quality=90"),
            try parse("-oout", "-s512", "-q90", "--", "photos"),
        ] {
            let batch = try invocation.batch()
            #expect(batch.inputs == ["photos"])
            #expect(batch.output == "out")
            #expect(batch.options.sizes == [.atMost(512)])
            #expect(batch.options.quality == 90)
        }
    }

    @Test("after -- a name may begin with a dash")
    func dashes() throws {
        #expect(try parse("-o", "out", "--", "-x.jpg", "--help").inputs == ["-x.jpg", "--help"])
    }

    @Test("the message on an unknown option is one line, whatever its name")
    func oneLine() {
        #expect(throws: UsageError("unknown option --a\u{FFFD}b; see --help")) { try parse("--a\nb") }
    }

    @Test("a name that is not UTF-8 keeps its bytes")
    func rawBytes() throws {
        let name: [UInt8] = [0x63, 0xE9, 0x2E]
        #expect(try Invocation(arguments: [name]).inputs == [BytePath(bytes: name)])
    }

    @Test(
        "crops are read in all their forms",
        arguments: [
            ("center", Crop.center), ("attention", .attention), ("top-left", .gravity(x: 0, y: 0)),
            ("bottom", .gravity(x: 0.5, y: 1)),
            ("right", .gravity(x: 1, y: 0.5)), ("0,0,3,2", .rect(PixelRect(x: 0, y: 0, width: 3, height: 2))),
            ("10%,0%,50%,100%", .fractions(x: 0.1, y: 0, width: 0.5, height: 1)),
            ("focus=0.25,1", .focus(x: 0.25, y: 1)),
            ("zoom=2.5,0,1", .zoom(factor: 2.5, x: 0, y: 1)),
        ])
    func crops(_ text: String, _ crop: Crop) throws {
        #expect(try parse("-c", text).options.crop == crop)
    }

    @Test(
        "a bad value is refused, naming flag, value and what is allowed",
        arguments: [
            ("--crop", "middle"), ("--crop", "1,2,3"), ("--crop", "-1,0,3,3"), ("--crop", "0,0,0,3"),
            ("--crop", "focus=2,0"),
            ("--crop", "zoom=0.5,0,0"), ("--crop", "focus=nan,0"), ("--size", "0"), ("--size", "12x"), ("--size", "-5"),
            ("--size", "1x2x3"), ("--size", "99999999999999999999"), ("--quality", "0"), ("--quality", "101"),
            ("--quality", "+5"),
            ("--quality", ""), ("--format", "gif"), ("--filter", "nearest"), ("--animation", "all"),
            ("--background", "fff"),
            ("--background", "gggggg"),
            ("--memory", "12Q"), ("--memory", "99999999999G"), ("--jobs", "0"), ("--existing", "skip!"),
            ("--original", "move"),
            ("--subsampling", "411"), ("--max-pixels", "0"), ("--records", ""), ("--output", ""),
            ("--max-bytes", "0"), ("--max-bytes", "many"), ("--sheet", ""), ("--sheet", "-"),
        ])
    func badValues(_ flag: String, _ value: String) {
        #expect {
            try parse("\(flag)=\(value)")
        } throws: { error in
            let message = (error as? UsageError)?.message ?? ""
            return message.contains(flag) && message.contains("'\(value)'") && message.contains("takes")
        }
    }

    @Test("an unknown option is named, and a slip of the finger gets a suggestion")
    func unknown() {
        #expect(throws: UsageError("unknown option --qualty: did you mean --quality?; see --help")) {
            try parse("--qualty=3")
        }
        #expect(throws: UsageError("unknown option -z; see --help")) { try parse("-z") }
        #expect(throws: UsageError("--quiet takes no value")) { try parse("--quiet=1") }
        #expect(throws: UsageError("--size needs a value: N|WxH|full")) { try parse("photos", "--size") }
    }

    @Test(
        "a number out of range is answered with the range",
        arguments: [("--size", "65501", "65500"), ("--jobs", "2000", "1024"), ("--max-pixels", "0", "at least 1")])
    func ranges(_ flag: String, _ value: String, _ allowed: String) {
        #expect {
            try parse("\(flag)=\(value)")
        } throws: { error in
            (error as? UsageError)?.message.contains(allowed) ?? false
        }
    }

    @Test("what is missing is said")
    func missing() throws {
        #expect(throws: UsageError.self) { try parse("-o", "out").batch() }
        #expect(throws: UsageError.self) { try parse("photos").batch() }
        #expect(throws: UsageError.self) { try parse("photos", "-o", "out", "-s", "3x2", "-s", "1x1").batch() }
    }

    @Test(
        "sizes of memory are powers of 1024",
        arguments: [("1", 1), ("2K", 2048), ("3M", 3 << 20), ("1GiB", 1 << 30), ("5mb", 5 << 20)])
    func memory(_ text: String, _ bytes: Int) throws {
        #expect(try parse("--memory", text).memory == bytes)
    }

    @Test("every option is in the help with its value")
    func help() throws {
        let text = try Help.text(on: nil)
        for option in CommandOption.all {
            #expect(text.contains(option.longName))
            if let placeholder = option.placeholder { #expect(text.contains(placeholder)) }
        }
    }

    @Test("every finding is in the help on findings, and other topics are usage errors")
    func helpOnFindings() throws {
        let text = try Help.text(on: "findings")
        for finding in Finding.allCases { #expect(text.contains("  \(finding.rawValue) ")) }
        #expect(throws: UsageError.self) { try Help.text(on: "cooking") }
        #expect(try parse("help", "findings").inputs == ["findings"])
        #expect(try parse("--help", "findings").task == .help)
    }

    @Test(
        "--help shows the help wherever it stands: on the topic behind it, or on everything",
        arguments: [
            ("photos --help", nil), ("in -o out --help", nil), ("in -s 512 -h", nil), ("--help photos", nil),
            ("--help findings", "findings"), ("in -h boxes", "boxes"), ("--help --nonsense -s 0", nil),
            ("inspect a.jpg --help", "inspect"), ("completions bash --help", nil), ("selftest --help", nil),
            ("findings --help", nil), ("--help --version", nil), ("help --help", nil), ("help names", "names"),
        ] as [(String, BytePath?)])
    func helpAnywhere(_ arguments: String, _ topic: BytePath?) throws {
        let invocation = try Invocation(arguments: arguments.split(separator: " ").map { [UInt8]($0.utf8) })
        #expect(invocation.task == .help && invocation.inputs.first == topic)
        #expect(throws: Never.self) { try Help.text(on: invocation.inputs.first) }
    }

    @Test("findings that fail are named by their codes")
    func failOn() throws {
        func failing(_ arguments: String...) throws -> Set<Finding> {
            let all = ["photos", "-o", "out"] + arguments
            return try Invocation(arguments: all.map { [UInt8]($0.utf8) }).batch().options.failOn
        }
        #expect(try failing() == [.truncated, .malformed])
        #expect(try failing("--fail-on", "trailing-data,malformed") == [.trailingData, .malformed])
        #expect(try failing("--fail-on", "none") == [])
        #expect(try failing("--allow-truncated") == [.malformed])
        #expect(try failing("--allow-truncated", "--fail-on", "truncated,exif-invalid") == [.exifInvalid])
        for wrong in ["", "cooking", "truncated,", "none,truncated"] {
            #expect(throws: UsageError.self) { try parse("--fail-on", wrong) }
        }
    }

    @Test("--exact decodes every coefficient")
    func exact() throws {
        #expect(try parse("photos", "-o", "out").batch().options.readsThumbnails)
        #expect(try !parse("photos", "-o", "out", "--exact").batch().options.readsThumbnails)
    }

    @Test("light is averaged where that is asked for")
    func linear() throws {
        #expect(try !parse("photos", "-o", "out").batch().options.isLinear)
        #expect(try parse("photos", "-o", "out", "--linear").batch().options.isLinear)
    }

    @Test("the depth of samples is 8, or kept")
    func depth() throws {
        #expect(try parse("photos", "-o", "out").batch().options.depth == .eight)
        #expect(try parse("--depth", "keep").options.depth == .keep)
        #expect(try parse("--depth", "8").options.depth == .eight)
        #expect(throws: UsageError.self) { try parse("--depth", "16") }
    }

    @Test("limits are given one by one")
    func limits() throws {
        let limits = try parse(
            "--max-pixels", "1", "--max-side", "2", "--max-scans", "3", "--max-memory", "4K", "--max-metadata", "5M",
            "--max-chunks", "6", "--max-frames", "7", "--time-limit", "8"
        ).options.limits
        #expect((limits.maxPixels, limits.maxSide, limits.maxScans) == (1, 2, 3))
        #expect(limits.maxMemory == 4096 && limits.header.maxMetadataBytes == 5 << 20)
        #expect((limits.header.maxChunks, limits.header.maxFrames, limits.maxSeconds) == (6, 7, 8))
        #expect(try parse("--time-limit", "none").options.limits.maxSeconds == nil)
        #expect(throws: UsageError.self) { try parse("--time-limit", "0") }
    }
}
