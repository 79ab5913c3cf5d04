import ImageCodecs

extension EditPlan {
    /// The way from bytes to pixels in words, for records: for example `jpeg 2/8 ycbcr`, `jpeg 1/8 thumbnail ycbcr`, `png rgb 16-bit linear` or `webp 12
    /// frames rgba`.
    ///
    /// - Parameter isWhole: whether the decoder inflated the whole picture, once it has.
    func route(of info: ImageInfo, isWhole: Bool) -> String {
        if keepsAnimation {
            let words = [light == .linear ? " linear" : "", isPlacedByAttention ? " attention" : ""]
            return "\(info.format.rawValue) \(frameCount) frames rgba" + words.joined()
        }
        var words = [info.format.rawValue]
        if decode.scaleEighths < 8 { words.append("\(decode.scaleEighths)/8") }
        if decode.readsThumbnail { words.append("thumbnail") }
        if isWhole { words.append("whole") }
        if decode.skipsLoopFilter { words.append("unfiltered") }
        if let size = decode.scaledSize { words.append("\(size.width)x\(size.height)") }
        switch decode.layout {
        case .pixels(let layout): words.append("\(layout)")
        case .planes: words.append("ycbcr")
        case .inks: words.append("cmyk")
        }
        if decode.depth == .sixteen { words.append("16-bit") }
        if light == .linear { words.append("linear") }
        if isPlacedByAttention { words.append("attention") }
        return words.joined(separator: " ")
    }
}
