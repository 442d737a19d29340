"""A tournament: several players at one game or more, deal after deal. It resumes from its log.

A tournament is played in rounds of ROUND deals. The decisions after a round (players to retire, an early end)
depend on the games up to that round, in the order of the schedule. Games run ahead of the decisions to keep
all workers busy, and surplus games do not count. The log therefore holds the whole state, and neither the
number of workers nor an interruption changes the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from protocol.base.gameline import Ending, GameRecord, Key
from protocol.matches.luck import is_lucky, measure_luck
from protocol.matches.match import FIRST_LOOK, ArenaMaker, check_there, play_task, standard_arena
from protocol.matches.players import Patience
from protocol.matches.pool import open_pool
from protocol.matches.workers import run
from protocol.ratings.adjusted import adjusted_difference
from protocol.ratings.sprt import RunningSprt, Verdict
from protocol.ratings.statistics import difference, paired_difference, seats_of
from protocol.records.gamelog import GameLog, task_key
from protocol.records.lineup import PlayerSpec
from protocol.records.schedule import GameTask, LineUp, Schedule
from protocol.tournaments.swiss import Standing, Swiss
from solver.games import Game

#: Deals between two looks at faults and results.
ROUND = 10
#: Consecutive games lost by a player's own fault that retire it.
RETIRE = 20

Groups = dict[int, list[GameRecord]]


@dataclass(frozen=True)
class Section:
    """One game of a tournament: its schedule on ``deals`` deals, and the names of its ``players`` in order.
    With ``swiss`` the schedule's seatings are only those of a possible first round."""

    schedule: Schedule
    deals: int
    players: tuple[str, ...]
    swiss: Swiss | None = None

    @property
    def specs(self) -> list[PlayerSpec]:
        """The players."""
        if self.swiss is not None:
            return list(self.swiss.players)
        return list(dict.fromkeys(spec for line in self.schedule.seatings for spec in line))


@dataclass(frozen=True)
class Plan:
    """The plan of a tournament. ``retire``: consecutive faults that retire a player from a game, 0 for never;
    ``half_width``: the half-width of the first player's difference that ends it early, with ``adjusted`` of
    the luck-adjusted one; ``enough``: a function of the complete groups that returns the reason to end early
    in words, or None."""

    sections: tuple[Section, ...]
    retire: int = RETIRE
    half_width: float | None = None
    adjusted: bool = False
    enough: Callable[[Groups], str | None] = lambda groups: None

    @property
    def players(self) -> list[str]:
        """The names of all players, in the order of the sections."""
        return list(dict.fromkeys(name for section in self.sections for name in section.players))

    @property
    def deals(self) -> int:
        """The deals of the longest section."""
        return max(section.deals for section in self.sections)


class SprtRule(RunningSprt):
    """A stop rule: the tournament ends when a sequential test of ``name`` against all others is decided."""

    def __call__(self, groups: Groups) -> str | None:
        found = self.result(groups)
        return None if found.verdict is Verdict.OPEN else found.sentence


@dataclass
class Tally:
    """Running totals of one player for display: its games, the sum of its differences, its faults."""

    games: int = 0
    difference: float = 0.0
    faults: int = 0

    @property
    def mean(self) -> float:
        """The mean difference; 0 before the first game."""
        return self.difference / self.games if self.games else 0.0


@dataclass
class _State:
    """The decisions in one section. ``retired``: by name, the first deal that a retired player does not play;
    ``streaks``: by name, the number of consecutive games lost by the player's own fault; ``rounds``: in a
    Swiss section, the seatings of each round; ``standing``: the standings after its complete rounds."""

    retired: dict[str, int] = field(default_factory=dict)
    streaks: dict[str, int] = field(default_factory=dict)
    rounds: list[tuple[LineUp, ...]] = field(default_factory=list)
    standing: Standing = field(default_factory=Standing)


class Tournament:
    """The progress of a tournament, from its plan and the games in the log.

    ``verdict``: the reason for an early end, or None; ``fresh``: the number of games played in this run;
    ``endings``: the number of games by ending.
    """

    def __init__(self, plan: Plan, log: GameLog, editions: Mapping[str, str]) -> None:
        self.plan = plan
        self.verdict: str | None = None
        self.fresh = 0
        self.endings: dict[str, int] = {}
        self.tally = {name: Tally() for name in plan.players}
        self._log = log
        self._editions = editions
        self._states = [_State() for _ in plan.sections]
        self._played = 0
        self._done = 0
        self._missing: set[Key] = set()
        for task in self._all():
            record = log.games.get(self._key(task))
            if record is not None:
                self._count(record)
        self._open_round()
        self._advance()

    # --- games to play ----------------------------------------------------------------------------------

    def _key(self, task: GameTask) -> Key:
        return task_key(task, self._editions[task.setup.game])

    def _seatings(self, number: int, index: int) -> Sequence[LineUp]:
        """The seatings of a section on one deal; empty before its round is paired."""
        section, rounds = self.plan.sections[number], self._states[number].rounds
        if section.swiss is None:
            return section.schedule.seatings
        return rounds[index // ROUND] if index // ROUND < len(rounds) else ()

    def _due(self, number: int, index: int) -> Iterator[GameTask]:
        """The games of a section on one deal, except those of retired players."""
        section, retired = self.plan.sections[number], self._states[number].retired
        if index >= section.deals:
            return
        for task in section.schedule.group(index, self._seatings(number, index)):
            if all(index < retired.get(spec.name, section.deals) for spec in task.players):
                yield task

    def _all(self) -> Iterator[GameTask]:
        for index in range(self.plan.deals):
            for number in range(len(self.plan.sections)):
                yield from self._due(number, index)

    def tasks(self) -> Iterator[GameTask]:
        """The games that the log lacks, in the order of the deals; looked up as late as possible."""
        for task in self._all():
            if self.finished:
                return
            if self._key(task) not in self._log.games:
                yield task

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return self._done >= self.plan.deals or self.verdict is not None

    @property
    def games(self) -> int:
        """The number of games in the log, including surplus ones."""
        return self._played

    @property
    def total(self) -> int:
        """The expected number of games in the end."""
        count = 0
        for number, (section, state) in enumerate(zip(self.plan.sections, self._states, strict=True)):
            if section.swiss is None:
                for seating in section.schedule.seatings:
                    count += min(
                        [section.deals, *(state.retired.get(spec.name, section.deals) for spec in seating)]
                    )
            else:
                known = [len(self._seatings(number, index)) for index in range(section.deals)]
                last = len(state.rounds[-1]) if state.rounds else 0
                paired = len(state.rounds) * ROUND
                count += sum(known) + last * max(0, section.deals - paired)
        return max(count, self._played)

    # --- games played -----------------------------------------------------------------------------------

    def add(self, record: GameRecord) -> None:
        """Add a played game to the log and the totals; interrupted games are dropped."""
        if record.ending is Ending.INTERRUPTED:
            return
        self._log.add(record)
        self.fresh += 1
        self._count(record)
        self._missing.discard(record.key)
        self._advance()

    def _count(self, record: GameRecord) -> None:
        self._played += 1
        self.endings[record.ending.value] = self.endings.get(record.ending.value, 0) + 1
        for name in dict.fromkeys(record.names):
            tally = self.tally[name]
            tally.games += 1
            tally.difference += difference(record, name)
            tally.faults += record.fault in seats_of(record, name)

    def _pair(self) -> None:
        """Pair the next round of each Swiss section, and count its games that are already in the log."""
        for number, (section, state) in enumerate(zip(self.plan.sections, self._states, strict=True)):
            if section.swiss is None or self._done >= section.deals or self.verdict is not None:
                continue
            if state.rounds:
                games = [
                    self._log.games[self._key(task)]
                    for index in range(self._done - ROUND, self._done)
                    for task in self._due(number, index)
                ]
                state.standing.add_round(section.players, games)
            state.rounds.append(section.swiss.seatings(state.standing, state.retired))
            for index in range(self._done, self._done + ROUND):
                for task in self._due(number, index):
                    record = self._log.games.get(self._key(task))
                    if record is not None:
                        self._count(record)

    def _open_round(self) -> None:
        self._pair()
        keys = (
            self._key(task)
            for index in range(self._done, min(self._done + ROUND, self.plan.deals))
            for number in range(len(self.plan.sections))
            for task in self._due(number, index)
        )
        self._missing = {key for key in keys if key not in self._log.games}

    def _advance(self) -> None:
        """Make the decisions at the end of every complete round."""
        while not self.finished and not self._missing:
            start, self._done = self._done, min(self._done + ROUND, self.plan.deals)
            for number in range(len(self.plan.sections)):
                self._look_for_faults(number, start)
            self.verdict = self._look_at_figures()
            self._open_round()

    def _look_for_faults(self, number: int, start: int) -> None:
        state = self._states[number]
        for index in range(start, self._done):
            for task in self._due(number, index):
                record = self._log.games[self._key(task)]
                for seat, name in enumerate(record.names):
                    if record.fault == seat:
                        state.streaks[name] = state.streaks.get(name, 0) + 1
                    elif record.fault is None:
                        state.streaks[name] = 0
        for name, streak in state.streaks.items():
            if 0 < self.plan.retire <= streak:
                state.retired.setdefault(name, self._done)

    def _look_at_figures(self) -> str | None:
        if self._done >= self.plan.deals:
            return None
        width = self.plan.half_width
        if width is not None and self._done >= FIRST_LOOK:
            first = self.plan.sections[0].players[0]
            measure = adjusted_difference if self.plan.adjusted else paired_difference
            found = measure(self.all_groups(), first)
            if found.half_width <= width:
                return f"the difference of {first} is known to +-{found.half_width:.3f}"
        return self.plan.enough(self.all_groups())

    def rounds(self, number: int) -> list[list[list[str]]]:
        """The names at each table in each round of a Swiss section so far."""
        found = []
        for seatings in self._states[number].rounds:
            tables = dict.fromkeys(tuple(sorted({spec.name for spec in line})) for line in seatings)
            found.append([list(table) for table in tables])
        return found

    def retired(self, number: int) -> dict[str, int]:
        """The players retired from a section, each with the first deal that it does not play."""
        return dict(self._states[number].retired)

    def groups(self, number: int) -> Groups:
        """The groups of a section that count: the complete ones up to the end of the tournament."""
        found = {}
        for index in range(self._done if self.finished else self.plan.deals):
            games = [self._log.games.get(self._key(task)) for task in self._due(number, index)]
            if games and all(game is not None for game in games):
                found[index] = [game for game in games if game is not None]
        return found

    def all_groups(self) -> Groups:
        """The groups of all complete rounds, of all sections, in the order of play."""
        found: Groups = {}
        for index in range(self._done):
            for number in range(len(self.plan.sections)):
                games = [self._log.games[self._key(task)] for task in self._due(number, index)]
                if games:
                    found[len(found)] = games
        return found

    def complete(self) -> Groups:
        """All complete groups that count so far, of all sections, including those of the unfinished round."""
        every = [sorted(self.groups(number).items()) for number in range(len(self.plan.sections))]
        return dict(enumerate(games for groups in every for _, games in groups))


def play_tournament(
    plan: Plan,
    log: GameLog,
    executor: Executor,
    jobs: int | Callable[[], int],
    end: Callable[[], None] = lambda: None,
    make_arena: ArenaMaker = standard_arena,
    patience: Patience | None = None,
    warmup: int = 0,
    watch: Callable[[Tournament], None] = lambda tournament: None,
    asked: Callable[[], int] = lambda: 0,
    adjust: bool = False,
) -> tuple[Tournament, bool]:
    """Play the games that the log lacks; returns (the tournament, False when it was ended early).

    ``jobs`` games run at once in ``executor``. ``asked`` says whether to end early, and ``end`` asks the
    games to give up (see :func:`protocol.matches.workers.run`). ``warmup``: uncounted decisions that players
    make before their first game in a process. ``watch`` is called after every game and a few times a second.
    With ``adjust``, or where the plan asks for adjusted figures, all records hold their luck.
    """
    games = make_arena().games
    adjust = adjust or plan.adjusted
    patience = patience or Patience()
    if adjust and not _measure_luck(plan, log, games, executor, jobs, end, asked):
        return Tournament(
            replace(plan, adjusted=False, enough=lambda groups: None), log, _editions(plan, games)
        ), False
    tournament = Tournament(plan, log, _editions(plan, games))
    work = partial(play_task, make_arena=make_arena, patience=patience, warmup=warmup, adjust=adjust)

    def on_result(record: GameRecord) -> None:
        tournament.add(record)
        watch(tournament)

    watch(tournament)
    whole, before = True, -1
    # a Swiss round is paired only when the one before is over: its tasks appear after the last old one is
    # done
    while whole and not tournament.finished and tournament.games > before:
        before = tournament.games
        whole = run(
            tournament.tasks(), work, executor, jobs, on_result, end, lambda: watch(tournament), asked
        )
    return tournament, whole


def _editions(plan: Plan, games: Mapping[str, Game]) -> dict[str, str]:
    return {
        section.schedule.setup.game: games[section.schedule.setup.game].edition for section in plan.sections
    }


def _measure_luck(
    plan: Plan,
    log: GameLog,
    games: Mapping[str, Game],
    executor: Executor,
    jobs: int | Callable[[], int],
    end: Callable[[], None],
    asked: Callable[[], int],
) -> bool:
    """Give their luck to the games of the log that lack it; False when ended early."""
    figures = {games[s.schedule.setup.game].edition: s.schedule.setup.figures for s in plan.sections}
    lacking = [
        (r, figures[r.game]) for r in log.games.values() if r.game in figures and not is_lucky(r, games)
    ]
    return run(iter(lacking), measure_luck, executor, jobs, log.replace, end, asked=asked)


def play_spread(
    plan: Plan,
    path: Path | None,
    jobs: int | None = None,
    patience: Patience | None = None,
    warmup: int = 0,
    watch: Callable[[Tournament], None] = lambda tournament: None,
    cluster: str | None = None,
    adjust: bool = False,
) -> tuple[Tournament, bool]:
    """:func:`play_tournament` on this machine's processors (all of them when ``jobs`` is None) or on a
    cluster, with the log at ``path``.

    Raises:
        ProtocolError: the log, the cluster or an engine on it cannot be used, or the workers were killed from
            outside.
    """
    patience = patience or Patience()
    with GameLog(path) as log, open_pool(jobs, cluster, patient=True) as pool:
        if cluster is not None:
            engines: dict[PlayerSpec, list[str]] = {}
            for section in plan.sections:
                for spec in section.specs:
                    if spec.external:
                        engines.setdefault(spec, []).append(section.schedule.setup.game)
            check_there(pool.executor, engines, patience)
        return play_tournament(
            plan,
            log,
            pool.executor,
            pool.room,
            pool.end,
            patience=patience,
            warmup=warmup,
            watch=watch,
            asked=pool.asked,
            adjust=adjust,
        )


def section_of(schedule: Schedule, deals: int, players: Sequence[str], swiss: Swiss | None = None) -> Section:
    """A section with its players in the order in which they were named."""
    section = Section(schedule, deals, (), swiss)
    seated = {spec.name for spec in section.specs}
    return replace(section, players=tuple(name for name in players if name in seated))
