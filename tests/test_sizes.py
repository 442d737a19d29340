"""Sizes of the sources of games and searches: functions that fit a screen, files of one purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

MOST_IN_A_FUNCTION, MOST_IN_A_FILE = 75, 600
BEGIN = re.compile(r"( *)(?:async )?(?:def|cdef|cpdef) (?!class|struct|enum|extern|packed|union).*\(")


def functions(lines: list[str]) -> Iterator[tuple[str, int]]:
    """The first line of each function and its number of lines, the signature and comments included."""
    for number, line in enumerate(lines):
        begun = BEGIN.match(line)
        if not begun:
            continue
        last, depth = number - 1, 1
        while depth > 0:
            last += 1
            depth = sum(text.count("(") - text.count(")") for text in lines[number : last + 1])
        if not re.search(r":\s*(#.*)?$", lines[last]):
            continue  # a declaration, or a call in a definition of a variable
        for at in range(last + 1, len(lines)):
            text = lines[at].lstrip()
            if text and len(lines[at]) - len(text) <= len(begun[1]) and not text.startswith("#"):
                break
            if text and not text.startswith("#"):
                last = at
        yield line.strip(), last + 1 - number


def test_sizes_are_counted() -> None:
    lines = [
        "cdef int one(",
        "    int x,",
        ") nogil:",
        "    # why",
        "",
        "    return x",
        "",
        "def two(): ...",
        "x = 1",
    ]
    assert list(functions([*lines[:6], "def two(self):", "    pass"])) == [
        ("cdef int one(", 6),
        ("def two(self):", 2),
    ]
    assert list(functions(lines[6:])) == []


@pytest.mark.parametrize("folder", ["games", "search"])
def test_functions_fit_a_screen_and_files_have_one_purpose(checkout: Path, folder: str) -> None:
    sources = [
        path
        for path in (checkout / "solver" / folder).rglob("*.p*")
        if path.suffix in (".py", ".pyx", ".pxi", ".pxd")
    ]
    counted = 0
    for path in sources:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= MOST_IN_A_FILE, path
        for name, length in functions(lines):
            counted += 1
            assert length <= MOST_IN_A_FUNCTION, f"{path}: {name}"
    assert counted > 100
