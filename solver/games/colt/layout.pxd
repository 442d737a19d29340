"""Colt Express: the flat state of every setting, its phases and the layout of its actions.

One struct serves the base game, Horses & Stagecoach, the introductory setting, teams, the expert variant and
the game of two seats with two bandits each. Numbers of characters, hostages, round cards and so on are those
of names.py; figures that a user may replace lie in `ColtFigures`, to which the struct has an index.

Truth and views. Most of the position is open. The hidden parts are hands and decks of other seats, face-down
cards of the pile, commitments not yet shown, and the values of purses. A view represents them by
  - counts: `hand_n`, `deck_n`, `guest_n` are as in the truth;
  - pools: `deck[x]` is the composition of ALL cards of deck x that the viewer does not see, wherever they
    are (deck, hands, face-down cards), and `pool` that of all purse values that the viewer has not seen;
  - marks: UNKNOWN for a face-down card's kind, a purse's value; HIDDEN for a commitment.
Unseen cards of one deck are exchangeable for a seat (they were shuffled together), and so are unseen purses;
pools and counts are therefore all that it can know. Three corners are simplified: a card kept over a
round's end, a partner's card in a hand, and in the expert variant a hand when the discards are shuffled are
older than the cards that came into the deck since, but count as any unseen card of the deck from then on.
Nothing is inferred from the others' choices.

Purses. A purse never yet taken has no value of its own: its value is drawn from `pool` when somebody first
takes it (that is the same as having been dealt face down). `fresh` counts such purses, car by car. A purse
that was taken once is a token 0..17 of its own, since everybody can follow it by eye: `value`, and in `seen`
the seats that know the value because they held it (or a rule showed it). Tokens are numbered in
order of creation: the starting purses first, in order of the bandits. Flasks likewise: a full
one has no kind until somebody drinks of it.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t

cdef enum:
    MAX_BANDITS = 6                 # also the most seats
    CARS = 7                        # car 0 is the locomotive, 1 .. `last` follow it
    PLACES = 16                     # 2 * car inside, 2 * car + 1 its roof; then the coach:
    COACH = 14                      # inside the stagecoach
    COACH_ROOF = 15
    RIDING = 16                     # still on horseback in the horse attack
    AWAY = 17                       # rode off (Escape): out of play
    SPOTS = 18                      # places and the two others
    PURSES = 18
    CLASSES = 6                     # purse values, ascending
    FLASKS = 6
    HOSTAGES = 8
    ROUND_CARDS = 18                # 0-6 base, 7-11 expansion, 12-14 base stations, 15-17 expansion stations
    FIRST_STATION = 12
    SYMBOLS = 6                     # most turns (a double turn counts two) on a round card
    PILE = 40                       # most cards on the pile: 6 a seat and two more for old whiskey
    KEPT = 3                        # most cards that a seat keeps for the next round
    NOTHING = 255                   # no bandit, seat, card, hostage ...
    HIDDEN = 254                    # views: a commitment or a kept card that the viewer does not see
    UNKNOWN = 31                    # views: a face-down card's kind; a purse's value

    # `flags`: the setting
    HORSES = 1                      # horses, Ride cards and whiskey (alone: the introductory setting)
    STAGE = 2                       # coach, Shotgun, hostages, the expansion's round cards (only with HORSES)
    TEAMS = 4                       # seats 2i (A) and 2i + 1 (B) are partners
    EXPERT = 8
    PAIRS = 16                      # two seats: bandits 2k and 2k + 1 belong to seat k

    # card kinds, as seen from a deck (or its seat's hand): 0-8 own, 9-17 the same of the other side.
    # The other side is the second bandit's with PAIRS (bullets are always 7 and 8 there), and with TEAMS
    # a card drawn from the partner's deck (in hands only; in its own deck and on the pile it is 0-8).
    MOVE = 0
    FLOOR = 1
    FIRE = 2
    ROBBERY = 3
    PUNCH = 4
    MARSHAL = 5
    RIDE = 6
    BULLET = 7                      # from a bandit who is neither oneself nor a partner
    NEUTRAL = 8                     # any other bullet
    SIDE = 9
    KINDS = 18

    # `symbol`
    TURN_STANDARD = 0
    TURN_TUNNEL = 1
    TURN_DOUBLE = 2
    TURN_REVERSE = 3
    TURN_TURMOIL = 4

    # flask states, in loot codes, drinks and `flask`
    FULL = 0
    HALF = 1                        # normal whiskey, one drink left
    HALF_OLD = 2

    # loot codes (LOOT actions): 0-17 the purse token that the chooser knows
    BLIND = 18                      # one of the purses whose value the chooser does not know
    JEWEL = 19
    BOX = 20
    FLASK = 21                      # FLASK + flask state, 21-23

    # `shotgun`
    NO_SHOTGUN = 0
    ON_COACH = 1                    # on the coach's roof, on the third strongbox
    ON_TRAIN = 2                    # on the roof of the car beside the coach: he always keeps level with it

    SHOTGUN = 6                     # as a victim of Punch: no bandit's number

    # `stage`: where in the game
    STAGE_ATTACK = 0                # horse attack, or with PAIRS the choice of who starts where
    STAGE_START = 1                 # a round begins: bullets of the Poodle, cards are drawn, round card
    STAGE_PLAN = 2                  # Schemin'
    STAGE_KEEP = 3                  # planning ahead
    STAGE_PILE = 4                  # Stealin'
    STAGE_EVENT = 5                 # the round card's event
    STAGE_ROLL = 6                  # the coach rolls back
    STAGE_END = 7                   # expert: discards and refills; then the next round
    STAGE_OVER = 8

    # `phase`: what is asked now. First decisions.
    ASK_HORSE = 0                   # simultaneous: board or ride on
    ASK_START = 1                   # simultaneous, PAIRS without horses: which bandit starts in the last car
    ASK_RESERVE = 2                 # simultaneous, PAIRS: the card that joins the hand beside the drawn ones
    ASK_PLAN = 3                    # seat: play, draw, drink or pass
    ASK_COVER = 4                   # seat, PAIRS: a card of the other bandit after a Fire, or DECLINE
    ASK_TURMOIL = 5                 # simultaneous: play, draw or pass
    ASK_KEEP = 6                    # simultaneous: a card, or DECLINE
    ASK_DISCARD = 7                 # seat, EXPERT: a card, or DECLINE when done
    ASK_MOVE = 8                    # bandit: GO
    ASK_MARSHAL = 9                 # seat: CAR
    ASK_FIRE = 10                   # bandit: SHOOT
    ASK_ROB = 11                    # bandit: LOOT
    ASK_VICTIM = 12                 # bandit: HIT
    ASK_KNOCK = 13                  # bandit: LOOT that `victim` loses
    ASK_PUSH = 14                   # bandit: GO where `victim` is moved
    ASK_RIDE = 15                   # bandit: RIDE_TO
    ASK_HOSTAGE = 16                # bandit: HOSTAGE
    ASK_FLEE = 17                   # bandit: GO, away from the Shotgun
    ASK_PICKPOCKET = 18             # bandit: LOOT (purses only), or DECLINE
    # chance; those marked v have one outcome in the truth: they show a view what was decided
    SHOW_BOARD = 19                 # v: mask of the bandits that board
    SHOW_START = 20                 # v: mask; bit k: the second bandit of seat k starts in the last car
    DRAW_FIRST = 21                 # the first player
    DRAW_CARD = 22                  # a card for `seat`; `why` tells the occasion. Others: unseen
    DRAW_ROUND = 23                 # the round card
    SHOW_DRAWERS = 24               # v: mask of the seats that draw in a turmoil
    SHOW_TURMOIL = 25               # v: the card of `seat` in a turmoil
    SHOW_KEEPERS = 26               # v: mask of the seats that keep a card
    SHOW_CARD = 27                  # v: the pile's next card, which lies face down
    DRAW_PURSE = 28                 # which of the purses that the chooser does not know
    DRAW_VALUE = 29                 # the value of purse `item`, shown to `seat` only. Others: unseen
    DRAW_FLASK = 30                 # the kind of a full flask: drunk by `seat`, or the Marshal's
    SHOW_LEAST = 31                 # v: Marshal's Revenge: the purse that `bandit` drops, and its value
    SHOW_PURSE = 32                 # v: the end: purse `item` is turned up, for all to see
    PHASE_OVER = 33
    FIRST_CHANCE = 19

    # `why`: the occasion of DRAW_CARD; of DRAW_PURSE and DRAW_VALUE; of DRAW_FLASK
    WHY_GUEST = 0                   # TEAMS: the partner's card at the start of a round
    WHY_HAND = 1                    # the hand at the start of a round
    WHY_DRAW = 2                    # instead of playing
    WHY_DRINK = 3                   # normal whiskey; also DRAW_FLASK: a drink
    WHY_TURMOIL = 4                 # draws of a turmoil
    WHY_REFILL = 5                  # EXPERT, at the end of a round
    WHY_ROB = 6
    WHY_KNOCK = 7                   # which purse a punch knocks loose
    WHY_CHEYENNE = 8                # ... and Cheyenne looks at it
    WHY_PICKPOCKET = 9
    WHY_MARSHAL = 10                # DRAW_FLASK: Whiskey for the Marshal


cdef struct ColtStruct:
    # --- where everybody is and what he has; bandits 0..5
    uint8_t place[6]                # place of each bandit, RIDING or AWAY
    uint8_t at[18]                  # bit mask of the bandits at each place (follows from `place`)
    uint8_t who[6]                  # character of each bandit
    uint8_t bullets[6]              # own bullets left, of 6
    uint8_t shots[6]                # shots that count for the Gunslinger (none at partners)
    uint8_t hits[6]                 # bullets received, neutral ones included
    uint8_t fresh_hits[6]           # ... in this round
    uint8_t jewels[6]
    uint8_t boxes[6]                # strongboxes
    uint8_t hostage[6]              # hostage of each bandit or NOTHING
    uint8_t flask[6][3]             # flasks of each bandit: full, half, half old
    int16_t bonus[6]                # dollars won or lost by events: Hostage-taking, Mortal Bullet, Sharing
    uint32_t purses[6]              # bit mask of the purse tokens of each bandit

    # --- loot that lies about
    uint32_t lying[16]              # bit mask of the purse tokens at each place
    uint8_t fresh[7]                # purses never taken, inside each car
    uint8_t lying_jewels[16]
    uint8_t lying_boxes[16]         # under the Shotgun on the coach's roof too
    uint8_t lying_flasks            # how many flasks lie about, and ...
    uint8_t flask_place[6]          # ... where; ascending, those at one place as they were laid
    uint8_t flask_state[6]          # FULL, HALF or HALF_OLD
    uint8_t flask_pool[2]           # kinds not yet shown: normal, old (full flasks, unused ones)
    uint8_t tokens                  # purse tokens in being
    uint8_t value[18]               # class of each token; views: UNKNOWN where the viewer has not seen it
    uint8_t seen[18]                # bit mask of the seats that know its value
    uint8_t pool[6]                 # purse values not yet drawn, by class; views: all not seen

    # --- the train
    uint8_t last                    # the last car's number
    uint8_t marshal                 # his car
    uint8_t coach                   # the car beside which the coach stands; NOTHING without STAGE
    uint8_t shotgun
    uint8_t horses[7]               # beside each car
    uint8_t neutral                 # neutral bullets left
    uint8_t box_aside               # 1: the second strongbox is still aside
    uint8_t hostages                # bit mask of the hostages still in the coach
    uint8_t new_hostage             # bit mask of the bandits that took theirs in this round, after planning

    # --- settings
    uint8_t flags
    uint8_t seats
    uint8_t bandits
    uint8_t figures                 # index of tables.FIGURES
    uint8_t viewer                  # seat, or NOTHING for the truth

    # --- the round
    uint8_t round                   # 0 .. 4
    uint8_t card                    # round card; NOTHING before it is shown
    uint32_t played                 # bit mask of the round cards shown so far, `card` included
    uint8_t first                   # the first player's seat; NOTHING in the horse attack
    uint8_t turn                    # symbol of the card, from 0
    uint8_t step                    # seats that have done their part of this turn; KEEP: symbols dealt with
    uint8_t more                    # further cards that `seat` lays in this part (double turn, old whiskey)
    uint8_t must_play               # 1: `seat` drank and may not draw
    uint8_t sly                     # bit mask of the seats that neither played nor drew this round

    # --- cards, by deck; deck x belongs to seat x
    uint8_t hand_n[6]               # cards in hand, guests included
    uint8_t deck_n[6]
    uint8_t guest_n[6]              # TEAMS: partner's cards in hand and among one's face-down ones
    uint8_t hand[6][18]             # by kind; views: the viewer's only
    uint8_t deck[6][18]             # by kind; views: the pool of unseen cards of that deck
    uint8_t discard[6][18]          # open: carried out cards, bullets of this round
    uint8_t keep[6][3]              # kinds kept for the next round, ascending, then NOTHING; views: HIDDEN

    # --- the pile, oldest card first
    uint8_t pile_n
    uint8_t pile_i                  # the next card to be carried out
    uint16_t pile[40]               # see pile_* below

    # --- what is asked
    uint8_t stage
    uint8_t phase
    uint8_t seat                    # who decides or draws
    uint8_t bandit                  # whose action is carried out
    uint8_t victim                  # of a punch
    uint8_t item                    # loot code or purse token in question
    uint8_t why
    uint8_t left                    # cards still to be drawn in this run
    uint8_t owed                    # simultaneous: bit mask of the seats whose choice is not in
    uint16_t commit[6]              # simultaneous: the action of each seat; NOTHING; views: HIDDEN
    uint8_t drawers                 # turmoil: bit mask of the seats that have yet to draw
    uint8_t todo                    # events: bit mask of the bandits still to be dealt with
    uint8_t flee                    # bit mask of the bandits that have to flee from the Shotgun
    uint8_t enter                   # bit mask of the bandits that have to take a hostage


# The pile: bits 0-4 kind (0-6, with PAIRS also 9-15; UNKNOWN on views), 5-7 the deck whose card it is (of an
# UNKNOWN card: the seat that laid it), 8-10 the seat that laid it, 11 face down (until it is turned).
cdef inline int pile_kind(int card) noexcept nogil:
    return card & 31

cdef inline int pile_deck(int card) noexcept nogil:
    return (card >> 5) & 7

cdef inline int pile_by(int card) noexcept nogil:
    return (card >> 8) & 7

cdef inline int pile_down(int card) noexcept nogil:
    return (card >> 11) & 1

cdef inline int pile_card(int kind, int deck, int by, int down) noexcept nogil:
    return kind | deck << 5 | by << 8 | down << 11


# Cards kept for the next round.
cdef inline int kept(const ColtStruct* s, int seat, int kind) noexcept nogil:
    """The number of cards of a kind that a seat keeps for the next round (HIDDEN: unseen ones)."""
    cdef int n = 0
    cdef int i
    for i in range(KEPT):
        n += s.keep[seat][i] == kind
    return n


cdef inline int kept_n(const ColtStruct* s, int seat) noexcept nogil:
    """The number of cards that a seat keeps for the next round."""
    return KEPT - kept(s, seat, NOTHING)


cdef inline void keep_card(ColtStruct* s, int seat, int kind) noexcept nogil:
    """Keep one more card (a kind, or HIDDEN); the caller ensures that there is room."""
    cdef int i = kept_n(s, seat)
    while i and s.keep[seat][i - 1] > kind:
        s.keep[seat][i] = s.keep[seat][i - 1]
        i -= 1
    s.keep[seat][i] = <uint8_t>kind


# Actions: a base and an argument.
cdef enum:
    # decisions
    PLAY = 0x000                    # + kind: lay a card as the turn says (face down in a tunnel)
    PLAY_DOWN = 0x020               # + kind: Ghost lays it face down in a turn of open cards
    DRAW = 0x040
    PASS = 0x041                    # no action card in hand and nothing to draw
    DECLINE = 0x042                 # no cover, keep nothing, no (further) discard, no purse
    DRINK = 0x048                   # + 3 * (0, or 1 for the second bandit of PAIRS) + flask state
    HORSE = 0x050                   # + mask: bit 0 board, or with PAIRS bits 0 and 1 for the two bandits
    START = 0x058                   # + 0 or 1: which of the two bandits starts in the last car
    RESERVE = 0x060                 # + kind
    KEEP = 0x080                    # + kind, 0-8 (with PAIRS 0-17)
    DISCARD = 0x0A0                 # + kind
    GO = 0x0C0                      # + place
    CAR = 0x0E0                     # + car where the Marshal goes
    SHOOT = 0x0F0                   # + bandit
    HIT = 0x0F8                     # + bandit or SHOTGUN
    LOOT = 0x100                    # + loot code
    RIDE_TO = 0x120                 # + place (inside a car or the coach) or AWAY
    HOSTAGE = 0x140                 # + hostage
    # outcomes
    MASK = 0x180                    # + mask of bandits or seats
    FIRST = 0x1C0                   # + seat
    CARD = 0x1E0                    # + kind as the drawing seat sees it
    ROUND = 0x200                   # + round card
    SHOW = 0x220                    # + kind as the seat that laid it sees it (SIDE: the partner's), or ...
    SHOW_PASS = 0x23F               # ... nothing: it had to pass (turmoil)
    PICK = 0x240                    # + purse token, or BLIND for one never taken
    VALUE = 0x260                   # + class
    KIND = 0x270                    # + 0 normal or 1 old whiskey
    LEAST = 0x280                   # + 8 * purse token + class
    MAX_ACTIONS = 64
    MAX_OUTCOMES = 128


cdef struct ColtFigures:            # figures that can be replaced, as figures.py read them
    uint8_t symbols[2][18]          # turns of each round card; first index 0: 2-4 seats, 1: 5-6 seats
    uint8_t symbol[2][18][6]
    uint8_t ahead[18]               # planning-ahead symbols of each round card, at most KEPT
    int16_t value[6]                # dollars of each purse class
    int16_t jewel
    int16_t box
    int16_t gunslinger
    int16_t conductor               # won by each in Hostage-taking of the Conductor
    int16_t mortal                  # lost for each bullet in Mortal Bullet
    int16_t ransom[8]               # see names.HOSTAGES; the last three: a jewel, a purse, a bullet
    uint8_t tired[2]                # horses removed by Exhausted Horses
    uint8_t hand                    # cards in hand at a round's start (Doc: one more)
    uint8_t draw                    # cards drawn instead of playing


cdef inline int owner(const ColtStruct* s, int bandit) noexcept nogil:
    """The seat that decides for a bandit."""
    if s.flags & PAIRS:
        return bandit >> 1
    return bandit


cdef inline int bandit_of(const ColtStruct* s, int deck, int kind) noexcept nogil:
    """The bandit that a card of a deck moves; `kind` as the deck sees it."""
    if s.flags & PAIRS:
        return 2 * deck + (kind >= SIDE)
    return deck


cdef inline int side_of(const ColtStruct* s, int seat) noexcept nogil:
    """The side of a seat: its team, or itself."""
    if s.flags & TEAMS:
        return seat >> 1
    return seat
