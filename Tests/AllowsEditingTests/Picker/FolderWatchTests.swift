import Dispatch
import ImageCodecs
import Testing

@testable import AllowsEditing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if os(Linux)
    /// Pictures are given once they are there, whole.
    @Suite("Folder watch")
    struct FolderWatchTests {
        private let folder: TemporaryFolder
        private let picture: [UInt8]

        init() throws {
            folder = try TemporaryFolder()
            try folder("in").makeFolders()
            picture = try ImageEncoder.encode(.gradient(8, 8), EncodeOptions(format: .png))
        }

        /// Gives up after a few looks without anything new, so that a test that expects too much ends.
        private func next(_ watch: inout FolderWatch, looks: Int = 20) -> [String] {
            var looks = looks
            let files = try? watch.next {
                looks -= 1
                return looks < 0
            }
            return (files ?? []).map { file in
                file.relativeFolder.appending(file.path.lastComponent).description
                    + (file.failure.map { " \($0.kind)" } ?? "")
            }
        }

        /// Everything that comes until nothing does.
        private func all(_ watch: inout FolderWatch) -> [String] {
            var files: [String] = []
            while true {
                let more = next(&watch, looks: 6)
                if more.isEmpty { return files }
                files += more
            }
        }

        private func failure(_ watch: inout FolderWatch, isCancelled: Bool = false) -> EditError? {
            do {
                _ = try watch.next { isCancelled }
                return nil
            } catch {
                return error
            }
        }

        private func watch(present: Bool = false) throws -> FolderWatch {
            try FolderWatch([folder("in")], excluding: folder("in/out"), includesPresent: present)
        }

        @Test("what is there is given first where it is asked for, in the order of a batch")
        func present() throws {
            for name in ["b.png", "a/c.png", ".hidden.png", "a.txt", "out/o.png", "like", "d.png.tmp"] {
                try folder.write(BytePath("in/\(name)"), name == "a.txt" ? [1] : picture)
            }
            var everything = try watch(present: true)
            #expect(all(&everything) == ["a/c.png", "b.png", "like"])
            var new = try watch()
            #expect(all(&new) == [])
            try folder.write("in/z.png", picture)
            #expect(next(&new) == ["z.png"])
        }

        @Test("a picture is given when its writer closes it, not before, and once")
        func closed() throws {
            var watch = try watch()
            do {
                let file = try OpenFile.creating(folder("in/a.png"))
                let start = Array(picture.prefix(20))
                try file.write(start.span)
                #expect(all(&watch) == [])
                let rest = Array(picture.dropFirst(20))
                try file.write(rest.span)
                #expect(all(&watch) == [])
            }
            #expect(all(&watch) == ["a.png"])
        }

        @Test("a picture that is being written when the watch begins is given when it is complete")
        func begun() throws {
            for present in [false, true] {
                let name = "\(present).png"
                var watch: FolderWatch
                do {
                    let file = try OpenFile.creating(folder("in/\(name)"))
                    let start = Array(picture.prefix(20))
                    try file.write(start.span)
                    watch = try self.watch(present: present)
                    let early = all(&watch)
                    #expect(!early.contains(name))
                    let rest = Array(picture.dropFirst(20))
                    try file.write(rest.span)
                }
                #expect(all(&watch) == [name])
            }
        }

        @Test("a picture that is written anew is given again, and one that is only opened is not")
        func rewritten() throws {
            var watch = try watch()
            try folder.write("in/a.png", picture)
            #expect(all(&watch) == ["a.png"])
            folder("in/a.png").openForWriting()
            #expect(all(&watch) == [])
            let longer = picture + [0]
            try OpenFile.replacing(folder("in/a.png")).write(longer.span)
            #expect(all(&watch) == ["a.png"])
            try folder.write("new.png", picture)
            try folder("new.png").rename(to: folder("in/a.png"))
            #expect(all(&watch) == ["a.png"])
        }

        @Test("a large picture that another thread writes anew is given each time, and once")
        func writtenElsewhere() throws {
            var watch = try watch()
            for round in 1...12 {
                let bytes = picture + [UInt8](repeating: 0, count: 2_000_000 + round)
                let path = folder("in/a.png")
                DispatchQueue.global().async {
                    try? OpenFile.replacing(path).write(bytes.span)
                }
                #expect(next(&watch, looks: 200) == ["a.png"], "round \(round)")
                #expect(all(&watch) == [], "round \(round)")
            }
        }

        @Test("a link to a picture that is being written elsewhere is given once that is complete")
        func linkedEarly() throws {
            var watch = try watch()
            do {
                let file = try OpenFile.creating(folder("a.png"))
                let start = Array(picture.prefix(20))
                try file.write(start.span)
                try folder("a.png").hardLink(at: folder("in/hard.png"))
                folder("a.png").symbolicLink(at: folder("in/soft.png"))
                #expect(all(&watch) == [])
                let rest = Array(picture.dropFirst(20))
                try file.write(rest.span)
            }
            #expect(all(&watch) == ["hard.png", "soft.png"])
        }

        @Test("a picture whose date and permissions are set after it was closed is given once")
        func dated() throws {
            var watch = try watch()
            try folder.write("in/a.png", picture)
            unsafe folder("in/a.png").withCString { name in
                unsafe chmod(name, 0o600)
                unsafe utimes(name, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)])
            }
            #expect(all(&watch) == ["a.png"])
        }

        @Test("a link into the excluded folder is not watched")
        func linkedOutput() throws {
            try folder.write("in/out/deep/o.png", picture)
            folder("in/out/deep").symbolicLink(at: folder("in/link"))
            var everything = try watch(present: true)
            #expect(all(&everything) == [])
            try folder.write("in/out/deep/p.png", picture)
            #expect(all(&everything) == [])
        }

        @Test("pictures that are moved, linked or come with a folder are given")
        func arrivals() throws {
            var watch = try watch()
            try folder.write("a.png", picture)
            try folder("a.png").rename(to: folder("in/moved.png"))
            #expect(all(&watch) == ["moved.png"])
            try folder("in/moved.png").hardLink(at: folder("in/linked.png"))
            folder("in/moved.png").symbolicLink(at: folder("in/symbolic.png"))
            #expect(all(&watch).sorted() == ["linked.png", "symbolic.png"])
            try folder.write("tree/x/y/b.png", picture)
            try folder("tree").rename(to: folder("in/tree"))
            #expect(all(&watch) == ["tree/x/y/b.png"])
            try folder.write("in/tree/x/y/c.png", picture)
            try folder.write("in/made/later/d.png", picture)
            #expect(all(&watch).sorted() == ["made/later/d.png", "tree/x/y/c.png"])
        }

        @Test("hidden, temporary and excluded names are passed over, also later; links in circles end")
        func passedOver() throws {
            folder("in").symbolicLink(at: folder("in/circle"))
            var watch = try watch(present: true)
            for name in [".a.png", "a.png.part", "a.png~", "out/b.png", "note.txt"] {
                try folder.write(BytePath("in/\(name)"), name == "note.txt" ? [1] : picture)
            }
            #expect(all(&watch) == [])
            // What was temporary is not when it has its name.
            try folder("in/a.png.part").rename(to: folder("in/a.png"))
            #expect(all(&watch) == ["a.png"])
        }

        @Test("a folder that is moved away is not watched any longer, and one that is renamed has its new name")
        func movedAway() throws {
            try folder("in/a").makeFolders()
            try folder("in/b/c").makeFolders()
            var watch = try watch()
            try folder("in/a").rename(to: folder("away"))
            try folder("in/b").rename(to: folder("in/d"))
            #expect(all(&watch) == [])
            try folder.write("away/1.png", picture)
            try folder.write("in/d/c/2.png", picture)
            #expect(all(&watch) == ["d/c/2.png"])
        }

        @Test("names may hold any bytes")
        func oddNames() throws {
            var watch = try watch()
            let name = BytePath(bytes: [0xFF, 10, 0x2E] + Array("png".utf8))
            try folder.write(BytePath("in").appending(name), picture)
            let files = try watch.next { false }
            #expect(files.map(\.path) == [folder("in").appending(name)])
        }

        @Test("more files at once than the system has events for are all given, each once")
        func flood() throws {
            var watch = try watch()
            let count = 9000
            for number in 0..<count { try folder.write(BytePath("in/\(number % 7)/\(number).png"), [0x89]) }
            let files = all(&watch)
            #expect(files.count == count && Set(files).count == count)
            try folder.write("in/3/last.png", picture)
            #expect(all(&watch) == ["3/last.png"])
        }

        @Test("the end of the folder is an error, as is a folder that cannot be watched")
        func ends() throws {
            var watch = try watch()
            try folder("in").removeTree()
            #expect(failure(&watch) == EditError.gone(folder("in")))
            #expect(throws: EditError.gone(folder("in"))) {
                _ = try FolderWatch([folder("in")], includesPresent: true)
            }
            let file = try folder.write("file", [])
            #expect(throws: EditError.notAFile(path: file, what: "no folder that could be watched")) {
                _ = try FolderWatch([file], includesPresent: true)
            }
        }

        @Test("where the system cannot tell who writes, a picture must stay as it is for a second")
        func settling() async {
            // Nobody but its owner may ask; in a process of its own, root becomes somebody else for a while.
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let picture = try ImageEncoder.encode(.gradient(8, 8), EncodeOptions(format: .png))
                let file = try folder.write("in/a.png", picture)
                guard seteuid(65534) == 0 else { return }
                defer { seteuid(0) }
                #expect(try OpenFile.reading(file).hasWriter == nil)
                var watch = try FolderWatch([folder("in")], includesPresent: true)
                let start = ContinuousClock.now
                let files = try watch.next { ContinuousClock.now - start > .seconds(60) }
                #expect(files.map(\.path) == [file] && ContinuousClock.now - start >= .milliseconds(900))
            }
        }

        @Test("a cancelled watch ends")
        func cancelled() throws {
            var watch = try watch()
            #expect(failure(&watch, isCancelled: true) == .cancelled)
        }
    }
#endif
