# 6 nimmt!, part of rules.pyx: what a seat sees, the worlds it cannot tell apart, and the keys of both.

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from solver.game cimport NOBODY
from solver.games.nimmt.rounds cimport draw_small
from solver.rng cimport rng_next, rng_t

# --- views --------------------------------------------------------------------------------------------------

cdef int nimmt_viewer(const void* state) noexcept nogil:
    return (<const NimmtStruct*>state).viewer


cdef void nimmt_view(const void* state, int seat, void* out) noexcept nogil:
    """Remove the other seats' dealt hands and their unrevealed commitments."""
    cdef NimmtStruct* s = <NimmtStruct*>out
    cdef int other
    memcpy(out, state, sizeof(NimmtStruct))
    if s.viewer >= 0:
        return
    s.viewer = <int8_t>seat
    for other in range(s.seats):
        if other != seat:
            if not s.draft:
                s.hand[other][0] = 0
                s.hand[other][1] = 0
            if s.phase == PHASE_PLAY and s.chosen[other] != OPEN:
                s.chosen[other] = HIDDEN


cdef void nimmt_resample(const void* view, int seat, rng_t* rng, void* out) noexcept nogil:
    """[public]: every unseen card is equally likely in every unseen place.

    A hidden commitment is any card of the hand with equal odds.
    """
    cdef NimmtStruct* s = <NimmtStruct*>out
    cdef uint8_t found[112]
    cdef uint64_t unknown[2]
    cdef uint64_t pool = 0
    cdef int other, i, j, n, size
    cdef int drawn = 0
    nimmt_view(view, seat, out)
    if not s.draft:
        unknown_cards(s, unknown)
        n = list_cards(unknown[0], unknown[1], found)
        for other in range(s.seats):
            if other == s.viewer:
                continue
            size = hand_size(s, other)
            if s.phase == PHASE_REVEAL and s.chosen[other] != HIDDEN:
                put(s.hand[other], s.chosen[other])
                size -= 1
            for i in range(size):
                if drawn & 3 == 0:
                    pool = rng_next(rng)
                j = draw_small(&pool, rng, n)
                drawn += 1
                put(s.hand[other], found[j])
                if i == 0 and s.chosen[other] == HIDDEN:
                    s.chosen[other] = found[j]
                n -= 1
                found[j] = found[n]
    for other in range(s.seats):
        if s.chosen[other] == HIDDEN:
            s.chosen[other] = <uint8_t>random_card(s.hand[other], rng)
    s.viewer = NOBODY
    if s.phase == PHASE_REVEAL:
        reveal(s)


cdef void bring_forward(uint8_t* cards, int n, int count, rng_t* rng) noexcept nogil:
    """Bring `count` random ones of n cards to the front."""
    cdef int i, j
    cdef uint8_t card
    for i in range(count):
        j = i + <int>rng_below(rng, n - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


cdef int nimmt_perturb(void* state, int seat, rng_t* rng) noexcept nogil:
    """A rival exchanges some cards with another one or with those that nobody holds.

    The partner is drawn by the number of its cards, the number of cards exchanged evenly; neither depends on
    which cards they are, so the step back is as likely.
    """
    cdef NimmtStruct* s = <NimmtStruct*>state
    cdef uint8_t mine[112]
    cdef uint8_t others[112]
    cdef uint64_t spare[2]
    cdef uint64_t* partner = spare
    cdef int i, rival, other, n, size, drawn, count
    cdef int changed = 0
    if s.draft or s.base or not (s.phase == PHASE_PLAY and s.trick > 0 or s.phase == PHASE_ROW):
        return 0                        # no card was played, or what was played is not known
    rival = (seat + 1 + <int>rng_below(rng, s.seats - 1)) % s.seats
    n = list_cards(s.hand[rival][0], s.hand[rival][1], mine)
    unknown_cards(s, spare)
    size = list_cards(spare[0], spare[1], others)
    if n == 0 or size + n * (s.seats - 2) == 0:
        return 0
    drawn = <int>rng_below(rng, size + n * (s.seats - 2)) - size
    if drawn >= 0:
        drawn //= n
        for other in range(s.seats):
            if other != seat and other != rival:
                if drawn == 0:
                    partner = s.hand[other]
                    changed = 1 << other
                drawn -= 1
        size = list_cards(partner[0], partner[1], others)
    count = 1 + <int>rng_below(rng, n if n < size else size)
    bring_forward(mine, n, count, rng)
    bring_forward(others, size, count, rng)
    for i in range(count):
        drop(s.hand[rival], mine[i])
        put(s.hand[rival], others[i])
        drop(partner, others[i])
        put(partner, mine[i])
    changed |= 1 << rival
    for other in range(s.seats):        # commitments, which only the truth shows, are drawn anew
        if s.phase == PHASE_PLAY and s.chosen[other] != OPEN and (changed >> other) & 1:
            s.chosen[other] = <uint8_t>random_card(s.hand[other], rng)
    return changed


# --- keys ---------------------------------------------------------------------------------------------------

cdef inline uint64_t mixed(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ word) * <uint64_t>0x9FB21C651E98DF25
    return h ^ (h >> 32)


cdef inline uint64_t mixed_words(uint64_t h, const void* data, int words) noexcept nogil:
    cdef const char* p = <const char*>data
    cdef uint64_t word
    cdef int i
    for i in range(words):
        memcpy(&word, p + 8 * i, 8)
        h = mixed(h, word)
    return h


cdef inline uint64_t finished(uint64_t h) noexcept nogil:
    h = (h ^ (h >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    h = (h ^ (h >> 27)) * <uint64_t>0x94D049BB133111EB
    return h ^ (h >> 31)


cdef uint64_t public_hash(const NimmtStruct* s) noexcept nogil:
    """The hash of the open position, without the history of who played what."""
    cdef uint64_t h = mixed_words(0x6E696D6D74, s, 11)              # up to `base`
    if s.draft:
        h = mixed_words(h, s.hand, 2 * s.seats)
    return h


cdef uint64_t chosen_hash(const NimmtStruct* s, uint64_t h, int seat) noexcept nogil:
    """`h` with the commitments that `seat` sees; NOBODY: the open ones; -2: all known here."""
    cdef uint8_t shown[16]
    cdef int other
    memset(shown, 0, sizeof(shown))
    for other in range(s.seats):
        shown[other] = s.chosen[other]
        if shown[other] != OPEN and seat != -2 and other != seat:
            if s.phase == PHASE_PLAY or (s.phase == PHASE_REVEAL and other == s.viewer):
                shown[other] = HIDDEN
    return mixed_words(h, shown, 2)


cdef uint64_t nimmt_common(const void* state) noexcept nogil:
    """The key of rows, heads, cards seen and commitments made; who played what earlier is left out."""
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef uint64_t h = public_hash(s)
    if s.phase == PHASE_ROW or s.phase == PHASE_REVEAL:
        h = chosen_hash(s, h, NOBODY)
    return finished(h)


cdef uint64_t nimmt_key(const void* state, int seat) noexcept nogil:
    cdef const NimmtStruct* s = <const NimmtStruct*>state
    cdef uint64_t h = public_hash(s)
    if s.trick > s.base:
        h = mixed_words(h, s.took, (10 + 10 * s.trick + 7) // 8)    # may read the zeros of `spare`
    if seat == NOBODY:
        h = chosen_hash(s, h, -2)
        h = mixed_words(h, s.hand, 2 * s.seats)
        h = mixed(h, s.viewer + 2)
    else:
        h = chosen_hash(s, h, seat)
        h = mixed_words(h, s.hand[seat], 2)
        h = mixed(h, (seat + 1) << 8)
    return finished(h)
