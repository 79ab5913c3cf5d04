import ImageCodecs
import Resampling

extension EditPlan {
    /// An estimate of the bytes that editing an animation takes, the file not counted.
    ///
    /// The decoder holds two canvases, and decodes a frame of the size of a third. Each output holds its rows and results, the canvases
    /// of its encoder, and all that was encoded, twice when the file is put together: half a byte a pixel of a frame, or two without
    /// loss, which photographs seldom reach.
    static func animationMemory(
        _ info: ImageInfo, outputs: [PixelSize], filter: ResamplingFilter, isLossless: Bool
    ) -> Int {
        let canvas = Double(info.storedSize.width) * Double(info.storedSize.height)
        var request = DecodeRequest(layout: .pixels(.rgba), region: PixelRect(info.storedSize))
        request.usesThreads = false
        // Beside the frame that the decoder hands out for still pictures there are two canvases. The encoder compares with two more
        // than a still picture has, and one is turned.
        let encoder = encoderMemory(.webP, isLossless: isLossless, isProgressive: false) + 20
        var opaque = info
        opaque.hasAlpha = true
        let still = Double(memory(opaque, request, outputs: outputs, filter: filter, encoder: encoder))
        let encoded = outputs.reduce(0) { $0 + Double($1.width) * Double($1.height) } * (isLossless ? 4 : 1)
        return Int(min(still + canvas * 8 + encoded * Double(info.frameCount), 1e15))
    }
}
