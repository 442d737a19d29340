"""An engine for asyncio: the commands and questions of the protocol as methods."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from protocol.base.argcheck import words_of
from protocol.base.wire import About, Result, Told, read_about, read_parts, read_told
from protocol.client import held, process
from protocol.client.limit import Limit
from protocol.client.link import EngineLink, check, is_error, refusal
from protocol.client.process import EngineError, EngineRefused
from protocol.client.search import AsyncAnalysis


class AsyncEngine(EngineLink):
    """An engine process, for asyncio. Make one with :meth:`start`; close it with :meth:`quit`, or use
    ``async with``.

    Await one command before the next, or give several to :func:`together`; while a search runs, questions and
    ``ready`` may be sent.

    Attributes:
        name: the engine's name.
        author: its author.
        protocol: version of the dialect; None for plain UCI.
        games: game -> edition, as announced.
        options: the options by name.

    >>> import asyncio, sys
    >>> async def turn():
    ...     async with await AsyncEngine.start([sys.executable, "-m", "protocol"]) as engine:
    ...         await engine.position(seed=7)
    ...         return await engine.turn()
    >>> asyncio.run(turn())
    [1]
    """

    async def new_game(self) -> None:
        """Tell the engine that a new game follows."""
        await self._enter(["ucinewgame"], held.STARTPOS, [])

    async def position(
        self,
        text: str | None = None,
        *,
        seed: int | None = None,
        seats: int | None = None,
        rules: Sequence[str] = (),
        moves: Sequence[str] = (),
        view: int | None = None,
    ) -> None:
        """Set the position: a text (a whole truth or a view), a fresh game by seed, or one on a real table as
        seat ``view`` sees it, whose set-up comes first among ``moves``.

        Of a position that goes on from the one that the engine holds, or back from it, only the difference is
        sent, if the engine :attr:`can_push`.

        Raises:
            EngineRefused: the engine cannot read it and keeps its position.
        """
        words = ["position"]
        if text is not None:
            if not isinstance(text, str):
                raise TypeError(f"a position is a text, such as text() of a state gives, not {text!r}")
            words += ["fen", text]
        else:
            words.append("startpos")
            if seats is not None:
                words += ["seats", str(seats)]
            if seed is not None:
                words += ["seed", str(seed)]
            if view is not None:
                words += ["view", str(view)]
            if rules:
                words += ["rules", *words_of(rules, "rules")]
        await self._reach(" ".join(words), list(words_of(moves, "moves")))

    async def push(self, *moves: str) -> None:
        """Play on from the engine's position: all of the moves, or none. An engine that lacks ``push`` is
        sent the whole position.

        Raises:
            EngineRefused: a move cannot be played; the engine keeps its position.
            ValueError: there is no move, or one is not a single word.
        """
        for move in moves:
            if move.split() != [move]:
                raise ValueError(f"a move is one word, not {move!r}")
        if not moves:
            raise ValueError("push() needs at least one move")
        base, before = self._held.base, self._held.moves
        if self.can_push:
            await self._play(list(moves))
        elif base is not None:
            await self._reach(base, [*before, *moves])
        else:
            raise EngineError(f"{self}: its position is not known, set it first")

    async def pop(self, count: int = 1) -> None:
        """Take back the last moves entered by :meth:`push` or :meth:`position`, with all chance that a seed
        drew after them.

        Raises:
            EngineRefused: fewer moves were entered; the engine keeps its position.
            ValueError: ``count`` is below 1.
        """
        if count < 1:
            raise ValueError(f"pop() takes back 1 move or more, not {count}")
        base, moves = self._held.base, self._held.moves
        if self.can_push:
            await self._take_back(count)
        elif base is None:
            raise EngineError(f"{self}: its position is not known, set it first")
        elif count > len(moves):
            raise EngineRefused("out-of-range", f"{len(moves)} moves can be taken back, not {count}")
        else:
            await self._reach(base, moves[:-count])

    async def _reach(self, base: str, moves: list[str]) -> None:
        """Bring the engine to a position, by what differs from the one it holds where that is less."""
        moves = " ".join(moves).split()
        steps = self._held.steps(base, moves) if self.can_push else None
        if steps is None:
            await self._enter([held.command(base, moves)], base, moves)
            return
        back, forth = steps
        before = self._held.moves
        kept, undone = before[: len(before) - back], before[len(before) - back :]
        lines = [f"pop {back}"] * bool(back) + [f"push {' '.join(forth)}"] * bool(forth)
        if not lines:
            return
        try:
            await self._enter(lines, base, moves)
        except EngineRefused:
            if undone and self._held.base is not None:  # the moves were taken back before one was refused
                self._held = held.Held(base, kept)
                await self._play(undone)
            raise

    async def _play(self, moves: list[str]) -> None:
        if moves:
            await self._enter([f"push {' '.join(moves)}"], self._held.base, [*self._held.moves, *moves])

    async def _take_back(self, count: int) -> None:
        await self._enter([f"pop {count}"], self._held.base, self._held.moves[:-count])

    async def _enter(self, lines: list[str], base: str | None, moves: list[str]) -> None:
        """Send commands that lead to a position. It counts as held at once, so that a command that is sent
        together with them goes on from there."""
        before, now = self._held, held.Held(base, moves)
        self._held = now
        try:
            await self._settle(*lines)
        except EngineRefused:
            self._held = before if self._held is now else held.Held(None)
            raise
        except BaseException:
            self._held = held.Held(None)
            raise

    async def query(self, what: str, *words: object, timeout: float | None = None) -> list[str]:
        """Send ``query``; returns the words after ``response WHAT``.

        Raises:
            EngineRefused: the question has no answer here.
        """
        line = " ".join(["query", what, *map(str, words)])
        said = await self._exchange(
            [line],
            lambda text: is_error(text) or text.split()[:2] == ["response", what],
            timeout,
            f"answer {line!r}",
        )
        if is_error(said[-1]):
            raise refusal(said[-1])
        return said[-1].split()[2:]

    async def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, or of the first that owes a decision."""
        return await self.query("legal", *([] if seat is None else [seat]))

    async def turn(self) -> list[int] | str:
        """The seats that owe a decision, or ``"chance"`` or ``"none"``."""
        words = await self.query("turn")
        return words[0] if words[0] in ("chance", "none") else [int(word) for word in words]

    async def chance(self) -> dict[str, Fraction]:
        """The outcomes of the chance event that is due, with their odds."""
        words = await self.query("chance")
        return {token: Fraction(odds) for token, odds in zip(words[::2], words[1::2], strict=True)}

    async def game_over(self) -> bool:
        """Whether the game has ended."""
        return await self.query("gameover") == ["true"]

    async def outcome(self) -> tuple[list[int], list[int]]:
        """(ranks, scores) of a finished game, in seat order."""
        words = await self.query("result")
        middle = words.index("scores")
        return [int(word) for word in words[1:middle]], [int(word) for word in words[middle + 1 :]]

    async def returns(self) -> list[float]:
        """The return of each seat in a finished game, from -1 to 1. Other engines may refuse."""
        return [float(word) for word in await self.query("returns")]

    async def text(self) -> str:
        """The text of the position, with all that the engine knows."""
        return " ".join(await self.query("position"))

    async def view(self, seat: int) -> str:
        """The text of the position as a seat sees it."""
        return " ".join(await self.query("view", seat))

    async def json(self, seat: int | None = None, *, bare: bool = False) -> dict[str, Any]:
        """The position as data, with all that the engine knows or as a seat sees it; docs/json.md describes
        it. ``bare``: the moves are only counted."""
        view: dict[str, Any] = json.loads(
            " ".join(await self.query("json", *([] if seat is None else [seat]), *(["bare"] if bare else [])))
        )
        return view

    async def history(self) -> list[str]:
        """The decisions since the position was set."""
        return await self.query("history")

    async def words(self, seat: int | None = None) -> dict[str, str]:
        """Token -> phrase, for the legal moves of a seat or of the first that owes a decision, or for the
        outcomes when chance is due."""
        return dict(read_parts(await self.query("words", *([] if seat is None else [seat]))))

    async def asks(self) -> str:
        """The next event or decision to enter, in words."""
        return " ".join(await self.query("asks"))

    async def read(self, text: str) -> list[str]:
        """Typed text as the tokens to enter, in order; events that need no typing are filled in.

        Raises:
            EngineRefused: a word fits no legal token, or more than one.
        """
        return await self.query("read", *text.split())

    async def story(self, seat: int | None = None, first: int = 0) -> list[Told]:
        """The events since the position was set, as a seat saw them; the ``first`` ones are left out."""
        return read_told(await self.query("story", *([] if seat is None else [seat, first])))

    async def line(self, moves: Sequence[str], seat: int | None = None) -> list[Told]:
        """Moves in words, up to the first that cannot be played in turn from here; with ``seat`` as that seat
        sees them, the first of which is its own (since version 1.1 of the dialect)."""
        return read_told(await self.query("line", *(() if seat is None else ("seat", seat)), *moves))

    async def names(self) -> list[str]:
        """The names of the seats in text for people, in seat order."""
        return [name for _, name in read_parts(await self.query("names"))]

    async def round(self) -> str:
        """The time in the game, in the words of its players: ``round 2, trick 3``."""
        return " ".join(await self.query("round"))

    async def tally(self, seat: int | None = None) -> list[str]:
        """The make-up of each seat's score, in words, in seat order; as far as ``seat`` knows."""
        return [text for _, text in read_parts(await self.query("tally", *([] if seat is None else [seat])))]

    async def beliefs(self, seat: int | None = None) -> list[str]:
        """Facts hidden from a seat and their odds, in words; empty where nothing is hidden."""
        said = await self.query("beliefs", *([] if seat is None else [seat]))
        return [text for _, text in read_parts(said)]

    async def about(self) -> About:
        """The game that is played."""
        return read_about(await self.query("game"))

    async def rules_words(self) -> dict[str, str]:
        """Rules word -> meaning, for the words that a fresh position may name."""
        return dict(read_parts(await self.query("rules")))

    async def meanings(self) -> dict[str, str]:
        """Meanings of the names in :attr:`Result.expects`, as phrases: ``{}`` stands for the number, ``{+}``
        for the number with its sign, ``{%}`` for a percentage."""
        return dict(read_parts(await self.query("expects")))

    async def board(self, seat: int | None = None, color: bool = False) -> str:
        """The picture of the position, as a seat sees it; with ``color`` in the terminal's colours (SGR).

        Raises:
            EngineError: a search is running, and its lines would mix with the board.
        """
        if self._search is not None:
            raise EngineError(f"{self} is searching")
        line = "d" + ("" if seat is None else f" seat {seat}") + (" color" if color else "")
        said = [text.removeprefix("info string").removeprefix(" ") for text in await self._settle(line)]
        end = next((at for at, text in enumerate(said) if text.startswith("position ")), len(said))
        return "\n".join(said[:end])

    async def help(self, topic: str) -> list[str]:
        """The engine's help on a command or a game."""
        return [
            text.removeprefix("info string").removeprefix(" ") for text in await self._settle(f"help {topic}")
        ]

    async def analyse(
        self,
        limit: Limit | None = None,
        *,
        seat: int | None = None,
        moves: Sequence[str] = (),
        infinite: bool = False,
        ponder: bool = False,
        text: str | None = None,
    ) -> AsyncAnalysis:
        """Start a search and return while it runs. ``text`` is a position to search instead of the current,
        without the round trip of :meth:`position`.

        Raises:
            EngineRefused: the engine will not search this, or cannot read the position.
            EngineError: another search is running.
        """
        if self._search is not None:
            raise EngineError(f"{self} is searching already")
        limit = limit or Limit()
        words = ["go"]
        if ponder:
            words.append("ponder")
        if seat is not None:
            words += ["seat", str(seat)]
        words += limit.words()
        if infinite:
            words.append("infinite")
        if moves:
            words += ["searchmoves", *moves]
        search = AsyncAnalysis(repr(self), self._send, self.kill)
        self._search = search
        lines = [] if text is None else [f"position fen {text}"]
        if lines:
            self._held.put(None)
        # A superfluous bestmove may come late from a faulty engine: the first of two isready keeps it out.
        lines += ["isready", " ".join(words), "isready"]
        try:
            check(await self._exchange(lines, search.reads_up_to_go, None, "answer isready"))
        except EngineRefused:
            if self._search is search:
                self._search = None
                if text is not None:  # it may be searching the previous position
                    await self._send("stop")
            raise
        except BaseException:  # cancelled after go: nobody else can end this search
            await self._end_search(search)
            raise
        if text is not None:
            self._held.put(lines[0])
        return search

    async def play(
        self,
        limit: Limit | None = None,
        *,
        seat: int | None = None,
        moves: Sequence[str] = (),
        timeout: float | None = None,
        text: str | None = None,
    ) -> Result:
        """Search and return the result. ``timeout`` is in seconds; by default a little more than the limit
        allows, and none for limits of nodes and depth. ``text`` is as for :meth:`analyse`.

        Raises:
            ValueError: there is no limit, and the search might never end. A search that runs until it is
                stopped is :meth:`analyse`.
            EngineRefused: the engine will not search this, or cannot read the position.
            EngineTimeout: the search ended neither in time nor when it was told to stop.
        """
        if limit is None or limit.endless:
            raise ValueError(
                "play() needs a limit, such as Limit(movetime=1000) or Limit(nodes=10000); "
                "analyse() searches until it is stopped"
            )
        search = await self.analyse(limit, seat=seat, moves=moves, text=text)
        if timeout is None:
            seconds = limit.seconds()
            timeout = None if seconds is None else seconds + process.SEARCH_GRACE
        try:
            return await search.result(timeout)
        except asyncio.CancelledError:
            await self._end_search(search)
            raise

    async def halt(self) -> None:
        """Stop the search that runs, if any, and wait for its end: after an interrupt that came at any moment
        the engine takes the next command. An engine that ignores it is killed."""
        if self._search is not None:
            await self._end_search(self._search)

    async def _end_search(self, search: AsyncAnalysis) -> None:
        """Stop a search that nobody waits for, so that the engine takes the next command."""
        with contextlib.suppress(EngineError):
            await search.stop()
            await search.result(process.STOP_GRACE)
