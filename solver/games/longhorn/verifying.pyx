"""Longhorn's positions of equal value, for the verifier of certificates.

Written from the rules alone and apart from the keys of the proof search: nothing is shared with them. Two
positions get one form only where the rules cannot tell them apart any more:

* the names of the locations matter while a start is to be chosen, and never after;
* a seat's previous square matters while a Rattlesnake or the Sheriff lies there [dangerous], and no token
  ever comes back to a square;
* single nuggets matter to an Ambush; without one on the board, and none being drawn, only the balance of both
  seats' nuggets enters the count of money;
* herds matter to an Ambush (what can be taken) and to a Rattlesnake (which colours are put back). Without
  either on the board herds only grow, by cattle from the board. So a colour without cattle on the board is
  worth nothing for good. A colour of which some have left the game can no longer make nine, and then only the
  difference of the herds enters the count.
"""
from libc.string cimport memcpy

from solver.certificate.walk cimport VerifyPlug
from solver.games.longhorn.rules cimport (
    AMBUSH,
    COLOURS,
    MAX_GOLD,
    NONE,
    PHASE_DRAW,
    PHASE_START,
    RATTLESNAKE,
    SHERIFF,
    SQUARES,
    LonghornStruct,
    on_board,
)

cdef enum:
    MIDDLE = 128                 # a balance of zero, in a byte
    ALL = 9                      # cattle of a colour in the game


cdef bint lies(const LonghornStruct* s, int token) noexcept nogil:
    """Whether a token of this kind still lies on the board."""
    cdef int square
    for square in range(SQUARES):
        if s.token[square] == token:
            return True
    return False


cdef void forget_nuggets(LonghornStruct* s) noexcept nogil:
    """Leave the balance of the nuggets alone."""
    cdef int balance = MIDDLE, i
    for i in range(MAX_GOLD):
        balance += s.gold[0][i] - s.gold[1][i]
        s.gold[0][i] = 0
        s.gold[1][i] = 0
    s.gold[0][0] = <unsigned char>balance


cdef void forget_herds(LonghornStruct* s) noexcept nogil:
    """Leave of each colour what can still count."""
    cdef int c, board
    for c in range(COLOURS):
        board = on_board(s, c)
        if board == 0:
            s.herd[0][c] = 0
            s.herd[1][c] = 0
        elif s.herd[0][c] + s.herd[1][c] + board < ALL:
            s.herd[0][c] = <unsigned char>(MIDDLE + s.herd[0][c] - s.herd[1][c])
            s.herd[1][c] = MIDDLE


cdef class LonghornVerify(VerifyPlug):
    """Longhorn for the verifier of certificates."""

    cdef int size(self, const void* state) noexcept nogil:
        cdef const LonghornStruct* s = <const LonghornStruct*> state
        cdef int square, c, total = 0
        for square in range(SQUARES):
            for c in range(COLOURS):
                total += s.cattle[square][c]
        return total

    cdef void canonical(self, const void* state, void* out) noexcept nogil:
        cdef LonghornStruct* s = <LonghornStruct*> out
        cdef int i
        cdef bint ambush
        memcpy(out, state, sizeof(LonghornStruct))
        if s.phase == PHASE_START:
            return
        s.starts = 0
        for i in range(SQUARES):
            s.place[i] = 0
        for i in range(2):
            if s.last[i] != NONE and s.token[s.last[i]] != RATTLESNAKE and s.token[s.last[i]] != SHERIFF:
                s.last[i] = NONE
        ambush = lies(s, AMBUSH) or s.phase == PHASE_DRAW
        if not ambush:
            forget_nuggets(s)
            if not lies(s, RATTLESNAKE):
                forget_herds(s)
