"""The two passes over the states of a turn: backward for its values, forward for its outcomes.

Rolls are not enumerated die by die. The best face depends only on how often each unused face shows, and the
value of a roll is the maximum over these faces of a number that depends on the face and its count. The
rolls form a tree: a roll is its parent with one face more, so it costs one comparison and one multiplication.
States with as many dice and unused faces share the tree, and LANES of them go through it side by side.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int16_t
from libc.string cimport memset

from solver.rng cimport rng_below, rng_t

cdef enum:
    MAX_CHOICES = 49             # 1 + MAX_FACES * MAX_DICE
    LANES = 4                    # states solved side by side

cdef double NOTHING = -1e300     # the value of no choice at all: below every other


# ---- the pass backward: values


cdef void solve_lanes(const Turn* turn, const StateGroup* group, int first, Solution* out) noexcept nogil:
    """The values of rolling on from LANES states of a group, from number `first` on."""
    cdef double choice[MAX_CHOICES][LANES]
    cdef double best[MAX_ROLLS][LANES]
    cdef double value[LANES]
    cdef const Kernel* kernel = &group.kernel
    cdef const int16_t* child
    cdef const double* mother
    cdef const double* more
    cdef double* here
    cdef double odds, a0, a1, a2, a3, b0, b1, b2, b3, v0, v1, v2, v3
    cdef int most = group.open * group.left
    cdef int s, c, e, lane
    for lane in range(LANES):
        s = first + lane if first + lane < group.end else group.end - 1
        child = &turn.child[turn.state[s].choices]
        choice[0][lane] = NOTHING
        for c in range(most):
            choice[c + 1][lane] = out.keep[child[c]]
        best[0][lane] = NOTHING
        value[lane] = kernel.odds[0] * out.fail
    v0, v1, v2, v3 = value[0], value[1], value[2], value[3]
    for e in range(1, kernel.rolls):
        mother = best[kernel.parent[e]]
        more = choice[kernel.column[e]]
        odds = kernel.odds[e]
        # all read before anything is written, so that the compiler may do the lanes two by two
        a0, a1, a2, a3 = mother[0], mother[1], mother[2], mother[3]
        b0, b1, b2, b3 = more[0], more[1], more[2], more[3]
        a0 = a0 if a0 > b0 else b0
        a1 = a1 if a1 > b1 else b1
        a2 = a2 if a2 > b2 else b2
        a3 = a3 if a3 > b3 else b3
        here = best[e]
        here[0], here[1], here[2], here[3] = a0, a1, a2, a3
        v0 = v0 + odds * a0
        v1 = v1 + odds * a1
        v2 = v2 + odds * a2
        v3 = v3 + odds * a3
    value[0], value[1], value[2], value[3] = v0, v1, v2, v3
    for lane in range(LANES):
        if first + lane < group.end:
            out.roll[first + lane] = value[lane]


cdef void solve_fresh(const Turn* turn, const StateGroup* group, Solution* out) noexcept nogil:
    """The same for the fresh turn, where the dice that no entry counts show the last face."""
    cdef double choice[MAX_CHOICES]
    cdef double best[MAX_ROLLS]
    cdef const Kernel* kernel = &group.kernel
    cdef double value = 0.0
    cdef double rest
    cdef int c, e
    choice[0] = NOTHING
    best[0] = NOTHING
    for c in range(group.open * group.left):
        choice[c + 1] = out.keep[turn.child[c]]
    for e in range(kernel.rolls):
        if e:
            rest = choice[kernel.column[e]]
            best[e] = best[kernel.parent[e]]
            if rest > best[e]:
                best[e] = rest
        rest = choice[kernel.rest[e]]
        value += kernel.odds[e] * (best[e] if best[e] > rest else rest)
    out.roll[0] = value


cdef double turn_solve(const Turn* turn, const double* stop, double fail, Solution* out) noexcept nogil:
    cdef const StateGroup* group
    cdef const TurnState* state
    cdef double value
    cdef int g, s
    out.fail = fail
    for g in range(turn.groups - 1, -1, -1):
        group = &turn.group[g]
        if group.kernel.rolls == 0:
            for s in range(group.first, group.end):
                out.roll[s] = fail
        elif group.open == turn.faces:
            solve_fresh(turn, group, out)
        else:
            s = group.first
            while s < group.end:
                solve_lanes(turn, group, s, out)
                s += LANES
        for s in range(group.first, group.end):
            state = &turn.state[s]
            value = out.roll[s]
            out.stops[s] = False
            if state.used >> turn.worm & 1 and stop[state.total] > -INFINITY and (
                    stop[state.total] >= value or state.left == 0):
                value = stop[state.total]
                out.stops[s] = True
            out.keep[s] = value
    return out.keep[0]


# ---- the pass forward: outcomes


cdef double spread_roll(const Kernel* kernel, const double* choice, int most, double mass,
                        double* chosen) noexcept nogil:
    """Split `mass` over the choices that the rolls lead to, written to `chosen`; returns what fails."""
    cdef double best[MAX_ROLLS]
    cdef double share[MAX_ROLLS + MAX_CHOICES]       # of the choices, then of the rolls: one index says whose
    cdef int e, target
    cdef double more
    best[0] = NOTHING
    for e in range(most + 1):
        share[e] = 0.0
    share[MAX_CHOICES] = mass * kernel.odds[0]
    for e in range(1, kernel.rolls):
        more = choice[kernel.column[e]]
        best[e] = best[kernel.parent[e]]
        if more > best[e]:
            best[e] = more
        share[MAX_CHOICES + e] = mass * kernel.odds[e]
    for e in range(kernel.rolls):
        target = kernel.rest[e]
        if choice[target] > best[e]:
            share[target] += share[MAX_CHOICES + e]
            share[MAX_CHOICES + e] = 0.0
    for e in range(kernel.rolls - 1, 0, -1):
        target = MAX_CHOICES + kernel.parent[e]
        if choice[kernel.column[e]] > best[kernel.parent[e]]:
            target = kernel.column[e]
        share[target] += share[MAX_CHOICES + e]
    for e in range(1, most + 1):
        chosen[e] = share[e]
    return share[MAX_CHOICES]


cdef double turn_outcomes(const Turn* turn, const Solution* solution, int state, bint kept,
                          double* chance) noexcept nogil:
    cdef double mass[MAX_STATES]
    cdef double choice[MAX_CHOICES]
    cdef double chosen[MAX_CHOICES]
    cdef const TurnState* at
    cdef const StateGroup* group
    cdef const int16_t* child
    cdef double failed = 0.0
    cdef int s, c, most
    memset(mass, 0, turn.states * sizeof(double))
    memset(chance, 0, (MAX_TOTAL + 1) * sizeof(double))
    mass[state] = 1.0
    choice[0] = NOTHING
    for s in range(state, turn.states):
        if mass[s] == 0.0:
            continue
        at = &turn.state[s]
        group = &turn.group[at.group]
        if solution.stops[s] and (kept or s != state):
            chance[at.total] += mass[s]
        elif group.kernel.rolls == 0:
            failed += mass[s]
        else:
            child = &turn.child[at.choices]
            most = at.open * at.left
            for c in range(most):
                choice[c + 1] = solution.keep[child[c]]
            failed += spread_roll(&group.kernel, choice, most, mass[s], chosen)
            for c in range(most):
                mass[child[c]] += chosen[c + 1]
    return failed


cdef int turn_after(const Turn* turn, int state, int face, int count) noexcept nogil:
    cdef const TurnState* at = &turn.state[state]
    cdef int place = 0
    cdef int f
    if face < 0 or face >= turn.faces or at.used >> face & 1 or count < 1 or count > at.left:
        return -1
    for f in range(face):
        place += not at.used >> f & 1
    return turn.child[at.choices + place * at.left + count - 1]


cdef int turn_state(const Turn* turn, int used, int left, int total) noexcept nogil:
    if not (0 <= used < 1 << turn.faces and 0 <= left <= turn.dice and 0 <= total <= MAX_TOTAL):
        return -1
    return turn.index[(used * (MAX_DICE + 1) + left) * (MAX_TOTAL + 1) + total]


cdef int turn_played(const Turn* turn, const Solution* play, rng_t* rng) noexcept nogil:
    cdef int counts[MAX_FACES]
    cdef int state = 0
    cdef int face, after, best, _die
    while True:
        for face in range(turn.faces):
            counts[face] = 0
        for _die in range(turn.state[state].left):
            counts[rng_below(rng, turn.faces)] += 1
        best = -1
        for face in range(turn.faces):
            if counts[face]:
                after = turn_after(turn, state, face, counts[face])
                if after >= 0 and (best < 0 or play.keep[after] > play.keep[best]):
                    best = after
        if best < 0:
            return -1
        state = best
        if play.stops[state]:
            return turn.state[state].total
        if turn.state[state].left == 0:
            return -1
