"""What people at the table are called: as they say it on the command line, or once when they are asked; kept
for the games to come."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from pathlib import Path

#: Longest name: rows of the table have room for so much.
LONGEST = 10


def plain(name: str) -> str:
    """The name in letters that an engine reads, of the same length: without accents."""
    letters = []
    for letter in unicodedata.normalize("NFC", name):
        base = unicodedata.normalize("NFKD", letter)[0]
        letters.append(base if base.isascii() else "?")
    return "".join(letters)


def read_names(text: str) -> list[str]:
    """The names that ``Anna,Ben`` lists; an empty one is of somebody who wants none.

    Raises:
        ValueError: one of them cannot be shown, or two are the same.
    """
    names = [" ".join(unicodedata.normalize("NFC", name).split()) for name in text.split(",")]
    for name in names:
        if len(name) > LONGEST:
            raise ValueError(f"'{name[:40]}' is too long for the table: at most {LONGEST} letters")
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
    """Where names are kept: ``herdmind/names.txt`` in the user's state directory."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "herdmind" / "names.txt"


def kept_names() -> list[str] | None:
    """The names that were told before; None where nobody was asked. A file that is none counts as that."""
    try:
        with kept_file().open(encoding="utf-8") as file:
            return read_names(file.read(1000).rstrip("\n"))
    except (OSError, ValueError):
        return None


def keep(names: Sequence[str]) -> None:
    """Keep names for the games to come; what cannot be written is asked again another time."""
    try:
        kept_file().parent.mkdir(parents=True, exist_ok=True)
        kept_file().write_text(",".join(names) + "\n", encoding="utf-8")
    except OSError:
        return


def seated(names: Sequence[str], human: Sequence[bool]) -> tuple[str, ...]:
    """The names in seat order: of all seats where there are so many, else of the people one after the other,
    empty where there is none."""
    if len(names) == len(human):
        return tuple(names)
    left = list(names)
    return tuple(left.pop(0) if is_human and left else "" for is_human in human)
