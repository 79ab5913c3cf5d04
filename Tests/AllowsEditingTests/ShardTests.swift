import Testing

@testable import AllowsEditing

@Suite("Parts of a batch")
struct ShardTests {
    private func part(_ name: BytePath, of count: Int) -> [Int] {
        (1...count).filter { Shard($0, of: count)?.contains(name) ?? false }
    }

    @Test("every name belongs to exactly one part, and to the same one on every machine")
    func stable() {
        // By the published formulas, computed by another program.
        let vectors: [(BytePath, [Int])] = [
            ("IMG_1.JPG", [2, 1, 4, 72]), ("trip/IMG_1.JPG", [2, 3, 2, 50]), ("a.png", [1, 1, 7, 99]),
            (BytePath(bytes: [0x63, 0x61, 0x66, 0xE9] + [UInt8](".jpg".utf8)), [2, 3, 6, 46]),
        ]
        for (name, parts) in vectors {
            for (count, expected) in zip([2, 3, 8, 100], parts) { #expect(part(name, of: count) == [expected]) }
        }
    }

    @Test("the parts are of nearly equal size, also for names that differ in even numbers alone")
    func even() {
        let names = (0..<4000).map { BytePath("IMG_\(2 * $0).JPG") }
        for count in [2, 3, 4, 16] {
            for index in 1...count {
                let size = names.count { Shard(index, of: count)?.contains($0) ?? false }
                #expect(abs(size - 4000 / count) < 4000 / count / 4, "\(index)/\(count): \(size)")
            }
        }
    }

    @Test("a file is named by its path below the folder that was given, wherever that lies")
    func relativeNames() {
        for index in 1...3 {
            let shard = Shard(index, of: 3)
            let here = InputFile(path: "photos/trip/IMG_1.JPG", relativeFolder: "trip")
            let there = InputFile(path: "/mnt/disk/p/trip/IMG_1.JPG", relativeFolder: "trip")
            #expect(shard?.contains(here) == (index == 3) && shard?.contains(there) == (index == 3))
        }
    }

    @Test("parts are counted from 1")
    func bounds() {
        #expect(Shard(0, of: 3) == nil && Shard(4, of: 3) == nil && Shard(1, of: 0) == nil && Shard(1, of: -1) == nil)
        #expect(Shard(3, of: 3)?.description == "3/3")
        #expect(Shard(1, of: 1)?.contains("a") == true)
    }
}
