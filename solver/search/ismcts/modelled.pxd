"""Choices drawn from the learnt model of the players, for the rivals in the trees and in playouts."""

from solver.game cimport CHANCE, SIMULTANEOUS
from solver.rng cimport rng_real
from solver.search.ismcts.iteration cimport SearchState


cdef inline int draw_modelled(SearchState* s, int seat, int n) noexcept nogil:
    """Draw one of the n actions in `legal`, all that a seat has, by the odds of the model."""
    cdef int i
    cdef double ticket = rng_real(&s.rng)
    s.model.policy(s.model, s.state, seat, s.legal, n, s.policy)
    for i in range(n - 1):
        ticket -= s.policy[i]
        if ticket < 0.0:
            return i
    return n - 1


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
