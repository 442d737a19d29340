"""Proof-number search (Allis 1994) whose leaves are bounded depth-first searches.

Depth-first search alone wastes its time on wrong choices high in the tree; the tree leads it to where the
proof seems cheapest. Numbers are those of the side to move: ``proof`` for "reaches the target", ``disproof``
for "does not". One good child proves a node, so ``proof`` is the least over the children. Every child must
fail to disprove it; ``disproof`` is then the largest plus a step for each further child, instead of the sum,
because transpositions make a sum count the same work many times.

Several threads share a tree under one lock held by the caller. A leaf that is being searched is ``busy`` and
looks expensive, so the next thread goes elsewhere.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from solver.portable cimport pages, pages_free
from solver.search.alphabeta cimport Worker, record_refuted, remember
from solver.search.proof cimport Child, Node, Siblings
from solver.search.table cimport UNKNOWN

cdef enum:
    BUSY_COST = 1 << 20
    STEP = 4                     # added for each further child at a node where all must be refuted
    SLOPE = 8                    # difference in ``order`` that adds one to the initial proof number


cdef int pool_open(Pool* pool, size_t bytes) except -1:
    """Room for as many branches as fit into ``bytes``, 64 at least; raises MemoryError."""
    cdef size_t size = bytes // sizeof(Branch)
    if size < 64:
        size = 64
    if size > 0x7FFFFFFF:
        size = 0x7FFFFFFF
    pool.branches = <Branch*> pages(size * sizeof(Branch))
    if pool.branches == NULL:
        raise MemoryError(f"no {bytes >> 20} MB for the proof tree")
    pool.size = <uint32_t>size
    pool_reset(pool)
    return 0


cdef void pool_close(Pool* pool) noexcept nogil:
    if pool.branches != NULL:
        pages_free(pool.branches, pool.size * sizeof(Branch))
        pool.branches = NULL


cdef void pool_reset(Pool* pool) noexcept nogil:
    pool.used = 1
    pool.free = NONE
    pool.live = 0


cdef inline uint32_t take(Pool* pool) noexcept nogil:
    cdef uint32_t i = pool.free
    if i != NONE:
        pool.free = pool.branches[i].next
    else:
        i = pool.used
        pool.used += 1
    pool.live += 1
    return i


cdef inline void give(Pool* pool, uint32_t i) noexcept nogil:
    pool.branches[i].next = pool.free
    pool.free = i
    pool.live -= 1


cdef void prune(Pool* pool, uint32_t i) noexcept nogil:
    """Free a branch and all below it; a busy branch is freed when its thread returns."""
    cdef Branch* b = pool.branches + i
    cdef uint32_t child = b.first
    cdef uint32_t next
    while child != NONE:
        next = pool.branches[child].next
        prune(pool, child)
        child = next
    if b.busy:
        b.dead = 1
        b.first = NONE
    else:
        give(pool, i)


cdef void tree_open(Tree* tree, Pool* pool, const Node* node, const Worker* worker) noexcept nogil:
    cdef uint32_t i = take(pool)
    cdef Branch* b = pool.branches + i
    cdef Siblings shared
    memset(b, 0, sizeof(Branch))
    b.child.node = node[0]
    b.child.same = 1
    b.child.size = 0xFFFF
    worker.game.identify(&b.child, NULL, &shared)
    b.proof = 1
    b.disproof = 1
    tree.pool = pool
    tree.root = i
    tree.result = UNKNOWN
    tree.depth = 0


cdef uint32_t tree_select(Tree* tree) noexcept nogil:
    """The leaf to search next, marked busy; NONE when every promising one is busy already."""
    cdef Branch* pool = tree.pool.branches
    cdef uint32_t i = tree.root, child, best
    cdef uint32_t cost, least, depth = 0
    while pool[i].first != NONE:
        best = NONE
        least = 0xFFFFFFFF
        child = pool[i].first
        while child != NONE:
            cost = pool[child].proof if pool[child].child.same else pool[child].disproof
            if cost < least or (cost == least and pool[child].child.order > pool[best].child.order):
                least = cost
                best = child
            child = pool[child].next
        i = best
        depth += 1
    if pool[i].busy:
        return NONE
    if depth > tree.depth:
        tree.depth = depth
    pool[i].busy = 1
    pool[i].proof += BUSY_COST
    pool[i].disproof += BUSY_COST
    refresh(tree, NULL, pool[i].parent)
    return i


cdef inline uint32_t capped(uint64_t x) noexcept nogil:
    return <uint32_t>x if x < INFINITE - 1 else INFINITE - 1


cdef void refresh(Tree* tree, Worker* worker, uint32_t i) noexcept nogil:
    """Update the numbers from branch ``i`` to the root; settle branches that became certain."""
    cdef Branch* pool = tree.pool.branches
    cdef Branch* b
    cdef Branch* c
    cdef uint32_t child, next, previous, win, lose, proof
    cdef uint64_t most, count
    cdef int result
    while i != NONE:
        b = pool + i
        proof = INFINITE
        most = count = 0
        result = UNKNOWN
        previous = NONE
        child = b.first
        while child != NONE:
            c = pool + child
            next = c.next
            win = c.proof if c.child.same else c.disproof
            lose = c.disproof if c.child.same else c.proof
            if win == 0:
                result = 1
                if i == tree.root and worker != NULL:
                    worker.last_move = c.child.move
                break
            if lose == 0:
                if i == tree.root and worker != NULL:
                    record_refuted(worker, c.child.move, c.nodes)
                if previous == NONE:
                    b.first = next
                else:
                    pool[previous].next = next
                prune(tree.pool, child)
            else:
                if win < proof:
                    proof = win
                if lose > most:
                    most = lose
                count += 1
                previous = child
            child = next
        if result == UNKNOWN and count == 0:
            result = 0
        if result != UNKNOWN:
            b.proof = 0 if result else INFINITE
            b.disproof = INFINITE if result else 0
            if worker != NULL:
                remember(worker, &b.child, result, b.nodes)
            child = b.first
            b.first = NONE
            while child != NONE:
                next = pool[child].next
                prune(tree.pool, child)
                child = next
            if i == tree.root:
                tree.result = result
        else:
            b.proof = proof
            b.disproof = capped(most + STEP * (count - 1))
        i = b.parent


cdef void tree_finish(Tree* tree, Worker* worker, uint32_t leaf, int result, uint64_t nodes,
                      const Child* children, int count) noexcept nogil:
    """Enter the result of a leaf search: an answer, or the children whose answers are open."""
    cdef Pool* pool = tree.pool
    cdef Branch* b = pool.branches + leaf
    cdef Branch* c
    cdef uint32_t i, last = NONE, up
    cdef int32_t top = -2147483647
    cdef int j
    b.busy = 0
    if b.dead:
        b.dead = 0
        give(pool, leaf)
        return
    up = leaf
    while up != NONE:
        pool.branches[up].nodes += nodes
        up = pool.branches[up].parent
    if result != UNKNOWN:
        b.proof = 0 if result else INFINITE
        b.disproof = INFINITE if result else 0
        remember(worker, &b.child, result, b.nodes)
        if leaf == tree.root:
            tree.result = result
    else:
        b.proof -= BUSY_COST
        b.disproof -= BUSY_COST
        if count == 0:
            if b.tries < 40:
                b.tries += 1
        else:
            for j in range(count):
                if children[j].order > top:
                    top = children[j].order
            for j in range(count):
                i = take(pool)
                c = pool.branches + i
                memset(c, 0, sizeof(Branch))
                c.child = children[j]
                c.parent = leaf
                c.proof = 1
                c.disproof = 1
                if c.child.same:
                    c.proof += <uint32_t>(top - children[j].order) // SLOPE
                else:
                    c.disproof += <uint32_t>(top - children[j].order) // SLOPE
                if last == NONE:
                    b.first = i
                else:
                    pool.branches[last].next = i
                last = i
    refresh(tree, worker, b.parent if b.first == NONE else leaf)
