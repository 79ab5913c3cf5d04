import AllowsEditing
import FuzzingSupport

/// Reads the input as a file of crops, and the whole of it as one crop.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBoxes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = unsafe [UInt8](input: start, count: count)
    do throws(CropBoxes.Failure) {
        let boxes = try CropBoxes(parsing: input)
        require(boxes.files.count == boxes.count, "each crop is that of a file")
        for file in boxes.files {
            guard let crop = boxes[file] else { fatalError("does not hold: a file has its crop") }
            require(crop.file == file && !file.isEmpty, "a crop is found by its file")
            check(crop)
        }
    } catch {
        requireOneLine(error.description)
    }
    do throws(CropImportError) { check(try CropImport(parsing: input)) } catch { requireOneLine(error.description) }
    return Verdict.taken
}

/// What must hold of a crop in pictures of several shapes, stored in every way.
private func check(_ crop: CropImport) {
    require((try? CropImport(parsing: crop.json)) == crop, "a crop is what its text says")
    for size in [
        PixelSize(width: 1, height: 1), PixelSize(width: 400, height: 300), PixelSize(width: 1703, height: 1215),
    ] {
        for orientation in Orientation.allCases {
            let info = ImageInfo(format: .jpeg, storedSize: size, orientation: orientation, channels: 3)
            do throws(CropImportError) {
                let box = try crop.box(forUpright: info.uprightSize, orientation: orientation)
                require(box.isValid, "a box is valid: \(box)")
            } catch {
                requireOneLine(error.description)
            }
            check(crop, info)
        }
    }
}

/// What must hold of the plan.
private func check(_ crop: CropImport, _ info: ImageInfo) {
    var options = EditOptions(size: .atMost(64))
    options.crop = .imported(crop)
    for padding in [nil, RGBColor.black] {
        options.padding = padding
        do throws(EditError) {
            let plan = try EditPlan(info, options)
            let (rect, upright) = (plan.cropRect, info.uprightSize)
            require(
                rect.x >= 0 && rect.y >= 0 && rect.width >= 1 && rect.height >= 1
                    && rect.x + rect.width <= upright.width && rect.y + rect.height <= upright.height,
                "the crop \(rect) lies inside the picture of \(upright)")
            let (region, stored) = (plan.storedRegion, info.storedSize)
            require(
                region.x >= 0 && region.y >= 0 && region.width >= 1 && region.height >= 1
                    && region.x + region.width <= stored.width && region.y + region.height <= stored.height,
                "what is decoded lies inside the picture")
            require(
                max(plan.outputs[0].size.width, plan.outputs[0].size.height) <= 64, "the output is as small as asked")
        } catch {
            requireOneLine(error.description)
        }
    }
}
