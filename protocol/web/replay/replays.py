"""All that can be replayed: kept files, watched files, and tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from protocol.base.errors import ProtocolError
from protocol.frontend.desk import Setup
from protocol.frontend.review.log import LoggedGame
from protocol.web.engines import Engines
from protocol.web.messages import Refusal
from protocol.web.replay.gamefile import GameFile
from protocol.web.replay.judging import Judges
from protocol.web.replay.keptfiles import KeptFiles
from protocol.web.replay.reel import Reel, people
from protocol.web.seating import Keys
from protocol.web.sights import Json

FOLDER = "replays"
#: Games that are listed at once.
LIST_MAX = 200


class Replays:
    """The sources of games of a server. ``watch``: files of tournaments and matches that the owner sees
    growing."""

    def __init__(
        self, folder: Path, keys: Keys, quick: Engines, deep: Engines, watch: Sequence[Path] = ()
    ) -> None:
        self.quick = quick
        self.kept = KeptFiles(folder / FOLDER, keys)
        self.judges = Judges(deep)
        self.watched = [GameFile(path) for path in watch]
        self._reading = asyncio.Lock()

    def listed(self) -> list[Json]:
        """The watched files for the lobby."""
        return [{"number": number, "name": file.path.name} for number, file in enumerate(self.watched)]

    async def keep(self, data: bytes) -> str:
        """Keep a file that a browser gave; returns its name.

        Raises:
            ProtocolError: it is no file of games.
        """
        async with self._reading:
            return await asyncio.to_thread(self.kept.keep, data)

    async def file(self, name: str) -> GameFile:
        """A kept file.

        Raises:
            Refusal: there is none of this name.
            ProtocolError: it cannot be read.
        """
        async with self._reading:
            found = await asyncio.to_thread(self.kept.find, name)
        if found is None:
            raise Refusal("no-file")
        return found

    async def refresh(self, file: GameFile) -> bool:
        """Read what was added to a watched file; whether there was anything. It may not be there yet.

        Raises:
            Refusal: it cannot be read, or is no file of games.
        """
        async with self._reading:
            try:
                return file.path.exists() and await asyncio.to_thread(file.refresh)
            except ProtocolError as error:
                raise bad_file(error) from None


def bad_file(error: ProtocolError) -> Refusal:
    """The refusal of a file. The browser learns no path of this computer."""
    path = error.token or ""
    return Refusal("bad-file", error.message.replace(path, Path(path).name) if path else error.message)


def listing(file: GameFile, first: int) -> Json:
    """Some games of a file as a list, from game ``first`` + 1, and the standings.

    Raises:
        ProtocolError, LogError: it cannot be read.
    """
    last = min(len(file.places), first + LIST_MAX)
    return {
        "say": "replay-list",
        "total": len(file.places),
        "from": first,
        "games": [row(file.game(number)) for number in range(first + 1, last + 1)],
        "standings": file.standings.as_json() if file.standings.games > 1 else [],
    }


def row(game: LoggedGame) -> Json:
    """A game as a row of a list."""
    return {
        "number": game.number,
        "game": game.game,
        "names": seat_names(game),
        "moves": len(game.moves),
        "end": game.end(),
        "scores": list(game.scores),
        "ranks": list(game.ranks),
    }


def seat_names(game: LoggedGame) -> list[str]:
    """The seats with their players, in words."""
    return [game.name(seat) for seat in range(game.seats)]


def reel_of(game: LoggedGame, quick: Engines) -> Reel:
    """A recorded game to be looked at, with all that the record holds."""
    if game.start is not None:
        setup = Setup(game.game, start=game.start)
    else:
        setup = Setup(game.game, seats=game.seats, rules=game.rules, seed=game.deal)
    return Reel(quick, setup, people(game.names), game.moves, edition=game.edition)
