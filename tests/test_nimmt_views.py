"""Knowledge of the seats in 6 nimmt!: views that advance, worlds, leaks, common knowledge."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import nimmt_bridge
from scaling import scale
from solver.game import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, UNSEEN_ACTION, State
from solver.games import GAMES
from solver.games.nimmt import greedy, names
from solver.games.nimmt.fields import Fields
from solver.games.nimmt.state import NimmtState
from solver.games.nimmt.worlds import common_key
from solver.rng import Rng

KINDS: tuple[tuple[str, ...], ...] = (("target33",), ("target33", "small"), ("target33", "tactical"))


def game(seats: int, rules: tuple[str, ...], seed: int = 1) -> NimmtState:
    state = GAMES["nimmt"].initial(seed, seats, rules)
    assert isinstance(state, NimmtState)
    return state


def seen_view(state: NimmtState, seat: int) -> NimmtState:
    view = state.view(seat)
    assert isinstance(view, NimmtState)
    return view


def walk(state: NimmtState, random: Random) -> Iterator[NimmtState]:
    """The positions of a random game, in which seats commit in any order."""
    while True:
        yield state
        if state.is_terminal():
            return
        seat = random.choice(state.players_to_move() or [CHANCE_PLAYER])
        action = random.choice(state.legal_actions(seat))
        state = NimmtState.from_fields(state.fields())
        state.apply_action(action, seat)


def follow(view: State, truth: NimmtState, after: NimmtState, seat: int, action: int) -> None:
    """Enter into a view what its seat sees of a ply of the truth that led to `after`."""
    legal = view.legal_actions(seat)
    view.apply_action(UNSEEN_ACTION if legal == [UNSEEN_ACTION] else action, seat)
    if truth.current_player() != SIMULTANEOUS_PLAYER or len(truth.players_to_move()) > 1:
        return
    before, now = truth.fields(), after.fields()
    cards = now.table if now.phase == names.ROW else now.tricks[-1].cards
    for other in range(before.seats):
        if other != view.viewer:
            assert view.current_player() == CHANCE_PLAYER
            view.apply_action(cards[other], CHANCE_PLAYER)


@pytest.mark.parametrize("rules", KINDS, ids="-".join)
@pytest.mark.parametrize("seats", [2, 3, 5, 10])
def test_views_that_are_kept_beside_the_table_stay_true(seats: int, rules: tuple[str, ...]) -> None:
    for seed in range(scale(10, least=2)):
        truth: NimmtState | None = None
        views: list[State] = []
        random = Random(seed)
        state = game(seats, rules, seed)
        views = [state.view(seat) for seat in range(seats)]
        while not state.is_terminal():
            truth = state
            seat = random.choice(truth.players_to_move() or [CHANCE_PLAYER])
            action = random.choice(truth.legal_actions(seat))
            state = NimmtState.from_fields(truth.fields())
            state.apply_action(action, seat)
            for viewer, view in enumerate(views):
                follow(view, truth, state, seat, action)
                assert view.to_text() == state.information_state_string(viewer)
                assert view.key(viewer) == state.key(viewer)


def with_table(fields: Fields, hands: list[tuple[int, ...]]) -> NimmtState:
    """The same position with other hands, the committed cards being the lowest of them."""
    table = tuple(hands[k][0] if card and hands[k] else card for k, card in enumerate(fields.table))
    changed = {name: getattr(fields, name) for name in fields.__dataclass_fields__}
    return NimmtState.from_fields(Fields(**{**changed, "hands": tuple(hands), "table": table}))


@pytest.mark.parametrize("seats", [2, 4, 7, 10])
def test_exchanged_hidden_cards_change_nothing_that_a_seat_is_shown(seats: int) -> None:
    """Mixing the others' cards with the undealt ones changes no byte and no choice."""
    checked = 0
    for seed in range(scale(20, least=2)):
        random = Random(seed)
        for state in walk(game(seats, ("round",), seed), random):
            fields = state.fields()
            if fields.phase != names.PLAY or random.random() < 0.7:
                continue
            seat = random.randrange(seats)
            rest = nimmt_bridge.unknown(state, seat)
            random.shuffle(rest)
            hands = [hand for hand in fields.hands if not isinstance(hand, int)]
            for other in range(seats):
                if other != seat:
                    hands[other], rest = tuple(sorted(rest[: len(hands[other])])), rest[len(hands[other]) :]
            table = list(fields.table)
            exchanged = with_table(fields, hands)
            if table[seat]:  # the own commitment stays what it is
                again = exchanged.fields()
                changed = {name: getattr(again, name) for name in again.__dataclass_fields__}
                kept = tuple(table[k] if k == seat else card for k, card in enumerate(again.table))
                exchanged = NimmtState.from_fields(Fields(**{**changed, "table": kept}))
            assert exchanged.information_state_string(seat) == state.information_state_string(seat)
            assert exchanged.key(seat) == state.key(seat)
            assert common_key(exchanged) == common_key(state)
            one, two = Rng(seed), Rng(seed)
            drawn = state.resample_from_infostate(seat, one)
            assert drawn == exchanged.resample_from_infostate(seat, two)
            if seat in state.players_to_move():
                chosen = greedy.play(state, seat, Rng(seed))
                assert chosen == greedy.play(exchanged, seat, Rng(seed))
                assert chosen == greedy.play(state.view(seat), seat, Rng(seed))
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_no_card_that_was_shown_is_ever_taken_for_hidden(seats: int) -> None:
    """A ledger kept by hand of all that was shown, also of cards swept within their trick: no stale cards."""
    decisions = swept = 0
    rng = Rng(3)
    for seed in range(1000):
        ledger: set[int] = set()
        random = Random(seed)
        for state in walk(game(seats, ("round",), seed), random):
            fields = state.fields()
            if fields.phase == names.PLAY and not any(fields.table):
                lying = {card for row in fields.rows for card in row}
                last = set(fields.tricks[-1].cards) if fields.tricks else set()
                swept += len(last - lying)
                ledger |= lying | last
            ledger |= {card for card in fields.table if fields.phase == names.ROW}
            for seat in state.players_to_move():
                world = state.resample_from_infostate(seat, rng)
                assert isinstance(world, NimmtState)
                for other, hand in enumerate(world.fields().hands):
                    assert not isinstance(hand, int)
                    assert other == seat or not ledger & set(hand)
                decisions += 1
        if decisions >= scale(2000, least=400) and swept > 5:
            return
    raise AssertionError("too few decisions")


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def test_worlds_are_drawn_as_the_deal_gives_them() -> None:
    """Every unknown card is as likely as any other in each hidden place, and so is each pair of hands."""
    random = Random(5)
    state = next(s for s in walk(game(3, ("round", "small")), random) if len(s.fields().tricks) == 8)
    state.apply_action(state.legal_actions(1)[0], 1)
    view = seen_view(state, 0)
    rest = nimmt_bridge.unknown(state, 0)
    assert len(rest) == 4
    worlds: Counter[tuple[tuple[int, ...], int]] = Counter()
    rng = Rng(9)
    draws = 24_000
    for _ in range(draws):
        world = view.resample_from_infostate(0, rng)
        assert isinstance(world, NimmtState)
        fields = world.fields()
        hand = fields.hands[1]
        assert not isinstance(hand, int)
        worlds[hand, fields.table[1]] += 1
    possible = [(hand, card) for hand in itertools.combinations(rest, 2) for card in hand]
    assert set(worlds) == set(possible)
    # 11 degrees of freedom: 31.3 is passed by chance once in a thousand times, 40 in thirty thousand
    assert chi_square([worlds[key] for key in possible]) < 40


def test_a_large_pool_is_drawn_from_evenly() -> None:
    state = game(4, ("round",))
    view = seen_view(state, 2)
    rest = nimmt_bridge.unknown(state, 2)
    places: list[Counter[int]] = [Counter() for _ in range(4)]
    rng = Rng(4)
    for _ in range(6_000):
        world = view.resample_from_infostate(2, rng)
        assert isinstance(world, NimmtState)
        for seat, hand in enumerate(world.fields().hands):
            assert not isinstance(hand, int)
            places[seat].update(hand)
    for seat in (0, 1, 3):
        assert set(places[seat]) == set(rest)
        # 89 degrees of freedom, a little less spread since ten cards are drawn together: 150 is far out
        assert chi_square([places[seat][card] for card in rest]) < 150
    assert set(places[2]) == set(state.legal_actions(2))


def test_after_an_open_draft_only_commitments_are_hidden() -> None:
    random = Random(2)
    state = next(s for s in walk(game(3, ("round", "tactical")), random) if s.fields().phase == names.PLAY)
    state.apply_action(state.legal_actions(0)[3], 0)
    committed: Counter[int] = Counter()
    for seat in (1, 2):
        view = seen_view(state, seat)
        assert view.fields().hands == state.fields().hands
        assert view.fields().table == (names.HIDDEN, 0, 0)
        for number in range(2_000):
            world = view.resample_from_infostate(seat, Rng(number))
            assert isinstance(world, NimmtState)
            assert world.fields().hands == state.fields().hands
            committed[world.fields().table[0]] += 1
    assert set(committed) == set(state.fields().hands[0])  # type: ignore[arg-type]
    assert chi_square(list(committed.values())) < 35


def test_reveals_on_a_view_are_chance_in_the_order_of_seats() -> None:
    state = game(4, ("round",), 8)
    view = state.view(1)
    assert view.legal_actions(0) == [UNSEEN_ACTION]
    for seat in (0, 2, 3):
        view.apply_action(UNSEEN_ACTION, seat)
    own = view.legal_actions(1)[0]
    view.apply_action(own, 1)
    rest = nimmt_bridge.unknown(state, 1)
    for turn in range(3):
        assert view.current_player() == CHANCE_PLAYER
        outcomes = view.chance_outcomes()
        assert [card for card, _ in outcomes] == rest
        assert all(odds.denominator == len(rest) for _, odds in outcomes)
        assert "phase=reveal" in view.to_text()
        world = view.resample_from_infostate(1, Rng(turn))
        assert isinstance(world, NimmtState)
        cards = world.fields().table if world.fields().phase == names.ROW else world.fields().tricks[0].cards
        assert cards[1] == own
        view.apply_action(rest.pop(turn), CHANCE_PLAYER)
    assert view.current_player() != CHANCE_PLAYER


def test_common_knowledge_is_the_same_for_all_worlds_of_a_seat_and_else_different() -> None:
    keys: dict[int, str] = {}
    rng = Rng(6)
    for seats in (2, 5):
        for state in walk(game(seats, ("target33",), seats), Random(1)):
            key = common_key(state)
            seen = [seen_view(state, seat).fields() for seat in range(seats)]
            public = str((seen[0].rows, seen[0].heads, seen[0].totals, seen[0].out, seen[0].phase))
            public += str([bool(card) for card in seen[0].table]) + str(seen[0].first)
            public += str(sum(map(seen[0].held, range(seats)))) + str(seats)
            assert keys.setdefault(key, public) == public
            for seat in range(seats):
                assert common_key(state.view(seat)) == key
                assert common_key(state.resample_from_infostate(seat, rng)) == key
    assert len(set(keys.values())) == len(keys)


def test_beliefs_count_every_unseen_card_once() -> None:
    state = GAMES["nimmt"].initial(5, seats=4)
    assert isinstance(state, NimmtState)
    lines = state.view(2).beliefs()
    assert lines[0].startswith("90 cards not seen: ")
    numbers = {int(word) for word in lines[0].split(": ")[1].split()}
    hand = state.fields().hands[2]
    assert isinstance(hand, tuple)
    assert len(numbers) == 90
    assert numbers.isdisjoint(hand)
    assert [line.split(":")[0] for line in lines[1:]] == [
        "seat 0 holds 10 of them",
        "seat 1 holds 10 of them",
        "seat 3 holds 10 of them",
        "nobody holds 60 of them",
    ]
    assert all(line.endswith(("0.111", "0.667")) for line in lines[1:])
    assert state.beliefs() == []
