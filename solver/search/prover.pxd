"""Prover of values: its data, for modules that read its table."""
from libc.stdint cimport uint32_t, uint64_t

from solver.search.alphabeta cimport RootOrder, Worker
from solver.search.proof cimport Node, ProofPlug
from solver.search.table cimport Table
from solver.search.tree cimport Pool, Tree
from solver.stop cimport StopFlag

cdef enum:
    MAX_THREADS = 256


cdef class Prover:
    cdef ProofPlug plug
    cdef Table table
    cdef uint32_t* replies       # see Worker
    cdef Pool pool
    cdef Tree trees[4]
    cdef Node nodes[4]
    cdef int answers[4]
    cdef uint32_t moves[4]       # after a success: the move that brings it
    cdef int asked[4]            # the order of the questions, likely settlers first
    cdef bint chance             # whether draws can matter
    cdef Worker* workers         # of each thread, first those that dive, then those that grow the tree
    cdef uint64_t* marks         # see Worker
    cdef int worker_count
    cdef int threads
    cdef int diving[MAX_THREADS]          # the question that each thread dives for, or -1
    cdef volatile int lock
    cdef RootOrder* root_order            # for diving; the second half is for growing
    cdef int ordered
    cdef StopFlag own_stop
    cdef double deadline
    cdef uint64_t node_limit
    cdef bint opened
    cdef int turn[MAX_THREADS]   # which slice of the alternation comes next

    cdef void settle(self, int q, int answer, uint32_t move) noexcept nogil
    cdef bint settled(self) noexcept nogil
    cdef int next_question(self) noexcept nogil
    cdef uint64_t slice_nodes(self) noexcept nogil
    cdef void dive_slice(self, int index) noexcept nogil
    cdef int pick_tree(self) noexcept nogil
    cdef void grow_slice(self, Worker* worker) noexcept nogil
    cdef uint64_t total_nodes(self) noexcept nogil
    cdef bint done(self) noexcept nogil
    cdef void work(self, int index) noexcept nogil
