"""Exact play of two-seat positions in which only the simultaneous choice at hand is hidden.

Backward induction to the leaves: a simultaneous choice is a matrix game over both seats' actions, a choice of
one seat a maximum or a minimum, chance a mean. Every value is a bracket [lower, upper] for seat 0 that
includes rounding errors.

Two methods avoid a full search: serialized searches bound a position at a fraction of the cost
(`serialized`), and only those entries of a matrix are solved that its value depends on (`settling`).
"""

from dataclasses import dataclass

from solver.rng import mix as mix_seed

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from solver.game cimport CHANCE, NOBODY, SIMULTANEOUS, TERMINAL, Rules, State, action_t
from solver.rng cimport Rng
from solver.search.matrix cimport SIDE, Mixture, mix
from solver.clock cimport now
from solver.search.serialized cimport (
    BEYOND,
    CLUSTER,
    DEEPEST,
    NOT_ZERO_SUM,
    RUNNING,
    SMALL,
    Bracket,
    Frame,
    Search,
    Slot,
    step,
)
from solver.search.settling cimport settle, settle_chance, settle_matrix
from solver.stop cimport StopFlag

cdef enum:
    SAME = 16                       # worlds drawn to test whether a seat knows the position
    COMMITTED = 600                 # worlds drawn to find every choice that may lie face down


@dataclass(frozen=True)
class Exact:
    """Value of a position under optimal play of both seats, and that play.

    ``lower`` and ``upper``: bounds of the value for seat 0, in [-1, 1]; no more than 1e-9 apart.
    ``moves``: for each seat (action, lower, upper) of its actions, best first: bounds of the action's value
    to that seat, against the other's mixture under a simultaneous choice, else against optimal play.
    ``mixtures``: for each seat (action, probability) of the actions that it plays, most likely first. Both
    are empty for a seat that owes no decision now.
    ``nodes``: positions searched; ``estimates``: leaves among them before the game's end, valued by the
    game's evaluation. If there are any, the result of the game is not proven.
    """

    lower: float
    upper: float
    moves: tuple[list, list]
    mixtures: tuple[list, list]
    nodes: int
    estimates: int


cdef class Solver:
    """Search state of one exact search."""
    cdef Search* s
    cdef char* room
    cdef State state                 # keeps the struct alive that the table's functions read
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
        self.s.most_clusters = max(<uint64_t>1, (<uint64_t>hash_mb << 20) // (CLUSTER * sizeof(Slot)))
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
        """Whether ``seat`` knows the whole position; if so it is the first of the worlds."""
        return self.worlds(seat, SAME) == 1

    def open(self):
        """Set the position up as a seat knows it; returns whether it can be solved.

        A seat that has chosen already has no decision left; its hidden choice is never read.
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
        # the world that this seat knows, as the other seat sees it
        truth = self.state.blank()
        memcpy(truth.data, self.s.worlds, rules.size)
        self.state = truth
        return self.only(1 - seat)

    def run(self, max_nodes, double seconds):
        """Run the search; returns an Exact, or None when a limit ended it."""
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
                # every action's own value is needed here, not only the best one's
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
        cdef double slack = 1e-14               # above the rounding error of 32 products
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
    """Whether both seats of a two-seat position know all of it except the choice being made now.

    The test draws worlds from each seat's view and compares them, so hidden facts that are nearly certain may
    count as known. False for a game without a C table, and after the end.
    """
    if state.rules == NULL or state.num_players() != 2:
        return False
    return Solver(state, 0, 0, StopFlag()).open()


def solve_exact(State state, int objective, int hash_mb, max_nodes, double max_seconds, StopFlag stop):
    """Solve a two-seat position that both seats know, down to the leaves.

    ``state``: a truth, or the view of a seat that owes a decision. A choice that the other seat has made and
    not shown is never read. ``objective``: WIN, RANK or POINTS of the contract, which must be zero-sum.
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
