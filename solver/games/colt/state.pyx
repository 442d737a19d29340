"""Python interface of Colt Express: the generic State over the C rules."""

from solver.errors import NotationError
from solver.games.colt import beliefs as _beliefs
from solver.games.colt import board as _board
from solver.games.colt import moves, notation, phrases, validity, writing
from solver.games.colt import names as _names
from solver.games.colt.deal import deal
from solver.games.colt.fields import Bandit, Fields, Flask, Planned, Purse, Seat
from solver.games.colt.figures import load
from solver.games.colt.tables import enter
from solver.games.common.text_fields import checked_text

from solver.game cimport State
from solver.games.colt.flow cimport begin
from solver.games.colt.layout cimport *
from solver.games.colt.rules cimport COLT

enter(load())                       # the standard figures have the same index everywhere


cdef class ColtState(State):
    """A Colt Express position. Make one with :func:`parse` or :func:`initial`.

    Actions are numbers laid out as layout.pxd says.
    """

    def __cinit__(self):
        self.bind(&COLT)
        self.struct().phase = PHASE_OVER                # a safe value until the struct is filled
        self.struct().seats = 2
        self.struct().viewer = NOTHING

    cdef ColtStruct* struct(self) noexcept:
        return <ColtStruct*>self.data

    def __init__(self):
        raise TypeError("use solver.games.colt.parse or initial")

    def _share(self, source):
        self.figures = (<ColtState?>source).figures

    @staticmethod
    def from_fields(fields, figures=None):
        """A state from plain data that describes a possible position."""
        figures = load(figures)
        cdef ColtState state = ColtState.__new__(ColtState)
        cdef ColtStruct* s = state.struct()
        state.figures = figures
        s.figures = enter(figures)
        fill(s, fields)
        return state

    def fields(self):
        """The position as plain data."""
        return read(self.struct())

    def common_key(self):
        """The 64-bit key of common knowledge: the same for the truth and for every seat's view."""
        return self.table().common(self.data)

    def to_text(self):
        return writing.to_text(self.fields(), self.figures)

    def board(self, color=False, names=None):
        return _board.draw(self.fields(), self.figures, color, names)

    def beliefs(self):
        """The unseen cards of each deck, and the probability of each seat's holding them."""
        return _beliefs.beliefs(self.fields())

    def _token(self, action, seat):
        return moves.token(action, self.struct().phase, self.struct().flags, self.figures)

    def _read(self, token, seat):
        legal = self.legal_actions(seat)
        return moves.read(token, seat, legal, self.struct().phase, self.struct().flags, self.figures)

    def _phrase(self, action, seat):
        return phrases.describe(self.fields(), action, seat, self.figures)

    @classmethod
    def read(cls, text):
        return parse(text)


cdef fill(ColtStruct* s, fields):
    """Write plain data into a zeroed struct."""
    s.flags = fields.flags
    s.last = fields.last
    s.viewer = NOTHING if fields.viewer is None else fields.viewer
    fill_bandits(s, fields.bandits)
    fill_train(s, fields)
    fill_loot(s, fields)
    fill_seats(s, fields.seats)
    fill_round(s, fields)
    fill_decision(s, fields)


cdef fill_bandits(ColtStruct* s, bandits):
    cdef int i, k
    s.bandits = len(bandits)
    for i, bandit in enumerate(bandits):
        s.who[i] = bandit.character
        s.place[i] = bandit.place
        s.at[bandit.place] |= 1 << i
        s.bullets[i] = bandit.bullets
        s.shots[i] = bandit.shots
        s.hits[i] = bandit.hits
        s.fresh_hits[i] = bandit.fresh_hits
        s.jewels[i] = bandit.jewels
        s.boxes[i] = bandit.boxes
        s.hostage[i] = bandit.hostage
        s.bonus[i] = bandit.bonus
        for k in range(3):
            s.flask[i][k] = bandit.flasks[k]
    for i in range(s.bandits, MAX_BANDITS):
        s.hostage[i] = NOTHING


cdef fill_train(ColtStruct* s, fields):
    cdef int i
    for i in range(CARS):
        s.horses[i] = fields.horses[i]
    s.marshal = fields.marshal
    s.coach = fields.coach
    s.shotgun = fields.shotgun
    s.neutral = fields.neutral
    s.hostages = fields.hostages
    s.new_hostage = fields.new_hostage


cdef fill_loot(ColtStruct* s, fields):
    """Loot on the floor, purses of known holders, and the pools of unseen values."""
    cdef int i
    for i in range(CARS):
        s.fresh[i] = fields.fresh[i]
    for i in range(PLACES):
        s.lying_jewels[i] = fields.jewels[i]
        s.lying_boxes[i] = fields.boxes[i]
    s.box_aside = fields.box_aside
    s.tokens = len(fields.purses)
    for i, purse in enumerate(fields.purses):
        s.value[i] = purse.value
        s.seen[i] = purse.seen
        if purse.bandit == NOTHING:
            s.lying[purse.place] |= 1 << i
        else:
            s.purses[purse.bandit] |= 1 << i
    for i in range(CLASSES):
        s.pool[i] = fields.pool[i]
    s.lying_flasks = len(fields.flasks)
    for i, flask in enumerate(fields.flasks):
        s.flask_place[i] = flask.place
        s.flask_state[i] = flask.state
    s.flask_pool[0] = fields.flask_pool[0]
    s.flask_pool[1] = fields.flask_pool[1]


cdef fill_seats(ColtStruct* s, seats):
    """Each seat's cards, and its commitment."""
    cdef int i, k
    s.seats = len(seats)
    for i in range(MAX_BANDITS):
        s.commit[i] = NOTHING
        for k in range(KEPT):
            s.keep[i][k] = NOTHING
    for i, seat in enumerate(seats):
        s.hand_n[i] = seat.hand_size
        s.deck_n[i] = seat.deck_size
        s.guest_n[i] = seat.guests
        for k, kind in enumerate(seat.keep):
            s.keep[i][k] = kind
        s.commit[i] = seat.commit
        for k in range(KINDS):
            s.hand[i][k] = seat.hand[k]
            s.deck[i][k] = seat.deck[k]
            s.discard[i][k] = seat.discard[k]


cdef fill_round(ColtStruct* s, fields):
    """The round card, the turns of the round, and the pile."""
    cdef int i
    s.round = fields.round
    s.card = fields.card
    s.played = fields.played
    s.first = fields.first
    s.turn = fields.turn
    s.step = fields.step
    s.more = fields.more
    s.must_play = fields.must_play
    s.sly = fields.sly
    s.pile_n = len(fields.pile)
    s.pile_i = fields.pile_next
    for i, card in enumerate(fields.pile):
        s.pile[i] = pile_card(card.kind, card.deck, card.by, card.down)


cdef fill_decision(ColtStruct* s, fields):
    """The pending decision, and what is still to do after it."""
    s.stage = fields.stage
    s.phase = fields.phase
    s.seat = fields.seat
    s.bandit = fields.bandit
    s.victim = fields.victim
    s.item = fields.item
    s.why = fields.why
    s.left = fields.left
    s.owed = fields.owed
    s.drawers = fields.drawers
    s.todo = fields.todo
    s.flee = fields.flee
    s.enter = fields.enter


cdef read(const ColtStruct* s):
    """A struct as plain data."""
    cdef int i
    return Fields(
        flags=s.flags,
        last=s.last,
        bandits=read_bandits(s),
        seats=read_seats(s),
        viewer=None if s.viewer == NOTHING else s.viewer,
        fresh=tuple([s.fresh[i] for i in range(CARS)]),
        jewels=tuple([s.lying_jewels[i] for i in range(PLACES)]),
        boxes=tuple([s.lying_boxes[i] for i in range(PLACES)]),
        purses=read_purses(s),
        pool=tuple([s.pool[i] for i in range(CLASSES)]),
        flasks=tuple([Flask(s.flask_place[i], s.flask_state[i]) for i in range(s.lying_flasks)]),
        flask_pool=(s.flask_pool[0], s.flask_pool[1]),
        marshal=s.marshal,
        coach=s.coach,
        shotgun=s.shotgun,
        horses=tuple([s.horses[i] for i in range(CARS)]),
        neutral=s.neutral,
        box_aside=bool(s.box_aside),
        hostages=s.hostages,
        new_hostage=s.new_hostage,
        round=s.round,
        card=s.card,
        played=s.played,
        first=s.first,
        turn=s.turn,
        step=s.step,
        more=s.more,
        must_play=bool(s.must_play),
        sly=s.sly,
        pile=tuple([
            Planned(pile_kind(card), pile_deck(card), pile_by(card), bool(pile_down(card)))
            for card in [s.pile[i] for i in range(s.pile_n)]
        ]),
        pile_next=s.pile_i,
        stage=s.stage,
        phase=s.phase,
        seat=s.seat,
        bandit=s.bandit,
        victim=s.victim,
        item=s.item,
        why=s.why,
        left=s.left,
        owed=s.owed,
        drawers=s.drawers,
        todo=s.todo,
        flee=s.flee,
        enter=s.enter,
    )


cdef read_bandits(const ColtStruct* s):
    cdef int i
    bandits = []
    for i in range(s.bandits):
        bandits.append(Bandit(
            character=s.who[i],
            place=s.place[i],
            bullets=s.bullets[i],
            shots=s.shots[i],
            hits=s.hits[i],
            fresh_hits=s.fresh_hits[i],
            jewels=s.jewels[i],
            boxes=s.boxes[i],
            flasks=(s.flask[i][0], s.flask[i][1], s.flask[i][2]),
            hostage=s.hostage[i],
            bonus=s.bonus[i],
        ))
    return tuple(bandits)


cdef read_seats(const ColtStruct* s):
    cdef int i, k
    seats = []
    for i in range(s.seats):
        seats.append(Seat(
            hand=tuple([s.hand[i][k] for k in range(KINDS)]),
            deck=tuple([s.deck[i][k] for k in range(KINDS)]),
            hand_size=s.hand_n[i],
            deck_size=s.deck_n[i],
            discard=tuple([s.discard[i][k] for k in range(KINDS)]),
            guests=s.guest_n[i],
            keep=tuple([s.keep[i][k] for k in range(KEPT) if s.keep[i][k] != NOTHING]),
            commit=s.commit[i],
        ))
    return tuple(seats)


cdef read_purses(const ColtStruct* s):
    """Purses in the order of their tokens, each held by a bandit or lying at a place."""
    cdef int i, k
    purses = []
    for i in range(s.tokens):
        holder, place = NOTHING, NOTHING
        for k in range(s.bandits):
            if (s.purses[k] >> i) & 1:
                holder = k
        for k in range(PLACES):
            if (s.lying[k] >> i) & 1:
                place = k
        purses.append(Purse(s.value[i], s.seen[i], holder, place))
    return tuple(purses)


def parse(text, figures=None):
    """The state of a position text. Raises NotationError (code ``position``) naming the offending word.

    A text is self-contained. ``figures`` is unused; games whose texts are not self-contained need it.
    """
    fields, figures = notation.parse(checked_text(text))
    validity.validate(fields, figures)
    cdef ColtState state = ColtState.from_fields(fields, figures)
    if not state.is_terminal():
        owing = state.players_to_move()
        if not all([state.legal_actions(seat) for seat in owing]) or not (owing or state.chance_outcomes()):
            word = f"ask={_names.PHASES[fields.phase]}"
            raise NotationError(f"{word}: to this there is no answer here", word, "position")
    return state


def initial(seed, seats=4, flags=0, figures=None, characters=None):
    """The state that a seed (0 .. 2**64-1) deals, the first decision due.

    ``flags``: the setting, bits as in names.py.
    ``characters``: the character of each bandit; dealt at random for None.
    """
    figures = load(figures)
    fields = deal(seed, seats, flags, figures, characters)
    cdef ColtState state = ColtState.from_fields(fields, figures)
    if state.struct().stage == _names.STAGES.index("attack"):
        begin(state.struct())
    return state


def laid_out(fields, figures=None):
    """The state whose first event comes next, from the plain data of a lay-out before a card is drawn."""
    cdef ColtState state = ColtState.from_fields(fields, figures)
    begin(state.struct())
    return state
