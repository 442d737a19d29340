"""The learnt evaluation of Longhorn positions, for estimates where no proof comes in time.

It answers the question of a node (proof.pyx): how likely the side to move ends with at least zero. A position
is described by some fifty facts of a fixed list, its *rows*: one for each colour, by the herds and the cattle
on the board; two for each occupied square, by how the outlaw gets there, its colours, its cattle and its
token; one for each of several totals. None names a colour, a square or a seat, so positions that differ by a
turn or a reflection of the board, an exchange of colours or of seats have the same evaluation.

Each row has HIDDEN numbers, and these are added up over the rows. The last sum, and the others where they are
positive, times the weights of the output, make the logit. ``python -m bench longhorn-worth`` fits the numbers
to proved positions; docs/proof-search.md has the figures.
"""
from pathlib import Path

from libc.math cimport rintf
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t
from libc.string cimport memcpy

from solver.games.longhorn.geometry import walk_ends
from solver.net.reading import WeightsError, read_arrays

from solver.game cimport State
from solver.games.longhorn.packed cimport (
    P_DRAW,
    P_MOVE,
    P_PLAY,
    T_GOLD,
    Packed,
    dangerous,
    margin,
    nibble,
    token_at,
    worth,
)
from solver.search.proof cimport DRAWS_HELP, DRAWS_HURT, Node, ProofPlug

FILE = Path(__file__).with_name("evaluation.npz")
#: The edition of the rows; weights for another one are refused.
FEATURES = "longhorn-1"

cdef enum:
    MOST = 9                     # cattle of a colour
    SPAN = 30                    # hundreds of dollars of a balance that are told apart
    GOLD_SPAN = 12
    LYING = 20
    HEAP = 8                     # cattle of a square that are told apart
    TAKEN = 6                    # cattle of a theft that are told apart
    LEAD = 4                     # difference of two herds, at a theft
    CATTLE = 31                  # on the board that are told apart: the most of the positions learnt from
    MOBILITY = 15
    TOKENS = 8                   # nuggets count as one
    RELATIONS = 5                # how the outlaw gets to a square: it is there, or two bits below
    REACHED = 1                  # the side to move can go there now
    ODD = 2                      # an odd number of steps away

cdef enum:                       # where the kinds of rows begin
    R_COLOUR = 0                 # mine, theirs, on the board: by TRIPLE
    R_LEAD = R_COLOUR + 220      # under the outlaw: cattle taken, lead of the herd
    R_TAKEN = R_LEAD + TAKEN * (2 * LEAD + 1)
    R_SQUARE = R_TAKEN + TAKEN * (MOST + 1)
    R_HEAP = R_SQUARE + RELATIONS * 4 * TOKENS
    R_CATTLE = R_HEAP + RELATIONS * 4 * HEAP
    R_MONEY = R_CATTLE + CATTLE + 1
    R_GOLD = R_MONEY + 2 * SPAN + 1
    R_LYING = R_GOLD + 2 * GOLD_SPAN + 1
    R_BARS = R_LYING + LYING + 1
    R_BEST = R_BARS + 4
    R_MOBILITY = R_BEST + 2 * SPAN + 2
    R_OPEN = R_MOBILITY + 2 * (MOBILITY + 1)
    R_OUTLAW = R_OPEN + 10
    R_PHASE = R_OUTLAW + 4
    R_CHANCE = R_PHASE + 4
    ROWS = R_CHANCE + 3

cdef enum:
    UNIT = 1024                  # parts of one in a weight
    LOGIT = 90                   # parts of a logit in an evaluation
    MOST_LOGIT = 1800

cdef int16_t WEIGHTS[ROWS][HIDDEN]
cdef int16_t BIAS[HIDDEN]
cdef int16_t OUT[HIDDEN]
_loaded = False

cdef int16_t TRIPLE[10][10][10]
cdef uint16_t WALKS[9][10]       # squares that an exact walk of n steps may end on


def _fill_tables():
    cdef int mine, theirs, board, n, square, count = 0
    for mine in range(10):
        for theirs in range(10 - mine):
            for board in range(10 - mine - theirs):
                TRIPLE[mine][theirs][board] = count
                count += 1
    for mine in range(10):
        for theirs in range(10):
            for board in range(10):
                if mine + theirs + board > MOST:     # figures of one's own may have more of a colour
                    n = max(0, MOST - mine - theirs)
                    TRIPLE[mine][theirs][board] = TRIPLE[mine][min(theirs, MOST - mine)][n]
    for square in range(9):
        for n in range(10):
            WALKS[square][n] = sum(1 << end for end in walk_ends(square, n)) if n else 0


_fill_tables()


cdef inline int clamped(int x, int low, int high) noexcept nogil:
    return low if x < low else high if x > high else x


cdef inline int bits(int x) noexcept nogil:
    cdef int n = 0
    while x:
        x &= x - 1
        n += 1
    return n


cdef inline int thefts(const Packed* p, int16_t* rows, uint16_t* reached) noexcept nogil:
    """The rows of what the side to move can take at once; ``reached``: where the outlaw can go then."""
    cdef uint16_t here = p.cattle[p.outlaw]
    cdef int token = token_at(p, p.outlaw)
    cdef int base = margin(p)
    cdef int best = -999, moves = 0, colours = 0, count = 0
    cdef int c, n, mine, theirs, board, sets_off
    cdef uint16_t to
    for c in range(4):
        n = nibble(here, c)
        if n == 0:
            continue
        colours += 1
        mine, theirs, board = nibble(p.mine, c), nibble(p.theirs, c), nibble(p.board, c)
        best = max(best, base + n * (board - mine + theirs - n))
        to = WALKS[p.outlaw][n] & p.occupied
        reached[0] |= to
        moves += bits(to)
        n = min(n, TAKEN) - 1
        rows[count] = R_LEAD + n * (2 * LEAD + 1) + clamped(mine - theirs, -LEAD, LEAD) + LEAD
        rows[count + 1] = R_TAKEN + n * (MOST + 1) + board
        count += 2
    sets_off = colours == 1 and token != 0 and token < T_GOLD
    if colours == 1 and token >= T_GOLD:
        best += worth(p, token - T_GOLD)
    rows[count] = R_BEST + (2 * SPAN + 1 if colours == 0 else clamped(best, -SPAN, SPAN) + SPAN)
    rows[count + 1] = R_MOBILITY + sets_off * (MOBILITY + 1) + min(moves, MOBILITY)
    return count + 2


cdef int describe(const Packed* p, int16_t* rows) noexcept nogil:
    """Write the rows of a position, at most ACTIVE; returns how many."""
    cdef int count = 0, square, c, n, token, colours, cattle, relation, size = 0
    cdef uint16_t reached = 0
    for c in range(4):
        n = nibble(p.board, c)
        size += n
        rows[count] = R_COLOUR + TRIPLE[nibble(p.mine, c)][nibble(p.theirs, c)][n]
        count += 1
    if p.phase == P_PLAY and p.outlaw < 9:
        count += thefts(p, rows + count, &reached)
    elif (p.phase == P_MOVE or p.phase == P_DRAW) and p.outlaw < 9:
        reached = WALKS[p.outlaw][min(p.steps, 9)] & p.occupied
    for square in range(9):
        if not p.occupied & (1 << square):
            continue
        colours = cattle = 0
        for c in range(4):
            n = nibble(p.cattle[square], c)
            colours += n != 0
            cattle += n
        token = min(token_at(p, square), T_GOLD)
        token = 7 if token == T_GOLD else token
        relation = 4
        if square != p.outlaw:
            relation = REACHED * (reached >> square & 1) + ODD * ((square ^ p.outlaw) & 1)
        relation = relation * 4 + colours - 1
        rows[count] = R_SQUARE + relation * TOKENS + token
        rows[count + 1] = R_HEAP + relation * HEAP + min(cattle, HEAP) - 1
        count += 2
    rows[count] = R_CATTLE + min(size, CATTLE)
    rows[count + 1] = R_MONEY + clamped(margin(p), -SPAN, SPAN) + SPAN
    rows[count + 2] = R_GOLD + clamped(p.gold, -GOLD_SPAN, GOLD_SPAN) + GOLD_SPAN
    rows[count + 3] = R_LYING + min(p.nuggets, LYING)
    rows[count + 4] = R_BARS + 2 * dangerous(p, p.my_bar) + dangerous(p, p.their_bar)
    rows[count + 5] = R_OPEN + bits(reached)
    rows[count + 6] = R_OUTLAW + (3 if p.outlaw > 8 else 2 if p.outlaw == 4 else p.outlaw & 1)
    rows[count + 7] = R_PHASE + (p.phase & 3)
    rows[count + 8] = R_CHANCE + min(p.chance, 2)
    return count + 9


cdef int evaluate(const Node* node) noexcept nogil:
    cdef int16_t rows[ACTIVE]
    cdef int32_t sums[HIDDEN]
    cdef const int16_t* row
    cdef int count = describe(<const Packed*> node, rows)
    cdef int i, j
    cdef int64_t logit
    for j in range(HIDDEN):
        sums[j] = BIAS[j]
    for i in range(count):
        row = WEIGHTS[rows[i]]
        for j in range(HIDDEN):
            sums[j] = sums[j] + row[j]
    logit = <int64_t>sums[HIDDEN - 1] * UNIT
    for j in range(HIDDEN - 1):
        logit += <int64_t>max(sums[j], 0) * OUT[j]
    return clamped(<int>(logit * LOGIT // (UNIT * UNIT)), -MOST_LOGIT, MOST_LOGIT)


cdef inline int16_t rounded(float x) noexcept nogil:
    return <int16_t>clamped(<int>rintf(x), -32767, 32767) if -1e6 < x < 1e6 else 32767 if x > 0 else -32767


def set_weights(rows, bias, out):
    """Use other weights: arrays of ROW_COUNT x HIDDEN, HIDDEN and HIDDEN numbers in units of 1 / 1024.

    They are numpy's or memoryviews of floats, and are rounded to 16 bits. Raises WeightsError when a shape
    is wrong.
    """
    global _loaded
    cdef const float[:, ::1] by_row
    cdef const float[::1] flat_bias, flat_out
    cdef int i, j
    shapes = ((ROWS, HIDDEN), (HIDDEN,), (HIDDEN,))
    for name, array, shape in zip(("rows", "bias", "out"), (rows, bias, out), shapes, strict=True):
        if array is None or array.shape != shape:
            raise WeightsError(
                f"the array {name} has shape {None if array is None else array.shape}, not {shape}", name)
    by_row, flat_bias, flat_out = (
        array if isinstance(array, memoryview) else array.astype("float32") for array in (rows, bias, out))
    for j in range(HIDDEN):
        BIAS[j] = rounded(flat_bias[j])
        OUT[j] = rounded(flat_out[j])
        for i in range(ROWS):
            WEIGHTS[i][j] = rounded(by_row[i, j])
    _loaded = True


def load_weights(path=FILE):
    """Use the weights of a file; raises WeightsError or OSError."""
    arrays, _ = read_arrays(Path(path), FEATURES)
    set_weights(*(arrays.get(name) for name in ("rows", "bias", "out")))


def need_weights():
    """Load the weights that come with the package, unless there are some already."""
    if not _loaded:
        load_weights()


def logit_of(ProofPlug plug, State state, int target):
    """The evaluation of the question "does the side to move end at least ``target`` ahead" (hundreds of
    dollars), in LOGIT parts of a logit: positive is likelier yes than no."""
    cdef Node node
    plug.pack(state, target, DRAWS_HURT if target else DRAWS_HELP, &node)
    return evaluate(&node)


def rows_of(ProofPlug plug, State state, int target):
    """The rows of the question "does the side to move end at least ``target`` ahead": a list of ints."""
    cdef Node node
    plug.pack(state, target, DRAWS_HURT if target else DRAWS_HELP, &node)
    return rows_of_node((<char*> &node)[:sizeof(Node)])


def rows_of_node(bytes node):
    """The rows of a packed question: a list of ints. Raises ValueError for a wrong number of bytes."""
    cdef int16_t rows[ACTIVE]
    cdef Node copy
    if len(node) != sizeof(Node):
        raise ValueError(f"a node has {sizeof(Node)} bytes, not {len(node)}")
    memcpy(&copy, <const char*> node, sizeof(Node))
    return [rows[i] for i in range(describe(<const Packed*> &copy, rows))]


ROW_COUNT, ACTIVE_ROWS, HIDDEN_UNITS, WEIGHT_UNIT = ROWS, ACTIVE, HIDDEN, UNIT
#: The rows that tell how many cattle lie on the board: first, and one past the last.
CATTLE_ROWS = (R_CATTLE, R_MONEY)
