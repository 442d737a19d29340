"""Longhorn for the proof search: move generation and move ordering.

The question of a node is "can the side to move end with at least zero", where ``gold``
carries the nuggets' balance minus the target; nine of a colour and the Sheriff decide
the game regardless of money.  Passing the move reverses the question: the other side asks for
"at least one more than minus that", so ``gold`` becomes ``-gold - 1``, and "win?" and
"not lost?" are one question with two targets.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from solver.games.longhorn.evaluation cimport evaluate
from solver.games.longhorn.keys cimport GOLD_AT, GOLD_BITS, identify, likeness
from solver.games.longhorn.packed cimport (
    CHANCE_HELPS,
    CHANCE_NONE,
    NOWHERE,
    P_DRAW,
    P_MOVE,
    P_PLAY,
    P_START,
    T_AMBUSH,
    T_BRANDING,
    T_EPIDEMIC,
    T_GOLD,
    T_NONE,
    T_RATTLESNAKE,
    T_SHERIFF,
    T_SNAKEOIL,
    Packed,
    colours_in,
    dangerous,
    drop_token,
    has_nine,
    margin,
    nibble,
    steal_nugget,
    token_at,
    turn_round,
    worth,
)
from solver.portable cimport lowest_bit, lowest_bit32
from solver.search.proof cimport EXPAND_WIN, Child, Node, ProofGame

cdef enum:
    MOST_RATTLESNAKES = 2        # that the bounds on money know; own figures may have more

cdef uint16_t REACH[9][10]       # squares that an exact walk of n steps may end on
cdef uint8_t NEIGHBOURS[9][5]    # neighbours, ended by NOWHERE
cdef uint8_t COUNT_BITS[512]     # number of squares in a set
# By live Rattlesnakes, balance of a colour + 9 and its animals on the board: the most that the colour
# may bring in hundreds of dollars, and 2^16 times the most that it may cost.
cdef int32_t LIMITS[MOST_RATTLESNAKES + 1][19][10]

cdef enum:
    STOLE_SHIFT = 4              # the action code of rules.pxd
    KIND_SHIFT = 6
    ARG_SHIFT = 9
    KIND_BRANDING = 1
    KIND_AMBUSH_COLOUR = 2
    KIND_AMBUSH_NUGGET = 3
    KIND_EPIDEMIC = 4
    KIND_RATTLESNAKE = 5
    KIND_START = 6
    KIND_MOVE = 7
    KINDS = 6                    # different nugget values


include "proof_weights.pxi"       # of move ordering and evaluation

# The token that waits there, by PackedToken: [0] when every reply sets it off, [1] when none does.
cdef int WAITING[2][16]
for _i, _set_off, _not in (
    (T_BRANDING, -60, -30),
    (T_SNAKEOIL, 32, 10),
    (T_AMBUSH, 30, 5),
    (T_RATTLESNAKE, 80, 50),
    (T_EPIDEMIC, -30, -30),
    (T_SHERIFF, 0, -10),         # set off: the move wins, and never gets an order
    *((_k, -5, -10) for _k in range(T_GOLD, T_GOLD + KINDS)),
):
    WAITING[0][_i] = _set_off
    WAITING[1][_i] = _not


def most_of(int balance, int board, int rattlesnakes):
    """The largest product of balance and board when animals go to one herd or come back from the other."""
    return max((balance + back + taken) * (board + back - taken)
               for back in range(rattlesnakes + 1) for taken in range(board + back + 1))


def _fill_tables():
    cdef int square, n, i
    neighbours = []
    for square in range(9):
        row, column = divmod(square, 3)
        sides = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        near = [3 * r + c for r, c in sides
                if 0 <= r < 3 and 0 <= c < 3]
        neighbours.append(near)
        for i in range(5):
            NEIGHBOURS[square][i] = near[i] if i < len(near) else NOWHERE
    for square in range(9):
        walks = {(square, near) for near in neighbours[square]}
        REACH[square][0] = 0
        for n in range(1, 10):
            REACH[square][n] = sum(1 << end for end in {here for _, here in walks} if end != square)
            walks = {(here, then) for before, here in walks for then in neighbours[here] if then != before}
    for i in range(512):
        COUNT_BITS[i] = i.bit_count()
    for i in range(MOST_RATTLESNAKES + 1):
        for d in range(-9, 10):
            for b in range(10):
                LIMITS[i][d + 9][b] = most_of(d, b, i) + (most_of(-d, b, i) << 16)


_fill_tables()


cdef inline int outlook(const Packed* p) noexcept nogil:
    """1 or -1: the side to move ends with at least zero, or below it, whatever happens; else 0.

    Every animal of a colour on the board may go to either herd, stay, or leave the game, and
    every nugget to either side; a Rattlesnake that waits puts one of each colour back.
    Certain only where neither nine of a colour nor the Sheriff can decide.  A waiting
    Ambush swings so much that a bound with it saved almost nothing.
    """
    cdef int r = p.rattlesnakes
    cdef int c, sum = 0
    if p.sheriffs or p.ambushes or r > MOST_RATTLESNAKES:
        return 0
    for c in range(4):
        sum += LIMITS[r][nibble(p.mine, c) - nibble(p.theirs, c) + 9][nibble(p.board, c)]
    if p.gold - p.nuggets - (sum >> 16) >= 0:
        return 0 if has_nine(p.theirs + p.board + r * 0x1111) else 1
    if p.gold + p.nuggets + (sum & 0xFFFF) < 0:
        return 0 if has_nine(p.mine + p.board + r * 0x1111) else -1
    return 0


cdef inline bint nuggets_differ(const Packed* p) noexcept nogil:
    """Whether nuggets of two values are held or still on the board."""
    cdef uint32_t held = p.my_nuggets | p.their_nuggets
    cdef uint32_t seen = (held | held >> 1 | held >> 2 | held >> 3) & 0x11111111
    cdef uint64_t left = p.tokens & <uint64_t>0x888888888
    while left and seen & (seen - 1) == 0:
        seen |= <uint32_t>1 << 4 * (p.tokens >> (lowest_bit(left) - 3) & 7)
        left &= left - 1
    return seen & (seen - 1) != 0


cdef inline void settle_chance(Packed* p) noexcept nogil:
    """Forget whom chance helps once no draw can matter."""
    if p.chance and (p.phase == P_PLAY or p.phase == P_START) and (p.ambushes == 0 or not nuggets_differ(p)):
        p.chance = CHANCE_NONE


cdef void tidy(Packed* p) noexcept nogil:
    """Clear fields of an imported position that no longer matter, and add up the cattle on the board."""
    cdef int square
    if not dangerous(p, p.my_bar):
        p.my_bar = NOWHERE
    if not dangerous(p, p.their_bar):
        p.their_bar = NOWHERE
    p.nuggets = 0
    for square in range(9):
        if token_at(p, square) >= T_GOLD:
            p.nuggets += worth(p, token_at(p, square) - T_GOLD)
    settle_chance(p)


include "proof_replies.pxi"       # the immediate prospects of a child
include "proof_learnt.pxi"        # its order where much is left to play


cdef struct Writer:
    Child* out
    int count
    int won
    uint32_t move


cdef inline void send(Writer* w, Packed* p, int steps, int same, uint32_t code, int bonus) noexcept nogil:
    """Write a child for each destination of a turn that is otherwise done, or settle the end of the game."""
    cdef int square = p.outlaw
    cdef uint16_t open = REACH[square][steps] & p.occupied
    cdef int to, verdict, mobility, size
    cdef Prospects prospects
    cdef Replies reply
    cdef Landscape landscape
    cdef Child* child
    cdef Packed* q
    if open == 0:
        if margin(p) >= 0:
            w.won = 1
            w.move = code | NOWHERE
        return
    if not dangerous(p, p.their_bar):
        p.their_bar = NOWHERE
    p.my_bar = square if dangerous(p, square) else NOWHERE
    if not same and p.their_bar != NOWHERE and open & (1 << p.their_bar) and open & (open - 1):
        open &= ~(1 << p.their_bar)
    p.phase = P_PLAY
    p.steps = 0
    settle_chance(p)
    verdict = outlook(p)
    if verdict:
        if verdict > 0:
            w.won = 1
            w.move = code | (NOWHERE if code >> KIND_SHIFT & 7 == KIND_AMBUSH_NUGGET else lowest_bit32(open))
        return
    if not same:
        turn_round(p)
    size = (p.board & 15) + (p.board >> 4 & 15) + (p.board >> 8 & 15) + (p.board >> 12)
    look_ahead(p, &prospects)
    if size >= LEARNT and not same:
        survey(p, size, &landscape)
    while open:
        to = lowest_bit32(open)
        open &= open - 1
        verdict = replies(p, &prospects, to, &reply)
        if verdict == (1 if same else -1):
            w.won = 1
            w.move = code | (NOWHERE if code >> KIND_SHIFT & 7 == KIND_AMBUSH_NUGGET else to)
            return
        if verdict:
            continue
        child = &w.out[w.count]
        memcpy(&child.node, p, sizeof(Node))
        q = <Packed*> &child.node
        q.outlaw = to
        # a nugget is stolen before its value is known: the destination is not part of that decision
        child.move = code | (NOWHERE if code >> KIND_SHIFT & 7 == KIND_AMBUSH_NUGGET else to)
        child.same = same
        child.size = size
        mobility = REPLY * reply.mobility + TOKEN_REPLY * reply.sets_off
        if same:
            child.order = SAME_MONEY * reply.best + mobility
        else:
            child.order = bonus
            if size >= LEARNT:
                child.order += learnt_order(p, &landscape, to, &reply)
            else:
                child.order -= MONEY * reply.best + mobility + reply.promise
        w.count += 1


cdef inline void ambush(Writer* w, const Packed* p, int steps, uint32_t code) noexcept nogil:
    cdef Packed next
    if p.their_nuggets == 0 and p.theirs == 0:
        next = p[0]
        send(w, &next, steps, 0, code, 0)
        return
    ambush_colours(w, p, steps, code | KIND_AMBUSH_COLOUR << KIND_SHIFT)
    if not w.won and p.their_nuggets:
        ambush_nugget(w, p, steps, code | KIND_AMBUSH_NUGGET << KIND_SHIFT)


cdef inline void ambush_colours(Writer* w, const Packed* p, int steps, uint32_t code) noexcept nogil:
    """The children that rob the other side of cattle, up to the first one that wins."""
    cdef Packed next
    cdef int c, held, taken
    for c in range(4):
        held = nibble(p.theirs, c)
        if held == 0:
            continue
        taken = 2 if held > 2 else held
        next = p[0]
        next.mine += taken << (4 * c)
        next.theirs -= taken << (4 * c)
        if has_nine(next.mine):
            w.won = 1
            w.move = code | c << ARG_SHIFT | NOWHERE
            return
        send(w, &next, steps, 0, code | c << ARG_SHIFT, 0)
        if w.won:
            return


cdef inline void ambush_nugget(Writer* w, const Packed* p, int steps, uint32_t code) noexcept nogil:
    """The child or children that rob the other side of a nugget.

    Where one value alone can be drawn, or chance helps the mover, each value is a child as if chosen. Without
    a destination the money counts at once. Else one child waits for the draw.
    """
    cdef Packed next
    cdef int k
    cdef int kinds = 0
    for k in range(KINDS):
        kinds += nibble(p.their_nuggets, k) != 0
    if kinds == 1 or p.chance == CHANCE_HELPS:
        for k in range(KINDS):
            if nibble(p.their_nuggets, k):
                next = p[0]
                steal_nugget(&next, k)
                send(w, &next, steps, 0, code, NUGGET_DRAW)
                if w.won:
                    return
    elif not REACH[p.outlaw][steps] & p.occupied:
        for k in range(KINDS):
            if nibble(p.their_nuggets, k):
                if margin(p) + 2 * worth(p, k) >= 0:
                    w.won = 1
                    w.move = code | NOWHERE
                return
    else:
        await_draw(w, p, steps, code | NOWHERE)


cdef inline void await_draw(Writer* w, const Packed* p, int steps, uint32_t move) noexcept nogil:
    """The child in which a nugget is to be drawn."""
    cdef Child* child = &w.out[w.count]
    cdef Packed next = p[0]
    next.phase = P_DRAW
    next.steps = steps
    next.my_bar = NOWHERE
    if not dangerous(&next, next.their_bar):
        next.their_bar = NOWHERE
    turn_round(&next)
    memcpy(&child.node, &next, sizeof(Node))
    child.move = move
    child.same = 0
    child.size = 16
    child.order = 4 * margin(p)
    w.count += 1


cdef inline void rattlesnake(Writer* w, const Packed* p, int steps, uint32_t code) noexcept nogil:
    cdef Packed next
    cdef int colours[4]
    cdef int at[4]
    cdef int held = 0, c, i, degree = 0, square
    cdef uint32_t argument
    for c in range(4):
        if nibble(p.mine, c):
            colours[held] = c
            at[held] = 0
            held += 1
    while NEIGHBOURS[p.outlaw][degree] != NOWHERE:
        degree += 1
    while True:
        next = p[0]
        argument = 0xFFFF
        for i in range(held):
            c = colours[i]
            square = NEIGHBOURS[p.outlaw][at[i]]
            next.mine -= 1 << (4 * c)
            next.board += 1 << (4 * c)
            next.cattle[square] += 1 << (4 * c)
            next.occupied |= 1 << square
            argument &= ~(<uint32_t>15 << (4 * c))
            argument |= <uint32_t>square << (4 * c)
        send(w, &next, steps, 0, code | KIND_RATTLESNAKE << KIND_SHIFT | argument << ARG_SHIFT, 0)
        if w.won:
            return
        i = 0
        while i < held:
            at[i] += 1
            if at[i] < degree:
                break
            at[i] = 0
            i += 1
        if i == held:
            return


cdef inline void branding(Writer* w, const Packed* p, int steps, uint32_t code) noexcept nogil:
    cdef Packed next
    cdef int i = 0, c, n, square, any = 0
    cdef uint32_t full
    while NEIGHBOURS[p.outlaw][i] != NOWHERE:
        square = NEIGHBOURS[p.outlaw][i]
        i += 1
        for c in range(4):
            n = nibble(p.cattle[square], c)
            if n == 0:
                continue
            any = 1
            full = code | KIND_BRANDING << KIND_SHIFT | <uint32_t>(square | c << 4) << ARG_SHIFT
            next = p[0]
            next.cattle[square] &= ~(15 << (4 * c))
            next.board -= n << (4 * c)
            next.mine += n << (4 * c)
            if has_nine(next.mine):
                w.won = 1
                w.move = full | NOWHERE
                return
            if next.cattle[square] == 0:
                next.occupied &= ~(1 << square)
                drop_token(&next, square)
            send(w, &next, steps, 0, full, 0)
            if w.won:
                return
    if not any:
        next = p[0]
        send(w, &next, steps, 0, code, 0)


cdef inline void epidemic(Writer* w, const Packed* p, int steps, uint32_t code) noexcept nogil:
    cdef Packed next
    cdef int c, square, any = 0
    for c in range(4):
        if nibble(p.board, c) == 0:
            continue
        any = 1
        next = p[0]
        next.board &= ~(15 << (4 * c))
        for square in range(9):
            if next.cattle[square]:
                next.cattle[square] &= ~(15 << (4 * c))
                if next.cattle[square] == 0:
                    next.occupied &= ~(1 << square)
                    drop_token(&next, square)
        send(w, &next, steps, 0, code | KIND_EPIDEMIC << KIND_SHIFT | c << ARG_SHIFT, 0)
        if w.won:
            return
    if not any:
        next = p[0]
        send(w, &next, steps, 0, code, 0)


cdef inline void expand_start(Writer* w, const Packed* p) noexcept nogil:
    """The square on which the other side begins."""
    cdef Packed next
    cdef Child* child
    cdef int square
    for square in range(9):
        if p.starts & (1 << square):
            next = p[0]
            next.phase = P_PLAY
            next.starts = 0
            next.outlaw = square
            turn_round(&next)
            child = &w.out[w.count]
            memcpy(&child.node, &next, sizeof(Node))
            child.move = KIND_START << KIND_SHIFT | square
            child.same = 0
            child.size = 64
            child.order = -colours_in(next.cattle[square])
            w.count += 1


cdef inline void expand_draw(Writer* w, const Packed* p) noexcept nogil:
    """The nugget that is drawn, the side to move standing in for chance."""
    cdef Packed next
    cdef Child* child
    cdef int k
    for k in range(KINDS):
        if nibble(p.my_nuggets, k):
            next = p[0]
            turn_round(&next)
            steal_nugget(&next, k)
            next.phase = P_MOVE
            child = &w.out[w.count]
            memcpy(&child.node, &next, sizeof(Node))
            child.move = worth(p, k)
            child.same = 0
            child.size = 16
            child.order = -k
            w.count += 1


cdef inline void set_off(Writer* w, Packed* next, int token, int steps, uint32_t code) noexcept nogil:
    """The children of a theft that is done but for the token it sets off, if any."""
    if token >= T_GOLD:
        next.gold += worth(next, token - T_GOLD)
        next.my_nuggets += 1 << (4 * (token - T_GOLD))
        send(w, next, steps, 0, code, 0)
    elif token == T_NONE:
        send(w, next, steps, 0, code, 0)
    elif token == T_SNAKEOIL:
        send(w, next, steps, 1, code, 0)
    elif token == T_BRANDING:
        branding(w, next, steps, code)
    elif token == T_AMBUSH:
        ambush(w, next, steps, code)
    elif token == T_RATTLESNAKE:
        rattlesnake(w, next, steps, code)
    else:
        epidemic(w, next, steps, code)


cdef inline void expand_thefts(Writer* w, const Packed* p) noexcept nogil:
    """The thefts of the side to move, up to the first one that wins."""
    cdef Packed next
    cdef int square = p.outlaw
    cdef int c, n, token
    cdef uint32_t code
    for c in range(4):
        n = nibble(p.cattle[square], c)
        if n == 0:
            continue
        next = p[0]
        code = c << STOLE_SHIFT
        next.cattle[square] &= ~(15 << (4 * c))
        next.board -= n << (4 * c)
        token = T_NONE
        if next.cattle[square] == 0:
            next.occupied &= ~(1 << square)
            token = token_at(p, square)
            if token == T_SHERIFF:
                continue
            if token:
                drop_token(&next, square)
        next.mine += n << (4 * c)
        if has_nine(next.mine):
            w.won = 1
            w.move = code | NOWHERE
            return
        set_off(w, &next, token, n, code)
        if w.won:
            return


cdef int expand(const Node* node, Child* out) noexcept nogil:
    """Write the children of a node; EXPAND_WIN with the move alone where one wins at once."""
    cdef const Packed* p = <const Packed*> node
    cdef Packed next
    cdef Writer w
    w.out = out
    w.count = 0
    w.won = 0
    w.move = 0
    if p.phase == P_START:
        expand_start(&w, p)
    elif p.phase == P_DRAW:
        expand_draw(&w, p)
    elif p.phase == P_MOVE:
        next = p[0]
        send(&w, &next, p.steps, 0, KIND_MOVE << KIND_SHIFT, 0)
    else:
        expand_thefts(&w, p)
    if w.won:
        out[0].move = w.move
        return EXPAND_WIN
    return w.count


cdef ProofGame GAME
GAME.expand = expand
GAME.likeness = likeness
GAME.identify = identify
GAME.evaluate = evaluate
GAME.guards = (<uint64_t>1 << 6 | <uint64_t>1 << 13 | <uint64_t>1 << 20 | <uint64_t>1 << 27
               | <uint64_t>1 << (GOLD_AT + GOLD_BITS - 1))
GAME.dominance_bits = GOLD_AT + GOLD_BITS
GAME.tiny = 8
GAME.large = 15
GAME.evaluated = 24


cdef const ProofGame* proof_game() noexcept nogil:
    return &GAME
