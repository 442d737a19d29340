"""Python interface of Heckmeck: the generic State over the C rules, with notation and board picture."""

from solver.errors import IllegalMove
from solver.games.heckmeck import board as _board
from solver.games.heckmeck import names, notation, phrases, validity
from solver.games.heckmeck.deal import deal
from solver.games.heckmeck.fields import Fields
from solver.games.heckmeck.figures import load

from solver.games.common.dice_state cimport DiceState
from solver.games.heckmeck.rules cimport (
    FAILURE,
    GETS_NOTHING,
    HECKMECK,
    ONE,
    OUTCOMES,
    SNAIL,
    SPACES,
    TWO,
    HeckmeckStruct,
    heckmeck_gain,
    heckmeck_gets,
    play_turn,
)


cdef class HeckmeckState(DiceState):
    """A Heckmeck position. Make one with :func:`parse` or :func:`initial`."""

    dice, notation, picture, phrases = names.KIND, notation, _board, phrases

    def __cinit__(self):
        self.begin(&HECKMECK)

    cdef HeckmeckStruct* struct(self) noexcept:
        return <HeckmeckStruct*>self.data

    @staticmethod
    def from_fields(fields):
        """A state from plain data. Raises NotationError (code ``position``) for an impossible position."""
        validity.validate(fields)
        cdef HeckmeckState state = HeckmeckState.__new__(HeckmeckState)
        cdef HeckmeckStruct* s = state.struct()
        for space in range(SPACES):
            s.space[space] = fields.grill[space]
            s.ladder[space] = fields.ladder[space]
        for seat in range(fields.seats):
            s.worms[seat] = fields.worms[seat]
            s.plates[seat] = fields.plates[seat]
            s.snails[seat] = fields.snails[seat]
        s.supply = fields.supply
        state.lay_turn(fields)
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
            **self.turn_fields(),
        )

    def gets(self, outcome, seat=None):
        """The gain of an outcome for a seat (None: the one to move), as (GETS_* of rules.pxd, points)."""
        if not 0 <= outcome < OUTCOMES:
            raise ValueError(f"a turn's outcome is 0 to {OUTCOMES - 1}, not {outcome}")
        if seat is None:
            seat = self.struct().turn
        self._check_seat(seat)
        return heckmeck_gets(self.struct(), seat, outcome), heckmeck_gain(self.struct(), seat, outcome)

    def play_outcome(self, outcome):
        """Carry out the whole turn of the seat to move, dice included; it ends with `outcome` (rules.pxd).

        Raises IllegalMove when the game is over or the outcome is a stop that gets nothing.
        """
        if self.is_terminal():
            raise IllegalMove("the game is over: no turn can be played", str(outcome))
        if self.gets(outcome)[0] == GETS_NOTHING and outcome != FAILURE:
            raise IllegalMove(f"outcome {outcome}: nothing can be had there", str(outcome))
        play_turn(self.struct(), outcome)


def parse(text, figures=None):
    """The state of a position text. Raises NotationError (code ``position``) naming the offending word.

    A text is self-contained. ``figures`` is unused; games whose texts are not self-contained need it.
    """
    return HeckmeckState.read(text)


def initial(seed, seats=2, figures=None):
    """A new game of 2 to 5 seats, seat 0 about to roll; the same for every seed.

    ``figures``: the path of a figures file or a Figures; None for the standard ones.
    """
    return HeckmeckState.from_fields(deal(seats, load(figures)))
