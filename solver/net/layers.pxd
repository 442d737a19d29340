"""Networks of dense layers with ReLU, for C callers; `Scorer` and `Perceptron` own the arrays."""

cdef extern from "net/dense.h":
    void hm_dense(const float* x, int n, const float* w, int m, const float* start, int sparse,
                  float* out) noexcept nogil
    void hm_dense_batch(const float* x, int rows, int n, const float* w, int m, const float* start,
                        int positive, float* out) noexcept nogil
    void hm_positive(float* x, int n) noexcept nogil
    float hm_dot(const float* x, const float* w, int n, float start) noexcept nogil
    float hm_exp(float x) noexcept nogil
    void hm_softmax(float* x, int n) noexcept nogil
    cdef enum:
        LANES "HM_LANES"            # widths of hidden layers are multiples of it
        ROWS "HM_ROWS"              # batches have room for a multiple of it

cdef enum:
    MOST_WIDE = 256                 # units of a hidden layer
    MOST_ACTIONS = 128              # of a position, for a scorer


# Logits of actions: score . relu(second . relu(state part + action part)). The state part is computed once.
cdef struct scorer_t:
    int state                       # inputs of the state
    int action                      # inputs of an action
    int hidden
    int second
    const float* state_w            # [state][hidden]
    const float* bias               # [hidden]
    const float* action_w           # [action][hidden]
    const float* second_w           # [hidden][second]
    const float* second_bias        # [second]
    const float* score_w            # [second]
    float score_bias


# Outputs of a state: out . relu(second . relu(first . state)).
cdef struct perceptron_t:
    int inputs
    int hidden
    int second
    int outputs
    const float* first_w            # [inputs][hidden]
    const float* bias               # [hidden]
    const float* second_w           # [hidden][second]
    const float* second_bias        # [second]
    const float* out_w              # [outputs][second]
    const float* out_bias           # [outputs]


# Write the logit of each action to `out`. `actions` is [count][action] with room for a multiple of ROWS rows.
cdef void scorer_logits(
    const scorer_t* net, const float* state, const float* actions, int count, float* out) noexcept nogil

# Write the outputs of a state.
cdef void perceptron_run(const perceptron_t* net, const float* state, float* out) noexcept nogil


cdef class Scorer:
    cdef scorer_t net
    cdef list arrays                # keeps the memory


cdef class Perceptron:
    cdef perceptron_t net
    cdef list arrays
