"""The engine's opinion of a decision, and a position and a move explained."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from protocol.assistant.engineroom import EngineRoom, SharedDesk
from protocol.assistant.mcp_tables import OpenTable, Wrong
from protocol.assistant.moving import SEED_END, legal_token
from protocol.assistant.replies import Analysis, Explained, MoveValue
from protocol.assistant.sighting import board_of, lines_of, status_of, story_of, tally_of
from protocol.client import Limit
from protocol.frontend.verdict import Line, Thought

#: Most events of a story that an answer repeats.
STORY_MAX = 12


def owing_of(desk: SharedDesk, table: OpenTable) -> list[int]:
    """The seats that owe a decision and have not chosen yet. The table lies on the desk."""
    turn = desk.turn()
    return [seat for seat in turn if seat not in table.held] if isinstance(turn, list) else []


def decider_of(desk: SharedDesk, table: OpenTable, asked: int | None) -> int:
    """The seat whose decision is analysed.

    Raises:
        Wrong: it has nothing to decide, or the table does not show what it sees.
    """
    table.lay(desk)
    table.viewer(asked, desk.over())
    return table.decider(asked, owing_of(desk, table))


def _value(desk: SharedDesk, line: Line) -> MoveValue:
    return MoveValue(
        move=line.token,
        words=line.phrase,
        value=round(line.value, 4),
        verdict=line.verdict(),
        proven=line.proven is not None,
        reasons=line.reasons(),
        line=lines_of(desk, line.then),
    )


def _think(
    desk: SharedDesk,
    seat: int,
    movetime: int,
    lines: int,
    moves: Sequence[str],
    stopped: Callable[[], bool],
) -> Thought:
    return desk.think(
        seat,
        Limit(movetime=movetime),
        lines=lines,
        moves=moves,
        seed=secrets.randbelow(SEED_END),
        progress=lambda _: stopped(),
    )


def analyse(
    room: EngineRoom,
    table: OpenTable,
    asked: int | None,
    *,
    movetime: int,
    lines: int,
    moves: Sequence[str] = (),
    stopped: Callable[[], bool] = lambda: False,
) -> Analysis:
    """The best moves of a seat, from what it knows.

    Raises:
        Wrong: the seat has nothing to decide, or one of ``moves`` is not legal.
    """
    with room.quick() as desk:
        seat = decider_of(desk, table, asked)
        only = [legal_token(desk, table, seat, move) for move in moves]
    with room.deep() as deep:
        table.lay(deep)
        thought = _think(deep, seat, movetime, max(lines, len(only)), only, stopped)
        return Analysis(
            table=table.id,
            seat=seat,
            best=None if thought.best is None else thought.best.token,
            moves=[_value(deep, line) for line in thought.lines],
            nodes=thought.nodes,
            seconds=round(thought.seconds, 3),
            note=thought.reason,
        )


def explain(
    room: EngineRoom,
    table: OpenTable,
    move: str | None,
    asked: int | None,
    *,
    movetime: int,
    stopped: Callable[[], bool] = lambda: False,
) -> Explained:
    """The position in words and, if a move is named, its value beside that of the best one.

    Raises:
        Wrong: the move is not legal, or its seat has nothing to decide.
    """
    with room.quick() as desk:
        table.lay(desk)
        viewer = table.viewer(asked, desk.over())
        token = seat = None
        if move is not None:
            seat = decider_of(desk, table, asked)
            token = legal_token(desk, table, seat, move)
        explained = Explained(
            status=status_of(desk, table, viewer),
            picture=board_of(desk, table, viewer),
            tally=tally_of(desk, table, viewer),
            story=lines_of(desk, story_of(desk, table, viewer))[-STORY_MAX:],
            move=None,
            best=None,
            loses=None,
        )
    if seat is None or token is None:
        return explained
    with room.deep() as deep:
        table.lay(deep)
        first = _think(deep, seat, movetime // 2, 1, (), stopped)
        if first.best is None:
            raise Wrong(f"the engine has no move for seat {seat}: {first.reason}")
        # both in one search, so that their values compare
        pair = list(dict.fromkeys([first.best.token, token]))
        thought = _think(deep, seat, movetime // 2, len(pair), pair, stopped)
        found = {line.token: _value(deep, line) for line in thought.lines}
    explained.move = found.get(token)
    explained.best = max(found.values(), key=lambda value: value.value, default=None)
    if explained.move is not None and explained.best is not None:
        explained.loses = round(explained.best.value - explained.move.value, 4)
    return explained
