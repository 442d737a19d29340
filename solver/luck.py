"""Luck of a played game: the part of its result that chance explains, by AIVAT.

For every chance event, and every choice of a player whose odds are known, the luck is the value of the
position that came about less the mean value over all positions that could have come about, with their odds.
Each of these terms has the mean zero whatever the value function is, so a result less its luck has the same
mean as the result; the better the value, the smaller the variance (Burch, Schmid, Moravcik, Morrill, Bowling,
AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games, AAAI 2018).

The set-up is left out: a value that does not know the players gives every seat of a deal the same luck
whoever sits there, and a group in which every player has every seat cancels it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver.game import SIMULTANEOUS_PLAYER, State
from solver.rng import Rng, mix
from solver.search.leaves import leaf_values

#: Shape (2, seats): the result of each seat in [-1, 1], then its points.
Values = NDArray[np.float64]
#: The probability of each of the legal actions, in their order, in the view of a seat; None: not known here.
Odds = Callable[[State, int, Sequence[int]], Sequence[float] | None]
#: The choice of a seat among its legal actions, from its view.
Chooser = Callable[[State, int, Sequence[int], Rng], int]
#: Outcomes over which the mean is exact; of more, so many are drawn.
MOST_OUTCOMES, DRAWN = 12, 6


class Value(Protocol):
    """A value function, fixed before the games are played. ``name``: its kind and parameters; ``digest``: a
    hash of all that it depends on."""

    name: str
    digest: str

    def heeds(self, state: State, chance: bool) -> bool:
        """Whether the event due at ``state`` (chance, or a choice) is worth a look. It must not depend on
        what comes about."""

    def after(self, state: State, seed: int) -> Values:
        """The value of a truth. ``seed``: the same for all positions that are compared."""

    def expected(self, state: State, seed: int) -> Values | None:
        """The exact mean of :meth:`after` over the chance event due; None: to be computed by outcomes."""


def digest_of(*parts: str | bytes) -> str:
    """A hash of what a value depends on, 16 hexadecimal digits."""
    found = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "little") + data)
    return found.hexdigest()[:16]


def fingerprint(value: Value, state: State) -> str:
    """The digest of a value function together with its numbers at ``state``: it changes also where the code
    behind them does."""
    numbers = " ".join(f"{number:.9f}" for number in value.after(state, 1).ravel())
    return digest_of(value.digest, numbers)


class RolloutValue:
    """The mean over ``count`` rollouts to the next leaf, for any game. ``chance``, ``choices``: whether to
    look at chance events and at choices; ``plies``: the longest rollout."""

    EDITION = 1

    def __init__(
        self, count: int, chance: bool = True, choices: bool = True, plies: int = 100_000, guided: bool = True
    ) -> None:
        self.count, self.chance, self.choices, self.plies, self.guided = count, chance, choices, plies, guided
        self.name = f"{'guided' if guided else 'random'} rollouts {count}x{plies}"
        self.digest = digest_of(f"rollouts/{self.EDITION}", self.name, f"{chance} {choices}")

    def heeds(self, state: State, chance: bool) -> bool:
        """Whether events of this kind are looked at."""
        return self.chance if chance else self.choices

    def after(self, state: State, seed: int) -> Values:
        """The mean over rollouts from the random numbers of ``seed``."""
        return np.array(leaf_values(state, self.count, seed, self.plies, self.guided)).reshape(2, -1)

    def expected(self, state: State, seed: int) -> Values | None:
        """None: not known."""
        return None


class PlayoutValue:
    """The mean over ``count`` games played on to the next chance event by the players themselves, or by
    ``stand_in`` for a seat whose player is not known or too slow: the value to choose where chance is rare
    and results hang on how the seats play. It looks at choices alone. :meth:`seated` gives the value for a
    line-up."""

    EDITION = 1

    def __init__(self, count: int, stand_in: Chooser, model: str = "") -> None:
        self.count, self.stand_in = count, stand_in
        self.players: list[Chooser] = []
        self.name = f"playouts {count} by the players"
        self.digest = digest_of(f"playouts/{self.EDITION}", self.name, model)

    def seated(self, players: Sequence[Chooser | None]) -> PlayoutValue:
        """The value for players by seat; None for one that is not known."""
        found = copy(self)
        found.players = [player or self.stand_in for player in players]
        return found

    def heeds(self, state: State, chance: bool) -> bool:
        """Whether it is a choice."""
        return not chance

    def after(self, state: State, seed: int) -> Values:
        """The mean over games played out from the random numbers of ``seed``."""
        players = self.players or [self.stand_in] * state.num_players()
        total = np.zeros((2, state.num_players()))
        for number in range(self.count):
            world, rng = state.clone(), Rng(mix(seed, number))
            while not world.is_terminal() and not world.is_chance_node():
                for seat in world.players_to_move():
                    legal = world.legal_actions(seat)
                    action = legal[0]
                    if len(legal) > 1:
                        action = players[seat](world.view(seat), seat, legal, rng)
                    world.apply_action(action, seat)
            total += np.array(leaf_values(world, 1, seed, plies=0)).reshape(2, -1)
        return total / self.count

    def expected(self, state: State, seed: int) -> Values | None:
        """None: not known."""
        return None


def drawing(odds: Odds) -> Chooser:
    """The player that draws by these odds."""

    def choose(view: State, seat: int, legal: Sequence[int], rng: Rng) -> int:
        shares = odds(view, seat, legal)
        if shares is None:
            raise ValueError("the odds of this player are not known")
        ticket = rng.random() * sum(shares)
        for share, action in zip(shares, legal, strict=True):
            ticket -= share
            if ticket < 0:
                return action
        return legal[-1]

    return choose


@dataclass(frozen=True)
class Luck:
    """The luck of one game, each of shape (2, seats): of ``chance`` events and of ``choices`` with known
    odds; ``events``: how many were looked at."""

    chance: Values
    choices: Values
    events: int


def luck_of(
    start: State,
    events: Iterable[tuple[int | None, int]],
    value: Value,
    odds: Mapping[int, Odds],
    seed: int,
) -> Luck:
    """The luck of the game from ``start`` (a truth) by ``events``, each (seat, action), the seat None for
    chance.

    ``odds``: of the seats whose odds are known; ``seed``: of the value's random numbers and of drawn
    outcomes, which must be independent of the game's own chance.
    """
    state = start.clone()
    seats = state.num_players()
    chance, choices, seen = np.zeros((2, seats)), np.zeros((2, seats)), 0
    for number, (seat, action) in enumerate(_known_last(start, list(events), odds)):
        before = state
        state = before.clone()
        state.apply_action(action, seat)
        if (seat is not None and seat not in odds) or not value.heeds(before, seat is None):
            continue
        own = mix(seed, number)
        if seat is None:
            expected = value.expected(before, own)
            if expected is None:
                expected = _mean_outcome(before, value, own)
            if expected is not None:
                chance += value.after(state, own) - expected
                seen += 1
        else:
            choice = _choice(before, state, seat, action, value, odds[seat], own)
            if choice is not None:
                choices += choice
                seen += 1
    return Luck(chance, choices, seen)


def _known_last(
    start: State, events: list[tuple[int | None, int]], odds: Mapping[int, Odds]
) -> list[tuple[int | None, int]]:
    """The events with simultaneous choices in another order: those without known odds come first.

    Nobody sees the others' choices before its own, so the odds are the same in any order, and the value after
    a choice with known odds then knows the others' real ones.
    """
    state = start.clone()
    ordered: list[tuple[int | None, int]] = []
    while len(ordered) < len(events):
        done = len(ordered)
        count = len(state.players_to_move()) if state.current_player() == SIMULTANEOUS_PLAYER else 1
        block = events[done : done + count]
        if count > 1:
            block.sort(key=lambda event: event[0] in odds)
        for seat, action in block:
            state.apply_action(action, seat)
        ordered += block
    return ordered


def _mean_outcome(before: State, value: Value, seed: int) -> Values | None:
    """The mean value after the chance event due at ``before``: over all outcomes or, of many, over some that
    are drawn; None where there is one alone."""
    outcomes = before.legal_actions()
    if len(outcomes) < 2:
        return None
    if len(outcomes) <= MOST_OUTCOMES:
        weighed = [(float(share), action) for action, share in before.chance_outcomes()]
    else:
        rng = Rng(mix(seed, DRAWN))
        weighed = [(1 / DRAWN, before.draw_chance(rng)) for _ in range(DRAWN)]
    return _mean(before, None, weighed, value, seed)


def _mean(
    before: State, seat: int | None, weighed: Sequence[tuple[float, int]], value: Value, seed: int
) -> Values:
    total = np.zeros((2, before.num_players()))
    for share, action in weighed:
        after = before.clone()
        after.apply_action(action, seat)
        total += share * value.after(after, seed)
    return total


def _choice(
    before: State, after: State, seat: int, action: int, value: Value, odds: Odds, seed: int
) -> Values | None:
    """The luck of a choice; None where the odds are not known, or leave one action alone."""
    legal = before.legal_actions(seat)
    if len(legal) < 2:
        return None
    shares = odds(before.view(seat), seat, legal)
    if shares is None:
        return None
    weighed = [(share, other) for share, other in zip(shares, legal, strict=True) if share > 0]
    if len(weighed) < 2:
        return None
    return value.after(after, seed) - _mean(before, seat, weighed, value, seed)


def even_odds(view: State, seat: int, legal: Sequence[int]) -> Sequence[float]:
    """The odds of a player that plays any legal action."""
    return [1 / len(legal)] * len(legal)
