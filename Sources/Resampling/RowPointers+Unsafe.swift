/// The addresses of the source rows of one step of the vertical pass; scratch memory that only grows.
@safe struct RowPointers: ~Copyable {
    private var byteRows = unsafe Buffer<UnsafePointer<UInt8>>()
    private var wordRows = unsafe Buffer<UnsafePointer<Int16>>()
    private var floatRows = unsafe Buffer<UnsafePointer<Float>>()

    /// Room for `count` addresses of any kind.
    mutating func reserve(_ count: Int) {
        unsafe byteRows.reserve(count)
        unsafe wordRows.reserve(count)
        unsafe floatRows.reserve(count)
    }

    /// Addresses of rows of 8-bit samples.
    var bytes: UnsafeMutablePointer<UnsafePointer<UInt8>> { unsafe byteRows.base }
    /// Addresses of rows of 16-bit words.
    var words: UnsafeMutablePointer<UnsafePointer<Int16>> { unsafe wordRows.base }
    /// Addresses of rows of floats.
    var floats: UnsafeMutablePointer<UnsafePointer<Float>> { unsafe floatRows.base }
}
