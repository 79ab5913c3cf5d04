// Runs the code of the documentation as somebody does who depends on the package: see Tests/consumer.py, which puts this beside it.
//
//     Avatars check PICTURES SCRATCH     runs every sample; prints a line for each
//     Avatars time PICTURE               milliseconds that a picture takes to 512 pixels, the median of several edits
//     Avatars worker PICTURES SCRATCH    a worker process of the batch in `check`

import AllowsEditing

let arguments = CommandLine.arguments

switch arguments.dropFirst().first {
case "check" where arguments.count == 4:
    try await SampleCheck(pictures: arguments[2], scratch: arguments[3]).run()
case "time" where arguments.count == 3:
    print(try await milliseconds(forFile: BytePath(arguments[2])))
case "worker":
    work(for: SampleCheck.isolatedBatch)
default:
    fatalError("see Tests/consumer.py")
}

/// The median of nine edits, after two that nobody counts.
func milliseconds(forFile file: BytePath) async throws -> Double {
    let photo = try await original(at: file)
    var times: [Double] = []
    for _ in 0..<11 {
        let time = try await ContinuousClock().measure {
            _ = try await ImageEditor().edit(photo, EditOptions(size: .atMost(512)))
        }
        times.append(time / .milliseconds(1))
    }
    return times.dropFirst(2).sorted()[4]
}

/// The bytes of a picture, by the means of the library.
func original(at file: BytePath) async throws -> [UInt8] {
    guard case .picked(let picked) = try await ImagePicker(source: .album([file]), allowsEditing: false).pick() else {
        throw SampleFailure("nothing was picked from \(file)")
    }
    return picked.originalImage.bytes
}
