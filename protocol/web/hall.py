"""All tables of a server: those on disk, and those that are awake."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from protocol.client import About, EngineError, EngineRefused
from protocol.frontend.desk import RULES_WORDS, Setup, paragraphs
from protocol.frontend.kept import now
from protocol.frontend.levels import LEVELS, USUAL
from protocol.frontend.names import plain, read_names
from protocol.web import journal
from protocol.web.boards import Boards
from protocol.web.course import Course
from protocol.web.engines import Engines, Worker
from protocol.web.journal import Journal
from protocol.web.messages import Refusal
from protocol.web.onetable import OneTable
from protocol.web.replay.replays import Replays
from protocol.web.seating import ENGINE, HOST, LONGEST, OPEN, PERSON, SEAT, Chair, Keys, Role
from protocol.web.sights import Json

LOG = logging.getLogger(__name__)
#: Most tables in a folder, and most that are awake.
TABLES_MAX = 20_000
AWAKE_MAX = 500
#: Seconds after which a table that nobody watches sleeps.
SLEEP = 60.0


@dataclass
class Game:
    """A game that can be chosen: its seats, and rules words with meanings. ``secret``: whether a seat knows
    what others do not."""

    about: About
    edition: str
    rules: dict[str, str]
    secret: bool


class Hall:
    """The tables in ``folder``. Finished games go to ``games`` as files that reviews read."""

    def __init__(
        self,
        folder: Path,
        quick: Engines,
        deep: Engines,
        sleep: float = SLEEP,
        looks: Engines | None = None,
        watch: Sequence[Path] = (),
    ) -> None:
        self.folder, self.games_folder = folder / "tables", folder / "games"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.quick, self.deep = quick, deep
        self.boards = Boards(folder / "boards", folder / "games", quick, looks or Engines(most=1))
        self.keys = Keys.of(folder)
        self.replays = Replays(folder, self.keys, quick, deep, watch)
        self.sleep = sleep
        self.games: dict[str, Game] = {}
        self.faults: list[str] = []
        self.shelf: dict[str, Json] = {}
        self.awake: dict[str, OneTable] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._primers: dict[str, list[str]] = {}

    async def open(self) -> None:
        """Read the tables and ask the engine for its games."""
        self.games = await self.quick.run("", self._ask_games)
        for path in sorted(self.folder.glob(f"*{journal.SUFFIX}")):
            try:
                course = journal.replay(path, Course.made)
            except journal.UNREADABLE as error:
                self.faults.append(f"{path}: {error}")
                continue
            self.shelf[course.table] = summary(course, path.stat().st_mtime)
        self.boards.open({name: game.about.title for name, game in self.games.items()})
        self.faults += self.boards.faults
        self._tasks = [
            asyncio.create_task(work) for work in (self.quick.watch(), self.deep.watch(), self._watch())
        ]

    async def close(self) -> None:
        """End all work. Nothing has to be saved."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self.awake.values():
            await table.sleep()
        await self.boards.close()
        await self.quick.close()
        await self.deep.close()

    @staticmethod
    async def _ask_games(worker: Worker) -> dict[str, Game]:
        games = {}
        for name, edition in worker.engine.games.items():
            await worker.option("UCI_Variant", name)
            about, words = await worker.engine.about(), await worker.engine.rules_words()
            games[name] = Game(about, edition, words, await Hall._has_secrets(worker))
        return games

    @staticmethod
    async def _has_secrets(worker: Worker) -> bool:
        """Whether the seats of a fresh game have different views."""
        await worker.engine.position(seed=1)
        return len({await worker.engine.view(seat) for seat in (0, 1)}) > 1

    async def _watch(self) -> None:
        """Let tables sleep that nobody watches."""
        while True:
            await asyncio.sleep(min(self.sleep, 5.0))
            for name, table in list(self.awake.items()):
                if not table.watchers and time.monotonic() - table.left > self.sleep:
                    self.shelf[name] = summary(table.course, table.changed)
                    del self.awake[name]
                    await table.sleep()

    # --- tables -----------------------------------------------------------------------------------------

    def table(self, name: str) -> OneTable:
        """A table, woken if it sleeps.

        Raises:
            Refusal: there is no such table, or too many are awake.
        """
        if name in self.awake:
            return self.awake[name]
        if name not in self.shelf:
            raise Refusal("no-table")
        if len(self.awake) >= AWAKE_MAX:
            raise Refusal("too-many-tables")
        path = self.folder / f"{name}{journal.SUFFIX}"
        try:
            course = journal.replay(path, Course.made)
        except journal.UNREADABLE as error:
            LOG.warning("table %s cannot be read: %s", name, error)
            raise Refusal("no-table") from None
        return self._wake(course, path)

    def _wake(self, course: Course, path: Path) -> OneTable:
        table = OneTable(course, Journal(path), self.quick, self.deep, self.games_folder)
        game = self.games.get(course.setup.game)
        table.scene.secret = game is not None and game.secret
        self.awake[course.table] = table
        return table

    async def make(self, game: str, rules: list[Any], chairs: list[Any]) -> OneTable:
        """A new table.

        Raises:
            Refusal: the game, the rules or the chairs are not possible.
        """
        if game not in self.games:
            raise Refusal("no-game", game)
        if len(self.shelf) >= TABLES_MAX:
            raise Refusal("too-many-tables")
        words = self.games[game].rules
        if not all(isinstance(word, str) and word in words for word in rules):
            raise Refusal("bad-rules", " ".join(map(str, rules))[:40])
        seats = [read_chair(chair) for chair in chairs]
        check_names([chair.name for chair in seats])
        setup = Setup(game, len(seats), tuple(rules), secrets.randbelow(2**31 - 1) + 1)

        async def work(worker: Worker) -> None:
            await worker.set_up(setup, [], [])

        try:
            await self.quick.run("", work)
        except EngineRefused as error:
            raise Refusal("bad-setup", error.message) from None
        except EngineError:
            raise Refusal("engine-trouble") from None
        about = self.games[game].about
        name = secrets.token_hex(8)
        course = Course(name, setup, self.games[game].edition, about.title, now(), seats)
        path = self.folder / f"{name}{journal.SUFFIX}"
        Journal(path).add(course.event())
        self.shelf[name] = summary(course, time.time())
        return self._wake(course, path)

    def lobby(self) -> Json:
        """The overview for the server's owner: games, levels, tables (unfinished ones first)."""
        tables = []
        for name, kept in self.shelf.items():
            table = self.awake.get(name)
            told = summary(table.course, table.changed) if table is not None else kept
            chairs = (
                table.course.chairs if table is not None else [Chair(**chair) for chair in told["chairs"]]
            )
            tables.append({**told, **self.own(name, chairs)})
        tables.sort(key=lambda told: (told["over"], -told["when"]))
        return {
            "say": "lobby",
            "games": [
                {
                    "name": name,
                    "title": game.about.title,
                    "edition": game.edition,
                    "least": game.about.least,
                    "most": game.about.most,
                    "usual": game.about.usual,
                    "rules": [{"word": word, "means": means} for word, means in game.rules.items()],
                }
                for name, game in self.games.items()
            ],
            "levels": [
                {"name": level.name, "words": level.words, "seconds": level.movetime / 1000}
                for level in LEVELS.values()
            ],
            "usual": USUAL,
            "tables": tables,
            "boards": self.boards.listed(),
            "watched": self.replays.listed(),
        }

    def own(self, table: str, chairs: list[Chair]) -> Json:
        """The keys of the person who made a table: to the first seat of that device, or to the table as its
        host; and to each seat of the device, where people share it."""
        mine = [seat for seat, chair in enumerate(chairs) if chair.mine]
        role = Role(SEAT, mine[0]) if mine else Role(HOST)
        seats = [[seat, self.keys.token(table, Role(SEAT, seat), chairs)] for seat in mine]
        return {"token": self.keys.token(table, role, chairs), "seats": seats}

    async def primer(self, game: str) -> list[str]:
        """The rules of a game for people, in paragraphs."""
        if game in self._primers:
            return self._primers[game]

        async def work(worker: Worker) -> list[str]:
            await worker.option("UCI_Variant", game)
            return await worker.engine.help(game)

        lines = await self.quick.run("", work)
        end = lines.index(RULES_WORDS) if RULES_WORDS in lines else len(lines)
        self._primers[game] = paragraphs(lines[:end])
        return self._primers[game]


def summary(course: Course, when: float) -> Json:
    """A table as a line of the lobby."""
    return {
        "table": course.table,
        "game": course.setup.game,
        "title": course.title,
        "chairs": [chair.as_json() for chair in course.chairs],
        "moves": len(course.moves),
        "over": course.end is not None,
        "ranks": course.end["ranks"] if course.end else [],
        "begun": course.begun,
        "when": when,
    }


def read_name(text: str) -> str:
    """A person's name.

    Raises:
        Refusal: it cannot be shown or would be mistaken.
    """
    try:
        names = read_names(text.replace(",", " "), LONGEST)
    except ValueError as error:
        raise Refusal("bad-name", str(error)) from None
    if names[0].lower().startswith("engine"):
        raise Refusal("bad-name", f"'{names[0]}' would be mistaken for the engine")
    return names[0]


def check_names(names: list[str]) -> None:
    """Refuse two people of one name."""
    said = [plain(name).lower() for name in names if name]
    for at, name in enumerate(said):
        if name in said[:at]:
            raise Refusal("same-name", names[at])


def read_chair(told: Any) -> Chair:
    """A chair of a new table, as the page says it: ``kind`` is me, engine or open.

    Raises:
        Refusal: it is none.
    """
    match told:
        case {"kind": "me", "name": str(name)} if len(told) == 2:
            return Chair(PERSON, read_name(name), mine=True)
        case {"kind": "engine", "level": str(level)} if len(told) == 2 and level in LEVELS:
            return Chair(ENGINE, level=level)
        case {"kind": "open"} if len(told) == 1:
            return Chair(OPEN)
    raise Refusal("bad-chair")
