#!/usr/bin/env python3
"""Builds the documentation into .build/docs and checks it. It needs no network and no plugin.

    Tests/Documentation/build.py [PRODUCTS]

PRODUCTS is the folder of a build, .build/debug unless said otherwise. What must hold:

- every public symbol has a comment, and every type in a public declaration has a name in the library;
- every public type stands in a group of topics;
- the Swift code of the articles and of the README compiles, without a warning;
- DocC has nothing to complain about, broken links included.

The result is a static site: `python3 -m http.server -d .build/docs`, then /documentation/allowsediting."""

import json
import re
import subprocess
import sys
from pathlib import Path

import graphs
import snippets

ROOT = snippets.ROOT


def ungrouped(graph):
    """The top-level symbols that no page lists among its topics."""
    listed = set()
    for page in snippets.CATALOG.glob("**/*.md"):
        _, _, topics = page.read_text().partition("\n## Topics\n")
        listed |= set(re.findall(r"^- ``([^`]+)``$", topics, re.MULTILINE))
    for symbol in graph["symbols"]:
        if len(symbol["pathComponents"]) == 1 and graphs.name(symbol) not in listed:
            yield f"{graphs.name(symbol)} stands in no group of topics"


def compile_snippets(products):
    files = snippets.write(ROOT / ".build/snippets")
    subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library"]
        + ["-module-name", "Snippets", "-I", products / "Modules", *graphs.clang_flags(ROOT, products), *files],
        check=True)


def convert(graph):
    folder = ROOT / ".build/symbol-graph"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{graphs.MODULE}.symbols.json").write_text(json.dumps(graph))
    subprocess.run(
        ["docc", "convert", snippets.CATALOG, "--additional-symbol-graph-dir", folder]
        + ["--output-dir", ROOT / ".build/docs", "--fallback-display-name", graphs.MODULE]
        + ["--fallback-bundle-identifier", graphs.MODULE, "--fallback-default-module-kind", "Library"]
        + ["--warnings-as-errors"],
        check=True)


def main():
    products = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/debug").resolve()
    extracted = ROOT / ".build/symbol-graphs"
    graphs.extract(ROOT, products, extracted)
    graph = graphs.merge(extracted)
    faults = [*graphs.faults(graph), *ungrouped(graph)]
    if faults:
        sys.exit("\n".join(faults))
    compile_snippets(products)
    convert(graph)
    print(f"{len(graph['symbols'])} public symbols: .build/docs")


try:
    main()
except subprocess.CalledProcessError as error:
    sys.exit(f"{error.cmd[0]} failed")
