"""Review of one recorded game: a judgement of every decision, the curve of chances, the costliest mistakes.

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
from protocol.frontend.layout import unmarked
from protocol.frontend.review.cache import Cache, key_of
from protocol.frontend.review.judge import Basis, Effort, Judgement, judge, told_words
from protocol.frontend.review.log import LogError, LoggedGame
from protocol.frontend.review.walk import Site, check_game, setup_of, walk

#: Grades of mistakes, each with the smallest loss of chance that earns it.
GRADES = ((0.10, "blunder"), (0.03, "mistake"), (0.005, "slip"))
#: Number of standard errors that a loss must exceed to count as a mistake.
SURE = 2.0
#: Weight of the game-wide spread of sampled differences, in pairs of searches, beside a decision's own pairs.
COMMON_PAIRS = 2
#: Number of mistakes that are explained.
DEAREST = 3
#: Greatest number of events shown from a story.
STORY_MAX = 8


@dataclass(frozen=True)
class Verdict:
    """A judged decision. ``doubt``: uncertainty of its loss, in chance: twice the standard error where games
    were sampled, the change with more work where they were not, 0 where the values are proven. ``grade``:
    ``best``, ``good`` (no loss that stands out from noise), or a word of GRADES."""

    site: Site
    judgement: Judgement
    doubt: float

    @property
    def loss(self) -> float:
        """Chance given away, from 0 to 1."""
        return self.judgement.loss

    @property
    def grade(self) -> str:
        """The severity of the mistake in a word."""
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
        """Whether the decision is a slip or worse."""
        return self.grade not in ("only", "best", "good")


@dataclass(frozen=True)
class Scene:
    """Context of a mistake: the board as its seat saw it, drawn with characters and as SVG (empty where the
    engine or the game has none), and the events that the seat saw between its previous move and its next
    one."""

    board: tuple[str, ...]
    coloured: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    picture: str = ""


@dataclass(frozen=True)
class Point:
    """Chances by seat after ``moves`` moves; None for a seat whose chance is unknown then."""

    moves: int
    chances: tuple[float | None, ...]


@dataclass
class Review:
    """Review of one game.

    ``decisions``: the number of decisions to judge; ``verdicts``: the judged ones, in order; ``seat``: the
    only seat under review, None for all; ``final``: the result as chances, empty without one; ``ranks`` and
    ``scores``: those at the end; ``tally``: how the scores came about, in words; ``scenes``: contexts by move
    number; ``meanings``: explanations of the names in ``expects``.
    """

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
        """The costliest mistakes, in falling order of cost."""
        wrong = [verdict for verdict in self.verdicts if verdict.wrong]
        return sorted(wrong, key=lambda verdict: (-verdict.loss, verdict.site.number))[:count]

    def players(self) -> list[tuple[int, str, list[Verdict]]]:
        """Seat, title and judged choices of each player, in seat order; a seat with several players in turn
        appears once for each."""
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

        In an open position, or when one seat alone is reviewed, each decision gives the chances of all seats.
        Otherwise a seat's chances come from its own decisions alone, based on its own knowledge.
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


#: Called before each decision and at the end: the number of judged decisions, their total, and the next one.
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
    """Judge the decisions of a game, or those of ``seat`` alone if one is given.

    ``settings``: a text of the engine's option values, for the cache. Ctrl-C ends the review early and
    returns the part that is done.

    Raises:
        LogError: the recorded game is impossible.
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
        later = [other.before for other in sites if other.seat == site.seat and other.number > site.number]
        end = later[0] if later else len(tokens)
        try:
            scene = _scene(desk, game, figures, site, end)
        except KeyboardInterrupt:  # what was judged is told all the same; a second one ends it
            scene = _scene(desk, game, figures, site, end)
        review.scenes[site.number] = scene
    return review


def verdicts_of(judged: Sequence[tuple[Site, Judgement]]) -> list[Verdict]:
    """The verdicts of judgements, each with the uncertainty of its loss.

    The few pairs of searches of one decision are a weak estimate of their variance. Therefore each variance
    is a mean of the decision's own and the one pooled over all sampled decisions, weighted by the number of
    differences behind each.
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
    """Take ranks and scores from the rules, or from the log if the rules have none, as after a fault."""
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
    """The context of a decision; ``end``: the number of moves made before its seat chose again."""
    setup, tokens = setup_of(game, figures), [token for _, token in game.moves]
    desk.set_up(setup, tokens[: site.before])
    board, coloured = (
        tuple(line.rstrip() for line in unmarked(desk.board(site.seat, color).splitlines()))
        for color in (False, True)
    )
    picture = desk.picture(site.seat)
    told = desk.story(site.seat)
    own = [index for index, part in enumerate(told) if part.seat == site.seat and not part.follows]
    before = told_words(told[own[-1] + 1 if own else 0 :])
    desk.set_up(setup, tokens[:end])
    later = desk.story(site.seat)[len(told) :]
    own_move = next((i for i, part in enumerate(later) if part.seat == site.seat and not part.follows), None)
    if own_move is not None:
        del later[own_move]
    after = told_words(later)
    return Scene(board, coloured, tuple(before[-STORY_MAX:]), tuple(after[:STORY_MAX]), picture)
