import CSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Something that happened in a watched folder.
struct FolderEvent {
    enum Kind {
        /// An entry has come: a new one, a link, or a folder.
        case created
        /// A file was closed by somebody who could write to it.
        case written
        /// An entry was moved here.
        case movedIn
        /// An entry was moved away.
        case movedOut
        /// The folder itself was moved.
        case moved
        /// The folder is not watched any longer: it was removed, or nobody wants to watch it.
        case ended
        /// Events were lost, in any folder.
        case overflow
    }

    let kind: Kind
    /// The number of the folder.
    let folder: Int32
    /// The name of the entry.
    let name: BytePath
    /// Whether the entry is a folder itself; links are not.
    let isFolder: Bool
}

#if os(Linux)
    /// The system's queue of events of watched folders (inotify). Its descriptor is closed when it goes out of scope.
    struct FolderEvents: ~Copyable {
        private let descriptor: Int32

        /// - Parameter folder: the one that errors name.
        init(for folder: BytePath) throws(EditError) {
            // By definition the flags of inotify are these.
            descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
            guard descriptor >= 0 else { throw .watching(folder, .last) }
        }

        deinit { close(descriptor) }

        /// Watches a folder, symbolic links followed.
        ///
        /// - Returns: its number. A folder has one, however many paths lead to it.
        func watch(_ folder: BytePath) throws(SystemError) -> Int32 {
            let events = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_MOVE_SELF | IN_ONLYDIR
            let number = unsafe folder.withCString { unsafe inotify_add_watch(descriptor, $0, UInt32(events)) }
            guard number >= 0 else { throw .last }
            return number
        }

        /// Watches a folder no more; one last event tells that.
        func unwatch(_ folder: Int32) { inotify_rm_watch(descriptor, folder) }

        /// The events that have come; none when that takes more than a tenth of a second.
        func next() throws(EditError) -> [FolderEvent] {
            guard try isReady(descriptor, POLLIN, "inotify") else { return [] }
            var code: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                let result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                if result < 0 { code = errno }
                count = max(0, result)
            }
            guard code == 0 || code == EINTR || code == EAGAIN else { throw .io(path: "inotify", errno: code) }
            return Self.events(in: bytes)
        }

        private static func events(in bytes: [UInt8]) -> [FolderEvent] {
            var events: [FolderEvent] = []
            let header = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + header <= bytes.count {
                let event = unsafe bytes.withUnsafeBytes {
                    unsafe $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                let end = offset + header + Int(event.len)
                guard end <= bytes.count else { break }
                if let kind = kind(event.mask) {
                    events.append(
                        FolderEvent(
                            kind: kind, folder: event.wd, name: BytePath(bytes: [UInt8](bytes[offset + header..<end])),
                            isFolder: event.mask & UInt32(IN_ISDIR) != 0))
                }
                offset = end
            }
            return events
        }

        private static func kind(_ mask: UInt32) -> FolderEvent.Kind? {
            func has(_ flag: Int32) -> Bool { mask & UInt32(flag) != 0 }
            if has(IN_Q_OVERFLOW) { return .overflow }
            if has(IN_IGNORED) { return .ended }
            if has(IN_CLOSE_WRITE) { return .written }
            if has(IN_MOVED_TO) { return .movedIn }
            if has(IN_MOVED_FROM) { return .movedOut }
            if has(IN_MOVE_SELF) { return .moved }
            return has(IN_CREATE) ? .created : nil
        }
    }
#else
    /// Other systems tell of changes in ways of their own, which are not used yet.
    struct FolderEvents: ~Copyable {
        init(for folder: BytePath) throws(EditError) { throw .watching(folder, SystemError(code: ENOSYS)) }
        func watch(_ folder: BytePath) throws(SystemError) -> Int32 { throw SystemError(code: ENOSYS) }
        func unwatch(_ folder: Int32) {}
        func next() throws(EditError) -> [FolderEvent] { [] }
    }
#endif

extension EditError {
    /// A folder that cannot be watched.
    static func watching(_ folder: BytePath, _ error: SystemError) -> EditError {
        switch error.code {
        case EMFILE:
            .denied(
                path: folder,
                remedy: "too many programs watch folders, or files are open; raise fs.inotify.max_user_instances")
        case ENOSPC:
            .denied(
                path: folder, remedy: "too many folders are watched, each counts; raise fs.inotify.max_user_watches")
        case ENOTDIR: .notAFile(path: folder, what: "no folder that could be watched")
        default: .system(folder, error.code, remedy: "a watched folder needs read and execute permission")
        }
    }

    /// A folder that is gone.
    static func gone(_ folder: BytePath) -> EditError { .io(path: folder, errno: ENOENT) }
}
