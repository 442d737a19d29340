"""Selection rules: choice among the arms of a node, and learning from the values backed up.

UCB1 and UCB1-Tuned: Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem"
(2002); an arm's own count of availability stands for the number of trials where legal sets differ between
worlds (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Regret matching by
sampled outcomes: Lanctot, Lisy and Winands, "Monte Carlo Tree Search in Simultaneous Move Games" (2013).
Exp3: Auer, Cesa-Bianchi, Freund and Schapire, "The Nonstochastic Multiarmed Bandit Problem" (2002). PUCT:
Silver et al., "Mastering the game of Go without human knowledge" (2017).
"""

from libc.math cimport exp, sqrtf
from libc.stdint cimport uint32_t

from solver.portable cimport highest_bit32
from solver.rng cimport rng_below, rng_real, rng_t
from solver.search.ismcts.store cimport Arm

cdef enum:
    UCB1 = 0
    TUNED = 1
    REGRET = 2
    EXP3 = 3
    PUCT = 4


cdef inline float logarithm(uint32_t n) noexcept nogil:
    """log(n), n >= 1, to within 0.0002; a library call for every arm would be half the cost of selection.

    n = 2^k m with 1 <= m < 2, and log(m) = 2 artanh((m - 1) / (m + 1)) by three terms of its series.
    """
    cdef int place = highest_bit32(n)
    cdef float m = <float>n / <float>(<uint32_t>1 << place)
    cdef float t = (m - <float>1.0) / (m + <float>1.0)
    cdef float square = t * t
    return place * <float>0.6931472 + t * (2 + square * (<float>0.6666667 + square * <float>0.4))


cdef inline int pick_upper(Arm** arms, int n, double explore, bint tuned, rng_t* rng) noexcept nogil:
    """UCB1 or UCB1-Tuned: the arm with the highest upper confidence bound; untried ones first, at random."""
    cdef int i
    cdef int best = 0
    cdef int fresh = 0
    cdef float top = -1e30
    cdef float width = <float>explore
    cdef float value, bound, spread
    for i in range(n):
        if arms[i].visits == 0:
            fresh += 1
            if rng_below(rng, fresh) == 0:
                best = i
        elif fresh == 0:
            value = arms[i].mean
            bound = logarithm(arms[i].available) * arms[i].inverse
            if tuned:
                spread = arms[i].learnt - value * value + sqrtf(2.0 * bound)
                bound *= spread if spread < 1.0 else 1.0
            value += width * sqrtf(bound)
            if value > top:
                top = value
                best = i
    return best


cdef inline int pick_upper_from(
        Arm** arms, int n, double explore, const float* bonus, double scale, rng_t* rng) noexcept nogil:
    """UCB1 on each arm's mean plus its `bonus` times `scale`; untried ones first, at random."""
    cdef int i
    cdef int best = 0
    cdef int fresh = 0
    cdef float top = -1e30
    cdef float width = <float>explore
    cdef float value
    for i in range(n):
        if arms[i].visits == 0:
            fresh += 1
            if rng_below(rng, fresh) == 0:
                best = i
        elif fresh == 0:
            value = arms[i].mean + <float>scale * bonus[i]
            value += width * sqrtf(logarithm(arms[i].available) * arms[i].inverse)
            if value > top:
                top = value
                best = i
    return best


cdef inline int pick_puct(Arm** arms, int n, double explore) noexcept nogil:
    """PUCT: the arm with the highest mean plus `explore` x odds x sqrt(all visits) / (own visits + 1).

    `learnt` holds the odds. An untried arm has the mean of the tried ones.
    """
    cdef int i
    cdef int best = 0
    cdef uint32_t visits = 0
    cdef float top = -1e30
    cdef float mean = 0.0
    cdef float odds = 0.0
    cdef float width, value
    for i in range(n):
        visits += arms[i].visits
        mean += arms[i].mean * arms[i].visits
        odds += arms[i].learnt
    if visits:
        mean /= visits
    width = <float>explore * sqrtf(<float>visits + 1) / (odds if odds > 0.0 else <float>1.0)
    for i in range(n):
        value = arms[i].mean if arms[i].visits else mean
        value += width * arms[i].learnt / <float>(arms[i].visits + 1)
        if value > top:
            top = value
            best = i
    return best


cdef inline void regret_odds(Arm** arms, int n, double explore, double* odds) noexcept nogil:
    """Regret matching: in proportion to the positive regrets, mixed with a share of uniform choice."""
    cdef int i
    cdef double total = 0.0
    for i in range(n):
        if arms[i].learnt > 0.0:
            total += arms[i].learnt
    for i in range(n):
        if total > 0.0:
            odds[i] = explore / n + (1.0 - explore) * (
                arms[i].learnt / total if arms[i].learnt > 0.0 else 0.0)
        else:
            odds[i] = 1.0 / n


cdef inline void exp3_odds(Arm** arms, int n, double explore, double* odds) noexcept nogil:
    """Exp3: in proportion to exp(explore / n x cumulated gain), mixed with a share of uniform choice."""
    cdef int i
    cdef double total = 0.0
    cdef double most = arms[0].learnt
    for i in range(n):
        if arms[i].learnt > most:
            most = arms[i].learnt
    for i in range(n):
        odds[i] = exp(explore / n * (arms[i].learnt - most))
        total += odds[i]
    for i in range(n):
        odds[i] = explore / n + (1.0 - explore) * odds[i] / total


cdef inline int pick_odds(const double* odds, int n, rng_t* rng) noexcept nogil:
    """One of n by their odds, which sum to 1."""
    cdef int i
    cdef double ticket = rng_real(rng)
    for i in range(n - 1):
        ticket -= odds[i]
        if ticket < 0.0:
            return i
    return n - 1
