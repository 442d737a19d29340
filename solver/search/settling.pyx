"""Solution of the real game by matrix entries on demand: brackets of values, closed as far as needed.

When only brackets of a matrix's entries are known, the game of the lower ends and that of the upper ends
bracket the value. Only entries that the optimistic row mixture (of the upper ends) and the optimistic column
mixture (of the lower ends) both use are worth a look, first by the serialized searches, then by the real one:
once these are known, the two games have the same value. The rest are never solved.
"""

from libc.stdint cimport int64_t, uint64_t

from solver.game cimport CHANCE, SIMULTANEOUS
from solver.search.matrix cimport SIDE, Mixture, mix
from solver.search.serialized cimport (
    BEYOND,
    BRACKETS,
    CLOSED,
    DEEPEST,
    FIRST_0,
    FIRST_1,
    MOST_OUTCOMES,
    RUNNING,
    TOO_LARGE,
    Bracket,
    Frame,
    Search,
    closed,
    leaf,
    over,
    recall,
    remember,
    serial,
    step,
)


cdef void glance(Search* s, const void* state, int depth, Bracket* out) noexcept nogil:
    """Bounds of a position by the serialized searches alone."""
    cdef uint64_t key
    if s.rules.horizon(state):
        out.lower = out.upper = leaf(s, state)
        return
    key = s.rules.common(state) ^ BRACKETS
    if recall(s, key, out):
        return
    out.lower = serial(s, state, 0, -BEYOND, BEYOND, depth)
    if s.status != RUNNING:
        return
    out.upper = -serial(s, state, 1, -BEYOND, BEYOND, depth)
    if s.status != RUNNING:
        return
    remember(s, key, out, 1)


cdef void peek(Search* s, const void* state, Bracket* out) noexcept nogil:
    """Bounds of a position that are stored already, from any of the searches."""
    cdef Bracket serialized
    cdef uint64_t key
    if s.rules.horizon(state):
        out.lower = out.upper = leaf(s, state)
        return
    key = s.rules.common(state)
    recall(s, key ^ BRACKETS, out)
    if recall(s, key ^ FIRST_0, &serialized):
        out.lower = max(out.lower, serialized.lower)
    if recall(s, key ^ FIRST_1, &serialized):
        out.upper = min(out.upper, -serialized.lower)


cdef void settle_one(Search* s, const void* state, int actor, double alpha, double beta, int depth,
                     Bracket* out) noexcept nogil:
    """A choice of one seat: settles the most promising action until no other can be better."""
    cdef Frame* f = &s.frames[depth]
    cdef Bracket found
    cdef int i, best
    cdef int n = s.rules.legal(state, actor, f.actions[0])
    if n > SIDE * SIDE:
        s.status = TOO_LARGE
        return
    for i in range(n):
        step(s, state, actor, f.actions[0][i], f.child)
        glance(s, f.child, depth + 1, &found)
        if s.status != RUNNING:
            return
        f.lower[i] = found.lower
        f.upper[i] = found.upper
    while True:
        best = 0
        out.lower = f.lower[0]
        out.upper = f.upper[0]
        for i in range(1, n):
            if actor == 0:
                out.lower = max(out.lower, f.lower[i])
                out.upper = max(out.upper, f.upper[i])
                if f.upper[i] > f.upper[best]:
                    best = i
            else:
                out.lower = min(out.lower, f.lower[i])
                out.upper = min(out.upper, f.upper[i])
                if f.lower[i] < f.lower[best]:
                    best = i
        # nothing is left to settle where the best one is settled: equal ends, then
        if closed(out) or out.lower >= beta or out.upper <= alpha or f.upper[best] - f.lower[best] <= CLOSED:
            return
        step(s, state, actor, f.actions[0][best], f.child)
        settle(s, f.child, alpha, beta, depth + 1, &found)
        if s.status != RUNNING:
            return
        if found.lower <= f.lower[best] and found.upper >= f.upper[best]:
            return                              # rounding alone keeps it open
        f.lower[best] = max(f.lower[best], found.lower)
        f.upper[best] = min(f.upper[best], found.upper)


cdef void settle_chance(Search* s, const void* state, int depth, Bracket* out) noexcept nogil:
    cdef Frame* f = &s.frames[depth]
    cdef Bracket found
    cdef int64_t whole
    cdef int i
    cdef int n = s.rules.chance(state, f.actions[0], f.odds, &whole)
    if n > MOST_OUTCOMES:
        s.status = TOO_LARGE
        return
    out.lower = out.upper = 0.0
    for i in range(n):
        step(s, state, CHANCE, f.actions[0][i], f.child)
        settle(s, f.child, -BEYOND, BEYOND, depth + 1, &found)
        if s.status != RUNNING:
            return
        out.lower += f.odds[i] * found.lower
        out.upper += f.odds[i] * found.upper
    # n products and sums, each off by half an ulp of at most `whole`
    out.lower = out.lower / whole - (n + 2) * 2.3e-16
    out.upper = out.upper / whole + (n + 2) * 2.3e-16


cdef void cell(const Search* s, const void* state, int i, int j, Frame* f, bint root) noexcept nogil:
    """The position after both choices, to `f.child`."""
    if root and s.face_down == 0:
        step(s, s.worlds + i * s.rules.size, 1, f.actions[1][j], f.child)
    elif root and s.face_down == 1:
        step(s, s.worlds + j * s.rules.size, 0, f.actions[0][i], f.child)
    else:
        step(s, state, 0, f.actions[0][i], f.half)
        step(s, f.half, 1, f.actions[1][j], f.child)


cdef bint exact_entries(const Frame* f, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if f.lower[i] < f.upper[i]:
            return False
    return True


cdef void settle_matrix(Search* s, const void* state, int m, int n, double alpha, double beta, int depth,
                        bint root, Bracket* out) noexcept nogil:
    """A simultaneous choice with both seats' actions in the frame: settles entries on demand."""
    cdef Frame* f = &s.frames[depth]
    cdef Mixture low, high
    cdef Bracket found
    cdef int i, j, entry
    cdef double weight, most
    if m > SIDE or n > SIDE:
        s.status = TOO_LARGE
        return
    for i in range(m):
        for j in range(n):
            cell(s, state, i, j, f, root)
            peek(s, f.child, &found)
            f.lower[i * n + j] = found.lower
            f.upper[i * n + j] = found.upper
            f.glanced[i * n + j] = False
    while s.status == RUNNING:
        mix(f.lower, m, n, &low)
        if exact_entries(f, m * n):
            high = low
        else:
            mix(f.upper, m, n, &high)
        out.lower = max(out.lower, low.lower)
        out.upper = min(out.upper, high.upper)
        if closed(out) or out.lower >= beta or out.upper <= alpha:
            return
        entry = -1
        most = 0.0
        for i in range(m):
            for j in range(n):
                weight = high.rows[i] * low.columns[j] * (f.upper[i * n + j] - f.lower[i * n + j])
                if weight > most and f.upper[i * n + j] - f.lower[i * n + j] > CLOSED:
                    most = weight
                    entry = i * n + j
        if entry < 0:
            return                              # rounding alone keeps it open
        cell(s, state, entry // n, entry % n, f, root)
        if f.glanced[entry]:
            settle(s, f.child, -BEYOND, BEYOND, depth + 1, &found)
            if found.lower <= f.lower[entry] and found.upper >= f.upper[entry]:
                return                          # a limit, or rounding alone keeps it open
        else:
            glance(s, f.child, depth + 1, &found)
            f.glanced[entry] = True
        if s.status != RUNNING:
            return
        f.lower[entry] = max(f.lower[entry], found.lower)
        f.upper[entry] = min(f.upper[entry], found.upper)


cdef void settle(Search* s, const void* state, double alpha, double beta, int depth,
                 Bracket* out) noexcept nogil:
    """Close the bracket of a position, or at least show that its value lies outside (alpha, beta)."""
    cdef uint64_t key, before
    cdef Bracket found
    cdef int actor, m, n
    if over(s):
        return
    if depth >= DEEPEST:
        s.status = TOO_LARGE
        return
    before = s.nodes
    glance(s, state, depth, out)
    if s.status != RUNNING or closed(out) or out.lower >= beta or out.upper <= alpha:
        return
    key = s.rules.common(state) ^ BRACKETS
    actor = s.rules.actor(state)
    found = out[0]
    if actor == SIMULTANEOUS:
        m = s.rules.legal(state, 0, s.frames[depth].actions[0])
        n = s.rules.legal(state, 1, s.frames[depth].actions[1])
        settle_matrix(s, state, m, n, alpha, beta, depth, False, &found)
    elif actor == CHANCE:
        settle_chance(s, state, depth, &found)
    else:
        settle_one(s, state, actor, alpha, beta, depth, &found)
    if s.status != RUNNING:
        return
    out.lower = max(out.lower, found.lower)
    out.upper = min(out.upper, found.upper)
    remember(s, key, out, s.nodes - before)
