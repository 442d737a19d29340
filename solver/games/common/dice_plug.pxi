# The plug of a game of dice turns for the turn search.
#
# To define before the include: `struct_t`, LOWEST, HIGHEST, FAILURE (the last outcome) and `play_turn` as
# for dice.pxi; `RULES`, the pointer to the table; `outcome_allowed` and `outcome_gain` of a seat's turn;
# `points` and `standing` of a seat.
#
# Defaults that a game may replace: the estimate is the table's `utility`, the chance of the first place
# follows from the points, and no result is certain before the end.

from libc.math cimport exp

from libc.stdint cimport uint8_t

from solver.game cimport action_t
from solver.games.common.dice cimport (
    DICE,
    FAIL,
    PHASE_CHOOSE,
    STOP,
    action_face,
    count_dice,
    total_outcome,
    used_faces,
)
from solver.search.expectimax cimport TurnTables
from solver.search.passes cimport MAX_TOTAL, Turn, turn_after, turn_state
from solver.search.turngame cimport TURN_FAILS, TURN_ROLLS, TURN_STOPS, TurnGame, TurnPlug

cdef const Turn* DICE_TURN = NULL
cdef double FIRST_SCALE = 4.0


cdef inline int pips_aside(const struct_t* s) noexcept nogil:
    cdef int total = 0
    cdef int face
    for face in range(DICE_TURN.faces):
        total += DICE_TURN.pips[face] * s.aside[face]
    return total


cdef int plug_mover(const void* state) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    return s.turn if s.phase <= PHASE_CHOOSE else -1


cdef bint plug_allowed(const void* state, int outcome) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    return outcome == FAILURE or outcome_allowed(s, s.turn, outcome)


cdef void plug_play(void* state, int outcome) noexcept nogil:
    play_turn(<struct_t*>state, outcome)


cdef double plug_gain(const void* state, int outcome) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    return outcome_gain(s, s.turn, outcome)


cdef int plug_place(const void* state) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    return turn_state(DICE_TURN, used_faces(s.aside), DICE - count_dice(s.aside), pips_aside(s))


cdef int plug_decision(const void* state, action_t action, int* after) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    cdef int face = action_face(action)
    after[0] = turn_after(DICE_TURN, plug_place(state), face, s.roll[face])
    return TURN_STOPS if action & STOP else TURN_FAILS if action & FAIL else TURN_ROLLS


cdef void plug_estimate(const void* state, int objective, double* out) noexcept nogil:
    RULES.utility(state, objective, out)


cdef void plug_first(const void* state, double* out) noexcept nogil:
    """Chance of the first place. A lead of FIRST_SCALE points makes it e times as likely; ties share it."""
    cdef const struct_t* s = <const struct_t*>state
    cdef double sum = 0.0
    cdef int seat, other
    for seat in range(s.seats):
        out[seat] = exp(points(s, seat) / FIRST_SCALE)
        if s.phase > PHASE_CHOOSE:
            out[seat] = 1.0
            for other in range(s.seats):
                if standing(s, other) > standing(s, seat):
                    out[seat] = 0.0
        sum = sum + out[seat]
    for seat in range(s.seats):
        out[seat] = out[seat] / sum


cdef bint plug_decided(const void* state, int objective, double* value, double* error) noexcept nogil:
    return False


cdef int fill_plug(TurnPlug plug, TurnTables tables) except -1:
    """Enter these functions in the plug. All plugs of the game share the tables of the dice."""
    global DICE_TURN
    cdef TurnGame* game = &plug.game
    cdef int total
    plug.tables = tables
    DICE_TURN = &tables.turn
    game.rules = RULES
    game.turn = DICE_TURN
    game.outcomes = FAILURE + 1
    game.failure = FAILURE
    for total in range(MAX_TOTAL + 1):
        game.outcome[total] = total_outcome(total, LOWEST, HIGHEST) if total >= LOWEST else -1
    game.mover = plug_mover
    game.allowed = plug_allowed
    game.play = plug_play
    game.gain = plug_gain
    game.place = plug_place
    game.decision = plug_decision
    game.estimate = plug_estimate
    game.first = plug_first
    game.decided = plug_decided
    return 0
