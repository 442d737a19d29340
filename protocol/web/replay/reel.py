"""One game, step by step: a step is a moment at which somebody must decide, or the end. What seats decide at
the same time is one step, as at a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from protocol.client import EngineRefused, Told
from protocol.drawing.draw import Layout, draw, frames
from protocol.drawing.style import Theme
from protocol.frontend.desk import Setup
from protocol.frontend.names import read_names, spelt
from protocol.frontend.narrator import sentence
from protocol.web.engines import Engines, Worker
from protocol.web.messages import Refusal
from protocol.web.replay.placings import short_name
from protocol.web.seating import LONGEST
from protocol.web.sights import Json, has_picture, json_view

#: The view of all that the record holds, among seats.
ALL = -1
#: Most moves of a game.
MOVES_MAX = 20_000
#: Steps that are done with one process before others may have it.
BATCH = 16
#: Width of an exported picture in pixels.
EXPORT_WIDTH = 1200


@dataclass(frozen=True)
class Step:
    """A step: the number of moves made before, the seats that decide (empty for chance and the end), and the
    round in the game's own terms."""

    at: int
    turn: tuple[int, ...]
    round: str


@dataclass
class Reel:
    """A game to be looked at. ``only``: the seat whose view alone may be seen, None for everything;
    ``people``: the names for the engine; ``moves``: (seat or None for chance, token)."""

    quick: Engines
    setup: Setup
    people: tuple[str, ...]
    moves: tuple[tuple[int | None, str], ...]
    only: int | None = None
    #: The game's edition in the record.
    edition: str = ""
    steps: list[Step] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    #: What may be seen: seats, and ALL.
    views: list[int] = field(default_factory=list)
    _stories: dict[int, list[list[Json]]] = field(default_factory=dict)

    @property
    def tokens(self) -> list[str]:
        """The tokens of all moves."""
        return [token for _, token in self.moves]

    async def open(self) -> None:
        """Find the steps.

        Raises:
            Refusal: the engine cannot play the game through; the refusal says why.
        """
        if len(self.moves) > MOVES_MAX:
            raise Refusal("bad-game", f"it has over {MOVES_MAX} moves")
        try:
            await self.quick.run("", self._check)
            at: int | None = 0
            while at is not None:
                at = await self._more_steps(at)
        except EngineRefused as error:
            raise Refusal("bad-game", error.message) from None

    async def _check(self, worker: Worker) -> None:
        """Play the whole game, so that what is wrong with it is known before anything is shown."""
        if self.setup.game not in worker.engine.games:
            games = ", ".join(worker.engine.games)
            raise Refusal("bad-game", f"the engine plays no {self.setup.game}; it plays {games}")
        if self.edition not in ("", worker.engine.games[self.setup.game]):
            await worker.view(self.setup.game, (), f"{self.edition} ?")  # the engine says what has changed
        await worker.set_up(self.setup, self.people, self.tokens)
        self.names = [spelt(name, self.people) for name in await worker.engine.names()]
        if self.only is not None:
            self.views = [self.only]
            return
        self.views = [ALL]
        for seat in range(len(self.people)):
            try:
                await worker.engine.view(seat)
            except EngineRefused:
                continue  # the record is what one seat knew
            self.views.append(seat)

    async def _more_steps(self, first: int) -> int | None:
        """Find some steps from move ``first``; returns the move of the next one."""

        async def work(worker: Worker) -> int | None:
            at = first
            del self.steps[len([step for step in self.steps if step.at < first]) :]
            for _ in range(BATCH):
                await worker.set_up(self.setup, self.people, self.tokens[:at])
                turn = await worker.engine.turn()
                due = tuple(turn) if isinstance(turn, list) else ()
                self.steps.append(Step(at, due, await _round(worker)))
                if at >= len(self.moves):
                    return None
                at = min(at + max(1, len(due)), len(self.moves))
            return at

        return await self.quick.run("", work)

    def may(self, step: int, seat: int) -> Step:
        """The step, if it can be seen so.

        Raises:
            Refusal: there is no such step, or what the seat sees is not for this watcher.
        """
        if seat not in self.views:
            raise Refusal("no-view")
        if not 0 <= step < len(self.steps):
            raise Refusal("no-step")
        return self.steps[step]

    async def sight(self, step: int, seat: int, layout: Layout, film: bool) -> Json:
        """A step as a seat sees it: picture, scores; with ``film`` also what led to it, one by one."""
        at = self.may(step, seat).at
        viewer = None if seat == ALL else seat

        async def work(worker: Worker) -> tuple[Json | None, str, list[str]]:
            await worker.set_up(self.setup, self.people, self.tokens[:at])
            view = await json_view(worker, viewer)
            board = "" if view is not None and has_picture(view) else await worker.engine.board(viewer)
            return view, board, await worker.engine.tally(viewer)

        view, board, tally = await self.quick.run("", work)
        drawn = view is not None and has_picture(view)
        shown = [*frames(view), view] if film and drawn and view is not None else [view]
        pictures = [self._draw(one, viewer, layout) for one in shown] if drawn else [""]
        return {
            "step": step,
            "seat": seat,
            "narrow": layout == "narrow",
            "picture": pictures[-1],
            "film": pictures[:-1],
            "board": spelt(board, self.people),
            "tally": [spelt(text, self.people) for text in tally],
            "scores": [] if view is None else view["scores"],
        }

    def _draw(self, view: Json | None, seat: int | None, layout: Layout) -> str:
        assert view is not None
        return draw(view, seat=seat, standalone=False, names=self.names, layout=layout)

    async def export(self, step: int, seat: int, layout: Layout, theme: Theme, flat: bool) -> str:
        """The picture of a step as an SVG file; ``flat``: with colours written out.

        Raises:
            Refusal: the game has no picture.
        """
        at = self.may(step, seat).at
        viewer = None if seat == ALL else seat

        async def work(worker: Worker) -> Json | None:
            await worker.set_up(self.setup, self.people, self.tokens[:at])
            return await json_view(worker, viewer)

        view = await self.quick.run("", work)
        if view is None or not has_picture(view):
            raise Refusal("no-picture")
        words = {"layout": layout, "theme": theme, "flat": flat, "width": EXPORT_WIDTH if flat else None}
        return draw(view, seat=viewer, names=self.names, **words)  # type: ignore[arg-type]

    async def story(self, seat: int) -> list[list[Json]]:
        """Events between each step and the one before, as a seat saw them."""
        self.may(0, seat)
        if seat not in self._stories:
            out: list[list[Json]] = []
            seen: list[Told] = []
            while len(out) < len(self.steps):
                done = await self.quick.run("", self._tell(seat, len(out), seen))
                out += done
            self._stories[seat] = out
        return self._stories[seat]

    def _tell(
        self, seat: int, first: int, seen: list[Told]
    ) -> Callable[[Worker], Awaitable[list[list[Json]]]]:
        """Work that tells of some steps; ``seen``: the story before them, and after them."""

        async def work(worker: Worker) -> list[list[Json]]:
            rows = []
            known = list(seen)
            for step in self.steps[first : first + BATCH]:
                await worker.set_up(self.setup, self.people, self.tokens[: step.at])
                viewer = None if seat == ALL else seat
                if viewer is None:  # that story is always told from its beginning
                    told = (await worker.engine.story())[len(known) :]
                else:
                    told = await worker.engine.story(viewer, sum(not event.follows for event in known))
                known += told
                rows.append([self._event(event) for event in told])
            seen[:] = known
            return rows

        return work

    def _event(self, event: Told) -> Json:
        words = spelt(sentence(event, names=self.names).strip(), self.people)
        return {"seat": event.seat, "words": words, "follows": event.follows}


async def _round(worker: Worker) -> str:
    try:
        return await worker.engine.round()
    except EngineRefused:
        return ""


def people(names: Sequence[str]) -> tuple[str, ...]:
    """The names of a record for the engine: empty where one cannot be shown or is not the only one."""
    out: list[str] = []
    for name in map(short_name, names):
        try:
            (said,) = read_names(name, LONGEST)
        except ValueError:
            said = ""
        out.append(said)
    low = [name.lower() for name in out]
    return tuple("" if low.count(name.lower()) > 1 else name for name in out)
