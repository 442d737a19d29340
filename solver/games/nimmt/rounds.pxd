"""The rest of a round played at once, shared by all playouts whichever cards they choose.

A `Round` holds a trick's data in its fastest form. The struct receives the cards played along the way and
the results at the end.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from solver.games.nimmt.rules cimport (
    HAND,
    HEADS_OF,
    NO_ROW,
    OPEN,
    ROW_FULL,
    ROWS,
    NimmtStruct,
    end_round,
    row_end,
    row_heads,
)
from solver.portable cimport lowest_bit
from solver.rng cimport rng_below, rng_t


cdef struct Round:
    uint8_t hand[10][16]            # the cards that each seat still holds, in the first `left` places
    uint8_t owner[128]              # of each card of this trick
    int end[4]
    int length[4]
    int sum[4]                      # heads in each row
    int heads[16]                   # of each seat
    int seats
    int left                        # cards of each seat before this trick
    int trick
    int plies
    uint64_t low                    # the cards of this trick
    uint64_t high


cdef inline int draw_small(uint64_t* pool, rng_t* rng, uint32_t n) noexcept nogil:
    """A number of 0 .. n-1 (n at most 104), equally likely each, from 16 bits of a pool of random ones."""
    cdef uint32_t product = <uint32_t>(pool[0] & 0xFFFF) * n
    cdef uint32_t rest = product & 0xFFFF
    pool[0] >>= 16
    if rest < n and rest < 65536 % n:
        return rng_below(rng, n)
    return product >> 16


cdef inline void round_open(Round* r, const NimmtStruct* s) noexcept nogil:
    """Read a truth in PHASE_PLAY; the cards lie in each hand ascending."""
    cdef int seat, row, i
    cdef uint64_t word
    r.seats = s.seats
    r.left = HAND - s.trick
    r.trick = s.trick
    r.plies = 0
    r.low = 0
    r.high = 0
    for seat in range(r.seats):
        i = 0
        word = s.hand[seat][0]
        while word:
            r.hand[seat][i] = <uint8_t>lowest_bit(word)
            word &= word - 1
            i += 1
        word = s.hand[seat][1]
        while word:
            r.hand[seat][i] = <uint8_t>(64 + lowest_bit(word))
            word &= word - 1
            i += 1
        r.heads[seat] = s.heads[seat]
    for row in range(ROWS):
        r.end[row] = row_end(s, row)
        r.length[row] = s.length[row]
        r.sum[row] = row_heads(s, row)


cdef inline int round_find(const Round* r, int seat, int card) noexcept nogil:
    """The index of a held card in the seat's hand."""
    cdef int i = 0
    while r.hand[seat][i] != card:
        i += 1
    return i


cdef inline void round_play(Round* r, NimmtStruct* s, int seat, int card) noexcept nogil:
    """Record a card for this trick; the caller removes it from the hand."""
    cdef uint64_t bit = <uint64_t>1 << (card & 63)
    r.owner[card] = <uint8_t>seat
    s.played[r.trick][seat] = <uint8_t>card
    r.low |= bit & (<uint64_t>(card >> 6) - 1)
    r.high |= bit & (0 - <uint64_t>(card >> 6))


cdef inline int nearest_row(const int* end, int card) noexcept nogil:
    """The row with the highest end below a card, in the lowest two bits; above them how far below it is."""
    # an end above the card wraps to a distance above any real one
    cdef int best = ((card - end[0]) & 255) << 2
    cdef int other = ((card - end[1]) & 255) << 2 | 1
    best = other if other < best else best
    other = ((card - end[2]) & 255) << 2 | 2
    best = other if other < best else best
    other = ((card - end[3]) & 255) << 2 | 3
    return other if other < best else best


cdef inline void round_place(Round* r, NimmtStruct* s) noexcept nogil:
    """Place the cards of the trick; an undercutter takes the first row with the fewest heads."""
    cdef int i, card, row, best
    cdef uint64_t word
    r.left -= 1
    s.took[r.trick] = NO_ROW
    card = lowest_bit(r.low) if r.low else 64 + lowest_bit(r.high)
    if card < r.end[0] and card < r.end[1] and card < r.end[2] and card < r.end[3]:
        r.plies += 1
        best = 0
        for row in range(1, ROWS):
            if r.sum[row] < r.sum[best]:
                best = row
        s.took[r.trick] = <uint8_t>best
        r.heads[r.owner[card]] += r.sum[best]
        memset(s.row[best], 0, ROW_FULL)
        s.row[best][0] = <uint8_t>card
        r.end[best] = card
        r.length[best] = 1
        r.sum[best] = HEADS_OF[card]
        if r.low:
            r.low &= r.low - 1
        else:
            r.high &= r.high - 1
    for i in range(2):
        word = r.high if i else r.low
        while word:
            card = 64 * i + lowest_bit(word)
            word &= word - 1
            row = nearest_row(r.end, card) & 3
            if r.length[row] == ROW_FULL:
                r.heads[r.owner[card]] += r.sum[row]
                memset(s.row[row], 0, ROW_FULL)
                r.length[row] = 0
                r.sum[row] = 0
            s.row[row][r.length[row]] = <uint8_t>card
            r.length[row] += 1
            r.sum[row] += HEADS_OF[card]
            r.end[row] = card
    r.low = 0
    r.high = 0
    r.trick += 1


cdef inline void round_close(const Round* r, NimmtStruct* s) noexcept nogil:
    """Write the end of the round."""
    cdef int seat, row
    for row in range(ROWS):
        s.length[row] = <uint8_t>r.length[row]
    for seat in range(r.seats):
        s.heads[seat] = <uint8_t>r.heads[seat]
        s.seen[0] |= s.hand[seat][0]
        s.seen[1] |= s.hand[seat][1]
    memset(s.hand, 0, sizeof(s.hand))
    memset(s.chosen, OPEN, sizeof(s.chosen))
    s.trick = HAND
    end_round(s)
