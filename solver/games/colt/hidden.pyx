"""Colt Express: views of a seat, sampled worlds that fit them, and hashes of knowledge.

Sampling of worlds. Unseen cards of one deck were shuffled together, so given everything shown they are
exchangeable over their possible slots: face-down cards on the pile, the seat's hand, the partner's hand (as
guests), the deck. Nothing is inferred from the choice to lay a card face down: every unseen card that may be
laid is equally likely. The face-down slots are therefore dealt first, from the cards that may be laid, then
the hands; the rest is the deck. With teams a face-down card may be the partner's. Whole deals are then drawn
and rejected until every face-down card may be laid, which gives the same odds. Unseen purse values are dealt
in the same way. A commitment not yet shown is any legal choice with equal odds.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from solver.game cimport NOBODY, action_t
from solver.games.colt.flow cimport barred, could_lie, decisions
from solver.games.colt.layout cimport *
from solver.games.colt.train cimport *
from solver.rng cimport rng_below, rng_t

cdef enum:
    TRIES = 2000                    # rejected deals before face-down cards are dealt from fitting ones
    EVERYBODY = 253                 # `viewer` of common knowledge


# --- views --------------------------------------------------------------------------------------------------

cdef inline bint open_commitment(const ColtStruct* s, int choice) noexcept nogil:
    """Whether a commitment is public: a draw in a turmoil, once shown."""
    return choice == DRAW and (s.phase == SHOW_TURMOIL or (s.phase == DRAW_CARD and s.why == WHY_TURMOIL))


cdef void hide(ColtStruct* s, int viewer) noexcept nogil:
    """Erase everything that seat `viewer` does not know (EVERYBODY: that some seat does not know)."""
    cdef int kinds = hand_kinds(s)
    cdef int all_seats = (1 << s.seats) - 1
    cdef int seat, kind, deck, i, card
    s.viewer = <uint8_t>viewer
    for seat in range(s.seats):
        if seat == viewer:
            continue
        for kind in range(kinds):
            if s.hand[seat][kind]:
                if s.flags & TEAMS and kind >= SIDE:
                    s.deck[seat ^ 1][kind - SIDE] += s.hand[seat][kind]
                else:
                    s.deck[seat][kind] += s.hand[seat][kind]
                s.hand[seat][kind] = 0
        for i in range(kept_n(s, seat)):
            s.keep[seat][i] = HIDDEN
        if s.commit[seat] != NOTHING and not open_commitment(s, s.commit[seat]):
            s.commit[seat] = HIDDEN
    for i in range(s.pile_i, s.pile_n):
        card = s.pile[i]
        seat = pile_by(card)
        if seat != viewer and pile_down(card) and pile_kind(card) != UNKNOWN:
            deck = pile_deck(card)
            s.deck[deck][pile_kind(card)] += 1
            s.pile[i] = <uint16_t>pile_card(UNKNOWN, seat, seat, 1)
    for i in range(s.tokens):
        if s.value[i] == UNKNOWN:
            continue
        if viewer == EVERYBODY:
            if s.seen[i] & all_seats == all_seats:
                continue
        elif (s.seen[i] >> viewer) & 1:
            continue
        s.pool[s.value[i]] += 1
        s.value[i] = UNKNOWN


cdef void colt_view(const void* state, int seat, void* out) noexcept nogil:
    """The view of a seat; a copy of its own view."""
    cdef const ColtStruct* s = <const ColtStruct*>state
    memcpy(out, state, sizeof(ColtStruct))
    if s.viewer == NOTHING:
        hide(<ColtStruct*>out, seat)


# --- worlds -------------------------------------------------------------------------------------------------

cdef inline int total(const uint8_t* counts, int kinds) noexcept nogil:
    cdef int n = 0
    cdef int kind
    for kind in range(kinds):
        n += counts[kind]
    return n


cdef inline int draw_one(uint8_t* counts, int n, rng_t* rng) noexcept nogil:
    """Draw one of `n` cards (or purses) given by counts."""
    cdef int ticket = <int>rng_below(rng, n)
    cdef int kind = 0
    while ticket >= counts[kind]:
        ticket -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


cdef inline bint can_lie(const ColtStruct* s, int seat, int deck, int kind) noexcept nogil:
    """Whether a card of a deck may lie face down as laid by `seat`."""
    if s.flags & TEAMS and deck != seat:
        kind += SIDE
    return could_lie(s, seat, kind)


cdef inline int draw_fitting(ColtStruct* s, int seat, int deck, int kinds, rng_t* rng) noexcept nogil:
    """Draw from a deck's pool a card that may be laid face down; UNKNOWN when there is none."""
    cdef int n = 0
    cdef int kind, ticket
    for kind in range(kinds):
        if s.deck[deck][kind] and can_lie(s, seat, deck, kind):
            n += s.deck[deck][kind]
    if not n:
        return UNKNOWN
    ticket = <int>rng_below(rng, n)
    for kind in range(kinds):
        if s.deck[deck][kind] and can_lie(s, seat, deck, kind):
            if ticket < s.deck[deck][kind]:
                s.deck[deck][kind] -= 1
                return kind
            ticket -= s.deck[deck][kind]
    return UNKNOWN


cdef inline int turmoil_choice(ColtStruct* s, int seat, int kinds, rng_t* rng) noexcept nogil:
    """The hidden card of a turmoil of a seat that does not draw; UNKNOWN when there can be none."""
    cdef int n = 0
    cdef int kind, ticket
    for kind in range(kinds):
        if kind % SIDE < BULLET and not barred(s, seat, kind):
            n += s.deck[seat][kind]
    if not n:
        return UNKNOWN
    ticket = <int>rng_below(rng, n)
    for kind in range(kinds):
        if kind % SIDE < BULLET and not barred(s, seat, kind):
            if ticket < s.deck[seat][kind]:
                s.deck[seat][kind] -= 1
                return kind
            ticket -= s.deck[seat][kind]
    return UNKNOWN


cdef void deal_plain(ColtStruct* s, int viewer, rng_t* rng) noexcept nogil:
    """Face-down cards and hands of the other seats, each from its own deck."""
    cdef int kinds = deck_kinds(s)
    cdef int seat, i, n, left, kind
    for i in range(s.pile_i, s.pile_n):
        if pile_kind(s.pile[i]) == UNKNOWN:
            seat = pile_by(s.pile[i])
            kind = draw_fitting(s, seat, seat, kinds, rng)
            s.pile[i] = <uint16_t>pile_card(kind, seat, seat, 1)
    for seat in range(s.seats):
        if seat == viewer:
            continue
        left = s.hand_n[seat]
        if left and s.commit[seat] == HIDDEN and (s.phase == SHOW_TURMOIL or s.phase == DRAW_CARD):
            kind = turmoil_choice(s, seat, kinds, rng)
            if kind != UNKNOWN:
                s.commit[seat] = <uint16_t>(PLAY + kind)
                s.hand[seat][kind] += 1
                left -= 1
        n = total(&s.deck[seat][0], kinds)
        while left > 0 and n > 0:
            s.hand[seat][draw_one(&s.deck[seat][0], n, rng)] += 1
            n -= 1
            left -= 1


cdef bint deal_teams(ColtStruct* s, int viewer, bint force, rng_t* rng) noexcept nogil:
    """The same with partners' cards in hands; False when a card came out that cannot lie face down."""
    cdef int slots[6]
    cdef int guests[6]
    cdef int seat, i, deck, kind, ticket
    for seat in range(s.seats):
        slots[seat] = s.hand_n[seat]
        guests[seat] = s.guest_n[seat]
    for i in range(s.pile_i, s.pile_n):
        if pile_kind(s.pile[i]) == UNKNOWN:
            slots[pile_by(s.pile[i])] += 1
    for i in range(s.pile_i, s.pile_n):
        if pile_kind(s.pile[i]) != UNKNOWN:
            continue
        seat = pile_by(s.pile[i])
        deck = seat
        ticket = <int>rng_below(rng, slots[seat])
        if ticket < guests[seat]:
            deck = seat ^ 1
        if force:
            kind = draw_fitting(s, seat, deck, SIDE, rng)
            if kind == UNKNOWN:
                deck ^= 1
                kind = draw_fitting(s, seat, deck, SIDE, rng)
        else:
            kind = draw_one(&s.deck[deck][0], total(&s.deck[deck][0], SIDE), rng)
            if not can_lie(s, seat, deck, kind):
                return False
        slots[seat] -= 1
        if deck != seat:
            guests[seat] -= 1
        s.pile[i] = <uint16_t>pile_card(kind, deck, seat, 1)
    for seat in range(s.seats):
        if seat == viewer:
            continue
        for i in range(s.hand_n[seat]):
            if i < guests[seat]:
                deck = seat ^ 1
                s.hand[seat][SIDE + draw_one(&s.deck[deck][0], total(&s.deck[deck][0], SIDE), rng)] += 1
            else:
                s.hand[seat][draw_one(&s.deck[seat][0], total(&s.deck[seat][0], SIDE), rng)] += 1
    return True


cdef inline int question(int phase) noexcept nogil:
    """The simultaneous choice that a phase belongs to."""
    if phase == SHOW_BOARD:
        return ASK_HORSE
    if phase == SHOW_START:
        return ASK_START
    if phase == SHOW_KEEPERS:
        return ASK_KEEP
    if phase == SHOW_DRAWERS or phase == SHOW_TURMOIL or phase == DRAW_CARD:
        return ASK_TURMOIL
    return phase


cdef bint keep_some(ColtStruct* s, int seat, rng_t* rng) noexcept nogil:
    """Give a kind to every kept card that was hidden: any cards of the hand; False when there are too few."""
    cdef uint8_t left[KINDS]
    cdef int kinds = deck_kinds(s)
    cdef int hidden = kept(s, seat, HIDDEN)
    cdef int held, i
    if not hidden:
        return True
    memcpy(&left[0], &s.hand[seat][0], KINDS)
    held = total(&left[0], kinds)
    if held < hidden:
        return False
    for i in range(KEPT):
        s.keep[seat][i] = NOTHING
    for i in range(hidden):
        keep_card(s, seat, draw_one(&left[0], held - i, rng))
    return True


cdef bint choose_all(ColtStruct* s, rng_t* rng) noexcept nogil:
    """Give a value to every hidden commitment and kept card; False when the hands do not allow one."""
    cdef action_t choices[64]
    cdef int phase = s.phase
    cdef bint late = phase == SHOW_TURMOIL or phase == DRAW_CARD
    cdef int seat, n, i
    for seat in range(s.seats):
        if not keep_some(s, seat, rng):
            return False
        if s.commit[seat] == HIDDEN:
            s.phase = <uint8_t>question(phase)
            n = decisions(s, seat, choices)
            s.phase = <uint8_t>phase
            if late:                                    # the drawing seats are known, not this one
                i = 0
                while i < n:
                    if choices[i] == DRAW:
                        n -= 1
                        choices[i] = choices[n]
                    else:
                        i += 1
            if not n:
                return False
            s.commit[seat] = <uint16_t>choices[rng_below(rng, n)]
    return True


cdef void colt_resample(const void* view, int seat, rng_t* rng, void* out) noexcept nogil:
    """A sampled truth that fits the seat's view (a truth is first reduced to that view)."""
    cdef ColtStruct seen
    cdef ColtStruct* s = <ColtStruct*>out
    cdef int i, n, tries
    colt_view(view, seat, &seen)
    for tries in range(TRIES + 1):
        memcpy(s, &seen, sizeof(ColtStruct))
        s.viewer = NOTHING
        if s.flags & TEAMS:
            if not deal_teams(s, seat, tries >= TRIES - 10, rng):
                continue
        else:
            deal_plain(s, seat, rng)
        if choose_all(s, rng):
            break
    n = total(&s.pool[0], CLASSES)
    for i in range(s.tokens):
        if s.value[i] == UNKNOWN and n:
            s.value[i] = <uint8_t>draw_one(&s.pool[0], n, rng)
            n -= 1


# --- hashes -------------------------------------------------------------------------------------------------

cdef uint64_t hash_struct(const ColtStruct* s) noexcept nogil:
    """64 well-mixed bits of a struct: two lanes of multiply and rotate over its words."""
    cdef const unsigned char* p = <const unsigned char*>s
    cdef uint64_t a = <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t b = <uint64_t>0xC2B2AE3D27D4EB4F
    cdef uint64_t word
    cdef size_t i = 0
    while i + 16 <= sizeof(ColtStruct):
        memcpy(&word, p + i, 8)
        a = (a ^ word) * <uint64_t>0xD6E8FEB86659FD93
        a ^= a >> 32
        memcpy(&word, p + i + 8, 8)
        b = (b ^ word) * <uint64_t>0xA0761D6478BD642F
        b ^= b >> 29
        i += 16
    while i < sizeof(ColtStruct):
        a = (a ^ p[i]) * <uint64_t>0x100000001B3
        i += 1
    a ^= (b << 23 | b >> 41)
    a = (a ^ (a >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    a = (a ^ (a >> 27)) * <uint64_t>0x94D049BB133111EB
    a ^= b * <uint64_t>0x9E3779B97F4A7C15
    return a ^ (a >> 31)


cdef uint64_t colt_key(const void* state, int seat) noexcept nogil:
    """The key of a seat's information set; for NOBODY, of the state itself."""
    cdef ColtStruct seen
    if seat == NOBODY:
        return hash_struct(<const ColtStruct*>state)
    colt_view(state, seat, &seen)
    return hash_struct(&seen)


cdef uint64_t colt_common(const void* state) noexcept nogil:
    """The key of common knowledge."""
    cdef ColtStruct known
    memcpy(&known, state, sizeof(ColtStruct))
    hide(&known, EVERYBODY)
    return hash_struct(&known)
