"""Python interface of 6 nimmt!: the generic State over the C rules, with notation and picture."""

from libc.stdint cimport uint8_t, uint64_t

from solver.games.common.text_fields import checked_text, numbers_text
from solver.games.nimmt import board as _board
from solver.games.nimmt import moves, notation, phrases, validity
from solver.games.nimmt.deal import deal
from solver.games.nimmt.fields import Fields, Trick

from solver.game cimport State
from solver.games.nimmt.guided cimport nimmt_guided
from solver.games.nimmt.rules cimport (
    HAND,
    HIDDEN,
    MOST_SEATS,
    NIMMT,
    NO_ROW,
    OPEN,
    PHASE_DEAL,
    PHASE_DRAFT,
    PHASE_OVER,
    PHASE_REVEAL,
    PHASE_ROW,
    ROWS,
    NimmtStruct,
    choose_row,
    hand_size,
    knows,
    list_cards,
    put,
    reveal,
    unknown_cards,
)

# rules.pyx fills the rest of the table; these entries depend on it.
NIMMT.guided = nimmt_guided


cdef class NimmtState(State):
    """A position of 6 nimmt!. Make one with :func:`parse` or :func:`initial`.

    Actions are numbers laid out as rules.pxd says: a card, or a row of 0 to 3.
    """

    def __cinit__(self):
        self.bind(&NIMMT)
        self.struct().phase = PHASE_OVER            # a safe value until the struct is filled
        self.struct().seats = 2
        self.struct().viewer = -1

    cdef NimmtStruct* struct(self) noexcept:
        return <NimmtStruct*>self.data

    def __init__(self):
        raise TypeError("use solver.games.nimmt.parse or initial")

    @staticmethod
    def from_fields(fields):
        """A state from plain data; NotationError (code ``position``) when the position is impossible."""
        validity.validate(fields)
        cdef NimmtState state = NimmtState.__new__(NimmtState)
        cdef NimmtStruct* s = state.struct()
        s.seats = fields.seats
        s.target = fields.target
        s.round = fields.round
        s.small = fields.small
        s.draft = fields.draft
        for i in range(HAND):
            s.took[i] = NO_ROW
        for seat in range(s.seats):
            s.total[seat] = fields.totals[seat]
        for row in range(ROWS):
            if fields.first[row]:
                s.first[row] = fields.first[row]
                s.row[row][0] = fields.first[row]
                s.length[row] = 1
                put(s.seen, fields.first[row])
        if fields.untold:
            state._take_over(fields)
        else:
            for trick in fields.tricks:
                state._replay(trick)
            replayed = state.fields()
            validity.check_replay(fields, replayed.rows, replayed.out, replayed.heads)
        validity.check_end(fields)
        s.phase = fields.phase
        s.viewer = -1 if fields.viewer is None else fields.viewer
        for seat in range(s.seats):
            if not isinstance(fields.hands[seat], int):
                for card in fields.hands[seat]:
                    put(s.hand[seat], card)
            s.chosen[seat] = HIDDEN if fields.table[seat] < 0 else fields.table[seat]
            if s.chosen[seat] != OPEN:
                s.committed |= 1 << seat
        if s.phase == PHASE_ROW:
            reveal(s)
            if s.phase != PHASE_ROW:
                word = numbers_text(fields.table)
                raise validity.bad(f"phase=row: no card of {word} is below the ends of all rows", "phase=row")
        elif s.phase == PHASE_DRAFT:
            s.dealt = sum([fields.held(seat) for seat in range(s.seats)])
            s.turn = (s.round - 1 + s.dealt) % s.seats
        elif s.phase == PHASE_DEAL and not fields.due():
            s.dealt = fields.dealt()
        return state

    def _take_over(self, fields):
        """Copy rows, heads and tricks as given, since the first tricks are unrecorded."""
        cdef NimmtStruct* s = self.struct()
        s.base = fields.untold
        s.trick = fields.completed
        for card in fields.shown():
            put(s.seen, card)
        for row in range(ROWS):
            s.length[row] = len(fields.rows[row])
            for i, card in enumerate(fields.rows[row]):
                s.row[row][i] = card
        for number, trick in enumerate(fields.tricks, start=s.base):
            s.took[number] = NO_ROW if trick.row is None else trick.row
            for seat in range(s.seats):
                s.played[number][seat] = trick.cards[seat]
        for seat in range(s.seats):
            s.heads[seat] = fields.heads[seat]

    def _replay(self, trick):
        """Replay a past trick, whose hands are no longer known."""
        cdef NimmtStruct* s = self.struct()
        for seat in range(s.seats):
            s.chosen[seat] = trick.cards[seat]
        reveal(s)
        undercut = s.phase == PHASE_ROW
        if undercut and trick.row is not None:
            choose_row(s, trick.row)
        elif undercut or trick.row is not None:
            word = notation.trick_text(trick)
            need = "undercuts all rows: the row taken follows it, :1 to :4" if undercut else "takes no row"
            raise validity.bad(f"the trick {word}: the lowest card {need}", word)

    def fields(self):
        """The position as plain data."""
        cdef NimmtStruct* s = self.struct()
        cdef int seat, row, trick
        hands = []
        lying = {s.row[row][i] for row in range(ROWS) for i in range(s.length[row])}
        lying.update([s.chosen[seat] for seat in range(s.seats) if s.phase == PHASE_ROW])
        for seat in range(s.seats):
            if knows(s, seat):
                hands.append(_cards(s.hand[seat]))
            else:
                hands.append(hand_size(s, seat) or ())
        return Fields(
            viewer=None if s.viewer < 0 else s.viewer,
            target=s.target,
            small=bool(s.small),
            draft=bool(s.draft),
            round=s.round,
            phase=s.phase,
            first=tuple([s.first[row] for row in range(ROWS)]),
            untold=s.base,
            tricks=tuple([
                Trick(
                    tuple([s.played[trick][seat] for seat in range(s.seats)]),
                    None if s.took[trick] == NO_ROW else s.took[trick],
                )
                for trick in range(s.base, s.trick)
            ]),
            rows=tuple([tuple([s.row[row][i] for i in range(s.length[row])]) for row in range(ROWS)]),
            out=tuple([card for card in _cards(s.seen) if card not in lying]),
            hands=tuple(hands),
            table=tuple([-1 if s.chosen[seat] == HIDDEN else s.chosen[seat] for seat in range(s.seats)]),
            heads=tuple([s.heads[seat] for seat in range(s.seats)]),
            totals=tuple([s.total[seat] for seat in range(s.seats)]),
        )

    def to_text(self):
        return notation.to_text(self.fields())

    def board(self, color=False, names=None):
        return _board.draw(self.fields(), color, names)

    def beliefs(self):
        """The unseen cards, with the probability of each seat's holding them."""
        cdef NimmtStruct* s = self.struct()
        cdef uint64_t unknown[2]
        if s.viewer < 0 or s.draft or s.phase > PHASE_ROW:
            return []
        unknown_cards(s, unknown)
        cards = _cards(unknown)
        if not cards:
            return ["every card has been seen"]
        lines = [f"{len(cards)} cards not seen: {' '.join(map(str, cards))}"]
        left = len(cards)
        for seat in range(s.seats):
            if not knows(s, seat):
                size = hand_size(s, seat) - (s.phase == PHASE_REVEAL and s.chosen[seat] != HIDDEN)
                left -= size
                odds = size / len(cards)
                lines.append(f"seat {seat} holds {size} of them: each with probability {odds:.3f}")
        if left:
            lines.append(f"nobody holds {left} of them: each with probability {left / len(cards):.3f}")
        return lines

    def _token(self, action, seat):
        return moves.token(self.struct().phase, action)

    def _read(self, token, seat):
        legal = self.legal_actions(seat)
        return moves.read(token, self.fields(), seat, legal)

    def _phrase(self, action, seat):
        return phrases.describe(self.fields(), action, seat)

    @classmethod
    def read(cls, text):
        return parse(text)


cdef tuple _cards(const uint64_t* cards):
    """The cards of a set, ascending."""
    cdef uint8_t found[112]
    cdef int n = list_cards(cards[0], cards[1], found)
    return tuple([found[i] for i in range(n)])


def parse(text):
    """The state of a position text. Raises NotationError (code ``position``) naming the offending word."""
    return NimmtState.from_fields(notation.parse(checked_text(text)))


def initial(seed, seats=4, rules=()):
    """The state that a seed (0 .. 2**64-1) deals to 2 to 10 seats; `rules`: words of ``deal.RULES_WORDS``."""
    if not 2 <= seats <= MOST_SEATS:
        raise ValueError(f"6 nimmt! is played by 2 to {MOST_SEATS} seats, not {seats}")
    return NimmtState.from_fields(deal(seed, seats, tuple(rules)))
