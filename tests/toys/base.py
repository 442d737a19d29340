"""Common parts of the toy games: copying, position fields, ranks, and random play."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import ClassVar, Self

from solver.errors import IllegalMove, NotationError
from solver.game import CHANCE_PLAYER, State
from solver.games import Game
from solver.rng import Rng


def numbers(text: str, word: str) -> list[int]:
    """``3+5`` as [3, 5], ``-`` as []."""
    if text == "-":
        return []
    parts = text.split("+")
    if not all(
        part.isascii() and part.isdigit() and len(part) < 4 and part == str(int(part)) for part in parts
    ):
        raise NotationError(f"{word} should be numbers joined by +", word, "position")
    return [int(part) for part in parts]


def joined(values: Sequence[int]) -> str:
    """[3, 5] as ``3+5``, [] as ``-``."""
    return "+".join(map(str, values)) or "-"


def read_fields(text: str, edition: str, names: Sequence[str]) -> dict[str, str]:
    """The ``name=value`` fields after the edition, which must be exactly ``names`` in order."""
    first, *rest = text.split(" ")
    if first != edition:
        raise NotationError(f"{first} should be {edition}", first, "position")
    out = {}
    for index, name in enumerate(names):
        if index >= len(rest):
            raise NotationError(f"the field {name}= is missing after {text.split(' ')[-1]}", name, "position")
        key, equals, value = rest[index].partition("=")
        if key != name or not equals or not value:
            raise NotationError(f"{rest[index]} should be {name}=...", rest[index], "position")
        out[name] = value
    if len(rest) > len(names):
        raise NotationError(f"{rest[len(names)]} comes after the last field", rest[len(names)], "position")
    return out


class ToyState(State):
    """A game in plain Python. Subclasses keep everything in attributes that ``copy.deepcopy`` can copy."""

    EDITION: ClassVar[str]
    seats: int
    points: list[int]
    seer: int | None = None

    @classmethod
    def initial(cls, rng: Rng, seats: int, rules: Sequence[str]) -> Self:
        """A fresh game."""
        raise NotImplementedError

    @classmethod
    def parse(cls, text: str) -> Self:
        """The position of a text."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self).parse, (self.to_text(),))

    def num_players(self) -> int:
        return self.seats

    @property
    def viewer(self) -> int | None:
        return self.seer

    def clone(self) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update({name: copy.deepcopy(value) for name, value in self.__dict__.items()})
        return other

    def view(self, seat: int) -> Self:
        self._check_view(seat)
        other = self.clone()
        if other.seer is None:
            other.seer = seat
            other.forget(seat)
        return other

    def forget(self, seat: int) -> None:
        """Drop what ``seat`` cannot know."""

    def resample_from_infostate(self, seat: int, rng: Rng) -> Self:
        other = self.view(seat)
        other.imagine(seat, rng)
        other.seer = None
        return other

    def imagine(self, seat: int, rng: Rng) -> None:
        """Fill in what ``seat`` does not know."""

    def scores(self) -> list[int]:
        return list(self.points)

    def _ranks(self) -> list[int]:
        return [1 + sum(other > mine for other in self.points) for mine in self.points]

    def returns(self) -> list[float]:
        """Each seat's share of the others beaten, less its share of those that beat it."""
        if not self.is_terminal():
            return [0.0] * self.seats
        others = self.seats - 1
        return [sum((mine > o) - (mine < o) for o in self.points) / others for mine in self.points]

    def key(self, seat: int | None = None) -> int:
        text = self.to_text() if seat is None else self.view(seat).to_text()
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())

    def _token(self, action: int, seat: int) -> str:
        return self.letter(seat) + str(action)

    def letter(self, seat: int) -> str:
        """The letter that begins the tokens of ``seat`` (or of chance) now."""
        raise NotImplementedError

    def _read(self, token: str, seat: int) -> int:
        letter, number = token[:1], token[1:]
        if not (number.isascii() and number.isdigit() and len(number) < 4 and number == str(int(number))):
            raise NotationError(f"{token} is not a move of this game", token)
        if letter != self.letter(seat) or int(number) not in self.legal_actions(seat):
            raise IllegalMove(f"{token} may not be played here", token)
        return int(number)

    def _phrase(self, action: int, seat: int) -> str:
        return f"{'chance' if seat == CHANCE_PLAYER else f'seat {seat}'}: {self._token(action, seat)}"

    def board(self, color: bool = False, names: Sequence[str] | None = None) -> str:
        return "\n".join(self.to_text().split(" "))

    def playout(self, rng: Rng) -> list[float]:
        game = self.clone()
        while not game.is_terminal():
            if game.current_player() == CHANCE_PLAYER:
                game.apply_action(game.draw_chance(rng))
            else:
                legal = game.legal_actions()
                game.apply_action(legal[rng.below(len(legal))])
        return game.returns()


def toy_game(
    state_type: type[ToyState],
    title: str,
    seats: tuple[int, int, int],
    rules_words: Mapping[str, str] | None = None,
) -> Game:
    """The registry's entry of a toy game; ``seats``: least, most, default."""

    def deal(seed: int, seats: int, rules: tuple[str, ...], figures: str | PathLike[str] | None) -> State:
        return state_type.initial(Rng(seed), seats, rules)

    def read(text: str, figures: str | PathLike[str] | None) -> State:
        return state_type.parse(text)

    name = state_type.EDITION.partition("/")[0]
    return Game(
        name=name,
        title=title,
        edition=state_type.EDITION,
        min_seats=seats[0],
        max_seats=seats[1],
        default_seats=seats[2],
        deal=deal,
        read=read,
        rules_words=rules_words or {},
    )
