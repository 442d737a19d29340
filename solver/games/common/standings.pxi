# Results from an order of the seats, and an evaluation by points before the end.
#
# To define before the include:
# - `struct_t` with the field `seats`; MAX_SEATS;
# - `is_over(state)`, `points(state, seat)`;
# - `standing(state, seat)`, an int64_t: higher is better, equal ones share a rank;
# - `lead_scale(state)`: the lead in points that counts as half a win;
# - POINTS_SCALE: the lead in points that is worth 1 under the objective POINTS.

from libc.math cimport fabs
from libc.stdint cimport int64_t

from solver.game cimport POINTS, Rules


cdef int standings_seats(const void* state) noexcept nogil:
    return (<const struct_t*>state).seats


cdef void standings_returns(const void* state, double* out) noexcept nogil:
    """Wins less losses against the other seats, over their number: the values sum to 0."""
    cdef const struct_t* s = <const struct_t*>state
    cdef int64_t place[MAX_SEATS]
    cdef int seat, other
    cdef int won
    for seat in range(s.seats):
        out[seat] = 0.0
    if not is_over(s):
        return
    for seat in range(s.seats):
        place[seat] = standing(s, seat)
    for seat in range(s.seats):
        won = 0
        for other in range(s.seats):
            won += (place[seat] > place[other]) - (place[seat] < place[other])
        out[seat] = <double>won / (s.seats - 1)


cdef void standings_scores(const void* state, int64_t* out) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    cdef int seat
    for seat in range(s.seats):
        out[seat] = points(s, seat)


cdef void standings_ranks(const void* state, int* out) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    cdef int64_t place[MAX_SEATS]
    cdef int seat, other
    for seat in range(s.seats):
        out[seat] = 0
        place[seat] = standing(s, seat)
    if not is_over(s):
        return
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] = out[seat] + (place[other] > place[seat])


cdef bint standings_horizon(const void* state) noexcept nogil:
    return is_over(<const struct_t*>state)


cdef void standings_utility(const void* state, int objective, double* out) noexcept nogil:
    """Under POINTS the lead over the others' mean in units of POINTS_SCALE, before the end as at the end.

    Under WIN and RANK the returns; before the end lead / (lead_scale + |lead|), averaged over the others.
    """
    cdef const struct_t* s = <const struct_t*>state
    cdef double scale = lead_scale(s)
    cdef double lead, sum
    cdef int seat, other
    if objective != POINTS and is_over(s):
        standings_returns(state, out)
        return
    for seat in range(s.seats):
        sum = 0.0
        for other in range(s.seats):
            lead = <double>(points(s, seat) - points(s, other))
            sum = sum + (lead if objective == POINTS else lead / (scale + fabs(lead)))
        sum = sum / (s.seats - 1)
        if objective == POINTS:
            sum = sum / POINTS_SCALE
        out[seat] = min(1.0, max(-1.0, sum))


cdef void fill_standings(Rules* rules) noexcept nogil:
    """Enter these functions in the table."""
    rules.max_seats = MAX_SEATS
    rules.seats = standings_seats
    rules.returns = standings_returns
    rules.scores = standings_scores
    rules.ranks = standings_ranks
    rules.horizon = standings_horizon
    rules.utility = standings_utility
