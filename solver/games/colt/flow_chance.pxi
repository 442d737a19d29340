# Colt Express, part of flow.pyx: the outcomes of chance events, carried out.

from libc.stdint cimport int64_t


cdef int committed_mask(const ColtStruct* s, int* open) noexcept nogil:
    """The public content of the commitments: a mask of those seen; `open`: the bits unknown to a view."""
    cdef int mask = 0
    cdef int seat, bits, choice
    open[0] = 0
    for seat in range(s.seats):
        choice = s.commit[seat]
        if choice == NOTHING:
            continue
        if s.phase == SHOW_BOARD and s.flags & PAIRS:
            if choice == HIDDEN:
                open[0] |= s.at[RIDING] & 3 << (2 * seat)
            else:
                mask |= (choice - HORSE) << (2 * seat)
            continue
        bits = 1 << seat
        if choice == HIDDEN:
            if s.phase == SHOW_DRAWERS and not can_draw(s, seat):
                continue
            if s.phase == SHOW_DRAWERS and not fits(s, seat, True):
                mask |= bits
                continue
            open[0] |= bits
        elif (s.phase == SHOW_BOARD and choice == HORSE + 1) or \
                (s.phase == SHOW_START and choice == START + 1) or \
                (s.phase == SHOW_DRAWERS and choice == DRAW) or \
                (s.phase == SHOW_KEEPERS and choice != DECLINE):
            mask |= bits
    return mask


cdef int mask_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """All masks that the commitments can show, ascending, with equal odds (a view knows no better)."""
    cdef int open
    cdef int mask = committed_mask(s, &open)
    cdef int part = 0
    cdef int n = 0
    while True:
        out[n] = MASK + (mask | part)
        num[n] = 1
        n += 1
        part = (part - open) & open
        if not part:
            break
    den[0] = n
    return n


cdef int card_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """DRAW_CARD: the kinds of the deck by their numbers."""
    cdef int source = draw_source(s)
    cdef int shift = CARD
    cdef int n = 0
    cdef int kind
    if unseen_by_viewer(s, s.seat):
        out[0] = UNSEEN
        num[0] = den[0] = 1
        return 1
    if s.why == WHY_GUEST:
        shift += SIDE
    den[0] = 0
    for kind in range(deck_kinds(s)):
        if s.deck[source][kind]:
            out[n] = shift + kind
            num[n] = s.deck[source][kind]
            den[0] += num[n]
            n += 1
    return n


cdef int shown_outcomes(const ColtStruct* s, int base, int known, action_t* out, int64_t* num,
                        int64_t* den) noexcept nogil:
    """The kind of a hidden card of `seat`, as that seat sees it; `known` where it is (UNKNOWN otherwise)."""
    cdef int seat = s.seat
    cdef int n = 0
    cdef int kind
    cdef int64_t own, guests
    cdef int64_t own_total = 0
    cdef int64_t guest_total = 0
    cdef int64_t slots
    if known != UNKNOWN:
        out[0] = base + known
        num[0] = den[0] = 1
        return 1
    # The seat's unseen cards are its hand and what it laid face down; each of them that can be laid
    # is equally likely to be this one.
    own = 1
    guests = 0
    if s.flags & TEAMS:
        slots = s.hand_n[seat]
        for kind in range(s.pile_i, s.pile_n):
            if pile_by(s.pile[kind]) == seat and pile_down(s.pile[kind]):
                slots += 1
        guests = s.guest_n[seat]
        own = slots - guests
        for kind in range(SIDE):
            own_total += s.deck[seat][kind]
            guest_total += s.deck[seat ^ 1][kind]
        own *= guest_total
        guests *= own_total
        if not guest_total:
            own = 1
        if not own_total:
            guests = 1
    den[0] = 0
    for kind in range(hand_kinds(s)):
        if not (could_lie(s, seat, kind) if s.phase == SHOW_CARD else may_lay(s, seat, kind)):
            continue
        if s.flags & TEAMS and kind >= SIDE:
            num[n] = guests * s.deck[seat ^ 1][kind - SIDE]
        else:
            num[n] = own * s.deck[seat][kind]
        if num[n] > 0:
            out[n] = base + kind
            den[0] += num[n]
            n += 1
    return n


cdef int turmoil_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """SHOW_TURMOIL: the card that `seat` has chosen."""
    cdef int choice = s.commit[s.seat]
    cdef int n
    if choice == PASS:
        out[0] = SHOW_PASS
        num[0] = den[0] = 1
        return 1
    if choice != HIDDEN:
        return shown_outcomes(s, SHOW, choice, out, num, den)
    n = 0
    den[0] = 0
    if fits(s, s.seat, True):
        n = shown_outcomes(s, SHOW, UNKNOWN, out, num, den)
    if not can_draw(s, s.seat) and may_lack_actions(s, s.seat):
        out[n] = SHOW_PASS
        num[n] = 1
        den[0] += 1
        n += 1
    return n


cdef int purse_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """DRAW_PURSE: which of the purses that the chooser has not seen."""
    cdef uint32_t tokens
    cdef int n = 0
    cdef int more = 0
    if s.why == WHY_KNOCK:
        tokens = s.purses[s.victim]
    else:
        tokens = strange(s, s.seat, s.lying[s.place[s.bandit]])
        more = fresh_here(s, s.place[s.bandit])
    den[0] = more + popcount(tokens)
    while tokens:
        out[n] = PICK + ctz(tokens)
        num[n] = 1
        tokens &= tokens - 1
        n += 1
    if more:
        out[n] = PICK + BLIND
        num[n] = more
        n += 1
    return n


cdef int value_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """DRAW_VALUE: what `seat` finds in purse `item`; SHOW_PURSE: what all see in it."""
    cdef int n = 0
    cdef int i
    if s.phase == DRAW_VALUE and unseen_by_viewer(s, s.seat):
        out[0] = UNSEEN
        num[0] = den[0] = 1
        return 1
    if s.value[s.item] != UNKNOWN:
        out[0] = VALUE + s.value[s.item]
        num[0] = den[0] = 1
        return 1
    den[0] = 0
    for i in range(CLASSES):
        if s.pool[i]:
            out[n] = VALUE + i
            num[n] = s.pool[i]
            den[0] += num[n]
            n += 1
    return n


cdef int64_t falling(int64_t n, int k) noexcept nogil:
    """n (n - 1) ... (n - k + 1); 0 when n < k."""
    cdef int64_t product = 1
    while k > 0:
        if n <= 0:
            return 0
        product *= n
        n -= 1
        k -= 1
    return product


cdef int least_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """SHOW_LEAST: the purse of least value, of equal ones the lowest token, and its value.

    A view counts the ways in which the values that it has not seen can be dealt to the bandit's purses.
    """
    cdef uint32_t tokens = s.purses[s.bandit]
    cdef uint32_t rest = tokens
    cdef uint32_t others
    cdef int64_t ways, at_least
    cdef int unknown = 0
    cdef int n = 0
    cdef int token, other, value, before, after, i
    cdef bint fine
    for token in range(s.tokens):
        if (tokens >> token) & 1 and s.value[token] == UNKNOWN:
            unknown += 1
    den[0] = 0
    while rest:
        token = ctz(rest)
        rest &= rest - 1
        for value in range(CLASSES):
            if s.value[token] != UNKNOWN and s.value[token] != value:
                continue
            fine = True
            before = 0
            after = 0
            others = tokens & ~(<uint32_t>1 << token)
            while others:
                other = ctz(others)
                others &= others - 1
                if s.value[other] == UNKNOWN:
                    if other < token:
                        before += 1
                    else:
                        after += 1
                elif s.value[other] < value or (s.value[other] == value and other < token):
                    fine = False
                    break
            if not fine:
                continue
            at_least = 0
            for i in range(value + 1, CLASSES):
                at_least += s.pool[i]
            ways = falling(at_least, before)
            at_least += s.pool[value] - before
            if s.value[token] == UNKNOWN:
                ways *= s.pool[value]
                at_least -= 1
            ways *= falling(at_least, after)
            if ways > 0:
                out[n] = LEAST + 8 * token + value
                num[n] = ways
                den[0] += ways
                n += 1
    return n


cdef int outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """The outcomes of the chance event that is due."""
    cdef int phase = s.phase
    if phase == DRAW_CARD:
        return card_outcomes(s, out, num, den)
    elif phase == DRAW_ROUND:
        return round_outcomes(s, out, num, den)
    elif phase == SHOW_CARD:
        return pile_outcomes(s, out, num, den)
    elif phase == DRAW_VALUE or phase == SHOW_PURSE:
        return value_outcomes(s, out, num, den)
    elif phase == DRAW_PURSE:
        return purse_outcomes(s, out, num, den)
    elif phase == SHOW_TURMOIL:
        return turmoil_outcomes(s, out, num, den)
    elif phase == SHOW_LEAST:
        return least_outcomes(s, out, num, den)
    elif phase == DRAW_FLASK:
        return flask_outcomes(s, out, num, den)
    elif phase == DRAW_FIRST:
        return first_outcomes(s, out, num, den)
    elif phase == SHOW_BOARD or phase == SHOW_START or phase == SHOW_DRAWERS or phase == SHOW_KEEPERS:
        return mask_outcomes(s, out, num, den)
    return 0


cdef int round_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """The round cards not played yet; in the last round the stations."""
    cdef int low = 0
    cdef int high = 12 if s.flags & STAGE else 7
    cdef int n = 0
    cdef int card
    if s.round == LAST_ROUND:
        low = FIRST_STATION
        high = 18 if s.flags & STAGE else 15
    for card in range(low, high):
        if not (s.played >> card) & 1:
            out[n] = ROUND + card
            num[n] = 1
            n += 1
    den[0] = n
    return n


cdef int pile_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """Possible values of the next card of the pile."""
    cdef int card = s.pile[s.pile_i]
    cdef int kind = pile_kind(card)
    if kind != UNKNOWN and s.flags & TEAMS and pile_deck(card) != pile_by(card):
        kind += SIDE
    return shown_outcomes(s, SHOW, kind, out, num, den)


cdef int flask_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """The kinds of the flasks that are left."""
    cdef int n = 0
    cdef int kind
    den[0] = s.flask_pool[0] + s.flask_pool[1]
    for kind in range(2):
        if s.flask_pool[kind]:
            out[n] = KIND + kind
            num[n] = s.flask_pool[kind]
            n += 1
    return n


cdef int first_outcomes(const ColtStruct* s, action_t* out, int64_t* num, int64_t* den) noexcept nogil:
    """The seats that may begin; a pair's seat counts once for each of its bandits in the rearmost car."""
    cdef int mask = first_candidates(s)
    cdef int n = 0
    cdef int seat
    den[0] = 0
    for seat in range(s.seats):
        if (mask >> seat) & 1:
            out[n] = FIRST + seat
            num[n] = 1
            if s.flags & PAIRS:
                num[n] = popcount(s.at[2 * rearmost(s)] & 3 << (2 * seat))
            den[0] += num[n]
            n += 1
    return n


cdef int rearmost(const ColtStruct* s) noexcept nogil:
    """The last car with a bandit inside (there is one after the horse attack)."""
    cdef int car = s.last
    while car and not s.at[2 * car]:
        car -= 1
    return car


cdef void happen(ColtStruct* s, action_t action) noexcept nogil:
    """Carry out a chance outcome and go on."""
    cdef int phase = s.phase
    cdef int mask = <int>action & 63
    cdef bint gone_on = False                           # the outcome itself led to the next question
    if phase == DRAW_CARD:
        gone_on = draw_card(s, action)
    elif phase == SHOW_CARD:
        show_card(s, <int>action - SHOW)
        gone_on = carry_out(s)
    elif phase == DRAW_VALUE or phase == SHOW_PURSE:
        gone_on = learn_value(s, action)
    elif phase == DRAW_PURSE:
        gone_on = knocked(s, <int>action - PICK) if s.why == WHY_KNOCK else picked(s, <int>action - PICK)
    elif phase == DRAW_ROUND:
        turn_round_card(s, <int>action - ROUND)
    elif phase == DRAW_FLASK:
        gone_on = draw_flask(s, <int>action - KIND)
    elif phase == SHOW_LEAST:
        show_least(s, (<int>action - LEAST) >> 3, (<int>action - LEAST) & 7)
    elif phase == SHOW_DRAWERS:
        show_drawers(s, mask)
        gone_on = next_turmoil(s)
    elif phase == SHOW_TURMOIL:
        show_turmoil(s, action)
        gone_on = next_turmoil(s)
    elif phase == SHOW_KEEPERS:
        show_keepers(s, mask)
    elif phase == SHOW_BOARD:
        clear_commitments(s)
        board_car(s, mask, s.turn)
        s.turn -= 1
    elif phase == SHOW_START:
        show_start(s, mask)
    elif phase == DRAW_FIRST:
        s.first = <uint8_t>(action - FIRST)
        start_round(s, 0)
    if not gone_on:
        proceed(s)


cdef inline bint draw_card(ColtStruct* s, action_t action) noexcept nogil:
    """The drawing seat receives a card; says whether the flow went on by itself."""
    receive(s, UNSEEN if action == UNSEEN else <int>action - CARD)
    if s.left:
        return True
    if s.why == WHY_DRAW and s.stage == STAGE_PLAN:
        part_done(s)
        return True
    if s.why == WHY_DRINK:
        s.phase = ASK_PLAN
        return True
    return s.why == WHY_TURMOIL and next_turmoil(s)


cdef inline bint learn_value(ColtStruct* s, action_t action) noexcept nogil:
    """A purse's value is seen by its holder or by all; says whether a Cheyenne's push follows."""
    cdef bint drawn = s.phase == DRAW_VALUE
    s.seen[s.item] |= <uint8_t>(1 << s.seat if drawn else (1 << s.seats) - 1)
    if action != UNSEEN and s.value[s.item] == UNKNOWN:
        s.value[s.item] = <uint8_t>(action - VALUE)
        s.pool[action - VALUE] -= 1
    s.item = NOTHING
    return drawn and s.why == WHY_CHEYENNE and push(s)


cdef inline void turn_round_card(ColtStruct* s, int card) noexcept nogil:
    """A round begins with its card turned over."""
    s.card = <uint8_t>card
    s.played |= <uint32_t>1 << card
    s.stage = STAGE_PLAN
    s.turn = 0
    s.step = 0


cdef inline bint draw_flask(ColtStruct* s, int kind) noexcept nogil:
    """A flask of a kind is opened, by a bandit or by the Marshal; says whether the flow went on by itself."""
    s.flask_pool[kind] -= 1
    if s.why == WHY_DRINK:
        s.flask[s.item][HALF + kind] += 1
        drunk(s, kind)
        return True
    s.todo = 0
    marshal_drinks(s, kind)
    return False


cdef inline void show_drawers(ColtStruct* s, int mask) noexcept nogil:
    """Turmoil: the seats of `mask` are seen to draw."""
    cdef int seat
    s.drawers = <uint8_t>mask
    for seat in range(s.seats):
        if (mask >> seat) & 1:
            s.commit[seat] = DRAW


cdef inline void show_turmoil(ColtStruct* s, action_t action) noexcept nogil:
    """Turmoil: the next seat's card, or its pass, is shown."""
    cdef int seat = s.seat
    s.commit[seat] = NOTHING
    if action != SHOW_PASS:
        lay(s, seat, <int>action - SHOW, False)
    s.step += 1


cdef inline void show_keepers(ColtStruct* s, int mask) noexcept nogil:
    """The seats of `mask` are seen to keep a card."""
    cdef int seat
    for seat in range(s.seats):
        if s.commit[seat] != NOTHING and (mask >> seat) & 1:
            keep_card(s, seat, HIDDEN if s.commit[seat] == HIDDEN else s.commit[seat] - KEEP)
        s.commit[seat] = NOTHING
    s.step += 1


cdef inline void show_start(ColtStruct* s, int mask) noexcept nogil:
    """Pairs: each seat's choice of which bandit starts in the last car is shown."""
    cdef int seat, kind
    for seat in range(2):
        s.commit[seat] = NOTHING
        kind = (mask >> seat) & 1
        put(s, 2 * seat + kind, 2 * s.last)
        put(s, 2 * seat + 1 - kind, 2 * s.last - 2)


cdef inline void clear_commitments(ColtStruct* s) noexcept nogil:
    cdef int seat
    for seat in range(s.seats):
        s.commit[seat] = NOTHING


cdef inline void show_card(ColtStruct* s, int kind) noexcept nogil:
    """The pile's next card is turned: `kind` as the seat that laid it sees it."""
    cdef int card = s.pile[s.pile_i]
    cdef int seat = pile_by(card)
    cdef int deck = seat
    if s.flags & TEAMS and kind >= SIDE:
        deck = seat ^ 1
        kind -= SIDE
        s.guest_n[seat] -= 1
    if pile_kind(card) == UNKNOWN:
        s.deck[deck][kind] -= 1
    s.pile[s.pile_i] = <uint16_t>pile_card(kind, deck, seat, 0)


cdef inline void show_least(ColtStruct* s, int token, int value) noexcept nogil:
    """Marshal's Revenge: reveal the purse that the bandit drops."""
    if s.value[token] == UNKNOWN:
        s.value[token] = <uint8_t>value
        s.pool[value] -= 1
    s.seen[token] = <uint8_t>((1 << s.seats) - 1)
    drop_purse(s, s.bandit, token)


cdef void tidy(ColtStruct* s) noexcept nogil:
    """Clear fields that no longer matter, so that equal positions are equal structs."""
    cdef int phase = s.phase
    cdef int why = s.why
    cdef bint looting = phase == DRAW_PURSE or phase == DRAW_VALUE
    cdef bint drawing = looting or phase == DRAW_CARD or phase == DRAW_FLASK
    if not ((ASK_MOVE <= phase <= ASK_PICKPOCKET and phase != ASK_MARSHAL) or looting or phase == SHOW_LEAST):
        s.bandit = NOTHING
    if not (phase == ASK_KNOCK or phase == ASK_PUSH or
            (looting and (why == WHY_KNOCK or why == WHY_CHEYENNE))):
        s.victim = NOTHING
    if not (
        phase == DRAW_VALUE or phase == SHOW_PURSE or phase == ASK_COVER
        or (phase == DRAW_FLASK and why == WHY_DRINK)
    ):
        s.item = NOTHING
    if not drawing and s.stage != STAGE_START and s.stage != STAGE_ATTACK:
        s.why = 0
    if s.stage == STAGE_OVER:
        s.todo = 0
