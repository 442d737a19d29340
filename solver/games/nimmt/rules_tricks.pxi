# 6 nimmt!, part of rules.pyx: tricks, rounds and deals carried out.

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from solver.game cimport UNSEEN

cdef enum:
    DEALT_TO_ROWS = ROWS            # the first cards of a deal begin the rows

# --- placing ------------------------------------------------------------------------------------------------

cdef int row_for(const NimmtStruct* s, int card) noexcept nogil:
    """[place]: the row with the highest end below the card; -1 when it undercuts all."""
    cdef int best = -1
    cdef int end = 0
    cdef int row
    for row in range(ROWS):
        if row_end(s, row) < card and row_end(s, row) > end:
            best = row
            end = row_end(s, row)
    return best


cdef inline void take_row(NimmtStruct* s, int seat, int row, int card) noexcept nogil:
    """[sixth], [undercut]: the row's cards go to the seat, its card starts the row in the same place."""
    s.heads[seat] = <uint8_t>(s.heads[seat] + row_heads(s, row))
    memset(s.row[row], 0, ROW_FULL)
    s.row[row][0] = <uint8_t>card
    s.length[row] = 1


cdef inline int lowest_seat(const NimmtStruct* s) noexcept nogil:
    """The seat with the lowest of the committed cards, all of which are known."""
    cdef int best = 0
    cdef int seat
    for seat in range(1, s.seats):
        if s.chosen[seat] < s.chosen[best]:
            best = seat
    return best


cdef void reveal(NimmtStruct* s) noexcept nogil:
    """All cards are in and known: they are shown, and placed unless the lowest undercuts [undercut]."""
    cdef int seat
    for seat in range(s.seats):
        drop(s.hand[seat], s.chosen[seat])
        put(s.seen, s.chosen[seat])
    seat = lowest_seat(s)
    if row_for(s, s.chosen[seat]) < 0:
        s.phase = PHASE_ROW
        s.turn = <uint8_t>seat
    else:
        place_all(s, NO_ROW)


cdef void choose_row(NimmtStruct* s, int row) noexcept nogil:
    """[undercut]: the undercutter takes the row that he has chosen; then all others place their cards."""
    take_row(s, s.turn, row, s.chosen[s.turn])
    place_all(s, row)


cdef void place_all(NimmtStruct* s, int taken) noexcept nogil:
    """[order]: the cards are placed, ascending, but for that of seat `turn` when it took the row `taken`."""
    cdef uint64_t cards[2]
    cdef uint8_t owner[128]
    cdef uint8_t order[24]
    cdef int seat, row, i, n, card
    cards[0] = 0
    cards[1] = 0
    for seat in range(s.seats):
        if taken == NO_ROW or seat != s.turn:
            put(cards, s.chosen[seat])
            owner[s.chosen[seat]] = <uint8_t>seat
    n = list_cards(cards[0], cards[1], order)
    for i in range(n):
        card = order[i]
        row = row_for(s, card)
        if s.length[row] == ROW_FULL:
            take_row(s, owner[card], row, card)
        else:
            s.row[row][s.length[row]] = <uint8_t>card
            s.length[row] = <uint8_t>(s.length[row] + 1)
    memcpy(s.played[s.trick], s.chosen, s.seats)
    s.took[s.trick] = <uint8_t>taken
    memset(s.chosen, OPEN, MOST_SEATS)
    s.committed = 0
    s.turn = 0
    s.trick = <uint8_t>(s.trick + 1)
    s.phase = PHASE_PLAY
    if s.trick == HAND:
        end_round(s)


cdef void end_round(NimmtStruct* s) noexcept nogil:
    """[end]: the end of the match is checked after a whole round only."""
    cdef int seat
    s.phase = PHASE_DEAL
    if s.target == 0:
        s.phase = PHASE_OVER
    for seat in range(s.seats):
        if s.total[seat] + s.heads[seat] >= s.target:
            s.phase = PHASE_OVER


cdef inline void clear_table(NimmtStruct* s) noexcept nogil:
    """Begin the next round: add up the heads of the last one and clear the table."""
    cdef int seat
    for seat in range(s.seats):
        s.total[seat] = <uint16_t>(s.total[seat] + s.heads[seat])
    s.round = <uint16_t>(s.round + 1)
    s.trick = 0
    s.base = 0
    s.seen[0] = 0
    s.seen[1] = 0
    memset(s.heads, 0, sizeof(s.heads))
    memset(s.row, 0, sizeof(s.row))
    memset(s.length, 0, sizeof(s.length))
    memset(s.first, 0, sizeof(s.first))
    memset(s.played, 0, sizeof(s.played))
    memset(s.took, NO_ROW, sizeof(s.took))


cdef inline void start_row(NimmtStruct* s, int row, int card) noexcept nogil:
    s.first[row] = <uint8_t>card
    s.row[row][0] = <uint8_t>card
    s.length[row] = 1
    put(s.seen, card)


# --- dealing ------------------------------------------------------------------------------------------------

cdef inline int deal_to(const NimmtStruct* s) noexcept nogil:
    """The receiver of the next card of the deal: a seat, or -1 for a row."""
    if s.dealt < DEALT_TO_ROWS:
        return -1
    return (s.dealt - DEALT_TO_ROWS) // HAND


cdef inline bint sees_deal(const NimmtStruct* s) noexcept nogil:
    """Whether the next card of the deal is seen here."""
    cdef int seat = deal_to(s)
    return seat < 0 or s.viewer < 0 or seat == s.viewer


cdef void apply_deal(NimmtStruct* s, int card) noexcept nogil:
    """The next card of the deal (UNSEEN: face down to another seat), or the open lay-out for a draft."""
    cdef int seat
    if s.dealt == 0:
        clear_table(s)
    if s.draft:
        s.phase = PHASE_DRAFT
        s.turn = <uint8_t>draft_first(s)
        return
    seat = deal_to(s)
    if seat < 0:
        start_row(s, s.dealt, card)
    elif card != UNSEEN:
        put(s.hand[seat], card)
    s.dealt = <uint8_t>(s.dealt + 1)
    if s.dealt == DEALT_TO_ROWS + HAND * s.seats:
        s.phase = PHASE_PLAY
        s.dealt = 0


cdef void apply_draft(NimmtStruct* s, int card) noexcept nogil:
    """[tactical]: an open card is taken; the last four start the rows, ascending."""
    cdef uint64_t left[2]
    cdef uint8_t cards[112]
    cdef int row
    put(s.hand[s.turn], card)
    s.dealt = <uint8_t>(s.dealt + 1)
    s.turn = <uint8_t>((s.turn + 1) % s.seats)
    if s.dealt == HAND * s.seats:
        unknown_cards(s, left)
        list_cards(left[0], left[1], cards)
        for row in range(ROWS):
            start_row(s, row, cards[row])
        s.phase = PHASE_PLAY
        s.dealt = 0
        s.turn = 0
