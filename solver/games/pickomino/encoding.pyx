"""Pickomino for learning programs: numbered actions, and the position as a vector."""

from solver.encoding import Block
from solver.games.common.dice import turn_blocks

from solver.encoding cimport Encoding, EncodingPlug, share
from solver.game cimport State
from solver.games.common.dice_encoding cimport DICE_FEATURES, dice_encoding, write_turn
from solver.games.pickomino.rules cimport GRILL, PICKOMINO, STACK, TILES, TURNED, PickominoStruct, points

cdef enum:
    MOST_WORMS = 40                     # on all tiles


cdef int features(const void* state) noexcept nogil:
    cdef int seats = (<const PickominoStruct*>state).seats
    return TILES * (seats + 3) + 2 * seats + DICE_FEATURES


cdef void observe(const void* state, int seat, float* out) noexcept nogil:
    cdef const PickominoStruct* s = <const PickominoStruct*>state
    cdef int tile, owner, i
    for tile in range(TILES):
        out[0] = s.tile[tile] == GRILL
        out[1] = s.tile[tile] == TURNED
        if s.tile[tile] >= STACK:
            owner = s.tile[tile] - STACK
            out[2] = s.top[owner] == tile + 1
            out[3 + (owner + s.seats - seat) % s.seats] = 1
        out += 3 + s.seats
    for i in range(s.seats):
        out[i] = share(points(s, (seat + i) % s.seats), MOST_WORMS)
    write_turn(&s.seats, seat, out + s.seats)


cdef Encoding ENCODING = dice_encoding(&PICKOMINO, features, observe)


cdef class PickominoEncoding(EncodingPlug):
    """Encoding of Pickomino; the worm is face 5. Action numbers: solver/games/common/dice_encoding.pxd."""

    def __cinit__(self):
        self.table = &ENCODING

    def blocks(self, State state):
        self.rules(state)
        seats = state.num_players()
        return (
            Block(
                "tiles",
                (TILES, 3 + seats),
                "of each tile: 1 if it is open on the grill, face down, on top of a stack; then 1 for"
                " the stack's seat",
            ),
            Block("worms", (seats,), f"worms of each seat, of {MOST_WORMS}"),
            *turn_blocks(seats),
        )
