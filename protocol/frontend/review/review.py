"""Review of one recorded game: a judgement of every decision, the curve of chances, the dearest mistakes.

with Desk.start() as desk, Cache(None) as cache:
    review = review_game(desk, read_log(path)[0], Effort(ms=1000), cache)
    for mistake in review.mistakes():
        print(mistake.site.number, mistake.judgement.played.phrase, mistake.judgement.loss)
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from protocol.base.gameline import worth_of
from protocol.client import EngineRefused
from protocol.frontend.desk import Desk
from protocol.frontend.review.cache import Cache, key_of
from protocol.frontend.review.judge import Basis, Effort, Judgement, judge, told_words
from protocol.frontend.review.log import LogError, LoggedGame
from protocol.frontend.review.walk import Site, check_game, setup_of, walk

#: What a loss of chance is called, from which on.
GRADES = ((0.10, "blunder"), (0.03, "mistake"), (0.005, "slip"))
#: How many standard errors a loss must have to be one.
SURE = 2.0
#: The common spread of a game's sampled differences counts as so many pairs beside a decision's own.
COMMON_PAIRS = 2
#: How many mistakes are explained.
DEAREST = 3
#: Events of a story that are told.
STORY_MAX = 8


@dataclass(frozen=True)
class Verdict:
    """A judged decision. ``doubt``: how far its loss may be wrong, in chance: twice the standard error where
    games were sampled, the change with more work where values were reckoned, 0 where they are proven.
    ``grade``: ``best``, ``good`` (nothing that can be told from noise), or a word of GRADES."""

    site: Site
    judgement: Judgement
    doubt: float

    @property
    def loss(self) -> float:
        """Chance given away, from 0 to 1."""
        return self.judgement.loss

    @property
    def grade(self) -> str:
        """The severity in a word."""
        judgement = self.judgement
        if judgement.basis is Basis.ONLY:
            return "only"
        if judgement.best.token == judgement.played.token or self.loss == 0.0:
            return "best"
        if self.loss <= self.doubt:
            return "good"
        if judgement.basis is Basis.PROVEN:
            return next((word for least, word in GRADES if self.loss >= least), GRADES[-1][1])
        return next((word for least, word in GRADES if self.loss >= least), "good")

    @property
    def wrong(self) -> bool:
        """Whether it is a slip or worse."""
        return self.grade not in ("only", "best", "good")


@dataclass(frozen=True)
class Scene:
    """Context of a mistake, in words: the board as its seat saw it, the events since the seat's last move,
    and those up to its next one, as far as the seat saw them."""

    board: tuple[str, ...]
    coloured: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Point:
    """Chances by seat when ``moves`` moves had been made; None for a seat of which nothing is known then."""

    moves: int
    chances: tuple[float | None, ...]


@dataclass
class Review:
    """``decisions``: how many were to be judged; ``verdicts``: those that were, in order; ``seat``: the only
    one judged, None for all; ``final``: the result as chances, empty without one; ``ranks`` and ``scores``
    of the end; ``tally``: how the scores came about, in words; ``scenes``: by the move's number;
    ``meanings``: what the names of ``expects`` say."""

    game: LoggedGame
    title: str
    engine: str
    effort: Effort
    seat: int | None
    decisions: int = 0
    verdicts: list[Verdict] = field(default_factory=list)
    final: tuple[float, ...] = ()
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    tally: tuple[str, ...] = ()
    scenes: dict[int, Scene] = field(default_factory=dict)
    meanings: dict[str, str] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether every decision was judged."""
        return len(self.verdicts) == self.decisions

    @property
    def nothing(self) -> str:
        """The reason for an empty review, in words; empty if there is something to show."""
        if self.verdicts:
            return ""
        if self.decisions:
            return "No decision was judged."
        whose = "" if self.seat is None else f" of {self.game.name(self.seat)}"
        return f"There is no decision{whose} in this game{'' if self.ranks else ' yet'}."

    def mistakes(self, count: int = DEAREST) -> list[Verdict]:
        """The mistakes with the greatest cost, in falling order."""
        wrong = [verdict for verdict in self.verdicts if verdict.wrong]
        return sorted(wrong, key=lambda verdict: (-verdict.loss, verdict.site.number))[:count]

    def players(self) -> list[tuple[int, str, list[Verdict]]]:
        """Seat, title and judged choices of all who sat there, in seat order: several where places were
        changed."""
        game = self.game
        out = []
        for seat in range(game.seats):
            own = [v for v in self.verdicts if v.site.seat == seat and v.grade != "only"]
            for name in dict.fromkeys(game.sitters(seat)):
                by = [v for v in own if game.sitter(seat, v.site.number) == name]
                out.append((seat, game.name(seat, name), by))
        return out

    def points(self) -> list[Point]:
        """The curve of chances.

        Where the position is open to all, or one seat alone is reviewed, a decision tells the chances of all
        seats; else each seat's are told by its own decisions alone, from what it knew.
        """
        seats = self.game.seats
        found: dict[int, list[float | None]] = {}
        for verdict in self.verdicts:
            site, best = verdict.site, verdict.judgement.best
            if verdict.judgement.basis is Basis.ONLY:
                continue
            row = found.setdefault(site.before, [None] * seats)
            if len(best.values) == seats and (site.open_hand or self.seat is not None):
                row[:] = [(1 + value) / 2 for value in best.values]
            row[site.seat] = best.chance
        out = [Point(moves, tuple(row)) for moves, row in sorted(found.items())]
        if self.final and self.whole:
            out.append(Point(len(self.game.moves), self.final))
        return out


#: Called before each decision is judged, and at the end: how many are done, of how many, and the next one.
Watch = Callable[[int, int, Site | None], None]


def review_game(
    desk: Desk,
    game: LoggedGame,
    effort: Effort,
    cache: Cache,
    *,
    seat: int | None = None,
    figures: str | None = None,
    settings: str = "",
    watch: Watch = lambda done, of, site: None,
) -> Review:
    """Judge the decisions of a game, those of ``seat`` alone if one is named.

    ``settings``: words for the options that the engine was given, for the cache. Ctrl-C gives the review as
    far as it has come.

    Raises:
        LogError: the record is not of a game that can have been played.
        EngineError: the engine failed.
    """
    if seat is not None and not 0 <= seat < game.seats:
        raise LogError(f"--seat {seat + 1}: the seats of this game are 1 to {game.seats}")
    check_game(desk, game, figures)
    review = Review(game, desk.title, desk.engine.name, effort, seat)
    review.meanings = desk.engine.meanings()
    _take_end(review, desk)
    sites = [site for site in walk(desk, game, figures) if seat is None or site.seat == seat]
    review.decisions = len(sites)
    setup, tokens = setup_of(game, figures), [token for _, token in game.moves]
    judged: list[tuple[Site, Judgement]] = []
    try:
        for done, site in enumerate(sites):
            watch(done, len(sites), site)
            key = key_of(site, effort, desk.engine.name, settings)
            judgement = cache.get(key)
            if judgement is None:
                desk.set_up(setup, tokens[: site.before])
                judgement = judge(desk, site, effort)
                cache.put(key, judgement)
            judged.append((site, judgement))
        watch(len(sites), len(sites), None)
    except KeyboardInterrupt:
        pass
    review.verdicts = verdicts_of(judged)
    for verdict in review.mistakes():
        site = verdict.site
        later = (other.before for other in sites if other.seat == site.seat and other.number > site.number)
        scene = _scene(desk, game, figures, site, next(later, len(tokens)))
        review.scenes[site.number] = scene
    return review


def verdicts_of(judged: Sequence[tuple[Site, Judgement]]) -> list[Verdict]:
    """Each judgement with how far it may be wrong.

    The few pairs of searches of one decision say little of how much they vary, so the spread that all
    sampled decisions have in common counts as well: a variance is the mean of both, weighted by how many
    differences each rests on.
    """
    spreads = [statistics.variance(judgement.pairs) for _, judgement in judged if len(judgement.pairs) > 1]
    common = statistics.fmean(spreads) if spreads else 0.0
    out = []
    for site, judgement in judged:
        doubt = judgement.doubt
        if doubt is None:
            own = statistics.variance(judgement.pairs) if len(judgement.pairs) > 1 else common
            free = len(judgement.pairs) - 1
            variance = (COMMON_PAIRS * common + free * own) / (COMMON_PAIRS + free)
            doubt = SURE * math.sqrt(variance / max(1, len(judgement.pairs))) / 2
        out.append(Verdict(site, judgement, doubt))
    return out


def _take_end(review: Review, desk: Desk) -> None:
    """Ranks and scores: the rules' own, else those that the log has, as after a game that was lost by a
    fault."""
    game = review.game
    review.ranks, review.scores = game.ranks, game.scores
    worth: Sequence[float] = worth_of(game.ranks)
    try:
        ending = desk.ending()
        worth = ending.returns
        review.ranks, review.scores, review.tally = ending.ranks, ending.scores, ending.tally
    except EngineRefused:
        if game.fault is None:
            review.ranks = ()
    if review.ranks:
        review.final = tuple((1 + value) / 2 for value in worth)


def _scene(desk: Desk, game: LoggedGame, figures: str | None, site: Site, end: int) -> Scene:
    """What surrounds a decision; ``end``: how many moves had been made when its seat chose again."""
    setup, tokens = setup_of(game, figures), [token for _, token in game.moves]
    desk.set_up(setup, tokens[: site.before])
    board = tuple(line.rstrip() for line in desk.board(site.seat).splitlines())
    coloured = tuple(line.rstrip() for line in desk.board(site.seat, color=True).splitlines())
    told = desk.story(site.seat)
    own = [index for index, part in enumerate(told) if part.seat == site.seat and not part.follows]
    before = told_words(told[own[-1] + 1 if own else 0 :])
    desk.set_up(setup, tokens[:end])
    later = desk.story(site.seat)[len(told) :]
    own_move = next((i for i, part in enumerate(later) if part.seat == site.seat and not part.follows), None)
    if own_move is not None:
        del later[own_move]
    after = told_words(later)
    return Scene(board, coloured, tuple(before[-STORY_MAX:]), tuple(after[:STORY_MAX]))
