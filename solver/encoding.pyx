"""Encoding of positions for learning programs; its C functions fill in what a game's plug leaves out."""

from typing import NamedTuple

from solver.errors import IllegalMove

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from solver.game cimport Rules, State, action_t


class Block(NamedTuple):
    """A block of an observation: ``shape`` numbers, in C order, and their meaning."""

    name: str
    shape: tuple
    words: str

    @property
    def size(self):
        """Length of the block, in numbers."""
        size = 1
        for length in self.shape:
            size *= length
        return size


# --- C functions ------------------------------------------------------------------------------------------

cdef size_t encoding_room(const Rules* rules) noexcept nogil:
    cdef size_t actions = rules.max_actions * sizeof(action_t)
    return actions if actions > rules.size else rules.size


cdef int encoding_actions(const Rules* rules, const Encoding* table) noexcept nogil:
    """The number of action numbers."""
    return table.actions or rules.max_actions


cdef int encoding_features(const Rules* rules, const Encoding* table, const void* state) noexcept nogil:
    """The length of an observation."""
    if table.features == NULL:
        return <int>rules.size
    return table.features(state)


cdef void encoding_observe(const Rules* rules, const Encoding* table, const void* state, int seat, float* out,
                           int features, char* room) noexcept nogil:
    """Write the observation of a seat."""
    cdef int i
    if table.observe != NULL:
        memset(out, 0, features * sizeof(float))
        table.observe(state, seat, out)
        return
    rules.view(state, seat, room)
    for i in range(features):
        out[i] = <float>(<unsigned char>room[i] / 255.0)


cdef void encoding_mask(const Rules* rules, const Encoding* table, const void* state, int seat,
                        unsigned char* out, int actions, char* room) noexcept nogil:
    """Write 1 for each action number that the seat may play now, 0 for the others."""
    cdef action_t* legal = <action_t*>room
    cdef int i, n
    memset(out, 0, actions)
    if table.mask != NULL:
        table.mask(state, seat, out)
        return
    n = rules.legal(state, seat, legal)
    for i in range(n):
        out[i if table.number == NULL else table.number(state, legal[i])] = 1


cdef action_t encoding_action(const Rules* rules, const Encoding* table, const void* state, int seat,
                              int number, char* room) noexcept nogil:
    """The decision of a number that is legal."""
    cdef action_t* legal = <action_t*>room
    cdef int i, n
    if table.action != NULL:
        return table.action(state, seat, number)
    n = rules.legal(state, seat, legal)
    if table.number == NULL:
        return legal[number]
    for i in range(n):
        if table.number(state, legal[i]) == number:
            return legal[i]
    return legal[0]                     # not reached: the number is legal


# --- for Python ---------------------------------------------------------------------------------------------

cdef Encoding GENERAL
memset(&GENERAL, 0, sizeof(Encoding))


cdef class EncodingPlug:
    """Encoding of one game. This class itself serves games without a plug of their own.

    Observations are ``float32`` numbers in [0, 1]. They are computed from what the seat sees; the own seat
    comes first wherever seats are listed, then the seats that follow it. An action's number is the same at
    every position for the same decision (in a game without a plug: its place among the legal ones).
    """

    def __cinit__(self):
        self.table = &GENERAL

    cdef const Rules* rules(self, State state) except NULL:
        """The table of a state. Raises ValueError when the encoding is of another game."""
        if self.table.rules != NULL and state.rules != self.table.rules:
            raise ValueError(f"this encoding is of positions of {self.table.rules.name.decode()}")
        return state.table()

    @property
    def deals(self):
        """Whether the plug deals set-ups itself; otherwise starts have to be dealt by the game's entry."""
        return self.table.deal != NULL

    @property
    def open_points(self):
        """Whether the points of every seat are open at any time."""
        return bool(self.table.open_points)

    def actions(self, State state):
        """The number of action numbers: 0 .. actions - 1."""
        return encoding_actions(self.rules(state), self.table)

    def features(self, State state):
        """The length of an observation in games with the settings of ``state``."""
        return encoding_features(self.rules(state), self.table, state.data)

    def blocks(self, State state):
        """The layout of an observation: its blocks in order."""
        return (Block("view", (self.features(state),), "the bytes of the seat's view, of 255"),)

    def observe(self, State state, int seat, float[::1] out):
        """Write the observation of a seat to ``out`` (float32, of length ``features``)."""
        cdef const Rules* rules = self.rules(state)
        cdef int features = encoding_features(rules, self.table, state.data)
        cdef char* room
        state._check_view(seat)
        if out.shape[0] != features:
            raise ValueError(f"an observation has {features} numbers, not {out.shape[0]}")
        room = <char*>malloc(encoding_room(rules))
        if room == NULL:
            raise MemoryError()
        encoding_observe(rules, self.table, state.data, seat, &out[0], features, room)
        free(room)

    def mask(self, State state, int seat, unsigned char[::1] out):
        """Write to ``out`` (bytes, of length ``actions``) 1 for each number that the seat may play."""
        cdef const Rules* rules = self.rules(state)
        cdef int actions = encoding_actions(rules, self.table)
        cdef char* room
        state._check_seat(seat)
        if out.shape[0] != actions:
            raise ValueError(f"a mask has {actions} bytes, not {out.shape[0]}")
        room = <char*>malloc(encoding_room(rules))
        if room == NULL:
            raise MemoryError()
        if rules.owes(state.data, seat):
            encoding_mask(rules, self.table, state.data, seat, &out[0], actions, room)
        else:
            memset(&out[0], 0, actions)
        free(room)

    def number(self, State state, int seat, action_t action):
        """The number of a legal decision of a seat. Raises IllegalMove for any other."""
        legal = state._legal(seat)
        if action not in legal:
            raise IllegalMove(f"action {action} is not legal for seat {seat}", str(action))
        if self.table.number == NULL:
            return legal.index(action)
        return self.table.number(state.data, action)

    def action(self, State state, int seat, int number):
        """The decision of a number. Raises IllegalMove when the seat may not play it."""
        cdef const Rules* rules = self.rules(state)
        cdef action_t* legal
        cdef action_t found = -1
        cdef int i, n
        state._check_seat(seat)
        legal = <action_t*>malloc(encoding_room(rules))
        if legal == NULL:
            raise MemoryError()
        n = rules.legal(state.data, seat, legal)
        for i in range(n):
            if number == (i if self.table.number == NULL else self.table.number(state.data, legal[i])):
                found = legal[i]
        free(legal)
        if found >= 0:
            return found
        raise IllegalMove(f"number {number} is not a legal action of seat {seat} here", str(number))
