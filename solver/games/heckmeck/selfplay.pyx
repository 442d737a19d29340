"""Self-play games of Heckmeck for fitting its values, with exact turns."""

from libc.math cimport INFINITY
from libc.stdint cimport int16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from solver.game cimport POINTS, WIN
from solver.games.heckmeck.rules cimport (
    FAILURE,
    HECKMECK,
    OUTCOMES,
    PHASE_OVER_SUPPLY,
    HeckmeckStruct,
    play_turn,
    points,
)
from solver.games.heckmeck.state cimport HeckmeckState
from solver.games.heckmeck.worth cimport ACTIVE, OTHERS, describe, estimate_seat
from solver.games.heckmeck.worth import HeckmeckTurns
from solver.rng cimport Rng, rng_below, rng_real, rng_t
from solver.search.passes cimport MAX_TOTAL, Solution, turn_played, turn_solve
from solver.search.turngame cimport TurnGame, TurnPlug

cdef enum:
    MOST_TURNS = 1000

ctypedef struct Sample:              # the beginning of a turn as one seat sees it, and the result
    int16_t rows[21]                 # unused ones are -1
    int16_t seats
    float leads[4]
    float now                        # the lead in points over the others' mean, in units of the value
    float goal[3]                    # result, points value at the end, first place


cdef int choose_turn(const TurnGame* game, const HeckmeckStruct* s, int objective, double noise, rng_t* rng,
                     Solution* play) noexcept nogil:
    """Play the mover's turn by the values of its outcomes; returns the outcome.

    A negative objective stands for most points at once.
    """
    cdef double stop[MAX_TOTAL + 1]
    cdef double worth[OUTCOMES]
    cdef HeckmeckStruct after
    cdef int outcome, total
    for outcome in range(OUTCOMES):
        worth[outcome] = -INFINITY
        if game.allowed(s, outcome):
            if objective < 0:
                worth[outcome] = game.gain(s, outcome)
            else:
                memcpy(&after, s, sizeof(HeckmeckStruct))
                play_turn(&after, outcome)
                worth[outcome] = estimate_seat(&after, objective, s.turn)
            if noise > 0:
                worth[outcome] = worth[outcome] + noise * (rng_real(rng) - 0.5)
    for total in range(MAX_TOTAL + 1):
        outcome = game.outcome[total]
        stop[total] = worth[outcome] if outcome >= 0 else -INFINITY
    turn_solve(game.turn, stop, worth[FAILURE], play)
    total = turn_played(game.turn, play, rng)
    return FAILURE if total < 0 else game.outcome[total]


cdef int play_game(const TurnGame* game, HeckmeckStruct* s, int objective, double noise, double trace,
                   rng_t* rng, HeckmeckStruct* seen, Sample* out) noexcept nogil:
    """Play `s` to its end; one sample for each turn, of a random seat. Returns the number of turns.

    `trace`: the weight of the game's result in the targets; the rest is that of the estimates on the way.
    """
    cdef Solution play
    cdef double goal[5][3]
    cdef double ends[5]
    cdef int ranks[5]
    cdef double lead, sum
    cdef int turns = 0
    cdef int t, seat, other, n
    cdef double jitter
    while s.phase < PHASE_OVER_SUPPLY and turns < MOST_TURNS:
        memcpy(&seen[turns], s, sizeof(HeckmeckStruct))
        turns += 1
        jitter = noise if rng_below(rng, 4) == 0 else 0.0
        play_turn(s, choose_turn(game, s, objective, jitter, rng, &play))
    if s.phase < PHASE_OVER_SUPPLY:
        return 0
    HECKMECK.returns(s, ends)
    HECKMECK.ranks(s, ranks)
    n = 0
    for seat in range(s.seats):
        n += ranks[seat] == 1
    for seat in range(s.seats):
        goal[seat][0] = ends[seat]
        goal[seat][2] = 1.0 / n if ranks[seat] == 1 else 0.0
    HECKMECK.utility(s, POINTS, ends)
    for seat in range(s.seats):
        goal[seat][1] = ends[seat]
    for t in range(turns - 1, -1, -1):
        if trace < 1 and t + 1 < turns:
            for seat in range(s.seats):
                lead = estimate_seat(&seen[t + 1], WIN, seat)
                goal[seat][0] = trace * goal[seat][0] + (1 - trace) * lead
                lead = estimate_seat(&seen[t + 1], POINTS, seat)
                goal[seat][1] = trace * goal[seat][1] + (1 - trace) * lead
        seat = rng_below(rng, s.seats)
        n = describe(&seen[t], seat, out[t].rows, out[t].leads)
        for other in range(n, ACTIVE):
            out[t].rows[other] = -1
        for other in range(s.seats - 1, OTHERS):
            out[t].leads[other] = 0
        sum = 0
        for other in range(s.seats):
            lead = <double>(points(&seen[t], seat) - points(&seen[t], other))
            sum = sum + lead
        out[t].now = <float>(sum / (s.seats - 1) / 64.0)
        out[t].seats = s.seats
        for other in range(3):
            out[t].goal[other] = <float>goal[seat][other]
    return turns


def play_games(HeckmeckState start, int games, Rng rng, int objective=-1, double noise=0.0, double trace=1.0):
    """Samples of ``games`` games from ``start`` on, as the bytes of an array of Sample records.

    ``objective``: WIN, RANK or POINTS by the learnt values, for all seats; -1: most points at once;
    ``noise``: the width of uniform noise on the values, in one turn of four;
    ``trace``: the weight of the game's result in the targets, 0 to 1.
    """
    cdef TurnPlug plug = HeckmeckTurns()
    cdef HeckmeckStruct state
    cdef HeckmeckStruct* seen = <HeckmeckStruct*> malloc(MOST_TURNS * sizeof(HeckmeckStruct))
    cdef Sample* out = <Sample*> malloc(MOST_TURNS * sizeof(Sample))
    cdef int turns
    cdef const HeckmeckStruct* begin = <const HeckmeckStruct*>start.data
    cdef const TurnGame* game = &plug.game
    cdef rng_t* dice = &rng.state
    if seen == NULL or out == NULL:
        free(seen)
        free(out)
        raise MemoryError("no memory for a game")
    parts = []
    try:
        for _ in range(games):
            with nogil:
                memcpy(&state, begin, sizeof(HeckmeckStruct))
                turns = play_game(game, &state, objective, noise, trace, dice, seen, out)
            parts.append((<char*>out)[:turns * sizeof(Sample)])
    finally:
        free(seen)
        free(out)
    return b"".join(parts)
