"""Oracle of certificates: the winning moves of a proof, from the prover's table.

The table has the answers of positions and no moves. So a position's children are looked up; of those known
to be good the one that took the least work is chosen, since its proof is likely to be the smallest. Where
none is known any more (the table keeps what it has room for) the children are searched again.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from solver.certificate.walk cimport Oracle
from solver.game cimport action_t
from solver.search.alphabeta cimport Worker, identify_all, recall, remember, solve, worker_close, worker_open
from solver.search.proof cimport DRAWS_HURT, EXPAND_WIN, MAX_CHILDREN, Child, Node
from solver.search.prover cimport Prover
from solver.search.table cimport UNKNOWN, Table, effort_of
from solver.stop cimport StopFlag

cdef enum:
    FIRST_BUDGET = 200           # nodes for each child, when none is known; fourfold each round
    GROWTH = 4
    NONE = -1


cdef class Witness(Oracle):
    """Moves that keep what a prover has proved. Raises MemoryError."""
    cdef Prover prover
    cdef Worker worker
    cdef Child* children
    cdef StopFlag stop
    cdef readonly uint64_t looked_up      # moves that the table knew
    cdef readonly uint64_t searched       # moves that had to be searched again

    def __cinit__(self, Prover prover, StopFlag stop):
        self.prover = prover
        self.stop = stop
        worker_open(&self.worker, prover.plug.game, &prover.table, prover.replies, &stop.value)
        self.children = <Child*> calloc(MAX_CHILDREN, sizeof(Child))
        if self.children == NULL:
            raise MemoryError("no memory for the moves of a proof")

    def __dealloc__(self):
        worker_close(&self.worker)
        free(self.children)

    @property
    def nodes(self):
        """Nodes searched for the moves."""
        return self.worker.nodes

    cdef int choose(self, const void* state, int seat, int target, const action_t* actions,
                    int count) noexcept nogil:
        cdef Node node
        cdef int n, i
        cdef uint32_t move
        if count == 1:
            return 0
        self.prover.plug.pack_data(state, target, DRAWS_HURT, &node)
        n = self.worker.game.expand(&node, self.children)
        if n == EXPAND_WIN:
            move = self.children[0].move
        else:
            i = self.best_child(n)
            if i == NONE:
                return NONE
            move = self.children[i].move
        for i in range(count):
            if actions[i] == <action_t>move:
                return i
        return NONE

    cdef int effort(self, const Child* child) noexcept nogil:
        """Binary logarithm of the nodes that a known good child took; UNKNOWN for any other."""
        cdef const Table* table
        if child.size < self.worker.game.tiny:
            return UNKNOWN
        table = self.worker.table if child.size >= self.worker.game.large else self.worker.cache
        return effort_of(table, child.key, child.spot, child.dominance, child.same)

    cdef int best_child(self, int n) noexcept nogil:
        cdef int i, effort, best = NONE, least = 0
        identify_all(&self.worker, self.children, n)
        for i in range(n):
            effort = self.effort(&self.children[i])
            if effort != UNKNOWN and (best == NONE or effort < least):
                best = i
                least = effort
        if best != NONE:
            self.looked_up = self.looked_up + 1
            return best
        self.searched = self.searched + 1
        return self.search_again(n)

    cdef int search_again(self, int n) noexcept nogil:
        """The first child found good, with budgets that grow; NONE when all are bad or a stop is asked."""
        cdef uint64_t budget = FIRST_BUDGET, before
        cdef int i, r, live = 1
        while live and not self.stop.value:
            live = 0
            for i in range(n):
                r = recall(&self.worker, &self.children[i])
                if r == UNKNOWN:
                    before = self.worker.nodes
                    self.worker.limit = before + budget
                    r = solve(&self.worker, &self.children[i].node, self.worker.arena)
                    if r == UNKNOWN:
                        live = 1
                        continue
                    remember(&self.worker, &self.children[i], r, self.worker.nodes - before)
                if r == <int>self.children[i].same:
                    return i
            budget *= GROWTH
        return NONE
