import AllowsEditing

// The samples of the other guides.
extension SampleCheck {
    func checkFirstSteps() async throws {
        let photo = try await original(at: harbor)
        let first = try await avatar(of: photo)
        let square = PixelRect(x: 240, y: 0, width: 960, height: 960)
        try require(first.cropRect == square, "first steps", digest(first.file), square)
        let sizes = try await banners(of: photo).map(\.size)
        try require(
            sizes == [PixelSize(width: 1200, height: 400), PixelSize(width: 600, height: 200)], "banners", sizes)
    }

    func checkHandler() async throws {
        let handler = AvatarHandler(atOnce: 2)
        let photo = try await original(at: harbor)
        let answers = await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { await handler.answer(upload: photo) } }
            return await group.reduce(into: [Answer]()) { $0.append($1) }
        }
        let avatars = Set(answers.map(\.body))
        try require(answers.allSatisfy { $0.status == 200 } && avatars.count == 1, "handler", digest(answers[0].body))
        let cut = await handler.answer(upload: Array(photo.prefix(photo.count / 2)))
        let text = await handler.answer(upload: Array("no picture".utf8))
        let movie = await handler.answer(
            upload: [0, 0, 0, 24] + Array("ftypisom".utf8) + Array(repeating: 0, count: 64))
        let statuses = [cut, text, movie].map(\.status)
        try require(statuses == [422, 422, 415], "handler of bad uploads", statuses)
    }

    func checkPages() async throws {
        let picture = try await pagePicture(of: try await original(at: harbor))
        let isSmall = picture.files.allSatisfy { $0.bytes.count <= 150_000 }
        let widths = picture.files.map(\.size.width)
        try require(
            widths == [1440, 800, 400] && isSmall && picture.blurHash?.isEmpty == false, "pictures of a page", widths,
            picture.blurHash ?? "")
    }

    func checkBatches() async throws {
        let output = scratch.appending("thumbnails")
        let lines = Lines()
        let summary = try await makeThumbnails(of: pictures, in: output) { lines.append($0) }
        let files = try await count(output)
        try require(summary.edited == 13 && files == 39 && lines.all.isEmpty, "batch", files, lines.all)

        let photo = try await original(at: harbor)
        let added = try await batch(adding: photo, to: pictures.appending("city"), in: scratch.appending("added")).run()
        try require(added.edited == 3, "batch of a folder and bytes", added.edited)

        var plain = Self.isolatedBatch
        plain.inputs = [pictures.appending("trip")]
        plain.output = scratch.appending("isolated")
        let isolatedRun = try await isolated(plain, by: BytePath(CommandLine.arguments[0])).run()
        try require(isolatedRun.edited == 5 && isolatedRun.failed == 0, "isolated batch", isolatedRun.edited)
    }

    func checkCrops() async throws {
        let json =
            #"{"tool":"react-easy-crop","data":{"croppedArea":{"x":10,"y":20,"width":50,"height":50},"rotation":0}}"#
        let picked = try await cut(try await original(at: harbor), asShownIn: Array(json.utf8))
        let part = PixelRect(x: 144, y: 192, width: 720, height: 480)
        let corner = try picked.image.bitmap().bytes.prefix(4)
        try require(
            picked.cropRect == part && picked.image.format == .webP && corner.last == 0, "crop of a front end", part,
            digest(picked.image.bytes))
        guard case .zoom(let factor, _, _) = chosenCrop(of: PixelSize(width: 1440, height: 960)) else {
            throw SampleFailure("the crop of a screen is no zoom")
        }
        try require(factor == 2, "crop of a screen", factor)
    }

    func checkMetadata() async throws {
        let photo = try await original(at: pictures.appending("home/portrait.jpg"))
        let (edited, original) = try await publish(photo)
        try require(
            edited.size == PixelSize(width: 1000, height: 1000) && original.bytes.count <= photo.count, "published",
            digest(edited.bytes), digest(original.bytes))
        let tells = try await tellsPlace(photo)
        try require(!tells, "tells its place", tells)
    }

    func checkLimits() async throws {
        let photo = try await original(at: harbor)
        let tooMany = try await pixelsTooMany(in: photo, allowed: 1_000_000)
        let fine = try await pixelsTooMany(in: photo, allowed: 2_000_000)
        try require(tooMany == 1440 * 960 && fine == nil, "limits", tooMany ?? 0)
    }
}
