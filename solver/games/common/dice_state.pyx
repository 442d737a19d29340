"""The Python face of a game of dice turns, but for its struct and its words."""

from solver.errors import IllegalMove
from solver.games.common.dice import unpack_roll

from solver.game cimport CHANCE, POINTS, State
from solver.games.common.dice cimport DICE, FACES, count_dice
from solver.rng cimport Rng


cdef class DiceState(State):
    """A position of a game of dice turns.

    A game's own class gives ``aside`` (of its struct), :meth:`fields` (a DiceFields), ``from_fields``, `to_text`
    and `board`, and the words :meth:`tell_failure` and :meth:`tell_stop`. Actions are numbers laid out as dice.pxd
    says; a chance outcome holds the count of each face.
    """

    cdef const uint8_t* aside(self) noexcept:
        """The dice set aside, of each face."""
        return NULL

    def fields(self):
        """The position as plain data."""
        raise NotImplementedError

    def tell_failure(self, before, after):
        """What a failed turn does, in words."""
        raise NotImplementedError

    def tell_stop(self, before, after, total):
        """What a stop at a total gets, in words."""
        raise NotImplementedError

    def roll(self, rng):
        """The roll that is due, drawn as searches draw it (it is not applied): quicker than draw_chance."""
        cdef Rng source = rng
        if not self.is_chance_node():
            raise IllegalMove("no roll is due")
        return self.rules.draw(self.data, &source.state)

    def utility(self, objective):
        """What searches take the position to be worth to each seat; `objective`: number in OBJECTIVES."""
        cdef double values[16]
        if not 0 <= objective <= POINTS:
            raise ValueError(f"an objective is 0 to {POINTS}, not {objective}")
        self.rules.utility(self.data, objective, values)
        return [values[seat] for seat in range(self.num_players())]

    def _after(self, action, seat):
        """The fields after a legal action."""
        child = self.clone()
        child._apply(action, seat)
        return child.fields()

    def _check_action(self, action, seat):
        """IllegalMove for an action that is not legal, whose effect is undefined."""
        if seat == CHANCE:                          # a list of all rolls would be long
            legal = self.is_chance_node() and 0 <= action < 1 << 4 * FACES \
                and sum(unpack_roll(action)) == DICE - count_dice(self.aside())
        else:
            legal = action in self._legal(seat)
        if not legal:
            raise IllegalMove(f"action {action} is not legal here", str(action))

    def _token(self, action, seat):
        self._check_action(action, seat)
        return self.dice.roll_token(action) if seat == CHANCE else self.dice.decision_token(action)

    def _read(self, token, seat):
        if seat == CHANCE:
            return self.dice.read_roll(token, DICE - count_dice(self.aside()))
        action = self.dice.read_decision(token)
        if seat != self.current_player():
            raise IllegalMove(f"{token}: seat {seat} has nothing to decide now", token)
        if action not in self._legal(seat):
            raise IllegalMove(self.fields().why_illegal(token, action), token)
        return action

    def _phrase(self, action, seat):
        self._check_action(action, seat)
        before, after = self.fields(), self._after(action, seat)
        if seat == CHANCE:
            failed = after.phase != 1               # PHASE_CHOOSE
            return before.describe_roll(after, action, self.tell_failure(before, after) if failed else "")
        failure = self.tell_failure(before, after) if action & 16 else ""
        stop = self.tell_stop(before, after, before.after(action & 7)[0]) if action & 8 else ""
        return before.describe(action, failure, stop)
