"""6 nimmt!'s rules at C level: commitments, placing, chance, results, views, random play.

The ids in square brackets are those of the rulings in docs/games/nimmt.md.
"""

from libc.math cimport erf, sqrt
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from solver.game cimport (
    CHANCE,
    NOBODY,
    POINTS,
    RANK,
    SIMULTANEOUS,
    TERMINAL,
    UNSEEN,
    action_t,
)
from solver.games.nimmt.rounds cimport (
    Round,
    draw_small,
    round_close,
    round_find,
    round_open,
    round_place,
    round_play,
)
from solver.rng cimport rng_below, rng_next, rng_t

cdef enum:
    BEFORE = 0x7FFFFFFF             # plies: more than any game has
    DEALT_TO_ROWS = ROWS            # the first cards of a deal begin the rows
    POINTS_SCALE = 40               # heads: so great a lead over the mean of the others is worth 1
    STEPS = 512                     # of the table WINNING
    STEPS_A_DEVIATION = 128

# --- tables -------------------------------------------------------------------------------------------------

cdef uint8_t BITS[256][8]           # the bits set in a byte, ascending
cdef uint8_t BIT_COUNT[256]
cdef double WINNING[512]            # P(ahead at the end) - P(behind), leads in 1/128 deviations


cdef void fill_tables() noexcept nogil:
    cdef int i, bit, n
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
    for i in range(256):
        n = 0
        for bit in range(8):
            BITS[i][bit] = 0
        for bit in range(8):
            if (i >> bit) & 1:
                BITS[i][n] = <uint8_t>bit
                n += 1
        BIT_COUNT[i] = <uint8_t>n
    for i in range(STEPS):
        WINNING[i] = erf(i / (STEPS_A_DEVIATION * sqrt(2.0)))


fill_tables()


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


# --- placing ------------------------------------------------------------------------------------------------

cdef int row_for(const NimmtStruct* s, int card) noexcept nogil:
    """[place]: the row with the highest end below the card; -1 when it undercuts all."""
    cdef int best = -1
    cdef int end = 0
    cdef int row
    for row in range(ROWS):
        if row_end(s, row) < card and row_end(s, row) > end:
            best = row
            end = row_end(s, row)
    return best


cdef inline void take_row(NimmtStruct* s, int seat, int row, int card) noexcept nogil:
    """[sixth], [undercut]: the row's cards go to the seat, its card starts the row in the same place."""
    s.heads[seat] = <uint8_t>(s.heads[seat] + row_heads(s, row))
    memset(s.row[row], 0, ROW_FULL)
    s.row[row][0] = <uint8_t>card
    s.length[row] = 1


cdef inline int lowest_seat(const NimmtStruct* s) noexcept nogil:
    """The seat with the lowest of the committed cards, all of which are known."""
    cdef int best = 0
    cdef int seat
    for seat in range(1, s.seats):
        if s.chosen[seat] < s.chosen[best]:
            best = seat
    return best


cdef void reveal(NimmtStruct* s) noexcept nogil:
    """All cards are in and known: they are shown, and placed unless the lowest undercuts [undercut]."""
    cdef int seat
    for seat in range(s.seats):
        drop(s.hand[seat], s.chosen[seat])
        put(s.seen, s.chosen[seat])
    seat = lowest_seat(s)
    if row_for(s, s.chosen[seat]) < 0:
        s.phase = PHASE_ROW
        s.turn = <uint8_t>seat
    else:
        place_all(s, NO_ROW)


cdef void choose_row(NimmtStruct* s, int row) noexcept nogil:
    """[undercut]: the undercutter takes the row that he has chosen; then all others place their cards."""
    take_row(s, s.turn, row, s.chosen[s.turn])
    place_all(s, row)


cdef void place_all(NimmtStruct* s, int taken) noexcept nogil:
    """[order]: the cards are placed, ascending, but for that of seat `turn` when it took the row `taken`."""
    cdef uint64_t cards[2]
    cdef uint8_t owner[128]
    cdef uint8_t order[24]
    cdef int seat, row, i, n, card
    cards[0] = 0
    cards[1] = 0
    for seat in range(s.seats):
        if taken == NO_ROW or seat != s.turn:
            put(cards, s.chosen[seat])
            owner[s.chosen[seat]] = <uint8_t>seat
    n = list_cards(cards[0], cards[1], order)
    for i in range(n):
        card = order[i]
        row = row_for(s, card)
        if s.length[row] == ROW_FULL:
            take_row(s, owner[card], row, card)
        else:
            s.row[row][s.length[row]] = <uint8_t>card
            s.length[row] = <uint8_t>(s.length[row] + 1)
    memcpy(s.played[s.trick], s.chosen, s.seats)
    s.took[s.trick] = <uint8_t>taken
    memset(s.chosen, OPEN, MOST_SEATS)
    s.committed = 0
    s.turn = 0
    s.trick = <uint8_t>(s.trick + 1)
    s.phase = PHASE_PLAY
    if s.trick == HAND:
        end_round(s)


cdef void end_round(NimmtStruct* s) noexcept nogil:
    """[end]: the end of the match is checked after a whole round only."""
    cdef int seat
    s.phase = PHASE_DEAL
    if s.target == 0:
        s.phase = PHASE_OVER
    for seat in range(s.seats):
        if s.total[seat] + s.heads[seat] >= s.target:
            s.phase = PHASE_OVER


cdef inline void clear_table(NimmtStruct* s) noexcept nogil:
    """Begin the next round: add up the heads of the last one and clear the table."""
    cdef int seat
    for seat in range(s.seats):
        s.total[seat] = <uint16_t>(s.total[seat] + s.heads[seat])
    s.round = <uint16_t>(s.round + 1)
    s.trick = 0
    s.base = 0
    s.seen[0] = 0
    s.seen[1] = 0
    memset(s.heads, 0, sizeof(s.heads))
    memset(s.row, 0, sizeof(s.row))
    memset(s.length, 0, sizeof(s.length))
    memset(s.first, 0, sizeof(s.first))
    memset(s.played, 0, sizeof(s.played))
    memset(s.took, NO_ROW, sizeof(s.took))


cdef inline void start_row(NimmtStruct* s, int row, int card) noexcept nogil:
    s.first[row] = <uint8_t>card
    s.row[row][0] = <uint8_t>card
    s.length[row] = 1
    put(s.seen, card)


# --- dealing ------------------------------------------------------------------------------------------------

cdef inline int deal_to(const NimmtStruct* s) noexcept nogil:
    """The receiver of the next card of the deal: a seat, or -1 for a row."""
    if s.dealt < DEALT_TO_ROWS:
        return -1
    return (s.dealt - DEALT_TO_ROWS) // HAND


cdef inline bint sees_deal(const NimmtStruct* s) noexcept nogil:
    """Whether the next card of the deal is seen here."""
    cdef int seat = deal_to(s)
    return seat < 0 or s.viewer < 0 or seat == s.viewer


cdef void apply_deal(NimmtStruct* s, int card) noexcept nogil:
    """The next card of the deal (UNSEEN: face down to another seat), or the open lay-out for a draft."""
    cdef int seat
    if s.dealt == 0:
        clear_table(s)
    if s.draft:
        s.phase = PHASE_DRAFT
        s.turn = <uint8_t>draft_first(s)
        return
    seat = deal_to(s)
    if seat < 0:
        start_row(s, s.dealt, card)
    elif card != UNSEEN:
        put(s.hand[seat], card)
    s.dealt = <uint8_t>(s.dealt + 1)
    if s.dealt == DEALT_TO_ROWS + HAND * s.seats:
        s.phase = PHASE_PLAY
        s.dealt = 0


cdef void apply_draft(NimmtStruct* s, int card) noexcept nogil:
    """[tactical]: an open card is taken; the last four start the rows, ascending."""
    cdef uint64_t left[2]
    cdef uint8_t cards[112]
    cdef int row
    put(s.hand[s.turn], card)
    s.dealt = <uint8_t>(s.dealt + 1)
    s.turn = <uint8_t>((s.turn + 1) % s.seats)
    if s.dealt == HAND * s.seats:
        unknown_cards(s, left)
        list_cards(left[0], left[1], cards)
        for row in range(ROWS):
            start_row(s, row, cards[row])
        s.phase = PHASE_PLAY
        s.dealt = 0
        s.turn = 0


# --- the table's functions ----------------------------------------------------------------------------------

cdef int nimmt_seats(const void* state) noexcept nogil:
    return (<const NimmtStruct*>state).seats


cdef int nimmt_actor(const void* state) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    if s.phase == PHASE_PLAY:
        return SIMULTANEOUS
    if s.phase == PHASE_ROW or s.phase == PHASE_DRAFT:
        return s.turn
    if s.phase == PHASE_OVER:
        return TERMINAL
    return CHANCE


cdef bint nimmt_owes(const void* state, int seat) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    if s.phase == PHASE_PLAY:
        return 0 <= seat < s.seats and not (s.committed >> seat) & 1
    return (s.phase == PHASE_ROW or s.phase == PHASE_DRAFT) and seat == s.turn


cdef int nimmt_legal(const void* state, int seat, action_t* out) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef uint64_t cards[2]
    cdef uint8_t found[112]
    cdef int i, n
    if not nimmt_owes(state, seat):
        return 0
    if s.phase == PHASE_ROW:
        for i in range(ROWS):
            out[i] = i
        return ROWS
    if s.phase == PHASE_DRAFT:
        unknown_cards(s, cards)
    elif s.viewer >= 0 and s.viewer != seat:
        out[0] = UNSEEN
        return 1
    else:
        memcpy(cards, s.hand[seat], sizeof(cards))
    n = list_cards(cards[0], cards[1], found)
    for i in range(n):
        out[i] = found[i]
    return n


cdef inline int next_hidden(const NimmtStruct* s) noexcept nogil:
    """PHASE_REVEAL: the seat whose card is shown next; -1 when none is hidden."""
    cdef int seat
    for seat in range(s.seats):
        if s.chosen[seat] == HIDDEN:
            return seat
    return -1


cdef void nimmt_apply(void* state, int seat, action_t action) noexcept nogil:
    cdef NimmtStruct* s = <NimmtStruct*>state
    if s.phase == PHASE_PLAY:
        s.chosen[seat] = HIDDEN
        if action != UNSEEN:
            s.chosen[seat] = <uint8_t>action
        s.committed = <uint16_t>(s.committed | 1 << seat)
        if s.committed + 1 == 1 << s.seats:
            if next_hidden(s) >= 0:
                s.phase = PHASE_REVEAL
            else:
                reveal(s)
    elif s.phase == PHASE_ROW:
        choose_row(s, <int>action)
    elif s.phase == PHASE_REVEAL:
        s.chosen[next_hidden(s)] = <uint8_t>action
        if next_hidden(s) < 0:
            reveal(s)
    elif s.phase == PHASE_DEAL:
        apply_deal(s, <int>action)
    elif s.phase == PHASE_DRAFT:
        apply_draft(s, <int>action)


cdef int chance_cards(const NimmtStruct* s, uint64_t* cards) noexcept nogil:
    """The cards that may come next in a deal or a reveal, all equally likely."""
    cdef int seat
    if s.phase == PHASE_REVEAL and s.draft:
        seat = next_hidden(s)
        cards[0] = s.hand[seat][0]
        cards[1] = s.hand[seat][1]
        return 0
    if s.phase == PHASE_DEAL and s.dealt == 0:
        deck_cards(s, cards)
        return 0
    unknown_cards(s, cards)
    return 0


cdef int nimmt_chance(const void* state, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """A card of the deal, or a hidden commitment, which may be any card of its owner's hand."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef uint64_t cards[2]
    cdef uint8_t found[112]
    cdef int i
    cdef int n = 1
    if s.phase != PHASE_DEAL and s.phase != PHASE_REVEAL:
        return 0
    if s.phase == PHASE_DEAL and s.draft:
        out[0] = 0
    elif s.phase == PHASE_DEAL and not sees_deal(s):
        out[0] = UNSEEN
    else:
        chance_cards(s, cards)
        n = list_cards(cards[0], cards[1], found)
        for i in range(n):
            out[i] = found[i]
    for i in range(n):
        num[i] = 1
    den[0] = n
    return n


cdef action_t nimmt_draw(const void* state, rng_t* rng) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef uint64_t cards[2]
    if s.phase == PHASE_DEAL and s.draft:
        return 0
    if s.phase == PHASE_DEAL and not sees_deal(s):
        return UNSEEN
    chance_cards(s, cards)
    return random_card(cards, rng)


cdef void by_rank(const int* points, int seats, double* out) noexcept nogil:
    """For each seat the share of the others with more points minus the share with fewer."""
    cdef int a, b
    cdef int beaten
    cdef double share = 1.0 / (seats - 1)
    for a in range(seats):
        beaten = 0
        for b in range(seats):
            beaten += (points[b] > points[a]) - (points[b] < points[a])
        out[a] = beaten * share


cdef inline void all_heads(const NimmtStruct* s, int* out) noexcept nogil:
    """The heads of each seat in all rounds so far."""
    cdef int seat
    for seat in range(s.seats):
        out[seat] = s.total[seat] + s.heads[seat]


cdef void nimmt_returns(const void* state, double* out) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int heads[10]
    if s.phase != PHASE_OVER:
        memset(out, 0, s.seats * sizeof(double))
        return
    all_heads(s, heads)
    by_rank(heads, s.seats, out)


cdef void nimmt_scores(const void* state, int64_t* out) noexcept nogil:
    """Heads; fewer are better."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int heads[10]
    cdef int seat
    all_heads(s, heads)
    for seat in range(s.seats):
        out[seat] = heads[seat]


cdef void nimmt_ranks(const void* state, int* out) noexcept nogil:
    """[end]: equal totals share the better rank."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int heads[10]
    cdef int a, b
    all_heads(s, heads)
    for a in range(s.seats):
        out[a] = 0
        if s.phase == PHASE_OVER:
            out[a] = 1
            for b in range(s.seats):
                if heads[b] < heads[a]:
                    out[a] += 1


cdef int nimmt_viewer(const void* state) noexcept nogil:
    return (<const NimmtStruct*>state).viewer


cdef void nimmt_view(const void* state, int seat, void* out) noexcept nogil:
    """Remove the other seats' dealt hands and their unrevealed commitments."""
    cdef NimmtStruct* s = <NimmtStruct*>out
    cdef int other
    memcpy(out, state, sizeof(NimmtStruct))
    if s.viewer >= 0:
        return
    s.viewer = <int8_t>seat
    for other in range(s.seats):
        if other != seat:
            if not s.draft:
                s.hand[other][0] = 0
                s.hand[other][1] = 0
            if s.phase == PHASE_PLAY and s.chosen[other] != OPEN:
                s.chosen[other] = HIDDEN


cdef void nimmt_resample(const void* view, int seat, rng_t* rng, void* out) noexcept nogil:
    """[public]: every unseen card is equally likely in every unseen place.

    A hidden commitment is any card of the hand with equal odds.
    """
    cdef NimmtStruct* s = <NimmtStruct*>out
    cdef uint8_t found[112]
    cdef uint64_t unknown[2]
    cdef uint64_t pool = 0
    cdef int other, i, j, n, size
    cdef int drawn = 0
    nimmt_view(view, seat, out)
    if not s.draft:
        unknown_cards(s, unknown)
        n = list_cards(unknown[0], unknown[1], found)
        for other in range(s.seats):
            if other == s.viewer:
                continue
            size = hand_size(s, other)
            if s.phase == PHASE_REVEAL and s.chosen[other] != HIDDEN:
                put(s.hand[other], s.chosen[other])
                size -= 1
            for i in range(size):
                if drawn & 3 == 0:
                    pool = rng_next(rng)
                j = draw_small(&pool, rng, n)
                drawn += 1
                put(s.hand[other], found[j])
                if i == 0 and s.chosen[other] == HIDDEN:
                    s.chosen[other] = found[j]
                n -= 1
                found[j] = found[n]
    for other in range(s.seats):
        if s.chosen[other] == HIDDEN:
            s.chosen[other] = <uint8_t>random_card(s.hand[other], rng)
    s.viewer = NOBODY
    if s.phase == PHASE_REVEAL:
        reveal(s)


# --- keys ---------------------------------------------------------------------------------------------------

cdef inline uint64_t mixed(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ word) * <uint64_t>0x9FB21C651E98DF25
    return h ^ (h >> 32)


cdef inline uint64_t mixed_words(uint64_t h, const void* data, int words) noexcept nogil:
    cdef const char* p = <const char*>data
    cdef uint64_t word
    cdef int i
    for i in range(words):
        memcpy(&word, p + 8 * i, 8)
        h = mixed(h, word)
    return h


cdef inline uint64_t finished(uint64_t h) noexcept nogil:
    h = (h ^ (h >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    h = (h ^ (h >> 27)) * <uint64_t>0x94D049BB133111EB
    return h ^ (h >> 31)


cdef uint64_t public_hash(const NimmtStruct* s) noexcept nogil:
    """The hash of the open position, without the history of who played what."""
    cdef uint64_t h = mixed_words(0x6E696D6D74, s, 11)              # up to `base`
    if s.draft:
        h = mixed_words(h, s.hand, 2 * s.seats)
    return h


cdef uint64_t chosen_hash(const NimmtStruct* s, uint64_t h, int seat) noexcept nogil:
    """`h` with the commitments that `seat` sees; NOBODY: the open ones; -2: all known here."""
    cdef uint8_t shown[16]
    cdef int other
    memset(shown, 0, sizeof(shown))
    for other in range(s.seats):
        shown[other] = s.chosen[other]
        if shown[other] != OPEN and seat != -2 and other != seat:
            if s.phase == PHASE_PLAY or (s.phase == PHASE_REVEAL and other == s.viewer):
                shown[other] = HIDDEN
    return mixed_words(h, shown, 2)


cdef uint64_t nimmt_common(const void* state) noexcept nogil:
    """The key of rows, heads, cards seen and commitments made; who played what earlier is left out."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef uint64_t h = public_hash(s)
    if s.phase == PHASE_ROW or s.phase == PHASE_REVEAL:
        h = chosen_hash(s, h, NOBODY)
    return finished(h)


cdef uint64_t nimmt_key(const void* state, int seat) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef uint64_t h = public_hash(s)
    if s.trick > s.base:
        h = mixed_words(h, s.took, (10 + 10 * s.trick + 7) // 8)    # may read the zeros of `spare`
    if seat == NOBODY:
        h = chosen_hash(s, h, -2)
        h = mixed_words(h, s.hand, 2 * s.seats)
        h = mixed(h, s.viewer + 2)
    else:
        h = chosen_hash(s, h, seat)
        h = mixed_words(h, s.hand[seat], 2)
        h = mixed(h, (seat + 1) << 8)
    return finished(h)


# --- random play --------------------------------------------------------------------------------------------

cdef int cheapest_row(const NimmtStruct* s) noexcept nogil:
    """The row with the fewest heads, the first of tied ones."""
    cdef int best = 0
    cdef int row
    for row in range(1, ROWS):
        if row_heads(s, row) < row_heads(s, best):
            best = row
    return best


cdef void random_ply(NimmtStruct* s, rng_t* rng) noexcept nogil:
    """One decision or draw, by the rollouts' policy."""
    cdef uint64_t cards[2]
    cdef int seat = 0
    if s.phase == PHASE_PLAY:
        while (s.committed >> seat) & 1:
            seat += 1
        nimmt_apply(s, seat, random_card(s.hand[seat], rng))
    elif s.phase == PHASE_ROW:
        choose_row(s, cheapest_row(s))
    elif s.phase == PHASE_DRAFT:
        unknown_cards(s, cards)
        apply_draft(s, random_card(cards, rng))
    else:
        nimmt_apply(s, CHANCE, nimmt_draw(s, rng))


cdef int random_round(NimmtStruct* s, rng_t* rng) noexcept nogil:
    """The rest of a round, from PHASE_PLAY on, all at once; returns the number of plies."""
    cdef Round r
    cdef int drawn = 0
    cdef int seat, i
    cdef uint64_t pool = 0
    round_open(&r, s)
    while r.left > 0:
        for seat in range(r.seats):
            if drawn & 3 == 0:
                pool = rng_next(rng)
            drawn += 1
            if (s.committed >> seat) & 1:
                i = round_find(&r, seat, s.chosen[seat])
            else:
                i = draw_small(&pool, rng, r.left)
                r.plies += 1
            round_play(&r, s, seat, r.hand[seat][i])
            r.hand[seat][i] = r.hand[seat][r.left - 1]
        s.committed = 0
        round_place(&r, s)
    round_close(&r, s)
    return r.plies


cdef bint nimmt_horizon(const void* state) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    return s.phase == PHASE_OVER or (s.phase == PHASE_DEAL and s.dealt == 0)


cdef int nimmt_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    """Uniformly random cards, drafts and deals; an undercutter takes the first row with the fewest heads."""
    cdef NimmtStruct* s = <NimmtStruct*>state
    cdef int count = 0
    while count < plies and not nimmt_horizon(s):
        if s.phase == PHASE_PLAY and plies - count >= (HAND - s.trick) * (s.seats + 1):
            count += random_round(s, rng)
        else:
            random_ply(s, rng)
            count += 1
    return count


cdef int nimmt_playout(void* state, rng_t* rng, double* out) noexcept nogil:
    """Rollouts, round after round."""
    cdef NimmtStruct* s = <NimmtStruct*>state
    cdef int plies = 0
    while s.phase != PHASE_OVER:
        if nimmt_horizon(s):
            random_ply(s, rng)
            plies += 1
        plies += nimmt_rollout(s, rng, BEFORE)
    nimmt_returns(s, out)
    return plies


# --- utility ------------------------------------------------------------------------------------------------

# Spread of the difference of two seats' heads until the match ends, in random play, by number of seats. Its
# variance is ROUND_VARIANCE for each round to come; the seat nearest to the target comes ROUND_MOST heads
# nearer in a round. Fitted by `python -m bench nimmt --fit`.
cdef double* ROUND_VARIANCE = [88, 88, 88, 143, 166, 189, 207, 215, 221, 227, 229]
cdef double* ROUND_MOST = [8.1, 8.1, 8.1, 11.0, 12.6, 13.5, 14.4, 14.9, 15.3, 15.7, 15.7]


cdef double still_to_move(const NimmtStruct* s, const int* heads) noexcept nogil:
    """Standard deviation of the further change of a difference of two totals, at least 0.5."""
    cdef double rounds = <double>(HAND - s.trick) / HAND
    cdef int most = 0
    cdef int seat
    if s.phase == PHASE_DEAL:
        rounds = 1.0
    for seat in range(s.seats):
        if heads[seat] > most:
            most = heads[seat]
    if s.target > most + rounds * ROUND_MOST[s.seats]:
        rounds = (s.target - most) / ROUND_MOST[s.seats]
    return 0.5 + sqrt(rounds * ROUND_VARIANCE[s.seats])


cdef void win_utility(const NimmtStruct* s, double* out) noexcept nogil:
    """The chance of finishing ahead of each other seat minus that of finishing behind, from the totals."""
    cdef int heads[10]
    cdef int a, b, lead, step
    cdef double scale, share, value
    all_heads(s, heads)
    scale = STEPS_A_DEVIATION / still_to_move(s, heads)
    share = 1.0 / (s.seats - 1)
    for a in range(s.seats):
        out[a] = 0.0
    for a in range(s.seats):
        for b in range(a + 1, s.seats):
            lead = heads[b] - heads[a]
            step = <int>(scale * (lead if lead > 0 else -lead))
            value = share * WINNING[step if step < STEPS else STEPS - 1]
            if lead < 0:
                value = -value
            out[a] += value
            out[b] -= value


cdef void nimmt_utility(const void* state, int objective, double* out) noexcept nogil:
    """WIN: the result, before the end its estimate from the totals. RANK and POINTS: of this round."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int heads[10]
    cdef int seat
    cdef int total = 0
    cdef double value
    if objective == RANK:
        for seat in range(s.seats):
            heads[seat] = s.heads[seat]
        by_rank(heads, s.seats, out)
    elif objective == POINTS:
        for seat in range(s.seats):
            total += s.heads[seat]
        for seat in range(s.seats):
            value = (total - <double>s.seats * s.heads[seat]) / ((s.seats - 1) * POINTS_SCALE)
            out[seat] = 1.0 if value > 1.0 else -1.0 if value < -1.0 else value
    elif s.phase == PHASE_OVER:
        nimmt_returns(state, out)
    else:
        win_utility(s, out)


NIMMT.name = b"nimmt"
NIMMT.size = sizeof(NimmtStruct)
NIMMT.max_seats = MOST_SEATS
NIMMT.max_actions = CARDS
NIMMT.max_outcomes = CARDS
NIMMT.seats = nimmt_seats
NIMMT.actor = nimmt_actor
NIMMT.owes = nimmt_owes
NIMMT.legal = nimmt_legal
NIMMT.apply = nimmt_apply
NIMMT.chance = nimmt_chance
NIMMT.draw = nimmt_draw
NIMMT.returns = nimmt_returns
NIMMT.scores = nimmt_scores
NIMMT.ranks = nimmt_ranks
NIMMT.viewer = nimmt_viewer
NIMMT.view = nimmt_view
NIMMT.resample = nimmt_resample
NIMMT.key = nimmt_key
NIMMT.playout = nimmt_playout
NIMMT.horizon = nimmt_horizon
NIMMT.utility = nimmt_utility
NIMMT.rollout = nimmt_rollout
NIMMT.common = nimmt_common


def heads_of(int card):
    """The heads of a card, 1 to 104."""
    if not 1 <= card <= CARDS:
        raise ValueError(f"cards are 1 to {CARDS}, not {card}")
    return HEADS_OF[card]
