"""Review of a game beside the tables: the judgement of ``herdmind review``, in a process of the pool.

A judgement takes a place among the searches, and between two judgements whoever waits comes first. So a
review of many decisions keeps no table waiting for more than one of them.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from protocol.frontend.desk import Desk
from protocol.frontend.review.cache import Cache
from protocol.frontend.review.judge import Effort
from protocol.frontend.review.log import LoggedGame
from protocol.frontend.review.review import Review, Verdict, review_game
from protocol.frontend.review.text import notes
from protocol.frontend.review.walk import Site
from protocol.frontend.review.words import (
    chance_words,
    cost,
    explain,
    moment,
    taught,
    viewpoint_words,
    worth,
)
from protocol.web.engines import Engines, own_engine
from protocol.web.sights import Json

#: Milliseconds of a judgement that may be asked for.
MS_LEAST, MS_MOST = 50, 10_000
#: Reviews that run at once; others wait.
REVIEWS_MAX = 2
HASH_MB = 64


class Judges:
    """Reviews, a few at a time, by engine processes of their own that search one after the other with those
    of the tables."""

    def __init__(self, deep: Engines) -> None:
        self.deep = deep
        self._running = asyncio.Semaphore(REVIEWS_MAX)

    async def review(
        self,
        game: LoggedGame,
        people: Sequence[str],
        seat: int | None,
        ms: int,
        cache: Path | None,
        tell: Callable[[Json], None],
        stop: threading.Event,
    ) -> Json:
        """The review of a game as data for the page, or the part that is done when ``stop`` is set.
        ``seat``: the only seat whose decisions are judged; ``tell`` is called with the progress.

        Raises:
            LogError, CacheError, EngineError: the game cannot be judged.
        """
        loop = asyncio.get_running_loop()

        def work() -> Json:
            with Cache(cache) as kept, Desk.start(own_engine()) as desk:
                for name, value in {"Hash": HASH_MB, "Threads": 1, "Move Overhead": 0}.items():
                    if name in desk.engine.options:
                        desk.engine.set_option(name, value)
                desk.call(people)
                settings = f"threads 1 hash {HASH_MB} figures {game.figures}"
                made = review_game(desk, game, Effort(ms=ms), kept, seat=seat, settings=settings, watch=watch)
                return review_json(made)

        def watch(done: int, of: int, site: Site | None) -> None:
            if stop.is_set():
                raise KeyboardInterrupt  # which ends a review with the part that is done
            when = "" if site is None else moment(site)
            loop.call_soon_threadsafe(tell, {"say": "replay-progress", "done": done, "of": of, "when": when})
            asyncio.run_coroutine_threadsafe(self.deep.let_others(), loop).result()

        async with self._running, self.deep.place():
            running = loop.run_in_executor(None, work)
            try:
                return await asyncio.shield(running)
            except asyncio.CancelledError:
                stop.set()
                await asyncio.wait([running])
                raise


def review_json(review: Review) -> Json:
    """A review as data for the page."""
    seats = review.game.seats
    return {
        "say": "replay-review",
        "whole": review.whole,
        "judged": len(review.verdicts),
        "decisions": review.decisions,
        "nothing": review.nothing,
        "seconds": (review.effort.ms or 0) / 1000,
        "measure": chance_words(seats),
        "viewpoint": viewpoint_words(review),
        "curve": [{"at": point.moves, "chances": list(point.chances)} for point in review.points()],
        "players": [
            {
                "seat": seat,
                "judged": len(own),
                "slips": sum(verdict.grade == "slip" for verdict in own),
                "mistakes": sum(verdict.grade == "mistake" for verdict in own),
                "blunders": sum(verdict.grade == "blunder" for verdict in own),
                "cost": round(100 * sum(verdict.loss for verdict in own if verdict.wrong), 1),
            }
            for seat, _, own in review.players()
        ],
        "verdicts": [_verdict(review, verdict) for verdict in review.verdicts],
        "dearest": [verdict.site.number for verdict in review.mistakes()],
        "notes": notes(review),
    }


def _verdict(review: Review, verdict: Verdict) -> Json:
    judgement, site = verdict.judgement, verdict.site
    seats = review.game.seats
    only = verdict.grade == "only"
    out: Json = {
        "number": site.number,
        "at": site.before,
        "seat": site.seat,
        "when": moment(site),
        "grade": verdict.grade,
        "loss": round(verdict.loss, 6),
        "cost": cost(verdict),
        "played": judgement.played.phrase,
        "worth": "" if only else worth(judgement.played, seats),
        "best": judgement.best.phrase,
        "best_worth": "" if only else worth(judgement.best, seats),
        "chance": round(judgement.best.chance, 6),
        "lesson": "" if verdict.wrong else " ".join(taught(verdict)),
    }
    if verdict.wrong:
        told = explain(review, verdict)
        out |= {
            "headline": told.headline,
            "sums": told.sums,
            "reasons": [[reason.label, reason.played, reason.best] for reason in told.reasons],
            "line": list(told.line),
            "best_line": list(told.best_line),
        }
    return out
