# 6 nimmt!, part of rules.pyx: random play.

from libc.stdint cimport uint64_t

from solver.game cimport CHANCE
from solver.games.nimmt.rounds cimport (
    Round,
    draw_small,
    round_close,
    round_find,
    round_open,
    round_place,
    round_play,
)
from solver.rng cimport rng_next, rng_t

cdef enum:
    BEFORE = 0x7FFFFFFF             # plies: more than any game has


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
