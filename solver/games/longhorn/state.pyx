"""Python interface of Longhorn: the generic State over the C rules, with notation and picture."""

from solver.errors import IllegalMove
from solver.games.common.text_fields import checked_text
from solver.games.longhorn import board as _board
from solver.games.longhorn import explain, moves, notation, phrases, validity
from solver.games.longhorn.deal import deal
from solver.games.longhorn.fields import Fields
from solver.games.longhorn.figures import load

from solver.game cimport CHANCE, State
from solver.games.longhorn.rules cimport (
    LONGHORN,
    MAX_GOLD,
    PHASE_OVER_MONEY,
    SQUARES,
    LonghornStruct,
)


cdef class LonghornState(State):
    """A Longhorn position. Make one with :func:`parse` or :func:`initial`.

    Actions are numbers laid out as rules.pxd says; a chance outcome is a nugget in hundreds of dollars.
    """

    def __cinit__(self):
        self.bind(&LONGHORN)
        self.struct().phase = PHASE_OVER_MONEY      # a safe value until the struct is filled

    cdef LonghornStruct* struct(self) noexcept:
        return <LonghornStruct*>self.data

    def __init__(self):
        raise TypeError("use solver.games.longhorn.parse or initial")

    def _share(self, source):
        self.figures = (<LonghornState?>source).figures

    @staticmethod
    def from_fields(fields, figures=None):
        """A state from plain data; NotationError (code ``position``) when the position is impossible."""
        figures = load(figures)
        validity.validate(fields, figures)
        cdef LonghornState state = LonghornState.__new__(LonghornState)
        cdef LonghornStruct* s = state.struct()
        state.figures = figures
        s.starts = 0
        for square in range(SQUARES):
            for colour in range(4):
                s.cattle[square][colour] = fields.cattle[square][colour]
            s.token[square] = fields.tokens[square]
            s.place[square] = fields.places[square]
            if figures.start[fields.places[square]]:
                s.starts |= 1 << square
        for seat in range(2):
            for colour in range(4):
                s.herd[seat][colour] = fields.herds[seat][colour]
            for i in range(MAX_GOLD):
                s.gold[seat][i] = fields.gold[seat][i] if i < len(fields.gold[seat]) else 0
            s.last[seat] = fields.last[seat]
        s.outlaw = fields.outlaw
        s.turn = fields.turn
        s.phase = fields.phase
        s.steps = fields.steps
        return state

    def fields(self):
        """The position as plain data."""
        cdef LonghornStruct* s = self.struct()
        return Fields(
            places=tuple([s.place[q] for q in range(SQUARES)]),
            cattle=tuple([tuple([s.cattle[q][c] for c in range(4)]) for q in range(SQUARES)]),
            tokens=tuple([s.token[q] for q in range(SQUARES)]),
            herds=tuple([tuple([s.herd[seat][c] for c in range(4)]) for seat in range(2)]),
            gold=tuple([
                tuple([s.gold[seat][i] for i in range(MAX_GOLD) if s.gold[seat][i]]) for seat in range(2)
            ]),
            outlaw=s.outlaw,
            turn=s.turn,
            last=(s.last[0], s.last[1]),
            phase=s.phase,
            steps=s.steps,
        )

    def to_text(self):
        return notation.to_text(self.fields(), self.figures)

    def board(self, color=False, names=None):
        return _board.draw(self.fields(), color, names)

    def _token(self, action, seat):
        if seat == CHANCE:
            return moves.chance_token(action)
        return moves.move_token(self.fields(), self._after(action, seat), action)

    def _read(self, token, seat):
        fields = self.fields()
        if seat == CHANCE:
            action = moves.read_nugget(token)
            if action not in self.legal_actions(CHANCE):
                raise IllegalMove(f"{token}: seat {1 - fields.turn} holds no such nugget", token)
            return action
        move = moves.read_move(token, fields)
        action = move.encode()
        if seat != self.current_player():
            raise IllegalMove(f"{token}: seat {seat} has nothing to decide now", token)
        if action not in self._legal(seat):
            legal = [self._token(other, seat) for other in self.legal_actions(seat)]
            raise IllegalMove(explain.why_illegal(token, move, fields, legal), token)
        # A plain move's number does not hold the token's part: the given text must be the one right one.
        right = self._token(action, seat)
        if token != right:
            raise IllegalMove(f"{token}: this move is written {right} here", token)
        return action

    def _phrase(self, action, seat):
        if seat == CHANCE:
            return f"the ${100 * action} nugget is drawn"
        return phrases.describe(self.fields(), self._after(action, seat), action)

    @classmethod
    def read(cls, text):
        return parse(text)


def parse(text, figures=None):
    """The state of a position text. Raises NotationError (code ``position``) naming the offending word.

    A text is self-contained. ``figures`` is unused; games whose texts are not self-contained need it.
    """
    return LonghornState.from_fields(*notation.parse(checked_text(text)))


def initial(seed, figures=None):
    """The state that a seed (0 .. 2**64-1) deals, seat 1 to choose the start."""
    figures = load(figures)
    return LonghornState.from_fields(deal(seed, figures), figures)
