"""Colt Express: the learnt model: odds of a seat's answers, and the dollars that each side will end with.

Policy: one network scores every legal answer by the features of the decision and of the answer
(answers.pyx), which come from the seat's view. Value: one network is applied to every bandit
(features.pyx). It gives the dollars that the bandit will win or lose beside those of the rules of thumb
(`score.estimate`); a side's dollars are the sum over its bandits. So the rivals' numbers do not matter,
and all numbers of seats, teams and pairs share the weights.
"""

from libc.string cimport memset

from solver.game cimport POINTS, action_t
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
from solver.games.colt.score cimport colt_utility, estimate, sides
from solver.model cimport Model, ModelPlug
from solver.net.layers cimport ROWS, Perceptron, Scorer, hm_softmax, perceptron_run, scorer_logits

from pathlib import Path

from solver.net.weights import WeightsError
from solver.net.weights import load as load_weights

#: The edition of the features: it goes up whenever one of them changes its meaning.
FEATURES = "colt/1"
#: The weights that come with the program.
PACKAGED = Path(__file__).with_name("net.npz")

cdef enum:
    POINTS_DOLLARS = 5              # thousands of dollars ahead that count as 1, as in score.pyx
    ROOM = MAX_ACTIONS + ROWS


cdef void colt_policy(const Model* model, const void* state, int seat, const action_t* legal, int count,
                      float* odds) noexcept nogil:
    cdef const ColtWeights* weights = <const ColtWeights*>model.weights
    cdef ColtStruct view
    cdef Scene scene
    cdef float[SEAT_FEATURES] told
    cdef float[ROOM * ACTION_FEATURES] each
    cdef float[ROOM] logits
    cdef int i
    if count == 1:
        odds[0] = 1
        return
    colt_view(state, seat, &view)
    survey(&view, &scene)
    memset(told, 0, sizeof(told))
    memset(each, 0, (count + ROWS) * ACTION_FEATURES * sizeof(float))
    describe_seat(&view, &scene, seat, told)
    describe_actions(&view, &scene, seat, legal, count, each)
    scorer_logits(&weights.policy, told, each, count, logits)
    hm_softmax(logits, count)
    for i in range(count):
        odds[i] = logits[i]


cdef void expect_money(const ColtWeights* weights, const ColtStruct* s, double* money) noexcept nogil:
    """Each side's expected dollars at the end, in thousands."""
    cdef Scene scene
    cdef float[MAX_BANDITS * BANDIT_FEATURES] each
    cdef float change
    cdef int bandit, side
    estimate(s, money)
    for side in range(sides(s)):
        money[side] *= 0.001
    survey(s, &scene)
    memset(each, 0, s.bandits * BANDIT_FEATURES * sizeof(float))
    for bandit in range(s.bandits):
        describe_bandit(s, &scene, bandit, each + bandit * BANDIT_FEATURES)
        perceptron_run(&weights.value, each + bandit * BANDIT_FEATURES, &change)
        money[side_of(s, owner(s, bandit))] += change


cdef void lead_in_points(const double* money, int n, double* value) noexcept nogil:
    """POINTS of each of n sides from expected money."""
    cdef double total = 0.0
    cdef double lead
    cdef int side
    for side in range(n):
        total += money[side]
    for side in range(n):
        lead = (money[side] - (total - money[side]) / (n - 1)) / POINTS_DOLLARS
        value[side] = max(-1.0, min(1.0, lead))


cdef void lead_in_pairs(const double* money, int n, double scale, double* value) noexcept nogil:
    """WIN and RANK of each of n sides; `scale`: the expected lead that is half a win."""
    cdef double lead
    cdef int side, other
    for side in range(n):
        value[side] = 0.0
        for other in range(n):
            if other != side:
                lead = money[side] - money[other]
                value[side] += lead / (scale + (lead if lead > 0 else -lead))
        value[side] /= n - 1


cdef void colt_estimates(const Model* model, const void* state, int objective, double* out,
                         double* points) noexcept nogil:
    """The estimate under an objective, and under POINTS unless `points` is NULL."""
    cdef const ColtWeights* weights = <const ColtWeights*>model.weights
    cdef const ColtStruct* s = <const ColtStruct*>state
    cdef double[6] money
    cdef double[6] value
    cdef int n, seat
    if s.stage == STAGE_OVER:
        colt_utility(state, objective, out)
        if points != NULL:
            colt_utility(state, POINTS, points)
        return
    n = sides(s)
    expect_money(weights, s, money)
    if objective == POINTS:
        lead_in_points(money, n, value)
    else:
        lead_in_pairs(money, n, weights.scale[4 - s.round + (s.stage <= STAGE_START)], value)
    for seat in range(s.seats):
        out[seat] = value[side_of(s, seat)]
    if points != NULL:
        lead_in_points(money, n, value)
        for seat in range(s.seats):
            points[seat] = value[side_of(s, seat)]


cdef bint colt_reliable(const Model* model, const void* state) noexcept nogil:
    # with the coach and more than two seats longer playouts measured better than the value
    cdef const ColtStruct* s = <const ColtStruct*>state
    return s.coach == NOTHING or s.seats == 2


cdef void colt_estimate(const Model* model, const void* state, int objective, double* out) noexcept nogil:
    colt_estimates(model, state, objective, out, NULL)


cdef class ColtModel(ModelPlug):
    """The plug over weights: arrays of a `Scorer` ("policy") and a `Perceptron` of one output ("value").

    Raises WeightsError for an array that is missing or does not fit the features.
    """

    def __init__(self, weights, name):
        arrays = weights.arrays
        ModelPlug.__init__(self, name, weights.digest, weights.about)
        self.scorer = Scorer(arrays)
        self.perceptron = Perceptron(arrays)
        if self.scorer.widths[:2] != (SEAT_FEATURES, ACTION_FEATURES):
            raise WeightsError(
                f"the policy has {self.scorer.widths[:2]} inputs,"
                f" not {(SEAT_FEATURES, ACTION_FEATURES)}", "policy")
        if self.perceptron.widths[0] != BANDIT_FEATURES or self.perceptron.widths[3] != 1:
            raise WeightsError(
                f"the value has {self.perceptron.widths[0]} inputs and {self.perceptron.widths[3]} outputs,"
                f" not {BANDIT_FEATURES} and 1", "value")
        if "scale" not in arrays or arrays["scale"].shape != (MOST_LEFT,):
            raise WeightsError(f"the network lacks the array scale of {MOST_LEFT} numbers", "scale")
        self.weights.policy = self.scorer.net
        self.weights.value = self.perceptron.net
        for i in range(MOST_LEFT):
            self.weights.scale[i] = arrays["scale"][i]
        self.table.rules = &COLT
        self.table.weights = &self.weights
        self.table.policy = colt_policy
        self.table.estimate = colt_estimate
        self.table.estimate_with_points = colt_estimates
        self.table.reliable = colt_reliable


def load(path=None):
    """The model of a file of weights (None: the packaged one); None when no weights are packaged.

    Raises WeightsError for a file that cannot be used, OSError for one that cannot be read.
    """
    if path is None and not PACKAGED.exists():
        return None
    file = PACKAGED if path is None else Path(path)
    return ColtModel(load_weights(file, FEATURES), "colt" if path is None else file.stem)
