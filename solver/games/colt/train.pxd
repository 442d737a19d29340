"""Colt Express: the train. Places of bandits, reachable places, bullets and loot.

The functions are small, use only the open part of the position and are meant to be inlined. Ids in
square brackets are those of the rulings in docs/games/colt.md.
"""

from libc.stdint cimport uint8_t, uint32_t

from solver.games.colt.layout cimport (
    AWAY,
    BLIND,
    BOX,
    BULLET,
    CARS,
    COACH,
    COACH_ROOF,
    FLASK,
    HORSES,
    JEWEL,
    KINDS,
    MAX_BANDITS,
    NEUTRAL,
    NOTHING,
    ON_COACH,
    ON_TRAIN,
    PAIRS,
    PLACES,
    SHOTGUN,
    SIDE,
    STAGE,
    TEAMS,
    UNKNOWN,
    ColtStruct,
    owner,
    side_of,
)
from solver.portable cimport assume
from solver.portable cimport bit_count32 as popcount
from solver.portable cimport lowest_bit32 as ctz

cdef enum:
    BELLE = 0
    CHEYENNE = 1
    DJANGO = 2
    DOC = 3
    GHOST = 4
    TUCO = 5

    POODLE = 0
    BANKER = 1
    MINISTER = 2
    TEACHER = 3
    ZEALOT = 4
    LADY = 5
    POKER = 6
    PHOTOGRAPHER = 7


cdef inline bint power(const ColtStruct* s, int bandit, int character) noexcept nogil:
    """Whether a bandit is that character and still has the power (the Poker Player takes it)."""
    return s.who[bandit] == character and s.hostage[bandit] != POKER


cdef inline int hand_kinds(const ColtStruct* s) noexcept nogil:
    """The number of card kinds that a hand can hold in this setting."""
    if s.flags & (PAIRS | TEAMS):
        return KINDS
    return SIDE


cdef inline int deck_kinds(const ColtStruct* s) noexcept nogil:
    """The number of card kinds that a deck can hold in this setting."""
    if s.flags & PAIRS:
        return KINDS
    return SIDE


cdef inline int in_order(const ColtStruct* s, int i) noexcept nogil:
    """[order] The i-th bandit in seat order from the first player."""
    cdef int at
    if s.flags & PAIRS:
        at = 2 * s.first + i
    else:
        at = s.first + i
    if at >= s.bandits:
        at -= s.bandits
    return at


cdef inline int first_of(const ColtStruct* s, int mask) noexcept nogil:
    """The first bandit of a mask (not empty) in seat order from the first player."""
    cdef int i = 0
    while not (mask >> in_order(s, i)) & 1:
        i += 1
    return in_order(s, i)


cdef inline void put(ColtStruct* s, int bandit, int place) noexcept nogil:
    """Move a bandit's figure."""
    assume(0 <= bandit < MAX_BANDITS)
    assume(0 <= place <= AWAY)
    s.at[s.place[bandit]] &= <uint8_t>~(1 << bandit)
    s.place[bandit] = <uint8_t>place
    s.at[place] |= <uint8_t>(1 << bandit)


cdef inline void neutral_hit(ColtStruct* s, int bandit) noexcept nogil:
    """[neutral-out] A neutral bullet, while there are any."""
    if s.neutral:
        s.neutral -= 1
        s.hits[bandit] += 1
        s.fresh_hits[bandit] += 1
        s.discard[owner(s, bandit)][NEUTRAL] += 1


cdef inline void scare(ColtStruct* s, int bandit) noexcept nogil:
    """[shotgun-contact] The bandit shares the Shotgun's roof: a bullet, and he has to flee."""
    neutral_hit(s, bandit)
    s.flee |= <uint8_t>(1 << bandit)


cdef inline void arrive(ColtStruct* s, int bandit) noexcept nogil:
    """The encounters of a bandit that has arrived: the Marshal, the Shotgun, the hostages."""
    cdef int place = s.place[bandit]
    if place < COACH:
        if not place & 1 and place >> 1 == s.marshal:
            neutral_hit(s, bandit)
            place += 1
            put(s, bandit, place)
        if s.shotgun == ON_TRAIN and place & 1 and place >> 1 == s.coach:
            scare(s, bandit)
    elif place == COACH and s.hostages and s.hostage[bandit] == NOTHING:
        s.enter |= <uint8_t>(1 << bandit)


cdef inline void go(ColtStruct* s, int bandit, int place) noexcept nogil:
    """Move a bandit and settle its encounters."""
    put(s, bandit, place)
    arrive(s, bandit)


cdef inline void meet(ColtStruct* s, int place) noexcept nogil:
    """The Marshal or the Shotgun has come to a place: all bandits there meet him, in seat order."""
    cdef int mask = s.at[place]
    cdef int bandit
    while mask:
        bandit = first_of(s, mask)
        mask &= ~(1 << bandit)
        arrive(s, bandit)


cdef inline void move_marshal(ColtStruct* s, int car) noexcept nogil:
    """Move the Marshal to a car and evict the bandits inside."""
    s.marshal = <uint8_t>car
    meet(s, 2 * car)


cdef inline void take_place(ColtStruct* s) noexcept nogil:
    """The Shotgun has come to the roof beside the coach."""
    if s.shotgun == ON_TRAIN:
        meet(s, 2 * s.coach + 1)


# --- reach --------------------------------------------------------------------------------------------------

cdef inline uint32_t level(const ColtStruct* s, int car, int roof, int steps) noexcept nogil:
    """Mask of the places on one level that are 1 to `steps` cars away."""
    cdef uint32_t mask = 0
    cdef int other
    for other in range(max(0, car - steps), min(<int>s.last, car + steps) + 1):
        if other != car:
            mask |= <uint32_t>1 << (2 * other + roof)
    return mask


cdef inline uint32_t move_reach(const ColtStruct* s, int bandit) noexcept nogil:
    """Mask of the places that a Move reaches. [coach-step]"""
    cdef int place = s.place[bandit]
    cdef int steps = 3
    cdef int car = place >> 1
    cdef int far
    cdef uint32_t mask
    if s.hostage[bandit] == LADY:
        steps = 1
    if place < COACH:
        if not place & 1:
            return level(s, car, 0, 1)
        mask = level(s, car, 1, steps)
        if s.flags & STAGE:
            far = car - s.coach
            if far < 0:
                far = -far
            if far < steps:
                mask |= <uint32_t>1 << COACH_ROOF
        return mask
    if place == COACH_ROOF:
        return level(s, s.coach, 1, steps - 1) | <uint32_t>1 << (2 * s.coach + 1)
    return 0


cdef inline void move_to(ColtStruct* s, int bandit, int place) noexcept nogil:
    """Carry out a Move; running over the Shotgun's roof costs a bullet."""
    cdef int here = s.place[bandit]
    cdef int a, b
    if s.shotgun == ON_TRAIN and here & 1:
        a = here >> 1
        b = place >> 1
        if here == COACH_ROOF or place == COACH_ROOF:
            # one end is the coach, so the way leads over the roof beside it, unless it ends there
            if (b if here == COACH_ROOF else a) != s.coach:
                neutral_hit(s, bandit)
        elif a < s.coach < b or b < s.coach < a:
            neutral_hit(s, bandit)
    go(s, bandit, place)


cdef inline int floor_of(int place) noexcept nogil:
    """The place that Floor reaches."""
    return place ^ 1


cdef inline uint32_t marshal_reach(const ColtStruct* s) noexcept nogil:
    """Mask of the cars where the Marshal may go: one either way."""
    cdef uint32_t mask = 0
    if s.marshal:
        mask |= <uint32_t>1 << (s.marshal - 1)
    if s.marshal < s.last:
        mask |= <uint32_t>1 << (s.marshal + 1)
    return mask


cdef inline int without_belle(const ColtStruct* s, int mask) noexcept nogil:
    """[fire-belle] Targets without Belle, unless she is the only one."""
    cdef int bandit
    if mask & (mask - 1):
        for bandit in range(s.bandits):
            if s.who[bandit] == BELLE:
                if s.hostage[bandit] != POKER:
                    mask &= ~(1 << bandit)
                break
    return mask


cdef inline int roof_targets(const ColtStruct* s, int car) noexcept nogil:
    """The nearest bandits on the train's roofs in each direction; the Shotgun stands in the way."""
    cdef int mask = 0
    cdef int other = car
    while other > 0:
        other -= 1
        if s.at[2 * other + 1]:
            mask |= s.at[2 * other + 1]
            break
        if s.shotgun == ON_TRAIN and s.coach == other:
            break
    other = car
    while other < s.last:
        other += 1
        if s.at[2 * other + 1]:
            mask |= s.at[2 * other + 1]
            break
        if s.shotgun == ON_TRAIN and s.coach == other:
            break
    return mask


cdef inline int fire_targets(const ColtStruct* s, int bandit) noexcept nogil:
    """Mask of the bandits that a Fire may hit."""
    cdef int place = s.place[bandit]
    cdef int car = place >> 1
    cdef int mask = 0
    if not s.bullets[bandit]:
        return 0
    if place < COACH:
        if place & 1:
            mask = roof_targets(s, car)
            if s.flags & STAGE:
                mask |= s.at[COACH_ROOF]
        else:
            if car:
                mask |= s.at[place - 2]
            if car < s.last:
                mask |= s.at[place + 2]
            if s.coach == car:
                mask |= s.at[COACH]
    elif place == COACH:
        mask = s.at[2 * s.coach]
    else:
        for car in range(s.last + 1):
            mask |= s.at[2 * car + 1]
    if power(s, bandit, TUCO):
        mask |= s.at[place ^ 1]
    return without_belle(s, mask)


cdef inline void shoot(ColtStruct* s, int bandit, int target) noexcept nogil:
    """The next bullet goes to the target; Django's pushes him on. [coach-push]"""
    cdef int here = s.place[bandit]
    cdef int there = s.place[target]
    s.bullets[bandit] -= 1
    s.hits[target] += 1
    s.fresh_hits[target] += 1
    if owner(s, bandit) == owner(s, target) or \
            side_of(s, owner(s, bandit)) == side_of(s, owner(s, target)):
        s.discard[owner(s, target)][NEUTRAL] += 1
    else:
        s.shots[bandit] += 1
        s.discard[owner(s, target)][BULLET] += 1
    if power(s, bandit, DJANGO) and here < COACH and there < COACH and (here ^ there) & 1 == 0:
        if there < here and there >= 2:
            go(s, target, there - 2)
        elif there > here and there >> 1 < s.last:
            go(s, target, there + 2)


cdef inline int punch_targets(const ColtStruct* s, int bandit) noexcept nogil:
    """Mask of the bandits that a Punch may hit; bit 6 is the Shotgun."""
    cdef int place = s.place[bandit]
    cdef int mask = s.at[place] & ~(1 << bandit)
    if place == COACH_ROOF and s.shotgun == ON_COACH:
        mask |= 1 << SHOTGUN
    return without_belle(s, mask)


cdef inline uint32_t push_reach(const ColtStruct* s, int place) noexcept nogil:
    """Mask of the neighbouring places on the same level. [coach-punch]"""
    cdef uint32_t mask
    if place >= COACH:
        return <uint32_t>1 << (2 * s.coach + (place & 1))
    mask = level(s, place >> 1, place & 1, 1)
    if s.coach == place >> 1:
        mask |= <uint32_t>1 << (COACH + (place & 1))
    return mask


cdef inline int stable(const ColtStruct* s, int bandit) noexcept nogil:
    """The car whose horses a bandit may ride; -1 without any. [ride-loco]"""
    cdef int place = s.place[bandit]
    cdef int car = place >> 1
    if not s.flags & HORSES or place >= COACH_ROOF:
        return -1
    if place == COACH:
        car = s.coach
    if not s.horses[car]:
        return -1
    return car


cdef inline uint32_t ride_reach(const ColtStruct* s, int bandit, bint escape) noexcept nogil:
    """Mask of the places where a Ride may end; AWAY too where one may leave."""
    cdef int car = stable(s, bandit)
    cdef uint32_t mask = 0
    cdef int other
    if car < 0:
        return 0
    for other in range(max(0, car - 3), min(<int>s.last, car + 3) + 1):
        mask |= <uint32_t>1 << (2 * other)
        if s.coach == other:
            mask |= <uint32_t>1 << COACH
    if escape:
        mask |= <uint32_t>1 << AWAY
    return mask


cdef inline void ride_to(ColtStruct* s, int bandit, int place) noexcept nogil:
    """Carry out a Ride; a bandit that leaves for good takes the horse along."""
    s.horses[stable(s, bandit)] -= 1
    if place == COACH:
        s.horses[s.coach] += 1
    elif place < COACH:
        s.horses[place >> 1] += 1
    go(s, bandit, place)


cdef inline uint32_t flee_reach(const ColtStruct* s, int bandit) noexcept nogil:
    """Mask of the roofs where a bandit may flee from the Shotgun: the train's, not the coach's."""
    return level(s, s.place[bandit] >> 1, 1, 1)


# --- loot ---------------------------------------------------------------------------------------------------

cdef inline uint32_t purse_codes(const ColtStruct* s, int seat, uint32_t tokens) noexcept nogil:
    """Loot codes of purses among `tokens` for a seat: those it knows (of equal ones the first), BLIND.

    [loot-order] Purses that it does not know look alike. Equal are two that have the same value and are known
    to the same seats.
    """
    cdef uint32_t codes = 0
    cdef uint32_t rest = tokens
    cdef uint32_t earlier
    cdef int token, other
    while rest:
        token = ctz(rest)
        rest &= rest - 1
        if not (s.seen[token] >> seat) & 1:
            codes |= <uint32_t>1 << BLIND
            continue
        earlier = codes & ((<uint32_t>1 << token) - 1)
        if s.value[token] != UNKNOWN:
            while earlier:
                other = ctz(earlier)
                if s.value[other] == s.value[token] and s.seen[other] == s.seen[token]:
                    break
                earlier &= earlier - 1
            if earlier:
                continue
        codes |= <uint32_t>1 << token
    return codes


cdef inline uint32_t purse_codes_at(const ColtStruct* s, int seat, int place) noexcept nogil:
    """Loot codes of the purses that lie at a place."""
    cdef uint32_t codes = purse_codes(s, seat, s.lying[place])
    if place < COACH and not place & 1 and s.fresh[place >> 1]:
        codes |= <uint32_t>1 << BLIND
    return codes


cdef inline uint32_t loot_at(const ColtStruct* s, int seat, int place) noexcept nogil:
    """Loot codes of the pieces that a seat may take at a place."""
    cdef uint32_t codes
    cdef int i
    if place >= PLACES:
        return 0
    codes = purse_codes_at(s, seat, place)
    if s.lying_jewels[place]:
        codes |= <uint32_t>1 << JEWEL
    if s.lying_boxes[place] and not (place == COACH_ROOF and s.shotgun == ON_COACH):
        codes |= <uint32_t>1 << BOX
    for i in range(s.lying_flasks):
        if s.flask_place[i] == place:
            codes |= <uint32_t>1 << (FLASK + s.flask_state[i])
    return codes


cdef inline uint32_t loot_of(const ColtStruct* s, int seat, int bandit) noexcept nogil:
    """Loot codes of the pieces that a seat may make a bandit lose."""
    cdef uint32_t codes = 0
    cdef int i
    if s.purses[bandit]:
        codes |= <uint32_t>1 << BLIND                   # only the kind is named; the purse is drawn
    if s.jewels[bandit]:
        codes |= <uint32_t>1 << JEWEL
    if s.boxes[bandit]:
        codes |= <uint32_t>1 << BOX
    if s.flags & HORSES:
        for i in range(3):
            if s.flask[bandit][i]:
                codes |= <uint32_t>1 << (FLASK + i)
    return codes


cdef inline void lift_flask(ColtStruct* s, int place, int state) noexcept nogil:
    """Remove the first flask of that state that lies at a place."""
    cdef int i = 0
    while s.flask_place[i] != place or s.flask_state[i] != state:
        i += 1
    s.lying_flasks -= 1
    while i < s.lying_flasks:
        s.flask_place[i] = s.flask_place[i + 1]
        s.flask_state[i] = s.flask_state[i + 1]
        i += 1
    s.flask_place[i] = 0
    s.flask_state[i] = 0


cdef inline void lay_flask(ColtStruct* s, int place, int state) noexcept nogil:
    """Lay a flask down, after those that lie there already."""
    cdef int i = s.lying_flasks
    s.lying_flasks += 1
    while i > 0 and s.flask_place[i - 1] > place:
        s.flask_place[i] = s.flask_place[i - 1]
        s.flask_state[i] = s.flask_state[i - 1]
        i -= 1
    s.flask_place[i] = <uint8_t>place
    s.flask_state[i] = <uint8_t>state


cdef inline void take_plain(ColtStruct* s, int bandit, int code) noexcept nogil:
    """A bandit takes a jewel, a strongbox or a flask where he is."""
    cdef int place = s.place[bandit]
    if code == JEWEL:
        s.lying_jewels[place] -= 1
        s.jewels[bandit] += 1
    elif code == BOX:
        s.lying_boxes[place] -= 1
        s.boxes[bandit] += 1
    else:
        lift_flask(s, place, code - FLASK)
        s.flask[bandit][code - FLASK] += 1


cdef inline void drop_plain(ColtStruct* s, int bandit, int code) noexcept nogil:
    """A bandit loses a jewel, a strongbox or a flask: it lies where he is."""
    cdef int place = s.place[bandit]
    if code == JEWEL:
        s.jewels[bandit] -= 1
        s.lying_jewels[place] += 1
    elif code == BOX:
        s.boxes[bandit] -= 1
        s.lying_boxes[place] += 1
    else:
        s.flask[bandit][code - FLASK] -= 1
        lay_flask(s, place, code - FLASK)


cdef inline void take_purse(ColtStruct* s, int bandit, int token) noexcept nogil:
    """A bandit takes a purse token that lies where he is."""
    s.lying[s.place[bandit]] &= ~(<uint32_t>1 << token)
    s.purses[bandit] |= <uint32_t>1 << token


cdef inline void drop_purse(ColtStruct* s, int bandit, int token) noexcept nogil:
    """A bandit loses a purse token: it lies where he is."""
    s.purses[bandit] &= ~(<uint32_t>1 << token)
    s.lying[s.place[bandit]] |= <uint32_t>1 << token
