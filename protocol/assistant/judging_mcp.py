"""Reviews: of a table, of the text of a game, and of a file."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from protocol.assistant.engineroom import EngineRoom, SharedDesk
from protocol.assistant.mcp_tables import OpenTable, Wrong
from protocol.assistant.replies import Judged, Mistake, Reviewed
from protocol.frontend import record
from protocol.frontend.kept import SUFFIX, shelf
from protocol.frontend.review.cache import Cache
from protocol.frontend.review.judge import Effort
from protocol.frontend.review.log import LogError, LoggedGame, choose_game, read_log
from protocol.frontend.review.review import Review, review_game
from protocol.frontend.review.walk import Site
from protocol.frontend.review.words import explain

#: Most characters of a game's text, most bytes of a file.
TEXT_MAX, FILE_MAX = 1_000_000, 20_000_000
#: Most seconds of search in a review.
SECONDS_MAX = 240


class _FromZero(LoggedGame):
    """A game whose seats are called by their numbers from 0, as in all answers to assistants."""

    def name(self, seat: int, sitter: str | None = None) -> str:
        """Name of a seat."""
        sitters = self.sitters(seat) if sitter is None else [sitter]
        people = [name for name in sitters if name and not name.startswith("seat ")]
        return f"seat {seat} ({', then '.join(people)})" if people else f"seat {seat}"


def table_game(desk: SharedDesk, table: OpenTable, viewer: int | None) -> LoggedGame:
    """The game of a table as the viewer saw it: from its view of the beginning, with the events that it saw.

    Raises:
        Wrong: the table hides hands, and no seat is named.
    """
    if viewer is None and table.hidden:
        raise Wrong(f"name the seat to review: table {table.id!r} hides hands")
    table.lay(desk)
    story = [told for told in desk.story(viewer) if not told.follows]
    over = desk.over()
    ending = desk.ending() if over else None
    start, before = _start(desk, table, viewer)
    moves = tuple((told.seat, told.token) for told in story[before:])
    return LoggedGame(
        number=1,
        line=1,
        game=table.setup.game,
        edition=desk.engine.games[table.setup.game],
        rules=tuple(desk.engine.json(viewer)["rules"]),
        figures=None,
        start=start,
        deal=None,
        names=table.people,
        moves=moves,
        ending=record.NORMAL if over else record.UNFINISHED,
        ranks=ending.ranks if ending else (),
        scores=ending.scores if ending else (),
    )


def _start(desk: SharedDesk, table: OpenTable, viewer: int | None) -> tuple[str, int]:
    """The text of the position at the beginning, after the set-up if that was entered; and the number of
    events that led to it, such as a first roll from the deal's seed.

    Raises:
        Wrong: the set-up is not complete.
    """
    story = [told for told in desk.story() if not told.follows]
    set_up = len(table.moves) - len(story) if table.setup.view is not None else 0
    desk.set_up(table.setup, table.moves[:set_up])
    text = desk.text() if viewer is None else desk.view(viewer)
    if text.split(" ")[1] == "setup":
        raise Wrong(f"table {table.id!r} is still being set up: there is nothing to review yet")
    return text, sum(not told.follows for told in desk.story(viewer))


def text_games(text: str) -> list[LoggedGame]:
    """The games of a text: lines of a game file.

    Raises:
        Wrong: it holds none, or a line is wrong.
    """
    if len(text) > TEXT_MAX:
        raise Wrong(f"text: {len(text):,} characters, at most {TEXT_MAX:,} are read")
    with tempfile.TemporaryDirectory(prefix="herdmind-") as folder:
        path = Path(folder, "text")
        path.write_text(text, encoding="utf-8")
        try:
            return read_log(path)
        except LogError as error:
            raise Wrong(str(error).replace(str(path), "text")) from error


def file_games(name: str, folders: list[Path]) -> list[LoggedGame]:
    """The games of a file in one of the folders that the server may read, or of a kept game.

    Raises:
        Wrong: there is no such file there, or it holds no game.
    """
    path = next((found for folder in folders if (found := _inside(folder, name)) is not None), None)
    if path is None:
        kept = shelf()
        game = kept.find(name)
        if game is None:
            known = [one.name for one in kept.games][:10]
            files = [found.name for folder in folders for found in sorted(folder.glob(f"*{SUFFIX}"))][:10]
            there = ", ".join([*files, *known]) or "none"
            raise Wrong(
                f"file {name[:60]!r}: no such game in the folders that this server reads; there: {there}"
            )
        path = game.path
    if path.stat().st_size > FILE_MAX:
        raise Wrong(f"file {name[:60]!r}: larger than {FILE_MAX:,} bytes")
    try:
        return read_log(path)
    except LogError as error:
        raise Wrong(str(error).replace(str(path), name)) from error


def _inside(folder: Path, name: str) -> Path | None:
    """The file of that name below the folder; None for what lies elsewhere, by links too."""
    try:
        path = (folder / name).resolve()
        return path if path.is_file() and path.is_relative_to(folder.resolve()) else None
    except (OSError, ValueError):
        return None


def chosen_game(games: list[LoggedGame], number: int | None) -> LoggedGame:
    """The game of that number, or the only one.

    Raises:
        Wrong: there is no such game, or several and none is named.
    """
    try:
        game = choose_game(games, Path("this text"), number)
    except LogError as error:
        raise Wrong(str(error).replace("--game", "number")) from error
    if game is None:
        listed = "; ".join(f"{game.number}: {game.title()}" for game in games[:20])
        raise Wrong(f"number: there are {len(games)} games, choose one: {listed}")
    return game


def review(
    room: EngineRoom,
    game: LoggedGame,
    seat: int | None,
    milliseconds: int,
    watch: Callable[[int, int], bool],
) -> Reviewed:
    """Judge the decisions of a game. ``watch`` is told how many of how many are judged; a true answer ends
    the review early.

    Raises:
        Wrong: the recorded game is impossible.
    """
    if seat is not None and not 0 <= seat < game.seats:
        raise Wrong(f"seat {seat}: the seats of this game are 0 to {game.seats - 1}")
    game = _FromZero(**{part.name: getattr(game, part.name) for part in fields(game)})
    spent = False

    def look(done: int, of: int, site: Site | None) -> None:
        nonlocal spent
        if done * milliseconds > 1000 * SECONDS_MAX:
            spent = True
        if (watch(done, of) or spent) and site is not None:
            raise KeyboardInterrupt  # this is how a review ends early and keeps what it has

    try:
        with room.deep() as desk, Cache(None) as cache:
            desk.call(game.names)
            made = review_game(desk, game, Effort(ms=milliseconds), cache, seat=seat, watch=look)
            return _reply(made, milliseconds)
    except LogError as error:
        raise Wrong(str(error)) from error


def _reply(made: Review, milliseconds: int) -> Reviewed:
    game = made.game
    note = made.nothing or None
    if not made.whole:
        note = f"{len(made.verdicts)} of {made.decisions} decisions judged: give less time to each"
    return Reviewed(
        game=game.edition,
        players=list(game.names),
        ending=game.end(),
        scores=list(made.scores),
        ranks=list(made.ranks),
        seat=made.seat,
        decisions=made.decisions,
        judged=[
            Judged(
                number=verdict.site.number,
                when=verdict.site.when,
                seat=verdict.site.seat,
                played=verdict.judgement.played.phrase,
                best=verdict.judgement.best.phrase,
                grade=verdict.grade,
                loss=round(verdict.loss, 4),
                doubt=round(verdict.doubt, 4),
            )
            for verdict in made.verdicts
        ],
        mistakes=[
            Mistake(
                headline=told.headline,
                played=told.played,
                best=told.best,
                sums=told.sums,
                reasons=[
                    f"{reason.label}: played {reason.played}, best {reason.best}" for reason in told.reasons
                ],
                position="\n".join(told.board),
            )
            for told in (explain(made, verdict) for verdict in made.mistakes())
        ],
        milliseconds=milliseconds,
        note=note,
    )
