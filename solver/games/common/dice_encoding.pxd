"""The parts of encodings that games of dice turns share.

A decision's number is 3 x face, plus 0 to roll on, 1 to stop, 2 where the turn fails.
"""

from solver.encoding cimport share
from solver.game cimport action_t
from solver.games.common.dice cimport DICE, FACES, TurnPart, action_face

cdef enum:
    DICE_ACTIONS = 18
    DICE_FEATURES = 12


cdef inline int dice_number(const void* state, action_t action) noexcept nogil:
    return <int>(3 * action_face(action) + (action >> 3))

cdef inline action_t dice_action(const void* state, int seat, int number) noexcept nogil:
    return number // 3 + 8 * (number % 3)

cdef inline void write_turn(const TurnPart* t, int seat, float* out) noexcept nogil:
    """Dice set aside and dice of the roll, of each face; then whose turn it is, from `seat` on."""
    cdef int face
    for face in range(FACES):
        out[face] = share(t.aside[face], DICE)
        out[FACES + face] = share(t.roll[face], DICE)
    out[DICE_FEATURES + (t.turn + t.seats - seat) % t.seats] = 1
