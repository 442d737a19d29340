"""Choices drawn from the learnt model of the players, for the rivals in the trees and in playouts."""

from solver.game cimport CHANCE, SIMULTANEOUS
from solver.rng cimport rng_real
from solver.search.ismcts.iteration cimport SearchState


cdef inline int draw_by(SearchState* s, const float* odds, int n) noexcept nogil:
    """Draw one of n by their odds."""
    cdef int i
    cdef double ticket = rng_real(&s.rng)
    for i in range(n - 1):
        ticket -= odds[i]
        if ticket < 0.0:
            return i
    return n - 1


cdef inline int draw_modelled(SearchState* s, int seat, int n) noexcept nogil:
    """Draw one of the n actions in `legal`, all that a seat has, by the odds of the model."""
    s.model.policy(s.model, s.state, seat, s.legal, n, s.policy)
    return draw_by(s, s.policy, n)


cdef inline int draw_again(SearchState* s, int seat, int n) noexcept nogil:
    """The same for a rival in the joint choice at the root, whose odds hold as long as the world does."""
    cdef float* odds = s.rival_odds + seat * s.rules.max_actions
    if not (s.known >> seat) & 1:
        s.model.policy(s.model, s.state, seat, s.legal, n, odds)
        if s.repeats > 1 or s.infer:
            s.known |= 1 << seat
    return draw_by(s, odds, n)


cdef inline void modelled_ply(SearchState* s) noexcept nogil:
    """Play one ply by the model, chance by its odds."""
    cdef int n
    cdef int seat = s.rules.actor(s.state)
    if seat == CHANCE:
        s.rules.apply(s.state, CHANCE, s.rules.draw(s.state, &s.rng))
        return
    if seat == SIMULTANEOUS:
        seat = 0
        while not s.rules.owes(s.state, seat):
            seat += 1
    n = s.rules.legal(s.state, seat, s.legal)
    s.rules.apply(s.state, seat, s.legal[draw_modelled(s, seat, n) if n > 1 else 0])


cdef inline void single_ply(SearchState* s) noexcept nogil:
    """A decision that no tree covers: by the model if playouts begin with it, else by the playout policy."""
    if s.policy_plies:
        modelled_ply(s)
    else:
        s.play(s.state, &s.rng, 1)
