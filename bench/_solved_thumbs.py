"""Rules of thumb for Longhorn: what a person might go by who looks no further than the move and its reply.

A rule gives each legal move a mark, and its player takes any of the moves with the best mark. The rule texts
give no advice on play; the rules here take the aims that they name (cattle, money, nuggets, nine of a colour,
the rival's arrest) one at a time, and the shipped players stand beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from solver.analysis import Analyser, Limits, Settings
from solver.game import State

#: Moves of random games that plain Monte Carlo spends on one decision.
FLAT_NODES = 20_000
#: The mark of a move: larger is better.
Mark = Callable[[State, State, int], float]


def _end(after: State, seat: int) -> float:
    """1000 or -1000 for a result that the move brings at once, else 0."""
    return 1000 * after.returns()[seat] if after.is_terminal() else 0.0


def _herds(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    one, other = state.fields().herds  # type: ignore[attr-defined]
    return one, other


def _safe(before: State, after: State, seat: int) -> float:
    return _end(after, seat)


def _cattle(before: State, after: State, seat: int) -> float:
    return _end(after, seat) + sum(_herds(after)[seat]) - sum(_herds(before)[seat])


def _money(before: State, after: State, seat: int) -> float:
    scores = after.scores()
    return 10_000 * _end(after, seat) + scores[seat] - scores[1 - seat]


def _gold(before: State, after: State, seat: int) -> float:
    gold: tuple[tuple[int, ...], ...] = after.fields().gold  # type: ignore[attr-defined]
    return _end(after, seat) + sum(gold[seat]) - sum(gold[1 - seat])


def _colour(before: State, after: State, seat: int) -> float:
    return _end(after, seat) + max(_herds(after)[seat])


def _tether(before: State, after: State, seat: int) -> float:
    if after.is_terminal() or after.current_player() != 1 - seat:
        return _end(after, seat)
    return -float(len(after.legal_actions()))


#: Name, what it does, and its mark.
MARKS: dict[str, tuple[str, Mark]] = {
    "safe": ("any move that does not lose at once; a win at once when there is one", _safe),
    "cattle": ("the move that brings most cattle", _cattle),
    "money": ("the move after which its lead in money is greatest", _money),
    "gold": ("the move after which its lead in nuggets is greatest", _gold),
    "colour": ("the move after which it holds most of one colour", _colour),
    "tether": ("the move that leaves the other player fewest moves", _tether),
}
#: The same for the shipped players.
PLAYERS = {
    "greedy": "the lead in money after the best reply to the move (the player `greedy`)",
    "flat": f"plain Monte Carlo, {FLAT_NODES:,} moves of random games a decision (the player `flat`)",
}
NAMES = ("random", *MARKS, *PLAYERS)
MEANINGS = {
    "random": "any legal move",
    **{name: said for name, (said, _) in MARKS.items()},
    **PLAYERS,
}


def _player_move(name: str, state: State, seat: int) -> int:
    limits = Limits() if name == "greedy" else Limits(nodes=FLAT_NODES)
    answer = Analyser(Settings(search=name, hash_mb=1)).analyse(state, limits, seat=seat)
    return answer.report.lines[0].move


def thumb_values(state: State, values: Sequence[Fraction]) -> list[Fraction]:
    """What each rule of NAMES gets at a decision: the mean value of the moves between which it does not tell.

    ``values``: the exact value of each legal move, in the order of ``legal_actions``, for the deciding seat.
    """
    seat = state.current_player()
    actions = state.legal_actions(seat)
    found = [sum(values, Fraction(0)) / len(values)]
    children = []
    for action in actions:
        child = state.clone()
        child.apply_action(action)
        children.append(child)
    for _, mark in MARKS.values():
        marks = [mark(state, child, seat) for child in children]
        best = [value for value, given in zip(values, marks, strict=True) if given == max(marks)]
        found.append(sum(best, Fraction(0)) / len(best))
    for name in PLAYERS:
        found.append(values[actions.index(_player_move(name, state, seat))])
    return found
