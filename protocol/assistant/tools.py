"""The tools of the server."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import anyio.from_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult
from pydantic import Field

from protocol.assistant import advising, judging_mcp, moving
from protocol.assistant.arguments import (
    GameArg,
    MovetimeArg,
    NamesArg,
    RulesWordsArg,
    SeatArg,
    SeatsArg,
    TableArg,
)
from protocol.assistant.engineroom import EngineRoom, SharedDesk
from protocol.assistant.mcp_tables import (
    TABLES_MAX,
    TEXT_MAX,
    Chance,
    OpenTable,
    Tables,
    fresh_seed,
)
from protocol.assistant.replies import (
    Analysis,
    Closed,
    Explained,
    GameList,
    Happened,
    MoveList,
    Reviewed,
    Rules,
    Shown,
    Status,
    TableList,
)
from protocol.assistant.showing_mcp import game_info, listed, rules_of, shown
from protocol.assistant.sighting import status_of
from protocol.assistant.strict_tool import StrictTool, strict_tool
from protocol.assistant.working import in_thread, stoppable
from protocol.frontend.desk import Setup
from protocol.frontend.review.log import LoggedGame


class Toolbox:
    """The tools over one set of tables."""

    def __init__(self, room: EngineRoom, most: int = TABLES_MAX, folders: list[Path] | None = None) -> None:
        self.room, self.folders = room, folders or []
        self.tables = Tables(most)

    # --- games ------------------------------------------------------------------------------------------

    async def list_games(self) -> GameList:
        """List the games with their seats and the rules words that a deal may name."""
        return await in_thread(self._games)

    def _games(self) -> GameList:
        with self.room.quick() as desk:
            return GameList(games=[game_info(desk, name) for name in desk.games])

    async def game_rules(self, game: GameArg) -> Rules:
        """Explain how a game is played: its aim, course, moves and scoring, and its rules words."""
        return await in_thread(lambda: rules_of(self.room, game))

    # --- tables -----------------------------------------------------------------------------------------

    async def new_table(
        self,
        game: GameArg,
        seats: SeatsArg = None,
        rules: RulesWordsArg = [],  # noqa: B006 (the schema shows it; it is never changed)
        seat: Annotated[
            int | None,
            Field(
                ge=0,
                description="your own seat: answers then show what it sees, and no other hand until the game "
                "is over. Left out: any seat's view is shown when it is asked for",
            ),
        ] = None,
        names: NamesArg = [],  # noqa: B006
        seed: Annotated[
            int | None,
            Field(
                ge=0,
                le=2**64 - 1,
                description="seed of the deal, for the same game again. Whoever knows it can know every "
                "hand. Left out: a secret one",
            ),
        ] = None,
    ) -> Status:
        """Deal a fresh game at a new table. All chance is drawn from the deal's seed."""
        words = tuple(word for text in rules for word in text.split())
        setup = Setup(game, seats=seats, rules=words, seed=fresh_seed() if seed is None else seed)
        return await in_thread(lambda: self._open(setup, seat, "seeded", names, seed is not None))

    async def enter_table(
        self,
        game: GameArg,
        seat: Annotated[int, Field(ge=0, description="the seat from which the game is seen")],
        seats: SeatsArg = None,
        rules: RulesWordsArg = [],  # noqa: B006
        names: NamesArg = [],  # noqa: B006
    ) -> Status:
        """Begin a game that people play on a real table, as one seat sees it.

        First the set-up is entered by make_move, piece by piece: status.asks says what comes next. Then
        make_move enters what happens; x stands for what the seat does not see. analyse advises the seat.
        """
        words = tuple(word for text in rules for word in text.split())
        setup = Setup(game, seats=seats, rules=words, view=seat)
        return await in_thread(lambda: self._open(setup, seat, "entered", names, False))

    async def open_position(
        self,
        position: Annotated[str, Field(description="a position text of any game", max_length=TEXT_MAX)],
        seat: Annotated[int | None, Field(ge=0, description="your own seat, as for new_table")] = None,
        names: NamesArg = [],  # noqa: B006
    ) -> Status:
        """Open a table at a position, given by its text. Chance is drawn by its odds; if the text is the view
        of one seat, the table is a real one as with enter_table."""
        text = " ".join(position.split())
        setup = Setup(text.partition("/")[0], start=text)
        return await in_thread(lambda: self._open(setup, seat, "drawn", names, False))

    def _open(
        self, setup: Setup, seat: int | None, chance: Chance, names: list[str], told_seed: bool
    ) -> Status:
        with self.room.quick() as desk:
            table = self.tables.open(desk, setup, own=seat, chance=chance, names=names, told_seed=told_seed)
            table.lay(desk)
            moving.settle(desk, table)
            return status_of(desk, table, table.own)

    async def list_tables(self) -> TableList:
        """List the open tables."""
        return await in_thread(self._list)

    def _list(self) -> TableList:
        with self.room.quick() as desk:
            found = []
            for table in self.tables:
                table.lay(desk)
                found.append(status_of(desk, table, table.own))
            return TableList(tables=found, most=self.tables.most)

    async def close_table(self, table: TableArg) -> Closed:
        """Close a table for good. Its game is not kept."""
        return await in_thread(
            lambda: Closed(table=self.tables.close(table).id, left=[t.id for t in self.tables])
        )

    async def show(
        self,
        table: TableArg,
        seat: SeatArg = None,
        form: Annotated[
            Literal["text", "json", "png", "svg"],
            Field(
                description="text: drawn with characters; json: as data too; png: a picture too; svg: the "
                "picture as an SVG file"
            ),
        ] = "text",
    ) -> Annotated[CallToolResult, Shown]:
        """Show a position: its picture, scores, whose turn it is, and the last events in words."""
        return await in_thread(lambda: shown(self.room, self.tables.find(table), seat, form))

    # --- moves ------------------------------------------------------------------------------------------

    async def list_moves(self, table: TableArg, seat: SeatArg = None) -> MoveList:
        """List the legal moves of a seat in words, or the outcomes when chance is to be entered."""
        return await in_thread(lambda: listed(self.room, self.tables.find(table), seat))

    async def make_move(
        self,
        table: TableArg,
        move: Annotated[
            str,
            Field(
                description="a token from list_moves; at a real table also several, or words for what "
                "happened, and x for what is not seen",
                max_length=2000,
            ),
        ],
        seat: SeatArg = None,
    ) -> Happened:
        """Make a move, or enter what happened beside a real table.

        A choice that several seats make at the same time stays hidden from the others until all have chosen.
        """
        return await in_thread(
            lambda: self._change(table, seat, lambda d, t, v: moving.enter(d, t, move, seat, v))
        )

    async def take_back(
        self,
        table: TableArg,
        count: Annotated[int, Field(ge=1, le=10_000, description="how many moves or entries")] = 1,
    ) -> Happened:
        """Take the last moves or entries back."""
        return await in_thread(
            lambda: self._change(table, None, lambda d, t, v: moving.take_back(d, t, count, v))
        )

    def _change(
        self, name: str, seat: int | None, change: Callable[[SharedDesk, OpenTable, int | None], Happened]
    ) -> Happened:
        table = self.tables.find(name)
        with table.alone(), self.room.quick() as desk:
            moves, held = list(table.moves), dict(table.held)
            viewer = table.own if table.own is not None else None if seat is None else table.seat(seat)
            try:
                return change(desk, table, viewer)
            except BaseException:
                table.moves, table.held = moves, held
                raise

    async def engine_plays(
        self,
        table: TableArg,
        seats: Annotated[
            list[int] | None,
            Field(
                description="the seats that the engine plays; all but the table's own by default",
                max_length=16,
            ),
        ] = None,
        movetime: MovetimeArg = 300,
        skill: Annotated[int, Field(ge=0, le=20, description="0 is weakest, 20 strongest")] = 20,
    ) -> Happened:
        """Let the engine decide for seats until another seat has to decide or the game ends.

        Each of its seats decides from what it sees alone.
        """

        def play(stopped: threading.Event) -> Happened:
            found = self.tables.find(table)
            with found.alone():
                return moving.engine_plays(
                    self.room,
                    found,
                    seats,
                    found.own,
                    movetime=movetime,
                    skill=skill,
                    stopped=stopped.is_set,
                )

        return await stoppable(play)

    # --- opinions ---------------------------------------------------------------------------------------

    async def analyse(
        self,
        table: TableArg,
        seat: SeatArg = None,
        movetime: MovetimeArg = 1000,
        lines: Annotated[int, Field(ge=1, le=50, description="the number of moves to value")] = 3,
        moves: Annotated[
            list[str], Field(description="the only moves to value; all legal ones by default", max_length=50)
        ] = [],  # noqa: B006
    ) -> Analysis:
        """Find the best moves of a seat that has to decide, from what it sees alone, with their values and
        reasons."""
        return await stoppable(
            lambda stopped: advising.analyse(
                self.room,
                self.tables.find(table),
                seat,
                movetime=movetime,
                lines=lines,
                moves=moves,
                stopped=stopped.is_set,
            )
        )

    async def explain(
        self,
        table: TableArg,
        move: Annotated[
            str | None, Field(description="a legal move to compare with the best one", max_length=200)
        ] = None,
        seat: SeatArg = None,
        movetime: MovetimeArg = 1000,
    ) -> Explained:
        """Explain a position in words: how the scores come about, what happened last, the rules in force.

        With a move: what it does, what it is worth, and how that compares with the best move.
        """
        return await stoppable(
            lambda stopped: advising.explain(
                self.room, self.tables.find(table), move, seat, movetime=movetime, stopped=stopped.is_set
            )
        )

    async def review(
        self,
        ctx: Context[Any, Any],
        table: Annotated[str, Field(description="a table's id: review its game so far")] = "",
        text: Annotated[  # a plain str, of which the SDK makes no JSON
            str,
            Field(
                description="lines of a game file, as herdmind play and match write them",
                max_length=judging_mcp.TEXT_MAX,
            ),
        ] = "",
        file: Annotated[
            str,
            Field(description="the name of a kept game or of a file in the server's folder", max_length=400),
        ] = "",
        number: Annotated[int | None, Field(ge=1, description="the game of a text or file, from 1")] = None,
        seat: Annotated[int | None, Field(ge=0, description="judge the decisions of this seat alone")] = None,
        movetime: Annotated[
            int, Field(ge=10, le=5000, description="search time for each decision in milliseconds")
        ] = 200,
    ) -> Reviewed:
        """Judge every decision of a game by what its seat could know, and explain the costliest mistakes.

        Name one of table, text and file. This takes the search time for each decision.
        """
        if [table, text, file].count("") != 2:
            raise ToolError("name one of table, text and file")

        def judged(stopped: threading.Event) -> Reviewed:
            def watch(done: int, of: int) -> bool:
                anyio.from_thread.run(ctx.report_progress, done, of, "decisions judged")
                return stopped.is_set()

            return judging_mcp.review(
                self.room, self._game(table, text, file, number, seat), seat, movetime, watch
            )

        return await stoppable(judged)

    def _game(self, table: str, text: str, file: str, number: int | None, seat: int | None) -> LoggedGame:
        if table:
            found = self.tables.find(table)
            with self.room.quick() as desk:
                found.lay(desk)
                return judging_mcp.table_game(desk, found, found.viewer(seat, desk.over()))
        games = judging_mcp.text_games(text) if text else judging_mcp.file_games(file, self.folders)
        return judging_mcp.chosen_game(games, number)

    # --- all of them ------------------------------------------------------------------------------------

    def tools(self) -> list[StrictTool]:
        """The tools, in the order in which they are listed."""
        return [
            strict_tool(self.list_games, "List the games", reads=True),
            strict_tool(self.game_rules, "How a game is played", reads=True),
            strict_tool(self.new_table, "Deal a game"),
            strict_tool(self.enter_table, "Enter a game on a real table"),
            strict_tool(self.open_position, "Open a position"),
            strict_tool(self.list_tables, "List the tables", reads=True),
            strict_tool(self.close_table, "Close a table", ends=True),
            strict_tool(self.show, "Show a position", reads=True),
            strict_tool(self.list_moves, "List the legal moves", reads=True),
            strict_tool(self.make_move, "Make a move"),
            strict_tool(self.engine_plays, "Let the engine play"),
            strict_tool(self.take_back, "Take moves back"),
            strict_tool(self.analyse, "Find the best moves", reads=True),
            strict_tool(self.explain, "Explain a position or a move", reads=True),
            strict_tool(self.review, "Review a game", reads=True),
        ]
