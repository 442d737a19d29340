"""The contract between games and searches, at C level.

A game is one `Rules` table of functions over one flat struct of fixed size. The struct holds the whole
position and no pointer, so a copy is a memcpy. Every function is `noexcept nogil`, takes its randomness
as an argument and does not check its caller: this is the fast interface, for searches. Everybody else uses
the Python class `State`, which checks its input and does all its generic work through the table.

Actors. A position is always in one of four conditions, which `actor` returns:
  seat >= 0        that seat alone decides;
  CHANCE           a draw, a roll or a deal is due (one card a step);
  SIMULTANEOUS     several seats owe a choice each (`owes`); each is entered by its own `apply`, in any order,
                   and lies hidden until the last one is in; that last `apply` reveals and resolves them;
  TERMINAL         the game is over.

Truth and views. A struct is either the whole truth (`viewer` is NOBODY) or what one seat knows. A view is
itself a position on which the game goes on: what its seat sees is applied as itself, what it does not see
as UNSEEN. On a view `legal` and `chance` offer UNSEEN exactly where the viewer may not learn the outcome.
An outcome that comes to light later (a commitment, then its reveal) is asked for then, as a CHANCE step of
its own. A search of a game with hidden information is given a view only.
"""

from libc.stdint cimport int64_t, uint64_t

from solver.rng cimport rng_t

ctypedef int64_t action_t           # a decision or a chance outcome, >= 0; each game documents its layout

cdef enum:
    CHANCE = -1                     # actor: a chance event is due
    SIMULTANEOUS = -2               # actor: several seats owe a choice
    TERMINAL = -4                   # actor: the game is over
    NOBODY = -1                     # viewer: the whole truth
    UNSEEN = -1                     # action: it happened, and the viewer did not see what it was

    # objectives of a search
    WIN = 0                         # the game's result, as `returns` gives it
    RANK = 1                        # a good place: 1 for the first, -1 for the last, evenly between
    POINTS = 2                      # the game's own points, against those of the others

    MOST_TALLIES = 8


cdef struct Rules:
    const char* name                # the game's word, as in GAMES
    size_t size                     # bytes of a state struct
    int max_seats                   # most seats a state can have
    int max_actions                 # most actions that legal() can write
    int max_outcomes                # most outcomes that chance() can write

    # The number of seats of this game, 2 .. max_seats.
    int (*seats)(const void* state) noexcept nogil

    # The actor: a seat, CHANCE, SIMULTANEOUS or TERMINAL.
    int (*actor)(const void* state) noexcept nogil

    # Whether `seat` owes a decision now. True for the acting seat alone, and under SIMULTANEOUS for
    # each seat whose choice is not yet in.
    bint (*owes)(const void* state, int seat) noexcept nogil

    # Write every legal action of `seat` to `out` (room for max_actions) and return how many. At least one
    # exactly when the seat owes a decision, 0 otherwise. No duplicates; the order is the game's own, but the
    # same for equal states.
    int (*legal)(const void* state, int seat, action_t* out) noexcept nogil

    # Carry out a legal action of `seat`, or a chance outcome with seat CHANCE. Anything else is undefined.
    void (*apply)(void* state, int seat, action_t action) noexcept nogil

    # Under CHANCE: write the distinct outcomes (room for max_outcomes) and their odds num[i] / den[0];
    # return how many. The num sum to den; each is positive. 0 when no chance event is due.
    int (*chance)(const void* state, action_t* out, int64_t* num, int64_t* den) noexcept nogil

    # Under CHANCE: draw one outcome by those odds.
    action_t (*draw)(const void* state, rng_t* rng) noexcept nogil

    # The result of each seat in [-1, 1] (sole win 1, sole loss -1); all zero before the end.
    void (*returns)(const void* state, double* out) noexcept nogil

    # The game's own points of each seat now (money, heads, worms).
    void (*scores)(const void* state, int64_t* out) noexcept nogil

    # At the end: the rank of each seat, 1 the best, tied seats share the better one. All zero before the end.
    void (*ranks)(const void* state, int* out) noexcept nogil

    # The owner of this view: a seat, or NOBODY for the whole truth.
    int (*viewer)(const void* state) noexcept nogil

    # The view of `seat`, written to `out`: everything it does not know is erased, not only hidden. A copy if
    # `state` is a view of the same seat already, or if the game has no hidden information.
    void (*view)(const void* state, int seat, void* out) noexcept nogil

    # Draw a whole truth that `seat` cannot tell from `view`, with the probability that the game's own
    # shuffles and draws give it. `view` must be a view of that seat (or a truth: its view is taken).
    void (*resample)(const void* view, int seat, rng_t* rng, void* out) noexcept nogil

    # 64 bits that are equal for states which `seat` cannot tell apart: the information set's key. With seat
    # NOBODY the whole state's key. Equal keys of different sets are as unlikely as 64 bits make them.
    uint64_t (*key)(const void* state, int seat) noexcept nogil

    # Play `state` (a whole truth) to its end with random decisions and draws, write the returns to `out`,
    # and return the number of plies. One call, no allocation. `state` is overwritten: afterwards it is the
    # final position.
    int (*playout)(void* state, rng_t* rng, double* out) noexcept nogil

    # --- for searches that play the game out

    # Whether the position is a leaf for searches: the game is over, or a round is over and the next one does
    # not depend on the cards held in it. `utility` is the evaluation there.
    bint (*horizon)(const void* state) noexcept nogil

    # Evaluation of `state` (a whole truth) for each seat under an objective (WIN, RANK, POINTS), in [-1, 1].
    # WIN is exact at the game's end and an estimate anywhere else. In a game of rounds, RANK and POINTS may
    # cover the current round alone.
    void (*utility)(const void* state, int objective, double* out) noexcept nogil

    # Random decisions and draws from `state` (a whole truth) to the next leaf, or for `plies` plies if that
    # comes first; returns the number of plies. `state` is overwritten.
    int (*rollout)(void* state, rng_t* rng, int plies) noexcept nogil

    # 64 bits that are equal for states with the same common knowledge: all that every seat knows and knows
    # the others to know. Private holdings and chance events still to come do not enter.
    uint64_t (*common)(const void* state) noexcept nogil

    # --- optional: NULL in games that do not have them

    # As `rollout`, with decisions by a few rules of thumb; random among moves that are about equally good.
    int (*guided)(void* state, rng_t* rng, int plies) noexcept nogil

    # Change a whole truth in a part of what `seat` does not know, by a step as likely as its reverse, so
    # that truths drawn by `resample` stay so distributed. Returns the bit set of the seats whose private
    # knowledge has changed; 0, and no change, where no choice tells anything. For games whose learnt model
    # has a likelihood (solver/model.pxd).
    int (*perturb)(void* state, int seat, rng_t* rng) noexcept nogil

    # The number of rounds that are over. `utility` is the best estimate at the end of a round.
    int (*rounds)(const void* state) noexcept nogil

    # Running counts of a seat (its holdings, the events that befell it), which reports show for each move;
    # written to `out` (room for MOST_TALLIES). Their names, separated by blanks.
    void (*tallies)(const void* state, int seat, double* out) noexcept nogil
    const char* tally_names


cdef inline uint64_t hash_bytes(const void* data, size_t size, uint64_t seed) noexcept nogil:
    """64 well-mixed bits of a block of bytes (FNV-1a over bytes, then SplitMix64's scrambling)."""
    cdef const unsigned char* p = <const unsigned char*>data
    cdef uint64_t h = seed ^ <uint64_t>0xCBF29CE484222325
    cdef size_t i
    for i in range(size):
        h = (h ^ p[i]) * <uint64_t>0x100000001B3
        h ^= h >> 29
    h = (h ^ (h >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    h = (h ^ (h >> 27)) * <uint64_t>0x94D049BB133111EB
    return h ^ (h >> 31)


cdef class State:
    cdef const Rules* rules         # the game's table; NULL for a game written in Python alone
    cdef void* data                 # rules.size bytes, owned by this object

    cdef int bind(self, const Rules* rules) except -1
    cdef const Rules* table(self) except NULL
    cdef State blank(self)


cdef uint64_t perft_count(const Rules* rules, const void* state, int depth, char* room) noexcept nogil
