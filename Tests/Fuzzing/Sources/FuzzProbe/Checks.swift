import AllowsEditing
import FuzzingSupport
import ImageCodecs
import Resampling

/// What must hold of the header of every picture.
func check(_ info: ImageInfo, _ input: [UInt8]) {
    let beginning = input.span.extracting(first: ImageFormat.signatureLength)
    require((try? ImageFormat(detectedIn: beginning)) == info.format, "the first bytes are enough to tell the format")
    require(info.storedSize.width > 0 && info.storedSize.height > 0, "no side is 0")
    require([1, 3, 4].contains(info.channels), "there are 1, 3 or 4 channels")
    require([1, 2, 4, 8, 16].contains(info.bitDepth), "the depth is a power of two")
    let upright = info.uprightSize
    require(upright == info.storedSize || upright == info.storedSize.transposed, "turning keeps the sides")
    switch info.format {
    case .jpeg:
        require(info.samplingFactors.count == info.channels, "there are factors for every component")
        require(!info.hasAlpha && info.jpegColor != nil && info.bitDepth == 8, "JPEG has colors and no alpha")
        require(!info.hasPlanes || info.channels == 3, "planes are three")
    case .png: require(!info.hasPlanes && info.isLossless && info.channels < 4, "PNG has pixels without loss")
    case .webP: require(info.channels == 3 && info.bitDepth == 8, "WebP has three channels")
    }
}

/// Plans of pictures of every size, which are decided without a pixel.
func plan(_ info: ImageInfo, _ input: [UInt8]) {
    let options = EditOptions(chosenBy: input, maxPixels: .max)
    do throws(EditError) {
        let plan = try EditPlan(info, options)
        require(contains(info.uprightSize, plan.cropRect), "the crop lies inside the upright picture")
        require(contains(info.storedSize, plan.storedRegion), "the region lies inside the stored picture")
        require(plan.outputs.count == options.sizes.count, "there is an output for each size")
        require(plan.outputs.allSatisfy { $0.size.width > 0 && $0.size.height > 0 }, "no output is empty")
        require(plan.memory > 0, "a picture takes memory")
        require(info.decoderMemory(for: plan.decode) > 0, "a decoder takes memory")
        let scaled = DecodeRequest.scaledSize(of: info.storedSize, eighths: plan.decode.scaleEighths)
        require(contains(scaled, plan.decode.region), "what is decoded lies inside the scaled picture")
    } catch {
        requireOneLine(error.description)
    }
}

private func contains(_ size: PixelSize, _ rect: PixelRect) -> Bool {
    rect.x >= 0 && rect.y >= 0 && rect.width > 0 && rect.height > 0 && rect.x + rect.width <= size.width
        && rect.y + rect.height <= size.height
}
