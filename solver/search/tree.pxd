"""The proof-number tree above the depth-first leaf searches."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from solver.search.alphabeta cimport Worker
from solver.search.proof cimport Child, Node

cdef enum:
    INFINITE = 1 << 30
    NONE = 0                     # index of no node


cdef struct Branch:              # a node of the tree
    Child child                  # the position and its table key
    uint32_t parent
    uint32_t first               # its first child; NONE for a leaf
    uint32_t next                # its next sibling
    uint32_t proof               # proof number: estimated cost of showing that the side to move succeeds
    uint32_t disproof            # disproof number: of showing that it does not
    uint8_t busy                 # a thread is searching this leaf
    uint8_t dead                 # it was cut off meanwhile: that thread frees it
    uint8_t tries                # failed leaf searches: each doubles the next budget
    uint64_t nodes               # work done below


cdef struct Pool:                # the memory of all trees of a search
    Branch* branches
    uint32_t size
    uint32_t used                # branches[1 .. used-1] have been handed out at least once
    uint32_t free                # head of the list of returned ones, linked by ``next``
    uint32_t live


cdef struct Tree:
    Pool* pool
    uint32_t root
    int result                   # 1, 0 or UNKNOWN
    uint32_t depth               # the deepest leaf so far


cdef int pool_open(Pool* pool, size_t bytes) except -1
cdef void pool_close(Pool* pool) noexcept nogil
cdef void pool_reset(Pool* pool) noexcept nogil
cdef void tree_open(Tree* tree, Pool* pool, const Node* node, const Worker* worker) noexcept nogil
cdef uint32_t tree_select(Tree* tree) noexcept nogil
cdef void tree_finish(Tree* tree, Worker* worker, uint32_t leaf, int result, uint64_t nodes,
                      const Child* children, int count) noexcept nogil
