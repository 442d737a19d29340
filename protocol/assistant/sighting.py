"""The part of a tool's answer that shows a table: one seat's view, or the common part of all views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.assistant.mcp_tables import OpenTable
from protocol.assistant.replies import Outcome, Status
from protocol.client import Told
from protocol.frontend.desk import Desk
from protocol.frontend.layout import unmarked
from protocol.frontend.narrator import sentences
from protocol.frontend.onlooker import common, public

Json = dict[str, Any]


def _onlooker(table: OpenTable, seat: int | None) -> bool:
    """Whether nobody's view is meant at a table where seats see different things."""
    return seat is None and table.hidden


def json_of(desk: Desk, table: OpenTable, seat: int | None) -> Json:
    """The position as data. The table lies on the desk, here as in the other functions."""
    if _onlooker(table, seat):
        shared = common([desk.engine.json(number) for number in range(table.seats)])
        # moves are listed for the viewer, so places in these lists mean different things in each view
        return {**shared, "moves": [], "more_moves": 0}
    return desk.engine.json(seat)


def story_of(desk: Desk, table: OpenTable, seat: int | None) -> list[Told]:
    """The events since the beginning."""
    if _onlooker(table, seat):
        return public([desk.story(number) for number in range(table.seats)])
    return desk.story(seat)


def tally_of(desk: Desk, table: OpenTable, seat: int | None) -> list[str | None]:
    """Parts of each seat's score."""
    if _onlooker(table, seat):
        every = [desk.tally(number) for number in range(table.seats)]
        return [texts[0] if len({*texts}) == 1 else None for texts in zip(*every, strict=True)]
    return list(desk.tally(seat))


def board_of(desk: Desk, table: OpenTable, seat: int | None) -> str | None:
    """The position drawn with characters; None for what all may see of a table with hidden hands."""
    if _onlooker(table, seat):
        return None
    return "\n".join(line.rstrip() for line in unmarked(desk.board(seat).splitlines()))


def since(before: Sequence[Told], after: Sequence[Told]) -> list[Told]:
    """The events of a story that were not in it before."""
    old = [(told.seat, told.token, told.phrase, told.follows) for told in before]
    new = []
    for told in after:
        key = (told.seat, told.token, told.phrase, told.follows)
        if key in old:
            old.remove(key)
        else:
            new.append(told)
    return new


def lines_of(desk: Desk, story: Sequence[Told]) -> list[str]:
    """Events as sentences."""
    return [line.strip() for line in sentences(story, names=desk.names())]


def asks_of(desk: Desk, table: OpenTable) -> str:
    """The pending decision in words; in a simultaneous choice, the seats that still have to choose."""
    turn = desk.turn()
    if turn == "none":
        return ""
    left = [seat for seat in turn if seat not in table.held] if isinstance(turn, list) else []
    if table.chance == "entered" or left == turn[:1]:
        return desk.asks()
    names = desk.names()
    return f"a choice, all at the same time, of {', '.join(names[seat] for seat in left)}"


def status_of(desk: Desk, table: OpenTable, seat: int | None) -> Status:
    """The table at a glance."""
    view = json_of(desk, table, seat)
    over = view["phase"] == "terminal"
    outcome = None
    if over:
        ending = desk.ending()
        outcome = Outcome(
            ranks=list(ending.ranks),
            scores=list(ending.scores),
            winners=ending.winners,
            returns=list(ending.returns),
        )
    owing = desk.turn()
    to_move = owing if isinstance(owing, list) else []
    return Status(
        table=table.id,
        game=table.setup.game,
        title=table.title,
        rules={word: table.meanings.get(word, "") for word in view["rules"]},
        seats=table.seats,
        names=desk.names(),
        own_seat=table.own,
        viewer=seat,
        hidden=table.hidden,
        chance=table.chance,
        seed=table.setup.seed if table.told_seed else None,
        round=view["round"] or None,
        phase="over" if over else view["phase"],
        to_move=[number for number in to_move if number not in table.held],
        chosen=sorted(table.held),
        asks=asks_of(desk, table),
        scores=view["scores"],
        entries=len(table.moves) + len(table.held),
        outcome=outcome,
    )
