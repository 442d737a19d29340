"""Inference of hands from rivals' cards: a distribution over choices, and worlds drawn from it."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from operator import itemgetter
from random import Random
from statistics import fmean

import pytest

from solver.game import CHANCE_PLAYER, State
from solver.games import GAMES, parse_position
from solver.games.nimmt.inference import likelihood
from solver.games.nimmt.model import load_model
from solver.games.nimmt.state import NimmtState
from solver.games.nimmt.worlds import forget, perturb, roll_out
from solver.reports import Limits, Settings
from solver.rng import Rng
from solver.search.ismcts import TreeSearch, TreeSettings
from solver.search.ismcts.tree import Tree


def played(seed: int, seats: int, rules: tuple[str, ...], tricks: int) -> NimmtState:
    """A random game at the beginning of a trick."""
    random = Random(seed)
    state = GAMES["nimmt"].initial(seed, seats, ("round", *rules))
    assert isinstance(state, NimmtState)
    while len(state.players_to_move()) < seats or state.fields().completed < tricks:
        seat = random.choice(state.players_to_move() or [CHANCE_PLAYER])
        state.apply_action(random.choice(state.legal_actions(seat)), seat)
    return state


@pytest.mark.parametrize("tricks", [0, 1, 4, 8])
@pytest.mark.parametrize(("seats", "rules"), [(2, ()), (3, ()), (3, ("small",))])
def test_the_chances_of_all_choices_together_are_one(seats: int, rules: tuple[str, ...], tricks: int) -> None:
    """The likelihoods of all next choices of the rivals add up to the likelihood of their play so far."""
    before = played(tricks, seats, rules, tricks)
    own = before.legal_actions(0)[0]
    total, phases = 0.0, set()
    for cards in product(*(before.legal_actions(seat) for seat in range(1, seats))):
        after = before.clone()
        for seat, card in enumerate((own, *cards)):
            after.apply_action(card, seat)
        assert isinstance(after, NimmtState)
        phases.add(after.fields().phase)
        chance = likelihood(after, 0)
        assert 0.0 < chance < 1.0 or after.is_terminal() or len(cards) == 0
        total += chance
    assert total == pytest.approx(likelihood(before, 0), rel=1e-9)
    assert (likelihood(before, 0) == 1.0) == (tricks == 0)


@pytest.mark.parametrize("seats", [3, 6, 10])
def test_what_a_player_by_rules_of_thumb_plays_most_is_what_is_held_to_be_likeliest(seats: int) -> None:
    """Each trick is put together again from what was played; the guided player sees the real one."""
    undercuts = 0
    for seed in range(60):
        state = played(seed, seats, (), 1 + seed % 9)
        undercuts += any(trick.row is not None for trick in state.fields().tricks)
        chances = {}
        for card in state.legal_actions(1):
            after = state.clone()
            for seat in range(seats):
                after.apply_action(card if seat == 1 else state.legal_actions(seat)[0], seat)
            chances[card] = likelihood(after, 0)
        state.apply_action(state.legal_actions(0)[0], 0)
        rng = Rng(seed)
        choices: Counter[int] = Counter()
        for _ in range(60):
            chosen, plies = roll_out(state, rng, 1, guided=True)
            assert plies == 1
            assert isinstance(chosen, NimmtState)
            choices[chosen.fields().table[1]] += 1
        favourite, _ = choices.most_common(1)[0]
        # costs are blurred by up to a head, and told apart in steps of a sixteenth
        assert chances[favourite] > 0.95 * max(chances.values())
    assert undercuts > 20


def test_a_dear_card_is_not_chosen_for_nothing() -> None:
    """A low card that takes a row is likelier from a hand of low cards than from one with a choice."""
    mine = "91+92+93+94+95+96+97+98+99+100"
    chances = {}
    for name, hand in (("no choice", "2+3+4+5+6+7+8+9+10"), ("a choice", "34+35+56+57+58+67+68+69+70")):
        state = parse_position(
            "nimmt/1 view=all target=- deck=full draft=dealt round=1 phase=play first=33/55/66/88 tricks=-"
            f" rows=33/55/66/88 out=- hands={mine}/1+{hand} table=-/- heads=0/0 totals=0/0"
        )
        state.apply_action(100, 0)
        state.apply_action(1, 1)
        assert state.players_to_move() == [1]  # which row to take
        chances[name] = likelihood(state, 0)
    assert chances["no choice"] > 0.05
    assert chances["a choice"] < chances["no choice"] / 2


def test_the_own_hand_and_what_nobody_holds_do_not_matter() -> None:
    """A rival sees neither, so neither can have moved it."""
    for seed in range(20):
        state = played(seed, 3, (), 5)
        fields = state.fields()
        held = {card for seat in range(3) for card in state.legal_actions(seat)} | set(fields.out)
        held |= {card for row in fields.rows for card in row}
        mine = fields.hands[0]
        assert isinstance(mine, tuple)
        spare = next(card for card in range(1, 105) if card not in held)
        text = state.to_text()
        old = "+".join(map(str, mine))
        new = "+".join(map(str, sorted((*mine[1:], spare))))
        assert text.count(f"hands={old}/") == 1
        other = parse_position(text.replace(f"hands={old}/", f"hands={new}/"))
        assert likelihood(other, 0) == likelihood(state, 0)
        assert likelihood(other, 1) != likelihood(state, 1)


def test_where_the_past_is_not_told_or_hides_nothing_there_is_nothing_to_infer() -> None:
    untold = parse_position(
        "nimmt/1 view=all target=- deck=full draft=dealt round=1 phase=play first=-/-/-/- tricks=?8"
        " rows=10/50+51+52+53/60+61+62+63+64/90 out=1+2+3+4+5+6+7+8+11+13+14+15+16+17+18+19+21"
        " hands=12+65/30+40/70+80 table=-/-/- heads=0/14/9 totals=0/0/0"
    )
    assert likelihood(untold, 0) == 1.0
    assert likelihood(played(1, 3, ("tactical",), 4), 0) == 1.0
    with pytest.raises(ValueError, match="a whole position"):
        likelihood(played(1, 3, (), 4).view(0), 0)


def test_worlds_come_as_often_as_what_was_played_makes_them() -> None:
    """Four cards with two rivals: the six ways to hold them, by the model's likelihood."""
    model = load_model(None)
    assert model is not None
    state = played(14, 3, ("small",), 8)
    view = state.view(0)
    rng = Rng(1)
    worlds = {}
    for _ in range(300):
        world = view.resample_from_infostate(0, rng)
        worlds[world.key()] = prod(model.likelihood(world, seat) for seat in (1, 2))
    assert len(worlds) == 6
    assert max(worlds.values()) > 3 * min(worlds.values())
    draws = 30_000
    for repeats in (1, 3):
        for inference in (1, 2):  # rivals
            settings = TreeSettings(inference=inference, repeats=repeats)
            tree = Tree(view, 0, view.legal_actions(0), settings, 0, Rng(2), 1, model)
            found = Counter(world.key() for world in tree.worlds(draws))
            for key, weight in worlds.items():
                share = weight / sum(worlds.values()) if inference == 2 else 1 / 6
                assert found[key] / draws == pytest.approx(share, abs=0.025)


def test_without_a_model_nothing_is_inferred() -> None:
    state = played(14, 3, ("small",), 8)
    view = state.view(0)
    drawn = [
        [
            world.key()
            for world in Tree(
                view, 0, view.legal_actions(0), TreeSettings(inference=rivals), 0, Rng(2), 1
            ).worlds(50)
        ]
        for rivals in (0, 2)
    ]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("tricks", [1, 4, 8])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_models_chances_of_all_choices_together_are_one(seats: int, tricks: int) -> None:
    model = load_model(None)
    assert model is not None
    before = played(tricks, seats, (), tricks)
    first = [model.likelihood(before, seat) for seat in range(seats)]
    assert all(0.0 < chance < 1.0 for chance in first)
    for chooser in range(seats):
        total = 0.0
        for card in before.legal_actions(chooser):
            after = before.clone()
            for seat in range(seats):
                after.apply_action(card if seat == chooser else before.legal_actions(seat)[0], seat)
            total += model.likelihood(after, chooser)
        assert total == pytest.approx(first[chooser], rel=1e-4)


def test_the_model_believes_those_who_play_by_it_more_than_those_who_do_not() -> None:
    """The share of a card in the likelihood grows with what the seat has shown of its way of playing."""
    model = load_model(None)
    assert model is not None
    shares: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(40):
        for faithful in (True, False):
            state = GAMES["nimmt"].initial(seed, 2, ("round",))
            while len(state.legal_actions(1)) > 3 or len(state.players_to_move()) < 2:
                seat = state.players_to_move()[0] if state.players_to_move() else CHANCE_PLAYER
                odds = model.policy(state.view(seat), seat) if seat >= 0 else []
                if odds and faithful:
                    card = max(odds, key=itemgetter(1))[0]
                elif odds:
                    card = min(odds, key=itemgetter(1))[0]
                else:
                    card = state.legal_actions(seat)[0]
                state.apply_action(card, seat)
            before = model.likelihood(state, 1)
            card, odds_of_it = max(model.policy(state.view(1), 1), key=itemgetter(1))
            state.apply_action(state.legal_actions(0)[0], 0)
            state.apply_action(card, 1)
            if odds_of_it < 0.9 and not state.is_terminal():
                shares[faithful].append(model.likelihood(state, 1) / before / odds_of_it)
    assert min(map(len, shares.values())) > 10
    assert fmean(shares[True]) > fmean(shares[False]) + 0.02


def test_a_likelihood_by_the_model_wants_a_whole_position() -> None:
    model = load_model(None)
    assert model is not None
    state = played(1, 3, (), 4)
    with pytest.raises(ValueError, match="whole truth"):
        model.likelihood(state.view(0), 1)
    assert model.likelihood(played(1, 3, (), 0), 1) == 1.0
    assert model.likelihood(played(1, 3, ("tactical",), 4), 1) == 1.0
    with pytest.raises(ValueError, match="whole truth"):
        model.kinds(state.view(0), 1)
    for untold in (played(1, 3, (), 0), played(1, 3, ("tactical",), 4)):
        shown, learnt = model.kinds(untold, 1)
        assert shown == 1.0
        assert 0.5 < learnt < 0.75  # half of the players choose by the model, some of the others at times


@pytest.mark.parametrize(("seats", "rules"), [(2, ()), (3, ("small",)), (5, ()), (10, ())])
def test_a_step_among_worlds_keeps_what_a_seat_knows(seats: int, rules: tuple[str, ...]) -> None:
    rng = Rng(4)
    state: State = played(3, seats, rules, 4)
    sizes = [len(state.legal_actions(seat)) for seat in range(seats)]
    seen = set()
    for _ in range(300):
        after, changed = perturb(state, 1, rng)
        assert after.view(1).to_text() == state.view(1).to_text()
        hands = [after.legal_actions(seat) for seat in range(seats)]
        assert [len(hand) for hand in hands] == sizes
        assert len({card for hand in hands for card in hand}) == sum(sizes)
        assert changed == [seat for seat in range(seats) if hands[seat] != state.legal_actions(seat)]
        assert 1 not in changed
        seen.update(changed)
        state = after
    assert seen == set(range(seats)) - {1}


def test_steps_among_worlds_lead_to_each_as_often() -> None:
    """Four cards with two rivals: six worlds, without a likelihood as likely each."""
    rng = Rng(4)
    state: State = played(14, 3, ("small",), 8)
    found: Counter[int] = Counter()
    for _ in range(12_000):
        state, changed = perturb(state, 0, rng)
        assert changed == [1, 2]
        found[state.key()] += 1
    assert len(found) == 6
    assert all(count == pytest.approx(2_000, rel=0.1) for count in found.values())


def test_a_card_already_committed_stays_one_of_the_hand() -> None:
    rng = Rng(4)
    state = played(3, 3, (), 4)
    state.apply_action(state.legal_actions(1)[0], 1)
    committed = set()
    for _ in range(100):
        after, _ = perturb(state, 0, rng)
        assert isinstance(after, NimmtState)
        fields = after.fields()
        hand = fields.hands[1]
        assert isinstance(hand, tuple)
        assert fields.table[1] in hand
        committed.add(fields.table[1])
        state = after
    assert len(committed) > 10


def test_there_is_no_step_where_nothing_was_played_or_nothing_is_hidden() -> None:
    for state in (played(1, 3, (), 0), played(1, 3, ("tactical",), 4), played(1, 2, ("small",), 4)):
        after, changed = perturb(state, 0, Rng(1))
        assert changed == []
        assert after.key() == state.key()
    with pytest.raises(ValueError, match="whole position"):
        perturb(played(1, 3, (), 4).view(0), 0, Rng(1))


def test_a_search_with_inference_is_reproducible_and_hidden_cards_do_not_matter() -> None:
    state = played(5, 4, (), 6)
    limits, model = Limits(nodes=3_000), load_model(None)
    tree = TreeSettings(nodes="own", depth=1, guided=True, inference=3)
    answers = []
    other = state.view(0).resample_from_infostate(0, Rng(9))
    assert other.to_text() != state.to_text()
    for truth in (state, state, other):
        answer = TreeSearch(Settings(seed=3), tree, model).analyse(truth, 0, limits)
        answers.append([(line.pv, line.nodes, line.values) for line in answer.report.lines])
    assert answers[0] == answers[1] == answers[2]


def test_a_view_without_a_past_believes_swept_cards_to_be_anywhere() -> None:
    state = played(5, 4, (), 6)
    fields = state.fields()
    view = state.view(0)
    blurred = forget(view)
    rng = Rng(1)
    drawn = set()
    for _ in range(300):
        world = blurred.resample_from_infostate(0, rng)
        for seat in range(1, 4):
            drawn |= set(world.legal_actions(seat))
    assert fields.out
    assert drawn >= set(fields.out)
    assert not drawn & {card for row in fields.rows for card in row}
    assert blurred.legal_actions(0) == view.legal_actions(0)
    with pytest.raises(ValueError, match="a view"):
        forget(state)
