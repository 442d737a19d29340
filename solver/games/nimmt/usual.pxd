"""The usual cost of cards, for players and playouts that look one trick ahead."""

from solver.games.nimmt.rules cimport NimmtStruct, deck_size

cdef enum:
    PARTS = 13                      # of the deck, of equal size, that USUAL tells apart

cdef double MEAN_HEADS              # of a card
cdef double* AHEAD                  # value of playing a card, as a share of its usual cost, by seats
cdef double USUAL[11][13]           # heads that a card costs its seat on average, by seats and part of deck


cdef inline double usual(const NimmtStruct* s, int card) noexcept nogil:
    """The average cost of a card in heads."""
    return USUAL[s.seats][(card - 1) * PARTS // deck_size(s)]
