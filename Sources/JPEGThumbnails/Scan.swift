/// One scan whose data is wanted: that of a baseline file, or a DC scan of a progressive one.
struct Scan {
    /// Which components of the frame take part, in order.
    var components: [Int] = []
    /// Their Huffman codes; nil where the scan needs none.
    var dcCodes: [HuffmanCode?] = []
    var acCodes: [HuffmanCode?] = []
    /// The position of the bit that this scan tells; those above are known or told with it.
    var low = 0
    /// Whether the scan tells one more bit of each value.
    var isRefinement = false
    /// MCUs between two restart markers; 0 for none.
    var restartInterval = 0
    /// Where in the file the data begins.
    var start = 0
}

/// The spectral selection and successive approximation of a scan header (ITU T.81, B.2.3).
struct ScanSelection {
    var first: Int
    var last: Int
    var high: Int
    var low: Int
}
