"""Names of the people at the table: given on the command line, or asked for once and kept for later games."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

#: Longest name: rows of the table have room for this many characters.
LONGEST = 10


def plain(name: str) -> str:
    """The name in letters that an engine reads: without accents, of the same length."""
    letters = []
    for letter in unicodedata.normalize("NFC", name):
        base = unicodedata.normalize("NFKD", letter)[0]
        letters.append(base if base.isascii() else "?")
    return "".join(letters)


def spelt(text: str, names: Sequence[str]) -> str:
    """A text from the engine with the names in their original spelling, accents included."""
    for name in names:
        if not name.isascii():
            text = re.sub(rf"\b{re.escape(plain(name))}\b", name.replace("\\", r"\\"), text)
    return text


def read_names(text: str, longest: int = LONGEST) -> list[str]:
    """The names in a list such as ``Anna,Ben``; an empty one belongs to a person who wants no name.
    ``longest``: the most characters of a name.

    Raises:
        ValueError: a name cannot be shown, or two names are the same.
    """
    names = [" ".join(unicodedata.normalize("NFC", name).split()) for name in text.split(",")]
    for name in names:
        if len(name) > longest:
            raise ValueError(f"'{name[:40]}' is too long for the table: at most {longest} letters")
        if "?" in plain(name) or not plain(name).isprintable() or "|" in name:
            raise ValueError(
                f"'{name}' cannot be shown: names are Latin letters, digits and signs but | and ?"
            )
        if name.lower() in ("you", "chance") or name.lower().startswith("seat "):
            raise ValueError(f"'{name}' would be mistaken on the screen: take another name")
        if name.isdigit():
            raise ValueError(f"'{name}' would be mistaken for a seat: a name has letters")
    given = [plain(name).lower() for name in names if name]
    for at, name in enumerate(given):
        if name in given[:at]:
            raise ValueError(f"two people are called '{name}': say whom is meant by other names")
    return names


def kept_file() -> Path:
    """The file of kept names: ``herdmind/names.txt`` in the user's state directory."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "herdmind" / "names.txt"


def kept_names() -> list[str] | None:
    """The names given earlier; None if nobody was asked yet or the file cannot be used."""
    try:
        with kept_file().open(encoding="utf-8") as file:
            return read_names(file.read(1000).rstrip("\n"))
    except (OSError, ValueError):
        return None


def keep(names: Sequence[str]) -> None:
    """Keep names for later games. If the file cannot be written, the names are asked for again next time."""
    try:
        kept_file().parent.mkdir(parents=True, exist_ok=True)
        kept_file().write_text(",".join(names) + "\n", encoding="utf-8")
    except OSError:
        return


def seated(names: Sequence[str], human: Sequence[bool]) -> tuple[str, ...]:
    """The names in seat order. A full list names all seats; a shorter one names the people in turn, and all
    other seats get an empty name."""
    if len(names) == len(human):
        return tuple(names)
    left = list(names)
    return tuple(left.pop(0) if is_human and left else "" for is_human in human)
