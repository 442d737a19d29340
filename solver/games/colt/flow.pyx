"""Colt Express: the course of a game, from one decision or draw to the next.

`proceed` carries out all forced steps and stops at the next question (`phase`). `decisions` and `outcomes`
list the answers; `decide` and `happen` carry one out and proceed. A question whose only answer is public is
answered at once. Choices that rest on a hidden hand are always asked, so views and truth take the same steps.
Ids in square brackets are those of the rulings in docs/games/colt.md.
"""

from libc.stdint cimport uint8_t, uint32_t

from solver.games.colt.layout cimport *
from solver.games.colt.tables cimport FIGURES
from solver.games.colt.train cimport *

cdef enum:
    # round cards with special handling here, as numbered in names.py
    ANGRY = 0
    SWIVEL = 1
    BRAKING = 2
    TAKE_ALL = 3
    REBELLION = 4
    RAGE = 7
    SPEED = 8
    TIRED = 10
    WHISKEY = 11
    REVENGE = 12
    PICKPOCKET = 13
    CONDUCTOR = 14
    SHARING = 15
    MORTAL = 16
    ESCAPE = 17

    LAST_ROUND = 4


include "flow_cards.pxi"              # questions to seats, and cards that change hands
include "flow_rounds.pxi"             # beginning and end of the game and its rounds
include "flow_planning.pxi"           # Schemin', turmoil, planning ahead
include "flow_stealing.pxi"           # Stealin': the cards of the pile
include "flow_events.pxi"             # the events of the round cards
include "flow_answers.pxi"            # the legal answers, and decisions carried out
include "flow_chance.pxi"             # the outcomes of chance events, carried out


cdef void begin(ColtStruct* s) noexcept nogil:
    """Begin a game that is laid out: its horse attack, choice of the start, or first round's cards."""
    s.stage = STAGE_ATTACK
    s.turn = s.last
    s.why = 0 if s.flags & (HORSES | PAIRS) else 1      # 1: no choice of the start to ask for
    proceed(s)


cdef inline void take_hostage(ColtStruct* s, int bandit, int hostage) noexcept nogil:
    s.hostage[bandit] = <uint8_t>hostage
    s.hostages &= <uint8_t>~(1 << hostage)
    s.new_hostage |= <uint8_t>(1 << bandit)


cdef bint settle(ColtStruct* s) noexcept nogil:
    """Ask for flights from the Shotgun and choices of hostages first; True if one is asked."""
    cdef int bandit
    cdef uint32_t reach
    while s.flee:
        bandit = first_of(s, s.flee)
        reach = flee_reach(s, bandit)
        if not single(reach):
            return ask(s, ASK_FLEE, bandit)
        s.flee &= <uint8_t>~(1 << bandit)
        go(s, bandit, ctz(reach))
    while s.enter:
        bandit = first_of(s, s.enter)
        if s.hostages and not single(s.hostages):
            return ask(s, ASK_HOSTAGE, bandit)
        s.enter &= <uint8_t>~(1 << bandit)
        if s.hostages:
            take_hostage(s, bandit, ctz(s.hostages))
    return False


cdef void proceed(ColtStruct* s) noexcept nogil:
    """Go on until something is asked or the game is over."""
    cdef bint asked = False
    while not asked:
        if s.flee or s.enter:
            if settle(s):
                return
        if s.stage == STAGE_PILE:
            asked = next_card(s)
        elif s.stage == STAGE_PLAN:
            asked = next_plan(s)
        elif s.stage == STAGE_START:
            asked = next_start(s)
        elif s.stage == STAGE_EVENT:
            asked = next_event(s)
        elif s.stage == STAGE_ROLL:
            roll(s)
        elif s.stage == STAGE_END:
            asked = next_end(s)
        elif s.stage == STAGE_KEEP:
            asked = next_keep(s)
        elif s.stage == STAGE_ATTACK:
            asked = next_attack(s)
        else:
            asked = next_purse(s)


cdef bint next_keep(ColtStruct* s) noexcept nogil:
    """Planning ahead, symbol by symbol, if the card has any and a round follows. [ahead]"""
    cdef int seat
    cdef int mask = 0
    s.seat = 0
    if s.flags & STAGE and not s.flags & EXPERT and s.round < LAST_ROUND and \
            s.step < FIGURES[s.figures].ahead[s.card]:
        for seat in range(s.seats):
            if s.hand_n[seat] > s.step and kept_n(s, seat) == s.step:
                mask |= 1 << seat
        if mask:
            return ask_all(s, ASK_KEEP, mask)
    s.step = 0
    s.stage = STAGE_PILE
    return False


cdef bint next_purse(ColtStruct* s) noexcept nogil:
    """The end: the next purse that not all have seen is turned up; then the game is over. [end]"""
    cdef int everybody = (1 << s.seats) - 1
    cdef uint32_t held = 0
    cdef int bandit
    for bandit in range(s.bandits):
        held |= s.purses[bandit]
    s.seat = 0
    while held:
        s.item = <uint8_t>ctz(held)
        if s.seen[s.item] != everybody:
            s.phase = SHOW_PURSE
            return True
        held &= held - 1
    s.item = NOTHING
    s.phase = PHASE_OVER
    return True
