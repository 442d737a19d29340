"""The developers' pages: everything they name exists, and they name everything that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("protocol/*.md")])
ENDINGS = ["py", "pyx", "pxd", "pxi", "pyi", "toml", "md", "json", "jsonl", "txt", "png", "svg", "webp"]


def modules() -> list[str]:
    """Those of the solver; tests/test_layers.py looks at the protocol's, which their folders list."""
    found = (ROOT / "solver").rglob("*.py*")
    paths = [path for path in found if path.suffix in (".py", ".pyx") and not path.name.startswith("__")]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


@pytest.mark.parametrize("module", modules())
def test_every_module_is_described(module: str) -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{re.escape(Path(module).stem)}\b", text), f"{module} is not described"


def test_every_folder_of_the_protocol_is_described() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for path in (ROOT / "protocol").rglob("__init__.py"):
        assert f"{path.parent.name}/" in text, path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_and_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link.partition("#") for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    for target, _, anchor in links:
        if "://" in target:
            continue
        file = page.parent / target if target else page
        assert file.exists(), f"{page.name} links to {target}"
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), f"{page.name} links to {target}#{anchor}"
    for name in re.findall(
        rf"`((?:solver|protocol|tests|bench|docs)/[\w./-]+\.(?:{'|'.join(ENDINGS)}))`", text
    ):
        if "NAME" not in name and "GAME" not in name:
            assert (ROOT / name).exists(), f"{page.name} names {name}"


def anchors(page: Path) -> set[str]:
    """Of the headings, as the usual viewers of Markdown make them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads}
