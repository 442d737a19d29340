"""Horses & Stagecoach rule by rule: rulings by their ids, and faults found in other programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

from colt_games import game

from colt_scenes import (
    AWAY,
    BANKER,
    BELLE,
    COACH,
    COACH_ROOF,
    DJANGO,
    DOC,
    FAR,
    FIRE,
    FLOOR,
    GHOST,
    LADY,
    MARSHAL,
    MINISTER,
    MOVE,
    NOTHING,
    PHOTOGRAPHER,
    POKER,
    POODLE,
    PUNCH,
    RIDE,
    ROBBERY,
    STAGE,
    TAKE_HOSTAGE,
    TEACHER,
    TUCO,
    ZEALOT,
    act,
    bandit,
    base,
    event,
    hits,
    inside,
    kinds,
    over,
    phase,
    places,
    plan,
    purse,
    roof,
)
from solver.game import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, UNSEEN_ACTION
from solver.games.colt import names
from solver.games.colt.codes import (
    CAR,
    DECLINE,
    DRAW,
    DRINK,
    FIRST,
    GO,
    HORSE,
    KEEP,
    KIND,
    MASK,
    PLAY,
    PLAY_DOWN,
    RIDE_TO,
    SHOOT,
    SHOW,
)
from solver.games.colt.fields import Flask
from solver.games.colt.figures import standard
from solver.games.colt.state import ColtState, initial
from solver.rng import Rng

# --- Horses & Stagecoach ------------------------------------------------------------------------------------


def test_horse_attack() -> None:
    state = initial(1, 3, STAGE)
    assert state.current_player() == SIMULTANEOUS_PLAYER
    for seat in range(3):
        assert state.legal_actions(seat) == [HORSE, HORSE + 1]
    view = state.view(2)
    for seat, action in enumerate((HORSE, HORSE + 1, HORSE)):
        state.apply_action(action, seat)
        view.apply_action(action if seat == 2 else UNSEEN_ACTION, seat)
    assert state.chance_outcomes() == [(MASK + 0b010, Fraction(1))]
    assert [action for action, _ in view.chance_outcomes()] == [MASK, MASK + 1, MASK + 2, MASK + 3]
    state.apply_action(MASK + 0b010, CHANCE_PLAYER)
    assert places(state)[1] == inside(3)
    assert state.fields().horses == (0, 0, 0, 1, 0, 0, 0)
    assert state.players_to_move() == [0, 2]
    state.apply_action(HORSE, 0)
    state.apply_action(HORSE, 2)
    state.apply_action(MASK, CHANCE_PLAYER)
    # who reaches the first car boards it; seat 1 alone is in the rearmost occupied car
    assert places(state) == [inside(1), inside(3), inside(1)]
    assert state.fields().horses == (0, 2, 0, 1, 0, 0, 0)
    assert state.fields().first == 1


def test_horse_attack_of_two_seats_is_one_token_for_two_figures() -> None:
    state = initial(1, 2, STAGE | names.PAIRS)
    assert state.legal_actions(0) == [HORSE + mask for mask in range(4)]
    state.apply_action(HORSE + 2, 0)
    state.apply_action(HORSE + 1, 1)
    state.apply_action(MASK + 0b0110, CHANCE_PLAYER)
    assert places(state) == [names.RIDING, inside(3), inside(3), names.RIDING]
    assert state.legal_actions(0) == [HORSE, HORSE + 1]
    assert state.legal_actions(1) == [HORSE, HORSE + 2]


def test_teams_draw_the_first_player_among_the_a_seats() -> None:
    state = initial(1, 4, STAGE | names.TEAMS)
    rng = Rng(1)
    while state.fields().first == NOTHING:
        outcomes = [action for action, _ in state.chance_outcomes()]
        if outcomes and outcomes[0] >= FIRST:
            assert outcomes == [FIRST, FIRST + 2]
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])


HORSES = (0, 0, 1, 0, 0, 0, 0)


def test_ride() -> None:
    """Ruling ride-loco; the coach beside the goal may be entered."""
    bandits = [bandit(roof(2)), FAR, bandit(roof(1)), FAR]
    state = act(bandits, (0, RIDE), (2, MOVE), flags=STAGE, horses=HORSES, coach=1, hostages=0b11, marshal=3)
    assert state.legal_actions() == [RIDE_TO + inside(k) for k in range(5)] + [RIDE_TO + COACH]
    state.apply_action(RIDE_TO + inside(3))
    assert places(state)[0] == roof(3)
    assert hits(state)[0] == 1
    assert state.fields().horses == (0, 0, 0, 1, 0, 0, 0)
    for place in (roof(1), inside(3), COACH_ROOF):
        none = act([bandit(place), FAR, bandit(roof(4)), FAR], (0, RIDE), (2, MOVE), flags=STAGE,
                   horses=HORSES, coach=1)  # fmt: skip
        assert none.current_player() == 2
    coach = act(
        [bandit(COACH, hostage=BANKER), FAR, FAR, FAR], (0, RIDE), flags=STAGE, horses=HORSES, coach=2
    )
    assert RIDE_TO + inside(4) in coach.legal_actions()
    assert RIDE_TO + COACH in coach.legal_actions()


def test_zealot_and_teacher_bar_their_cards() -> None:
    """Ruling barred-card."""
    rider = bandit(inside(2), hostage=ZEALOT)
    assert (
        act([rider, FAR, bandit(roof(1))], (0, RIDE), (2, MOVE), flags=STAGE, horses=HORSES).current_player()
        == 2
    )
    assert plan((RIDE,), (MOVE,), bandits=[rider, FAR, FAR], flags=STAGE).legal_actions() == [DRAW]
    puncher = bandit(inside(1), hostage=TEACHER)
    state = act([puncher, FAR, bandit(roof(1))], (0, PUNCH), (2, MOVE), flags=STAGE)
    assert places(state)[1] == inside(1)
    assert plan((PUNCH, MOVE), bandits=[puncher, FAR, FAR], flags=STAGE).legal_actions() == [PLAY + MOVE]


def test_coach_step() -> None:
    """Ruling coach-step."""
    bandits = [bandit(roof(2)), bandit(COACH_ROOF), bandit(roof(4)), bandit(roof(0), hostage=LADY), FAR]
    state = act(bandits, (0, MOVE), (1, MOVE), (2, MOVE), (3, MOVE), flags=STAGE, coach=1, last=5)
    assert state.legal_actions() == [GO + roof(k) for k in (0, 1, 3, 4, 5)] + [GO + COACH_ROOF]
    state.apply_action(GO + roof(5))
    assert state.legal_actions() == [GO + roof(k) for k in (0, 1, 2, 3)]
    state.apply_action(GO + roof(3))
    assert GO + COACH_ROOF not in state.legal_actions()
    state.apply_action(GO + roof(5))
    assert places(state)[3] == roof(1)


def test_coach_inside_is_no_neighbour_for_move() -> None:
    bandits = [bandit(COACH, hostage=BANKER), FAR, bandit(roof(4)), FAR]
    state = act(bandits, (0, MOVE), (2, MOVE), flags=STAGE, coach=1)
    assert places(state)[0] == COACH


def test_coach_takes_a_hostage_once() -> None:
    bandits = [bandit(COACH_ROOF), FAR, bandit(roof(4)), FAR]
    state = act(bandits, (0, FLOOR), (2, MOVE), flags=STAGE, coach=1, hostages=0b101)
    assert state.legal_actions() == [TAKE_HOSTAGE, TAKE_HOSTAGE + 2]
    state.apply_action(TAKE_HOSTAGE + 2)
    assert state.fields().bandits[0].hostage == MINISTER
    assert state.fields().hostages == 0b001
    bandits[0] = bandit(COACH_ROOF, hostage=BANKER)
    assert act(bandits, (0, FLOOR), (2, MOVE), flags=STAGE, coach=1, hostages=0b101).current_player() == 2


def test_coach_punch() -> None:
    """Ruling coach-punch: a victim punched into the coach takes a hostage."""
    bandits = [bandit(inside(1)), bandit(inside(1)), bandit(roof(4)), FAR]
    bandits[3] = bandit(inside(3))
    state = act(bandits, (0, PUNCH), (2, MOVE), flags=STAGE, coach=1, hostages=0b110)
    assert state.legal_actions() == [GO + inside(0), GO + inside(2), GO + COACH]
    state.apply_action(GO + COACH)
    assert state.current_player() == 1
    assert state.legal_actions() == [TAKE_HOSTAGE + 1, TAKE_HOSTAGE + 2]


def test_coach_roof_fire_reaches_every_train_roof() -> None:
    """Fault: coach-roof fire limited to the first occupied car."""
    bandits = [bandit(COACH_ROOF), bandit(roof(2)), bandit(roof(4)), bandit(inside(1))]
    state = act(bandits, (0, FIRE), flags=STAGE, coach=1, shotgun=2)
    assert state.legal_actions() == [SHOOT + 1, SHOOT + 2]
    back = act([bandit(roof(4)), bandit(COACH_ROOF), bandit(roof(3)), FAR], (0, FIRE), flags=STAGE, coach=1)
    assert back.legal_actions() == [SHOOT + 1, SHOOT + 2]


def test_coach_push() -> None:
    """Ruling coach-push: no push to or from the coach; Tuco shoots through its roof too."""
    state = act([bandit(COACH_ROOF, DJANGO), bandit(roof(2)), bandit(roof(4)), FAR], (0, FIRE), (2, MOVE),
                flags=STAGE, coach=1)  # fmt: skip
    state.apply_action(SHOOT + 1)
    assert places(state)[1] == roof(2)
    state = act([bandit(inside(2), DJANGO), bandit(COACH, hostage=BANKER), bandit(roof(4)), FAR], (0, FIRE),
                (2, MOVE), flags=STAGE, coach=2, marshal=4)  # fmt: skip
    state.apply_action(SHOOT + 1)
    assert places(state)[1] == COACH
    tuco = act([bandit(COACH, TUCO, hostage=BANKER), bandit(COACH_ROOF), bandit(roof(4)), FAR], (0, FIRE),
               (2, MOVE), flags=STAGE, coach=2)  # fmt: skip
    assert hits(tuco)[1] == 1


def test_shotgun_is_punched_and_leaves_the_box() -> None:
    boxes = (0,) * 15 + (1,)
    bandits = [bandit(COACH_ROOF), bandit(COACH_ROOF, BELLE), bandit(roof(2)), FAR]
    state = act(bandits, (0, PUNCH), (1, ROBBERY), (2, MOVE), flags=STAGE, coach=2, boxes=boxes)
    assert state.fields().shotgun == 2  # he, not Belle
    # seat 2 stood on the roof where he lands: a bullet, and seat 2 chooses where to flee
    assert hits(state)[2] == 1
    assert state.current_player() == 2
    assert state.legal_actions() == [GO + roof(1), GO + roof(3)]
    state.apply_action(GO + roof(3))
    assert state.fields().bandits[1].boxes == 1
    held = act(bandits, (1, ROBBERY), (2, MOVE), flags=STAGE, coach=2, boxes=boxes)
    assert held.fields().bandits[1].boxes == 0


def test_shotgun_contact() -> None:
    """Ruling shotgun-contact: by Move, Floor, eviction (two bullets), Punch, push, and running over him."""
    bandits = [bandit(inside(2)), FAR, bandit(roof(4)), FAR]
    state = act(bandits, (0, FLOOR), (2, MOVE), flags=STAGE, coach=2, shotgun=2)
    assert hits(state)[0] == 1
    assert state.legal_actions() == [GO + roof(1), GO + roof(3)]
    state = act(bandits, (1, MARSHAL), (2, MOVE), flags=STAGE, coach=2, shotgun=2, marshal=3)
    state.apply_action(CAR + 2)
    assert hits(state)[0] == 2
    assert state.current_player() == 0
    runner = [bandit(roof(1)), FAR, bandit(roof(4)), FAR]
    state = act(runner, (0, MOVE), (2, MOVE), flags=STAGE, coach=2, shotgun=2)
    state.apply_action(GO + roof(3))
    assert hits(state)[0] == 1
    assert state.current_player() == 2
    state = act(runner, (0, MOVE), (2, MOVE), flags=STAGE, coach=2, shotgun=2)
    state.apply_action(GO + COACH_ROOF)
    assert hits(state)[0] == 1
    last = act([bandit(inside(4)), FAR, FAR, FAR], (0, FLOOR), (1, MOVE), flags=STAGE, coach=4, shotgun=2)
    assert places(last)[0] == roof(3)


def test_shotgun_blocks_roof_fire() -> None:
    bandits = [bandit(roof(1)), bandit(roof(3)), bandit(roof(0)), FAR]
    assert hits(act(bandits, (0, FIRE), (1, MOVE), flags=STAGE, coach=2, shotgun=2)) == [0, 0, 1, 0]


def test_the_coach_rolls_back_with_the_shotgun() -> None:
    bandits = [bandit(inside(1)), bandit(roof(3)), FAR, FAR]
    state = event("bridge", bandits, STAGE, coach=2, shotgun=2)
    assert state.fields().coach == 3
    assert hits(state)[1] == 1
    assert state.current_player() == 1
    assert event("bridge", [FAR] * 4, STAGE, coach=4).fields().coach == 4


def test_higher_speed_moves_everything_once() -> None:
    """Fault: a horse moved twice by Higher Speed. Ruling train-roof."""
    bandits = [bandit(roof(1)), bandit(roof(4)), bandit(COACH_ROOF), bandit(inside(2))]
    state = event("speed", bandits, STAGE, coach=1, horses=(1, 1, 0, 1, 1, 0, 0))
    assert places(state) == [roof(2), roof(4), COACH_ROOF, inside(2)]
    assert state.fields().horses == (0, 1, 1, 0, 2, 0, 0)
    assert state.fields().coach == 3  # the event, and the roll
    assert places(event("swivel", bandits, STAGE))[2] == COACH_ROOF
    assert places(event("braking", bandits, STAGE))[2] == COACH_ROOF


def test_exhausted_horses_are_those_nearest_the_rear() -> None:
    """Fault: horses removed at the wrong end."""
    assert event("tired", [FAR] * 4, STAGE, horses=(1, 1, 2, 0, 0, 0, 0)).fields().horses[:4] == (1, 1, 1, 0)
    assert event("tired", [FAR] * 5, STAGE, horses=(1, 1, 1, 0, 0, 0, 0)).fields().horses[:4] == (1, 0, 0, 0)


def test_shotguns_rage() -> None:
    bandits = [bandit(COACH, hostage=BANKER), bandit(COACH_ROOF), bandit(inside(2)), bandit(roof(2)), FAR]
    assert hits(event("rage", bandits, STAGE, coach=2)) == [1, 1, 1, 1, 0]


def test_whiskey_for_the_marshal() -> None:
    """Ruling whiskey-last."""
    bandits = [bandit(inside(2)), bandit(inside(3)), FAR, FAR]
    flasks = (Flask(inside(1), 0), Flask(inside(1), 1))
    state = event("whiskey", bandits, STAGE, marshal=1, flasks=flasks)
    assert state.chance_outcomes() == [(KIND, Fraction(5, 6)), (KIND + 1, Fraction(1, 6))]
    other = state.clone()
    state.apply_action(KIND, CHANCE_PLAYER)
    assert state.fields().marshal == 2
    assert state.fields().flasks == (Flask(inside(1), 1),)
    other.apply_action(KIND + 1, CHANCE_PLAYER)
    assert other.fields().marshal == 4
    assert hits(other)[:2] == [1, 1]
    assert event("whiskey", bandits, STAGE, marshal=1).fields().marshal == 1
    assert event("whiskey", bandits, STAGE, marshal=4, flasks=(Flask(8, 1),)).fields().marshal == 4


def test_whiskey_normal_draws_three_and_plays_one() -> None:
    drinker = bandit(inside(2), flasks=(1, 0, 0))
    state = plan((MOVE,), (FIRE, FLOOR, PUNCH, MARSHAL), bandits=[drinker, FAR, FAR], flags=STAGE)
    assert state.legal_actions() == [PLAY + MOVE, DRAW, DRINK]
    state.apply_action(DRINK)
    state.apply_action(KIND, CHANCE_PLAYER)
    assert state.fields().bandits[0].flasks == (0, 1, 0)
    for _ in range(3):
        state.apply_action(state.draw_chance(Rng(1)), CHANCE_PLAYER)
    assert state.current_player() == 0
    assert DRAW not in state.legal_actions()
    state.apply_action(PLAY + MOVE)
    assert state.current_player() == 1
    tunnel = plan((MOVE,), (FIRE,), bandits=[drinker, FAR, FAR], flags=STAGE, event="tunnel", turn=1)
    assert DRINK not in tunnel.legal_actions()


def test_whiskey_old_plays_two() -> None:
    drinker = bandit(inside(2), flasks=(0, 0, 1))
    state = plan((MOVE, FIRE), (PUNCH,), bandits=[drinker, FAR, FAR], flags=STAGE)
    state.apply_action(DRINK + 2)
    assert state.fields().bandits[0].flasks == (0, 0, 0)
    state.apply_action(PLAY + MOVE)
    assert state.current_player() == 0
    assert state.legal_actions() == [PLAY + FIRE]
    state.apply_action(PLAY + FIRE)
    assert state.current_player() == 1


def test_turmoil() -> None:
    """Ruling turmoil: committed together, draws before the reveal, laid in the usual order."""
    fields = base([FAR, FAR, FAR], STAGE, event="plain")
    fields = replace(fields, phase=phase("turmoil"), owed=0b111, first=1)
    state = ColtState.from_fields(fields)
    view = state.view(0)
    for seat, action in ((0, PLAY + MOVE), (1, DRAW), (2, PLAY + FIRE)):
        assert PLAY_DOWN + MOVE not in state.legal_actions(seat)
        state.apply_action(action, seat)
        view.apply_action(action if seat == 0 else UNSEEN_ACTION, seat)
    assert [action for action, _ in view.chance_outcomes()] == [MASK, MASK + 2, MASK + 4, MASK + 6]
    for each in (state, view):
        each.apply_action(MASK + 0b010, CHANCE_PLAYER)
    for _ in range(3):
        assert state.fields().pile == ()
        state.apply_action(state.draw_chance(Rng(4)), CHANCE_PLAYER)
        view.apply_action(UNSEEN_ACTION, CHANCE_PLAYER)
    assert state.chance_outcomes() == [(SHOW + FIRE, Fraction(1))]
    assert len(view.chance_outcomes()) > 1
    for each in (state, view):
        each.apply_action(SHOW + FIRE, CHANCE_PLAYER)
        each.apply_action(SHOW + MOVE, CHANCE_PLAYER)
    assert [(p.by, p.kind, p.down) for p in state.fields().pile] == [(2, FIRE, False), (0, MOVE, False)]
    assert view.fields() == state.view(0).fields()


def test_keep() -> None:
    """Ruling keep: secret, together; next round he draws up to six only."""
    fields = replace(base([FAR, FAR, FAR], STAGE, event="speed"), phase=phase("keep"), owed=0b111,
                     stage=names.STAGES.index("keep"), turn=2)  # fmt: skip
    state = ColtState.from_fields(fields)
    view = state.view(1)
    for seat, action in enumerate((KEEP + FIRE, DECLINE, KEEP + MOVE)):
        state.apply_action(action, seat)
        view.apply_action(action if seat == 1 else UNSEEN_ACTION, seat)
    for each in (state, view):
        each.apply_action(MASK + 0b101, CHANCE_PLAYER)
    after = state.fields()
    assert after.round == 2
    assert [seat.hand_size for seat in after.seats] == [1, 0, 1]
    assert after.seats[0].hand[FIRE] == 1
    assert after.left == 7  # Doc
    assert after.seat == 1
    assert view.fields() == state.view(1).fields()
    assert view.fields().seats[0].hand == kinds()
    expert = replace(fields, flags=STAGE | names.EXPERT)
    assert expert.flags & names.EXPERT


def test_ahead() -> None:
    """Ruling ahead: a card for each symbol, one after another, secret; who keeps none is not asked again."""
    symbols = tuple(2 if word == "speed" else 0 for word in names.ROUND_CARDS)
    fields = replace(base([FAR, FAR, FAR], STAGE, event="speed"), phase=phase("keep"), owed=0b111,
                     stage=names.STAGES.index("keep"), turn=2)  # fmt: skip
    state = ColtState.from_fields(fields, replace(standard(), ahead=symbols))
    view = state.view(1)
    for seat, action in enumerate((KEEP + MOVE, DECLINE, KEEP + MOVE)):
        state.apply_action(action, seat)
        view.apply_action(action if seat == 1 else UNSEEN_ACTION, seat)
    for each in (state, view):
        each.apply_action(MASK + 0b101, CHANCE_PLAYER)
    assert view.fields().seats[0].keep == (names.HIDDEN,)
    assert state.players_to_move() == [0, 2]
    assert state.legal_actions(0) == [DECLINE, *[KEEP + kind for kind in (0, 1, 2, 3, 4)]]
    for kept in (state.resample_from_infostate(1, Rng(seed)).fields().seats[0].keep for seed in range(40)):
        assert len(kept) == 1
    for seat, action in ((0, KEEP + MOVE), (2, DECLINE)):
        state.apply_action(action, seat)
        view.apply_action(UNSEEN_ACTION, seat)
    assert state.fields().seats[0].commit == KEEP + MOVE
    for each in (state, view):
        each.apply_action(MASK + 0b001, CHANCE_PLAYER)
    after = state.fields()
    assert after.round == 2
    assert [seat.hand_size for seat in after.seats] == [2, 0, 1]
    assert after.seats[0].hand[MOVE] == 2
    assert view.fields() == state.view(1).fields()


def test_poodle_minister_and_doc() -> None:
    bandits = [bandit(inside(1), BELLE, hostage=POODLE), bandit(inside(1), BELLE, hostage=MINISTER), FAR]
    state = event("bridge", bandits, STAGE)
    assert hits(state) == [1, 0, 0]
    drawn: Counter[int] = Counter()
    while state.current_player() == CHANCE_PLAYER and state.fields().phase == phase("drawcard"):
        drawn[state.fields().seat] += 1
        state.apply_action(state.draw_chance(Rng(1)), CHANCE_PLAYER)
    assert drawn == {0: 6, 1: 5, 2: 7}


def test_photographer_keeps_his_power_but_for_ghosts() -> None:
    """Fault: Photographer also losing the character power. Cards are never face down."""
    doc = [bandit(inside(1), DOC, hostage=PHOTOGRAPHER), FAR, FAR]
    state = event("bridge", doc, STAGE, first=2)
    assert state.fields().left == 7
    tunnel = plan((MOVE,), (FIRE,), bandits=doc, flags=STAGE, event="tunnel", turn=1)
    tunnel.apply_action(PLAY + MOVE)
    assert not tunnel.fields().pile[0].down
    ghost = [bandit(inside(1), GHOST, hostage=PHOTOGRAPHER), FAR, FAR]
    assert plan((MOVE,), (FIRE,), bandits=ghost, flags=STAGE).legal_actions() == [PLAY + MOVE, DRAW]


def test_ransoms() -> None:
    """Ruling banker: 1000 with a strongbox; and all others."""

    def worth(hostage: int, **more: Any) -> int:
        rich = [bandit(inside(1), hostage=hostage, **more), FAR, FAR]
        return over(rich, flags=STAGE).scores()[0] - 1000

    assert worth(POODLE) == 1000
    assert worth(BANKER) == 0
    assert worth(BANKER, boxes=1) == 2000
    assert [worth(k) for k in (MINISTER, TEACHER, ZEALOT)] == [900, 800, 700]
    assert worth(LADY, jewels=2) == 2000
    poker = over([bandit(inside(1), hostage=POKER), FAR, FAR], flags=STAGE,
                 purses=(purse(0, 7, 0), purse(5, 1, 0)))  # fmt: skip
    assert poker.scores()[0] == 1000 + 750 + 500
    shot = act([bandit(inside(1), shots=1), bandit(inside(2), hostage=PHOTOGRAPHER), FAR], (0, FIRE),
               flags=STAGE, event="conductor")  # fmt: skip
    assert shot.scores()[1] == 200


def test_share() -> None:
    """Ruling share: the money is divided, rounded down; the box counts for its owner's Banker."""
    bandits = [
        bandit(inside(1), boxes=1, hostage=BANKER),
        bandit(inside(1)),
        bandit(inside(1)),
        bandit(roof(1)),
    ]
    state = event("sharing", bandits, STAGE)
    assert state.scores() == [1000 + 333 + 1000, 1000 + 333, 1000 + 333, 1000]


def test_mortal() -> None:
    """Ruling mortal: every bullet of the round counts."""
    state = event("mortal", [bandit(inside(1), fresh_hits=2, hits=5), FAR, FAR], STAGE)
    assert [b.bonus for b in state.fields().bandits] == [-300, 0, 0]


def test_escape_rank() -> None:
    """Ruling escape-rank; the captured rank last and still compete for Gunslinger."""
    bandits = [
        bandit(inside(1), jewels=6),
        bandit(COACH, hostage=MINISTER),
        bandit(roof(0)),
        bandit(AWAY, jewels=1),
    ]
    state = event("escape", bandits, STAGE, coach=2)
    assert state.is_terminal()
    assert state.result()[0] == [3, 1, 4, 2]
    nobody = event("escape", [bandit(inside(1), jewels=1), FAR, FAR], STAGE)
    assert nobody.result()[0] == [1, 2, 2]
    pair = event("escape", [bandit(AWAY), bandit(inside(1), boxes=2), bandit(COACH_ROOF, jewels=1), FAR],
                 STAGE | names.PAIRS)  # fmt: skip
    assert pair.scores() == [1000, 1500]


def test_riding_off() -> None:
    """Fault: a crash after somebody escaped. A Zealot's holder cannot."""
    bandits = [bandit(inside(2)), bandit(inside(2), jewels=1), FAR, FAR]
    state = act(bandits, (0, RIDE), (0, PUNCH), (0, MARSHAL), (1, MOVE), flags=STAGE, event="escape",
                horses=HORSES, coach=1)  # fmt: skip
    assert RIDE_TO + AWAY in state.legal_actions()
    state.apply_action(RIDE_TO + AWAY)
    assert places(state)[0] == AWAY
    assert state.fields().horses == (0,) * 7
    assert state.current_player() == 1
    assert state.fields().marshal == 0
    state.playout(Rng(1))
    before = act(bandits, (0, RIDE), flags=STAGE, event="mortal", horses=HORSES, coach=1)
    assert RIDE_TO + AWAY not in before.legal_actions()


def test_intro() -> None:
    """Ruling intro: horses and whiskey only."""
    fields = initial(3, 4, names.HORSES).fields()
    assert fields.coach == NOTHING
    assert fields.shotgun == 0
    assert fields.hostages == 0
    assert len(fields.flasks) == 4
    for state in game(4, names.HORSES, 3):
        played = state.fields().played
        assert not played & 0b111000111110000000
