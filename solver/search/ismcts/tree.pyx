"""Tree of the search that one thread grows: its set-up, and its results for Python."""

from libc.limits cimport INT_MAX
from libc.math cimport log
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from solver.game cimport State, action_t
from solver.clock cimport now
from solver.model cimport ModelPlug
from solver.rng cimport Rng
from solver.search.ismcts.bandits cimport EXP3, PUCT, REGRET, UCB1
from solver.search.ismcts.iteration cimport (
    LONGEST,
    RootMove,
    SearchState,
    Step,
    grow,
    node_key,
)
from solver.search.ismcts.store cimport Arm, Node, arm_find, store_close, store_find, store_open
from solver.search.ismcts.worlds cimport draw_world, recognise
from solver.stop cimport StopFlag

from solver.search.ismcts.settings import BANDITS, NODES

cdef enum:
    MOST_ROUNDS = 1000000           # more than any game has

cdef double LEAST_ODDS = 1e-9       # of an action, in a logarithm


cdef class Tree:
    """Tree for one decision of one seat. Several grow side by side, each in a thread of its own.

    ``view``: of ``seat``; ``actions``: the root moves; ``objective``: its number in the contract;
    ``megabytes``: limit of the memory of nodes and arms; ``model``: of the players, if there is one.
    """

    def __init__(self, State view, int seat, actions, settings, int objective, Rng rng, int megabytes,
                 ModelPlug model=None):
        cdef SearchState* s = &self.search
        if view.rules == NULL:
            raise ValueError(f"{type(view).__name__} has no C table: a tree search needs one")
        if not actions:
            raise ValueError("a tree search needs at least one root move")
        self.view = view
        s.rules = view.rules
        s.seen = view.data
        s.seat = seat
        s.seats = s.rules.seats(s.seen)
        s.root_actor = s.rules.actor(s.seen)
        s.kind = NODES.index(settings.nodes_duel if s.seats == 2 and settings.nodes_duel else settings.nodes)
        s.bandit = BANDITS.index(settings.bandit)
        if s.bandit == PUCT and model is None:
            s.bandit = UCB1
        s.explore = settings.share if s.bandit in (REGRET, EXP3) else settings.explore
        s.spread = 1.0              # until that of the values is known
        s.width = s.explore
        s.rivals = settings.rivals and s.seats - 1 <= settings.learners
        s.choices = settings.choices
        s.patience = settings.patience
        s.depth = min(settings.depth, LONGEST)
        s.beyond = s.seats - 1 <= settings.beyond
        s.plies = settings.plies
        s.tallies = 0 if s.rules.tallies == NULL else len(self.tallies())
        s.over = 0 if s.rules.rounds == NULL else s.rules.rounds(s.seen)
        s.rounds = -1
        s.estimate = (settings.estimate and s.seats > settings.crowd and model is not None
                      and model.reliable(self.view))
        rounds = settings.rounds if s.estimate or not settings.rounds_plain else settings.rounds_plain
        if s.rules.rounds != NULL and rounds < MOST_ROUNDS:
            s.rounds = rounds + s.over
        s.margin = settings.margin
        if s.seats == 2 and settings.duel > s.margin:
            s.margin = settings.duel
        s.play = s.rules.guided if settings.guided and s.rules.guided != NULL else s.rules.rollout
        s.repeats = settings.repeats
        s.objective = objective
        s.rng = rng.state
        s.root_count = len(actions)
        s.world = malloc(s.rules.size)
        s.state = malloc(s.rules.size)
        s.legal = <action_t*>malloc(s.rules.max_actions * sizeof(action_t))
        s.arms = <Arm**>malloc(s.rules.max_actions * sizeof(Arm*))
        s.odds = <double*>malloc(s.rules.max_actions * sizeof(double))
        s.listed = <Arm**>malloc(LONGEST * sizeof(Arm*))
        s.steps = <Step*>malloc(LONGEST * sizeof(Step))
        s.roots = <RootMove*>calloc(s.root_count, sizeof(RootMove))
        if (s.world == NULL or s.state == NULL or s.legal == NULL or s.arms == NULL or s.odds == NULL
                or s.listed == NULL or s.steps == NULL or s.roots == NULL
                or store_open(&s.store, megabytes) < 0):
            raise MemoryError("no memory for a search tree")
        for i, action in enumerate(actions):
            s.roots[i].action = action
        s.joint = settings.joint if settings.joint < MOST_ROUNDS else -1
        if model is not None:
            self.use_model(model, settings)

    cdef int use_model(self, ModelPlug model, settings) except -1:
        """Take the model's parameters and its odds of the root moves."""
        cdef SearchState* s = &self.search
        cdef int i
        self.model = model
        s.model = model.of(self.view)
        rollouts = s.seats - 1 <= settings.rollouts
        modelled = 1.0 if rollouts else settings.modelled if s.seats > settings.crowd else 0.0
        for i in range(s.seats):
            s.learnt[i] = modelled
        s.modelled = modelled > 0.0
        adapt = settings.adapt and settings.adapt <= s.seats - 1 <= settings.adapt_most
        if s.modelled and adapt and s.model.kinds != NULL:
            recognise(s)
        if s.modelled and settings.shared > s.repeats:
            s.repeats = settings.shared
        s.infer = s.seats - 1 <= settings.inference and s.model.likelihood != NULL and s.rules.perturb != NULL
        s.policy_plies = settings.policy
        if rollouts:
            s.beyond = False
            s.policy_plies = INT_MAX
        s.policy = <float*>malloc(s.rules.max_actions * sizeof(float))
        s.rival_odds = <float*>malloc(s.seats * s.rules.max_actions * sizeof(float))
        s.root_odds = <float*>malloc(s.root_count * sizeof(float))
        if s.policy == NULL or s.rival_odds == NULL or s.root_odds == NULL:
            raise MemoryError("no memory for a search tree")
        odds = dict(model.policy(self.view, s.seat))
        for i in range(s.root_count):
            s.root_odds[i] = odds[s.roots[i].action]
        s.prior = settings.prior_duel if s.seats == 2 and settings.prior_duel > 0.0 else settings.prior
        if s.prior > 0.0:
            s.root_bonus = <float*>malloc(s.root_count * sizeof(float))
            if s.root_bonus == NULL:
                raise MemoryError("no memory for a search tree")
            for i in range(s.root_count):
                s.root_bonus[i] = <float>log(s.root_odds[i] if s.root_odds[i] > LEAST_ODDS else LEAST_ODDS)
        return 0

    def __dealloc__(self):
        cdef SearchState* s = &self.search
        free(s.world)
        free(s.state)
        free(s.legal)
        free(s.arms)
        free(s.odds)
        free(s.listed)
        free(s.steps)
        free(s.roots)
        free(s.policy)
        free(s.rival_odds)
        free(s.root_odds)
        free(s.root_bonus)
        store_close(&s.store)

    def grow(self, int64_t iterations, double seconds, StopFlag stop):
        """Iterate until ``iterations`` are done in all, the seconds are over, or a stop."""
        cdef double deadline = now() + seconds
        with nogil:
            grow(&self.search, iterations, deadline, &stop.value)

    def worlds(self, int count):
        """The worlds of the next ``count`` iterations, as truths, for tests and inspection."""
        found = []
        for _ in range(count):
            draw_world(&self.search)
            world = self.view.blank()
            memcpy((<State>world).data, self.search.state, self.search.rules.size)
            found.append(world)
        return found

    def fix_world(self, State truth):
        """Let every iteration start from one truth instead of sampled worlds.

        A searching seat that sees everything is no player: it measures what hidden information is worth.
        Raises ValueError for a view, or a state of another game.
        """
        cdef SearchState* s = &self.search
        if truth.rules != s.rules:
            raise ValueError("the world is not of this game")
        if truth.viewer is not None:
            raise ValueError("a world is a whole truth, not a view")
        memcpy(s.world, truth.data, s.rules.size)
        s.infer = False
        s.repeats = s.left = INT_MAX
        s.known = 0

    @property
    def modelled(self):
        """The share of each seat's choices in the tree that the model makes, none of the searching seat's."""
        cdef SearchState* s = &self.search
        return [0.0 if seat == s.seat or not s.modelled else s.learnt[seat] for seat in range(s.seats)]

    @property
    def iterations(self):
        """Iterations done."""
        return self.search.iterations

    @property
    def nodes(self):
        """Nodes in the tree, those of all seats together."""
        return self.search.store.count

    @property
    def path(self):
        """(sum over the iterations, longest) of the searching seat's decisions inside the tree."""
        return self.search.path_total, self.search.path_most

    @property
    def hashfull(self):
        """Permille of the memory in use: of nodes or of arms, whichever is fuller."""
        cdef SearchState* s = &self.search
        return max(1000 * s.store.count * 4 // (3 * s.store.most), 1000 * s.store.taken // s.store.arms)

    def moves(self):
        """For each root move a tuple of its action and sums.

        (action, visits, values of every seat, recorded visits; over these: points, points at once, visits
        where the latter were not zero, first places).
        """
        cdef SearchState* s = &self.search
        cdef int i, seat
        rows = []
        for i in range(s.root_count):
            rows.append((
                s.roots[i].action, s.roots[i].visits, [s.roots[i].values[seat] for seat in range(s.seats)],
                s.roots[i].recorded, s.roots[i].points, s.roots[i].now, s.roots[i].hits, s.roots[i].best,
            ))
        return rows

    def tallies(self):
        """The game's tallies: for each (name, sums over the recorded visits of each root move)."""
        cdef SearchState* s = &self.search
        cdef int i, k
        if s.rules.tallies == NULL:
            return []
        names = s.rules.tally_names.decode("ascii").split()
        return [(name, [s.roots[i].tallies[k] for i in range(s.root_count)]) for k, name in enumerate(names)]

    def strategy(self):
        """The average strategy of the searching seat at the root: (action, probability) for each root move.

        Mean odds with regret matching and Exp3, else shares of the visits.
        """
        cdef SearchState* s = &self.search
        cdef Node* node = self._root()
        cdef Arm* arm
        weights = []
        for i in range(s.root_count):
            weight = float(s.roots[i].visits)
            if s.bandit in (REGRET, EXP3) and node != NULL and node.room:
                arm = arm_find(node, s.roots[i].action)
                weight = arm.weight if arm.available else 0.0
            weights.append(weight)
        total = sum(weights)
        if total <= 0.0:
            return [(s.roots[i].action, 1.0 / s.root_count) for i in range(s.root_count)]
        return [(s.roots[i].action, weights[i] / total) for i in range(s.root_count)]

    cdef Node* _root(self) noexcept:
        cdef SearchState* s = &self.search
        cdef Node* node
        memcpy(s.state, s.seen, s.rules.size)
        node = store_find(&s.store, node_key(s, 0, s.seat, 1, s.root_actor))
        return node if node.visits else NULL
