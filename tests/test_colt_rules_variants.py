"""Colt Express in teams, with two seats, expert: rulings by their ids."""

from __future__ import annotations

from dataclasses import replace

from colt_scenes import (
    BELLE,
    BULLET,
    DOC,
    FAR,
    FIRE,
    FLOOR,
    MARSHAL,
    MOVE,
    NEUTRAL,
    PHOTOGRAPHER,
    POODLE,
    PUNCH,
    ROBBERY,
    STAGE,
    act,
    bandit,
    base,
    inside,
    kinds,
    over,
    phase,
    places,
    purse,
    roof,
)
from solver.game import CHANCE_PLAYER, SIMULTANEOUS_PLAYER
from solver.games.colt import names
from solver.games.colt.codes import (
    BLIND,
    CARD,
    DECLINE,
    DRAW,
    DRINK,
    FLASK,
    GO,
    LOOT,
    MASK,
    PLAY,
    RESERVE,
    SHOW,
    START,
)
from solver.games.colt.fields import Flask, Planned, Seat
from solver.games.colt.state import ColtState, initial
from solver.rng import Rng

# --- teams --------------------------------------------------------------------------------------------------


def test_team_card() -> None:
    """Ruling team-card: a partner's card acts for its colour, and that bandit's owner decides."""
    bandits = [bandit(inside(2)), bandit(inside(2)), FAR, FAR]
    fields = base(bandits, names.TEAMS)
    mine = Seat(kinds(FIRE, MOVE + names.SIDE, NEUTRAL + names.SIDE), kinds(FLOOR), 3, 1, guests=2)
    fields = replace(fields, seats=(mine, *fields.seats[1:]))
    state = ColtState.from_fields(fields)
    assert state.legal_actions() == [PLAY + FIRE, PLAY + MOVE + names.SIDE, DRAW]
    state.apply_action(PLAY + MOVE + names.SIDE)
    after = state.fields()
    assert after.pile == (Planned(MOVE, 1, 0, False),)
    assert after.seats[0].guests == 1
    pile = replace(
        after,
        stage=names.STAGES.index("pile"),
        phase=phase("showcard"),
        seat=0,
        pile=(Planned(MOVE, 1, 0, True),),
        seats=(replace(after.seats[0], guests=2), *after.seats[1:]),
    )
    state = ColtState.from_fields(pile)
    state.apply_action(SHOW + MOVE + names.SIDE, CHANCE_PLAYER)
    assert state.current_player() == 1
    assert state.fields().bandit == 1
    state.apply_action(GO + inside(3))
    after = state.fields()
    # the bullet stays in the hand that drew it, the card went home; each draws one of the partner's
    assert after.seats[0].hand == kinds(NEUTRAL + names.SIDE)
    assert after.first == 2
    assert (after.phase, after.seat, after.why) == (phase("drawcard"), 2, 0)


def test_team_totals_and_gunslinger() -> None:
    bandits = [bandit(inside(1), jewels=1), bandit(inside(1), shots=1), bandit(inside(1), shots=1), FAR]
    bandits[3] = bandit(inside(1), shots=1, jewels=1)
    state = over(bandits, flags=names.TEAMS)
    assert state.scores() == [500, 500, 1500, 1500]
    assert state.returns() == [-1, -1, 1, 1]
    partner = act([bandit(inside(1)), bandit(inside(2)), bandit(roof(1)), FAR], (0, FIRE), (2, MOVE),
                  flags=names.TEAMS)  # fmt: skip
    assert partner.fields().bandits[0].shots == 0
    assert partner.fields().bandits[0].bullets == 5
    assert partner.fields().seats[1].discard[NEUTRAL] == 1


# --- two seats, expert --------------------------------------------------------------------------------------


def test_two_seats_choose_who_starts_where() -> None:
    state = initial(5, 2, names.PAIRS)
    assert state.legal_actions(0) == [START, START + 1]
    state.apply_action(START + 1, 0)
    state.apply_action(START, 1)
    state.apply_action(MASK + 0b01, CHANCE_PLAYER)
    assert state.fields().last == 3
    assert places(state) == [inside(2), inside(3), inside(3), inside(2)]
    assert state.current_player() == SIMULTANEOUS_PLAYER
    assert state.legal_actions(0)[0] == RESERVE
    assert len(state.legal_actions(0)) == 11
    state.apply_action(RESERVE + MARSHAL, 0)
    state.apply_action(RESERVE, 1)
    assert state.fields().seats[0].hand[MARSHAL] == 1
    left = {0: 6, 1: 6}
    for k, robber in enumerate(state.fields().bandits):
        left[k // 2] += robber.character == DOC
    assert state.fields().left == left[state.fields().seat]


def test_two_seats_cover_a_fire() -> None:
    fields = base([FAR, FAR, FAR, FAR], names.PAIRS)
    hand = kinds(FIRE, MOVE, MARSHAL, FLOOR + names.SIDE)
    fields = replace(fields, seats=(Seat(hand, kinds(), 4, 0), fields.seats[1]))
    state = ColtState.from_fields(fields)
    state.apply_action(PLAY + FIRE)
    assert state.legal_actions() == [PLAY + FLOOR + names.SIDE, DECLINE]
    state.apply_action(PLAY + FLOOR + names.SIDE)
    assert state.current_player() == 1
    assert [p.kind for p in state.fields().pile] == [FIRE, FLOOR + names.SIDE]


def test_cover() -> None:
    """Ruling cover: each of two Fires of old whiskey can be covered, a cover that is a Fire cannot."""
    fields = base([FAR, replace(FAR, flasks=(0, 0, 1)), FAR, FAR], names.PAIRS | names.HORSES)
    hand = kinds(FIRE, ROBBERY, FIRE + names.SIDE, ROBBERY + names.SIDE)
    fields = replace(fields, seats=(Seat(hand, kinds(), 4, 0), fields.seats[1]))
    state = ColtState.from_fields(fields)
    state.apply_action(DRINK + 5)
    state.apply_action(PLAY + FIRE)
    assert state.legal_actions() == [PLAY + FIRE + names.SIDE, PLAY + ROBBERY + names.SIDE, DECLINE]
    state.apply_action(PLAY + ROBBERY + names.SIDE)
    assert state.legal_actions() == [PLAY + ROBBERY, PLAY + FIRE + names.SIDE]
    state.apply_action(PLAY + FIRE + names.SIDE)
    assert state.legal_actions() == [PLAY + ROBBERY, DECLINE]
    state.apply_action(PLAY + ROBBERY)
    assert state.current_player() == 1
    state = ColtState.from_fields(fields)
    state.apply_action(PLAY + FIRE)
    state.apply_action(PLAY + FIRE + names.SIDE)
    assert state.current_player() == 1
    # the Marshal, who is neither bandit's, covers nothing
    hand = kinds(MARSHAL, FLOOR, FIRE + names.SIDE)
    state = ColtState.from_fields(replace(fields, seats=(Seat(hand, kinds(), 3, 0), fields.seats[1])))
    state.apply_action(PLAY + FIRE + names.SIDE)
    assert state.legal_actions() == [PLAY + FLOOR, DECLINE]


def test_two_seats_shots_at_the_partner_do_not_count() -> None:
    state = act([bandit(inside(1)), bandit(inside(2)), FAR, bandit(roof(1))], (0, FIRE), (3, MOVE),
                flags=names.PAIRS)  # fmt: skip
    assert state.fields().bandits[0].shots == 0
    assert state.fields().bandits[1].hits == 1


def test_expert_keeps_the_hand_and_refills() -> None:
    state = act([bandit(inside(1), BELLE, bullets=0), FAR, FAR], (0, FIRE), flags=names.EXPERT)
    fields = state.fields()
    assert fields.phase == phase("discard")
    assert fields.round == 1
    assert fields.seats[0].discard[FIRE] == 1
    assert state.legal_actions() == [DECLINE] + [0x0A0 + k for k in range(5)]
    state.apply_action(0x0A0 + PUNCH)
    state.apply_action(DECLINE)
    assert state.fields().left == 1
    assert state.fields().seats[0].discard[PUNCH] == 1
    state.apply_action(state.draw_chance(Rng(1)), CHANCE_PLAYER)
    assert state.fields().seat == 1


def test_expert_shuffles_the_discards_only_when_the_deck_runs_out() -> None:
    fields = base([FAR, FAR, FAR], names.EXPERT)
    seat = Seat(kinds(MOVE), kinds(FIRE), 1, 1, discard=kinds(PUNCH, FLOOR))
    state = ColtState.from_fields(replace(fields, seats=(seat, *fields.seats[1:])))
    state.apply_action(DRAW)
    assert [action for action, _ in state.chance_outcomes()] == [CARD + FIRE]
    state.apply_action(CARD + FIRE, CHANCE_PLAYER)
    assert [action for action, _ in state.chance_outcomes()] == [CARD + FLOOR, CARD + PUNCH]


def test_poodle_bites_into_the_experts_deck() -> None:
    """Ruling poodle: the bullet is in the deck, and what is discarded stays where it is."""
    bandits = [bandit(inside(1), BELLE, hostage=POODLE), FAR, FAR]
    seat = Seat(kinds(MOVE), kinds(FIRE, FLOOR), 1, 2, discard=kinds(PUNCH, BULLET))
    fields = base(bandits, STAGE | names.EXPERT)
    state = act(bandits, (0, MARSHAL), flags=STAGE | names.EXPERT, marshal=3,
                seats=(seat, *fields.seats[1:]))  # fmt: skip
    while state.fields().round == 1:
        actions = state.legal_actions()
        state.apply_action(DECLINE if DECLINE in actions else actions[0])
    first = state.fields().seats[0]
    assert first.deck[NEUTRAL] + first.hand[NEUTRAL] == 1
    assert first.discard[NEUTRAL] == 0


def test_photographer_in_teams_is_paid_the_same_wherever_the_bullets_are() -> None:
    """Ruling photographer: in the truth and in every view; bullets of rivals at the holder, no others."""
    bandits = [bandit(inside(1), hits=2, hostage=PHOTOGRAPHER), bandit(inside(1), hits=1), FAR, FAR]
    other = names.SIDE + BULLET
    places_of_bullets = [
        ({"deck": kinds(BULLET, BULLET)}, {"deck": kinds(BULLET)}),
        ({"hand": kinds(BULLET, BULLET)}, {"discard": kinds(BULLET)}),
        ({"discard": kinds(BULLET, BULLET)}, {"hand": kinds(BULLET)}),
        ({"hand": kinds(other)}, {"hand": kinds(other, other)}),
        ({"deck": kinds(BULLET), "hand": kinds(other)}, {"hand": kinds(other)}),
    ]
    for own, partners in places_of_bullets:
        fields = base(bandits, STAGE | names.TEAMS, event="conductor")
        seats = []
        for cards in (own, partners):
            hand, deck = cards.get("hand", kinds()), cards.get("deck", kinds())
            seats.append(Seat(hand, deck, sum(hand), sum(deck), cards.get("discard", kinds()),
                              guests=hand[other]))  # fmt: skip
        state = ColtState.from_fields(replace(fields, seats=(*seats, *fields.seats[2:])))
        for each in (state, *[state.view(seat) for seat in range(4)]):
            assert each.scores() == [1400, 1400, 1000, 1000], (own, partners)


def test_memory_a_purse_once_seen_stays_known() -> None:
    """Ruling memory: who held a purse knows it for good, and may name it when it lies about."""
    bandits = [bandit(inside(2)), FAR, FAR]
    purses = (purse(5, 0b001, place=inside(2)), purse(0, 0b010, place=inside(2)))
    state = act(bandits, (0, ROBBERY), purses=purses)
    assert state.legal_actions() == [LOOT, LOOT + BLIND]
    assert state.view(1).fields().purses[0].value == names.UNKNOWN
    assert state.view(1).fields().purses[1].value == 0


def test_flasks_are_named_full_or_half() -> None:
    flasks = (Flask(inside(2), 0), Flask(inside(2), 1))
    state = act([bandit(inside(2)), FAR, FAR], (0, ROBBERY), flags=STAGE, flasks=flasks)
    assert state.legal_actions() == [LOOT + FLASK, LOOT + FLASK + 1]


def test_loot_is_robbed_at_once_when_there_is_one_kind() -> None:
    state = act([bandit(inside(2)), FAR, FAR], (0, ROBBERY), boxes=(0,) * 4 + (1,) + (0,) * 11)
    assert state.fields().bandits[0].boxes == 1
