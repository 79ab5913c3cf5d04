import AllowsEditing

// The four samples for those who know a picker from iOS.
extension SampleCheck {
    func checkDelegate() async throws {
        let keeper = AvatarKeeper()
        try await pickAvatars(in: pictures, for: keeper)
        let (avatars, complaints) = await (keeper.avatars, keeper.complaints)
        let squares = avatars.filter { $0.size == PixelSize(width: 256, height: 256) }
        try require(
            avatars.count == 13 && squares.count == 13 && complaints.isEmpty, "delegate", avatars.count,
            digest(avatars.flatMap(\.bytes)), complaints)

        try await pickAvatars(in: pictures.appending("nothing"), for: keeper)
        let messages = await keeper.complaints
        try require(messages.count == 1 && messages[0].contains("nothing"), "a source that is missing", messages.count)
    }

    func checkWrapper() async throws {
        let image = try await pickAvatar(from: .library(pictures))
        try require(image?.size.width == 256, "wrapper", digest(image?.bytes ?? []))

        let task = Task { try await pickAvatar(from: .camera(scratch)) }
        task.cancel()
        let nothing = try await task.value
        try require(nothing == nil, "cancelled wrapper")

        let album = Album(scratch.appending("album"))
        let saved = try await saveAll(from: .library(pictures.appending("trip")), to: album)
        let files = try await count(scratch.appending("album"))
        try require(saved == 5 && files == 10, "saved pairs", saved, files)
    }

    func checkProtocol() async throws {
        let inbox = scratch.appending("inbox")
        let camera = Album(inbox)
        let photo = try await ImageEditor().edit(try await original(at: harbor), EditOptions(size: .atMost(640)))
        // The folder must be there before it is watched.
        try await camera.save(photo)
        let page = ProfilePage(inbox: inbox)
        let task = Task { try await page.nextPicture() }
        // Pictures come until one has come after the watch began.
        let uploads = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(50))
                try await camera.save(photo)
            }
        }
        let picked = try await task.value
        uploads.cancel()
        // Which of the files comes first is a matter of luck.
        try require(picked?.editedImage?.size.width == 256, "protocol")
    }

    func checkClosures() async throws {
        let lines = Lines()
        let files = ["harbor.jpg", "home/balloons.png", "trip/meadow.webp"].map { pictures.appending(BytePath($0)) }
        let summary = await pick(files) { lines.append($0) }
        try require(summary.picked == 2 && summary.failed == 0, "closures", lines.all)

        let missing = await pick([pictures.appending("nothing.jpg")]) { lines.append($0) }
        try require(missing.failed == 1 && lines.all.last?.hasPrefix("failed: ") == true, "a file that is missing")
    }

    /// How many pictures a folder holds.
    func count(_ folder: BytePath) async throws -> Int {
        await ImagePicker(source: .library(folder), allowsEditing: false).run().picked
    }
}
