"""6 nimmt!'s rules at C level: the table's functions; the parts included hold what they are made of.

The ids in square brackets are those of the rulings in docs/games/nimmt.md.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from solver.game cimport CHANCE, SIMULTANEOUS, TERMINAL, UNSEEN, action_t
from solver.portable cimport assume
from solver.rng cimport rng_t

include "rules_cards.pxi"           # sets of cards, and which cards lie where
include "rules_tricks.pxi"          # tricks, rounds and deals carried out
include "rules_results.pxi"         # results, and the evaluation of what is not over
include "rules_hidden.pxi"          # views, worlds, keys
include "rules_playing.pxi"         # random play

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
    cdef int hidden
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
        hidden = next_hidden(s)
        assume(hidden >= 0)
        s.chosen[hidden] = <uint8_t>action
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
NIMMT.perturb = nimmt_perturb
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
