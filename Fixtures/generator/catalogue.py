"""The list of fixtures, and what is written from it: the files, a README for each folder and the index of all."""

import shutil
from dataclasses import dataclass
from typing import Callable

from . import headers

OK, MALFORMED, TRUNCATED, UNSUPPORTED, LIMIT = "ok", "malformed", "truncated", "unsupported", "limitExceeded"


@dataclass(frozen=True)
class Fixture:
    name: str  # below its folder
    what: str
    why: str  # what a right program does with it
    make: Callable[[], bytes]
    format: str = "jpeg"  # what the first bytes say, whatever the name says
    expected: str = OK
    orientation: int = 1  # the one in force: 1 where the file names a value that does not exist
    size: tuple | None = None  # stored width and height, where they differ from what the header says
    channels: int | None = None


COLUMNS = (
    "path", "format", "upright_width", "upright_height", "stored_width", "stored_height", "orientation", "channels",
    "expected",
)  # fmt: skip


def write_folder(folder, introduction, fixtures, make_all=None):
    """Makes the folder anew, so that no file stays behind that is no longer in the list. Returns the rows of the index."""
    names = [f.name for f in fixtures]
    doubled = {n for n in names if names.count(n) > 1}
    assert not doubled, doubled
    made = make_all([f.make for f in fixtures]) if make_all else [f.make() for f in fixtures]
    shutil.rmtree(folder, ignore_errors=True)
    rows = []
    for fixture, data in zip(fixtures, made):
        path = folder / fixture.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        width, height, channels = headers.read(fixture.format, data)
        width, height = fixture.size or (width, height)
        channels = channels if fixture.channels is None else fixture.channels
        upright = (height, width) if fixture.orientation >= 5 else (width, height)
        rows.append(
            (f"{folder.name}/{fixture.name}", fixture.format, *upright, width, height, fixture.orientation, channels,
             fixture.expected)
        )  # fmt: skip
    (folder / "README.md").write_text(readme(folder.name, introduction, fixtures))
    return rows


def readme(title, introduction, fixtures):
    lines = [f"# {title}", "", introduction, "", "| file | what it is | why it exists | result |", "|---|---|---|---|"]
    lines += [f"| `{f.name}` | {f.what} | {f.why} | {f.expected} |" for f in fixtures]
    return "\n".join(lines) + "\n"


def write_index(path, rows):
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in [COLUMNS, *rows]))
