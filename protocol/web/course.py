"""The course of a table: chairs, moves, choices that wait, a wish to take back.

It changes by events alone, which are the lines of the table's file, so reading the file again gives the same.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from protocol.frontend.desk import Setup
from protocol.frontend.record import NORMAL, Game
from protocol.web.seating import ENGINE, OPEN, PERSON, Chair

Event = dict[str, Any]


@dataclass
class Wish:
    """A wish to take back: who asks, how many moves stay, and who has agreed."""

    seat: int
    keep: int
    agreed: set[int] = field(default_factory=set)


@dataclass
class Course:
    """The state of a table. ``moves``: (seat, token, milliseconds or None); ``groups``: the number of moves
    before each set of choices that were shown together; ``chosen``: the choices that wait for others."""

    table: str
    setup: Setup
    edition: str
    title: str
    begun: str
    chairs: list[Chair]
    moves: list[tuple[int, str, float | None]] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    chosen: dict[int, tuple[str, float | None]] = field(default_factory=dict)
    wish: Wish | None = None
    end: Event | None = None

    @classmethod
    def made(cls, event: Event) -> Course:
        """The table of a first event.

        Raises:
            ValueError, KeyError, TypeError: it is not one.
        """
        if event["event"] != "made":
            raise ValueError("the file does not begin with a table")
        setup = Setup(event["game"], event["seats"], tuple(event["rules"]), event["seed"], event["start"])
        chairs = [Chair(**chair) for chair in event["chairs"]]
        return cls(event["table"], setup, event["edition"], event["title"], event["begun"], chairs)

    def event(self) -> Event:
        """The first event of this table's file."""
        return {
            "event": "made",
            "format": 1,
            "table": self.table,
            "game": self.setup.game,
            "edition": self.edition,
            "title": self.title,
            "seats": self.setup.seats,
            "rules": list(self.setup.rules),
            "seed": self.setup.seed,
            "start": self.setup.start,
            "begun": self.begun,
            "chairs": [chair.as_json() for chair in self.chairs],
        }

    def apply(self, event: Event) -> None:
        """Change by an event.

        Raises:
            ValueError, KeyError, TypeError: it is not one.
        """
        match event["event"]:
            case "choose":
                self.chosen[event["seat"]] = (event["token"], event["ms"])
            case "retract":
                self.chosen.pop(event["seat"], None)
            case "play":
                self.groups.append(len(self.moves))
                self.moves += [(seat, token, ms) for seat, token, ms in event["moves"]]
                self.chosen, self.wish = {}, None
            case "ask":
                self.wish = Wish(event["seat"], event["keep"], {event["seat"]})
            case "agree":
                if self.wish is not None:
                    self.wish.agreed.add(event["seat"])
            case "refuse":
                self.wish = None
            case "undo":
                del self.moves[event["keep"] :]
                self.groups = [start for start in self.groups if start < event["keep"]]
                self.chosen, self.wish = {}, None
            case "chair":
                self.chairs[event["seat"]] = Chair(**event["chair"])
                self.wish = None
            case "end":
                self.end = event
            case other:
                raise ValueError(f"a table knows no event {other!r}")

    @property
    def tokens(self) -> list[str]:
        """The tokens of the moves."""
        return [token for _, token, _ in self.moves]

    @property
    def complete(self) -> bool:
        """Whether somebody sits on every chair."""
        return all(chair.kind != OPEN for chair in self.chairs)

    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == PERSON]

    def together(self, seats: Collection[int]) -> set[int]:
        """The seats, and those of people who share a device with one of them."""
        mine = {seat for seat, chair in enumerate(self.chairs) if chair.mine}
        return {*seats, *mine} if mine & {*seats} else {*seats}

    def names(self) -> list[str]:
        """The names by seat, for the engine; empty for a free seat and for a person who gave none."""
        engines = [seat for seat, chair in enumerate(self.chairs) if chair.kind == ENGINE]
        names = [chair.name for chair in self.chairs]
        for number, seat in enumerate(engines, 1):
            names[seat] = "Engine" if len(engines) == 1 else f"Engine {number}"
        return names

    def back(self, seat: int) -> int | None:
        """The number of moves that stay when a seat takes back its last decision; None if it made none."""
        ends = [*self.groups[1:], len(self.moves)]
        for start, end in reversed(list(zip(self.groups, ends, strict=False))):
            if any(mover == seat for mover, _, _ in self.moves[start:end]):
                return start
        return None

    def game(self) -> Game:
        """The game as the line of a file that reviews read."""
        names = [
            chair.name or f"seat {seat}: {'human' if chair.kind != ENGINE else f'engine ({chair.level})'}"
            for seat, chair in enumerate(self.chairs, 1)
        ]
        end = self.end or {}
        return Game(
            edition=self.edition,
            deal=self.setup.seed,
            rules=self.setup.rules,
            names=tuple(names),
            players=tuple(chair.player() for chair in self.chairs),
            moves=tuple(self.moves),
            ending=NORMAL if end else "unfinished",
            ranks=tuple(end.get("ranks", ())),
            scores=tuple(end.get("scores", ())),
            returns=tuple(end.get("returns", ())),
            start=self.setup.start,
            seconds=sum(ms or 0.0 for _, _, ms in self.moves) / 1000,
            extra={"begun": self.begun},
        )
