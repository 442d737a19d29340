"""Two games small enough to be worked out by hand: what they are worth is known, so searches are held to it.

They are complete games of the contract, with a C table, but stand in no registry: they have no notation and
nobody plays them.

:class:`MatrixState`   a matrix game: both seats choose at once, seat 0 gets an entry of the matrix, seat 1
                       its negative
:class:`KuhnState`     Kuhn poker (H. W. Kuhn, "A Simplified Two-Person Poker", 1950): three cards, one each,
                       one bet; worth -1/18 of an ante to seat 0 under best play

Each has a model of its players with odds written by hand, by which the use of models is tested:
:class:`MatrixModel`, :class:`KuhnModel`.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from solver.game cimport (
    CHANCE,
    NOBODY,
    SIMULTANEOUS,
    TERMINAL,
    UNSEEN,
    Rules,
    State,
    action_t,
    hash_bytes,
)
from solver.model cimport Model, ModelPlug
from solver.rng cimport rng_below, rng_t

cdef enum:
    SIDE = 8                        # most rows and columns of a matrix game
    NONE = 255
    HIDDEN = 254                    # on a view: chosen, and not seen


# --- a matrix game ------------------------------------------------------------------------------------------

cdef struct Matrix:
    double payoff[8][8]
    uint8_t size[2]                 # rows, columns
    uint8_t choice[2]               # NONE, HIDDEN or the choice
    int viewer


cdef int matrix_seats(const void* state) noexcept nogil:
    return 2


cdef bint matrix_owes(const void* state, int seat) noexcept nogil:
    return (<const Matrix*>state).choice[seat] == NONE


cdef int matrix_actor(const void* state) noexcept nogil:
    cdef const Matrix* s = <const Matrix*>state
    if s.choice[0] == NONE or s.choice[1] == NONE:
        return SIMULTANEOUS
    if s.choice[0] == HIDDEN or s.choice[1] == HIDDEN:
        return CHANCE               # on a view: the reveal
    return TERMINAL


cdef int matrix_legal(const void* state, int seat, action_t* out) noexcept nogil:
    cdef const Matrix* s = <const Matrix*>state
    cdef int i
    if not matrix_owes(state, seat):
        return 0
    if s.viewer not in (NOBODY, seat):
        out[0] = UNSEEN
        return 1
    for i in range(s.size[seat]):
        out[i] = i
    return s.size[seat]


cdef void matrix_apply(void* state, int seat, action_t action) noexcept nogil:
    cdef Matrix* s = <Matrix*>state
    if seat == CHANCE:
        seat = 0 if s.choice[0] == HIDDEN else 1
    s.choice[seat] = HIDDEN if action == UNSEEN else <uint8_t>action


cdef int matrix_chance(const void* state, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    cdef const Matrix* s = <const Matrix*>state
    cdef int i
    cdef int seat = 0 if s.choice[0] == HIDDEN else 1
    if matrix_actor(state) != CHANCE:
        return 0
    for i in range(s.size[seat]):
        out[i] = i
        num[i] = 1
    den[0] = s.size[seat]
    return s.size[seat]


cdef action_t matrix_draw(const void* state, rng_t* rng) noexcept nogil:
    cdef const Matrix* s = <const Matrix*>state
    return rng_below(rng, s.size[0 if s.choice[0] == HIDDEN else 1])


cdef void matrix_returns(const void* state, double* out) noexcept nogil:
    cdef const Matrix* s = <const Matrix*>state
    out[0] = out[1] = 0.0
    if matrix_actor(state) == TERMINAL:
        out[0] = s.payoff[s.choice[0]][s.choice[1]]
        out[1] = -out[0]


cdef void matrix_scores(const void* state, int64_t* out) noexcept nogil:
    cdef double[2] values
    matrix_returns(state, values)
    out[0] = <int64_t>(1000 * values[0])
    out[1] = -out[0]


cdef void matrix_ranks(const void* state, int* out) noexcept nogil:
    cdef double[2] values
    matrix_returns(state, values)
    out[0] = out[1] = 0
    if matrix_actor(state) == TERMINAL:
        out[0] = 1 + (values[0] < values[1])
        out[1] = 1 + (values[1] < values[0])


cdef int matrix_viewer(const void* state) noexcept nogil:
    return (<const Matrix*>state).viewer


cdef void matrix_view(const void* state, int seat, void* out) noexcept nogil:
    cdef Matrix* s = <Matrix*>out
    memcpy(out, state, sizeof(Matrix))
    s.viewer = seat
    if matrix_actor(state) == SIMULTANEOUS and s.choice[1 - seat] != NONE:
        s.choice[1 - seat] = HIDDEN


cdef void matrix_resample(const void* view, int seat, rng_t* rng, void* out) noexcept nogil:
    cdef Matrix* s = <Matrix*>out
    matrix_view(view, seat, out)
    s.viewer = NOBODY
    if s.choice[1 - seat] == HIDDEN:
        s.choice[1 - seat] = <uint8_t>rng_below(rng, s.size[1 - seat])


cdef uint64_t matrix_key(const void* state, int seat) noexcept nogil:
    cdef Matrix s
    if seat == NOBODY:
        memcpy(&s, state, sizeof(Matrix))
    else:
        matrix_view(state, seat, &s)
    return hash_bytes(s.choice, 2, seat + 2)


cdef uint64_t matrix_common(const void* state) noexcept nogil:
    cdef const Matrix* s = <const Matrix*>state
    if matrix_actor(state) == TERMINAL:
        return hash_bytes(s.choice, 2, 1)
    return 2 * (s.choice[0] == NONE) + (s.choice[1] == NONE)


cdef bint matrix_horizon(const void* state) noexcept nogil:
    return matrix_actor(state) == TERMINAL


cdef void matrix_utility(const void* state, int objective, double* out) noexcept nogil:
    matrix_returns(state, out)


cdef int any_rollout(const Rules* rules, void* state, rng_t* rng, int plies) noexcept nogil:
    """Uniform play, seat by seat; the table has at most 8 actions."""
    cdef action_t[8] actions
    cdef int count = 0
    cdef int seat, n
    while count < plies:
        seat = rules.actor(state)
        if seat == TERMINAL:
            break
        if seat == CHANCE:
            rules.apply(state, CHANCE, rules.draw(state, rng))
        else:
            if seat == SIMULTANEOUS:
                seat = 0 if rules.owes(state, 0) else 1
            n = rules.legal(state, seat, actions)
            rules.apply(state, seat, actions[rng_below(rng, n)])
        count += 1
    return count


cdef int matrix_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    return any_rollout(&MATRIX, state, rng, plies)


cdef int matrix_playout(void* state, rng_t* rng, double* out) noexcept nogil:
    cdef int plies = any_rollout(&MATRIX, state, rng, 100)
    matrix_returns(state, out)
    return plies


cdef Rules MATRIX

MATRIX.name = b"matrix"
MATRIX.size = sizeof(Matrix)
MATRIX.max_seats = 2
MATRIX.max_actions = SIDE
MATRIX.max_outcomes = SIDE
MATRIX.seats = matrix_seats
MATRIX.actor = matrix_actor
MATRIX.owes = matrix_owes
MATRIX.legal = matrix_legal
MATRIX.apply = matrix_apply
MATRIX.chance = matrix_chance
MATRIX.draw = matrix_draw
MATRIX.returns = matrix_returns
MATRIX.scores = matrix_scores
MATRIX.ranks = matrix_ranks
MATRIX.viewer = matrix_viewer
MATRIX.view = matrix_view
MATRIX.resample = matrix_resample
MATRIX.key = matrix_key
MATRIX.playout = matrix_playout
MATRIX.horizon = matrix_horizon
MATRIX.utility = matrix_utility
MATRIX.rollout = matrix_rollout
MATRIX.common = matrix_common


cdef class MatrixState(State):
    """A matrix game. ``rows``: seat 0's payoff for each of its choices (rows) and seat 1's (columns), at most
    8 x 8, each in [-1, 1]."""

    def __cinit__(self, rows=None):
        self.bind(&MATRIX)

    def __init__(self, rows):
        cdef Matrix* s = <Matrix*>self.data
        if not 1 <= len(rows) <= SIDE or not 1 <= len(rows[0]) <= SIDE:
            raise ValueError("a matrix game has 1 to 8 rows and columns")
        s.size[0] = len(rows)
        s.size[1] = len(rows[0])
        s.choice[0] = s.choice[1] = NONE
        s.viewer = NOBODY
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                s.payoff[i][j] = value

    def to_text(self):
        cdef Matrix* s = <Matrix*>self.data
        return f"matrix choices={s.choice[0]},{s.choice[1]} view={s.viewer}"

    def _token(self, action, seat):
        return f"c{action}"

    def _read(self, token, seat):
        return int(token[1:])


cdef struct MatrixOdds:
    float of[2][8]                  # of each seat's choices


cdef void matrix_policy(const Model* model, const void* state, int seat, const action_t* legal, int count,
                        float* odds) noexcept nogil:
    cdef const MatrixOdds* known = <const MatrixOdds*>model.weights
    cdef int i
    for i in range(count):
        odds[i] = known.of[seat][legal[i]]


cdef void matrix_estimate(const Model* model, const void* state, int objective, double* out) noexcept nogil:
    """The payoff expected when both seats choose by the odds what they have not chosen yet."""
    cdef const MatrixOdds* known = <const MatrixOdds*>model.weights
    cdef const Matrix* s = <const Matrix*>state
    cdef int i, j
    out[0] = 0.0
    for i in range(s.size[0]):
        for j in range(s.size[1]):
            if s.choice[0] in (NONE, i) and s.choice[1] in (NONE, j):
                out[0] += (s.payoff[i][j] * (known.of[0][i] if s.choice[0] == NONE else 1.0)
                           * (known.of[1][j] if s.choice[1] == NONE else 1.0))
    out[1] = -out[0]


cdef class MatrixModel(ModelPlug):
    """Model of the players of a matrix game. ``rows``, ``columns``: the odds of seat 0's and seat 1's
    choices, each above 0; they sum to 1."""
    cdef MatrixOdds odds

    def __init__(self, rows, columns):
        super().__init__("matrix", repr((rows, columns)), {})
        for seat, own in enumerate((rows, columns)):
            if not 1 <= len(own) <= SIDE or min(own) <= 0 or abs(sum(own) - 1) > 1e-6:
                raise ValueError("1 to 8 odds above 0 that sum to 1")
            for i, odd in enumerate(own):
                self.odds.of[seat][i] = odd
        self.table.rules = &MATRIX
        self.table.weights = &self.odds
        self.table.policy = matrix_policy
        self.table.estimate = matrix_estimate


# --- Kuhn poker ---------------------------------------------------------------------------------------------

cdef struct Kuhn:
    uint8_t card[2]                 # 0 jack, 1 queen, 2 king; HIDDEN on a view
    uint8_t moves[3]                # 0 pass, 1 bet
    uint8_t count
    int viewer


cdef bint kuhn_over(const Kuhn* s) noexcept nogil:
    if s.count < 2:
        return False
    return s.count == 3 or not (s.moves[0] == 0 and s.moves[1] == 1)


cdef int kuhn_actor(const void* state) noexcept nogil:
    cdef const Kuhn* s = <const Kuhn*>state
    return TERMINAL if kuhn_over(s) else s.count & 1


cdef bint kuhn_owes(const void* state, int seat) noexcept nogil:
    return kuhn_actor(state) == seat


cdef int kuhn_legal(const void* state, int seat, action_t* out) noexcept nogil:
    if kuhn_actor(state) != seat:
        return 0
    out[0] = 0
    out[1] = 1
    return 2


cdef void kuhn_apply(void* state, int seat, action_t action) noexcept nogil:
    cdef Kuhn* s = <Kuhn*>state
    s.moves[s.count] = <uint8_t>action
    s.count += 1


cdef int kuhn_chance(const void* state, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    return 0


cdef action_t kuhn_draw(const void* state, rng_t* rng) noexcept nogil:
    return 0


cdef void kuhn_returns(const void* state, double* out) noexcept nogil:
    """Antes won or lost, halved: the most is two."""
    cdef const Kuhn* s = <const Kuhn*>state
    cdef int stake = 1
    cdef int winner
    out[0] = out[1] = 0.0
    if not kuhn_over(s) or s.card[0] == HIDDEN or s.card[1] == HIDDEN:
        return
    winner = 0 if s.card[0] > s.card[1] else 1
    if s.moves[s.count - 1] == 1:
        stake = 2                   # a bet that was called
    elif s.count == 3:
        winner = 1                  # pass, bet, pass
    elif s.moves[0] == 1:
        winner = 0                  # bet, pass
    out[winner] = 0.5 * stake
    out[1 - winner] = -0.5 * stake


cdef void kuhn_scores(const void* state, int64_t* out) noexcept nogil:
    cdef double[2] values
    kuhn_returns(state, values)
    out[0] = <int64_t>(2 * values[0])
    out[1] = -out[0]


cdef void kuhn_ranks(const void* state, int* out) noexcept nogil:
    cdef double[2] values
    kuhn_returns(state, values)
    out[0] = out[1] = 0
    if kuhn_over(<const Kuhn*>state):
        out[0] = 1 + (values[0] < values[1])
        out[1] = 1 + (values[1] < values[0])


cdef int kuhn_viewer(const void* state) noexcept nogil:
    return (<const Kuhn*>state).viewer


cdef void kuhn_view(const void* state, int seat, void* out) noexcept nogil:
    cdef Kuhn* s = <Kuhn*>out
    memcpy(out, state, sizeof(Kuhn))
    s.viewer = seat
    s.card[1 - seat] = HIDDEN


cdef void kuhn_resample(const void* view, int seat, rng_t* rng, void* out) noexcept nogil:
    cdef Kuhn* s = <Kuhn*>out
    memcpy(out, view, sizeof(Kuhn))
    s.viewer = NOBODY
    s.card[1 - seat] = <uint8_t>((s.card[seat] + 1 + rng_below(rng, 2)) % 3)


cdef uint64_t kuhn_key(const void* state, int seat) noexcept nogil:
    cdef Kuhn s
    if seat == NOBODY:
        memcpy(&s, state, sizeof(Kuhn))
    else:
        kuhn_view(state, seat, &s)
    s.viewer = seat
    return hash_bytes(&s, sizeof(Kuhn), 0)


cdef uint64_t kuhn_common(const void* state) noexcept nogil:
    cdef const Kuhn* s = <const Kuhn*>state
    return hash_bytes(s.moves, 3, s.count)


cdef bint kuhn_horizon(const void* state) noexcept nogil:
    return kuhn_over(<const Kuhn*>state)


cdef void kuhn_utility(const void* state, int objective, double* out) noexcept nogil:
    kuhn_returns(state, out)


cdef int kuhn_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    return any_rollout(&KUHN, state, rng, plies)


cdef int kuhn_playout(void* state, rng_t* rng, double* out) noexcept nogil:
    cdef int plies = any_rollout(&KUHN, state, rng, 100)
    kuhn_returns(state, out)
    return plies


cdef Rules KUHN

KUHN.name = b"kuhn"
KUHN.size = sizeof(Kuhn)
KUHN.max_seats = 2
KUHN.max_actions = 2
KUHN.max_outcomes = 1
KUHN.seats = matrix_seats
KUHN.actor = kuhn_actor
KUHN.owes = kuhn_owes
KUHN.legal = kuhn_legal
KUHN.apply = kuhn_apply
KUHN.chance = kuhn_chance
KUHN.draw = kuhn_draw
KUHN.returns = kuhn_returns
KUHN.scores = kuhn_scores
KUHN.ranks = kuhn_ranks
KUHN.viewer = kuhn_viewer
KUHN.view = kuhn_view
KUHN.resample = kuhn_resample
KUHN.key = kuhn_key
KUHN.playout = kuhn_playout
KUHN.horizon = kuhn_horizon
KUHN.utility = kuhn_utility
KUHN.rollout = kuhn_rollout
KUHN.common = kuhn_common


cdef class KuhnState(State):
    """Kuhn poker after the deal. ``cards``: seat 0's and seat 1's, 0 jack, 1 queen, 2 king; ``moves``: what
    was done so far, p pass and b bet."""

    def __cinit__(self, cards=None, moves=None):
        self.bind(&KUHN)

    def __init__(self, cards, moves=""):
        cdef Kuhn* s = <Kuhn*>self.data
        if len(set(cards)) != 2 or not set(cards) <= {0, 1, 2} or moves not in ("", "p", "b", "pb"):
            raise ValueError("two different cards of 0, 1, 2, and moves that leave something to decide")
        s.card[0], s.card[1] = cards
        s.viewer = NOBODY
        for move in moves:
            s.moves[s.count] = "pb".index(move)
            s.count += 1

    def to_text(self):
        cdef Kuhn* s = <Kuhn*>self.data
        moves = "".join("pb"[s.moves[i]] for i in range(s.count))
        return f"kuhn cards={s.card[0]},{s.card[1]} moves={moves or '-'} view={s.viewer}"

    def _token(self, action, seat):
        return "pb"[action]

    def _read(self, token, seat):
        return "pb".index(token)


cdef struct KuhnOdds:
    float bet[3][2]                 # of each card: before and after the other seat's bet


cdef void kuhn_policy(const Model* model, const void* state, int seat, const action_t* legal, int count,
                      float* odds) noexcept nogil:
    cdef const Kuhn* s = <const Kuhn*>state
    cdef float bet = (<const KuhnOdds*>model.weights).bet[s.card[seat]][s.count and s.moves[s.count - 1]]
    cdef int i
    for i in range(count):
        odds[i] = bet if legal[i] else <float>1.0 - bet


cdef void kuhn_expected(const Model* model, const Kuhn* s, double* out) noexcept nogil:
    cdef Kuhn after
    cdef double[2] values
    cdef action_t[2] moves
    cdef float[2] odds
    cdef int i
    if kuhn_over(s):
        kuhn_returns(s, out)
        return
    out[0] = out[1] = 0.0
    moves[0] = 0
    moves[1] = 1
    kuhn_policy(model, s, s.count & 1, moves, 2, odds)
    for i in range(2):
        after = s[0]
        kuhn_apply(&after, s.count & 1, i)
        kuhn_expected(model, &after, values)
        out[0] += odds[i] * values[0]
        out[1] += odds[i] * values[1]


cdef void kuhn_estimate(const Model* model, const void* state, int objective, double* out) noexcept nogil:
    """The return expected when both seats go on by the odds."""
    kuhn_expected(model, <const Kuhn*>state, out)


cdef class KuhnModel(ModelPlug):
    """Model of the players of Kuhn poker. ``bets``: for each card, jack first, the odds of a bet as the first
    bettor and of the call of a bet, each above 0 and below 1."""
    cdef KuhnOdds odds

    def __init__(self, bets):
        super().__init__("kuhn", repr(bets), {})
        for card in range(3):
            for i in range(2):
                if not 0 < bets[card][i] < 1:
                    raise ValueError("odds are above 0 and below 1")
                self.odds.bet[card][i] = bets[card][i]
        self.table.rules = &KUHN
        self.table.weights = &self.odds
        self.table.policy = kuhn_policy
        self.table.estimate = kuhn_estimate
