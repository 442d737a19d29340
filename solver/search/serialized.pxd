"""Search state of an exact search, and bounds of a position by two serialized searches."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy

from solver.game cimport Rules, action_t

cdef enum:
    RUNNING = 0
    STOPPED = 1                     # a limit, or the flag
    TOO_LARGE = 2                   # more actions, outcomes or plies than there is room for
    NOT_ZERO_SUM = 3

    CLUSTER = 4                     # slots that share an index: two cache lines
    SMALL = 1024                    # clusters to begin with
    DEEPEST = 160                   # choices below the root
    MOST_OUTCOMES = 64              # of a chance event
    HABITS = 128                    # classes of actions in the table of refutations

cdef extern from *:
    """
    #define HM_BRACKETS 0x9E3779B97F4A7C15u
    #define HM_FIRST_0 0xC2B2AE3D27D4EB4Fu
    #define HM_FIRST_1 0x165667B19E3779F9u
    #define HM_BEYOND 2.0
    #define HM_CLOSED 1e-10
    """
    const uint64_t BRACKETS "HM_BRACKETS"   # the game that a slot's bounds are for: the real game,
    const uint64_t FIRST_0 "HM_FIRST_0"     # the game in which seat 0 shows its choice first,
    const uint64_t FIRST_1 "HM_FIRST_1"     # or seat 1
    const double BEYOND "HM_BEYOND"         # outside [-1, 1]
    const double CLOSED "HM_CLOSED"         # a bracket no wider than this is a value


cdef struct Bracket:
    double lower
    double upper


cdef struct Slot:
    uint64_t key                    # 0: free
    double lower
    double upper
    uint64_t work                   # nodes spent on it


cdef struct Frame:                  # buffers of one level of the recursion
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
    Frame frames[DEEPEST + 2]
    char* worlds                    # at the root: positions that differ in the choice that lies face down
    int face_down                   # ... and the seat that made it, or -1
    uint64_t nodes
    uint64_t most_nodes
    double deadline
    const volatile int* stop
    uint64_t estimates              # leaves before the game's end
    int status
    action_t first_choice[DEEPEST][2]   # the last best action, by depth and the seat that shows its choice
    action_t reply[DEEPEST][2][HABITS]  # the reply that last refuted an action


cdef inline bint closed(const Bracket* b) noexcept nogil:
    return b.upper - b.lower <= CLOSED


cdef inline void step(
        const Search* s, const void* state, int seat, action_t action, void* out) noexcept nogil:
    """The position after an action, to `out`."""
    memcpy(out, state, s.rules.size)
    s.rules.apply(out, seat, action)


# The bounds stored for `key`, else [-1, 1]; returns whether there are any.
cdef bint recall(const Search* s, uint64_t key, Bracket* out) noexcept nogil

# Store bounds; they may tighten those already stored.
cdef void remember(Search* s, uint64_t key, const Bracket* bounds, uint64_t work) noexcept nogil

# Count a node; returns whether the search has to end.
cdef bint over(Search* s) noexcept nogil

# Evaluation of a leaf, for seat 0.
cdef double leaf(Search* s, const void* state) noexcept nogil

# Alpha-beta of the game in which `first` always shows its simultaneous choice first.
cdef double serial(
    Search* s, const void* state, int first, double alpha, double beta, int depth) noexcept nogil
