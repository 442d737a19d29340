"""Dice that are rolled and set aside: texts, move tokens and words common to such games.

A :class:`Dice` is one kind of dice; a position's plain data is a :class:`DiceFields`. Faces are numbered from
the lowest; counts are how many dice show each face. The C side is in dice.pxd.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

from solver.encoding import Block
from solver.errors import IllegalMove, NotationError
from solver.game import State
from solver.games.common.text_fields import bad, read_number

DICE = 8
FACES = 6
Counts = tuple[int, int, int, int, int, int]
NO_DICE: Counts = (0, 0, 0, 0, 0, 0)
ROLL, CHOOSE = range(2)

# number of a decision: the face plus one of these
ROLL_ON, STOP, FAIL = 0, 8, 16
ENDINGS = {"roll": ROLL_ON, "stop": STOP, "fail": FAIL}
_WORDS = {ending: word for word, ending in ENDINGS.items()}
_TITLES = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "w": "worm"}

BOLD, RESET = "\x1b[1m", "\x1b[0m"


def turn_blocks(seats: int) -> tuple[Block, ...]:
    """The blocks that end the encoding of a game of dice turns, as `write_turn` in C writes them."""
    return (
        Block("aside", (FACES,), f"dice set aside, of each face, of {DICE}"),
        Block("roll", (FACES,), f"dice of the roll, of each face, of {DICE}"),
        Block("turn", (seats,), "1 for the seat whose turn it is"),
    )


@cache
def counted(number: int, word: str) -> str:
    """``1 worm``, ``2 worms``, ``2 sixes``."""
    plural = "es" if word == "six" else "s"
    return f"{number} {word}{plural if number != 1 else ''}"


def some_dice(number: int) -> str:
    """``1 die``, ``2 dice``."""
    return "1 die" if number == 1 else f"{number} dice"


@dataclass(frozen=True)
class Dice:
    """One kind of dice: the letter of each face, w for the worm, and the pips of each face."""

    letters: str
    pips: Counts

    @property
    def worm(self) -> int:
        """The worm's face."""
        return self.letters.index("w")

    def title(self, face: int) -> str:
        """``one``, ``worm`` ..."""
        return _TITLES[self.letters[face]]

    def total(self, dice: Counts) -> int:
        """The sum of the dice's pips."""
        return sum(number * pips for number, pips in zip(dice, self.pips, strict=True))

    def text(self, dice: Counts) -> str:
        """``112w6`` for two ones, a two, a worm and a six; ``-`` for none."""
        return "".join(letter * n for letter, n in zip(self.letters, dice, strict=True)) or "-"

    def read(self, word: str) -> Counts | None:
        """The dice of a word like ``112w6``; None for any other form or order."""
        if word == "-":
            return NO_DICE
        if not word or any(letter not in self.letters for letter in word):
            return None
        counts = [word.count(letter) for letter in self.letters]
        dice = (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
        return dice if self.text(dice) == word else None

    @property
    def _order(self) -> str:
        """The faces in ascending order, for errors."""
        return " ".join(self.letters)

    @property
    def _sample(self) -> str:
        """A few dice, for errors."""
        return "112" + self.letters[-2:]

    def read_field(self, field: str, word: str) -> Counts:
        """The dice of a position's field. Raises NotationError naming the field."""
        dice = self.read(word)
        if dice is None:
            form = f"dice are written in the order {self._order}, as {self._sample}, or -"
            raise bad(f"{field}={word}: {form}", f"{field}={word}")
        if sum(dice) > DICE:
            raise bad(f"{field}={word}: there are only {DICE} dice", f"{field}={word}")
        return dice

    # --- tokens -----------------------------------------------------------------------------------------

    def roll_token(self, outcome: int) -> str:
        """The token of a roll: ``r112w6``."""
        return f"r{self.text(unpack_roll(outcome))}"

    def decision_token(self, action: int) -> str:
        """The token of a decision: ``6roll``, ``wstop``, ``2fail``."""
        return self.letters[action & 7] + _WORDS[action & ~7]

    def _match_decision(self, token: str) -> re.Match[str] | None:
        return re.fullmatch(rf"([{self.letters}])({'|'.join(ENDINGS)})", token, re.ASCII)

    def _match_roll(self, token: str) -> re.Match[str] | None:
        return re.fullmatch(rf"r([{self.letters}]+)", token, re.ASCII)

    def read_roll(self, token: str, left: int) -> int:
        """The chance outcome of a token where `left` dice are to be rolled.

        Raises NotationError if the token is not a roll, IllegalMove if the roll is impossible here.
        """
        due = "1 die is" if left == 1 else f"{left} dice are"
        match = self._match_roll(token)
        if match is None:
            if self._match_decision(token):
                raise IllegalMove(f"{token}: {due} to be rolled first, written as r{self._sample}", token)
            form = f"r + the faces in the order {self._order}, as r{self._sample}"
            raise NotationError(f"{token!r} is not a roll; one is written {form}", token)
        dice = self.read(match[1])
        if dice is None:
            right = "".join(sorted(match[1], key=self.letters.index))
            raise NotationError(f"{token}: the faces stand in the order {self._order}, here r{right}", token)
        if sum(dice) != left:
            raise IllegalMove(f"{token}: {due} to be rolled, not {sum(dice)}", token)
        return sum(number << 4 * face for face, number in enumerate(dice))

    def read_decision(self, token: str) -> int:
        """The decision of a token; its legality is checked by the rules.

        Raises NotationError if no move of the game has this form, IllegalMove for a roll.
        """
        match = self._match_decision(token)
        if match is not None:
            return self.letters.index(match[1]) | ENDINGS[match[2]]
        sample = f"{self.letters[-1] if self.letters[-1] != 'w' else '5'}roll or wstop"
        if self._match_roll(token):
            raise IllegalMove(f"{token}: no roll is due; a seat decides, as {sample}", token)
        message = (
            f"{token!r} is not a move; one is a face ({self._order}) and roll, stop or fail, as {sample}"
        )
        raise NotationError(message, token)

    def spelt(self, word: str) -> str:
        """The faces in a word typed by a person, one letter each; empty if the word has another meaning.

        Where no face shows five pips, 5 means the worm too.
        """
        plain = "w" if word in ("worm", "worms") else word.removeprefix("r")
        if "5" not in self.letters:
            plain = plain.replace("5", "w")
        return plain if all(letter in self.letters for letter in plain) else ""

    # --- words ------------------------------------------------------------------------------------------

    def words(self, dice: Counts) -> str:
        """``2 ones, 1 worm``."""
        return ", ".join(counted(n, self.title(face)) for face, n in enumerate(dice) if n)

    def picture(self, dice: Counts, color: bool) -> str:
        """``[1][1][w][6]``, the worms in bold."""
        shown = ""
        for face, number in enumerate(dice):
            said = f"[{self.letters[face]}]"
            shown += (f"{BOLD}{said}{RESET}" if color and face == self.worm else said) * number
        return shown or "-"


@lru_cache(maxsize=4096)  # all rolls of up to eight dice: lists of them are asked for
def unpack_roll(outcome: int) -> Counts:
    """The dice of a chance outcome."""
    counts = [outcome >> 4 * face & 15 for face in range(FACES)]
    return (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])


@dataclass(frozen=True, kw_only=True)
class DiceFields:
    """The turn in a position: its seat, the dice set aside and just rolled, the phase.

    ``kind``: the game's dice; ``phases``: the names of its phases, ``roll`` and ``choose`` first, then ends.
    """

    kind: ClassVar[Dice]
    phases: ClassVar[tuple[str, ...]]

    turn: int = 0
    aside: Counts = NO_DICE
    roll: Counts = NO_DICE
    phase: int = ROLL

    @property
    def left(self) -> int:
        """The number of dice that are not set aside."""
        return DICE - sum(self.aside)

    def after(self, face: int) -> tuple[int, bool, int]:
        """The state after a face is set aside: total, whether a worm is among the dice, dice left."""
        more = self.roll[face]
        worm = self.kind.worm
        total = self.kind.total(self.aside) + more * self.kind.pips[face]
        return total, bool(self.aside[worm]) or (face == worm and more > 0), self.left - more

    @abstractmethod
    def no_stop(self, total: int) -> str:
        """The reason why no stop is possible at a total, with a worm set aside."""

    def turn_text(self) -> str:
        """The last fields of a position text: turn, aside, roll and phase."""
        kind = self.kind
        return (
            f"turn={self.turn} aside={kind.text(self.aside)} roll={kind.text(self.roll)}"
            f" phase={self.phases[self.phase]}"
        )

    def asks(self) -> str:
        """The next chance event or decision, in words."""
        if self.phase == ROLL:
            dice = "die" if self.left == 1 else f"{self.left} dice"
            return f"the {dice} that seat {self.turn} rolls"
        return f"what seat {self.turn} sets aside, and whether it stops"

    def picture(self, color: bool) -> list[str]:
        """The board's lines on the dice of the turn."""
        if self.phase > CHOOSE:
            return []
        lines = [f"set aside  {self.kind.picture(self.aside, color)}  total {self.kind.total(self.aside)}"]
        if self.phase == CHOOSE:
            lines.append(f"rolled     {self.kind.picture(self.roll, color)}")
        return lines

    def status(self, who: str) -> str:
        """One line: who acts, called ``who``."""
        if self.phase == ROLL:
            return f"{who} rolls {some_dice(self.left)}"
        return f"{who} sets a face aside, then stops or rolls on"

    # --- moves ------------------------------------------------------------------------------------------

    def why_illegal(self, token: str, action: int) -> str:
        """The error's message for an illegal decision of the seat whose turn it is."""
        return f"{token}: {self._why(action)}"

    def _why(self, action: int) -> str:
        face, ending = action & 7, action & ~7
        kind = self.kind
        title, letter = counted(2, kind.title(face)).split()[1], kind.letters[face]
        if not self.roll[face]:
            return f"no {title} are among the dice rolled ({kind.text(self.roll)})"
        if self.aside[face]:
            return f"{title} are set aside already; a face can be taken once in a turn"
        total, worm, left = self.after(face)
        if ending == FAIL:
            if left:
                return f"{left} dice are left, so the turn goes on with {letter}roll"
            return f"a total of {total} can be stopped at: {letter}stop"
        if ending == ROLL_ON:
            return "no die would be left to roll"
        if not worm:
            return "no worm would be set aside, and without one nothing can be had"
        return self.no_stop(total)

    def describe(self, action: int, failure: str, stop: str) -> str:
        """A decision in one English phrase; ``failure`` and ``stop``: the consequences of these."""
        face, ending = action & 7, action & ~7
        total, _, left = self.after(face)
        taken = f"sets {counted(self.roll[face], self.kind.title(face))} aside"
        if ending == ROLL_ON:
            return f"{taken} for a total of {total} and rolls {some_dice(left)}"
        if ending == FAIL:
            return f"{taken}, a total of {total} that gets nothing: {failure}"
        return f"{taken}, stops at {total} and {stop}"

    def describe_roll(self, after: DiceFields, outcome: int, failure: str) -> str:
        """A roll in one English phrase; ``failure``: the consequence of a failed turn."""
        said = f"the dice show {self.kind.words(unpack_roll(outcome))}"
        return said if after.phase == CHOOSE else f"{said}, nothing new to set aside: {failure}"

    def spell(self, words: Sequence[str], tokens: Sequence[str]) -> tuple[str, int] | None:
        """As :class:`solver.games.game_type.Speller`: exactly the dice of a roll, in any order, together or
        apart: ``1 3 w w 2 6 6 1``; or the face of a decision with the word that follows it: ``6 roll``."""
        if self.phase != ROLL:
            return self._spell_decision(words, tokens)
        typed = list(map(self.kind.spelt, words))
        used = typed.index("") if "" in typed else len(typed)
        if not used:
            return None
        if used > 1 and used < len(words) and any(word.startswith(words[used]) for word in ENDINGS):
            used -= 1  # the face of a decision that follows the roll
        dice = "".join(typed[:used])
        if len(dice) != self.left:
            due = "1 die is" if self.left == 1 else f"{self.left} dice are"
            raise IllegalMove(f"{due} rolled, you typed {len(dice)} ({' '.join(words[:used])})", words[0])
        return "r" + "".join(sorted(dice, key=self.kind.letters.index)), used

    def _spell_decision(self, words: Sequence[str], tokens: Sequence[str]) -> tuple[str, int] | None:
        """A decision from a face alone, if only one move begins with it, or from a face and a word."""
        typed = words[0]
        head = "worm" if typed.startswith("worm") else typed[:1]
        face, rest, used = self.kind.spelt(head), typed[len(head) :].removeprefix("s"), 1
        if len(face) != 1 or head == "r":
            return None
        fitting = [token for token in tokens if token.startswith(face + rest)]
        if not rest and len(words) > 1:
            more = [token for token in fitting if token[1:].startswith(words[1])]
            fitting, used = (more, 2) if more else (fitting, 1)
        if len(fitting) == 1:
            return fitting[0], used
        if not fitting and not rest:
            raise IllegalMove(f"{typed}: {self._why(self.kind.letters.index(face))}", typed)
        return None

    # --- checks -----------------------------------------------------------------------------------------

    def check_dice(self) -> None:
        """Check the eight dice: dice just rolled exist exactly while a seat chooses; none after the end.

        Raises NotationError (code ``position``) naming the offending word.
        """
        aside, roll = (f"{name}={self.kind.text(getattr(self, name))}" for name in ("aside", "roll"))
        if self.phase > CHOOSE:
            for text, dice in ((aside, self.aside), (roll, self.roll)):
                if dice != NO_DICE:
                    raise bad(f"{text}: when the game is over no dice are shown, so it is -", text)
        elif self.phase == ROLL:
            if self.roll != NO_DICE:
                raise bad(f"{roll}: in phase roll no dice lie rolled, so it is -", roll)
            if not self.left:
                raise bad(f"{aside}: in phase roll a die is left to be rolled", aside)
        elif sum(self.aside) + sum(self.roll) != DICE:
            raise bad(f"{roll}: {self.left} dice are not aside, and all of them have been rolled", roll)
        elif not any(new and not old for new, old in zip(self.roll, self.aside, strict=True)):
            raise bad(f"{roll}: with {aside} nothing can be set aside, so the turn would be over", roll)


def read_turn(values: dict[str, str], seats: int, fields: type[DiceFields]) -> dict[str, Any]:
    """The last fields of a position text, as keywords of DiceFields: turn, aside, roll and phase."""
    turn = read_number(values["turn"], f"turn={values['turn']}", 0, seats - 1)
    aside = fields.kind.read_field("aside", values["aside"])
    roll = fields.kind.read_field("roll", values["roll"])
    if values["phase"] not in fields.phases:
        known = ", ".join(fields.phases)
        raise bad(f"unknown phase {values['phase']!r}; phases are {known}", f"phase={values['phase']}")
    return {"turn": turn, "aside": aside, "roll": roll, "phase": fields.phases.index(values["phase"])}


def asks(state: State) -> str:
    """The next chance event or decision at a position whose plain data are DiceFields, in words."""
    fields: DiceFields = state.fields()  # type: ignore[attr-defined]
    return fields.asks()


def spell(state: State, words: Sequence[str], tokens: Sequence[str]) -> tuple[str, int] | None:
    """The token that typed words mean at a position whose plain data are DiceFields."""
    fields: DiceFields = state.fields()  # type: ignore[attr-defined]
    return fields.spell(words, tokens)


def turn_begins(state: State) -> bool:
    """Whether no dice are set aside yet in the turn."""
    fields: DiceFields = state.fields()  # type: ignore[attr-defined]
    return fields.phase <= CHOOSE and fields.aside == NO_DICE
