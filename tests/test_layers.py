"""The layers of protocol/: a table of allowed imports, and no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import protocol

pytestmark = pytest.mark.pure

ROOT = Path(protocol.__file__).resolve().parent

#: Folder: the folders that its modules may import, beside their own; and whether they may import the solver.
MAY_IMPORT: dict[str, tuple[set[str], bool]] = {
    "base": (set(), False),
    "table": ({"base"}, True),
    "client": ({"base"}, False),
    "session": ({"base", "table"}, True),
    "records": ({"base", "table", "client"}, True),
    "ratings": ({"base", "records"}, False),
    "matches": ({"base", "table", "client", "records", "ratings"}, True),
    "reports": ({"base", "records", "ratings"}, False),
    "tournaments": ({"base", "table", "records", "ratings", "matches", "reports"}, True),
    "drawing": ({"base"}, False),
    "frontend": ({"base", "client", "drawing"}, False),
    "web": ({"base", "client", "drawing", "frontend"}, False),
    "assistant": ({"base", "client", "drawing", "frontend"}, False),
    "cli": (
        {
            "base",
            "table",
            "client",
            "session",
            "records",
            "ratings",
            "matches",
            "reports",
            "tournaments",
            "drawing",
            "frontend",
            "web",
            "assistant",
        },
        True,
    ),
}
#: The session for adapters alone, which are engines too.
MAY_IMPORT["face"] = MAY_IMPORT["cli"]
#: The folder that is installed as the package ``herdmind``; nobody else imports it.
FACE = "face"
#: Modules of protocol itself, which every layer may import: the versions.
TOP = {"__init__", "__main__"}


def modules() -> dict[str, Path]:
    """Every module below protocol/, by its dotted name without "protocol."."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in sorted(ROOT.rglob("*.py"))
        if (path.stem not in TOP or path.parent != ROOT)
    }


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere, as absolute dotted names; of ``from a import b``
    both a and a.b."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(path: Path) -> set[str]:
    """The modules of protocol that a file imports, without "protocol."."""
    known = modules()
    names = {re.sub(r"^herdmind\b", f"protocol.{FACE}", name) for name in imports(path)}
    names = {name.removeprefix("protocol.") for name in names if name.startswith("protocol.")}
    return {name for name in names if name in known}


def test_every_module_is_in_a_layer() -> None:
    installed = {FACE} - {path.name for path in ROOT.iterdir()}  # then it lies beside protocol/
    assert {name.split(".")[0] for name in modules()} == set(MAY_IMPORT) - installed


@pytest.mark.parametrize("module", modules())
def test_no_arrow_that_the_table_does_not_allow(module: str) -> None:
    path = modules()[module]
    folder = module.split(".")[0]
    allowed, solver = MAY_IMPORT[folder]
    for name in within(path):
        assert name.split(".")[0] in {folder, *allowed}, f"{module} imports {name}"
    if not solver:
        assert not [n for n in imports(path) if n.split(".")[0] == "solver"], f"{module} imports the solver"


def test_the_layers_themselves_are_in_order() -> None:
    """No cycle between folders: each can be put after all that it may import."""
    placed: set[str] = set()
    while len(placed) < len(MAY_IMPORT):
        ready = {f for f, (allowed, _) in MAY_IMPORT.items() if f not in placed and allowed <= placed}
        assert ready, f"a cycle among {set(MAY_IMPORT) - placed}"
        placed |= ready


@pytest.mark.ci
def test_no_cycle_between_modules() -> None:
    """Not even by an import inside a function."""
    arrows = {name: within(path) - {name} for name, path in modules().items()}
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join([*way[way.index(name) :], name])
        if name not in done:
            for following in arrows[name]:
                visit(following, (*way, name))
            done.add(name)

    for name in arrows:
        visit(name, ())


def test_no_two_files_of_one_name() -> None:
    seen: dict[str, str] = {}
    for name in modules():
        stem = name.split(".")[-1]
        assert stem == "__init__" or stem not in seen, f"{name} and {seen[stem]}"
        seen[stem] = name


@pytest.mark.parametrize("folder", sorted({str(p.parent.relative_to(ROOT)) for p in modules().values()}))
def test_each_folder_lists_its_modules(folder: str) -> None:
    text = ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    for path in (ROOT / folder).glob("*.py"):
        if path.stem != "__init__":
            assert any(line.split()[:1] == [path.stem] for line in text.splitlines()), (
                f"{path.stem} is not listed"
            )
