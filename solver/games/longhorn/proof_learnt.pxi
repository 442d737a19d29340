# Move ordering high in the game, learnt from proofs.
#
# A move is worth trying early if it probably succeeds (p) and costs few nodes (c): were moves independent,
# the least work would be expected with the largest p / c first. A logistic regression for p and a
# least-squares fit of log2 c, linear in the numbers below, were made on 189,000 moves, each the first to be
# searched at its node, with 20 or more cattle, in the proofs of 134 deals outside all lists. At every fourth
# node large random numbers had been added to the order: else bad-looking moves would come first only where
# nothing else does. The order is 68 points for each unit of the logit, on which scale the fit put the bonuses
# of killers and last refutations, less 25 for each doubling of the nodes. Weights are quarters of a point.

cdef enum:
    LEARNT = 20                  # from so many cattle on the board on
    QUARTERS = 2                 # binary digits of a weight below the point


cdef enum:                       # for the side to move after the move
    L_ALWAYS = 197
    L_MARGIN = -7                # a hundred dollars of its balance at hand
    L_GOLD = -42                 # of those in nuggets, the target taken off
    L_HERD = -36                 # an animal in its herd more than in the other
    L_NUGGETS = -12              # a hundred dollars in nuggets on the board
    L_CATTLE = -6                # an animal on the board
    L_SQUARES = -45              # an occupied square
    L_MY_BAR = -88               # a danger on the square of its last turn
    L_THEIR_BAR = 186            # a danger on that of the other side's last turn
    L_BEST = -13                 # a hundred dollars of its best immediate balance
    L_MOBILITY = -84             # a destination of one of its replies
    L_SETS_OFF = -233            # every reply sets off a token with choices
    L_REACHED = -247             # a square that some reply reaches
    L_ONWARD = 14                # a square that is reached from such a square
    L_FEWEST_COLOURS = -70       # a colour where fewest are, of the reached squares
    L_FEWEST_CATTLE = 54         # an animal where fewest are, of the reached squares
    L_UNDER = -34                # an animal under the outlaw
    L_COLOURS = 164              # a colour there
    L_CORNER = -73               # the outlaw is in a corner

# The same by PackedToken.
cdef int LIES[16]                # a token on the board
cdef int RIPE[16]                # one that the next theft on its square sets off
cdef int RIPE_REACHED[16]        # such a one on a square that some reply reaches
cdef int ALONE[16]               # the token under the outlaw, if the next theft sets it off
cdef int MIXED[16]               # if it does not
for _i, _lies, _ripe, _ripe_reached, _alone, _mixed in (
    (T_NONE, 0, 161, 48, 0, 0),
    (T_BRANDING, -16, -54, 188, -145, 5),
    (T_SNAKEOIL, -38, -32, 251, -631, 42),
    (T_AMBUSH, -9, -22, 189, -321, -46),
    (T_RATTLESNAKE, -75, 33, 2, -93, -301),
    (T_EPIDEMIC, -26, -52, 222, -280, -30),
    (T_SHERIFF, -66, 473, -73, 0, -33),
    *((_k, 0, 7, 106, -157, 113) for _k in range(T_GOLD, T_GOLD + KINDS)),
):
    LIES[_i] = _lies
    RIPE[_i] = _ripe
    RIPE_REACHED[_i] = _ripe_reached
    ALONE[_i] = _alone
    MIXED[_i] = _mixed


cdef struct Landscape:           # what the destinations of one turn share
    int sum                      # the part of the order that does not depend on the destination
    int reached[9]               # a square: what it adds when a reply reaches it
    int colours[9]
    int cattle[9]


cdef inline void survey(const Packed* p, int size, Landscape* x) noexcept nogil:
    """Fill ``x`` for a turn after which the side to move of ``p`` acts; ``size``: cattle on the board."""
    cdef int square, c, n, token, colours, cattle, lead = 0
    cdef int sum = L_ALWAYS + L_MARGIN * margin(p) + L_GOLD * p.gold + L_NUGGETS * p.nuggets
    cdef uint16_t open
    for c in range(4):
        lead += nibble(p.mine, c) - nibble(p.theirs, c)
    sum += L_HERD * lead + L_CATTLE * size + L_SQUARES * COUNT_BITS[p.occupied]
    if p.my_bar != NOWHERE:
        sum += L_MY_BAR
    if p.their_bar != NOWHERE:
        sum += L_THEIR_BAR
    for square in range(9):
        if not p.occupied & (1 << square):
            continue
        colours = cattle = open = 0
        for c in range(4):
            n = nibble(p.cattle[square], c)
            if n:
                colours += 1
                cattle += n
                open |= REACH[square][n]
        token = token_at(p, square)
        sum += LIES[token]
        x.colours[square] = colours
        x.cattle[square] = cattle
        x.reached[square] = L_REACHED + L_ONWARD * COUNT_BITS[open & p.occupied]
        if colours == 1:
            sum += RIPE[token]
            x.reached[square] += RIPE_REACHED[token]
    x.sum = sum


cdef inline int learnt_order(const Packed* p, const Landscape* x, int square,
                             const Replies* reply) noexcept nogil:
    """The order of a move that puts the outlaw on ``square``, where the other side then has ``reply``."""
    cdef int token = token_at(p, square)
    cdef int alone = x.colours[square] == 1
    cdef int sum = x.sum + L_BEST * reply.best + L_MOBILITY * reply.mobility + L_SETS_OFF * reply.sets_off
    cdef int to, colours = 9, cattle = 99
    cdef uint32_t left = reply.reached
    sum += L_UNDER * x.cattle[square] + L_COLOURS * x.colours[square]
    sum += ALONE[token] if alone else MIXED[token]
    if square & 1 == 0 and square != 4:
        sum += L_CORNER
    while left:
        to = lowest_bit32(left)
        left &= left - 1
        sum += x.reached[to]
        colours = min(colours, x.colours[to])
        cattle = min(cattle, x.cattle[to])
    if reply.reached:
        sum += L_FEWEST_COLOURS * colours + L_FEWEST_CATTLE * cattle
    return sum >> QUARTERS
