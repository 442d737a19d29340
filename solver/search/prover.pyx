"""Proof of the value of one position: threads, questions and budgets over the proof searches.

A value is settled by questions with two answers:

=========  ================================  =======================
question   the side to move ...              an answer that settles
=========  ================================  =======================
WIN_HURT   wins, draws going against it      yes: the value is 1
SAFE_HELP  does not lose, draws helping it   no: the value is -1
SAFE_HURT  does not lose, draws against it   yes: the value is >= 0
WIN_HELP   wins, draws helping it            no: the value is <= 0
=========  ================================  =======================

If no draw can matter, the lower two equal the upper two. A value that stays open between the bounds depends
on the odds of a draw.

Two searches share one table: a depth-first search that can be resumed, and a proof-number tree with bounded
depth-first leaves. Proofs differ wildly in size, and neither search is always the faster one. Every thread
alternates between them. All threads dive for the same question and share its tree.
"""
import threading

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from solver.game cimport State
from solver.clock cimport now
from solver.portable cimport lock_spin, unlock_spin, yield_thread
from solver.search.alphabeta cimport (
    MARKS,
    REPLIES,
    RootOrder,
    Worker,
    apply_root_order,
    children_of,
    dive,
    dive_start,
    identify_all,
    recall,
    solve,
    worker_clear,
    worker_close,
    worker_open,
)
from solver.search.proof cimport DRAWS_HELP, DRAWS_HURT, EXPAND_WIN, MAX_CHILDREN, Child, Node, ProofPlug
from solver.search.table cimport UNKNOWN, table_clear, table_close, table_full, table_grow, table_open
from solver.search.tree cimport (
    Tree,
    pool_close,
    pool_open,
    pool_reset,
    tree_finish,
    tree_open,
    tree_select,
)
from solver.stop cimport StopFlag

cdef enum:
    WIN_HURT = 0
    SAFE_HELP = 1
    SAFE_HURT = 2
    WIN_HELP = 3
    QUESTIONS = 4
    SLICE = 20000                # nodes between two looks at the clock
    GROW = 2000                  # clusters that a growing table splits after each slice, for each thread
    LEAF = 300                   # nodes of a leaf search of the tree; doubled each time once memory is full
    DIVES = 20                   # a thread alternates between so many slices of diving and of growing
    GROWTHS = 1
    MATE = 1000000               # estimates: won for certain


CERTAIN = MATE // 2              # estimates beyond +-CERTAIN are proofs, apart from chance draws


cdef class Prover:
    """Prover of values of one game's positions; keeps its table from one position to the next.

    ``hash_mb``: megabytes for the table and the tree; ``threads``: at least 1.
    Raises MemoryError when the memory cannot be allocated.
    """

    def __cinit__(self, ProofPlug plug, int hash_mb, int threads):
        cdef size_t bytes = <size_t>hash_mb << 20
        cdef int i
        if threads < 1 or threads > MAX_THREADS:
            raise ValueError(f"threads is {threads}: should be 1 to {MAX_THREADS}")
        self.plug = plug
        self.own_stop = StopFlag()
        self.threads = threads
        self.worker_count = 2 * threads
        self.workers = <Worker*> calloc(self.worker_count, sizeof(Worker))
        self.replies = <uint32_t*> calloc(REPLIES, sizeof(uint32_t))
        self.marks = <uint64_t*> calloc(MARKS, sizeof(uint64_t))
        if self.workers == NULL or self.replies == NULL or self.marks == NULL:
            raise MemoryError("no memory for the search threads")
        table_open(&self.table, bytes - bytes // 4, plug.game.guards, plug.game.dominance_bits)
        pool_open(&self.pool, bytes // 4)
        for i in range(self.worker_count):
            worker_open(&self.workers[i], plug.game, &self.table, self.replies, &self.own_stop.value)
            if threads > 1:
                self.workers[i].marks = self.marks

    def __dealloc__(self):
        cdef int i
        if self.workers != NULL:
            for i in range(self.worker_count):
                worker_close(&self.workers[i])
            free(self.workers)
        free(self.replies)
        free(self.marks)
        table_close(&self.table)
        pool_close(&self.pool)
        free(self.root_order)

    def clear(self):
        """Forget everything: the next search behaves like the first."""
        cdef int i
        table_clear(&self.table)
        memset(self.replies, 0, REPLIES * sizeof(uint32_t))
        for i in range(self.worker_count):
            worker_clear(&self.workers[i])

    def open(self, State state, root_order=(), bint doubtful=False):
        """Open a position in which a seat has to decide.

        ``root_order``: pairs (action, order) for the root move ordering (larger first); ``doubtful``: the
        position looks lost, so that question comes first.
        """
        cdef int q, i
        targets = {WIN_HURT: (1, DRAWS_HURT), SAFE_HELP: (0, DRAWS_HELP), SAFE_HURT: (0, DRAWS_HURT),
                   WIN_HELP: (1, DRAWS_HELP)}
        for q in range(QUESTIONS):
            target, draws = targets[q]
            self.plug.pack(state, target, draws, &self.nodes[q])
            self.answers[q] = UNKNOWN
            self.moves[q] = 0
        self.chance = memcmp(&self.nodes[WIN_HURT], &self.nodes[WIN_HELP], sizeof(Node)) != 0
        for i, q in enumerate((SAFE_HELP, WIN_HURT, WIN_HELP, SAFE_HURT) if doubtful
                              else (WIN_HURT, SAFE_HELP, SAFE_HURT, WIN_HELP)):
            self.asked[i] = q
        free(self.root_order)
        self.root_order = NULL
        self.ordered = len(root_order)
        if self.ordered:
            self.root_order = <RootOrder*> calloc(2 * self.ordered, sizeof(RootOrder))
            if self.root_order == NULL:
                raise MemoryError("no memory for the root moves")
            for i, (action, order) in enumerate(root_order):
                for q in range(2):
                    self.root_order[i + q * self.ordered].move = action
                    self.root_order[i + q * self.ordered].order = order
        pool_reset(&self.pool)
        for q in range(QUESTIONS):
            tree_open(&self.trees[q], &self.pool, &self.nodes[q], &self.workers[0])
        self.table.age = (self.table.age + 1) & 255
        for i in range(self.worker_count):
            dive_start(&self.workers[i])
            self.workers[i].nodes = 0
            self.workers[i].deepest = 0
            self.workers[i].root_order = (self.root_order if i < self.threads
                                          else self.root_order + self.ordered)
            self.workers[i].ordered = self.ordered
        for i in range(self.threads):
            self.diving[i] = -1
            self.turn[i] = i * (DIVES + GROWTHS) // self.threads     # not all in the tree at once
        self.opened = True

    cdef void settle(self, int q, int answer, uint32_t move) noexcept nogil:
        """Enter an answer and its consequences. The caller holds the lock."""
        cdef int twin
        if self.answers[q] != UNKNOWN:
            return
        self.answers[q] = answer
        self.moves[q] = move
        if not self.chance:
            twin = 3 - q
            self.answers[twin] = answer
            self.moves[twin] = move
        if q == WIN_HURT and answer == 1:
            self.settle(SAFE_HURT, 1, move)
            self.settle(WIN_HELP, 1, move)
        if q == SAFE_HURT and answer == 1:
            self.settle(SAFE_HELP, 1, move)
        if q == SAFE_HELP and answer == 0:
            self.settle(SAFE_HURT, 0, 0)
            self.settle(WIN_HELP, 0, 0)
        if q == WIN_HELP and answer == 0:
            self.settle(WIN_HURT, 0, 0)

    cdef bint settled(self) noexcept nogil:
        cdef int q
        if self.answers[WIN_HURT] == 1 or self.answers[SAFE_HELP] == 0:
            return True
        for q in range(QUESTIONS):
            if self.answers[q] == UNKNOWN:
                return False
        return True

    cdef int next_question(self) noexcept nogil:
        """The first open question in the order of asking, or -1."""
        cdef int i
        for i in range(QUESTIONS):
            if self.answers[self.asked[i]] == UNKNOWN:
                return self.asked[i]
        return -1

    cdef uint64_t slice_nodes(self) noexcept nogil:
        cdef uint64_t used = self.total_nodes()
        if used >= self.node_limit:
            return 1
        return SLICE if self.node_limit - used > SLICE else self.node_limit - used

    cdef void dive_slice(self, int index) noexcept nogil:
        cdef Worker* worker = &self.workers[index]
        cdef int r, q = self.diving[index]
        if q < 0 or self.answers[q] != UNKNOWN:
            q = self.diving[index] = self.next_question()
            if q < 0:
                return
            dive_start(worker)
        worker.limit = worker.nodes + self.slice_nodes()
        r = dive(worker, &self.nodes[q])
        if r != UNKNOWN:
            lock_spin(&self.lock)
            self.settle(q, r, worker.last_move)
            unlock_spin(&self.lock)

    cdef int pick_tree(self) noexcept nogil:
        """The open question that looks cheapest to settle now."""
        cdef int a = UNKNOWN, b = UNKNOWN
        if self.answers[WIN_HURT] == UNKNOWN:
            a = WIN_HURT
        elif self.chance and self.answers[WIN_HELP] == UNKNOWN:
            a = WIN_HELP
        if self.answers[SAFE_HELP] == UNKNOWN:
            b = SAFE_HELP
        elif self.chance and self.answers[SAFE_HURT] == UNKNOWN:
            b = SAFE_HURT
        if a == UNKNOWN or b == UNKNOWN:
            return a if b == UNKNOWN else b
        if (self.pool.branches[self.trees[a].root].proof
                <= self.pool.branches[self.trees[b].root].disproof):
            return a
        return b

    cdef void grow_slice(self, Worker* worker) noexcept nogil:
        cdef uint64_t before, end = worker.nodes + self.slice_nodes()
        cdef uint32_t leaf
        cdef Tree* tree
        cdef Child child
        cdef int q, r, n
        cdef uint64_t budget
        while worker.nodes < end and not worker.stop[0]:
            lock_spin(&self.lock)
            q = self.pick_tree()
            if q < 0:
                unlock_spin(&self.lock)
                return
            tree = &self.trees[q]
            leaf = tree_select(tree)
            if leaf == 0:
                unlock_spin(&self.lock)
                yield_thread()
                worker.nodes += 1
                continue
            child = self.pool.branches[leaf].child
            budget = <uint64_t>LEAF << self.pool.branches[leaf].tries
            unlock_spin(&self.lock)
            before = worker.nodes
            n = 0
            # the table knows no moves, so the root itself is always searched
            r = recall(worker, &child) if leaf != tree.root else UNKNOWN
            if r == UNKNOWN:
                worker.limit = before + budget
                r = solve(worker, &child.node, worker.arena)
            if r == UNKNOWN:
                n = children_of(worker, &child.node, worker.arena)
                if n == EXPAND_WIN:
                    r = 1
                    n = 0
                    if leaf == tree.root:
                        worker.last_move = worker.arena[0].move
                elif n == 0:
                    r = 0
                elif leaf == tree.root and worker.ordered:
                    apply_root_order(worker, worker.arena, n)
            lock_spin(&self.lock)
            if r == UNKNOWN and self.pool.live + n + 2 >= self.pool.size:
                n = 0                    # no room to grow: search the leaf deeper instead
            tree_finish(tree, worker, leaf, r, worker.nodes - before, worker.arena, n)
            if tree.result != UNKNOWN:
                self.settle(q, tree.result, worker.last_move)
            unlock_spin(&self.lock)

    cdef uint64_t total_nodes(self) noexcept nogil:
        cdef uint64_t total = 0
        cdef int i
        for i in range(self.worker_count):
            total += self.workers[i].nodes
        return total

    cdef bint done(self) noexcept nogil:
        return (self.settled() or self.workers[0].stop[0] or now() >= self.deadline
                or self.total_nodes() >= self.node_limit)

    cdef void work(self, int index) noexcept nogil:
        while not self.done():
            if index == 0:
                table_grow(&self.table, <uint64_t>GROW * self.threads)
            if self.turn[index] < DIVES:
                self.dive_slice(index)
            else:
                self.grow_slice(&self.workers[self.threads + index])
            self.turn[index] = (self.turn[index] + 1) % (DIVES + GROWTHS)

    def _work(self, int index):
        with nogil:
            self.work(index)

    def run(self, double seconds, uint64_t nodes, StopFlag stop):
        """Continue for at most so many seconds and nodes; True when every question is settled."""
        cdef int i
        if not self.opened:
            raise ValueError("no position is open")
        for i in range(self.worker_count):
            self.workers[i].stop = &stop.value
        self.deadline = now() + seconds
        self.node_limit = self.total_nodes() + nodes
        helpers = [threading.Thread(target=self._work, args=(i,), daemon=True)
                   for i in range(1, self.threads)]
        for helper in helpers:
            helper.start()
        self._work(0)
        for helper in helpers:
            helper.join()
        for i in range(self.worker_count):
            self.workers[i].stop = &self.own_stop.value
        return self.settled()

    @property
    def lower(self):
        """Lower bound of the value for the side to move: -1, 0 or 1."""
        if self.answers[WIN_HURT] == 1:
            return 1
        return 0 if self.answers[SAFE_HURT] == 1 else -1

    @property
    def upper(self):
        """Upper bound of the value for the side to move: -1, 0 or 1."""
        if self.answers[SAFE_HELP] == 0:
            return -1
        return 0 if self.answers[WIN_HELP] == 0 else 1

    @property
    def best(self):
        """The action that reaches the lower bound, or None."""
        if self.answers[WIN_HURT] == 1:
            return self.moves[WIN_HURT]
        return self.moves[SAFE_HURT] if self.answers[SAFE_HURT] == 1 else None

    @property
    def refuted(self):
        """Nodes spent on refuting each root action that is refuted so far."""
        return {self.root_order[i].move: self.root_order[i].nodes + self.root_order[i + self.ordered].nodes
                for i in range(self.ordered)}

    def unfailed(self, bint safe=False):
        """What the table knows about the moves of the open position: (an action that succeeds or None, the
        set of actions not known to fail). The question is WIN_HURT, or with ``safe`` SAFE_HELP.

        Actions that an unfinished search has refuted are left out of the set. Where one succeeds the set
        is empty.
        """
        cdef Worker* worker = &self.workers[self.threads]
        cdef int n = children_of(worker, &self.nodes[SAFE_HELP if safe else WIN_HURT], worker.arena)
        if n == EXPAND_WIN:
            return worker.arena[0].move, set()
        return None, {worker.arena[i].move for i in range(n)}

    def lesson(self, rng, int walks, int least):
        """Positions with known answers below the open one, to learn from: a list of (node, answer).

        ``rng``: an Rng; each of so many random walks goes through children that the table knows, of size
        ``least`` or more, below one of the questions. ``node``: the packed question, 64 bytes; ``answer``:
        1 or 0 for the side to move there. No node comes twice.
        """
        cdef Worker* worker = &self.workers[self.threads]
        cdef Child* arena = worker.arena
        cdef Node node
        cdef int n, i, _walk
        found = {}
        for _walk in range(walks):
            node = self.nodes[rng.below(QUESTIONS)]
            while True:
                n = worker.game.expand(&node, arena)
                if n <= 0:
                    break
                identify_all(worker, arena, n)
                known = [i for i in range(n)
                         if arena[i].size >= least and recall(worker, arena + i) != UNKNOWN]
                if not known:
                    break
                i = known[rng.below(len(known))]
                node = arena[i].node
                found[(<char*> &node)[:sizeof(Node)]] = recall(worker, arena + i)
        return list(found.items())

    @property
    def lucky(self):
        """Whether draws of the open position can matter, so that its questions come in two kinds."""
        return bool(self.chance)

    @property
    def nodes_searched(self):
        """Nodes expanded since the position was opened."""
        return self.total_nodes()

    @property
    def seldepth(self):
        """The longest line so far, in plies."""
        cdef int q, i, depth = 0
        for i in range(self.threads):
            if self.workers[i].deepest + 1 > depth:
                depth = self.workers[i].deepest + 1
        for q in range(QUESTIONS):
            if <int>self.trees[q].depth + 1 > depth:
                depth = <int>self.trees[q].depth + 1
        return depth

    @property
    def hashfull(self):
        """Share of the table in use, in permille."""
        return table_full(&self.table)

    def estimate(
        self, State state, int depth, double seconds, uint64_t nodes, StopFlag stop, bint safe=False
    ):
        """Values of the root moves by a search of ``depth`` plies with the game's own estimate at its leaves.

        Returns (list of (action, value), nodes), or (None, nodes) when time, nodes or stop ended it. The
        value estimates that the side to move wins, draws going against it, or with ``safe`` that it does not
        lose, draws helping it: 90 times the logit of the chance. Beyond +-CERTAIN the answer is certain.
        Moves that are missing fail for certain.
        """
        cdef Node node
        cdef Worker* worker = &self.workers[self.threads]
        cdef int n, i, value
        cdef uint64_t before = worker.nodes
        cdef double deadline = now() + seconds
        self.plug.pack(state, 0 if safe else 1, DRAWS_HELP if safe else DRAWS_HURT, &node)
        worker.stop = &stop.value
        worker.limit = before + nodes
        values = {}
        n = children_of(worker, &node, worker.arena)
        if n == EXPAND_WIN:
            worker.stop = &self.own_stop.value
            return [(worker.arena[0].move, MATE)], 1
        complete = True
        for i in range(n):
            with nogil:
                value = guess(worker, &worker.arena[i].node, worker.arena + n, depth - 1, -MATE, MATE, 1,
                              deadline)
            if value == ABORTED:
                complete = False
                break
            if not worker.arena[i].same:
                value = -value
            action = worker.arena[i].move
            if action not in values or values[action] < value:
                values[action] = value
        worker.stop = &self.own_stop.value
        return (list(values.items()) if complete else None), worker.nodes - before


cdef enum:
    ABORTED = 1 << 29


cdef int guess(Worker* worker, const Node* node, Child* out, int depth, int alpha, int beta, int ply,
               double deadline) noexcept nogil:
    """Depth-limited alpha-beta (fail-hard); the evaluation of a leaf is its best child's worth."""
    cdef int n, i, j, best, value
    cdef Child swap
    worker.nodes += 1
    if worker.nodes & 255 == 0 and (worker.stop[0] or now() > deadline):
        return ABORTED
    if worker.nodes > worker.limit or out + MAX_CHILDREN > worker.arena_end:
        return ABORTED
    n = children_of(worker, node, out)
    if n == EXPAND_WIN:
        return MATE - ply
    if n == 0:
        return ply - MATE
    if depth <= 0:
        return worker.game.evaluate(node)
    for i in range(n):
        best = i
        for j in range(i + 1, n):
            if out[j].order > out[best].order:
                best = j
        if best != i:
            swap = out[i]
            out[i] = out[best]
            out[best] = swap
        if out[i].same:
            value = guess(worker, &out[i].node, out + n, depth - 1, alpha, beta, ply + 1, deadline)
        else:
            value = guess(worker, &out[i].node, out + n, depth - 1, -beta, -alpha, ply + 1, deadline)
            if value != ABORTED:
                value = -value
        if value == ABORTED:
            return ABORTED
        if value > alpha:
            alpha = value
            if alpha >= beta:
                return beta
    return alpha
