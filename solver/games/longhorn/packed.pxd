"""Longhorn packed for the proof search: one cache line, seen by the side to move."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    NOWHERE = 15                 # "no square" in four bits


cdef enum PackedToken:
    T_NONE = 0
    T_BRANDING = 1
    T_SNAKEOIL = 2
    T_AMBUSH = 3
    T_RATTLESNAKE = 4
    T_EPIDEMIC = 5
    T_SHERIFF = 6
    T_GOLD = 8                   # 8 + k: a nugget of kind k, 0..5


cdef enum PackedPhase:
    P_PLAY = 0                   # the side to move steals
    P_DRAW = 1                   # the side to move stands in for the draw of its own nugget
    P_MOVE = 2                   # a nugget was drawn: only the destination is open
    P_START = 3                  # the side to move chooses where the other side starts


cdef enum Chance:
    CHANCE_NONE = 0              # no draw can matter any more
    CHANCE_HELPS = 1             # draws go as the side to move wishes
    CHANCE_HURTS = 2             # draws go as the other side wishes


cdef struct Packed:              # 64 bytes, laid over a Node
    uint16_t cattle[9]           # a nibble a colour: cattle on each square
    uint16_t occupied            # a bit a square: any cattle there
    uint16_t nuggets             # hundreds of dollars in nuggets that still lie on the board
    uint16_t unused
    uint64_t tokens              # a nibble a square: PackedToken, 0 where none lies
    uint16_t board               # a nibble a colour: cattle on the whole board
    uint16_t mine                # a nibble a colour: herd of the side to move
    uint16_t theirs              # a nibble a colour: herd of the other side
    uint16_t starts              # in P_START: a bit a square
    uint32_t my_nuggets          # a nibble a kind: how many are held
    uint32_t their_nuggets
    uint32_t worth               # a nibble a kind: hundreds of dollars
    int16_t gold                 # the money question: hundreds in nuggets, mine less theirs, less the target
    uint8_t outlaw
    uint8_t phase
    uint8_t steps                # cattle stolen this turn, in P_DRAW and P_MOVE
    uint8_t chance
    uint8_t my_bar               # where the side to move played last, while that is dangerous; else NOWHERE
    uint8_t their_bar
    uint8_t rattlesnakes         # tokens still lying on the board
    uint8_t ambushes
    uint8_t epidemics
    uint8_t sheriffs


cdef inline int nibble(uint32_t word, int at) noexcept nogil:
    return (word >> (4 * at)) & 15


cdef inline int colours_in(uint16_t cattle) noexcept nogil:
    cdef uint32_t x = cattle | cattle >> 1
    x = (x | x >> 2) & 0x1111
    return <int>(x * 0x1111 >> 12 & 7)


cdef inline int worth(const Packed* p, int kind) noexcept nogil:
    """Hundreds of dollars of a nugget of this kind."""
    return (p.worth >> (4 * kind)) & 15


cdef inline int token_at(const Packed* p, int square) noexcept nogil:
    return (p.tokens >> (4 * square)) & 15


cdef inline int dangerous(const Packed* p, int square) noexcept nogil:
    cdef int token
    if square == NOWHERE:
        return 0
    token = token_at(p, square)
    return token == T_RATTLESNAKE or token == T_SHERIFF


cdef inline int has_nine(uint16_t herd) noexcept nogil:
    # a nibble reaches 9 at the most; 9 + 7 carries into nothing but its own top bit and bit 0
    return (((herd & 0x7777) + 0x7777) & herd & 0x8888) != 0


cdef inline int margin(const Packed* p) noexcept nogil:
    cdef int total = p.gold
    cdef int c
    for c in range(4):
        total += (nibble(p.mine, c) - nibble(p.theirs, c)) * nibble(p.board, c)
    return total


cdef inline void drop_token(Packed* p, int square) noexcept nogil:
    """The token of an emptied square leaves the game."""
    cdef int token = token_at(p, square)
    p.tokens &= ~(<uint64_t>15 << (4 * square))
    if token == T_RATTLESNAKE:
        p.rattlesnakes -= 1
    elif token == T_AMBUSH:
        p.ambushes -= 1
    elif token == T_EPIDEMIC:
        p.epidemics -= 1
    elif token == T_SHERIFF:
        p.sheriffs -= 1
    elif token >= T_GOLD:
        p.nuggets -= worth(p, token - T_GOLD)


cdef inline void turn_round(Packed* p) noexcept nogil:
    """The same position and question, seen by the other side."""
    cdef uint16_t swap = p.mine
    cdef uint32_t nuggets = p.my_nuggets
    cdef uint8_t bar = p.my_bar
    p.mine = p.theirs
    p.theirs = swap
    p.my_nuggets = p.their_nuggets
    p.their_nuggets = nuggets
    p.my_bar = p.their_bar
    p.their_bar = bar
    p.gold = -p.gold - 1
    if p.chance:
        p.chance = 3 - p.chance


cdef inline void steal_nugget(Packed* p, int kind) noexcept nogil:
    p.my_nuggets += 1 << (4 * kind)
    p.their_nuggets -= 1 << (4 * kind)
    p.gold += 2 * worth(p, kind)
