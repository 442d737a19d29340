"""Tree of whole turns, each decided exactly.

At a node the outcomes of the mover's turn get their values from the nodes below, and the exact turn
(`passes`) gives the value of the turn under best play of its dice. The evaluation of a leaf is the game's
estimate. Each seat plays for its own value.

More than one turn above the leaves only likely outcomes are followed: those that best play by the estimates
reaches with a chance of at least SHARE. The others keep their estimates, shifted by the average change of the
followed ones.
"""

from libc.math cimport INFINITY
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from solver.game cimport NOBODY, State
from solver.clock cimport now
from solver.rng cimport Rng, rng_scramble, rng_t
from solver.search.passes cimport MAX_TOTAL, Solution, turn_outcomes, turn_played, turn_solve
from solver.search.turngame cimport (
    MAX_OUTCOMES,
    MOST_BYTES,
    MOST_SEATS,
    TURN_FAILS,
    TURN_STOPS,
    TurnGame,
    TurnPlug,
)
from solver.stop cimport StopFlag

cdef double SHARE = 0.02             # least chance of an outcome that is followed

ctypedef struct Slot:                # of the table: a node's values at one depth
    uint64_t key                     # 0: nothing
    double values[8]


cdef struct Tree:
    const TurnGame* game
    Slot* slots
    uint64_t mask
    int objective
    int seats
    uint64_t nodes                   # turns solved
    uint64_t limit
    double deadline
    const volatile int* stop
    bint aborted


cdef inline bint spent(Tree* t) noexcept nogil:
    """Whether the search has to end; reads the clock at every node, which costs far less than a node."""
    t.aborted = t.aborted or t.stop[0] != 0 or t.nodes >= t.limit or now() >= t.deadline
    return t.aborted


cdef double solve_values(const TurnGame* game, const double (*worth)[MOST_SEATS], const bint* allowed,
                         int seat, Solution* out) noexcept nogil:
    """The exact turn of `seat` for given values of its outcomes."""
    cdef double stop[MAX_TOTAL + 1]
    cdef int total, outcome
    for total in range(MAX_TOTAL + 1):
        outcome = game.outcome[total]
        stop[total] = worth[outcome][seat] if outcome >= 0 and allowed[outcome] else -INFINITY
    return turn_solve(game.turn, stop, worth[game.failure][seat], out)


cdef void outcome_odds(const TurnGame* game, const Solution* play, int state, bint kept,
                       double* odds) noexcept nogil:
    """The chance of each outcome of a solved turn, from one of its states on."""
    cdef double chance[MAX_TOTAL + 1]
    cdef int total, outcome
    for outcome in range(game.outcomes):
        odds[outcome] = 0.0
    odds[game.failure] = turn_outcomes(game.turn, play, state, kept, chance)
    for total in range(MAX_TOTAL + 1):
        if chance[total] > 0.0:
            odds[game.outcome[total]] += chance[total]


cdef void expect(const TurnGame* game, int seats, const double* odds, const double (*worth)[MOST_SEATS],
                 double* out) noexcept nogil:
    """The expected values under the odds."""
    cdef int seat, outcome
    for seat in range(seats):
        out[seat] = 0.0
    for outcome in range(game.outcomes):
        if odds[outcome] > 0.0:
            for seat in range(seats):
                out[seat] = out[seat] + odds[outcome] * worth[outcome][seat]


cdef void value_of(Tree* t, const void* state, int depth, double* out) noexcept nogil:
    """The value of a turn that is about to begin, for each seat, `depth` turns deep."""
    cdef uint64_t key
    cdef Slot* slot
    if t.game.mover(state) < 0:
        t.game.rules.utility(state, t.objective, out)
        return
    if depth <= 0:
        t.game.estimate(state, t.objective, out)
        return
    key = rng_scramble(t.game.rules.key(state, NOBODY) + <uint64_t>(16 * depth + t.objective)) | 1
    slot = &t.slots[(key >> 1) & t.mask]
    if slot.key == key:
        memcpy(out, slot.values, t.seats * sizeof(double))
        return
    if spent(t):
        return
    search_turn(t, state, depth, out)
    if not t.aborted:
        slot.key = key
        memcpy(slot.values, out, t.seats * sizeof(double))


cdef void search_turn(Tree* t, const void* state, int depth, double* out) noexcept nogil:
    """The value of a turn from those of its outcomes."""
    cdef const TurnGame* game = t.game
    cdef double worth[MAX_OUTCOMES][MOST_SEATS]
    cdef double deep[MOST_SEATS]
    cdef double moved[MOST_SEATS]
    cdef double odds[MAX_OUTCOMES]
    cdef bint allowed[MAX_OUTCOMES]
    cdef bint followed[MAX_OUTCOMES]
    cdef char after[MOST_BYTES]
    cdef Solution play
    cdef double weight = 0.0
    cdef int mover = game.mover(state)
    cdef int outcome, seat
    for outcome in range(game.outcomes):
        allowed[outcome] = outcome == game.failure or game.allowed(state, outcome)
        if allowed[outcome]:
            memcpy(after, state, game.rules.size)
            game.play(after, outcome)
            value_of(t, after, 0, worth[outcome])
    t.nodes += 1
    out[mover] = solve_values(game, worth, allowed, mover, &play)
    if depth > 1:
        outcome_odds(game, &play, 0, False, odds)
        for seat in range(t.seats):
            moved[seat] = 0.0
        for outcome in range(game.outcomes):
            followed[outcome] = allowed[outcome] and odds[outcome] >= SHARE
            if followed[outcome]:
                memcpy(after, state, game.rules.size)
                game.play(after, outcome)
                value_of(t, after, depth - 1, deep)
                if t.aborted:
                    return
                for seat in range(t.seats):
                    moved[seat] = moved[seat] + odds[outcome] * (deep[seat] - worth[outcome][seat])
                    worth[outcome][seat] = deep[seat]
                weight += odds[outcome]
        for outcome in range(game.outcomes):
            # a game that is over has no estimate that could move
            if allowed[outcome] and not followed[outcome] and weight > 0.0:
                memcpy(after, state, game.rules.size)
                game.play(after, outcome)
                if game.mover(after) >= 0:
                    for seat in range(t.seats):
                        worth[outcome][seat] = worth[outcome][seat] + moved[seat] / weight
        t.nodes += 1
        out[mover] = solve_values(game, worth, allowed, mover, &play)
    if t.seats == 2:
        out[1 - mover] = -out[mover]
    else:
        outcome_odds(game, &play, 0, False, odds)
        expect(game, t.seats, odds, worth, out)


cdef class TurnTree:
    """Values of the outcomes of one turn, to any depth; keeps a table of nodes from call to call."""

    cdef TurnPlug plug
    cdef Tree tree
    cdef State root
    cdef double deadline

    def __cinit__(self, TurnPlug plug, int hash_mb):
        cdef uint64_t size = 1024
        self.plug = plug
        self.tree.game = &plug.game
        if plug.game.rules.size > MOST_BYTES or plug.game.outcomes > MAX_OUTCOMES:
            raise ValueError("the game's states or outcomes do not fit into a tree of turns")
        while 2 * size * sizeof(Slot) <= (<uint64_t>hash_mb << 20):
            size *= 2
        self.tree.slots = <Slot*> calloc(size, sizeof(Slot))
        if self.tree.slots == NULL:
            raise MemoryError("no memory for a table of turns")
        self.tree.mask = size - 1

    def __dealloc__(self):
        free(self.tree.slots)

    def clear(self):
        """Forget all nodes."""
        memset(self.tree.slots, 0, (self.tree.mask + 1) * sizeof(Slot))

    def plant(self, State root, int objective):
        """Set the root position. ``objective``: WIN, RANK or POINTS."""
        if root.rules != self.plug.game.rules:
            raise ValueError(f"the tree is not for {type(root).__name__}")
        self.root = root
        self.tree.objective = objective
        self.tree.seats = root.rules.seats(root.data)
        self.tree.nodes = 0

    @property
    def nodes(self):
        """Turns solved since the position was planted."""
        return self.tree.nodes

    def allowed(self):
        """The outcomes that the mover's turn may have, failure among them."""
        cdef const TurnGame* game = &self.plug.game
        return [o for o in range(game.outcomes) if o == game.failure or game.allowed(self.root.data, o)]

    def outcome(self, int outcome, int depth, double seconds, uint64_t limit, StopFlag stop):
        """The value of an outcome for each seat, ``depth`` turns beyond it; None when a limit came first.

        Limits: ``seconds`` from now on, ``limit`` nodes in all; depth 0 always completes.
        """
        cdef char after[MOST_BYTES]
        cdef double values[MOST_SEATS]
        cdef Tree* t = &self.tree
        t.deadline = now() + seconds
        t.limit = limit
        t.stop = &stop.value
        t.aborted = False
        memcpy(after, self.root.data, self.plug.game.rules.size)
        with nogil:
            t.game.play(after, outcome)
            value_of(t, after, depth, values)
        return None if t.aborted else tuple([values[seat] for seat in range(t.seats)])

    def gain(self, int outcome):
        """The points that an outcome brings the mover at once."""
        return self.plug.game.gain(self.root.data, outcome)

    def first(self, int outcome):
        """The estimated chance of each seat to be first, after an outcome."""
        cdef char after[MOST_BYTES]
        cdef double values[MOST_SEATS]
        memcpy(after, self.root.data, self.plug.game.rules.size)
        self.plug.game.play(after, outcome)
        self.plug.game.first(after, values)
        return tuple([values[seat] for seat in range(self.tree.seats)])

    def decide(self, worth):
        """The exact turn for given values: ``worth`` maps each allowed outcome to the seats' values."""
        return TurnChoice(self, worth)


cdef class TurnChoice:
    """Decisions of one turn under given values of its outcomes."""

    cdef TurnTree tree
    cdef Solution play
    cdef double worth[32][8]         # MAX_OUTCOMES, MOST_SEATS

    def __cinit__(self, TurnTree tree, worth):
        cdef bint allowed[MAX_OUTCOMES]
        self.tree = tree
        memset(allowed, 0, sizeof(allowed))
        for outcome, values in worth.items():
            allowed[outcome] = True
            for seat, value in enumerate(values):
                self.worth[outcome][seat] = value
        solve_values(&tree.plug.game, self.worth, allowed, tree.plug.game.mover(tree.root.data), &self.play)

    def value(self, action):
        """The value of a legal decision to the mover."""
        cdef const TurnGame* game = &self.tree.plug.game
        cdef int after = 0
        cdef int mover = game.mover(self.tree.root.data)
        cdef int way = game.decision(self.tree.root.data, action, &after)
        if way == TURN_STOPS:
            return self.worth[game.outcome[game.turn.state[after].total]][mover]
        return self.worth[game.failure][mover] if way == TURN_FAILS else self.play.roll[after]

    def odds(self, action):
        """The chance of each outcome of the turn after a legal decision, a list over all outcomes."""
        cdef const TurnGame* game = &self.tree.plug.game
        cdef double odds[MAX_OUTCOMES]
        cdef int after = 0
        cdef int way = game.decision(self.tree.root.data, action, &after)
        memset(odds, 0, sizeof(odds))
        if way == TURN_STOPS:
            odds[game.outcome[game.turn.state[after].total]] = 1.0
        elif way == TURN_FAILS:
            odds[game.failure] = 1.0
        else:
            with nogil:
                outcome_odds(game, &self.play, after, False, odds)
        return [odds[outcome] for outcome in range(game.outcomes)]

    def turn_odds(self):
        """The chance of each outcome from here on if the mover makes its best decision."""
        cdef const TurnGame* game = &self.tree.plug.game
        cdef double odds[MAX_OUTCOMES]
        outcome_odds(game, &self.play, game.place(self.tree.root.data), False, odds)
        return [odds[outcome] for outcome in range(game.outcomes)]


cdef enum:
    MOST_TURNS = 2000


cdef bint play_out(Tree* t, void* state, const int* depths, rng_t* rng) noexcept nogil:
    """Play a game to its end; returns False if it does not end.

    `depths`: turns that each seat looks ahead; -1: it plays for most points at once.
    """
    cdef const TurnGame* game = t.game
    cdef double worth[MAX_OUTCOMES][MOST_SEATS]
    cdef bint allowed[MAX_OUTCOMES]
    cdef char after[MOST_BYTES]
    cdef Solution play
    cdef int _turn, outcome, mover, total
    for _turn in range(MOST_TURNS):
        mover = game.mover(state)
        if mover < 0:
            return True
        for outcome in range(game.outcomes):
            allowed[outcome] = outcome == game.failure or game.allowed(state, outcome)
            if allowed[outcome]:
                if depths[mover] < 0:
                    worth[outcome][mover] = game.gain(state, outcome)
                else:
                    memcpy(after, state, game.rules.size)
                    game.play(after, outcome)
                    value_of(t, after, depths[mover], worth[outcome])
        solve_values(game, worth, allowed, mover, &play)
        total = turn_played(game.turn, &play, rng)
        game.play(state, game.failure if total < 0 else game.outcome[total])
    return False


def duel(TurnTree tree, State start, depths, int games, Rng rng, int objective=0):
    """Results of ``games`` games between players who rotate through the seats.

    ``depths``: for each player the turns that it looks beyond its own; -1: it plays for most points at once.
    The dice of a turn are rolled once and played by its policy. Returns a list of the players' results, game
    by game.
    """
    cdef char state[MOST_BYTES]
    cdef double ends[MOST_SEATS]
    cdef int ahead[MOST_SEATS]
    cdef StopFlag stop = StopFlag()
    cdef Tree* t = &tree.tree
    cdef rng_t* dice = &rng.state
    cdef int seat
    cdef bint ended
    tree.plant(start, objective)
    tree.tree.deadline = INFINITY
    tree.tree.limit = <uint64_t>1 << 62
    tree.tree.stop = &stop.value
    tree.tree.aborted = False
    seats = tree.tree.seats
    if len(depths) != seats:
        raise ValueError(f"{seats} seats need as many players, not {len(depths)}")
    results = []
    for g in range(games):
        for seat in range(seats):
            ahead[seat] = depths[(seat + g) % seats]
        memcpy(state, start.data, tree.plug.game.rules.size)
        with nogil:
            ended = play_out(t, state, ahead, dice)
            t.game.rules.returns(state, ends)
        if ended:
            results.append([ends[(k - g) % seats] for k in range(seats)])
    return results
