"""Colt Express's playouts: legal to the last ply, sensible, with the right values of shots and bullets."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from colt_games import SETTINGS, check_conservation, setting_name

from colt_scenes import FIRE, FLOOR, MARSHAL, MOVE, PUNCH, ROBBERY, act, bandit, inside, over, plan, roof
from scaling import scale
from solver.analysis import model_of
from solver.game import State
from solver.games import GAMES
from solver.games.colt import names
from solver.games.colt.codes import DRAW, GO, PLAY, SHOOT
from solver.games.colt.rules import advance, worths
from solver.games.colt.state import ColtState, initial
from solver.reports import OBJECTIVES
from solver.rng import Rng
from solver.search.ismcts import TreeSettings
from solver.search.ismcts.tree import Tree
from solver.stop import StopFlag

pytestmark = pytest.mark.long

WIN, RANK, POINTS = (OBJECTIVES.index(word) for word in ("win", "rank", "points"))


def successors(state: ColtState) -> set[int]:
    """Keys of the positions one ply on."""
    seats = state.players_to_move()
    moves = (
        [(seats[0], action) for action in state.legal_actions(seats[0])]
        if seats
        else [(None, action) for action, _ in state.chance_outcomes()]
    )
    found = set()
    for seat, action in moves:
        after = state.clone()
        after.apply_action(action, seat)
        found.add(after.key())
    return found


@pytest.mark.parametrize("setting", SETTINGS, ids=setting_name)
def test_every_ply_of_a_guided_playout_is_legal(setting: tuple[int, int]) -> None:
    for seed in range(scale(10, least=2)):
        state = initial(seed, *setting)
        rng = Rng(seed)
        while not state.is_terminal():
            allowed = successors(state)
            assert advance(state, rng, 1, True) == 1
            assert state.key() in allowed
            check_conservation(state.fields())


def guided_answer(state: ColtState, seed: int) -> int:
    """Answer of the first seat that owes a decision, by rules of thumb."""
    seat = state.players_to_move()[0]
    after = state.clone()
    advance(after, Rng(seed), 1, True)
    for action in state.legal_actions(seat):
        other = state.clone()
        other.apply_action(action, seat)
        if other.key() == after.key():
            return action
    raise AssertionError("the answer is not a legal one")


@pytest.mark.parametrize("setting", SETTINGS, ids=setting_name)
def test_guided_answers_rest_on_nothing_that_the_seat_does_not_know(setting: tuple[int, int]) -> None:
    """In all worlds that a seat cannot tell apart the same random numbers give the same answer."""
    told = set()
    for seed in range(scale(20, least=2)):
        state = initial(seed, *setting)
        rng = Rng(seed)
        while not state.is_terminal():
            seats = state.players_to_move()
            if seats and len(state.legal_actions(seats[0])) > 1:
                worlds = [state.resample_from_infostate(seats[0], Rng(number)) for number in range(3)]
                drawn = rng.below(1 << 30)
                answers = {guided_answer(world, drawn) for world in (state, *worlds)}
                assert len(answers) == 1, state.to_text()
                told |= answers
            advance(state, rng, 1, rng.below(2) == 0)
    assert len(told) > 10


def test_rules_of_thumb_make_more_money_than_chance() -> None:
    money = {}
    for guided in (True, False):
        rng = Rng(7)
        total = 0
        for seed in range(200):
            state = initial(seed, 4)
            advance(state, rng, 100_000, guided)
            assert state.is_terminal()
            total += sum(state.scores())
        money[guided] = total / 800
    assert money[True] > 1.3 * money[False]


def test_no_legal_answer_is_out_of_the_question() -> None:
    """A Robbery where loot lies is planned most often, and everything else now and then."""
    state = plan((MOVE, FLOOR, FIRE, ROBBERY, PUNCH, MARSHAL), (MOVE, FLOOR), fresh=(0, 0, 2, 2, 0, 0, 0))
    seat = state.players_to_move()[0]
    answers = state.legal_actions(seat)
    found = dict.fromkeys(answers, 0)
    keys = {}
    for action in answers:
        after = state.clone()
        after.apply_action(action, seat)
        keys[after.key()] = action
    rng = Rng(3)
    for _ in range(3000):
        after = state.clone()
        advance(after, rng, 1, True)
        found[keys[after.key()]] += 1
    assert all(found.values())
    assert DRAW in found
    assert max(found, key=found.__getitem__) == PLAY + ROBBERY


#: No loot on the train.
BARE = (0,) * 7


def answers(state: ColtState, draws: int = 400) -> Counter[int]:
    """Frequency of each answer."""
    return Counter(guided_answer(state, seed) for seed in range(draws))


def test_nobody_runs_into_the_marshal_for_nothing() -> None:
    rivals = [bandit(inside(3)), bandit(inside(3))]
    found = answers(act([bandit(inside(1)), *rivals], (0, MOVE), marshal=0, fresh=BARE))
    assert set(found) == {GO + inside(0), GO + inside(2)}
    assert found[GO + inside(2)] > 380
    # on the roof he endangers nobody
    found = answers(act([bandit(roof(1)), *rivals], (0, MOVE), marshal=0, fresh=BARE))
    assert found[GO + roof(0)] > 50


def test_the_one_who_has_most_is_shot_at() -> None:
    found = answers(act([bandit(inside(2)), bandit(inside(3), bonus=500), bandit(inside(3))], (0, FIRE)))
    assert set(found) == {SHOOT + 1, SHOOT + 2}
    assert found[SHOOT + 1] > 380


def test_who_is_short_of_cards_draws() -> None:
    bandits = [bandit(inside(1)), bandit(inside(3)), bandit(inside(3))]
    short, supplied = (
        answers(plan((PUNCH,) * count, (MOVE,) * 6, bandits=bandits, fresh=BARE))[DRAW] for count in (1, 6)
    )
    assert short > 380 - 20
    assert 200 < supplied < 330  # nothing to punch, but nothing short: by the noise


@pytest.mark.parametrize(
    ("number", "stage", "bullet", "ahead"),
    [
        # dollars that a bullet costs, and how far one shot brings its seat ahead of 1000 shared evenly
        (0, "plan", 160, 500 - 250),
        (1, "plan", 120, 500 - 250),
        (2, "plan", 80, 600 - 200),
        (2, "start", 120, 500 - 250),
        (3, "plan", 40, 1000 * (4 - 1) / 6),
        (4, "plan", 0, 1000 * (4 - 1) / 6),
    ],
)
def test_the_estimate_worked_out_by_hand(number: int, stage: str, bullet: float, ahead: float) -> None:
    def points(**more: int) -> list[float]:
        event = "bridge" if number < 4 else "pickpocket"
        crew = [bandit(inside(2), **more), bandit(inside(3)), bandit(inside(2))]
        fields = replace(plan((MOVE,), bandits=crew, event=event).fields(), round=number)
        if stage != "plan":
            fields = replace(fields, stage=names.STAGES.index(stage))
        return worths(ColtState.from_fields(fields), POINTS)

    assert points() == pytest.approx([0, 0, 0])
    one = -bullet / 5000
    assert points(hits=2) == pytest.approx([2 * one, -one, -one])
    assert points(shots=1, bullets=5) == pytest.approx([ahead / 5000, -ahead / 10000, -ahead / 10000])


def test_before_the_end_shots_and_bullets_count_for_what_they_may_bring() -> None:
    rivals = [bandit(inside(3)), bandit(inside(2))]
    for objective in (WIN, RANK, POINTS):
        even = worths(plan((MOVE,), bandits=[bandit(inside(2)), *rivals]), objective)
        assert even == pytest.approx([0.0, 0.0, 0.0])
        shot, hit, rich = (
            worths(plan((MOVE,), bandits=[bandit(inside(2), **more), *rivals]), objective)
            for more in ({"shots": 1, "bullets": 5}, {"hits": 2}, {"bonus": 400})
        )
        assert hit[0] < 0 < shot[0] < rich[0]
        assert max(shot[1:]) < 0 < min(hit[1:])


def test_at_the_end_a_win_is_a_win_however_narrow() -> None:
    state = over([bandit(inside(2), bonus=10), bandit(inside(3)), bandit(inside(2))])
    assert state.is_terminal()
    assert worths(state, WIN) == worths(state, RANK) == state.returns() == [1.0, -0.5, -0.5]
    assert worths(state, POINTS) == pytest.approx([0.002, -0.001, -0.001])


def test_only_whole_truths_are_played_on() -> None:
    for state in (initial(1, 4).view(0), GAMES["nimmt"].initial(1, 4)):
        with pytest.raises(ValueError, match="whole truth of Colt Express"):
            advance(state, Rng(1), 1, True)
        with pytest.raises(ValueError, match="whole truth of Colt Express"):
            worths(state, WIN)


def opening(seats: int = 4) -> State:
    state: State = initial(3, seats)
    rng = Rng(3)
    while state.is_chance_node():
        state.apply_action(state.draw_chance(rng))
    return state


def grown(iterations: int, objective: int = WIN, **settings: object) -> Tree:
    state = opening()
    seat = state.players_to_move()[0]
    view = state.view(seat)
    tuned = TreeSettings(**settings)  # type: ignore[arg-type]
    tree = Tree(view, seat, view.legal_actions(seat), tuned, objective, Rng(5), 32)
    tree.grow(iterations, 60.0, StopFlag())
    return tree


def gain(tree: Tree) -> float:
    """Dollars that the seat expects to make up to where playouts end."""
    rows = tree.moves()
    return sum(row[4] for row in rows) / sum(row[3] for row in rows)


def test_playouts_end_with_the_round_that_is_named() -> None:
    gains = [gain(grown(2000, guided=True, rounds=rounds)) for rounds in (1, 2, 5)]
    assert gains[0] < gains[1] < gains[2]
    assert gains[2] > 0
    assert gain(grown(2000, guided=True)) == gains[2]  # five are all there are


def test_rounds_are_counted_from_the_root() -> None:
    for number in range(4):
        state = ColtState.from_fields(replace(plan((ROBBERY, PUNCH)).fields(), round=number))
        view = state.view(0)
        tree = Tree(view, 0, view.legal_actions(0), TreeSettings(guided=True, rounds=1), WIN, Rng(5), 32)
        tree.grow(160, 60.0, StopFlag())
        assert sum(row[1] for row in tree.moves()) == 160
        assert sum(row[3] for row in tree.moves()) == 20


def test_a_share_of_one_is_the_search_for_points() -> None:
    mixed, plain = grown(3000, margin=1.0), grown(3000, objective=POINTS)
    assert [row[1] for row in mixed.moves()] == [row[1] for row in plain.moves()]
    # but what is told is still the result of the objective set
    for row in mixed.moves():
        assert abs(sum(row[2])) < 1e-6 * max(1, row[1])
        assert row[2] != plain.moves()[0][2]


def test_a_share_of_a_half_is_neither_search() -> None:
    none, half, all_of_it = ([row[1] for row in grown(3000, margin=share).moves()] for share in (0, 0.5, 1))
    assert none != half != all_of_it


def test_the_games_own_search_uses_them() -> None:
    tree = GAMES["colt"].tree
    assert tree.guided
    assert tree.rounds < 5
    assert tree.margin > 0


def test_what_a_move_leads_to_by_the_end_of_the_round_is_told() -> None:
    game = GAMES["colt"]
    # a jewel is within reach of a Robbery and of nothing else
    state = plan((ROBBERY, PUNCH), fresh=(0,) * 7, jewels=tuple(int(k == inside(2)) for k in range(16)))
    view = state.view(0)
    tree = Tree(view, 0, view.legal_actions(0), game.tree, WIN, Rng(5), 32, model_of(game))
    tree.grow(4000, 60.0, StopFlag())
    loot = dict(tree.tallies())["loot"]
    mean = {row[0]: total / row[3] for row, total in zip(tree.moves(), loot, strict=True)}
    assert 300 < mean[PLAY + ROBBERY] <= 500
    assert {name for name, _ in tree.tallies()} <= game.expects.keys()
