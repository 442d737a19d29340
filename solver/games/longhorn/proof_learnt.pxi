# Move ordering high in the game, learnt from proofs.
#
# A move is worth trying early if it probably succeeds, p, and costs few nodes, c: with independent moves the
# least expected work has the largest p / c first. A logistic regression for p and a least-squares fit of
# log2 c, linear in the numbers below, were made on 160,000 moves (and 54,000 with Snake Oil) that were the first to be
# searched at nodes with 20 or more cattle, in the proofs of 134 deals outside all lists. At every fourth node the
# first move had been drawn almost freely. Otherwise only promising nodes would show what doubtful moves are worth.
# Weights are quarters of a point of ``Child.order``: LOGIT points for each unit of the logit, COST less for
# each doubling of the nodes.

cdef enum:
    LEARNT = 20                  # orders are learnt from so many cattle on the board on
    QUARTERS = 2                 # binary digits of a weight below the point

NUMBERS = (
    ("ONE", 202, -1215),          # always
    ("MARGIN", -8, 12),           # hundreds of dollars of the balance at hand
    ("GOLD", -48, 61),            # of it in nuggets, the target taken off
    ("HERD", -42, 51),            # an animal in the herd more than in the other
    ("NUGGETS", -13, 13),         # hundreds of dollars in nuggets on the board
    ("CATTLE", -6, 31),           # an animal on the board
    ("SQUARES", -48, -126),       # an occupied square
    ("MY_BAR", -98, 0),           # a square of its own last turn is barred
    ("THEIR_BAR", 214, -159),     # one of the other side
    ("BEST", -15, 19),            # hundreds of dollars of the best balance after a reply
    ("MOBILITY", -94, 59),        # a destination of one of its replies
    ("SETS_OFF", -274, 306),      # every reply sets off a token with choices
    ("REACHED", -287, 393),       # a square that some reply reaches
    ("UNDER", -38, -5),           # an animal under the outlaw
    ("COLOURS", 187, -145),       # a colour there
    ("FEWEST_COLOURS", -78, 111), # colours on the reached square with the fewest
    ("FEWEST_CATTLE", 61, -88),   # cattle on the one with the fewest
    ("ONWARD", 18, -73),          # a square that is reached from a reached one
    ("CORNER", -80, 209),         # the outlaw is in a corner
)
LIES = (
    (0, -18, -43, -11, -85, -30, -74, 0),
    (0, 10, -123, -58, 199, 28, -86, 0),
)
RIPE = (
    (180, -61, -38, -25, 36, -61, 524, 8),
    (144, 6, 100, 70, -57, 216, 213, 49),
)
ALONE = (
    (0, -173, -736, -373, -97, -331, 0, -190),
    (0, 73, 755, 471, 159, 145, 0, 164),
)
MIXED = (
    (0, 2, 41, -57, -344, -38, -52, 123),
    (0, -401, 108, -136, -17, -265, -61, -251),
)
RIPE_REACHED = (
    (54, 216, 288, 217, 5, 255, -93, 120),
    (-128, -33, 1, -106, -121, -180, 1061, -86),
)


cdef struct Weights:             # of the side to move of the child; [0]: the other side, [1]: the same side again
    int constant, margin, gold, herd, nuggets, cattle, squares, my_bar, their_bar
    int best, mobility, sets_off, reached, under, colours, fewest_colours, fewest_cattle, onward, corner
    int lies[16]
    int ripe[16]
    int alone[16]
    int mixed[16]
    int ripe_reached[16]


cdef Weights WEIGHTS[2]


def _fill_weights():
    cdef Weights* w
    cdef int side, token
    for side in range(2):
        w = &WEIGHTS[side]
        (w.constant, w.margin, w.gold, w.herd, w.nuggets, w.cattle, w.squares, w.my_bar, w.their_bar, w.best,
         w.mobility, w.sets_off, w.reached, w.under, w.colours, w.fewest_colours, w.fewest_cattle, w.onward,
         w.corner) = [row[1 + side] for row in NUMBERS]
        for token in range(16):
            column = min(token, T_GOLD - 1)
            w.lies[token] = LIES[side][column]
            w.ripe[token] = RIPE[side][column]
            w.alone[token] = ALONE[side][column]
            w.mixed[token] = MIXED[side][column]
            w.ripe_reached[token] = RIPE_REACHED[side][column]


_fill_weights()


cdef struct Landscape:           # what the destinations of one turn share
    const Weights* weights
    int sum                      # the part of the order that does not depend on the destination
    int reached[9]               # a square: what it adds when a reply reaches it
    int colours[9]
    int cattle[9]


cdef inline void survey(const Packed* p, int size, int same, Landscape* x) noexcept nogil:
    """Fill ``x`` for a turn after which the side to move of ``p`` acts; ``size``: cattle on the board."""
    cdef const Weights* w = &WEIGHTS[same]
    cdef int square, c, n, token, colours, cattle, lead = 0
    cdef int sum = w.constant + w.margin * margin(p) + w.gold * p.gold
    cdef uint16_t open
    for c in range(4):
        lead += nibble(p.mine, c) - nibble(p.theirs, c)
    sum += w.herd * lead + w.nuggets * p.nuggets + w.cattle * size + w.squares * COUNT_BITS[p.occupied]
    if p.my_bar != NOWHERE:
        sum += w.my_bar
    if p.their_bar != NOWHERE:
        sum += w.their_bar
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
        x.colours[square] = colours
        x.cattle[square] = cattle
        x.reached[square] = w.reached + w.onward * COUNT_BITS[open & p.occupied]
        if token:
            sum += w.lies[token]
        if colours == 1:
            sum += w.ripe[token]
            x.reached[square] += w.ripe_reached[token]
    x.weights = w
    x.sum = sum


cdef inline int learnt_order(const Packed* p, const Landscape* x, int square, int best, int moves,
                             uint16_t reached, int sets_off) noexcept nogil:
    """The order of a move that puts the outlaw on ``square``, by what ``replies`` found there."""
    cdef const Weights* w = x.weights
    cdef int sum = x.sum + w.best * best + w.mobility * moves + w.under * x.cattle[square]
    cdef int token = token_at(p, square)
    cdef int to, colours = 9, cattle = 99
    sum += w.colours * x.colours[square] + (w.alone[token] if x.colours[square] == 1 else w.mixed[token])
    if sets_off:
        sum += w.sets_off
    if square != 4 and square & 1 == 0:
        sum += w.corner
    if reached:
        while reached:
            to = lowest_bit32(reached)
            reached &= reached - 1
            sum += x.reached[to]
            if x.colours[to] < colours:
                colours = x.colours[to]
            if x.cattle[to] < cattle:
                cattle = x.cattle[to]
        sum += w.fewest_colours * colours + w.fewest_cattle * cattle
    return sum >> QUARTERS
