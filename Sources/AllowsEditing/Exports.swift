// The types of the lower rooms that appear in the public interface, so that one import is enough to name them.
public import ImageCodecs
public import Resampling

/// A size in whole pixels.
public typealias PixelSize = Resampling.PixelSize
/// A rectangle in whole pixels, top-left origin, y down.
public typealias PixelRect = Resampling.PixelRect
/// One of the eight EXIF orientations.
public typealias Orientation = Resampling.Orientation
/// The samples of a pixel.
public typealias PixelLayout = Resampling.PixelLayout
/// Decoded pixels in memory.
public typealias Bitmap = Resampling.Bitmap
/// A color without alpha, 8 bits a channel.
public typealias RGBColor = Resampling.RGBColor
/// The filter that scales.
public typealias ResamplingFilter = Resampling.ResamplingFilter
/// What is averaged when a picture is scaled.
public typealias Light = Resampling.Light
/// How many bits a decoded sample has.
public typealias SampleDepth = Resampling.SampleDepth
/// JPEG, PNG or WebP.
public typealias ImageFormat = ImageCodecs.ImageFormat
/// How many samples of color a JPEG has for its samples of brightness.
public typealias ChromaSubsampling = ImageCodecs.ChromaSubsampling
/// What the header of a picture says.
public typealias ImageInfo = ImageCodecs.ImageInfo
/// What the header of a picture may hold.
public typealias HeaderLimits = ImageCodecs.HeaderLimits
/// What is decoded of a picture, and in which form.
public typealias DecodeRequest = ImageCodecs.DecodeRequest
/// What a picture file carries beside its pixels.
public typealias ImageMetadata = ImageCodecs.ImageMetadata
/// A text of a PNG.
public typealias PNGText = ImageCodecs.PNGText
/// What an edited image carries beside its pixels.
public typealias MetadataPolicy = ImageCodecs.MetadataPolicy
/// A color profile (ICC).
public typealias ColorProfile = ImageCodecs.ColorProfile
/// Something odd about a file that could be read all the same.
public typealias Finding = ImageCodecs.Finding
/// What is wrong with the data of a picture.
public typealias ImageError = ImageCodecs.ImageError
