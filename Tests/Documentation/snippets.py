"""The Swift code of the documentation: what stands between fences in the articles of the catalog and in the README.

The documentation is the source; whoever compiles or runs its code takes it from here. A block is a piece of a file, and all blocks
together are one module. A comment before a block says where it is otherwise:

    <!-- snippet: func example(bytes: [UInt8]) async throws -->     the block is the body of that function
    <!-- snippet: manifest -->                                      the block is a Package.swift
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOG = ROOT / "Sources/AllowsEditing/AllowsEditing.docc"
BLOCK = re.compile(r"(?:^<!-- snippet: (?P<place>.*?) -->\n+)?^```swift\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def documents():
    return sorted(CATALOG.glob("**/*.md")) + [ROOT / "README.md"]


def blocks(document):
    """Pairs of what the comment says, None for no comment, and the code."""
    return [(match["place"], match["code"]) for match in BLOCK.finditer(document.read_text())]


def manifest():
    """The Package.swift that the documentation recommends."""
    found = [code for document in documents() for place, code in blocks(document) if place == "manifest"]
    if len(found) != 1:
        raise SystemExit(f"there are {len(found)} manifests in the documentation, not one")
    return found[0]


def source(document):
    """The blocks of a document as one Swift file; None where it has none."""
    imports, pieces = [], []
    for place, code in blocks(document):
        if place == "manifest":
            continue
        lines = code.splitlines()
        imports += [line for line in lines if line.startswith("import ") and line not in imports]
        body = "\n".join(line for line in lines if not line.startswith("import ")).strip("\n")
        pieces.append(f"{place} {{\n{body}\n}}" if place else body)
    return "\n\n".join(["\n".join(imports), *pieces]) + "\n" if pieces else None


def write(folder):
    """Writes the code of every document into a folder; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.swift"):
        old.unlink()
    files = []
    for document in documents():
        text = source(document)
        if text:
            files.append(folder / f"{document.stem}.swift")
            files[-1].write_text(text)
    return files
