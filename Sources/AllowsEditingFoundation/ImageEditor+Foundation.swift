#if canImport(Foundation)
    public import AllowsEditing
    public import Foundation

    extension ImageEditor {
        /// Edits the picture in `data`, as `edit` does with bytes. Cost: the data is copied once.
        ///
        /// - Throws: `EditError`, as `edit` does with bytes.
        public func edit(
            _ data: Data, _ options: EditOptions = EditOptions()
        ) async throws(EditError) -> PickedImage {
            try await edit([UInt8](data), options)
        }

        /// Edits the picture in a file.
        ///
        /// - Throws: `EditError`, as `edit` does with a path; `invalidOptions` where `url` is not that of a file: nothing is downloaded.
        public func edit(
            contentsOf url: URL, _ options: EditOptions = EditOptions()
        ) async throws(EditError) -> PickedImage {
            try await edit(contentsOf: BytePath(ofFile: url), options)
        }
    }

    extension EncodedImage {
        /// The whole file. Cost: one copy.
        public var data: Data { Data(bytes) }

        /// Writes the file, in a folder that is made when it is missing. Whenever the process ends, the URL has the whole image or what
        /// it had before.
        ///
        /// - Throws: `denied` or `io`; `invalidOptions` where `url` is not that of a file.
        public func write(to url: URL) throws(EditError) { try write(to: BytePath(ofFile: url)) }
    }
#endif
