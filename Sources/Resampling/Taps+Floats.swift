extension Taps {
    /// The weights for samples of 16 bits, which 15 bits of weight are too few for: `stride` floats for each output.
    ///
    /// They are multiples of 2^-22 that sum to exactly 1 for each output. As long as partial sums stay below 4, floats hold them
    /// without rounding, so that a sum over opaque alpha is exactly 1. Cost: proportional to the weights.
    func updateFloats(_ floats: inout [Float]) {
        let one = Double(1 << 22)
        floats.removeAll(keepingCapacity: true)
        floats.reserveCapacity(stride * outputCount)
        for i in 0..<outputCount {
            let start = floats.count
            var (carry, sum) = (0.0, 0.0)
            for weight in exactWeights(ofOutput: i) {
                let exact = weight * one + carry
                let rounded = exact.rounded(.toNearestOrEven)
                carry = exact - rounded
                sum += rounded
                floats.append(Float(rounded / one))
            }
            if sum != one, let largest = floats.indices[start...].max(by: { floats[$0] < floats[$1] }) {
                floats[largest] += Float((one - sum) / one)
            }
            floats.append(contentsOf: repeatElement(0, count: start + stride - floats.count))
        }
    }
}
