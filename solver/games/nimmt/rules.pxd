"""6 nimmt!'s flat state, its action layout and the small functions that a search wants inlined."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from solver.game cimport Rules, action_t
from solver.rng cimport rng_t

cdef enum:
    MOST_SEATS = 10
    CARDS = 104                     # the full deck: 1 .. CARDS
    HAND = 10                       # cards dealt to a seat, and so tricks of a round
    ROWS = 4
    ROW_FULL = 5                    # cards that a row holds at most

    # `chosen`
    OPEN = 0                        # the seat has not committed a card
    HIDDEN = 255                    # it has, and the viewer has not seen which

    NO_ROW = 255                    # `took`: nobody undercut in that trick

    # `phase`
    PHASE_PLAY = 0                  # the seats commit a card each
    PHASE_REVEAL = 1                # views only: all have committed, the cards of others are shown one by one
    PHASE_ROW = 2                   # the cards lie open; seat `turn` undercut all rows and chooses one
    PHASE_DEAL = 3                  # chance deals; with nothing dealt yet the round before still lies there
    PHASE_DRAFT = 4                 # seat `turn` takes an open card
    PHASE_OVER = 5


# Cards are 1 .. 104; card c is bit (c & 63) of word (c >> 6) of a two-word set.
cdef struct NimmtStruct:            # 376 bytes, no padding; the first 88 are common knowledge
    uint64_t seen[2]                # all cards that were shown to all in this round, also those swept since
    uint8_t row[4][5]               # the rows, left to right; zeros behind the last card
    uint8_t length[4]               # how many cards lie in each
    uint8_t heads[10]               # heads taken by each seat in this round
    uint8_t phase
    uint8_t trick                   # tricks completed in this round
    uint8_t dealt                   # PHASE_DEAL, PHASE_DRAFT: cards dealt or taken so far; else 0
    uint8_t turn                    # PHASE_ROW, PHASE_DRAFT: who decides; else 0
    uint16_t committed              # bit k: seat k has committed a card in this trick
    uint16_t total[10]              # heads of each seat from the rounds before
    uint16_t target                 # the match ends with a round that brings anybody to it; 0: a single round
    uint16_t round                  # number of the round, from 1
    uint8_t first[4]                # the cards that began the rows; zeros where `base` is not 0
    uint8_t seats
    uint8_t small                   # whether the deck is 1 .. 10 * seats + 4 instead of 1 .. 104
    uint8_t draft                   # whether the hands are drafted openly instead of dealt
    uint8_t base                    # tricks at the beginning of the round that are not in `played`
    # The cards of each seat, the committed one included until it is revealed; empty where not known here.
    uint64_t hand[10][2]
    uint8_t chosen[10]              # the committed card of each seat, OPEN or HIDDEN
    uint8_t took[10]                # which row the undercutter of each completed trick chose, or NO_ROW
    uint8_t played[10][10]          # [trick][seat]: the card of each completed trick; zeros elsewhere
    uint8_t spare[7]                # zeros, so that the hash can read whole words
    int8_t viewer                   # NOBODY: the whole truth


# An action (int64):
#   under SIMULTANEOUS and in the draft    the card
#   in PHASE_ROW                           the row, 0 .. 3
# A chance outcome is the card dealt or revealed; where the cards are laid out for a draft, 0.


cdef uint8_t HEADS_OF[128]          # heads of each card


cdef inline bint holds(const uint64_t* cards, int card) noexcept nogil:
    return (cards[card >> 6] >> (card & 63)) & 1

cdef inline void put(uint64_t* cards, int card) noexcept nogil:
    cards[card >> 6] |= <uint64_t>1 << (card & 63)

cdef inline void drop(uint64_t* cards, int card) noexcept nogil:
    cards[card >> 6] &= ~(<uint64_t>1 << (card & 63))


cdef inline int deck_size(const NimmtStruct* s) noexcept nogil:
    """The highest card of the deck in use."""
    return HAND * s.seats + ROWS if s.small else CARDS


cdef inline bint knows(const NimmtStruct* s, int seat) noexcept nogil:
    """Whether the hand of `seat` is known here: on the truth, to itself, and to all after an open draft."""
    return s.viewer < 0 or s.viewer == seat or s.draft


cdef inline int row_heads(const NimmtStruct* s, int row) noexcept nogil:
    """The heads that lie in a row."""
    cdef int i
    cdef int total = 0
    for i in range(ROW_FULL):
        total += HEADS_OF[s.row[row][i]]
    return total


cdef inline int row_end(const NimmtStruct* s, int row) noexcept nogil:
    """The last card of a row."""
    return s.row[row][s.length[row] - 1]


cdef int hand_size(const NimmtStruct* s, int seat) noexcept nogil
cdef int list_cards(uint64_t low, uint64_t high, uint8_t* out) noexcept nogil
cdef void deck_cards(const NimmtStruct* s, uint64_t* out) noexcept nogil
cdef void unknown_cards(const NimmtStruct* s, uint64_t* out) noexcept nogil
cdef int row_for(const NimmtStruct* s, int card) noexcept nogil
cdef void reveal(NimmtStruct* s) noexcept nogil
cdef void end_round(NimmtStruct* s) noexcept nogil
cdef void choose_row(NimmtStruct* s, int row) noexcept nogil

cdef Rules NIMMT                    # the game's table
cdef void nimmt_apply(void* state, int seat, action_t action) noexcept nogil
cdef void nimmt_view(const void* state, int seat, void* out) noexcept nogil
