extension EditOptions {
    /// The same for options that make the same files of the same input, in this version of the package.
    ///
    /// Left out are limits, what records say beside, and what counts as a failure: they decide whether there are files at all. So are the codecs: a package that
    /// the system updates does not make a hundred thousand pictures anew.
    func fingerprint(original: OriginalPolicy) -> UInt64 {
        // Front ends give crops in text; all else is told by its parts.
        let crop = crop.json.isEmpty ? "\(crop)" : String(decoding: crop.json, as: UTF8.self)
        let what = "\(sizes) \(allowsEnlarging) \(describe(aspect)) \(describe(padding)) \(describe(mask)) \(crop)"
        let how = "\(filter) \(isLinear) \(readsThumbnails) \(depth) \(animation) \(background) \(metadata) \(profile)"
        let form =
            "\(describe(format)) \(quality) \(isLossless) \(describe(subsampling)) \(isProgressive) \(describe(maxBytes))"
        let text = [UInt8]("\(AllowsEditingVersion.current) \(original) \(what) \(how) \(form)".utf8)
        return ContentHash.of(text.span)
    }

    private func describe(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "-" }
}
