import AllowsEditing

extension EditError {
    /// What a person can do about failures of this kind, by the options of the command.
    var remedy: String {
        switch self {
        case .image(.limitExceeded(_, _, _, let flag?)): "raise \(flag) if you trust these files"
        case .io(_, let code) where isFullDisk(code): "make room where the output goes, and run again"
        case .io(_, let code) where isMissing(code): "check the path: nothing is there"
        case .io(_, let code) where isElsewhere(code):
            "use --original copy: hard links need input and output on one file system"
        case .unknownOutput: "choose another --output, or move these files away: no run has made them"
        case .notAFile:
            "leave out what is no file: pipes, devices and folders cannot be pictures, nor be replaced by some"
        case .undelivered: "look at the program that reads standard output: it has stopped reading"
        default: Self.remedies[kind] ?? "see their messages"
        }
    }

    /// By the kind: a worker process reports no more of its failures.
    private static let remedies = [
        "malformed": "get these files again from where they came from, or leave them out",
        "truncated": "get these files again in full, or edit what is there of them with --allow-truncated",
        "unsupported": "convert these files to JPEG, PNG or WebP first",
        "limitExceeded": "their messages name the limit; raise it if you trust these files",
        "outOfMemory": "leave more memory to each picture: fewer --jobs, or a smaller --memory",
        "timeLimit": "raise --time-limit if you trust these files",
        "encoding": "choose another --format or a smaller --size",
        "tooLarge": "raise --max-bytes, or choose a smaller --size or another --format",
        "finding": "look at them with inspect; --fail-on decides which findings count as failures",
        "invalidOptions": "change what their messages name: an option, an input, or a crop in --boxes",
        "cropOutsideImage":
            "move the crop into the picture; parts of the picture (10%,0%,50%,50%) suit every size, and --padding fills what a crop of --boxes has beyond it",
        "denied": "change the permissions, or run as a user who has them",
        "io": "their messages say what the system found",
        "changed": "run again once nobody writes to these files",
        "noPictures": "name folders that hold JPEG, PNG or WebP",
        "collision": "tell them apart with --name, rename one of each two, or edit them into folders of their own",
        "exists":
            "run again with --existing skip to keep what earlier runs made, replace it with --existing overwrite, or choose another --output",
        "targetIsInput": "choose another --output: inputs are never written to",
        "crashed": "leave these files out, and report them: no file should do that",
    ]
}
