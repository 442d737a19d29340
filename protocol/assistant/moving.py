"""Moves at a table: entered by the caller, made by the engine, drawn by chance, and taken back."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from protocol.assistant.engineroom import EngineRoom, SharedDesk
from protocol.assistant.mcp_tables import OpenTable, Wrong
from protocol.assistant.replies import Happened
from protocol.assistant.sighting import lines_of, since, status_of, story_of
from protocol.client import Limit, Told

#: Most moves that one call of the engine makes, and the most seconds that it takes.
MOVES_MAX, SECONDS_MAX = 200, 45.0
#: Most legal moves that an error lists.
LISTED_MAX = 30
#: The engine's greatest seed.
SEED_END = 2**31


@dataclass
class Change:
    """Changes that a call makes at a table, found by comparing the viewer's story before and after."""

    desk: SharedDesk
    table: OpenTable
    viewer: int | None
    moved: list[int] = field(default_factory=list)
    note: str | None = None
    before: list[Told] = field(init=False)

    def __post_init__(self) -> None:
        self.table.lay(self.desk)
        self.before = story_of(self.desk, self.table, self.viewer)

    def reply(self, desk: SharedDesk) -> Happened:
        """The change in words, by the desk on which the table now lies."""
        after = story_of(desk, self.table, self.viewer)
        return Happened(
            events=lines_of(desk, since(self.before, after)),
            moved=self.moved,
            note=self.note,
            status=status_of(desk, self.table, self.viewer),
        )


def settle(desk: SharedDesk, table: OpenTable) -> None:
    """Enter what is due without anybody's decision: choices that waited for their turn, and drawn chance. The
    table lies on the desk."""
    rng = random.SystemRandom()
    while True:
        turn = desk.turn()
        if isinstance(turn, list) and turn[0] in table.held:
            desk.push(table.held[turn[0]])
            del table.held[turn[0]]
        elif turn == "chance" and table.chance == "drawn":
            odds = desk.engine.chance()
            desk.push(rng.choices(list(odds), list(map(float, odds.values())))[0])
        else:
            break
        table.moves = list(desk.moves)


def legal_token(desk: SharedDesk, table: OpenTable, seat: int, typed: str) -> str:
    """The token of a legal move of a seat.

    Raises:
        Wrong: it is none; the error lists what would be right.
    """
    token = typed.strip().lower()
    tokens = [choice.token for choice in desk.choices(seat)]
    if token not in tokens:
        more = "" if len(tokens) <= LISTED_MAX else f" and {len(tokens) - LISTED_MAX} more (list_moves)"
        raise Wrong(
            f"move {typed[:60]!r} is not legal for seat {seat} at table {table.id!r}; "
            f"legal: {' '.join(tokens[:LISTED_MAX])}{more}"
        )
    return token


def enter(desk: SharedDesk, table: OpenTable, typed: str, asked: int | None, viewer: int | None) -> Happened:
    """Enter a move of a seat or, where chance is entered, whatever happened at the real table.

    Raises:
        Wrong, EngineRefused: it cannot be entered; nothing has changed.
    """
    change = Change(desk, table, viewer)
    turn = desk.turn()
    if turn == "none":
        raise Wrong(f"the game at table {table.id!r} is over; take_back takes moves back")
    if table.chance == "entered":
        if asked is not None and (not isinstance(turn, list) or asked != turn[0]):
            due = f"seat {turn[0]}" if isinstance(turn, list) else "an outcome of chance"
            raise Wrong(f"seat {table.seat(asked)}: the next entry is of {due} ({desk.asks()})")
        tokens = desk.read(typed)
        if not tokens:
            raise Wrong(f"move {typed[:60]!r} says nothing; asked is {desk.asks()}")
        desk.enter(tokens)
        table.moves = list(desk.moves)
        new = since(change.before, desk.story(viewer))
        change.moved = [told.seat for told in new if told.seat is not None and not told.follows]
        return change.reply(desk)
    owing = [seat for seat in turn if seat not in table.held] if isinstance(turn, list) else []
    if asked is not None and table.hidden and table.own not in (None, table.seat(asked)):
        raise Wrong(
            f"seat {asked}: table {table.id!r} belongs to seat {table.own}; engine_plays decides for the "
            "others"
        )
    seat = table.decider(asked, owing)
    table.held[seat] = legal_token(desk, table, seat, typed)
    settle(desk, table)
    change.moved = [seat]
    return change.reply(desk)


def engine_plays(
    room: EngineRoom,
    table: OpenTable,
    seats: Sequence[int] | None,
    viewer: int | None,
    *,
    movetime: int,
    skill: int,
    stopped: Callable[[], bool] = lambda: False,
) -> Happened:
    """Let the engine decide for seats, each from its own view, until another seat has to, or the game ends.

    Raises:
        Wrong: the seats are not for the engine to play.
    """
    if table.chance == "entered":
        raise Wrong(f"table {table.id!r} is a real one: make_move enters what the others did there")
    if seats is None:
        if table.own is None:
            raise Wrong(f"seats: table {table.id!r} is nobody's own; name the seats that the engine plays")
        seats = [seat for seat in range(table.seats) if seat != table.own]
    chosen = {table.seat(seat) for seat in seats}
    if not chosen:
        raise Wrong("seats: name at least one seat for the engine")
    end = time.monotonic() + SECONDS_MAX
    with room.quick() as desk:
        change = Change(desk, table, viewer)
        settle(desk, table)
        turn = desk.turn()
    while isinstance(turn, list) and (todo := [s for s in turn if s in chosen and s not in table.held]):
        if len(change.moved) >= MOVES_MAX or time.monotonic() + movetime / 1000 > end or stopped():
            change.note = "the engine stopped for now: call again to let it go on"
            break
        with room.deep() as deep:
            table.lay(deep)
            thought = deep.think(
                todo[0],
                Limit(movetime=movetime),
                skill=skill,
                seed=secrets.randbelow(SEED_END),
                progress=lambda _: stopped(),
            )
        if thought.best is None:
            raise Wrong(f"the engine has no move for seat {todo[0]}: {thought.reason}")
        table.held[todo[0]] = thought.best.token
        change.moved.append(todo[0])
        with room.quick() as desk:
            table.lay(desk)
            settle(desk, table)
            turn = desk.turn()
    with room.quick() as desk:
        table.lay(desk)
        return change.reply(desk)


def take_back(desk: SharedDesk, table: OpenTable, count: int, viewer: int | None) -> Happened:
    """Take entries back: waiting choices first, then the last entries on the table.

    Raises:
        Wrong: there are fewer.
    """
    there = len(table.moves) + len(table.held)
    if count > there:
        raise Wrong(f"count {count}: only {there} can be taken back at table {table.id!r}")
    change = Change(desk, table, viewer)
    for _ in range(count):
        if table.held:
            table.held.popitem()
        else:
            table.moves.pop()
    table.lay(desk)
    change.note = f"{count} taken back"
    return change.reply(desk)
