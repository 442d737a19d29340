# Colt Express, part of flow.pyx: Stealin': the cards of the pile.

cdef uint8_t QUESTION[7]            # by kind of card: the question when its owner has a choice
QUESTION[:] = [ASK_MOVE, 0, ASK_FIRE, ASK_ROB, ASK_VICTIM, ASK_MARSHAL, ASK_RIDE]


cdef bint next_card(ColtStruct* s) noexcept nogil:
    """Carry out the pile until something is asked; False when it is done."""
    if s.pile_i == s.pile_n:
        s.stage = STAGE_EVENT
        begin_event(s)
        return False
    if pile_down(s.pile[s.pile_i]):
        s.phase = SHOW_CARD
        s.seat = <uint8_t>pile_by(s.pile[s.pile_i])
        return True
    return carry_out(s)


cdef bint carry_out(ColtStruct* s) noexcept nogil:
    """The next card takes effect; True when its owner has to choose."""
    cdef int card = s.pile[s.pile_i]
    cdef int deck = pile_deck(card)
    cdef int kind = pile_kind(card)
    cdef int bandit = bandit_of(s, deck, kind)
    cdef int action = kind
    cdef uint32_t reach
    if action >= SIDE:
        action -= SIDE
    s.pile_i += 1
    s.discard[deck][kind] += 1
    if s.place[bandit] == AWAY:
        if action != MARSHAL or not s.flags & PAIRS or s.place[bandit ^ 1] == AWAY:
            return False
    if s.hostage[bandit] != NOTHING and barred_for(s, bandit, action):
        return False
    if action == FLOOR:
        go(s, bandit, floor_of(s.place[bandit]))
        return False
    reach = reach_of(s, bandit, action)
    if not reach:
        return False
    if single(reach):
        return act(s, bandit, action, ctz(reach))
    return ask(s, QUESTION[action], bandit)


cdef inline uint32_t reach_of(const ColtStruct* s, int bandit, int action) noexcept nogil:
    """The choices that an action leaves: places, targets or codes of loot, as bits."""
    if action == MOVE:
        return move_reach(s, bandit)
    if action == MARSHAL:
        return marshal_reach(s)
    if action == FIRE:
        return fire_targets(s, bandit)
    if action == ROBBERY:
        return loot_at(s, owner(s, bandit), s.place[bandit])
    if action == PUNCH:
        return punch_targets(s, bandit)
    return ride_reach(s, bandit, s.card == ESCAPE)


cdef inline bint act(ColtStruct* s, int bandit, int action, int choice) noexcept nogil:
    """An action with its choice made; True when more is to be settled."""
    if action == ROBBERY:
        s.bandit = <uint8_t>bandit
        return rob(s, bandit, choice, WHY_ROB)
    if action == PUNCH:
        return punch(s, bandit, choice)
    if action == MOVE:
        move_to(s, bandit, choice)
    elif action == MARSHAL:
        move_marshal(s, choice)
    elif action == FIRE:
        shoot(s, bandit, choice)
    else:
        ride_to(s, bandit, choice)
    return False


cdef inline uint32_t strange(const ColtStruct* s, int seat, uint32_t tokens) noexcept nogil:
    """The subset of `tokens` whose value a seat does not know."""
    cdef uint32_t result = 0
    cdef uint32_t rest = tokens
    while rest:
        if not (s.seen[ctz(rest)] >> seat) & 1:
            result |= rest & (~rest + 1)
        rest &= rest - 1
    return result


cdef inline int fresh_here(const ColtStruct* s, int place) noexcept nogil:
    """Purses never taken that lie at a place."""
    if place < COACH and not place & 1:
        return s.fresh[place >> 1]
    return 0


cdef bint rob(ColtStruct* s, int bandit, int code, int why) noexcept nogil:
    """A bandit takes loot where he is; True when a draw is due."""
    cdef uint32_t tokens
    if code > BLIND:
        take_plain(s, bandit, code)
        return False
    if code < BLIND:
        take_purse(s, bandit, code)
        return False
    tokens = strange(s, owner(s, bandit), s.lying[s.place[bandit]])
    s.bandit = <uint8_t>bandit
    s.seat = <uint8_t>owner(s, bandit)
    s.why = <uint8_t>why
    if not tokens:
        return picked(s, BLIND)
    if single(tokens) and not fresh_here(s, s.place[bandit]):
        return picked(s, ctz(tokens))
    s.phase = DRAW_PURSE
    return True


cdef bint picked(ColtStruct* s, int token) noexcept nogil:
    """The purse is settled (BLIND: one never taken); its value is due."""
    cdef int bandit = s.bandit
    if token == BLIND:
        token = s.tokens
        s.tokens += 1
        s.fresh[s.place[bandit] >> 1] -= 1
        s.value[token] = UNKNOWN
        s.seen[token] = 0
        s.purses[bandit] |= <uint32_t>1 << token
    else:
        take_purse(s, bandit, token)
    return look(s, token)


cdef inline bint look(ColtStruct* s, int token) noexcept nogil:
    """`seat` looks at a purse that it has not seen."""
    s.item = <uint8_t>token
    s.phase = DRAW_VALUE
    return True


cdef bint punch(ColtStruct* s, int bandit, int victim) noexcept nogil:
    """A punch lands; True when something is asked."""
    cdef uint32_t codes
    if victim == SHOTGUN:
        s.shotgun = ON_TRAIN
        take_place(s)
        return False
    s.bandit = <uint8_t>bandit
    s.victim = <uint8_t>victim
    codes = loot_of(s, owner(s, bandit), victim)
    if not codes:
        return push(s)
    if single(codes):
        return knock(s, ctz(codes))
    return ask(s, ASK_KNOCK, bandit)


cdef bint knock(ColtStruct* s, int code) noexcept nogil:
    """The victim loses loot of the named kind."""
    cdef uint32_t tokens
    if code > BLIND:
        drop_plain(s, s.victim, code)
        return push(s)
    if code == BLIND:
        tokens = s.purses[s.victim]
        if not single(tokens):
            s.seat = <uint8_t>owner(s, s.bandit)
            s.why = WHY_KNOCK
            s.phase = DRAW_PURSE
            return True
        code = ctz(tokens)
    return knocked(s, code)


cdef bint knocked(ColtStruct* s, int token) noexcept nogil:
    """A purse falls; Cheyenne catches it."""
    drop_purse(s, s.victim, token)
    if power(s, s.bandit, CHEYENNE):
        take_purse(s, s.bandit, token)
        s.seat = <uint8_t>owner(s, s.bandit)
        if not (s.seen[token] >> s.seat) & 1:
            s.why = WHY_CHEYENNE
            return look(s, token)
    return push(s)


cdef bint push(ColtStruct* s) noexcept nogil:
    """The victim is moved."""
    cdef uint32_t reach = push_reach(s, s.place[s.victim])
    cdef int victim = s.victim
    if not single(reach):
        return ask(s, ASK_PUSH, s.bandit)
    s.victim = NOTHING
    go(s, victim, ctz(reach))
    return False
