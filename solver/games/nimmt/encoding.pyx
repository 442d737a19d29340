"""6 nimmt! for learning programs: numbered actions, and what a seat sees as a vector."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver.encoding import Block

from solver.encoding cimport Encoding, EncodingPlug, share
from solver.game cimport State, action_t
from solver.games.nimmt.rules cimport (
    CARDS,
    HAND,
    NIMMT,
    PHASE_DRAFT,
    PHASE_PLAY,
    PHASE_ROW,
    ROW_FULL,
    ROWS,
    NimmtStruct,
    deck_size,
    put,
    row_end,
    row_heads,
    unknown_cards,
)
from solver.portable cimport lowest_bit
from solver.rng cimport rng_below, rng_t

cdef enum:
    ACTIONS = 108                       # 104 cards, then four rows
    MOST_ROW_HEADS = 27                 # of five cards: 55 and four multiples of 11
    USUAL_TARGET = 66                   # heads are shares of it where a single round is played


cdef inline void write_cards(uint64_t low, uint64_t high, float* out) noexcept nogil:
    """1 at the place of each card of a set; card 1 comes first."""
    while low:
        out[lowest_bit(low) - 1] = 1
        low &= low - 1
    while high:
        out[63 + lowest_bit(high)] = 1
        high &= high - 1


cdef int features(const void* state) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef int hands = s.seats if s.draft else 1
    return CARDS * (hands + 1) + 3 * s.seats + 3 * ROWS + 5


cdef void observe(const void* state, int seat, float* out) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef double target = s.target if s.target else USUAL_TARGET
    cdef int i, other
    for i in range(s.seats if s.draft else 1):
        other = (seat + i) % s.seats
        write_cards(s.hand[other][0], s.hand[other][1], out)
        out += CARDS
    write_cards(s.seen[0], s.seen[1], out)
    out += CARDS
    for i in range(s.seats):
        other = (seat + i) % s.seats
        if s.phase == PHASE_ROW:
            out[i] = share(s.chosen[other], CARDS)
        out[s.seats + i] = share(s.heads[other], target)
        out[2 * s.seats + i] = share(s.total[other], target)
    out += 3 * s.seats
    for i in range(ROWS):
        if s.length[i]:
            out[i] = share(row_end(s, i), CARDS)
            out[ROWS + i] = share(s.length[i], ROW_FULL)
            out[2 * ROWS + i] = share(row_heads(s, i), MOST_ROW_HEADS)
    out += 3 * ROWS
    out[0] = s.phase == PHASE_PLAY
    out[1] = s.phase == PHASE_ROW
    out[2] = s.phase == PHASE_DRAFT
    out[3] = share(s.trick, HAND)
    out[4] = (s.phase == PHASE_ROW or s.phase == PHASE_DRAFT) and s.turn == seat


cdef int number(const void* state, action_t action) noexcept nogil:
    if (<const NimmtStruct*>state).phase == PHASE_ROW:
        return <int>(CARDS + action)
    return <int>(action - 1)


cdef action_t action_of(const void* state, int seat, int number) noexcept nogil:
    return number - CARDS if number >= CARDS else number + 1


cdef void mask(const void* state, int seat, unsigned char* out) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef uint64_t cards[2]
    if s.phase == PHASE_ROW:
        memset(out + CARDS, 1, ROWS)
        return
    cards[0] = s.hand[seat][0]
    cards[1] = s.hand[seat][1]
    if s.phase == PHASE_DRAFT:
        unknown_cards(s, cards)
    while cards[0]:
        out[lowest_bit(cards[0]) - 1] = 1
        cards[0] &= cards[0] - 1
    while cards[1]:
        out[63 + lowest_bit(cards[1])] = 1
        cards[1] &= cards[1] - 1


cdef void deal(void* state, rng_t* rng) noexcept nogil:
    """The set-up of deal.py, with the same numbers: the deck is shuffled whole, four cards begin the rows."""
    cdef NimmtStruct* s = <NimmtStruct*>state
    cdef unsigned char deck[128]
    cdef unsigned char card
    cdef int top = deck_size(s)
    cdef int i, j, seat
    if s.draft:
        return                          # nothing is drawn: seat 0 takes the first card
    for i in range(top):
        deck[i] = <unsigned char>(i + 1)
    for i in range(top - 1, 0, -1):
        j = <int>rng_below(rng, i + 1)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
    memset(s.seen, 0, sizeof(s.seen))
    memset(s.hand, 0, sizeof(s.hand))
    for i in range(ROWS):
        s.row[i][0] = deck[i]
        s.first[i] = deck[i]
        put(s.seen, deck[i])
    for seat in range(s.seats):
        for i in range(HAND):
            put(s.hand[seat], deck[ROWS + HAND * seat + i])


cdef Encoding ENCODING
ENCODING.rules = &NIMMT
ENCODING.actions = ACTIONS
ENCODING.open_points = True
ENCODING.features = features
ENCODING.observe = observe
ENCODING.number = number
ENCODING.action = action_of
ENCODING.mask = mask
ENCODING.deal = deal


cdef class NimmtEncoding(EncodingPlug):
    """Encoding of 6 nimmt!. Actions 0 to 103 play (or draft) card 1 to 104, 104 to 107 take row 1 to 4."""

    def __cinit__(self):
        self.table = &ENCODING

    def blocks(self, State state):
        self.rules(state)
        cdef const NimmtStruct* s = <const NimmtStruct*>state.data
        unit = "the target" if s.target else f"{USUAL_TARGET} heads"
        hand = Block("hand", (CARDS,), "1 for each card of the seat's hand, card 1 first")
        if s.draft:
            hand = Block("hands", (s.seats, CARDS), "the same of the hand of each seat: the draft was open")
        return (
            hand,
            Block("seen", (CARDS,), "1 for each card that was shown to all in this round"),
            Block("table", (s.seats,), "cards on the table while a row is chosen, of 104"),
            Block("heads", (s.seats,), f"heads taken in this round, as a share of {unit}, at most 1"),
            Block("totals", (s.seats,), f"heads of the rounds before, as a share of {unit}, at most 1"),
            Block("ends", (ROWS,), "the last card of each row, of 104"),
            Block("lengths", (ROWS,), "cards in each row, of 5"),
            Block("row heads", (ROWS,), f"heads in each row, of {MOST_ROW_HEADS}"),
            Block("phase", (3,), "1 for cards are played, a row is chosen, cards are drafted"),
            Block("trick", (1,), "tricks completed, of 10"),
            Block("turn", (1,), "1 if the seat itself chooses a row or drafts"),
        )
