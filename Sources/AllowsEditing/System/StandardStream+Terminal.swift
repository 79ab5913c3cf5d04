import CSystem

extension StandardStream {
    /// Columns of the terminal that this stream leads to; nil where there is none, or it does not say.
    public var columns: Int? {
        let columns = Int(ae_terminal_columns(rawValue))
        return columns > 0 ? columns : nil
    }
}
