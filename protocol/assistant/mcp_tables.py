"""The tables of the server: positions by id, bounded in number, and who may see what of each."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from protocol.assistant.engineroom import SharedDesk
from protocol.frontend.desk import Setup
from protocol.frontend.names import read_names

#: Most tables that are open at the same time, unless the command line says otherwise.
TABLES_MAX = 16
#: Longest text of a position, in characters.
TEXT_MAX = 20_000
#: Seconds that a call waits for another one that is playing at the same table.
PATIENCE = 2.0
#: Seeds that the server draws are below this.
SEED_END = 2**63

#: Where chance comes from: the seed of the deal, draws by the odds, or entries by the caller.
Chance = Literal["seeded", "drawn", "entered"]


class Wrong(Exception):
    """A call that cannot be done; the sentence names the wrong word and what would be right."""


@dataclass
class OpenTable:
    """A game: its set-up, its entries, and its owner.

    ``own``: the seat whose table this is, None when it is nobody's. ``hidden``: whether seats see different
    things. ``meanings``: the game's rules words. ``held``: choices of seats whose turn in a simultaneous
    choice has not come yet. ``told_seed``: whether the caller named the seed.
    """

    id: str
    setup: Setup
    seats: int
    hidden: bool
    own: int | None
    chance: Chance
    people: tuple[str, ...]
    title: str
    meanings: dict[str, str]
    told_seed: bool = False
    moves: list[str] = field(default_factory=list)
    held: dict[int, str] = field(default_factory=dict)
    _busy: threading.Lock = field(default_factory=threading.Lock)

    def lay(self, desk: SharedDesk) -> None:
        """Put the table's position on a desk."""
        desk.lay(self.setup, self.moves, self.people)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """The table for one call that changes it.

        Raises:
            Wrong: another call has it.
        """
        if not self._busy.acquire(timeout=PATIENCE):
            raise Wrong(f"table {self.id!r} is busy: another call is playing there; wait for its answer")
        try:
            yield
        finally:
            self._busy.release()

    def seat(self, number: int) -> int:
        """``number``, if it is a seat.

        Raises:
            Wrong: it is none.
        """
        if not 0 <= number < self.seats:
            raise Wrong(f"seat {number}: the seats of table {self.id!r} are 0 to {self.seats - 1}")
        return number

    def viewer(self, asked: int | None, over: bool) -> int | None:
        """The seat whose view an answer is made from: the one asked for, else the table's own seat, else
        None, which means what all may see.

        Raises:
            Wrong: there is no such seat, or its view is not for this table.
        """
        if asked is None:
            return self.own
        self.seat(asked)
        if self.hidden and self.own not in (None, asked) and (not over or self.chance == "entered"):
            until = "" if self.chance == "entered" else " until the game is over"
            raise Wrong(
                f"seat {asked}: table {self.id!r} belongs to seat {self.own} and shows no other hand{until}"
            )
        return asked

    def decider(self, asked: int | None, owing: Sequence[int]) -> int:
        """The seat whose decision is meant.

        Raises:
            Wrong: no seat, or another, has to decide, or a seat must be named.
        """
        if not owing:
            raise Wrong(f"nothing to decide at table {self.id!r}: the game is over or waits for chance")
        turn = ", ".join(map(str, owing))
        if asked is None:
            if self.hidden and self.own is None:
                raise Wrong(f"name the seat: table {self.id!r} hides hands; to decide: {turn}")
            asked = owing[0] if self.own is None or not self.hidden else self.own
        if self.seat(asked) not in owing:
            raise Wrong(f"seat {asked} has nothing to decide now at table {self.id!r}; to decide: {turn}")
        return asked


class Tables:
    """The open tables by id, at most ``most``."""

    def __init__(self, most: int = TABLES_MAX) -> None:
        self.most = most
        self._open: dict[str, OpenTable] = {}
        self._made = 0
        self._change = threading.Lock()

    def __iter__(self) -> Iterator[OpenTable]:
        with self._change:
            return iter(list(self._open.values()))

    def find(self, name: str) -> OpenTable:
        """The table of that id.

        Raises:
            Wrong: there is none.
        """
        with self._change:
            table = self._open.get(name)
            if table is None:
                there = ", ".join(self._open) or "none; deal one first"
                raise Wrong(f"there is no table {name[:40]!r}; open tables: {there}")
            return table

    def close(self, name: str) -> OpenTable:
        """Close a table.

        Raises:
            Wrong: there is none of that id, or a call is playing there.
        """
        table = self.find(name)
        with table.alone(), self._change:
            self._open.pop(name, None)
        return table

    def open(
        self,
        desk: SharedDesk,
        setup: Setup,
        *,
        own: int | None,
        chance: Chance,
        names: Sequence[str] = (),
        told_seed: bool = False,
    ) -> OpenTable:
        """Set a game up and give it a table.

        Raises:
            EngineRefused: the game cannot begin like this.
            Wrong: there are too many tables, no such game or seat, or a name cannot be shown.
        """
        with self._change:
            self._check_room()
        if setup.game not in desk.games:
            raise Wrong(f"there is no game {setup.game[:40]!r}; there are: {', '.join(desk.games)}")
        try:
            people = read_names(",".join(names)) if names else []
        except ValueError as error:
            raise Wrong(f"names: {error}") from error
        meanings = desk.rules_words(setup.game)
        desk.engine.position()  # the game's standard one, which tells whether seats see different things
        hidden = desk.engine.json(0)["viewer"] is not None
        desk.call(())
        desk.set_up(setup)
        seats = desk.seats
        if len(people) > seats:
            raise Wrong(f"names: {len(people)} names for {seats} seats")
        people += [""] * (seats - len(people))
        called = tuple(person or f"seat {seat}" for seat, person in enumerate(people))
        viewer = desk.engine.json().get("viewer")
        table = OpenTable(
            id="",
            setup=setup,
            seats=seats,
            hidden=hidden,
            own=viewer if viewer is not None else own,
            chance=chance if viewer is None else "entered",
            people=called,
            title=desk.title,
            meanings=meanings,
            told_seed=told_seed,
        )
        if own is not None and table.seat(own) != table.own:
            raise Wrong(f"seat {own}: this position is the view of seat {table.own}")
        with self._change:
            self._check_room()
            self._made += 1
            table.id = f"{setup.game}-{self._made}"
            self._open[table.id] = table
        return table

    def _check_room(self) -> None:
        if len(self._open) >= self.most:
            raise Wrong(
                f"{self.most} tables are open, which is the limit: close one of them first "
                f"({', '.join(self._open)})"
            )


def fresh_seed() -> int:
    """A seed that nobody knows."""
    return secrets.randbelow(SEED_END)
