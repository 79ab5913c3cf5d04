extension ImagePicker {
    /// Picks the first picture of the source. Nothing behind it is read. Handlers are not called.
    ///
    /// - Returns: the picture; `cancelled` where the task was cancelled or standard input ended without a byte.
    /// - Throws: ``PickerError`` where the source is not available or has nothing to pick, or the first picture could not be edited.
    public func pick() async throws(PickerError) -> PickResult {
        var single = self
        single.workers = 1
        single.isSingle = true
        let iterator = single.outcomes.makeAsyncIterator()
        let outcome = await iterator.next()
        await iterator.run.end()
        guard let outcome else { return .cancelled }
        return .picked(try outcome.get())
    }

    /// Picks everything, and calls the handlers one after the other, in the order of the source.
    ///
    /// Returns when the source has ended, or soon after the task was cancelled; everything is closed then.
    @discardableResult
    public func run() async -> PickSummary {
        await run { outcome in
            await tellHandlers(outcome)
        } didCancel: {
            for handler in handlers.didCancel { await handler(self) }
        }
    }

    /// Picks everything, and tells a delegate after the handlers.
    ///
    /// The delegate is held for as long as the run takes. Unlike a view controller, which has its delegate for life, the picker is a
    /// value that keeps none, and nothing has to be weak so that both can go.
    @discardableResult
    public func run(delegate: some ImagePickerDelegate) async -> PickSummary {
        let summary = await run { outcome in
            await tellHandlers(outcome)
            switch outcome {
            case .success(let picked): await delegate.imagePicker(self, didSelect: .picked(picked))
            case .failure(let error): await delegate.imagePicker(self, didFailWith: error)
            }
        } didCancel: {
            for handler in handlers.didCancel { await handler(self) }
            await delegate.imagePicker(self, didSelect: .cancelled)
        }
        await delegate.imagePicker(self, didFinish: summary)
        return summary
    }

    private func tellHandlers(_ outcome: Outcomes.Element) async {
        switch outcome {
        case .success(let picked): for handler in handlers.didPick { await handler(picked, self) }
        case .failure(let error): for handler in handlers.didFail { await handler(error, self) }
        }
    }

    private func run(_ take: (Outcomes.Element) async -> Void, didCancel: () async -> Void) async -> PickSummary {
        var summary = PickSummary()
        let iterator = outcomes.makeAsyncIterator()
        while let outcome = await iterator.next() {
            switch outcome {
            case .success: summary.picked += 1
            case .failure: summary.failed += 1
            }
            await take(outcome)
        }
        summary.wasCancelled = await iterator.run.end()
        if summary.wasCancelled { await didCancel() }
        return summary
    }
}
