"""Value of any position of a game of dice turns, exact within a turn, for luck-adjusted results.

The value of a position is a value for each seat under two objectives. At the beginning of a turn it is the
game's estimate. Within a turn it is the mean of the estimates after the turn's outcomes, if the mover plays
the rest of its turn as well as these estimates allow. The value before a roll is then exactly the mean of the
values after it, which :meth:`TurnValue.expected` returns without going through the rolls.
"""

from libc.math cimport INFINITY
from libc.string cimport memcmp, memcpy

from solver.game cimport CHANCE, POINTS, WIN, State, action_t
from solver.search.passes cimport MAX_TOTAL, Solution, turn_outcomes, turn_solve
from solver.search.turngame cimport (
    MAX_OUTCOMES,
    MOST_BYTES,
    MOST_SEATS,
    TURN_FAILS,
    TurnGame,
    TurnPlug,
)

cdef enum:
    MOST_ACTIONS = 64


cdef class TurnValue:
    """The value; it keeps the solution of the latest turn. ``scale``: points of a lead of value 1."""

    cdef TurnPlug plug
    cdef double scale
    cdef char turn[MOST_BYTES]          # the position after the failure of the solved turn: the turn's mark
    cdef bint known
    cdef Solution play[2]
    cdef double worth[2][MAX_OUTCOMES][MOST_SEATS]
    cdef int seats

    def __init__(self, TurnPlug plug, double scale):
        if plug.game.rules.size > MOST_BYTES or plug.game.rules.max_actions > MOST_ACTIONS:
            raise ValueError("the game's states or actions do not fit")
        self.plug, self.scale, self.known = plug, scale, False

    cdef void solve(self, const void* state) noexcept nogil:
        """Solve the turn of `state` under both objectives, unless it is the latest one."""
        cdef const TurnGame* game = &self.plug.game
        cdef char[MOST_BYTES] after
        cdef double[MAX_TOTAL + 1] stop
        cdef double fail
        cdef int k, outcome, total
        cdef int mover = game.mover(state)
        memcpy(after, state, game.rules.size)
        game.play(after, game.failure)
        if self.known and memcmp(after, self.turn, game.rules.size) == 0:
            return
        memcpy(self.turn, after, game.rules.size)
        self.known = True
        self.seats = game.rules.seats(state)
        for k in range(2):
            for outcome in range(game.outcomes):
                if outcome == game.failure or game.allowed(state, outcome):
                    memcpy(after, state, game.rules.size)
                    game.play(after, outcome)
                    game.estimate(after, POINTS if k else WIN, self.worth[k][outcome])
            for total in range(MAX_TOTAL + 1):
                outcome = game.outcome[total]
                stop[total] = -INFINITY
                if outcome >= 0 and game.allowed(state, outcome):
                    stop[total] = self.worth[k][outcome][mover]
            fail = self.worth[k][game.failure][mover]
            turn_solve(game.turn, stop, fail, &self.play[k])

    cdef void follow(self, int k, int place, bint kept, double* out) noexcept nogil:
        """The mean value of each seat over the turn's outcomes from a state of the turn."""
        cdef const TurnGame* game = &self.plug.game
        cdef double[MAX_TOTAL + 1] chance
        cdef double failed = turn_outcomes(game.turn, &self.play[k], place, kept, chance)
        cdef int seat, total
        for seat in range(self.seats):
            out[seat] = failed * self.worth[k][game.failure][seat]
            for total in range(MAX_TOTAL + 1):
                if chance[total] > 0.0:
                    out[seat] = out[seat] + chance[total] * self.worth[k][game.outcome[total]][seat]

    cdef void chosen(self, int k, const void* state, double* out) noexcept nogil:
        """The value where the mover has to choose a face of its roll."""
        cdef const TurnGame* game = &self.plug.game
        cdef action_t[MOST_ACTIONS] actions
        cdef int n = game.rules.legal(state, game.mover(state), actions)
        cdef int best = -1
        cdef int i, after, seat
        for i in range(n):
            if game.decision(state, actions[i], &after) != TURN_FAILS and after >= 0 and (
                    best < 0 or self.play[k].keep[after] > self.play[k].keep[best]):
                best = after
        if best >= 0:
            self.follow(k, best, True, out)
            return
        for seat in range(self.seats):
            out[seat] = self.worth[k][game.failure][seat]

    cdef list told(self, double (*values)[MOST_SEATS]):
        """Results, then points: a lead over the mean of the others as points apart from the mean of all."""
        cdef double unit = self.scale * (self.seats - 1) / self.seats
        return ([values[0][seat] for seat in range(self.seats)]
                + [unit * values[1][seat] for seat in range(self.seats)])

    cdef int check(self, State state) except -1:
        if state.rules != self.plug.game.rules:
            raise ValueError(f"the value is not for {type(state).__name__}")
        self.seats = state.rules.seats(state.data)
        return 0

    def after(self, State state):
        """The value of a position: the result of each seat in [-1, 1], then the points of each seat."""
        cdef const TurnGame* game = &self.plug.game
        cdef double[2][MOST_SEATS] values
        cdef int k, place
        self.check(state)
        with nogil:
            place = game.place(state.data) if game.mover(state.data) >= 0 else -1
            if place < 0 or (place == 0 and game.rules.actor(state.data) == CHANCE):
                for k in range(2):
                    game.estimate(state.data, POINTS if k else WIN, values[k])
            else:
                self.solve(state.data)
                for k in range(2):
                    if game.rules.actor(state.data) == CHANCE:
                        self.follow(k, place, False, values[k])
                    else:
                        self.chosen(k, state.data, values[k])
        return self.told(values)

    def expected(self, State state):
        """The mean of :meth:`after` over the outcomes of the roll that is due."""
        cdef const TurnGame* game = &self.plug.game
        cdef double[2][MOST_SEATS] values
        cdef int k
        self.check(state)
        if game.rules.actor(state.data) != CHANCE or game.mover(state.data) < 0:
            raise ValueError("no roll is due")
        with nogil:
            self.solve(state.data)
            for k in range(2):
                self.follow(k, game.place(state.data), False, values[k])
        return self.told(values)
