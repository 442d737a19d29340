"""The network of 6 nimmt!: odds of the cards of a hand, and the heads still to be expected."""

from solver.games.nimmt.features cimport CARD_WIDTH, HAND, STATE_WIDTH, write_features
from solver.net.layers cimport hm_softmax, perceptron_run, scorer_logits

from solver.net.weights import WeightsError

#: The edition of the inputs; weights of another one are refused.
FEATURES = "nimmt-1"
STATE_INPUTS, CARD_INPUTS = STATE_WIDTH, CARD_WIDTH


cdef int card_odds(const nimmt_net* net, const Sight* sight, float* odds) noexcept nogil:
    cdef float state[STATE_WIDTH]
    cdef float cards[(HAND + 2) * CARD_WIDTH]
    cdef int n = write_features(sight, state, cards)
    scorer_logits(&net.cards, state, cards, n, odds)
    hm_softmax(odds, n)
    return n


cdef float heads_less(const nimmt_net* net, const Sight* sight) noexcept nogil:
    cdef float state[STATE_WIDTH]
    cdef float cards[(HAND + 2) * CARD_WIDTH]
    cdef float out[4]
    if sight.left == 0:
        return 0.0
    write_features(sight, state, cards)
    perceptron_run(&net.value, state, out)
    return VALUE_HEADS * out[0]


cdef class NimmtNet:
    """The network made from the arrays of a file of weights. Raises WeightsError when they do not fit."""

    def __init__(self, arrays):
        self.cards = Scorer(arrays, "policy")
        self.value = Perceptron(arrays, "value")
        self.net.cards = self.cards.net
        self.net.value = self.value.net
        if self.cards.net.state != STATE_WIDTH or self.cards.net.action != CARD_WIDTH:
            raise WeightsError(f"the policy's inputs are not {STATE_WIDTH} and {CARD_WIDTH}", "policy/state")
        if self.value.net.inputs != STATE_WIDTH or self.value.net.outputs > 4:
            raise WeightsError(f"the value's inputs are not {STATE_WIDTH}", "value/first")
