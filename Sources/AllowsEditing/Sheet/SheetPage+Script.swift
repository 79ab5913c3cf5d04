extension SheetPage {
    /// Sorts, filters and searches the pictures that are there already. Nothing on the page is made from text.
    static let script = #"""

        "use strict";
        (() => {
            const list = document.getElementById("pictures");
            const controls = document.getElementById("controls");
            const [search, sort, reverse, count, nothing] =
                ["search", "sort", "reverse", "count", "nothing"].map((name) => document.getElementById(name));
            const names = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
            const pictures = Array.from(list.children, (element, order) => {
                const { status, pixels, bytes, time, odd } = element.dataset;
                return {
                    element, order, status, pixels: +pixels, bytes: +bytes, time: +time, odd: odd !== undefined,
                    name: element.querySelector("h2").textContent, text: undefined,
                };
            });
            const textOf = (picture) => picture.text ??=
                `${picture.element.textContent} ${picture.status}`.normalize().toLocaleLowerCase();
            const shown = {
                all: () => true,
                failed: (picture) => picture.status === "failed",
                odd: (picture) => picture.odd,
            };

            // The list gets all of its children at once: to hide or to move them one by one takes seconds.
            function update() {
                const words = search.value.normalize().toLocaleLowerCase().split(/\s+/).filter(Boolean);
                const isShown = shown[controls.elements.show.value];
                const matches = sorted.filter((picture) =>
                    isShown(picture) && words.every((word) => textOf(picture).includes(word)));
                if (matches.length !== present.length || matches.some((picture, index) => picture !== present[index])) {
                    list.replaceChildren(...matches.map((picture) => picture.element));
                    present = matches;
                }
                nothing.hidden = matches.length > 0 || pictures.length === 0;
                count.value = matches.length === pictures.length
                    ? `${pictures.length} pictures` : `${matches.length} of ${pictures.length}`;
            }

            function arrange() {
                const key = sort.value;
                const compare = (a, b) =>
                    (key === "name" || key === "status" ? names.compare(a[key], b[key]) : a[key] - b[key])
                    || a.order - b.order;
                sorted = pictures.toSorted(compare);
                if (reverse.checked) sorted.reverse();
                update();
            }

            let sorted = pictures;
            let present = pictures;
            let waiting;
            search.addEventListener("input", () => {
                clearTimeout(waiting);
                waiting = setTimeout(update, 80);
            });
            controls.addEventListener("change", (event) => {
                if (event.target === sort || event.target === reverse) arrange();
                else update();
            });
            controls.addEventListener("submit", (event) => event.preventDefault());
            document.addEventListener("keydown", (event) => {
                if (event.key === "/" && event.target !== search && !event.ctrlKey && !event.metaKey) {
                    event.preventDefault();
                    search.focus();
                } else if (event.key === "Escape" && event.target === search) {
                    search.value = "";
                    update();
                }
            });
            for (const kind of ["failed", "odd"]) {
                document.getElementById(kind).textContent = pictures.filter(shown[kind]).length;
            }
            controls.hidden = false;
            update();
        })();

        """#
}
