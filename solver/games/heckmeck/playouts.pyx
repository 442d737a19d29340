"""Fast playouts of whole games in which every seat plays exact turns for points.

A seat values an outcome of its turn by the points that it gains, and a robbery also by the points that the
other seat loses. The best play of a turn for such values depends on the grill alone: which spaces are dead,
hold snails, or can be robbed. The odds of its outcomes are therefore computed once and kept; one random
number draws from them. There are two tables:

- by the whole key (dead, snails, to be robbed), for keys that recur often enough to be worth solving;
- by the dead spaces alone, for all others: the turn is played exactly too, but every outcome counts only the
  worms printed.

The grill is kept in bit sets, so that a turn costs a few dozen instructions.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from solver.games.common.dice cimport DICE
from solver.games.heckmeck.rules cimport (
    ABOVE,
    EMPTY,
    FAILURE,
    LOWEST,
    ONE,
    OUTCOMES,
    PHASE_OVER_SUPPLY,
    SNAIL,
    SNAIL_POINTS,
    SPACES,
    TWO,
    WORM,
    HeckmeckStruct,
    outcome_of,
    points,
)
from solver.games.heckmeck.state cimport HeckmeckState
from solver.portable cimport highest_bit32
from solver.rng cimport Rng, rng_next, rng_scramble, rng_t
from solver.search.expectimax cimport TurnTables
from solver.search.passes cimport MAX_TOTAL, Solution, Turn, turn_outcomes, turn_solve

cdef enum:
    KEYS = 1 << 14                   # sets of dead spaces; as many whole keys are kept
    OFTEN = 24                       # visits of a whole key before it is solved
    LASTING = 1000                   # most visits counted: as many by other keys evict it
    MOST_TURNS = 5000                # length limit of a playout

cdef TurnTables TABLES = TurnTables(DICE, (1, 2, 3, 4, 5, 6), WORM)


ctypedef struct Odds:                # odds of a turn's outcomes, as an alias table (Walker 1977): 64 bytes
    uint64_t key
    uint16_t keep[16]                # chance, in 65536ths, that slot i means outcome i
    uint8_t other[16]                # otherwise it means this outcome
    uint32_t seen
    uint32_t solved


cdef struct Fast:                    # a position between turns
    uint32_t empty
    uint32_t snail
    uint32_t single[5]               # single plates of each seat
    uint32_t double[5]
    int32_t points[5]
    int32_t plates[5]
    int supply
    int seats
    int turn


cdef void make_odds(const Turn* turn, const double* worth, Odds* out) noexcept nogil:
    """Solve a turn for the worth of its outcomes (-INFINITY: not allowed), and make its alias table."""
    cdef Solution play
    cdef double stop[MAX_TOTAL + 1]
    cdef double chance[MAX_TOTAL + 1]
    cdef double odds[OUTCOMES]
    cdef int small[OUTCOMES]
    cdef int large[OUTCOMES]
    cdef int smalls = 0
    cdef int larges = 0
    cdef int total, outcome, a, b
    for total in range(MAX_TOTAL + 1):
        stop[total] = worth[outcome_of(total)] if total >= LOWEST else -INFINITY
    turn_solve(turn, stop, 0.0, &play)
    for outcome in range(OUTCOMES):
        odds[outcome] = 0.0
    odds[FAILURE] = turn_outcomes(turn, &play, 0, False, chance)
    for total in range(LOWEST, MAX_TOTAL + 1):
        odds[outcome_of(total)] += chance[total]
    for outcome in range(OUTCOMES):
        odds[outcome] *= OUTCOMES
        if odds[outcome] < 1.0:
            small[smalls] = outcome
            smalls += 1
        else:
            large[larges] = outcome
            larges += 1
    while smalls and larges:
        smalls -= 1
        a = small[smalls]
        b = large[larges - 1]
        out.keep[a] = <uint16_t>(odds[a] * 65535.0 + 0.5)
        out.other[a] = <uint8_t>b
        odds[b] -= 1.0 - odds[a]
        if odds[b] < 1.0:
            larges -= 1
            small[smalls] = b
            smalls += 1
    while larges:
        larges -= 1
        out.keep[large[larges]] = 65535
        out.other[large[larges]] = <uint8_t>large[larges]
    while smalls:
        smalls -= 1
        out.keep[small[smalls]] = 65535
        out.other[small[smalls]] = <uint8_t>small[smalls]
    out.solved = 1


cdef struct Book:                    # the odds known so far for one ladder and number of seats
    const Turn* turn
    Odds* plain                      # by dead spaces
    Odds* whole                      # by the whole key
    int ladder[14]
    int seats
    uint64_t solved


cdef void value_outcomes(const Book* book, uint64_t key, bint plain, double* worth) noexcept nogil:
    """The values of a turn's outcomes for a key; see the module's docstring."""
    cdef int space
    for space in range(SPACES):
        if key >> space & 1:
            worth[space] = -INFINITY
        elif not plain and key >> (SPACES + space) & 1:
            worth[space] = SNAIL_POINTS
        elif not plain and key >> (2 * SPACES + space) & 1:
            worth[space] = book.ladder[space] * (1.0 + 1.0 / (book.seats - 1))
        else:
            worth[space] = book.ladder[space]
    worth[ABOVE] = 0.0 if not plain and key >> (3 * SPACES) & 1 else SNAIL_POINTS


cdef inline const Odds* look_up(Book* book, uint64_t key) noexcept nogil:
    """The odds of a turn's outcomes."""
    cdef double worth[OUTCOMES]
    cdef Odds* odds = &book.whole[rng_scramble(key) & (KEYS - 1)]
    if odds.key == key:
        odds.seen += odds.seen < LASTING
        if odds.solved:
            return odds
        if odds.seen >= OFTEN:
            value_outcomes(book, key, False, worth)
            make_odds(book.turn, worth, odds)
            book.solved += 1
            return odds
    elif odds.seen == 0:
        odds.key = key
        odds.seen = 1
        odds.solved = 0
    else:
        odds.seen -= 1
    odds = &book.plain[key & (KEYS - 1)]
    if not odds.solved:
        value_outcomes(book, key, True, worth)
        make_odds(book.turn, worth, odds)
        book.solved += 1
    return odds


cdef inline uint32_t singles(const Fast* s) noexcept nogil:
    """The spaces on which a single plate lies, of any seat."""
    cdef uint32_t set = 0
    cdef int seat
    for seat in range(s.seats):
        set |= s.single[seat]
    return set


cdef inline uint64_t key_of(const Fast* s, uint32_t plated) noexcept nogil:
    """The whole key of the turn that begins; ``plated``: the spaces of single plates.

    Dead spaces, snails, spaces to be robbed, and one bit: neither supply nor snails are left.
    """
    cdef uint64_t key = ((KEYS - 1) & ~(s.empty | s.snail | plated)) | <uint64_t>s.snail << SPACES
    key |= <uint64_t>(plated & ~s.single[s.turn]) << (2 * SPACES)
    if s.supply == 0 and s.snail == 0:
        key |= <uint64_t>1 << (3 * SPACES)
    return key


cdef inline int draw_outcome(const Odds* odds, rng_t* rng) noexcept nogil:
    cdef uint64_t draw = rng_next(rng)
    cdef int slot = <int>(draw & 15)
    return odds.other[slot] if <uint16_t>(draw >> 16) > odds.keep[slot] else slot


cdef inline void give_back(Fast* s, uint32_t space, int cost) noexcept nogil:
    """The seat with a single plate on a space takes it back, and loses ``cost`` points."""
    cdef int seat
    for seat in range(s.seats):
        if s.single[seat] & space:
            s.single[seat] ^= space
            s.points[seat] -= cost
            s.plates[seat] += 1


cdef inline void score(Fast* s, uint32_t space, int worms) noexcept nogil:
    """The seat to move has thrown the number of a space."""
    cdef int me = s.turn
    if s.snail & space:
        s.snail ^= space
        s.empty |= space
        s.points[me] += SNAIL_POINTS
        return
    s.points[me] += worms
    if s.empty & space:
        if s.plates[me]:
            s.plates[me] -= 1
            s.empty ^= space
            s.single[me] |= space
    elif s.single[me] & space:
        if s.plates[me]:
            s.plates[me] -= 1
            s.single[me] ^= space
            s.double[me] |= space
    else:
        give_back(s, space, worms)
        if s.plates[me]:
            s.plates[me] -= 1
            s.single[me] |= space
        else:
            s.empty |= space


cdef inline bint score_above(Fast* s) noexcept nogil:
    """The seat to move has thrown more than the highest number; False when that ends the game."""
    cdef uint32_t space
    if s.supply:
        s.supply -= 1
    elif s.snail:
        space = <uint32_t>1 << highest_bit32(s.snail)
        s.snail ^= space
        s.empty |= space
    else:
        return False
    s.points[s.turn] += SNAIL_POINTS
    return True


cdef inline bint fail(Fast* s, uint32_t plated) noexcept nogil:
    """A failure brings a snail onto the grill; False when that ends the game."""
    cdef uint32_t space
    if s.supply == 0 or s.empty | plated == 0:
        return False
    s.supply -= 1
    if s.empty:
        space = <uint32_t>1 << highest_bit32(s.empty)
        s.empty ^= space
    else:
        space = <uint32_t>1 << highest_bit32(plated)
        give_back(s, space, 0)
    s.snail |= space
    return True


cdef int play_fast(Book* book, Fast* s, rng_t* rng) noexcept nogil:
    """Play to the end of the game; returns the number of turns."""
    cdef uint32_t plated
    cdef int turns, outcome
    for turns in range(1, MOST_TURNS):
        plated = singles(s)
        outcome = draw_outcome(look_up(book, key_of(s, plated)), rng)
        if outcome < SPACES:
            score(s, <uint32_t>1 << outcome, book.ladder[outcome])
        elif outcome == ABOVE:
            if not score_above(s):
                return turns
        elif not fail(s, plated):
            return turns
        s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
    return MOST_TURNS


cdef void read_struct(const HeckmeckStruct* from_, Fast* s) noexcept nogil:
    cdef int space, there, seat
    memset(s, 0, sizeof(Fast))
    for space in range(SPACES):
        there = from_.space[space]
        if there == EMPTY:
            s.empty |= <uint32_t>1 << space
        elif there == SNAIL:
            s.snail |= <uint32_t>1 << space
        elif there >= TWO:
            s.double[there - TWO] |= <uint32_t>1 << space
        else:
            s.single[there - ONE] |= <uint32_t>1 << space
    for seat in range(from_.seats):
        s.points[seat] = <int32_t>points(from_, seat)
        s.plates[seat] = from_.plates[seat]
    s.supply = from_.supply
    s.seats = from_.seats
    s.turn = from_.turn


cdef void results(const Fast* s, double* out) noexcept nogil:
    """As the rules' returns. [tie]"""
    cdef int64_t place[5]
    cdef uint32_t plates
    cdef int seat, other, won
    for seat in range(s.seats):
        plates = s.single[seat] | s.double[seat]
        place[seat] = 32 * <int64_t>s.points[seat] + (1 + highest_bit32(plates) if plates else 0)
    for seat in range(s.seats):
        won = 0
        for other in range(s.seats):
            won += (place[seat] > place[other]) - (place[seat] < place[other])
        out[seat] = <double>won / (s.seats - 1)


cdef class TurnPlayouts:
    """Playouts of Heckmeck with exact turns. Odds computed in one playout serve all later ones.

    For games with the ladder and number of seats of ``state``.
    """

    cdef Book book

    def __cinit__(self, HeckmeckState state):
        cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state.data
        self.book.turn = &TABLES.turn
        self.book.seats = s.seats
        for space in range(SPACES):
            self.book.ladder[space] = s.ladder[space]
        self.book.plain = <Odds*> calloc(KEYS, sizeof(Odds))
        self.book.whole = <Odds*> calloc(KEYS, sizeof(Odds))
        if self.book.plain == NULL or self.book.whole == NULL:
            raise MemoryError("no memory for playouts")

    def __dealloc__(self):
        free(self.book.plain)
        free(self.book.whole)

    def run(self, HeckmeckState state, int count, Rng rng):
        """Play ``count`` games from the turn that begins in ``state``: ``(mean result of each seat, turns)``.

        Dice already rolled in that turn are ignored. Raises ValueError for another ladder or number of seats.
        """
        cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state.data
        cdef Fast start, game
        cdef double ends[5]
        cdef double sums[5]
        cdef rng_t* dice = &rng.state
        cdef int64_t turns = 0
        cdef int seat, _game
        self._check(state)
        memset(sums, 0, sizeof(sums))
        with nogil:
            read_struct(s, &start)
            for _game in range(count):
                game = start
                if s.phase < PHASE_OVER_SUPPLY:
                    turns += play_fast(&self.book, &game, dice)
                results(&game, ends)
                for seat in range(start.seats):
                    sums[seat] = sums[seat] + ends[seat]
        return tuple([sums[seat] / count for seat in range(start.seats)]), turns

    def _check(self, HeckmeckState state):
        cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state.data
        if s.seats != self.book.seats or any([s.ladder[i] != self.book.ladder[i] for i in range(SPACES)]):
            raise ValueError("these playouts are for another ladder or number of seats")

    def odds(self, HeckmeckState state, bint plain=False):
        """Odds of the turn's outcomes in ``state``, as the playouts draw them (``plain``: printed worms)."""
        cdef const HeckmeckStruct* s = <const HeckmeckStruct*>state.data
        cdef Fast fast
        cdef Odds odds
        cdef double worth[OUTCOMES]
        cdef int outcome
        self._check(state)
        read_struct(s, &fast)
        value_outcomes(&self.book, key_of(&fast, singles(&fast)), plain, worth)
        make_odds(self.book.turn, worth, &odds)
        chances = [0.0] * OUTCOMES
        for outcome in range(OUTCOMES):
            stay = (odds.keep[outcome] + 1) / 65536.0
            chances[outcome] += stay / OUTCOMES
            chances[odds.other[outcome]] += (1 - stay) / OUTCOMES
        return chances

    @property
    def solved(self):
        """Turns solved so far."""
        return self.book.solved
