"""Python interface of the contract: :class:`State`, the checked access to every game.

The names are OpenSpiel's. A game's own class derives from :class:`State`, binds its C table and adds its
texts: :meth:`State.to_text`, :meth:`State._token`, :meth:`State._read`, :meth:`State._phrase`,
:meth:`State.board`, and :meth:`State.beliefs` if the game hides anything. Everything else is generic.

A class may also do without a table: it overrides the primitives listed in the docstring of :class:`State`.
The engine has one such class, :class:`solver.games.entered.EnteredSetup`, the set-up of a game on a real
table while it is being entered; some tests write small games in this way. This is why methods of State ask
whether there is a table. Searches need one (:meth:`State.has_table`).
"""

from fractions import Fraction
from math import gcd, lcm

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from solver.errors import IllegalMove
from solver.rng cimport Rng

CHANCE_PLAYER = CHANCE
SIMULTANEOUS_PLAYER = SIMULTANEOUS
TERMINAL_PLAYER = TERMINAL
UNSEEN_ACTION = UNSEEN
UNSEEN_TOKEN = "x"
MAX_PERFT_DEPTH = 64


cdef class Outcomes:
    """Outcomes of a chance event: ``count`` actions and their weights, which sum to ``total``.

    There are none when no event is due.
    """

    cdef action_t* actions
    cdef int64_t* weights
    cdef int64_t total
    cdef int count

    def __cinit__(self, State state):
        cdef const Rules* rules = state.table()
        self.total = 1
        if rules.actor(state.data) != CHANCE:
            return
        self.actions = <action_t*>malloc(rules.max_outcomes * sizeof(action_t))
        self.weights = <int64_t*>malloc(rules.max_outcomes * sizeof(int64_t))
        if self.actions == NULL or self.weights == NULL:
            raise MemoryError()
        self.count = rules.chance(state.data, self.actions, self.weights, &self.total)

    def __dealloc__(self):
        free(self.actions)
        free(self.weights)


cdef class State:
    """A position of a game, mutable, with checked operations.

    Primitives, overridden by a class without a C table (all other methods build on them):
    ``num_players``, ``current_player``, ``players_to_move``, ``_legal``, ``_apply``, ``chance_outcomes``,
    ``returns``, ``scores``, ``_ranks``, ``clone``, ``viewer``, ``view``, ``resample_from_infostate``,
    ``key``, ``playout``; and the texts ``to_text``, ``_token``, ``_read``, ``_phrase``, ``board``.

    A refused operation raises and leaves the state as it was. Equality and hash are those of the text.
    """

    cdef int bind(self, const Rules* rules) except -1:
        """Tie this object to a game's table and give it a zeroed struct (called once, from __cinit__)."""
        self.data = calloc(1, rules.size)
        if self.data == NULL:
            raise MemoryError()
        self.rules = rules
        return 0

    def __dealloc__(self):
        free(self.data)

    cdef const Rules* table(self) except NULL:
        if self.rules == NULL:
            raise NotImplementedError(f"{type(self).__name__} has no C table and must override this")
        return self.rules

    cdef State blank(self):
        """A new state of the same class and Python attributes, its struct not yet filled."""
        cdef State other = type(self).__new__(type(self))
        other._share(self)
        return other

    def _share(self, source):
        """Take over the Python attributes of `source`, a state of the same class (figures and the like)."""

    # --- actors -----------------------------------------------------------------------------------------

    @property
    def has_table(self):
        """Whether the game has a C table, so that searches can run on it."""
        return self.rules != NULL

    def num_players(self):
        """The number of seats."""
        return self.table().seats(self.data)

    def current_player(self):
        """The acting seat, or -1 (chance), -2 (several seats choose together), -4 (the game is over)."""
        return self.table().actor(self.data)

    def players_to_move(self):
        """The seats that owe a decision, ascending; empty when chance acts or the game is over."""
        cdef const Rules* rules = self.table()
        return [seat for seat in range(rules.seats(self.data)) if rules.owes(self.data, seat)]

    def is_terminal(self):
        """Whether the game is over."""
        return self.current_player() == TERMINAL

    def is_chance_node(self):
        """Whether a chance event is due."""
        return self.current_player() == CHANCE

    def _check_seat(self, seat):
        if not isinstance(seat, int) or not 0 <= seat < self.num_players():
            raise IllegalMove(f"no seat {seat}: seats are 0 to {self.num_players() - 1}", str(seat), "seat")

    def _mover(self, player):
        """The seat meant by `player`: None is the acting seat, the first that owes, or CHANCE."""
        if player is not None:
            if player != CHANCE:
                self._check_seat(player)
            return player
        owing = self.players_to_move()
        return owing[0] if owing else self.current_player()

    # --- moves ------------------------------------------------------------------------------------------

    def _legal(self, seat):
        """The legal actions of `seat` in the game's own order."""
        cdef const Rules* rules = self.table()
        cdef action_t* buffer = <action_t*>malloc(rules.max_actions * sizeof(action_t))
        cdef int i, n
        if buffer == NULL:
            raise MemoryError()
        try:
            n = rules.legal(self.data, seat, buffer)
            return [buffer[i] for i in range(n)]
        finally:
            free(buffer)

    def legal_actions(self, player=None):
        """The legal actions of a seat, ascending.

        Without `player`: of the acting seat, of the first that still owes a simultaneous choice, or the
        outcomes of a chance event. Empty at the end and for a seat that owes no decision. On a view UNSEEN
        (-1) stands for an outcome that the viewer may not learn.
        """
        seat = self._mover(player)
        if seat == CHANCE:
            return self._outcomes()
        if seat < 0:
            return []
        return sorted(self._legal(seat))

    def _weighed(self):
        """The chance event that is due: its (outcome, weight) pairs, ascending, and their total weight."""
        cdef Outcomes found = Outcomes(self)
        return sorted([(found.actions[i], found.weights[i]) for i in range(found.count)]), found.total

    def _is_outcome(self, action):
        """Whether the action is an outcome of the chance event that is due."""
        cdef Outcomes found
        cdef int i
        if self.rules == NULL:
            return action in self._outcomes()
        found = Outcomes(self)
        for i in range(found.count):
            if found.actions[i] == action:
                return True
        return False

    def _outcomes(self):
        """The outcomes of the chance event that is due, ascending; cheaper than with their odds."""
        if self.rules == NULL:
            return [action for action, _ in self.chance_outcomes()]
        return [action for action, _ in self._weighed()[0]]

    def _apply(self, action, seat):
        """Carry out an action that is known to be legal (seat CHANCE: an outcome)."""
        self.table().apply(self.data, seat, action)

    def apply_action(self, action, player=None):
        """Make a move: an action of `player` (default as in :meth:`legal_actions`) or a chance outcome.

        Raises :class:`~solver.errors.IllegalMove` naming the move when it may not be made; the state is then
        unchanged.
        """
        seat = self._mover(player)
        if seat == TERMINAL:
            raise IllegalMove("the game is over: no move can be made", self._name(action, seat))
        if seat == CHANCE and self.current_player() != CHANCE:
            raise IllegalMove("no chance event is due", self._name(action, seat))
        # some chance events have a thousand outcomes: no list of them is made for one
        if not (self._is_outcome(action) if seat == CHANCE else action in self.legal_actions(seat)):
            name = self._name(action, seat)
            if not self.legal_actions(seat):
                raise IllegalMove(f"seat {seat} has nothing to decide now, so {name} cannot be played", name)
            raise IllegalMove(f"{name} is not legal here", name)
        self._apply(action, seat)

    def _check_action(self, action, seat):
        """Raise IllegalMove unless the action is legal; a guard for a game's own hooks."""
        if not (self._is_outcome(action) if seat == CHANCE else action in self._legal(seat)):
            raise IllegalMove(f"action {action} is not legal here", str(action))

    def _after(self, action, seat):
        """The plain data (``fields`` of the game's own class) after a legal action."""
        self._check_action(action, seat)
        child = self.clone()
        child._apply(action, seat)
        return child.fields()

    def _name(self, action, seat):
        """The token of an action for an error message, or its number when it has none here."""
        try:
            return self.action_to_string(action, seat)
        except Exception:
            return str(action)

    def chance_outcomes(self):
        """The outcomes of the chance event that is due, ascending, each with its odds: (action, Fraction)."""
        outcomes, total = self._weighed()
        return [(action, Fraction(weight, total)) for action, weight in outcomes]

    def draw_chance(self, rng):
        """Draw an outcome of the chance event that is due, by its odds, without applying it.

        The draw depends on the outcomes and `rng` alone: it is the first outcome, in ascending order, whose
        cumulated odds exceed ``rng.below(d) / d``, where d is the odds' common denominator.
        """
        if self.rules == NULL:
            odds = self.chance_outcomes()
            total = lcm(*[share.denominator for _, share in odds])
            outcomes = [(action, int(share * total)) for action, share in odds]
        else:
            outcomes, total = self._weighed()
        if not outcomes:
            raise IllegalMove("no chance event is due")
        shared = gcd(*[weight for _, weight in outcomes])
        ticket = rng.below(total // shared)
        for action, weight in outcomes:
            ticket -= weight // shared
            if ticket < 0:
                return action
        raise AssertionError("the odds of a chance event sum to less than 1")

    # --- results ----------------------------------------------------------------------------------------

    def returns(self):
        """Each seat's result in [-1, 1]; zeros before the end."""
        cdef const Rules* rules = self.table()
        cdef double* out = <double*>calloc(rules.max_seats, sizeof(double))
        cdef int i
        if out == NULL:
            raise MemoryError()
        try:
            rules.returns(self.data, out)
            return [out[i] for i in range(rules.seats(self.data))]
        finally:
            free(out)

    def scores(self):
        """Each seat's points now, in the game's own unit."""
        cdef const Rules* rules = self.table()
        cdef int64_t* out = <int64_t*>calloc(rules.max_seats, sizeof(int64_t))
        cdef int i
        if out == NULL:
            raise MemoryError()
        try:
            rules.scores(self.data, out)
            return [out[i] for i in range(rules.seats(self.data))]
        finally:
            free(out)

    def _ranks(self):
        """Each seat's rank at the end."""
        cdef const Rules* rules = self.table()
        cdef int* out = <int*>calloc(rules.max_seats, sizeof(int))
        cdef int i
        if out == NULL:
            raise MemoryError()
        try:
            rules.ranks(self.data, out)
            return [out[i] for i in range(rules.seats(self.data))]
        finally:
            free(out)

    def result(self):
        """(ranks, scores) of a finished game, in seat order; ranks from 1, ties share the better one.

        Raises :class:`~solver.errors.IllegalMove` (code ``not-over``) before the end.
        """
        if not self.is_terminal():
            raise IllegalMove("the game is not over: there is no result yet", "result", "not-over")
        return self._ranks(), self.scores()

    # --- copies, views, worlds --------------------------------------------------------------------------

    def clone(self):
        """An independent copy."""
        cdef const Rules* rules = self.table()
        cdef State other = self.blank()
        memcpy(other.data, self.data, rules.size)
        return other

    @property
    def viewer(self):
        """The seat that owns this view; None for the whole truth."""
        seat = self.table().viewer(self.data)
        return None if seat == NOBODY else seat

    def _check_view(self, seat):
        self._check_seat(seat)
        if self.viewer is not None and self.viewer != seat:
            raise IllegalMove(f"this is the view of seat {self.viewer}: seat {seat} cannot be seen from it",
                              str(seat), "seat")

    def view(self, seat):
        """The view of `seat`, as a new state. In a game without hidden information: a copy."""
        self._check_view(seat)
        cdef const Rules* rules = self.table()
        cdef State other = self.blank()
        rules.view(self.data, seat, other.data)
        return other

    def resample_from_infostate(self, seat, rng):
        """A whole truth that `seat` cannot tell from this state, drawn by the odds of the game."""
        self._check_view(seat)
        cdef const Rules* rules = self.table()
        cdef State other = self.blank()
        cdef Rng source = rng
        rules.resample(self.data, seat, &source.state, other.data)
        return other

    def information_state_string(self, seat):
        """The information set of `seat` as text: equal exactly for states that it cannot tell apart."""
        return self.view(seat).to_text()

    def observation_string(self, seat):
        """The observation of `seat`; here the same as :meth:`information_state_string`."""
        return self.information_state_string(seat)

    def key(self, seat=None):
        """64 bits for the information set of `seat`; without a seat for the whole state."""
        if seat is not None:
            self._check_view(seat)
        return self.table().key(self.data, NOBODY if seat is None else seat)

    def playout(self, rng):
        """The returns of one random game from here (a whole truth) to its end; the state is unchanged."""
        cdef State scratch = self.clone()
        cdef const Rules* rules = scratch.table()
        cdef Rng source = rng
        cdef double* out = <double*>calloc(rules.max_seats, sizeof(double))
        cdef int i
        if out == NULL:
            raise MemoryError()
        try:
            with nogil:
                rules.playout(scratch.data, &source.state, out)
            return [out[i] for i in range(rules.seats(scratch.data))]
        finally:
            free(out)

    # --- text -------------------------------------------------------------------------------------------

    def to_text(self):
        """The position in one line; the game's parser turns it back into an equal state."""
        raise NotImplementedError

    def _token(self, action, seat):
        """The token of a seen action of `seat`."""
        raise NotImplementedError

    def _read(self, token, seat):
        """The action that `token` names for `seat`. Raises NotationError or IllegalMove naming the token."""
        raise NotImplementedError

    def _phrase(self, action, seat):
        """A seen action of `seat` in one English phrase."""
        raise NotImplementedError

    def board(self, color=False, names=None):
        """The position drawn for people, several lines of ASCII (with terminal colours when asked for).
        ``names``: of the seats, in seat order; ``seat 0`` and so on when left out."""
        raise NotImplementedError

    def beliefs(self):
        """The unknowns of this view, one line of words for each; empty if nothing is hidden."""
        return []

    def action_to_string(self, action, player=None):
        """The token of a legal action; `x` for an action that the viewer did not see."""
        return UNSEEN_TOKEN if action == UNSEEN else self._token(action, self._mover(player))

    def string_to_action(self, token, player=None):
        """The legal action that a token names.

        Raises :class:`~solver.errors.NotationError` when it cannot be read as a move of this game and
        :class:`~solver.errors.IllegalMove` when it can but may not be made here; both name the token.
        """
        seat = self._mover(player)
        if seat == TERMINAL:
            raise IllegalMove(f"the game is over: {token} cannot be played", token)
        if token == UNSEEN_TOKEN:
            if UNSEEN not in self.legal_actions(seat):
                raise IllegalMove("x stands for what a seat did not see; here it sees what happens", token)
            return UNSEEN
        return self._read(token, seat)

    def describe(self, action, player=None):
        """A legal action in one English phrase."""
        if action == UNSEEN:
            return "something that this seat does not see"
        return self._phrase(action, self._mover(player))

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return type(self) is type(other) and self.to_text() == other.to_text()

    def __hash__(self):
        return hash(self.to_text())

    @classmethod
    def read(cls, text):
        """The state of a position text. Raises NotationError (code ``position``) naming the wrong word."""
        raise NotImplementedError

    def __reduce__(self):
        return (type(self).read, (self.to_text(),))

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __str__(self):
        return self.to_text()

    def __repr__(self):
        return f"<{type(self).__name__} {self.to_text()}>"


# --- perft --------------------------------------------------------------------------------------------------

cdef uint64_t perft_count(const Rules* rules, const void* state, int depth, char* room) noexcept nogil:
    """The number of token sequences of exactly `depth` plies from `state`.

    `room` holds `perft_room(rules)` bytes a ply. Chance outcomes are plies too; simultaneous choices are
    entered seat by seat, one ply each. A game that ends earlier counts nothing.
    """
    cdef int actor, seat, n, i
    cdef int64_t total
    cdef uint64_t count = 0
    cdef action_t* actions = <action_t*>room
    cdef int64_t* odds
    cdef void* child
    if depth == 0:
        return 1
    actor = rules.actor(state)
    if actor == TERMINAL:
        return 0
    seat = actor
    if actor == CHANCE:
        odds = actions + rules.max_outcomes
        n = rules.chance(state, actions, odds, &total)
    else:
        if actor == SIMULTANEOUS:
            seat = 0
            while not rules.owes(state, seat):
                seat += 1
        n = rules.legal(state, seat, actions)
    if depth == 1:
        return n
    child = room + perft_actions(rules)
    for i in range(n):
        memcpy(child, state, rules.size)
        rules.apply(child, seat, actions[i])
        count += perft_count(rules, child, depth - 1, room + perft_room(rules))
    return count


cdef size_t perft_actions(const Rules* rules) noexcept nogil:
    cdef size_t slots = rules.max_actions
    if 2 * <size_t>rules.max_outcomes > slots:
        slots = 2 * <size_t>rules.max_outcomes
    return slots * sizeof(action_t)


cdef size_t perft_room(const Rules* rules) noexcept nogil:
    return perft_actions(rules) + ((rules.size + 15) & ~(<size_t>15))


def perft(State state, int depth):
    """The number of token sequences of exactly `depth` plies (0 to 64) from `state`.

    A decision is a ply and so is a chance outcome; simultaneous choices are entered seat by seat, a ply each.
    """
    if not 0 <= depth <= MAX_PERFT_DEPTH:
        raise ValueError(f"perft goes 0 to {MAX_PERFT_DEPTH} plies deep, not {depth}")
    cdef uint64_t count
    cdef char* room
    if state.rules == NULL:
        return _slow_perft(state, depth)
    room = <char*>malloc(perft_room(state.rules) * (depth + 1))
    if room == NULL:
        raise MemoryError()
    try:
        with nogil:
            count = perft_count(state.rules, state.data, depth, room)
        return count
    finally:
        free(room)


def _slow_perft(state, depth):
    """perft for games without a C table."""
    if depth == 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        child = state.clone()
        child.apply_action(action)
        count += _slow_perft(child, depth - 1)
    return count


def divide(State state, int depth):
    """perft split by the first ply: a list of (token, count), in the order of :meth:`State.legal_actions`."""
    if not 1 <= depth <= MAX_PERFT_DEPTH:
        raise ValueError(f"divide goes 1 to {MAX_PERFT_DEPTH} plies deep, not {depth}")
    parts = []
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        parts.append((state.action_to_string(action), perft(child, depth - 1)))
    return parts
