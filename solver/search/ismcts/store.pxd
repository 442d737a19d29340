"""Memory of a tree: nodes in a hash table, their arms (one for each action seen) in one arena.

Both are bounded. When they are full nothing is added, and the playout policy decides instead. The table
starts small and doubles as it fills, which keeps a short search within the processor's caches.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from solver.game cimport action_t


cdef struct Arm:                    # 32 bytes: two share a cache line
    action_t action
    float mean                      # of the values backed up
    float inverse                   # 1 / visits
    uint32_t visits
    uint32_t available              # visits of the node in which the action was legal
    float learnt                    # UCB1-Tuned: mean square; regret matching: regret; Exp3: scaled gain
    float weight                    # regret matching and Exp3: mean probability of being chosen


cdef struct Node:                   # 40 bytes
    uint64_t key                    # hash of what the node stands for and of its seat
    uint32_t visits                 # 0: the slot is free
    uint32_t used                   # arms present
    uint32_t room                   # arms that fit, a power of two; 0: none yet
    Arm* arms                       # an open-addressed table of `room`; an arm is free while available is 0


cdef struct Store:
    Node* nodes
    uint64_t mask                   # slots - 1
    uint64_t count                  # nodes present
    uint64_t most                   # largest number of slots
    Arm* arena
    uint64_t taken                  # arms given out
    uint64_t arms                   # arms that the arena holds


cdef int store_open(Store* store, int64_t megabytes) noexcept nogil
cdef void store_close(Store* store) noexcept nogil
cdef bint store_grow(Store* store) noexcept nogil
cdef bint arms_grow(Store* store, Node* node, uint32_t wanted) noexcept nogil


cdef inline Node* store_find(Store* store, uint64_t key) noexcept nogil:
    """The node of a key, or the free slot where it belongs (visits 0)."""
    cdef uint64_t slot = key & store.mask
    while store.nodes[slot].visits and store.nodes[slot].key != key:
        slot = (slot + 1) & store.mask
    return &store.nodes[slot]


cdef inline bint store_full(const Store* store) noexcept nogil:
    """Whether no further node fits. The caller makes room beforehand where it can (store_grow)."""
    return 4 * (store.count + 1) > 3 * (store.mask + 1)


cdef inline uint32_t arm_slot(action_t action, uint32_t room) noexcept nogil:
    return (<uint32_t>((<uint64_t>action * <uint64_t>0x9E3779B97F4A7C15) >> 32)) & (room - 1)


cdef inline Arm* arm_find(const Node* node, action_t action) noexcept nogil:
    """The arm of an action, or the free place where it belongs (available 0). The node has room."""
    cdef uint32_t slot = arm_slot(action, node.room)
    while node.arms[slot].available and node.arms[slot].action != action:
        slot = (slot + 1) & (node.room - 1)
    return &node.arms[slot]
