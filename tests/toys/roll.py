"""Safe or roll: three rounds; a turn is worth 2 for sure, or a die's eyes, a one nothing. Most points win."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Self

from solver.errors import IllegalMove, NotationError
from solver.game import CHANCE_PLAYER, TERMINAL_PLAYER
from solver.rng import Rng
from toys.base import ToyState, joined, numbers, read_fields

SAFE, RISK = 0, 1
WORDS = {"safe": SAFE, "risk": RISK}


class RollState(ToyState):
    """Fields: rounds in all, points, turns taken, whether a roll is due."""

    EDITION: ClassVar[str] = "roll/1"

    @classmethod
    def initial(cls, rng: Rng, seats: int, rules: Sequence[str]) -> Self:
        state = cls()
        state.seats, state.rounds = seats, 5 if "long" in rules else 3
        state.points, state.taken, state.rolling = [0] * seats, 0, False
        return state

    rounds: int
    taken: int
    rolling: bool

    @classmethod
    def parse(cls, text: str) -> Self:
        got = read_fields(text, cls.EDITION, ("rounds", "points", "taken", "roll"))
        state = cls()
        state.points = numbers(got["points"], f"points={got['points']}")
        state.seats = len(state.points)
        if not 2 <= state.seats <= 4:
            raise NotationError(f"points={got['points']} should be 2 to 4 numbers", got["points"], "position")
        for name in ("rounds", "taken"):
            if len(numbers(got[name], f"{name}={got[name]}")) != 1:
                raise NotationError(f"{name}={got[name]} should be one number", got[name], "position")
        state.rounds, state.taken = int(got["rounds"]), int(got["taken"])
        if got["roll"] not in ("due", "none"):
            raise NotationError(f"roll={got['roll']} should be due or none", got["roll"], "position")
        state.rolling = got["roll"] == "due"
        if state.rounds not in (3, 5) or state.taken + state.rolling > state.rounds * state.seats:
            raise NotationError(
                f"taken={got['taken']} is more than rounds={got['rounds']} allow", got["taken"], "position"
            )
        return state

    def to_text(self) -> str:
        roll = "due" if self.rolling else "none"
        return f"roll/1 rounds={self.rounds} points={joined(self.points)} taken={self.taken} roll={roll}"

    def view(self, seat: int) -> Self:  # nothing is hidden: a view is the whole truth
        self._check_view(seat)
        return self.clone()

    def current_player(self) -> int:
        if self.rolling:
            return CHANCE_PLAYER
        if self.taken == self.rounds * self.seats:
            return TERMINAL_PLAYER
        return self.taken % self.seats

    def players_to_move(self) -> list[int]:
        player = self.current_player()
        return [player] if player >= 0 else []

    def _legal(self, seat: int) -> list[int]:
        return [SAFE, RISK] if seat == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        return [(eyes, Fraction(1, 6)) for eyes in range(1, 7)] if self.rolling else []

    def _apply(self, action: int, seat: int) -> None:
        player = self.taken % self.seats
        if seat == CHANCE_PLAYER:
            self.points[player] += 0 if action == 1 else action
            self.rolling = False
            self.taken += 1
        elif action == RISK:
            self.rolling = True
        else:
            self.points[player] += 2
            self.taken += 1

    def letter(self, seat: int) -> str:
        return "r"

    def _token(self, action: int, seat: int) -> str:
        return f"r{action}" if seat == CHANCE_PLAYER else ("safe", "risk")[action]

    def _read(self, token: str, seat: int) -> int:
        if seat == CHANCE_PLAYER:
            return super()._read(token, seat)
        if token not in WORDS:
            raise NotationError(f"{token} should be safe or risk", token)
        if seat != self.current_player():
            raise IllegalMove(f"{token}: seat {seat} does not act now", token)
        return WORDS[token]
