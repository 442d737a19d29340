"""Memory of a tree; see store.pxd."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef enum:
    FIRST_SLOTS = 4096
    NODE_SHARE = 4                  # one part in so many of the memory is for nodes, the rest for arms


cdef int store_open(Store* store, int64_t megabytes) noexcept nogil:
    """Allocate; 0, or -1 when there is no memory. The arena's pages are touched as they are used."""
    cdef uint64_t size = <uint64_t>megabytes << 20
    memset(store, 0, sizeof(Store))
    store.most = FIRST_SLOTS
    # while the table doubles, the old and the new one exist side by side
    while 3 * store.most * sizeof(Node) <= size // NODE_SHARE:
        store.most *= 2
    store.nodes = <Node*>calloc(FIRST_SLOTS, sizeof(Node))
    store.mask = FIRST_SLOTS - 1
    store.arms = (size - size // NODE_SHARE) // sizeof(Arm)
    store.arena = <Arm*>malloc(store.arms * sizeof(Arm))
    if store.nodes == NULL or store.arena == NULL:
        store_close(store)
        return -1
    return 0


cdef void store_close(Store* store) noexcept nogil:
    free(store.nodes)
    free(store.arena)
    memset(store, 0, sizeof(Store))


cdef bint store_grow(Store* store) noexcept nogil:
    """Double the table if its limit allows; returns whether it did. It invalidates pointers to nodes."""
    cdef uint64_t slots = store.mask + 1
    cdef uint64_t i
    cdef Node* old = store.nodes
    cdef Node* fresh
    if 2 * slots > store.most:
        return False
    fresh = <Node*>calloc(2 * slots, sizeof(Node))
    if fresh == NULL:
        store.most = slots
        return False
    store.nodes = fresh
    store.mask = 2 * slots - 1
    for i in range(slots):
        if old[i].visits:
            store_find(store, old[i].key)[0] = old[i]
    free(old)
    return True


cdef bint arms_grow(Store* store, Node* node, uint32_t wanted) noexcept nogil:
    """Give a node room for at least `wanted` arms; returns whether the arena had it. Its arms move."""
    cdef uint32_t room = 4
    cdef uint32_t i
    cdef Arm* old = node.arms
    cdef uint32_t old_room = node.room
    while 3 * room < 4 * wanted:
        room *= 2
    if room <= old_room:
        return True
    if store.taken + room > store.arms:
        return False
    node.arms = &store.arena[store.taken]
    node.room = room
    store.taken += room
    memset(node.arms, 0, room * sizeof(Arm))
    for i in range(old_room):
        if old[i].available:
            arm_find(node, old[i].action)[0] = old[i]
    return True
