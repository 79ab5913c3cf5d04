#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A tone response curve: device value 0…1 to linear light 0…1 (ICC.1:2022, sections 10.6 and 10.18).
enum ToneCurve: Sendable, Hashable {
    case gamma(Double)
    /// One of the functions 1…4 of a `para` element, with its parameters in their order.
    case parametric(function: Int, [Double])
    /// At least two values, evenly spaced, with straight lines between them.
    case table([UInt16])

    /// IEC 61966-2-1.
    static let sRGB = parametric(function: 3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    /// The inverse of the camera's curve of ITU-R BT.709, BT.601 and BT.2020.
    static let bt709 = parametric(function: 3, [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081])

    /// The light of a device value. Clamped to 0…1, as the standard demands of both.
    func callAsFunction(_ value: Double) -> Double {
        let value = max(0, min(1, value))
        let light =
            switch self {
            case .gamma(let exponent): pow(value, exponent)
            case .parametric(let function, let parameters): Self.evaluate(function, parameters, value)
            case .table(let values): Self.interpolate(values, value)
            }
        // What is not a number becomes 0.
        return light > 0 ? min(1, light) : 0
    }

    private static func evaluate(_ function: Int, _ p: [Double], _ value: Double) -> Double {
        let base = p[1] * value + p[2]
        let power = base > 0 ? pow(base, p[0]) : 0
        return switch function {
        case 1: power
        case 2: power + p[3]
        case 3: value >= p[4] ? power : p[3] * value
        default: value >= p[4] ? power + p[5] : p[3] * value + p[6]
        }
    }

    private static func interpolate(_ values: [UInt16], _ value: Double) -> Double {
        let position = value * Double(values.count - 1)
        let index = min(Int(position), values.count - 2)
        let (low, high) = (Double(values[index]), Double(values[index + 1]))
        return (low + (high - low) * (position - Double(index))) / 65535
    }
}

extension ToneCurve {
    /// Reads a `curv` or `para` element. Nil if it is another or broken. Cost: proportional to the element.
    init?(_ element: Span<UInt8>) {
        if element.has("curv", at: 0) {
            // More values than a value can tell apart are there to take memory.
            guard let count = element.bigEndian32(at: 8), count <= 1 << 16, element.holds(count * 2, at: 12) else {
                return nil
            }
            let values = (0..<count).map { UInt16(element[12 + 2 * $0]) << 8 | UInt16(element[13 + 2 * $0]) }
            switch count {
            case 0: self = .gamma(1)
            // 8 integer bits and 8 of fraction.
            case 1: self = .gamma(Double(values[0]) / 256)
            default: self = .table(values)
            }
        } else if element.has("para", at: 0) {
            let counts = [1, 3, 4, 5, 7]
            guard let function = element.bigEndian16(at: 8), function < counts.count else { return nil }
            var parameters: [Double] = []
            for index in 0..<counts[function] {
                guard let parameter = element.fixed16(at: 12 + 4 * index) else { return nil }
                parameters.append(parameter)
            }
            self = function == 0 ? .gamma(parameters[0]) : .parametric(function: function, parameters)
        } else {
            return nil
        }
    }

    /// The curve as a `para` element.
    ///
    /// - Precondition: it is no table.
    var element: [UInt8] {
        let (function, parameters) =
            switch self {
            case .gamma(let exponent): (0, [exponent])
            case .parametric(let function, let parameters): (function, parameters)
            case .table: preconditionFailure("a table is not a function")
            }
        return Array("para".utf8) + [0, 0, 0, 0, 0, UInt8(function), 0, 0] + parameters.flatMap(fixed16)
    }
}
