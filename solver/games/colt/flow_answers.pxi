# Colt Express, part of flow.pyx: the legal answers, and decisions carried out.

from solver.game cimport action_t

# --- what may be answered -----------------------------------------------------------------------------------

cdef inline int write_places(uint32_t mask, int base, action_t* out) noexcept nogil:
    cdef int n = 0
    while mask:
        out[n] = base + ctz(mask)
        mask &= mask - 1
        n += 1
    return n


cdef int plan_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    """Answers to ASK_PLAN."""
    cdef bint dark = unseen_by_viewer(s, seat)
    cdef int n = 0
    cdef int kind
    cdef bint unseen = False
    cdef bint some = False
    cdef bint tunnel = symbol(s) == TURN_TUNNEL
    for kind in range(hand_kinds(s)):
        if not may_lay(s, seat, kind) or not possible(s, seat, kind):
            continue
        some = True
        if dark and tunnel and must_hide(s, seat, kind):
            unseen = True
        else:
            out[n] = PLAY + kind
            n += 1
    if s.sly and not tunnel and (s.sly >> seat) & 1:
        for kind in range(hand_kinds(s)):
            if may_hide(s, seat, kind) and may_lay(s, seat, kind) and possible(s, seat, kind):
                if dark:
                    unseen = True
                else:
                    out[n] = PLAY_DOWN + kind
                    n += 1
    if unseen:
        out[n] = UNSEEN
        n += 1
    if not s.must_play and can_draw(s, seat):
        out[n] = DRAW
        n += 1
    elif not some or (dark and may_lack_actions(s, seat)):
        out[n] = PASS
        n += 1
    if s.flags & HORSES and not s.must_play and symbol(s) == TURN_STANDARD:
        n += drink_decisions(s, seat, out + n)
    return n


cdef int drink_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    """Drinking one of the flasks of the seat's bandits."""
    cdef int bandits = 2 if s.flags & PAIRS else 1
    cdef int n = 0
    cdef int i, kind
    for i in range(bandits):
        for kind in range(3):
            if s.flask[bandits * seat + i][kind]:
                out[n] = DRINK + 3 * i + kind
                n += 1
    return n


cdef int turmoil_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    """Answers to ASK_TURMOIL."""
    cdef int n = 0
    cdef int kind
    if unseen_by_viewer(s, seat):
        out[0] = UNSEEN
        return 1
    for kind in range(hand_kinds(s)):
        if s.hand[seat][kind] and may_lay(s, seat, kind):
            out[n] = PLAY + kind
            n += 1
    if can_draw(s, seat):
        out[n] = DRAW
        n += 1
    elif not n:
        out[n] = PASS
        n += 1
    return n


cdef int decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    """All answers of `seat`, which owes one, to the current question."""
    cdef int phase = s.phase
    if phase == ASK_PLAN:
        return plan_decisions(s, seat, out)
    elif phase == ASK_MOVE:
        return write_places(move_reach(s, s.bandit), GO, out)
    elif phase == ASK_MARSHAL:
        return write_places(marshal_reach(s), CAR, out)
    elif phase == ASK_FIRE:
        return write_places(fire_targets(s, s.bandit), SHOOT, out)
    elif phase == ASK_ROB:
        return write_places(loot_at(s, seat, s.place[s.bandit]), LOOT, out)
    elif phase == ASK_VICTIM:
        return write_places(punch_targets(s, s.bandit), HIT, out)
    elif phase == ASK_KNOCK:
        return write_places(loot_of(s, seat, s.victim), LOOT, out)
    elif phase == ASK_PUSH:
        return write_places(push_reach(s, s.place[s.victim]), GO, out)
    elif phase == ASK_RIDE:
        return write_places(ride_reach(s, s.bandit, s.card == ESCAPE), RIDE_TO, out)
    elif phase == ASK_HOSTAGE:
        return write_places(s.hostages, HOSTAGE, out)
    elif phase == ASK_FLEE:
        return write_places(flee_reach(s, s.bandit), GO, out)
    elif phase == ASK_PICKPOCKET:
        return or_decline(out, write_places(purse_codes_at(s, seat, s.place[s.bandit]), LOOT, out))
    elif phase == ASK_TURMOIL:
        return turmoil_decisions(s, seat, out)
    elif phase == ASK_COVER:
        return or_decline(out, cover_decisions(s, seat, out))
    elif phase == ASK_DISCARD:
        return or_decline(out, discard_decisions(s, seat, out))
    return secret_decisions(s, seat, out)


cdef inline int or_decline(action_t* out, int n) noexcept nogil:
    """Add DECLINE to `n` answers; returns how many there are then."""
    out[n] = DECLINE
    return n + 1


cdef int cover_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    """The cards that may cover the one just laid; never the Marshal's."""
    cdef int first = cover_kinds(s)
    cdef int n = 0
    cdef int kind
    for kind in range(first, first + SIDE):
        if kind != MARSHAL and kind != MARSHAL + SIDE and may_lay(s, seat, kind) and possible(s, seat, kind):
            out[n] = PLAY + kind
            n += 1
    return n


cdef int discard_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    cdef int n = 0
    cdef int kind
    for kind in range(deck_kinds(s)):
        if possible(s, seat, kind):
            out[n] = DISCARD + kind
            n += 1
    return n


cdef int secret_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    """Answers to the questions that all seats answer together and in secret."""
    cdef int phase = s.phase
    if unseen_by_viewer(s, seat):
        out[0] = UNSEEN
        return 1
    elif phase == ASK_HORSE:
        return horse_decisions(s, seat, out)
    elif phase == ASK_START:
        return write_places(3, START, out)
    elif phase == ASK_RESERVE:
        return reserve_decisions(s, seat, out)
    elif phase == ASK_KEEP:
        return or_decline(out, keep_decisions(s, seat, out))
    return 0


cdef int horse_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    """Whether the bandit boards; in pairs which of the two, among those that still ride."""
    cdef int mask = 1
    cdef int n = 0
    cdef int boarding
    if s.flags & PAIRS:
        mask = (s.at[RIDING] >> (2 * seat)) & 3
    for boarding in range(4):
        if not boarding & ~mask:
            out[n] = HORSE + boarding
            n += 1
    return n


cdef int reserve_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    cdef int n = 0
    cdef int kind
    for kind in range(deck_kinds(s)):
        if s.deck[seat][kind]:
            out[n] = RESERVE + kind
            n += 1
    return n


cdef int keep_decisions(const ColtStruct* s, int seat, action_t* out) noexcept nogil:
    """The kinds of which the seat holds a card that it does not keep already."""
    cdef int n = 0
    cdef int kind
    for kind in range(deck_kinds(s)):
        if s.hand[seat][kind] > kept(s, seat, kind):
            out[n] = KEEP + kind
            n += 1
    return n


# --- carrying out an answer ---------------------------------------------------------------------------------

cdef void decide(ColtStruct* s, int seat, action_t action) noexcept nogil:
    """Carry out a decision and go on."""
    cdef int phase = s.phase
    cdef int argument = <int>action & 31
    cdef bint gone_on = False                           # the answer itself led to the next question
    if phase == ASK_PLAN:
        plan(s, seat, action)
        gone_on = True
    elif phase == ASK_MOVE:
        move_to(s, s.bandit, argument)
    elif phase == ASK_MARSHAL:
        move_marshal(s, argument)
    elif phase == ASK_FIRE:
        shoot(s, s.bandit, <int>action - SHOOT)
    elif phase == ASK_ROB:
        gone_on = rob(s, s.bandit, argument, WHY_ROB)
    elif phase == ASK_VICTIM:
        gone_on = punch(s, s.bandit, <int>action - HIT)
    elif phase == ASK_KNOCK:
        gone_on = knock(s, argument)
    elif phase == ASK_PUSH:
        push_to(s, argument)
    elif phase == ASK_RIDE:
        ride_to(s, s.bandit, argument)
    elif phase == ASK_HOSTAGE:
        take_hostage(s, s.bandit, argument)
        s.enter &= <uint8_t>~(1 << s.bandit)
    elif phase == ASK_FLEE:
        s.flee &= <uint8_t>~(1 << s.bandit)
        go(s, s.bandit, argument)
    elif phase == ASK_PICKPOCKET:
        gone_on = action != DECLINE and rob(s, s.bandit, argument, WHY_PICKPOCKET)
    elif phase == ASK_COVER:
        cover(s, seat, action)
        gone_on = True
    elif phase == ASK_DISCARD:
        gone_on = discard(s, seat, action)
    else:
        commit_answer(s, seat, action)
        gone_on = True
    if not gone_on:
        proceed(s)


cdef inline void push_to(ColtStruct* s, int place) noexcept nogil:
    """The victim of a punch is pushed to a place."""
    cdef int bandit = s.victim
    s.victim = NOTHING
    go(s, bandit, place)


cdef inline void cover(ColtStruct* s, int seat, action_t action) noexcept nogil:
    """A card is laid on the one just laid, or none."""
    s.item = NOTHING
    if action != DECLINE:
        lay(s, seat, <int>action & 31, False)
    part_done(s)


cdef inline bint discard(ColtStruct* s, int seat, action_t action) noexcept nogil:
    """A card is discarded, or no more; says whether the seat is asked again."""
    cdef int kind = <int>action & 31
    if action != DECLINE:
        if unseen_by_viewer(s, seat):
            s.deck[seat][kind] -= 1
        else:
            s.hand[seat][kind] -= 1
        s.hand_n[seat] -= 1
        s.discard[seat][kind] += 1
        if s.hand_n[seat] > s.guest_n[seat]:
            return True
    s.todo = 1
    return False


cdef inline void commit_answer(ColtStruct* s, int seat, action_t action) noexcept nogil:
    """A seat's answer to a question that all answer together is in."""
    s.commit[seat] = HIDDEN if action == UNSEEN else <uint16_t>action
    s.owed &= <uint8_t>~(1 << seat)
    if not s.owed:
        committed(s)


cdef void committed(ColtStruct* s) noexcept nogil:
    """Go on after the last commitment of a simultaneous choice."""
    if s.phase == ASK_TURMOIL:
        turmoil_committed(s)
    elif s.phase == ASK_HORSE:
        s.phase = SHOW_BOARD
    elif s.phase == ASK_START:
        s.phase = SHOW_START
    elif s.phase == ASK_KEEP:
        s.phase = SHOW_KEEPERS
    else:
        reserve_cards(s)
        proceed(s)


cdef inline void reserve_cards(ColtStruct* s) noexcept nogil:
    """The committed cards go from the decks to the hands; they stay secret."""
    cdef int seat, kind
    for seat in range(s.seats):
        if s.commit[seat] != NOTHING:
            if s.commit[seat] != HIDDEN:
                kind = s.commit[seat] - RESERVE
                s.hand[seat][kind] += 1
                s.deck[seat][kind] -= 1
            s.hand_n[seat] += 1
            s.deck_n[seat] -= 1
            s.commit[seat] = NOTHING
