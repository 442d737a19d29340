"""Learnt models of the players: the base class of the plugs, and the model's answers for Python."""

from libc.stdlib cimport free, malloc

from solver.game cimport State, action_t

from solver.reports import OBJECTIVES


cdef class ModelPlug:
    """Model of the players of one game; a game's own class fills it in.

    ``name``: of the network; ``digest``: hash of the weights; ``about``: the recipe of the training.
    """

    def __init__(self, name, digest, about):
        self.name = name
        self.digest = digest
        self.about = about

    cdef const Model* of(self, State state) except NULL:
        """The model's table. Raises ValueError when the state is of another game."""
        if self.table.rules == NULL or state.table() != self.table.rules:
            raise ValueError(f"the model {self.name} is not of this game")
        return &self.table

    @property
    def estimates(self):
        """Whether the model has an estimate of positions."""
        return self.table.estimate != NULL

    def reliable(self, State state):
        """Whether the estimate serves searches better than the game's own evaluation.

        It may depend on the seats and rules of ``state``. False where the model has no estimate.
        """
        cdef const Model* model = self.of(state)
        return model.estimate != NULL and (model.reliable == NULL or model.reliable(model, state.data))

    def policy(self, State state, int seat):
        """(action, probability) for each legal action of ``seat``, from what it knows; they sum to 1."""
        cdef const Model* model = self.of(state)
        cdef action_t* legal
        cdef float* odds
        cdef int i
        state._check_view(seat)
        actions = state._legal(seat)          # in the order of the table
        if not actions:
            raise ValueError(f"seat {seat} has nothing to decide here")
        legal = <action_t*>malloc(len(actions) * sizeof(action_t))
        odds = <float*>malloc(len(actions) * sizeof(float))
        try:
            if legal == NULL or odds == NULL:
                raise MemoryError()
            for i, action in enumerate(actions):
                legal[i] = action
            model.policy(model, state.data, seat, legal, len(actions), odds)
            return [(action, odds[i]) for i, action in enumerate(actions)]
        finally:
            free(legal)
            free(odds)

    def estimate(self, State state, objective="win"):
        """The expected evaluation of each seat at ``state``, a whole truth, under an objective.

        Raises ValueError where the model has no estimate, and for a view.
        """
        cdef const Model* model = self.of(state)
        cdef double* values
        cdef int seats = state.num_players()
        cdef int i
        if model.estimate == NULL:
            raise ValueError(f"the model {self.name} has no estimate of positions")
        if state.viewer is not None:
            raise ValueError("an estimate wants a whole truth, not a view")
        values = <double*>malloc(seats * sizeof(double))
        if values == NULL:
            raise MemoryError()
        model.estimate(model, state.data, OBJECTIVES.index(objective), values)
        found = [values[i] for i in range(seats)]
        free(values)
        return found

    def likelihood(self, State state, int seat):
        """The probability of the choices that ``seat`` has shown so far, in ``state``, a whole truth.

        It is known up to a factor that is the same for all truths that another seat cannot tell apart. Raises
        ValueError where the model does not tell it, and for a view.
        """
        cdef const Model* model = self.of(state)
        if model.likelihood == NULL:
            raise ValueError(f"the model {self.name} does not tell the likelihood of choices")
        if state.viewer is not None:
            raise ValueError("a likelihood wants a whole truth, not a view")
        state._check_view(seat)
        return model.likelihood(model, state.data, seat)

    def kinds(self, State state, int seat):
        """(shown, learnt): the probability of what ``seat`` has shown so far, and the policy's part in it.

        ``shown`` is the mean over the kinds of player that the model reckons with, in ``state``, a whole
        truth; in ``learnt`` each kind is weighted by the share of its choices that it makes by the policy.
        Raises ValueError where the model does not tell kinds apart, and for a view.
        """
        cdef const Model* model = self.of(state)
        cdef double shown, learnt
        if model.kinds == NULL:
            raise ValueError(f"the model {self.name} does not tell kinds of player apart")
        if state.viewer is not None:
            raise ValueError("the kinds want a whole truth, not a view")
        state._check_view(seat)
        model.kinds(model, state.data, seat, &shown, &learnt)
        return shown, learnt

    def __repr__(self):
        return f"<{type(self).__name__} {self.name} {self.digest[:8]}>"
