import AllowsEditing

extension CommandOption {
    /// Every option. Each section of the help keeps the order they have here.
    static let all: [CommandOption] = [
        CommandOption(
            ["-o", "--output"], value: "DIR", for: .batch, in: .output,
            help:
                "the folder that receives the pictures, made when it is missing; - for standard output, with one INPUT"
        ) {
            $0.output = $1.path
            return !$1.path.isEmpty
        },
        CommandOption(
            ["--files-from"], value: "FILE", for: .batch, in: .inputs,
            help:
                "a list of more inputs, one a line, without a carriage return at the end of a line; - for standard input; may be given several times"
        ) {
            $0.lists.append($1.path)
            return !$1.path.isEmpty
        },
        CommandOption(
            ["-0", "--null"], for: .batch, in: .inputs,
            help: "each path of a list ends with a zero byte in place of a line feed: for names of any bytes"
        ) { invocation, _ in
            invocation.listSeparator = .zero
            return true
        },
        CommandOption(
            ["--shard"], value: "I/N|auto", for: .batch, in: .inputs,
            help:
                "only the I-th of N parts of the inputs, I from 1; the parts depend on the names alone, and so are the same on every machine; auto takes both numbers from the variables of a Slurm array or a Kubernetes indexed job"
        ) {
            setOptional(&$0.part, $1.part)
        },
        CommandOption(
            ["--watch"], for: .batch, in: .inputs,
            help:
                "go on with each new picture in the folders, once it is completely written, until a signal ends the run; what is there already is left as with --existing skip, unless --existing says otherwise (Linux)"
        ) { invocation, _ in
            invocation.isWatching = true
            return true
        },
        CommandOption(
            ["-s", "--size"], value: "N|WxH|full",
            help:
                "the edited side in pixels, at most, 1 to 65500; WxH also sets the aspect; may be given several times (default full)"
        ) { invocation, value in
            value.outputSize.map { invocation.sizes.append($0) } != nil
        },
        CommandOption(["--enlarge"], help: "allow enlarging to reach the size") { invocation, _ in
            invocation.options.allowsEnlarging = true
            return true
        },
        CommandOption(
            ["-c", "--crop"], value: OptionValue("WHERE", words: ArgumentValue.cropWords), in: .crop,
            help:
                "which part is kept: center, top, bottom, left, right, top-left, …; X,Y,W,H; X%,Y%,W%,H%; focus=FX,FY; zoom=Z,FX,FY; attention, where people look (default center)"
        ) { set(&$0.options.crop, $1.crop) },
        CommandOption(
            ["--aspect"], value: "W:H", in: .crop,
            help:
                "the shape of the part that is kept; width against height, such as 4:3 or 1.91:1; --size WxH sets it as well, and both must agree; a rectangle of --crop or --boxes keeps its own shape (default 1:1)"
        ) { setOptional(&$0.options.aspect, $1.aspect) },
        CommandOption(
            ["--boxes"], value: "FILE", for: .batch, in: .crop,
            help:
                "a crop for each picture that is named in a file of JSON Lines: in the words of common crop front ends, see --help boxes; - for standard input; all others are cropped by --crop"
        ) {
            $0.boxes = $1.path
            return !$1.path.isEmpty
        },
        CommandOption(
            ["--padding"], value: "RRGGBB", in: .crop,
            help: "what surrounds a picture where a crop of --boxes reaches beyond it (default: such crops fail)"
        ) { setOptional(&$0.options.padding, $1.color) },
        CommandOption(
            ["--mask"], value: "ellipse|rounded=F", in: .crop,
            help:
                "cut off what lies outside of an ellipse, or corners rounded by F of the shorter side, 0 to 0.5: transparent, or the background in JPEG"
        ) { setOptional(&$0.options.mask, $1.mask) },
        CommandOption(
            ["-f", "--format"], value: "same|jpeg|png|webp", in: .file,
            help: "the format of the edited picture (default same)"
        ) {
            set(&$0.options.format, $1.oneOf(["same": nil, "jpeg": .jpeg, "png": .png, "webp": .webP]))
        },
        CommandOption(
            ["-q", "--quality"], value: "1…100", in: .file, help: "quality of JPEG and lossy WebP (default 85)"
        ) {
            set(&$0.options.quality, $1.integer(in: 1...100))
        },
        CommandOption(
            ["--max-bytes"], value: "SIZE", in: .file,
            help:
                "lower the quality of JPEG and lossy WebP, to 20 at least, until each edited picture has so many bytes; of animations it is left as it is"
        ) { setOptional(&$0.options.maxBytes, $1.byteCount) },
        CommandOption(["--lossless"], in: .file, help: "write WebP without loss") { invocation, _ in
            invocation.options.isLossless = true
            return true
        },
        CommandOption(
            ["--subsampling"], value: "auto|420|422|444", in: .file,
            help: "chroma of JPEG; auto keeps 4:4:4 of a JPEG original and takes 4:2:0 elsewhere (default auto)"
        ) {
            set(&$0.options.subsampling, $1.oneOf(["auto": nil, "420": .yuv420, "422": .yuv422, "444": .yuv444]))
        },
        CommandOption(["--progressive"], in: .file, help: "write JPEG with progressive scans") { invocation, _ in
            invocation.options.isProgressive = true
            return true
        },
        CommandOption(
            ["--animation"], value: "first|keep", in: .file,
            help:
                "what becomes of an animated picture: its first frame is edited, or every frame is kept where WebP is edited to WebP (default first)"
        ) { set(&$0.options.animation, AnimationPolicy(rawValue: $1.text)) },
        CommandOption(
            ["--background"], value: "RRGGBB", in: .file,
            help: "what shows through transparency where the output has none (default ffffff)"
        ) { set(&$0.options.background, $1.color) },
        CommandOption(
            ["--filter"], value: .oneOf(ResamplingFilter.allCases.map(\.rawValue)),
            help: "the filter that scales (default lanczos3)"
        ) { set(&$0.options.filter, ResamplingFilter(rawValue: $1.text)) },
        CommandOption(
            ["--depth"], value: "8|keep",
            help: "bits of a sample; keep writes PNG of 16 bits as PNG of 16 bits (default 8)"
        ) { set(&$0.options.depth, EditOptions.Depth(rawValue: $1.text)) },
        CommandOption(
            ["--linear"], help: "average light instead of samples: fine bright detail keeps its brightness; slower"
        ) { invocation, _ in
            invocation.options.isLinear = true
            return true
        },
        CommandOption(
            ["--exact"],
            help: "decode every coefficient of a JPEG, also where the lowest ones make as good a small picture"
        ) { invocation, _ in
            invocation.options.readsThumbnails = false
            return true
        },
        CommandOption(
            ["--original"], value: "copy|link|private|none", for: .batch, in: .output,
            help:
                "what becomes of the picked picture: copied, hard-linked, copied without location, serial numbers, names, maker notes and thumbnails, or left out (default copy)"
        ) {
            set(&$0.original, OriginalPolicy(rawValue: $1.text))
        },
        CommandOption(
            ["--metadata"], value: "none|icc|private|all", in: .file,
            help:
                "what the edited picture carries: nothing, its color profile, EXIF without what is private as well, or all but thumbnails (default icc)"
        ) {
            set(&$0.options.metadata, MetadataPolicy(rawValue: $1.text))
        },
        CommandOption(
            ["--profile"], value: "keep|srgb", in: .file,
            help: "keep pixels and their color profile, or convert to sRGB and drop it (default keep)"
        ) {
            set(&$0.options.profile, ProfilePolicy(rawValue: $1.text))
        },
        CommandOption(
            ["-j", "--jobs"], value: "1…1024", for: .batch, help: "workers (default: one for each processor)"
        ) {
            setOptional(&$0.workers, $1.integer(in: 1...1024))
        },
        CommandOption(
            ["--memory"], value: "SIZE", in: .run,
            help:
                "budget for the pictures in flight: bytes, or a number with K, M or G (default: a quarter of the memory, at least 256M)"
        ) { setOptional(&$0.memory, $1.byteCount) },
        CommandOption(
            ["--max-pixels"], value: "N", in: .limits,
            help: "refuse larger pictures from their header: N is at least 1 (default 268402689)"
        ) {
            set(&$0.options.limits.maxPixels, $1.integer(in: 1...Int.max))
        },
        CommandOption(
            ["--max-side"], value: "N", in: .limits, help: "refuse wider and higher pictures (default 262144)"
        ) {
            set(&$0.options.limits.maxSide, $1.integer(in: 1...Int.max))
        },
        CommandOption(
            ["--max-scans"], value: "N", in: .limits,
            help: "refuse progressive JPEG of more scans; each costs a pass (default 500)"
        ) {
            set(&$0.options.limits.maxScans, $1.integer(in: 1...Int(Int32.max)))
        },
        CommandOption(
            ["--max-memory"], value: "SIZE", in: .limits,
            help: "refuse pictures that would take more memory, each (default 500 MB)"
        ) {
            set(&$0.options.limits.maxMemory, $1.byteCount)
        },
        CommandOption(
            ["--max-metadata"], value: "SIZE", in: .limits, help: "refuse files that hold more metadata (default 64M)"
        ) {
            set(&$0.options.limits.header.maxMetadataBytes, $1.byteCount)
        },
        CommandOption(
            ["--max-chunks"], value: "N", in: .limits, help: "refuse files of more chunks or segments (default 1000000)"
        ) {
            set(&$0.options.limits.header.maxChunks, $1.integer(in: 1...Int.max))
        },
        CommandOption(
            ["--max-frames"], value: "N", in: .limits, help: "refuse animations of more frames (default 10000)"
        ) {
            set(&$0.options.limits.header.maxFrames, $1.integer(in: 1...Int.max))
        },
        CommandOption(
            ["--time-limit"], value: "SECONDS|none", in: .limits,
            help: "processor time that decoding one picture may take, 1 to 86400 (default 10)"
        ) {
            if $1.text == "none" {
                $0.options.limits.maxSeconds = nil
                return true
            }
            return setOptional(&$0.options.limits.maxSeconds, $1.integer(in: 1...86400).map(Double.init))
        },
        CommandOption(
            ["--allow-truncated"], in: .limits,
            help: "edit what is there of a truncated picture; the rest is gray or transparent"
        ) { invocation, _ in
            invocation.allowsTruncated = true
            return true
        },
        CommandOption(
            ["--fail-on"],
            value: OptionValue("CODE[,CODE]|none", words: Finding.allCases.map(\.rawValue), isList: true), in: .limits,
            help: "findings that count as failures, see --help findings (default truncated,malformed)"
        ) { set(&$0.options.failOn, $1.findings) },
        CommandOption(
            ["--isolate"], for: .batch,
            help: "decode in processes that can open no file and reach no network; one that dies fails one picture"
        ) { invocation, _ in
            invocation.isIsolated = true
            return true
        },
        CommandOption(
            ["--name"], value: "TEMPLATE", for: .batch, in: .output,
            help:
                "how outputs are named, with {dir} {name} {kind} {size} {ext} {index}; with a slash or {dir} the whole path below DIR, see --help names (default {name}.{kind}.{ext})"
        ) {
            $0.name = $1.bytes
            return true
        },
        CommandOption(
            ["--existing"], value: "error|skip|overwrite", for: .batch, in: .output,
            help:
                "what to do when an output is there already; skip: leave it where the pair is complete and was made of the same input with the same options, and make anew what an earlier run left otherwise (default error; with --watch, skip)"
        ) {
            setOptional(&$0.existing, ExistingPolicy(rawValue: $1.text))
        },
        CommandOption(
            ["--records"], value: "FILE", for: .batch, in: .reports,
            help: "write one JSON object a line for each input; - for standard output"
        ) {
            $0.records = $1.path
            return !$1.path.isEmpty
        },
        CommandOption(
            ["--sheet"], value: "FILE", for: .batch, in: .reports,
            help:
                "write one HTML page that shows each picture beside its original, with the crop drawn on it, and what failed; it is there when the run has ended, by an interruption too; what --existing skip leaves alone is decoded to be shown"
        ) {
            $0.sheet = $1.path
            return !$1.path.isEmpty && $1.path != .standardStream
        },
        CommandOption(
            ["--dry-run"], for: .batch, in: .output,
            help: "print what would be done, what would fail and whether there is room, and write nothing"
        ) {
            invocation, _ in
            invocation.isDryRun = true
            return true
        },
        CommandOption(["--json"], for: .inspect, help: "inspect: print one JSON object a line for each file") {
            invocation, _ in
            invocation.printsJSON = true
            return true
        },
        CommandOption(
            ["--progress"], value: .oneOf(ProgressMode.allCases.map(\.rawValue)), for: .batch, in: .reports,
            help:
                "how far a batch is, on standard error: auto shows a bar on a terminal and nothing elsewhere, on writes a line every ten seconds there (default auto)"
        ) { set(&$0.progress, ProgressMode(rawValue: $1.text)) },
        CommandOption(["--quiet"], for: .batch, in: .reports, help: "print failures only, and no progress") {
            invocation, _ in
            invocation.isQuiet = true
            return true
        },
        CommandOption(
            ["-h", "--help"], for: .command,
            help: "print this help; --help findings: what can be odd about a file; --help inspect"
        ) { invocation, _ in
            // What was to be edited is no topic.
            invocation.inputs = invocation.task == .inspect ? ["inspect"] : []
            invocation.task = .help
            return true
        },
        CommandOption(["--version"], for: .command, help: "print the versions of the command and of the codecs") {
            invocation, _ in
            invocation.task = .version
            return true
        },
    ]
}

/// Stores a value that could be read; false where it could not.
private func set<T>(_ place: inout T, _ value: T?) -> Bool {
    guard let value else { return false }
    place = value
    return true
}

/// The same for a place that is empty until it is set: `set` would take a value that could not be read for an empty one.
private func setOptional<T>(_ place: inout T?, _ value: T?) -> Bool {
    guard let value else { return false }
    place = value
    return true
}
