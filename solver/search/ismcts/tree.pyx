"""The iterations of ISMCTS: sample a world, walk down every seat's tree at once, play out, learn.

Multiple-observer search (Cowling, Powley and Whitehouse 2012) with decoupled selection: each seat has a tree
of its own, whose nodes stand for what that seat can tell apart, and chooses there by its own bandit. In a
simultaneous choice all keys are taken before any choice is entered, so no seat's choice can rest on another's
hidden commitment.
"""

from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from solver.game cimport CHANCE, MOST_TALLIES, POINTS, RANK, TERMINAL, UNSEEN, Rules, State, action_t
from solver.rng cimport Rng, rng_below, rng_real, rng_scramble
from solver.search.ismcts.bandits cimport (
    EXP3,
    REGRET,
    TUNED,
    exp3_odds,
    pick_odds,
    pick_upper,
    regret_odds,
)
from solver.search.ismcts.store cimport (
    Arm,
    Node,
    arm_find,
    arms_grow,
    store_close,
    store_find,
    store_full,
    store_grow,
    store_open,
)
from solver.stop cimport StopFlag

from solver.search.ismcts.settings import BANDITS, NODES

cdef enum:
    CLOCK_STEP = 8                  # iterations between two looks at the clock
    SPREAD_STEP = 64                # iterations between two looks at how widely the values spread
    MOST_ROUNDS = 1000000           # more than any game has
    NOTE_STEP = 8                   # every so many iterations more is kept of what the root move led to


cdef unsigned int MOST_COUNT = 0xFFFFFFFF
cdef double LEAST_SPREAD = 1e-6     # variance


cdef double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


cdef inline uint64_t node_key(
        const Growth* g, uint64_t common, int seat, uint64_t own, int actor) noexcept nogil:
    """The key of a seat's node. `common` is read with COMMON only, `own` with OWN only."""
    cdef uint64_t key
    if g.kind == OWN:
        # a choice made together and one made alone are different questions after the same actions
        key = own + <uint64_t>(actor >= 0)
    elif g.kind == INFORMATION or seat == g.seat:
        key = g.rules.key(g.state, seat)
    else:
        key = common
    return rng_scramble(key ^ (<uint64_t>(seat + 1) * <uint64_t>0xD6E8FEB86659FD93))


cdef int choose(Growth* g, Node* node, int n, Step* step) noexcept nogil:
    """Select among the n actions in g.legal at a node of the tree; returns which, and fills the step."""
    cdef int i, picked
    cdef int missing = n
    step.node = node
    step.arm = NULL
    step.count = 0
    if node.room:
        missing = 0
        for i in range(n):
            g.arms[i] = arm_find(node, g.legal[i])
            missing += g.arms[i].available == 0
    if missing:
        if not arms_grow(&g.store, node, node.used + missing):
            return rng_below(&g.rng, n)
        for i in range(n):
            g.arms[i] = arm_find(node, g.legal[i])
            if g.arms[i].available == 0:
                memset(g.arms[i], 0, sizeof(Arm))
                g.arms[i].action = g.legal[i]
                g.arms[i].available = 1     # the place is taken: the next search for a free one must see it
                node.used += 1
            elif g.arms[i].available < MOST_COUNT:
                g.arms[i].available += 1
    else:
        for i in range(n):
            if g.arms[i].available < MOST_COUNT:
                g.arms[i].available += 1
    if g.bandit <= TUNED:
        picked = pick_upper(g.arms, n, g.width, g.bandit == TUNED, &g.rng)
        step.arm = g.arms[picked]
        return picked
    if g.bandit == REGRET:
        regret_odds(g.arms, n, g.explore, g.odds)
    else:
        exp3_odds(g.arms, n, g.explore, g.odds)
    picked = pick_odds(g.odds, n, &g.rng)
    step.arm = g.arms[picked]
    step.odds = g.odds[picked]
    for i in range(n):
        # a sum of odds would stand still at 2^24
        g.arms[i].weight += (<float>g.odds[i] - g.arms[i].weight) / g.arms[i].available
    if g.bandit == REGRET:
        if g.listed_room < n:
            step.arm = NULL         # the chosen arm's share alone would be a biased sample
            return picked
        step.first = g.listed_room - n
        step.count = n
        g.listed_room -= n
        for i in range(n):
            g.listed[step.first + i] = g.arms[i]
    return picked


cdef void learn(Growth* g, Step* step, double value) noexcept nogil:
    """Enter what a decision led to."""
    cdef int i
    cdef Arm* arm = step.arm
    if arm == NULL:
        return
    if arm.visits == MOST_COUNT or step.node.visits == MOST_COUNT:
        return                      # after hours of one search: what is known stays
    step.node.visits += 1
    arm.visits += 1
    arm.inverse = <float>1.0 / arm.visits
    arm.mean += (<float>value - arm.mean) * arm.inverse
    if g.bandit == REGRET:
        # an unbiased sample of each arm's regret: the chosen one's value is weighed by its odds
        for i in range(step.first, step.first + step.count):
            g.listed[i].learnt -= <float>value
        arm.learnt += <float>(value / step.odds)
    elif g.bandit == EXP3:
        arm.learnt += <float>(0.5 * (1.0 + value) / step.odds)
    elif g.bandit == TUNED:
        arm.learnt += (<float>(value * value) - arm.learnt) * arm.inverse


cdef int root_index(const Growth* g, action_t action) noexcept nogil:
    cdef int i
    for i in range(g.root_count):
        if g.roots[i].action == action:
            return i
    return -1


cdef inline bint ended(const Growth* g) noexcept nogil:
    """Whether a playout goes no further."""
    return g.rules.horizon(g.state) or (g.rounds >= 0 and g.rules.rounds(g.state) >= g.rounds)


cdef inline bint round_over(const Growth* g) noexcept nogil:
    """Whether the round of the root has ended; False in games without rounds."""
    return g.rules.rounds != NULL and g.rules.rounds(g.state) > g.over


cdef inline bint resolved(const Growth* g) noexcept nogil:
    """Whether the root choice has had its effect: one made together, once no single seat decides further."""
    return g.root_actor >= 0 or g.rules.actor(g.state) < 0


cdef void note_now(const Growth* g, RootMove* move, const int64_t* before) noexcept nogil:
    """Note what the root choice, just resolved, has changed."""
    cdef int64_t[MAX_SEATS] after
    g.rules.scores(g.state, after)
    move.noted += 1
    move.now += after[g.seat] - before[g.seat]
    move.hits += after[g.seat] != before[g.seat]


cdef int play_round(Growth* g) noexcept nogil:
    """A playout's plies up to the end of the root's round; returns how many were left for the rest."""
    cdef int left = g.plies
    while left > 0 and not ended(g) and not round_over(g):
        left -= g.play(g.state, &g.rng, 1)
    return left


cdef void play_out(Growth* g, int left) noexcept nogil:
    """The rest of an iteration, `left` plies at most."""
    if g.rounds < 0:
        g.play(g.state, &g.rng, left)
        return
    while left > 0 and not ended(g):
        left -= g.play(g.state, &g.rng, 1)


cdef void mix_margin(const Growth* g, const double* values, double* learnt) noexcept nogil:
    """What is learnt from an iteration that ended at `values`: they, and so much of the points as is set."""
    cdef int i
    if g.margin == 0.0:
        for i in range(g.seats):
            learnt[i] = values[i]
        return
    g.rules.utility(g.state, POINTS, learnt)
    for i in range(g.seats):
        learnt[i] = g.margin * learnt[i] + (1.0 - g.margin) * values[i]


cdef void infer_world(Growth* g) noexcept nogil:
    """The next of a chain of worlds that are as frequent as what the others have done makes them.

    A Metropolis chain (Hastings 1970) whose proposals are fresh draws from the view: the odds of the deal
    cancel, and what decides is how likely the old world and the new make what was seen.
    """
    cdef double likelihood
    g.rules.resample(g.seen, g.seat, &g.rng, g.state)
    likelihood = g.rules.likelihood(g.state, g.seat)
    if likelihood >= g.likelihood * rng_real(&g.rng):
        g.likelihood = likelihood
        memcpy(g.world, g.state, g.rules.size)


cdef void draw_world(Growth* g) noexcept nogil:
    """The world of an iteration, to g.state."""
    if g.repeats == 1 and not g.infer:
        g.rules.resample(g.seen, g.seat, &g.rng, g.state)
        return
    if g.left == 0:
        g.left = g.repeats
        if g.infer:
            infer_world(g)
        else:
            g.rules.resample(g.seen, g.seat, &g.rng, g.world)
    g.left -= 1
    memcpy(g.state, g.world, g.rules.size)


cdef void iterate(Growth* g) noexcept nogil:
    """One iteration."""
    cdef const Rules* rules = g.rules
    cdef uint64_t[MAX_SEATS] own
    cdef int[MAX_SEATS] deep
    cdef action_t[MAX_SEATS] chosen
    cdef int[MAX_SEATS] deciding
    cdef int64_t[MAX_SEATS] before
    cdef int64_t[MAX_SEATS] after
    cdef double[MAX_SEATS] values
    cdef double[MAX_SEATS] learnt
    cdef double[MAX_SEATS] places
    cdef int actor, seat, i, j, n, picked, who, asked
    cdef int steps = 0
    cdef int path = 0
    cdef int root = -1
    cdef bint growing = True        # still inside every tree
    cdef bint noting = g.iterations % NOTE_STEP == 0
    cdef bint blind                 # somebody's choice was made without the tree
    cdef bint waiting = noting      # for the root choice to be resolved
    cdef bint telling = noting and g.tallies > 0
    cdef double[MOST_TALLIES] tallied
    cdef double[MOST_TALLIES] told
    cdef int left
    cdef uint64_t common = 0
    cdef Node* node
    cdef Step* step
    cdef RootMove* move
    cdef double best
    draw_world(g)
    if noting:
        rules.scores(g.state, before)
        if g.tallies:
            rules.tallies(g.state, g.seat, tallied)
    for i in range(g.seats):
        own[i] = 1
        deep[i] = 0
    g.listed_room = LONGEST
    while steps < LONGEST - MAX_SEATS:
        if waiting and root >= 0 and resolved(g):
            waiting = False
            note_now(g, &g.roots[root], before)
        if ended(g) or not (growing or waiting):
            break
        if telling and round_over(g):
            telling = False
            rules.tallies(g.state, g.seat, told)
        actor = rules.actor(g.state)
        if actor == CHANCE:
            rules.apply(g.state, CHANCE, rules.draw(g.state, &g.rng))
            continue
        if actor == TERMINAL:
            break
        if root >= 0 and (not growing or (actor >= 0 and not g.choices)):
            if actor >= 0:
                g.play(g.state, &g.rng, 1)
                continue
        who = 0
        if actor >= 0:
            deciding[0] = actor
            who = 1
        else:
            for seat in range(g.seats):
                if rules.owes(g.state, seat):
                    deciding[who] = seat
                    who += 1
        if g.kind == COMMON and growing and g.rivals:
            common = rules.common(g.state)
        j = 0
        asked = 0
        blind = False
        for i in range(who):
            seat = deciding[i]
            if root < 0 and seat == g.seat:
                n = g.root_count
                for picked in range(n):
                    g.legal[picked] = g.roots[picked].action
            else:
                n = rules.legal(g.state, seat, g.legal)
            if n == 1:
                chosen[i] = g.legal[0]
            elif actor < 0 and seat != g.seat and not g.rivals and g.play == rules.guided:
                chosen[i] = UNSEEN
                asked += 1
            elif not growing or deep[seat] >= g.depth or (seat != g.seat and not g.rivals):
                chosen[i] = g.legal[rng_below(&g.rng, n)]
                blind = True
                if seat == g.seat:
                    j = 1           # the searching seat's tree covers no more
            else:
                deep[seat] += 1
                node = store_find(&g.store, node_key(g, common, seat, own[seat], actor))
                if node.visits >= g.patience:
                    step = &g.steps[steps]
                    steps += 1
                    step.seat = seat
                    chosen[i] = g.legal[choose(g, node, n, step)]
                    if seat == g.seat:
                        path += 1
                else:
                    chosen[i] = g.legal[rng_below(&g.rng, n)]
                    blind = True
                    if root >= 0 or seat != g.seat:
                        j = 1
                    if node.visits:
                        node.visits += 1
                    elif not store_full(&g.store):
                        node.key = node_key(g, common, seat, own[seat], actor)
                        node.visits = 1
                        node.used = node.room = 0
                        node.arms = NULL
                        g.store.count += 1
        if blind and actor >= 0 and root >= 0:
            # where the tree does not know better, a game's playouts may (an undercutter's row, a target)
            g.play(g.state, &g.rng, 1)
            growing = growing and not j
            continue
        for i in range(who):
            seat = deciding[i]
            if root < 0 and seat == g.seat:
                root = root_index(g, chosen[i])
            if g.kind == OWN:
                own[seat] = rng_scramble(own[seat] ^ <uint64_t>(2 * chosen[i] + 3))
            if chosen[i] != UNSEEN:
                rules.apply(g.state, seat, chosen[i])
        if asked:                   # by the game's rules of thumb: nobody else owes a choice now
            g.play(g.state, &g.rng, asked)
        if j:
            growing = False
    left = g.plies
    if telling:
        left = play_round(g)
        rules.tallies(g.state, g.seat, told)
    play_out(g, left)
    rules.utility(g.state, g.objective, values)
    mix_margin(g, values, learnt)
    for i in range(steps):
        learn(g, &g.steps[i], learnt[g.steps[i].seat])
    g.iterations += 1
    g.value_total += learnt[g.seat]
    g.value_squares += learnt[g.seat] * learnt[g.seat]
    if g.iterations % SPREAD_STEP == 0:
        best = g.value_total / g.iterations
        best = g.value_squares / g.iterations - best * best
        g.width = g.explore * sqrt(best if best > LEAST_SPREAD else LEAST_SPREAD)
    g.path_total += path
    if path > g.path_most:
        g.path_most = path
    if root < 0:
        return
    move = &g.roots[root]
    move.visits += 1
    for i in range(g.seats):
        move.values[i] += values[i]
    if noting and not waiting:
        rules.scores(g.state, after)
        move.points += after[g.seat] - before[g.seat]
        for i in range(g.tallies):
            move.tallies[i] += told[i] - tallied[i]
        rules.utility(g.state, RANK, places)
        best = -INFINITY
        n = 0
        for i in range(g.seats):
            if places[i] > best:
                best = places[i]
                n = 0
            n += places[i] == best
        if places[g.seat] == best:
            move.best += 1.0 / n


cdef void grow(Growth* g, int64_t iterations, double deadline, const volatile int* stop) noexcept nogil:
    """Iterate until so many have been done in all, the clock says so, or a stop."""
    while g.iterations < iterations and not stop[0]:
        # between iterations nobody holds a pointer into the table
        if 2 * (g.store.count + MAX_SEATS * 8) > g.store.mask:
            store_grow(&g.store)
        iterate(g)
        if g.iterations % CLOCK_STEP == 0 and now() >= deadline:
            return


cdef class Tree:
    """One tree for the decision of one seat. Several grow side by side, each in a thread of its own.

    ``view``: what ``seat`` knows; ``actions``: the root moves; ``objective``: its number in the contract;
    ``megabytes``: most memory of nodes and arms.
    """

    def __init__(self, State view, int seat, actions, settings, int objective, Rng rng, int megabytes):
        cdef Growth* g = &self.growth
        if view.rules == NULL:
            raise ValueError(f"{type(view).__name__} has no C table: a tree search needs one")
        if not actions:
            raise ValueError("a tree search needs at least one root move")
        self.view = view
        g.rules = view.rules
        g.seen = view.data
        g.seat = seat
        g.seats = g.rules.seats(g.seen)
        g.root_actor = g.rules.actor(g.seen)
        g.kind = NODES.index(settings.nodes)
        g.bandit = BANDITS.index(settings.bandit)
        g.explore = settings.explore if g.bandit <= TUNED else settings.share
        g.width = g.explore         # until the values have shown how widely they spread
        g.rivals = settings.rivals and g.seats - 1 <= settings.learners
        g.choices = settings.choices
        g.patience = settings.patience
        g.depth = min(settings.depth, LONGEST)
        g.plies = settings.plies
        g.tallies = 0 if g.rules.tallies == NULL else len(self.tallies())
        g.over = 0 if g.rules.rounds == NULL else g.rules.rounds(g.seen)
        g.rounds = -1
        if g.rules.rounds != NULL and settings.rounds < MOST_ROUNDS:
            g.rounds = settings.rounds + g.over
        g.margin = settings.margin
        g.play = g.rules.guided if settings.guided and g.rules.guided != NULL else g.rules.rollout
        g.repeats = settings.repeats
        g.infer = settings.inference and g.rules.likelihood != NULL
        g.objective = objective
        g.rng = rng.state
        g.root_count = len(actions)
        g.world = malloc(g.rules.size)
        g.state = malloc(g.rules.size)
        g.legal = <action_t*>malloc(g.rules.max_actions * sizeof(action_t))
        g.arms = <Arm**>malloc(g.rules.max_actions * sizeof(Arm*))
        g.odds = <double*>malloc(g.rules.max_actions * sizeof(double))
        g.listed = <Arm**>malloc(LONGEST * sizeof(Arm*))
        g.steps = <Step*>malloc(LONGEST * sizeof(Step))
        g.roots = <RootMove*>calloc(g.root_count, sizeof(RootMove))
        if (g.world == NULL or g.state == NULL or g.legal == NULL or g.arms == NULL or g.odds == NULL
                or g.listed == NULL or g.steps == NULL or g.roots == NULL
                or store_open(&g.store, megabytes) < 0):
            raise MemoryError("no memory for a search tree")
        for i, action in enumerate(actions):
            g.roots[i].action = action

    def __dealloc__(self):
        cdef Growth* g = &self.growth
        free(g.world)
        free(g.state)
        free(g.legal)
        free(g.arms)
        free(g.odds)
        free(g.listed)
        free(g.steps)
        free(g.roots)
        store_close(&g.store)

    def grow(self, int64_t iterations, double seconds, StopFlag stop):
        """Iterate until ``iterations`` have been done in all, for so many seconds, or until a stop."""
        cdef double deadline = now() + seconds
        with nogil:
            grow(&self.growth, iterations, deadline, &stop.value)

    def worlds(self, int count):
        """The worlds of the next ``count`` iterations, as truths; for those who want to look at them."""
        found = []
        for _ in range(count):
            draw_world(&self.growth)
            world = self.view.blank()
            memcpy((<State>world).data, self.growth.state, self.growth.rules.size)
            found.append(world)
        return found

    @property
    def iterations(self):
        """Iterations done."""
        return self.growth.iterations

    @property
    def nodes(self):
        """Nodes in the tree, those of all seats together."""
        return self.growth.store.count

    @property
    def path(self):
        """(sum over the iterations, longest) of the searching seat's decisions inside the tree."""
        return self.growth.path_total, self.growth.path_most

    @property
    def hashfull(self):
        """Permille of the memory in use: of nodes or of arms, whichever is fuller."""
        cdef Growth* g = &self.growth
        return max(1000 * g.store.count * 4 // (3 * g.store.most), 1000 * g.store.taken // g.store.arms)

    def moves(self):
        """For each root move: (action, visits, sums of the values of every seat, visits with notes, sums of
        points, of points at once, how often these were not zero, first places)."""
        cdef Growth* g = &self.growth
        cdef int i, seat
        rows = []
        for i in range(g.root_count):
            rows.append((
                g.roots[i].action, g.roots[i].visits, [g.roots[i].values[seat] for seat in range(g.seats)],
                g.roots[i].noted, g.roots[i].points, g.roots[i].now, g.roots[i].hits, g.roots[i].best,
            ))
        return rows

    def tallies(self):
        """The game's tallies: for each (name, sums over the noted visits, one a root move)."""
        cdef Growth* g = &self.growth
        cdef int i, k
        if g.rules.tallies == NULL:
            return []
        names = g.rules.tally_names.decode("ascii").split()
        return [(name, [g.roots[i].tallies[k] for i in range(g.root_count)]) for k, name in enumerate(names)]

    def strategy(self):
        """The average strategy of the searching seat at the root: (action, probability) for each root move.

        By the mean odds with regret matching and Exp3, else by visits.
        """
        cdef Growth* g = &self.growth
        cdef Node* node = self._root()
        cdef Arm* arm
        weights = []
        for i in range(g.root_count):
            weight = float(g.roots[i].visits)
            if g.bandit in (REGRET, EXP3) and node != NULL and node.room:
                arm = arm_find(node, g.roots[i].action)
                weight = arm.weight if arm.available else 0.0
            weights.append(weight)
        total = sum(weights)
        if total <= 0.0:
            return [(g.roots[i].action, 1.0 / g.root_count) for i in range(g.root_count)]
        return [(g.roots[i].action, weights[i] / total) for i in range(g.root_count)]

    cdef Node* _root(self) noexcept:
        cdef Growth* g = &self.growth
        cdef Node* node
        memcpy(g.state, g.seen, g.rules.size)
        node = store_find(&g.store, node_key(g, 0, g.seat, 1, g.root_actor))
        return node if node.visits else NULL
