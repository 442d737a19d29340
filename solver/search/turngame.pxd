"""What the search of dice turns asks of a game: the plug between the two.

In such a game a seat's whole turn comes to one of a few *outcomes*: a total at which it stopped, or failure.
How likely each can be made is the business of the dice alone (`expectimax`), what each does is the game's.
"""

from solver.game cimport Rules, action_t
from solver.search.expectimax cimport TurnTables
from solver.search.passes cimport MAX_TOTAL, Turn

cdef enum:
    MAX_OUTCOMES = 32
    MOST_SEATS = 8
    MOST_BYTES = 128                 # of a state

    # how a decision goes on
    TURN_ROLLS = 0                   # the dice that are left are rolled
    TURN_STOPS = 1
    TURN_FAILS = 2


cdef struct TurnGame:
    const Rules* rules
    const Turn* turn
    int outcomes                     # 0 .. outcomes - 1
    int failure                      # the outcome that is a failed turn
    int outcome[MAX_TOTAL + 1]       # which outcome stopping at a total is; -1: none

    # Whose turn it is; a negative number when the game is over.
    int (*mover)(const void* state) noexcept nogil
    # Whether the mover may stop with that outcome; failure is always possible.
    bint (*allowed)(const void* state, int outcome) noexcept nogil
    # Carry out the mover's whole turn.
    void (*play)(void* state, int outcome) noexcept nogil
    # The points that the outcome brings the mover at once.
    double (*gain)(const void* state, int outcome) noexcept nogil
    # The estimated value of a turn that is about to begin, for each seat, in [-1, 1]; the values sum to 0.
    void (*estimate)(const void* state, int objective, double* out) noexcept nogil
    # The estimated chance of each seat to be first.
    void (*first)(const void* state, double* out) noexcept nogil
    # The state of the turn that the dice set aside make.
    int (*place)(const void* state) noexcept nogil
    # How a decision goes on (TURN_*); `after`: the state of the turn once its dice are set aside.
    int (*decision)(const void* state, action_t action, int* after) noexcept nogil
    # Two seats: write the representative of all states, about to roll a fresh turn, that differ in nothing
    # that can matter for the objective, with the mover as seat 0.
    void (*canonical)(const void* state, int objective, void* out) noexcept nogil
    # Two seats: whether the result is as good as certain under the objective; if so the value for the mover
    # and how far the true one can be from it.
    bint (*decided)(const void* state, int objective, double* value, double* error) noexcept nogil


cdef class TurnPlug:
    """What a game gives to the search of dice turns. ``words`` names the outcomes, in their order."""
    cdef TurnGame game
    cdef TurnTables tables
    cdef readonly tuple words
