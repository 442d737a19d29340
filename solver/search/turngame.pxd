"""Plug between the search of dice turns and a game.

In such a game a seat's whole turn ends in one of a few *outcomes*: a total at which it stopped, or failure.
The dice alone determine how likely each outcome can be made (`expectimax`); the game determines its effect.
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
    int outcome[MAX_TOTAL + 1]       # the outcome of stopping at a total; -1: none

    # The seat whose turn it is; negative when the game is over.
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
    # The state of the turn, by the dice set aside.
    int (*place)(const void* state) noexcept nogil
    # Continuation of the turn (TURN_*); `after`: the state of the turn once its dice are set aside.
    int (*decision)(const void* state, action_t action, int* after) noexcept nogil
    # Two seats, about to roll a fresh turn: write the representative of all states that are equivalent for
    # the objective, with the mover as seat 0.
    void (*canonical)(const void* state, int objective, void* out) noexcept nogil
    # Two seats: whether the result under the objective is practically certain; if so, writes the value for
    # the mover and a bound on its error.
    bint (*decided)(const void* state, int objective, double* value, double* error) noexcept nogil


cdef class TurnPlug:
    """Plug of one game. ``words``: the names of the outcomes, in their order."""
    cdef TurnGame game
    cdef TurnTables tables
    cdef readonly tuple words
