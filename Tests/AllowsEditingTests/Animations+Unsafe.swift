import ImageCodecs
import Resampling

/// All frames of an animation.
struct ReadAnimation {
    var animation: Animation
    var frames: [Bitmap] = []
    var times: [FrameTime] = []

    init(_ bytes: [UInt8]) throws(ImageError) {
        self = try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
            var reader = try unsafe AnimationReader(bytes: bytes)
            var result = ReadAnimation(animation: reader.animation)
            while try reader.readFrame({ (pixels, time) throws(ImageError) in
                let bytes = unsafe pixels.withUnsafeBufferPointer { unsafe Array($0) }
                result.frames.append(Bitmap(layout: .rgba, size: result.animation.size, bytes: bytes))
                result.times.append(time)
            }) {}
            return result
        }
    }

    private init(animation: Animation) { self.animation = animation }

    /// The frame that is shown at a moment.
    func frame(at milliseconds: Int) -> Bitmap? {
        times.lastIndex { $0.start <= milliseconds }.map { frames[$0] }
    }
}

extension Bitmap {
    /// The same picture with black under everything that is invisible.
    var withBlackInvisible: Bitmap {
        guard layout == .rgba else { return self }
        var bitmap = self
        for alpha in stride(from: 3, to: bytes.count, by: 4) where bytes[alpha] == 0 {
            for sample in alpha - 3..<alpha { bitmap.bytes[sample] = 0 }
        }
        return bitmap
    }
}
