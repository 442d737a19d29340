"""Colt Express: how a game goes on, from one decision or draw to the next.

`proceed` does everything that leaves nobody a choice and stops when something is asked (`phase`); `decisions`
and `outcomes` list the answers, `decide` and `happen` carry one out and proceed. Where everybody can see that
there is one answer only, it is given at once; choices that rest on a hidden hand are always asked, so that
views and truth take the same steps. Ids in square brackets are those of the rulings in docs/games/colt.md.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

from solver.game cimport UNSEEN, action_t
from solver.games.colt.layout cimport *
from solver.games.colt.tables cimport FIGURES
from solver.games.colt.train cimport *

cdef enum:
    # round cards whose event is told apart here, as numbered in names.py
    ANGRY = 0
    SWIVEL = 1
    BRAKING = 2
    TAKE_ALL = 3
    REBELLION = 4
    RAGE = 7
    SPEED = 8
    TIRED = 10
    WHISKEY = 11
    REVENGE = 12
    PICKPOCKET = 13
    CONDUCTOR = 14
    SHARING = 15
    MORTAL = 16
    ESCAPE = 17

    LAST_ROUND = 4


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
    """Cards that a seat draws up to: one more for Doc, one fewer with the Minister."""
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
    """Views: how many cards of his own deck a seat's hand may hold at most (his guests' number is exact
    only while none of his cards lies face down)."""
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
    """How many cards of a kind the hand of `seat` holds; views of other seats: how many it may hold."""
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


cdef inline bint must_hide(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """Whether the present turn wants a card face down: in tunnels, but for the Photographer's holder."""
    return FIGURES[s.figures].symbol[s.seats > 4][s.card][s.turn] == TURN_TUNNEL \
        and s.hostage[layer(s, seat, kind)] != PHOTOGRAPHER


cdef inline bint may_hide(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """Whether Ghost may lay a card face down where others are open: his own first card of a round."""
    return (s.sly >> seat) & 1 and power(s, layer(s, seat, kind), GHOST) and \
        s.hostage[layer(s, seat, kind)] != PHOTOGRAPHER and \
        acting(s, seat, kind) == layer(s, seat, kind)


# --- a round begins -----------------------------------------------------------------------------------------

cdef inline void collect(ColtStruct* s) noexcept nogil:
    """All cards but kept ones and partners' go back into their decks."""
    cdef int kinds = deck_kinds(s)
    cdef int seat, kind, n, held
    for seat in range(s.seats):
        held = s.guest_n[seat]
        if s.keep[seat] != NOTHING:
            held += 1
        s.deck_n[seat] += s.hand_n[seat] - held
        s.hand_n[seat] = <uint8_t>held
        if not unseen_by_viewer(s, seat):
            for kind in range(kinds):
                n = s.hand[seat][kind]
                if n:
                    if s.keep[seat] == kind:
                        n -= 1
                    s.hand[seat][kind] -= n
                    s.deck[seat][kind] += n
        s.keep[seat] = NOTHING
        recycle(s, seat)


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
    s.covered = 0
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
            neutral_hit(s, bandit)
            if not s.flags & EXPERT:
                recycle(s, owner(s, bandit))
    s.why = WHY_HAND
    if s.flags & TEAMS:
        s.why = WHY_GUEST


cdef bint next_start(ColtStruct* s) noexcept nogil:
    """The next thing that a round's start asks for."""
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
                n += 1                                  # the reserved card comes on top
        if start_draws(s, seat, s.why, n):
            return True
    s.todo = 0
    s.seat = 0
    s.phase = DRAW_ROUND
    return True


# --- Schemin' -----------------------------------------------------------------------------------------------

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
    s.covered = 0
    s.seat = <uint8_t>planner(s, s.step)
    s.phase = ASK_PLAN
    return True


cdef inline void part_done(ColtStruct* s) noexcept nogil:
    """A seat has played, drawn or passed; perhaps once more, else the next one."""
    if s.more:
        s.more -= 1
        s.phase = ASK_PLAN
        return
    s.must_play = 0
    s.covered = 0
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
    if s.flags & PAIRS and kind % SIDE == FIRE and not s.covered and s.hand_n[seat] and \
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
    """The first kind of the bandit who may cover: not he who fired."""
    return 0 if s.item else SIDE


# Turmoil. [turmoil]: all commit; who draws does so before the cards are shown; then they are laid in order.

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


# --- Stealin' -----------------------------------------------------------------------------------------------

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
    if action == MOVE:
        reach = move_reach(s, bandit)
        if not reach:
            return False
        if single(reach):
            move_to(s, bandit, ctz(reach))
            return False
        return ask(s, ASK_MOVE, bandit)
    if action == FLOOR:
        go(s, bandit, floor_of(s.place[bandit]))
        return False
    if action == MARSHAL:
        reach = marshal_reach(s)
        if single(reach):
            move_marshal(s, ctz(reach))
            return False
        return ask(s, ASK_MARSHAL, bandit)
    if action == FIRE:
        reach = fire_targets(s, bandit)
        if not reach:
            return False
        if single(reach):
            shoot(s, bandit, ctz(reach))
            return False
        return ask(s, ASK_FIRE, bandit)
    if action == ROBBERY:
        reach = loot_at(s, owner(s, bandit), s.place[bandit])
        if not reach:
            return False
        if single(reach):
            s.bandit = <uint8_t>bandit
            return rob(s, bandit, ctz(reach), WHY_ROB)
        return ask(s, ASK_ROB, bandit)
    if action == PUNCH:
        reach = punch_targets(s, bandit)
        if not reach:
            return False
        if single(reach):
            return punch(s, bandit, ctz(reach))
        return ask(s, ASK_VICTIM, bandit)
    reach = ride_reach(s, bandit, s.card == ESCAPE)
    if not reach:
        return False
    if single(reach):
        ride_to(s, bandit, ctz(reach))
        return False
    return ask(s, ASK_RIDE, bandit)


cdef inline uint32_t strange(const ColtStruct* s, int seat, uint32_t tokens) noexcept nogil:
    """Those of `tokens` whose value a seat does not know."""
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
    """It is settled which purse it is (BLIND: one never taken); its value is due."""
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
        tokens = strange(s, owner(s, s.bandit), s.purses[s.victim])
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


# --- events -------------------------------------------------------------------------------------------------

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
        # what came from car - 1 must not move again, so go from the rear to the front
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
    """What the round card's event does at once; `todo` keeps whom it has yet to deal with."""
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
    elif card == SHARING:
        share(s)
    elif card == MORTAL:
        for bandit in range(s.bandits):
            s.bonus[bandit] -= <int16_t>(FIGURES[s.figures].mortal * s.fresh_hits[bandit])


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
    cdef int seat
    if s.round >= LAST_ROUND:
        s.stage = STAGE_OVER
        s.phase = PHASE_OVER
        s.seat = 0
        s.bandit = NOTHING
        return True
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


# --- the horse attack ---------------------------------------------------------------------------------------

cdef int riders(const ColtStruct* s) noexcept nogil:
    """Mask of the seats of which a bandit still rides."""
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
    """The next car of the attack (`turn`); who reaches the first one boards it. Then the first player."""
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


# --- on and on ----------------------------------------------------------------------------------------------

cdef void begin(ColtStruct* s) noexcept nogil:
    """Ask for the first decision of a game that begins with the horse attack or the choice of the start."""
    s.stage = STAGE_ATTACK
    s.turn = s.last
    s.why = 0
    proceed(s)


cdef inline void take_hostage(ColtStruct* s, int bandit, int hostage) noexcept nogil:
    s.hostage[bandit] = <uint8_t>hostage
    s.hostages &= <uint8_t>~(1 << hostage)
    s.new_hostage |= <uint8_t>(1 << bandit)


cdef bint settle(ColtStruct* s) noexcept nogil:
    """Flights from the Shotgun and choices of hostages come before anything else. True when one is asked."""
    cdef int bandit
    cdef uint32_t reach
    while s.flee:
        bandit = first_of(s, s.flee)
        reach = flee_reach(s, bandit)
        if not single(reach):
            return ask(s, ASK_FLEE, bandit)
        s.flee &= <uint8_t>~(1 << bandit)
        go(s, bandit, ctz(reach))
    while s.enter:
        bandit = first_of(s, s.enter)
        if s.hostages and not single(s.hostages):
            return ask(s, ASK_HOSTAGE, bandit)
        s.enter &= <uint8_t>~(1 << bandit)
        if s.hostages:
            take_hostage(s, bandit, ctz(s.hostages))
    return False


cdef void proceed(ColtStruct* s) noexcept nogil:
    """Go on until something is asked or the game is over."""
    cdef bint asked = False
    while not asked:
        if s.flee or s.enter:
            if settle(s):
                return
        if s.stage == STAGE_PILE:
            asked = next_card(s)
        elif s.stage == STAGE_PLAN:
            asked = next_plan(s)
        elif s.stage == STAGE_START:
            asked = next_start(s)
        elif s.stage == STAGE_EVENT:
            asked = next_event(s)
        elif s.stage == STAGE_ROLL:
            roll(s)
        elif s.stage == STAGE_END:
            asked = next_end(s)
        elif s.stage == STAGE_KEEP:
            asked = next_keep(s)
        elif s.stage == STAGE_ATTACK:
            asked = next_attack(s)
        else:
            return


cdef bint next_keep(ColtStruct* s) noexcept nogil:
    """Planning ahead, where the card has it and a round follows."""
    cdef int seat
    cdef int mask = 0
    s.seat = 0
    if s.flags & STAGE and not s.flags & EXPERT and s.round < LAST_ROUND and FIGURES[s.figures].ahead[s.card]:
        for seat in range(s.seats):
            if s.hand_n[seat]:
                mask |= 1 << seat
        if mask:
            return ask_all(s, ASK_KEEP, mask)
    s.stage = STAGE_PILE
    return False


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
    """All answers of `seat`, which owes one, to what is asked."""
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
            if s.hand[seat][kind]:
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
            s.covered = 1
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
    """The last of a simultaneous choice is in."""
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


# --- chance -------------------------------------------------------------------------------------------------

cdef int committed_mask(const ColtStruct* s, int* open) noexcept nogil:
    """What the commitments show: the mask of those seen; `open`: the bits that a view cannot tell."""
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
    """All masks that the commitments can show, ascending, each as likely (a view knows no better)."""
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
    # The seat's unseen cards are its hand and what it laid face down; each of them is equally likely this
    # one, of those that can be laid.
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
        tokens = strange(s, s.seat, s.purses[s.victim])
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
    """DRAW_VALUE: what `seat` finds in purse `item`."""
    cdef int n = 0
    cdef int i
    if unseen_by_viewer(s, s.seat):
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
    cdef int n = 0
    cdef int i, mask, low, high, card
    if phase == DRAW_CARD:
        return card_outcomes(s, out, num, den)
    if phase == DRAW_ROUND:
        low = 0
        high = 7
        mask = 0
        if s.flags & STAGE:
            high = 12
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
    if phase == SHOW_CARD:
        card = s.pile[s.pile_i]
        i = pile_kind(card)
        if i != UNKNOWN and s.flags & TEAMS and pile_deck(card) != pile_by(card):
            i += SIDE
        return shown_outcomes(s, SHOW, i, out, num, den)
    if phase == DRAW_VALUE:
        return value_outcomes(s, out, num, den)
    if phase == DRAW_PURSE:
        return purse_outcomes(s, out, num, den)
    if phase == SHOW_TURMOIL:
        return turmoil_outcomes(s, out, num, den)
    if phase == SHOW_LEAST:
        return least_outcomes(s, out, num, den)
    if phase == DRAW_FLASK:
        den[0] = s.flask_pool[0] + s.flask_pool[1]
        for i in range(2):
            if s.flask_pool[i]:
                out[n] = KIND + i
                num[n] = s.flask_pool[i]
                n += 1
        return n
    if phase == DRAW_FIRST:
        mask = first_candidates(s)
        den[0] = 0
        for i in range(s.seats):
            if (mask >> i) & 1:
                out[n] = FIRST + i
                num[n] = 1
                if s.flags & PAIRS:
                    num[n] = popcount(s.at[2 * rearmost(s)] & 3 << (2 * i))
                den[0] += num[n]
                n += 1
        return n
    if phase == SHOW_BOARD or phase == SHOW_START or phase == SHOW_DRAWERS or phase == SHOW_KEEPERS:
        return mask_outcomes(s, out, num, den)
    return 0


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
    cdef int seat, kind
    if phase == DRAW_CARD:
        receive(s, UNSEEN if action == UNSEEN else <int>action - CARD)
        if s.left:
            return
        if s.why == WHY_DRAW and s.stage == STAGE_PLAN:
            part_done(s)
        elif s.why == WHY_DRINK:
            s.phase = ASK_PLAN
        else:
            proceed_draws(s)
        return
    if phase == SHOW_CARD:
        show_card(s, <int>action - SHOW)
        if carry_out(s):
            return
    elif phase == DRAW_VALUE:
        s.seen[s.item] |= <uint8_t>(1 << s.seat)
        if action != UNSEEN:
            if s.value[s.item] == UNKNOWN:
                s.value[s.item] = <uint8_t>(action - VALUE)
                s.pool[action - VALUE] -= 1
        s.item = NOTHING
        if s.why == WHY_CHEYENNE and push(s):
            return
    elif phase == DRAW_PURSE:
        if s.why == WHY_KNOCK:
            if knocked(s, <int>action - PICK):
                return
        elif picked(s, <int>action - PICK):
            return
    elif phase == DRAW_ROUND:
        s.card = <uint8_t>(action - ROUND)
        s.played |= <uint32_t>1 << s.card
        s.stage = STAGE_PLAN
        s.turn = 0
        s.step = 0
    elif phase == DRAW_FLASK:
        kind = <int>action - KIND
        s.flask_pool[kind] -= 1
        if s.why == WHY_DRINK:
            s.flask[s.item][HALF + kind] += 1
            drunk(s, kind)
            return
        s.todo = 0
        marshal_drinks(s, kind)
    elif phase == SHOW_LEAST:
        show_least(s, (<int>action - LEAST) >> 3, (<int>action - LEAST) & 7)
    elif phase == SHOW_DRAWERS:
        s.drawers = <uint8_t>mask
        for seat in range(s.seats):
            if (mask >> seat) & 1:
                s.commit[seat] = DRAW
        proceed_turmoil(s)
        return
    elif phase == SHOW_TURMOIL:
        seat = s.seat
        s.commit[seat] = NOTHING
        if action != SHOW_PASS:
            lay(s, seat, <int>action - SHOW, False)
        s.step += 1
        proceed_turmoil(s)
        return
    elif phase == SHOW_KEEPERS:
        for seat in range(s.seats):
            if s.commit[seat] != NOTHING and (mask >> seat) & 1:
                s.keep[seat] = HIDDEN
                if s.commit[seat] != HIDDEN:
                    s.keep[seat] = <uint8_t>(s.commit[seat] - KEEP)
            s.commit[seat] = NOTHING
        s.stage = STAGE_PILE
    elif phase == SHOW_BOARD:
        for seat in range(s.seats):
            s.commit[seat] = NOTHING
        board_car(s, mask, s.turn)
        s.turn -= 1
    elif phase == SHOW_START:
        for seat in range(2):
            s.commit[seat] = NOTHING
            kind = (mask >> seat) & 1
            put(s, 2 * seat + kind, 2 * s.last)
            put(s, 2 * seat + 1 - kind, 2 * s.last - 2)
    elif phase == DRAW_FIRST:
        s.first = <uint8_t>(action - FIRST)
        start_round(s, 0)
    proceed(s)


cdef inline void proceed_draws(ColtStruct* s) noexcept nogil:
    """A run of draws is over that was no seat's own part of a turn."""
    if s.why == WHY_TURMOIL:
        proceed_turmoil(s)
    else:
        proceed(s)


cdef void proceed_turmoil(ColtStruct* s) noexcept nogil:
    if not next_turmoil(s):
        proceed(s)


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
    """Marshal's Revenge: all see what the bandit drops."""
    if s.value[token] == UNKNOWN:
        s.value[token] = <uint8_t>value
        s.pool[value] -= 1
    s.seen[token] = <uint8_t>((1 << s.seats) - 1)
    drop_purse(s, s.bandit, token)


cdef void tidy(ColtStruct* s) noexcept nogil:
    """Forget what no longer matters, so that equal positions are equal structs."""
    cdef int phase = s.phase
    cdef int why = s.why
    cdef bint looting = phase == DRAW_PURSE or phase == DRAW_VALUE
    cdef bint drawing = looting or phase == DRAW_CARD or phase == DRAW_FLASK
    if not ((ASK_MOVE <= phase <= ASK_PICKPOCKET and phase != ASK_MARSHAL) or looting or phase == SHOW_LEAST):
        s.bandit = NOTHING
    if not (phase == ASK_KNOCK or phase == ASK_PUSH or
            (looting and (why == WHY_KNOCK or why == WHY_CHEYENNE))):
        s.victim = NOTHING
    if not (phase == DRAW_VALUE or phase == ASK_COVER or (phase == DRAW_FLASK and why == WHY_DRINK)):
        s.item = NOTHING
    if not drawing and s.stage != STAGE_START and s.stage != STAGE_ATTACK:
        s.why = 0
    if phase == PHASE_OVER:
        s.todo = 0
