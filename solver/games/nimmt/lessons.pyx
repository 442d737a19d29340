"""Rounds of 6 nimmt! played by networks against themselves, for their training.

Every card that a learning seat could have played is tried against the cards that the others really played:
its gain is the difference of the heads taken in the trick, and the value of the position after it. The target
of the value is the lambda-return along the round. Rivals are the same network, an earlier one, or the rule of
the hand-made player with some noise. Undercutters take the row with the fewest heads.
"""

import numpy as np

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from solver.games.nimmt.features cimport CARD_WIDTH, HAND, ROWS, RULE, STATE_WIDTH, Sight, write_features
from solver.games.nimmt.net cimport NimmtNet, VALUE_HEADS, nimmt_net
from solver.games.nimmt.rules cimport CARDS, HEADS_OF, ROW_FULL, drop, list_cards, put
from solver.net.layers cimport hm_softmax, perceptron_run, scorer_logits
from solver.rng cimport rng_below, rng_mix, rng_real, rng_seed, rng_t

cdef enum:
    LEARNER = 0                     # kinds of players
    EARLIER = 1
    RULED = 2
    BEST = 3                        # the network's likeliest card
    PLAIN = 4                       # the rule without noise
    MANY = 5                        # seats from which on the rule plays more often

#: Shares of the decisions by number of seats.
SHARES_OF_SEATS = {2: 4.0, 3: 2.0, 4: 3.0, 5: 1.5, 6: 2.0, 7: 1.0, 8: 1.0, 9: 1.0, 10: 1.5}

cdef double NOISE = 0.35            # largest noise of the rule, as a share of RULE_HEADS


cdef struct Lesson:                 # arrays of the decisions, owned by numpy
    float* state                    # [room][STATE_WIDTH]
    float* cards                    # [room][HAND][CARD_WIDTH]
    float* legal                    # [room][HAND]: 1 for a card
    float* gain                     # [room][HAND]: heads less than the others, of each card
    float* goal                     # [room]: target of the value


cdef struct Table:                  # a round in play
    Sight rows                      # the rows; its hand and pool are those of the seat in question
    uint64_t hand[10][2]
    uint64_t hidden[2]              # cards that were not shown yet
    int kind[10]
    int at[10][10]                  # [seat][trick]: decision in the lesson, -1: none
    float reward[10][10]            # [seat][trick]: heads less than the others took
    float worth[10][11]             # [seat][trick]: value before it
    int heads[10][10]               # [seat][trick]: heads taken


cdef void deal(Table* t, int seats, bint small, rng_t* rng) noexcept nogil:
    cdef uint8_t deck[112]
    cdef int n = HAND * seats + ROWS if small else CARDS
    cdef int i, j, card
    memset(t, 0, sizeof(Table))
    for i in range(n):
        deck[i] = <uint8_t>(i + 1)
    for i in range(ROWS + HAND * seats):
        j = i + <int>rng_below(rng, n - i)
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = <uint8_t>card
        if i >= ROWS:
            put(t.hand[(i - ROWS) // HAND], card)
            continue
        j = i
        while j > 0 and t.rows.end[j - 1] > card:
            t.rows.end[j] = t.rows.end[j - 1]
            t.rows.sum[j] = t.rows.sum[j - 1]
            j -= 1
        t.rows.end[j] = card
        t.rows.sum[j] = HEADS_OF[card]
        t.rows.length[i] = 1
    for i in range(1, n + 1):
        put(t.hidden, i)
    for i in range(ROWS):
        drop(t.hidden, t.rows.end[i])
    t.rows.seats = seats
    t.rows.deck = n
    t.rows.left = HAND


cdef void settle(Sight* rows, const uint8_t* cards, const uint8_t* owner, int n, int* heads) noexcept nogil:
    """Place the ascending cards of a trick on rows that stay ascending; add the heads to their takers."""
    cdef int i, card, row
    cdef int first = 0
    if cards[0] < rows.end[0]:
        row = 0
        for i in range(1, ROWS):
            if rows.sum[i] < rows.sum[row]:
                row = i
        heads[owner[0]] += rows.sum[row]
        for i in range(row, 0, -1):
            rows.end[i] = rows.end[i - 1]
            rows.sum[i] = rows.sum[i - 1]
            rows.length[i] = rows.length[i - 1]
        rows.end[0] = cards[0]
        rows.sum[0] = HEADS_OF[cards[0]]
        rows.length[0] = 1
        first = 1
    row = 0
    for i in range(first, n):
        card = cards[i]
        while row + 1 < ROWS and rows.end[row + 1] < card:
            row += 1
        if rows.length[row] == ROW_FULL:
            heads[owner[i]] += rows.sum[row]
            rows.length[row] = 0
            rows.sum[row] = 0
        rows.length[row] += 1
        rows.sum[row] += HEADS_OF[card]
        rows.end[row] = card


cdef inline void see(Sight* sight, const Table* t, int seat) noexcept nogil:
    """The table as a seat sees it."""
    sight[0] = t.rows
    sight.hand[0] = t.hand[seat][0]
    sight.hand[1] = t.hand[seat][1]
    sight.pool[0] = t.hidden[0] & ~sight.hand[0]
    sight.pool[1] = t.hidden[1] & ~sight.hand[1]


cdef int choose(const nimmt_net* net, int kind, const float* state, const float* cards, int n,
                rng_t* rng) noexcept nogil:
    """The place in the hand of the card that a player draws."""
    cdef float odds[HAND + 6]
    cdef int i
    cdef int best = 0
    cdef double cost
    cdef double least = 1e9
    if kind == RULED or kind == PLAIN:
        for i in range(n):
            cost = cards[i * CARD_WIDTH + RULE]
            if kind == RULED:
                cost += NOISE * rng_real(rng)
            if cost < least:
                least = cost
                best = i
        return best
    scorer_logits(&net.cards, state, cards, n, odds)
    if kind == BEST:
        for i in range(1, n):
            if odds[i] > odds[best]:
                best = i
        return best
    hm_softmax(odds, n)
    cost = rng_real(rng)
    for i in range(n):
        cost -= odds[i]
        if cost < 0.0:
            return i
    return n - 1


cdef inline float worth_of(const nimmt_net* net, const float* state) noexcept nogil:
    cdef float out[4]
    perceptron_run(&net.value, state, out)
    return VALUE_HEADS * out[0]


cdef inline int order(const uint8_t* played, int seats, uint8_t* cards, uint8_t* owner) noexcept nogil:
    """Sort the cards of a trick, ascending."""
    cdef int seat, at
    for seat in range(seats):
        at = seat
        while at > 0 and cards[at - 1] > played[seat]:
            cards[at] = cards[at - 1]
            owner[at] = owner[at - 1]
            at -= 1
        cards[at] = played[seat]
        owner[at] = <uint8_t>seat
    return seats


cdef inline float less_than_others(const int* heads, int seats, int seat) noexcept nogil:
    cdef int i
    cdef int total = 0
    for i in range(seats):
        total += heads[i]
    return <float>(total - heads[seat]) / (seats - 1) - heads[seat]


cdef void try_all(
    const Table* t, const nimmt_net* net, const uint8_t* played, int seat, float* gain
) noexcept nogil:
    """The gain of each card of a seat against the cards that the others play."""
    cdef uint8_t own[112]
    cdef uint8_t trick[16]
    cdef uint8_t cards[16]
    cdef uint8_t owner[16]
    cdef int heads[10]
    cdef float state[STATE_WIDTH]
    cdef float inputs[(HAND + 2) * CARD_WIDTH]
    cdef Sight after
    cdef int i, j
    cdef int n = list_cards(t.hand[seat][0], t.hand[seat][1], own)
    memcpy(trick, played, 10)
    for i in range(n):
        see(&after, t, seat)
        trick[seat] = own[i]
        order(trick, after.seats, cards, owner)
        memset(heads, 0, sizeof(heads))
        settle(&after, cards, owner, after.seats, heads)
        gain[i] = less_than_others(heads, after.seats, seat)
        if n > 1:
            for j in range(after.seats):
                drop(after.pool, trick[j])
            drop(after.hand, own[i])
            after.left -= 1
            write_features(&after, state, inputs)
            gain[i] += worth_of(net, state)


cdef int play_round(Table* t, const nimmt_net* net, const nimmt_net* earlier, Lesson* to, int used,
                    rng_t* rng) noexcept nogil:
    """Play a dealt round; returns the number of decisions in the lesson."""
    cdef Sight sight
    cdef float state[STATE_WIDTH]
    cdef float inputs[(HAND + 2) * CARD_WIDTH]
    cdef uint8_t own[112]
    cdef uint8_t played[16]
    cdef uint8_t cards[16]
    cdef uint8_t owner[16]
    cdef int heads[10]
    cdef int trick, seat, n, i
    for trick in range(HAND):
        for seat in range(t.rows.seats):
            see(&sight, t, seat)
            n = write_features(&sight, state, inputs)
            i = choose(earlier if t.kind[seat] == EARLIER else net, t.kind[seat], state, inputs, n, rng)
            list_cards(sight.hand[0], sight.hand[1], own)
            played[seat] = own[i]
            t.at[seat][trick] = -1
            if t.kind[seat] == LEARNER:
                memcpy(to.state + used * STATE_WIDTH, state, sizeof(state))
                memcpy(to.cards + used * HAND * CARD_WIDTH, inputs, HAND * CARD_WIDTH * sizeof(float))
                for i in range(HAND):
                    to.legal[used * HAND + i] = 1.0 if i < n else 0.0
                t.worth[seat][trick] = worth_of(net, state)
                t.at[seat][trick] = used
                used += 1
        for seat in range(t.rows.seats):
            if t.at[seat][trick] >= 0 and trick + 1 < HAND:
                try_all(t, net, played, seat, to.gain + t.at[seat][trick] * HAND)
        order(played, t.rows.seats, cards, owner)
        memset(heads, 0, sizeof(heads))
        settle(&t.rows, cards, owner, t.rows.seats, heads)
        for seat in range(t.rows.seats):
            t.reward[seat][trick] = less_than_others(heads, t.rows.seats, seat)
            t.heads[seat][trick] = heads[seat]
            drop(t.hand[seat], played[seat])
            drop(t.hidden, played[seat])
        t.rows.left -= 1
    return used


cdef void write_goals(const Table* t, Lesson* to, double trace) noexcept nogil:
    """The lambda-returns of each learner's values."""
    cdef int seat, trick
    cdef double goal
    for seat in range(t.rows.seats):
        goal = 0.0
        for trick in range(HAND - 1, -1, -1):
            if t.at[seat][trick] < 0:
                break
            goal = t.reward[seat][trick] + trace * goal + (1.0 - trace) * t.worth[seat][trick + 1]
            to.goal[t.at[seat][trick]] = <float>(goal / VALUE_HEADS)


def play(NimmtNet net, earlier, lesson, unsigned long long seed, double trace=0.9, double past=0.2,
         double ruled=0.3, double ruled_many=0.5, seats=None):
    """Fill the arrays of a lesson with the decisions of whole rounds; returns how many decisions they are.

    ``earlier``: networks of the past; one of them, or the rule, plays some seats of a share ``past`` or
    ``ruled`` (``ruled_many`` from five seats on) of the rounds. ``lesson``: arrays ``state``, ``actions``,
    ``legal``, ``gain``, ``goal`` (Lesson in bench/train). ``seats``: the shares of the decisions by number of
    seats (SHARES_OF_SEATS). A quarter of the rounds is played with the small deck.
    """
    cdef float[:, ::1] state = lesson.state
    cdef float[:, :, ::1] cards = lesson.actions
    cdef float[:, ::1] legal = lesson.legal
    cdef float[:, ::1] gain = lesson.gain
    cdef float[:, ::1] goal = lesson.goal
    cdef Lesson to = Lesson(&state[0, 0], &cards[0, 0, 0], &legal[0, 0], &gain[0, 0], &goal[0, 0])
    cdef Table t
    cdef rng_t rng
    cdef double odds[11]            # of rounds
    cdef double total = 0.0
    cdef int room = <int>state.shape[0]
    cdef int used = 0
    cdef int which, seat, n
    cdef double draw
    cdef NimmtNet old
    cdef const nimmt_net* rival
    shares = SHARES_OF_SEATS if seats is None else seats
    for n in range(2, 11):
        odds[n] = shares.get(n, 0.0) / n
        total += odds[n]
    if total <= 0.0:
        raise ValueError("6 nimmt! is played by 2 to 10 seats")
    if state.shape[1] != STATE_WIDTH or cards.shape[1] != HAND or cards.shape[2] != CARD_WIDTH:
        raise ValueError("the arrays of the lesson have other shapes")
    lesson.gain[:] = 0
    rng_seed(&rng, seed)
    while True:
        draw = total * rng_real(&rng)
        n = 2
        while n < 10 and draw >= odds[n]:
            draw -= odds[n]
            n += 1
        if used + HAND * n > room:
            return used
        old = earlier[rng_below(&rng, len(earlier))] if earlier else net
        rival = &old.net
        deal(&t, n, n < 10 and rng_below(&rng, 4) == 0, &rng)
        draw = rng_real(&rng)
        which = LEARNER
        if draw < past:
            which = EARLIER
        elif draw < past + (ruled if n < MANY else ruled_many):
            which = RULED
        if which != LEARNER:
            for seat in range(n):
                if rng_below(&rng, 4) < (2 if which == EARLIER else 3):
                    t.kind[seat] = which
            t.kind[rng_below(&rng, n)] = LEARNER
        with nogil:
            used = play_round(&t, &net.net, rival, &to, used, &rng)
            write_goals(&t, &to, trace)


def heads_of_rounds(NimmtNet net, NimmtNet rival, int seats, bint small, int deals, unsigned long long seed,
                    bint drawn=False):
    """Heads that one player takes less than the others on average, for each deal, over its places in turn.

    ``net`` plays its likeliest cards in one place, ``rival`` in all others; None is the rule of the
    hand-made player. With ``drawn`` the rival draws its cards by its odds. The rotations of a deal share its
    cards.
    """
    cdef Table t
    cdef Table dealt
    cdef rng_t rng
    cdef int deal_number, place, seat
    found = []
    cdef double total
    if not 2 <= seats <= 10:
        raise ValueError(f"6 nimmt! is not played by {seats} seats")
    for deal_number in range(deals):
        rng_seed(&rng, rng_mix(seed, deal_number))
        deal(&dealt, seats, small, &rng)
        total = 0.0
        for place in range(seats):
            t = dealt
            for seat in range(seats):
                t.kind[seat] = PLAIN if rival is None else EARLIER if drawn else BEST
            t.kind[place] = BEST if net is not None else PLAIN
            total += play_duel(&t, &net.net if net is not None else NULL,
                               &rival.net if rival is not None else NULL, place, &rng)
        found.append(total / seats)
    return found


cdef double play_duel(Table* t, const nimmt_net* net, const nimmt_net* rival, int place,
                      rng_t* rng) noexcept nogil:
    """Heads that the player in one place takes less than the others on average."""
    cdef Sight sight
    cdef float state[STATE_WIDTH]
    cdef float inputs[(HAND + 2) * CARD_WIDTH]
    cdef uint8_t own[112]
    cdef uint8_t played[16]
    cdef uint8_t cards[16]
    cdef uint8_t owner[16]
    cdef int heads[10]
    cdef int _, seat, n, i
    memset(heads, 0, sizeof(heads))
    for _ in range(HAND):
        for seat in range(t.rows.seats):
            see(&sight, t, seat)
            n = write_features(&sight, state, inputs)
            i = choose(net if seat == place else rival, t.kind[seat], state, inputs, n, rng)
            list_cards(sight.hand[0], sight.hand[1], own)
            played[seat] = own[i]
        order(played, t.rows.seats, cards, owner)
        settle(&t.rows, cards, owner, t.rows.seats, heads)
        for seat in range(t.rows.seats):
            drop(t.hand[seat], played[seat])
            drop(t.hidden, played[seat])
        t.rows.left -= 1
    return less_than_others(heads, t.rows.seats, place)


def measure(NimmtNet net, int seats, int rounds, unsigned long long seed):
    """Figures of self-play with the full deck at one number of seats, for estimates of positions.

    ``spread`` [11]: by tricks left, the deviation of the error of the difference of two seats' heads;
    ``heads`` [11]: heads that a seat still takes; ``rounds`` [rounds][seats]: heads of whole rounds.
    """
    cdef Table t
    cdef rng_t rng
    cdef float[:, ::1] state = np.zeros((HAND * seats, STATE_WIDTH), np.float32)
    cdef float[:, :, ::1] cards = np.zeros((HAND * seats, HAND, CARD_WIDTH), np.float32)
    cdef float[:, ::1] legal = np.zeros((HAND * seats, HAND), np.float32)
    cdef float[:, ::1] gain = np.zeros((HAND * seats, HAND), np.float32)
    cdef Lesson to = Lesson(&state[0, 0], &cards[0, 0, 0], &legal[0, 0], &gain[0, 0], NULL)
    cdef int seat, trick, i
    cdef double pairs = seats * (seats - 1) / 2.0
    cdef double share = (seats - 1.0) / seats       # of what one takes less than the others on average
    spread = np.zeros(11)
    taken = np.zeros((rounds, HAND + 1, seats))     # from a trick on
    for i in range(rounds):
        rng_seed(&rng, rng_mix(seed, i))
        deal(&t, seats, False, &rng)
        play_round(&t, &net.net, &net.net, &to, 0, &rng)
        for trick in range(HAND - 1, -1, -1):
            errors = []
            for seat in range(seats):
                taken[i, trick, seat] = taken[i, trick + 1, seat] + t.heads[seat][trick]
                errors.append(taken[i, trick, seat] + share * t.worth[seat][trick])
            spread[HAND - trick] += (seats * sum([e * e for e in errors]) - sum(errors) ** 2) / pairs
    return {
        "spread": np.sqrt(spread / rounds).astype(np.float32),
        "heads": taken.mean(axis=(0, 2))[::-1].astype(np.float32),
        "rounds": taken[:, 0].astype(np.float32),
    }


def placed(rows, cards):
    """Rows and heads of each seat after a trick, as lessons play it: for tests.

    ``rows``: (last card, length, heads) of each row, ascending; ``cards``: of each seat.
    """
    cdef Sight sight
    cdef uint8_t played[16]
    cdef uint8_t ordered[16]
    cdef uint8_t owner[16]
    cdef int heads[10]
    cdef int i
    for i in range(ROWS):
        sight.end[i], sight.length[i], sight.sum[i] = rows[i]
    for i in range(len(cards)):
        played[i] = cards[i]
    memset(heads, 0, sizeof(heads))
    order(played, <int>len(cards), ordered, owner)
    settle(&sight, ordered, owner, <int>len(cards), heads)
    after = [(sight.end[i], sight.length[i], sight.sum[i]) for i in range(ROWS)]
    return after, [heads[i] for i in range(len(cards))]
