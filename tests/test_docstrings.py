"""Files and modules that the solver's docstrings and comments name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "solver").rglob("*.p*")
    if path.suffix in (".py", ".pyx", ".pxd", ".pxi", ".pyi")
)
ENDINGS = r"py|pyx|pxd|pxi|pyi|toml|md|json"
#: Names with a place to fill in, as a skeleton's docstring has them.
PLACEHOLDERS = ("NAME", "GAME", "name", "game")


def prose(text: str) -> str:
    """The docstrings and comments of a source text, without its code."""
    quoted = re.findall(r'"""(.*?)"""', text, re.DOTALL)
    return "\n".join([*quoted, *re.findall(r"#:? (.*)", text)])


def there(name: str, folder: Path) -> bool:
    """Whether a file is there by its path from the project's root, or beside or above the source."""
    return any((place / name).exists() for place in (ROOT, folder, folder.parent, ROOT / "solver"))


@pytest.mark.parametrize("source", SOURCES)
def test_files_that_a_docstring_names_exist(source: str) -> None:
    path = ROOT / source
    for name in re.findall(rf"(?<![\w/.-])([\w./-]+\.(?:{ENDINGS}))\b", prose(path.read_text("utf-8"))):
        if not any(part in PLACEHOLDERS for part in re.split(r"[/._-]", name)):
            assert there(name, path.parent), f"{source} names {name}"


@pytest.mark.parametrize("source", SOURCES)
def test_modules_that_a_docstring_names_exist(source: str) -> None:
    found = prose((ROOT / source).read_text("utf-8"))
    for role, target in re.findall(r":(mod|class|func|meth|data):`~?((?:solver|protocol)\.[\w.]+)`", found):
        *owners, last = target.split(".")
        module = ROOT.joinpath(*owners, last) if role == "mod" else ROOT.joinpath(*owners)
        while role == "meth" and module.name[:1].isupper():
            module = module.parent
        files = [module.with_suffix(suffix) for suffix in (".py", ".pyx", ".pxd")] + [module / "__init__.py"]
        files = [file for file in files if file.exists()]
        assert files, f"{source} names {target}"
        if role != "mod":
            assert any(re.search(rf"\b{last}\b", file.read_text("utf-8")) for file in files), (
                f"{source} names {target}"
            )


@pytest.mark.parametrize("source", SOURCES)
def test_no_line_of_a_docstring_breaks_after_a_word_or_two(source: str) -> None:
    """A line of one or two words amid a paragraph is what a careless rewrap leaves behind."""
    for text in re.findall(r'"""(.*?)"""', (ROOT / source).read_text("utf-8"), re.DOTALL):
        lines = text.split("\n")
        for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
            short = len(line.split()) in (1, 2) and re.fullmatch(r"[a-z ]+", line.strip())
            amid = re.fullmatch(r"\s*\w.*", before) and re.fullmatch(r"\s*\w.*", after)
            assert not (short and amid and len(before) > 80), f"{source}: {line.strip()!r} stands alone"
