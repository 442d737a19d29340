"""Value of the positions of a game of dice turns, for luck-adjusted results."""

from __future__ import annotations

import numpy as np

from solver.game import State
from solver.luck import Values, digest_of
from solver.search.turngame import TurnPlug
from solver.search.turnvalue import TurnValue


class DiceValue:
    """The value of :mod:`solver.search.turnvalue`. ``scale``: the points of a lead with the value 1;
    ``weights``: what else the game's estimates depend on."""

    EDITION = 1

    def __init__(self, name: str, plug: TurnPlug, scale: float, weights: bytes = b"") -> None:
        self.name = f"{name} turns"
        self.digest = digest_of(f"turns/{self.EDITION} {name} {scale}", weights)
        self._value = TurnValue(plug, scale)

    def heeds(self, state: State, chance: bool) -> bool:
        """Every roll and every choice."""
        return True

    def after(self, state: State, seed: int) -> Values:
        """The value of a position; it needs no random numbers."""
        return np.array(self._value.after(state)).reshape(2, -1)

    def expected(self, state: State, seed: int) -> Values | None:
        """The mean over the roll that is due."""
        return np.array(self._value.expected(state)).reshape(2, -1)
