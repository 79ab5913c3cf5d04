import ImageCodecs

extension BatchRun {
    /// Makes the pair of one input, or says what would be made.
    func edit(_ input: PlannedInput, _ worker: PictureWorker) throws(EditError) -> BatchRecord.Outcome {
        let names = try input.names.get()
        if input.isComplete { return try kept(input, names, worker) }
        var times = StageTimes()
        var mark = Instant.now
        var picture = try AdmittedPicture(PictureSource(input.file), budget, limit: batch.memory)
        times.read = mark.elapsed

        var replacing: PairWriter.Replacing = batch.existing == .overwrite ? .anything : .nothing
        if case .unclear(let earlier) = input.standing {
            switch try examine(earlier, names, facts(of: picture.bytes, picture.source), input.file) {
            case .complete(let entry):
                if !batch.isDryRun { journal.add(entry) }
                // What is to be shown is read again, once there is room for it.
                _ = consume picture
                return try kept(input, names, worker)
            case .replace(let files): replacing = .seen(files)
            }
        }
        let options = batch.options(for: input.file)
        let (info, plan) = try worker.plan(picture.bytes, options)
        // The name of the edited image was given by the first bytes that the file had when names were planned.
        guard plan.format == names.format else { throw .changed(path: input.file.path) }
        if batch.isDryRun {
            if batch.receiver == nil {
                try places.check(names, linked: batch.original == .link ? input.file.path : nil)
            }
            return .planned(details(info, plan, names, picture.bytes.count))
        }
        let edit = try edit(&picture, info, plan, options, worker)
        let bytes = picture.bytes

        mark = .now
        if let receiver = batch.receiver {
            try receiver(input.file.path, edit.images) { isStopped }
        } else {
            let facts = facts(of: bytes, picture.source)
            var writer = try PairWriter(
                names, replacing: replacing, journal: journal, mode: picture.source.status?.modeOfCopies ?? 0o666)
            writer.outdated = input.outdated.filter { !$0.input.hasContents(of: facts) }.flatMap(\.outputs)
            try picture.source.stageOriginal(
                in: &writer, bytes: bytes, hash: facts.hash, privateCopy: edit.privateOriginal, policy: batch.original)
            for (index, image) in edit.images.enumerated() { try writer.stageEdited(image, index: index) }
            let entry = writer.entry(
                fingerprint: wantedPair(input.file).fingerprint, findings: Set(edit.findings), input: facts)
            do { try writer.commit(entry) } catch {
                // Another run that does the same was a moment faster.
                guard case .exists = error, batch.existing == .skip, entry.stands(in: batch.output) else { throw error }
                return .skipped(names.kept)
            }
        }
        times.write = mark.elapsed
        times.decode = edit.times.decode
        times.resample = edit.times.resample
        times.encode = edit.times.encode
        return .edited(details(info, plan.placed(at: edit.place), names, bytes.count, edit, times))
    }

    /// A pair that is left alone. Where previews are asked for, its input is decoded for them as if the pair were to be made.
    private func kept(_ input: PlannedInput, _ names: OutputNames, _ worker: PictureWorker) throws(EditError)
        -> BatchRecord.Outcome
    {
        var kept = names.kept
        guard batch.options.previewSide != nil, !batch.isDryRun else { return .skipped(kept) }
        do {
            var picture = try AdmittedPicture(PictureSource(input.file), budget, limit: batch.memory)
            let options = batch.options(for: input.file)
            let (info, plan) = try worker.plan(picture.bytes, options)
            let edit = try edit(&picture, info, plan, options, worker)
            kept.details = details(info, plan.placed(at: edit.place), names, picture.bytes.count, edit, edit.times)
        } catch {
            // The pair stands, whatever has become of its input or of the limits.
            if error == .cancelled { throw error }
        }
        return .skipped(kept)
    }

    private func edit(
        _ picture: inout AdmittedPicture, _ info: ImageInfo, _ plan: EditPlan, _ options: EditOptions,
        _ worker: PictureWorker
    ) throws(EditError) -> Workspace.Edit {
        // A private original is as large as the file, and beside it.
        try picture.makeRoom(for: plan.memory + (batch.makesPrivateOriginals ? picture.source.size : 0))
        let edit = try worker.edit(picture.bytes, info, plan, options)
        if isStopped { throw .cancelled }
        return edit
    }

    private func facts(of bytes: [UInt8], _ source: borrowing PictureSource) -> FileFacts {
        let hash = ContentHash.of(bytes.span)
        return source.status.map { FileFacts($0, hash: hash) } ?? FileFacts(bytes: bytes.count, hash: hash)
    }

    private func wantedPair(_ file: InputFile) -> WantedPair {
        batch.boxes == nil ? generalPair : batch.wantedPair(for: file)
    }

    private func examine(_ earlier: EarlierWork, _ names: OutputNames, _ facts: FileFacts, _ file: InputFile)
        throws(EditError) -> EarlierWork.Verdict
    {
        // A second name of the input may be replaced whatever has become of its contents: they stay where they are.
        let linked = (try? file.path.status())?.identity
        return try earlier.verdict(names, input: facts, wanted: wantedPair(file), linked: linked)
    }

    private func details(
        _ info: ImageInfo, _ plan: EditPlan, _ names: OutputNames, _ inputBytes: Int, _ edit: Workspace.Edit? = nil,
        _ times: StageTimes = StageTimes()
    ) -> BatchRecord.Details {
        // Records may wait for one before them, and a profile takes up to a few megabytes.
        var (info, plan) = (info, plan)
        info.colorProfile = nil
        plan.color.profile = nil
        if edit?.isRefused == true { plan = plan.withoutThumbnail() }
        return BatchRecord.Details(
            info: info, plan: plan,
            edited: names.edited.enumerated().map { index, path in
                BatchRecord.Output(path: path, size: plan.outputs[index].size, bytes: edit?.images[index].bytes.count)
            },
            original: names.original.map { path in
                let bytes = batch.original == .private ? edit?.privateOriginal?.count : inputBytes
                return .init(path: path, size: info.uprightSize, bytes: bytes)
            },
            inputBytes: inputBytes, findings: edit?.findings ?? plan.findings, fraction: edit?.fraction,
            inflatedWholePicture: edit?.isWhole ?? plan.decode.allowsWholePicture, times: times,
            previews: edit?.previews)
    }
}
