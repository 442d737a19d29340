"""Exact play of two-seat positions in which nothing is hidden but what is being chosen at this moment.

Backward induction to the game's horizon: a simultaneous choice is a matrix game over both seats' actions, a
choice of one seat a maximum or a minimum, chance a mean. Every value is a bracket [lower, upper] that holds
with rounding counted in, from the eyes of seat 0.

Two things keep it from looking at everything.

Serialized search. Where the seats choose one after the other and the second sees the first's choice, the
second is better off than in the real game. So an alpha-beta search of the game serialized one way gives a
lower bound, the other way an upper bound, at a small part of the cost; where both agree, that is the value
and no mixture matters (B. Bosansky, V. Lisy, J. Cermak, R. Vitek, M. Pechoucek: Using Double-Oracle Method
and Serialized Alpha-Beta Search for Pruning in Simultaneous Move Games, IJCAI 2013).

Entries on demand. Of a matrix of which only brackets are known, the game of the lower ends and that of the
upper ends bracket the value. Only entries that the optimistic row mixture (of the upper ends) and the
optimistic column mixture (of the lower ends) both use are worth a look, first by the serialized searches,
then by the real one: once these are known, the two games have the same value. The rest are never solved.

Positions are remembered within one search by the hash of common knowledge: when both seats know the root and
all that happens afterwards is seen by both, what they have in common is the whole position, and different
orders of play that lead to the same future meet.
"""

from dataclasses import dataclass

from solver.rng import mix as mix_seed

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from solver.game cimport CHANCE, NOBODY, SIMULTANEOUS, TERMINAL, Rules, State, action_t
from solver.rng cimport Rng
from solver.search.matrix cimport SIDE, Mixture, mix
from solver.stop cimport StopFlag

cdef extern from *:
    """
    static inline uint64_t hm_slot_of(uint64_t x, uint64_t n) {
        return (uint64_t)(((unsigned __int128)x * n) >> 64);
    }
    """
    uint64_t hm_slot_of(uint64_t x, uint64_t n) noexcept nogil

cdef enum:
    RUNNING = 0
    STOPPED = 1                     # a limit, or the flag
    TOO_LARGE = 2                   # more actions, outcomes or plies than there is room for
    NOT_ZERO_SUM = 3

    CLUSTER = 4                     # slots that share an index: two cache lines
    SMALL = 1024                    # clusters to begin with
    FEW = 4                         # pairs of choices that are sooner tried than looked up
    DEEPEST = 160                   # choices below the root
    MOST_OUTCOMES = 64              # of a chance event
    POLL = 256                      # nodes between two looks at the clock
    HABITS = 128                    # actions told apart by what refutes them
    SAME = 16                       # worlds drawn to see whether a seat knows the position
    COMMITTED = 600                 # worlds drawn to meet every choice that may lie face down

cdef double BEYOND = 2.0            # outside [-1, 1]
cdef double CLOSED = 1e-10          # a bracket no wider than this is a value
cdef uint64_t BRACKETS = 0x9E3779B97F4A7C15     # what a slot's bounds are about: the real game,
cdef uint64_t FIRST_0 = 0xC2B2AE3D27D4EB4F      # the game in which seat 0 shows its choice first,
cdef uint64_t FIRST_1 = 0x165667B19E3779F9      # or seat 1


cdef struct Bracket:
    double lower
    double upper


cdef struct Slot:
    uint64_t key                    # 0: free
    double lower
    double upper
    uint64_t work                   # nodes that it took


cdef struct Frame:                  # what one level of the recursion works with
    char* child
    char* half                      # a position after one of two simultaneous choices
    action_t* actions[2]            # of each seat; [0] of chance
    int64_t* odds
    double* lower                   # of each entry of the matrix, row by row; of each action of a single seat
    double* upper
    bint* glanced                   # whether the serialized searches have looked at an entry


cdef struct Search:
    const Rules* rules
    int objective
    Slot* slots
    uint64_t clusters
    uint64_t most_clusters          # the memory grows up to this: small searches stay in the cache
    uint64_t filled                 # slots
    Frame frames[162]
    char* worlds                    # at the root: positions that differ in what lies face down
    int face_down                   # ... and the seat whose choice that is, or -1
    uint64_t nodes
    uint64_t most_nodes
    double deadline
    const volatile int* stop
    uint64_t estimates              # leaves at a horizon before the game's end
    int status
    action_t first_choice[160][2]   # what was best here before, by depth and the seat that shows its choice
    action_t reply[160][2][128]     # what refuted an action before


cdef double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


cdef inline bint closed(const Bracket* b) noexcept nogil:
    return b.upper - b.lower <= CLOSED


# --- memory -------------------------------------------------------------------------------------------------

cdef inline Slot* cluster_of(const Search* s, uint64_t key) noexcept nogil:
    return s.slots + CLUSTER * hm_slot_of(key, s.clusters)


cdef bint recall(const Search* s, uint64_t key, Bracket* out) noexcept nogil:
    """The bounds known for `key`, [-1, 1] if none are; whether some are."""
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
        s.most_clusters = s.clusters            # then that was the limit
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
    """Note bounds; they may tighten those that are there. What took the least work makes room."""
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
    """Count a node; whether the search has to end."""
    s.nodes += 1
    if s.nodes >= s.most_nodes or (s.nodes % POLL == 0 and (s.stop[0] or now() >= s.deadline)):
        s.status = STOPPED
    return s.status != RUNNING


cdef double leaf(Search* s, const void* state) noexcept nogil:
    """The value of a position at the horizon, for seat 0."""
    cdef double[2] values
    s.rules.utility(state, s.objective, values)
    if values[0] != -values[1]:
        s.status = NOT_ZERO_SUM
    if s.rules.actor(state) != TERMINAL:
        s.estimates += 1
    return values[0]


cdef inline void to_front(action_t* actions, int count, action_t chosen) noexcept nogil:
    """Let an action be tried first, if it is there."""
    cdef int i
    for i in range(count):
        if actions[i] == chosen:
            actions[i] = actions[0]
            actions[0] = chosen
            return


cdef void step(const Search* s, const void* state, int seat, action_t action, void* out) noexcept nogil:
    memcpy(out, state, s.rules.size)
    s.rules.apply(out, seat, action)


# --- the serialized game ------------------------------------------------------------------------------------

cdef double serial_both(Search* s, const void* state, int first, double alpha, double beta,
                        int depth) noexcept nogil:
    """A simultaneous choice, shown by `first` before the other seat makes its own. Values are `first`'s."""
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
    cdef double low = alpha if actor == first else -beta        # both from the actor's eyes
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
    """Whether both seats choose, and have few choices."""
    if actor != SIMULTANEOUS:
        return False
    return (s.rules.legal(state, 0, s.frames[depth].actions[0])
            * s.rules.legal(state, 1, s.frames[depth].actions[1])) <= FEW


cdef double serial(Search* s, const void* state, int first, double alpha, double beta,
                   int depth) noexcept nogil:
    """Alpha-beta (fail-soft) of the game in which `first` always shows its simultaneous choice first.

    The result, from the eyes of `first`, is exact inside the window, else a bound on its side.
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
        # sooner done than looked up
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


# --- the real game ------------------------------------------------------------------------------------------

cdef void glance(Search* s, const void* state, int depth, Bracket* out) noexcept nogil:
    """Bounds of a position that cost no more than the serialized searches."""
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
    """Bounds of a position that are there already, whichever search they are from."""
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
    """A choice of one seat: the most promising action is settled until no other can be better."""
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
    """A simultaneous choice, both seats' actions being in the frame: entries are settled on demand."""
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


# --- the Python face ----------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Exact:
    """The value of a position under best play of both seats, and such play.

    ``lower`` and ``upper``: bounds of the value for seat 0, in [-1, 1]; no more than 1e-9 apart.
    ``moves``: for each seat (action, lower, upper) of its actions, best first: what the action is worth to
    that seat against the other's mixture (under a simultaneous choice) or against best play (else).
    ``mixtures``: for each seat (action, probability) of the actions that it plays, most likely first. Empty,
    as is ``moves``, for a seat that owes nothing now.
    ``nodes``: positions looked at; ``estimates``: of these, horizons before the game's end, which are worth
    what the game's ``utility`` makes of them: where there are any, the result of the game is not proven.
    """

    lower: float
    upper: float
    moves: tuple[list, list]
    mixtures: tuple[list, list]
    nodes: int
    estimates: int


cdef class Solver:
    """The memory of one search."""
    cdef Search* s
    cdef char* room
    cdef State state                 # keeps what the table's functions are called with alive
    cdef StopFlag flag

    def __cinit__(self, State state, int objective, hash_mb, StopFlag stop):
        cdef const Rules* rules = state.rules
        cdef size_t width = max(rules.max_actions, rules.max_outcomes) * sizeof(action_t)
        cdef size_t size = (rules.size + 15) // 16 * 16
        cdef size_t bytes_ = 2 * size + 3 * width + SIDE * SIDE * (2 * sizeof(double) + sizeof(bint))
        cdef char* at
        cdef int i
        self.state = state
        self.flag = stop
        self.s = <Search*>calloc(1, sizeof(Search))
        self.room = <char*>malloc(bytes_ * (DEEPEST + 2))
        if self.s == NULL or self.room == NULL:
            raise MemoryError("no memory for the frames of an exact search")
        for i in range(DEEPEST + 2):
            at = self.room + i * bytes_
            self.s.frames[i].child = at
            self.s.frames[i].half = at + size
            self.s.frames[i].lower = <double*>(at + 2 * size)
            self.s.frames[i].upper = self.s.frames[i].lower + SIDE * SIDE
            at = <char*>(self.s.frames[i].upper + SIDE * SIDE)
            self.s.frames[i].actions[0] = <action_t*>at
            self.s.frames[i].actions[1] = <action_t*>(at + width)
            self.s.frames[i].odds = <int64_t*>(at + 2 * width)
            self.s.frames[i].glanced = <bint*>(at + 3 * width)
        self.s.most_clusters = max(1, (<uint64_t>hash_mb << 20) // (CLUSTER * sizeof(Slot)))
        self.s.clusters = min(<uint64_t>SMALL, self.s.most_clusters)
        self.s.slots = <Slot*>calloc(self.s.clusters * CLUSTER, sizeof(Slot))
        if self.s.slots == NULL:
            raise MemoryError(f"no memory for {hash_mb} MB of an exact search's positions")
        self.s.rules = rules
        self.s.objective = objective
        self.s.face_down = -1
        self.s.stop = &stop.value

    def __dealloc__(self):
        if self.s != NULL:
            free(self.s.slots)
            free(self.s.worlds)
        free(self.s)
        free(self.room)

    cdef int worlds(self, int seat, int count) except -1:
        """Draw ``count`` worlds from what ``seat`` knows; keep the different ones, at most SIDE + 1."""
        cdef size_t size = self.s.rules.size
        cdef Rng rng = Rng(mix_seed(0, seat))
        cdef uint64_t keys[33]
        cdef uint64_t key
        cdef char* out
        cdef int k
        cdef int different = 0
        free(self.s.worlds)
        self.s.worlds = <char*>malloc((SIDE + 1) * size)
        out = <char*>malloc(2 * size)
        if self.s.worlds == NULL or out == NULL:
            free(out)
            raise MemoryError("no memory for worlds")
        self.s.rules.view(self.state.data, seat, out + size)
        for _ in range(count):
            self.s.rules.resample(out + size, seat, &rng.state, out)
            key = self.s.rules.key(out, NOBODY)
            k = 0
            while k < different and keys[k] != key:
                k += 1
            if k == different:
                keys[k] = key
                memcpy(self.s.worlds + k * size, out, size)
                different += 1
                if different > SIDE:
                    break
        free(out)
        return different

    cdef int only(self, int seat) except -1:
        """Whether ``seat`` can tell the position from every other; if so it is the first of the worlds."""
        return self.worlds(seat, SAME) == 1

    def open(self):
        """Take the position in as a seat knows it; whether it can be solved.

        A seat that has chosen already is asked nothing more; what it chose is not looked at.
        """
        cdef const Rules* rules = self.s.rules
        cdef int viewer = rules.viewer(self.state.data)
        cdef int actor = rules.actor(self.state.data)
        cdef int seat, different
        cdef State truth
        if actor == TERMINAL or rules.seats(self.state.data) != 2:
            return False
        if actor == SIMULTANEOUS and not (rules.owes(self.state.data, 0) and rules.owes(self.state.data, 1)):
            seat = 0 if rules.owes(self.state.data, 0) else 1
            if viewer != NOBODY and viewer != seat:
                return False
            different = self.worlds(seat, COMMITTED)
            if different > SIDE:
                return False
            self.s.face_down = 1 - seat
            self.s.frames[0].odds[0] = different
            return True
        seat = viewer if viewer != NOBODY else 0
        if not self.only(seat):
            return False
        # the world that this seat knows of, as the other one sees it
        truth = self.state.blank()
        memcpy(truth.data, self.s.worlds, rules.size)
        self.state = truth
        return self.only(1 - seat)

    def run(self, max_nodes, double seconds):
        """The search; an Exact, or None when a limit ended it."""
        cdef Search* s = self.s
        cdef Frame* f = &s.frames[0]
        cdef Bracket found
        cdef int actor = s.rules.actor(self.state.data)
        cdef int m = 0
        cdef int n = 0
        cdef int i, seat
        cdef const void* root = self.state.data
        s.most_nodes = <uint64_t>min(max(int(max_nodes), 0), 1 << 62)
        s.deadline = now() + seconds
        found.lower = -BEYOND
        found.upper = BEYOND
        if s.face_down >= 0:
            seat = 1 - s.face_down
            m = n = <int>f.odds[0]
            i = s.rules.legal(self.state.data, seat, f.actions[seat])
            m, n = (i, m) if seat == 0 else (m, i)
        elif actor == SIMULTANEOUS:
            m = s.rules.legal(self.state.data, 0, f.actions[0])
            n = s.rules.legal(self.state.data, 1, f.actions[1])
        elif actor >= 0:
            m = s.rules.legal(self.state.data, actor, f.actions[0])
        if m > SIDE * SIDE:
            return None
        with nogil:
            if actor == SIMULTANEOUS:
                settle_matrix(s, root, m, n, -BEYOND, BEYOND, 0, True, &found)
            elif actor == CHANCE:
                settle_chance(s, root, 0, &found)
            else:
                # every action's own value is wanted here, not only the best one's
                for i in range(m):
                    step(s, root, actor, f.actions[0][i], f.child)
                    settle(s, f.child, -BEYOND, BEYOND, 1, &found)
                    if s.status != RUNNING:
                        break
                    f.lower[i] = found.lower
                    f.upper[i] = found.upper
        if s.status == NOT_ZERO_SUM:
            raise ValueError(f"objective {s.objective} of {s.rules.name.decode()} is not zero-sum here")
        if s.status != RUNNING:
            return None
        if actor >= 0:
            return self.one(actor, m)
        if found.upper - found.lower > 1e-9:
            return None                         # rounding kept it open
        if actor == CHANCE:
            return Exact(found.lower, found.upper, ([], []), ([], []), s.nodes, s.estimates)
        return self.both(m, n, found.lower, found.upper)

    cdef one(self, int actor, int m):
        """The answer for a choice of one seat."""
        cdef Frame* f = &self.s.frames[0]
        if actor == 0:
            moves = [(f.actions[0][i], f.lower[i], f.upper[i]) for i in range(m)]
        else:
            moves = [(f.actions[0][i], -f.upper[i], -f.lower[i]) for i in range(m)]
        moves.sort(key=lambda move: (-move[1], move[0]))
        lower = moves[0][1]
        upper = max([move[2] for move in moves])
        if upper - lower > 1e-9:
            return None                         # rounding kept it open
        pure = [(moves[0][0], 1.0)]
        if actor == 0:
            return Exact(lower, upper, (moves, []), (pure, []), self.s.nodes, self.s.estimates)
        return Exact(-upper, -lower, ([], moves), ([], pure), self.s.nodes, self.s.estimates)

    cdef both(self, int m, int n, double lower, double upper):
        """The answer for a simultaneous choice."""
        cdef Frame* f = &self.s.frames[0]
        cdef Mixture low, high
        cdef double worst, best
        cdef double slack = 1e-14               # more than 32 products can be off by
        cdef int i, j
        mix(f.lower, m, n, &low)
        mix(f.upper, m, n, &high)
        moves = ([], [])
        mixtures = ([], [])
        if self.s.face_down != 0:
            for i in range(m):
                worst = best = 0.0
                for j in range(n):
                    worst += high.columns[j] * f.lower[i * n + j]
                    best += high.columns[j] * f.upper[i * n + j]
                moves[0].append((f.actions[0][i], worst - slack, best + slack))
                if low.rows[i] > 0.0:
                    mixtures[0].append((f.actions[0][i], low.rows[i]))
        if self.s.face_down != 1:
            for j in range(n):
                worst = best = 0.0
                for i in range(m):
                    worst -= low.rows[i] * f.upper[i * n + j]
                    best -= low.rows[i] * f.lower[i * n + j]
                moves[1].append((f.actions[1][j], worst - slack, best + slack))
                if high.columns[j] > 0.0:
                    mixtures[1].append((f.actions[1][j], high.columns[j]))
        for seat in (0, 1):
            moves[seat].sort(key=lambda move: (-move[2], move[0]))
            mixtures[seat].sort(key=lambda move: (-move[1], move[0]))
        return Exact(lower, upper, moves, mixtures, self.s.nodes, self.s.estimates)


def fully_known(State state):
    """Whether both seats of a two-seat position know all of it but for what is being chosen at this moment.

    It is found out by drawing worlds from what each seat knows and comparing them, so what is hidden but
    nearly certain may be taken for known. False for a game without a C table, and after the end.
    """
    if state.rules == NULL or state.num_players() != 2:
        return False
    return Solver(state, 0, 0, StopFlag()).open()


def solve_exact(State state, int objective, int hash_mb, max_nodes, double max_seconds, StopFlag stop):
    """Solve a two-seat position that is known to both seats, up to the game's horizon.

    ``state``: a truth, or the view of a seat that owes a decision. What the other seat has chosen already and
    not shown is not looked at. ``objective``: WIN, RANK or POINTS of the contract, which must be zero-sum.
    ``hash_mb``: memory for positions, in MiB. ``max_nodes``, ``max_seconds``: limits.

    Returns an :class:`Exact`, or None: something is hidden (see :func:`fully_known`), the game is over, there
    are not two seats, the position is too large, or a limit or ``stop`` came first. ValueError for a game
    without a C table, a wrong objective or an objective that is not zero-sum.
    """
    if state.rules == NULL:
        raise ValueError(f"{type(state).__name__} has no C table: exact search needs one")
    if not 0 <= objective <= 2:
        raise ValueError(f"objective {objective}: should be 0 (win), 1 (rank) or 2 (points)")
    if hash_mb < 0:
        raise ValueError(f"hash of {hash_mb} MB: should not be negative")
    if state.num_players() != 2:
        return None
    solver = Solver(state, objective, hash_mb, stop)
    if not solver.open():
        return None
    return solver.run(max_nodes, max_seconds)
