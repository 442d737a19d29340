"""Python interface shared by games of dice turns."""

from solver.errors import IllegalMove
from solver.games.common.dice import unpack_roll
from solver.games.common.text_fields import checked_text

from solver.game cimport CHANCE, POINTS, Rules, State
from solver.games.common.dice cimport DICE, FACES, PHASE_CHOOSE, TurnPart, count_dice
from solver.rng cimport Rng


cdef class DiceState(State):
    """A position of a game of dice turns.

    A game's own class calls ``begin`` and defines :meth:`fields` (a DiceFields) and ``from_fields``. Its
    attributes are ``dice`` (the kind of dice), ``notation`` (with ``to_text`` and ``parse``), ``picture``
    (with ``draw``) and ``phrases`` (with ``failure`` and ``stop``: their consequences in words). dice.pxd
    documents the layout of actions; a chance outcome holds the count of each face.
    """

    def __init__(self):
        raise TypeError(f"{type(self).__name__}: positions are made by the game's parse or initial")

    cdef int begin(self, const Rules* rules) except -1:
        """Bind the game's table. The game is over until it is filled."""
        self.bind(rules)
        self.part = <TurnPart*>(<char*>self.data + rules.size - sizeof(TurnPart))
        self.part.seats = 2
        self.part.phase = PHASE_CHOOSE + 1
        return 0

    cdef int lay_turn(self, fields) except -1:
        """Put the turn of plain data into the struct."""
        self.part.seats = fields.seats
        self.part.turn = fields.turn
        self.part.phase = fields.phase
        for face in range(FACES):
            self.part.aside[face] = fields.aside[face]
            self.part.roll[face] = fields.roll[face]
        return 0

    def turn_fields(self):
        """The turn as keywords of DiceFields."""
        return {
            "turn": self.part.turn,
            "aside": tuple([self.part.aside[face] for face in range(FACES)]),
            "roll": tuple([self.part.roll[face] for face in range(FACES)]),
            "phase": self.part.phase,
        }

    def fields(self):
        """The position as plain data."""
        raise NotImplementedError

    def to_text(self):
        return self.notation.to_text(self.fields())

    def board(self, color=False, names=None):
        return self.picture.draw(self.fields(), color, names)

    @classmethod
    def read(cls, text):
        """The state of a position text. Raises NotationError (code ``position``) that names the word."""
        return cls.from_fields(cls.notation.parse(checked_text(text)))

    def roll(self, rng):
        """A roll drawn as searches draw it, without applying it: quicker than draw_chance."""
        cdef Rng source = rng
        if not self.is_chance_node():
            raise IllegalMove("no roll is due")
        return self.rules.draw(self.data, &source.state)

    def utility(self, objective):
        """The evaluation of the position for each seat under an objective (number in OBJECTIVES)."""
        cdef double values[16]
        if not 0 <= objective <= POINTS:
            raise ValueError(f"an objective is 0 to {POINTS}, not {objective}")
        self.rules.utility(self.data, objective, values)
        return [values[seat] for seat in range(self.num_players())]

    def _is_outcome(self, action):
        """Whether it is a roll of the dice due, found without a list of all rolls."""
        return self.is_chance_node() and 0 <= action < 1 << 4 * FACES \
            and sum(unpack_roll(action)) == DICE - count_dice(self.part.aside)

    def _token(self, action, seat):
        self._check_action(action, seat)
        return self.dice.roll_token(action) if seat == CHANCE else self.dice.decision_token(action)

    def _read(self, token, seat):
        if seat == CHANCE:
            return self.dice.read_roll(token, DICE - count_dice(self.part.aside))
        action = self.dice.read_decision(token)
        if seat != self.current_player():
            raise IllegalMove(f"{token}: seat {seat} has nothing to decide now", token)
        if action not in self._legal(seat):
            raise IllegalMove(self.fields().why_illegal(token, action), token)
        return action

    def _phrase(self, action, seat):
        before, after = self.fields(), self._after(action, seat)
        if seat == CHANCE:
            failed = after.phase != 1               # PHASE_CHOOSE
            return before.describe_roll(after, action, self.phrases.failure(before, after) if failed else "")
        failure = self.phrases.failure(before, after) if action & 16 else ""
        stop = self.phrases.stop(before, after, before.after(action & 7)[0]) if action & 8 else ""
        return before.describe(action, failure, stop)
