"""Each ruling of Colt Express on a gap in the rules, by its name, on the reference."""

from __future__ import annotations

from typing import Any

import pytest

from colt_reference_scenes import (
    act,
    at_event,
    ends,
    give,
    lay,
    place,
    played,
    received,
    scene,
    token,
    turn,
    where,
)
from reference.colt import Game
from reference.colt_events import roll
from reference.colt_figures import PLANNING_AHEAD
from reference.colt_knowledge import knowledge
from reference.colt_planning import keep, start_round
from reference.colt_position import COACH_INSIDE, COACH_ROOF, GONE, Card, Loot, Position, inside, roof
from reference.colt_round import second_phase, turn_up
from reference.colt_scoring import result

pytestmark = pytest.mark.pure


def knocked_off(position: Position, car: int) -> Position:
    """The position with Shotgun on the train and the stagecoach beside him."""
    position.coach = car
    position.shotgun = roof(car)
    assert position.guarded_strongbox is not None
    position.loot[COACH_ROOF] = [position.guarded_strongbox]
    position.guarded_strongbox = None
    return position


def test_pass() -> None:
    """[pass] no action card and nothing to draw: the seat passes."""
    position = scene("in1", "in2", "in3")
    give(position, 0)
    position.piles[0].draw = []
    position.piles[0].hand = [Card(0, "bullet", 1)]
    game = turn(position, "S")
    assert game.options() == (("pass", 0),)
    game.apply(("pass", 0))
    assert position.pile == []
    assert game.decision is not None
    assert game.decision.seat == 1


def test_order() -> None:
    """[order] several at once: by seat from the first player."""
    position = scene("in1", "in1", "in1")
    position.first = 2
    position.neutral = 2
    act(position, 0, "marshal", ("marshal", 0, 1))
    assert received(position) == [1, 0, 1]


def test_neutral_out() -> None:
    """[neutral-out] without neutral bullets the rest happens all the same."""
    position = scene("in0", "in2", "in2", card="rebellion")
    position.marshal = 3
    position.neutral = 2
    at_event(position)
    assert received(position) == [1, 1, 0]
    assert position.neutral == 0
    position.bandits[0].place = inside(2)
    act(position, 1, "marshal", ("marshal", 1, 2))
    assert received(position) == [1, 1, 0]
    assert where(position) == ["roof2"] * 3


def test_gunslinger_zero() -> None:
    """[gunslinger-zero] nobody fired: everybody gets the prize."""
    end = result(scene("in1", "in2", "in3"))
    assert end.gunslingers == [0, 1, 2]
    assert end.scores == [1000, 1000, 1000]


def test_fire_belle() -> None:
    """[fire-belle] of two targets the other; Belle alone is a target."""
    belle = ("ghost", "belle", "doc")
    assert ends(act(scene("roof2", "roof1", "roof3", characters=belle), 0, "fire")) == [2]
    assert ends(act(scene("roof2", "roof1", "in3", characters=belle), 0, "fire")) == [1]


def test_team_card_counts_towards_the_six() -> None:
    """[team-card] a partner's cards in hand count; nothing is drawn from a partner's empty deck."""
    position = scene(
        "in1", "in2", "in3", "in4", characters=("tuco", "cheyenne", "ghost", "belle"), teams=True
    )
    for seat in range(4):
        give(position, seat)
    taken = [card for card in position.piles[1].draw if card.kind in ("move", "floor")]
    for card in taken:
        position.piles[1].draw.remove(card)
    position.piles[0].hand = list(taken)
    position.piles[3].kept, position.piles[3].draw = position.piles[3].draw, []
    game = Game(position, start_round)
    kinds = []
    while game.chance:
        kinds.append((game.chance.kind, game.chance.seat))
        game.apply(next(iter(game.outcomes())))
    # four of the partner's, one more drawn from him, one own
    assert len(position.piles[0].hand) == 6
    assert sum(card.deck == 1 for card in position.piles[0].hand) == 5
    assert ("partner", 2) not in kinds


def test_team_card_acts_for_its_colour() -> None:
    """[team-card] a partner's card acts for him, and he decides."""
    position = scene("in1", "in2", "in3", "in4", teams=True)
    for seat in range(4):
        give(position, seat)
    move = Card(1, "move", 1)
    position.piles[1].draw.remove(move)
    position.piles[0].hand.append(move)
    game = played(turn(position, "S", ("play", 0, move, False)).position, second_phase)
    assert game.decision is not None
    assert game.decision.seat == 1
    assert ends(game) == [inside(1), inside(3)]


@pytest.mark.parametrize("zone", ["draw", "hand", "aside", "kept", "partner"])
def test_photographer(zone: str) -> None:
    """[photographer] bullets that his bandit received from rivals count, wherever their cards are."""
    position = scene("in1", "in2", "in3", "in4", teams=True, expansion=True)
    position.bandits[0].hostage = "photographer"
    held = position.piles[1].hand if zone == "partner" else getattr(position.piles[0], zone)
    held += [Card(0, "bullet", 3), Card(0, "bullet", 2), Card(0, "bullet", 1), Card(0, "bullet", None)]
    position.piles[0].hand += [Card(1, "bullet", 2)] * 3
    assert result(position).money[0] == 400


def test_escape_rank() -> None:
    """[escape-rank] captured seats come after all escaped ones, by money among themselves."""
    position = scene("in1", "coach", "roof0", "coachroof", expansion=True, card="escape")
    for bandit, value in zip(position.bandits, (500, 250, 1000, 300), strict=True):
        bandit.loot = [token("purse", value)]
    position.bandits[0].shots = 2
    end = result(position)
    assert end.gunslingers == [0]
    assert end.scores == [1500, 250, 1000, 300]
    assert end.ranks == [3, 2, 4, 1]
    for bandit in position.bandits:
        bandit.place = inside(2)
    assert result(position).ranks == [1, 4, 2, 3]


def test_escape_rank_of_two_bandits_or_a_team() -> None:
    """[escape-rank] one escaped is enough, and only the escaped one's money counts."""
    for settings in ({"seats": 2}, {"teams": True}):
        position = scene("in1", "coach", "in2", "in3", expansion=True, card="escape", **settings)
        for bandit, value in zip(position.bandits, (500, 300, 1000, 400), strict=True):
            bandit.loot = [token("purse", value)]
        position.bandits[2].shots = 1
        end = result(position)
        assert end.scores == ([300, 2400] if position.settings.pairs else [300, 300, 2400, 2400])
        assert end.ranks == ([1, 2] if position.settings.pairs else [1, 1, 3, 3])


SHOTGUN_CONTACTS: dict[str, tuple[str, int]] = {
    "move": ("roof3", 1),
    "floor": ("in1", 1),
    "marshal": ("in1", 2),
    "punch": ("roof2", 1),
    "push": ("roof2", 2),
    "event": ("roof2", 1),
}


@pytest.mark.parametrize("way", SHOTGUN_CONTACTS)
def test_shotgun_contact_of_one_who_comes(way: str) -> None:
    """[shotgun-contact] however a bandit ends on his roof: a bullet (or a second one), and he flees."""
    start, bullets = SHOTGUN_CONTACTS[way]
    position = scene(
        start, "roof3", "in3", "in3", characters=("doc", "django"), expansion=True, card="braking"
    )
    knocked_off(position, 1)
    if way == "move":
        game = act(position, 0, "move", ("move", 0, roof(1)))
    elif way == "floor":
        game = act(position, 0, "floor")
    elif way == "marshal":
        game = act(position, 2, "marshal", ("marshal", 2, 1))
    elif way == "punch":
        position.bandits[1].place = roof(2)
        game = act(position, 1, "punch", ("punch", 1, 0, None, roof(1)))
    elif way == "push":
        game = act(position, 1, "fire", ("fire", 1, 0))
    else:
        position.bandits[1].place = inside(3)
        game = at_event(position)
    assert game.decision is not None
    assert game.decision.seat == 0
    assert ends(game) == [roof(0), roof(2)]
    game.apply(("flee", 0, roof(0)))
    assert game.over
    assert where(position)[0] == "roof0"
    assert received(position)[0] == bullets


@pytest.mark.parametrize("way", ["punched", "rolling", "speed"])
def test_shotgun_contact_when_he_comes(way: str) -> None:
    """[shotgun-contact] his coming counts too; several flee by seat from the first player."""
    position = scene("roof1", "in2", "roof1", "coachroof", expansion=True, card="speed")
    position.first = 2
    if way == "punched":
        game = act(position, 3, "punch", ("punch", 3, "shotgun", None, None))
    elif way == "rolling":
        position.bandits[0].place = position.bandits[2].place = roof(2)
        game = played(knocked_off(position, 1), roll)
    else:
        position.bandits[0].place = position.bandits[2].place = roof(4)
        game = at_event(knocked_off(position, 3))
    answers = []
    while not game.over:
        assert game.decision is not None
        answers.append(game.decision.seat)
        game.apply(game.options()[0])
    assert answers == [2, 0]
    assert received(position) == [1, 0, 1, 0]


def test_train_roof() -> None:
    """[train-roof] events on the roofs leave those on the stagecoach; Higher Speed takes it along."""
    for card, at in (("swivelarm", 1), ("braking", 1), ("speed", 2)):
        position = scene("coachroof", "in2", "in3", expansion=True, card=card)
        at_event(position)
        assert where(position)[0] == "coachroof"
        assert position.coach == at


def test_ride_loco() -> None:
    """[ride-loco] horses go beside the locomotive; Ride works from inside the stagecoach, not its roof."""
    position = scene("in2", "coach", "coachroof", expansion=True)
    position.horses = [0, 1, 2]
    assert inside(0) in ends(act(position.copy(), 0, "ride"))
    assert ends(act(position.copy(), 1, "ride")) == [inside(0), inside(1), COACH_INSIDE, inside(2), inside(3)]
    assert act(position.copy(), 2, "ride").over
    position.bandits[0].place = roof(0)
    act(position, 0, "ride", ("ride", 0, inside(3)))
    assert position.horses == [1, 2, 3]


def test_coach_step() -> None:
    """[coach-step] on to it or off it is one step; from it the move goes on in one direction."""
    position = scene("coachroof", "in2", "in3", cars=6, expansion=True)
    position.coach = 3
    assert sorted(ends(act(position, 0, "move"))) == [roof(car) for car in (1, 2, 3, 4, 5)]
    position.bandits[0].place = roof(5)
    assert sorted(ends(act(position, 0, "move"))) == [COACH_ROOF, *(roof(car) for car in (2, 3, 4, 6))]
    position.bandits[0].place = roof(6)
    assert sorted(ends(act(position, 0, "move"))) == [roof(car) for car in (3, 4, 5)]


def test_coach_punch() -> None:
    """[coach-punch] who is punched into the stagecoach takes a hostage."""
    position = scene("in1", "in1", "in3", expansion=True)
    position.hostages = ["banker", "poodle"]
    game = act(position, 0, "punch", ("punch", 0, 1, None, COACH_INSIDE))
    assert game.decision is not None
    assert game.decision.seat == 1
    assert ends(game) == ["banker", "poodle"]


@pytest.mark.parametrize(
    ("shooter", "target"),
    [
        ("coach", "in1"),
        ("in1", "coach"),
        ("coachroof", "roof3"),
        ("coachroof", "roof1"),
        ("roof3", "coachroof"),
    ],
)
def test_coach_push(shooter: str, target: str) -> None:
    """[coach-push] across between train and stagecoach Django's shot pushes nobody."""
    position = scene(shooter, target, "in3", characters=("django",), expansion=True)
    act(position, 0, "fire", ("fire", 0, 1))
    assert where(position)[1] == target
    assert received(position)[1] == 1


def test_coach_push_along_the_train_never_ends_in_the_coach() -> None:
    """[coach-push] along the train the push works beside the stagecoach as elsewhere."""
    position = scene("in2", "in1", "in3", characters=("django",), expansion=True)
    position.marshal = 3
    act(position, 0, "fire", ("fire", 0, 1))
    assert where(position)[1] == "in0"


def test_coach_push_tuco() -> None:
    """[coach-push] Tuco shoots through the stagecoach's roof as well."""
    position = scene("coach", "coachroof", "in3", characters=("tuco",), expansion=True)
    assert ends(act(position, 0, "fire")) == [1]
    position = scene("coachroof", "coach", "in3", characters=("tuco",), expansion=True)
    assert ends(act(position, 0, "fire")) == [1]


@pytest.mark.parametrize(("hostage", "kind"), [("teacher", "punch"), ("zealot", "ride")])
def test_barred_card(hostage: str, kind: str) -> None:
    """[barred-card] it cannot be planned, and on the pile it does nothing."""
    position = scene("in1", "in1", "in3", expansion=True)
    position.horses = [1]
    give(position, 0, kind, "move")
    played_kinds = {option[2].kind for option in turn(position.copy(), "S").options() if option[0] == "play"}
    assert played_kinds == {kind, "move"}
    laid = position.copy()
    give(laid, 0)
    lay(laid, 0, kind)
    assert not played(laid.copy(), second_phase).over
    for seen in (position, laid):
        seen.bandits[0].hostage = hostage
    assert played(laid, second_phase).over
    for symbol in ("S", "T", "B"):
        plays = [option for option in turn(position.copy(), symbol).options() if option[0] == "play"]
        assert {option[2].kind for option in plays} == {"move"}


def test_keep() -> None:
    """[keep] everybody chooses before anything is known of it, and it stays secret."""
    position = scene("in1", "in2", "in3", expansion=True, card="speed")
    for seat in range(3):
        give(position, seat, "move", "fire")
    game = played(position, keep)
    views = []
    for card in (Card(0, "move", 0), Card(0, "fire", 0)):
        here = game.copy()
        assert here.decision is not None
        assert here.decision.secret
        here.apply(("keep", 0, card))
        views.append(knowledge(here.position, 1))
    assert views[0] == views[1]


def test_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """[ahead] a card for each symbol; who keeps none for one is not asked for the next."""
    monkeypatch.setitem(PLANNING_AHEAD, "speed", 2)
    position = scene("in1", "in2", "in3", expansion=True, card="speed")
    move, fire, rob = (Card(0, kind, 0) for kind in ("move", "fire", "rob"))
    give(position, 0, "move", "fire", "rob")
    give(position, 1, "move")
    give(position, 2, "move", "fire")
    answers = [("keep", 0, fire), ("keep", 1, Card(1, "move", 1)), ("keep", 2, None)]
    game = played(position, keep, *answers)
    assert game.options() == (("keep", 0, move), ("keep", 0, rob), ("keep", 0, None))
    game.apply(("keep", 0, move))
    assert game.over
    assert [piles.kept for piles in position.piles] == [[fire, move], [Card(1, "move", 1)], []]


def test_poodle() -> None:
    """[poodle] the round's bullet goes into the deck, with expert rules too, not to the discards."""
    position = scene("in1", "in2", "in3", expansion=True, expert=True)
    position.bandits[0].hostage = "poodle"
    position.piles[0].aside = [Card(0, "bullet", 1)]
    deck = len(position.piles[0].draw)
    game = Game(position, start_round)
    assert len(position.piles[0].draw) == deck + 1
    assert Card(0, "bullet", None) in game.outcomes()
    assert position.piles[0].aside == [Card(0, "bullet", 1)]


def test_swept() -> None:
    """[swept] who is carried past Shotgun by Swivel Arm takes no bullet; who ends beside him does."""
    position = knocked_off(scene("roof0", "roof1", "in2", card="swivelarm", expansion=True), 2)
    at_event(position)
    assert where(position)[:2] == ["roof3", "roof3"]
    assert received(position) == [0, 0, 0]
    position = knocked_off(scene("roof0", "roof1", "in2", card="swivelarm", expansion=True), 3)
    at_event(position)
    assert received(position) == [1, 1, 0]


def test_nobody_escapes() -> None:
    """[nobody-escapes] after an Escape without anybody on coach or horse money alone decides."""
    position = scene("in1", "roof2", "in3", expansion=True, card="escape")
    position.bandits[1].loot = [token("jewel")]
    end = result(position)
    assert end.escaped == [False, False, False]
    assert end.ranks == [2, 1, 2]


def test_flask() -> None:
    """[flask] a holder knows no more of his flask than everybody: that it is full."""
    position = scene("in1", "in2", "in3", expansion=True)
    views = []
    for old in (False, True):
        position.bandits[0].loot = [Loot(900, "flask", 0, set(), old)]
        views.append(knowledge(position, 0))
    assert views[0] == views[1]


def test_end() -> None:
    """[end] at the end all purses that bandits hold are turned up, and no others."""
    position = scene("in1", "in2", "in3")
    position.bandits[0].loot = [token("purse", 300, seen=[0])]
    position.loot[place("in1")] = [token("purse", 500)]
    turn_up(position)
    assert position.bandits[0].loot[0].seen == {0, 1, 2}
    assert position.loot[place("in1")][0].seen == set()


def test_mortal() -> None:
    """[mortal] the Poodle's bullet of that round counts."""
    position = scene("in1", "in2", "in3", expansion=True, card="mortal")
    position.bandits[1].hostage = "poodle"
    game = Game(position, start_round)
    while not game.over:
        game.apply(next(iter(game.outcomes())))
    assert result(position).money == [0, 1000 - 150, 0]


def test_turmoil() -> None:
    """[turmoil] nothing is face down; the draws come after all have committed, by seat, before the reveal."""
    position = scene("in1", "in2", "in3", expansion=True)
    for seat in range(3):
        give(position, seat, "move")
    game = turn(position, "B")
    assert game.options() == (("play", 0, Card(0, "move", 0), False), ("draw", 0))
    game.apply(("draw", 0))
    assert len(position.piles[0].hand) == 1
    game.apply(("play", 1, Card(1, "move", 1), False))
    assert position.pile == []
    game.apply(("draw", 2))
    drawers = []
    while game.chance:
        assert position.pile == []
        drawers.append(game.chance.seat)
        game.apply(next(iter(game.outcomes())))
    assert drawers == [0, 0, 0, 2, 2, 2]
    assert [laid.seat for laid in position.pile] == [1]


def test_turmoil_uses_up_ghosts_first_card() -> None:
    """[turmoil] a card played in it was the first of the round."""
    position = scene("in1", "in2", "in3", expansion=True)
    give(position, 0, "move", "fire")
    for seat in (1, 2):
        give(position, seat, "move")
    game = turn(position, "B")
    while not game.over:
        game.apply(game.options()[0])
    plays = [option for option in turn(position, "S").options() if option[0] == "play"]
    assert [option[3] for option in plays] == [False]


def test_cover() -> None:
    """[cover] each of two Fires of old whiskey can be covered, a cover that is a Fire cannot."""
    position = scene("in1", "in2", "in2", "in3", seats=2, expansion=True)
    piles = position.piles[0]
    piles.hand = [Card(0, kind, bandit) for kind in ("fire", "rob") for bandit in (0, 1)]
    position.bandits[1].loot = [token("flask", old=True, half=True)]
    game = turn(position, "S", ("drink", 0, 1, position.bandits[1].loot[0].name))
    game.apply(("play", 0, Card(0, "fire", 0), False))
    covers = [("cover", 0, Card(0, kind, 1)) for kind in ("fire", "rob")]
    assert game.options() == (*covers, ("cover", 0, None))
    game.apply(covers[1])
    game.apply(("play", 0, Card(0, "fire", 1), False))
    covers = [("cover", 0, Card(0, "rob", 0))]
    assert game.options() == (*covers, ("cover", 0, None))
    game.apply(covers[0])
    assert game.decision is not None
    assert game.decision.seat == 1
    piles.hand = [Card(0, kind, bandit) for kind in ("fire", "rob") for bandit in (0, 1)]
    game = turn(position, "S", ("play", 0, Card(0, "fire", 0), False), ("cover", 0, Card(0, "fire", 1)))
    assert game.decision is not None
    assert game.decision.seat == 1
    piles.hand = [Card(0, "marshal", None), Card(0, "floor", 0), Card(0, "fire", 1)]
    game = turn(position, "S", ("play", 0, Card(0, "fire", 1), False))
    assert game.options() == (("cover", 0, Card(0, "floor", 0)), ("cover", 0, None))


def test_whiskey_last() -> None:
    """[whiskey-last] a Marshal who is last stays; the flask is gone all the same."""
    position = scene("in1", "in2", "in2", expansion=True, card="whiskey")
    position.marshal = 3
    position.loot[inside(3)] = [token("flask", old=True)]
    at_event(position)
    assert position.marshal == 3
    assert position.loot == {}


def test_whiskey_last_several_flasks() -> None:
    """[whiskey-last] full and half ones are told apart; the Marshal drinks the first laid."""
    position = scene("in1", "in2", "in2", expansion=True, card="whiskey")
    flasks = [token("flask", half=True), token("flask"), token("flask", old=True)]
    position.loot[inside(1)] = list(flasks)
    game = act(position.copy(), 0, "rob")
    assert ends(game) == ["full", "halfnormal"]
    game.apply(("rob", 0, "full", None))
    assert set(game.outcomes()) == {flasks[1].number, flasks[2].number}
    game = act(position.copy(), 0, "rob", ("rob", 0, "halfnormal", None))
    assert game.over
    position.bandits[0].place = inside(3)
    position.marshal = 1
    at_event(position)
    assert [flask.number for flask in position.out] == [flasks[0].number]
    assert position.marshal == 2


def test_share() -> None:
    """[share] the money is divided; the box still counts for its owner's Banker."""
    position = scene("roof2", "roof2", "in2", expansion=True, card="sharing")
    position.bandits[0].loot = [token("strongbox")]
    position.bandits[0].hostage = "banker"
    position.bandits[1].hostage = "banker"
    assert result(position).money == [1500, 500, 0]


def test_intro() -> None:
    """[intro] whiskey and horses and nothing else."""
    position = scene("in1", "in1", "in3", intro=True)
    position.horses = [1]
    assert (position.coach, position.shotgun, position.hostages) == (None, None, [])
    assert {place.vehicle for place in ends(act(position.copy(), 0, "ride"))} == {"train"}
    assert {place.vehicle for place in ends(act(position, 0, "punch"), 4)} == {"train"}


def test_loot_order() -> None:
    """[loot-order] a purse seen before can be chosen; the others are drawn blind."""
    position = scene("in2", "in1", "in3")
    purses = [
        token("purse", 250),
        token("purse", 500, [0]),
        token("purse", 300, [1]),
        token("purse", 400, [0]),
    ]
    position.loot[inside(2)] = list(purses)
    game = act(position.copy(), 0, "rob")
    assert ends(game, 3) == [None, purses[1].number, purses[3].number]
    game.apply(("rob", 0, "purse", None))
    assert set(game.outcomes()) == {purses[0].number, purses[2].number}
    game = act(position, 0, "rob", ("rob", 0, "purse", purses[1].number))
    assert game.over
    assert position.bandits[0].loot == [purses[1]]


def test_memory() -> None:
    """[memory] a purse once held is known wherever it goes; to the others it is not."""
    position = scene("in2", "in2", "in3", characters=("ghost", "doc", "tuco"))
    position.bandits[1].loot = [token("purse", 450, [1])]
    act(position, 0, "punch", ("punch", 0, 1, "purse", inside(1)))
    act(position, 0, "rob", ("rob", 0, "purse", None))
    values: list[Any] = [knowledge(position, seat).held[0][0][2] for seat in range(3)]
    assert values == [450, 450, None]


def test_memory_of_a_face_down_card_that_was_turned_over() -> None:
    """[memory] a card of the pile is known to all once it has been carried out."""
    position = scene("in1", "in2", "in3")
    lay(position, 0, "move")
    position.pile[0].face_down = True
    position.pile[0].known = {0}
    assert knowledge(position, 1).pile == [(0, None)]
    played(position, second_phase, ("move", 0, inside(2)))
    assert knowledge(position, 1).open[0] == [Card(0, "move", 0)]


def test_banker() -> None:
    """[banker] 1000 with a strongbox, else nothing."""
    position = scene("in1", "in2", "in3", expansion=True)
    position.bandits[0].hostage = "banker"
    assert result(position).money[0] == 0
    position.bandits[0].loot = [token("strongbox")]
    assert result(position).money[0] == 2000


def test_gone_is_nowhere() -> None:
    assert GONE not in {place(word) for word in ("in0", "roof1", "coach", "coachroof")}
