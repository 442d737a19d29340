"""The library's manual is true: its examples run, and what it links and names is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import herdmind

PAGE = Path(__file__).resolve().parent.parent / "docs" / "library.md"


def test_the_examples_run() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 10
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    tried = doctest.DocTestRunner().run(test)
    assert not tried.failed
    assert tried.attempted > 50


def test_every_name_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    # what other names return is described with these
    behind = {"Analysis", "Info", "Line", "Report", "Result", "Match", "GameRecord", "Game", "__version__"}
    missing = [name for name in herdmind.__all__ if not re.search(rf"\b{name}\b", page)]
    assert set(missing) <= behind
