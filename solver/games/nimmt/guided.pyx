"""Informed playouts of 6 nimmt!: cards chosen by their expected cost in this trick, with some noise.

The criteria are those of the hand-made player (greedy.pyx), in integers and from tables for speed. The cost
of a card is the chance that the others fill exactly the room between the end of its row and the card, times
the heads that then lie there, minus a share of the card's usual cost. A card below all ends costs the
cheapest row unless another card is lower. The others may play any card not yet shown, so a playout uses no
more than a player would know, although all hands lie open in its world. A random amount blurs each cost, and
the cheapest card is played.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memmove

from solver.games.nimmt.rounds cimport (
    Round,
    round_close,
    round_find,
    round_open,
    round_place,
    round_play,
)
from solver.games.nimmt.rules cimport (
    CARDS,
    HAND,
    NIMMT,
    PHASE_PLAY,
    ROW_FULL,
    ROWS,
    NimmtStruct,
    deck_cards,
)
from solver.games.nimmt.usual cimport AHEAD, PARTS, USUAL
from solver.rng cimport rng_next, rng_t

cdef enum:
    SHARES = 128                    # steps of a share of the cards, in RISK
    MEAN_CARD = 421                 # heads of a card on average: 171 / 104


cdef int BLUR = HEAD                # largest blur of a cost
cdef uint8_t BELOW[256][8]          # bits set in a byte below each place
cdef int RISK[10][6][129]           # [others][room][share]: chance that exactly `room` play such a card


cdef void fill_tables() noexcept nogil:
    cdef int i, j, bit, others, room, seats, _
    cdef double p, value
    for i in range(256):
        j = 0
        for bit in range(8):
            BELOW[i][bit] = <uint8_t>j
            j += (i >> bit) & 1
    for others in range(10):
        for room in range(ROW_FULL + 1):
            for i in range(SHARES + 1):
                p = <double>i / SHARES
                value = 1.0 if room <= others else 0.0
                for j in range(room):
                    value *= p * (others - j) / (j + 1)
                for _ in range(others - room):
                    value *= 1.0 - p
                RISK[others][room][i] = <int>((1 << CERTAIN_BITS) * value + 0.5)
    for seats in range(2, 11):
        for i in range(1, CARDS + 1):
            AWKWARD[seats][0][i] = <int>(HEAD * AHEAD[seats] * USUAL[seats][(i - 1) * PARTS // CARDS])
            if i <= HAND * seats + ROWS:
                AWKWARD[seats][1][i] = <int>(
                    HEAD * AHEAD[seats] * USUAL[seats][(i - 1) * PARTS // (HAND * seats + ROWS)])


fill_tables()


cdef int count_below(const uint64_t* cards, uint8_t* below) noexcept nogil:
    cdef int block
    cdef int count = 0
    cdef uint64_t part, byte
    for block in range(16):
        byte = (cards[block >> 3] >> (8 * (block & 7))) & 255
        memcpy(&part, BELOW[byte], 8)
        part += count * <uint64_t>0x0101010101010101
        memcpy(below + 8 * block, &part, 8)
        count += BELOW[byte][7] + <int>(byte >> 7)
    return count


cdef void look(Trick* t, const Round* r, const uint64_t* unseen) noexcept nogil:
    """Fill the trick's tables before its cards are chosen."""
    cdef int row
    cdef int count = count_below(unseen, t.below)
    t.scale = 0
    if count > r.left:
        t.scale = (<uint64_t>SHARES << 32) // <uint64_t>(count - r.left)
    t.weight[UNDERCUT] = r.sum[0] * HEAD
    for row in range(ROWS):
        t.end_below[row] = t.below[r.end[row]]
        t.weight[row] = r.sum[row] * HEAD + (ROW_FULL - r.length[row]) * MEAN_CARD
        t.risk[row] = RISK[r.seats - 1][ROW_FULL - r.length[row]]
        if r.sum[row] * HEAD < t.weight[UNDERCUT]:
            t.weight[UNDERCUT] = r.sum[row] * HEAD
    t.end_below[UNDERCUT] = 0
    t.risk[UNDERCUT] = RISK[r.seats - 1][0]


cdef inline int pick(const Trick* t, const Round* r, int seat, const int* awkward, rng_t* rng) noexcept nogil:
    """The index, in the ascending hand, of the card that a seat plays."""
    cdef Run run = Run(-1, 0)
    cdef int i, card, cost
    cdef int lowest = 0x7FFFFFFF
    cdef uint64_t pool = 0
    for i in range(r.left):
        card = r.hand[seat][i]
        cost = card_cost(t, r, &run, i, card)
        if i & 3 == 0:
            pool = rng_next(rng)
        cost += (BLUR * <int>(pool & 0xFFFF)) >> 16
        pool >>= 16
        cost = (cost - awkward[card]) * 16 + i
        lowest = cost if cost < lowest else lowest
    return lowest & 15


cdef void unseen_cards(const NimmtStruct* s, uint64_t* out) noexcept nogil:
    """The cards of the deck that were never shown in this round."""
    deck_cards(s, out)
    out[0] &= ~s.seen[0]
    out[1] &= ~s.seen[1]


cdef int guided_round(NimmtStruct* s, rng_t* rng) noexcept nogil:
    """The rest of a round, from PHASE_PLAY on, all at once; returns the number of plies."""
    cdef Round r
    cdef Trick t
    cdef uint64_t[2] unseen
    cdef int seat, i
    cdef const int* awkward = AWKWARD[s.seats][s.small]
    unseen_cards(s, unseen)
    round_open(&r, s)
    while r.left > 0:
        if s.committed + 1 != 1 << s.seats:
            look(&t, &r, unseen)
        for seat in range(r.seats):
            if (s.committed >> seat) & 1:
                i = round_find(&r, seat, s.chosen[seat])
            else:
                i = pick(&t, &r, seat, awkward, rng) if r.left > 1 else 0
                r.plies += 1
            round_play(&r, s, seat, r.hand[seat][i])
            memmove(&r.hand[seat][i], &r.hand[seat][i + 1], r.left - 1 - i)
        unseen[0] &= ~r.low
        unseen[1] &= ~r.high
        s.committed = 0
        round_place(&r, s)
    round_close(&r, s)
    return r.plies


cdef void guided_card(NimmtStruct* s, rng_t* rng) noexcept nogil:
    """PHASE_PLAY: the first seat that owes a card commits one."""
    cdef Round r
    cdef Trick t
    cdef uint64_t[2] unseen
    cdef int i = 0
    cdef int seat = 0
    while (s.committed >> seat) & 1:
        seat += 1
    round_open(&r, s)
    if r.left > 1:
        unseen_cards(s, unseen)
        look(&t, &r, unseen)
        i = pick(&t, &r, seat, AWKWARD[s.seats][s.small], rng)
    NIMMT.apply(s, seat, r.hand[seat][i])


cdef int nimmt_guided(void* state, rng_t* rng, int plies) noexcept nogil:
    """A rollout whose cards are chosen by cost; with two seats, a plain rollout."""
    cdef NimmtStruct* s = <NimmtStruct*>state
    cdef int count = 0
    if s.seats == 2:                # random cards measured better there
        return NIMMT.rollout(s, rng, plies)
    while count < plies and not NIMMT.horizon(s):
        if s.phase != PHASE_PLAY:
            count += NIMMT.rollout(s, rng, 1)
        elif plies - count >= (HAND - s.trick) * (s.seats + 1):
            count += guided_round(s, rng)
        else:
            guided_card(s, rng)
            count += 1
    return count
