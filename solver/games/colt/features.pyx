"""Colt Express: features of positions as they stand to a bandit, for the learnt model (net.pyx).

Money is in thousands of dollars, counts are divided so that usual ones are about 1. Every feature of a
bandit is about itself, its side, or sums, means and extremes over the others: nothing depends on how the
rivals are numbered. `describe_bandit` takes a truth, or the view of the bandit's own seat. Unseen purses
count as the mean of the unseen ones.
"""

from libc.string cimport memset

from solver.game cimport State
from solver.games.colt.guide cimport *
from solver.games.colt.layout cimport *
from solver.games.colt.rules cimport COLT
from solver.games.colt.score cimport bandit_money, ransom, sides
from solver.games.colt.tables cimport FIGURES
from solver.games.colt.train cimport *

cdef enum:
    LAST_ROUND = 4


# --- facts that all share -----------------------------------------------------------------------------------

cdef float lying_money(const ColtStruct* s, int place) noexcept nogil:
    """All loot that lies at a place, in thousands of dollars; flasks have no value."""
    cdef const ColtFigures* f = &FIGURES[s.figures]
    cdef int money = purses_at(s, place) * blind_purse(s) + s.lying_jewels[place] * f.jewel
    return thousands(money + s.lying_boxes[place] * f.box)


cdef void weigh_shots(const ColtStruct* s, Scene* scene) noexcept nogil:
    """Each side's shots, and its expected part of the Gunslinger's prize as `score.estimate` has it."""
    cdef int side, bandit, _i
    cdef int most = 0
    cdef float total = 0
    cdef float fall = 2 if scene.left >= 3 else (3 if scene.left == 2 else 4)
    for side in range(scene.sides):
        scene.side_shots[side] = 0
    for bandit in range(s.bandits):
        scene.side_shots[side_of(s, owner(s, bandit))] += s.shots[bandit]
    for side in range(scene.sides):
        most = max(most, scene.side_shots[side])
    for side in range(scene.sides):
        scene.prize[side] = 1
        for _i in range(most - scene.side_shots[side]):
            scene.prize[side] /= fall
        total += scene.prize[side]
    for side in range(scene.sides):
        scene.prize[side] /= total


cdef void count_pile(const ColtStruct* s, Scene* scene) noexcept nogil:
    """The known cards of each bandit that are still to be carried out, and each seat's unseen ones."""
    cdef int i, card, kind
    memset(scene.to_come, 0, sizeof(scene.to_come))
    for i in range(s.pile_i, s.pile_n):
        card = s.pile[i]
        kind = pile_kind(card)
        if kind == UNKNOWN:
            scene.to_come[2 * pile_by(card) if s.flags & PAIRS else pile_by(card)][8] += 1
        else:
            scene.to_come[bandit_of(s, pile_deck(card), kind)][kind - SIDE if kind >= SIDE else kind] += 1


cdef int turns_left(const ColtStruct* s) noexcept nogil:
    """Turns of planning left in this round, the present one included, double ones counted twice."""
    cdef const ColtFigures* f = &FIGURES[s.figures]
    cdef int turn
    cdef int n = 0
    if s.card == NOTHING or s.stage > STAGE_PLAN:
        return 0
    for turn in range(s.turn, f.symbols[s.seats > 4][s.card]):
        n += 1 + (f.symbol[s.seats > 4][s.card][turn] == TURN_DOUBLE)
    return n


cdef void survey(const ColtStruct* s, Scene* scene) noexcept nogil:
    """Fill in the facts of a position that the features of all bandits share."""
    cdef int bandit, place, side
    scene.sides = sides(s)
    scene.left = LAST_ROUND - s.round
    scene.loot = 0
    for place in range(PLACES):
        scene.top[place] = thousands(loot_worth(s, place))
        scene.sum[place] = lying_money(s, place)
        scene.loot += scene.sum[place]
    for place in range(PLACES, SPOTS):
        scene.top[place] = scene.sum[place] = 0
    for side in range(scene.sides):
        scene.side_money[side] = 0
    for bandit in range(s.bandits):
        scene.money[bandit] = thousands(bandit_money(s, bandit))
        scene.side_money[side_of(s, owner(s, bandit))] += scene.money[bandit]
    weigh_shots(s, scene)
    count_pile(s, scene)
    scene.turns = turns_left(s)


# --- a place as it stands to a bandit -----------------------------------------------------------------------

cdef void describe_place(
        const ColtStruct* s, const Scene* scene, int bandit, int place, float* out) noexcept nogil:
    """PLACE_FEATURES of a place, as the worth of being there goes."""
    cdef int car = place >> 1
    cdef int gap, ahead, behind, here
    if place >= PLACES:
        out[0] = place == AWAY
        return
    if place >= COACH:
        car = s.coach
        out[1] = 1
    here = rivals_at(s, bandit, place)
    gap = car - s.marshal
    ahead = level_step(s, place, -1)
    behind = level_step(s, place, 1)
    out[2] = place & 1
    out[3] = <float>car / s.last
    out[4] = car == 0
    out[5] = scene.top[place]
    out[6] = 0.5 * scene.sum[place]
    out[7] = danger(s, place) > 0
    out[8] = gap == 1 or gap == -1
    out[9] = 0.5 * here
    out[10] = thousands(victim_worth(s, bandit, place))
    out[11] = scene.top[place ^ 1]
    out[12] = max(scene.top[ahead], scene.top[behind])
    out[13] = 0.5 * (rivals_at(s, bandit, ahead) + rivals_at(s, bandit, behind))
    out[14] = scene.top[place] if here == 0 else 0
    out[15] = in_sight(s, bandit, place)
    out[16] = 0.5 * rivals_at(s, bandit, place ^ 1)
    out[17] = pieces(s, place) >= 2


# --- a bandit -----------------------------------------------------------------------------------------------

cdef void describe_standing(const ColtStruct* s, const Scene* scene, int bandit, float* out) noexcept nogil:
    """32 features: money, shots, bullets, and those of the others."""
    cdef int side = side_of(s, owner(s, bandit))
    cdef int i, other
    cdef float total = 0
    cdef float most = -100
    cdef int shots = 0
    cdef int hits = 0
    for other in range(scene.sides):
        if other != side:
            total += scene.side_money[other]
            most = max(most, scene.side_money[other])
            shots = max(shots, scene.side_shots[other])
    for i in range(s.bandits):
        if i != bandit:
            hits += s.hits[i]
    out[0] = scene.money[bandit]
    out[1] = 0.25 * popcount(s.purses[bandit])
    out[2] = 0.5 * s.jewels[bandit]
    out[3] = s.boxes[bandit]
    out[4] = 0.5 * (scene.side_money[side] - total / (scene.sides - 1))
    out[5] = 0.5 * (scene.side_money[side] - most)
    out[6] = scene.side_shots[side] / <float>6
    out[7] = (scene.side_shots[side] - shots) / <float>3
    out[8] = scene.prize[side]
    out[9] = s.bullets[bandit] / <float>6
    out[10] = s.hits[bandit] / <float>6
    out[11] = s.fresh_hits[bandit] / <float>3
    out[12] = hits / <float>(6 * (s.bandits - 1))
    if s.hostage[bandit] != NOTHING:
        out[13] = 1
        out[14] = thousands(ransom(s, bandit))
    out[15] = 0.5 * (s.flask[bandit][0] + s.flask[bandit][1] + s.flask[bandit][2])
    if s.hostage[bandit] != POKER and s.who[bandit] < 6:
        out[16 + s.who[bandit]] = 1
    out[22] = thousands(held_worth(s, bandit))
    out[23] = s.bullets[bandit] == 0
    out[24] = scene.left == 0
    out[25] = scene.left / <float>4
    out[26] = <float>1 / scene.sides
    out[27] = (s.flags & STAGE) != 0
    out[28] = (s.flags & HORSES) != 0
    out[29] = (s.flags & PAIRS) != 0
    out[30] = (s.flags & TEAMS) != 0
    out[31] = (s.flags & EXPERT) != 0


cdef void describe_surroundings(
        const ColtStruct* s, const Scene* scene, int bandit, float* out) noexcept nogil:
    """16 features: what lies and who stands around a bandit."""
    cdef int place = s.place[bandit]
    cdef int car = place >> 1
    cdef int gap, reach
    cdef float best = 0
    out[0] = scene.loot / scene.sides
    out[1] = scene.top[0]
    if place == RIDING:
        out[2] = 1
        return
    if place >= PLACES:
        return
    if place >= COACH:
        car = s.coach
    gap = s.marshal - car
    out[3] = gap / <float>s.last
    out[4] = gap == 0
    out[5] = s.shotgun == ON_TRAIN and car == s.coach
    out[6] = scene.top[level_step(s, place, -1)]
    out[7] = scene.top[level_step(s, place, 1)]
    out[8] = 0.5 * scene.sum[level_step(s, place, -1)]
    out[9] = 0.5 * scene.sum[level_step(s, place, 1)]
    if place < COACH:
        reach = moves_from(s, place)
        while reach:
            best = max(best, scene.top[ctz(reach)])
            reach &= reach - 1
        best = max(best, scene.top[place ^ 1])
        out[11] = car == s.last
    out[10] = best
    out[12] = popcount(s.at[place]) - 1 - rivals_at(s, bandit, place)
    out[13] = s.horses[car] > 0
    out[14] = gap == 1
    out[15] = gap == -1


cdef void describe_cards(const ColtStruct* s, const Scene* scene, int bandit, float* out) noexcept nogil:
    """44 features: stage, round card, the pile and the hand."""
    cdef int seat = owner(s, bandit)
    cdef int side = SIDE if s.flags & PAIRS and bandit & 1 else 0
    cdef int kind, other
    cdef int place = s.place[bandit]
    if s.card < ROUND_CARDS:
        out[s.card] = 1
    out[18] = s.stage == STAGE_PLAN
    out[19] = s.stage == STAGE_PILE
    out[20] = s.stage > STAGE_PILE
    out[21] = scene.turns / <float>6
    out[22] = (s.pile_n - s.pile_i) / <float>20
    if s.first < s.seats:
        out[23] = ((seat - s.first + s.seats) % s.seats) / <float>s.seats
    for kind in range(7):
        out[24 + kind] = 0.5 * scene.to_come[bandit][kind]
        out[31 + kind] = 0.5 * s.hand[seat][kind + side]
    for other in range(s.bandits):
        if friends(s, bandit, other):
            continue
        out[38] += <float>0.25 * scene.to_come[other][8]
        out[39] += <float>0.5 * scene.to_come[other][MARSHAL]
        out[40] += <float>0.5 * scene.to_come[other][FIRE]
        if place < PLACES and s.place[other] == place:
            out[41] += <float>0.5 * scene.to_come[other][PUNCH]
            out[42] += <float>0.5 * scene.to_come[other][ROBBERY]
    out[43] = s.hand_n[seat] / <float>8


cdef void describe_bandit(const ColtStruct* s, const Scene* scene, int bandit, float* out) noexcept nogil:
    """BANDIT_FEATURES of a bandit, to `out`, which is all zeros."""
    describe_standing(s, scene, bandit, out)
    describe_place(s, scene, bandit, s.place[bandit], out + 32)
    describe_surroundings(s, scene, bandit, out + 32 + PLACE_FEATURES)
    describe_cards(s, scene, bandit, out + 48 + PLACE_FEATURES)


# --- for training and tests ---------------------------------------------------------------------------------

def bandits(State state):
    """The features of every bandit at a whole truth, as 32-bit floats."""
    cdef const ColtStruct* s = <const ColtStruct*>state.data
    cdef Scene scene
    cdef float[MAX_BANDITS * BANDIT_FEATURES] each
    cdef int bandit
    if state.rules != &COLT:
        raise ValueError("a position of Colt Express is needed")
    memset(each, 0, sizeof(each))
    survey(s, &scene)
    for bandit in range(s.bandits):
        describe_bandit(s, &scene, bandit, each + bandit * BANDIT_FEATURES)
    return (<char*>each)[:s.bandits * BANDIT_FEATURES * sizeof(float)]
