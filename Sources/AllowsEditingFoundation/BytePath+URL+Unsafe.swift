#if canImport(Foundation)
    public import AllowsEditing
    public import Foundation

    extension BytePath {
        /// The path of a file, byte for byte as the file system has it; nil for a URL that is not one of a file.
        public init?(_ url: URL) {
            guard url.isFileURL else { return nil }
            let bytes = unsafe url.withUnsafeFileSystemRepresentation { path in
                unsafe path.map { path in unsafe [UInt8](UnsafeRawBufferPointer(start: path, count: strlen(path))) }
            }
            guard let bytes else { return nil }
            self.init(bytes: bytes)
        }

        /// The path of a file.
        ///
        /// - Throws: `invalidOptions` for any other URL.
        init(ofFile url: URL) throws(EditError) {
            guard let path = BytePath(url) else {
                throw .invalidOptions(reason: "\(BytePath(url.absoluteString)) is not the URL of a file")
            }
            self = path
        }
    }
#endif
