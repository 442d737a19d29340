# Colt Express, part of flow.pyx: beginning and end of the game and its rounds.

# --- the horse attack ---------------------------------------------------------------------------------------

cdef int riders(const ColtStruct* s) noexcept nogil:
    """Mask of the seats with a bandit still riding."""
    cdef int mask = 0
    cdef int bandit
    for bandit in range(s.bandits):
        if (s.at[RIDING] >> bandit) & 1:
            mask |= 1 << owner(s, bandit)
    return mask


cdef void board_car(ColtStruct* s, int mask, int car) noexcept nogil:
    """Bandits get off their horses into a car."""
    cdef int bandit
    for bandit in range(s.bandits):
        if (mask >> bandit) & 1:
            put(s, bandit, 2 * car)
            s.horses[car] += 1


cdef bint next_attack(ColtStruct* s) noexcept nogil:
    """The next car of the attack (`turn`), whose last riders board the first one; then the first player."""
    cdef int n
    if not s.flags & HORSES:
        if s.why == 0:
            s.why = 1                                   # marks that the start was asked for
            return ask_all(s, ASK_START, (1 << s.seats) - 1)
        start_round(s, 0)
        return False
    if s.at[RIDING] and s.turn > 1:
        return ask_all(s, ASK_HORSE, riders(s))
    if s.at[RIDING]:
        board_car(s, s.at[RIDING], 1)
    n = first_candidates(s)
    s.seat = 0
    if single(n):
        s.first = <uint8_t>ctz(n)
        start_round(s, 0)
        return False
    s.phase = DRAW_FIRST
    return True


cdef int first_candidates(const ColtStruct* s) noexcept nogil:
    """Mask of the seats that may be drawn as first player after the horse attack."""
    cdef int mask = 0
    cdef int car = s.last
    cdef int bandit
    if s.flags & TEAMS:
        for bandit in range(0, s.seats, 2):
            mask |= 1 << bandit
        return mask
    while not s.at[2 * car]:
        car -= 1
    for bandit in range(s.bandits):
        if s.place[bandit] == 2 * car:
            mask |= 1 << owner(s, bandit)
    return mask


# --- a round begins -----------------------------------------------------------------------------------------

cdef inline void collect(ColtStruct* s) noexcept nogil:
    """Return all cards except kept ones and partners' to their decks."""
    cdef int kinds = deck_kinds(s)
    cdef int seat, kind, n, held
    for seat in range(s.seats):
        held = s.guest_n[seat] + kept_n(s, seat)
        s.deck_n[seat] += s.hand_n[seat] - held
        s.hand_n[seat] = <uint8_t>held
        if not unseen_by_viewer(s, seat):
            for kind in range(kinds):
                n = s.hand[seat][kind]
                if n:
                    n -= kept(s, seat, kind)
                    s.hand[seat][kind] -= n
                    s.deck[seat][kind] += n
        for n in range(KEPT):
            s.keep[seat][n] = NOTHING
        recycle(s, seat)


cdef inline void bite(ColtStruct* s, int bandit) noexcept nogil:
    """The Poodle's neutral bullet, straight into the deck. [poodle]"""
    cdef int seat = owner(s, bandit)
    if s.neutral:
        neutral_hit(s, bandit)
        s.discard[seat][NEUTRAL] -= 1
        s.deck[seat][NEUTRAL] += 1
        s.deck_n[seat] += 1


cdef void start_round(ColtStruct* s, int number) noexcept nogil:
    """Round `number` begins; cards are yet to be drawn."""
    cdef int i, bandit
    s.stage = STAGE_START
    s.round = <uint8_t>number
    s.card = NOTHING
    s.turn = 0
    s.step = 0
    s.more = 0
    s.must_play = 0
    s.sly = <uint8_t>((1 << s.seats) - 1)
    for i in range(s.pile_n):
        s.pile[i] = 0
    s.pile_n = 0
    s.pile_i = 0
    s.todo = 0
    s.new_hostage = 0
    if number:
        s.first = (s.first + (2 if s.flags & TEAMS else 1)) % s.seats
        if not s.flags & EXPERT:
            collect(s)
    for i in range(s.bandits):
        s.fresh_hits[i] = 0
    for i in range(s.bandits):
        bandit = in_order(s, i)
        if s.hostage[bandit] == POODLE:
            bite(s, bandit)
    s.why = WHY_HAND
    if s.flags & TEAMS:
        s.why = WHY_GUEST


cdef bint next_start(ColtStruct* s) noexcept nogil:
    """The next question of a round's start."""
    cdef int seat, n
    if s.flags & PAIRS and s.todo == 0 and s.step == 0:
        s.todo = 1                                      # marks that the reserve was asked for
        n = 0
        for seat in range(2):
            if not s.deck_n[seat] and s.flags & EXPERT:
                recycle(s, seat)
            if s.deck_n[seat]:
                n |= 1 << seat
        if n:
            return ask_all(s, ASK_RESERVE, n)
    while s.why == WHY_GUEST or s.why == WHY_HAND:
        if s.step == s.seats:
            s.step = 0
            if s.why == WHY_HAND:
                s.why = WHY_DRAW
                break
            s.why = WHY_HAND
            continue
        seat = (s.first + s.step) % s.seats
        s.step += 1
        n = 1
        if s.why == WHY_HAND:
            n = hand_target(s, seat) - s.hand_n[seat]
            if s.flags & PAIRS:
                n += 1                                  # the reserved card is extra
        if start_draws(s, seat, s.why, n):
            return True
    s.todo = 0
    s.seat = 0
    s.phase = DRAW_ROUND
    return True


# --- the end of a round -------------------------------------------------------------------------------------

cdef void roll(ColtStruct* s) noexcept nogil:
    """The coach, and the Shotgun with it, rolls one car to the rear."""
    s.stage = STAGE_END
    s.step = 0
    s.todo = 0
    if s.flags & STAGE and s.coach < s.last:
        s.coach += 1
        take_place(s)


cdef bint next_end(ColtStruct* s) noexcept nogil:
    """Expert: seat by seat discards and refills. Then the next round, or the end."""
    cdef int seat, bandit
    if s.round >= LAST_ROUND:
        # these two count at the very end, when the coach has rolled and Shotgun with it
        if s.card == SHARING:
            share(s)
        elif s.card == MORTAL:
            for bandit in range(s.bandits):
                s.bonus[bandit] -= <int16_t>(FIGURES[s.figures].mortal * s.fresh_hits[bandit])
        s.stage = STAGE_OVER
        s.bandit = NOTHING
        return False
    if s.flags & EXPERT:
        while s.step < s.seats:
            seat = (s.first + s.step) % s.seats
            if s.todo == 0:                             # he has yet to discard
                s.todo = 1
                if s.hand_n[seat] > s.guest_n[seat]:
                    s.seat = <uint8_t>seat
                    s.phase = ASK_DISCARD
                    return True
            s.todo = 0
            s.step += 1
            if start_draws(s, seat, WHY_REFILL, hand_target(s, seat) - s.hand_n[seat]):
                return True
    start_round(s, s.round + 1)
    return False
