"""Colt Express: games played for training, and their positions as numbers.

Positions are recorded as they are (structs of `struct_size()` bytes), so that features can change without
playing the games again.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from solver.game cimport CHANCE, POINTS, State, action_t
from solver.games.colt.answers cimport describe_actions, describe_seat
from solver.games.colt.features cimport (
    ACTION_FEATURES,
    BANDIT_FEATURES,
    SEAT_FEATURES,
    Scene,
    describe_bandit,
    survey,
)
from solver.games.colt.hidden cimport colt_view
from solver.games.colt.layout cimport *
from solver.games.colt.rules cimport COLT
from solver.games.colt.score cimport count_money, estimate, sides
from solver.model cimport Model, ModelPlug
from solver.rng cimport Rng, rng_below, rng_real, rng_t

cdef enum:
    ROUNDS = 5
    MOST = 24                       # positions recorded of a game
    DOLLARS = 5                     # thousands of dollars ahead that are 1 in POINTS
    STRIDE = MAX_BANDITS * BANDIT_FEATURES


cdef int check(State state) except -1:
    if state.rules != &COLT:
        raise ValueError("a position of Colt Express is needed")
    return 0


def raw(State state):
    """A position's struct."""
    check(state)
    return (<char*>state.data)[:sizeof(ColtStruct)]


def restore(State state, bytes data):
    """Replace a position by the one that `raw` recorded."""
    cdef const char* source = data
    check(state)
    if len(data) != sizeof(ColtStruct):
        raise ValueError(f"a position has {sizeof(ColtStruct)} bytes, not {len(data)}")
    memcpy(state.data, source, sizeof(ColtStruct))


def counted(State state):
    """Each side's dollars at the end, none for a side that was captured while another escaped."""
    cdef int64_t[6] money
    cdef int[6] escaped
    cdef int[6] hits
    check(state)
    count_money(<const ColtStruct*>state.data, money, escaped, hits)
    return [money[side] if escaped[side] else 0 for side in range(sides(<const ColtStruct*>state.data))]


def guided_game(State state, Rng rng, int others=0):
    """Play a whole truth to its end by the rules of thumb; returns the positions at the ends of its rounds.

    ``others``: one in so many of the other positions is recorded too, as far as there is room; 0: none.
    """
    cdef ColtStruct[MOST] found
    cdef ColtStruct* s = <ColtStruct*>state.data
    cdef int n = 0
    cdef int number = s.round
    check(state)
    if s.viewer != NOTHING:
        raise ValueError("a whole truth is needed, not a view")
    with nogil:
        while s.phase != PHASE_OVER:
            COLT.guided(s, &rng.state, 1)
            if s.stage == STAGE_OVER or n == MOST:
                continue
            if s.round != number or (others and n < MOST - ROUNDS and rng_below(&rng.state, others) == 0):
                number = s.round
                found[n] = s[0]
                n += 1
    return (<char*>found)[:n * sizeof(ColtStruct)]


def bandit_features(bytes positions):
    """The features of each of six bandits (zeros for absent ones) of recorded truths, as 32-bit floats."""
    cdef const char* source = positions
    cdef int n = <int>(len(positions) // sizeof(ColtStruct))
    cdef bytes result = bytes(n * STRIDE * sizeof(float))
    cdef float* out = <float*><char*>result
    cdef const ColtStruct* s
    cdef Scene scene
    cdef int i, bandit
    for i in range(n):
        s = <const ColtStruct*>(source + i * sizeof(ColtStruct))
        survey(s, &scene)
        for bandit in range(s.bandits):
            describe_bandit(s, &scene, bandit, out + i * STRIDE + bandit * BANDIT_FEATURES)
    return result


def estimates(bytes positions):
    """For each truth: the side of each of six bandits (-1: absent), dollars of each side, round, stage.

    The dollars are those that the rules of thumb estimate (`score.estimate`).
    """
    cdef const char* source = positions
    cdef int n = <int>(len(positions) // sizeof(ColtStruct))
    cdef const ColtStruct* s
    cdef double[6] money
    cdef int i
    result = []
    for i in range(n):
        s = <const ColtStruct*>(source + i * sizeof(ColtStruct))
        memset(money, 0, sizeof(money))
        estimate(s, money)
        result.append((
            [side_of(s, owner(s, b)) if b < s.bandits else -1 for b in range(MAX_BANDITS)],
            [money[b] for b in range(MAX_BANDITS)], s.round, s.stage,
        ))
    return result


# --- games of a model ---------------------------------------------------------------------------------------

cdef struct Record:                 # memory for the decisions of one game
    float* told                     # [decisions][SEAT_FEATURES]
    float* each                     # [rows][ACTION_FEATURES]
    int32_t* steps                  # [decisions][4]: seat, actions, the one chosen, the round
    float* notes                    # [decisions][2]: its odds, and the lead expected before it, in $1000
    int decisions
    int most_decisions
    int rows
    int most_rows


cdef int draw_answer(const Model* model, const ColtStruct* s, int seat, const action_t* legal, int n,
                     float* odds, rng_t* rng) noexcept nogil:
    """Draw one of n answers by the odds of a model; fills in the odds."""
    cdef int i
    cdef double ticket = rng_real(rng)
    model.policy(model, s, seat, legal, n, odds)
    for i in range(n - 1):
        ticket -= odds[i]
        if ticket < 0:
            return i
    return n - 1


cdef void write_down(Record* record, const Model* model, const ColtStruct* s, int seat, const action_t* legal,
                     int n, int chosen, float odds) noexcept nogil:
    """Record a decision; the memory is all zeros."""
    cdef ColtStruct view
    cdef Scene scene
    cdef double[MAX_BANDITS] worth
    cdef int at = record.decisions
    if at == record.most_decisions or record.rows + n > record.most_rows:
        return
    colt_view(s, seat, &view)
    survey(&view, &scene)
    describe_seat(&view, &scene, seat, record.told + at * SEAT_FEATURES)
    describe_actions(&view, &scene, seat, legal, n, record.each + record.rows * ACTION_FEATURES)
    model.estimate(model, s, POINTS, worth)
    record.steps[4 * at] = seat
    record.steps[4 * at + 1] = n
    record.steps[4 * at + 2] = chosen
    record.steps[4 * at + 3] = s.round
    record.notes[2 * at] = odds
    record.notes[2 * at + 1] = DOLLARS * <float>worth[seat]
    record.decisions += 1
    record.rows += n


cdef void play_learning(ColtStruct* s, const Model** models, int recorded, rng_t* rng, Record* record,
                        ColtStruct* found, int* kept_positions, int others) noexcept nogil:
    """Play to the end; a seat without a model follows the rules of thumb."""
    cdef action_t[MAX_ACTIONS] legal
    cdef float[MAX_ACTIONS] odds
    cdef int number = s.round
    cdef int count = 0
    cdef int seat, n, chosen
    while s.phase != PHASE_OVER:
        if s.stage != STAGE_OVER and count < MOST and (s.round != number or rng_below(rng, others) == 0):
            number = s.round
            found[count] = s[0]
            count += 1
        if s.phase >= FIRST_CHANCE:
            COLT.apply(s, CHANCE, COLT.draw(s, rng))
            continue
        seat = s.seat
        if s.owed:
            seat = 0
            while not (s.owed >> seat) & 1:
                seat += 1
        if models[seat] == NULL:
            COLT.guided(s, rng, 1)
            continue
        n = COLT.legal(s, seat, legal)
        chosen = 0
        if n > 1:
            chosen = draw_answer(models[seat], s, seat, legal, n, odds, rng)
            if (recorded >> seat) & 1:
                write_down(record, models[seat], s, seat, legal, n, chosen, odds[chosen])
        COLT.apply(s, seat, legal[chosen])
    kept_positions[0] = count


def learning_game(State state, list models, int recorded, Rng rng, float[:, ::1] told, float[:, ::1] each,
                  int32_t[:, ::1] steps, float[:, ::1] notes, int others=40):
    """Play a whole truth to its end by models that draw their answers; the rules of thumb play for None.

    The decisions of the seats of the bit mask ``recorded`` go into the arrays, which are all zeros:
    features of the decision and of its answers, one row each; (seat, answers, the one chosen, round);
    (odds of it, lead expected by the seat's model, in thousands of dollars). What no longer fits is left
    out. Returns (decisions, rows of answers, positions at the ends of rounds and one in ``others`` of the
    other ones).
    """
    cdef ColtStruct[MOST] found
    cdef const Model* tables[MAX_BANDITS]
    cdef Record record
    cdef int n = 0
    cdef int seat
    cdef ColtStruct* s = <ColtStruct*>state.data
    check(state)
    if s.viewer != NOTHING or len(models) != s.seats:
        raise ValueError("a whole truth is needed, and a model or None for each seat")
    if (told.shape[1] != SEAT_FEATURES or each.shape[1] != ACTION_FEATURES or steps.shape[1] != 4
            or notes.shape[1] != 2):
        raise ValueError("the arrays do not have the widths of the features")
    for seat in range(s.seats):
        tables[seat] = NULL
        if models[seat] is not None:
            tables[seat] = (<ModelPlug?>models[seat]).of(state)
    record.told = &told[0, 0]
    record.each = &each[0, 0]
    record.steps = &steps[0, 0]
    record.notes = &notes[0, 0]
    record.decisions = record.rows = 0
    record.most_decisions = <int>min(told.shape[0], steps.shape[0], notes.shape[0])
    record.most_rows = <int>each.shape[0]
    with nogil:
        play_learning(s, tables, recorded, &rng.state, &record, found, &n, others)
    return record.decisions, record.rows, (<char*>found)[:n * sizeof(ColtStruct)]
