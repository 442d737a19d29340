"""Colt Express for learning programs: numbered actions, and what a seat sees as a vector."""

from libc.stdint cimport uint32_t

from solver.encoding import Block

from solver.encoding cimport Encoding, EncodingPlug, share
from solver.game cimport State, action_t
from solver.games.colt.hidden cimport colt_view
from solver.games.colt.layout cimport *
from solver.games.colt.rules cimport COLT

cdef enum:
    ACTIONS = 0x148                     # the numbers of decisions, as layout.pxd has them
    DECISIONS = 19                      # kinds of decisions: the phases before FIRST_CHANCE
    COLT_CARDS = 7                      # kinds of action cards
    CHARACTERS = 6
    WORTHS = 7                          # classes of purses, and those of unseen value
    BANDIT_SIZE = 50
    PLACE_SIZE = 13
    TRAIN_SIZE = 34
    ROUND_SIZE = 41                     # and a number a seat
    SEAT_SIZE = 39
    PILE_SIZE = 11                      # and a number a seat
    # what counts are shares of
    MOST_BULLETS = 6
    MOST_HITS = 12
    MOST_LOOT = 6
    MOST_BOXES = 2
    MOST_BONUS = 1000
    MOST_PURSES = 8
    MOST_CARDS = 18
    MOST_KIND = 10
    MOST_NEUTRAL = 16


cdef int features(const void* state) noexcept nogil:
    cdef const ColtStruct* s = <const ColtStruct*>state
    return (
        s.bandits * BANDIT_SIZE + PLACES * PLACE_SIZE + TRAIN_SIZE + CLASSES + 2 + ROUND_SIZE + s.seats +
        KINDS + s.seats * SEAT_SIZE + PILE * (PILE_SIZE + s.seats) + DECISIONS + 2 * s.bandits + 2
    )


cdef inline int after(int number, int own, int count) noexcept nogil:
    """The place of a seat or bandit when `own` comes first."""
    return (number - own + count) % count


cdef inline void mark(float* out, int number, int count) noexcept nogil:
    """1 at the place of a number; nothing for NOTHING."""
    if number < count:
        out[number] = 1


cdef inline void write_purses(const ColtStruct* s, uint32_t tokens, float* out) noexcept nogil:
    """Counts of the purses by value; the last entry counts those with an unseen value."""
    cdef int counts[WORTHS]
    cdef int i
    for i in range(WORTHS):
        counts[i] = 0
    for i in range(s.tokens):
        if (tokens >> i) & 1:
            counts[s.value[i] if s.value[i] < CLASSES else CLASSES] += 1
    for i in range(WORTHS):
        out[i] = share(counts[i], MOST_PURSES)


cdef void write_bandit(const ColtStruct* s, int bandit, float* out) noexcept nogil:
    cdef int i
    mark(out, s.place[bandit], SPOTS)
    out += SPOTS
    mark(out, s.who[bandit], CHARACTERS)
    out += CHARACTERS
    out[0] = share(s.bullets[bandit], MOST_BULLETS)
    out[1] = share(s.shots[bandit], MOST_BULLETS)
    out[2] = share(s.hits[bandit], MOST_HITS)
    out[3] = share(s.fresh_hits[bandit], MOST_HITS)
    out[4] = share(s.jewels[bandit], MOST_LOOT)
    out[5] = share(s.boxes[bandit], MOST_BOXES)
    for i in range(3):
        out[6 + i] = share(s.flask[bandit][i], MOST_LOOT)
    if s.bonus[bandit] > 0:
        out[9] = share(s.bonus[bandit], MOST_BONUS)
    else:
        out[10] = share(-s.bonus[bandit], MOST_BONUS)
    write_purses(s, s.purses[bandit], out + 11)
    mark(out + 11 + WORTHS, s.hostage[bandit], HOSTAGES)


cdef void write_places(const ColtStruct* s, float* out) noexcept nogil:
    cdef int place, i
    for place in range(PLACES):
        write_purses(s, s.lying[place], out + PLACE_SIZE * place)
        if not place & 1 and place < COACH:
            out[PLACE_SIZE * place + WORTHS] = share(s.fresh[place >> 1], MOST_PURSES)
        out[PLACE_SIZE * place + WORTHS + 1] = share(s.lying_jewels[place], MOST_LOOT)
        out[PLACE_SIZE * place + WORTHS + 2] = share(s.lying_boxes[place], MOST_BOXES)
    for i in range(s.lying_flasks):
        out[PLACE_SIZE * s.flask_place[i] + WORTHS + 3 + s.flask_state[i]] += <float>(1.0 / MOST_LOOT)


cdef void write_train(const ColtStruct* s, float* out) noexcept nogil:
    cdef int i
    out[0] = share(s.last, CARS - 1)
    mark(out + 1, s.marshal, CARS)
    mark(out + 8, s.coach, CARS)
    out[15] = s.shotgun == ON_COACH
    out[16] = s.shotgun == ON_TRAIN
    for i in range(CARS):
        out[17 + i] = share(s.horses[i], MOST_LOOT)
    out[24] = share(s.neutral, MOST_NEUTRAL)
    out[25] = s.box_aside
    for i in range(HOSTAGES):
        out[26 + i] = (s.hostages >> i) & 1
    out += TRAIN_SIZE
    for i in range(CLASSES):
        out[i] = share(s.pool[i], MOST_CARDS)
    out[CLASSES] = share(s.flask_pool[0], MOST_LOOT)
    out[CLASSES + 1] = share(s.flask_pool[1], MOST_LOOT)


cdef void write_round(const ColtStruct* s, int seat, float* out) noexcept nogil:
    cdef int i
    out[0] = share(s.round, 5)
    mark(out + 1, s.card, ROUND_CARDS)
    for i in range(ROUND_CARDS):
        out[19 + i] = (s.played >> i) & 1
    out[37] = share(s.turn, SYMBOLS)
    out[38] = share(s.step, SYMBOLS)
    out[39] = share(s.more, KEPT)
    out[40] = s.must_play
    if s.first < s.seats:
        out[ROUND_SIZE + after(s.first, seat, s.seats)] = 1


cdef void write_cards(const ColtStruct* s, int seat, float* out) noexcept nogil:
    cdef int i, kind, other
    for kind in range(KINDS):
        out[kind] = share(s.hand[seat][kind], MOST_KIND)
    out += KINDS
    for i in range(s.seats):
        other = (seat + i) % s.seats
        out[0] = share(s.hand_n[other], MOST_CARDS)
        out[1] = share(s.deck_n[other], MOST_CARDS)
        out[2] = share(kept_n(s, other), KEPT)
        for kind in range(KINDS):
            out[3 + kind] = share(s.deck[other][kind], MOST_KIND)
            out[3 + KINDS + kind] = share(s.discard[other][kind], MOST_KIND)
        out += SEAT_SIZE


cdef void write_pile(const ColtStruct* s, int seat, float* out) noexcept nogil:
    """The cards still to be carried out, the next one first."""
    cdef int i, card, kind
    for i in range(s.pile_i, s.pile_n):
        card = s.pile[i]
        kind = pile_kind(card)
        if kind == UNKNOWN:
            out[COLT_CARDS] = 1
        else:
            mark(out, kind % SIDE, COLT_CARDS)
            out[COLT_CARDS + 1] = kind >= SIDE
            out[COLT_CARDS + 2] = pile_deck(card) != pile_by(card)
        out[COLT_CARDS + 3] = pile_down(card)
        out[PILE_SIZE + after(pile_by(card), seat, s.seats)] = 1
        out += PILE_SIZE + s.seats


cdef void observe(const void* state, int seat, float* out) noexcept nogil:
    cdef ColtStruct known
    cdef const ColtStruct* s = &known
    cdef int own, i
    colt_view(state, seat, &known)
    own = 2 * seat if s.flags & PAIRS else seat
    for i in range(s.bandits):
        write_bandit(s, (own + i) % s.bandits, out)
        out += BANDIT_SIZE
    write_places(s, out)
    out += PLACES * PLACE_SIZE
    write_train(s, out)
    out += TRAIN_SIZE + CLASSES + 2
    write_round(s, seat, out)
    out += ROUND_SIZE + s.seats
    write_cards(s, seat, out)
    out += KINDS + s.seats * SEAT_SIZE
    write_pile(s, seat, out)
    out += PILE * (PILE_SIZE + s.seats)
    mark(out, s.phase, DECISIONS)
    out += DECISIONS
    if s.bandit < s.bandits:
        out[after(s.bandit, own, s.bandits)] = 1
    if s.victim < s.bandits:
        out[s.bandits + after(s.victim, own, s.bandits)] = 1
    out[2 * s.bandits] = s.victim == SHOTGUN
    out[2 * s.bandits + 1] = (s.owed >> seat) & 1 if s.owed else s.seat == seat


cdef int number(const void* state, action_t action) noexcept nogil:
    return <int>action


cdef action_t action_of(const void* state, int seat, int number) noexcept nogil:
    return number


cdef Encoding ENCODING
ENCODING.rules = &COLT
ENCODING.actions = ACTIONS
ENCODING.features = features
ENCODING.observe = observe
ENCODING.number = number
ENCODING.action = action_of


cdef class ColtEncoding(EncodingPlug):
    """Encoding of Colt Express. An action's number is the action itself, as solver/games/colt/codes.py has
    them."""

    def __cinit__(self):
        self.table = &ENCODING

    def blocks(self, State state):
        self.rules(state)
        cdef const ColtStruct* s = <const ColtStruct*>state.data
        bandits, seats = s.bandits, s.seats
        return (
            Block(
                "bandits",
                (bandits, BANDIT_SIZE),
                f"of each bandit, the seat's own first: 1 for its place (16 places, on horseback, away);"
                f" 1 for its"
                f" character; bullets left and shots that count, of {MOST_BULLETS}; bullets received, and"
                f" in this round,"
                f" of {MOST_HITS}; jewels, of {MOST_LOOT}; strongboxes, of {MOST_BOXES}; flasks full,"
                f" half, half old, of"
                f" {MOST_LOOT}; dollars won and lost by events, of {MOST_BONUS}; purses of each value and"
                f" of unseen"
                f" value, of {MOST_PURSES}; 1 for its hostage",
            ),
            Block(
                "places",
                (PLACES, PLACE_SIZE),
                f"of each place: purses of each value, of unseen value, never yet taken, of"
                f" {MOST_PURSES}; jewels, of"
                f" {MOST_LOOT}; strongboxes, of {MOST_BOXES}; flasks full, half, half old, of {MOST_LOOT}",
            ),
            Block(
                "train",
                (TRAIN_SIZE,),
                f"the last car, of 6; 1 for the Marshal's car; 1 for the car beside the coach; 1 for the"
                f" Shotgun on the"
                f" coach, on the train; horses beside each car, of {MOST_LOOT}; neutral bullets, of"
                f" {MOST_NEUTRAL}; 1 for a"
                f" strongbox aside; 1 for each hostage in the coach",
            ),
            Block("purses", (CLASSES,), f"purses of each value that the seat has not seen, of {MOST_CARDS}"),
            Block("whiskey", (2,), f"flasks not yet known: normal, old, of {MOST_LOOT}"),
            Block(
                "round",
                (ROUND_SIZE,),
                "rounds over, of 5; 1 for the round card; 1 for each card shown so far; turns over, of"
                " 6; seats that have"
                " done this turn, of 6; further cards due, of 3; 1 if a card must be played",
            ),
            Block("first", (seats,), "1 for the first player"),
            Block("hand", (KINDS,), f"cards of each kind in the seat's hand, of {MOST_KIND}"),
            Block(
                "decks",
                (seats, SEAT_SIZE),
                f"of each seat: cards in hand and in the deck, of {MOST_CARDS}; kept, of {KEPT}; cards of"
                f" each kind of its"
                f" deck that the seat does not see, wherever they are, of {MOST_KIND}; discards of each"
                f" kind, of"
                f" {MOST_KIND}",
            ),
            Block(
                "pile",
                (PILE, PILE_SIZE + seats),
                "of each card still to be carried out, the next first: 1 for its kind (7), or for an"
                " unseen one; 1 for the"
                " second bandit's, for a partner's, for a card that lies face down; 1 for the seat that"
                " laid it",
            ),
            Block("asked", (DECISIONS,), "1 for what is asked: the first 19 of PHASES in names.py"),
            Block("actor", (bandits,), "1 for the bandit whose action is carried out"),
            Block("victim", (bandits + 1,), "1 for the victim of a punch; the last for the Shotgun"),
            Block("turn", (1,), "1 if the seat itself owes a decision"),
        )
