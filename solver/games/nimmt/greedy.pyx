"""A hand-made player of 6 nimmt!: it weighs what the others may play, without any search.

For each card of its hand it reckons the heads that the card will cost in this trick. A card goes to the row
with the highest end below it; it takes that row when exactly as many others as there is room for play between
the end and the card. A card below all ends costs the cheapest row unless somebody plays a lower one. The
cards of the others are taken to be any of those that they may hold, all equally likely.

From this it takes off a share of what such a card costs on average when it is played at random, since to be
rid of it is worth something: so it spends the awkward cards where they are safe. A row is chosen by the heads
that it costs, counting against it what the own hand can then expect and for it what the others take. In the
draft it takes the card that costs least on average.
"""

from solver.game cimport action_t
from solver.games.nimmt.rules cimport (
    HAND,
    NIMMT,
    PHASE_DRAFT,
    PHASE_ROW,
    ROW_FULL,
    ROWS,
    NimmtStruct,
    choose_row,
    deck_size,
    knows,
    list_cards,
    row_end,
    row_for,
    row_heads,
    unknown_cards,
)
from solver.games.nimmt.state cimport NimmtState
from solver.rng cimport Rng, rng_below

cdef enum:
    PARTS = 13                      # of the deck, of equal size, that USUAL tells apart

# What it is worth to be rid of a card, in its usual cost, by number of seats; chosen by rounds of a seat with
# another value against others without: with few seats the awkward cards can wait for a safe trick, with many
# no trick is safe for long.
cdef double* AHEAD = [2.5, 2.5, 2.5, 2.0, 2.0, 1.0, 0.4, 0.25, 0.0, 0.0, 0.0]
cdef double OWN_NEXT = 1.0          # weight of what the own hand can expect of the next trick
cdef double MEAN_HEADS = 171.0 / 104.0

# Heads that a card costs its seat on average in random play, by number of seats and place of the card in the
# deck, lowest first. Of 2,000 to 9,000 rounds each.
cdef double USUAL[11][13]


def _fill(text):
    """Read USUAL, a line for each number of seats from 2 on."""
    for seats, line in enumerate(text.split("\n"), start=2):
        for part, cost in enumerate(line.split()):
            USUAL[seats][part] = float(cost)


_fill("""\
1.92 1.53 1.12 0.81 0.56 0.42 0.39 0.42 0.65 0.83 1.01 1.06 0.91
2.02 1.50 1.06 0.73 0.49 0.46 0.50 0.77 1.02 1.31 1.61 1.74 1.65
2.07 1.40 0.94 0.61 0.45 0.52 0.70 0.97 1.37 1.67 1.87 1.97 1.92
1.99 1.32 0.80 0.50 0.48 0.63 0.91 1.30 1.65 1.87 1.96 1.99 2.02
1.91 1.11 0.62 0.43 0.51 0.78 1.20 1.57 1.90 1.96 2.05 1.96 2.05
1.85 1.00 0.54 0.41 0.64 1.04 1.41 1.77 2.01 2.08 1.89 1.92 2.02
1.86 0.92 0.47 0.48 0.79 1.27 1.68 1.97 2.00 1.87 1.68 1.83 2.06
1.86 0.84 0.46 0.61 1.02 1.43 1.86 1.95 1.85 1.66 1.57 1.80 2.18
1.81 0.77 0.47 0.72 1.21 1.71 1.90 1.83 1.63 1.52 1.63 1.96 2.13""")


cdef inline double usual(const NimmtStruct* s, int card) noexcept nogil:
    """What a card costs on average."""
    return USUAL[s.seats][(card - 1) * PARTS // deck_size(s)]


cdef inline int count_between(const unsigned char* cards, int n, int low, int high) noexcept nogil:
    """How many of an ascending list lie between two cards."""
    cdef int i
    cdef int count = 0
    for i in range(n):
        if low < cards[i] < high:
            count += 1
    return count


cdef double chance_of(const NimmtStruct* s, int seat, int low, int high, int wanted) noexcept nogil:
    """The chance that exactly `wanted` of the other seats play a card between two cards."""
    cdef double p[11]
    cdef unsigned char cards[112]
    cdef unsigned long long unknown[2]
    cdef int other, k, n, inside
    cdef int done = 0
    cdef double share
    p[0] = 1.0
    for k in range(1, 11):
        p[k] = 0.0
    unknown_cards(s, unknown)
    n = list_cards(unknown[0], unknown[1], cards)
    inside = count_between(cards, n, low, high)
    for other in range(s.seats):
        if other == seat:
            continue
        if knows(s, other):
            n = list_cards(s.hand[other][0], s.hand[other][1], cards)
            share = <double>count_between(cards, n, low, high) / n if n else 0.0
            for k in range(done + 1, 0, -1):
                p[k] = p[k] * (1.0 - share) + p[k - 1] * share
            p[0] *= 1.0 - share
        else:                                       # without putting back: the cards left depend on k
            for k in range(done + 1, -1, -1):
                share = <double>(inside - k) / (n - done)
                p[k] = p[k] * (1.0 - share if share > 0.0 else 1.0)
                if k:
                    share = <double>(inside - k + 1) / (n - done)
                    p[k] += p[k - 1] * (share if share > 0.0 else 0.0)
        done += 1
    return p[wanted] if wanted <= done else 0.0


cdef double cost_now(const NimmtStruct* s, int seat, int card) noexcept nogil:
    """The heads that a card of `seat` can be expected to cost in the next trick."""
    cdef int row = row_for(s, card)
    cdef int room, least, r
    if row < 0:
        least = row_heads(s, 0)
        for r in range(1, ROWS):
            if row_heads(s, r) < least:
                least = row_heads(s, r)
        return least * chance_of(s, seat, 0, card, 0)
    room = ROW_FULL - s.length[row]
    return (row_heads(s, row) + room * MEAN_HEADS) * chance_of(s, seat, row_end(s, row), card, room)


cdef double hand_cost(const NimmtStruct* s, int seat) noexcept nogil:
    """The least that any card of the hand can be expected to cost in the next trick."""
    cdef unsigned char cards[112]
    cdef int n = list_cards(s.hand[seat][0], s.hand[seat][1], cards)
    cdef int i
    cdef double best = 0.0
    cdef double cost
    for i in range(n):
        cost = cost_now(s, seat, cards[i])
        if i == 0 or cost < best:
            best = cost
    return best


cdef double row_cost(const NimmtStruct* s, int seat, int row) noexcept nogil:
    """What it costs to take a row: its heads and the own prospects, less a share of what others take."""
    cdef NimmtStruct after = s[0]
    cdef double cost = 0.0
    cdef int other
    choose_row(&after, row)
    for other in range(s.seats):
        if other == seat:
            cost += after.heads[other] - s.heads[other]
        else:
            cost -= <double>(after.heads[other] - s.heads[other]) / (s.seats - 1)
    if after.trick < HAND:
        cost += OWN_NEXT * hand_cost(&after, seat)
    return cost


cdef double action_cost(const NimmtStruct* s, int seat, int action) noexcept nogil:
    if s.phase == PHASE_ROW:
        return row_cost(s, seat, action)
    if s.phase == PHASE_DRAFT:
        return usual(s, action)
    return cost_now(s, seat, action) - AHEAD[s.seats] * usual(s, action)


def play(view, int seat, rng):
    """The action of ``seat``, which has to decide; ``rng`` decides between equal ones.

    ``view``: a view of that seat (of a truth its view is taken, so nothing else is looked at).
    """
    cdef NimmtState known = (<NimmtState?>view) if view.viewer == seat else view.view(seat)
    cdef NimmtStruct* s = known.struct()
    cdef Rng source = rng
    cdef action_t actions[104]
    cdef int n = NIMMT.legal(s, seat, actions)
    cdef int i
    cdef int ties = 0
    cdef double cost
    cdef double best = 0.0
    cdef action_t chosen = 0
    if n == 0:
        raise ValueError(f"seat {seat} has nothing to decide here")
    for i in range(n):
        cost = action_cost(s, seat, <int>actions[i])
        if ties == 0 or cost < best - 1e-9:
            ties = 1
            best = cost
            chosen = actions[i]
        elif cost < best + 1e-9:                    # each of the equal ones is kept with the same chance
            ties += 1
            if rng_below(&source.state, ties) == 0:
                chosen = actions[i]
    return chosen


def expected_heads(view, int seat):
    """The heads that each card of a hand can be expected to cost in this trick, as ``play`` reckons."""
    cdef NimmtState known = (<NimmtState?>view) if view.viewer == seat else view.view(seat)
    cdef NimmtStruct* s = known.struct()
    cdef unsigned char cards[112]
    cdef int n = list_cards(s.hand[seat][0], s.hand[seat][1], cards)
    return {cards[i]: cost_now(s, seat, cards[i]) for i in range(n)}
