"""Thousands of games of one kind, stepped by one call; for learning programs."""

import numpy as np

from solver.errors import IllegalMove
from solver.rng import Rng as _Rng

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from solver.encoding cimport (
    Encoding,
    EncodingPlug,
    encoding_action,
    encoding_actions,
    encoding_features,
    encoding_mask,
    encoding_observe,
    encoding_room,
)
from solver.game cimport CHANCE, NOBODY, SIMULTANEOUS, TERMINAL, Rules, State
from solver.rng cimport Rng, rng_below, rng_mix, rng_t

cdef enum:
    MOST_SEATS = 16                     # of any game
    CHOOSER = 0x5EED                    # stream of the batch's seed for `random_actions`


def draw(State state, Rng rng):
    """Draw an outcome of the chance event that is due, as searches and batches draw it; it is not applied.

    It is quicker than :meth:`State.draw_chance`, and its numbers are others. Raises IllegalMove when no event
    is due.
    """
    cdef const Rules* rules = state.table()
    if rules.actor(state.data) != CHANCE:
        raise IllegalMove("no chance event is due")
    return rules.draw(state.data, &rng.state)


cdef inline int first_owing(const Rules* rules, const void* state) noexcept nogil:
    """The seat to act: the first that owes a decision."""
    cdef int seat = rules.actor(state)
    if seat == SIMULTANEOUS:
        seat = 0
        while not rules.owes(state, seat):
            seat += 1
    return seat


cdef class Batch:
    """``games`` independent games with equal settings, each of which begins anew as soon as it is over.

    ``starts``: start positions (whole truths) of one game with the same settings; the games begin from them.
    If the encoding deals (``encoding.deals``), one is enough, and every game is dealt anew. Otherwise each
    begins from one of them, drawn at random, and all that is hidden there is drawn again.
    ``seed``: game ``g`` has a random source of its own, ``Rng(mix(seed, g))``, so that it does not depend on
    the others.
    ``points``: False: rewards are results in [-1, 1], given at the end. True: rewards are points: the change
    of the seat's margin over the mean of the others at every step, or, where points may be hidden (see
    ``EncodingPlug.open_points``), the whole margin at the end. ``fewer_win``: whether few points are good.

    One seat of each game is to act: ``seats[g]``. Simultaneous choices are entered seat by seat, hidden from
    those who follow. The arrays are the batch's own memory, read-only, and change with the next step; copy
    what is to be kept. The lock of the interpreter is released while the games are stepped, so that threads
    may step different batches at the same time; one batch serves one thread at a time.

    Raises ValueError when the starts do not fit together.
    """

    cdef readonly object observations, masks, rewards, dones, seats
    cdef readonly int games, players, actions, features
    cdef const Rules* rules
    cdef const Encoding* table
    cdef EncodingPlug encoding
    cdef State sample
    cdef char* states
    cdef char* starts
    cdef char* room
    cdef rng_t* sources
    cdef size_t stride
    cdef int start_count, points, sign
    cdef rng_t chooser
    cdef float[:, ::1] observed
    cdef unsigned char[:, ::1] masked
    cdef float[:, ::1] rewarded
    cdef unsigned char[::1] done
    cdef int32_t[::1] acting

    def __cinit__(self, starts, EncodingPlug encoding, int games, seed=0, points=False, fewer_win=False):
        cdef State start
        cdef int i
        starts = list(starts)
        if not starts:
            raise ValueError("a batch needs a start position")
        if games < 1:
            raise ValueError(f"a batch has at least one game, not {games}")
        _Rng(seed)                      # refuses anything but a seed
        self.sample = starts[0]
        self.encoding = encoding
        self.rules = self.sample.table()
        self.table = encoding.table
        self.games = games
        self.players = self.rules.seats(self.sample.data)
        self.actions = encoding_actions(self.rules, self.table)
        self.features = encoding_features(self.rules, self.table, self.sample.data)
        self.points = (2 if self.table.open_points else 1) if points else 0
        self.sign = -1 if fewer_win else 1
        self.stride = (self.rules.size + 15) & ~<size_t>15
        self.start_count = len(starts)
        self.states = <char*>calloc(games, self.stride)
        self.starts = <char*>calloc(len(starts), self.stride)
        self.sources = <rng_t*>calloc(games, sizeof(rng_t))
        self.room = <char*>malloc(encoding_room(self.rules) + 16 + self.stride)
        if self.states == NULL or self.starts == NULL or self.sources == NULL or self.room == NULL:
            raise MemoryError()
        for i in range(self.start_count):
            start = starts[i]
            if start.rules != self.rules or self.rules.seats(start.data) != self.players \
                    or encoding_features(self.rules, self.table, start.data) != self.features:
                raise ValueError(f"start {i} is of another game or has other settings than start 0")
            if self.rules.viewer(start.data) != NOBODY or start.is_terminal():
                raise ValueError(f"start {i} is not a whole position with a game to play")
            memcpy(self.starts + i * self.stride, start.data, self.rules.size)
        self.observations, self.observed = self._array((games, self.features), np.float32)
        self.masks, self.masked = self._array((games, self.actions), np.bool_)
        self.rewards, self.rewarded = self._array((games, self.players), np.float32)
        self.dones, self.done = self._array((games,), np.bool_)
        self.seats, self.acting = self._array((games,), np.int32)
        self.reset(seed)

    def __repr__(self):
        return f"<Batch of {self.games} games, {self.players} seats, {self.actions} actions>"

    def __dealloc__(self):
        free(self.states)
        free(self.starts)
        free(self.sources)
        free(self.room)

    def _array(self, shape, kind):
        """A new array as its readers see it, and as it is written to."""
        array = np.zeros(shape, kind)
        shown = array.view()
        shown.flags.writeable = False
        return shown, array.view(np.uint8) if kind is np.bool_ else array

    def reset(self, seed=0):
        """Begin all games anew, from a seed. Returns observations and masks."""
        cdef int game
        _Rng(seed)
        cdef uint64_t word = <uint64_t>seed
        self.chooser.word = rng_mix(rng_mix(word, 0), CHOOSER)
        with nogil:
            for game in range(self.games):
                self.sources[game].word = rng_mix(word, game)
                self.begin(game)
                self.show(game)
        self.rewarded[:, :] = 0
        self.done[:] = 0
        return self.observations, self.masks

    def step(self, actions):
        """Play an action in every game; ``actions``: an integer for each, the number for the seat to act.

        Returns ``(observations, masks, rewards, dones)``: float32 (games, features), what the seat sees that
        is to act next; bool (games, actions), what it may play; float32 (games, players), the rewards of all
        seats for this step; bool (games,), whether the game ended with it. A game that ended has already
        begun anew: its observation is the new game's first. ``seats``, int32 (games,), says who is to act.

        Raises IllegalMove naming the first action that is not legal (and the game), ValueError for an array
        of another shape or kind; in both cases no game has changed.
        """
        numbers = np.asarray(actions)
        if numbers.shape != (self.games,) or numbers.dtype.kind not in "iu":
            kind = f"{numbers.dtype} of shape {numbers.shape}"
            raise ValueError(f"actions are {self.games} integers, not {kind}")
        cdef const int64_t[::1] chosen = np.ascontiguousarray(numbers, np.int64)
        cdef int game
        cdef int wrong = -1
        with nogil:
            for game in range(self.games):
                if not 0 <= chosen[game] < self.actions or not self.masked[game, chosen[game]]:
                    wrong = game
                    break
            if wrong < 0:
                for game in range(self.games):
                    self.play(game, <int>chosen[game])
        if wrong >= 0:
            raise IllegalMove(
                f"game {wrong}: action {chosen[wrong]} is not legal for seat {self.acting[wrong]}: see masks",
                str(chosen[wrong]),
            )
        return self.observations, self.masks, self.rewards, self.dones

    def random_actions(self):
        """A legal action number for every game, each equally likely: int64, (games,)."""
        numbers = np.empty(self.games, np.int64)
        cdef int64_t[::1] out = numbers
        cdef int game, number, left
        with nogil:
            for game in range(self.games):
                left = 0
                for number in range(self.actions):
                    left += self.masked[game, number]
                left = rng_below(&self.chooser, left)
                number = 0
                while not self.masked[game, number] or left:
                    left -= self.masked[game, number]
                    number += 1
                out[game] = number
        return numbers

    def state(self, int game):
        """The position of a game, as a State of its own."""
        if not 0 <= game < self.games:
            raise IndexError(f"games are 0 to {self.games - 1}, not {game}")
        cdef State state = self.sample.blank()
        memcpy(state.data, self.states + game * self.stride, self.rules.size)
        return state

    def source(self, int game):
        """A copy of the random source of a game, from which its next chance events come."""
        if not 0 <= game < self.games:
            raise IndexError(f"games are 0 to {self.games - 1}, not {game}")
        return _Rng(self.sources[game].word)

    cdef void begin(self, int game) noexcept nogil:
        """Deal a new game and play the chance events before its first decision."""
        cdef void* state = self.states + game * self.stride
        cdef rng_t* source = &self.sources[game]
        cdef char* other = self.room + ((encoding_room(self.rules) + 15) & ~<size_t>15)
        if self.table.deal != NULL:
            memcpy(state, self.starts, self.rules.size)
            self.table.deal(state, source)
        else:
            memcpy(state, self.starts + rng_below(source, self.start_count) * self.stride, self.rules.size)
            # drawn again as seat 0 sees it and then as seat 1 does, so that no secret stays as it was
            self.rules.resample(state, 0, source, other)
            self.rules.resample(other, 1, source, state)
        self.settle(game)

    cdef int settle(self, int game) noexcept nogil:
        """Play the chance events that are due; returns the actor then."""
        cdef void* state = self.states + game * self.stride
        cdef int actor = self.rules.actor(state)
        while actor == CHANCE:
            self.rules.apply(state, CHANCE, self.rules.draw(state, &self.sources[game]))
            actor = self.rules.actor(state)
        return actor

    cdef void show(self, int game) noexcept nogil:
        """Write what the seat sees that is to act, and its mask."""
        cdef const void* state = self.states + game * self.stride
        cdef int seat = first_owing(self.rules, state)
        self.acting[game] = seat
        cdef float* out = &self.observed[game, 0]
        cdef unsigned char* mask = &self.masked[game, 0]
        encoding_observe(self.rules, self.table, state, seat, out, self.features, self.room)
        encoding_mask(self.rules, self.table, state, seat, mask, self.actions, self.room)

    cdef void margins(self, const void* state, double* out) noexcept nogil:
        """The points of each seat, less the mean of the others'; more is better."""
        cdef int64_t scores[MOST_SEATS]
        cdef int64_t total = 0
        cdef int seat
        self.rules.scores(state, scores)
        for seat in range(self.players):
            total += scores[seat]
        for seat in range(self.players):
            out[seat] = self.sign * (scores[seat] - <double>(total - scores[seat]) / (self.players - 1))

    cdef void play(self, int game, int number) noexcept nogil:
        """Play a legal action, and the chance events that follow; a game that is over begins anew."""
        cdef void* state = self.states + game * self.stride
        cdef float* reward = &self.rewarded[game, 0]
        cdef double before[MOST_SEATS]
        cdef double after[MOST_SEATS]
        cdef int seat = self.acting[game]
        cdef bint over
        if self.points == 2:
            self.margins(state, before)
        self.rules.apply(state, seat, encoding_action(self.rules, self.table, state, seat, number, self.room))
        over = self.settle(game) == TERMINAL
        memset(reward, 0, self.players * sizeof(float))
        if self.points == 2:
            self.margins(state, after)
            for seat in range(self.players):
                reward[seat] = <float>(after[seat] - before[seat])
        elif over:
            if self.points:
                self.margins(state, after)
            else:
                self.rules.returns(state, after)
            for seat in range(self.players):
                reward[seat] = <float>after[seat]
        self.done[game] = over
        if over:
            self.begin(game)
        self.show(game)
