"""The parts of encodings that games of dice turns share.

A decision's number is 3 x face, plus 0 to roll on, 1 to stop, 2 where the turn fails. Vectors end with what
`write_turn` writes and `turn_blocks` (dice.py) describes.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from solver.encoding cimport Encoding, share
from solver.game cimport Rules, action_t
from solver.games.common.dice cimport DICE, FACES, TurnPart, action_face

cdef enum:
    DICE_ACTIONS = 18
    DICE_FEATURES = 12


cdef inline int dice_number(const void* state, action_t action) noexcept nogil:
    return <int>(3 * action_face(action) + (action >> 3))

cdef inline action_t dice_action(const void* state, int seat, int number) noexcept nogil:
    return number // 3 + 8 * (number % 3)

cdef inline Encoding dice_encoding(
    const Rules* rules,
    int (*features)(const void* state) noexcept nogil,
    void (*observe)(const void* state, int seat, float* out) noexcept nogil,
) noexcept:
    """The encoding of a game of dice turns, whose points are open."""
    cdef Encoding made
    memset(&made, 0, sizeof(Encoding))
    made.rules = rules
    made.actions = DICE_ACTIONS
    made.open_points = True
    made.features = features
    made.observe = observe
    made.number = dice_number
    made.action = dice_action
    return made

cdef inline void write_turn(const uint8_t* seats, int seat, float* out) noexcept nogil:
    """Dice set aside and dice of the roll, of each face; then whose turn it is, from `seat` on.

    `seats`: where the state's TurnPart begins.
    """
    cdef const TurnPart* t = <const TurnPart*>seats
    cdef int face
    for face in range(FACES):
        out[face] = share(t.aside[face], DICE)
        out[FACES + face] = share(t.roll[face], DICE)
    out[DICE_FEATURES + (t.turn + t.seats - seat) % t.seats] = 1
