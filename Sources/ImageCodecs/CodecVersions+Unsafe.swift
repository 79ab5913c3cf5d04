internal import CImageCodecs

/// The libraries that decode and encode, with their versions: for example `libjpeg-turbo 2.1.5, libpng 1.6.39, libwebp 1.2.4`.
public var codecVersions: String {
    let text = unsafe [CChar](unsafeUninitializedCapacity: 200) { buffer, count in
        unsafe ae_library_versions(buffer.baseAddress, buffer.count)
        count = 200
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
