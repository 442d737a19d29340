# Colt Express, part of flow.pyx: Schemin', turmoil, planning ahead.

cdef inline int symbol(const ColtStruct* s) noexcept nogil:
    """The present turn's symbol."""
    return FIGURES[s.figures].symbol[s.seats > 4][s.card][s.turn]


cdef inline int planner(const ColtStruct* s, int step) noexcept nogil:
    """The seat that acts as number `step` in the present turn."""
    cdef int seat = s.first + step
    if symbol(s) == TURN_REVERSE:
        seat = s.first - step
        if s.flags & TEAMS:
            seat += 1                                   # partners change places: B before A
    return (seat + s.seats) % s.seats


cdef bint next_plan(ColtStruct* s) noexcept nogil:
    """The next seat that plans; False when all turns are done."""
    if s.step == s.seats:
        s.step = 0
        s.turn += 1
    if s.turn == FIGURES[s.figures].symbols[s.seats > 4][s.card]:
        s.turn -= 1
        s.stage = STAGE_KEEP
        return False
    if symbol(s) == TURN_TURMOIL:
        return ask_all(s, ASK_TURMOIL, (1 << s.seats) - 1)
    s.more = 1 if symbol(s) == TURN_DOUBLE else 0
    s.must_play = 0
    s.seat = <uint8_t>planner(s, s.step)
    s.phase = ASK_PLAN
    return True


cdef inline void part_done(ColtStruct* s) noexcept nogil:
    """Go on after a seat has played, drawn or passed: the seat again if more is due, else the next one."""
    if s.more:
        s.more -= 1
        s.phase = ASK_PLAN
        return
    s.must_play = 0
    s.step += 1
    proceed(s)


cdef void plan(ColtStruct* s, int seat, action_t action) noexcept nogil:
    """Carry out the answer to ASK_PLAN."""
    cdef int kind = <int>action
    cdef int bandit, state
    if action >= DRINK:
        state = <int>action - DRINK
        bandit = seat
        if s.flags & PAIRS:
            bandit = 2 * seat
            if state >= 3:
                bandit += 1
        state %= 3
        s.flask[bandit][state] -= 1
        if state == FULL:
            s.item = <uint8_t>bandit
            s.why = WHY_DRINK
            s.phase = DRAW_FLASK
            return
        drunk(s, state == HALF_OLD)
        return
    if action == DRAW:
        s.sly &= <uint8_t>~(1 << seat)
        start_draws(s, seat, WHY_DRAW, FIGURES[s.figures].draw)
        return
    if action == PASS:
        s.more = 0                                      # there will be nothing to lay either
        part_done(s)
        return
    if action == UNSEEN:
        lay(s, seat, UNSEEN, True)
        s.sly &= <uint8_t>~(1 << seat)
        part_done(s)
        return
    if action >= PLAY_DOWN:
        kind -= PLAY_DOWN
        lay(s, seat, kind, True)
    else:
        lay(s, seat, kind, must_hide(s, seat, kind))
    s.sly &= <uint8_t>~(1 << seat)
    if s.flags & PAIRS and kind % SIDE == FIRE and s.hand_n[seat] and \
            symbol(s) == TURN_STANDARD and action < PLAY_DOWN:
        s.item = <uint8_t>(kind >= SIDE)
        s.phase = ASK_COVER
        return
    part_done(s)


cdef void drunk(ColtStruct* s, bint old) noexcept nogil:
    """`seat` drank: draw and then play one, or play two."""
    s.must_play = 1
    s.more = 0
    s.item = NOTHING
    if old:
        s.more = 1
    elif start_draws(s, s.seat, WHY_DRINK, 3):
        return
    s.phase = ASK_PLAN


cdef inline int cover_kinds(const ColtStruct* s) noexcept nogil:
    """The first card kind of the bandit that may cover: the one that did not fire."""
    return 0 if s.item else SIDE


# Turmoil. [turmoil]: all commit; the drawing seats draw before the cards are shown and laid in order.

cdef void turmoil_committed(ColtStruct* s) noexcept nogil:
    s.drawers = 0
    s.phase = SHOW_DRAWERS
    s.seat = 0


cdef bint next_turmoil(ColtStruct* s) noexcept nogil:
    """Draws first, then the cards, each in order; False when the turn is over."""
    cdef int i, seat
    if s.drawers:
        for i in range(s.seats):
            seat = (s.first + i) % s.seats
            if (s.drawers >> seat) & 1:
                s.drawers &= <uint8_t>~(1 << seat)
                if start_draws(s, seat, WHY_TURMOIL, FIGURES[s.figures].draw):
                    return True
    while s.step < s.seats:
        seat = (s.first + s.step) % s.seats
        if s.commit[seat] != DRAW:
            s.seat = <uint8_t>seat
            s.phase = SHOW_TURMOIL
            return True
        s.commit[seat] = NOTHING
        s.step += 1
    s.sly = 0
    return False
