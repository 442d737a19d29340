"""Output lines of a search: ``info`` for reports, ``info string`` and ``bestmove`` for the answer."""

from __future__ import annotations

import math
from fractions import Fraction

from solver.analysis import Answer, Line, Report

#: Score line where there is nothing to decide, or where a search had no time to report.
NO_SCORE = "info depth 0 score cp 0"


def centipawns(value: float) -> int:
    """An expected result in [-1, 1] on the centipawn scale that engines with win rates use (+-12764 at the
    ends)."""
    return round(90 * math.tan(1.5637541897 * max(-1.0, min(1.0, value))))


def fraction(value: Fraction) -> str:
    """``3``, ``-1`` or ``1/3``."""
    return str(Fraction(value))


def info_lines(report: Report, show_wdl: bool) -> list[str]:
    """One ``info`` line for each line of the report, in UCI's order of fields, integers only."""
    lines = []
    for rank, line in enumerate(report.lines, 1):
        wdl = " wdl {} {} {}".format(*line.wdl) if show_wdl else ""
        lines.append(
            f"info depth {report.depth} seldepth {report.seldepth} multipv {rank}"
            f" score cp {centipawns(line.value)}{wdl} nodes {report.nodes} nps {report.nps}"
            f" hashfull {report.hashfull} time {report.time_ms} pv {' '.join(line.pv)}"
        )
    return lines


class BoundsLog:
    """The proved bounds sent so far, each of which is sent once."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[Fraction, Fraction]] = {}

    def lines(self, report: Report) -> list[str]:
        """``info string bounds MOVE LOWER UPPER`` for each line whose bounds have become narrower."""
        out = []
        for line in report.lines:
            bounds = (line.lower, line.upper)
            if line.proven or bounds == self._told.get(line.move, (-1, 1)):
                continue
            self._told[line.move] = bounds
            out.append(f"info string bounds {line.pv[0]} {fraction(line.lower)} {fraction(line.upper)}")
        return out


def proven_lines(answer: Answer) -> list[str]:
    """``info string proven MOVE VALUE [UNIT]`` for each root move whose value is proven, then the mixture."""
    unit = f" {answer.unit}" if answer.unit else ""
    lines = [f"info string proven {token} {fraction(value)}{unit}" for token, value in answer.proven]
    if answer.mixture:
        parts = " ".join(f"{token} {fraction(odds)}" for token, odds in answer.mixture)
        lines.append(f"info string mixture {parts}")
    return lines


def lesson_lines(answer: Answer) -> list[str]:
    """The lesson of a solved position: ``info string lesson VALUE keeping K losing L legal N``, then
    ``info string refuted MOVE VALUE PLIES TOKEN...`` for each reported move that gives something away or
    loses."""
    lesson = answer.lesson
    if lesson is None:
        return []
    lines = []
    if lesson.whole:
        counts = f"keeping {lesson.keeping} losing {lesson.losing} legal {lesson.legal}"
        lines.append(f"info string lesson {fraction(lesson.value)} {counts}")
    for told in lesson.refuted:
        words = [told.move, fraction(told.value), str(told.plies), *told.line]
        lines.append(f"info string refuted {' '.join(words)}")
    return lines


def seat_values(line: Line, seat: int, seats: int) -> tuple[float, ...] | None:
    """The value for every seat, None where it is unknown. Between two seats it is zero-sum."""
    if line.values:
        return line.values
    if seats == 2:
        return (line.value, -line.value) if seat == 0 else (-line.value, line.value)
    return None


def value_lines(report: Report, seat: int, seats: int) -> list[str]:
    """``info string values MOVE V0 V1 ...``: the expected result of every seat, in seat order."""
    out = []
    for line in report.lines:
        values = seat_values(line, seat, seats)
        if values is not None:
            out.append(f"info string values {line.pv[0]} " + " ".join(f"{v + 0.0:.3f}" for v in values))
    return out


def note_lines(report: Report) -> list[str]:
    """``info string expects MOVE NAME NUMBER ...``: other expectations after each line's move."""
    lines = []
    for line in report.lines:
        if line.notes:
            notes = " ".join(f"{name} {number + 0.0:.3f}" for name, number in line.notes)
            lines.append(f"info string expects {line.pv[0]} {notes}")
    return lines


def sample_lines(report: Report) -> list[str]:
    """``info string samples MOVE NUMBER``: the number of sampled games that each line's value averages."""
    return [f"info string samples {line.pv[0]} {line.samples}" for line in report.lines if line.samples]


def bestmove_line(best: str | None, ponder: str | None) -> str:
    """``bestmove TOKEN``, with the move to ponder on if there is one; ``bestmove (none)`` without a move."""
    if best is None:
        return "bestmove (none)"
    return f"bestmove {best}" + (f" ponder {ponder}" if ponder else "")
