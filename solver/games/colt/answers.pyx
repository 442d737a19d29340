"""Colt Express: features of a seat's decision and of its legal answers, for the learnt model (net.pyx).

Both want the view of the seat. The worth of an answer by the rules of thumb (guide.pyx) is among its
features.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from solver.game cimport State, action_t
from solver.games.colt.features cimport *
from solver.games.colt.flow cimport decisions
from solver.games.colt.guide cimport *
from solver.games.colt.hidden cimport colt_view
from solver.games.colt.layout cimport *
from solver.games.colt.rules cimport COLT
from solver.games.colt.tables cimport FIGURES
from solver.games.colt.train cimport *

cdef enum:
    TARGET_FEATURES = 20


# --- a decision ---------------------------------------------------------------------------------------------

cdef inline bint planning(const ColtStruct* s) noexcept nogil:
    return s.phase == ASK_PLAN or s.phase == ASK_TURMOIL or s.phase == ASK_COVER


cdef int deciding(const ColtStruct* s, int seat) noexcept nogil:
    """The bandit that a decision of a seat is about: the one that acts, or the first of the seat."""
    if s.phase >= ASK_MOVE and s.phase != ASK_MARSHAL and s.bandit < s.bandits and owner(s, s.bandit) == seat:
        return s.bandit
    return 2 * seat if s.flags & PAIRS else seat


cdef inline int mate_of(const ColtStruct* s, int bandit) noexcept nogil:
    """The seat's other bandit, or its partner's; -1: none."""
    return bandit ^ 1 if s.flags & (PAIRS | TEAMS) else -1


cdef void describe_turns(const ColtStruct* s, int seat, float* out) noexcept nogil:
    """16 features: this turn's symbol and the next one's, the order, what must be done."""
    cdef const ColtFigures* f = &FIGURES[s.figures]
    cdef int band = s.seats > 4
    if s.card < ROUND_CARDS and s.stage == STAGE_PLAN and s.turn < f.symbols[band][s.card]:
        out[f.symbol[band][s.card][s.turn]] = 1
        if s.turn + 1 < f.symbols[band][s.card]:
            out[5 + f.symbol[band][s.card][s.turn + 1]] = 1
        else:
            out[10] = 1
    out[11] = s.step / <float>s.seats
    out[12] = s.more
    out[13] = s.must_play
    out[14] = (s.sly >> seat) & 1


cdef void describe_plans(const ColtStruct* s, int seat, int bandit, float* out) noexcept nogil:
    """16 features: the bandit's next two cards on the pile that its seat knows, and the cards before them."""
    cdef int i, kind
    cdef int n = 0
    cdef int before = 0
    for i in range(s.pile_i, s.pile_n):
        kind = known_kind(s, s.pile[i], seat, bandit)
        if kind < 0:
            before += n == 0
            continue
        out[7 * n + kind] = 1
        n += 1
        if n == 2:
            break
    out[14] = n == 0
    out[15] = 0.25 * before


cdef void describe_look(
        const ColtStruct* s, const Scene* scene, int bandit, const Look* look, float* out) noexcept nogil:
    """LOOK_FEATURES: where the bandit's own cards would take it if nobody else acted."""
    cdef int rest
    if look.place >= PLACES:
        out[0] = 1
        return
    rest = pieces(s, look.place) - look.robbed
    out[1] = 0.5 * look.robbed
    out[2] = rest > 0
    out[3] = look.robbery
    describe_place(s, scene, bandit, look.place, out + 4)


cdef void describe_seat(const ColtStruct* s, const Scene* scene, int seat, float* out) noexcept nogil:
    """SEAT_FEATURES of a decision of a seat, to `out`, which is all zeros; `s` is the seat's view."""
    cdef int bandit = deciding(s, seat)
    cdef int mate = mate_of(s, bandit)
    cdef int kind
    cdef Look look
    describe_bandit(s, scene, bandit, out)
    out += BANDIT_FEATURES
    if mate >= 0:
        describe_bandit(s, scene, mate, out)
    out += BANDIT_FEATURES
    if s.phase < FIRST_CHANCE:
        out[s.phase] = 1
    describe_turns(s, seat, out + 19)
    describe_plans(s, seat, bandit, out + 35)
    for kind in range(BULLET + 2):
        out[51 + kind] = <float>0.25 * s.deck[seat][kind]
    out[60] = <float>0.25 * (s.hand[seat][BULLET] + s.hand[seat][NEUTRAL])
    out[61] = <float>0.25 * (s.hand_n[seat] - s.hand[seat][BULLET] - s.hand[seat][NEUTRAL] - scene.turns)
    if planning(s):
        look = look_ahead(s, seat, bandit)
        describe_look(s, scene, bandit, &look, out + 62)


# --- actions ------------------------------------------------------------------------------------------------

cdef enum:
    # places of the blocks of an action's features
    A_WORTH = 20
    A_LOOT = 30
    A_HOSTAGE = 36
    A_PLACE = 44
    A_TARGET = A_PLACE + PLACE_FEATURES
    A_WAY = A_TARGET + TARGET_FEATURES


cdef void describe_target(
        const ColtStruct* s, const Scene* scene, int bandit, int target, float* out) noexcept nogil:
    """TARGET_FEATURES of the bandit that is shot, punched or pushed."""
    cdef int side = side_of(s, owner(s, bandit))
    cdef int theirs, other
    cdef float most = -100
    if target == SHOTGUN:
        out[19] = 1
        return
    theirs = side_of(s, owner(s, target))
    for other in range(scene.sides):
        if other != theirs:
            most = max(most, scene.side_money[other])
    out[0] = 1
    out[1] = theirs == side
    out[2] = <float>0.5 * (scene.side_money[theirs] - scene.side_money[side])
    out[3] = <float>0.5 * (scene.side_money[theirs] - most)
    out[4] = thousands(held_worth(s, target))
    out[5] = s.hits[target] / <float>6
    out[6] = (scene.side_shots[theirs] - scene.side_shots[side]) / <float>3
    if s.who[target] < 6:
        out[7 + s.who[target]] = 1
    out[13] = <float>0.5 * scene.to_come[target][ROBBERY]
    out[14] = <float>0.5 * (
        scene.to_come[target][MOVE] + scene.to_come[target][FLOOR] + scene.to_come[target][RIDE])
    out[15] = <float>0.5 * scene.to_come[target][PUNCH]
    out[16] = <float>0.5 * scene.to_come[target][FIRE]
    out[17] = <float>0.5 * scene.to_come[target][8]
    out[18] = scene.top[s.place[target]]


cdef void describe_way(const ColtStruct* s, const Scene* scene, int bandit, int start, int goal,
                       float* out) noexcept nogil:
    """A move from a place to another: the goal, and how far and which way it is."""
    cdef int gap = (goal >> 1) - (start >> 1)
    describe_place(s, scene, bandit, goal, out + A_PLACE)
    if goal >= PLACES or start >= PLACES:
        return
    out[A_WAY] = scene.top[goal] - scene.top[start]
    if goal < COACH and start < COACH:
        out[A_WAY + 1] = gap / <float>3
        out[A_WAY + 2] = gap > 0
    out[A_WAY + 3] = <float>0.5 * (rivals_at(s, bandit, goal) - rivals_at(s, bandit, start))


cdef void describe_card(const ColtStruct* s, const Scene* scene, int seat, int kind, const Look* look,
                        float* out) noexcept nogil:
    """A card that is laid, kept or thrown away; `kind` as the hand has it, `look` of its bandit or NULL."""
    cdef int side = kind >= SIDE
    cdef int plain = kind - SIDE if side else kind
    cdef int bandit = seat
    cdef uint32_t reach = 0
    out[plain] = 1
    out[9] = side
    out[23] = s.hand[seat][kind] / <float>3
    if plain >= BULLET:
        return
    if s.flags & PAIRS:
        bandit = 2 * seat + side
    elif side:
        bandit = seat ^ 1
    out[24] = <float>0.5 * scene.to_come[bandit][plain]
    if look == NULL or look.place >= PLACES:
        return
    if plain == MOVE:
        reach = moves_from(s, look.place)
    elif plain == RIDE:
        reach = rides_from(s, look.place)
    elif plain == FLOOR:
        reach = <uint32_t>1 << climbed(s, look.place)
    if reach:
        describe_way(s, scene, bandit, look.place, best_place(s, bandit, reach), out)
    else:
        describe_place(s, scene, bandit, look.place, out + A_PLACE)
    out[25] = <float>0.5 * look.robbed
    out[26] = pieces(s, look.place) > look.robbed


cdef void describe_loot(const ColtStruct* s, int code, float* out) noexcept nogil:
    out[0] = thousands(code_worth(s, code))
    out[1] = code == BLIND
    out[2] = code < BLIND
    out[3] = code == JEWEL
    out[4] = code == BOX
    out[5] = code >= FLASK


cdef void describe_plan(const ColtStruct* s, const Scene* scene, int seat, action_t action, const Look* look,
                        float* out) noexcept nogil:
    """An answer of planning, or one before or after it."""
    cdef int number = <int>action
    if number >= DISCARD and number < GO:
        out[17] = 1
        describe_card(s, scene, seat, number - DISCARD, NULL, out)
    elif number >= RESERVE:
        out[16] = 1
        describe_card(s, scene, seat, number & 31, NULL, out)
    elif number >= START:
        out[19] = number - START
    elif number >= HORSE:
        out[18] = (number & 1) + ((number >> 1) & 1)
        out[9] = (number >> 1) & 1
    elif number >= DRINK:
        out[12] = 1
        out[13] = (number - DRINK) % 3 == HALF_OLD
    elif number >= DRAW:
        out[11] = number == DRAW
        out[14] = number == PASS
        out[15] = number == DECLINE
    else:
        out[10] = number >= PLAY_DOWN
        describe_card(s, scene, seat, number & 31, &look[(number & 31) >= SIDE], out)


cdef void describe_answer(const ColtStruct* s, const Scene* scene, int bandit, action_t action,
                          float* out) noexcept nogil:
    """An answer in Stealin'."""
    cdef int number = <int>action
    cdef int start = s.place[bandit]
    if number < GO:
        out[15] = 1                 # no purse
    elif number < CAR:
        if s.phase == ASK_PUSH:
            start = s.place[s.victim]
            describe_target(s, scene, bandit, s.victim, out + A_TARGET)
        describe_way(s, scene, bandit, start, number - GO, out)
    elif number < SHOOT:
        describe_way(s, scene, bandit, 2 * s.marshal, 2 * (number - CAR), out)
        out[27] = friends_in(s, bandit, 2 * (number - CAR))
    elif number < LOOT:
        describe_target(s, scene, bandit, number - (SHOOT if number < HIT else HIT), out + A_TARGET)
        if number & 7 < SHOTGUN:
            describe_place(s, scene, bandit, s.place[number & 7], out + A_PLACE)
    elif number < RIDE_TO:
        describe_loot(s, number - LOOT, out + A_LOOT)
        if s.phase == ASK_KNOCK:
            describe_target(s, scene, bandit, s.victim, out + A_TARGET)
    elif number < HOSTAGE:
        describe_way(s, scene, bandit, start, number - RIDE_TO, out)
    else:
        out[A_HOSTAGE + (number & 7)] = 1


cdef inline int friends_in(const ColtStruct* s, int bandit, int place) noexcept nogil:
    """The number of bandits of the own side at a place."""
    return popcount(s.at[place]) - rivals_at(s, bandit, place)


cdef inline float dollars(int worth) noexcept nogil:
    """A worth of the rules of thumb as a feature, within -2 and 2."""
    return thousands(max(-2000, min(2000, worth)))


cdef void describe_actions(
        const ColtStruct* s, const Scene* scene, int seat, const action_t* legal, int count,
        float* out) noexcept nogil:
    """ACTION_FEATURES of each legal action, to `out`, which is all zeros; `s` is the seat's view."""
    cdef Look look[2]
    cdef int[MAX_ACTIONS] worth
    cdef int bandit = deciding(s, seat)
    cdef int best = -1000000
    cdef int after = -1
    cdef int i
    cdef float* row
    if planning(s):
        look[0].place = look[1].place = -1
        look[0] = look_ahead(s, seat, 2 * seat if s.flags & PAIRS else seat)
        if mate_of(s, seat) >= 0:
            look[1] = look_ahead(s, seat, mate_of(s, 2 * seat if s.flags & PAIRS else seat))
    elif s.phase == ASK_MOVE or s.phase == ASK_FLEE or s.phase == ASK_RIDE:
        after = next_kind(s, bandit)
    for i in range(count):
        if planning(s):
            worth[i] = plan_worth(s, seat, legal[i], look)
        else:
            worth[i] = answer_worth(s, seat, legal[i], after)
        best = max(best, worth[i])
    for i in range(count):
        row = out + i * ACTION_FEATURES
        row[A_WORTH] = dollars(worth[i])
        row[A_WORTH + 1] = dollars(worth[i] - best)
        row[A_WORTH + 2] = worth[i] == best
        if s.phase < ASK_MOVE:
            describe_plan(s, scene, seat, legal[i], look, row)
        else:
            describe_answer(s, scene, bandit, legal[i], row)


# --- for training and tests ---------------------------------------------------------------------------------

def sizes():
    """The numbers of features: of a bandit, of a decision, of an answer."""
    return BANDIT_FEATURES, SEAT_FEATURES, ACTION_FEATURES


def decision(State state, int seat):
    """(legal actions, features of a decision of ``seat``, features of each action), both as 32-bit floats."""
    cdef ColtStruct view
    cdef Scene scene
    cdef float[SEAT_FEATURES] told
    cdef float[MAX_ACTIONS * ACTION_FEATURES] each
    cdef action_t[MAX_ACTIONS] legal
    cdef int count
    if state.rules != &COLT:
        raise ValueError("a position of Colt Express is needed")
    colt_view(state.data, seat, &view)
    count = decisions(&view, seat, legal)
    memset(told, 0, sizeof(told))
    memset(each, 0, sizeof(each))
    survey(&view, &scene)
    describe_seat(&view, &scene, seat, told)
    describe_actions(&view, &scene, seat, legal, count, each)
    rows = (<char*>each)[:count * ACTION_FEATURES * sizeof(float)]
    return [legal[i] for i in range(count)], (<char*>told)[:sizeof(told)], rows
