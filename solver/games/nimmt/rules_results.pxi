# 6 nimmt!, part of rules.pyx: results, and the evaluation of what is not over.

from libc.math cimport erf, sqrt
from libc.stdint cimport int64_t
from libc.string cimport memset

from solver.game cimport POINTS, RANK

cdef enum:
    POINTS_SCALE = 40               # heads: so great a lead over the mean of the others is worth 1
    STEPS = 512                     # of the table WINNING
    STEPS_A_DEVIATION = 128

# --- results ------------------------------------------------------------------------------------------------

cdef void by_rank(const int* points, int seats, double* out) noexcept nogil:
    """For each seat the share of the others with more points minus the share with fewer."""
    cdef int a, b
    cdef int beaten
    cdef double share = 1.0 / (seats - 1)
    for a in range(seats):
        beaten = 0
        for b in range(seats):
            beaten += (points[b] > points[a]) - (points[b] < points[a])
        out[a] = beaten * share


cdef inline void all_heads(const NimmtStruct* s, int* out) noexcept nogil:
    """The heads of each seat in all rounds so far."""
    cdef int seat
    for seat in range(s.seats):
        out[seat] = s.total[seat] + s.heads[seat]


cdef void nimmt_returns(const void* state, double* out) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int heads[10]
    if s.phase != PHASE_OVER:
        memset(out, 0, s.seats * sizeof(double))
        return
    all_heads(s, heads)
    by_rank(heads, s.seats, out)


cdef void nimmt_scores(const void* state, int64_t* out) noexcept nogil:
    """Heads; fewer are better."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int heads[10]
    cdef int seat
    all_heads(s, heads)
    for seat in range(s.seats):
        out[seat] = heads[seat]


cdef void nimmt_ranks(const void* state, int* out) noexcept nogil:
    """[end]: equal totals share the better rank."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int heads[10]
    cdef int a, b
    all_heads(s, heads)
    for a in range(s.seats):
        out[a] = 0
        if s.phase == PHASE_OVER:
            out[a] = 1
            for b in range(s.seats):
                if heads[b] < heads[a]:
                    out[a] += 1


# --- utility ------------------------------------------------------------------------------------------------

# Spread of the difference of two seats' heads until the match ends, in random play, by number of seats. Its
# variance is ROUND_VARIANCE for each round to come; the seat nearest to the target comes ROUND_MOST heads
# nearer in a round. Fitted by `python -m bench nimmt --fit`.
cdef double* ROUND_VARIANCE = [88, 88, 88, 143, 166, 189, 207, 215, 221, 227, 229]
cdef double* ROUND_MOST = [8.1, 8.1, 8.1, 11.0, 12.6, 13.5, 14.4, 14.9, 15.3, 15.7, 15.7]


cdef double WINNING[512]            # P(ahead at the end) - P(behind), leads in 1/128 deviations


cdef void fill_winning() noexcept nogil:
    cdef int i
    for i in range(STEPS):
        WINNING[i] = erf(i / (STEPS_A_DEVIATION * sqrt(2.0)))


fill_winning()


cdef double still_to_move(const NimmtStruct* s, const int* heads) noexcept nogil:
    """Standard deviation of the further change of a difference of two totals, at least 0.5."""
    cdef double rounds = <double>(HAND - s.trick) / HAND
    cdef int most = 0
    cdef int seat
    if s.phase == PHASE_DEAL:
        rounds = 1.0
    for seat in range(s.seats):
        if heads[seat] > most:
            most = heads[seat]
    if s.target > most + rounds * ROUND_MOST[s.seats]:
        rounds = (s.target - most) / ROUND_MOST[s.seats]
    return 0.5 + sqrt(rounds * ROUND_VARIANCE[s.seats])


cdef void win_utility(const NimmtStruct* s, double* out) noexcept nogil:
    """The chance of finishing ahead of each other seat minus that of finishing behind, from the totals."""
    cdef int heads[10]
    cdef int a, b, lead, step
    cdef double scale, share, value
    all_heads(s, heads)
    scale = STEPS_A_DEVIATION / still_to_move(s, heads)
    share = 1.0 / (s.seats - 1)
    for a in range(s.seats):
        out[a] = 0.0
    for a in range(s.seats):
        for b in range(a + 1, s.seats):
            lead = heads[b] - heads[a]
            step = <int>(scale * (lead if lead > 0 else -lead))
            value = share * WINNING[step if step < STEPS else STEPS - 1]
            if lead < 0:
                value = -value
            out[a] += value
            out[b] -= value


cdef void nimmt_utility(const void* state, int objective, double* out) noexcept nogil:
    """WIN: the result, before the end its estimate from the totals. RANK and POINTS: of this round."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int heads[10]
    cdef int seat
    cdef int total = 0
    cdef double value
    if objective == RANK:
        for seat in range(s.seats):
            heads[seat] = s.heads[seat]
        by_rank(heads, s.seats, out)
    elif objective == POINTS:
        for seat in range(s.seats):
            total += s.heads[seat]
        for seat in range(s.seats):
            value = (total - <double>s.seats * s.heads[seat]) / ((s.seats - 1) * POINTS_SCALE)
            out[seat] = 1.0 if value > 1.0 else -1.0 if value < -1.0 else value
    elif s.phase == PHASE_OVER:
        nimmt_returns(state, out)
    else:
        win_utility(s, out)
