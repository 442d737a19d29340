"""The memory of the transposition table: it grows with use, in huge pages where the system has them.

A new table uses two megabytes of its memory, for short proofs stay in the processor's cache so and touch no
page in vain. Half full, it doubles by linear hashing (Litwin 1980): cluster by cluster, from the last to the
first, the entries of cluster i move to 2i and 2i + 1. So no search waits for the whole to be copied. An entry
keeps the bits of its place that the doublings need. Other threads go on meanwhile: at worst one misses an
entry that is being moved, or stores one where nobody looks for it.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from solver.portable cimport pages, pages_clear, pages_free

cdef enum:
    FIRST_BYTES = 2 << 20        # a new table has between one and two times as much, if it may grow at all
    SAMPLE = 256                 # clusters that show how full a table is
    REUSED_BYTES = 8 << 20       # a table up to this size is cleared by writing, a larger one is given back


cdef int table_open(Table* table, size_t bytes, uint64_t guards, int bits) except -1:
    """Reserve a cleared table of at most ``bytes``; raises MemoryError."""
    if bits > SPLIT_AT:
        raise ValueError(f"{bits} bits of dominance: at most {SPLIT_AT} fit into an entry")
    table.first = bytes // (CLUSTER * sizeof(Entry))
    if table.first == 0:
        table.first = 1
    table.doublings = 0
    while table.doublings < SPLIT_BITS and table.first * CLUSTER * sizeof(Entry) > 2 * FIRST_BYTES:
        table.first >>= 1
        table.doublings += 1
    table.bytes = (table.first << table.doublings) * CLUSTER * sizeof(Entry)
    table.entries = <Entry*> pages(table.bytes)
    table.guards = guards
    table.fields = (<uint64_t>1 << bits) - 1
    table.state = table.first
    table.age = 1
    if table.entries == NULL:
        raise MemoryError(f"no {table.bytes >> 20} MB for the transposition table")
    return 0


cdef void table_close(Table* table) noexcept nogil:
    if table.entries != NULL:
        pages_free(table.entries, table.bytes)
        table.entries = NULL


cdef void table_clear(Table* table) noexcept nogil:
    """Forget everything and shrink to the size of a new table."""
    cdef size_t used = (table.first << (table.state >> STATE_AT)) * CLUSTER * sizeof(Entry)
    if table.state != table.first << (table.state >> STATE_AT) | table.state >> STATE_AT << STATE_AT:
        used *= 2                # in the middle of a doubling
    if used <= REUSED_BYTES:
        memset(table.entries, 0, used)
    else:
        pages_clear(table.entries, used)
    table.state = table.first
    table.age = 1


cdef inline uint64_t sampled(const Table* table, uint64_t* clusters) noexcept nogil:
    """The entries in use among the first ``clusters``, whose number is at most SAMPLE."""
    cdef uint64_t i, used = 0
    clusters[0] = SAMPLE if table.first > SAMPLE else table.first
    for i in range(clusters[0] * CLUSTER):
        used += table.entries[i].data != 0
    return used


cdef int table_full(const Table* table) noexcept nogil:
    """Share of the memory filled with entries, in permille, by a sample."""
    cdef uint64_t clusters
    cdef uint64_t used = sampled(table, &clusters)
    return <int>(1000 * used // (clusters * CLUSTER) >> (table.doublings - <int>(table.state >> STATE_AT)))


cdef void split(Table* table, uint64_t i, int level) noexcept nogil:
    """Move the entries of cluster ``i`` to their places in a table that has doubled once more."""
    cdef Entry[CLUSTER] old
    cdef Entry* source = table.entries + CLUSTER * i
    cdef Entry* low = table.entries + 2 * CLUSTER * i
    cdef int k, n[2]
    cdef int bit
    memcpy(old, source, sizeof(old))
    memset(source, 0, sizeof(old))
    memset(low, 0, 2 * sizeof(old))
    n[0] = n[1] = 0
    for k in range(CLUSTER):
        if old[k].data:
            bit = old[k].data >> (SPLIT_AT + SPLIT_BITS - 1 - level) & 1
            low[bit * CLUSTER + n[bit]] = old[k]
            n[bit] += 1


cdef void table_grow(Table* table, uint64_t clusters) noexcept nogil:
    """Split so many clusters if the table is half full, or in the middle of a doubling. For one thread."""
    cdef int level = <int>(table.state >> STATE_AT)
    cdef uint64_t base = table.first << level
    cdef uint64_t unsplit = table.state & ((<uint64_t>1 << STATE_AT) - 1)
    cdef uint64_t seen
    if level == table.doublings:
        return
    if unsplit == base and 2 * sampled(table, &seen) < seen * CLUSTER:
        return
    while clusters and unsplit:
        clusters -= 1
        unsplit -= 1
        split(table, unsplit, level)
    if unsplit == 0:
        level += 1
        unsplit = 2 * base
    table.state = <uint64_t>level << STATE_AT | unsplit
