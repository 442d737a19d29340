"""Colt Express: money, ranks, results, and the evaluation of positions before the end.

A side wins or loses together: a team, or a seat. Ids in square brackets are those of the rulings in
docs/games/colt.md.
"""

from libc.stdint cimport int64_t, uint32_t

from solver.game cimport POINTS
from solver.games.colt.layout cimport *
from solver.games.colt.tables cimport FIGURES
from solver.games.colt.train cimport *

cdef enum:
    ESCAPE = 17                     # the round card
    LEAD_SCALE = 1500               # dollars: an estimated lead of this size counts as half a win
    BULLET_COST = 40                # cost of a bullet in the deck for each round, in dollars
    LAST_ROUND = 4                  # the first is 0
    POINTS_SCALE = 5000             # dollars ahead of the others' mean that count as 1 for POINTS


cdef int sides(const ColtStruct* s) noexcept nogil:
    """The number of sides."""
    if s.flags & TEAMS:
        return s.seats // 2
    return s.seats


cdef int rivals_bullets(const ColtStruct* s, int seat) noexcept nogil:
    """[photographer] Bullets that a seat received from rivals, wherever their cards are.

    They lie in its deck, discards and hand, in its partner's hand, or in a view's pool of its deck.
    """
    cdef int n = s.hand[seat][BULLET] + s.deck[seat][BULLET] + s.discard[seat][BULLET]
    if s.flags & TEAMS:
        n += s.hand[seat ^ 1][BULLET + SIDE]
    return n


cdef int64_t ransom(const ColtStruct* s, int bandit) noexcept nogil:
    """The ransom of a bandit's hostage if the game were counted now."""
    cdef int hostage = s.hostage[bandit]
    cdef int64_t each
    if hostage == NOTHING:
        return 0
    each = FIGURES[s.figures].ransom[hostage]
    if hostage == BANKER:
        if not s.boxes[bandit]:
            return 0
    elif hostage == LADY:
        each *= s.jewels[bandit]
    elif hostage == POKER:
        each *= popcount(s.purses[bandit])
    elif hostage == PHOTOGRAPHER:
        each *= rivals_bullets(s, owner(s, bandit))
    return each


cdef int64_t mean_purse(const ColtStruct* s) noexcept nogil:
    """Mean value of the purses not seen (a view), rounded down."""
    cdef int64_t total = 0
    cdef int64_t n = 0
    cdef int i
    for i in range(CLASSES):
        total += s.pool[i] * FIGURES[s.figures].value[i]
        n += s.pool[i]
    if n == 0:
        return 0
    return total // n


cdef int64_t bandit_money(const ColtStruct* s, int bandit) noexcept nogil:
    """The dollars of a bandit if the game were counted now, without the Gunslinger's prize.

    On a view a purse of unknown value counts as the mean of those not seen.
    """
    cdef const ColtFigures* f = &FIGURES[s.figures]
    cdef int64_t total = s.bonus[bandit] + s.jewels[bandit] * f.jewel + s.boxes[bandit] * f.box
    cdef uint32_t tokens = s.purses[bandit]
    while tokens:
        if s.value[ctz(tokens)] == UNKNOWN:
            total += mean_purse(s)
        else:
            total += f.value[s.value[ctz(tokens)]]
        tokens &= tokens - 1
    if s.hostage[bandit] != NOTHING:
        total += ransom(s, bandit)
    return total


cdef void estimate(const ColtStruct* s, double* money) noexcept nogil:
    """Each side's estimated dollars before the end, with the expected effect of shots and bullets so far.

    The Gunslinger's prize is shared by each side's likelihood of having the most shots: each shot behind the
    leader divides the part by 2 to 4, more so later in the game. A bullet received costs BULLET_COST in each
    round to come, since it takes the place of a card in hand.
    """
    cdef int n = sides(s)
    cdef int left = LAST_ROUND - s.round + (s.stage <= STAGE_START)     # rounds to come
    cdef int shots[6]
    cdef double weight[6]
    cdef double total = 0.0
    cdef double fall
    cdef int bandit, side, _i
    cdef int most = 0
    for side in range(n):
        money[side] = 0.0
        shots[side] = 0
    for bandit in range(s.bandits):
        side = side_of(s, owner(s, bandit))
        money[side] += bandit_money(s, bandit) - BULLET_COST * left * s.hits[bandit]
        shots[side] += s.shots[bandit]
    for side in range(n):
        if shots[side] > most:
            most = shots[side]
    fall = 2.0 if left >= 3 else (3.0 if left == 2 else 4.0)
    for side in range(n):
        weight[side] = 1.0
        for _i in range(most - shots[side]):
            weight[side] /= fall
        total += weight[side]
    for side in range(n):
        money[side] += FIGURES[s.figures].gunslinger * weight[side] / total


cdef void count_money(const ColtStruct* s, int64_t* money, int* escaped, int* hits) noexcept nogil:
    """Each side's dollars, whether it counts as escaped, and the bullets that it received.

    Gunslinger: the prize goes to every side with the most shots [gunslinger-zero]. [escape-rank]: after the
    Escape only escaped members' money counts for a side that has any; everybody counts as escaped when there
    was no Escape, or nobody escaped.
    """
    cdef int n = sides(s)
    cdef int shots[6]
    cdef int64_t all_money[6]
    cdef bint escape = s.card == ESCAPE and s.stage == STAGE_OVER
    cdef bint anybody = False
    cdef int64_t dollars
    cdef int bandit, side, most
    for side in range(n):
        money[side] = 0
        all_money[side] = 0
        escaped[side] = 0
        hits[side] = 0
        shots[side] = 0
    for bandit in range(s.bandits):
        side = side_of(s, owner(s, bandit))
        dollars = bandit_money(s, bandit)
        all_money[side] += dollars
        hits[side] += s.hits[bandit]
        shots[side] += s.shots[bandit]
        if escape and s.place[bandit] >= COACH:
            money[side] += dollars
            escaped[side] = 1
            anybody = True
    for side in range(n):
        if not anybody:
            escaped[side] = 1
            money[side] = all_money[side]
        elif not escaped[side]:
            money[side] = all_money[side]
    most = 0
    for side in range(n):
        if shots[side] > most:
            most = shots[side]
    for side in range(n):
        if shots[side] == most:
            money[side] += FIGURES[s.figures].gunslinger


cdef void colt_scores(const void* state, int64_t* out) noexcept nogil:
    """Each seat's dollars (its side's) if the game were counted now, with the Gunslinger's prize."""
    cdef const ColtStruct* s = <const ColtStruct*>state
    cdef int64_t money[6]
    cdef int escaped[6]
    cdef int hits[6]
    cdef int seat
    count_money(s, money, escaped, hits)
    for seat in range(s.seats):
        out[seat] = money[side_of(s, seat)]


cdef inline int better(const int64_t* money, const int* escaped, const int* hits, int a,
                       int b) noexcept nogil:
    """1 when side `a` ranks above `b`, -1 when below, 0 when tied: escaped, money, fewer bullets."""
    if escaped[a] != escaped[b]:
        return 1 if escaped[a] else -1
    if money[a] != money[b]:
        return 1 if money[a] > money[b] else -1
    if hits[a] != hits[b]:
        return 1 if hits[a] < hits[b] else -1
    return 0


cdef void colt_ranks(const void* state, int* out) noexcept nogil:
    """The rank of each seat at the end: one more than the number of seats that did better."""
    cdef const ColtStruct* s = <const ColtStruct*>state
    cdef int64_t money[6]
    cdef int escaped[6]
    cdef int hits[6]
    cdef int seat, other
    for seat in range(s.seats):
        out[seat] = 0
    if s.phase != PHASE_OVER:
        return
    count_money(s, money, escaped, hits)
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if better(money, escaped, hits, side_of(s, other), side_of(s, seat)) > 0:
                out[seat] += 1


cdef void colt_returns(const void* state, double* out) noexcept nogil:
    """The mean over the other sides of 1 for each that a seat beats and -1 for each that beats it."""
    cdef const ColtStruct* s = <const ColtStruct*>state
    cdef int seat
    if s.phase == PHASE_OVER:
        beaten(s, out)
        return
    for seat in range(s.seats):
        out[seat] = 0.0


cdef void beaten(const ColtStruct* s, double* out) noexcept nogil:
    """`colt_returns` as soon as nothing is left to play, with the purses as `bandit_money` takes them."""
    cdef int64_t money[6]
    cdef int escaped[6]
    cdef int hits[6]
    cdef int seat, other, sum
    cdef int n = sides(s)
    count_money(s, money, escaped, hits)
    for seat in range(s.seats):
        sum = 0
        for other in range(n):
            sum += better(money, escaped, hits, side_of(s, seat), other)
        out[seat] = sum / <double>(n - 1)


cdef void colt_utility(const void* state, int objective, double* out) noexcept nogil:
    """The value of a position for each seat; before the end by the dollars of `estimate`.

    WIN and RANK: `returns` at the end; before it the others' mean of lead / (|lead| + LEAD_SCALE).
    POINTS: dollars ahead of the mean of the other sides over POINTS_SCALE, within [-1, 1]; a side that was
    captured while another escaped has no dollars.
    """
    cdef const ColtStruct* s = <const ColtStruct*>state
    cdef int64_t counted[6]
    cdef int escaped[6]
    cdef int hits[6]
    cdef double money[6]
    cdef double value[6]
    cdef int n = sides(s)
    cdef int side, other
    cdef double total = 0.0
    cdef double lead
    if s.stage != STAGE_OVER:
        estimate(s, money)
    elif objective != POINTS:
        beaten(s, out)
        return
    else:
        count_money(s, counted, escaped, hits)
        for side in range(n):
            money[side] = counted[side] if escaped[side] else 0
    if objective == POINTS:
        for side in range(n):
            total += money[side]
        for side in range(n):
            lead = (money[side] - (total - money[side]) / (n - 1)) / POINTS_SCALE
            if lead > 1.0:
                lead = 1.0
            elif lead < -1.0:
                lead = -1.0
            value[side] = lead
    else:
        for side in range(n):
            value[side] = 0.0
            for other in range(n):
                if other != side:
                    lead = money[side] - money[other]
                    value[side] += lead / (LEAD_SCALE + (lead if lead > 0 else -lead))
            value[side] /= n - 1
    for side in range(s.seats):
        out[side] = value[side_of(s, side)]
