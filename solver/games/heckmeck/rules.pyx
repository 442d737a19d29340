"""Heckmeck's rules at C level: legal moves, their effects, rolls, results, random games.

The ids in square brackets are those of the rulings in docs/games/heckmeck.md. What a whole turn's outcome
does stands in rules.pxd.
"""

from libc.limits cimport INT_MAX
from libc.math cimport fabs
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from solver.game cimport CHANCE, NOBODY, POINTS, TERMINAL, action_t, hash_bytes
from solver.rng cimport rng_below, rng_t

cdef enum:
    ROLLS = 1287                    # multisets of eight dice: C(13, 5)
    POINTS_SCALE = 64               # a lead of so many points over the others' mean is worth 1
    # half a win, where it is only estimated, is a lead of so many points, and of one more for each snail in
    # the supply, since the game goes on the longer
    LEAD_SCALE = 2

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


# --- the table's functions ----------------------------------------------------------------------------------

cdef int heckmeck_seats(const void* state) noexcept nogil:
    return (<const HeckmeckStruct*>state).seats


cdef int heckmeck_actor(const void* state) noexcept nogil:
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    if s.phase == PHASE_CHOOSE:
        return s.turn
    if s.phase == PHASE_ROLL:
        return CHANCE
    return TERMINAL


cdef bint heckmeck_owes(const void* state, int seat) noexcept nogil:
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    return s.phase == PHASE_CHOOSE and s.turn == seat


cdef int heckmeck_legal(const void* state, int seat, action_t* out) noexcept nogil:
    """Faces ascending; of each what may follow: rolling on, then stopping; or failing."""
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef int n = 0
    cdef int left, total, face, more
    cdef bint stop
    if s.phase != PHASE_CHOOSE or s.turn != seat:
        return 0
    left = DICE - dice_aside(s)
    total = total_aside(s)
    for face in range(FACES):
        more = s.roll[face]
        if not more or s.aside[face]:
            continue
        stop = can_stop(s, total + more * (face + 1), s.aside[WORM] or face == WORM)
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


cdef inline void lay_roll(HeckmeckStruct* s) noexcept nogil:
    """[turn] The dice are rolled: the seat chooses, or the turn has failed with nothing new to set aside."""
    cdef int face
    for face in range(FACES):
        if s.roll[face] and not s.aside[face]:
            s.phase = PHASE_CHOOSE
            return
    heckmeck_outcome(s, FAILURE)


cdef void heckmeck_apply(void* state, int seat, action_t action) noexcept nogil:
    cdef HeckmeckStruct* s = <HeckmeckStruct*>state
    cdef int face
    if s.phase == PHASE_ROLL:
        for face in range(FACES):
            s.roll[face] = <uint8_t>outcome_count(action, face)
        lay_roll(s)
        return
    face = action_face(action)
    s.aside[face] = s.roll[face]
    if action & STOP:
        heckmeck_outcome(s, outcome_of(total_aside(s)))
    elif action & FAIL:
        heckmeck_outcome(s, FAILURE)
    else:
        for face in range(FACES):
            s.roll[face] = 0
        s.phase = PHASE_ROLL


cdef int heckmeck_chance(const void* state, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """All multisets of the dice that are not aside, ascending, each with its share of the ordered rolls."""
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef int dice, n, a, b, c, d, e, rest
    if s.phase != PHASE_ROLL:
        return 0
    dice = DICE - dice_aside(s)
    den[0] = SIXES[dice]
    n = 0
    for a in range(dice + 1):                           # a sixes, b worms, c fours ... the rest are ones
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


cdef inline void throw_dice(const HeckmeckStruct* s, rng_t* rng, uint8_t* counts) noexcept nogil:
    """Add a throw of the dice that are not aside to the counts of the faces.

    One number says an ordered throw, all equally likely: a digit to the base of six for each die.
    """
    cdef int left = DICE - dice_aside(s)
    cdef uint32_t code = rng_below(rng, SIXES[left])
    cdef int _die
    for _die in range(left):
        counts[code % 6] += 1
        code //= 6


cdef action_t heckmeck_draw(const void* state, rng_t* rng) noexcept nogil:
    cdef uint8_t counts[6]
    cdef action_t outcome = 0
    cdef int face
    memset(counts, 0, sizeof(counts))
    throw_dice(<const HeckmeckStruct*>state, rng, counts)
    for face in range(FACES):
        outcome |= <action_t>counts[face] << (4 * face)
    return outcome


cdef void heckmeck_returns(const void* state, double* out) noexcept nogil:
    """Wins less losses against the other seats, over their number: the values sum to 0. [tie]"""
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef int64_t place[5]
    cdef int seat, other
    cdef int won
    for seat in range(s.seats):
        out[seat] = 0.0
    if s.phase < PHASE_OVER_SUPPLY:
        return
    for seat in range(s.seats):
        place[seat] = standing(s, seat)
    for seat in range(s.seats):
        won = 0
        for other in range(s.seats):
            won += (place[seat] > place[other]) - (place[seat] < place[other])
        out[seat] = <double>won / (s.seats - 1)


cdef void heckmeck_scores(const void* state, int64_t* out) noexcept nogil:
    """Points: a worm 1, a snail 3."""
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef int seat
    for seat in range(s.seats):
        out[seat] = points(s, seat)


cdef void heckmeck_ranks(const void* state, int* out) noexcept nogil:
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef int64_t place[5]
    cdef int seat, other
    for seat in range(s.seats):
        out[seat] = 0
        place[seat] = standing(s, seat)
    if s.phase < PHASE_OVER_SUPPLY:
        return
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] = out[seat] + (place[other] > place[seat])


cdef int heckmeck_viewer(const void* state) noexcept nogil:
    return NOBODY


cdef void heckmeck_view(const void* state, int seat, void* out) noexcept nogil:
    """Nothing is hidden: a copy."""
    memcpy(out, state, sizeof(HeckmeckStruct))


cdef void heckmeck_resample(const void* view, int seat, rng_t* rng, void* out) noexcept nogil:
    """Nothing is hidden: a copy."""
    memcpy(out, view, sizeof(HeckmeckStruct))


cdef uint64_t heckmeck_key(const void* state, int seat) noexcept nogil:
    return hash_bytes(state, sizeof(HeckmeckStruct), 0)


cdef uint64_t heckmeck_common(const void* state) noexcept nogil:
    return heckmeck_key(state, NOBODY)


cdef int heckmeck_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    """Decisions are uniform over the legal ones, rolls by their odds."""
    cdef HeckmeckStruct* s = <HeckmeckStruct*>state
    cdef action_t actions[12]
    cdef int count = 0
    cdef int n
    while s.phase < PHASE_OVER_SUPPLY and count < plies:
        if s.phase == PHASE_ROLL:
            throw_dice(s, rng, s.roll)
            lay_roll(s)
        else:
            n = heckmeck_legal(s, s.turn, actions)
            heckmeck_apply(s, s.turn, actions[rng_below(rng, n)])
        count += 1
    return count


cdef int heckmeck_playout(void* state, rng_t* rng, double* out) noexcept nogil:
    cdef int plies = heckmeck_rollout(state, rng, INT_MAX)
    heckmeck_returns(state, out)
    return plies


cdef bint heckmeck_horizon(const void* state) noexcept nogil:
    return (<const HeckmeckStruct*>state).phase >= PHASE_OVER_SUPPLY


cdef void heckmeck_utility(const void* state, int objective, double* out) noexcept nogil:
    """POINTS: the lead over the others' mean in units of POINTS_SCALE, the same before and at the end.

    WIN and RANK: the returns; before the end the mean over the others of a lead against LEAD_SCALE.
    """
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef double scale = LEAD_SCALE + s.supply
    cdef double lead, sum
    cdef int seat, other
    if objective != POINTS and s.phase >= PHASE_OVER_SUPPLY:
        heckmeck_returns(state, out)
        return
    for seat in range(s.seats):
        sum = 0.0
        for other in range(s.seats):
            lead = <double>(points(s, seat) - points(s, other))
            sum = sum + (lead if objective == POINTS else lead / (scale + fabs(lead)))
        sum = sum / (s.seats - 1)
        if objective == POINTS:
            sum = sum / POINTS_SCALE
        out[seat] = min(1.0, max(-1.0, sum))


HECKMECK.name = b"heckmeck"
HECKMECK.size = sizeof(HeckmeckStruct)
HECKMECK.max_seats = MAX_SEATS
HECKMECK.max_actions = 2 * FACES
HECKMECK.max_outcomes = ROLLS
HECKMECK.seats = heckmeck_seats
HECKMECK.actor = heckmeck_actor
HECKMECK.owes = heckmeck_owes
HECKMECK.legal = heckmeck_legal
HECKMECK.apply = heckmeck_apply
HECKMECK.chance = heckmeck_chance
HECKMECK.draw = heckmeck_draw
HECKMECK.returns = heckmeck_returns
HECKMECK.scores = heckmeck_scores
HECKMECK.ranks = heckmeck_ranks
HECKMECK.viewer = heckmeck_viewer
HECKMECK.view = heckmeck_view
HECKMECK.resample = heckmeck_resample
HECKMECK.key = heckmeck_key
HECKMECK.playout = heckmeck_playout
HECKMECK.horizon = heckmeck_horizon
HECKMECK.utility = heckmeck_utility
HECKMECK.rollout = heckmeck_rollout
HECKMECK.common = heckmeck_common
