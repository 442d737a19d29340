"""The transposition table of the proof search: answers that bound each other by dominance."""
from libc.stdint cimport uint32_t, uint64_t

from solver.portable cimport highest_bit, product_high

cdef enum:
    CLUSTER = 8                  # entries that share an index; two cache lines
    UNKNOWN = -1
    SPLIT_BITS = 9               # how often a table can double
    SPLIT_AT = 39                # data: dominance below, then bits of the place, the answer, effort and age
    RESULT_AT = 48
    EFFORT_AT = 49
    AGE_AT = 55
    STATE_AT = 48


cdef struct Entry:
    uint64_t check               # key XOR data, so that a torn entry matches nothing
    uint64_t data


cdef struct Table:
    Entry* entries
    uint64_t first               # clusters of a new table, any number: the index is a multiply-shift
    int doublings                # that fill the memory
    uint64_t state               # doublings done << STATE_AT | clusters that the next one has not split yet
    size_t bytes
    uint64_t guards
    uint64_t fields              # mask of the dominance bits
    uint32_t age


cdef int table_open(Table* table, size_t bytes, uint64_t guards, int bits) except -1
cdef void table_close(Table* table) noexcept nogil
cdef void table_clear(Table* table) noexcept nogil
cdef int table_full(const Table* table) noexcept nogil
cdef void table_grow(Table* table, uint64_t clusters) noexcept nogil


cdef inline Entry* cluster_of(const Table* table, uint64_t spot) noexcept nogil:
    # one load, since another thread may be splitting clusters
    cdef uint64_t state = table.state
    cdef uint64_t doubled = product_high(spot, table.first << ((state >> STATE_AT) + 1))
    cdef uint64_t unsplit = state & ((<uint64_t>1 << STATE_AT) - 1)
    return table.entries + CLUSTER * (doubled >> 1 if doubled >> 1 < unsplit else doubled)


cdef inline int probe(const Table* table, uint64_t key, uint64_t spot, uint64_t dominance) noexcept nogil:
    """1 or 0: the side to move reaches its target or does not; UNKNOWN."""
    cdef Entry* entry = cluster_of(table, spot)
    cdef uint64_t data, stored
    cdef int i
    for i in range(CLUSTER):
        data = entry[i].data
        if entry[i].check ^ data != key or data == 0:
            continue
        stored = data & table.fields
        if data >> RESULT_AT & 1:
            if ((dominance | table.guards) - stored) & table.guards == table.guards:
                return 1
        elif ((stored | table.guards) - dominance) & table.guards == table.guards:
            return 0
    return UNKNOWN


cdef inline int effort_of(const Table* table, uint64_t key, uint64_t spot, uint64_t dominance,
                          int result) noexcept nogil:
    """The binary logarithm of the nodes that the known answer ``result`` took, the least of the entries that
    give it; UNKNOWN without one."""
    cdef Entry* entry = cluster_of(table, spot)
    cdef uint64_t data, stored
    cdef int i, effort, least = UNKNOWN
    for i in range(CLUSTER):
        data = entry[i].data
        if entry[i].check ^ data != key or data == 0 or <int>(data >> RESULT_AT & 1) != result:
            continue
        stored = data & table.fields
        if result:
            if ((dominance | table.guards) - stored) & table.guards != table.guards:
                continue
        elif ((stored | table.guards) - dominance) & table.guards != table.guards:
            continue
        effort = <int>(data >> EFFORT_AT & 63)
        if least == UNKNOWN or effort < least:
            least = effort
    return least


cdef inline void store(Table* table, uint64_t key, uint64_t spot, uint64_t dominance, int result,
                       uint64_t nodes) noexcept nogil:
    cdef Entry* entry = cluster_of(table, spot)
    cdef Entry* victim = entry
    cdef uint64_t data, stored, effort = highest_bit(nodes | 1)
    cdef int i, worth, least = 1 << 30
    for i in range(CLUSTER):
        data = entry[i].data
        if data == 0:
            victim = entry + i
            break
        if entry[i].check ^ data == key and (data >> RESULT_AT & 1) == <uint64_t>result:
            stored = data & table.fields
            if result and ((stored | table.guards) - dominance) & table.guards == table.guards:
                victim = entry + i
                break
            if not result and ((dominance | table.guards) - stored) & table.guards == table.guards:
                victim = entry + i
                break
        worth = <int>(data >> EFFORT_AT & 63) - (24 if (data >> AGE_AT & 255) != table.age else 0)
        victim = entry + i if worth < least else victim
        least = worth if worth < least else least
    data = (dominance | spot * table.first >> (64 - SPLIT_BITS) << SPLIT_AT | <uint64_t>result << RESULT_AT
            | effort << EFFORT_AT | <uint64_t>table.age << AGE_AT)
    victim.check = key ^ data
    victim.data = data
