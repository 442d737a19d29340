"""Colt Express: gradients of the policy network, for training.

Most inputs are zeros, which a general library for gradients multiplies all the same: this code takes about a
tenth of the time of JAX on one core.
"""

from libc.math cimport expf, fmaxf, logf
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from solver.net.layers cimport MOST_WIDE

import numpy as np

cdef enum:
    MOST_ROWS = 64                  # MAX_ACTIONS of the game

#: Arrays of the policy, in the order in which gradients are given.
NAMES = ("state", "bias", "action", "second", "second_bias", "score", "score_bias")


cdef struct Layers:
    int state
    int action
    int hidden
    int second
    float* state_w
    float* bias
    float* action_w
    float* second_w
    float* second_bias
    float* score_w
    float* score_bias


cdef struct Pass:                   # one decision, forward
    float first[MOST_ROWS * MOST_WIDE]
    float then[MOST_ROWS * MOST_WIDE]
    float start[MOST_WIDE]
    float logit[MOST_ROWS]
    float odds[MOST_ROWS]
    float slope[MOST_ROWS]          # of the loss by each logit
    float back[MOST_WIDE]
    float total[MOST_WIDE]


cdef void add_inputs(const float* x, int n, const float* w, int m, float* out) noexcept nogil:
    """out += x w; inputs that are zero cost nothing."""
    cdef int i, j
    for i in range(n):
        if x[i] != 0:
            for j in range(m):
                out[j] += x[i] * w[i * m + j]


cdef void add_outer(const float* x, int n, const float* back, int m, float* out) noexcept nogil:
    """out += the outer product of the inputs and the slopes behind them."""
    cdef int i, j
    for i in range(n):
        if x[i] != 0:
            for j in range(m):
                out[i * m + j] += x[i] * back[j]


cdef void forward(const Layers* net, const float* told, const float* each, int n, Pass* p) noexcept nogil:
    cdef int i, j
    cdef float most = -1e30
    cdef float total = 0
    cdef float* first
    cdef float* then
    memcpy(p.start, net.bias, net.hidden * sizeof(float))
    add_inputs(told, net.state, net.state_w, net.hidden, p.start)
    for i in range(n):
        first = p.first + i * net.hidden
        then = p.then + i * net.second
        memcpy(first, p.start, net.hidden * sizeof(float))
        add_inputs(each + i * net.action, net.action, net.action_w, net.hidden, first)
        for j in range(net.hidden):
            first[j] = fmaxf(first[j], 0)
        memcpy(then, net.second_bias, net.second * sizeof(float))
        add_inputs(first, net.hidden, net.second_w, net.second, then)
        p.logit[i] = net.score_bias[0]
        for j in range(net.second):
            then[j] = fmaxf(then[j], 0)
            p.logit[i] += then[j] * net.score_w[j]
        most = fmaxf(most, p.logit[i])
    for i in range(n):
        p.odds[i] = expf(p.logit[i] - most)
        total += p.odds[i]
    for i in range(n):
        p.odds[i] /= total
        p.logit[i] -= most + logf(total)        # now the logarithm of the odds


cdef void backward(const Layers* net, Layers* slopes, const float* told, const float* each, int n,
                   Pass* p) noexcept nogil:
    """Add the slopes of the loss by all weights."""
    cdef int i, j, k
    cdef const float* first
    cdef const float* then
    cdef const float* row
    cdef float sum
    memset(p.total, 0, net.hidden * sizeof(float))
    for i in range(n):
        first = p.first + i * net.hidden
        then = p.then + i * net.second
        slopes.score_bias[0] += p.slope[i]
        for j in range(net.second):
            slopes.score_w[j] += p.slope[i] * then[j]
            p.back[j] = p.slope[i] * net.score_w[j] if then[j] > 0 else 0
            slopes.second_bias[j] += p.back[j]
        add_outer(first, net.hidden, p.back, net.second, slopes.second_w)
        for j in range(net.hidden):
            sum = 0
            if first[j] > 0:
                row = net.second_w + j * net.second
                for k in range(net.second):
                    sum += row[k] * p.back[k]
            p.start[j] = sum
        add_outer(each + i * net.action, net.action, p.start, net.hidden, slopes.action_w)
        for j in range(net.hidden):
            p.total[j] += p.start[j]
    for j in range(net.hidden):
        slopes.bias[j] += p.total[j]
    add_outer(told, net.state, p.total, net.hidden, slopes.state_w)


cdef Layers layers_of(list arrays):
    """Pointers to the arrays of NAMES."""
    cdef Layers net
    cdef float[:, ::1] state = arrays[0]
    cdef float[::1] bias = arrays[1]
    cdef float[:, ::1] action = arrays[2]
    cdef float[:, ::1] second = arrays[3]
    cdef float[::1] second_bias = arrays[4]
    cdef float[::1] score = arrays[5]
    cdef float[::1] score_bias = arrays[6]
    net.state, net.hidden = <int>state.shape[0], <int>state.shape[1]
    net.action, net.second = <int>action.shape[0], <int>second.shape[1]
    if net.hidden > MOST_WIDE or net.second > MOST_WIDE:
        raise ValueError(f"layers are at most {MOST_WIDE} wide")
    net.state_w, net.bias, net.action_w = &state[0, 0], &bias[0], &action[0, 0]
    net.second_w, net.second_bias = &second[0, 0], &second_bias[0]
    net.score_w, net.score_bias = &score[0], &score_bias[0]
    return net


def slopes(
        arrays, const float[:, ::1] told, const float[:, ::1] each, const int32_t[:, ::1] steps,
        const int64_t[::1] starts, const int64_t[::1] chosen_ones, const float[::1] gains,
        const float[::1] odds, double price, double clip, targets=None):
    """Slopes of a loss by the weights of the policy, summed over the decisions ``chosen_ones``.

    ``arrays``: by NAMES; ``told``, ``each``, ``steps``: as `selfplay.learning_game` records them;
    ``starts``: the first row of each decision; ``gains``: how much better than expected each went;
    ``odds``: of the answer chosen, when it was chosen. The loss is that of proximal policy optimisation
    (Schulman and others 2017) with ratios within 1 +- ``clip``, less ``price`` for each nat of entropy.
    With ``targets`` (odds of each row) it is the cross-entropy from them. Returns (slopes in the order of
    NAMES, mean entropy, mean loss by targets).
    """
    cdef Layers net = layers_of(list(arrays))
    found = [np.zeros_like(array) for array in arrays]
    cdef Layers out = layers_of(found)
    cdef Pass p
    cdef const float[::1] wanted = targets
    cdef bint imitating = targets is not None
    cdef int at, i, n, chosen
    cdef int64_t k
    cdef float entropy, ratio, push
    cdef double entropies = 0
    cdef double losses = 0
    cdef float low = <float>(1 - clip)
    cdef float high = <float>(1 + clip)
    cdef const float* rows
    with nogil:
        for at in range(chosen_ones.shape[0]):
            k = chosen_ones[at]
            n = steps[k, 1]
            chosen = steps[k, 2]
            rows = &each[starts[k], 0]
            forward(&net, &told[k, 0], rows, n, &p)
            entropy = 0
            for i in range(n):
                entropy -= p.odds[i] * p.logit[i]
            entropies += entropy
            if imitating:
                for i in range(n):
                    p.slope[i] = p.odds[i] - wanted[starts[k] + i]
                    losses -= wanted[starts[k] + i] * p.logit[i]
            else:
                ratio = p.odds[chosen] / odds[k]
                push = ratio * gains[k]
                if (gains[k] > 0 and ratio > high) or (gains[k] < 0 and ratio < low):
                    push = 0
                for i in range(n):
                    p.slope[i] = push * p.odds[i] + <float>price * p.odds[i] * (p.logit[i] + entropy)
                p.slope[chosen] -= push
            backward(&net, &out, &told[k, 0], rows, n, &p)
    return found, entropies / len(chosen_ones), losses / len(chosen_ones)
