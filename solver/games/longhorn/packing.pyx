"""Longhorn's states packed for the proof search."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver.games.longhorn.evaluation import need_weights

from solver.game cimport State
from solver.games.longhorn.packed cimport NOWHERE, P_MOVE, P_PLAY, P_START, Packed, T_GOLD
from solver.games.longhorn.proof cimport proof_game, tidy
from solver.games.longhorn.rules cimport (
    AMBUSH,
    EPIDEMIC,
    GOLD,
    MAX_GOLD,
    PHASE_MOVE,
    PHASE_PLAY,
    PHASE_START,
    RATTLESNAKE,
    SHERIFF,
    SQUARES,
    LonghornStruct,
)
from solver.search.proof cimport Node, ProofPlug


cdef int kind_of(Packed* p, int hundreds) noexcept nogil:
    """The kind of a nugget: the index of its value among the position's distinct values."""
    cdef int kind = 0
    while kind < 6 and (p.worth >> (4 * kind)) & 15 not in (0, hundreds):
        kind += 1
    p.worth |= hundreds << (4 * kind)
    return kind


cdef void pack_struct(const LonghornStruct* s, int target, int chance, Node* node) noexcept nogil:
    cdef Packed* p = <Packed*> node
    cdef int square, colour, i, token, hundreds
    cdef int me = s.turn
    memset(p, 0, sizeof(Node))
    for hundreds in range(1, 16):        # kinds in ascending order, the same for every position of a deal
        for square in range(SQUARES):
            if s.token[square] == GOLD + hundreds:
                kind_of(p, hundreds)
        for i in range(MAX_GOLD):
            if s.gold[0][i] == hundreds or s.gold[1][i] == hundreds:
                kind_of(p, hundreds)
    for square in range(SQUARES):
        for colour in range(4):
            p.cattle[square] |= s.cattle[square][colour] << (4 * colour)
            p.board += s.cattle[square][colour] << (4 * colour)
        if p.cattle[square] == 0:
            continue
        p.occupied |= 1 << square
        token = s.token[square]
        p.rattlesnakes += token == RATTLESNAKE
        p.ambushes += token == AMBUSH
        p.epidemics += token == EPIDEMIC
        p.sheriffs += token == SHERIFF
        if token >= GOLD:
            token = T_GOLD + kind_of(p, token - GOLD)
        p.tokens |= <uint64_t>token << (4 * square)
    for colour in range(4):
        p.mine |= s.herd[me][colour] << (4 * colour)
        p.theirs |= s.herd[1 - me][colour] << (4 * colour)
    for i in range(MAX_GOLD):
        if s.gold[me][i]:
            p.my_nuggets += 1 << (4 * kind_of(p, s.gold[me][i]))
            p.gold += s.gold[me][i]
        if s.gold[1 - me][i]:
            p.their_nuggets += 1 << (4 * kind_of(p, s.gold[1 - me][i]))
            p.gold -= s.gold[1 - me][i]
    p.gold -= target
    p.outlaw = s.outlaw
    p.my_bar = s.last[me]
    p.their_bar = s.last[1 - me]
    p.chance = chance
    if s.phase == PHASE_START:
        p.phase = P_START
        p.starts = s.starts
    elif s.phase == PHASE_MOVE:
        p.phase = P_MOVE
        p.steps = s.steps
        p.my_bar = NOWHERE               # the outlaw's square is empty by now, so no danger there
    else:
        p.phase = P_PLAY
    tidy(p)


cdef class LonghornProof(ProofPlug):
    """Longhorn for the proof search: decisions only; the draws between them are the caller's."""

    def __cinit__(self):
        need_weights()
        self.game = proof_game()

    cdef int pack(self, State state, int target, int chance, Node* node) except -1:
        cdef LonghornStruct* s = <LonghornStruct*> state.data
        if s.phase not in (PHASE_START, PHASE_PLAY, PHASE_MOVE):
            raise ValueError("nothing to decide in this position")
        pack_struct(s, target, chance, node)
        return s.turn

    cdef void pack_data(self, const void* state, int target, int chance, Node* node) noexcept nogil:
        pack_struct(<const LonghornStruct*> state, target, chance, node)
