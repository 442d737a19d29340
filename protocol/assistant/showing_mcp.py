"""Answers that change nothing: games and their rules, a position, the legal moves."""

from __future__ import annotations

from mcp_types import CallToolResult, ContentBlock, TextContent

from protocol.assistant.advising import STORY_MAX, owing_of
from protocol.assistant.engineroom import EngineRoom, SharedDesk
from protocol.assistant.mcp_tables import OpenTable, Wrong
from protocol.assistant.picturing import picture_of
from protocol.assistant.replies import GameInfo, MoveInfo, MoveList, Rules, Shown
from protocol.assistant.sighting import asks_of, board_of, json_of, lines_of, status_of, story_of, tally_of

#: Most moves that a list has.
MOVES_MAX = 500


def game_info(desk: SharedDesk, name: str) -> GameInfo:
    """A game with its seats and rules words."""
    about = desk.about(name)
    return GameInfo(
        name=name,
        title=about.title,
        edition=desk.engine.games[name],
        min_seats=about.least,
        max_seats=about.most,
        usual_seats=about.usual,
        rules_words=desk.rules_words(name),
    )


def rules_of(room: EngineRoom, game: str) -> Rules:
    """Rules of a game.

    Raises:
        Wrong: there is no such game.
    """
    with room.quick() as desk:
        if game not in desk.games:
            raise Wrong(f"there is no game {game!r}; there are: {', '.join(desk.games)}")
        about = desk.about(game)
        text, words = "\n".join(desk.primer(game)), desk.rules_words(game)
        return Rules(game=game, title=about.title, text=text, rules_words=words)


def shown(room: EngineRoom, table: OpenTable, asked: int | None, form: str) -> CallToolResult:
    """A position in a form: ``text``, ``json``, ``png`` or ``svg``.

    Raises:
        Wrong: there is no such seat, its view is not shown at this table, or there is no picture.
    """
    with room.quick() as desk:
        table.lay(desk)
        seat = table.viewer(asked, desk.over())
        view = json_of(desk, table, seat)
        reply = Shown(
            status=status_of(desk, table, seat),
            position=view["text"],
            picture=board_of(desk, table, seat),
            tally=tally_of(desk, table, seat),
            story=lines_of(desk, story_of(desk, table, seat))[-STORY_MAX:],
            json_view=view if form == "json" else None,
        )
    content: list[ContentBlock] = [TextContent(type="text", text="")]  # strict_tool fills it
    if form in ("png", "svg"):
        content.append(picture_of(view, seat, table, form))
    return CallToolResult(content=content, structured_content=reply.model_dump(mode="json"))


def listed(room: EngineRoom, table: OpenTable, asked: int | None) -> MoveList:
    """The legal moves of a seat, or the outcomes of chance that can be entered.

    Raises:
        Wrong: the seat has nothing to decide, or must be named.
    """
    with room.quick() as desk:
        table.lay(desk)
        table.viewer(asked, desk.over())
        owing, seat = owing_of(desk, table), None
        if table.chance != "entered" or (asked is not None and owing):
            seat = table.decider(asked, owing)
        elif owing:
            seat = owing[0]
        choices = [] if desk.over() else desk.choices(seat)
        return MoveList(
            table=table.id,
            seat=seat,
            asks=asks_of(desk, table),
            moves=[
                MoveInfo(
                    move=choice.token,
                    words=choice.phrase,
                    odds=None if choice.odds is None else str(choice.odds),
                )
                for choice in choices[:MOVES_MAX]
            ],
            more=max(0, len(choices) - MOVES_MAX),
        )
