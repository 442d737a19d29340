"""The documentation site: links and holes in the reference, without a build (`make docs` is one)."""

from __future__ import annotations

import sys
import textwrap
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "packaging" / "site"

pytestmark = [pytest.mark.pure, pytest.mark.skipif(not SITE.exists(), reason="the site is in the checkout")]


def load(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(SITE))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return import_module(name)


@pytest.mark.parametrize(
    ("page", "link", "there"),
    [
        ("README.md", "[a](docs/play.md#strengths)", "[a](play.md#strengths)"),
        ("README.md", "![a](docs/demo.svg)", "![a](demo.svg)"),
        ("README.md", "[a](LICENSE)", "[a](license.md)"),
        ("docs/play.md", "[a](../protocol/PROTOCOL.md#12-options)", "[a](protocol.md#12-options)"),
        ("docs/games/colt.md", "[a](../tree-search.md)", "[a](../tree-search.md)"),
        ("docs/games/colt.md", "[a](../../protocol/PROTOCOL.md)", "[a](../protocol.md)"),
        ("protocol/PROTOCOL.md", "[a](../docs/library.md)", "[a](library.md)"),
        ("CONTRIBUTING.md", "[a](solver/game.pxd)", "[a](source/solver/game.pxd.md)"),
        ("docs/learning-environments.md", "[a](notebooks/training.py)", "[a](notebooks/training.md)"),
        ("docs/notebooks/bot.py", "[a](../examples/bot.mjs)", "[a](../source/docs/examples/bot.mjs.md)"),
        ("docs/play.md", "[a](#strengths), [b](https://a.b/c.md)", "[a](#strengths), [b](https://a.b/c.md)"),
        ("docs/play.md", "```\n[a](strength.md)[b](../README.md)\n```", None),
    ],
)
def test_links_lead_to_places_of_the_site(
    page: str, link: str, there: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    site_map = load("site_map", monkeypatch)
    assert site_map.relinked(f"x {link}\n", page) == f"x {there or link}\n" or there is None
    if there is None:
        assert site_map.relinked(f"{link}\n", page) == f"{link}\n"
    assert site_map.path_of(site_map.place_of(page)) == page


def test_lists_go_on_behind_four_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    site_map = load("site_map", monkeypatch)
    page = "1. a\n\n   | b |\n2. c\n\n    code\n\n```\n   text\n```\n"
    assert site_map.deepened(page) == page.replace("   | b |\n", "    | b |\n\n")


def test_sources_that_pages_link_to_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site_map = load("site_map", monkeypatch)
    (tmp_path / "docs").mkdir()
    (tmp_path / "solver.py").write_text("")
    page = tmp_path / "docs" / "page.md"
    page.write_text("[a](../solver.py) [b](page.md) [c](../../outside.py) [d](https://a.b/c.py) [e](lost.py)")
    assert list(site_map.sources(tmp_path, [page])) == ["solver.py"]


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ('<script src="https://a.b/c.js">', True),
        ("<script src=//a.b/c.js>", True),
        ('<link href="https://a.b/c.css" rel="stylesheet">', True),
        ('<link rel="preconnect" href="https://a.b">', True),
        ('<img alt="x" src="https://a.b/c.png">', True),
        ('<a href="https://a.b">', False),
        ('<link rel="canonical" href="https://a.b">', False),
        ('<script src="assets/c.js">', False),
    ],
)
def test_what_is_fetched_from_other_hosts(part: str, found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    site_map = load("site_map", monkeypatch)
    assert bool(site_map.fetched(f"<p>{part}</p>")) == found


def test_every_public_name_has_a_place_in_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    import herdmind

    reference = load("site_reference", monkeypatch)
    listed = [name for _, _, names in reference.PAGES.values() for name in names if "." not in name]
    assert sorted([*listed, *reference.IN_WORDS]) == sorted(herdmind.__all__)
    places = dict(reference.pages())
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for place in places:
        assert place in settings
    for name in listed:
        assert sum(f"::: herdmind.{name}\n" in text for text in places.values()) == 1


def test_holes_in_the_reference_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    griffe = pytest.importorskip("griffe", reason="the site is built with the extra docs")
    reference = load("site_reference", monkeypatch)
    monkeypatch.setattr(reference, "PAGES", {"a": ("A", "", ["Told", "Bare", "gone", "sub.module"])})
    monkeypatch.setattr(reference, "IN_WORDS", {"WORD"})
    (tmp_path / "face.py").write_text(
        textwrap.dedent(
            '''
            __all__ = ["Told", "Bare", "new", "WORD"]
            WORD = 1
            class Told:
                """Told."""
                def method(self): ...
                def _own(self): ...
            class Bare: ...
            def new(): """New."""
            '''
        )
    )
    package = griffe.load("face", search_paths=[tmp_path], allow_inspection=False)
    assert list(reference.holes(package)) == [
        "herdmind.new stands on no page of the reference",
        "herdmind.gone stands in the reference and is not public",
        "herdmind.Bare has no docstring",
        "herdmind.Told.method has no docstring",
    ]


def test_docstrings_become_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("griffe", reason="the site is built with the extra docs")
    docstrings = load("docstrings", monkeypatch)
    assert docstrings.markdown("A :meth:`State.push`.\n\n>>> 1\n1\n\nEnd.") == (
        "A `State.push`.\n\n```pycon\n>>> 1\n1\n```\n\nEnd."
    )
