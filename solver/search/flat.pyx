"""Flat Monte Carlo: random playouts after each legal action in turn; the best mean wins.

The simplest player without knowledge of a game: no tree, no selection, the same number of playouts for every
action except in the last round. Each round starts from a world that the game's own sampler draws from the
seat's view; a playout goes to a leaf and counts its evaluation. A yardstick for the real searches, and a weak
opponent for people.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from solver.clock cimport now
from solver.reports import OBJECTIVES, Answer, Line, Report, Settings
from solver.rng import mix

from solver.game cimport Rules, State, action_t
from solver.rng cimport Rng, rng_t
from solver.stop cimport StopFlag

REPORT_SECONDS = 1.0  # between two reports
# Plies to the first report, and most plies between two reports, in searches limited by nodes or rounds alone:
# there the clock must not decide the reports.
FIRST_REPORT_PLIES = 1 << 20
REPORT_PLIES = 1 << 24

cdef enum:
    LONGEST = 1000000            # plies of a playout: more than any game has


cdef struct Tally:
    action_t action
    int64_t wins                 # playouts that ended above, at, and below a result of zero
    int64_t draws
    int64_t losses
    double total                 # sum of the results
    double first                 # first places, shared ones shared


cdef class Playouts:
    """Playouts of one decision: their results, and the place within the round."""
    cdef const Rules* rules
    cdef State view              # keeps what ``seen`` points to alive
    cdef const void* seen
    cdef void* drawn             # the world of this round: each action is tried in the same one
    cdef void* world
    cdef int objective
    cdef int ranking             # the objective that gives places
    cdef int seats
    cdef double* results
    cdef Tally* tallies
    cdef int count               # actions
    cdef int turn                # the action of the next playout
    cdef int seat
    cdef rng_t rng
    cdef uint64_t nodes          # plies played

    def __cinit__(self, State view, int seat, actions, Rng rng, int objective=0):
        if view.rules == NULL:
            raise ValueError(f"{type(view).__name__} has no C table: playouts need one")
        self.view = view
        self.seen = view.data
        self.rules = view.rules
        self.seat = seat
        self.count = len(actions)
        self.rng = rng.state
        self.objective = objective
        self.ranking = OBJECTIVES.index("rank")
        self.seats = view.num_players()
        self.drawn = malloc(self.rules.size)
        self.world = malloc(self.rules.size)
        self.results = <double*> calloc(self.rules.max_seats, sizeof(double))
        self.tallies = <Tally*> calloc(self.count, sizeof(Tally))
        if self.drawn == NULL or self.world == NULL or self.results == NULL or self.tallies == NULL:
            raise MemoryError("no memory for playouts")
        for i, action in enumerate(actions):
            self.tallies[i].action = action

    def __dealloc__(self):
        free(self.drawn)
        free(self.world)
        free(self.results)
        free(self.tallies)

    cdef void run(self, double deadline, uint64_t node_limit, int64_t rounds,
                  const volatile int* stop) noexcept nogil:
        """Play until a stop, or until time, nodes or rounds (since the first call) are used up."""
        cdef Tally* tally
        cdef double result
        cdef int plies, i, tied
        cdef const Tally* last = &self.tallies[self.count - 1]
        while not stop[0] and now() < deadline:
            # a move without a playout has no value: however few the nodes, each gets one
            if self.nodes >= node_limit and last.wins + last.draws + last.losses > 0:
                return
            tally = &self.tallies[self.turn]
            if self.turn == 0 and tally.wins + tally.draws + tally.losses >= rounds:
                return
            if self.turn == 0:
                self.rules.resample(self.seen, self.seat, &self.rng, self.drawn)
            memcpy(self.world, self.drawn, self.rules.size)
            self.rules.apply(self.world, self.seat, tally.action)
            plies = self.rules.rollout(self.world, &self.rng, LONGEST)
            self.rules.utility(self.world, self.objective, self.results)
            self.nodes = self.nodes + 1 + plies
            result = self.results[self.seat]
            tally.total += result
            if result > 0:
                tally.wins += 1
            elif result < 0:
                tally.losses += 1
            else:
                tally.draws += 1
            if self.seats > 2:  # between two seats the wins are the first places
                self.rules.utility(self.world, self.ranking, self.results)
                result = self.results[self.seat]
                tied = 0
                for i in range(self.seats):
                    if self.results[i] > result:
                        break
                    tied += self.results[i] == result
                else:
                    tally.first += 1.0 / tied
            self.turn = self.turn + 1 if self.turn + 1 < self.count else 0

    def advance(self, double seconds, uint64_t nodes, int64_t rounds, StopFlag stop):
        """Continue for at most so many seconds, to at most so many nodes and rounds in all."""
        cdef double deadline = now() + seconds
        with nogil:
            self.run(deadline, nodes, rounds, &stop.value)

    def found(self):
        """(action, mean result or -inf, wins, draws, losses, first places) of each action."""
        cdef int i
        cdef int64_t played
        rows = []
        for i in range(self.count):
            tally = self.tallies[i]
            played = tally.wins + tally.draws + tally.losses
            mean = tally.total / played if played else -INFINITY
            rows.append((tally.action, mean, tally.wins, tally.draws, tally.losses, tally.first))
        return rows

    @property
    def rounds(self):
        """Complete rounds played: playouts of the action that has the fewest."""
        tally = self.tallies[self.count - 1]
        return tally.wins + tally.draws + tally.losses

    @property
    def several(self):
        """Whether there are more than two seats; first places are counted then."""
        return self.seats > 2

    @property
    def plies(self):
        """Plies played in all playouts."""
        return self.nodes


class FlatSearch:
    """Flat Monte Carlo with the interface of all searches, for any game with a C table.

    In ``Limits``, ``depth`` counts rounds, that is playouts of each action; nodes are plies, but the first
    round is always played in full. Equal settings, position and ``nodes`` give equal answers. Without any
    limit it runs until it is stopped.
    """

    def __init__(self, settings=None):
        self.settings = settings or Settings()

    def configure(self, settings):
        """Apply new settings."""
        self.settings = settings

    def clear(self):
        """Do nothing: no search keeps anything for the next."""

    def analyse(self, state, seat, limits, on_report=None, stop=None):
        """Search a position in which ``seat`` has to decide; reads that seat's view alone."""
        stop = stop or StopFlag()
        begin = now()
        view = state.view(seat)
        legal = view.legal_actions(seat)
        actions = [action for action in legal if action in limits.searchmoves] or legal
        tokens = {action: view.action_to_string(action, seat) for action in actions}
        playouts = Playouts(view, seat, actions, Rng(mix(self.settings.seed, view.key(seat))),
                            OBJECTIVES.index(self.settings.objective))
        timed = limits.movetime_ms is not None and not limits.infinite
        seconds = limits.movetime_ms / 1000 if timed else INFINITY
        nodes = (1 << 62) if limits.nodes is None else limits.nodes
        rounds = (1 << 62) if limits.depth is None else limits.depth
        if len(legal) == 1 and not limits.infinite:
            rounds = min(rounds, 1)
        by_count = not timed and (limits.nodes is not None or limits.depth is not None)
        while True:
            if by_count:
                step = min(max(playouts.plies, FIRST_REPORT_PLIES), REPORT_PLIES)
                playouts.advance(INFINITY, min(nodes, playouts.plies + step), rounds, stop)
            else:
                chunk = max(0.0, min(REPORT_SECONDS, begin + seconds - now()))
                playouts.advance(chunk, nodes, rounds, stop)
            report = self._report(playouts, tokens, now() - begin)
            if on_report is not None:
                on_report(report)
            counted = playouts.plies >= nodes and playouts.rounds > 0
            if stop.is_set() or counted or playouts.rounds >= rounds or now() - begin >= seconds:
                return Answer(best=report.lines[0].pv[0], report=report)

    def _report(self, playouts, tokens, seconds):
        ranked = sorted(playouts.found(), key=lambda row: row[1], reverse=True)
        lines = []
        for action, mean, wins, draws, losses, first in ranked[:max(1, self.settings.multipv)]:
            played = wins + draws + losses
            won = 1000 * wins // played if played else 0
            lost = 1000 * losses // played if played else 0
            lines.append(Line(move=action, pv=(tokens[action],), value=max(mean, -1.0),
                              wdl=(won, 1000 - won - lost, lost), nodes=played, samples=played,
                              notes=(("first", first / played),) if played and playouts.several else ()))
        return Report(depth=1, seldepth=1, nodes=playouts.plies,
                      nps=int(playouts.plies / seconds) if seconds > 0 else 0,
                      time_ms=int(1000 * seconds), lines=tuple(lines))
