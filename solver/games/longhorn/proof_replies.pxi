# What the other side can reply at once: the outlook of a move before it is searched.

cdef struct Replies:             # what the side to move finds on one square
    int best                     # its best immediate balance of money
    int mobility                 # destinations of its moves
    int sets_off                 # 1: every move sets off a token with choices of its own
    uint16_t reached             # the squares that some move reaches
    int promise                  # weighs what else the square holds


cdef struct Prospects:           # what the replies to one turn share, whatever its destination
    int balance                  # of money, for the side that replies
    int gain[4]                  # a colour: what each of n stolen cattle changes the balance by, plus n


cdef inline void look_ahead(const Packed* p, Prospects* x) noexcept nogil:
    cdef int c
    x.balance = margin(p)
    for c in range(4):
        # stolen cattle count for the thief and no longer lie on the board for either side
        x.gain[c] = nibble(p.board, c) - nibble(p.mine, c) + nibble(p.theirs, c)


cdef inline int replies(const Packed* p, const Prospects* x, int square, Replies* out) noexcept nogil:
    """The immediate prospects of the side to move of ``p`` with the outlaw on ``square``.

    Returns 1 when it wins at once, -1 when every move loses at once, else 0 and the rest in ``out``.
    """
    cdef uint32_t here = p.cattle[square]
    cdef uint32_t colours = (here | here >> 1 | here >> 2 | here >> 3) & 0x1111
    cdef uint32_t left = colours
    cdef int waits = token_at(p, square)
    cdef int alone = colours & (colours - 1) == 0
    cdef int passive = not alone or waits == T_NONE or waits >= T_GOLD or waits == T_SNAKEOIL
    cdef int base = x.balance
    cdef int shift, n, balance, count = 0, top = -999, moves = 0, cattle = 0
    cdef uint16_t open, reached = 0
    if alone:
        if waits == T_SHERIFF:
            return -1
        if waits >= T_GOLD:
            base += worth(p, waits - T_GOLD)
    while left:
        shift = lowest_bit32(left)
        left &= left - 1
        n = here >> shift & 15
        cattle += n
        if (p.mine >> shift & 15) + n >= 9:
            return 1
        balance = base + n * (x.gain[shift >> 2] - n)
        open = REACH[square][n] & p.occupied
        if passive and open == 0:
            if balance >= 0:
                return 1
            continue
        count += 1
        moves += COUNT_BITS[open]
        reached |= open
        if balance > top:
            top = balance
    out.best = top
    out.mobility = moves
    out.sets_off = not passive
    out.reached = reached
    out.promise = (SPREAD * COUNT_BITS[reached] + COW * cattle + COLOUR * colours_in(here)
                   + WAITING[not alone][waits])
    return 0 if count else -1
