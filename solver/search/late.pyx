"""Exact late game of two seats in a game of turns: the value of every position that can still follow.

The positions at the beginning of turns, each seen by the seat to move, form a graph that may have cycles (a
robbed plate is robbed back). Its strongly connected components are solved last ones first (Tarjan 1972):
those of one position by one exact turn, the others by value iteration. The result is then certified: for the
values v and a small number d, the exact turn over v + d must give at least v - d, and over v - d at most v +
d. Whatever the seats do, every turn ends the game or moves towards its end with a positive chance, so the
true values lie between v - d and v + d (Hansen, Miltersen and Zwick 2013 use the same monotone operator).
Each position keeps its d; rounding in sums of positive odds is far below the smallest.
"""

from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memset

from solver.game cimport State, hash_bytes
from solver.clock cimport now
from solver.search.passes cimport MAX_TOTAL, Solution, turn_solve
from solver.search.turngame cimport MAX_OUTCOMES, MOST_BYTES, MOST_SEATS, TurnGame, TurnPlug
from solver.stop cimport StopFlag

cdef enum:
    SOLVED = 1
    MOST_SWEEPS = 10_000

cdef double SETTLED = 1e-11          # change of a sweep below which value iteration ends
cdef double ROUNDING = 4e-15         # far above the rounding error of one exact turn
cdef double WIDEST = 1e-9            # largest half width of a bracket
MOST_STATES = 1 << 20


cdef void* resized(void* array, size_t size, bint* full) noexcept nogil:
    """The array resized to `size` bytes; if there is no memory the old one, with `full` set."""
    cdef void* larger = realloc(array, size)
    if larger == NULL:
        full[0] = True
        return array
    return larger


cdef class LateGame:
    """Solved positions of one game and objective, kept for later calls."""

    cdef TurnPlug plug
    cdef const TurnGame* game
    cdef readonly int objective
    cdef size_t size                 # bytes of a position
    cdef int count                   # positions; without a position: certain results
    cdef int room
    cdef char* states
    cdef int32_t* next               # [position][outcome]: the position after it, -1: not allowed
    cdef double* value               # for the seat to move
    cdef double* error
    cdef uint8_t* flags
    cdef int32_t* low                # of Tarjan's search; 0: not visited
    cdef int32_t* order
    cdef int32_t* path
    cdef int32_t* calls
    cdef int32_t* table              # open addressing; 0: empty, else position + 1
    cdef int slots
    cdef uint64_t turns              # exact turns worked out
    cdef double deadline
    cdef const volatile int* stop
    cdef StopFlag flag

    def __cinit__(self, TurnPlug plug, int objective):
        self.plug = plug
        self.game = &plug.game
        self.objective = objective
        self.size = plug.game.rules.size
        if self.size > MOST_BYTES:
            raise ValueError("the game's states are too large")
        if self.grow(1024) < 0:
            raise MemoryError("no memory for late positions")

    def __dealloc__(self):
        free(self.states)
        free(self.next)
        free(self.value)
        free(self.error)
        free(self.flags)
        free(self.low)
        free(self.order)
        free(self.path)
        free(self.calls)
        free(self.table)

    cdef int grow(self, int room) noexcept nogil:
        """Make room; -1 when there is no memory."""
        cdef size_t places = room
        cdef bint full = False
        self.states = <char*>resized(self.states, places * self.size, &full)
        self.next = <int32_t*>resized(self.next, places * self.game.outcomes * sizeof(int32_t), &full)
        self.value = <double*>resized(self.value, places * sizeof(double), &full)
        self.error = <double*>resized(self.error, places * sizeof(double), &full)
        self.flags = <uint8_t*>resized(self.flags, places, &full)
        self.low = <int32_t*>resized(self.low, places * sizeof(int32_t), &full)
        self.order = <int32_t*>resized(self.order, places * sizeof(int32_t), &full)
        self.path = <int32_t*>resized(self.path, places * sizeof(int32_t), &full)
        self.calls = <int32_t*>resized(self.calls, 2 * places * sizeof(int32_t), &full)
        self.table = <int32_t*>resized(self.table, 4 * places * sizeof(int32_t), &full)
        if full:
            return -1
        self.slots = 4 * room
        self.room = room
        self.index_all()
        return 0

    cdef void index_all(self) noexcept nogil:
        cdef int n
        memset(self.table, 0, self.slots * sizeof(int32_t))
        for n in range(self.count):
            self.table[self.spot(&self.states[n * self.size])] = n + 1

    cdef int spot(self, const char* state) noexcept nogil:
        """The slot of a position: where it is, or where it belongs."""
        cdef uint64_t at = hash_bytes(state, self.size, 7) & <uint64_t>(self.slots - 1)
        cdef int n = self.table[at]
        while n and memcmp(&self.states[(n - 1) * self.size], state, self.size) != 0:
            at = (at + 1) & <uint64_t>(self.slots - 1)
            n = self.table[at]
        return <int>at

    cdef int add(self, const char* state) noexcept nogil:
        """The number of a position, which is added if new; -1 when there is no memory."""
        cdef int at = self.spot(state)
        cdef int n
        if self.table[at]:
            return self.table[at] - 1
        if self.count == self.room:
            if self.grow(2 * self.room) < 0:
                return -1
            at = self.spot(state)
        n = self.count
        self.count = n + 1
        memcpy(&self.states[n * self.size], state, self.size)
        self.table[at] = n + 1
        self.flags[n] = 0
        self.value[n] = 0.0
        self.error[n] = 0.0
        self.low[n] = 0
        return n

    cdef int after(self, const char* state, int outcome) noexcept nogil:
        """The position after an outcome; a certain result is stored as a position of its value and error."""
        cdef char played[MOST_BYTES]
        cdef char shown[MOST_BYTES]
        cdef double values[MOST_SEATS]
        cdef double certain[2]           # a value and its error
        cdef int mover = self.game.mover(state)
        cdef int n
        memcpy(played, state, self.size)
        self.game.play(played, outcome)
        if self.game.mover(played) < 0:
            self.game.rules.utility(played, self.objective, values)
            certain[0], certain[1] = -values[mover], 0.0
        elif not self.game.decided(played, self.objective, &certain[0], &certain[1]):
            self.game.canonical(played, self.objective, shown)
            return self.add(shown)
        memset(shown, 0, self.size)
        memcpy(shown, certain, sizeof(certain))
        n = self.add(shown)
        if n >= 0:
            self.value[n] = certain[0]
            self.error[n] = certain[1]
            self.flags[n] = SOLVED
        return n

    cdef int explore(self, const char* root, int most) noexcept nogil:
        """Add a canonical position and all that can follow; returns its number, -1 if they are too many."""
        cdef char state[MOST_BYTES]
        cdef int before = self.count
        cdef int found = self.add(root)
        cdef int n = before
        cdef int outcome, to
        while n < self.count and found >= 0:
            if self.flags[n] != SOLVED:
                memcpy(state, &self.states[n * self.size], self.size)
                for outcome in range(self.game.outcomes):
                    to = -1
                    if outcome == self.game.failure or self.game.allowed(state, outcome):
                        to = self.after(state, outcome)
                        if to < 0:
                            found = -1
                    self.next[n * self.game.outcomes + outcome] = to
            n += 1
            if self.count - before > most or self.stop[0] or now() > self.deadline:
                found = -1
        if found < 0:
            self.count = before
            self.index_all()
        return found

    cdef double turn(self, int n, double shift, Solution* play) noexcept nogil:
        """The exact turn of a position over the values known so far.

        `shift` times its error is added to the value of each position that follows.
        """
        cdef double stop[MAX_TOTAL + 1]
        cdef double worth[MAX_OUTCOMES]
        cdef const int32_t* next = &self.next[n * self.game.outcomes]
        cdef int outcome, total
        for outcome in range(self.game.outcomes):
            worth[outcome] = -INFINITY
            if next[outcome] >= 0:
                worth[outcome] = -(self.value[next[outcome]] + shift * self.error[next[outcome]])
        for total in range(MAX_TOTAL + 1):
            outcome = self.game.outcome[total]
            stop[total] = worth[outcome] if outcome >= 0 else -INFINITY
        self.turns = self.turns + 1
        return turn_solve(self.game.turn, stop, worth[self.game.failure], play)

    cdef bint component(self, const int32_t* members, int size) noexcept nogil:
        """Solve and certify one strongly connected component; False when time is up."""
        cdef Solution play
        cdef int m, n, outcome, to, _sweep
        cdef double widest = 0.0
        cdef double change, value, error
        cdef bint loops = size > 1
        for m in range(size):
            n = members[m]
            for outcome in range(self.game.outcomes):
                to = self.next[n * self.game.outcomes + outcome]
                if to == n:
                    loops = True
                if to >= 0 and self.flags[to] == SOLVED and self.error[to] > widest:
                    widest = self.error[to]
        if not loops:
            n = members[0]
            self.value[n] = self.turn(n, 0.0, &play)
            self.error[n] = widest + ROUNDING
            self.flags[n] = SOLVED
            return True
        for _sweep in range(MOST_SWEEPS):
            change = 0.0
            for m in range(size):
                n = members[m]
                value = self.turn(n, 0.0, &play)
                change = max(change, fabs(value - self.value[n]))
                self.value[n] = value
                if self.stop[0] or now() > self.deadline:
                    return False
            if change < SETTLED:
                break
        error = 10 * SETTLED
        while error < WIDEST:
            for m in range(size):
                self.error[members[m]] = error
            if self.certified(members, size, error):
                for m in range(size):
                    self.flags[members[m]] = SOLVED
                return True
            if self.stop[0] or now() > self.deadline:
                break
            error = 2 * error
        return False

    cdef bint certified(self, const int32_t* members, int size, double error) noexcept nogil:
        """Whether the exact turns over the ends of the bracket stay within the bracket."""
        cdef Solution play
        cdef int m, n
        for m in range(size):
            n = members[m]
            if (self.turn(n, 1.0, &play) < self.value[n] - error + ROUNDING
                    or self.turn(n, -1.0, &play) > self.value[n] + error - ROUNDING):
                return False
            if self.stop[0] or now() > self.deadline:
                return False
        return True

    cdef bint settle(self, int root) noexcept nogil:
        """Solve a position and all that follow it, component by component; False when time is up."""
        cdef int depth = 0
        cdef int visited = 0
        cdef int waiting = 0
        cdef int n, to, edge, top, begin, m
        cdef bint done = True
        if self.flags[root] == SOLVED:
            return True
        for n in range(self.count):
            self.low[n] = 0
        # a frame: a position and the next outcome to look at; `low` of a finished component: INT_MAX-like
        self.calls[0], self.calls[1] = root, 0
        depth = 1
        visited = 1
        self.low[root], self.order[root] = 1, 1
        self.path[0] = root
        waiting = 1
        while depth and done:
            n, edge = self.calls[2 * depth - 2], self.calls[2 * depth - 1]
            if edge < self.game.outcomes:
                self.calls[2 * depth - 1] = edge + 1
                to = self.next[n * self.game.outcomes + edge]
                if to < 0 or self.flags[to] == SOLVED:
                    continue
                if self.low[to] == 0:
                    visited += 1
                    self.low[to], self.order[to] = visited, visited
                    self.path[waiting] = to
                    waiting += 1
                    self.calls[2 * depth], self.calls[2 * depth + 1] = to, 0
                    depth += 1
                elif self.order[to] < self.low[n]:
                    self.low[n] = self.order[to]
                continue
            depth -= 1
            if depth:
                top = self.calls[2 * depth - 2]
                if self.low[n] < self.low[top]:
                    self.low[top] = self.low[n]
            if self.low[n] == self.order[n]:
                begin = waiting - 1
                while self.path[begin] != n:
                    begin -= 1
                m = waiting - begin
                waiting = begin
                done = self.component(&self.path[begin], m) and not self.stop[0] and now() < self.deadline
        return self.flags[root] == SOLVED

    def solve(self, State root, int most, double seconds, StopFlag stop):
        """The exact value of the turn about to begin in ``root`` for the seat to move.

        ``(value, half the width of its bracket)``, or None when more than ``most`` positions can follow or
        the time is up; solved positions are kept. ``root``: two seats, no dice rolled that matter.
        """
        cdef char state[MOST_BYTES]
        cdef const void* at = root.data
        cdef int n
        cdef bint done
        self.begin(seconds, stop)
        if self.count > MOST_STATES:
            self.count = 0
            self.index_all()
        with nogil:
            self.game.canonical(at, self.objective, state)
            n = self.explore(state, most)
            done = n >= 0 and self.settle(n)
        return (self.value[n], self.error[n]) if done else None

    def outcome(self, State root, int outcome, int most, double seconds, StopFlag stop):
        """The exact value of an outcome of the turn in ``root`` for its mover, as ``solve`` gives it."""
        cdef char state[MOST_BYTES]
        cdef const void* at = root.data
        cdef int n
        cdef bint done
        self.begin(seconds, stop)
        if self.count > MOST_STATES:
            self.count = 0
            self.index_all()
        with nogil:
            # as `after`, with everything that follows
            n = self.explore_after(at, outcome, most, state)
            done = n >= 0 and self.settle(n)
        return (-self.value[n], self.error[n]) if done else None

    cdef int explore_after(self, const void* root, int outcome, int most, char* room) noexcept nogil:
        cdef char played[MOST_BYTES]
        cdef double certain[2]
        memcpy(played, root, self.size)
        self.game.play(played, outcome)
        if self.game.mover(played) < 0 or self.game.decided(played, self.objective, &certain[0], &certain[1]):
            return self.after(<const char*>root, outcome)
        self.game.canonical(played, self.objective, room)
        return self.explore(room, most)

    cdef int begin(self, double seconds, StopFlag stop) except -1:
        self.flag = stop
        self.stop = &stop.value
        self.deadline = now() + seconds
        return 0

    @property
    def states(self):
        """Positions held, solved or not."""
        return self.count

    @property
    def solved_turns(self):
        """Exact turns worked out since the object was made."""
        return self.turns
