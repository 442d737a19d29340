"""A match: group after group of games, until the figure is known well enough; it goes on from its log.

The games of a match depend on its seed and its players alone, not on how many run at once; so does where it
ends, as long as no player's moves depend on the clock.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from protocol.errors import Code, ProtocolError
from protocol.gamelog import Ending, GameLog, GameRecord, task_key
from protocol.players import Bench, Patience
from protocol.referee import play_game
from protocol.schedule import GameTask, Schedule
from protocol.searcher import SearcherType
from protocol.statistics import Interval, paired_difference
from protocol.workers import STOP, local_executor, run
from solver.analysis import Analyser
from solver.games import GAMES, Game

#: A match is looked at after so many groups, and then each time that so many more have been played.
FIRST_LOOK = 40
LOOK = 20


@dataclass(frozen=True)
class Arena:
    """Which games there are and what plays them in-process. Sent to worker processes by name: a function that
    returns one is."""

    games: dict[str, Game]
    searcher: SearcherType


def standard_arena() -> Arena:
    """The registered games and the analyser."""
    return Arena(GAMES, Analyser)


ArenaMaker = Callable[[], Arena]

#: Players kept in this process, for each way to make them.
_BENCHES: dict[tuple[ArenaMaker, Patience], tuple[Arena, Bench]] = {}


def play_task(task: GameTask, make_arena: ArenaMaker, patience: Patience, warmup: int = 0) -> GameRecord:
    """Play one game in this process; engine processes stay for the next one. ``warmup``: decisions that a
    player makes for nothing before its first game here."""
    kept = _BENCHES.get((make_arena, patience))
    if kept is None:
        arena = make_arena()
        kept = _BENCHES[make_arena, patience] = (arena, Bench(arena.searcher, patience, STOP))
    arena, bench = kept
    players = bench.take(task.players)
    if warmup:
        bench.warm(players, task, arena.games[task.setup.game], warmup)
    return play_game(task, arena.games, players, patience, STOP)


def close_players() -> None:
    """End the engine processes that games in this process have left."""
    for _, bench in _BENCHES.values():
        bench.close()
    _BENCHES.clear()


@dataclass(frozen=True)
class StopRule:
    """When a match ends: after ``groups`` groups, or at the first look at which the interval of the paired
    difference of the first player reaches at most ``half_width`` from its mean (None: never).

    It is looked at after FIRST_LOOK groups and after every LOOK more. The rule heeds the width alone and
    not where the interval lies, so looking often does not favour either player.
    """

    groups: int = 400
    half_width: float | None = 0.03

    def looks(self) -> list[int]:
        """After how many groups the match may end, ascending; the last is ``groups``."""
        if self.half_width is None:
            return [self.groups]
        return [*range(min(FIRST_LOOK, self.groups), self.groups, LOOK), self.groups]

    def satisfied(self, found: Interval) -> bool:
        """Whether the interval is narrow enough."""
        return self.half_width is not None and found.half_width <= self.half_width


@dataclass
class Course:
    """A match as far as it has come. ``groups``: the complete ones that count, by index; ``found``: the
    first player's paired difference in them; ``games``: how many of the match's games are in the log;
    ``faults``: how many of those played now did not end normally;
    ``looks``: how often it was looked at; ``narrow``: whether the width ended it; ``finished``: whether it
    has ended by its rule."""

    groups: dict[int, list[GameRecord]] = field(default_factory=dict)
    found: Interval = field(default_factory=Interval.nothing)
    games: int = 0
    faults: int = 0
    looks: int = 0
    narrow: bool = False
    finished: bool = False


def _complete(schedule: Schedule, log: GameLog, edition: str, groups: int) -> dict[int, list[GameRecord]]:
    """The groups below ``groups`` all of whose games are in the log."""
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
    jobs: int,
    end: Callable[[], None] = lambda: None,
    make_arena: ArenaMaker = standard_arena,
    patience: Patience | None = None,
    watch: Callable[[Course], None] = lambda course: None,
) -> Course:
    """Play what the log does not have yet; ``first`` names the player whose paired difference ends the match.

    ``jobs`` games run at once in ``executor``; ``end`` asks them to give up after Ctrl-C, when the course
    comes back unfinished and the log is good to go on from. ``watch`` is called after every game and look.
    """
    edition = make_arena().games[schedule.setup.game].edition
    work = partial(play_task, make_arena=make_arena, patience=patience or Patience())
    course = Course()
    tasks = (task for index in range(rule.groups) for task in schedule.group(index))
    course.games = sum(task_key(task, edition) in log.games for task in tasks)

    def on_result(record: GameRecord) -> None:
        if record.ending is not Ending.INTERRUPTED:
            log.add(record)
            course.games += 1
            course.faults += record.ending is not Ending.NORMAL
        watch(course)

    def missing(start: int, stop: int) -> Iterator[GameTask]:
        for index in range(start, stop):
            for task in schedule.group(index):
                if task_key(task, edition) not in log.games:
                    yield task

    start = 0
    for look in rule.looks():
        whole = run(missing(start, look), work, executor, jobs, on_result, end)
        course.groups = _complete(schedule, log, edition, look)
        course.found = paired_difference(course.groups, first)
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


def play_locally(
    schedule: Schedule,
    first: str,
    rule: StopRule,
    path: Path | None,
    jobs: int | None = None,
    patience: Patience | None = None,
    watch: Callable[[Course], None] = lambda course: None,
) -> Course:
    """:func:`play_match` on this machine's processors (all of them when ``jobs`` is None), with the log at
    ``path``.

    Raises:
        ProtocolError: the log cannot be used, or a worker process was ended from outside.
    """
    jobs = jobs or len(os.sched_getaffinity(0))
    with GameLog(path) as log:
        executor, ending = local_executor(jobs)
        try:
            return play_match(
                schedule, first, rule, log, executor, jobs, ending.set, patience=patience, watch=watch
            )
        except BrokenProcessPool as error:
            raise ProtocolError(Code.INTERNAL, f"a worker process has ended: {error}") from error
        finally:
            ending.set()
            executor.shutdown(wait=True, cancel_futures=True)


def course_dict(course: Course, rule: StopRule) -> dict[str, Any]:
    """How the match came to its end, for JSON."""
    return {
        "finished": course.finished,
        "looks": course.looks,
        "narrow": course.narrow,
        "groups_most": rule.groups,
        "half_width": rule.half_width,
    }
