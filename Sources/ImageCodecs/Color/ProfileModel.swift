/// How a profile describes the way from its device's values to the profile connection space.
enum ProfileModel: Sendable {
    /// One curve from gray to the luminance.
    case gray(ToneCurve)
    /// Three curves and a matrix to XYZ (ICC.1:2022, section F.3).
    case matrix(MatrixModel)
    /// Tables, or a connection space of Lab: what lcms2 is for.
    case tables(isPerceptual: Bool)

    /// Nil if there is no way to read the profile.
    init?(_ profile: Span<UInt8>, _ tags: ProfileTags) {
        // Where there are tables they come before curves; those for other intents than these are left to printers.
        let isPerceptual = tags.has("A2B0")
        if isPerceptual || tags.has("A2B1") {
            self = .tables(isPerceptual: isPerceptual)
        } else if profile.has("GRAY", at: 16) {
            guard let curve = tags.read("kTRC", in: profile, ToneCurve.init) else { return nil }
            if profile.has("Lab ", at: 20) {
                self = .tables(isPerceptual: false)
            } else {
                guard Self.isPlausible(black: curve(0), white: curve(1)) else { return nil }
                self = .gray(curve)
            }
        } else if profile.has("RGB ", at: 16), profile.has("XYZ ", at: 20) {
            guard let model = MatrixModel(profile, tags) else { return nil }
            let (black, white) = (model.light(0, 0, 0), model.light(1, 1, 1))
            guard Self.isPlausible(black: black.y, white: white.y) else { return nil }
            self = .matrix(model)
        } else {
            return nil
        }
    }

    /// A picture all black or all white is worse than one without its profile.
    private static func isPlausible(black: Double, white: Double) -> Bool { white - black >= 0.5 && white <= 2 }
}

/// Three curves and a matrix.
struct MatrixModel: Sendable {
    var red: ToneCurve
    var green: ToneCurve
    var blue: ToneCurve
    /// In XYZ relative to D50.
    var colorants: Matrix3

    init?(_ profile: Span<UInt8>, _ tags: ProfileTags) {
        func curve(_ name: String) -> ToneCurve? { tags.read(name, in: profile, ToneCurve.init) }
        func colorant(_ name: String) -> SIMD3<Double>? { tags.read(name, in: profile) { $0.xyzElement } }
        guard let red = curve("rTRC"), let green = curve("gTRC"), let blue = curve("bTRC"),
            let redColorant = colorant("rXYZ"), let greenColorant = colorant("gXYZ"),
            let blueColorant = colorant("bXYZ")
        else { return nil }
        self.red = red
        self.green = green
        self.blue = blue
        colorants = Matrix3(red: redColorant, green: greenColorant, blue: blueColorant)
    }

    /// XYZ relative to D50 of device values 0…1.
    func light(_ red: Double, _ green: Double, _ blue: Double) -> SIMD3<Double> {
        colorants * SIMD3(self.red(red), self.green(green), self.blue(blue))
    }
}
