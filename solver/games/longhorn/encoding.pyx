"""Longhorn for learning programs: numbered actions, and the position as a vector."""

from solver.encoding import Block

from solver.encoding cimport Encoding, EncodingPlug, share
from solver.game cimport State, action_t
from solver.games.longhorn.rules cimport (
    COLOURS,
    GOLD,
    KIND_AMBUSH_COLOUR,
    KIND_AMBUSH_NUGGET,
    KIND_BRANDING,
    KIND_EPIDEMIC,
    KIND_MOVE,

    KIND_RATTLESNAKE,
    KIND_START,
    LONGHORN,
    MAX_GOLD,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    NO_TOKEN,
    NONE,
    PHASE_DRAW,
    PHASE_MOVE,
    PHASE_PLAY,
    PHASE_START,
    SHERIFF,
    SQUARES,
    LonghornStruct,
    action_argument,
    action_colour,
    action_destination,
    action_kind,
    branding_colour,
    branding_square,
    money,
    rattlesnake_square,
)

cdef enum:
    TARGETS = 10                        # destinations: nine squares, and none
    THEFTS = 40                         # colour x destination
    # where each kind of decision begins; each has THEFTS numbers for one argument
    AT_PLAIN = 0
    AT_EPIDEMIC = 40                    # argument: the colour
    AT_AMBUSH = 200                     # argument: the colour, or 4 for a nugget
    AT_BRANDING = 400                   # argument: 4 x square + colour
    AT_RATTLESNAKE = 1840               # argument: which neighbour each colour goes to, a base-4 digit each
    AT_START = 12080                    # + square
    AT_MOVE = 12089                     # + destination
    ACTIONS = 12099
    TOKENS = 7                          # kinds of tokens, and nuggets
    FEATURES = 163
    MOST_CATTLE = 9
    MOST_NUGGET = 15                    # hundreds of dollars
    MOST_MONEY = 20000


cdef inline int neighbour_index(int square, int target) noexcept nogil:
    """Index of a square among the neighbours of another; 0 for NONE."""
    cdef int i
    for i in range(NEIGHBOUR_COUNT[square]):
        if NEIGHBOUR[square][i] == target:
            return i
    return 0


cdef int number(const void* state, action_t action) noexcept nogil:
    cdef const LonghornStruct* s = <const LonghornStruct*>state
    cdef int kind = action_kind(action)
    cdef int argument = action_argument(action)
    cdef int destination = action_destination(action)
    cdef int first = AT_PLAIN
    cdef int c
    if destination == NONE:
        destination = SQUARES
    if kind == KIND_START:
        return AT_START + destination
    if kind == KIND_MOVE:
        return AT_MOVE + destination
    if kind == KIND_EPIDEMIC:
        first = AT_EPIDEMIC
    elif kind == KIND_AMBUSH_COLOUR:
        first = AT_AMBUSH
    elif kind == KIND_AMBUSH_NUGGET:
        first = AT_AMBUSH
        argument = COLOURS
    elif kind == KIND_BRANDING:
        first = AT_BRANDING
        argument = 4 * branding_square(argument) + branding_colour(argument)
    elif kind == KIND_RATTLESNAKE:
        first = AT_RATTLESNAKE
        c = argument
        argument = 0
        for kind in range(COLOURS):
            argument += neighbour_index(s.outlaw, rattlesnake_square(c, kind)) << (2 * kind)
    else:
        argument = 0
    return first + THEFTS * argument + TARGETS * action_colour(action) + destination


cdef int features(const void* state) noexcept nogil:
    return FEATURES


cdef void observe(const void* state, int seat, float* out) noexcept nogil:
    cdef const LonghornStruct* s = <const LonghornStruct*>state
    cdef int square, c, i, other, token
    for square in range(SQUARES):
        for c in range(COLOURS):
            out[c] = share(s.cattle[square][c], MOST_CATTLE)
        token = s.token[square]
        if token >= GOLD:
            out[COLOURS + SHERIFF] = share(token - GOLD, MOST_NUGGET)
        elif token != NO_TOKEN:
            out[COLOURS + token - 1] = 1
        out += COLOURS + TOKENS
    if s.outlaw < SQUARES:
        out[s.outlaw] = 1
    out += SQUARES
    for i in range(2):
        other = (seat + i) & 1
        if s.last[other] < SQUARES:
            out[s.last[other]] = 1
        out += SQUARES
    for i in range(2):
        other = (seat + i) & 1
        for c in range(COLOURS):
            out[c] = share(s.herd[other][c], MOST_CATTLE)
        out += COLOURS
    for i in range(2):
        other = (seat + i) & 1
        for c in range(MAX_GOLD):
            out[c] = share(s.gold[other][c], MOST_NUGGET)
        out += MAX_GOLD
    for i in range(2):
        out[i] = share(money(s, (seat + i) & 1), MOST_MONEY)
    out += 2
    if s.phase == PHASE_START:
        for square in range(SQUARES):
            out[square] = (s.starts >> square) & 1
    out += SQUARES
    out[0] = s.phase == PHASE_START
    out[1] = s.phase == PHASE_PLAY
    out[2] = s.phase == PHASE_DRAW
    out[3] = s.phase == PHASE_MOVE
    out[4] = share(s.steps, SQUARES)
    out[5] = s.turn == seat


cdef Encoding ENCODING
ENCODING.rules = &LONGHORN
ENCODING.actions = ACTIONS
ENCODING.open_points = True
ENCODING.features = features
ENCODING.observe = observe
ENCODING.number = number


cdef class LonghornEncoding(EncodingPlug):
    """Encoding of Longhorn: a number for each theft with everything that the token asks for and the
    destination.

    With colours and squares as in names.py, destination 9 for none, and ``theft = 10 * colour +
    destination``: 0 + theft: no choice by a token; 40 + 40 * colour + theft: Epidemic; 200 + 40 * colour +
    theft: Ambush (4 for a nugget); 400 + 40 * (4 * square + colour) + theft: Branding; 1840 + 40 * places +
    theft: Rattlesnake, where
    ``places`` has a base-4 digit for each colour: the neighbour, counted from 0, that its cow goes to; 12080
    + square: the start; 12089 + destination: after a drawn nugget.
    """

    def __cinit__(self):
        self.table = &ENCODING

    def blocks(self, State state):
        self.rules(state)
        return (
            Block(
                "squares",
                (SQUARES, COLOURS + TOKENS),
                "of each square: cattle of each colour, of 9; 1 for its token: branding, snakeoil,"
                " ambush, rattlesnake,"
                " epidemic, sheriff; its nugget, of $1,500",
            ),
            Block("outlaw", (SQUARES,), "1 for the outlaw's square"),
            Block("last", (2, SQUARES), "1 for the square of the previous turn of each seat"),
            Block("herds", (2, COLOURS), "cattle of each seat, of each colour, of 9"),
            Block("gold", (2, MAX_GOLD), "nuggets of each seat, ascending, of $1,500"),
            Block("money", (2,), f"what each seat would count now, of ${MOST_MONEY:,}, at most 1"),
            Block("starts", (SQUARES,), "1 for each square where the game may start, while it is chosen"),
            Block(
                "phase",
                (4,),
                "1 for the start is chosen, cattle are stolen, a nugget is drawn, the outlaw moves on",
            ),
            Block("steps", (1,), "steps that the outlaw still has to go, of 9"),
            Block("turn", (1,), "1 if the seat itself is to move"),
        )
