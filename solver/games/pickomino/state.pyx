"""Python interface of Pickomino: the generic state of dice turns over its C rules."""

from solver.games.pickomino import fields as plain
from solver.games.pickomino import notation, words

from solver.games.common.dice_state cimport DiceState
from solver.games.pickomino.rules cimport GRILL, PICKOMINO, STACK, TURNED, PickominoStruct


cdef class PickominoState(DiceState):
    """A Pickomino position. Make one with :meth:`read` or :func:`initial`."""

    dice, notation, picture, phrases = plain.KIND, notation, words, words

    def __cinit__(self):
        self.begin(&PICKOMINO)

    @staticmethod
    def from_fields(fields):
        """A state from plain data. Raises NotationError (code ``position``) for an impossible position."""
        fields.check()
        cdef PickominoState state = PickominoState.__new__(PickominoState)
        cdef PickominoStruct* s = <PickominoStruct*>state.data
        for number in plain.TILES:
            s.tile[number - plain.LOWEST] = GRILL if number in fields.grill else TURNED
        for seat, stack in enumerate(fields.stacks):
            for number in stack:
                s.tile[number - plain.LOWEST] = STACK + seat
                s.under[number - plain.LOWEST] = s.top[seat]
                s.top[seat] = number - plain.LOWEST + 1
        state.lay_turn(fields)
        return state

    def fields(self):
        """The position as plain data."""
        cdef PickominoStruct* s = <PickominoStruct*>self.data
        cdef int tile
        stacks = []
        for seat in range(s.seats):
            stack = []
            tile = s.top[seat]
            while tile:
                stack.append(tile - 1 + plain.LOWEST)
                tile = s.under[tile - 1]
            stacks.append(tuple(stack[::-1]))
        return plain.Fields(
            grill=tuple([number for number in plain.TILES if s.tile[number - plain.LOWEST] == GRILL]),
            stacks=tuple(stacks),
            **self.turn_fields(),
        )


def initial(seats=2):
    """A new game of 2 to 7 seats, seat 0 about to roll."""
    return PickominoState.from_fields(plain.Fields(grill=tuple(plain.TILES), stacks=((),) * seats))
