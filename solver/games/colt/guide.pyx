"""Colt Express: playout decisions by rules of thumb, similar to greedy.py but faster.

Each answer gets a worth in dollars plus noise, and the best one is chosen: all seats play plausibly but not
predictably. A seat plans from the place where its own cards on the pile would take its bandit if nobody else
acted. It uses only what it can see (an unseen purse is worth `blind_purse`).
"""

from libc.stdint cimport uint32_t

from solver.game cimport action_t
from solver.games.colt.layout cimport *
from solver.games.colt.tables cimport FIGURES
from solver.games.colt.train cimport *
from solver.rng cimport rng_below, rng_t

cdef bint in_sight(const ColtStruct* s, int bandit, int place) noexcept nogil:
    """Whether a rival could be shot from a place as the train stands."""
    cdef int mask = 0
    cdef int car = place >> 1
    cdef int other
    if place >= COACH:
        return False
    if place & 1:
        for other in range(s.last + 1):
            if other != car:
                mask |= s.at[2 * other + 1]
    else:
        if car:
            mask |= s.at[place - 2]
        if car < s.last:
            mask |= s.at[place + 2]
    mask &= ~(1 << bandit)
    while mask:
        if not friends(s, bandit, ctz(mask)):
            return True
        mask &= mask - 1
    return False


cdef Look look_ahead(const ColtStruct* s, int seat, int bandit) noexcept nogil:
    """Carry out a bandit's cards on the pile, as far as the seat knows them, as if nobody else acted."""
    cdef Look look
    cdef int i, kind
    cdef uint32_t reach
    look.place = s.place[bandit]
    look.robbed = 0
    look.robbery = s.hand[seat][ROBBERY] > 0
    if s.flags & PAIRS and bandit & 1 or s.flags & TEAMS and bandit != seat:
        look.robbery = s.hand[seat][ROBBERY + SIDE] > 0
    if look.place >= RIDING:
        return look
    for i in range(s.pile_i, s.pile_n):
        kind = known_kind(s, s.pile[i], seat, bandit)
        if kind == ROBBERY:
            look.robbed += 1
            continue
        if kind == MOVE:
            reach = moves_from(s, look.place)
        elif kind == FLOOR:
            reach = <uint32_t>1 << climbed(s, look.place)
        elif kind == RIDE:
            reach = rides_from(s, look.place)
        else:
            continue
        if reach:
            look.place = best_place(s, bandit, reach)
            look.robbed = 0
            if danger(s, look.place) and not look.place & 1:
                look.place |= 1
    return look


cdef int card_worth(const ColtStruct* s, int seat, int bandit, int kind, const Look* look) noexcept nogil:
    """The worth of laying a card now, in dollars."""
    cdef int place = look.place
    cdef int here = 0
    cdef int goal, worth, car, other
    cdef uint32_t reach
    if place >= RIDING:
        return 0
    if pieces(s, place) > look.robbed:
        here = loot_worth(s, place)
    if kind == ROBBERY:
        return here
    if kind == MOVE or kind == FLOOR or kind == RIDE:
        if kind == MOVE:
            reach = moves_from(s, place)
        elif kind == FLOOR:
            reach = <uint32_t>1 << climbed(s, place)
        else:
            reach = rides_from(s, place)
        if not reach:
            return 0
        goal = best_place(s, bandit, reach)
        worth = loot_worth(s, goal) - here
        worth = worth * 7 // 8 if look.robbery else worth // 2
        worth -= danger(s, goal)
        if goal == COACH and s.hostages and s.hostage[bandit] == NOTHING:
            worth += RANSOM
        return worth + danger(s, place) // 2
    if kind == FIRE:
        return SHOT if s.bullets[bandit] and in_sight(s, bandit, place) else 0
    if kind == PUNCH:
        if place == COACH_ROOF and s.shotgun == ON_COACH:
            return FIGURES[s.figures].box * 3 // 4
        return victim_worth(s, bandit, place) // 2
    if kind == MARSHAL:
        goal = 0
        reach = marshal_reach(s)
        while reach:
            worth = 0
            car = ctz(reach)
            reach &= reach - 1
            for other in range(s.bandits):
                if s.place[other] == 2 * car:
                    worth += -2 * MARSHAL_HIT if ours(s, seat, other) else MARSHAL_HIT
            if worth > goal:
                goal = worth
        return goal
    return 0


cdef int draw_worth(const ColtStruct* s, int seat) noexcept nogil:
    """The worth of drawing cards, in dollars: more with fewer cards to play than turns to come."""
    cdef const ColtFigures* f = &FIGURES[s.figures]
    cdef int turn, kind
    cdef int lack = 0
    for turn in range(s.turn, f.symbols[s.seats > 4][s.card]):
        lack += 1 + (f.symbol[s.seats > 4][s.card][turn] == TURN_DOUBLE)
    for kind in range(RIDE + 1):
        lack -= s.hand[seat][kind] + s.hand[seat][kind + SIDE]
    return DRAWN + (SHORT * lack if lack > 0 else 0)


cdef int plan_worth(const ColtStruct* s, int seat, action_t action, Look* looks) noexcept nogil:
    """The worth of an answer to ASK_PLAN, ASK_TURMOIL or ASK_COVER, in dollars.

    `looks`: the expectations of both sides' bandits; place -1 marks one not computed yet.
    """
    cdef int kind = <int>action & 31
    cdef int side = kind >= SIDE
    cdef int bandit
    if action == DECLINE or action == PASS:
        return 0
    if action == DRAW:
        return draw_worth(s, seat)
    if action >= DRINK:
        return draw_worth(s, seat) + SHORT
    bandit = seat
    if s.flags & PAIRS:
        bandit = 2 * seat + side
    elif side:
        bandit = seat ^ 1
    if looks[side].place < 0:
        looks[side] = look_ahead(s, seat, bandit)
    return card_worth(s, seat, bandit, kind - SIDE if side else kind, &looks[side])


cdef int next_kind(const ColtStruct* s, int bandit) noexcept nogil:
    """A bandit's next card on the pile, of those that its owner knows; -1: none."""
    cdef int i, kind
    for i in range(s.pile_i, s.pile_n):
        kind = known_kind(s, s.pile[i], owner(s, bandit), bandit)
        if kind >= 0:
            return kind
    return -1


cdef int arrival_worth(const ColtStruct* s, int bandit, int place, int after) noexcept nogil:
    """The worth of moving to a place when the bandit's next card is `after`, in dollars."""
    cdef int worth = -danger(s, place)
    if place >= RIDING:
        return FREEDOM
    if place == COACH and s.hostages and s.hostage[bandit] == NOTHING:
        worth += RANSOM
    if after == ROBBERY:
        return worth + loot_worth(s, place)
    if after == FLOOR:
        return worth + loot_worth(s, place ^ 1) // 2 - danger(s, place ^ 1)
    if after == FIRE:
        return worth + (SHOT if s.bullets[bandit] and in_sight(s, bandit, place) else 0)
    if after == PUNCH:
        return worth + victim_worth(s, bandit, place)
    return worth + loot_worth(s, place) // 4


cdef int code_worth(const ColtStruct* s, int code) noexcept nogil:
    """The worth of a piece of loot to the bandit that chooses it, in dollars."""
    if code < BLIND:
        return FIGURES[s.figures].value[s.value[code]] if s.value[code] < CLASSES else blind_purse(s)
    if code == BLIND:
        return blind_purse(s)
    if code == JEWEL:
        return FIGURES[s.figures].jewel
    if code == BOX:
        return FIGURES[s.figures].box
    return FLASK_WORTH


cdef int answer_worth(const ColtStruct* s, int seat, action_t action, int after) noexcept nogil:
    """The worth of an answer in Stealin', in dollars."""
    cdef int phase = s.phase
    cdef int target, worth, other
    if phase == ASK_MOVE or phase == ASK_FLEE:
        return arrival_worth(s, s.bandit, <int>action - GO, after)
    if phase == ASK_RIDE:
        return arrival_worth(s, s.bandit, <int>action - RIDE_TO, after)
    if phase == ASK_ROB:
        return code_worth(s, <int>action - LOOT)
    if phase == ASK_PICKPOCKET:
        return 0 if action == DECLINE else code_worth(s, <int>action - LOOT)
    if phase == ASK_KNOCK:
        worth = code_worth(s, <int>action - LOOT)
        if <int>action - LOOT <= BLIND and power(s, s.bandit, CHEYENNE):
            worth *= 2
        return -worth if friends(s, s.bandit, s.victim) else worth
    if phase == ASK_FIRE:
        target = <int>action - SHOOT
        return -FREEDOM if friends(s, s.bandit, target) else wealth(s, target)
    if phase == ASK_VICTIM:
        target = <int>action - HIT
        if target == SHOTGUN:
            return FIGURES[s.figures].box
        return -FREEDOM if friends(s, s.bandit, target) else held_worth(s, target)
    if phase == ASK_PUSH:
        target = <int>action - GO
        worth = danger(s, target) - loot_worth(s, target) // 2
        return -worth if friends(s, s.bandit, s.victim) else worth
    if phase == ASK_MARSHAL:
        target = <int>action - CAR
        worth = 0
        for other in range(s.bandits):
            if s.place[other] == 2 * target:
                worth += -2 * MARSHAL_HIT if ours(s, seat, other) else MARSHAL_HIT
        return worth
    return 0


cdef int advised(
        const ColtStruct* s, int seat, const action_t* choices, int n, rng_t* rng) noexcept nogil:
    """The index of the best of n >= 1 answers, with noise; `s` is a whole truth."""
    cdef Look looks[2]
    cdef int phase = s.phase
    cdef int best = 0
    cdef int most = -1000000
    cdef int noise = NOISE
    cdef int after = -1
    cdef bint planning = phase == ASK_PLAN or phase == ASK_TURMOIL or phase == ASK_COVER
    cdef int i, worth
    if rng_below(rng, BLIND_STEP) == 0:
        return rng_below(rng, n)
    if planning:
        looks[0].place = looks[1].place = -1
        noise = PLAN_NOISE
    elif phase < ASK_MOVE or phase == ASK_HOSTAGE:
        return rng_below(rng, n)
    elif phase == ASK_MOVE or phase == ASK_FLEE or phase == ASK_RIDE:
        after = next_kind(s, s.bandit)
    for i in range(n):
        if planning:
            worth = plan_worth(s, seat, choices[i], looks)
        else:
            worth = answer_worth(s, seat, choices[i], after)
        worth += rng_below(rng, noise)
        if worth > most:
            most = worth
            best = i
    return best
