"""The pages of the documentation, taken apart: blocks of code, commands, what is marked as not run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path
    for path in [
        *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "protocol" / "PROTOCOL.md",
    ]
    if path.exists()
)
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.py"))
#: Stands before a block that no test runs, with the reason.
NOT_RUN = re.compile(r"<!-- not run: (.+) -->")
COMMAND = re.compile(r"^(?:\$ )?(?:\.venv(?:-dev)?/bin/)?(herdmind|python|make|pip)(?= |$)(.*)$")
#: A word that stands for what the reader puts there.
PLACEHOLDER = re.compile(r"(?<![A-Za-z_])(?!API|UCI|[A-Z]+_)[A-Z]{1,}(?![a-z])|\.\.\.")


@dataclass(frozen=True)
class Block:
    """A block of code: its page, its first line, its kind (empty for an indented one), why it is not run."""

    page: Path
    line: int
    kind: str
    text: str
    not_run: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


@dataclass(frozen=True)
class Command:
    """A command line of a page; ``whole`` where it stands in a block, and not in the middle of a sentence."""

    place: str
    program: str
    words: tuple[str, ...]
    whole: bool

    def __str__(self) -> str:
        return f"{self.place} {self.program} {' '.join(self.words)}"

    @property
    def general(self) -> bool:
        """Whether a word is a placeholder for the reader's own."""
        return any(PLACEHOLDER.search(word) for word in self.words)


def tokens(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of code of a page, in order."""
    reason = ""
    for token in tokens(page):
        if token.type == "html_block":
            mark = NOT_RUN.search(token.content)
            reason = mark[1] if mark else ""
        elif token.type in ("fence", "code_block"):
            assert token.map is not None
            yield Block(page, token.map[0] + 1, token.info.strip(), token.content, reason)
            reason = ""


def of_kind(page: Path, kind: str) -> list[Block]:
    """The blocks of a kind that are run."""
    return [block for block in blocks(page) if block.kind == kind and not block.not_run]


def read_command(line: str, place: str, whole: bool) -> Command | None:
    """The command on a line; behind two spaces stands what it does."""
    found = COMMAND.match(re.split(r"(?<=\S) {2,}", line)[0])
    return Command(place, found[1], tuple(shlex.split(found[2], comments=True)), whole) if found else None


def commands(page: Path) -> Iterator[Command]:
    """The command lines of a page: those in blocks and those in sentences."""
    name = page.relative_to(ROOT).as_posix()
    for block in blocks(page):
        if block.kind in ("", "text"):
            text = re.sub(r" *\\\n\s*", " ", block.text)
            for line in text.splitlines():
                if found := read_command(line, str(block), True):
                    yield found
    for token in tokens(page):
        for child in token.children or []:
            if child.type == "code_inline" and (found := read_command(child.content, name, False)):
                yield found
