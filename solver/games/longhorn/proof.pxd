"""Longhorn packed for the proof search: one cache line, seen by the side to move."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from solver.search.proof cimport Child, Node, ProofGame


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


cdef void tidy(Packed* p) noexcept nogil
cdef const ProofGame* proof_game() noexcept nogil
