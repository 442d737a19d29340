"""Search state of one thread, and its iterations."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from solver.game cimport MOST_TALLIES, Rules, action_t
from solver.model cimport Model
from solver.rng cimport rng_t
from solver.search.ismcts.store cimport Arm, Node, Store

cdef enum:
    OWN = 0                         # a node is the sequence of its seat's own actions since the root
    COMMON = 1                      # common knowledge; for the searching seat all that it knows
    INFORMATION = 2                 # all that its seat knows

    MAX_SEATS = 10
    LONGEST = 4096                  # decisions recorded in one iteration; the rest of it is a playout


cdef struct Step:                   # one decision of one iteration
    Node* node
    Arm* arm                        # NULL on the node's first visit, and where there was no memory for it
    int seat
    int first                       # regret matching: where its arms begin in `listed`
    int count
    double odds                     # probability with which the action was chosen


cdef struct RootMove:
    action_t action
    int64_t visits
    double[MAX_SEATS] values        # sums over the visits, for each seat
    int64_t recorded                # visits recorded in more detail:
    double points                   # change of the seat's own score up to the leaf
    double now                      # change of it up to the resolution of the choice searched
    int64_t hits                    # how often `now` was not zero
    double best                     # first places at the leaf, shared ones shared
    double[MOST_TALLIES] tallies    # changes of the seat's tallies up to the end of the round, or the leaf


cdef struct SearchState:            # everything that an iteration uses
    const Rules* rules
    const void* seen                # the view
    int seat                        # the searching seat
    int seats
    int root_actor                  # `actor` of the view
    int kind                        # OWN, COMMON, INFORMATION
    int bandit
    double explore                  # or the share of uniform choice
    double width                    # UCB1: `explore` times the spread of the values backed up
    double value_total              # sums of the searching seat's values and of their squares
    double value_squares
    bint rivals
    bint choices
    uint32_t patience               # visits of a node before its actions get arms
    int depth
    bint beyond                     # a joint choice beyond the depth is still made seat by seat
    int plies
    int tallies                     # number of the game's tallies
    int over                        # rounds that are over at the root
    int rounds                      # a playout ends when so many are over; -1: at a leaf alone
    double margin                   # share of POINTS in the value backed up
    int (*play)(void* state, rng_t* rng, int plies) noexcept nogil      # the game's `rollout` or `guided`
    int repeats
    const Model* model              # of the players; NULL: none is used
    double prior                    # weight of `root_bonus`, in spreads
    double spread                   # of the values backed up
    float* root_odds                # the model's odds of the root moves
    float* root_bonus               # their logarithms; NULL: no prior
    float* policy                   # room for odds
    float* rival_odds               # those of each rival's actions at the root, in the present world
    int known                       # bit k: they are known of seat k
    bint modelled                   # the model makes choices of the rivals
    double[MAX_SEATS] learnt        # the share of each seat's choices that it makes
    int policy_plies                # of a playout, drawn from the model
    int joint                       # a playout ends after so many simultaneous choices; -1: it does not
    bint estimate                   # the model evaluates a playout's early end
    bint infer                      # worlds are drawn by the likelihood of the others' choices
    bint chained                    # they have a first one
    double[MAX_SEATS] likelihood    # of each other seat's choices in the present world
    int objective
    int left                        # further iterations in the present world
    void* world
    void* state
    action_t* legal
    Arm** arms
    double* odds
    Arm** listed
    int listed_room
    Step* steps
    RootMove* roots
    int root_count
    Store store
    rng_t rng
    int64_t iterations
    int64_t path_total              # decisions of the searching seat made in the tree, over all iterations
    int path_most


# The key of a seat's node: `common` is read with COMMON only, `own` with OWN only.
cdef uint64_t node_key(
    const SearchState* s, uint64_t common, int seat, uint64_t own, int actor) noexcept nogil

# Iterate until so many are done in all, the deadline, or a stop.
cdef void grow(
    SearchState* s, int64_t iterations, double deadline, const volatile int* stop) noexcept nogil
