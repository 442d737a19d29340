"""Exact turn of a dice game: best play, its value and its outcomes, for any values of the outcomes.

:class:`TurnTables` holds everything that depends on the dice alone and is made once; a solve is then one
backward pass over the states of the turn, a distribution of outcomes one forward pass. Both are C functions
(`passes`); the classes here are their checked Python interface.
"""

from math import factorial, inf, isfinite

from libc.math cimport INFINITY
from libc.stdint cimport int16_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from solver.search.passes cimport (
    MAX_DICE,
    MAX_FACES,
    MAX_PIPS,
    MAX_STATES,
    MAX_TOTAL,
    Kernel,
    Solution,
    StateGroup,
    Turn,
    TurnState,
    turn_after,
    turn_outcomes,
    turn_solve,
    turn_state,
)

DEFAULT_PIPS = (1, 2, 3, 4, 5, 6)


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
    """Tables of the dice of a game.

    ``dice``: their number; ``pips``: the pips of each face, every face equally likely; ``worm``: the index of
    the face that stopping needs. Raises ValueError for too many dice, or figures out of range.
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
        """The state after setting ``count`` dice of ``face`` aside; None if that is impossible."""
        if not 0 <= state < self.turn.states:
            raise ValueError(f"a state is 0 to {self.turn.states - 1}, not {state}")
        after = turn_after(&self.turn, state, face, count)
        return None if after < 0 else after

    def state(self, int used, int left, int total):
        """The number of a state; None if there is no such state. ``used``: bit f stands for face f."""
        state = turn_state(&self.turn, used, left, total)
        return None if state < 0 else state

    def solve(self, stop, double fail):
        """Solve the turn. ``stop``: the value of stopping at each allowed total; ``fail``: of failing."""
        return TurnPlay(self, stop, fail)


cdef class TurnPlay:
    """Solved turn: the best play and its value.

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
        """The value of the turn before its first roll."""
        return self.solution.keep[0]

    def roll_value(self, int state):
        """The value of rolling on from ``state``; None with no dice left."""
        self.check(state)
        return self.solution.roll[state] if self.tables.turn.state[state].left else None

    def stop_value(self, int state):
        """The value of stopping in ``state``; None if it is not allowed."""
        self.check(state)
        at = self.tables.turn.state[state]
        value = self.stop[at.total]
        return value if at.used >> self.tables.turn.worm & 1 and value > -INFINITY else None

    def value_of(self, int state):
        """The value of ``state`` under best play: of stopping, rolling on, or failing."""
        self.check(state)
        return self.solution.keep[state]

    def stops(self, int state):
        """Whether stopping is best in ``state``."""
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
        """Solve ``repeats`` times, for speed measurements; returns the last value."""
        cdef const Turn* turn = &self.tables.turn
        cdef int _
        cdef double value = 0.0
        with nogil:
            for _ in range(repeats):
                value = turn_solve(turn, self.stop, self.solution.fail, &self.solution)
        return value

    def time_outcomes(self, int repeats):
        """Compute the outcomes ``repeats`` times, for speed measurements; returns the chance of failing."""
        cdef const Turn* turn = &self.tables.turn
        cdef double chance[MAX_TOTAL + 1]
        cdef int _
        cdef double failed = 0.0
        with nogil:
            for _ in range(repeats):
                failed = turn_outcomes(turn, &self.solution, 0, False, chance)
        return failed
