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
from solver.search.proof cimport Child, Node, Siblings

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


cdef struct Turn:                # what the destinations of one turn share, laid over Siblings
    uint64_t high                # of the hash, without the word that holds the outlaw
    uint64_t low
    uint64_t spot
    uint64_t place               # that word, without the outlaw
    uint64_t dominance


cdef inline bint same_turn(const Node* a, const Node* b) noexcept nogil:
    """Whether two positions differ at most in the outlaw."""
    cdef uint64_t difference = (a.word[6] ^ b.word[6]) & ~(<uint64_t>0xFF << 48)
    cdef int i
    for i in range(6):
        difference |= a.word[i] ^ b.word[i]
    return (difference | (a.word[7] ^ b.word[7])) == 0


cdef inline uint64_t spread(uint64_t herd) noexcept nogil:
    """Nibbles moved to the dominance fields of their colours."""
    return (herd & 0xF | (herd & 0xF0) << (FIELD - 4) | (herd & 0xF00) << 2 * (FIELD - 4)
            | (herd & 0xF000) << 3 * (FIELD - 4))


cdef inline void add_word(Turn* turn, int at, uint64_t word) noexcept nogil:
    multiply_add(&turn.high, &turn.low, KEYS[0][at], KEYS[1][at], word)
    turn.spot += KEYS[2][at] * (word ^ (word >> 32))


cdef inline void begin_turn(const Packed* p, Turn* turn) noexcept nogil:
    cdef uint64_t words[2]
    cdef uint64_t fields, classes = 0, gone = 0, counted
    cdef uint32_t board = p.board
    cdef int c, mine, theirs, limit
    # a colour counts while any of it lies on the board
    counted = 15 * <uint64_t>((board | board >> 1 | board >> 2 | board >> 3) & 0x1111)
    if p.rattlesnakes or p.ambushes:
        limit = p.rattlesnakes + 2 * p.ambushes
        for c in range(4):
            mine = nibble(p.mine, c)
            theirs = nibble(p.theirs, c)
            if p.rattlesnakes:
                classes |= <uint64_t>(mine if mine <= limit else 15) << (8 * c)
                classes |= <uint64_t>(theirs if theirs <= limit else 15) << (8 * c + 4)
                counted |= <uint64_t>15 << (4 * c)
            elif mine + limit >= 9 or theirs + limit >= 9:
                counted |= <uint64_t>15 << (4 * c)
            gone |= <uint64_t>(9 - mine - theirs - nibble(board, c)) << (4 * c)
        gone &= counted
    fields = spread(0x1111) * 16
    fields += spread(p.mine & counted) - spread(p.theirs & counted)
    turn.high = KEYS[0][7]                          # the family's additive constant
    turn.low = KEYS[1][7]
    turn.spot = 0
    memcpy(&words[0], &p.cattle[0], 16)
    add_word(turn, 0, words[0])
    add_word(turn, 1, words[1])
    add_word(turn, 3, p.tokens)
    if classes:
        add_word(turn, 4, classes)
    if p.ambushes or p.phase == P_DRAW or p.phase == P_START:
        add_word(turn, 5, <uint64_t>p.my_nuggets | <uint64_t>p.their_nuggets << 32)
        add_word(turn, 6, <uint64_t>p.worth << 16 | p.starts)
    elif p.tokens & <uint64_t>0x888888888:
        add_word(turn, 6, <uint64_t>p.worth << 16)
    turn.place = (<uint64_t>p.cattle[8] | <uint64_t>p.phase << 20
                  | <uint64_t>p.steps << 22 | <uint64_t>p.chance << 26
                  | <uint64_t>p.my_bar << 28 | <uint64_t>p.their_bar << 32 | gone << 40)
    turn.dominance = fields | <uint64_t>(p.gold + 512) << GOLD_AT


cdef void identify(Child* child, const Child* before, Siblings* shared) noexcept nogil:
    """Fill `key`, `spot` and `dominance` of a child from its node."""
    cdef Turn* turn = <Turn*> shared
    cdef Turn full
    cdef const Packed* p = <const Packed*> &child.node
    if before == NULL or not same_turn(&before.node, &child.node):
        begin_turn(p, turn)
    full = turn[0]
    add_word(&full, 2, turn.place | <uint64_t>p.outlaw << 16)
    child.key = full.high
    child.spot = full.spot ^ (full.spot >> 29)
    child.dominance = full.dominance


cdef uint32_t likeness(const Node* node) noexcept nogil:
    """Hash of the outlaw's place and the cattle there, the occupied squares, and roughly the cattle left."""
    cdef const Packed* p = <const Packed*> node
    cdef uint32_t board = p.board
    cdef uint64_t cattle = (board & 15) + (board >> 4 & 15) + (board >> 8 & 15) + (board >> 12)
    cdef uint64_t under = p.cattle[p.outlaw] if p.outlaw != NOWHERE else 0      # no start is chosen yet
    cdef uint64_t hash = under | p.outlaw << 16 | <uint64_t>p.occupied << 24 | cattle >> 2 << 40
    return <uint32_t>(hash * <uint64_t>0x9E3779B97F4A7C15 >> 40)
