"""Lines of best play of solved deals of Longhorn, and what each move on them is worth.

One line a deal: it begins with a start that is best for the chooser, any of them by lot, and at every
decision
the exact search moves for the seat to play. Its position is *judged* when the value of every legal move was
proved within a limit of nodes; then the rules of thumb are held against these values, and so is every nugget
that an Ambush could draw. Limits are nodes, so a line is the same on any machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from bench._solved_thumbs import thumb_values
from protocol.base.linefile import LineFile, read_lines
from protocol.matches.solve import Record, judge
from protocol.matches.workers import stop_flag
from solver.analysis import Analyser, Limits, Settings
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng, mix

GAME = GAMES["longhorn"]
#: Of every root move together, when a position is judged.
JUDGE_NODES = 4_000_000
#: Most legal moves of a judged position: a Rattlesnake has up to a thousand.
JUDGE_MOVES = 120
#: Lines from the first judged position in which both seats choose by lot among the best moves.
LOTS = 2


@dataclass(frozen=True)
class LineTask:
    """The deal to play, the start to play it from, and the nodes for the proof of each position's value."""

    deal: int
    start: str
    nodes: int
    hash_mb: int


@dataclass(frozen=True)
class Judged:
    """A decision of a line with the value of every move, for the seat that decides.

    ``ply`` from 0 after the start; ``values``: (value, count) of runs of equal moves; ``thumbs``: what each
    rule of thumb gets; ``draws``: for each move that lets an Ambush draw, the least and the greatest value
    over the nuggets drawn.
    """

    ply: int
    cattle: int
    values: tuple[tuple[Fraction, int], ...]
    thumbs: tuple[Fraction, ...]
    draws: tuple[tuple[Fraction, Fraction], ...] = ()

    @property
    def best(self) -> Fraction:
        """The value of the position."""
        return max(value for value, _ in self.values)

    @property
    def moves(self) -> int:
        """The number of legal moves."""
        return sum(count for _, count in self.values)

    @property
    def keeping(self) -> int:
        """The number of moves that keep the value."""
        return sum(count for value, count in self.values if value == self.best)

    def packed(self) -> list[Any]:
        """For JSON."""
        runs = " ".join(f"{value}x{count}" for value, count in self.values)
        draws = " ".join(f"{low}:{high}" for low, high in self.draws)
        return [self.ply, self.cattle, runs, " ".join(map(str, self.thumbs)), draws]

    @classmethod
    def unpacked(cls, row: list[Any]) -> Self:
        """What :meth:`packed` wrote."""
        ply, cattle, runs, thumbs, draws = row
        values = [run.split("x") for run in runs.split()]
        return cls(
            ply,
            cattle,
            tuple((Fraction(value), int(count)) for value, count in values),
            tuple(map(Fraction, thumbs.split())),
            tuple((Fraction(low), Fraction(high)) for low, high in (d.split(":") for d in draws.split())),
        )


@dataclass(frozen=True)
class Ending:
    """How a line ended: ``why`` (money, nine, sheriff), the scores of both seats, the result for seat 0, and
    the number of decisions after the start."""

    why: str
    scores: tuple[int, int]
    result: int
    plies: int

    @classmethod
    def of(cls, state: State, plies: int) -> Self:
        """The ending of a finished game."""
        one, other = state.scores()
        why = state.to_text().rpartition("phase=over:")[2].split()[0]
        return cls(why, (one, other), round(state.returns()[0]), plies)


@dataclass(frozen=True)
class BestLine:
    """A line of best play. ``end`` is None where a position on it was not proved within ``nodes``; ``moves``
    then ends there. ``lots``: the endings of lines by lot among the best moves."""

    edition: str
    deal: int
    start: str
    nodes: int
    moves: tuple[str, ...]
    judged: tuple[Judged, ...] = ()
    end: Ending | None = None
    lots: tuple[Ending, ...] = field(default_factory=tuple)

    def line(self) -> str:
        """The line as one line of JSON."""
        row = {**asdict(self), "moves": " ".join(self.moves), "judged": [j.packed() for j in self.judged]}
        return json.dumps(row, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> BestLine:
        """What :meth:`line` wrote.

        Raises:
            ValueError: the text is something else.
        """
        try:
            row = json.loads(text)
            row["moves"] = tuple(row["moves"].split())
            row["judged"] = tuple(map(Judged.unpacked, row["judged"]))
            row["end"] = row["end"] and _ending(row["end"])
            row["lots"] = tuple(map(_ending, row["lots"]))
            return cls(**row)
        except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            raise ValueError(f"not a line of best play: {error}") from error


def _ending(row: dict[str, Any]) -> Ending:
    return Ending(**{**row, "scores": tuple(row["scores"])})


# --- in a worker ------------------------------------------------------------------------------------------


def cattle_left(state: State) -> int:
    """The cattle on the board."""
    cattle: tuple[tuple[int, ...], ...] = state.fields().cattle  # type: ignore[attr-defined]
    return sum(map(sum, cattle))


class _Player:
    """The exact search at one line, with a table that it keeps from move to move."""

    def __init__(self, task: LineTask) -> None:
        self._task = task
        self._analyser = Analyser(Settings(hash_mb=task.hash_mb))
        self._stop = stop_flag()

    def best(self, state: State) -> tuple[str, Fraction] | None:
        """The move of the exact search and its value; None if the value was not proved."""
        self._analyser.configure(Settings(hash_mb=self._task.hash_mb))
        answer = self._analyser.analyse(state, Limits(nodes=self._task.nodes), stop=self._stop)
        report = answer.report
        if self._stop.is_set() or answer.best is None or report.lower != report.upper:
            return None
        return answer.best, report.lower

    def values(self, state: State) -> list[Fraction] | None:
        """The value of each legal move, in order; None if they were not all proved."""
        legal = state.legal_actions()
        if len(legal) > JUDGE_MOVES:
            return None
        self._analyser.configure(Settings(hash_mb=self._task.hash_mb, multipv=len(legal)))
        answer = self._analyser.analyse(state, Limits(nodes=JUDGE_NODES), stop=self._stop)
        proven = dict(answer.proven)
        found = [proven.get(state.action_to_string(action)) for action in legal]
        if self._stop.is_set():
            return None
        sure = [value for value in found if value is not None]
        return sure if len(sure) == len(legal) else None

    def draws(self, state: State) -> list[tuple[Fraction, Fraction]] | None:
        """For each move that lets an Ambush draw: the least and greatest value over the nuggets."""
        found = []
        for action in state.legal_actions():
            child = _after(state, action)
            if child.is_chance_node():
                drawn = [self._value(_after(child, one), state.current_player()) for one, _ in _odds(child)]
                sure = [value for value in drawn if value is not None]
                if len(sure) != len(drawn):
                    return None
                found.append((min(sure), max(sure)))
        return found

    def _value(self, state: State, seat: int) -> Fraction | None:
        if state.is_terminal():
            return Fraction(state.returns()[seat]).limit_denominator(1)
        found = self.best(state)
        if found is None:
            return None
        return found[1] if state.current_player() == seat else -found[1]

    def judged(self, state: State, ply: int) -> Judged | None:
        """The position with everything that is asked of it; None if its limit was too small."""
        values = self.values(state)
        draws = None if values is None else self.draws(state)
        if values is None or draws is None:
            return None
        runs = tuple((value, len(list(run))) for value, run in groupby(values))
        return Judged(ply, cattle_left(state), runs, tuple(thumb_values(state, values)), tuple(draws))

    def by_lot(self, state: State, plies: int, rng: Rng) -> Ending | None:
        """A game from a position in which both seats choose by lot among their best moves; where not every
        move could be proved, they make the exact search's."""
        state = state.clone()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.draw_chance(rng))
                continue
            values, legal = self.values(state), state.legal_actions()
            if values is None:
                found = self.best(state)
                if found is None:
                    return None
                best = [state.string_to_action(found[0])]
            else:
                best = [a for a, value in zip(legal, values, strict=True) if value == max(values)]
            state.apply_action(best[rng.below(len(best))])
            plies += 1
        return Ending.of(state, plies)


def _after(state: State, action: int) -> State:
    child = state.clone()
    child.apply_action(action)
    return child


def _odds(state: State) -> list[tuple[int, Fraction]]:
    return state.chance_outcomes()


def play_line(task: LineTask) -> BestLine:
    """The line of one deal. Runs in a worker process."""
    player, rng = _Player(task), Rng(mix(task.deal, 1))
    state = GAME.initial(task.deal)
    state.apply_action(state.string_to_action(task.start))
    moves: list[str] = []
    judged: list[Judged] = []
    plies, fork = 0, None
    while not state.is_terminal():
        if state.is_chance_node():
            drawn = state.draw_chance(rng)
            moves.append(state.action_to_string(drawn))
            state.apply_action(drawn)
            continue
        found = player.best(state)
        if found is None:
            return BestLine(GAME.edition, task.deal, task.start, task.nodes, tuple(moves), tuple(judged))
        opinion = player.judged(state, plies)
        if opinion is not None:
            judged.append(opinion)
            fork = fork or (state.clone(), plies)
        moves.append(found[0])
        state.apply_action(state.string_to_action(found[0]))
        plies += 1
    lots = [player.by_lot(*fork, Rng(mix(task.deal, 2 + lot))) for lot in range(LOTS)] if fork else []
    ends = tuple(end for end in lots if end is not None)
    end = Ending.of(state, plies)
    return BestLine(GAME.edition, task.deal, task.start, task.nodes, tuple(moves), tuple(judged), end, ends)


# --- the file and the tasks -------------------------------------------------------------------------------


class Lines:
    """The file of lines, one for each deal, the last that is written for it."""

    def __init__(self, path: Path) -> None:
        self.found: dict[int, BestLine] = {}
        self._file = LineFile(path, lambda text: self._keep(BestLine.read(text)), "run")

    def _keep(self, line: BestLine) -> None:
        self.found[line.deal] = line

    def add(self, line: BestLine) -> None:
        """Append a line; it is on disk when this returns."""
        self._file.add(line.line())
        self._keep(line)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_best_lines(path: Path) -> dict[int, BestLine]:
    """The lines of a file, by deal."""
    found: dict[int, BestLine] = {}

    def take(_: int, text: str) -> None:
        line = BestLine.read(text)
        found[line.deal] = line

    read_lines(path, take)
    return found


def line_tasks(
    deals: Iterable[int],
    records: dict[tuple[int, str], Record],
    known: dict[int, BestLine],
    nodes: int,
    hash_mb: int,
) -> list[LineTask]:
    """A task for each decided deal whose line is missing, or ended at an open position with fewer nodes.

    The start is drawn, by the deal's number, among those that are proved best for the chooser.
    """
    tasks = []
    for deal in deals:
        starts = [start for number, start in records if number == deal]
        value = judge(deal, starts, records).value if starts else None
        if value is None:
            continue
        best = sorted(
            start for start in starts if records[deal, start].proved and records[deal, start].lower == value
        )
        old = known.get(deal)
        if old is None or (old.end is None and old.nodes < nodes):
            tasks.append(LineTask(deal, best[Rng(deal).below(len(best))], nodes, hash_mb))
    return tasks
