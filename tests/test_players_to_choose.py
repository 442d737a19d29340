"""The players named by `Search` and the weaker play set by `Skill`, in every game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from scaling import scale
from solver.analysis import Analyser, Limits, Settings
from solver.game import State
from solver.games import GAMES, Game
from solver.games.tiny import MatrixState
from solver.reports import MAX_SKILL, SEARCHES, Answer, Line, Report
from solver.rng import Rng
from solver.search.ismcts import TreeSearch
from solver.search.skill import Weakened, node_cap, slips, temperature
from solver.stop import StopFlag

SMALL = Settings(hash_mb=4)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def decision(game: Game, seed: int, plies: int) -> State:
    """A position of a random game in which somebody has a choice."""
    rng = Rng(seed)
    state = game.initial(seed)
    while plies > 0 or not state.players_to_move() or len(state.legal_actions()) == 1:
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])
        if state.is_terminal():
            return decision(game, seed + 1, 0)
        plies -= 1
    return state


def move(state: State, settings: Settings, nodes: int = 200) -> int:
    """Move of a player for the first seat that owes a decision."""
    seat = state.players_to_move()[0]
    answer = Analyser(settings).analyse(state.view(seat), Limits(nodes=nodes), None, None, seat)
    assert answer.best is not None
    assert answer.best == answer.report.lines[0].pv[0]
    action = state.string_to_action(answer.best, seat)
    assert action in state.legal_actions(seat)
    return action


@each_game
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("skill", [0, 10, MAX_SKILL])
def test_every_player_plays_legal_moves_and_the_same_by_the_same_seed(
    game: Game, search: str, skill: int
) -> None:
    for seed in range(scale(10, least=2)):
        state = decision(game, 100 + seed, seed)
        text = state.to_text()
        settings = replace(SMALL, search=search, skill=skill, seed=seed)
        assert move(state, settings) == move(state, settings)
        assert state.to_text() == text


@each_game
@pytest.mark.parametrize("skill", [0, 10, MAX_SKILL])
def test_random_plays_every_move_about_as_often(game: Game, skill: int) -> None:
    """At every skill: the draw that lets it slip is not the one that chose its move."""
    state = decision(game, 3, 0)
    seat = state.players_to_move()[0]
    legal = state.legal_actions(seat)
    tries = 200 * len(legal) if len(legal) <= 10 else 20 * len(legal)
    player = replace(SMALL, search="random", skill=skill)
    counts = Counter(move(state, replace(player, seed=seed)) for seed in range(tries))
    assert set(counts) == set(legal)
    expected = tries / len(legal)
    assert sum((counts[action] - expected) ** 2 / expected for action in legal) < 3 * len(legal) + 10


@each_game
def test_greedy_is_the_games_own_hand_made_player(game: Game) -> None:
    if game.greedy is None:
        pytest.skip("the general greedy player plays it")
    for seed in range(20):
        state = decision(game, seed, seed % 7)
        seat = state.players_to_move()[0]
        view = state.view(seat)
        # ties are broken by the seed: what it plays is one of what the hand-made player may play
        may = {game.greedy(view, seat, Rng(tries)) for tries in range(40)}
        assert move(state, replace(SMALL, search="greedy", seed=seed)) in may


@pytest.mark.ci
@pytest.mark.long
@pytest.mark.parametrize("search", ["flat", "full"])
def test_less_skill_gives_more_away(search: str) -> None:
    """Moves of a more skilful player lose less value, by the judgement of a long search."""
    state = decision(GAMES["nimmt"], 9, 16)
    seat = state.players_to_move()[0]
    judge = Analyser(replace(SMALL, search="flat", multipv=99))
    lines = judge.analyse(state.view(seat), Limits(depth=5_000), None, None, seat).report.lines
    worth = {line.move: line.value for line in lines}
    given_away = []
    for skill in (0, 12, 19):
        settings = replace(SMALL, search=search, skill=skill)
        played = [move(state, replace(settings, seed=seed), nodes=10**6) for seed in range(100)]
        given_away.append(lines[0].value - sum(worth[action] for action in played) / len(played))
    blind = lines[0].value - sum(worth.values()) / len(worth)
    assert 0.95 * blind > given_away[0] > given_away[1] > given_away[2] >= -1e-9
    assert given_away[2] < 0.1 * blind


class Told:
    """A search that reports the lines it was given."""

    def __init__(self, *lines: Line) -> None:
        self.lines = lines

    def configure(self, settings: Settings) -> None:
        pass

    def clear(self) -> None:
        pass

    def analyse(self, *_: object) -> Answer:
        return Answer(self.lines[0].pv[0], None, Report(lines=self.lines))


@pytest.mark.parametrize(("samples", "lucky"), [(4, False), (10_000, True), (0, True)])
def test_a_mean_of_few_samples_is_not_believed(samples: int, lucky: bool) -> None:
    """The second move looks better: by luck, by as many samples as the first, or for certain."""
    state = decision(GAMES["nimmt"], 9, 16)
    seat = state.players_to_move()[0]
    lines = Line(0, ("a",), value=0.1, samples=10_000), Line(1, ("b",), value=0.2, samples=samples)
    played = set()
    for seed in range(20):
        settings = replace(SMALL, skill=18, seed=seed)
        player = Weakened(Told(*lines), settings)
        played.add(player.analyse(state, seat, Limits(nodes=9), None, StopFlag()).best)
    assert played == {"b" if lucky else "a"}


def test_less_skill_makes_a_player_that_values_nothing_slip() -> None:
    state = decision(GAMES["nimmt"], 7, 9)
    own = move(state, replace(SMALL, search="greedy"))
    kept = []
    for skill in (0, 10, 19):
        played = [move(state, replace(SMALL, search="greedy", skill=skill, seed=seed)) for seed in range(200)]
        kept.append(played.count(own) / len(played))
    assert 0.4 < kept[0] < kept[1] < kept[2] < 1
    assert kept[2] > 0.9


def test_full_skill_is_the_search_itself() -> None:
    state = decision(GAMES["nimmt"], 7, 9)
    seat = state.players_to_move()[0]
    answers = [
        Analyser(settings).analyse(state.view(seat), Limits(nodes=5_000), None, None, seat)
        for settings in (SMALL, replace(SMALL, skill=MAX_SKILL))
    ]
    assert answers[0].report.lines == answers[1].report.lines
    assert answers[0].report.nodes == 5_000


def test_skill_grows_with_its_number() -> None:
    caps = [node_cap(skill) for skill in range(MAX_SKILL)]
    heats = [temperature(skill) for skill in range(MAX_SKILL)]
    errors = [slips(skill) for skill in range(MAX_SKILL)]
    assert caps == sorted(set(caps))
    assert heats == sorted(set(heats), reverse=True)
    assert errors == sorted(set(errors), reverse=True)
    assert heats[-1] > 0


@pytest.mark.parametrize("skill", [0, 10])
@each_game
def test_flat_with_less_skill_has_so_many_playouts_for_each_move(game: Game, skill: int) -> None:
    """Playouts, not plies: else a game of long playouts would leave hardly any."""
    if game.flat is not None:
        pytest.skip("its own plain player counts otherwise")
    state = decision(game, 3, 0)
    seat = state.players_to_move()[0]
    analyser = Analyser(replace(SMALL, search="flat", skill=skill, multipv=10_000))
    lines = analyser.analyse(state.view(seat), Limits(infinite=True), None, None, seat).report.lines
    assert {line.nodes for line in lines} == {node_cap(skill)}


def test_less_skill_does_not_forget_what_is_proven() -> None:
    """Rock, paper, scissors: solved at any skill; the move is not drawn from the mixture any more."""
    state = MatrixState([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    settings = replace(SMALL, skill=10)
    search = Weakened(TreeSearch(settings), settings)
    answer = search.analyse(state, 0, Limits(nodes=5_000), None, StopFlag())
    assert dict(answer.proven) == {"c0": 0, "c1": 0, "c2": 0}
    assert answer.mixture == ()
    assert answer.best == answer.report.lines[0].pv[0]
