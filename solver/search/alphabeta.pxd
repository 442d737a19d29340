"""Depth-first proof of one question within a budget of nodes: the leaf search of the proof tree."""
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t

from solver.search.proof cimport KINDS, PLACES, Child, Node, ProofGame
from solver.search.table cimport Table


cdef enum:
    SIZES = 64                   # Child.size enters the killers modulo this
    REPLIES = 1 << 18            # Worker.replies has so many
    MARKS = 1 << 12              # Worker.marks has so many


cdef struct Habits:              # moves that refuted before, by the place where the side to move acts
    uint32_t killers[SIZES][PLACES][2]
    int16_t history[PLACES][KINDS]


cdef struct Rank:                # the hot part of a child: wide nodes are scanned again and again
    int32_t order
    int32_t child                # its index among the children of its node


cdef struct Place:               # what orders the children of a node
    Rank* ranks                  # the best so far first
    uint32_t* killers            # the habits of this place
    int16_t* history
    uint32_t* reply              # the place in Worker.replies
    int failed                   # children that were known to fail before any was searched


cdef struct Frame:               # a node that a resumable search is in the middle of
    Child* children
    Place place
    Child* child                 # the one being searched
    int count
    int at                       # its rank
    uint64_t before              # Worker.nodes when that child was entered


cdef struct RootOrder:           # root move ordering: one root move
    uint32_t move
    int32_t order
    uint64_t nodes               # nodes spent on refuting the move; 0 while it is not refuted


cdef struct Worker:              # search state of one thread
    const ProofGame* game
    Table* table                 # shared: positions with much work below
    Table* cache                 # this thread's own, small: all other positions
    Habits* habits               # this thread's own
    uint32_t* replies            # shared: the last move that refuted, by the likeness of the position
    uint64_t* marks              # shared: keys that some thread's dive is searching; NULL: one thread dives
    Child* arena                 # children of the nodes of the current line
    Child* arena_end
    Rank* ranks                  # of the children in the arena, each at the same index
    const volatile int* stop     # anything but 0: give up at once
    uint64_t nodes               # nodes expanded so far
    uint64_t limit               # give up when ``nodes`` passes it
    Frame* frames                # the current line of a resumable search
    int depth                    # its length so far
    int deepest
    RootOrder* root_order        # of the root's moves, if the caller set one
    int ordered                  # their number; 0: none was set
    uint32_t last_move           # after a success at the root: the move that brings it


cdef int worker_open(Worker* worker, const ProofGame* game, Table* table, uint32_t* replies,
                     const volatile int* stop) except -1
cdef void worker_clear(Worker* worker) noexcept nogil
cdef void worker_close(Worker* worker) noexcept nogil
cdef void identify_all(const Worker* worker, Child* children, int n) noexcept nogil
cdef int recall(const Worker* worker, const Child* child) noexcept nogil
cdef void remember(const Worker* worker, const Child* child, int result, uint64_t nodes) noexcept nogil
cdef int children_of(Worker* worker, const Node* node, Child* out) noexcept nogil
cdef int solve(Worker* worker, const Node* node, Child* out) noexcept nogil
cdef void apply_root_order(const Worker* worker, Child* children, int count) noexcept nogil
cdef void record_refuted(Worker* worker, uint32_t move, uint64_t nodes) noexcept nogil
cdef void dive_start(Worker* worker) noexcept nogil
cdef int dive(Worker* worker, const Node* root) noexcept nogil
