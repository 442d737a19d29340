"""Likelihood of the cards that a seat has played, given its hand.

All hands lie open in a world, including those of earlier tricks. Each card that a seat played is compared
with the rest of its hand at that time, by the costs of the guided playouts (guided.pyx): the chance of a
card falls off exponentially with its cost (a quantal response, McKelvey and Palfrey 1995), and a small share
of choices is random. The likelihood is the product over the choices of this round. Row choices do not enter
it, and an open draft leaves nothing to infer. The learnt model's likelihood (learnt.pyx) mixes these odds
with its own.
"""

from libc.math cimport exp
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from solver.game cimport State
from solver.games.nimmt.guided cimport AWKWARD, FAR, HEAD, Run, Trick, card_cost, look
from solver.games.nimmt.rounds cimport Round, nearest_row
from solver.games.nimmt.rules cimport (
    HAND,
    HEADS_OF,
    NIMMT,
    PHASE_PLAY,
    PHASE_ROW,
    ROW_FULL,
    ROWS,
    NimmtStruct,
    deck_cards,
    drop,
    list_cards,
    put,
)

cdef enum:
    STEP = 16                       # in 256ths of a head: resolution of the costs
    STEPS = 1024                    # a card of a greater cost is chosen only at random


cdef double BLIND = 0.05            # share of random choices
cdef double WORTH = 1.5             # extra heads that make a card e times less likely
cdef double WEIGHT[STEPS]           # weight of a choice by its cost above the cheapest, in steps


cdef void fill_weights() noexcept nogil:
    cdef int i
    for i in range(STEPS):
        WEIGHT[i] = exp(-<double>(i * STEP) / (HEAD * WORTH))


fill_weights()


cdef double choice(const Trick* t, const Round* r, int seat, const int* awkward, int played) noexcept nogil:
    """The probability that a seat chooses this card of its ascending hand."""
    cdef int cost[16]
    cdef Run run = Run(-1, 0)
    cdef int i, card, extra
    cdef int lowest = 0x7FFFFFFF
    cdef int mine = 0
    cdef double total = 0.0
    for i in range(r.left):
        card = r.hand[seat][i]
        cost[i] = card_cost(t, r, &run, i, card) - awkward[card]
        lowest = cost[i] if cost[i] < lowest else lowest
        if card == played:
            mine = i
    for i in range(r.left):
        extra = (cost[i] - lowest) // STEP
        cost[i] = extra if extra < STEPS else STEPS - 1
        total += WEIGHT[cost[i]]
    return BLIND / r.left + (1.0 - BLIND) * WEIGHT[cost[mine]] / total


cdef void place(Round* r, const uint8_t* cards, int undercut_row) noexcept nogil:
    """Place the cards of a trick, ascending; `undercut_row` is the row that the undercutter took."""
    cdef int i, code, row
    for i in range(r.seats):
        code = nearest_row(r.end, cards[i])
        row = code & 3
        if code >= FAR:
            row = undercut_row
            r.length[row] = ROW_FULL
        if r.length[row] == ROW_FULL:
            r.length[row] = 0
            r.sum[row] = 0
        r.end[row] = cards[i]
        r.length[row] += 1
        r.sum[row] += HEADS_OF[cards[i]]


cdef bint past_open(Past* past, const NimmtStruct* s, int seat) noexcept nogil:
    cdef Round* r = &past.round
    cdef int row, number
    past.trick = 0
    past.tricks = s.trick + (s.phase == PHASE_ROW)
    if past.tricks == 0 or s.base or s.draft or (s.phase != PHASE_PLAY and s.phase != PHASE_ROW):
        return False
    past.seat = seat
    r.seats = s.seats
    r.left = HAND
    deck_cards(s, past.unseen)
    for row in range(ROWS):
        drop(past.unseen, s.first[row])
        r.end[row] = s.first[row]
        r.length[row] = 1
        r.sum[row] = HEADS_OF[s.first[row]]
    past.hand[0] = s.hand[seat][0]
    past.hand[1] = s.hand[seat][1]
    for number in range(s.trick):
        put(past.hand, s.played[number][seat])
    if s.phase == PHASE_ROW:
        put(past.hand, s.chosen[seat])
    return True


cdef int past_card(const Past* past, const NimmtStruct* s) noexcept nogil:
    return s.played[past.trick][past.seat] if past.trick < s.trick else s.chosen[past.seat]


cdef bint past_next(Past* past, const NimmtStruct* s) noexcept nogil:
    cdef uint64_t trick[2]
    cdef uint8_t cards[112]
    cdef int other
    if past.trick == past.tricks - 1:
        return False
    drop(past.hand, past_card(past, s))
    trick[0] = 0
    trick[1] = 0
    for other in range(s.seats):
        put(trick, s.played[past.trick][other])
    list_cards(trick[0], trick[1], cards)
    place(&past.round, cards, s.took[past.trick])
    past.unseen[0] &= ~trick[0]
    past.unseen[1] &= ~trick[1]
    past.round.left -= 1
    past.trick += 1
    return True


cdef double rule_odds(Past* past, const NimmtStruct* s) noexcept nogil:
    cdef Trick t
    cdef uint8_t cards[HAND + 8]        # list_cards writes up to 8 bytes more
    look(&t, &past.round, past.unseen)
    memcpy(past.round.hand[past.seat], cards, list_cards(past.hand[0], past.hand[1], cards))
    return choice(&t, &past.round, past.seat, AWKWARD[s.seats][s.small], past_card(past, s))


cdef double by_rules(const NimmtStruct* s, int seat) noexcept nogil:
    """The probability that a seat chooses the cards that it has shown in this round; 1 if none are known."""
    cdef Past past
    cdef double product = 1.0
    if not past_open(&past, s, seat):
        return 1.0
    while True:
        product *= rule_odds(&past, s)
        if not past_next(&past, s):
            return product


def likelihood(State state, int seat):
    """The likelihood of ``state`` (a truth), given the cards that the seats other than ``seat`` have shown.

    It covers this round, by the rules of thumb; 1.0 before any card was shown.
    """
    cdef int other
    cdef double product = 1.0
    if state.rules != &NIMMT or state.viewer is not None:
        raise ValueError("likelihood wants a whole position of 6 nimmt!")
    for other in range(state.num_players()):
        if other != seat:
            product *= by_rules(<const NimmtStruct*>state.data, other)
    return product
