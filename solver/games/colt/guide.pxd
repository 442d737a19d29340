"""Colt Express: decisions of playouts by rules of thumb, and the worths that they weigh. See guide.pyx."""

from libc.stdint cimport uint32_t

from solver.game cimport action_t
from solver.games.colt.layout cimport *
from solver.games.colt.tables cimport FIGURES
from solver.games.colt.train cimport *
from solver.rng cimport rng_t

cdef enum:
    BLIND_STEP = 16                 # one answer in this many is random, so that none is excluded
    # dollars
    PLAN_NOISE = 400                # largest noise on the worth of a plan
    NOISE = 150                     # ... of any other answer
    EVICTED = 350                   # lost to the Marshal or the Shotgun: a bullet, the place, the plan
    SHOT = 200                      # a bullet that hits: a part of the Gunslinger's prize, and a worse hand
    MARSHAL_HIT = 110               # a rival evicted
    FLASK_WORTH = 120
    RANSOM = 600                    # a hostage, whichever it is
    DRAWN = 60                      # three cards; and for each turn to come without a card to play:
    SHORT = 120
    FREEDOM = 3000                  # riding away from the Escape


cdef struct Look:                   # a planning seat's expectation of one of its bandits
    int place                       # its place after its cards on the pile
    int robbed                      # pieces that they will have taken there
    bint robbery                    # whether there is a Robbery in hand


cdef inline int blind_purse(const ColtStruct* s) noexcept nogil:
    """The assumed value of an unseen purse: a little above the smallest, the most frequent one."""
    return FIGURES[s.figures].value[1]


cdef inline bint friends(const ColtStruct* s, int a, int b) noexcept nogil:
    """Whether two bandits belong to one side."""
    return side_of(s, owner(s, a)) == side_of(s, owner(s, b))


cdef inline bint ours(const ColtStruct* s, int seat, int bandit) noexcept nogil:
    """Whether a bandit belongs to the side of a seat."""
    return side_of(s, owner(s, bandit)) == side_of(s, seat)


cdef inline int purses_at(const ColtStruct* s, int place) noexcept nogil:
    cdef int n = popcount(s.lying[place])
    if place < COACH and not place & 1:
        n += s.fresh[place >> 1]
    return n


cdef inline int loot_worth(const ColtStruct* s, int place) noexcept nogil:
    """The most valuable piece at a place, in dollars."""
    cdef int i
    if place >= PLACES:
        return 0
    if s.lying_boxes[place] and not (place == COACH_ROOF and s.shotgun == ON_COACH):
        return FIGURES[s.figures].box
    if s.lying_jewels[place]:
        return FIGURES[s.figures].jewel
    if purses_at(s, place):
        return blind_purse(s)
    for i in range(s.lying_flasks):
        if s.flask_place[i] == place:
            return FLASK_WORTH
    return 0


cdef inline int pieces(const ColtStruct* s, int place) noexcept nogil:
    """The number of pieces of loot at a place, without flasks."""
    if place >= PLACES:
        return 0
    return purses_at(s, place) + s.lying_jewels[place] + s.lying_boxes[place]


cdef inline int danger(const ColtStruct* s, int place) noexcept nogil:
    """The cost of the Marshal or the Shotgun at a place, in dollars."""
    if place >= COACH:
        return 0
    if place & 1:
        return EVICTED if s.shotgun == ON_TRAIN and place >> 1 == s.coach else 0
    return EVICTED if place >> 1 == s.marshal else 0


cdef inline int held_worth(const ColtStruct* s, int bandit) noexcept nogil:
    """The most valuable piece that a bandit holds, in dollars."""
    if s.boxes[bandit]:
        return FIGURES[s.figures].box
    if s.jewels[bandit]:
        return FIGURES[s.figures].jewel
    if s.purses[bandit]:
        return blind_purse(s)
    return 0


cdef inline int wealth(const ColtStruct* s, int bandit) noexcept nogil:
    """The approximate wealth of a bandit: public loot, and shots towards the Gunslinger's prize."""
    cdef const ColtFigures* f = &FIGURES[s.figures]
    return s.jewels[bandit] * f.jewel + s.boxes[bandit] * f.box + popcount(s.purses[bandit]) * f.value[1] + \
        s.bonus[bandit] + SHOT * s.shots[bandit] + (0 if s.hostage[bandit] == NOTHING else RANSOM)


cdef inline int victim_worth(const ColtStruct* s, int bandit, int place) noexcept nogil:
    """The most valuable piece that a rival at a place holds, in dollars."""
    cdef int mask = s.at[place] & ~(1 << bandit)
    cdef int best = 0
    cdef int other, worth
    while mask:
        other = ctz(mask)
        mask &= mask - 1
        if not friends(s, bandit, other):
            worth = held_worth(s, other)
            if worth > best:
                best = worth
    return best


cdef inline int place_worth(const ColtStruct* s, int bandit, int place) noexcept nogil:
    """The worth of being at a place, in dollars."""
    cdef int worth = loot_worth(s, place) - danger(s, place)
    if place == COACH and s.hostages and s.hostage[bandit] == NOTHING:
        worth += RANSOM
    return worth


cdef inline int best_place(const ColtStruct* s, int bandit, uint32_t reach) noexcept nogil:
    """The place of a mask (not empty) that is worth most."""
    cdef int best = ctz(reach)
    cdef int most = place_worth(s, bandit, best)
    cdef int place, worth
    reach &= reach - 1
    while reach:
        place = ctz(reach)
        reach &= reach - 1
        worth = place_worth(s, bandit, place)
        if worth > most:
            most = worth
            best = place
    return best


cdef inline uint32_t moves_from(const ColtStruct* s, int place) noexcept nogil:
    """Mask of the places that a Move from a place reaches, the coach's roof left out."""
    if place < COACH:
        return level(s, place >> 1, place & 1, 3 if place & 1 else 1)
    if place == COACH_ROOF:
        return <uint32_t>1 << (2 * s.coach + 1)
    return 0


cdef inline uint32_t rides_from(const ColtStruct* s, int place) noexcept nogil:
    """Mask of the places that a Ride from a place reaches."""
    cdef int car = place >> 1
    cdef uint32_t mask
    if place == COACH:
        car = s.coach
    elif place > COACH:
        return 0
    if not s.horses[car]:
        return 0
    mask = level(s, car, 0, 3)
    if s.flags & STAGE and car - 3 <= s.coach <= car + 3:
        mask |= <uint32_t>1 << COACH
    return mask


cdef inline int climbed(const ColtStruct* s, int place) noexcept nogil:
    """The place after Floor, including an eviction by the Marshal."""
    if not (place ^ 1) & 1 and danger(s, place ^ 1):
        return place
    return place ^ 1


cdef inline int known_kind(const ColtStruct* s, int card, int seat, int bandit) noexcept nogil:
    """The kind of a card of the pile if it moves the bandit and the seat knows it; -1 otherwise.

    With teams a partner may have laid the seat's own card face down: in a playout's world it lies open.
    """
    cdef int kind = pile_kind(card)
    if kind == UNKNOWN or pile_down(card) and pile_by(card) != seat:
        return -1
    return kind % SIDE if bandit_of(s, pile_deck(card), kind) == bandit else -1


cdef int advised(const ColtStruct* s, int seat, const action_t* choices, int n, rng_t* rng) noexcept nogil
cdef bint in_sight(const ColtStruct* s, int bandit, int place) noexcept nogil
cdef Look look_ahead(const ColtStruct* s, int seat, int bandit) noexcept nogil
cdef int plan_worth(const ColtStruct* s, int seat, action_t action, Look* looks) noexcept nogil
cdef int answer_worth(const ColtStruct* s, int seat, action_t action, int after) noexcept nogil
cdef int next_kind(const ColtStruct* s, int bandit) noexcept nogil
cdef int code_worth(const ColtStruct* s, int code) noexcept nogil
