"""Batches play as states do, and an observation holds what its seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from scaling import scale
from solver.batch import Batch, draw
from solver.encoding import EncodingPlug
from solver.errors import IllegalMove
from solver.game import SIMULTANEOUS_PLAYER, State
from solver.games import GAMES
from solver.rng import Rng, mix

#: Game, seats and rules words of set-ups with everything that the games have.
SETTINGS: list[tuple[str, int, tuple[str, ...]]] = [
    ("nimmt", 2, ("round",)),
    ("nimmt", 4, ()),
    ("nimmt", 3, ("tactical", "target33")),
    ("nimmt", 10, ("round",)),
    ("heckmeck", 2, ()),
    ("heckmeck", 5, ()),
    ("pickomino", 3, ()),
    ("longhorn", 2, ()),
    ("colt", 2, ()),
    ("colt", 4, ()),
    ("colt", 3, ("stagecoach",)),
    ("colt", 6, ("teams", "stagecoach")),
    ("colt", 5, ("stagecoach", "expert")),
]
every_setting = pytest.mark.parametrize(("name", "seats", "rules"), SETTINGS)


def starts_of(name: str, seats: int, rules: tuple[str, ...]) -> list[State]:
    return [GAMES[name].initial(seed, seats, rules) for seed in range(8)]


def make(
    name: str, seats: int, rules: tuple[str, ...], games: int, seed: int = 1, points: bool = False
) -> Batch:
    game = GAMES[name]
    return Batch(starts_of(name, seats, rules), game.encoding(), games, seed, points, game.fewer_win)


def positions(name: str, seats: int, rules: tuple[str, ...], count: int) -> Iterator[State]:
    """Positions of random games at which a decision is due."""
    batch = make(name, seats, rules, 4, seed=9)
    for _ in range(count):
        batch.step(batch.random_actions())
        yield from map(batch.state, range(4))


def observed(plug: EncodingPlug, state: State, seat: int) -> bytes:
    out = np.full(plug.features(state), 7, np.float32)
    plug.observe(state, seat, out)
    assert out.min() >= 0
    assert out.max() <= 1
    return out.tobytes()


@every_setting
def test_a_batch_plays_as_states_do(name: str, seats: int, rules: tuple[str, ...]) -> None:
    plug = GAMES[name].encoding()
    batch = make(name, seats, rules, 5)
    ends = 0
    for _ in range(scale(2000, least=300)):
        before = [(batch.state(game), batch.source(game), int(batch.seats[game])) for game in range(5)]
        actions = batch.random_actions()
        observations, masks, rewards, dones = batch.step(actions)
        for game, (state, source, seat) in enumerate(before):
            assert seat == state.players_to_move()[0]
            state.apply_action(plug.action(state, seat, int(actions[game])), seat)
            while state.is_chance_node():
                state.apply_action(draw(state, source))
            assert dones[game] == state.is_terminal()
            assert rewards[game].tolist() == pytest.approx(state.returns())
            ends += state.is_terminal()
            if state.is_terminal():
                state = batch.state(game)  # the next game
            else:
                assert batch.state(game) == state
                assert batch.source(game).random64() == source.random64()
            seat = int(batch.seats[game])
            assert seat == state.players_to_move()[0]
            assert observations[game].tobytes() == observed(plug, state, seat)
            legal = sorted(plug.number(state, seat, action) for action in state.legal_actions(seat))
            assert np.flatnonzero(masks[game]).tolist() == legal
            assert len(set(legal)) == len(legal)
    assert ends


@every_setting
def test_an_observation_tells_nothing_that_its_seat_does_not_know(
    name: str, seats: int, rules: tuple[str, ...]
) -> None:
    plug = GAMES[name].encoding()
    rng = Rng(3)
    changed = 0
    for state in positions(name, seats, rules, scale(500, least=40)):
        for seat in range(seats):
            known = observed(plug, state, seat)
            assert observed(plug, state.view(seat), seat) == known
            other = state.resample_from_infostate(seat, rng)
            changed += other != state
            assert observed(plug, other, seat) == known
            mask = [np.full(plug.actions(state), 7, np.uint8) for _ in range(2)]
            plug.mask(state, seat, mask[0])
            plug.mask(other, seat, mask[1])
            assert mask[0].tobytes() == mask[1].tobytes()
            assert bool(mask[0].any()) == (seat in state.players_to_move())
    assert bool(changed) == (name in ("nimmt", "colt"))


@every_setting
def test_a_layout_accounts_for_every_number(name: str, seats: int, rules: tuple[str, ...]) -> None:
    plug = GAMES[name].encoding()
    state = GAMES[name].initial(1, seats, rules)
    blocks = plug.blocks(state)
    assert sum(block.size for block in blocks) == plug.features(state)
    assert len({block.name for block in blocks}) == len(blocks)
    assert all(block.words for block in blocks)
    ends = np.cumsum([block.size for block in blocks])
    used = np.zeros(plug.features(state), bool)
    for position in positions(name, seats, rules, 300):
        used |= np.frombuffer(observed(plug, position, 0), np.float32) > 0
    unused = [
        block.name for block, end in zip(blocks, ends, strict=True) if not used[end - block.size : end].any()
    ]
    assert set(unused) <= {"whiskey", "totals", "table", "last", "aside"}


def test_the_blocks_of_a_hand_are_where_the_layout_says() -> None:
    game = GAMES["nimmt"]
    plug = game.encoding()
    for position in positions("nimmt", 3, (), 40):
        for seat in range(3):
            numbers = np.frombuffer(observed(plug, position, seat), np.float32)
            blocks: dict[str, np.ndarray] = {}
            for block in plug.blocks(position):
                blocks[block.name], numbers = numbers[: block.size], numbers[block.size :]
            fields = position.fields()  # type: ignore[attr-defined]
            assert tuple(np.flatnonzero(blocks["hand"]) + 1) == fields.hands[seat]
            assert np.rint(blocks["ends"] * 104).tolist() == [row[-1] for row in fields.rows]
            own_first = [fields.heads[(seat + i) % 3] for i in range(3)]
            assert np.rint(blocks["heads"] * 66).tolist() == own_first
            shown = {*fields.out, *(card for row in fields.rows for card in row)}
            assert shown <= set(np.flatnonzero(blocks["seen"]) + 1)
            choosing = position.current_player() != SIMULTANEOUS_PLAYER
            assert np.rint(blocks["table"] * 104).tolist() == [
                fields.table[(seat + i) % 3] * choosing for i in range(3)
            ]


def test_a_batch_deals_what_the_game_deals() -> None:
    for rules in ((), ("round",), ("small",), ("tactical",)):
        batch = make("nimmt", 4, rules, 6, seed=77)
        for game in range(6):
            assert batch.state(game) == GAMES["nimmt"].initial(mix(77, game), 4, rules)


@every_setting
def test_games_do_not_depend_on_each_other(name: str, seats: int, rules: tuple[str, ...]) -> None:
    many, few = make(name, seats, rules, 9), make(name, seats, rules, 3)
    for _ in range(100):
        assert [many.state(game) for game in range(3)] == list(map(few.state, range(3)))
        actions = many.random_actions()
        many.step(actions)
        few.step(actions[:3])
    assert len({many.state(game) for game in range(9)}) > 5
    first = [state.to_text() for state in map(many.state, range(9))]
    many.reset(5)
    again = make(name, seats, rules, 9, seed=5)
    assert list(map(many.state, range(9))) == list(map(again.state, range(9)))
    assert [state.to_text() for state in map(many.state, range(9))] != first


def test_set_ups_of_hidden_cards_are_drawn_anew() -> None:
    """A game without dealing in C begins from a few starts, yet with other hands each time."""
    batch = make("colt", 4, (), 64)
    hands = {seat: {str(state.view(seat)) for state in map(batch.state, range(64))} for seat in range(4)}
    assert min(map(len, hands.values())) > 40
    starts = starts_of("colt", 4, ())
    characters = {tuple(bandit.character for bandit in start.fields().bandits) for start in starts}  # type: ignore[attr-defined]
    for state in map(batch.state, range(64)):
        assert tuple(bandit.character for bandit in state.fields().bandits) in characters  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["nimmt", "heckmeck", "longhorn", "colt"])
def test_points_add_up_to_the_margin_at_the_end(name: str) -> None:
    game = GAMES[name]
    seats = game.default_seats
    batch = make(name, seats, (), 4, points=True)
    sums = np.zeros((4, seats))
    dense = ends = 0
    for _ in range(3000 if name == "colt" else 1500):
        before = [(batch.state(g), batch.source(g), int(batch.seats[g])) for g in range(4)]
        actions = batch.random_actions()
        _, _, rewards, dones = batch.step(actions)
        sums += rewards
        dense += int(np.any(rewards[~dones]))
        for g in np.flatnonzero(dones):
            state, source, seat = before[g]
            state.apply_action(game.encoding().action(state, seat, int(actions[g])), seat)
            while state.is_chance_node():
                state.apply_action(draw(state, source))
            scores = state.scores()
            mean = [(sum(scores) - own) / (seats - 1) for own in scores]
            sign = -1 if game.fewer_win else 1
            expected = [sign * (own - others) for own, others in zip(scores, mean, strict=True)]
            start = GAMES["longhorn"].initial(1).scores() if name == "longhorn" else [0] * seats
            assert start == [start[0]] * seats  # so the margin begins at zero
            assert sums[g] == pytest.approx(expected, abs=0.01)
            sums[g] = 0
            ends += 1
    assert ends
    assert bool(dense) == game.encoding().open_points


def test_threads_step_batches_side_by_side() -> None:
    batches = [make("nimmt", 4, (), 500, seed=seed) for seed in (3, 4)]
    alone = [make("nimmt", 4, (), 500, seed=seed) for seed in (3, 4)]

    def play(batch: Batch) -> bytes:
        for _ in range(60):
            batch.step(batch.masks.argmax(1))
        return batch.observations.tobytes()

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(play, batches)) == list(map(play, alone))


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    batch = make("nimmt", 2, (), 3)
    before = [state.to_text() for state in map(batch.state, range(3))]
    actions = batch.random_actions()
    wrong = int(np.flatnonzero(~batch.masks[1])[0])
    for bad in (wrong, -1, 108):
        actions[1] = bad
        with pytest.raises(IllegalMove, match=f"game 1: action {bad} is not legal for seat 0"):
            batch.step(actions)
    for shape in (np.zeros(2, int), np.zeros((3, 1), int), np.zeros(3), ["a", "b", "c"]):
        with pytest.raises(ValueError, match="actions are 3 integers"):
            batch.step(shape)
    assert [state.to_text() for state in map(batch.state, range(3))] == before
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = True


def test_starts_have_to_fit() -> None:
    nimmt, plug = GAMES["nimmt"], GAMES["nimmt"].encoding()
    start = nimmt.initial(1, 2)
    for others in ([nimmt.initial(1, 3)], [GAMES["heckmeck"].initial(1)], [start.view(0)]):
        with pytest.raises(ValueError, match="start 1"):
            Batch([start, *others], plug, 2)
    with pytest.raises(ValueError, match="needs a start"):
        Batch([], plug, 2)
    with pytest.raises(ValueError, match="at least one game"):
        Batch([start], plug, 0)
    with pytest.raises(ValueError, match="a seed is"):
        Batch([start], plug, 2, seed=-1)
    with pytest.raises(ValueError, match="positions of nimmt"):
        plug.actions(GAMES["heckmeck"].initial(1))
    with pytest.raises(IndexError, match="games are 0 to 1"):
        Batch([start], plug, 2).state(2)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_without_a_plug_is_encoded_by_its_view(name: str) -> None:
    plug = EncodingPlug()
    game = GAMES[name]
    batch = Batch([game.initial(seed) for seed in range(4)], plug, 3, seed=2)
    rng = Rng(1)
    for _ in range(200):
        for g in range(3):
            seat, state = int(batch.seats[g]), batch.state(g)
            assert int(batch.masks[g].sum()) == len(state.legal_actions(seat))
            world = state.resample_from_infostate(seat, rng)
            assert batch.observations[g].tobytes() == observed(plug, world, seat)
        batch.step(batch.random_actions())
