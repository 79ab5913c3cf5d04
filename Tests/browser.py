#!/usr/bin/env python3
"""Opens a contact sheet in a real browser without a window and uses it: rows, sorting, searching, filters, keyboard, dark mode.

usage: browser.py [COMMAND] [--screenshot FILE]

Speaks the DevTools protocol over a pipe, so that Python's own library is enough. Where no Chromium is, it says so and succeeds.
"""
import base64
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
HOSTILE = 'x"><img src=x onerror=document.title=1><script>document.title=2<!--.jpg'


class Browser:
    """One tab. Everything that the page complains about, or asks the network for, is kept."""

    def __init__(self, program, profile):
        to_read, self.to_write = os.pipe()
        self.to_listen, to_answer = os.pipe()

        def connect():
            # The protocol wants descriptors 3 and 4. Copies first: one may be the other.
            first, second = os.dup(to_read), os.dup(to_answer)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_answer)
        self.buffer, self.number, self.session = b"", 0, None
        self.complaints, self.requests, self.events = [], [], set()
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.to_listen, 1 << 20)
            if not part:
                raise SystemExit("the browser has died")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        method, params = message.get("method"), message.get("params", {})
        self.events.add(method)
        if method == "Runtime.exceptionThrown":
            self.complaints.append(params["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append("a dialog was opened")
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                self.note(answer)
                continue
            if "error" in answer:
                raise SystemExit(f"{method}: {answer['error']}")
            return answer["result"]

    def open(self, path):
        self.events.discard("Page.loadEventFired")
        self.call("Page.navigate", url=path.as_uri())
        while "Page.loadEventFired" not in self.events:
            self.note(self.receive())

    def value(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def settle(self):
        """Waits until the page has answered what was typed, and has been drawn."""
        self.value("new Promise(done => setTimeout(() => requestAnimationFrame(() => done(1)), 150))")

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, value):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def screenshot(self, path):
        self.settle()
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.process.kill()
        self.process.wait()


failures = 0


def check(what, holds, detail=""):
    global failures
    failures += not holds
    print(f"{'ok  ' if holds else 'FAIL'} {what}" + (f": {detail}" if detail != "" and not holds else ""))


SHOWN = "Array.from(document.querySelectorAll('#pictures > li'))"
NAMES = SHOWN + ".map(e => e.querySelector('h2 bdi').textContent)"


def choose(browser, element, value):
    browser.value(f"""(() => {{ const e = document.getElementById("{element}");
        if (e.type === "checkbox") e.checked = {json.dumps(value)}; else e.value = {json.dumps(value)};
        e.dispatchEvent(new Event("change", {{ bubbles: true }})); }})()""")


def show(browser, value):
    browser.value(f"document.querySelector('input[name=show][value={value}]').click()")


def test_page(browser, sheet, names, screenshots):
    browser.size(1360, 900)
    browser.open(sheet)
    check("every picture has a row", sorted(browser.value(NAMES)) == sorted(names), browser.value(NAMES))
    check("names are text, whatever they hold", browser.value("document.title") == "in", browser.value("document.title"))
    check("nothing of a name became an element", browser.value("document.querySelectorAll('script').length") == 1)
    count = "document.getElementById('count').value"
    check("the count is that of the pictures", browser.value(count) == f"{len(names)} pictures", browser.value(count))
    check("each edited picture has its crop drawn on it",
          browser.value("document.querySelectorAll('[data-status=edited]').length")
          == browser.value("document.querySelectorAll('[data-status=edited] .crop').length"))
    check("each of them is shown beside its original", browser.value(
        "Array.from(document.querySelectorAll('[data-status=edited]'), e => e.querySelectorAll('img').length)"
        ".every(n => n === 2)"))
    check("they can be drawn", browser.value(
        "Promise.all(Array.from(document.images, i => i.decode().then(() => i.naturalWidth > 0)))"
        ".then(all => all.every(Boolean))"))
    check("every image has a text in its place",
          browser.value("Array.from(document.images).every(i => i.alt.length > 0)"))
    check("every control has a name", browser.value(
        "Array.from(document.querySelectorAll('input, select')).every(e => e.ariaLabel || e.labels.length > 0)"))
    if screenshots:
        browser.screenshot(screenshots)
        browser.scheme("dark")
        browser.screenshot(screenshots.with_stem(screenshots.stem + "-dark"))
        browser.size(420, 900)
        browser.screenshot(screenshots.with_stem(screenshots.stem + "-narrow"))
        browser.size(1360, 900)

    order = browser.value(NAMES)
    choose(browser, "sort", "name")
    by_name = browser.value(NAMES)
    check("sorted by name", by_name == browser.value(
        f"{json.dumps(names)}.sort(new Intl.Collator(undefined, {{numeric: true, sensitivity: 'base'}}).compare)"), by_name)
    choose(browser, "reverse", True)
    check("reversed", browser.value(NAMES) == by_name[::-1])
    choose(browser, "reverse", False)
    for key in ["pixels", "bytes", "time"]:
        choose(browser, "sort", key)
        values = browser.value(f"{SHOWN}.map(e => +e.dataset.{key})")
        check(f"sorted by {key}", values == sorted(values), values)
    choose(browser, "sort", "status")
    values = browser.value(SHOWN + ".map(e => e.dataset.status)")
    check("sorted by status", values == sorted(values), values)
    choose(browser, "sort", "order")
    check("and back in the order of the inputs", browser.value(NAMES) == order)

    show(browser, "failed")
    check("failures alone", browser.value(SHOWN + ".every(e => e.dataset.status === 'failed')")
          and browser.value(SHOWN + ".length") == 2, browser.value(NAMES))
    check("each with its message", browser.value(SHOWN + ".every(e => e.querySelector('.error').textContent.length > 10)"))
    show(browser, "odd")
    check("findings alone", browser.value(SHOWN + ".every(e => e.querySelector('.finding'))"))
    show(browser, "all")

    browser.key("/")
    check("the slash leads to the search", browser.value("document.activeElement.id") == "search")
    browser.call("Input.insertText", text="BROKEN")
    browser.settle()
    check("a search finds names, whatever their case", browser.value(NAMES) == ["broken.jpg"], browser.value(NAMES))
    check("and says how many", browser.value(count) == f"1 of {len(names)}", browser.value(count))
    browser.key("Escape")
    check("escape ends it", browser.value(SHOWN + ".length") == len(names))
    browser.call("Input.insertText", text="no such picture")
    browser.settle()
    check("where nothing matches, the page says so", browser.value("!document.getElementById('nothing').hidden"))
    browser.key("Escape")

    colors = []
    for scheme in ["light", "dark"]:
        browser.scheme(scheme)
        colors.append(browser.value("getComputedStyle(document.body).backgroundColor"))
        contrast = browser.value("""(() => {
            const light = color => { const [r, g, b] = color.match(/[\\d.]+/g).map(v => v / 255).map(
                v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
            const ground = selector => { let e = document.querySelector(selector);
                while (getComputedStyle(e).backgroundColor === "rgba(0, 0, 0, 0)") e = e.parentElement;
                return light(getComputedStyle(e).backgroundColor); };
            return Math.min(...["h1", "h2", ".quiet", ".error", ".finding", "footer", "output"].map(selector => {
                const pair = [light(getComputedStyle(document.querySelector(selector)).color), ground(selector)];
                return (Math.max(...pair) + .05) / (Math.min(...pair) + .05); })); })()""")
        check(f"text stands out, {scheme}", contrast >= 4.5, contrast)
    check("dark and light differ", colors[0] != colors[1], colors)
    browser.scheme("light")
    browser.size(360, 700)
    check("a narrow window needs no scrolling sideways",
          browser.value("document.documentElement.scrollWidth <= innerWidth"))


def test_many(browser, sheet, path):
    """5,000 pictures, those of the sheet again and again."""
    text = sheet.read_text()
    head, rest = text.split('<ul id="pictures">\n', 1)
    items, tail = rest.rsplit("</ul>\n<p id=\"nothing\"", 1)
    parts = items.split("</article></li>\n")[:-1]
    with path.open("w") as file:
        file.write(head + '<ul id="pictures">\n')
        for number in range(5000):
            file.write(parts[number % len(parts)] + "</article></li>\n")
        file.write('</ul>\n<p id="nothing"' + tail)
    browser.size(1360, 900)
    start = time.monotonic()
    browser.open(path)
    check("5,000 pictures: all are there", browser.value(SHOWN + ".length") == 5000)
    loaded = time.monotonic()
    for key in ["name", "time"]:
        choose(browser, "sort", key)
    browser.settle()
    sorted_ = time.monotonic()
    browser.value("document.getElementById('search').value = 'broken'; "
                  "document.getElementById('search').dispatchEvent(new Event('input'))")
    browser.settle()
    found = time.monotonic()
    check("5,000 pictures: a search finds some",
          browser.value(SHOWN + ".length") == sum("broken.jpg" in parts[n % len(parts)] for n in range(5000)))
    check("5,000 pictures: usable", found - start < 60)
    print(f"     {path.stat().st_size / 1e6:.0f} MB, loaded in {loaded - start:.1f} s, sorted twice in "
          f"{sorted_ - loaded:.1f} s, searched in {found - sorted_:.1f} s")


def main():
    arguments = sys.argv[1:]
    screenshots = None
    if "--screenshot" in arguments:
        index = arguments.index("--screenshot")
        screenshots = pathlib.Path(arguments[index + 1])
        del arguments[index:index + 2]
    # A browser that hangs must not hang whoever waits for this.
    signal.alarm(300)
    command = pathlib.Path(arguments[0] if arguments else ROOT / ".build/release/allows-editing").resolve()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print("skipped: no Chromium is installed; make test-browser installs it")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = folder / "in"
        shutil.copytree(ROOT / "Fixtures/photos", source, ignore=shutil.ignore_patterns("*.md"))
        photo = source / "harbor.jpg"
        shutil.copy(photo, source / HOSTILE)
        (source / "broken.jpg").write_bytes(photo.read_bytes()[:3000])
        (source / "text.png").write_text("no picture")
        shutil.copy(ROOT / "Fixtures/valid/jpeg/icc-missing-part.jpg", source / "odd.jpg")
        subprocess.run([command, "in", "-o", "out", "-s", "512", "--sheet", "sheet.html", "--quiet"], cwd=folder,
                       stderr=subprocess.DEVNULL)
        names = [path.name for path in source.rglob("*") if path.is_file()]
        browser = Browser(program, folder / "profile")
        try:
            test_page(browser, folder / "sheet.html", names, screenshots)
            test_many(browser, folder / "sheet.html", folder / "many.html")
            foreign = [url[:100] for url in browser.requests if not url.startswith(("file:///", "data:"))]
            check("nothing is asked of a network", not foreign, foreign)
            check("the browser complains about nothing", not browser.complaints, browser.complaints)
        finally:
            browser.close()
    print("all is well" if failures == 0 else f"{failures} checks failed")
    return 0 if failures == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
