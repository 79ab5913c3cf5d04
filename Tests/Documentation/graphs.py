"""The public interface of the library as symbol graphs, taken from modules that are built already.

The library gives names of its own to types of its lower modules, and DocC would show each as an alias that leads nowhere. In the graph
that is made here such a type stands in the place of its alias, with its members, as one sees it who imports the library. Left out are those
members that the lower modules have for each other: what they take or give has no name in the library."""

import json
import subprocess
from pathlib import Path

MODULE = "AllowsEditing"
LOWER = ("ImageCodecs", "Resampling")


def clang_flags(root, products):
    """What the compiler needs to find the C modules behind the Swift ones."""
    maps = sorted(root.glob("Sources/*/module.modulemap")) + sorted(products.glob("C*.build/module.modulemap"))
    return [flag for path in maps for flag in ("-Xcc", f"-fmodule-map-file={path}")]


def extract(root, products, folder):
    """Writes the symbol graphs of the three modules into a folder."""
    info = json.loads(subprocess.check_output(["swift", "-print-target-info"]))
    target = info["target"]["triple"]
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for module in (MODULE, *LOWER):
        subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-target", target, "-I", products / "Modules"]
            + ["-output-dir", folder, "-minimum-access-level", "public", "-skip-synthesized-members"]
            + ["-skip-inherited-docs", *clang_flags(root, products)],
            check=True)


def name(symbol):
    return ".".join(symbol["pathComponents"])


def mentioned(symbol):
    """The identifiers of the types in a declaration."""
    return {f["preciseIdentifier"] for f in symbol["declarationFragments"] if "preciseIdentifier" in f}


def is_lower(identifier):
    return any(identifier.startswith(f"s:{len(module)}{module}") for module in LOWER)


def merge(folder):
    """The graph of the library in which its own names of lower types are those types."""
    graphs = {path.name: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    graph = graphs.pop(f"{MODULE}.symbols.json")
    aliases = {}
    for symbol in graph["symbols"]:
        if symbol["kind"]["identifier"] == "swift.typealias":
            for target in filter(is_lower, mentioned(symbol)):
                aliases[symbol["identifier"]["precise"]] = (name(symbol), target)
    names = {alias for alias, _ in aliases.values()}
    symbols = [s for s in graph["symbols"] if s["identifier"]["precise"] not in aliases]
    relationships = graph["relationships"]
    for lower in graphs.values():
        own = [s for s in lower["symbols"] if s["pathComponents"][0] in names]
        known = {target for _, target in aliases.values()} | {s["identifier"]["precise"] for s in own}
        taken = [s for s in own if not any(map(is_lower, mentioned(s) - known))]
        identifiers = {s["identifier"]["precise"] for s in taken}
        symbols += taken
        relationships += [r for r in lower["relationships"] if r["source"] in identifiers]
    text = json.dumps(graph | {"symbols": symbols, "relationships": relationships})
    for alias, (_, target) in aliases.items():
        text = text.replace(json.dumps(alias), json.dumps(target))
    return json.loads(text)


def faults(graph):
    """What a reader would miss: comments, and names for types."""
    known = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
    for symbol in graph["symbols"]:
        # What the compiler derives from a conformance stands nowhere.
        if "location" not in symbol:
            continue
        lines = symbol.get("docComment", {"lines": []})["lines"]
        if not any(line["text"].strip() for line in lines):
            yield f"{name(symbol)} has no comment"
        for identifier in filter(is_lower, mentioned(symbol) - known):
            yield f"{name(symbol)} mentions a type without a name in {MODULE}: {identifier}"
