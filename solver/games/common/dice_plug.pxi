# A game of dice turns as the search of turns sees it, but for what only the game can say.
#
# Before it is included: `struct_t` as for dice.pxi, WORM, OUTCOMES, FAILURE, `RULES`; and of the game `outcome_allowed`
# and `outcome_gain` (of the mover's turn), `play_turn`, `outcome_of` a total (FAILURE where it can get nothing).

from libc.stdint cimport uint8_t

from solver.game cimport action_t
from solver.games.common.dice cimport (
    DICE,
    FAIL,
    PHASE_CHOOSE,
    STOP,
    action_face,
    count_dice,
    used_faces,
)
from solver.search.expectimax cimport MAX_TOTAL, Turn, TurnTables, turn_after, turn_state
from solver.search.turngame cimport TURN_FAILS, TURN_ROLLS, TURN_STOPS, TurnGame, TurnPlug

cdef const Turn* DICE_TURN = NULL


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


cdef int fill_plug(TurnPlug plug, TurnTables tables) except -1:
    """These functions' places in the plug. The tables of the dice are shared by all plugs of the game."""
    global DICE_TURN
    cdef TurnGame* game = &plug.game
    cdef int total, outcome
    plug.tables = tables
    DICE_TURN = &tables.turn
    game.rules = RULES
    game.turn = DICE_TURN
    game.outcomes = OUTCOMES
    game.failure = FAILURE
    for total in range(MAX_TOTAL + 1):
        outcome = outcome_of(total)
        game.outcome[total] = -1 if outcome == FAILURE else outcome
    game.mover = plug_mover
    game.allowed = plug_allowed
    game.play = plug_play
    game.gain = plug_gain
    game.place = plug_place
    game.decision = plug_decision
    return 0
