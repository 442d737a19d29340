"""Longhorn's rules at C level: legal moves, their effects, chance, results, random games.

The ids in square brackets are those of the rulings in docs/games/longhorn.md.
"""

from libc.math cimport fabs
from libc.stdint cimport int64_t, uint8_t, uint16_t
from libc.string cimport memcpy

from solver.game cimport CHANCE, POINTS, TERMINAL, Rules, action_t
from solver.rng cimport rng_below, rng_t

cdef enum:
    MAX_ACTIONS = 256 * 8           # a Rattlesnake's spreads, each with all other squares as destinations
    MOST_CHOICES = 16               # of a token but a Rattlesnake: four neighbours of four colours
    LEAD_SCALE = 2000               # dollars: an estimated lead of this size counts as half a win

ctypedef LonghornStruct struct_t
cdef const Rules* RULES = &LONGHORN

include "solver/games/common/open.pxi"
include "solver/games/common/playout.pxi"

# --- geometry -----------------------------------------------------------------------------------------------

cdef void fill_geometry() noexcept nogil:
    """Fill NEIGHBOUR* and WALK. [walk]: exact length, orthogonal, never straight back, ending elsewhere."""
    cdef int square, other, i, steps, previous, ends
    # reach[p][q]: bit `start` is set when a walk of the present length can end on q, having come from p
    cdef uint16_t reach[9][9]
    cdef uint16_t longer[9][9]
    for square in range(9):
        NEIGHBOURS[square] = 0
        NEIGHBOUR_COUNT[square] = 0
        for other in range(9):
            reach[square][other] = 0
            if (square // 3 == other // 3 and (square - other == 1 or other - square == 1)) or \
                    square - other == 3 or other - square == 3:
                NEIGHBOURS[square] |= <uint16_t>(1 << other)
                NEIGHBOUR[square][NEIGHBOUR_COUNT[square]] = <uint8_t>other
                NEIGHBOUR_COUNT[square] += 1
                reach[square][other] = <uint16_t>(1 << square)
    for square in range(9):
        WALK[0][square] = 0
    for steps in range(1, 10):
        for square in range(9):
            WALK[steps][square] = 0
        for square in range(9):
            ends = 0
            for previous in range(9):
                ends |= reach[previous][square]
            for other in range(9):
                if other != square and (ends >> other) & 1:
                    WALK[steps][other] |= <uint16_t>(1 << square)
        for previous in range(9):
            for square in range(9):
                longer[previous][square] = 0
        for previous in range(9):
            for i in range(NEIGHBOUR_COUNT[previous]):
                square = NEIGHBOUR[previous][i]
                for other in range(NEIGHBOUR_COUNT[square]):
                    if NEIGHBOUR[square][other] != previous:
                        longer[square][NEIGHBOUR[square][other]] |= reach[previous][square]
        memcpy(reach, longer, sizeof(reach))


fill_geometry()


# --- small steps --------------------------------------------------------------------------------------------

cdef inline int take(LonghornStruct* s, int square, int colour) noexcept nogil:
    """Seat `turn` takes all cattle of a colour from a square; returns how many."""
    cdef int n = s.cattle[square][colour]
    s.cattle[square][colour] = 0
    s.herd[s.turn][colour] = <uint8_t>(s.herd[s.turn][colour] + n)
    return n


cdef inline void brand(LonghornStruct* s, int square, int colour) noexcept nogil:
    """[branding]: a neighbour that is emptied loses its token without effect."""
    take(s, square, colour)
    if not square_total(s, square):
        s.token[square] = NO_TOKEN


cdef inline void infect(LonghornStruct* s, int colour) noexcept nogil:
    """[epidemic]: the colour leaves the board; emptied locations lose their tokens without effect."""
    cdef int square
    for square in range(9):
        if s.cattle[square][colour]:
            s.cattle[square][colour] = 0
            if not square_total(s, square):
                s.token[square] = NO_TOKEN


cdef inline void add_nugget(LonghornStruct* s, int seat, int hundreds) noexcept nogil:
    """Insert a nugget into a seat's ascending list."""
    cdef int i = nugget_count(s, seat)
    while i > 0 and s.gold[seat][i - 1] > hundreds:
        s.gold[seat][i] = s.gold[seat][i - 1]
        i -= 1
    s.gold[seat][i] = <uint8_t>hundreds


cdef inline void drop_nugget(LonghornStruct* s, int seat, int hundreds) noexcept nogil:
    """Remove one nugget of that value from a seat's list."""
    cdef int i = 0
    while s.gold[seat][i] != hundreds:
        i += 1
    while i < MAX_GOLD - 1:
        s.gold[seat][i] = s.gold[seat][i + 1]
        i += 1
    s.gold[seat][MAX_GOLD - 1] = 0


cdef inline void finish(LonghornStruct* s, int destination, int next_seat) noexcept nogil:
    """End a turn: the outlaw goes to `destination`, or [end] the game is over if there is none."""
    s.steps = 0
    if destination == NONE:
        s.phase = PHASE_OVER_MONEY
        return
    s.phase = PHASE_PLAY
    s.outlaw = <uint8_t>destination
    s.turn = <uint8_t>next_seat


# --- the table's functions ----------------------------------------------------------------------------------

cdef int longhorn_seats(const void* state) noexcept nogil:
    return 2


cdef int longhorn_actor(const void* state) noexcept nogil:
    cdef const LonghornStruct* s = <const LonghornStruct*>state
    if s.phase >= PHASE_OVER_MONEY:
        return TERMINAL
    if s.phase == PHASE_DRAW:                           # no conditional expression: it would be typed uint8
        return CHANCE
    return s.turn


cdef bint longhorn_owes(const void* state, int seat) noexcept nogil:
    return seat >= 0 and longhorn_actor(state) == seat


cdef inline int write_endings(int mask, action_t base, action_t* out) noexcept nogil:
    """One action for each destination of `mask`; [end] one without any when there is none."""
    cdef int n = 0
    cdef int square
    if not mask:
        out[0] = base | NONE
        return 1
    for square in range(9):
        if (mask >> square) & 1:
            out[n] = base | square
            n += 1
    return n


cdef inline int token_choices(const LonghornStruct* s, int token, action_t* out) noexcept nogil:
    """The choices that a token gives the mover, as kinds and arguments of actions; none of a Rattlesnake."""
    cdef int n = 0
    cdef int i, c, square
    if token == BRANDING:
        for i in range(NEIGHBOUR_COUNT[s.outlaw]):
            square = NEIGHBOUR[s.outlaw][i]
            for c in range(COLOURS):
                if s.cattle[square][c]:
                    out[n] = encode(KIND_BRANDING, 0, square | (c << 4), 0)
                    n += 1
    elif token == AMBUSH:
        for c in range(COLOURS):
            if s.herd[s.turn ^ 1][c]:
                out[n] = encode(KIND_AMBUSH_COLOUR, 0, c, 0)
                n += 1
        if s.gold[s.turn ^ 1][0]:
            out[n] = encode(KIND_AMBUSH_NUGGET, 0, 0, 0)
            n += 1
    elif token == EPIDEMIC:
        for c in range(COLOURS):
            if on_board(s, c):
                out[n] = encode(KIND_EPIDEMIC, 0, c, 0)
                n += 1
    return n


cdef inline bint use_token(LonghornStruct* s, int kind, int argument) noexcept nogil:
    """The effect of a token on the cattle; says whether it brings the mover nine of a colour."""
    cdef int mover = s.turn
    cdef int c, n
    if kind == KIND_BRANDING:
        c = branding_colour(argument)
        brand(s, branding_square(argument), c)
        return s.herd[mover][c] == 9
    elif kind == KIND_AMBUSH_COLOUR:
        n = 2 if s.herd[mover ^ 1][argument] > 1 else 1
        s.herd[mover ^ 1][argument] = <uint8_t>(s.herd[mover ^ 1][argument] - n)
        s.herd[mover][argument] = <uint8_t>(s.herd[mover][argument] + n)
        return s.herd[mover][argument] == 9
    elif kind == KIND_EPIDEMIC:
        infect(s, argument)
    elif kind == KIND_RATTLESNAKE:
        for c in range(COLOURS):
            if rattlesnake_square(argument, c) != NONE:
                s.herd[mover][c] -= 1
                s.cattle[rattlesnake_square(argument, c)][c] += 1
    return False


cdef int legal_rattlesnake(const LonghornStruct* s, int colour, int steps, action_t* out) noexcept nogil:
    """[rattlesnake]: a cow of each colour in the herd goes to any neighbours; all spreads are distinct."""
    cdef int choices[4]
    cdef int total = 1
    cdef int c, code, rest, square, argument, placed
    cdef int n = 0
    cdef int walk = WALK[steps][s.outlaw]
    cdef int held = occupied(s)
    cdef int next_seat = s.turn ^ 1
    for c in range(COLOURS):
        choices[c] = NEIGHBOUR_COUNT[s.outlaw] if s.herd[s.turn][c] else 1
        total *= choices[c]
    for code in range(total):
        rest = code
        argument = 0
        placed = 0
        for c in range(COLOURS):
            if s.herd[s.turn][c]:
                square = NEIGHBOUR[s.outlaw][rest % choices[c]]
                rest //= choices[c]
                placed |= 1 << square
            else:
                square = NONE
            argument |= square << (4 * c)
        n += write_endings(barred(s, walk & (held | placed), next_seat),
                           encode(KIND_RATTLESNAKE, colour, argument, 0), out + n)
    return n


cdef int legal_choices(
    const LonghornStruct* s, int token, int steps, action_t base, action_t* out
) noexcept nogil:
    """All actions of a theft, `base`, that sets off a token, but for a Rattlesnake; 0 if it has no effect."""
    cdef action_t choices[MOST_CHOICES]
    cdef LonghornStruct tried
    cdef int count = token_choices(s, token, choices)
    cdef int n = 0
    cdef int i, kind
    for i in range(count):
        kind = action_kind(choices[i])
        tried = s[0]
        # [ambush]: the destination follows after the draw of a nugget
        if kind == KIND_AMBUSH_NUGGET or use_token(&tried, kind, action_argument(choices[i])):
            out[n] = base | choices[i] | NONE
            n += 1
        else:
            n += write_endings(destinations(&tried, steps, s.turn ^ 1), base | choices[i], out + n)
    return n


cdef int legal_theft(const LonghornStruct* before, int colour, action_t* out) noexcept nogil:
    """All actions that begin by taking `colour`, which is there."""
    cdef LonghornStruct after = before[0]
    cdef LonghornStruct* s = &after
    cdef int outlaw = s.outlaw
    cdef int seat = s.turn
    cdef int next_seat = seat ^ 1
    cdef action_t base = encode(KIND_PLAIN, colour, 0, 0)
    cdef int steps, token, n
    s.last[seat] = <uint8_t>outlaw
    steps = take(s, outlaw, colour)
    if s.herd[seat][colour] == 9:                       # [nine] before the token; [sheriff] is forced too
        out[0] = base | NONE
        return 1
    if not square_total(s, outlaw):
        token = s.token[outlaw]
        s.token[outlaw] = NO_TOKEN
        if token == SHERIFF:
            out[0] = base | NONE
            return 1
        if token == RATTLESNAKE:
            return legal_rattlesnake(s, colour, steps, out)
        if token == SNAKEOIL:                           # [snakeoil]: the same seat goes on
            next_seat = seat
        else:
            n = legal_choices(s, token, steps, base, out)
            if n:
                return n
    return write_endings(destinations(s, steps, next_seat), base, out)


cdef int longhorn_legal(const void* state, int seat, action_t* out) noexcept nogil:
    cdef const LonghornStruct* s = <const LonghornStruct*>state
    cdef int n = 0
    cdef int c
    if seat != s.turn:
        return 0
    if s.phase == PHASE_PLAY:
        for c in range(COLOURS):
            if s.cattle[s.outlaw][c]:
                n += legal_theft(s, c, out + n)
    elif s.phase == PHASE_MOVE:
        n = write_endings(destinations(s, s.steps, seat ^ 1), encode(KIND_MOVE, 0, 0, 0), out)
    elif s.phase == PHASE_START:
        n = write_endings(s.starts, encode(KIND_START, 0, 0, 0), out)
    return n


cdef void apply_nugget(LonghornStruct* s, int hundreds) noexcept nogil:
    """[ambush]: the drawn nugget changes hands; then the mover chooses where to go, if he can."""
    drop_nugget(s, s.turn ^ 1, hundreds)
    add_nugget(s, s.turn, hundreds)
    if destinations(s, s.steps, s.turn ^ 1):
        s.phase = PHASE_MOVE
    else:
        finish(s, NONE, s.turn)


cdef void longhorn_apply(void* state, int seat, action_t action) noexcept nogil:
    cdef LonghornStruct* s = <LonghornStruct*>state
    cdef int destination = action_destination(action)
    cdef int colour = action_colour(action)
    cdef int kind = action_kind(action)
    cdef int argument = action_argument(action)
    cdef int mover = s.turn
    cdef int next_seat = mover ^ 1
    cdef int steps, token
    if s.phase == PHASE_DRAW:
        apply_nugget(s, <int>action)
        return
    if kind == KIND_START:
        finish(s, destination, 0)
        return
    if kind == KIND_MOVE:
        finish(s, destination, next_seat)
        return

    s.last[mover] = s.outlaw
    steps = take(s, s.outlaw, colour)
    if square_total(s, s.outlaw):
        if s.herd[mover][colour] == 9:
            s.phase = PHASE_OVER_NINE
        else:
            finish(s, destination, next_seat)
        return

    token = s.token[s.outlaw]
    s.token[s.outlaw] = NO_TOKEN
    if token == SHERIFF:                                # [sheriff]: before nine of a colour
        s.phase = PHASE_OVER_SHERIFF
        return
    if s.herd[mover][colour] == 9:                      # [nine]: before any other token
        s.phase = PHASE_OVER_NINE
        return
    if token >= GOLD:
        add_nugget(s, mover, token - GOLD)
    elif token == SNAKEOIL:
        next_seat = mover
    elif kind == KIND_AMBUSH_NUGGET:
        s.phase = PHASE_DRAW
        s.steps = <uint8_t>steps
        return
    elif use_token(s, kind, argument):
        s.phase = PHASE_OVER_NINE
        return
    finish(s, destination, next_seat)


cdef int longhorn_chance(const void* state, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """[ambush]: each nugget of the victim is as likely as any other."""
    cdef const LonghornStruct* s = <const LonghornStruct*>state
    cdef int victim = s.turn ^ 1
    cdef int n = 0
    cdef int i
    if s.phase != PHASE_DRAW:
        return 0
    den[0] = nugget_count(s, victim)
    for i in range(nugget_count(s, victim)):
        if n and out[n - 1] == s.gold[victim][i]:
            num[n - 1] += 1
        else:
            out[n] = s.gold[victim][i]
            num[n] = 1
            n += 1
    return n


cdef action_t longhorn_draw(const void* state, rng_t* rng) noexcept nogil:
    cdef const LonghornStruct* s = <const LonghornStruct*>state
    cdef int victim = s.turn ^ 1
    return s.gold[victim][rng_below(rng, nugget_count(s, victim))]


cdef void longhorn_returns(const void* state, double* out) noexcept nogil:
    cdef const LonghornStruct* s = <const LonghornStruct*>state
    cdef int64_t margin
    out[0] = 0.0
    out[1] = 0.0
    if s.phase == PHASE_OVER_MONEY:                     # [tie]: equal money is a draw
        margin = money(s, 0) - money(s, 1)
        out[0] = (margin > 0) - (margin < 0)
        out[1] = -out[0]
    elif s.phase == PHASE_OVER_NINE:
        out[s.turn] = 1.0
        out[s.turn ^ 1] = -1.0
    elif s.phase == PHASE_OVER_SHERIFF:
        out[s.turn] = -1.0
        out[s.turn ^ 1] = 1.0


cdef void longhorn_scores(const void* state, int64_t* out) noexcept nogil:
    """Dollars, by the present board [epidemic-back]."""
    out[0] = money(<const LonghornStruct*>state, 0)
    out[1] = money(<const LonghornStruct*>state, 1)


cdef void longhorn_ranks(const void* state, int* out) noexcept nogil:
    cdef double results[2]
    longhorn_returns(state, results)
    out[0] = 0
    out[1] = 0
    if longhorn_actor(state) == TERMINAL:
        out[0] = 2 if results[0] < results[1] else 1
        out[1] = 2 if results[1] < results[0] else 1


cdef inline int pick_bit(int mask, rng_t* rng) noexcept nogil:
    """A random set bit of a mask of squares; NONE of an empty mask."""
    cdef int count = 0
    cdef int bits = mask
    cdef int square = 0
    if not mask:
        return NONE
    while bits:
        bits &= bits - 1
        count += 1
    count = <int>rng_below(rng, count)
    while True:
        if (mask >> square) & 1:
            if count == 0:
                return square
            count -= 1
        square += 1


cdef inline int random_spread(const LonghornStruct* s, rng_t* rng) noexcept nogil:
    """The argument of a Rattlesnake's action: each cow to any neighbour."""
    cdef int argument = 0
    cdef int c, square
    for c in range(COLOURS):
        square = NONE
        if s.herd[s.turn][c]:
            square = NEIGHBOUR[s.outlaw][rng_below(rng, NEIGHBOUR_COUNT[s.outlaw])]
        argument |= square << (4 * c)
    return argument


cdef inline action_t random_choice(const LonghornStruct* s, int token, rng_t* rng) noexcept nogil:
    """Kind and argument of a random choice that a token gives the mover; KIND_PLAIN if it gives none."""
    cdef action_t choices[MOST_CHOICES]
    cdef int n
    if token == RATTLESNAKE:
        return encode(KIND_RATTLESNAKE, 0, random_spread(s, rng), 0)
    n = token_choices(s, token, choices)
    return choices[rng_below(rng, n)] if n else KIND_PLAIN


cdef action_t random_theft(const LonghornStruct* before, rng_t* rng) noexcept nogil:
    """A random whole decision of a playing seat: colour, then what the token does, then the destination.

    Each of the three is uniform among its options. Building the full list would cost a hundred times as much
    with a Rattlesnake, and a uniform choice among whole decisions would favour colours that meet one, for
    their many spreads.
    """
    cdef LonghornStruct s = before[0]
    cdef int next_seat = s.turn ^ 1
    cdef int colours[COLOURS]
    cdef int n = 0
    cdef action_t action, choice
    cdef int c, steps, token, kind
    for c in range(COLOURS):
        if s.cattle[s.outlaw][c]:
            colours[n] = c
            n += 1
    c = colours[rng_below(rng, n)]
    action = encode(KIND_PLAIN, c, 0, 0)
    s.last[s.turn] = s.outlaw
    steps = take(&s, s.outlaw, c)
    if s.herd[s.turn][c] == 9:
        return action | NONE
    if not square_total(&s, s.outlaw):
        token = s.token[s.outlaw]
        s.token[s.outlaw] = NO_TOKEN
        if token == SHERIFF:
            return action | NONE
        if token == SNAKEOIL:
            next_seat = s.turn
        elif token and token < GOLD:
            choice = random_choice(&s, token, rng)
            kind = action_kind(choice)
            action |= choice
            if kind == KIND_AMBUSH_NUGGET or use_token(&s, kind, action_argument(choice)):
                return action | NONE
    return action | pick_bit(destinations(&s, steps, next_seat), rng)


cdef int longhorn_rollout(void* state, rng_t* rng, int plies) noexcept nogil:
    cdef LonghornStruct* s = <LonghornStruct*>state
    cdef int count = 0
    cdef action_t action
    while s.phase < PHASE_OVER_MONEY and count < plies:
        if s.phase == PHASE_PLAY:
            action = random_theft(s, rng)
        elif s.phase == PHASE_DRAW:
            action = longhorn_draw(s, rng)
        elif s.phase == PHASE_MOVE:
            action = encode(KIND_MOVE, 0, 0, pick_bit(destinations(s, s.steps, s.turn ^ 1), rng))
        else:
            action = encode(KIND_START, 0, 0, pick_bit(s.starts, rng))
        longhorn_apply(s, s.turn, action)
        count += 1
    return count


cdef bint longhorn_horizon(const void* state) noexcept nogil:
    return longhorn_actor(state) == TERMINAL


cdef void longhorn_utility(const void* state, int objective, double* out) noexcept nogil:
    cdef const LonghornStruct* s = <const LonghornStruct*>state
    cdef double lead
    longhorn_returns(state, out)
    if s.phase < PHASE_OVER_MONEY or (objective == POINTS and s.phase == PHASE_OVER_MONEY):
        lead = <double>(money(s, 0) - money(s, 1))
        out[0] = lead / (LEAD_SCALE + fabs(lead))
        out[1] = -out[0]


LONGHORN.name = b"longhorn"
LONGHORN.max_seats = 2
LONGHORN.max_actions = MAX_ACTIONS
LONGHORN.max_outcomes = MAX_GOLD
LONGHORN.seats = longhorn_seats
LONGHORN.actor = longhorn_actor
LONGHORN.owes = longhorn_owes
LONGHORN.legal = longhorn_legal
LONGHORN.apply = longhorn_apply
LONGHORN.chance = longhorn_chance
LONGHORN.draw = longhorn_draw
LONGHORN.returns = longhorn_returns
LONGHORN.scores = longhorn_scores
LONGHORN.ranks = longhorn_ranks
LONGHORN.horizon = longhorn_horizon
LONGHORN.utility = longhorn_utility
LONGHORN.rollout = longhorn_rollout
fill_open(&LONGHORN)
fill_playout(&LONGHORN)


def walk_mask(int square, int steps):
    """The squares where exactly `steps` steps (1 to 9) from `square` can end, as a bit mask."""
    if not 0 <= square < SQUARES or not 1 <= steps <= 9:
        raise ValueError("square 0 to 8, steps 1 to 9")
    return WALK[steps][square]
