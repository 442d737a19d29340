"""The exact turn of a dice game: best play, its value and its outcomes, for any values of the outcomes.

:class:`TurnTables` holds what belongs to the dice alone and is made once; a solve is then one backward pass
over the states of the turn, a distribution of outcomes one forward pass. Both are C functions without the
GIL, the classes here are their checked Python face.

A roll is not looked at die by die. Which face is best depends only on how often each unused face shows, and
the value of a roll is the maximum over these faces of a number that depends on the face and its count. The
rolls form a tree: a roll is its parent with one face more, so it costs one comparison and one multiplication.
States with as many dice and unused faces share the tree, and LANES of them go through it side by side.
"""

from math import factorial, inf, isfinite

from libc.math cimport INFINITY
from libc.stdint cimport int16_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from solver.rng cimport rng_below, rng_t

cdef enum:
    MAX_CHOICES = 49             # 1 + MAX_FACES * MAX_DICE
    LANES = 4                    # states solved side by side

cdef double NOTHING = -1e300     # the value of no choice at all: below every other

DEFAULT_PIPS = (1, 2, 3, 4, 5, 6)


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


# ---- making the tables


def _rolls(faces, dice):
    """Every choice of counts of so many faces that takes at most so many dice, parents first.

    The parent of counts is the same without the last face that shows.
    """
    found = [()]
    for _ in range(faces):
        found = [(*some, count) for some in found for count in range(dice - sum(some) + 1)]
    return sorted(found, key=lambda some: (sum(count > 0 for count in some), some))


def _parent(counts):
    """``(counts without the last face that shows, that face)``."""
    face = max(f for f, count in enumerate(counts) if count)
    return (*counts[:face], 0, *counts[face + 1:]), face


cdef class TurnTables:
    """The dice of a game: ``dice`` of them, whose faces count ``pips``; stopping needs the face ``worm``.

    ``pips``: the pips of each face, every face equally likely; ``worm``: an index into it.
    Raises ValueError for dice that are too many, or figures out of range.
    """

    def __cinit__(self, int dice=8, pips=DEFAULT_PIPS, int worm=4):
        cdef Turn* turn = &self.turn
        if not 1 <= dice <= MAX_DICE:
            raise ValueError(f"a turn has 1 to {MAX_DICE} dice, not {dice}")
        if not 1 <= len(pips) <= MAX_FACES or not all(0 <= count <= MAX_PIPS for count in pips):
            raise ValueError(f"dice have 1 to {MAX_FACES} faces of 0 to {MAX_PIPS} pips, not {pips}")
        if not 0 <= worm < len(pips):
            raise ValueError(f"the worm is a face of 0 to {len(pips) - 1}, not {worm}")
        turn.dice, turn.faces, turn.worm = dice, len(pips), worm
        for face, count in enumerate(pips):
            turn.pips[face] = count
        turn.index = <int16_t*> malloc(
            (<size_t>1 << turn.faces) * (MAX_DICE + 1) * (MAX_TOTAL + 1) * sizeof(int16_t))
        if turn.index == NULL:
            raise MemoryError("no memory for the tables of a turn")
        self._make_states()
        for g in range(turn.groups):
            if turn.group[g].left:
                self._make_kernel(g)

    def __dealloc__(self):
        cdef int g
        for g in range(self.turn.groups):
            free(self.turn.group[g].kernel.parent)
            free(self.turn.group[g].kernel.column)
            free(self.turn.group[g].kernel.rest)
            free(self.turn.group[g].kernel.odds)
        free(self.turn.group)
        free(self.turn.index)
        free(self.turn.state)
        free(self.turn.child)

    def _make_states(self):
        """Number the states that can be reached, the most dice left first, and link them."""
        cdef Turn* turn = &self.turn
        cdef int place = 0
        found = {(0, turn.dice, 0)}
        todo = list(found)
        while todo:
            used, left, total = todo.pop()
            for face in range(turn.faces):
                for count in range(1, left + 1):
                    after = (used | 1 << face, left - count, total + count * turn.pips[face])
                    if not used >> face & 1 and after not in found:
                        found.add(after)
                        todo.append(after)
        if len(found) > MAX_STATES:
            raise ValueError(f"a turn with such dice has {len(found)} states, more than {MAX_STATES}")
        states = sorted(found, key=lambda state: (-state[1], state[0].bit_count(), state))
        groups = sorted({(-left, used.bit_count()) for used, left, _ in states})
        number = {state: s for s, state in enumerate(states)}
        turn.states = len(states)
        turn.entries = sum(left * (turn.faces - used.bit_count()) for used, left, _ in states)
        turn.state = <TurnState*> calloc(turn.states, sizeof(TurnState))
        turn.child = <int16_t*> calloc(turn.entries + 1, sizeof(int16_t))
        turn.group = <StateGroup*> calloc(len(groups), sizeof(StateGroup))
        if turn.state == NULL or turn.child == NULL or turn.group == NULL:
            raise MemoryError("no memory for the states of a turn")
        memset(turn.index, 0xFF,
               (<size_t>1 << turn.faces) * (MAX_DICE + 1) * (MAX_TOTAL + 1) * sizeof(int16_t))
        turn.groups = len(groups)
        for g, (left, used) in enumerate(groups):
            members = [s for s, state in enumerate(states)
                       if (-state[1], state[0].bit_count()) == (left, used)]
            turn.group[g].first, turn.group[g].end = min(members), max(members) + 1
            turn.group[g].left, turn.group[g].open = -left, turn.faces - used
            for s in members:
                turn.state[s].group = g
        for s, (used, left, total) in enumerate(states):
            turn.index[(used * (MAX_DICE + 1) + left) * (MAX_TOTAL + 1) + total] = s
            turn.state[s].used, turn.state[s].left, turn.state[s].total = used, left, total
            turn.state[s].open = turn.faces - used.bit_count()
            turn.state[s].choices = place
            for face in range(turn.faces):
                if not used >> face & 1:
                    for count in range(1, left + 1):
                        turn.child[place] = number[
                            used | 1 << face, left - count, total + count * turn.pips[face]]
                        place += 1

    def _make_kernel(self, int g):
        """The rolls of a group of states, and their odds."""
        cdef StateGroup* group = &self.turn.group[g]
        cdef Kernel* kernel = &group.kernel
        cdef int faces = self.turn.faces
        cdef int left = group.left
        cdef int used = faces - group.open
        cdef bint whole = used == 0
        rolls = _rolls(group.open - 1 if whole else group.open, left)
        kernel.rolls, kernel.open = len(rolls), group.open
        kernel.parent = <int16_t*> calloc(len(rolls), sizeof(int16_t))
        kernel.column = <int16_t*> calloc(len(rolls), sizeof(int16_t))
        kernel.rest = <int16_t*> calloc(len(rolls), sizeof(int16_t))
        kernel.odds = <double*> calloc(len(rolls), sizeof(double))
        if kernel.parent == NULL or kernel.column == NULL or kernel.rest == NULL or kernel.odds == NULL:
            raise MemoryError("no memory for the rolls of a turn")
        number = {counts: e for e, counts in enumerate(rolls)}
        for e, counts in enumerate(rolls):
            rest = left - sum(counts)
            ways = factorial(left) // factorial(rest) * (1 if whole else used ** rest)
            for count in counts:
                ways //= factorial(count)
            kernel.odds[e] = ways / faces ** left
            if e:
                before, face = _parent(counts)
                kernel.parent[e] = number[before]
                kernel.column[e] = face * left + counts[face]
            if whole and rest:
                kernel.rest[e] = (faces - 1) * left + rest

    @property
    def states(self):
        """The number of states of a turn."""
        return self.turn.states

    def after(self, int state, int face, int count):
        """The state after setting ``count`` dice of ``face`` aside; None where that is impossible."""
        if not 0 <= state < self.turn.states:
            raise ValueError(f"a state is 0 to {self.turn.states - 1}, not {state}")
        after = turn_after(&self.turn, state, face, count)
        return None if after < 0 else after

    def state(self, int used, int left, int total):
        """The number of a state; None where there is none. ``used``: bit f stands for face f."""
        state = turn_state(&self.turn, used, left, total)
        return None if state < 0 else state

    def solve(self, stop, double fail):
        """The best play. ``stop``: the value of each total that can be stopped at; ``fail``: a value."""
        return TurnPlay(self, stop, fail)


cdef class TurnPlay:
    """A solved turn: the best play and what it is worth.

    Raises ValueError for a total that no turn can have, and for a value that is not finite.
    """

    cdef TurnTables tables
    cdef Solution solution
    cdef double stop[MAX_TOTAL + 1]

    def __cinit__(self, TurnTables tables, stop, double fail):
        cdef const Turn* turn = &tables.turn
        cdef int total
        self.tables = tables
        if not isfinite(fail):
            raise ValueError(f"the value of failing is a finite number, not {fail}")
        for total in range(MAX_TOTAL + 1):
            self.stop[total] = -inf
        for reached, value in stop.items():
            if not 0 <= reached <= MAX_TOTAL:
                raise ValueError(f"a total is 0 to {MAX_TOTAL}, not {reached}")
            if not isfinite(value):
                raise ValueError(f"the value of stopping at {reached} is a finite number, not {value}")
            self.stop[reached] = value
        with nogil:
            turn_solve(turn, self.stop, fail, &self.solution)

    cdef int check(self, int state) except -1:
        if not 0 <= state < self.tables.turn.states:
            raise ValueError(f"a state is 0 to {self.tables.turn.states - 1}, not {state}")
        return 0

    @property
    def value(self):
        """What the turn is worth before its first roll."""
        return self.solution.keep[0]

    def roll_value(self, int state):
        """What rolling on from ``state`` is worth; None with no dice left."""
        self.check(state)
        return self.solution.roll[state] if self.tables.turn.state[state].left else None

    def stop_value(self, int state):
        """What stopping in ``state`` is worth; None where it is not allowed."""
        self.check(state)
        at = self.tables.turn.state[state]
        value = self.stop[at.total]
        return value if at.used >> self.tables.turn.worm & 1 and value > -INFINITY else None

    def value_of(self, int state):
        """What ``state`` is worth when the best is done: stopping, rolling on, or failing."""
        self.check(state)
        return self.solution.keep[state]

    def stops(self, int state):
        """Whether stopping in ``state`` is best."""
        self.check(state)
        return bool(self.solution.stops[state])

    def choose(self, int state, counts):
        """The best face to set aside, ``(face, value)``; None: the roll fails. ``counts``: of each face."""
        self.check(state)
        best = None
        for face, count in enumerate(counts):
            after = turn_after(&self.tables.turn, state, face, count)
            if after >= 0 and (best is None or self.solution.keep[after] > best[1]):
                best = (face, self.solution.keep[after])
        return best

    def outcomes(self, int state=0, bint kept=False):
        """The chance of each outcome of the best play: ``({total: chance}, chance of failing)``.

        From ``state`` on: about to roll, or with ``kept`` about to decide whether to stop.
        """
        cdef const Turn* turn = &self.tables.turn
        cdef double chance[MAX_TOTAL + 1]
        cdef double failed
        self.check(state)
        with nogil:
            failed = turn_outcomes(turn, &self.solution, state, kept, chance)
        return {total: chance[total] for total in range(MAX_TOTAL + 1) if chance[total] > 0.0}, failed

    def time_solve(self, int repeats):
        """Solve again so many times, for measurements of speed; returns the value of the last."""
        cdef const Turn* turn = &self.tables.turn
        cdef int _
        cdef double value = 0.0
        with nogil:
            for _ in range(repeats):
                value = turn_solve(turn, self.stop, self.solution.fail, &self.solution)
        return value

    def time_outcomes(self, int repeats):
        """Work out the outcomes so many times, for measurements of speed; returns the chance of failing."""
        cdef const Turn* turn = &self.tables.turn
        cdef double chance[MAX_TOTAL + 1]
        cdef int _
        cdef double failed = 0.0
        with nogil:
            for _ in range(repeats):
                failed = turn_outcomes(turn, &self.solution, 0, False, chance)
        return failed
