# 6 nimmt!, part of rules.pyx: sets of cards, and which cards lie where.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from solver.rng cimport rng_below, rng_t

# --- tables -------------------------------------------------------------------------------------------------

cdef uint8_t BITS[256][8]           # the bits set in a byte, ascending
cdef uint8_t BIT_COUNT[256]


cdef void fill_heads() noexcept nogil:
    cdef int i
    for i in range(128):
        HEADS_OF[i] = 1
        if i % 5 == 0:
            HEADS_OF[i] = 2
        if i % 10 == 0:
            HEADS_OF[i] = 3
        if i % 11 == 0:
            HEADS_OF[i] = 5
        if i == 55:
            HEADS_OF[i] = 7
        if i == 0 or i > CARDS:
            HEADS_OF[i] = 0


cdef void fill_bits() noexcept nogil:
    cdef int i, bit, n
    for i in range(256):
        n = 0
        for bit in range(8):
            BITS[i][bit] = 0
        for bit in range(8):
            if (i >> bit) & 1:
                BITS[i][n] = <uint8_t>bit
                n += 1
        BIT_COUNT[i] = <uint8_t>n


fill_heads()
fill_bits()


# --- cards --------------------------------------------------------------------------------------------------

cdef int list_cards(uint64_t low, uint64_t high, uint8_t* out) noexcept nogil:
    """Write the cards of a set, ascending; returns how many. Writes up to 8 bytes more than that."""
    cdef uint64_t word, part
    cdef int n = 0
    cdef int base = 0
    cdef int half
    for half in range(2):
        word = high if half else low
        base = 64 * half
        while word:
            memcpy(&part, BITS[word & 255], 8)
            part += base * <uint64_t>0x0101010101010101
            memcpy(out + n, &part, 8)
            n += BIT_COUNT[word & 255]
            word >>= 8
            base += 8
    return n


cdef void deck_cards(const NimmtStruct* s, uint64_t* out) noexcept nogil:
    """The set of all cards in the deck."""
    cdef int top = deck_size(s)
    out[0] = ~<uint64_t>1
    out[1] = 0
    if top < 63:
        out[0] = (<uint64_t>1 << (top + 1)) - 2
    elif top > 63:
        out[1] = (<uint64_t>1 << (top - 63)) - 1


cdef void unknown_cards(const NimmtStruct* s, uint64_t* out) noexcept nogil:
    """The cards of unknown place. On a truth: those that no seat holds."""
    cdef int seat
    deck_cards(s, out)
    out[0] &= ~s.seen[0]
    out[1] &= ~s.seen[1]
    for seat in range(s.seats):
        out[0] &= ~s.hand[seat][0]
        out[1] &= ~s.hand[seat][1]
        if s.phase == PHASE_REVEAL and s.chosen[seat] != HIDDEN:
            drop(out, s.chosen[seat])


cdef inline int draft_first(const NimmtStruct* s) noexcept nogil:
    """[tactical]: the seat that drafts first in this round."""
    return (s.round - 1) % s.seats


cdef int hand_size(const NimmtStruct* s, int seat) noexcept nogil:
    """The number of cards that a seat holds, known or not; a commitment counts until it is revealed."""
    cdef int n
    if s.phase == PHASE_PLAY or s.phase == PHASE_REVEAL:
        return HAND - s.trick
    if s.phase == PHASE_ROW:
        return HAND - 1 - s.trick
    if s.phase == PHASE_DEAL:
        n = s.dealt - DEALT_TO_ROWS - HAND * seat
        return 0 if n < 0 else HAND if n > HAND else n
    if s.phase == PHASE_DRAFT:
        seat = (seat - draft_first(s) + s.seats) % s.seats
        return (s.dealt + s.seats - 1 - seat) // s.seats
    return 0


cdef inline int random_card(const uint64_t* cards, rng_t* rng) noexcept nogil:
    """A random card of a set that is not empty."""
    cdef uint8_t found[112]
    cdef int n = list_cards(cards[0], cards[1], found)
    return found[rng_below(rng, n)]
