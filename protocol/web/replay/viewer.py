"""A browser that looks at a replay: its messages, which all begin with ``replay-``."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from protocol.base.errors import ProtocolError
from protocol.base.gameline import GameRecord
from protocol.client import EngineError
from protocol.drawing.draw import Layout
from protocol.drawing.png import NoPng, need_png, png
from protocol.drawing.style import Theme
from protocol.frontend.review.cache import CacheError
from protocol.frontend.review.log import LogError, LoggedGame, logged
from protocol.web.messages import Refusal
from protocol.web.replay.gamefile import GameFile
from protocol.web.replay.judging import MS_LEAST, MS_MOST
from protocol.web.replay.keptfiles import JUDGED
from protocol.web.replay.reel import ALL, Reel
from protocol.web.replay.replays import LIST_MAX, Replays, bad_file, listing, reel_of, seat_names
from protocol.web.seating import SEAT
from protocol.web.sights import Json

if TYPE_CHECKING:
    from protocol.web.hall import Hall

#: Seconds between two looks at a watched file.
FOLLOW = 1.0
THEMES: dict[str, Theme] = {"auto": "auto", "light": "light", "dark": "dark"}


class Viewer:
    """A browser at a replay, until it leaves."""

    def __init__(self, hall: Hall, send: Callable[[Json], None]) -> None:
        self.hall, self.send = hall, send
        self.replays: Replays = hall.replays
        self.file: GameFile | None = None
        self.game: LoggedGame | None = None
        self.reel: Reel | None = None
        self.cache: Path | None = None
        self.line = ""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stop = threading.Event()

    @property
    def opened(self) -> bool:
        """Whether there is something to look at."""
        return self.file is not None or self.reel is not None

    async def leave(self) -> None:
        """End all work."""
        self._stop.set()
        tasks, self._tasks = list(self._tasks.values()), {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def do(self, message: dict[str, Any]) -> None:
        """Do what a message asks.

        Raises:
            Refusal: it cannot be done; the refusal says why.
        """
        try:
            await self._do(message)
        except ProtocolError as error:
            raise bad_file(error) from None
        except (CacheError, LogError) as error:
            raise Refusal("bad-game", str(error)) from None

    async def _do(self, message: dict[str, Any]) -> None:
        match message:
            case {"do": "replay-open", "source": source, "name": name, "token": token, "game": game}:
                await self.leave()
                self._stop = threading.Event()
                await self._open(source, name, token, game)
            case {"do": "replay-list", "from": first}:
                self.send(await asyncio.to_thread(listing, self._file(), max(0, first)))
            case {"do": "replay-see", "step": step, "seat": seat, "narrow": narrow, "film": film}:
                sight = await self._reel().sight(step, seat, _layout(narrow), film)
                self.send({"say": "replay-sight", **sight})
            case {"do": "replay-story", "seat": seat}:
                story = await self._reel().story(seat)
                self.send({"say": "replay-story", "seat": seat, "steps": story})
            case {"do": "replay-judge", "ms": ms}:
                self._judge(ms)
            case {"do": "replay-stop"}:
                self._stop.set()
            case {"do": "replay-save"}:
                await self._save(message)
            case _:
                raise Refusal("bad-message")

    def _file(self) -> GameFile:
        if self.file is None:
            raise Refusal("no-file")
        return self.file

    def _reel(self) -> Reel:
        if self.reel is None:
            raise Refusal("no-file")
        return self.reel

    # --- opening ----------------------------------------------------------------------------------------

    async def _open(self, source: str, name: str, token: str, number: int) -> None:
        self.file = self.reel = self.game = self.cache = None
        match source:
            case "file":
                file = await self.replays.file(name)
                self.cache = file.path.with_suffix(JUDGED)
                await self._open_file(file, name, number)
            case "watch":
                if not self.hall.keys.is_owner(token):
                    raise Refusal("not-owner")
                if not name.isdecimal() or len(name) > 4 or int(name) >= len(self.replays.watched):
                    raise Refusal("no-file")
                file = self.replays.watched[int(name)]
                await self.replays.refresh(file)
                await self._open_file(file, file.path.name, number, watched=True)
            case "table":
                await self._open_table(name, token)
            case _:
                raise Refusal("bad-message", "source")

    async def _open_file(self, file: GameFile, name: str, number: int, watched: bool = False) -> None:
        self.file = file
        if number == 0 and (watched or len(file.places) != 1):
            first = max(0, len(file.places) - LIST_MAX) if watched else 0
            told = await asyncio.to_thread(listing, file, first)
            self.send({**told, "watched": watched, "name": name if watched else ""})
            if watched:
                self._tasks["follow"] = asyncio.create_task(self._follow(file))
            return
        game = await asyncio.to_thread(file.game, number or 1)
        self.line = (await asyncio.to_thread(file.record, number or 1)).line()
        await self._show(game, reel_of(game, self.replays.quick), "" if watched else name)

    async def _follow(self, file: GameFile) -> None:
        """Tell of games that are added to a watched file."""
        trouble = ""
        while True:
            await asyncio.sleep(FOLLOW)
            known = len(file.places)
            try:
                if await self.replays.refresh(file) and len(file.places) != known:
                    anew = len(file.places) < known
                    self.send(await asyncio.to_thread(listing, file, 0 if anew else known))
                trouble = ""
            except (Refusal, LogError) as error:
                said = error.about if isinstance(error, Refusal) else str(error)
                if said != trouble:
                    self.send(Refusal("bad-file", said).as_json())
                trouble = said

    async def _open_table(self, name: str, token: str) -> None:
        table = self.hall.table(name)
        course = table.course
        role = self.hall.keys.role(name, token, course.chairs)
        if role is None:
            raise Refusal("bad-link")
        record = course.game()
        if course.end is not None:  # all is open now: the game becomes a file with a link of its own
            kept = await self.replays.keep(record.line().encode() + b"\n")
            await self._open("file", kept, "", 1)
            return
        if role.kind != SEAT or role.seat is None:
            raise Refusal("not-over")
        game = logged_table(record.line())
        moves = tuple((seat, token) for seat, token, _ in course.moves)
        names = tuple(course.names())
        reel = Reel(self.replays.quick, course.setup, names, moves, only=role.seat, edition=course.edition)
        await self._show(game, reel, "")

    async def _show(self, game: LoggedGame, reel: Reel, file: str) -> None:
        await reel.open()
        self.game, self.reel = game, reel
        about = self.hall.games.get(game.game)
        try:
            need_png()
            draws = True
        except NoPng:
            draws = False
        self.send(
            {
                "say": "replay-game",
                "file": file,
                "number": game.number,
                "games": len(self.file.places) if self.file is not None else 1,
                "game": game.game,
                "title": about.about.title if about is not None else game.game,
                "rules": list(game.rules),
                "players": seat_names(game),
                "acts": reel.names,
                "views": reel.views,
                "moves": len(game.moves),
                "steps": [{"at": s.at, "turn": list(s.turn), "round": s.round} for s in reel.steps],
                "end": game.end(),
                "ranks": list(game.ranks),
                "scores": list(game.scores),
                "whole": reel.only is None,
                "png": draws,
            }
        )

    # --- judging ----------------------------------------------------------------------------------------

    def _judge(self, ms: int) -> None:
        reel, game = self._reel(), self.game
        assert game is not None
        running = self._tasks.get("judge")
        if running is not None and not running.done():
            raise Refusal("judge-runs")
        if not MS_LEAST <= ms <= MS_MOST:
            raise Refusal("bad-message", "ms")
        self._stop = threading.Event()
        self._tasks["judge"] = asyncio.create_task(self._review(game, reel, ms, self._stop))

    async def _review(self, game: LoggedGame, reel: Reel, ms: int, stop: threading.Event) -> None:
        judges = self.replays.judges
        self.send({"say": "replay-progress", "done": 0, "of": 0, "when": ""})
        try:
            said = await judges.review(game, reel.people, reel.only, ms, self.cache, self.send, stop)
            self.send(said)
        except (LogError, CacheError) as error:
            self.send(Refusal("bad-game", str(error)).as_json())
        except (EngineError, OSError, RuntimeError):
            self.send(Refusal("engine-trouble").as_json())

    # --- saving -----------------------------------------------------------------------------------------

    async def _save(self, message: dict[str, Any]) -> None:
        reel, game = self._reel(), self.game
        assert game is not None
        what, theme = message["what"], THEMES.get(message["theme"])
        name = f"{game.game}-{game.number}"
        if what == "game":
            if reel.only is not None:
                raise Refusal("not-over")
            self.send({"say": "replay-saved", "name": f"{name}.jsonl", "text": self.line + "\n", "data": ""})
            return
        if what not in ("svg", "png") or theme is None:
            raise Refusal("bad-message", "what")
        step, seat = message["step"], message["seat"]
        flat = what == "png"
        text = await reel.export(step, seat, _layout(message["narrow"]), theme, flat)
        view = "" if seat == ALL else f"-seat-{seat + 1}"
        name += f"-move-{reel.steps[step].at}{view}.{what}"
        data = ""
        if flat:
            with contextlib.suppress(NoPng):
                data = base64.b64encode(await asyncio.to_thread(png, text)).decode()
            if not data:
                raise Refusal("no-png")
        self.send({"say": "replay-saved", "name": name, "text": "" if flat else text, "data": data})


def logged_table(line: str) -> LoggedGame:
    """The game of a table as a review reads it."""
    return logged(GameRecord.read(line), 1, 1)


def _layout(narrow: bool) -> Layout:
    return "narrow" if narrow else "wide"
