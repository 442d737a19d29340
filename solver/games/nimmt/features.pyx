"""Inputs of the network of 6 nimmt!.

All cards that a seat does not know to lie elsewhere form its pool; each is equally likely in each unseen
place. With the small deck and in an open draft the pool is exactly what the rivals hold. Chances are those of
rivals that each play one card of the pool at random. Rows enter in the order of their last cards and rivals
by their number only, so neither the order of rows nor that of rivals or cards matters.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from solver.games.nimmt.guided cimport count_below
from solver.games.nimmt.rules cimport (
    CARDS,
    HEADS_OF,
    ROW_FULL,
    deck_cards,
    deck_size,
    list_cards,
    row_end,
    row_heads,
)
from solver.games.nimmt.usual cimport AHEAD, MEAN_HEADS, PARTS, USUAL

cdef enum:
    SHARES = 128                    # steps of a share of the pool, in the tables of chances
    BINS = 10                       # parts of the pool in which own cards are counted
    # first inputs of a state
    OF_GAPS = 8 * ROWS
    OF_ALL = OF_GAPS + 4 * (ROWS + 1)
    OF_BINS = OF_ALL + 25
    OF_COSTS = OF_BINS + BINS


# [rivals][k][share]: chance that k of them play a card of a share of the pool
cdef float EXACTLY[10][6][129]
cdef float ABOVE[10][6][129]        # the same, more than k
cdef float USUAL_COST[11][2][128]   # usual cost of a card, by seats and deck (1: small)


cdef void fill_tables() noexcept nogil:
    cdef int rivals, k, i, j, seats, card, _
    cdef double p, value, sum
    for rivals in range(10):
        for i in range(SHARES + 1):
            p = <double>i / SHARES
            sum = 0.0
            for k in range(6):
                value = 1.0 if k <= rivals else 0.0
                for j in range(k):
                    value *= p * (rivals - j) / (j + 1)
                for _ in range(rivals - k):
                    value *= 1.0 - p
                sum += value
                EXACTLY[rivals][k][i] = <float>value
                ABOVE[rivals][k][i] = <float>(1.0 - sum if sum < 1.0 else 0.0)
    for seats in range(2, 11):
        for card in range(1, CARDS + 1):
            USUAL_COST[seats][0][card] = <float>USUAL[seats][(card - 1) * PARTS // CARDS]
            if card <= HAND * seats + ROWS:
                USUAL_COST[seats][1][card] = <float>(
                    USUAL[seats][(card - 1) * PARTS // (HAND * seats + ROWS)])


fill_tables()


cdef void add_row(Sight* sight, int count, int end, int length, int heads) noexcept nogil:
    cdef int at = count
    while at > 0 and sight.end[at - 1] > end:
        sight.end[at] = sight.end[at - 1]
        sight.length[at] = sight.length[at - 1]
        sight.sum[at] = sight.sum[at - 1]
        at -= 1
    sight.end[at] = end
    sight.length[at] = length
    sight.sum[at] = heads


cdef void look_from(Sight* sight, const NimmtStruct* s, int seat) noexcept nogil:
    cdef int row, at
    for row in range(ROWS):
        add_row(sight, row, row_end(s, row), s.length[row], row_heads(s, row))
    sight.seats = s.seats
    sight.left = HAND - s.trick
    sight.deck = deck_size(s)
    sight.hand[0] = s.hand[seat][0]
    sight.hand[1] = s.hand[seat][1]
    deck_cards(s, sight.pool)
    for at in range(2):
        sight.pool[at] &= ~(s.seen[at] | sight.hand[at])


cdef struct Count:                  # the pool and the rows, counted
    uint8_t below[128]              # cards of the pool that are lower
    int count                       # of the pool, at least 1
    int rivals
    int least                       # fewest heads of a row
    bint small
    float unit                      # a card of the pool, as a share of it


cdef inline void write_rows(const Sight* sight, const Count* pool, const int* own, float* out) noexcept nogil:
    """Inputs of the rows and of the five gaps that they leave."""
    cdef int i
    cdef int start = 0
    cdef int stop
    cdef float* row
    for i in range(ROWS):
        row = out + 8 * i
        row[0] = pool.below[sight.end[i]] * pool.unit
        row[1] = <float>sight.end[i] / sight.deck
        row[1 + sight.length[i]] = 1.0
        row[7] = sight.sum[i] * <float>0.125
    for i in range(ROWS + 1):
        row = out + OF_GAPS + 4 * i
        stop = pool.below[sight.end[i]] if i < ROWS else pool.count
        row[0] = (stop - start) * pool.unit
        row[1] = row[0] * pool.rivals * <float>0.5
        row[2] = <float>own[i] / sight.left
        row[3] = own[i] * <float>0.25
        start = stop


cdef inline void write_all(const Sight* sight, const Count* pool, float* out) noexcept nogil:
    """Inputs of the whole position."""
    out[0] = pool.least * <float>0.125
    out[1] = sight.left * <float>0.1
    out[1 + sight.left] = 1.0
    out[10 + sight.seats] = 1.0
    out[21] = pool.rivals / <float>9.0
    out[22] = <float>(pool.rivals * sight.left) / pool.count
    out[23] = 1.0 if sight.deck < CARDS else 0.0
    out[24] = pool.count / <float>CARDS


cdef inline float write_card(
    const Sight* sight, const Count* pool, int card, int gap, float* x
) noexcept nogil:
    """Inputs of a card in a gap, except those that compare it with the hand; returns its cost in heads."""
    cdef int start = pool.below[sight.end[gap - 1]] if gap > 0 else 0
    cdef int stop = pool.below[sight.end[gap]] if gap < ROWS else pool.count
    cdef int share = (pool.below[card] - start) * SHARES // pool.count
    cdef int room
    cdef float cost, usual
    x[gap] = 1.0
    x[6] = (pool.below[card] - start) * pool.unit
    x[5] = x[6] * pool.rivals * <float>0.5
    x[7] = (stop - pool.below[card]) * pool.unit * pool.rivals * <float>0.5
    if gap > 0:
        room = ROW_FULL - sight.length[gap - 1]
        x[9 + room] = 1.0
        x[14] = sight.sum[gap - 1] * <float>0.125
        cost = sight.sum[gap - 1] + room * <float>MEAN_HEADS
        x[15] = cost * <float>0.125
        x[16] = EXACTLY[pool.rivals][room][share]
        x[17] = ABOVE[pool.rivals][room][share]
        x[18] = EXACTLY[pool.rivals][0][share]
        cost *= x[16]
    else:
        x[19] = EXACTLY[pool.rivals][0][share]
        cost = pool.least * x[19]
        x[21] = pool.least * <float>0.125
    usual = USUAL_COST[sight.seats][pool.small][card]
    x[20] = cost * <float>0.25
    x[22] = <float>card / sight.deck
    x[23] = pool.below[card] * pool.unit
    x[24] = HEADS_OF[card] * <float>0.25
    x[25] = usual
    x[26] = <float>AHEAD[sight.seats] * usual * <float>0.5
    x[RULE] = (cost - <float>AHEAD[sight.seats] * usual) / RULE_HEADS
    return cost


cdef inline void write_costs(const float* costs, const float* cards, int n, float* out) noexcept nogil:
    """Inputs of a state from the costs of the hand's cards."""
    cdef float lowest = costs[0]
    cdef float second = 99.0
    cdef float total = costs[0]
    cdef float habit = cards[25]
    cdef float best = cards[RULE]
    cdef const float* x
    cdef int i
    for i in range(1, n):
        x = cards + i * CARD_WIDTH
        if costs[i] < lowest:
            second = lowest
            lowest = costs[i]
        elif costs[i] < second:
            second = costs[i]
        total += costs[i]
        habit += x[25]
        best = x[RULE] if x[RULE] < best else best
    out[0] = lowest * <float>0.25
    out[1] = (second if n > 1 else lowest) * <float>0.25
    out[2] = total / n * <float>0.25
    out[3] = habit / n
    out[4] = best


cdef inline void open_count(Count* pool, const Sight* sight) noexcept nogil:
    cdef int i
    pool.count = count_below(sight.pool, pool.below)
    pool.count = pool.count if pool.count > 0 else 1
    pool.unit = <float>1.0 / pool.count
    pool.rivals = sight.seats - 1
    pool.small = sight.deck < CARDS
    pool.least = sight.sum[0]
    for i in range(1, ROWS):
        pool.least = sight.sum[i] if sight.sum[i] < pool.least else pool.least


cdef int write_features(const Sight* sight, float* state, float* cards) noexcept nogil:
    cdef uint8_t hand[112]
    cdef float costs[12]
    cdef int own[5]
    cdef int n = list_cards(sight.hand[0], sight.hand[1], hand)
    cdef int gap = 0
    cdef int lower = 0              # own cards of the same gap
    cdef int before = 0
    cdef int i, here, after
    cdef float* x
    cdef Count pool
    open_count(&pool, sight)
    memset(state, 0, STATE_WIDTH * sizeof(float))
    memset(cards, 0, (HAND + 2) * CARD_WIDTH * sizeof(float))
    memset(own, 0, sizeof(own))
    for i in range(n):
        x = cards + i * CARD_WIDTH
        while gap < ROWS and sight.end[gap] < hand[i]:
            gap += 1
            lower = 0
        costs[i] = write_card(sight, &pool, hand[i], gap, x)
        here = pool.below[hand[i]]
        after = pool.below[hand[i + 1]] if i + 1 < n else pool.count
        x[8] = lower * <float>0.333
        x[27] = (i + <float>0.5) / n
        x[28] = (here - before) * pool.unit * pool.rivals
        x[29] = (after - here) * pool.unit * pool.rivals
        own[gap] += 1
        state[OF_BINS + here * BINS // (pool.count + 1)] += <float>0.333
        lower += 1
        before = here
    write_rows(sight, &pool, own, state)
    write_all(sight, &pool, state + OF_ALL)
    if n > 0:
        write_costs(costs, cards, n, state + OF_COSTS)
        for i in range(n):
            cards[i * CARD_WIDTH + 30] = costs[i] * <float>0.25 - state[OF_COSTS]
    return n
