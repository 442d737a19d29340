"""The rules' search side for Python: many random rounds at once, rollouts, utilities, common knowledge."""

from solver.game cimport Rules, State
from solver.games.nimmt.rules cimport NIMMT, PHASE_ROW, ROWS, NimmtStruct, put
from solver.rng cimport Rng, rng_t

cdef enum:
    LONGEST = 100000                # plies: more than a round has


def play_worlds(State view, int seat, int count, Rng rng, int objective=2):
    """The mean utility of each seat over `count` worlds, sampled from the knowledge of `seat` and rolled out.

    `objective`: as in solver/game.pxd, 2 the points of the round. `count` at least 1.
    """
    cdef const Rules* rules = &NIMMT
    cdef NimmtStruct world
    cdef double values[10]
    cdef double sums[10]
    cdef rng_t source = rng.state
    cdef int _i, other, seats
    if view.rules != rules or count < 1:
        raise ValueError("play_worlds wants a position of 6 nimmt! and at least one world")
    cdef State known = view.view(seat)
    seats = rules.seats(known.data)
    for other in range(seats):
        sums[other] = 0.0
    with nogil:
        for _i in range(count):
            rules.resample(known.data, seat, &source, &world)
            rules.rollout(&world, &source, LONGEST)
            rules.utility(&world, objective, values)
            for other in range(seats):
                sums[other] = sums[other] + values[other]
    rng.state = source
    return [sums[other] / count for other in range(seats)]


def play_rounds(State state, Rng rng):
    """The heads of each seat in all rounds, after each round of a random game from `state` (a truth)."""
    cdef const Rules* rules = &NIMMT
    if state.rules != rules or state.viewer is not None:
        raise ValueError("play_rounds wants a whole position of 6 nimmt!")
    cdef State game = state.clone()
    cdef rng_t source = rng.state
    totals = []
    while not game.is_terminal():
        if rules.horizon(game.data):
            rules.apply(game.data, -1, rules.draw(game.data, &source))
        rules.rollout(game.data, &source, LONGEST)
        totals.append(tuple(game.scores()))
    rng.state = source
    return totals


def roll_out(State state, Rng rng, int plies=LONGEST, bint guided=False):
    """(position, plies played) of a rollout from `state` (a truth), which stays as it is."""
    cdef const Rules* rules = &NIMMT
    if state.rules != rules or state.viewer is not None:
        raise ValueError("roll_out wants a whole position of 6 nimmt!")
    cdef State game = state.clone()
    cdef int played
    if guided:
        played = rules.guided(game.data, &rng.state, plies)
    else:
        played = rules.rollout(game.data, &rng.state, plies)
    return game, played


def forget(State view):
    """A view in which only the cards in the rows count as seen; swept cards may be in any hand again."""
    cdef NimmtStruct* s
    cdef int row, i
    if view.rules != &NIMMT or view.viewer is None:
        raise ValueError("forget wants a view of 6 nimmt!")
    cdef State blurred = view.clone()
    s = <NimmtStruct*>blurred.data
    s.seen[0] = 0
    s.seen[1] = 0
    for row in range(ROWS):
        for i in range(s.length[row]):
            put(s.seen, s.row[row][i])
    if s.phase == PHASE_ROW:
        for i in range(s.seats):
            put(s.seen, s.chosen[i])
    return blurred


def perturb(State state, int seat, Rng rng):
    """(position, seats whose hands changed) after a step among what `seat` cannot tell apart.

    `state`: a truth, which stays as it is.
    """
    cdef int changed, other
    if state.rules != &NIMMT or state.viewer is not None:
        raise ValueError("perturb wants a whole position of 6 nimmt!")
    cdef State after = state.clone()
    changed = NIMMT.perturb(after.data, seat, &rng.state)
    return after, [other for other in range(state.num_players()) if (changed >> other) & 1]


def utilities(State state, int objective):
    """The utility of each seat as searches see it; `objective`: as in solver/game.pxd."""
    cdef const Rules* rules = &NIMMT
    cdef double values[10]
    if state.rules != rules or state.viewer is not None:
        raise ValueError("utilities wants a whole position of 6 nimmt!")
    rules.utility(state.data, objective, values)
    return [values[seat] for seat in range(rules.seats(state.data))]


def common_key(State state):
    """The 64-bit key of common knowledge, as searches see it."""
    if state.rules != &NIMMT:
        raise ValueError("common_key wants a position of 6 nimmt!")
    return NIMMT.common(state.data)


def at_horizon(State state):
    """Whether this position is a leaf for searches."""
    if state.rules != &NIMMT:
        raise ValueError("at_horizon wants a position of 6 nimmt!")
    return NIMMT.horizon(state.data)
