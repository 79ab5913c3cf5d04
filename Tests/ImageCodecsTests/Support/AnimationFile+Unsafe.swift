import ImageCodecs
import Resampling

/// A frame of an animation as a file holds it.
struct FilePart {
    var bitmap: Bitmap
    var x = 0
    var y = 0
    var milliseconds = 100
    var blends = true
    var disposes = false
}

/// An animated WebP file, put together by hand (RFC 9649), every part without loss.
func animatedWebP(_ parts: [FilePart], canvas: PixelSize, loops: Int = 0, background: [UInt8] = [0, 0, 0, 0]) throws
    -> [UInt8]
{
    func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(payload.count, 4) + payload + [UInt8](repeating: 0, count: payload.count % 2)
    }
    var body = chunk("VP8X", [0x12, 0, 0, 0] + number(canvas.width - 1, 3) + number(canvas.height - 1, 3))
    body += chunk("ANIM", background + number(loops, 2))
    for part in parts {
        let still = try ImageEncoder.encode(part.bitmap, EncodeOptions(format: .webP, lossless: true))
        let size = part.bitmap.size
        let header =
            number(part.x / 2, 3) + number(part.y / 2, 3) + number(size.width - 1, 3) + number(size.height - 1, 3)
            + number(part.milliseconds, 3) + [(part.blends ? 0 : 2) | (part.disposes ? 1 : 0)]
        body += chunk("ANMF", header + still.dropFirst(12))
    }
    return Array("RIFF".utf8) + number(body.count + 4, 4) + Array("WEBP".utf8) + body
}

/// The canvases that an animation shows, composed one pixel at a time in floating point.
func composed(_ parts: [FilePart], canvas: PixelSize) -> [Bitmap] {
    var pixels = [[Double]](repeating: [0, 0, 0, 0], count: canvas.width * canvas.height)
    var result: [Bitmap] = []
    for part in parts {
        let (size, channels) = (part.bitmap.size, part.bitmap.layout.channels)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let start = (y * size.width + x) * channels
                let source =
                    part.bitmap.bytes[start..<start + channels].map { Double($0) } + (channels == 3 ? [255] : [])
                let place = (y + part.y) * canvas.width + x + part.x
                let below = pixels[place]
                guard part.blends, source[3] < 255 else {
                    pixels[place] = source
                    continue
                }
                if source[3] == 0 { continue }
                let weight = below[3] * (1 - source[3] / 255)
                let alpha = source[3] + weight
                pixels[place] = (0..<3).map { (source[$0] * source[3] + below[$0] * weight) / alpha } + [alpha]
            }
        }
        result.append(
            Bitmap(layout: .rgba, size: canvas, bytes: pixels.flatMap { $0.map { UInt8($0.rounded(.down)) } }))
        if part.disposes {
            for y in 0..<size.height {
                for x in 0..<size.width { pixels[(y + part.y) * canvas.width + x + part.x] = [0, 0, 0, 0] }
            }
        }
    }
    return result
}

/// All of an animation.
struct ReadAnimation {
    var animation: Animation
    var frameCount: Int
    var findings: [Finding]
    var frames: [Bitmap] = []
    var times: [FrameTime] = []
}

/// Reads every frame. `between` is called after each.
func readAnimation(
    _ bytes: [UInt8], limits: AnimationReader.Limits = .init(), stop: StopSignal? = nil, between: () -> Void = {}
) throws(ImageError) -> ReadAnimation {
    try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
        var reader = try unsafe AnimationReader(bytes: bytes, limits: limits, stop: stop)
        var result = ReadAnimation(
            animation: reader.animation, frameCount: reader.frameCount, findings: reader.findings)
        let size = reader.animation.size
        while try reader.readFrame({ (pixels, time) throws(ImageError) in
            let bytes = unsafe pixels.withUnsafeBufferPointer { unsafe Array($0) }
            result.frames.append(Bitmap(layout: .rgba, size: size, bytes: bytes))
            result.times.append(time)
            between()
        }) {}
        return result
    }
}

extension Bitmap {
    /// The same picture with black under everything that is invisible.
    var withBlackInvisible: Bitmap {
        var bitmap = self
        for alpha in stride(from: 3, to: bytes.count, by: 4) where bytes[alpha] == 0 {
            for sample in alpha - 3..<alpha { bitmap.bytes[sample] = 0 }
        }
        return bitmap
    }
}
