"""The learnt model of 6 nimmt!'s players: the plug of the network.

Policy: the cards by the network; an undercutter's row by the heads of the trick and the value of the position
after it; drafted cards by their usual cost.

Estimate: the value of each seat's own view gives the heads that it will take, compared with the others, in
the rest of the round. `points` is their mean. `rank` and `win` compare each pair of seats: the difference is
taken as normal, with the spread that was measured in self-play at this number of seats and of tricks left. In
a match the spread of the rounds to come is added.

Kinds of player: one chooses by the network, one follows the rules of thumb (inference.pyx) in two of five
choices and the network in half of them, one follows the rules alone; a tenth of the choices of each is
random. The odds of the cards that a seat has played in this round, from the hand that it had then in the
world, tell them apart.

Likelihood: of these cards, where the first two kinds are equally likely and the third does not occur. So what
a seat has played tells how far the network tells its hand.
"""

from pathlib import Path
from time import process_time

import numpy as np

from libc.math cimport erf, sqrt
from libc.stdint cimport uint8_t
from libc.string cimport memset

from solver.game cimport POINTS, WIN, action_t
from solver.games.nimmt.features cimport CARD_WIDTH, STATE_WIDTH, Sight, add_row, look_from, write_features
from solver.games.nimmt.inference cimport Past, past_card, past_next, past_open, rule_odds
from solver.games.nimmt.net cimport NimmtNet, card_odds, heads_less, nimmt_net
from solver.games.nimmt.rules cimport (
    HAND,
    NIMMT,
    PHASE_DEAL,
    PHASE_OVER,
    PHASE_PLAY,
    PHASE_ROW,
    ROWS,
    NimmtStruct,
    choose_row,
    deck_size,
    list_cards,
    row_heads,
)
from solver.games.nimmt.state cimport NimmtState
from solver.games.nimmt.usual cimport usual
from solver.model cimport Model, ModelPlug
from solver.net.layers cimport hm_softmax

from solver.games.nimmt.net import FEATURES
from solver.net.weights import WeightsError, load as load_weights

PACKAGED = Path(__file__).with_name("net.npz")

cdef float A_HEAD = 1.5             # nats that a head less than the others is worth to an undercutter
cdef double POINTS_SCALE = 40.0     # as in the rules' utility
cdef double LEAST_SPREAD = 0.5
cdef enum:
    LEARNT                          # the kinds of player
    MIXED
    RULES
    KINDS

cdef double BLIND = 0.1             # shares of the choices of a kind: random ones,
cdef double BY_RULE = 0.4           # and of the mixed kind those by the rules of thumb


cdef struct nimmt_model:
    nimmt_net net
    float spread[11][11]            # [seats][tricks left]: deviation of the error of a pair's difference
    float heads[11][11]             # [seats][tricks left]: heads that a seat still takes on average
    float round_variance[11]        # [seats]: of a pair's difference in a round
    float round_most[11]            # [seats]: heads that the highest total grows by in a round


cdef float row_gain(const nimmt_model* m, const NimmtStruct* s, int seat, int row) noexcept nogil:
    """The heads that an undercutter takes less than the others on average, from taking a row on."""
    cdef NimmtStruct after = s[0]
    cdef Sight sight
    cdef int other
    cdef float gain = 0.0
    choose_row(&after, row)
    if after.phase == PHASE_PLAY:
        look_from(&sight, &after, seat)
        gain = heads_less(&m.net, &sight)
    for other in range(s.seats):
        if other == seat:
            gain -= after.heads[other] - s.heads[other]
        else:
            gain += <float>(after.heads[other] - s.heads[other]) / (s.seats - 1)
    return gain


cdef void nimmt_policy(
    const Model* model, const void* state, int seat, const action_t* legal, int count, float* odds
) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef float found[HAND + 6]
    cdef Sight sight
    cdef int i
    if count == 1:
        odds[0] = 1.0
        return
    if s.phase == PHASE_PLAY:
        look_from(&sight, s, seat)
        card_odds(&(<const nimmt_model*>model.weights).net, &sight, found)
        for i in range(count):
            odds[i] = found[i]
        return
    for i in range(count):
        if s.phase == PHASE_ROW:
            odds[i] = A_HEAD * row_gain(<const nimmt_model*>model.weights, s, seat, <int>legal[i])
        else:
            odds[i] = <float>(-4.0 * usual(s, <int>legal[i]))
    hm_softmax(odds, count)


cdef inline int cheapest(const NimmtStruct* s) noexcept nogil:
    cdef int row
    cdef int best = 0
    for row in range(1, ROWS):
        if row_heads(s, row) < row_heads(s, best):
            best = row
    return best


cdef void pairs(const double* lead, int seats, double deviation, double* out) noexcept nogil:
    """For each seat the mean over the others of the chance to be ahead minus that to be behind."""
    cdef int a, b
    cdef double value
    cdef double scale = 1.0 / (deviation * sqrt(2.0))
    for a in range(seats):
        out[a] = 0.0
    for a in range(seats):
        for b in range(a + 1, seats):
            value = erf((lead[a] - lead[b]) * scale) / (seats - 1)
            out[a] += value
            out[b] -= value


cdef void nimmt_estimate(const Model* model, const void* state, int objective, double* out) noexcept nogil:
    cdef const nimmt_model* m = <const nimmt_model*>model.weights
    cdef NimmtStruct at = (<const NimmtStruct*>state)[0]
    cdef Sight sight
    cdef double less[10]
    cdef double lead[10]
    cdef double mean = 0.0
    cdef double most = 0.0
    cdef double total, variance, rounds
    cdef int n = at.seats
    cdef int left, seat
    if at.phase == PHASE_ROW:
        choose_row(&at, cheapest(&at))
    if at.phase == PHASE_OVER:
        NIMMT.utility(&at, objective, out)
        return
    left = HAND - at.trick
    if at.phase != PHASE_PLAY:                      # nobody holds a whole hand yet
        left = 0 if at.phase == PHASE_DEAL and at.dealt == 0 else HAND
        memset(less, 0, sizeof(less))
    else:
        for seat in range(n):
            look_from(&sight, &at, seat)
            less[seat] = heads_less(&m.net, &sight)
            mean += less[seat] / n
    for seat in range(n):
        less[seat] -= mean                          # what one takes less others take more
        lead[seat] = less[seat] * (n - 1) / n - at.heads[seat]
    if objective == POINTS:
        mean = 0.0
        for seat in range(n):
            mean += lead[seat] / n
        for seat in range(n):
            total = (lead[seat] - mean) * n / ((n - 1) * POINTS_SCALE)
            out[seat] = 1.0 if total > 1.0 else -1.0 if total < -1.0 else total
        return
    variance = m.spread[n][left] * m.spread[n][left]
    if objective == WIN and at.target > 0:
        for seat in range(n):
            lead[seat] -= at.total[seat]
            total = m.heads[n][left] - lead[seat]
            most = total if total > most else most
        rounds = (at.target - most) / m.round_most[n]
        if rounds > 0.0:
            variance += rounds * m.round_variance[n]
    pairs(lead, n, LEAST_SPREAD + sqrt(variance), out)


cdef void look_back(Sight* sight, const Past* past, const NimmtStruct* s) noexcept nogil:
    """A trick that is over, as the seat saw it."""
    cdef int row
    for row in range(ROWS):
        add_row(sight, row, past.round.end[row], past.round.length[row], past.round.sum[row])
    sight.seats = s.seats
    sight.left = past.round.left
    sight.deck = deck_size(s)
    for row in range(2):
        sight.hand[row] = past.hand[row]
        sight.pool[row] = past.unseen[row] & ~past.hand[row]


cdef void odds_by_kind(const Model* model, const NimmtStruct* s, int seat, double* odds) noexcept nogil:
    """The probability of the cards that a seat has shown in this round, for each kind of player."""
    cdef Past past
    cdef Sight sight
    cdef float learnt[HAND + 6]
    cdef uint8_t hand[HAND + 8]         # list_cards writes up to 8 bytes more
    cdef int i, n
    cdef double rule, random
    for i in range(KINDS):
        odds[i] = 1.0
    if not past_open(&past, s, seat):
        return
    while True:
        look_back(&sight, &past, s)
        card_odds(&(<const nimmt_model*>model.weights).net, &sight, learnt)
        n = list_cards(past.hand[0], past.hand[1], hand)
        i = 0
        while hand[i] != past_card(&past, s):
            i += 1
        rule = rule_odds(&past, s)
        random = BLIND / n
        odds[LEARNT] *= random + (1.0 - BLIND) * learnt[i]
        odds[MIXED] *= random + (1.0 - BLIND - BY_RULE) * learnt[i] + BY_RULE * rule
        odds[RULES] *= random + (1.0 - BLIND) * rule
        if not past_next(&past, s):
            return


cdef double learnt_likelihood(const Model* model, const void* state, int seat) noexcept nogil:
    cdef double odds[KINDS]
    odds_by_kind(model, <const NimmtStruct*>state, seat, odds)
    return 0.5 * (odds[LEARNT] + odds[MIXED])


cdef void nimmt_kinds(
    const Model* model, const void* state, int seat, double* shown, double* learnt
) noexcept nogil:
    cdef double odds[KINDS]
    odds_by_kind(model, <const NimmtStruct*>state, seat, odds)
    shown[0] = 0.5 * odds[LEARNT] + 0.25 * (odds[MIXED] + odds[RULES])
    learnt[0] = 0.5 * odds[LEARNT] + 0.25 * (1.0 - BLIND - BY_RULE) * odds[MIXED]


cdef class NimmtModel(ModelPlug):
    """The plug over a file of weights. Raises WeightsError when its arrays do not fit."""

    cdef NimmtNet net               # keeps the weights
    cdef nimmt_model model

    def __init__(self, weights, name):
        ModelPlug.__init__(self, name, weights.digest, weights.about)
        self.net = NimmtNet(weights.arrays)
        self.model.net = self.net.net
        fill(weights.arrays, "spread", &self.model.spread[0][0], 121)
        fill(weights.arrays, "heads", &self.model.heads[0][0], 121)
        fill(weights.arrays, "round_variance", self.model.round_variance, 11)
        fill(weights.arrays, "round_most", self.model.round_most, 11)
        self.table.rules = &NIMMT
        self.table.weights = &self.model
        self.table.policy = nimmt_policy
        self.table.estimate = nimmt_estimate
        self.table.likelihood = learnt_likelihood
        self.table.kinds = nimmt_kinds


cdef int fill(arrays, str name, float* out, int size) except -1:
    """Copy the numbers of an array of a known size."""
    cdef int i
    found = arrays.get(f"rounds/{name}")
    if found is None or found.size != size:
        raise WeightsError(f"the network lacks the array rounds/{name} of {size} numbers", f"rounds/{name}")
    for i, number in enumerate(found.ravel()):
        out[i] = number
    return 0


def load(path=None):
    """The model of a file of weights (None: the packaged one); None when no weights are packaged.

    Raises WeightsError for a file that cannot be used, OSError for one that cannot be read.
    """
    if path is None and not PACKAGED.exists():
        return None
    file = PACKAGED if path is None else Path(path)
    return NimmtModel(load_weights(file, FEATURES), "nimmt" if path is None else file.stem)


def inputs(NimmtState state, int seat):
    """What the network sees of a decision about a card: state [inputs], cards [10][inputs], how many cards.

    The cards are those of the hand in ascending order, zeros behind them. Raises ValueError where ``seat``
    chooses no card of its hand.
    """
    cdef Sight sight
    cdef float[::1] told = np.zeros(STATE_WIDTH, np.float32)
    cdef float[:, ::1] cards = np.zeros((HAND + 2, CARD_WIDTH), np.float32)
    cdef int count
    state._check_view(seat)
    if state.struct().phase != PHASE_PLAY or seat not in state.players_to_move():
        raise ValueError(f"seat {seat} chooses no card of its hand here")
    look_from(&sight, state.struct(), seat)
    count = write_features(&sight, &told[0], &cards[0, 0])
    return np.asarray(told), np.asarray(cards)[:HAND], count


def timed(NimmtModel model, states, int repeats):
    """Seconds of processor time of one policy and one value of the first seat, over the states; for bench.

    ``states``: truths in which the seats commit cards.
    """
    cdef NimmtStruct s
    cdef Sight sight
    cdef float odds[HAND + 6]
    cdef double begun, policy, value
    cdef float total = 0.0
    cdef int i
    policy, value = 0.0, 0.0
    for state in states:
        s = (<NimmtState?>state).struct()[0]
        begun = process_time()
        for i in range(repeats):
            look_from(&sight, &s, i % s.seats)
            card_odds(&model.model.net, &sight, odds)
            total += odds[0]
        policy += process_time() - begun
        begun = process_time()
        for i in range(repeats):
            look_from(&sight, &s, i % s.seats)
            total += heads_less(&model.model.net, &sight)
        value += process_time() - begun
    return policy / repeats / len(states), value / repeats / len(states)
