"""The memory of the transposition table: allocated in huge pages where the system has them."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver.portable cimport pages, pages_free


cdef int table_open(Table* table, size_t bytes, uint64_t guards, int bits) except -1:
    """Allocate a cleared table of at most ``bytes``; raises MemoryError."""
    table.clusters = bytes // (CLUSTER * sizeof(Entry))
    if table.clusters == 0:
        table.clusters = 1
    table.bytes = table.clusters * CLUSTER * sizeof(Entry)
    table.entries = <Entry*> pages(table.bytes)
    table.guards = guards
    table.fields = (<uint64_t>1 << bits) - 1
    table.age = 1
    if table.entries == NULL:
        raise MemoryError(f"no {table.bytes >> 20} MB for the transposition table")
    return 0


cdef void table_close(Table* table) noexcept nogil:
    if table.entries != NULL:
        pages_free(table.entries, table.bytes)
        table.entries = NULL


cdef void table_clear(Table* table) noexcept nogil:
    memset(table.entries, 0, table.bytes)
    table.age = 1


cdef int table_full(const Table* table) noexcept nogil:
    """Share of the table filled with answers of this search, in permille, by a sample."""
    cdef uint64_t i, used = 0, sample = 1000
    if table.clusters < sample:
        sample = table.clusters
    for i in range(sample * CLUSTER):
        used += table.entries[i].data != 0
    return <int>(1000 * used // (sample * CLUSTER))
