"""The reference: one page a subject, generated from the docstrings of ``herdmind``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import griffe

#: Pages by name: title, introduction, names of the package.
PAGES: dict[str, tuple[str, str, list[str]]] = {
    "games": (
        "Games",
        "The games, and the ways to begin one.",
        ["GAMES", "Game", "deal", "enter"],
    ),
    "states": (
        "States",
        "A position, its moves, its views. `State.current_player()` returns a seat or one of these:\n\n"
        "| name | value | meaning |\n|---|---|---|\n"
        "| `herdmind.CHANCE` | -1 | a chance event is due |\n"
        "| `herdmind.SIMULTANEOUS` | -2 | several seats choose together |\n"
        "| `herdmind.TERMINAL` | -4 | the game is over |",
        ["State", "Move", "Viewer", "Rng"],
    ),
    "analysis": (
        "Analysis",
        "Searches in this process.",
        ["analyse", "Analysis", "Limit", "Settings", "Report", "Line", "Answer"],
    ),
    "engines": (
        "Engines",
        "Engine processes: of the [protocol](../protocol.md), or plain UCI. `AsyncEngine` has the methods of "
        "`Engine` as coroutines.",
        ["Engine", "AsyncEngine", "Info", "Result"],
    ),
    "matches": (
        "Matches and game files",
        "Matches between players of any kind; the games that were played.",
        ["play_match", "Match", "GameRecord", "read_games", "write_games", "replay"],
    ),
    "errors": (
        "Errors",
        "Each error is a `HerdmindError` or an `EngineError`.",
        [
            "HerdmindError",
            "NotationError",
            "IllegalMove",
            "SetupError",
            "ProtocolError",
            "EngineError",
            "EngineDied",
            "EngineTimeout",
            "EngineRefused",
        ],
    ),
    "adapters": (
        "Adapters",
        "The games in other people's frameworks. [Learning environments](../learning-environments.md) and "
        "[OpenSpiel](../openspiel.md) are their manuals.",
        [
            "adapters.batch",
            "adapters.pettingzoo",
            "adapters.gymnasium",
            "adapters.openspiel",
            "adapters.openspiel.spiel_bots",
        ],
    ),
}
#: Names that the pages describe in words: a reference would say nothing more.
IN_WORDS = {"CHANCE", "SIMULTANEOUS", "TERMINAL", "__version__"}

#: Classes whose methods are those of another class on the page.
SHORT = {"AsyncEngine"}


def pages() -> Iterator[tuple[str, str]]:
    """The place and the text of each page of the reference."""
    rows = []
    for name, (title, introduction, names) in PAGES.items():
        parts = [f"# {title}", introduction]
        for word in names:
            members = "\n      members: false" if word in SHORT else ""
            parts.append(f"::: herdmind.{word}\n    options:\n      heading_level: 2{members}")
        yield f"reference/{name}.md", "\n\n".join(parts) + "\n"
        listed = ", ".join(f"[`{word}`][herdmind.{word}]" for word in names)
        rows.append(f"| [{title}]({name}.md) | {listed} |")
    start = "# Reference\n\n::: herdmind\n    options:\n      members: false\n      show_root_heading: false"
    table = "\n".join(["| page | names |", "|---|---|", *rows])
    yield "reference/index.md", f"{start}\n\n{table}\n"


def holes(package: griffe.Object) -> Iterator[str]:
    """What is missing: public names without a place in the reference, or without a docstring."""
    exported = {str(name) for name in package.exports or []}
    listed = [word for _, _, names in PAGES.values() for word in names if "." not in word]
    for word in sorted(exported - IN_WORDS - set(listed)):
        yield f"herdmind.{word} stands on no page of the reference"
    for word in sorted(set(listed) - exported):
        yield f"herdmind.{word} stands in the reference and is not public"
    for word in sorted(set(listed) & exported):
        yield from undocumented(package[word], f"herdmind.{word}")


def undocumented(thing: griffe.Object | griffe.Alias, name: str) -> Iterator[str]:
    """A public name and the public methods of a class that have no docstring of their own or inherited."""
    if not thing.has_docstring:
        yield f"{name} has no docstring"
    if thing.is_class:
        for word, member in thing.all_members.items():
            method = member.is_function or "property" in member.labels
            if method and not word.startswith("_") and not member.has_docstring:
                yield f"{name}.{word} has no docstring"
