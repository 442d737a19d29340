"""The exact turn of a game in which dice are rolled and set aside, one face at a time.

A turn: all dice are rolled; one face that is not yet used is chosen and all dice that show it are set aside;
then the turn stops, or the dice that are left are rolled again. The sum of the pips set aside is the total.
Stopping needs the worm among the used faces, and a value for the total. A roll that shows used faces alone
fails, and so does having no dice left where stopping is not possible.

A *state* of the turn is what has been set aside: the used faces, the dice left and the total. State 0 is the
fresh turn. States are numbered so that a state comes before all that can follow it.
"""

from libc.stdint cimport int16_t

from solver.rng cimport rng_t

cdef enum:
    MAX_DICE = 8
    MAX_FACES = 6
    MAX_PIPS = 9
    MAX_TOTAL = 72               # MAX_DICE * MAX_PIPS
    MAX_STATES = 4096
    MAX_ROLLS = 1287             # different rolls of MAX_DICE dice


cdef struct Kernel:
    # The different rolls of so many dice when so many faces are unused: how often each unused face shows.
    # Entry 0 is the roll that shows none; every other one is an earlier one, its parent, with one face more.
    int rolls
    int open                     # unused faces
    int16_t* parent
    int16_t* column              # 1 + the place of that face and its count among a state's choices; 0: none
    int16_t* rest                # the same for the face that all other dice show, where none is used; else 0
    double* odds


cdef struct TurnState:
    int16_t used                 # bit f: face f is used
    int16_t left                 # dice left
    int16_t total                # pips set aside
    int16_t open                 # unused faces
    int choices                  # index of the first of open * left entries of Turn.child
    int group                    # index of its group


cdef struct StateGroup:
    # States that roll alike: so many dice left, so many faces unused. Numbered one after another.
    int first
    int end
    int left
    int open
    Kernel kernel                # no rolls where no die is left


cdef struct Turn:
    # The transition structure of one set of dice, independent of values.
    int dice
    int faces
    int worm                     # the face without which stopping is not allowed
    int pips[MAX_FACES]
    int states
    int entries                  # of child
    TurnState* state             # states
    int16_t* child               # of a state: for its unused faces in ascending order, for counts 1 .. left
    int16_t* index               # [used][left][total] to state, -1 where there is none
    int groups
    StateGroup* group            # in the order of their states


cdef struct Solution:
    # The best play of a turn under some values.
    double fail
    double roll[MAX_STATES]      # the value of rolling on; of states with dice left
    double keep[MAX_STATES]      # the value of the state: the better of stopping and rolling on
    bint stops[MAX_STATES]       # whether stopping is the better one, or as good


# The best play of a whole turn. `stop[total]` is the value of stopping at a total of 0 .. dice * most pips,
# -INFINITY where that is not allowed; `fail` that of failing. Returns the value of the fresh turn.
cdef double turn_solve(const Turn* turn, const double* stop, double fail, Solution* out) noexcept nogil

# The distribution of outcomes under the solution's play from `state`, about to roll (or, with `kept`, to
# decide whether to stop). Writes the chance of stopping at each total to `chance`; returns that of failing.
cdef double turn_outcomes(const Turn* turn, const Solution* solution, int state, bint kept,
                          double* chance) noexcept nogil

# Throw the dice of a fresh turn and decide as the solution says: the total, or -1 for a failure.
cdef int turn_played(const Turn* turn, const Solution* play, rng_t* rng) noexcept nogil

# The state after setting `count` dice of `face` aside; -1 where that is impossible.
cdef int turn_after(const Turn* turn, int state, int face, int count) noexcept nogil

# The number of a state, -1 where there is none.
cdef int turn_state(const Turn* turn, int used, int left, int total) noexcept nogil
