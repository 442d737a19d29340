"""Serialized alpha-beta: bounds of a game with simultaneous choices, and the memory of an exact search.

If the seats choose one after the other and the second sees the first's choice, the second does at least as
well as in the real game. Alpha-beta searches of the two serialized games therefore give a lower and an upper
bound at a fraction of the cost; where both agree, that is the value and no mixture matters (B. Bosansky, V.
Lisy, J. Cermak, R. Vitek, M. Pechoucek: Using Double-Oracle Method and Serialized Alpha-Beta Search for
Pruning in Simultaneous Move Games, IJCAI 2013).

Positions are stored within one search by the hash of common knowledge. Both seats know the root and see
everything that happens afterwards, so common knowledge is the whole position, and different orders of play
with the same future share an entry.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from solver.game cimport CHANCE, SIMULTANEOUS, TERMINAL, action_t
from solver.clock cimport now
from solver.portable cimport product_high

cdef enum:
    FEW = 4                         # pairs of choices: up to so many, trying them is faster than a look-up
    POLL = 256                      # nodes between two looks at the clock


# --- memory -------------------------------------------------------------------------------------------------

cdef inline Slot* cluster_of(const Search* s, uint64_t key) noexcept nogil:
    return s.slots + CLUSTER * product_high(key, s.clusters)


cdef bint recall(const Search* s, uint64_t key, Bracket* out) noexcept nogil:
    """The bounds stored for `key`, else [-1, 1]; returns whether there are any."""
    cdef Slot* slot = cluster_of(s, key)
    cdef int i
    for i in range(CLUSTER):
        if slot[i].key == key:
            out.lower = slot[i].lower
            out.upper = slot[i].upper
            return True
    out.lower = -1.0
    out.upper = 1.0
    return False


cdef void grow(Search* s) noexcept nogil:
    """Move to a table four times the size, if memory allows."""
    cdef uint64_t clusters = min(4 * s.clusters, s.most_clusters)
    cdef Slot* slots = <Slot*>calloc(clusters * CLUSTER, sizeof(Slot))
    cdef Slot* old = s.slots
    cdef Slot* to
    cdef uint64_t count = s.clusters * CLUSTER
    cdef uint64_t i
    cdef int k
    if slots == NULL:
        s.most_clusters = s.clusters            # no memory: the present size is the limit
        return
    s.slots = slots
    s.clusters = clusters
    for i in range(count):
        if old[i].key:
            # clusters stay in order and spread out: one of four new ones holds no more than the old one did
            to = cluster_of(s, old[i].key)
            k = 0
            while k < CLUSTER - 1 and to[k].key:
                k += 1
            to[k] = old[i]
    free(old)


cdef void remember(Search* s, uint64_t key, const Bracket* bounds, uint64_t work) noexcept nogil:
    """Store bounds, or tighten those already stored; replaces the entry that took the least work."""
    cdef Slot* slot = cluster_of(s, key)
    cdef Slot* victim = slot
    cdef int i
    for i in range(CLUSTER):
        if slot[i].key == key:
            slot[i].lower = max(slot[i].lower, bounds.lower)
            slot[i].upper = min(slot[i].upper, bounds.upper)
            slot[i].work += work
            return
        if slot[i].work < victim.work:
            victim = slot + i
    if victim.key == 0:
        s.filled += 1
        if s.filled > 2 * s.clusters and s.clusters < s.most_clusters:
            grow(s)
            remember(s, key, bounds, work)
            return
    victim.key = key
    victim.lower = bounds.lower
    victim.upper = bounds.upper
    victim.work = work + 1


# --- steps --------------------------------------------------------------------------------------------------

cdef bint over(Search* s) noexcept nogil:
    """Count a node; returns whether the search has to end."""
    s.nodes += 1
    if s.nodes >= s.most_nodes or (s.nodes % POLL == 0 and (s.stop[0] or now() >= s.deadline)):
        s.status = STOPPED
    return s.status != RUNNING


cdef double leaf(Search* s, const void* state) noexcept nogil:
    """Evaluation of a leaf, for seat 0."""
    cdef double[2] values
    s.rules.utility(state, s.objective, values)
    if values[0] != -values[1]:
        s.status = NOT_ZERO_SUM
    if s.rules.actor(state) != TERMINAL:
        s.estimates += 1
    return values[0]


# --- the serialized game ------------------------------------------------------------------------------------

cdef inline void to_front(action_t* actions, int count, action_t chosen) noexcept nogil:
    """Move an action to the front of the list, if it is there."""
    cdef int i
    for i in range(count):
        if actions[i] == chosen:
            actions[i] = actions[0]
            actions[0] = chosen
            return


cdef double serial_both(Search* s, const void* state, int first, double alpha, double beta,
                        int depth) noexcept nogil:
    """A simultaneous choice that `first` shows before the other seat chooses. Values are `first`'s."""
    cdef Frame* f = &s.frames[depth]
    cdef action_t* mine = f.actions[first]
    cdef action_t* theirs = f.actions[1 - first]
    cdef double best = -BEYOND
    cdef double worst, value
    cdef int i, j, n
    cdef int m = s.rules.legal(state, first, mine)
    to_front(mine, m, s.first_choice[depth][first])
    for i in range(m):
        step(s, state, first, mine[i], f.half)
        n = s.rules.legal(f.half, 1 - first, theirs)
        to_front(theirs, n, s.reply[depth][first][mine[i] % HABITS])
        worst = BEYOND
        for j in range(n):
            step(s, f.half, 1 - first, theirs[j], f.child)
            value = serial(s, f.child, first, alpha, min(beta, worst), depth + 1)
            if s.status != RUNNING:
                return 0.0
            if value < worst:
                worst = value
                if worst <= alpha:
                    s.reply[depth][first][mine[i] % HABITS] = theirs[j]
                    break
        if worst > best:
            best = worst
            if best > alpha:
                alpha = best
                s.first_choice[depth][first] = mine[i]
            if best >= beta:
                break
    return best


cdef double serial_one(Search* s, const void* state, int first, int actor, double alpha, double beta,
                       int depth) noexcept nogil:
    """A choice of seat `actor` alone. Values are those of seat `first`."""
    cdef Frame* f = &s.frames[depth]
    cdef double sign = 1.0 if actor == first else -1.0
    cdef double low = alpha if actor == first else -beta        # both seen from the actor
    cdef double high = beta if actor == first else -alpha
    cdef double best = -BEYOND
    cdef double value
    cdef int i
    cdef int n = s.rules.legal(state, actor, f.actions[0])
    to_front(f.actions[0], n, s.first_choice[depth][actor])
    for i in range(n):
        step(s, state, actor, f.actions[0][i], f.child)
        if actor == first:
            value = serial(s, f.child, first, low, high, depth + 1)
        else:
            value = -serial(s, f.child, first, -high, -low, depth + 1)
        if s.status != RUNNING:
            return 0.0
        if value > best:
            best = value
            if best > low:
                low = best
                s.first_choice[depth][actor] = f.actions[0][i]
            if best >= high:
                break
    return sign * best


cdef double serial_chance(Search* s, const void* state, int first, int depth) noexcept nogil:
    """The mean over the outcomes. Values are those of seat `first`."""
    cdef Frame* f = &s.frames[depth]
    cdef int64_t whole
    cdef double total = 0.0
    cdef int i
    cdef int n = s.rules.chance(state, f.actions[0], f.odds, &whole)
    if n > MOST_OUTCOMES:
        s.status = TOO_LARGE
        return 0.0
    for i in range(n):
        step(s, state, CHANCE, f.actions[0][i], f.child)
        total += f.odds[i] * serial(s, f.child, first, -BEYOND, BEYOND, depth + 1)
        if s.status != RUNNING:
            return 0.0
    return total / whole


cdef inline bint forced(Search* s, const void* state, int actor, int depth) noexcept nogil:
    """Whether both seats choose, among few pairs of choices."""
    if actor != SIMULTANEOUS:
        return False
    return (s.rules.legal(state, 0, s.frames[depth].actions[0])
            * s.rules.legal(state, 1, s.frames[depth].actions[1])) <= FEW


cdef double serial(Search* s, const void* state, int first, double alpha, double beta,
                   int depth) noexcept nogil:
    """Alpha-beta (fail-soft) of the game in which `first` always shows its simultaneous choice first.

    The result, for `first`, is exact inside the window, else a bound on the side where it lies.
    """
    cdef Bracket known
    cdef uint64_t key, before
    cdef double value
    cdef int actor
    if over(s):
        return 0.0
    if s.rules.horizon(state):
        value = leaf(s, state)
        return value if first == 0 else -value
    if depth >= DEEPEST:
        s.status = TOO_LARGE
        return 0.0
    actor = s.rules.actor(state)
    if forced(s, state, actor, depth):
        # faster than a look-up
        return serial_both(s, state, first, alpha, beta, depth)
    key = s.rules.common(state) ^ (FIRST_0 if first == 0 else FIRST_1)
    if recall(s, key, &known):
        if known.lower >= beta or known.lower >= known.upper:
            return known.lower
        if known.upper <= alpha:
            return known.upper
        alpha = max(alpha, known.lower)
        beta = min(beta, known.upper)
    before = s.nodes
    if actor == SIMULTANEOUS:
        value = serial_both(s, state, first, alpha, beta, depth)
    elif actor == CHANCE:
        value = serial_chance(s, state, first, depth)
        alpha = -BEYOND
        beta = BEYOND
    else:
        value = serial_one(s, state, first, actor, alpha, beta, depth)
    if s.status != RUNNING:
        return 0.0
    if value > alpha:
        known.lower = max(known.lower, value)
    if value < beta:
        known.upper = min(known.upper, value)
    remember(s, key, &known, s.nodes - before)
    return value
