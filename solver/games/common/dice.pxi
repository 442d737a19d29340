# Rules of dice turns (see dice.pxd). The game itself defines the consequences of a whole turn.
#
# To define before the include:
# - `struct_t` with the fields of TurnPart; the game is over in any phase above PHASE_CHOOSE;
# - WORM, the face without which no turn can stop;
# - LOWEST and HIGHEST, the range of totals that are separate outcomes, and FAILURE, the last outcome;
# - `face_pips(face)`, and `can_stop(state, total, worm)`, where `worm` says whether one is aside;
# - `play_turn(state, outcome)`: applies the outcome of a whole turn, clears the dice, and begins the next
#   turn or ends the game.

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memset

from solver.game cimport CHANCE, TERMINAL, Rules, action_t
from solver.games.common.dice cimport (
    DICE,
    FACES,
    FAIL,
    PHASE_CHOOSE,
    PHASE_ROLL,
    ROLL_ON,
    ROLLS,
    STOP,
    action_face,
    count_dice,
    outcome_count,
    total_outcome,
)
from solver.rng cimport rng_below, rng_t

cdef uint32_t SIXES[9]              # 6 to the power of 0 .. 8
cdef int64_t FACTORIAL[9]


cdef void fill_tables() noexcept nogil:
    cdef int i
    SIXES[0] = 1
    FACTORIAL[0] = 1
    for i in range(1, DICE + 1):
        SIXES[i] = 6 * SIXES[i - 1]
        FACTORIAL[i] = i * FACTORIAL[i - 1]


fill_tables()


cdef inline int sum_aside(const struct_t* s) noexcept nogil:
    cdef int total = 0
    cdef int face
    for face in range(FACES):
        total += face_pips(face) * s.aside[face]
    return total


cdef int dice_actor(const void* state) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    if s.phase == PHASE_CHOOSE:
        return s.turn
    if s.phase == PHASE_ROLL:
        return CHANCE
    return TERMINAL


cdef bint dice_owes(const void* state, int seat) noexcept nogil:
    cdef const struct_t* s = <const struct_t*>state
    return s.phase == PHASE_CHOOSE and s.turn == seat


cdef int dice_legal(const void* state, int seat, action_t* out) noexcept nogil:
    """Faces ascending; for each face rolling on comes before stopping or failing."""
    cdef const struct_t* s = <const struct_t*>state
    cdef int n = 0
    cdef int left, total, face, more
    cdef bint stop
    if s.phase != PHASE_CHOOSE or s.turn != seat:
        return 0
    left = DICE - count_dice(s.aside)
    total = sum_aside(s)
    for face in range(FACES):
        more = s.roll[face]
        if not more or s.aside[face]:
            continue
        stop = can_stop(s, total + more * face_pips(face), s.aside[WORM] or face == WORM)
        if left > more:
            out[n] = face | ROLL_ON
            n += 1
        if stop:
            out[n] = face | STOP
            n += 1
        elif left == more:
            out[n] = face | FAIL
            n += 1
    return n


cdef inline void lay_roll(struct_t* s) noexcept nogil:
    """A roll lies there: the seat chooses, or the turn fails because no face is new."""
    cdef int face
    for face in range(FACES):
        if s.roll[face] and not s.aside[face]:
            s.phase = PHASE_CHOOSE
            return
    play_turn(s, FAILURE)


cdef void dice_apply(void* state, int seat, action_t action) noexcept nogil:
    cdef struct_t* s = <struct_t*>state
    cdef int face
    if s.phase == PHASE_ROLL:
        for face in range(FACES):
            s.roll[face] = <uint8_t>outcome_count(action, face)
        lay_roll(s)
        return
    face = action_face(action)
    s.aside[face] = s.roll[face]
    if action & STOP:
        play_turn(s, total_outcome(sum_aside(s), LOWEST, HIGHEST))
    elif action & FAIL:
        play_turn(s, FAILURE)
    else:
        for face in range(FACES):
            s.roll[face] = 0
        s.phase = PHASE_ROLL


cdef int dice_chance(const void* state, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """All multisets of the dice that are not aside, ascending, each with its share of the ordered rolls."""
    cdef const struct_t* s = <const struct_t*>state
    cdef int dice, n, a, b, c, d, e, rest
    if s.phase != PHASE_ROLL:
        return 0
    dice = DICE - count_dice(s.aside)
    den[0] = SIXES[dice]
    n = 0
    for a in range(dice + 1):                           # a dice of the last face, b of the one before it ...
        for b in range(dice + 1 - a):
            for c in range(dice + 1 - a - b):
                for d in range(dice + 1 - a - b - c):
                    for e in range(dice + 1 - a - b - c - d):
                        rest = dice - a - b - c - d - e
                        out[n] = (a << 20) | (b << 16) | (c << 12) | (d << 8) | (e << 4) | rest
                        num[n] = FACTORIAL[dice] // (FACTORIAL[a] * FACTORIAL[b] * FACTORIAL[c]
                                                     * FACTORIAL[d] * FACTORIAL[e] * FACTORIAL[rest])
                        n += 1
    return n


cdef inline void throw_dice(const struct_t* s, rng_t* rng, uint8_t* counts) noexcept nogil:
    """Add a throw of the dice that are not aside to the counts of the faces.

    One random number is an ordered throw: its digits to base six are the dice.
    """
    cdef int left = DICE - count_dice(s.aside)
    cdef uint32_t code = rng_below(rng, SIXES[left])
    cdef int _die
    for _die in range(left):
        counts[code % 6] += 1
        code //= 6


cdef action_t dice_draw(const void* state, rng_t* rng) noexcept nogil:
    cdef uint8_t counts[6]
    cdef action_t outcome = 0
    cdef int face
    memset(counts, 0, sizeof(counts))
    throw_dice(<const struct_t*>state, rng, counts)
    for face in range(FACES):
        outcome |= <action_t>counts[face] << (4 * face)
    return outcome


cdef int dice_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    """Decisions are uniform over the legal ones, rolls by their odds."""
    cdef struct_t* s = <struct_t*>state
    cdef action_t actions[2 * FACES]
    cdef int count = 0
    cdef int n
    while s.phase <= PHASE_CHOOSE and count < plies:
        if s.phase == PHASE_ROLL:
            throw_dice(s, rng, s.roll)
            lay_roll(s)
        else:
            n = dice_legal(s, s.turn, actions)
            dice_apply(s, s.turn, actions[rng_below(rng, n)])
        count += 1
    return count


cdef void fill_dice(Rules* rules) noexcept nogil:
    """Enter these functions in the table."""
    rules.max_actions = 2 * FACES
    rules.max_outcomes = ROLLS
    rules.actor = dice_actor
    rules.owes = dice_owes
    rules.legal = dice_legal
    rules.apply = dice_apply
    rules.chance = dice_chance
    rules.draw = dice_draw
    rules.rollout = dice_rollout
