"""Networks of dense layers with ReLU: logits of actions (`Scorer`), outputs of a state (`Perceptron`).

Both are made from named float32 arrays and check their shapes. Calls from C (layers.pxd) neither allocate nor
touch Python.
"""

import numpy as np

from solver.net.weights import WeightsError


cdef void scorer_logits(
    const scorer_t* net, const float* state, const float* actions, int count, float* out
) noexcept nogil:
    cdef float start[MOST_WIDE]
    cdef float first[8 * MOST_WIDE]
    cdef float then[8 * MOST_WIDE]
    cdef int at, i, rows
    hm_dense(state, net.state, net.state_w, net.hidden, net.bias, 1, start)
    for at in range(0, count, 8):
        rows = count - at if count - at < 8 else 8
        hm_dense_batch(
            actions + at * net.action, rows, net.action, net.action_w, net.hidden, start, 1, first)
        hm_dense_batch(first, rows, net.hidden, net.second_w, net.second, net.second_bias, 1, then)
        for i in range(rows):
            out[at + i] = hm_dot(then + i * net.second, net.score_w, net.second, net.score_bias)


cdef void perceptron_run(const perceptron_t* net, const float* state, float* out) noexcept nogil:
    cdef float first[MOST_WIDE]
    cdef float then[MOST_WIDE]
    cdef int i
    hm_dense(state, net.inputs, net.first_w, net.hidden, net.bias, 1, first)
    hm_positive(first, net.hidden)
    hm_dense(first, net.hidden, net.second_w, net.second, net.second_bias, 0, then)
    hm_positive(then, net.second)
    for i in range(net.outputs):
        out[i] = hm_dot(then, net.out_w + i * net.second, net.second, net.out_bias[i])


cdef class Layers:
    """Named arrays of a network, taken one by one with their shapes checked."""

    cdef object source
    cdef str prefix
    cdef list taken

    def __init__(self, arrays, prefix):
        self.source = arrays
        self.prefix = prefix
        self.taken = []

    cdef tuple shape(self, str name, int axes):
        """The shape of an array. Raises WeightsError when it is missing or has another number of axes."""
        full = f"{self.prefix}/{name}"
        if full not in self.source:
            raise WeightsError(f"the network lacks the array {full}", full)
        if len(self.source[full].shape) != axes:
            raise WeightsError(f"the array {full} has {len(self.source[full].shape)} axes, not {axes}", full)
        return self.source[full].shape

    cdef const float* take(self, str name, tuple shape) except NULL:
        """The memory of an array of that shape."""
        cdef const float[::1] flat
        full = f"{self.prefix}/{name}"
        if self.shape(name, len(shape)) != shape:
            raise WeightsError(f"the array {full} has shape {self.source[full].shape}, not {shape}", full)
        array = np.ascontiguousarray(self.source[full], dtype=np.float32)
        self.taken.append(array)
        flat = array.reshape(-1)
        return &flat[0]


cdef int checked_width(str name, int width) except -1:
    """A width of a hidden layer."""
    if width % LANES or not 0 < width <= MOST_WIDE:
        raise WeightsError(f"{name} is {width} wide, not a multiple of {LANES} up to {MOST_WIDE}", name)
    return width


cdef class Scorer:
    """Logits of the actions of a position: ``score . relu(second . relu(state part + action part))``.

    ``arrays``, all of float32: ``PREFIX/state`` [state][hidden], ``bias`` [hidden], ``action``
    [action][hidden], ``second`` [hidden][second], ``second_bias`` [second], ``score`` [second],
    ``score_bias`` [1]. The same weights serve each action, so their order does not matter. Raises
    WeightsError for an array that is missing or has another shape.
    """

    def __init__(self, arrays, prefix="policy"):
        cdef Layers layers = Layers(arrays, prefix)
        cdef scorer_t* net = &self.net
        self.arrays = layers.taken
        net.state, net.hidden = layers.shape("state", 2)
        net.action = layers.shape("action", 2)[0]
        net.second = layers.shape("second_bias", 1)[0]
        checked_width(f"{prefix}/state", net.hidden)
        checked_width(f"{prefix}/second_bias", net.second)
        net.state_w = layers.take("state", (net.state, net.hidden))
        net.bias = layers.take("bias", (net.hidden,))
        net.action_w = layers.take("action", (net.action, net.hidden))
        net.second_w = layers.take("second", (net.hidden, net.second))
        net.second_bias = layers.take("second_bias", (net.second,))
        net.score_w = layers.take("score", (net.second,))
        net.score_bias = layers.take("score_bias", (1,))[0]

    @property
    def widths(self):
        """(state inputs, action inputs, hidden units, units of the second layer)."""
        return self.net.state, self.net.action, self.net.hidden, self.net.second

    def logits(self, state, actions):
        """The logits of actions [count][inputs] at a state [inputs]; at most 128 actions."""
        cdef const float[::1] known = np.ascontiguousarray(state, dtype=np.float32)
        cdef int count = len(actions)
        if known.shape[0] != self.net.state or not 0 < count <= MOST_ACTIONS or (
                np.shape(actions) != (count, self.net.action)):
            given = f"{np.shape(state)}, {np.shape(actions)}"
            raise ValueError(f"inputs of shapes {given} do not fit {self.widths}")
        padded = np.zeros((count + ROWS, self.net.action), dtype=np.float32)
        padded[:count] = actions
        cdef const float[:, ::1] rows = padded
        found = np.zeros(count + ROWS, dtype=np.float32)
        cdef float[::1] out = found
        scorer_logits(&self.net, &known[0], &rows[0, 0], count, &out[0])
        return found[:count]

    def policy(self, state, actions):
        """The odds of the actions: the softmax of their logits."""
        found = self.logits(state, actions)
        cdef float[::1] out = found
        hm_softmax(&out[0], <int>out.shape[0])
        return found


cdef class Perceptron:
    """Outputs of a state: ``out . relu(second . relu(first . state))``.

    ``arrays``, all of float32: ``PREFIX/first`` [inputs][hidden], ``bias`` [hidden], ``second``
    [hidden][second], ``second_bias`` [second], ``out`` [outputs][second], ``out_bias`` [outputs]. Raises
    WeightsError for an array that is missing or has another shape.
    """

    def __init__(self, arrays, prefix="value"):
        cdef Layers layers = Layers(arrays, prefix)
        cdef perceptron_t* net = &self.net
        self.arrays = layers.taken
        net.inputs, net.hidden = layers.shape("first", 2)
        net.outputs, net.second = layers.shape("out", 2)
        checked_width(f"{prefix}/first", net.hidden)
        checked_width(f"{prefix}/out", net.second)
        net.first_w = layers.take("first", (net.inputs, net.hidden))
        net.bias = layers.take("bias", (net.hidden,))
        net.second_w = layers.take("second", (net.hidden, net.second))
        net.second_bias = layers.take("second_bias", (net.second,))
        net.out_w = layers.take("out", (net.outputs, net.second))
        net.out_bias = layers.take("out_bias", (net.outputs,))

    @property
    def widths(self):
        """(inputs, hidden units, units of the second layer, outputs)."""
        return self.net.inputs, self.net.hidden, self.net.second, self.net.outputs

    def run(self, state):
        """The outputs of a state [inputs]."""
        cdef const float[::1] known = np.ascontiguousarray(state, dtype=np.float32)
        if known.shape[0] != self.net.inputs:
            raise ValueError(f"an input of {known.shape[0]} numbers does not fit {self.widths}")
        found = np.zeros(self.net.outputs, dtype=np.float32)
        cdef float[::1] out = found
        perceptron_run(&self.net, &known[0], &out[0])
        return found
