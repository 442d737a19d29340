"""Iteration of ISMCTS: draw a world, descend all seats' trees at once, expand, play out, back up, record.

Multiple-observer search (Cowling, Powley and Whitehouse 2012) with decoupled selection: each seat has a tree
of its own, whose nodes stand for what that seat can tell apart, and selects there by its own bandit. In a
simultaneous choice all keys are taken before any choice is entered, so no seat's choice can rest on another's
hidden commitment.
"""

from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from solver.game cimport CHANCE, MOST_TALLIES, POINTS, RANK, SIMULTANEOUS, TERMINAL, UNSEEN, action_t
from solver.clock cimport now
from solver.rng cimport rng_below, rng_real, rng_scramble
from solver.search.ismcts.bandits cimport (
    EXP3,
    PUCT,
    REGRET,
    TUNED,
    exp3_odds,
    pick_odds,
    pick_puct,
    pick_upper,
    pick_upper_from,
    regret_odds,
)
from solver.search.ismcts.modelled cimport draw_again, draw_modelled, modelled_ply, single_ply
from solver.search.ismcts.store cimport Arm, Node, arm_find, arms_grow, store_find, store_full, store_grow
from solver.search.ismcts.worlds cimport draw_world

cdef enum:
    CLOCK_STEP = 8                  # iterations between two looks at the clock
    SPREAD_STEP = 64                # iterations between two updates of the spread of the values
    RECORD_STEP = 8                 # one in so many iterations is recorded in more detail

cdef unsigned int MOST_COUNT = 0xFFFFFFFF
cdef double LEAST_SPREAD = 1e-6     # variance


cdef struct Iteration:              # state of one iteration
    int root                        # index of the root move chosen; -1: none yet
    int steps                       # decisions made in the trees, in `steps` of the search
    int path                        # of these, the searching seat's
    bint growing                    # still inside every tree
    bint recording                  # this iteration is recorded in more detail:
    bint waiting                    # the root move is not resolved yet
    bint in_round                   # its round has not ended yet
    int64_t[MAX_SEATS] scores       # of the seats at the root
    double[MOST_TALLIES] tallies    # of the searching seat at the root
    double[MOST_TALLIES] ended_with  # and at the end of the round
    uint64_t[MAX_SEATS] own         # hash of each seat's own actions since the root
    int[MAX_SEATS] deep             # decisions of each seat that its tree has covered

    # the decision that is being made
    int actor                       # a seat, or SIMULTANEOUS
    uint64_t common                 # key of common knowledge, if it keys the nodes
    int deciders
    int[MAX_SEATS] deciding         # seats
    action_t[MAX_SEATS] chosen
    int unseen                      # choices left to the game's rules of thumb
    bint blind                      # somebody chose without the tree
    bint leaving                    # this decision leads out of a tree


# --- selection

cdef void fill_odds(SearchState* s, const Iteration* it, int seat, int n) noexcept nogil:
    """PUCT: give the new ones of the n listed arms their odds."""
    cdef int i
    cdef bint known = True
    for i in range(n):
        known = known and s.arms[i].learnt > 0.0
    if known:
        return
    if it.root < 0 and seat == s.seat:
        for i in range(n):
            s.arms[i].learnt = s.root_odds[i]
        return
    s.model.policy(s.model, s.state, seat, s.legal, n, s.policy)
    for i in range(n):
        if s.arms[i].learnt == 0.0:
            s.arms[i].learnt = s.policy[i]


cdef uint64_t node_key(
        const SearchState* s, uint64_t common, int seat, uint64_t own, int actor) noexcept nogil:
    """The key of a seat's node. `common` is read with COMMON only, `own` with OWN only."""
    cdef uint64_t key
    if s.kind == OWN:
        # a joint choice and a single one after the same actions are different decisions
        key = own + <uint64_t>(actor >= 0)
    elif s.kind == INFORMATION or seat == s.seat:
        key = s.rules.key(s.state, seat)
    else:
        key = common
    return rng_scramble(key ^ (<uint64_t>(seat + 1) * <uint64_t>0xD6E8FEB86659FD93))


cdef bint list_arms(SearchState* s, Node* node, int n) noexcept nogil:
    """The arms of the n actions in `legal`, to `arms`, each once more available; False: no memory."""
    cdef int i
    cdef int missing = n
    if node.room:
        missing = 0
        for i in range(n):
            s.arms[i] = arm_find(node, s.legal[i])
            missing += s.arms[i].available == 0
    if not missing:
        for i in range(n):
            if s.arms[i].available < MOST_COUNT:
                s.arms[i].available += 1
        return True
    if not arms_grow(&s.store, node, node.used + missing):
        return False
    for i in range(n):
        s.arms[i] = arm_find(node, s.legal[i])
        if s.arms[i].available == 0:
            memset(s.arms[i], 0, sizeof(Arm))
            s.arms[i].action = s.legal[i]
            s.arms[i].available = 1     # the place is taken: the next search for a free one must see it
            node.used += 1
        elif s.arms[i].available < MOST_COUNT:
            s.arms[i].available += 1
    return True


cdef int draw_mixed(SearchState* s, int n, Step* step) noexcept nogil:
    """Draw one of the n listed arms by a randomized bandit."""
    cdef int i, picked
    if s.bandit == REGRET:
        regret_odds(s.arms, n, s.explore, s.odds)
    else:
        exp3_odds(s.arms, n, s.explore, s.odds)
    picked = pick_odds(s.odds, n, &s.rng)
    step.arm = s.arms[picked]
    step.odds = s.odds[picked]
    for i in range(n):
        # a mean, because a float sum of odds would stop growing at 2^24
        s.arms[i].weight += (<float>s.odds[i] - s.arms[i].weight) / s.arms[i].available
    if s.bandit == REGRET:
        if s.listed_room < n:
            step.arm = NULL         # the chosen arm's share alone would be a biased sample
            return picked
        s.listed_room -= n
        step.first = s.listed_room
        step.count = n
        for i in range(n):
            s.listed[step.first + i] = s.arms[i]
    return picked


cdef int select_arm(SearchState* s, const Iteration* it, Node* node, int n, Step* step) noexcept nogil:
    """Select among the n actions in `legal` at a node of the tree; returns which, and fills the step."""
    cdef int picked
    step.node = node
    step.arm = NULL
    step.count = 0
    if not list_arms(s, node, n):
        return rng_below(&s.rng, n)
    if s.bandit == PUCT:
        fill_odds(s, it, step.seat, n)
        picked = pick_puct(s.arms, n, s.width)
    elif s.bandit > TUNED:
        return draw_mixed(s, n, step)
    elif s.root_bonus != NULL and it.root < 0 and step.seat == s.seat:
        picked = pick_upper_from(s.arms, n, s.width, s.root_bonus, s.prior * s.spread, &s.rng)
    else:
        picked = pick_upper(s.arms, n, s.width, s.bandit == TUNED, &s.rng)
    step.arm = s.arms[picked]
    return picked


# --- descent

cdef inline bint ended(const SearchState* s) noexcept nogil:
    """Whether a playout ends here."""
    return s.rules.horizon(s.state) or (s.rounds >= 0 and s.rules.rounds(s.state) >= s.rounds)


cdef inline bint round_over(const SearchState* s) noexcept nogil:
    """Whether the round of the root has ended; False in games without rounds."""
    return s.rules.rounds != NULL and s.rules.rounds(s.state) > s.over


cdef inline bint resolved(const SearchState* s) noexcept nogil:
    """Whether the root move has had its effect; a joint one has when no single seat decides any more."""
    return s.root_actor >= 0 or s.rules.actor(s.state) < 0


cdef int root_index(const SearchState* s, action_t action) noexcept nogil:
    cdef int i
    for i in range(s.root_count):
        if s.roots[i].action == action:
            return i
    return -1


cdef inline int list_actions(SearchState* s, const Iteration* it, int seat) noexcept nogil:
    """Write a seat's actions (at the root: those searched) to `legal`; returns their number."""
    cdef int i
    if it.root >= 0 or seat != s.seat:
        return s.rules.legal(s.state, seat, s.legal)
    for i in range(s.root_count):
        s.legal[i] = s.roots[i].action
    return s.root_count


cdef inline void expand(SearchState* s, Node* node, uint64_t key) noexcept nogil:
    """Add the node of a key in the free slot found for it, or count a visit of a node without arms."""
    if node.visits:
        node.visits += 1
    elif not store_full(&s.store):
        node.key = key
        node.visits = 1
        node.used = node.room = 0
        node.arms = NULL
        s.store.count += 1


cdef action_t select(SearchState* s, Iteration* it, int seat) noexcept nogil:
    """A seat's choice: by its tree if that has the node, else at random; UNSEEN: by rules of thumb."""
    cdef int n = list_actions(s, it, seat)
    cdef uint64_t key
    cdef Node* node
    cdef Step* step
    if n == 1:
        return s.legal[0]
    if (s.modelled and seat != s.seat and it.growing
            and (s.learnt[seat] >= 1.0 or rng_real(&s.rng) < s.learnt[seat])):
        return s.legal[draw_again(s, seat, n) if it.root < 0 and it.actor < 0 else draw_modelled(s, seat, n)]
    if it.actor < 0 and seat != s.seat and not s.rivals and s.play == s.rules.guided:
        it.unseen += 1
        return UNSEEN
    if not it.growing or it.deep[seat] >= s.depth or (seat != s.seat and not s.rivals):
        it.blind = True
        it.leaving = it.leaving or seat == s.seat       # the searching seat's tree covers no more
        return s.legal[rng_below(&s.rng, n)]
    it.deep[seat] += 1
    key = node_key(s, it.common, seat, it.own[seat], it.actor)
    node = store_find(&s.store, key)
    if node.visits < s.patience:
        it.blind = True
        it.leaving = it.leaving or it.root >= 0 or seat != s.seat
        expand(s, node, key)
        return s.legal[rng_below(&s.rng, n)]
    step = &s.steps[it.steps]
    step.seat = seat
    it.steps += 1
    it.path += seat == s.seat
    return s.legal[select_arm(s, it, node, n, step)]


cdef void enter(SearchState* s, Iteration* it) noexcept nogil:
    """Carry out the choices of the deciding seats."""
    cdef int i, seat
    for i in range(it.deciders):
        seat = it.deciding[i]
        if it.root < 0 and seat == s.seat:
            it.root = root_index(s, it.chosen[i])
        if s.kind == OWN:
            it.own[seat] = rng_scramble(it.own[seat] ^ <uint64_t>(2 * it.chosen[i] + 3))
        if it.chosen[i] != UNSEEN:
            s.rules.apply(s.state, seat, it.chosen[i])
    if it.unseen:                   # the rest by the game's rules of thumb: no other seat owes a choice now
        s.play(s.state, &s.rng, it.unseen)


cdef void decide(SearchState* s, Iteration* it, int actor) noexcept nogil:
    """One seat's decision, or a joint one: all seats select, then all choices are carried out."""
    cdef int seat, i
    it.actor = actor
    it.deciders = 0
    it.unseen = 0
    it.blind = it.leaving = False
    if actor >= 0:
        it.deciding[0] = actor
        it.deciders = 1
    else:
        for seat in range(s.seats):
            if s.rules.owes(s.state, seat):
                it.deciding[it.deciders] = seat
                it.deciders += 1
    if s.kind == COMMON and it.growing and s.rivals:
        it.common = s.rules.common(s.state)
    for i in range(it.deciders):
        it.chosen[i] = select(s, it, it.deciding[i])
    if it.blind and actor >= 0 and it.root >= 0:
        # without a node, the playout policy decides (an undercutter's row, a target)
        single_ply(s)
    else:
        enter(s, it)
    it.growing = it.growing and not it.leaving


cdef void descend(SearchState* s, Iteration* it) noexcept nogil:
    """Descend all trees at once, until one is left and the root move is resolved."""
    cdef int actor
    while it.steps < LONGEST - MAX_SEATS:
        if it.waiting and it.root >= 0 and resolved(s):
            it.waiting = False
            record_resolved(s, it)
        if ended(s) or not (it.growing or it.waiting):
            return
        if it.in_round and round_over(s):
            record_round(s, it)
        actor = s.rules.actor(s.state)
        if actor == TERMINAL:
            return
        if actor == CHANCE:
            s.rules.apply(s.state, CHANCE, s.rules.draw(s.state, &s.rng))
        elif actor >= 0 and it.root >= 0 and not (it.growing and s.choices):
            single_ply(s)
        elif actor < 0 and it.root >= 0 and not s.beyond and it.deep[s.seat] >= s.depth and not it.waiting:
            it.growing = False      # the playout policy makes the whole choice
        else:
            decide(s, it, actor)


# --- playout

cdef int play_round(SearchState* s) noexcept nogil:
    """Play out up to the end of the root's round; returns the plies left for the rest."""
    cdef int left = s.plies
    while left > 0 and not ended(s) and not round_over(s):
        left -= s.play(s.state, &s.rng, 1)
    return left


cdef int play_modelled(SearchState* s, Iteration* it) noexcept nogil:
    """Play by the model for the plies set, up to the leaf; returns the number of plies played."""
    cdef int played = 0
    while played < s.policy_plies and not ended(s):
        if it.in_round and round_over(s):
            record_round(s, it)
        modelled_ply(s)
        played += 1
    return played


cdef void play_joint(SearchState* s, Iteration* it) noexcept nogil:
    """Play on for the number of simultaneous choices set, to a leaf or to the next one."""
    cdef int seat, owing
    cdef int left = s.joint
    while not ended(s):
        if it.in_round and round_over(s):
            record_round(s, it)
        owing = 1
        if s.rules.actor(s.state) == SIMULTANEOUS:
            if left == 0:
                break
            left -= 1
            owing = 0
            for seat in range(s.seats):
                owing += s.rules.owes(s.state, seat)
        s.play(s.state, &s.rng, owing)
    if it.in_round:
        record_round(s, it)


cdef void play_out(SearchState* s, Iteration* it) noexcept nogil:
    """Play on without the trees, to a leaf or to the limit of plies, joint choices or rounds."""
    cdef int left = s.plies
    if s.policy_plies:
        left -= play_modelled(s, it)
    if s.joint >= 0:
        play_joint(s, it)
        return
    if it.in_round:
        left = play_round(s)
        record_round(s, it)
    if s.rounds < 0:
        s.play(s.state, &s.rng, left)
        return
    while left > 0 and not ended(s):
        left -= s.play(s.state, &s.rng, 1)


# --- back-up

cdef void evaluate(const SearchState* s, double* values, double* points) noexcept nogil:
    """The evaluation of every seat where the playout ended; under POINTS too, if these are backed up."""
    if not s.estimate or s.rules.horizon(s.state):
        s.rules.utility(s.state, s.objective, values)
        if s.margin > 0.0:
            s.rules.utility(s.state, POINTS, points)
    elif s.margin > 0.0 and s.model.estimate_with_points != NULL:
        s.model.estimate_with_points(s.model, s.state, s.objective, values, points)
    else:
        s.model.estimate(s.model, s.state, s.objective, values)
        if s.margin > 0.0:
            s.model.estimate(s.model, s.state, POINTS, points)


cdef void mix_margin(const SearchState* s, const double* values, double* learnt) noexcept nogil:
    """Turn points in `learnt` into the values to back up: `values`, mixed with the share of points set."""
    cdef int i
    for i in range(s.seats):
        learnt[i] = s.margin * learnt[i] + (1.0 - s.margin) * values[i] if s.margin > 0.0 else values[i]


cdef void update_arm(SearchState* s, Step* step, double value) noexcept nogil:
    """Update the chosen arm of a decision with a value."""
    cdef int i
    cdef Arm* arm = step.arm
    if arm == NULL:
        return
    if arm.visits == MOST_COUNT or step.node.visits == MOST_COUNT:
        return                      # counters are full after hours of one search: the arm stays as it is
    step.node.visits += 1
    arm.visits += 1
    arm.inverse = <float>1.0 / arm.visits
    arm.mean += (<float>value - arm.mean) * arm.inverse
    if s.bandit == REGRET:
        # an unbiased sample of each arm's regret: the chosen arm's value is divided by its odds
        for i in range(step.first, step.first + step.count):
            s.listed[i].learnt -= <float>value
        arm.learnt += <float>(value / step.odds)
    elif s.bandit == EXP3:
        arm.learnt += <float>(0.5 * (1.0 + value) / step.odds)
    elif s.bandit == TUNED:
        arm.learnt += (<float>(value * value) - arm.learnt) * arm.inverse


cdef void back_up(SearchState* s, const Iteration* it, const double* learnt) noexcept nogil:
    """Update every decision on the path of the iteration, and the totals of the search."""
    cdef int i
    cdef double mean, variance
    for i in range(it.steps):
        update_arm(s, &s.steps[i], learnt[s.steps[i].seat])
    s.iterations += 1
    s.value_total += learnt[s.seat]
    s.value_squares += learnt[s.seat] * learnt[s.seat]
    if s.iterations % SPREAD_STEP == 0:
        mean = s.value_total / s.iterations
        variance = s.value_squares / s.iterations - mean * mean
        s.spread = sqrt(variance if variance > LEAST_SPREAD else LEAST_SPREAD)
        s.width = s.explore * s.spread
    s.path_total += it.path
    if it.path > s.path_most:
        s.path_most = it.path


# --- records of the root moves, for reports

cdef void record_resolved(SearchState* s, const Iteration* it) noexcept nogil:
    """Record the change of score by the root move, which has just been resolved."""
    cdef int64_t[MAX_SEATS] scores
    cdef RootMove* move = &s.roots[it.root]
    s.rules.scores(s.state, scores)
    move.recorded += 1
    move.now += scores[s.seat] - it.scores[s.seat]
    move.hits += scores[s.seat] != it.scores[s.seat]


cdef void record_round(SearchState* s, Iteration* it) noexcept nogil:
    """Record the searching seat's tallies at the end of the root's round, or of the playout."""
    it.in_round = False
    s.rules.tallies(s.state, s.seat, it.ended_with)


cdef double first_place(const SearchState* s) noexcept nogil:
    """The searching seat's share of the first place; 0 if it has another place."""
    cdef double[MAX_SEATS] places
    cdef double best = -INFINITY
    cdef int i
    cdef int sharing = 0
    s.rules.utility(s.state, RANK, places)
    for i in range(s.seats):
        if places[i] > best:
            best = places[i]
            sharing = 0
        sharing += places[i] == best
    return 1.0 / sharing if places[s.seat] == best else 0.0


cdef void record(SearchState* s, const Iteration* it, const double* values) noexcept nogil:
    """Record the end of the iteration at its root move."""
    cdef int64_t[MAX_SEATS] scores
    cdef RootMove* move = &s.roots[it.root]
    cdef int i
    move.visits += 1
    for i in range(s.seats):
        move.values[i] += values[i]
    if not it.recording or it.waiting:
        return
    s.rules.scores(s.state, scores)
    move.points += scores[s.seat] - it.scores[s.seat]
    for i in range(s.tallies):
        move.tallies[i] += it.ended_with[i] - it.tallies[i]
    move.best += first_place(s)


# --- the iteration

cdef void begin(SearchState* s, Iteration* it) noexcept nogil:
    """Start an iteration at the root, in a world just drawn."""
    cdef int i
    it.root = -1
    it.steps = it.path = 0
    it.growing = True
    it.recording = it.waiting = s.iterations % RECORD_STEP == 0
    it.in_round = it.recording and s.tallies > 0
    it.common = 0
    if it.recording:
        s.rules.scores(s.state, it.scores)
        if s.tallies:
            s.rules.tallies(s.state, s.seat, it.tallies)
    for i in range(s.seats):
        it.own[i] = 1
        it.deep[i] = 0
    s.listed_room = LONGEST


cdef void iterate(SearchState* s) noexcept nogil:
    """One iteration."""
    cdef Iteration it
    cdef double[MAX_SEATS] values
    cdef double[MAX_SEATS] learnt
    draw_world(s)
    begin(s, &it)
    descend(s, &it)
    play_out(s, &it)
    evaluate(s, values, learnt)
    mix_margin(s, values, learnt)
    back_up(s, &it, learnt)
    if it.root >= 0:
        record(s, &it, values)


cdef void grow(SearchState* s, int64_t iterations, double deadline, const volatile int* stop) noexcept nogil:
    """Iterate until so many are done in all, the deadline, or a stop."""
    while s.iterations < iterations and not stop[0]:
        # between iterations there are no pointers into the table
        if 2 * (s.store.count + MAX_SEATS * 8) > s.store.mask:
            store_grow(&s.store)
        iterate(s)
        if s.iterations % CLOCK_STEP == 0 and now() >= deadline:
            return
