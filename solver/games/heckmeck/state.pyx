"""Heckmeck's Python face: the generic State over the C rules, with notation and the picture for people."""

from solver.errors import IllegalMove, NotationError
from solver.games.heckmeck import board as _board
from solver.games.heckmeck import moves, notation, phrases, validity
from solver.games.heckmeck.deal import deal
from solver.games.heckmeck.fields import Fields
from solver.games.heckmeck.figures import load

from solver.game cimport CHANCE, POINTS, State
from solver.games.heckmeck.rules cimport (
    DICE,
    FACES,
    FAILURE,
    GETS_NOTHING,
    HECKMECK,
    MAX_SEATS,
    ONE,
    OUTCOMES,
    PHASE_OVER_SUPPLY,
    SNAIL,
    SPACES,
    TWO,
    HeckmeckStruct,
    dice_aside,
    heckmeck_gain,
    heckmeck_gets,
    heckmeck_outcome,
)
from solver.rng cimport Rng


cdef class HeckmeckState(State):
    """A Heckmeck position. Make one with :func:`parse` or :func:`initial`.

    Actions are numbers laid out as rules.pxd says; a chance outcome holds the count of each face.
    """

    def __cinit__(self):
        self.bind(&HECKMECK)
        self.struct().phase = PHASE_OVER_SUPPLY     # harmless until it is filled
        self.struct().seats = 2

    cdef HeckmeckStruct* struct(self) noexcept:
        return <HeckmeckStruct*>self.data

    def __init__(self):
        raise TypeError("use solver.games.heckmeck.parse or initial")

    @staticmethod
    def from_fields(fields):
        """A state from plain data; NotationError (code ``position``) when such a position cannot be."""
        validity.validate(fields)
        cdef HeckmeckState state = HeckmeckState.__new__(HeckmeckState)
        cdef HeckmeckStruct* s = state.struct()
        for space in range(SPACES):
            s.space[space] = fields.grill[space]
            s.ladder[space] = fields.ladder[space]
        s.seats = fields.seats
        for seat in range(fields.seats):
            s.worms[seat] = fields.worms[seat]
            s.plates[seat] = fields.plates[seat]
            s.snails[seat] = fields.snails[seat]
        s.supply = fields.supply
        s.turn = fields.turn
        s.phase = fields.phase
        for face in range(FACES):
            s.aside[face] = fields.aside[face]
            s.roll[face] = fields.roll[face]
        return state

    def fields(self):
        """The position as plain data."""
        cdef HeckmeckStruct* s = self.struct()
        seats = range(s.seats)
        grill = tuple([s.space[i] for i in range(SPACES)])
        snails = tuple([s.snails[seat] for seat in seats])
        return Fields(
            ladder=tuple([s.ladder[i] for i in range(SPACES)]),
            box_snails=s.supply + sum(snails) + grill.count(SNAIL),
            box_plates=s.plates[0] + grill.count(ONE) + 2 * grill.count(TWO),
            grill=grill,
            plates=tuple([s.plates[seat] for seat in seats]),
            worms=tuple([s.worms[seat] for seat in seats]),
            snails=snails,
            supply=s.supply,
            turn=s.turn,
            aside=tuple([s.aside[face] for face in range(FACES)]),
            roll=tuple([s.roll[face] for face in range(FACES)]),
            phase=s.phase,
        )

    def gets(self, outcome, seat=None):
        """What a turn's outcome gets a seat (None: the one to move): (GETS_* of rules.pxd, points gained)."""
        if not 0 <= outcome < OUTCOMES:
            raise ValueError(f"a turn's outcome is 0 to {OUTCOMES - 1}, not {outcome}")
        if seat is None:
            seat = self.struct().turn
        self._check_seat(seat)
        return heckmeck_gets(self.struct(), seat, outcome), heckmeck_gain(self.struct(), seat, outcome)

    def roll(self, rng):
        """The roll that is due, drawn as searches draw it (it is not applied): quicker than draw_chance."""
        cdef Rng source = rng
        if not self.is_chance_node():
            raise IllegalMove("no roll is due")
        return HECKMECK.draw(self.data, &source.state)

    def utility(self, objective):
        """What searches take the position to be worth to each seat; `objective`: number in OBJECTIVES."""
        cdef double values[MAX_SEATS]
        if not 0 <= objective <= POINTS:
            raise ValueError(f"an objective is 0 to {POINTS}, not {objective}")
        HECKMECK.utility(self.data, objective, values)
        return [values[seat] for seat in range(self.num_players())]

    def play_outcome(self, outcome):
        """Carry out the whole turn of the seat to move, which ends with `outcome` (rules.pxd), dice and all.

        Raises IllegalMove when the game is over or the outcome would be a stop that gets nothing.
        """
        if self.is_terminal():
            raise IllegalMove("the game is over: no turn can be played", str(outcome))
        if self.gets(outcome)[0] == GETS_NOTHING and outcome != FAILURE:
            raise IllegalMove(f"outcome {outcome}: nothing can be had there", str(outcome))
        heckmeck_outcome(self.struct(), outcome)

    def to_text(self):
        return notation.to_text(self.fields())

    def board(self, color=False):
        return _board.draw(self.fields(), color)

    def _after(self, action, seat):
        """The fields after a legal action."""
        child = self.clone()
        child._apply(action, seat)
        return child.fields()

    def _check_action(self, action, seat):
        """IllegalMove for an action that is not legal, whose effect is undefined."""
        if seat == CHANCE:                          # a list of all rolls would be long
            legal = self.is_chance_node() and 0 <= action < 1 << 4 * FACES \
                and sum(moves.unpack_roll(action)) == DICE - dice_aside(self.struct())
        else:
            legal = action in self._legal(seat)
        if not legal:
            raise IllegalMove(f"action {action} is not legal here", str(action))

    def _token(self, action, seat):
        self._check_action(action, seat)
        return moves.roll_token(action) if seat == CHANCE else moves.decision_token(action)

    def _read(self, token, seat):
        if seat == CHANCE:
            return moves.read_roll(token, DICE - dice_aside(self.struct()))
        action = moves.read_decision(token)
        if seat != self.current_player():
            raise IllegalMove(f"{token}: seat {seat} has nothing to decide now", token)
        if action not in self._legal(seat):
            raise IllegalMove(moves.why_illegal(token, action, self.fields()), token)
        return action

    def _phrase(self, action, seat):
        self._check_action(action, seat)
        if seat == CHANCE:
            return phrases.describe_roll(self.fields(), self._after(action, seat), action)
        return phrases.describe(self.fields(), self._after(action, seat), action)

    def __reduce__(self):
        return (parse, (self.to_text(),))


def parse(text, figures=None):
    """The state of a position text. Raises NotationError (code ``position``) naming the offending word.

    A text is complete in itself: ``figures`` is taken for the sake of the games where it is not, and unused.
    """
    if not isinstance(text, str):
        raise NotationError("a position is text", repr(text), "position")
    return HeckmeckState.from_fields(notation.parse(text))


def initial(seed, seats=2, figures=None):
    """The fresh game of 2 to 5 seats, seat 0 about to roll; the same for every seed.

    ``figures``: a figures file's name or Figures; the standard ones without.
    """
    return HeckmeckState.from_fields(deal(seats, load(figures)))
