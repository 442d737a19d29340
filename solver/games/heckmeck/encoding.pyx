"""Heckmeck for learning programs: numbered actions, and the position as a vector."""

from solver.encoding import Block
from solver.games.common.dice import turn_blocks

from solver.encoding cimport Encoding, EncodingPlug, share
from solver.game cimport State
from solver.games.common.dice_encoding cimport DICE_FEATURES, dice_encoding, write_turn
from solver.games.heckmeck.rules cimport HECKMECK, ONE, SNAIL, SPACES, TWO, HeckmeckStruct

cdef enum:
    MOST_WORMS = 50
    MOST = 10                           # plates, snails, worms of a space


cdef int features(const void* state) noexcept nogil:
    cdef int seats = (<const HeckmeckStruct*>state).seats
    return SPACES * (seats + 2) + 4 * seats + 1 + DICE_FEATURES


cdef void observe(const void* state, int seat, float* out) noexcept nogil:
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef int space, there, i, other
    for space in range(SPACES):
        there = s.space[space]
        out[0] = there == SNAIL
        if there >= ONE:
            other = (there - TWO) if there >= TWO else (there - ONE)
            out[1 + (other + s.seats - seat) % s.seats] = 1.0 if there >= TWO else 0.5
        out += 1 + s.seats
    for space in range(SPACES):
        out[space] = share(s.ladder[space], MOST)
    out += SPACES
    for i in range(s.seats):
        other = (seat + i) % s.seats
        out[i] = share(s.worms[other], MOST_WORMS)
        out[s.seats + i] = share(s.plates[other], MOST)
        out[2 * s.seats + i] = share(s.snails[other], MOST)
    out += 3 * s.seats
    out[0] = share(s.supply, MOST)
    write_turn(&s.seats, seat, out + 1)


cdef Encoding ENCODING = dice_encoding(&HECKMECK, features, observe)


cdef class HeckmeckEncoding(EncodingPlug):
    """Encoding of Heckmeck; the worm is face 4. Action numbers: solver/games/common/dice_encoding.pxd."""

    def __cinit__(self):
        self.table = &ENCODING

    def blocks(self, State state):
        self.rules(state)
        seats = state.num_players()
        return (
            Block(
                "spaces",
                (SPACES, 1 + seats),
                "of each space: 1 for a snail; then half its plates of each seat",
            ),
            Block("ladder", (SPACES,), f"worms printed on each space, of {MOST}"),
            Block("worms", (seats,), f"worms of each seat, of {MOST_WORMS}, at most 1"),
            Block("plates", (seats,), f"plates in the hand of each seat, of {MOST}"),
            Block("snails", (seats,), f"snails of each seat, of {MOST}"),
            Block("supply", (1,), f"snails beside the grill, of {MOST}"),
            *turn_blocks(seats),
        )
