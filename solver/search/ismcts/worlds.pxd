"""The worlds of the iterations, and what others have shown: of their hands, and of their way of playing."""

from libc.string cimport memcpy

from solver.rng cimport rng_real
from solver.search.ismcts.iteration cimport MAX_SEATS, SearchState

cdef enum:
    RECOGNISED_IN = 8               # worlds over which what a rival has shown is averaged
    BURN_IN = 8                     # steps for each rival before the first world of a chain


cdef inline void recognise(SearchState* s) noexcept nogil:
    """Take as the model's share of each rival's choices the chance that the rival plays by it."""
    cdef double[MAX_SEATS] shown
    cdef double[MAX_SEATS] learnt
    cdef double chance, part
    cdef int _world, seat
    for seat in range(s.seats):
        shown[seat] = learnt[seat] = 0.0
    for _world in range(RECOGNISED_IN):
        s.rules.resample(s.seen, s.seat, &s.rng, s.world)
        for seat in range(s.seats):
            if seat != s.seat:
                s.model.kinds(s.model, s.world, seat, &chance, &part)
                shown[seat] += chance
                learnt[seat] += part
    for seat in range(s.seats):
        if seat != s.seat:
            s.learnt[seat] *= learnt[seat] / shown[seat]


cdef inline void begin_chain(SearchState* s) noexcept nogil:
    """The first world of a chain."""
    cdef int seat
    s.rules.resample(s.seen, s.seat, &s.rng, s.world)
    for seat in range(s.seats):
        if seat != s.seat:
            s.likelihood[seat] = s.model.likelihood(s.model, s.world, seat)


cdef inline bint perturb_world(SearchState* s) noexcept nogil:
    """A step of a chain whose worlds are distributed by the deal and the others' choices so far.

    A Metropolis chain (Metropolis et al. 1953): the game's steps leave the odds of the deal as they are, and
    the likelihoods of the observed choices in the old and the new world decide. False where the game has no
    step.
    """
    cdef double[MAX_SEATS] likelihood
    cdef double ratio = 1.0
    cdef int seat
    memcpy(s.state, s.world, s.rules.size)
    cdef int changed = s.rules.perturb(s.state, s.seat, &s.rng)
    if not changed:
        return False
    for seat in range(s.seats):
        if (changed >> seat) & 1:
            likelihood[seat] = s.model.likelihood(s.model, s.state, seat)
            ratio *= likelihood[seat] / s.likelihood[seat]
    if ratio < 1.0 and ratio < rng_real(&s.rng):
        return True
    memcpy(s.world, s.state, s.rules.size)
    for seat in range(s.seats):
        if (changed >> seat) & 1:
            s.likelihood[seat] = likelihood[seat]
    return True


cdef inline void infer_world(SearchState* s) noexcept nogil:
    """The next world of the chain: as many steps as there are rivals, and more before the first one."""
    cdef int _step
    cdef int steps = s.seats - 1
    if not s.chained:
        begin_chain(s)
        s.chained = True
        steps *= BURN_IN
    for _step in range(steps):
        if not perturb_world(s):
            s.rules.resample(s.seen, s.seat, &s.rng, s.world)
            return


cdef inline void draw_world(SearchState* s) noexcept nogil:
    """The world of an iteration, to s.state."""
    if s.repeats == 1 and not s.infer:
        s.rules.resample(s.seen, s.seat, &s.rng, s.state)
        return
    if s.left == 0:
        s.left = s.repeats
        s.known = 0
        if s.infer:
            infer_world(s)
        else:
            s.rules.resample(s.seen, s.seat, &s.rng, s.world)
    s.left -= 1
    memcpy(s.state, s.world, s.rules.size)
