# Colt Express, part of flow.pyx: questions to seats, and cards that change hands.

from libc.stdint cimport uint16_t

from solver.game cimport UNSEEN

# --- asking -------------------------------------------------------------------------------------------------

cdef inline bint ask(ColtStruct* s, int phase, int bandit) noexcept nogil:
    """The bandit's owner has to decide."""
    s.phase = <uint8_t>phase
    s.bandit = <uint8_t>bandit
    s.seat = <uint8_t>owner(s, bandit)
    return True


cdef inline bint ask_all(ColtStruct* s, int phase, int seats) noexcept nogil:
    """Several seats owe a choice each."""
    s.phase = <uint8_t>phase
    s.owed = <uint8_t>seats
    s.seat = 0
    return True


cdef inline bint single(uint32_t mask) noexcept nogil:
    return not mask & (mask - 1)


cdef inline int hand_target(const ColtStruct* s, int seat) noexcept nogil:
    """The hand size that a seat draws up to: one more for Doc, one fewer with the Minister."""
    cdef int target = FIGURES[s.figures].hand
    cdef int first = seat
    cdef int n = 1
    cdef int bandit
    if s.flags & PAIRS:
        first = 2 * seat
        n = 2
    for bandit in range(first, first + n):
        if power(s, bandit, DOC):
            target += 1
        if s.hostage[bandit] == MINISTER:
            target -= 1
    return target


cdef inline int layer(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """The bandit whose powers and hostage govern how a seat lays a card: its own."""
    if s.flags & PAIRS:
        return 2 * seat + (kind >= SIDE)
    return seat


cdef inline int acting(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """The bandit that a card in the hand of `seat` moves."""
    if s.flags & PAIRS:
        return 2 * seat + (kind >= SIDE)
    if kind >= SIDE:
        return seat ^ 1
    return seat


cdef inline bint barred_for(const ColtStruct* s, int bandit, int action) noexcept nogil:
    """[barred-card] No Punch with the Teacher, no Ride with the Zealot."""
    return (action == PUNCH and s.hostage[bandit] == TEACHER) or \
        (action == RIDE and s.hostage[bandit] == ZEALOT)


cdef bint barred(const ColtStruct* s, int deck, int kind) noexcept nogil:
    """Whether a card of a deck may not be planned."""
    return barred_for(s, bandit_of(s, deck, kind), kind % SIDE)


cdef inline bint may_lay(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """Whether a card of that kind, were it in hand, could be laid: an action, and not barred."""
    cdef int action = kind
    if action >= SIDE:
        action -= SIDE
    if action >= BULLET:
        return False
    if s.hostage[acting(s, seat, kind)] == NOTHING:
        return True
    return not barred_for(s, acting(s, seat, kind), action)


cdef bint could_lie(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """Whether `seat` could lay a card of that kind (as it sees it) face down when this round was planned."""
    cdef int bandit = layer(s, seat, kind)
    if kind % SIDE >= BULLET:
        return False
    if s.hostage[bandit] == PHOTOGRAPHER and not (s.new_hostage >> bandit) & 1:
        return False
    bandit = acting(s, seat, kind)
    return (s.new_hostage >> bandit) & 1 or not barred_for(s, bandit, kind % SIDE)


cdef inline int own_n(const ColtStruct* s, int seat) noexcept nogil:
    """Views: the most cards of its own deck that a seat's hand may hold.

    The number of guests is exact only while none of the seat's cards lies face down.
    """
    cdef int n = s.hand_n[seat]
    cdef int i
    if s.flags & TEAMS and s.guest_n[seat]:
        n -= s.guest_n[seat]
        for i in range(s.pile_i, s.pile_n):
            if pile_by(s.pile[i]) == seat and pile_down(s.pile[i]):
                n += 1
        if n > s.hand_n[seat]:
            n = s.hand_n[seat]
    return n


cdef inline int possible(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """The number of cards of a kind in the hand of `seat`; in others' views, the largest possible one."""
    cdef int n
    if not unseen_by_viewer(s, seat):
        return s.hand[seat][kind]
    if s.flags & TEAMS and kind >= SIDE:
        n = s.deck[seat ^ 1][kind - SIDE]
        if s.guest_n[seat] < n:
            n = s.guest_n[seat]
    else:
        n = s.deck[seat][kind]
        if own_n(s, seat) < n:
            n = own_n(s, seat)
    if s.hand_n[seat] < n:
        n = s.hand_n[seat]
    return n


cdef inline int fits(const ColtStruct* s, int seat, bint actions) noexcept nogil:
    """Views: how many cards the hand of `seat` could hold of those that can be laid (or of the others)."""
    cdef int n = 0
    cdef int own = 0
    cdef int guests = 0
    cdef int kind
    for kind in range(hand_kinds(s)):
        if may_lay(s, seat, kind) != actions:
            continue
        if s.flags & TEAMS and kind >= SIDE:
            guests += s.deck[seat ^ 1][kind - SIDE]
        else:
            own += s.deck[seat][kind]
    if s.flags & TEAMS:
        n = own_n(s, seat)
        if own < n:
            n = own
        if s.guest_n[seat] < guests:
            guests = s.guest_n[seat]
        return n + guests
    return own


cdef inline bint may_lack_actions(const ColtStruct* s, int seat) noexcept nogil:
    """Whether a seat has no card to lay; views of other seats: whether that may be."""
    cdef int kind
    if unseen_by_viewer(s, seat):
        return fits(s, seat, False) >= s.hand_n[seat]
    for kind in range(hand_kinds(s)):
        if s.hand[seat][kind] and may_lay(s, seat, kind):
            return False
    return True


cdef inline bint can_draw(const ColtStruct* s, int seat) noexcept nogil:
    """Whether there is a card for a seat to draw."""
    cdef int kind
    if s.deck_n[seat]:
        return True
    if s.flags & EXPERT:
        for kind in range(deck_kinds(s)):
            if s.discard[seat][kind]:
                return True
    return False


# --- cards --------------------------------------------------------------------------------------------------

cdef inline void recycle(ColtStruct* s, int seat) noexcept nogil:
    """The open discards are shuffled into the deck."""
    cdef int kind, n
    for kind in range(deck_kinds(s)):
        n = s.discard[seat][kind]
        s.discard[seat][kind] = 0
        s.deck[seat][kind] += n
        s.deck_n[seat] += n


cdef inline int draw_source(const ColtStruct* s) noexcept nogil:
    """The deck from which a card is due."""
    if s.why == WHY_GUEST:
        return s.seat ^ 1
    return s.seat


cdef inline bint start_draws(ColtStruct* s, int seat, int why, int n) noexcept nogil:
    """Draw `n` cards, or as many as there are; False when there is none to draw."""
    s.seat = <uint8_t>seat
    s.why = <uint8_t>why
    if n <= 0:
        return False
    if not s.deck_n[draw_source(s)]:
        if not s.flags & EXPERT or not can_draw(s, draw_source(s)):
            return False
        recycle(s, draw_source(s))
    s.left = <uint8_t>n
    s.phase = DRAW_CARD
    return True


cdef inline void receive(ColtStruct* s, int kind) noexcept nogil:
    """One card drawn: `kind` as the drawing seat sees it, or UNSEEN."""
    cdef int source = draw_source(s)
    if kind != UNSEEN:
        s.hand[s.seat][kind] += 1
        if s.why == WHY_GUEST:
            s.deck[source][kind - SIDE] -= 1
        else:
            s.deck[source][kind] -= 1
    if s.why == WHY_GUEST:
        s.guest_n[s.seat] += 1
    s.hand_n[s.seat] += 1
    s.deck_n[source] -= 1
    s.left -= 1
    if s.left and not s.deck_n[source]:
        if s.flags & EXPERT and can_draw(s, source):
            recycle(s, source)
        else:
            s.left = 0


cdef inline void lay(ColtStruct* s, int seat, int kind, bint down) noexcept nogil:
    """A card from the hand of `seat` on to the pile; kind UNSEEN: face down, not seen by the viewer."""
    cdef int deck = seat
    s.hand_n[seat] -= 1
    if kind == UNSEEN:
        s.pile[s.pile_n] = <uint16_t>pile_card(UNKNOWN, seat, seat, 1)
        s.pile_n += 1
        return
    if not unseen_by_viewer(s, seat):
        s.hand[seat][kind] -= 1
    if s.flags & TEAMS and kind >= SIDE:
        deck = seat ^ 1
        kind -= SIDE
        if not down:
            s.guest_n[seat] -= 1
    if unseen_by_viewer(s, seat):
        s.deck[deck][kind] -= 1
    s.pile[s.pile_n] = <uint16_t>pile_card(kind, deck, seat, down)
    s.pile_n += 1


cdef inline bint common(const ColtStruct* s, int kind) noexcept nogil:
    """Whether a card is neither bandit's of a pair: the Marshal of their common deck."""
    return s.flags & PAIRS and kind == MARSHAL


cdef inline bint must_hide(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """Whether the present turn wants a card face down: in tunnels, but for the Photographer's holder."""
    return FIGURES[s.figures].symbol[s.seats > 4][s.card][s.turn] == TURN_TUNNEL \
        and (common(s, kind) or s.hostage[layer(s, seat, kind)] != PHOTOGRAPHER)


cdef inline bint may_hide(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """Whether Ghost may lay a card face down where others are open: his own first card of a round."""
    return (s.sly >> seat) & 1 and power(s, layer(s, seat, kind), GHOST) and \
        s.hostage[layer(s, seat, kind)] != PHOTOGRAPHER and \
        acting(s, seat, kind) == layer(s, seat, kind) and not common(s, kind)
