"""A match: group after group of games until the result is known precisely enough. It resumes from its log.

The games of a match depend on its seed and its players alone, and not on how many run at once. The same is
true of the point at which it ends, as long as no player's moves depend on the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from protocol.base.errors import Code, ProtocolError
from protocol.base.gameline import Ending, GameRecord
from protocol.matches.luck import is_lucky, with_luck
from protocol.matches.players import BENCHES, Bench, Patience, PlayerMaker, check_engine, no_other_player
from protocol.matches.pool import open_pool
from protocol.matches.referee import play_game
from protocol.matches.solve import figures_mark
from protocol.matches.workers import LOCAL, current_run, run, stop_flag
from protocol.ratings.adjusted import adjusted_difference
from protocol.ratings.statistics import Interval, paired_difference
from protocol.records.gamelog import GameLog, task_key
from protocol.records.lineup import PlayerSpec
from protocol.records.schedule import GameTask, Schedule
from protocol.table.searcher import SearcherType
from solver.analysis import Analyser
from solver.games import GAMES, Game

#: Groups before the first look at the result, and between later looks.
FIRST_LOOK = 40
LOOK = 20


@dataclass(frozen=True)
class Arena:
    """The known games, the searcher of built-in players, and the maker of players of other kinds. Worker
    processes receive the name of a function that returns an arena, since an arena itself cannot be pickled.
    """

    games: Mapping[str, Game]
    searcher: SearcherType
    make_player: PlayerMaker = no_other_player


def standard_arena() -> Arena:
    """The registered games and the analyser."""
    return Arena(GAMES, Analyser)


ArenaMaker = Callable[[], Arena]


def play_task(
    task: GameTask | GameRecord,
    make_arena: ArenaMaker,
    patience: Patience,
    warmup: int = 0,
    adjust: bool = False,
    figures: str | None = None,
) -> GameRecord:
    """Play one game in this thread; engine processes stay for the next one. ``warmup``: uncounted decisions
    that a player makes before its first game in this process; ``adjust``: the record is to hold the game's
    luck. A game that was played already only gets its luck, with the file ``figures``.

    Raises:
        ProtocolError: the game cannot be set up, or the file of figures differs on this machine.
    """
    if isinstance(task, GameRecord):
        return with_luck(task, figures, make_arena().games)
    setup = task.setup
    if setup.mark is not None and figures_mark(setup.figures) != setup.mark:
        raise ProtocolError(
            Code.FILE,
            f"{setup.figures} differs here from the file that the match began with",
            setup.figures or "",
        )
    arena, stop = make_arena(), stop_flag()
    key = (current_run(), make_arena, patience)
    with BENCHES.lend(key, lambda: Bench(arena.searcher, patience, stop, arena.make_player)) as bench:
        players = bench.take(task.players)
        if warmup:
            bench.warm(players, task, arena.games[task.setup.game], warmup)
        record = play_game(task, arena.games, players, patience, stop)
    if not adjust or record.ending is Ending.INTERRUPTED:
        return record
    return with_luck(record, setup.figures, arena.games)


def check_there(executor: Executor, engines: Mapping[PlayerSpec, Sequence[str]], patience: Patience) -> None:
    """Start each engine once in the workers, with the games that it is to play.

    Raises:
        ProtocolError: an engine cannot be started or set up.
    """
    checks = [executor.submit(_check, (spec, tuple(games), patience)) for spec, games in engines.items()]
    for check in checks:
        check.result()


def _check(what: tuple[PlayerSpec, tuple[str, ...], Patience]) -> None:
    spec, games, patience = what
    check_engine(spec, [GAMES[game] for game in games], patience)


def close_players() -> None:
    """End the engine processes that games outside any pool have left in this process."""
    BENCHES.close(LOCAL)


@dataclass(frozen=True)
class StopRule:
    """The end of a match: after ``groups`` groups, or at the first look at which the interval of the first
    player's paired difference has a half-width of at most ``half_width`` (None: never).

    With ``adjusted`` it is the luck-adjusted difference (:mod:`protocol.ratings.adjusted`).

    Looks come after FIRST_LOOK groups and after every LOOK more. The rule depends on the interval's width
    alone and not on its position, so frequent looks favour neither player.
    """

    groups: int = 400
    half_width: float | None = 0.03
    adjusted: bool = False

    def looks(self) -> list[int]:
        """The numbers of groups after which the match may end, ascending; the last is ``groups``."""
        if self.half_width is None:
            return [self.groups]
        return [*range(min(FIRST_LOOK, self.groups), self.groups, LOOK), self.groups]

    def satisfied(self, found: Interval) -> bool:
        """Whether the interval is narrow enough."""
        return self.half_width is not None and found.half_width <= self.half_width


@dataclass
class Course:
    """The progress of a match. ``groups``: the complete groups that count, by index; ``found``: the first
    player's paired difference in them; ``games``: the number of its games in the log; ``faults``: how many of
    those a player's fault ended; ``looks``: the number of looks; ``narrow``: whether a narrow interval ended
    it; ``finished``: whether it has ended by its rule."""

    groups: dict[int, list[GameRecord]] = field(default_factory=dict)
    found: Interval = field(default_factory=Interval.nothing)
    games: int = 0
    faults: int = 0
    looks: int = 0
    narrow: bool = False
    finished: bool = False


def _complete(schedule: Schedule, log: GameLog, edition: str, groups: int) -> dict[int, list[GameRecord]]:
    """The complete groups among the first ``groups``: those with all games in the log."""
    found = {}
    for index in range(groups):
        games = [log.games.get(task_key(task, edition)) for task in schedule.group(index)]
        if all(game is not None for game in games):
            found[index] = [game for game in games if game is not None]
    return found


def play_match(
    schedule: Schedule,
    first: str,
    rule: StopRule,
    log: GameLog,
    executor: Executor,
    jobs: int | Callable[[], int],
    end: Callable[[], None] = lambda: None,
    make_arena: ArenaMaker = standard_arena,
    patience: Patience | None = None,
    watch: Callable[[Course], None] = lambda course: None,
    asked: Callable[[], int] = lambda: 0,
    adjust: bool = False,
) -> Course:
    """Play the games that the log lacks; ``first`` names the player whose paired difference ends the match.
    With ``adjust`` all records that count hold their luck.

    ``jobs`` games run at once in ``executor``. ``asked`` says whether the match is to end early, and ``end``
    asks the games to give up (see :func:`protocol.matches.workers.run`); the course then comes back
    unfinished, and the match can be resumed from the log. ``watch`` is called after every game and look.
    """
    edition = make_arena().games[schedule.setup.game].edition
    games = make_arena().games
    adjust = adjust or rule.adjusted
    work = partial(
        play_task,
        make_arena=make_arena,
        patience=patience or Patience(),
        adjust=adjust,
        figures=schedule.setup.figures,
    )
    course = Course()
    tasks = (task for index in range(rule.groups) for task in schedule.group(index))
    earlier = [game for task in tasks if (game := log.games.get(task_key(task, edition))) is not None]
    course.games = len(earlier)
    course.faults = sum(not game.ending.fair for game in earlier)

    def on_result(record: GameRecord) -> None:
        if record.ending is not Ending.INTERRUPTED:
            if record.key in log.games:
                log.replace(record)
            else:
                log.add(record)
                course.games += 1
                course.faults += not record.ending.fair
        watch(course)

    def missing(start: int, stop: int) -> Iterator[GameTask | GameRecord]:
        for index in range(start, stop):
            for task in schedule.group(index):
                record = log.games.get(task_key(task, edition))
                if record is None:
                    yield task
                elif adjust and not is_lucky(record, games):
                    yield record

    start = 0
    for look in rule.looks():
        whole = run(missing(start, look), work, executor, jobs, on_result, end, asked=asked)
        course.groups = _complete(schedule, log, edition, look)
        measure = adjusted_difference if rule.adjusted and whole else paired_difference
        course.found = measure(course.groups, first)
        if not whole:
            return course
        course.looks += 1
        watch(course)
        start = look
        if rule.satisfied(course.found):
            course.narrow = True
            break
    course.finished = True
    return course


def play_spread(
    schedule: Schedule,
    first: str,
    rule: StopRule,
    path: Path | None,
    jobs: int | None = None,
    patience: Patience | None = None,
    watch: Callable[[Course], None] = lambda course: None,
    cluster: str | None = None,
    adjust: bool = False,
) -> Course:
    """:func:`play_match` on this machine's processors (all of them when ``jobs`` is None) or on a cluster,
    with the log at ``path``.

    Raises:
        ProtocolError: the log, the cluster or an engine cannot be used, or the workers were killed from
            outside.
    """
    patience = patience or Patience()
    with GameLog(path) as log, open_pool(jobs, cluster, patient=True) as pool:
        if cluster is not None:
            engines = dict.fromkeys(spec for line in schedule.seatings for spec in line if spec.external)
            check_there(pool.executor, {spec: [schedule.setup.game] for spec in engines}, patience)
        return play_match(
            schedule,
            first,
            rule,
            log,
            pool.executor,
            pool.room,
            pool.end,
            patience=patience,
            watch=watch,
            asked=pool.asked,
            adjust=adjust,
        )


def course_dict(course: Course, rule: StopRule) -> dict[str, Any]:
    """The course and its stop rule, for JSON."""
    return {
        "finished": course.finished,
        "looks": course.looks,
        "narrow": course.narrow,
        "groups_most": rule.groups,
        "half_width": rule.half_width,
        "adjusted": rule.adjusted,
    }
