"""Longhorn's flat state, its action layout and the small functions that a search wants inlined."""

from libc.stdint cimport int64_t, uint8_t, uint16_t

from solver.game cimport Rules, action_t

cdef enum:
    SQUARES = 9                     # 0..8, row by row from the top left
    COLOURS = 4                     # black white orange green
    MAX_GOLD = 6                    # nuggets that a seat can hold
    NONE = 15                       # no square

    # token kinds of `token`; a nugget is GOLD + its hundreds of dollars (1..15)
    NO_TOKEN = 0
    BRANDING = 1
    SNAKEOIL = 2
    AMBUSH = 3
    RATTLESNAKE = 4
    EPIDEMIC = 5
    SHERIFF = 6
    GOLD = 16

    # `phase`
    PHASE_START = 0                 # seat 1 chooses where the game starts
    PHASE_PLAY = 1                  # seat `turn` takes a colour
    PHASE_DRAW = 2                  # chance draws a nugget of the other seat for seat `turn`
    PHASE_MOVE = 3                  # the nugget is drawn; seat `turn` chooses the destination at `steps`
    PHASE_OVER_MONEY = 4            # no destination: money is counted
    PHASE_OVER_NINE = 5             # seat `turn` completed nine of a colour and won
    PHASE_OVER_SHERIFF = 6          # seat `turn` took the Sheriff and lost


cdef struct LonghornStruct:         # 82 bytes, no padding
    uint8_t cattle[9][4]            # cattle on each square, of each colour
    uint8_t token[9]                # what lies on each square; NO_TOKEN on every empty square
    uint8_t place[9]                # which location each square is: index in names.LOCATIONS
    uint8_t herd[2][4]              # cattle of each seat, of each colour
    uint8_t gold[2][6]              # nuggets of each seat in hundreds of dollars: ascending, then zeros
    uint16_t starts                 # bit q: square q is a starting location (used in PHASE_START only)
    uint8_t outlaw                  # the outlaw's square; NONE in PHASE_START
    uint8_t turn                    # seat to act; in PHASE_DRAW the Ambush's; at the end the last to act
    uint8_t last[2]                 # square of each seat's previous turn; NONE before its first
    uint8_t phase
    uint8_t steps                   # steps still to go in PHASE_DRAW and PHASE_MOVE; 0 otherwise


# An action (int64):
#   bits 0-3    destination square, NONE (15) when the game ends or nothing follows
#   bits 4-5    colour stolen
#   bits 6-8    kind of the decision, below
#   bits 9-24   argument
#               KIND_BRANDING: square (4 bits), colour (2 bits)
#               KIND_AMBUSH_COLOUR, KIND_EPIDEMIC: colour (2 bits)
#               KIND_RATTLESNAKE: 4 bits for each of black..green: the square that its cow is put on, NONE
#               without that colour in the herd
# A chance outcome is the drawn nugget in hundreds of dollars.
cdef enum:
    KIND_PLAIN = 0                  # the token leaves no choice, has no effect, or is not reached
    KIND_BRANDING = 1
    KIND_AMBUSH_COLOUR = 2
    KIND_AMBUSH_NUGGET = 3
    KIND_EPIDEMIC = 4
    KIND_RATTLESNAKE = 5
    KIND_START = 6                  # destination: where the game starts
    KIND_MOVE = 7                   # destination after a drawn nugget


cdef inline action_t encode(int kind, int colour, int argument, int destination) noexcept nogil:
    return (<action_t>argument << 9) | (kind << 6) | (colour << 4) | destination

cdef inline int action_destination(action_t action) noexcept nogil:
    return <int>(action & 15)

cdef inline int action_colour(action_t action) noexcept nogil:
    return <int>((action >> 4) & 3)

cdef inline int action_kind(action_t action) noexcept nogil:
    return <int>((action >> 6) & 7)

cdef inline int action_argument(action_t action) noexcept nogil:
    return <int>((action >> 9) & 0xFFFF)

cdef inline int branding_square(int argument) noexcept nogil:
    return argument & 15

cdef inline int branding_colour(int argument) noexcept nogil:
    return (argument >> 4) & 3

cdef inline int rattlesnake_square(int argument, int colour) noexcept nogil:
    return (argument >> (4 * colour)) & 15


cdef uint16_t WALK[10][9]           # WALK[n][q]: bit mask of where exactly n steps (1 to 9) from q can end
cdef uint16_t NEIGHBOURS[9]         # orthogonal neighbours (bit mask)
cdef uint8_t NEIGHBOUR_COUNT[9]
cdef uint8_t NEIGHBOUR[9][4]        # the same as a list, ascending


cdef inline int square_total(const LonghornStruct* s, int square) noexcept nogil:
    """Cattle on a square."""
    return s.cattle[square][0] + s.cattle[square][1] + s.cattle[square][2] + s.cattle[square][3]


cdef inline int occupied(const LonghornStruct* s) noexcept nogil:
    """Bit mask of the squares that hold cattle."""
    cdef int mask = 0
    cdef int square
    for square in range(9):
        if square_total(s, square):
            mask |= 1 << square
    return mask


cdef inline int on_board(const LonghornStruct* s, int colour) noexcept nogil:
    """Cattle of a colour on the board."""
    cdef int total = 0
    cdef int square
    for square in range(9):
        total += s.cattle[square][colour]
    return total


cdef inline int barred(const LonghornStruct* s, int mask, int next_seat) noexcept nogil:
    """`mask` of destinations without the dangerous location to which `next_seat` may not be sent.

    That is the square of his previous turn while a Rattlesnake or the Sheriff lies there, unless it is
    the only destination.
    """
    cdef int last = s.last[next_seat]
    if last != NONE and (mask >> last) & 1 and mask != 1 << last:
        if s.token[last] == RATTLESNAKE or s.token[last] == SHERIFF:
            mask &= ~(1 << last)
    return mask


cdef inline int destinations(const LonghornStruct* s, int steps, int next_seat) noexcept nogil:
    """Bit mask of the squares to which the outlaw may go with exactly `steps` steps; 0: the game ends."""
    return barred(s, WALK[steps][s.outlaw] & occupied(s), next_seat)


cdef inline int nugget_count(const LonghornStruct* s, int seat) noexcept nogil:
    cdef int n = 0
    while n < MAX_GOLD and s.gold[seat][n]:
        n += 1
    return n


cdef inline int64_t money(const LonghornStruct* s, int seat) noexcept nogil:
    """The dollars of a seat if the game were counted now."""
    cdef int64_t hundreds = 0
    cdef int i
    for i in range(COLOURS):
        hundreds += s.herd[seat][i] * on_board(s, i)
    for i in range(MAX_GOLD):
        hundreds += s.gold[seat][i]
    return 100 * hundreds


cdef Rules LONGHORN                 # the game's table
cdef int longhorn_legal(const void* state, int seat, action_t* out) noexcept nogil
cdef void longhorn_apply(void* state, int seat, action_t action) noexcept nogil
