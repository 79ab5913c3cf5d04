/// A 3×3 matrix by its columns. For the colorants of a profile these are red, green and blue in XYZ.
struct Matrix3: Sendable, Hashable {
    var red: SIMD3<Double>
    var green: SIMD3<Double>
    var blue: SIMD3<Double>

    static func diagonal(_ values: SIMD3<Double>) -> Matrix3 {
        Matrix3(red: [values.x, 0, 0], green: [0, values.y, 0], blue: [0, 0, values.z])
    }

    // Multiplied and added, never fused: the same bits on every machine.
    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        matrix.red * vector.x + matrix.green * vector.y + matrix.blue * vector.z
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(red: left * right.red, green: left * right.green, blue: left * right.blue)
    }

    /// The inverse, or nil of a matrix that has none to speak of.
    var inverse: Matrix3? {
        let (rowX, rowY, rowZ) = (cross(green, blue), cross(blue, red), cross(red, green))
        let determinant = (red * rowX).sum()
        guard abs(determinant) > 1e-9 else { return nil }
        return Matrix3(
            red: SIMD3(rowX.x, rowY.x, rowZ.x) / determinant, green: SIMD3(rowX.y, rowY.y, rowZ.y) / determinant,
            blue: SIMD3(rowX.z, rowY.z, rowZ.z) / determinant)
    }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
