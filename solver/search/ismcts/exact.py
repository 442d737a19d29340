"""Exact solution of two-seat positions in which only the simultaneous choice at hand is hidden."""

from __future__ import annotations

import math
from fractions import Fraction

from solver.clock import clock_time
from solver.game import State
from solver.reports import OBJECTIVES, Answer, Line, Report, Settings
from solver.rng import Rng, mix
from solver.search.equilibrium import Exact, fully_known, solve_exact
from solver.stop import StopFlag

#: Share of the time or the iterations given that the attempt may use, and its nodes for each iteration.
SHARE = 0.4
NODES_AN_ITERATION = 4
#: Seconds for the attempt if nothing limits the search.
PATIENCE = 20.0
#: Decimals of reported values; the bracket is narrower.
PLACES = 9
PLENTY = 1 << 62


def solved(
    view: State, seat: int, settings: Settings, iterations: float, seconds: float, stop: StopFlag
) -> Answer | None:
    """The equilibrium of a position that both seats know, its move drawn by ``Settings.seed``.

    None if it is not such a position, or not solved within a share of the search's limits: ``iterations`` and
    ``seconds``, math.inf if unlimited. Values are reported as proven if all leaves were ends of the game, or
    if the objective looks no further (``rank`` and ``points`` of a round).
    """
    begin = clock_time()
    if not fully_known(view):
        return None
    if math.isinf(iterations) and math.isinf(seconds):
        seconds = PATIENCE / SHARE
    nodes = min(SHARE * iterations * NODES_AN_ITERATION, PLENTY)
    seconds *= SHARE
    # a small search does not need (and pay for) much memory
    megabytes = int(max(1, min(settings.hash_mb // 2, 1 + nodes // 10_000, 1 + seconds * 100)))
    objective = OBJECTIVES.index(settings.objective)
    exact = solve_exact(view, objective, megabytes, int(nodes), seconds, stop)
    if exact is None:
        return None
    return _answer(view, seat, settings, exact, clock_time() - begin)


def _rounded(value: float) -> Fraction:
    return Fraction(round(value * 10**PLACES), 10**PLACES)


def _answer(view: State, seat: int, settings: Settings, exact: Exact, seconds: float) -> Answer:
    certain = exact.estimates == 0 or settings.objective != OBJECTIVES[0]
    odds = dict(exact.mixtures[seat])
    lines, proven = [], []
    for action, lower, upper in exact.moves[seat]:
        value = max(-1.0, min(1.0, (lower + upper) / 2))
        token = view.action_to_string(action, seat)
        known = certain and upper - lower <= 10.0**-PLACES
        if known:
            proven.append((token, _rounded(value)))
        won = round(500 * (1 + value))
        line = Line(
            move=action,
            pv=(token,),
            value=value,
            lower=_rounded(value) if known else Fraction(-1),
            upper=_rounded(value) if known else Fraction(1),
            wdl=(won, 0, 1000 - won),
            nodes=exact.nodes,
            notes=(("odds", odds.get(action, 0.0)),),
        )
        lines.append(line)
    lines.sort(key=lambda line: (-odds.get(line.move, 0.0), -line.value))
    ticket = Rng(mix(settings.seed, view.key(seat))).random() * sum(odds.values())
    best = lines[0].pv[0]
    for action, share in exact.mixtures[seat]:
        ticket -= share
        if ticket < 0:
            best = view.action_to_string(action, seat)
            break
    lines.sort(key=lambda line: line.pv[0] != best)
    report = Report(
        depth=1,
        seldepth=1,
        nodes=exact.nodes,
        nps=int(exact.nodes / seconds) if seconds > 0 else 0,
        time_ms=int(1000 * seconds),
        lower=lines[0].lower,
        upper=lines[0].upper,
        lines=tuple(lines[: max(1, settings.multipv)]),
    )
    mixture = tuple(
        (view.action_to_string(action, seat), _rounded(share)) for action, share in exact.mixtures[seat]
    )
    return Answer(best=best, report=report, proven=tuple(proven), mixture=mixture)
