"""Places of the repository's files on the documentation site, and links between them.

Pages lie where readers of the repository look for them, with links that work there. On the site every file
has one place, and links are rewritten to it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

#: Pages outside docs/, by path in the repository.
OUTSIDE = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "license.md",
    "protocol/PROTOCOL.md": "protocol.md",
}
INSIDE = {place: path for path, place in OUTSIDE.items()}
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)(\))")
ITEM = re.compile(r"^( {4}\S.*\n)(?=\d+\. )", re.MULTILINE)
FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)


#: What a browser would fetch from another host without being asked.
FETCHED = re.compile(
    r"<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=[\"']?(?:https?:)?//[^\"'\s>]+"
    r"|<link\b(?=[^>]*\brel=[\"']?(?:stylesheet|preconnect|preload|prefetch|icon))[^>]*\bhref=[\"']?(?:https?:)?//[^\"'\s>]+"
)


def fetched(page: str) -> list[str]:
    """The parts of an HTML page that a browser would fetch from another host."""
    return FETCHED.findall(page)


def place_of(path: str) -> str:
    """The place on the site of a file of the repository; sources are shown on pages of their own."""
    if path in OUTSIDE:
        return OUTSIDE[path]
    if path.startswith("docs/notebooks/"):
        return path.removeprefix("docs/").replace(".py", ".md")
    if path.startswith("docs/") and path.endswith((".md", ".svg", ".png", ".webp")):
        return path.removeprefix("docs/")
    return f"source/{path}.md"


def path_of(place: str) -> str:
    """The file of the repository that a page of the site is made from."""
    if place in INSIDE:
        return INSIDE[place]
    if place.startswith("notebooks/"):
        return f"docs/{place}".replace(".md", ".py")
    return f"docs/{place}"


def deepened(text: str) -> str:
    """A page with numbered lists as MkDocs reads them: continued behind four spaces instead of three, with an
    empty line after an item that is continued.
    """

    def deeper(part: str) -> str:
        return ITEM.sub(r"\1\n", re.sub(r"^ {3}(?=\S)", "    ", part, flags=re.MULTILINE))

    return prose(text, deeper)


def local(target: str) -> bool:
    """Whether a link leads to a file of the repository."""
    return "://" not in target and not target.startswith(("#", "mailto:"))


def prose(text: str, change: Callable[[str], str]) -> str:
    """A page with its prose changed and its code left alone."""
    parts = FENCE.split(text)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))


def relinked(text: str, path: str) -> str:
    """The text of a page, whose file is ``path``, with the links of the site."""

    def moved(link: re.Match[str]) -> str:
        target, mark, anchor = link[2].partition("#")
        if not local(link[2]):
            return link[0]
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        there = posixpath.relpath(place_of(file), posixpath.dirname(place_of(path)) or ".")
        return f"{link[1]}{there}{mark}{anchor}{link[3]}"

    return prose(text, lambda part: LINK.sub(moved, part))


def sources(root: Path, pages: list[Path]) -> Iterator[str]:
    """The files that pages link to and that are no pages themselves."""
    found = set()
    for page in pages:
        for link in LINK.finditer(page.read_text(encoding="utf-8")):
            target = link[2].partition("#")[0]
            if target and local(link[2]):
                file = (page.parent / target).resolve()
                if file.is_file() and file.is_relative_to(root):
                    path = file.relative_to(root).as_posix()
                    if place_of(path).startswith("source/"):
                        found.add(path)
    yield from sorted(found)
