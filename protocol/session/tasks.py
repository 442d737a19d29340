"""Tasks of the worker thread: searches, ``eval``, ``perft`` and ``bench``.

Each takes its :class:`~protocol.session.jobs.Job` first, watches the job's stop flag, and returns the lines
that end its answer. Lines on the way go through the callables ``say`` and ``send``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from protocol.base.errors import Code, ProtocolError, ascii_text, error_line, quote
from protocol.session import bench, reporting
from protocol.session.commands import Go
from protocol.session.jobs import Job
from protocol.table.searcher import Searcher, SearcherType
from protocol.table.table import Table, refusal
from solver.analysis import Answer, Limits, Report, Settings
from solver.errors import HerdmindError
from solver.game import State
from solver.games import Game

#: Nodes that ``eval`` searches.
EVAL_NODES = 20_000

#: Prints lines, each after ``info string``.
Say = Callable[[Iterable[str]], None]


def total(job: Job, table: Table, depth: int) -> list[str]:
    """``query perft``: the number of token sequences of ``depth`` plies."""
    count = table.perft(depth, job.flag.is_set)
    if job.stopping:
        return [error_line(ProtocolError(Code.BUSY, "'perft' was stopped before its end", "perft"))]
    return [f"response perft {count}"]


def divide(job: Job, table: Table, depth: int, say: Say) -> list[str]:
    """``perft``: the same count, split by the first token."""
    begin = time.perf_counter()
    count = 1 if depth == 0 else 0
    if depth > 0:
        for token, part in table.divide(depth, job.flag.is_set):
            if job.stopping:
                break
            count += part
            say([f"{token}: {part}"])
    if job.stopping:
        return ["info string perft stopped"]
    elapsed = max(1, round((time.perf_counter() - begin) * 1000))
    return [f"info string perft {depth} nodes {count} time {elapsed} nps {count * 1000 // elapsed}"]


def fixed_work(
    job: Job, games: Mapping[str, Game], nodes: int, analyser_type: SearcherType, say: Say
) -> list[str]:
    """``bench``: a line for each position, then the summary."""
    samples = []
    for sample in bench.run(games, nodes, job.flag, analyser_type):
        samples.append(sample)
        say([f"bench {sample.text()}"])
    return ["info string bench " + ("stopped" if job.stopping else bench.summary(samples))]


def evaluate(
    job: Job, analyser: Searcher, settings: Settings, view: State, seat: int, scores: str
) -> list[str]:
    """``eval``: the value of the position and of every move after a short search with one thread.

    ``view`` is what ``seat`` sees, ``scores`` the scores of the true position, in words.
    """
    analyser.configure(replace(settings, threads=1, multipv=len(view.legal_actions(seat))))
    try:
        answer = analyser.analyse(view, Limits(nodes=EVAL_NODES), None, job.flag, seat)
    finally:
        analyser.configure(settings)
    lines = [f"info string eval scores {scores}"]
    for rank, line in enumerate(answer.report.lines):
        if rank == 0:
            values = reporting.seat_values(line, seat, view.num_players())
            lines.append(f"info string eval value seat {seat} {line.value + 0.0:+.3f}")
            if values is not None:
                lines.append("info string eval values " + " ".join(f"{v + 0.0:+.3f}" for v in values))
        mark = "proven" if line.proven else "estimate"
        lines.append(f"info string eval move {line.pv[0]} {line.value + 0.0:+.3f} {mark}")
    return [*lines, *(f"info string eval belief {text}" for text in view.beliefs())]


# --- go -------------------------------------------------------------------------------------------------


def decider(table: Table, wanted: int | None) -> tuple[int, str | None]:
    """The seat that a search is for, and why it has nothing to decide (None when it has).

    Raises:
        ProtocolError: ``wanted`` is not a seat, or this is the view of another seat.
    """
    state = table.state
    if wanted is not None:
        table.check_own(wanted)
    owing = state.players_to_move()
    viewer = state.viewer
    seat = wanted if wanted is not None else viewer if viewer is not None else owing[0] if owing else 0
    if state.is_terminal():
        return seat, "the game is over"
    if not owing:
        return seat, "a chance event is due"
    if seat not in owing:
        return seat, f"seat {seat} owes no decision now, turn {table.turn()}"
    return seat, None


def nothing_to_decide(go: Go, reason: str) -> list[str]:
    """The answer to ``go`` where nothing is to be decided.

    Raises:
        ProtocolError: ``searchmoves`` names a move, and none is legal.
    """
    for token in go.searchmoves:
        raise ProtocolError(
            Code.ILLEGAL, f"searchmoves {quote(token)}: no move is legal here, {reason}", token
        )
    return [
        reporting.NO_SCORE,
        f"info string nothing to decide: {reason}",
        reporting.bestmove_line(None, None),
    ]


def hold(job: Job, lines: list[str]) -> list[str]:
    """``lines``, held back while ``infinite`` or ``ponder`` asks for it."""
    job.released.wait()
    return lines


def limits_of(go: Go, state: State, seat: int, time_ms: int | None) -> Limits:
    """The limits that ``go`` sets for ``seat``; ``time_ms`` is its time budget.

    Limits of nodes and depth also hold while the engine ponders: the answer then waits for ``ponderhit``.
    Time starts with ``ponderhit``, and the main thread watches it.

    Raises:
        ProtocolError: a word of ``searchmoves`` is not a legal move.
    """
    return Limits(
        movetime_ms=None if go.infinite or go.ponder else time_ms,
        nodes=None if go.infinite else go.nodes,
        depth=None if go.infinite else go.depth,
        infinite=go.infinite,
        searchmoves=tuple(_root_move(state, token, seat) for token in go.searchmoves),
    )


def _root_move(state: State, token: str, seat: int) -> int:
    try:
        action = state.string_to_action(token, seat)
    except HerdmindError as error:
        raise refusal(error, Code.ILLEGAL, f"searchmoves {quote(token)}: ") from error
    if action not in state.legal_actions(seat):
        raise ProtocolError(Code.ILLEGAL, f"searchmoves {quote(token)}: the move is not legal here", token)
    return action


@dataclass(frozen=True)
class Search:
    """One search for ``seat`` from its own view. ``send`` prints reports, which may be dropped while the
    client does not read."""

    analyser: Searcher
    view: State
    seat: int
    limits: Limits
    show_wdl: bool
    show_ponder: bool
    send: Callable[[list[str]], None]

    def run(self, job: Job) -> list[str]:
        """Search and report; returns the lines that end with ``bestmove``."""
        state, seat = self.view, self.seat
        bounds = reporting.BoundsLog()
        sent: list[str] = []
        last: Report | None = None

        def report(progress: Report) -> None:
            nonlocal sent, last
            if progress is last:  # the last report comes twice, once with the answer
                return
            last = progress
            lines = reporting.info_lines(progress, self.show_wdl)
            if lines and lines != sent:
                sent = lines
                self.send([*lines, *bounds.lines(progress)])

        try:
            answer = self.analyser.analyse(state, self.limits, report, job.flag, seat)
        except Exception as error:
            # The client waits for a move: it gets a legal one, and the error says what went wrong.
            job.released.wait()
            code = Code.MEMORY if isinstance(error, MemoryError) else Code.INTERNAL
            problem = ProtocolError(code, f"the search failed: {type(error).__name__}: {error}")
            fallback = state.action_to_string(state.legal_actions(seat)[0], seat)
            return [error_line(problem), reporting.NO_SCORE, reporting.bestmove_line(fallback, None)]
        report(answer.report)
        final = [] if sent else [reporting.NO_SCORE]
        final += self._closing(answer)
        job.released.wait()
        return final

    def _closing(self, answer: Answer) -> list[str]:
        lines = reporting.value_lines(answer.report, self.seat, self.view.num_players())
        lines += reporting.note_lines(answer.report)
        lines += reporting.sample_lines(answer.report)
        lines += reporting.proven_lines(answer)
        lines += reporting.lesson_lines(answer)
        if answer.remark:
            lines.insert(0, f"info string {ascii_text(answer.remark)}")
        if answer.reason is not None:
            lines.append(f"info string {ascii_text(answer.reason)}")
        return [*lines, reporting.bestmove_line(answer.best, answer.ponder if self.show_ponder else None)]
