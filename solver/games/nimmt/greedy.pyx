"""Hand-made player of 6 nimmt!: it weighs the cards that the others may play, without search.

The cost of a card is the expected number of heads that it takes in this trick. A card goes to the row with
the highest end below it; it takes that row when the others fill exactly the remaining room with cards between
the end and the card. A card below all ends costs the cheapest row unless another seat plays a lower one. All
cards that the others may hold are equally likely.

The player subtracts a share of the card's average cost in random play, since playing an awkward card while it
is safe is worth something. It chooses a row by its heads plus the expected cost of its own next trick, minus
a share of the heads that the others take. In the draft it takes the card with the lowest average cost.
"""

from libc.stdint cimport uint64_t

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
    knows,
    list_cards,
    row_end,
    row_for,
    row_heads,
    unknown_cards,
)
from solver.games.nimmt.state cimport NimmtState
from solver.games.nimmt.usual cimport AHEAD, MEAN_HEADS, usual
from solver.rng cimport Rng, rng_below

cdef double OWN_NEXT = 1.0          # weight of the own hand's expected cost in the next trick


cdef inline int count_between(const unsigned char* cards, int n, int low, int high) noexcept nogil:
    """The number of cards of an ascending list that lie between two cards."""
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
    cdef uint64_t unknown[2]
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
        else:                                       # without replacement: the cards left depend on k
            for k in range(done + 1, -1, -1):
                share = <double>(inside - k) / (n - done)
                p[k] = p[k] * (1.0 - share if share > 0.0 else 1.0)
                if k:
                    share = <double>(inside - k + 1) / (n - done)
                    p[k] += p[k - 1] * (share if share > 0.0 else 0.0)
        done += 1
    return p[wanted] if wanted <= done else 0.0


cdef double cost_now(const NimmtStruct* s, int seat, int card) noexcept nogil:
    """The expected heads that a card of `seat` costs in the next trick."""
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
    """The least expected cost of any card of the hand in the next trick."""
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
    """The cost of taking a row: its heads and the own prospects, minus a share of the heads others take."""
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
    """The action of ``seat``, which has to decide; ``rng`` breaks ties.

    ``view``: a view of that seat (a truth is first reduced to it, so nothing hidden is used).
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
        elif cost < best + 1e-9:                    # each of the tied cards is kept with equal chance
            ties += 1
            if rng_below(&source.state, ties) == 0:
                chosen = actions[i]
    return chosen


def expected_heads(view, int seat):
    """The expected heads that each card of a hand costs in this trick, as ``play`` estimates them."""
    cdef NimmtState known = (<NimmtState?>view) if view.viewer == seat else view.view(seat)
    cdef NimmtStruct* s = known.struct()
    cdef unsigned char cards[112]
    cdef int n = list_cards(s.hand[seat][0], s.hand[seat][1], cards)
    return {cards[i]: cost_now(s, seat, cards[i]) for i in range(n)}
