"""A board of any game that python-chess accepts as its own: only the parts that its engine module uses."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from solver.game import State
from solver.games import GAMES


class Token(str):
    """A move. python-chess asks its moves for ``uci()`` and for their truth."""

    __slots__ = ()

    def uci(self) -> str:
        """The token itself."""
        return str(self)


class DuckBoard:
    """A position of Longhorn with the moves since its root; seat 0 is white."""

    uci_variant: ClassVar[str] = "longhorn"
    chess960: ClassVar[bool] = False

    def __init__(self, state: State) -> None:
        self.state = state
        self.move_stack: list[Token] = []
        self._before: list[State] = []

    @classmethod
    def deal(cls, seed: int) -> Self:
        """A fresh game."""
        return cls(GAMES[cls.uci_variant].initial(seed))

    @property
    def turn(self) -> bool:
        """Whether white is to move."""
        return self.state.players_to_move() == [0]

    def root(self) -> Self:
        """The position before the first move."""
        return type(self)(self._before[0] if self._before else self.state)

    def fen(self, **_: Any) -> str:
        """The position's text."""
        return self.state.to_text()

    def copy(self, stack: bool = True) -> Self:
        """A copy, with its history or without."""
        other = type(self)(self.state.clone())
        if stack:
            other.move_stack, other._before = list(self.move_stack), list(self._before)
        return other

    def parse_uci(self, token: str) -> Token:
        """The legal move that a token names; ValueError when there is none."""
        self.state.string_to_action(token)
        return Token(token)

    def push_uci(self, token: str) -> Token:
        """Make a move."""
        action = self.state.string_to_action(token)
        self._before.append(self.state.clone())
        self.state.apply_action(action)
        self.move_stack.append(Token(token))
        return Token(token)

    def push(self, move: Token) -> None:
        """Make a move."""
        self.push_uci(str(move))

    def pop(self) -> Token:
        """Take the last move back."""
        self.state = self._before.pop()
        return self.move_stack.pop()

    @property
    def legal_moves(self) -> list[Token]:
        """All legal moves."""
        return [Token(self.state.action_to_string(action)) for action in self.state.legal_actions()]
