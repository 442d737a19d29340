"""The fast random rounds of 6 nimmt!, leaves and evaluations, and the hand-made player."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import mean, stdev

import pytest

from scaling import scale
from solver.game import CHANCE_PLAYER, State
from solver.games import GAMES, parse_position
from solver.games.nimmt import greedy, names
from solver.games.nimmt.rules import heads_of
from solver.games.nimmt.state import NimmtState
from solver.games.nimmt.worlds import at_horizon, play_rounds, play_worlds, roll_out, utilities
from solver.rng import Rng, mix

WIN, RANK, POINTS = range(3)
KINDS: tuple[tuple[str, ...], ...] = (
    ("round",),
    ("target33",),
    ("target33", "small"),
    ("target33", "tactical"),
)


def positions(seats: int, rules: tuple[str, ...], seed: int) -> list[NimmtState]:
    """The positions of a random game, in which seats commit in any order."""
    random = Random(seed)
    state = GAMES["nimmt"].initial(seed, seats, rules)
    out = []
    while True:
        assert isinstance(state, NimmtState)
        out.append(state)
        if state.is_terminal():
            return out
        state = state.clone()
        seat = random.choice(state.players_to_move() or [CHANCE_PLAYER])
        state.apply_action(random.choice(state.legal_actions(seat)), seat)


def cheapest(rows: tuple[tuple[int, ...], ...]) -> int:
    heads = [sum(map(heads_of, row)) for row in rows]
    return heads.index(min(heads))


@pytest.mark.parametrize("guided", [False, True], ids=["random", "guided"])
@pytest.mark.parametrize("rules", KINDS, ids="-".join)
@pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
def test_a_rollout_is_a_round_by_the_rules(seats: int, rules: tuple[str, ...], guided: bool) -> None:
    """Its last position, read as text, is replayed trick by trick by the ordinary rules."""
    ends: Counter[bool] = Counter()
    for seed in range(scale(10, least=2)):
        for number, state in enumerate(positions(seats, rules, seed)):
            end, plies = roll_out(state, Rng(number), guided=guided)
            assert isinstance(end, NimmtState)
            assert at_horizon(end)
            text = end.to_text()
            assert parse_position(text) == end  # rows, heads and all follow from the tricks
            assert parse_position(text).key() == end.key()
            before, after = state.fields(), end.fields()
            if at_horizon(state):
                assert plies == 0
                continue
            assert plies > 0
            ends[end.is_terminal()] += 1
            assert after.round == before.round + (before.phase == names.DEAL and before.due())
            assert after.tricks[: before.completed] == before.tricks
            if before.completed == 0 and before.phase == names.PLAY and not any(before.table):
                undercuts = sum(trick.row is not None for trick in after.tricks)
                assert plies == 10 * seats + undercuts
            if before.phase == names.PLAY:
                for seat, card in enumerate(before.table):
                    assert not card or after.tricks[before.completed].cards[seat] == card
                for seat, hand in enumerate(before.hands):
                    played = sorted(trick.cards[seat] for trick in after.tricks[before.completed :])
                    assert tuple(played) == hand
    assert ends[True] or seats > 4
    assert ends[False] or rules == ("round",)


@pytest.mark.parametrize("guided", [False, True], ids=["random", "guided"])
def test_undercutters_of_rollouts_take_the_first_of_the_cheapest_rows(guided: bool) -> None:
    undercuts = 0
    for seed in range(scale(200, least=60)):
        start = GAMES["nimmt"].initial(seed, 4, ("round",))
        end, _ = roll_out(start, Rng(seed), guided=guided)
        assert isinstance(end, NimmtState)
        state = start.clone()
        for trick in end.fields().tricks:
            for seat, card in enumerate(trick.cards):
                state.apply_action(card, seat)
            if trick.row is not None:
                assert isinstance(state, NimmtState)
                assert trick.row == cheapest(state.fields().rows)
                state.apply_action(trick.row)
                undercuts += 1
        assert state == end
    assert undercuts > 20


def test_a_limit_of_plies_is_kept() -> None:
    for seed, limit in enumerate((1, 2, 5, 13, 40, 60)):
        for rules in KINDS:
            state = GAMES["nimmt"].initial(seed, 3, rules)
            for guided in (False, True):
                end, plies = roll_out(state, Rng(1), limit, guided)
                assert plies == limit or at_horizon(end)
                assert parse_position(end.to_text()) == end


def test_every_card_of_a_hand_is_equally_likely_in_every_trick() -> None:
    state = GAMES["nimmt"].initial(6, 3, ("round",))
    assert isinstance(state, NimmtState)
    hand = state.fields().hands[1]
    counts: Counter[tuple[int, int]] = Counter()
    rng = Rng(8)
    draws = 4_000
    for _ in range(draws):
        end, _ = roll_out(state, rng)
        assert isinstance(end, NimmtState)
        counts.update((number, trick.cards[1]) for number, trick in enumerate(end.fields().tricks))
    assert isinstance(hand, tuple)
    spread = sum((counts[n, card] - draws / 10) ** 2 / (draws / 10) for n in range(10) for card in hand)
    assert spread < 150  # 81 degrees of freedom


# --- guided rollouts ----------------------------------------------------------------------------------------


def test_a_guided_rollout_is_the_same_in_one_go_and_ply_by_ply() -> None:
    for seed in range(scale(60, least=12)):
        rules = KINDS[seed % 3]
        state = GAMES["nimmt"].initial(seed, 3 + seed % 8, rules)
        whole, plies = roll_out(state, Rng(seed), guided=True)
        step: State = state
        rng = Rng(seed)
        for _ in range(plies):
            step, played = roll_out(step, rng, 1, guided=True)
            assert played == 1
        assert step == whole


@pytest.mark.parametrize("rules", [("round",), ("round", "small")], ids="-".join)
def test_guided_cards_rest_on_nothing_that_the_seat_does_not_know(rules: tuple[str, ...]) -> None:
    chosen = set()
    for seed in range(scale(60, least=12)):
        for state in positions(4, rules, seed):
            if state.players_to_move() == [0, 1, 2, 3]:
                cards = set()
                for number in range(6):
                    world = state.resample_from_infostate(0, Rng(number))
                    end, _ = roll_out(world, Rng(seed), 1, guided=True)
                    assert isinstance(end, NimmtState)
                    cards.add(end.fields().table[0])
                assert len(cards) == 1
                chosen |= cards
    assert len(chosen) > 20


def test_guided_rollouts_of_two_seats_are_random_ones() -> None:
    for seed in range(5):
        state = GAMES["nimmt"].initial(seed, 2, ("round",))
        assert roll_out(state, Rng(seed), guided=True) == roll_out(state, Rng(seed))


@pytest.mark.parametrize("seats", [3, 4, 6, 10])
def test_guided_cards_beat_random_ones(seats: int) -> None:
    """The same deals, each seat in turn; the interval lies above zero."""

    def lead(seed: int, hero: int) -> float:
        state: State = GAMES["nimmt"].initial(seed, seats, ("round",))
        rng = Rng(mix(seed, 78))
        while not state.is_terminal():
            others = [seat for seat in state.players_to_move() if seat != hero]
            for seat in others:
                state.apply_action(blind(state, seat, rng), seat)
            if state.players_to_move() == [hero]:
                state, _ = roll_out(state, rng, 1, guided=True)
        heads = state.scores()
        return (sum(heads) - heads[hero]) / (seats - 1) - heads[hero]

    deals = [mean(lead(seed, hero) for hero in range(seats)) for seed in range(1, scale(300, least=40) + 1)]
    assert mean(deals) - 2.6 * stdev(deals) / len(deals) ** 0.5 > 2


def test_guided_cards_wait_for_a_safe_trick() -> None:
    """The sixth of a row is not played while there is a card that costs nothing, whatever is drawn."""
    text = (
        "nimmt/1 view=all target=- deck=full draft=dealt round=1 phase=play first=-/-/-/- tricks=?8"
        " rows=10/50+51+52+53/60+61+62+63+64/90 out=1+2+3+4+5+6+7+8+11+13+14+15+16+17+18+19+21"
        " hands=12+65/20+30/25+35 table=-/-/- heads=0/14/9 totals=0/0/0"
    )
    state = parse_position(text)
    for seed in range(200):
        end, _ = roll_out(state, Rng(seed), 1, guided=True)
        assert isinstance(end, NimmtState)
        assert end.fields().table[0] == 12


def guided_cards(own: list[int], others: list[int], rows: list[list[int]]) -> Counter[object]:
    """Counts of the cards of seat 0 two tricks before the end; each other seat holds two of ``others``."""
    seats = 1 + len(others) // 2
    held = own + others
    lying = [card for row in rows for card in row]
    swept = 4 + 8 * seats - len(lying)
    out = [card for card in range(1, 105) if card not in held and card not in lying][:swept]
    heads = ["0"] * (seats - 1) + [str(sum(map(heads_of, out)))]
    state = parse_position(
        "nimmt/1 view=all target=- deck=full draft=dealt round=1 phase=play first=-/-/-/- tricks=?8"
        f" rows={'/'.join('+'.join(map(str, row)) for row in rows)} out={'+'.join(map(str, out))}"
        f" hands={'/'.join(f'{a}+{b}' for a, b in zip(held[::2], held[1::2], strict=True))}"
        f" table={'/'.join('-' * seats)} heads={'/'.join(heads)} totals={'/'.join('0' * seats)}"
    )
    cards: Counter[object] = Counter()
    for seed in range(200):
        end, _ = roll_out(state, Rng(seed), 1, guided=True)
        assert isinstance(end, NimmtState)
        cards[end.fields().table[0]] += 1
    return cards


def test_guided_cards_do_not_fear_the_own_hand() -> None:
    """Between 53 and 57 only the seat's own 54 is still to come: either card is the fifth."""
    cards = guided_cards([54, 57], [*range(58, 76)], [[33, 44, 50, 53], [80], [90], [100]])
    # with ten seats being rid of a card counts nothing, so the blur alone decides
    assert min(cards[54], cards[57]) > 60


def test_guided_cards_reckon_an_undercut_with_the_cheapest_row() -> None:
    """5 takes three heads, 65 seven; the first row would cost more."""
    rows = [[55, 66, 77, 88], [10], [60, 61, 62, 63, 64], [100]]
    assert guided_cards([5, 65], [*range(11, 29)], rows) == {5: 200}


def test_guided_cards_get_rid_of_what_is_awkward_where_it_is_safe() -> None:
    """With three seats no row can fill in one trick, and 100 costs more than 40 on average."""
    assert guided_cards([40, 100], [41, 42, 43, 44], [[39], [99], [50], [70]]) == {100: 200}


@pytest.mark.parametrize("seats", range(2, 11))
def test_utilities_are_fair_and_agree_with_results(seats: int) -> None:
    for rules in KINDS:
        for state in positions(seats, rules, seats)[::5] + positions(seats, rules, seats)[-1:]:
            fields = state.fields()
            for objective in (WIN, RANK, POINTS):
                values = utilities(state, objective)
                assert all(-1 <= value <= 1 for value in values)
                if seats == 2 or objective != POINTS:
                    assert sum(values) == pytest.approx(0, abs=1e-9)
                measure = fields.heads if objective else tuple(state.scores())
                for a in range(seats):
                    for b in range(seats):
                        assert (measure[a] < measure[b]) <= (values[a] >= values[b])
                        assert (measure[a] == measure[b]) <= (abs(values[a] - values[b]) < 1e-9)
            if state.is_terminal():
                assert utilities(state, WIN) == state.returns()


def test_utilities_worked_out_by_hand() -> None:
    text = (
        "nimmt/1 view=all target=66 deck=full draft=dealt round=2 phase=deal first=-/-/-/- tricks=?10"
        " rows=101/102/103/104 out=1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18+19+20 hands=-/-"
        " table=-/- heads=26/10 totals=25/49"
    )
    with pytest.raises(ValueError, match="heads together"):
        parse_position(text)
    taken = sum(map(heads_of, range(1, 21)))
    state = parse_position(text.replace("heads=26/10", f"heads={taken - 10}/10"))
    lead = 10 - (taken - 10)
    assert utilities(state, RANK) == ([1.0, -1.0] if lead > 0 else [-1.0, 1.0])
    assert utilities(state, POINTS)[0] == pytest.approx(lead / 40)
    near = utilities(state, WIN)
    # 59 heads: one more round is all but sure, so the lead in totals is worth more than one of 100 to go
    far = utilities(parse_position(state.to_text().replace("target=66", "target=500")), WIN)
    ahead = 59 - (25 + taken - 10)
    assert (near[0] > far[0] > 0) if ahead > 0 else (near[0] < far[0] < 0)


def test_the_estimate_of_a_match_agrees_with_matches_of_random_play() -> None:
    """The estimate for a seat that leads after a round is about its mean result at the end."""
    said: dict[int, list[float]] = {}
    came: dict[int, list[float]] = {}
    for seed in range(scale(600, least=300)):
        state = GAMES["nimmt"].initial(seed, 3)
        end, _ = roll_out(state, Rng(seed))
        if end.is_terminal():
            continue
        values = utilities(end, WIN)
        final = play_rounds(end, Rng(seed))[-1]
        for seat, value in enumerate(values):
            result = sum((f > final[seat]) - (f < final[seat]) for f in final) / 2
            said.setdefault(round(2 * value), []).append(value)
            came.setdefault(round(2 * value), []).append(result)
    checked = 0
    for group, values in said.items():
        if len(values) > 60:
            error = 3.5 * stdev(came[group]) / len(values) ** 0.5
            assert mean(values) == pytest.approx(mean(came[group]), abs=0.06 + error)
            checked += 1
    assert checked >= 3


def test_worlds_played_out_do_not_depend_on_what_is_hidden() -> None:
    state = GAMES["nimmt"].initial(3, 4, ("round",))
    view = state.view(2)
    rng = Rng(1)
    first = play_worlds(state, 2, 500, Rng(1))
    assert first == play_worlds(view, 2, 500, rng)
    assert rng.random64() != Rng(1).random64()
    assert first == play_worlds(state.resample_from_infostate(2, Rng(7)), 2, 500, Rng(1))
    assert first != play_worlds(state, 1, 500, Rng(1))
    with pytest.raises(ValueError, match="at least one"):
        play_worlds(state, 2, 0, Rng(1))
    with pytest.raises(ValueError, match="6 nimmt"):
        play_worlds(GAMES["longhorn"].initial(1), 0, 1, Rng(1))


# --- the hand-made player -----------------------------------------------------------------------------------


def blind(state: State, seat: int, rng: Rng) -> int:
    actions = state.legal_actions(seat)
    return actions[rng.below(len(actions))]


def lead_over_random(seed: int, seats: int, hero: int, rules: tuple[str, ...]) -> float:
    """By how many heads the hand-made player does better than the mean of others that play at random."""
    state = GAMES["nimmt"].initial(seed, seats, ("round", *rules))
    rng = Rng(mix(seed, 77))
    while not state.is_terminal():
        seat = state.players_to_move()[0]
        state.apply_action((greedy.play if seat == hero else blind)(state, seat, rng), seat)
    heads = state.scores()
    return (sum(heads) - heads[hero]) / (seats - 1) - heads[hero]


@pytest.mark.parametrize(
    ("seats", "rules"), [(2, ()), (4, ()), (6, ()), (10, ()), (2, ("tactical",)), (4, ("tactical",))]
)
def test_the_hand_made_player_beats_random_ones(seats: int, rules: tuple[str, ...]) -> None:
    """The same deals, each seat in turn; the interval lies above zero."""
    deals = [
        mean(lead_over_random(seed, seats, hero, rules) for hero in range(seats))
        for seed in range(1, scale(300, least=40) + 1)
    ]
    assert mean(deals) - 2.6 * stdev(deals) / len(deals) ** 0.5 > 2


def test_the_hand_made_player_reckons_with_what_the_others_may_play() -> None:
    text = (
        "nimmt/1 view=0 target=- deck=full draft=dealt round=1 phase=play first=-/-/-/- tricks=?8"
        " rows=10/50+51+52+53/60+61+62+63+64/90 out=1+2+3+4+5+6+7+8+11 hands=12+65/?2 table=-/-"
        " heads=0/14 totals=0/0"
    )
    state = parse_position(text)
    costs = greedy.expected_heads(state, 0)
    # 12: three more would have to come between; 65: sixth at once, whoever plays what, but for an undercut
    assert costs[12] == 0
    assert costs[65] == sum(map(heads_of, (60, 61, 62, 63, 64)))
    assert greedy.play(state, 0, Rng(1)) == 12
    # 54 fills the row; 57 is sixth when the other plays 55 or 56, two of the 82 cards that it may hold
    state = parse_position(text.replace("hands=12+65", "hands=54+57"))
    costs = greedy.expected_heads(state, 0)
    assert costs[54] == 0
    unseen = 104 - 20 - 2
    assert costs[57] == pytest.approx(2 / unseen * (sum(map(heads_of, (50, 51, 52, 53))) + 171 / 104))


def test_the_hand_made_player_takes_a_cheap_row() -> None:
    text = (
        "nimmt/1 view=all target=- deck=full draft=dealt round=1 phase=row first=-/-/-/- tricks=?8"
        " rows=55/10+20/30+40/60 out=11+12+13+14+15+16+17+18+21+22+23+24+25+26 hands=70/80"
        " table=5/90 heads=0/HEADS totals=0/0"
    )
    taken = sum(map(heads_of, (11, 12, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26)))
    state = parse_position(text.replace("HEADS", str(taken)))
    assert state.players_to_move() == [0]
    assert greedy.play(state, 0, Rng(1)) == 3
    with pytest.raises(ValueError, match="nothing to decide"):
        greedy.play(state, 1, Rng(1))
