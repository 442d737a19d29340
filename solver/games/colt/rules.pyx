"""Colt Express's C table: the contract's functions over flow.pyx, score.pyx, hidden.pyx; random games."""

from libc.stdint cimport int64_t, uint64_t

from solver.game cimport CHANCE, NOBODY, SIMULTANEOUS, TERMINAL, State, action_t
from solver.games.colt.flow cimport decide, decisions, happen, outcomes, tidy
from solver.games.colt.guide cimport advised
from solver.games.colt.layout cimport *
from solver.games.colt.hidden cimport colt_common, colt_key, colt_resample, colt_view
from solver.games.colt.score cimport bandit_money, colt_ranks, colt_returns, colt_scores, colt_utility
from solver.rng cimport Rng, rng_below, rng_next, rng_t

cdef enum:
    LONGEST = 100000                # plies: more than any game


cdef int colt_seats(const void* state) noexcept nogil:
    return (<const ColtStruct*>state).seats


cdef int colt_actor(const void* state) noexcept nogil:
    cdef const ColtStruct* s = <const ColtStruct*>state
    if s.phase >= FIRST_CHANCE:
        if s.phase == PHASE_OVER:
            return TERMINAL
        return CHANCE
    if s.owed:
        return SIMULTANEOUS
    return s.seat


cdef bint colt_owes(const void* state, int seat) noexcept nogil:
    cdef const ColtStruct* s = <const ColtStruct*>state
    if s.phase >= FIRST_CHANCE or seat < 0:
        return False
    if s.owed:
        return (s.owed >> seat) & 1
    return s.seat == seat


cdef int colt_legal(const void* state, int seat, action_t* out) noexcept nogil:
    if not colt_owes(state, seat):
        return 0
    return decisions(<const ColtStruct*>state, seat, out)


cdef void colt_apply(void* state, int seat, action_t action) noexcept nogil:
    cdef ColtStruct* s = <ColtStruct*>state
    if seat == CHANCE:
        happen(s, action)
    else:
        decide(s, seat, action)
    tidy(s)


cdef int colt_chance(const void* state, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    cdef const ColtStruct* s = <const ColtStruct*>state
    den[0] = 1
    if s.phase < FIRST_CHANCE or s.phase == PHASE_OVER:
        return 0
    return outcomes(s, out, num, den)


cdef inline action_t draw_card(const ColtStruct* s, rng_t* rng) noexcept nogil:
    """DRAW_CARD on a truth: one card of the deck."""
    cdef int source = s.seat
    cdef int shift = CARD
    cdef int kind = 0
    cdef int ticket
    if s.why == WHY_GUEST:
        source ^= 1
        shift += SIDE
    ticket = <int>rng_below(rng, s.deck_n[source])
    while ticket >= s.deck[source][kind]:
        ticket -= s.deck[source][kind]
        kind += 1
    return shift + kind


cdef action_t colt_draw(const void* state, rng_t* rng) noexcept nogil:
    cdef const ColtStruct* s = <const ColtStruct*>state
    cdef action_t results[MAX_OUTCOMES]
    cdef int64_t odds[MAX_OUTCOMES]
    cdef int64_t den, ticket
    cdef int i, n
    if s.phase == DRAW_CARD and s.viewer == NOTHING:
        return draw_card(s, rng)
    n = outcomes(s, results, odds, &den)
    if n == 1:
        return results[0]
    if den < <int64_t>0xFFFFFFFF:
        ticket = rng_below(rng, <unsigned int>den)
    else:                                               # only views with many unseen purses have so fine odds
        ticket = <int64_t>(rng_next(rng) % <uint64_t>den)
    for i in range(n):
        ticket -= odds[i]
        if ticket < 0:
            return results[i]
    return results[n - 1]


cdef int colt_viewer(const void* state) noexcept nogil:
    cdef const ColtStruct* s = <const ColtStruct*>state
    if s.viewer == NOTHING:
        return NOBODY
    return s.viewer


cdef bint colt_horizon(const void* state) noexcept nogil:
    """The only leaf is the end, purses turned up or not: money carries over from round to round."""
    return (<const ColtStruct*>state).stage == STAGE_OVER


cdef int colt_rounds(const void* state) noexcept nogil:
    """The number of finished rounds, events included."""
    cdef const ColtStruct* s = <const ColtStruct*>state
    if s.stage == STAGE_OVER:
        return s.round + 1
    return s.round


cdef void colt_tallies(const void* state, int seat, double* out) noexcept nogil:
    """Dollars of loot, shots that hit a rival, bullets received, of the bandits of a seat."""
    cdef const ColtStruct* s = <const ColtStruct*>state
    cdef int bandit
    out[0] = out[1] = out[2] = 0.0
    for bandit in range(s.bandits):
        if owner(s, bandit) == seat:
            out[0] += bandit_money(s, bandit)
            out[1] += s.shots[bandit]
            out[2] += s.hits[bandit]


cdef inline int play_on(void* state, rng_t* rng, int plies, bint guided) noexcept nogil:
    """Decisions, uniform over the legal ones (kinds of cards) or by rules of thumb; draws by their odds."""
    cdef ColtStruct* s = <ColtStruct*>state
    cdef action_t choices[MAX_ACTIONS]
    cdef int count = 0
    cdef int seat, n
    while count < plies:
        if s.phase >= FIRST_CHANCE:
            if s.phase == PHASE_OVER:
                break
            if s.phase == DRAW_CARD:
                happen(s, draw_card(s, rng))
            else:
                happen(s, colt_draw(s, rng))
        else:
            seat = s.seat
            if s.owed:
                seat = 0
                while not (s.owed >> seat) & 1:
                    seat += 1
            n = decisions(s, seat, choices)
            if n > 1:
                decide(s, seat, choices[advised(s, seat, choices, n, rng) if guided else rng_below(rng, n)])
            else:
                decide(s, seat, choices[0])
        count += 1
    tidy(s)
    return count


cdef int colt_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    return play_on(state, rng, plies, False)


cdef int colt_guided(void* state, rng_t* rng, int plies) noexcept nogil:
    return play_on(state, rng, plies, True)


cdef int colt_playout(void* state, rng_t* rng, double* out) noexcept nogil:
    cdef int count = colt_rollout(state, rng, LONGEST)
    colt_returns(state, out)
    return count


COLT.name = "colt"
COLT.size = sizeof(ColtStruct)
COLT.max_seats = MAX_BANDITS
COLT.max_actions = MAX_ACTIONS
COLT.max_outcomes = MAX_OUTCOMES
COLT.seats = colt_seats
COLT.actor = colt_actor
COLT.owes = colt_owes
COLT.legal = colt_legal
COLT.apply = colt_apply
COLT.chance = colt_chance
COLT.draw = colt_draw
COLT.returns = colt_returns
COLT.scores = colt_scores
COLT.ranks = colt_ranks
COLT.viewer = colt_viewer
COLT.view = colt_view
COLT.resample = colt_resample
COLT.key = colt_key
COLT.playout = colt_playout
COLT.horizon = colt_horizon
COLT.utility = colt_utility
COLT.rollout = colt_rollout
COLT.common = colt_common
COLT.guided = colt_guided
COLT.rounds = colt_rounds
COLT.tallies = colt_tallies
COLT.tally_names = "loot shots bullets"


cdef int check_truth(State state) except -1:
    if state.rules != &COLT or colt_viewer(state.data) != NOBODY:
        raise ValueError("a whole truth of Colt Express is needed, not a view or another game")
    return 0


def advance(State state, Rng rng, int plies, bint guided):
    """Play up to `plies` plies of a playout on `state` (a whole truth); returns the number played."""
    check_truth(state)
    return play_on(state.data, &rng.state, plies, guided)


def worths(State state, int objective):
    """The evaluation of a position (a whole truth) for each seat; `objective` as in OBJECTIVES."""
    cdef double out[MAX_BANDITS]
    cdef int i
    check_truth(state)
    colt_utility(state.data, objective, out)
    return [out[i] for i in range(colt_seats(state.data))]


def struct_size():
    """Bytes of a position."""
    return sizeof(ColtStruct)


def action_bases():
    """The bases of actions and outcomes by name; codes.py has the same numbers for Python."""
    return {
        "PLAY": PLAY, "PLAY_DOWN": PLAY_DOWN, "DRAW": DRAW, "PASS": PASS, "DECLINE": DECLINE, "DRINK": DRINK,
        "HORSE": HORSE, "START": START, "RESERVE": RESERVE, "KEEP": KEEP, "DISCARD": DISCARD, "GO": GO,
        "CAR": CAR, "SHOOT": SHOOT, "HIT": HIT, "LOOT": LOOT, "RIDE_TO": RIDE_TO, "HOSTAGE": HOSTAGE,
        "MASK": MASK, "FIRST": FIRST, "CARD": CARD, "ROUND": ROUND, "SHOW": SHOW, "SHOW_PASS": SHOW_PASS,
        "PICK": PICK, "VALUE": VALUE, "KIND": KIND, "LEAST": LEAST, "BLIND": BLIND, "JEWEL": JEWEL,
        "BOX": BOX,
        "FLASK": FLASK, "SHOTGUN": SHOTGUN,
    }
