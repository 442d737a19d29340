"""Turns of eight dice with six faces: the layout of actions and outcomes, and sums over counts of faces.

In a turn all dice are rolled; one face that is not yet aside is chosen, and all dice that show it are set
aside; then the turn stops, or the rest is rolled. The rules that follow are in `dice.pxi`.
"""

from libc.stdint cimport uint8_t

from solver.game cimport action_t

cdef enum:
    DICE = 8
    FACES = 6
    ROLLS = 1287                    # multisets of eight dice: C(13, 5)

    # `phase`; the game is over in any higher phase
    PHASE_ROLL = 0                  # chance rolls all dice that are not aside
    PHASE_CHOOSE = 1                # seat `turn` sets a face aside, and stops or rolls on


# A decision (int64): bits 0-2 the face that is set aside, with all its dice; then one of
#   ROLL_ON     the remaining dice are rolled; there is at least one
#   STOP        the turn ends with the total reached
#   FAIL        no die is left and the total cannot be stopped at: the turn has failed
# A chance outcome is the multiset of the dice rolled: 4 bits for the count of each face, face 0 the lowest.
cdef enum:
    ROLL_ON = 0
    STOP = 8
    FAIL = 16


cdef struct TurnPart:               # the last fields of such a game's struct, without padding
    uint8_t seats
    uint8_t turn                    # the seat to move; at the end the last that moved
    uint8_t phase
    uint8_t aside[6]                # dice set aside in this turn, of each face; zero at the end
    uint8_t roll[6]                 # dice of the last roll, of each face; zero except in PHASE_CHOOSE


cdef inline int total_outcome(int total, int lowest, int highest) noexcept nogil:
    """The number of the outcome of a turn that stops at a total with a worm aside.

    The totals from lowest to highest come first, then any higher total, then failure. A lower total is a
    failure.
    """
    if total < lowest:
        return highest - lowest + 2
    return (total if total <= highest else highest + 1) - lowest


cdef inline int action_face(action_t action) noexcept nogil:
    return <int>(action & 7)


cdef inline int outcome_count(action_t outcome, int face) noexcept nogil:
    """The number of dice of a chance outcome that show a face."""
    return <int>((outcome >> (4 * face)) & 15)


cdef inline int count_dice(const uint8_t* dice) noexcept nogil:
    return dice[0] + dice[1] + dice[2] + dice[3] + dice[4] + dice[5]


cdef inline int used_faces(const uint8_t* dice) noexcept nogil:
    """The faces shown by at least one die, as bits."""
    cdef int used = 0
    cdef int face
    for face in range(FACES):
        used |= (dice[face] > 0) << face
    return used
