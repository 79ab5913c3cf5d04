/// What stands around the pictures of a contact sheet.
enum SheetPage {
    /// How every sheet begins.
    static let firstBytes = [UInt8]("<!doctype html><!-- allows-editing: contact sheet -->".utf8)

    /// Up to the first picture.
    ///
    /// - Parameter nonce: letters and digits. Nothing else on the page can be a script, and nothing is loaded from elsewhere.
    static func start(title: String, nonce: String) -> String {
        let title = SheetText(title)
        return """
            \(String(decoding: firstBytes, as: UTF8.self))
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-\(nonce)'; \
            script-src 'nonce-\(nonce)'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style nonce="\(nonce)">\(style)</style>
            </head>
            <body>
            <header>
            <h1><bdi>\(title)</bdi></h1>
            \(controls)
            </header>
            <main>
            <ul id="pictures">

            """
    }

    /// From the last picture on.
    static func end(_ summary: BatchSummary, nonce: String) -> String {
        let interrupted =
            summary.wasCancelled ? "<p class=\"error\">Interrupted: what is not here was not finished.</p>\n" : ""
        return """
            </ul>
            <p id="nothing" hidden>No picture matches.</p>
            </main>
            <footer>
            \(interrupted)<p>\(SheetText(summary.description))</p>
            <p>Made by allows-editing \(SheetText(AllowsEditingVersion.current)).</p>
            </footer>
            <script nonce="\(nonce)">\(script)</script>
            </body>
            </html>

            """
    }

    /// Shown by the script, which they need.
    private static let controls = """
        <form id="controls" role="search" hidden>
        <input id="search" type="search" placeholder="Search" aria-label="Search names, routes, findings and messages" \
        aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
        <fieldset><legend>Show</legend>
        <label><input type="radio" name="show" value="all" checked>All</label>
        <label><input type="radio" name="show" value="failed">Failed <span id="failed"></span></label>
        <label><input type="radio" name="show" value="odd">Findings <span id="odd"></span></label>
        </fieldset>
        <label>Sort by <select id="sort">
        <option value="order">Input order</option>
        <option value="name">Name</option>
        <option value="status">Status</option>
        <option value="pixels">Original size</option>
        <option value="bytes">Edited bytes</option>
        <option value="time">Time</option>
        </select></label>
        <label><input id="reverse" type="checkbox">Reverse</label>
        <output id="count" aria-live="polite"></output>
        </form>
        """
}
