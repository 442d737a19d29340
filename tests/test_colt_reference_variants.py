"""The Colt Express reference: two players, teams, expert variant and introductory setting."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from colt_reference_scenes import act, at_event, ends, give, lay, played, scene, token, turn, where
from reference.colt import Game
from reference.colt_actions import carry_out
from reference.colt_flow import Flow
from reference.colt_planning import fill_hands, keep, let_go, start_round
from reference.colt_position import COACH_INSIDE, GONE, Card, Position, Settings, inside
from reference.colt_round import second_phase, take_places, whole_round
from reference.colt_scoring import result
from reference.colt_setup import deal, set_up

pytestmark = pytest.mark.pure

FOUR = ("belle", "cheyenne", "django", "doc")


def pair(*places: str, **settings: Any) -> Position:
    """Two seats, seat 0 with Ghost and Doc, seat 1 with Cheyenne and Belle."""
    return scene(*places, seats=2, **settings)


def draw_on(game: Game) -> None:
    """Take every draw that is due, the first outcome each time."""
    while game.chance:
        game.apply(next(iter(game.outcomes())))


# Two players


def test_two_players_have_a_common_deck_of_eleven() -> None:
    settings = Settings(FOUR, 2)
    position = set_up(settings, deal(settings, Random(1)))
    deck = position.piles[1].draw
    assert len(deck) == 11
    assert len([card for card in deck if card.bandit == 3]) == 5
    assert [card.kind for card in deck if card.bandit is None] == ["marshal"]
    assert len(position.cars) == 3
    assert [bandit.seat for bandit in position.bandits] == [0, 0, 1, 1]
    with_horses = Settings(FOUR, 2, expansion=True)
    deck = set_up(with_horses, deal(with_horses, Random(1))).piles[0].draw
    assert len(deck) == 13
    assert [card.bandit for card in deck if card.kind == "ride"] == [0, 1]


def test_two_players_choose_secretly_who_starts_at_the_rear() -> None:
    position = pair("in1", "in1", "in1", "in1")
    game = played(position, take_places)
    assert game.decision is not None
    assert game.decision.secret
    assert game.options() == (("start", 0, 0), ("start", 0, 1))
    game.apply(("start", 0, 1))
    game.apply(("start", 1, 2))
    assert where(position) == ["in3", "in4", "in4", "in3"]


def test_two_players_reserve_a_card_and_hold_six_doc_one_more() -> None:
    position = pair("in1", "in1", "in1", "in1")
    game = Game(position, start_round)
    assert len(game.options()) == 11
    chosen = [option for option in game.options() if option[2].kind == "marshal"]
    game.apply(chosen[0])
    game.apply(game.options()[0])
    draw_on(game)
    assert chosen[0][2] in position.piles[0].hand
    # the reserved card comes on top of those drawn
    assert [len(piles.hand) for piles in position.piles] == [8, 7]


def test_cover_follows_a_fire_on_a_standard_turn() -> None:
    position = pair("in1", "in1", "in1", "in1", characters=("doc", "tuco", "cheyenne", "belle"))
    piles = position.piles[0]
    piles.hand, piles.draw = piles.draw, []
    fire, other = Card(0, "fire", 0), Card(0, "punch", 1)
    game = turn(position.copy(), "S", ("play", 0, fire, False))
    kinds = [option[2] and (option[2].kind, option[2].bandit) for option in game.options()]
    assert kinds == [("fire", 1), ("floor", 1), ("move", 1), ("punch", 1), ("rob", 1), None]
    game.apply(("cover", 0, other))
    assert [laid.card for laid in game.position.pile] == [fire, other]
    assert game.decision is not None
    assert game.decision.seat == 1
    game = turn(position.copy(), "S", ("play", 0, other, False))
    assert game.decision is not None
    assert game.decision.seat == 1
    for symbol in ("T", "R"):
        game = turn(position.copy(), symbol, ("play", 0, fire, symbol == "T"))
        assert game.decision is not None
        assert game.decision.kind == "plan"


def test_shots_at_ones_own_partner_are_not_counted() -> None:
    position = pair("in2", "in1", "in3", "in3", card="revenge")
    position.bandits[1].loot = [token("strongbox")]
    act(position, 0, "fire", ("fire", 0, 1))
    assert position.bandits[0].bullets == 5
    assert result(position).gunslingers == [0, 1]
    act(position, 2, "fire", ("fire", 2, 0))
    assert result(position).gunslingers == [1]
    assert result(position).scores == [1000, 1000]
    # equal money: fewer bullets received
    assert result(position).ranks == [2, 1]


def test_the_common_marshal_card_works_for_either_bandit() -> None:
    position = pair("in2", "in1", "in3", "in3", expansion=True, card="escape")
    card = Card(0, "marshal", None)

    def flow(now: Position) -> Flow[None]:
        yield from carry_out(now, card)

    position.bandits[0].place = GONE
    assert played(position.copy(), flow).options() == (("marshal", None, 1),)
    position.bandits[1].place = GONE
    assert played(position, flow).over


def test_each_of_two_bandits_may_have_a_hostage() -> None:
    position = pair("coachroof", "coachroof", "in3", "in3", expansion=True)
    position.hostages = ["banker", "teacher", "zealot"]
    act(position, 0, "floor", ("hostage", 0, "banker"))
    act(position, 1, "floor", ("hostage", 1, "zealot"))
    assert [bandit.hostage for bandit in position.bandits] == ["banker", "zealot", None, None]


# Teams


def team(*places: str, **settings: Any) -> Position:
    """Two teams of two: Ghost and Doc, Cheyenne and Belle."""
    return scene(*places, teams=True, **settings)


def test_teams_start_a_in_the_last_car_b_next_to_it() -> None:
    position = team("in1", "in1", "in1", "in1")
    position.first = 2
    played(position, take_places)
    assert where(position) == ["in4", "in3", "in4", "in3"]


@pytest.mark.parametrize("expansion", [False, True])
def test_the_first_player_is_an_a(expansion: bool) -> None:
    for seed in range(30):
        settings = Settings(FOUR, 4, expansion=expansion, teams=True)
        game = Game.new(settings, deal(settings, Random(seed)))
        random = Random(seed)
        firsts = {}
        while not game.over:
            game.step_at_random(random)
            firsts[game.position.round] = game.position.first
        first = firsts[1]
        assert first in (0, 2)
        assert [firsts[number] for number in (1, 2, 3, 4)] == [first, 2 - first, first, 2 - first]


def test_reverse_turns_exchange_a_and_b() -> None:
    position = team("in1", "in1", "in1", "in1", "in1", "in1")
    for seat in range(6):
        give(position, seat, "move")
    position.first = 0
    game = turn(position, "R")
    while not game.over:
        game.apply(game.options()[0])
    assert [laid.seat for laid in position.pile] == [1, 0, 5, 4, 3, 2]


def test_each_draws_first_from_the_partners_deck() -> None:
    position = team("in1", "in1", "in1", "in1")
    game = Game(position, start_round)
    chances = []
    while game.chance:
        chances.append((game.chance.kind, game.chance.seat, next(iter(game.outcomes())).deck))
        game.apply(next(iter(game.outcomes())))
    assert chances[:4] == [("partner", 0, 1), ("partner", 1, 0), ("partner", 2, 3), ("partner", 3, 2)]
    assert {kind for kind, _, _ in chances[4:]} == {"draw"}
    assert [len(piles.hand) for piles in position.piles] == [6, 7, 6, 6]
    assert [len(piles.draw) for piles in position.piles] == [4, 3, 4, 4]


def test_a_partners_card_goes_home_when_played_and_else_stays() -> None:
    position = team("in1", "in2", "in3", "in4", characters=("doc", "tuco", "cheyenne", "belle"))
    for seat in range(4):
        give(position, seat)
    floor, bullet = Card(1, "floor", 1), Card(1, "bullet", 2)
    position.piles[1].draw.remove(floor)
    position.piles[0].hand += [floor, bullet]
    game = turn(position.copy(), "S", ("play", 0, floor, False))
    game = played(game.position, second_phase)
    assert where(position)[1] == "in2"
    assert where(game.position)[1] == "roof2"
    assert floor in game.position.piles[1].aside
    # not played: both cards stay over the next shuffling
    position.round = 2
    game = Game(position, start_round)
    draw_on(game)
    assert floor in position.piles[0].hand
    assert bullet in position.piles[0].hand
    assert len(position.piles[0].hand) == 7


def test_team_totals_and_gunslinger() -> None:
    position = team("in2", "in1", "in3", "in1", card="revenge")
    position.bandits[0].loot = [token("jewel")]
    position.bandits[1].loot = [token("purse", 250)]
    position.bandits[3].loot = [token("strongbox")]
    act(position, 0, "fire", ("fire", 0, 1))
    act(position, 0, "fire", ("fire", 0, 1))
    act(position, 2, "fire", ("fire", 2, 0))
    end = result(position)
    assert end.gunslingers == [2, 3]
    assert end.money == [500, 250, 0, 1000]
    assert end.scores == [750, 750, 2000, 2000]
    assert end.ranks == [3, 3, 1, 1]


def test_photographer_does_not_count_a_partners_bullets() -> None:
    position = team("in2", "in1", "in3", "in1", expansion=True)
    position.bandits[0].hostage = "photographer"
    for shooter in (1, 2, 3, None):
        position.piles[0].aside.append(Card(0, "bullet", shooter))
    assert result(position).money[0] == 400


def test_teams_need_four_or_six_seats() -> None:
    for seats in (3, 5):
        characters = ("belle", "cheyenne", "django", "doc", "ghost")[:seats]
        with pytest.raises(ValueError, match=f"teams with {seats}"):
            deal(Settings(characters, seats, teams=True), Random(1))


# Expert


def test_expert_hands_are_kept_and_filled_up() -> None:
    position = scene("in1", "in2", "in3", expert=True)
    position.round = 0
    game = Game(position, whole_round)
    draw_on(game)
    first_hands = [list(piles.hand) for piles in position.piles]
    while position.phase != "discard":
        game.apply(next(iter(game.outcomes())) if game.chance else game.options()[0])
    for hand, piles in zip(first_hands, position.piles, strict=True):
        assert len(piles.hand) < len(hand)
        assert all(card in hand for card in piles.hand)
    assert game.decision is not None
    assert game.decision.kind == "discard"
    assert not game.decision.secret
    discarded = game.options()[0][2]
    before = position.piles[0].aside.count(discarded)
    game.apply(("discard", 0, discarded))
    assert position.piles[0].aside.count(discarded) == before + 1
    while not game.over:
        game.apply(next(iter(game.outcomes())) if game.chance else game.options()[-1])
    assert [len(piles.hand) for piles in position.piles] == [6, 7, 6]


def test_expert_discards_are_shuffled_when_the_deck_runs_out() -> None:
    position = scene("in1", "in2", "in3", expert=True)
    piles = position.piles[0]
    give(position, 0, "move", "floor", "fire", "rob")
    piles.aside = [*(card for card in piles.draw if card.kind == "punch"), Card(0, "bullet", 1)]
    piles.draw = [card for card in piles.draw if card.kind == "marshal"]
    game = Game(position, fill_hands)
    # the deck's only card was not a draw to ask for; the next comes from the shuffled discards
    assert set(game.outcomes()) == {Card(0, "punch", 0), Card(0, "bullet", 1)}
    assert piles.aside == []


def test_expert_ignores_planning_ahead() -> None:
    position = scene("in1", "in2", "in3", expert=True, expansion=True, card="rage")
    give(position, 0, "move")
    assert played(position, keep).over


def test_expert_lets_any_own_card_go() -> None:
    position = scene("in1", "in2", "in3", "in4", expert=True, teams=True)
    (move, fire) = give(position, 0, "move", "fire")
    position.piles[0].hand += [Card(0, "bullet", 2), Card(1, "move", 1)]
    for seat in (1, 2, 3):
        give(position, seat)
    game = played(position, let_go)
    assert ends(game) == [Card(0, "bullet", 2), fire, move, None]
    for card in (fire, Card(0, "bullet", 2), move):
        game.apply(("discard", 0, card))
    # then the hand is drawn up again
    assert game.decision is None
    assert position.piles[0].hand == [Card(1, "move", 1)]


# Introductory setting


def test_intro_is_horses_and_whiskey_only() -> None:
    for seed in range(40):
        settings = Settings(FOUR, 4, intro=True)
        dealt = deal(settings, Random(seed))
        position = set_up(settings, dealt)
        assert (position.coach, position.shotgun, position.guarded_strongbox) == (None, None, None)
        assert position.hostages == []
        assert position.neutral == 13
        assert not {"rage", "speed", "turmoil", "exhausted", "whiskey"} & set(position.round_cards)
        assert position.round_cards[-1] in ("revenge", "pickpocketing", "conductor")
        for car in range(1, 5):
            assert [loot.kind for loot in position.loot[inside(car)]].count("flask") == 1
        assert [len(piles.draw) for piles in position.piles] == [11] * 4


def test_intro_ride() -> None:
    position = scene("in1", "in2", "in3", intro=True)
    position.horses = [1]
    game = act(position, 0, "ride")
    assert COACH_INSIDE not in ends(game)
    assert ends(game) == [inside(car) for car in range(4)]


def test_event_does_not_need_the_coach() -> None:
    position = scene("roof1", "in2", "in3", intro=True, card="swivelarm")
    lay(position, 0, "floor")
    at_event(position)
    assert where(position)[0] == "roof3"
