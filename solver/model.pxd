"""Learnt models of the players: the plug between a game's network and the searches.

A model gives the odds of each legal action (`policy`) and the expected evaluation of a position
(`estimate`). Searches use it where it measured stronger: as a prior at the root, for the choices of rivals,
in playouts. They know no network, and a game without a model is searched as before.
"""

from solver.game cimport Rules, State, action_t


cdef struct Model:                  # read-only, shared by threads
    const Rules* rules              # the table of the game
    const void* weights             # the game's own struct or floats; owned by the Python object

    # Write the probability of each of the `count` (at least 1) legal actions `legal` of `seat`, in the order
    # in which Rules.legal wrote them, to `odds`; each is above 0, and they sum to 1. They depend on what
    # `seat` knows and on nothing else, whether `state` is a truth or the view of that seat.
    void (*policy)(
        const Model* model, const void* state, int seat, const action_t* legal, int count, float* odds
    ) noexcept nogil

    # Estimate the evaluation of each seat at `state` (a whole truth) under an objective, as `Rules.utility`
    # (WIN, RANK, POINTS; in [-1, 1]). NULL: the model has no estimate.
    void (*estimate)(const Model* model, const void* state, int objective, double* out) noexcept nogil

    # The same, and the estimate under POINTS as well, both from one run of the network. NULL: call `estimate`
    # twice.
    void (*estimate_with_points)(
        const Model* model, const void* state, int objective, double* out, double* points
    ) noexcept nogil

    # Whether `estimate` serves searches better than `Rules.utility` in the setting (seats and rules) of
    # `state`, a truth or a view. NULL: it does wherever there is one.
    bint (*reliable)(const Model* model, const void* state) noexcept nogil

    # The probability of the choices that `seat` has shown so far, given a whole truth, up to a factor common
    # to all truths with the same view of another seat. Above 0. NULL: the model does not tell it.
    double (*likelihood)(const Model* model, const void* state, int seat) noexcept nogil

    # Write to `shown` the probability of the choices that `seat` has shown so far, given a whole truth: the
    # mean over the kinds of player that the model reckons with. Write to `learnt` the same mean, but each
    # kind weighted by the share of its choices that it makes by `policy`. Over sampled truths the sum of
    # `learnt` by that of `shown` is the chance that the next choice is made by `policy`. NULL: the model does
    # not tell kinds apart.
    void (*kinds)(
        const Model* model, const void* state, int seat, double* shown, double* learnt
    ) noexcept nogil


cdef class ModelPlug:
    cdef Model table
    cdef readonly str name          # of the network, for people
    cdef readonly str digest        # of the weights, in hex: the same weights have the same digest
    cdef readonly object about      # the recipe, a dict

    cdef const Model* of(self, State state) except NULL
