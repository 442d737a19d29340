"""Likelihood of a sampled world, given the cards that the others have played.

All hands lie open in a world, including those of earlier tricks. Each card that a rival played is compared
with the rest of its hand at that time, by the costs of the guided playouts (guided.pyx): the chance of a
card falls off exponentially with its cost (a quantal response, McKelvey and Palfrey 1995), and a small share
of choices is random. The likelihood is the product over all choices of this round. Row choices do not enter
it, and an open draft leaves nothing to infer.
"""

from libc.math cimport exp
from libc.stdint cimport uint8_t, uint64_t

from solver.game cimport State
from solver.games.nimmt.guided cimport AWKWARD, FAR, HEAD, Run, Trick, card_cost, look
from solver.games.nimmt.rounds cimport Round, nearest_row
from solver.games.nimmt.rules cimport (
    HAND,
    HEADS_OF,
    MOST_SEATS,
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


cdef double nimmt_likelihood(const void* state, int seat) noexcept nogil:
    """The probability that the others choose the cards that they have shown in this round.

    It is exact up to a factor common to all worlds of a view of `seat`; 1 with unrecorded tricks.
    """
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef Round r
    cdef Trick t
    cdef uint64_t unseen[2]
    cdef uint64_t trick[2]
    cdef uint64_t hand[MOST_SEATS][2]
    cdef uint8_t cards[112]
    cdef const uint8_t* shown
    cdef int row, number, other
    cdef int tricks = s.trick + (s.phase == PHASE_ROW)
    cdef double product = 1.0
    if tricks == 0 or s.base or s.draft or (s.phase != PHASE_PLAY and s.phase != PHASE_ROW):
        return 1.0
    r.seats = s.seats
    deck_cards(s, unseen)
    for row in range(ROWS):
        drop(unseen, s.first[row])
        r.end[row] = s.first[row]
        r.length[row] = 1
        r.sum[row] = HEADS_OF[s.first[row]]
    for other in range(s.seats):
        hand[other][0] = s.hand[other][0]
        hand[other][1] = s.hand[other][1]
        for number in range(s.trick):
            put(hand[other], s.played[number][other])
        if s.phase == PHASE_ROW:
            put(hand[other], s.chosen[other])
    for number in range(tricks):
        r.left = HAND - number
        shown = &s.chosen[0]
        if number < s.trick:
            shown = &s.played[number][0]
        look(&t, &r, unseen)
        trick[0] = 0
        trick[1] = 0
        for other in range(s.seats):
            if other != seat:
                list_cards(hand[other][0], hand[other][1], r.hand[other])
                product *= choice(&t, &r, other, AWKWARD[s.seats][s.small], shown[other])
            drop(hand[other], shown[other])
            put(trick, shown[other])
        if number < s.trick:
            list_cards(trick[0], trick[1], cards)
            place(&r, cards, s.took[number])
            unseen[0] &= ~trick[0]
            unseen[1] &= ~trick[1]
    return product


def likelihood(State state, int seat):
    """The likelihood of ``state`` (a truth), given the cards that the seats other than ``seat`` have shown.

    It covers this round, by the module's model; 1.0 before any card was shown.
    """
    if state.rules != &NIMMT or state.viewer is not None:
        raise ValueError("likelihood wants a whole position of 6 nimmt!")
    return nimmt_likelihood(state.data, seat)
