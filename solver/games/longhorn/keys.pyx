"""Keys and dominance of Longhorn's positions in the proof search.

Keys merge positions that differ only in what cannot matter:

* the side to move is always "mine", so positions with exchanged roles share a key;
* herds enter by their difference alone, as dominance fields, while neither a Rattlesnake
  nor an Ambush lies on the board; with one, what else it can see enters the key;
* the memory of dangerous squares counts only while the danger lies there;
* nuggets count by their balance unless an Ambush lies on the board or a draw is due.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from solver.games.longhorn.packed cimport NOWHERE, P_DRAW, P_START, Packed, nibble
from solver.portable cimport multiply_add
from solver.search.proof cimport Child, Node

cdef uint64_t KEYS[3][8]         # random multipliers: high and low half for the key, one for the spot


def _draw_keys():
    cdef int i, n
    state = 0x4C6F6E67686F726E
    for i in range(3):
        for n in range(8):
            state = (state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
            mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
            KEYS[i][n] = (mixed ^ (mixed >> 31)) | (i == 2)


_draw_keys()


cdef void identify(Child* child) noexcept nogil:
    """Fill `key`, `spot` and `dominance` of a child from its node."""
    cdef const Packed* p = <const Packed*> &child.node
    cdef uint64_t words[7]
    cdef int used = 5
    cdef uint64_t high = KEYS[0][7]                 # the family's additive constant
    cdef uint64_t low = KEYS[1][7]
    cdef uint64_t spot = 0
    cdef uint64_t fields = 0
    cdef uint64_t classes = 0
    cdef uint64_t gone = 0
    cdef int c, mine, theirs, board, limit, difference
    cdef int live = p.rattlesnakes + p.ambushes
    memcpy(&words[0], &p.cattle[0], 16)
    limit = p.rattlesnakes + 2 * p.ambushes
    for c in range(4):
        mine = nibble(p.mine, c)
        theirs = nibble(p.theirs, c)
        board = nibble(p.board, c)
        difference = mine - theirs
        if live:
            gone |= <uint64_t>(9 - mine - theirs - board) << (4 * c)
            if p.rattlesnakes:
                classes |= <uint64_t>(mine if mine <= limit else 15) << (8 * c)
                classes |= <uint64_t>(theirs if theirs <= limit else 15) << (8 * c + 4)
            elif board == 0 and mine + 2 * p.ambushes < 9 and theirs + 2 * p.ambushes < 9:
                difference = 0
                gone &= ~(<uint64_t>15 << (4 * c))
        elif board == 0:
            difference = 0
        fields |= <uint64_t>(difference + 16) << (FIELD * c)
    if p.ambushes or p.phase == P_DRAW or p.phase == P_START:
        words[5] = <uint64_t>p.my_nuggets | <uint64_t>p.their_nuggets << 32
        words[6] = <uint64_t>p.worth << 16 | p.starts
        used = 7
    elif p.tokens & <uint64_t>0x888888888:
        words[5] = 0
        words[6] = <uint64_t>p.worth << 16
        used = 7
    words[2] = (<uint64_t>p.cattle[8] | <uint64_t>p.outlaw << 16 | <uint64_t>p.phase << 20
                | <uint64_t>p.steps << 22 | <uint64_t>p.chance << 26
                | <uint64_t>p.my_bar << 28 | <uint64_t>p.their_bar << 32 | gone << 40)
    words[3] = p.tokens
    words[4] = classes
    for c in range(used):
        multiply_add(&high, &low, KEYS[0][c], KEYS[1][c], words[c])
        spot += KEYS[2][c] * (words[c] ^ (words[c] >> 32))
    child.key = high
    child.spot = spot ^ (spot >> 29)
    child.dominance = fields | <uint64_t>(p.gold + 512) << GOLD_AT


cdef uint32_t likeness(const Node* node) noexcept nogil:
    """Hash of the outlaw's place and the cattle there, the occupied squares, and roughly the cattle left."""
    cdef const Packed* p = <const Packed*> node
    cdef uint32_t board = p.board
    cdef uint64_t cattle = (board & 15) + (board >> 4 & 15) + (board >> 8 & 15) + (board >> 12)
    cdef uint64_t under = p.cattle[p.outlaw] if p.outlaw != NOWHERE else 0      # no start is chosen yet
    cdef uint64_t hash = under | p.outlaw << 16 | <uint64_t>p.occupied << 24 | cattle >> 2 << 40
    return <uint32_t>(hash * <uint64_t>0x9E3779B97F4A7C15 >> 40)
