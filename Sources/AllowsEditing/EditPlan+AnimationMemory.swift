import ImageCodecs
import Resampling

extension EditPlan {
    /// An upper estimate of the bytes that editing an animation takes, the file not counted.
    ///
    /// The decoder holds two canvases, and decodes a frame of the size of a third. Each output holds its rows and results, the canvases
    /// of its encoder, and all that was encoded, twice while the file is put together. Frames of noise have four bytes a pixel without
    /// loss, and up to two and a half with it; photographs have a quarter of that and less.
    ///
    /// - Parameter scaled: the sizes to which canvases are scaled, as stored.
    static func animationMemory(
        _ info: ImageInfo, scaled: [PixelSize], outputs: [Output], _ options: EditOptions
    ) -> Int {
        let canvas = Double(info.storedSize.width) * Double(info.storedSize.height)
        var request = DecodeRequest(layout: .pixels(.rgba), region: PixelRect(info.storedSize))
        request.usesThreads = false
        // Beside the frame that the decoder hands out for still pictures there are two canvases. The encoder compares with two more
        // than a still picture has, and one is turned.
        let encoder = encoderMemory(.webP, hasAlpha: true, isLossless: options.isLossless, isProgressive: false) + 30
        var translucent = info
        translucent.hasAlpha = true
        let light = options.isLinear ? Light.linear : .encoded
        let still = Double(
            memory(translucent, request, outputs: scaled, filter: options.filter, light: light, encoder: encoder))
        let encoded =
            outputs.reduce(0) { $0 + Double($1.size.width) * Double($1.size.height) }
            * (options.isLossless ? 8 : 5)
        return Int(min(still + canvas * 8 + encoded * Double(info.frameCount), 1e15))
    }
}
