"""The course of a board: a beginning, the entries made since, and the entry one looks at.

A board beside a real table changes by events alone, which are the lines of its file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from protocol.frontend.desk import UNSEEN, Setup

Event = dict[str, Any]
#: Most entries of a board.
ENTRIES_MAX = 5_000


@dataclass(frozen=True)
class Entry:
    """One entry: its tokens, with those that the rules filled in, what was asked for, and what was said."""

    tokens: tuple[str, ...]
    asks: str
    words: str

    def as_json(self) -> dict[str, Any]:
        """The entry as data for the board's file."""
        return {"tokens": list(self.tokens), "asks": self.asks, "words": self.words}


@dataclass
class BoardCourse:
    """The state of a board. ``board``: its name, empty for one that is not kept; ``at``: the number of
    entries that have happened, while those behind it can be gone through again."""

    board: str
    setup: Setup
    title: str
    begun: str
    names: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    at: int = 0

    @property
    def beside(self) -> bool:
        """Whether the board lies beside a real table and knows what one seat sees."""
        return bool(self.board)

    @property
    def tokens(self) -> list[str]:
        """The tokens up to the entry one looks at."""
        return [token for entry in self.entries[: self.at] for token in entry.tokens]

    def enter(self, entry: Entry) -> Event:
        """The event of an entry. The same entry again only goes forward."""
        if self.at < len(self.entries) and self.entries[self.at].tokens == entry.tokens:
            return {"event": "at", "at": self.at + 1}
        return {"event": "enter", "keep": self.at, **entry.as_json()}

    def apply(self, event: Event) -> None:
        """Let an event happen.

        Raises:
            ValueError, KeyError, TypeError: it is none of a board.
        """
        match event["event"]:
            case "enter":
                entry = Entry(tuple(event["tokens"]), event["asks"], event["words"])
                self.entries[event["keep"] :] = [entry]
                self.at = len(self.entries)
            case "at":
                if not 0 <= event["at"] <= len(self.entries):
                    raise ValueError(f"a board has no entry {event['at']!r}")
                self.at = event["at"]
            case other:
                raise ValueError(f"a board knows no event {other!r}")

    def event(self) -> Event:
        """The first event of this board's file."""
        setup = self.setup
        return {
            "event": "board",
            "format": 1,
            "board": self.board,
            "game": setup.game,
            "seats": setup.seats,
            "rules": list(setup.rules),
            "view": setup.view,
            "title": self.title,
            "begun": self.begun,
            "names": self.names,
        }

    @classmethod
    def made(cls, event: Event) -> Self:
        """The board of a first event.

        Raises:
            ValueError, KeyError, TypeError: it is not one.
        """
        if event["event"] != "board":
            raise ValueError("the file does not begin with a board")
        setup = Setup(event["game"], event["seats"], tuple(event["rules"]), view=event["view"])
        return cls(event["board"], setup, event["title"], event["begun"], list(event["names"]))


def entries_of(tokens: list[str]) -> list[Entry]:
    """Tokens as entries, where nobody says what belongs together: what nobody saw goes with what was seen
    before it."""
    groups: list[list[str]] = []
    for token in tokens:
        if token == UNSEEN and groups:
            groups[-1].append(token)
        else:
            groups.append([token])
    return [Entry(tuple(group), "", group[0]) for group in groups]
