"""Traversal of a proof that one seat of a two-seat game reaches a result, by the contract alone.

The claim: the *proving seat* ends with a result of at least ``target`` (1: it wins, 0: it does not lose),
whatever the other seat does and whatever is drawn. The traversal is depth-first in the rules' own order of
moves. Where the proving seat decides, it follows the one move that the certificate names; where the other
seat decides or chance draws, it follows everything. A question that was proved is not visited again.
Positions of little play left (a size below ``cut``) are not in the certificate: the traversal searches them
by itself.

The legal moves, their effects, the outcomes of draws and the results come from the game's ``Rules`` table.
The moves are all that is read from a file, so there is no reply that a file could leave out, no position that
it could invent, and nothing in it that could point back.

A question is remembered only after its proof is complete, so even in a game with repetitions nothing would
prove itself; a line of ``DEPTH`` plies is refused. What is remembered are 128 bits of a hash whose random
multipliers are drawn anew for every traversal (Dietzfelbinger 1996), so nobody can prepare positions that
share a hash: two different ones do with probability 2^-64 in each half, independently.
"""
import secrets

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from solver.game cimport CHANCE, TERMINAL, State, action_t
from solver.portable cimport multiply_add
from solver.stop cimport StopFlag

cdef enum:
    LISTS = 40                   # longest lists of moves that fit into the arena
    MEMO_BITS = 18
    FIRST_MARKS = 1 << 12
    ONE_BYTE = 256               # more legal moves than this, and an index takes two bytes
    # faults
    STOPPED = 1
    SHORT = 2
    BAD_MOVE = 3
    MISSED = 4
    ENDLESS = 5
    NO_MEMORY = 6
    NO_MOVE = 7
    UNPROVED = 8


class Rejected(Exception):
    """The moves do not prove the claim. ``state``: the position at which the proof fails."""

    def __init__(self, reason, state):
        super().__init__(reason)
        self.state = state


class Stopped(Exception):
    """The traversal was asked to stop."""


REASONS = {
    SHORT: "the moves end before the proof does",
    BAD_MOVE: "the move named there is none of the legal moves",
    MISSED: "the game ends below the claim",
    ENDLESS: "the line is longer than any game",
    UNPROVED: "a search of the rest of the game refutes the claim",
    NO_MOVE: "no move was found that keeps the claim",
}


cdef class VerifyPlug:
    """Knowledge of one game that a traversal uses; the C methods are in the ``.pxd``."""

    cdef int size(self, const void* state) noexcept nogil:
        return 0

    cdef void canonical(self, const void* state, void* out) noexcept nogil:
        pass

    def same(self, State one, State other):
        """Whether the traversal takes two states for the same position."""
        return self.form(one) == self.form(other)

    def form(self, State state):
        """The canonical form of a state, as bytes."""
        cdef bytearray out = bytearray(state.table().size)
        cdef unsigned char[::1] view = out
        self.canonical(state.data, &view[0])
        return bytes(out)

    def play_left(self, State state):
        """The size of a state."""
        return self.size(state.data)


cdef class Oracle:
    """Source of the proving side's moves while a certificate is written."""

    cdef int choose(self, const void* state, int seat, int target, const action_t* actions,
                    int count) noexcept nogil:
        return -1


# --- the set of proved questions ----------------------------------------------------------------------------

cdef bint marks_have(const Marks* marks, const Mark* mark) noexcept nogil:
    cdef uint64_t i = mark.low & (marks.capacity - 1)
    while marks.slots[i].high or marks.slots[i].low:
        if marks.slots[i].high == mark.high and marks.slots[i].low == mark.low:
            return True
        i = (i + 1) & (marks.capacity - 1)
    return False


cdef void marks_put(Marks* marks, const Mark* mark) noexcept nogil:
    cdef uint64_t i = mark.low & (marks.capacity - 1)
    while marks.slots[i].high or marks.slots[i].low:
        i = (i + 1) & (marks.capacity - 1)
    marks.slots[i] = mark[0]


cdef bint marks_add(Marks* marks, const Mark* mark) noexcept nogil:
    """Add a mark that is not in the set; False when there is no memory."""
    cdef Marks larger
    cdef uint64_t i
    if 4 * marks.count >= 3 * marks.capacity:
        larger.capacity = 2 * marks.capacity
        larger.slots = <Mark*> calloc(larger.capacity, sizeof(Mark))
        if larger.slots == NULL:
            return False
        for i in range(marks.capacity):
            if marks.slots[i].high or marks.slots[i].low:
                marks_put(&larger, &marks.slots[i])
        free(marks.slots)
        marks.slots = larger.slots
        marks.capacity = larger.capacity
    marks_put(marks, mark)
    marks.count += 1
    return True


# --- the traversal ------------------------------------------------------------------------------------------

cdef class Walk:
    """One traversal; its set of proved questions serves all claims that are run on it.

    ``moves``: the moves of a certificate; with an ``oracle`` they are recorded instead. Raises MemoryError.
    """

    def __cinit__(self, VerifyPlug plug, State state, int cut, const unsigned char[::1] moves=None,
                  Oracle oracle=None, StopFlag stop=None):
        cdef int i, k
        self.plug = plug
        self.model = state
        self.rules = state.table()
        self.cut = cut
        self.oracle = oracle
        self.stop = stop if stop is not None else StopFlag()
        self.words = (self.rules.size + 7) // 8
        if self.words > MOST_WORDS:
            raise ValueError("a state of this game is too large")
        self.length = len(moves) if moves is not None else 0
        self.room = self.length if self.length else 1
        self.moves = <unsigned char*> malloc(self.room)
        self.states = <char*> calloc(DEPTH + 1, self.rules.size)
        self.canon = <char*> calloc(self.words + 1, 8)
        self.actions = <action_t*> malloc(LISTS * self.rules.max_actions * sizeof(action_t))
        self.memo = <Mark*> calloc(1 << MEMO_BITS, sizeof(Mark))
        self.marks.slots = <Mark*> calloc(FIRST_MARKS, sizeof(Mark))
        self.marks.capacity = FIRST_MARKS
        if (self.moves == NULL or self.states == NULL or self.canon == NULL or self.actions == NULL
                or self.memo == NULL or self.marks.slots == NULL):
            raise MemoryError("no memory for a traversal")
        if self.length:
            memcpy(self.moves, &moves[0], self.length)
        self.actions_end = self.actions + LISTS * self.rules.max_actions
        for i in range(4):
            for k in range(MOST_WORDS + 1):
                self.keys[i][k] = secrets.randbits(64)

    def __dealloc__(self):
        free(self.moves)
        free(self.states)
        free(self.canon)
        free(self.actions)
        free(self.memo)
        free(self.marks.slots)

    # --- bytes

    def take(self):
        """The next byte of the certificate.

        Raises:
            Rejected: there is none.
        """
        if self.at >= self.length:
            raise Rejected(REASONS[SHORT], self.model)
        self.at = self.at + 1
        return self.moves[self.at - 1]

    def write(self, int byte):
        """Record a byte."""
        if not self.put(byte):
            raise MemoryError("no memory for the moves of a certificate")

    @property
    def left(self):
        """Bytes of the certificate that are not read yet."""
        return self.length - self.at

    def recorded(self):
        """The bytes recorded so far."""
        return (<char*> self.moves)[:self.length]

    @property
    def remembered(self):
        """Questions that are proved and remembered."""
        return self.marks.count

    def progress(self):
        """The share of the work that is done, 0 to 1; when moves are recorded, an estimate."""
        cdef double share = 0.0, part = 1.0
        cdef int depth
        if self.oracle is None:
            return self.at / self.length if self.length else 1.0
        for depth in range(DEPTH):
            if self.due[depth] == 0 or part < 1e-4:
                break
            share += part * self.done[depth] / self.due[depth]
            part /= self.due[depth]
        return share

    # --- the claim

    def run(self, State state, int seat, int target):
        """Follow a proof that ``seat`` ends with at least ``target`` (0 or 1), from ``state`` on.

        Raises:
            Rejected: the moves do not prove it.
            Stopped: the flag was raised.
            MemoryError: the set of proved questions does not fit into memory.
        """
        cdef int answer
        cdef const Rules* rules = state.table()
        if rules != self.rules or rules.seats(state.data) != 2:
            raise ValueError("another game")
        self.model = state
        self.seat = seat
        self.target = target
        self.fault = 0
        memcpy(self.states, state.data, self.rules.size)
        memset(self.due, 0, sizeof(self.due))
        memset(self.refuters, 0, sizeof(self.refuters))
        with nogil:
            answer = self.prove(0, self.actions)
        if answer == 1:
            return
        if self.fault == STOPPED:
            raise Stopped
        if self.fault == NO_MEMORY:
            raise MemoryError(f"no memory to remember more than {self.marks.count} proved questions")
        raise Rejected(REASONS[self.fault], self.faulty())

    def faulty(self):
        """The position of the last fault."""
        cdef State state = self.model.blank()
        memcpy(state.data, self.states + self.fault_depth * self.rules.size, self.rules.size)
        return state

    cdef int fail(self, int fault, int depth) noexcept nogil:
        self.fault = fault
        self.fault_depth = depth
        return -1

    cdef void mark_of(self, const void* state, Mark* out) noexcept nogil:
        """The hash of a question: the canonical form, the proving seat and the target."""
        cdef const uint64_t* words = <const uint64_t*> self.canon
        cdef uint64_t low = self.keys[1][MOST_WORDS], other = self.keys[3][MOST_WORDS]
        cdef uint64_t high = self.keys[0][MOST_WORDS] ^ <uint64_t>(2 * self.seat + self.target)
        cdef int i
        out.low = self.keys[2][MOST_WORDS] ^ <uint64_t>(2 * self.seat + self.target)
        memset(self.canon, 0, self.words * 8)
        self.plug.canonical(state, self.canon)
        for i in range(self.words):
            multiply_add(&high, &low, self.keys[0][i], self.keys[1][i], words[i])
            multiply_add(&out.low, &other, self.keys[2][i], self.keys[3][i], words[i])
        out.high = high
        out.low |= 2                # never zero: zero means free. The lowest bit is the memo's answer.
        out.low &= ~<uint64_t>1

    cdef int next_index(self, int count) noexcept nogil:
        """The index of the move that the certificate names among ``count``; -1: no more bytes."""
        cdef int index
        if count == 1:
            return 0
        if self.at + (count > ONE_BYTE) >= self.length:
            return -1
        index = self.moves[self.at]
        self.at = self.at + 1
        if count > ONE_BYTE:
            index = index << 8 | self.moves[self.at]
            self.at = self.at + 1
        return index

    cdef bint put(self, unsigned char byte) noexcept nogil:
        cdef unsigned char* larger
        if self.length == self.room:
            larger = <unsigned char*> realloc(self.moves, 2 * self.room)
            if larger == NULL:
                return False
            self.moves = larger
            self.room = 2 * self.room
        self.moves[self.length] = byte
        self.length = self.length + 1
        return True

    cdef bint put_index(self, int index, int count) noexcept nogil:
        if count == 1:
            return True
        if count > ONE_BYTE and not self.put(<unsigned char>(index >> 8)):
            return False
        return self.put(<unsigned char>(index & 255))

    cdef int prove(self, int depth, action_t* out) noexcept nogil:
        """Follow the proof of the position of this ply: 1, or -1 with a fault."""
        cdef void* state = self.states + depth * self.rules.size
        cdef double results[2]
        cdef int64_t weights[64]
        cdef int64_t total
        cdef int actor = self.rules.actor(state), count
        self.positions = self.positions + 1
        if self.stop.value:
            return self.fail(STOPPED, depth)
        if actor == TERMINAL:
            self.rules.returns(state, results)
            return 1 if results[self.seat] >= self.target else self.fail(MISSED, depth)
        if depth + 1 >= DEPTH or out + self.rules.max_actions > self.actions_end:
            return self.fail(ENDLESS, depth)
        if actor == CHANCE:
            count = self.rules.chance(state, out, weights, &total)
            return self.prove_all(depth, out, count, CHANCE)
        if self.plug.size(state) < self.cut:
            if self.oracle is not None:
                return 1
            count = self.search(depth, out)
            return count if count else self.fail(UNPROVED, depth)
        if actor == self.seat:
            return self.prove_choice(depth, out)
        count = self.rules.legal(state, actor, out)
        return self.prove_all(depth, out, count, actor)

    cdef int prove_all(self, int depth, action_t* out, int count, int mover) noexcept nogil:
        """Follow every reply or outcome."""
        cdef char* state = self.states + depth * self.rules.size
        cdef char* child = state + self.rules.size
        cdef int i
        self.due[depth] = count
        for i in range(count):
            self.done[depth] = i
            memcpy(child, state, self.rules.size)
            self.rules.apply(child, mover, out[i])
            if self.prove(depth + 1, out + count) != 1:
                return -1
        self.due[depth] = 0
        return 1

    cdef int prove_choice(self, int depth, action_t* out) noexcept nogil:
        """Follow the certificate's move, unless the question was proved before."""
        cdef char* state = self.states + depth * self.rules.size
        cdef char* child = state + self.rules.size
        cdef Mark mark
        cdef int count, index
        self.mark_of(state, &mark)
        if marks_have(&self.marks, &mark):
            return 1
        count = self.rules.legal(state, self.seat, out)
        self.chosen = self.chosen + 1
        if self.oracle is None:
            index = self.next_index(count)
            if index < 0:
                return self.fail(SHORT, depth)
            if index >= count:
                return self.fail(BAD_MOVE, depth)
        else:
            index = self.oracle.choose(state, self.seat, self.target, out, count)
            if index < 0:
                return self.fail(NO_MOVE, depth)
            if not self.put_index(index, count):
                return self.fail(NO_MEMORY, depth)
        self.done[depth] = 0
        self.due[depth] = 1
        memcpy(child, state, self.rules.size)
        self.rules.apply(child, self.seat, out[index])
        if self.prove(depth + 1, out + count) != 1:
            return -1
        self.due[depth] = 0
        if not marks_add(&self.marks, &mark):
            return self.fail(NO_MEMORY, depth)
        return 1

    # --- positions below the cut

    cdef int search(self, int depth, action_t* out) noexcept nogil:
        """1 or 0: the proving seat reaches the target from the position of this ply, or not; -1: a fault."""
        cdef char* state = self.states + depth * self.rules.size
        cdef char* child = state + self.rules.size
        cdef double results[2]
        cdef int64_t weights[64]
        cdef int64_t total
        cdef Mark mark
        cdef Mark* known
        cdef int actor = self.rules.actor(state), i, count, answer
        self.positions = self.positions + 1
        self.searched = self.searched + 1
        if self.stop.value:
            return self.fail(STOPPED, depth)
        if actor == TERMINAL:
            self.rules.returns(state, results)
            return results[self.seat] >= self.target
        if depth + 1 >= DEPTH or out + self.rules.max_actions > self.actions_end:
            return self.fail(ENDLESS, depth)
        if actor == CHANCE:
            count = self.rules.chance(state, out, weights, &total)
            for i in range(count):
                memcpy(child, state, self.rules.size)
                self.rules.apply(child, CHANCE, out[i])
                answer = self.search(depth + 1, out + count)
                if answer != 1:
                    return answer
            return 1
        self.mark_of(state, &mark)
        known = self.memo + (mark.low >> (64 - MEMO_BITS))
        if known.high == mark.high and known.low & ~<uint64_t>1 == mark.low:
            return known.low & 1
        answer = self.search_moves(depth, out, actor)
        if answer >= 0:
            known.high = mark.high
            known.low = mark.low | answer
        return answer

    cdef int search_moves(self, int depth, action_t* out, int mover) noexcept nogil:
        """Search moves until one settles the question: for the proving seat a good one, else a bad one."""
        cdef char* state = self.states + depth * self.rules.size
        cdef char* child = state + self.rules.size
        cdef int settles = mover == self.seat
        cdef int i, answer, count
        cdef action_t* refuter = &self.refuters[settles][self.plug.size(state) % SIZES]
        count = self.rules.legal(state, mover, out)
        for i in range(1, count):
            if out[i] == refuter[0]:
                out[i] = out[0]
                out[0] = refuter[0]
                break
        for i in range(count):
            memcpy(child, state, self.rules.size)
            self.rules.apply(child, mover, out[i])
            answer = self.search(depth + 1, out + count)
            if answer < 0:
                return answer
            if answer == settles:
                refuter[0] = out[i]
                return answer
        return 1 - settles
