"""The end of a two-seat Heckmeck solved by plain value iteration: the reference for the fast solver.

All positions that whole turns reach from a given one are listed; then the lower and upper bounds of their
values are narrowed, turn by turn, until they meet. A plate can be robbed to and fro, so positions
repeat and no number of sweeps is exact; but each sweep keeps true bounds true, since the best value of a turn
rises with the values of its outcomes.

Values are those of seat 0: 1 won, 0 shared, -1 lost, if the caller says nothing else. The arithmetic is in
double precision, each solved turn being right to some 1e-15.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import nan

from reference.heckmeck import FACES, VALUES, WORM, Counts, Position
from reference.heckmeck_turn import rolls

Bracket = tuple[float, float]
"""A lower and an upper bound of a value."""

Node = tuple[frozenset[int], int, int]
"""The dice of a turn: the faces set aside, their total, and how many dice are left."""

START: Node = (frozenset(), 0, 8)
ALREADY_CLOSE = 1e-13
ROUNDING = 1e-14


class Dice:
    """Every state of a turn of eight dice, and where its rolls can lead.

    Attributes:
        nodes: all states, those with fewer dice left first.
        place: where each state stands in `nodes`.
        branches: for each state, the sorts of rolls: how many of the ordered rolls are of the sort, and the
            places of the states that such a roll gives a choice of; none where the turn has failed.
    """

    def __init__(self) -> None:
        sorts: dict[Node, dict[tuple[Node, ...], int]] = {}
        waiting = [START]
        while waiting:
            node = waiting.pop()
            if node in sorts:
                continue
            used, total, left = node
            sorts[node] = {}
            for roll, orders in rolls(left, len(FACES)) if left else ():
                choices = tuple(
                    (used | {face}, total + count * VALUES[face], left - count)
                    for face, count in enumerate(roll)
                    if count and face not in used
                )
                sorts[node][choices] = sorts[node].get(choices, 0) + orders
                waiting.extend(choices)
        self.nodes = sorted(sorts, key=lambda node: node[2])
        self.place = {node: place for place, node in enumerate(self.nodes)}
        self.branches = [
            [(orders, tuple(self.place[after] for after in choices)) for choices, orders in found.items()]
            for found in (sorts[node] for node in self.nodes)
        ]

    def solve(self, stops: Mapping[int, float], failure: float) -> tuple[list[float], list[float]]:
        """The worth of each state to one who wants the most: before its roll, and just after setting aside.

        `stops` has what every total is worth at which a turn may stop (with a worm). Where no dice are left
        to roll, the worth before the roll is NaN.
        """
        before_roll: list[float] = []
        after_aside: list[float] = []
        for (used, total, left), branches in zip(self.nodes, self.branches, strict=True):
            options = []
            roll = nan
            if left:
                roll = 0.0
                for orders, choices in branches:
                    roll += orders * (max([after_aside[place] for place in choices]) if choices else failure)
                roll /= len(FACES) ** left
                options.append(roll)
            if WORM in used and total in stops:
                options.append(stops[total])
            before_roll.append(roll)
            after_aside.append(max(options) if options else failure)
        return before_roll, after_aside


@cache
def eight_dice() -> Dice:
    """The states of the game's own dice."""
    return Dice()


def won_or_lost(over: Position) -> float:
    """1 if seat 0 has won, 0 if the win is shared, -1 if it has lost."""
    first, second = over.ranks()
    return float(second - first)


class LateGame:
    """All positions between turns that can follow from one of them, with brackets of their values.

    Args:
        root: a position of two seats at the start of a turn, not over.
        most: `ValueError` if more positions than these can follow.
        worth: what a finished game is worth to seat 0, from -1 to 1.
    """

    def __init__(
        self, root: Position, most: int = 1000, worth: Callable[[Position], float] = won_or_lost
    ) -> None:
        if root.seats != 2 or root.figures.dice != 8:
            raise ValueError(f"{root.seats} seats, {root.figures.dice} dice: only 2 seats, 8 dice are solved")
        self.root = text(root)
        self.position: dict[str, Position] = {self.root: root}
        self.after: dict[str, dict[int | None, str]] = {}
        self.value: dict[str, Bracket] = {}
        waiting = [self.root]
        while waiting:
            key = waiting.pop()
            position = self.position[key]
            if position.phase == "over":
                value = worth(position)
                self.value[key] = (value, value)
                continue
            self.value[key] = (-1.0, 1.0)
            outcomes = position.whole_turns()
            self.after[key] = {outcome: text(after) for outcome, after in outcomes.items()}
            for after in outcomes.values():
                if text(after) not in self.position:
                    self.position[text(after)] = after
                    waiting.append(text(after))
            if len(self.position) > most:
                raise ValueError(f"more than {most} positions follow")
        self.groups = self._groups()
        self._turns: dict[str, tuple[list[float], list[float]]] = {}

    def _groups(self) -> list[list[str]]:
        """The positions in groups of those that can lead to each other, in an order in which each group only
        leads to groups before it."""
        reached: dict[str, frozenset[str]] = {}
        for start in self.after:
            found = {start}
            waiting = [start]
            while waiting:
                for after in self.after[waiting.pop()].values():
                    if after in self.after and after not in found:
                        found.add(after)
                        waiting.append(after)
            reached[start] = frozenset(found)
        # those that can lead to each other reach the same, and what they lead to for good reaches less
        groups: dict[frozenset[str], list[str]] = {}
        for key in sorted(self.after, key=lambda key: len(reached[key])):
            groups.setdefault(reached[key], []).append(key)
        return list(groups.values())

    def solve(self, width: float = 1e-9, most_sweeps: int = 1000) -> int:
        """Draw the bounds together until no bracket is wider than `width`; how many sweeps that took.

        `ArithmeticError` if so many sweeps of one group of positions do not suffice.
        """
        self._turns.clear()
        most = 0
        for group in self.groups:
            within = set(group)
            inherited = max(
                [
                    self._width(after)
                    for key in group
                    for after in self.after[key].values()
                    if after not in within
                ],
                default=0.0,
            )
            for sweep in range(1, most_sweeps + 1):
                for key in group:
                    if self._width(key) > ALREADY_CLOSE:
                        low, high = self.value[key]
                        new_low = self._turn(key, lambda bracket: bracket[0])
                        new_high = self._turn(key, lambda bracket: bracket[1])
                        self.value[key] = max(low, new_low), min(high, new_high)
                most = max(most, sweep)
                # groups hand on what they leave open, so each may leave only a small part of it
                if max(self._width(key) for key in group) <= inherited + width / 100 + ROUNDING:
                    break
            else:
                raise ArithmeticError(f"brackets are wider than {width} after {most_sweeps} sweeps")
        assert max(self._width(key) for key in self.after) <= width + ROUNDING * len(self.groups)
        return most

    def _width(self, key: str) -> float:
        low, high = self.value[key]
        return high - low

    def _turn(self, key: str, side: Callable[[Bracket], float]) -> float:
        before_roll, _ = self._solved(key, side)
        return self._sign(key) * before_roll[-1]

    def _sign(self, key: str) -> int:
        return 1 if self.position[key].turn == 0 else -1

    def _solved(self, key: str, side: Callable[[Bracket], float]) -> tuple[list[float], list[float]]:
        """The whole turn that begins at `key`, in the eyes of the seat whose turn it is."""
        sign = self._sign(key)
        worth = {outcome: sign * side(self.value[after]) for outcome, after in self.after[key].items()}
        above = self.position[key].figures.highest + 1
        stops = {total: value for total, value in worth.items() if total is not None}
        stops.update(dict.fromkeys(range(above, 8 * max(VALUES) + 1), worth[above]))
        return eight_dice().solve(stops, worth[None])

    # Inside a turn

    def before_roll(self, key: str, aside: Counts) -> Bracket:
        """The value of `key` once `aside` has been set aside and the other dice are about to be rolled."""
        return self._before_roll(key, node_of(aside))

    def decisions(self, key: str, aside: Counts, roll: Counts) -> dict[str, Bracket]:
        """The value of each decision: a face (`1 2 3 4 w 6`) and `roll`, `stop` or `fail`, as one word."""
        found = {}
        used, total, left = node_of(aside)
        for face, count in enumerate(roll):
            if not count or face in used:
                continue
            after: Node = (used | {face}, total + count * VALUES[face], left - count)
            letter = "1234w6"[face]
            above = self.position[key].figures.highest + 1
            outcome = min(after[1], above)
            may_stop = WORM in after[0] and outcome in self.after[key]
            if may_stop:
                found[letter + "stop"] = self.value[self.after[key][outcome]]
            if after[2]:
                found[letter + "roll"] = self._before_roll(key, after)
            elif not may_stop:
                found[letter + "fail"] = self.value[self.after[key][None]]
        return found

    def _before_roll(self, key: str, node: Node) -> Bracket:
        if key not in self._turns:
            low, _ = self._solved(key, lambda bracket: bracket[0])
            high, _ = self._solved(key, lambda bracket: bracket[1])
            self._turns[key] = low, high
        place = eight_dice().place[node]
        low, high = self._turns[key]
        return self._sign(key) * low[place], self._sign(key) * high[place]


def node_of(aside: Counts) -> Node:
    """The state of a turn with these dice set aside."""
    used = frozenset(face for face, count in enumerate(aside) if count)
    total = sum(count * value for count, value in zip(aside, VALUES, strict=True))
    return used, total, 8 - sum(aside)


def text(position: Position) -> str:
    """The key of a position between turns.

    Of the points only the lead of seat 0 counts: a robbed seat can pay, so no amount matters by itself.
    """
    data = position.data()
    lead = position.scores()[0] - position.scores()[1]
    lying = f"{data['plates']} {sorted(data['grill_snails'])} {data['supply']} {data['hand']}"
    return f"{lying} {lead} {data['turn']} {data['ending']}"
