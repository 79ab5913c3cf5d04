import Resampling

/// A picture in netpbm's formats P5, P6 and P7, which the oracles write.
struct PortableMap {
    var size: PixelSize
    var channels: Int
    var maximum: Int
    var samples: ArraySlice<UInt8>

    init?(_ bytes: [UInt8]) {
        var position = 0
        func word() -> String {
            while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
            let start = position
            while position < bytes.count, bytes[position] > 0x20 { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        let magic = word()
        var numbers: [String: Int] = [:]
        if magic == "P7" {
            while position < bytes.count {
                let name = word()
                if name == "ENDHDR" { break }
                let value = word()
                numbers[name] = Int(value)
            }
        } else if magic == "P5" || magic == "P6" {
            numbers["DEPTH"] = magic == "P5" ? 1 : 3
            for name in ["WIDTH", "HEIGHT", "MAXVAL"] { numbers[name] = Int(word()) }
        }
        guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"], let depth = numbers["DEPTH"],
            let maximum = numbers["MAXVAL"]
        else { return nil }
        size = PixelSize(width: width, height: height)
        channels = depth
        self.maximum = maximum
        samples = bytes[min(position + 1, bytes.count)...]
        guard samples.count == width * height * depth * (maximum > 255 ? 2 : 1) else { return nil }
    }

    /// The samples at 8 bits, rounded.
    var bytes: [UInt8] {
        if maximum == 255 { return Array(samples) }
        if maximum < 255 { return samples.map { UInt8((Int($0) * 255 + maximum / 2) / maximum) } }
        return stride(from: samples.startIndex, to: samples.endIndex, by: 2).map { index in
            let value = Int(samples[index]) << 8 | Int(samples[index + 1])
            return UInt8((value * 255 + maximum / 2) / maximum)
        }
    }
}
