"""Heckmeck for learning programs: numbered actions, and the position as a vector."""

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
    write_turn(<const TurnPart*>&s.seats, seat, out + 1)


cdef Encoding ENCODING
ENCODING.actions = DICE_ACTIONS
ENCODING.open_points = True
ENCODING.features = features
ENCODING.observe = observe
ENCODING.number = dice_number
ENCODING.action = dice_action


cdef class HeckmeckEncoding(EncodingPlug):
    """Encoding of Heckmeck. Action 3 x face sets the face aside and rolls on, + 1 stops, + 2 fails."""

    def __cinit__(self):
        self.table = &ENCODING

    cdef const Rules* rules(self, State state) except NULL:
        if state.rules != &HECKMECK:
            raise ValueError("this encoding is of positions of Heckmeck")
        return state.rules

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
            Block("aside", (6,), "dice set aside, of each face, of 8; the worm is the fifth"),
            Block("roll", (6,), "dice of the roll, of each face, of 8"),
            Block("turn", (seats,), "1 for the seat whose turn it is"),
        )
