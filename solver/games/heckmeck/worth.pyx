"""Learnt values of Heckmeck positions at the beginning of a turn, and the plug for the turn search.

The values come from a small two-layer network for each number of seats, fitted to self-play
(`python -m bench heckmeck-worth`). Its input is the position from the point of view of one seat: the contents
of each space, the snails in the supply, the seat to move, the leads. Without the file of weights, the rough
`utility` of the contract is used.
"""

import base64
import struct
import tomllib
from pathlib import Path

from libc.math cimport INFINITY, exp, tanh
from libc.stdint cimport int16_t, uint8_t
from libc.stdlib cimport abs
from libc.string cimport memcpy, memset

from solver.game cimport POINTS, Rules
from solver.games.common.dice cimport DICE, PHASE_ROLL
from solver.games.heckmeck.rules cimport (
    ABOVE,
    EMPTY,
    FAILURE,
    GETS_NOTHING,
    HECKMECK,
    HIGHEST,
    LOWEST,
    ONE,
    OUTCOMES,  # no-cython-lint: for the include
    PHASE_OVER_SUPPLY,
    SNAIL,
    SNAIL_POINTS,
    SPACES,
    TWO,
    WORM,
    HeckmeckStruct,
    clear_dice,
    heckmeck_gain,
    heckmeck_gets,
    play_turn,  # no-cython-lint: for the include
    outcome_of,
    points,
    standing,
)
from solver.search.expectimax cimport TurnTables
from solver.search.passes cimport (
    MAX_TOTAL,
    Solution,
    turn_solve,
)
from solver.search.turngame cimport TurnGame

WEIGHTS = Path(__file__).with_name("worth.toml")
MOST_SEATS_KNOWN = 5
UNIT = 0.0009765625                  # of a weight in the file: 2 to the power of -10

cdef enum:
    FULL_SCALE = 16                  # points in one unit of a lead
    ENDLESS = 1 << 30
    FAR = 1000                       # worms of each seat in a canonical state: enough to pay with

cdef double POINTS_UNIT = 64.0       # points: a lead over the others' mean with the value 1
cdef double POINTS_HEAD = 0.25       # one unit of the network's second output, as a part of that value

cdef double NEGLIGIBLE = 1e-10       # an error small enough to call a value certain

cdef Net NETS[6]
cdef double SUCCESS[1 << 14]         # see turn_limits; 0: not known yet
cdef double FORCED[1 << 14]


# ---- the network


cdef int describe(const HeckmeckStruct* s, int seat, int16_t* rows, float* leads) noexcept nogil:
    cdef int n = 0
    cdef int space, there, other, j, k, lead, owner, kind
    cdef int order[5]
    cdef int top = -1
    for space in range(SPACES):
        there = s.space[space]
        if there == EMPTY:
            kind = 0
        elif there == SNAIL:
            kind = 1
        else:
            owner = there - (TWO if there >= TWO else ONE)
            top = owner
            kind = 4 if there >= TWO else 2 if owner == seat else 3
        rows[n] = <int16_t>(ROWS_SPACE + 5 * space + kind)
        n += 1
    rows[n] = <int16_t>(ROWS_SUPPLY + (s.supply if s.supply < 15 else 15))
    rows[n + 1] = <int16_t>(ROWS_TURN + (s.turn + s.seats - seat) % s.seats)
    rows[n + 2] = <int16_t>(ROWS_TIE + (0 if top < 0 else 1 if top == seat else 2))
    n += 3
    k = 0
    for other in range(s.seats):
        if other != seat:
            lead = <int>(points(s, seat) - points(s, other))
            j = k
            while j > 0 and order[j - 1] > lead:
                order[j] = order[j - 1]
                j -= 1
            order[j] = lead
            k += 1
    for j in range(k):
        leads[j] = <float>order[j] / FULL_SCALE
        lead = 20 if order[j] > 20 else -20 if order[j] < -20 else order[j]
        rows[n] = <int16_t>(ROWS_LEAD + LEADS * j + lead + 20)
        n += 1
    return n


cdef void think(const HeckmeckStruct* s, int seat, float* out) noexcept nogil:
    cdef const Net* net = &NETS[s.seats]
    cdef int16_t rows[ACTIVE]
    cdef float leads[OTHERS]
    cdef float hidden[HIDDEN]
    cdef float second[SECOND]
    cdef const float* row
    cdef float x
    cdef int n = describe(s, seat, rows, leads)
    cdef int i, j
    for j in range(HIDDEN):
        hidden[j] = net.bias[j]
    for i in range(n):
        row = net.rows[rows[i]]
        for j in range(HIDDEN):
            hidden[j] = hidden[j] + row[j]
    for i in range(s.seats - 1):
        x = leads[i]
        row = net.slopes[i]
        for j in range(HIDDEN):
            hidden[j] = hidden[j] + x * row[j]
    for j in range(SECOND):
        second[j] = net.second_bias[j]
    for i in range(HIDDEN):
        x = hidden[i]
        if x > 0:
            row = net.second[i]
            for j in range(SECOND):
                second[j] = second[j] + x * row[j]
    for j in range(HEADS):
        out[j] = net.heads_bias[j]
    for i in range(SECOND):
        x = second[i]
        if x > 0:
            for j in range(HEADS):
                out[j] = out[j] + x * net.heads[i][j]


cdef double estimate_seat(const HeckmeckStruct* s, int objective, int seat) noexcept nogil:
    cdef float out[HEADS]
    cdef double rough[5]
    cdef double lead = 0.0
    cdef int other
    if s.phase >= PHASE_OVER_SUPPLY or not NETS[s.seats].known:
        HECKMECK.utility(s, objective, rough)
        return rough[seat]
    think(s, seat, out)
    if objective != POINTS:
        return tanh(out[0])
    for other in range(s.seats):
        lead = lead + (points(s, seat) - points(s, other))
    lead = lead / (s.seats - 1) / POINTS_UNIT + POINTS_HEAD * out[1]
    return 1.0 if lead > 1.0 else -1.0 if lead < -1.0 else lead


cdef void estimate(const void* state, int objective, double* out) noexcept nogil:
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef double mean = 0.0
    cdef int seat
    if s.phase >= PHASE_OVER_SUPPLY or not NETS[s.seats].known:
        HECKMECK.utility(s, objective, out)
        return
    for seat in range(s.seats):
        out[seat] = estimate_seat(s, objective, seat)
        mean = mean + out[seat] / s.seats
    for seat in range(s.seats):
        out[seat] = max(-1.0, min(1.0, out[seat] - mean))


cdef void first(const void* state, double* out) noexcept nogil:
    """Chance of the first place of each seat; a shared first place is divided."""
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef float raw[HEADS]
    cdef double sum = 0.0
    cdef int seat, other
    cdef bint beaten
    for seat in range(s.seats):
        if s.phase >= PHASE_OVER_SUPPLY:
            beaten = False
            for other in range(s.seats):
                beaten = beaten or standing(s, other) > standing(s, seat)
            out[seat] = 0.0 if beaten else 1.0
        elif not NETS[s.seats].known:
            out[seat] = 1.0
        else:
            think(s, seat, raw)
            out[seat] = 1.0 / (1.0 + exp(-raw[2]))
        sum = sum + out[seat]
    for seat in range(s.seats):
        out[seat] = out[seat] / sum


# ---- the plug


ctypedef HeckmeckStruct struct_t
cdef const Rules* RULES = &HECKMECK


cdef inline bint outcome_allowed(const HeckmeckStruct* s, int seat, int outcome) noexcept nogil:
    return heckmeck_gets(s, seat, outcome) != GETS_NOTHING


cdef inline double outcome_gain(const HeckmeckStruct* s, int seat, int outcome) noexcept nogil:
    return heckmeck_gain(s, seat, outcome)


include "solver/games/common/dice_plug.pxi"


cdef int plates_needed(const HeckmeckStruct* s, int seat) noexcept nogil:
    """The most plates that a seat can still put down."""
    cdef int need = 0
    cdef int space
    for space in range(SPACES):
        if s.space[space] < TWO:
            need += 1 if s.space[space] == ONE + seat else 2
    return need


cdef void canonical(const void* state, int objective, void* out) noexcept nogil:
    """One representative of all positions that are worth the same.

    The mover becomes seat 0. Points enter by their difference, spaces with two plates by the owner of the
    highest, who wins ties. A seat's plates count up to the most that it can still put down.
    """
    cdef HeckmeckStruct* s = <HeckmeckStruct*>out
    cdef int me, there, space, seat, need, lead
    cdef uint8_t plates[2]
    cdef bint seen = False
    memcpy(out, state, sizeof(HeckmeckStruct))
    clear_dice(s)
    me = s.turn
    lead = <int>(points(s, me) - points(s, 1 - me))
    plates[0], plates[1] = s.plates[me], s.plates[1 - me]
    for space in range(SPACES - 1, -1, -1):
        there = s.space[space]
        if there >= TWO:
            s.space[space] = <uint8_t>(TWO if seen else TWO + (there - TWO != me))
            seen = True
        elif there >= ONE:
            s.space[space] = <uint8_t>(ONE + (there - ONE != me))
    for seat in range(2):
        need = plates_needed(s, seat)
        s.plates[seat] = <uint8_t>(plates[seat] if plates[seat] < need else need)
        s.snails[seat] = 0
    s.turn = 0
    s.phase = PHASE_ROLL
    s.worms[0] = <unsigned short>(FAR + lead)
    s.worms[1] = FAR


cdef int most_gained(const HeckmeckStruct* s, int seat) noexcept nogil:
    """An upper bound of the points that `seat` can still gain on the other one.

    ENDLESS if its plates may run out: without one it can take the worms of an empty space again and again.
    An empty space: its worms when it is taken, again when it is protected. A plate of the other seat: its
    worms twice when it is robbed, again when it is protected. An own plate: its worms when it is protected.
    Each snail once; the space that it leaves, or that it may yet come to lie on and leave, as an empty one.
    """
    cdef int room = SNAIL_POINTS * s.supply
    cdef int most = 0
    cdef int space, there
    if s.plates[seat] < plates_needed(s, seat):
        return ENDLESS
    for space in range(SPACES):
        there = s.space[space]
        if there >= TWO:
            continue
        if there == SNAIL:
            room += SNAIL_POINTS
        room += s.ladder[space] * (1 if there == ONE + seat else 3 if there >= ONE else 2)
        most = s.ladder[space] if s.ladder[space] > most else most
    return room + 2 * most * s.supply


cdef void turn_limits(const HeckmeckStruct* s, double* success, double* forced) noexcept nogil:
    """The chance that a turn on this grill does not fail, if played to succeed and if played to fail.

    Neither grows when more spaces get their second plate. Cached by the set of these spaces.
    """
    cdef Solution play
    cdef double stop[MAX_TOTAL + 1]
    cdef int dead = 0
    cdef int space, total, outcome
    for space in range(SPACES):
        dead |= (s.space[space] >= TWO) << space
    if SUCCESS[dead] == 0.0:
        for total in range(MAX_TOTAL + 1):
            outcome = outcome_of(total) if total >= LOWEST else FAILURE
            stop[total] = -INFINITY
            if outcome == ABOVE or (outcome < SPACES and not dead >> outcome & 1):
                stop[total] = 1.0
        # the second number first: two threads may fill one place, both with the same numbers
        for total in range(MAX_TOTAL + 1):
            stop[total] = 0.0 if stop[total] == 1.0 else -INFINITY
        FORCED[dead] = 1.0 - turn_solve(DICE_TURN, stop, 1.0, &play)
        for total in range(MAX_TOTAL + 1):
            stop[total] = 1.0 if stop[total] == 0.0 else -INFINITY
        SUCCESS[dead] = turn_solve(DICE_TURN, stop, 0.0, &play)
    success[0], forced[0] = SUCCESS[dead], FORCED[dead]


cdef double turned_at_most(const HeckmeckStruct* s, int seat, int lead) noexcept nogil:
    """An upper bound of the chance that `seat` makes up for a lead, while the other one tries to fail.

    A successful turn gains at most `step`, so `seat` needs `needed` of them. The game ends once more turns
    have failed than there are snails in the supply, so some of the other seat's turns between them must
    succeed too. The chance of each pattern of such turns is a product; the bound is that times the number of
    patterns.
    """
    cdef double success, forced
    cdef double bound = 1.0
    cdef int step = SNAIL_POINTS
    cdef int fails = s.supply + 1
    cdef int space, needed, i, _turn
    for space in range(SPACES):
        if s.space[space] < TWO and 2 * s.ladder[space] > step:
            step = 2 * s.ladder[space]
    needed = (lead + step - 1) // step
    turn_limits(s, &success, &forced)
    for _turn in range(needed):
        bound *= success
    for i in range(needed - fails):
        bound *= forced * (needed - 1 - i) / (i + 1)                # C(needed - 1, needed - fails) in all
    for i in range(fails - 1):
        bound *= <double>(needed + fails - 1 - i) / (i + 1)         # C(needed + fails - 1, fails - 1)
    return bound


cdef bint decided(const void* state, int objective, double* value, double* error) noexcept nogil:
    """Whether the other seat cannot make up for the lead, or only with a chance below NEGLIGIBLE.

    That chance is in the error.
    """
    cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state
    cdef int lead = <int>(points(s, s.turn) - points(s, 1 - s.turn))
    cdef int behind = 1 - s.turn if lead > 0 else s.turn
    error[0] = 0.0
    if objective == POINTS or lead == 0:
        return False
    value[0] = 1.0 if lead > 0 else -1.0
    if abs(lead) > most_gained(s, behind):
        return True
    error[0] = 2 * turned_at_most(s, behind, abs(lead))
    return error[0] < NEGLIGIBLE


cdef class HeckmeckTurns(TurnPlug):
    """Heckmeck's plug for the turn search."""

    def __cinit__(self):
        cdef TurnGame* game = &self.game
        fill_plug(self, TABLES)
        game.estimate = estimate
        game.first = first
        game.canonical = canonical
        game.decided = decided
        self.words = (*(f"total{total}" for total in range(LOWEST, HIGHEST + 1)), "snail", "fail")


cdef TurnTables TABLES = TurnTables(DICE, (1, 2, 3, 4, 5, 6), WORM)


def _numbers(text):
    """The weights in a text: 16-bit numbers, little-endian, in base 64."""
    data = base64.b64decode(text)
    return [number * UNIT for number in struct.unpack(f"<{len(data) // 2}h", data)]


cdef int fill(float* to, numbers, int count) except -1:
    if len(numbers) != count:
        raise ValueError(f"{len(numbers)} weights where {count} belong")
    for i in range(count):
        to[i] = numbers[i]
    return 0


def load_weights(path=WEIGHTS):
    """Use the weights of a file, or none if there is no file. Returns the numbers of seats it covers."""
    memset(NETS, 0, sizeof(NETS))
    if not Path(path).exists():
        return ()
    with Path(path).open("rb") as file:
        known = tomllib.load(file)
    seats_known = []
    for name, layers in known.items():
        if not name.startswith("seats"):
            continue
        seats = int(name[5:])
        set_weights(seats, {layer: _numbers(text) for layer, text in layers.items()})
        seats_known.append(seats)
    return tuple(seats_known)


def set_weights(int seats, layers):
    """The weights of one number of seats, as lists of numbers, row by row.

    ``rows``: one for each row that can be on, HIDDEN numbers each; ``slopes``, ``bias``, ``second``,
    ``second_bias``, ``heads``, ``heads_bias``: see Net.
    """
    cdef Net* net
    if not 2 <= seats <= MOST_SEATS_KNOWN:
        raise ValueError(f"2 to {MOST_SEATS_KNOWN} seats have weights, not {seats}")
    net = &NETS[seats]
    fill(&net.rows[0][0], layers["rows"], (ROWS_LEAD + LEADS * (seats - 1)) * HIDDEN)
    fill(&net.slopes[0][0], layers["slopes"], (seats - 1) * HIDDEN)
    fill(net.bias, layers["bias"], HIDDEN)
    fill(&net.second[0][0], layers["second"], HIDDEN * SECOND)
    fill(net.second_bias, layers["second_bias"], SECOND)
    fill(&net.heads[0][0], layers["heads"], SECOND * HEADS)
    fill(net.heads_bias, layers["heads_bias"], HEADS)
    net.known = True


load_weights()
