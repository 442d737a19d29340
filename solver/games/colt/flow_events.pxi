# Colt Express, part of flow.pyx: the events of the round cards.

cdef void hit_all(ColtStruct* s, int mask) noexcept nogil:
    """A neutral bullet to each of `mask`. [order]"""
    cdef int i, bandit
    for i in range(s.bandits):
        bandit = in_order(s, i)
        if (mask >> bandit) & 1:
            neutral_hit(s, bandit)


cdef int on_level(const ColtStruct* s, int roof) noexcept nogil:
    """Mask of the bandits inside the train, or on its roofs."""
    cdef int mask = 0
    cdef int car
    for car in range(s.last + 1):
        mask |= s.at[2 * car + roof]
    return mask


cdef void sweep(ColtStruct* s, int mask, int shift, int target) noexcept nogil:
    """Move roof bandits at once by `shift` cars (within the train), or all to roof `target`."""
    cdef int bandit, car
    for bandit in range(s.bandits):
        if (mask >> bandit) & 1:
            car = target
            if target < 0:
                car = (s.place[bandit] >> 1) + shift
                if car < 0:
                    car = 0
                if car > s.last:
                    car = s.last
            put(s, bandit, 2 * car + 1)


cdef void high_speed(ColtStruct* s) noexcept nogil:
    """Roof bandits, horses, coach and Shotgun one car to the rear. [train-roof]"""
    cdef int car
    sweep(s, on_level(s, 1), 1, -1)
    for car in range(s.last, 0, -1):
        s.horses[car] += s.horses[car - 1]
        s.horses[car - 1] = 0
        # from the rear to the front, so that nothing moves twice
    if s.flags & STAGE and s.coach < s.last:
        s.coach += 1
    take_place(s)


cdef void share(ColtStruct* s) noexcept nogil:
    """[share] Each strongbox's money is divided among the bandits at its owner's place."""
    cdef int bandit, other, n, part
    cdef int box = FIGURES[s.figures].box
    for bandit in range(s.bandits):
        if s.boxes[bandit] and s.place[bandit] < PLACES:
            n = popcount(s.at[s.place[bandit]])
            part = box // n
            for other in range(s.bandits):
                if s.place[other] == s.place[bandit]:
                    s.bonus[other] += <int16_t>(s.boxes[bandit] * part)
            s.bonus[bandit] -= <int16_t>(s.boxes[bandit] * box)


cdef void begin_event(ColtStruct* s) noexcept nogil:
    """The immediate effect of the round card's event; `todo` holds the bandits yet to be handled."""
    cdef int card = s.card
    cdef int roof = 2 * s.marshal + 1
    cdef int n, car, bandit, i, state
    s.todo = 0
    if card == ANGRY:
        hit_all(s, s.at[roof])
        if s.marshal < s.last:
            move_marshal(s, s.marshal + 1)
    elif card == SWIVEL:
        n = on_level(s, 1)
        sweep(s, n, 0, s.last)
        if s.coach == s.last:
            take_place(s)
    elif card == BRAKING:
        sweep(s, on_level(s, 1), -1, -1)
        take_place(s)
    elif card == TAKE_ALL:
        s.lying_boxes[roof - 1] += s.box_aside
        s.box_aside = 0
    elif card == REBELLION:
        hit_all(s, on_level(s, 0))
    elif card == RAGE:
        hit_all(s, s.at[COACH] | s.at[COACH_ROOF] | s.at[2 * s.coach] | s.at[2 * s.coach + 1])
    elif card == SPEED:
        high_speed(s)
    elif card == TIRED:
        n = FIGURES[s.figures].tired[s.seats > 4]
        car = s.last
        while n and car >= 0:
            if s.horses[car]:
                s.horses[car] -= 1
                n -= 1
            else:
                car -= 1
    elif card == WHISKEY:
        for i in range(s.lying_flasks):
            if s.flask_place[i] == roof - 1:
                state = s.flask_state[i]
                lift_flask(s, roof - 1, state)
                if state == FULL:
                    s.why = WHY_MARSHAL
                    s.phase = DRAW_FLASK
                    s.seat = 0
                    s.todo = 1                          # marks that the draw is due
                else:
                    marshal_drinks(s, state == HALF_OLD)
                break
    elif card == REVENGE:
        s.todo = s.at[roof]
    elif card == PICKPOCKET:
        for bandit in range(s.bandits):
            if s.place[bandit] < PLACES and single(s.at[s.place[bandit]]):
                s.todo |= <uint8_t>(1 << bandit)
    elif card == CONDUCTOR:
        for bandit in range(s.bandits):
            if s.place[bandit] < 2:
                s.bonus[bandit] += FIGURES[s.figures].conductor


cdef void marshal_drinks(ColtStruct* s, bint old) noexcept nogil:
    """[whiskey-last] One car to the rear, or through all of them."""
    while s.marshal < s.last:
        move_marshal(s, s.marshal + 1)
        if not old:
            break


cdef bint next_event(ColtStruct* s) noexcept nogil:
    """The next bandit that an event deals with; False when it is over."""
    cdef int bandit
    cdef uint32_t tokens
    if s.card == WHISKEY and s.todo:
        return True                                     # the flask's kind is due
    while s.todo:
        bandit = first_of(s, s.todo)
        s.todo &= <uint8_t>~(1 << bandit)
        if s.card == PICKPOCKET:
            if purse_codes_at(s, owner(s, bandit), s.place[bandit]):
                return ask(s, ASK_PICKPOCKET, bandit)
        elif s.card == REVENGE:
            tokens = s.purses[bandit]
            if not tokens:
                continue
            if single(tokens):
                drop_purse(s, bandit, ctz(tokens))
                continue
            ask(s, SHOW_LEAST, bandit)
            return True
    s.stage = STAGE_ROLL
    return False
