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
    cdef int kind, bandit, i
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
        bandit = seat
        if s.flags & PAIRS:
            bandit = 2 * seat
        for i in range(3):
            if s.flask[bandit][i]:
                out[n] = DRINK + i
                n += 1
        if s.flags & PAIRS:
            for i in range(3):
                if s.flask[bandit + 1][i]:
                    out[n] = DRINK + 3 + i
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
    cdef int n = 0
    cdef int kind, mask, first
    cdef bint dark
    if phase == ASK_PLAN:
        return plan_decisions(s, seat, out)
    if phase == ASK_MOVE:
        return write_places(move_reach(s, s.bandit), GO, out)
    if phase == ASK_MARSHAL:
        return write_places(marshal_reach(s), CAR, out)
    if phase == ASK_FIRE:
        return write_places(fire_targets(s, s.bandit), SHOOT, out)
    if phase == ASK_ROB:
        return write_places(loot_at(s, seat, s.place[s.bandit]), LOOT, out)
    if phase == ASK_VICTIM:
        return write_places(punch_targets(s, s.bandit), HIT, out)
    if phase == ASK_KNOCK:
        return write_places(loot_of(s, seat, s.victim), LOOT, out)
    if phase == ASK_PUSH:
        return write_places(push_reach(s, s.place[s.victim]), GO, out)
    if phase == ASK_RIDE:
        return write_places(ride_reach(s, s.bandit, s.card == ESCAPE), RIDE_TO, out)
    if phase == ASK_HOSTAGE:
        return write_places(s.hostages, HOSTAGE, out)
    if phase == ASK_FLEE:
        return write_places(flee_reach(s, s.bandit), GO, out)
    if phase == ASK_PICKPOCKET:
        n = write_places(purse_codes_at(s, seat, s.place[s.bandit]), LOOT, out)
        out[n] = DECLINE
        return n + 1
    if phase == ASK_TURMOIL:
        return turmoil_decisions(s, seat, out)
    dark = unseen_by_viewer(s, seat)
    if phase == ASK_COVER:
        first = cover_kinds(s)
        for kind in range(first, first + SIDE):
            if kind != MARSHAL and kind != MARSHAL + SIDE and may_lay(s, seat, kind) and \
                    possible(s, seat, kind):
                out[n] = PLAY + kind
                n += 1
        out[n] = DECLINE
        return n + 1
    if phase == ASK_DISCARD:
        for kind in range(deck_kinds(s)):
            if possible(s, seat, kind):
                out[n] = DISCARD + kind
                n += 1
        out[n] = DECLINE
        return n + 1
    if dark:                                            # the rest are secret choices of all together
        out[0] = UNSEEN
        return 1
    if phase == ASK_HORSE:
        if not s.flags & PAIRS:
            out[0] = HORSE
            out[1] = HORSE + 1
            return 2
        mask = (s.at[RIDING] >> (2 * seat)) & 3
        for kind in range(4):
            if not kind & ~mask:
                out[n] = HORSE + kind
                n += 1
        return n
    if phase == ASK_START:
        out[0] = START
        out[1] = START + 1
        return 2
    if phase == ASK_RESERVE:
        for kind in range(deck_kinds(s)):
            if s.deck[seat][kind]:
                out[n] = RESERVE + kind
                n += 1
        return n
    if phase == ASK_KEEP:
        for kind in range(deck_kinds(s)):
            if s.hand[seat][kind] > kept(s, seat, kind):
                out[n] = KEEP + kind
                n += 1
        out[n] = DECLINE
        return n + 1
    return 0


# --- carrying out an answer ---------------------------------------------------------------------------------

cdef void decide(ColtStruct* s, int seat, action_t action) noexcept nogil:
    """Carry out a decision and go on."""
    cdef int phase = s.phase
    cdef int argument = <int>action & 31
    cdef int bandit
    if phase == ASK_PLAN:
        plan(s, seat, action)
        return
    if phase == ASK_TURMOIL or phase == ASK_HORSE or phase == ASK_START or phase == ASK_RESERVE or \
            phase == ASK_KEEP:
        s.commit[seat] = HIDDEN if action == UNSEEN else <uint16_t>action
        s.owed &= <uint8_t>~(1 << seat)
        if not s.owed:
            committed(s)
        return
    if phase == ASK_MOVE:
        move_to(s, s.bandit, argument)
    elif phase == ASK_MARSHAL:
        move_marshal(s, argument)
    elif phase == ASK_FIRE:
        shoot(s, s.bandit, <int>action - SHOOT)
    elif phase == ASK_ROB:
        if rob(s, s.bandit, argument, WHY_ROB):
            return
    elif phase == ASK_VICTIM:
        if punch(s, s.bandit, <int>action - HIT):
            return
    elif phase == ASK_KNOCK:
        if knock(s, argument):
            return
    elif phase == ASK_PUSH:
        bandit = s.victim
        s.victim = NOTHING
        go(s, bandit, argument)
    elif phase == ASK_RIDE:
        ride_to(s, s.bandit, argument)
    elif phase == ASK_HOSTAGE:
        take_hostage(s, s.bandit, argument)
        s.enter &= <uint8_t>~(1 << s.bandit)
    elif phase == ASK_FLEE:
        s.flee &= <uint8_t>~(1 << s.bandit)
        go(s, s.bandit, argument)
    elif phase == ASK_PICKPOCKET:
        if action != DECLINE and rob(s, s.bandit, argument, WHY_PICKPOCKET):
            return
    elif phase == ASK_COVER:
        s.item = NOTHING
        if action != DECLINE:
            lay(s, seat, argument, False)
        part_done(s)
        return
    elif phase == ASK_DISCARD:
        if action != DECLINE:
            if unseen_by_viewer(s, seat):
                s.deck[seat][argument] -= 1
            else:
                s.hand[seat][argument] -= 1
            s.hand_n[seat] -= 1
            s.discard[seat][argument] += 1
            if s.hand_n[seat] > s.guest_n[seat]:
                return
        s.todo = 1
    proceed(s)


cdef void committed(ColtStruct* s) noexcept nogil:
    """Go on after the last commitment of a simultaneous choice."""
    cdef int seat, kind
    if s.phase == ASK_TURMOIL:
        turmoil_committed(s)
    elif s.phase == ASK_HORSE:
        s.phase = SHOW_BOARD
    elif s.phase == ASK_START:
        s.phase = SHOW_START
    elif s.phase == ASK_KEEP:
        s.phase = SHOW_KEEPERS
    else:                                               # reserved cards stay secret
        for seat in range(s.seats):
            if s.commit[seat] != NOTHING:
                if s.commit[seat] != HIDDEN:
                    kind = s.commit[seat] - RESERVE
                    s.hand[seat][kind] += 1
                    s.deck[seat][kind] -= 1
                s.hand_n[seat] += 1
                s.deck_n[seat] -= 1
                s.commit[seat] = NOTHING
        proceed(s)
