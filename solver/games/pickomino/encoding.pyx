"""Pickomino for learning programs: numbered actions, and the position as a vector."""

from solver.encoding import Block

from solver.encoding cimport Encoding, EncodingPlug, share
from solver.game cimport Rules, State
from solver.games.common.dice cimport TurnPart
from solver.games.common.dice_encoding cimport (
    DICE_ACTIONS,
    DICE_FEATURES,
    dice_action,
    dice_number,
    write_turn,
)
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
    write_turn(<const TurnPart*>&s.seats, seat, out + s.seats)


cdef Encoding ENCODING
ENCODING.actions = DICE_ACTIONS
ENCODING.open_points = True
ENCODING.features = features
ENCODING.observe = observe
ENCODING.number = dice_number
ENCODING.action = dice_action


cdef class PickominoEncoding(EncodingPlug):
    """Encoding of Pickomino. Action 3 x face sets the face aside and rolls on, + 1 stops, + 2 fails."""

    def __cinit__(self):
        self.table = &ENCODING

    cdef const Rules* rules(self, State state) except NULL:
        if state.rules != &PICKOMINO:
            raise ValueError("this encoding is of positions of Pickomino")
        return state.rules

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
            Block("aside", (6,), "dice set aside, of each face, of 8; the worm is the last"),
            Block("roll", (6,), "dice of the roll, of each face, of 8"),
            Block("turn", (seats,), "1 for the seat whose turn it is"),
        )
