/// The front ends whose crops are understood, by the name that stands under `tool`.
public enum CropTool: String, Sendable, Hashable, CaseIterable {
    /// Our own words: `center`, `size`, `rotation` and `flip`, or a rectangle alone.
    case box
    /// UIKit: `cropRect` of the picker's result.
    case uiImagePicker = "uiimagepicker"
    /// TOCropViewController and CropViewController: the rectangle and `angle`.
    case toCrop = "tocrop"
    /// Mantis: `CropInfo`.
    case mantis
    /// Brightroom: `EditingCrop`.
    case brightroom
    /// Cropper.js 1: `getData()`.
    case cropperJS1 = "cropperjs1"
    /// Cropper.js 2: the selection, and `matrix` from `$getTransform()`.
    case cropperJS2 = "cropperjs2"
    /// react-avatar-editor: `getCroppingRect()` and the property `rotate`.
    case reactAvatarEditor = "react-avatar-editor"
    /// react-easy-crop: `croppedArea` or `croppedAreaPixels`, and the property `rotation`.
    case reactEasyCrop = "react-easy-crop"
}

extension CropTool {
    /// What stands under `data`, in one line.
    public var summary: String {
        switch self {
        case .box: "center, size, rotation (degrees clockwise), flip ([-1, 1] is mirrored left to right); or rect alone"
        case .uiImagePicker: "cropRect"
        case .toCrop: "croppedFrame or x, y, width, height; angle; scale or originalImageSize where they are points"
        case .mantis: "CropInfo as it is encoded, or its cropRegion alone"
        case .brightroom: "cropExtent; rotation, adjustmentAngle; scaleToRestore or imageSize"
        case .cropperJS1: "what getData() gives: x, y, width, height, rotate, scaleX, scaleY"
        case .cropperJS2: "x, y, width, height of the selection; matrix, which $getTransform() of the image gives"
        case .reactAvatarEditor: "what getCroppingRect() gives; rotate; disableCanvasRotation"
        case .reactEasyCrop: "croppedArea (percent) or croppedAreaPixels; rotation"
        }
    }
}

extension CropTool: CustomStringConvertible {
    /// The name that stands under `tool`.
    public var description: String { rawValue }
}
