import Foundation
import ImageCodecs
import Synchronization
import Testing

@testable import AllowsEditing

/// A folder in which the built command runs. It goes away with everything in it.
final class CommandFolder: Sendable {
    let url: URL
    private let runs = Atomic<Int>(0)

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("allows-editing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("in"), withIntermediateDirectories: true)
    }

    deinit {
        // Foundation cannot take away names that are not UTF-8.
        if (try? FileManager.default.removeItem(at: url)) == nil { Self.call("rm", "-rf", url.path) }
    }

    /// The command lies beside the program that runs the tests.
    static var command: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("allows-editing")
    }

    /// A sound picture of 3 × 2 pixels: a binary PNG, written by hand so that this test needs no encoder.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
        0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x01, 0x00, 0x00, 0x00, 0x00, 0xB5, 0x0F, 0x5B, 0xB7, 0x00, 0x00, 0x00,
        0x0C, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x58, 0xC0, 0xE0, 0x00, 0x00, 0x02, 0x24, 0x00, 0xE1, 0x4D,
        0x16, 0xE8, 0x5E, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    /// A picture that differs from those of other seeds in every part.
    static func picture(_ seed: Int, width: Int = 160, height: Int = 120, format: ImageFormat = .jpeg) throws -> [UInt8]
    {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let shade = (x / 4 + y / 4 + seed) % 7 * 30
                bytes += [UInt8(truncatingIfNeeded: x + 40 * seed), UInt8(truncatingIfNeeded: y * 2), UInt8(shade)]
            }
        }
        let bitmap = Bitmap(layout: .rgb, size: PixelSize(width: width, height: height), bytes: bytes)
        return try ImageEncoder.encode(bitmap, EncodeOptions(format: format, quality: 80))
    }

    /// The path of an entry as bytes; slashes lead further down.
    func callAsFunction(_ name: BytePath) -> BytePath { BytePath(url.path).appending(name) }

    /// Writes a file, the folders above it included, in one step.
    func write(_ name: BytePath, _ bytes: [UInt8]) throws {
        let file = self(name)
        try file.parent.makeFolders()
        try OpenFile.replacing(file).write(bytes.span)
    }

    func contents(_ name: BytePath) throws -> [UInt8] {
        try OpenFile.reading(self(name)).readFromStart(upTo: self(name).status().size)
    }

    /// Every file and folder below a folder, in the order of their names, without the journals.
    func paths(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.appendingPathComponent(folder).path)
            .filter { !$0.hasPrefix(JournalFolder.name.description) }.sorted()
    }

    /// The names in a folder, without that of the journals; none where it is missing.
    func names(_ folder: BytePath) -> [String] {
        ((try? self(folder).entries()) ?? []).map(\.description).filter { $0 != JournalFolder.name.description }
    }

    func remove(_ folder: String) { try? FileManager.default.removeItem(at: url.appendingPathComponent(folder)) }

    /// Starts the command in this folder.
    ///
    /// - Parameter prefix: a program that becomes the command, with its own arguments, for example a shell that sets a limit.
    func start(_ arguments: [String], prefix: [String] = []) throws -> CommandRun {
        let number = runs.wrappingAdd(1, ordering: .relaxed).newValue
        return try CommandRun(prefix + [Self.command.path] + arguments, in: url, number: number)
    }

    /// Runs the command in this folder to its end.
    func run(_ arguments: [String], prefix: [String] = []) throws -> CommandRun.Output {
        try start(arguments, prefix: prefix).end()
    }

    /// A prefix that sets a limit of the shell.
    static func limit(_ setting: String) -> [String] {
        ["/bin/sh", "-c", "ulimit \(setting) && export SWIFT_BACKTRACE=enable=no && exec \"$@\"", "sh"]
    }

    /// Calls another program; nil where it could not be started, its exit code otherwise.
    @discardableResult
    static func call(_ arguments: String...) -> Int32? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
