"""The library's manual names all that is public; tests/test_pages.py runs its examples."""

from __future__ import annotations

import re
from pathlib import Path

import herdmind

PAGE = Path(__file__).resolve().parent.parent / "docs" / "library.md"


def test_every_name_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    # what other names return is described with these
    behind = {"Analysis", "Info", "Line", "Report", "Result", "Match", "GameRecord", "Game", "__version__"}
    missing = [name for name in herdmind.__all__ if not re.search(rf"\b{name}\b", page)]
    assert set(missing) <= behind
