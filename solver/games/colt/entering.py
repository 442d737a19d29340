"""The entry of a Colt Express game from a real table: the open lay-out, then the usual draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.game import State
from solver.games.colt import names
from solver.games.colt.deal import lay_out
from solver.games.colt.figures import EDITION, Figures
from solver.games.colt.phrases import CHARACTER_TITLES, HOSTAGE_TITLES
from solver.games.colt.setup_words import settings
from solver.games.colt.state import laid_out
from solver.games.entered import EnteredSetup, Item


def car_word(purses: int, jewels: int) -> str:
    """``p3j1`` for a car with three purses and a jewel printed on it, ``p1``, ``j3``; ``empty``."""
    return (f"p{purses}" if purses else "") + (f"j{jewels}" if jewels else "") or "empty"


def _car_title(purses: int, jewels: int) -> str:
    parts = [f"{n} {word}{'s' if n > 1 else ''}" for n, word in ((purses, "purse"), (jewels, "jewel")) if n]
    return "the car with " + (" and ".join(parts) or "nothing")


@dataclass(frozen=True)
class LayOut:
    """The questions for an open lay-out.

    They ask for the characters not yet named, the cars from the locomotive on, the first player (without
    horses), and the hostages in the coach in any order.
    """

    viewer: int | None
    seats: int
    flags: int
    figures: Figures
    chosen: tuple[int, ...]

    @property
    def bandits(self) -> int:
        return 4 if self.flags & names.PAIRS else self.seats

    @property
    def cars(self) -> int:
        """The number of cars behind the locomotive."""
        return self.figures.cars_of(self.bandits, bool(self.flags & names.PAIRS))

    def _parts(self, entered: tuple[str, ...]) -> tuple[list[int], list[str], list[str], list[str]]:
        """The characters, cars, first player and hostages entered so far."""
        rest = list(entered)
        characters = list(self.chosen)
        need = self.bandits - len(characters)
        characters += [names.CHARACTERS.index(word) for word in rest[:need]]
        rest = rest[need:]
        cars, rest = rest[: self.cars], rest[self.cars :]
        count = 0 if self.flags & names.HORSES else 1
        return characters, cars, rest[:count], rest[count:]

    def item(self, entered: tuple[str, ...]) -> Item | None:
        characters, cars, first, hostages = self._parts(entered)
        if len(characters) < self.bandits:
            return self._character(characters)
        if len(cars) < self.cars:
            return self._car(cars)
        if not self.flags & names.HORSES and not first:
            step = 2 if self.flags & names.TEAMS else 1
            pairs = self.flags & names.PAIRS
            whose = [
                f"seat {k}" if pairs else f"seat {k} ({CHARACTER_TITLES[characters[k]]})"
                for k in range(self.seats)
            ]
            outcomes = [
                (f"first{k}", f"{whose[k]} is the first player", 1) for k in range(0, self.seats, step)
            ]
            return Item("the first player", tuple(outcomes))
        need = self.bandits - 1 if self.flags & names.STAGE else 0
        if len(hostages) < need:
            titles = zip(names.HOSTAGES, HOSTAGE_TITLES, strict=True)
            left = [(word, title, 1) for word, title in titles if word not in hostages]
            return Item(f"a hostage in the coach ({len(hostages) + 1} of {need})", tuple(left))
        return None

    def _character(self, told: Sequence[int]) -> Item:
        seat = len(told) >> 1 if self.flags & names.PAIRS else len(told)
        whose = f"seat {seat}"
        if self.flags & names.PAIRS:
            whose += f"'s {('first', 'second')[len(told) & 1]} bandit"
        left = [
            (word, f"{CHARACTER_TITLES[number]} is played by {whose}", 1)
            for number, word in enumerate(names.CHARACTERS)
            if number not in told
        ]
        return Item(f"the character of {whose}", tuple(left))

    def _car(self, told: Sequence[str]) -> Item:
        left = [(car_word(*car), _car_title(*car)) for car in self.figures.cars]
        for word in told:
            left.remove(next(car for car in left if car[0] == word))
        kinds = dict(left)
        outcomes = tuple((word, title, left.count((word, title))) for word, title in kinds.items())
        return Item(f"car {len(told) + 1} behind the locomotive, by its loot", outcomes)

    def state(self, entered: tuple[str, ...]) -> State:
        characters, words, first, crowd = self._parts(entered)
        cars = {car_word(*car): car for car in self.figures.cars}
        fields = lay_out(
            self.seats,
            self.flags,
            self.figures,
            characters,
            [cars[word] for word in words],
            int(first[0].removeprefix("first")) if first else names.NOTHING,
            sum(1 << names.HOSTAGES.index(word) for word in crowd),
        )
        return laid_out(replace(fields, viewer=self.viewer), self.figures)


def enter(viewer: int | None, seats: int, rules: tuple[str, ...], figures: Figures) -> State:
    """The game before anything is entered, in the view of seat ``viewer`` (None: the whole truth)."""
    flags, chosen = settings(seats, rules)
    return EnteredSetup(EDITION, LayOut(viewer, seats, flags, figures, chosen), viewer, seats, rules)
