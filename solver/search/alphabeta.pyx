"""Depth-first proof of one question within a budget of nodes.

The question has two answers, so alpha-beta is a search for one good move: a node is won when one child is,
lost when none is. All children are looked up before any is searched (enhanced transposition cutoffs).

Moves that refuted before correct the game's own move ordering: two killers for each amount of work left and
place of play, the last move that refuted a position of the same likeness (the game's own hash of what makes
the same move good), and a history by place and kind of move. They outlive a search, so the many short
searches of a proof tree learn from each other. What they saved is in docs/proof-search.md.

Several threads dive into one question together, by a simple form of ABDADA (Weill 1996). Each marks the
positions of its line that go into the shared table. Once some children of a node have failed, a thread takes
marked ones last. It looks a later child up again before it searches it, and now and then looks for a node of
its line that another has settled meanwhile, which it leaves.

There are two tables, for positions with much work and with little work below them. Most nodes are near the
end of the game, where a look into a table larger than the processor's cache costs more than searching again:
``ProofGame.tiny`` and ``ProofGame.large`` are the limits.
"""
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from solver.portable cimport prefetch
from solver.search.proof cimport EXPAND_WIN, KINDS, MAX_CHILDREN, PLACES, Child, Node, ProofGame, Siblings
from solver.search.table cimport (
    UNKNOWN,
    Table,
    cluster_of,
    probe,
    store,
    table_clear,
    table_close,
    table_open,
)

cdef enum:
    ARENA = 6 * MAX_CHILDREN     # children on one line; a longer line gives up, which is never wrong
    CACHE_BYTES = 4 << 20
    MAX_LINE = 256               # plies of a resumable search
    FAILED = 2                   # children that must have failed before threads share the others out
    LOOK = 256                   # nodes between two looks at what other threads have settled
    KILLER = 60                  # bonus of a killer, on the scale of Child.order
    SECOND_KILLER = 40
    REPLY = 80                   # bonus of the move that refuted a position alike
    HISTORY = 60                 # bonus of a move that always refutes; its negative if it never does
    CERTAIN = 1024               # the history of a move that always refutes
    FORGET = 5                   # each result counts 1 / 2^FORGET
    EVALUATION_SHARE = 2         # an evaluation counts one part of so many on the scale of Child.order
    MOST_EVALUATION = 400        # evaluations beyond it, and proofs, count as much


cdef int worker_open(Worker* worker, const ProofGame* game, Table* table, uint32_t* replies,
                     const volatile int* stop) except -1:
    """Memory for one thread; raises MemoryError."""
    worker.game = game
    worker.table = table
    worker.replies = replies
    worker.stop = stop
    worker.marks = NULL
    worker.nodes = 0
    worker.arena = <Child*> malloc(ARENA * sizeof(Child))
    worker.ranks = <Rank*> malloc(ARENA * sizeof(Rank))
    worker.cache = <Table*> calloc(1, sizeof(Table))
    worker.habits = <Habits*> calloc(1, sizeof(Habits))
    worker.frames = <Frame*> malloc(MAX_LINE * sizeof(Frame))
    worker.depth = -1
    worker.deepest = 0
    worker.root_order = NULL
    worker.ordered = 0
    worker.last_move = 0
    if (worker.arena == NULL or worker.ranks == NULL or worker.cache == NULL or worker.habits == NULL
            or worker.frames == NULL):
        raise MemoryError("no memory for a search thread")
    worker.arena_end = worker.arena + ARENA
    table_open(worker.cache, CACHE_BYTES, game.guards, game.dominance_bits)
    return 0


cdef void worker_close(Worker* worker) noexcept nogil:
    if worker.cache != NULL:
        table_close(worker.cache)
    free(worker.cache)
    free(worker.arena)
    free(worker.ranks)
    free(worker.frames)
    free(worker.habits)
    worker.habits = NULL
    worker.frames = NULL
    worker.cache = NULL
    worker.arena = NULL
    worker.ranks = NULL


cdef void worker_clear(Worker* worker) noexcept nogil:
    """Forget everything that this thread learnt."""
    table_clear(worker.cache)
    memset(worker.habits, 0, sizeof(Habits))


cdef inline Table* table_for(const Worker* worker, const Child* child) noexcept nogil:
    return worker.table if child.size >= worker.game.large else worker.cache


cdef int recall(const Worker* worker, const Child* child) noexcept nogil:
    """1 or 0 when the answer for the side to move in ``child`` is known, else UNKNOWN."""
    if child.size < worker.game.tiny:
        return UNKNOWN
    return probe(table_for(worker, child), child.key, child.spot, child.dominance)


cdef void remember(const Worker* worker, const Child* child, int result, uint64_t nodes) noexcept nogil:
    if child.size >= worker.game.tiny:
        store(table_for(worker, child), child.key, child.spot, child.dominance, result, nodes)


cdef inline uint32_t* reply_of(const Worker* worker, const Node* node) noexcept nogil:
    return worker.replies + worker.game.likeness(node) % REPLIES


cdef void identify_all(const Worker* worker, Child* children, int n) noexcept nogil:
    """Fill in the keys of siblings, but of tiny ones, and fetch their entries ahead."""
    cdef Siblings shared
    cdef const Child* before = NULL
    cdef Child* child
    cdef int i
    for i in range(n):
        child = children + i
        if child.size >= worker.game.tiny:
            worker.game.identify(child, before, &shared)
            prefetch(cluster_of(table_for(worker, child), child.spot))
            before = child


cdef inline int drop_known(const Worker* worker, Child* out, int n) noexcept nogil:
    """Keep the children whose answer is not known; returns how many, or EXPAND_WIN when one wins."""
    cdef int i, r, live = 0
    for i in range(n):
        r = recall(worker, out + i)
        if r == UNKNOWN:
            if live != i:
                out[live] = out[i]
            live += 1
        elif r == <int>out[i].same:
            out[0].move = out[i].move
            return EXPAND_WIN
    return live


cdef int children_of(Worker* worker, const Node* node, Child* out) noexcept nogil:
    """The children whose answer is not known; 0: all are known to lose; EXPAND_WIN: one wins."""
    cdef int n = worker.game.expand(node, out)
    if n == EXPAND_WIN:
        return EXPAND_WIN
    identify_all(worker, out, n)
    return drop_known(worker, out, n)


cdef inline void prefer(const Worker* worker, const Child* out, uint32_t last, Place* place,
                        int n) noexcept nogil:
    """Rank the children, those higher whose moves refuted elsewhere."""
    cdef uint32_t* killers = worker.habits.killers[out[0].size % SIZES][last % PLACES]
    cdef const int16_t* history = place.history
    cdef Rank* ranks = place.ranks
    cdef uint32_t reply = place.reply[0]
    cdef int i, order
    cdef uint32_t move
    place.killers = killers
    for i in range(n):
        move = out[i].move
        order = out[i].order
        if move == killers[0]:
            order += KILLER
        elif move == killers[1]:
            order += SECOND_KILLER
        if move == reply:
            order += REPLY
        ranks[i].order = order + HISTORY * history[move % KINDS] // CERTAIN
        ranks[i].child = i


cdef inline int ranked(const Worker* worker, const Node* node, Child* out, uint32_t last,
                       Place* place) noexcept nogil:
    """``children_of`` after the move ``last``, with their ranks.

    All are ranked while their entries are fetched; the few nodes that lose some children rank again.
    """
    cdef int n, live
    place.reply = reply_of(worker, node)
    prefetch(place.reply)
    place.ranks = worker.ranks + (out - worker.arena)
    place.history = worker.habits.history[last % PLACES]
    place.killers = NULL
    place.failed = 0
    n = worker.game.expand(node, out)
    if n <= 0:
        return n
    identify_all(worker, out, n)
    prefer(worker, out, last, place, n)
    live = drop_known(worker, out, n)
    place.failed = n - live
    if live > 0 and live < n:
        prefer(worker, out, last, place, live)
    return live


cdef inline void learn(const Place* place, const Child* out, int good) noexcept nogil:
    """The child of rank ``good`` refuted after those before it had failed."""
    cdef const Rank* ranks = place.ranks
    cdef uint32_t move = out[ranks[good].child].move
    cdef int16_t* habit = &place.history[move % KINDS]
    cdef int i
    place.reply[0] = move
    if place.killers[0] != move:
        place.killers[1] = place.killers[0]
        place.killers[0] = move
    habit[0] += (CERTAIN - habit[0]) >> FORGET
    for i in range(good):
        habit = &place.history[out[ranks[i].child].move % KINDS]
        habit[0] -= (CERTAIN + habit[0]) >> FORGET


cdef inline int take_best(Rank* ranks, int at, int n) noexcept nogil:
    """Bring the highest rank from ``at`` on to ``at``; returns its child."""
    cdef int i, best = at
    cdef int32_t most = ranks[at].order
    cdef Rank swap
    for i in range(at + 1, n):
        best = i if ranks[i].order > most else best
        most = ranks[i].order if ranks[i].order > most else most
    swap = ranks[at]
    ranks[at] = ranks[best]
    ranks[best] = swap
    return ranks[at].child


cdef int search(Worker* worker, const Node* node, Child* out, uint32_t last) noexcept nogil:
    """``solve`` after the move ``last``."""
    cdef int n, i, r
    cdef uint64_t before
    cdef Place place
    cdef Child* child
    worker.nodes += 1
    if worker.nodes > worker.limit or out + MAX_CHILDREN > worker.arena_end:
        return UNKNOWN
    if worker.nodes & 15 == 0 and worker.stop[0]:
        return UNKNOWN
    n = ranked(worker, node, out, last, &place)
    if n == EXPAND_WIN:
        worker.last_move = out[0].move
        return 1
    for i in range(n):
        child = out + take_best(place.ranks, i, n)
        before = worker.nodes
        r = search(worker, &child.node, out + n, child.move)
        if r == UNKNOWN:
            return UNKNOWN
        remember(worker, child, r, worker.nodes - before)
        if r == <int>child.same:
            learn(&place, out, i)
            worker.last_move = child.move
            return 1
    return 0


cdef int solve(Worker* worker, const Node* node, Child* out) noexcept nogil:
    """1 or 0: the side to move reaches its target or does not; UNKNOWN: out of budget, or stopped."""
    return search(worker, node, out, 0)


cdef int32_t root_order_of(const Worker* worker, uint32_t move, int32_t order) noexcept nogil:
    """The order that the caller set for a root move, else the given one."""
    cdef int j
    for j in range(worker.ordered):
        if worker.root_order[j].move == move:
            return worker.root_order[j].order
    return order


cdef void apply_root_order(const Worker* worker, Child* children, int count) noexcept nogil:
    """Give the root's children the order that the caller set; several children may belong to one move."""
    cdef int i
    for i in range(count):
        children[i].order = root_order_of(worker, children[i].move, children[i].order)


cdef void record_refuted(Worker* worker, uint32_t move, uint64_t nodes) noexcept nogil:
    cdef int j
    for j in range(worker.ordered):
        if worker.root_order[j].move == move:
            worker.root_order[j].nodes += nodes + 1
            return


cdef inline bint shared(const Worker* worker, const Child* child) noexcept nogil:
    """Whether other threads dive too and can see what is found out about the child."""
    return worker.marks != NULL and child.size >= worker.game.large


cdef inline void mark(Worker* worker, const Child* child) noexcept nogil:
    if shared(worker, child):
        worker.marks[child.key % MARKS] = child.key


cdef inline void unmark(Worker* worker, const Child* child) noexcept nogil:
    if shared(worker, child) and worker.marks[child.key % MARKS] == child.key:
        worker.marks[child.key % MARKS] = 0


cdef void defer(Worker* worker, Frame* frame) noexcept nogil:
    """Take another child when the best one is being searched by another thread.

    Not before FAILED children have failed: until then the next may refute, and the others be work in vain.
    """
    cdef Rank* ranks = frame.place.ranks
    cdef const Child* child = frame.children + ranks[frame.at].child
    cdef Rank swap
    cdef int i, best = -1
    if frame.at + frame.place.failed < FAILED or worker.marks[child.key % MARKS] != child.key:
        return
    for i in range(frame.at + 1, frame.count):
        child = frame.children + ranks[i].child
        if (best < 0 or ranks[i].order > ranks[best].order) and worker.marks[child.key % MARKS] != child.key:
            best = i
    if best >= 0:
        swap = ranks[frame.at]
        ranks[frame.at] = ranks[best]
        ranks[best] = swap


cdef int overtaken(Worker* worker) noexcept nogil:
    """Leave the highest node of the line that another thread has settled meanwhile; returns its answer."""
    cdef int depth, r, i
    for depth in range(worker.depth):
        if shared(worker, worker.frames[depth].child):
            r = recall(worker, worker.frames[depth].child)
            if r != UNKNOWN:
                for i in range(depth, worker.depth):
                    unmark(worker, worker.frames[i].child)
                worker.depth = depth + 1
                return r
    return UNKNOWN


cdef void dive_start(Worker* worker) noexcept nogil:
    """Forget the line of a dive."""
    cdef int i
    for i in range(worker.depth + 1):
        unmark(worker, worker.frames[i].child)
    worker.depth = -1


cdef int after_reply(Worker* worker, const Child* child, Child* out) noexcept nogil:
    """The evaluation of a child after the best of the moves from there, for the side that moves to it.

    ``out``: free memory for the moves. One ply deeper the same evaluation errs less, since replies that win
    at once are found.
    """
    cdef int i, n, value, best = -MOST_EVALUATION
    if out + MAX_CHILDREN > worker.arena_end:
        return 0
    worker.nodes += 1
    n = children_of(worker, &child.node, out)
    if n == EXPAND_WIN:
        best = MOST_EVALUATION
    for i in range(n):
        value = worker.game.evaluate(&out[i].node)
        best = max(best, value if out[i].same else -value)
    best = min(best, MOST_EVALUATION)
    return best if child.same else -best


cdef inline int enter(Worker* worker, const Node* node, Child* out, uint32_t last) noexcept nogil:
    """Expand ``node`` at the end of the line into ``out``; 1 when a move wins at once, else UNKNOWN."""
    cdef Frame* frame = &worker.frames[worker.depth]
    cdef Rank* rank
    cdef int i
    frame.children = out
    frame.at = -1
    frame.count = ranked(worker, node, out, last, &frame.place)
    if frame.count == EXPAND_WIN:
        frame.count = 0
        if worker.depth == 0:
            worker.last_move = out[0].move
        return 1
    if worker.depth == 0:
        for i in range(frame.count):
            rank = frame.place.ranks + i
            rank.order = root_order_of(worker, out[i].move, rank.order)
    elif frame.count > 1 and out[0].size >= worker.game.evaluated:
        for i in range(frame.count):
            rank = frame.place.ranks + i
            rank.order += after_reply(worker, out + i, out + frame.count) // EVALUATION_SHARE
    return UNKNOWN


cdef inline int descend(Worker* worker, Frame* frame) noexcept nogil:
    """Go down to the best child left; returns its answer if another thread has found it, else UNKNOWN."""
    cdef int result, i = take_best(frame.place.ranks, frame.at, frame.count)
    if shared(worker, frame.children + i):
        defer(worker, frame)
        i = frame.place.ranks[frame.at].child
    frame.child = frame.children + i
    frame.before = worker.nodes
    worker.depth += 1
    if frame.at and shared(worker, frame.child):
        result = recall(worker, frame.child)
        if result != UNKNOWN:
            return result
    mark(worker, frame.child)
    return UNKNOWN


cdef int dive(Worker* worker, const Node* root) noexcept nogil:
    """Resumable ``solve``: out of budget, the caller raises ``limit`` and calls again."""
    cdef Frame* frame
    cdef Child* out = worker.arena
    cdef Child* child
    cdef const Node* node
    cdef int result
    cdef bint known
    cdef uint32_t last = 0
    if worker.depth < 0:
        worker.depth = 0
        node = root
    else:
        frame = &worker.frames[worker.depth]
        node = &frame.child.node
        last = frame.child.move
        worker.depth += 1
    while True:
        # enter ``node`` at worker.depth
        frame = &worker.frames[worker.depth]
        if worker.depth > 0:
            out = worker.frames[worker.depth - 1].children + worker.frames[worker.depth - 1].count
        else:
            out = worker.arena
        if (worker.nodes >= worker.limit or worker.depth + 1 >= MAX_LINE
                or out + MAX_CHILDREN > worker.arena_end or (worker.nodes & 15 == 0 and worker.stop[0])):
            worker.depth -= 1
            worker.nodes += 1            # past the number at which the stop was seen: no endless stop
            return UNKNOWN
        worker.nodes += 1
        if worker.depth > worker.deepest:
            worker.deepest = worker.depth
        result = UNKNOWN
        if worker.marks != NULL and worker.nodes % LOOK == 0:
            result = overtaken(worker)
        known = result != UNKNOWN
        if not known:
            result = enter(worker, node, out, last)
        # go on to the next child, or back up
        while True:
            if result == UNKNOWN:
                frame.at += 1
                if frame.at == frame.count:
                    result = 0
                else:
                    result = descend(worker, frame)
                    known = result != UNKNOWN
                    if not known:
                        node = &frame.child.node
                        last = frame.child.move
                        break
            if worker.depth == 0:
                worker.depth = -1        # no line is left: its frames may never have been filled in
                return result
            worker.depth -= 1
            frame = &worker.frames[worker.depth]
            child = frame.child
            if not known:
                remember(worker, child, result, worker.nodes - frame.before)
                unmark(worker, child)
            known = False
            if result == <int>child.same:
                result = 1
                learn(&frame.place, frame.children, frame.at)
                if worker.depth == 0:
                    worker.last_move = child.move
            else:
                result = UNKNOWN
                if worker.depth == 0:
                    record_refuted(worker, child.move, worker.nodes - frame.before)
