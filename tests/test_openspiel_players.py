"""OpenSpiel's algorithms on Herdmind's games, and players of each side at the other's table."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import pytest
from spiel_help import late, need_openspiel

from protocol.matches.players import Bench, Patience
from protocol.matches.referee import play_game
from protocol.records.lineup import read_player
from protocol.records.schedule import GameTask, Setup
from solver.analysis import Analyser, Limits, Settings, StopFlag
from solver.games import GAMES
from solver.search.equilibrium import solve_exact

pytestmark = pytest.mark.pure

need_openspiel()

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, get_all_states

    from herdmind.adapters.openspiel import game_string
    from herdmind.adapters.openspiel.engine import main
    from herdmind.adapters.openspiel.spiel_bots import HerdmindBot, SpielSearcher, make_bot


def decisions(game: Any) -> list[Any]:
    """All states of a game in which a seat decides."""
    states = get_all_states.get_all_states(
        game, -1, False, False, to_string=lambda state: state.history_str()
    )
    return [state for state in states.values() if state.current_player() >= 0]


@pytest.mark.parametrize(("rules", "seed", "value"), [("small", 11, -1 / 3), ("tactical", 165, -1 / 3)])
def test_the_equilibrium_solver_cannot_be_exploited(rules: str, seed: int, value: float) -> None:
    """Its mixtures in every position, put together, are an equilibrium by OpenSpiel's best responses."""
    truth = late(rules, 2, 2, seed)
    game = pyspiel.load_game(game_string("nimmt", position=truth.to_text(), turn_based=True))
    ours = policy.TabularPolicy(game)
    mixed = 0
    for state in decisions(game):
        seat = state.current_player()
        exact = solve_exact(state.at.state.view(seat), 0, 16, 10**6, 60.0, StopFlag())
        assert exact is not None
        row = ours.policy_for_key(state.information_state_string(seat))
        row[:] = 0
        mixed += len(exact.mixtures[seat]) > 1
        for action, share in exact.mixtures[seat]:
            row[state.at.setting.decisions.number(state.at.state, seat, action)] = share
    assert mixed > 0
    assert exploitability.nash_conv(game, ours) == pytest.approx(0, abs=1e-9)
    root = game.new_initial_state()
    assert expected_game_score.policy_value(root, [ours, ours])[0] == pytest.approx(value, abs=1e-9)
    exact = solve_exact(truth, 0, 16, 10**6, 60.0, StopFlag())
    assert exact is not None
    assert exact.lower == pytest.approx(value, abs=1e-9)
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert uniform > 0.1


def test_its_solvers_in_cpp_and_its_conversion_agree() -> None:
    """The same game by the parameter and by OpenSpiel's conversion, the same iterations in both languages."""
    text = late("tactical", 2, 2, 165).to_text()
    turns = pyspiel.load_game(game_string("nimmt", position=text, turn_based=True))
    converted = pyspiel.convert_to_turn_based(pyspiel.load_game(game_string("nimmt", position=text)))
    found = set()
    for game in (turns, converted):
        for solver, regret in (
            (cfr.CFRPlusSolver(game), exploitability.nash_conv),
            (pyspiel.CFRPlusSolver(game), pyspiel.nash_conv),
        ):
            for _ in range(4):
                solver.evaluate_and_update_policy()
            found.add(round(float(regret(game, solver.average_policy())), 9))
    assert len(found) == 1
    assert 0 < found.pop() < exploitability.nash_conv(turns, policy.UniformRandomPolicy(turns)) / 2


def test_herdmind_sits_at_openspiels_table() -> None:
    game = pyspiel.load_game("herdmind_nimmt(seats=3,rules=round,seed=5,turn_based=true)")
    bots = [HerdmindBot(Settings(search="greedy")), *(make_bot("uniform_random", game, k, k) for k in (1, 2))]
    returns = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(20)]
    assert sum(found[0] for found in returns) > 4
    assert all(sum(found) == pytest.approx(0) for found in returns)


def test_a_search_of_openspiel_is_the_same_each_time() -> None:
    view = GAMES["nimmt"].initial(4, 3, ("round",)).view(2)
    asked = [("mcts:simulations=30", Limits()), ("mcts:simulations=30", Limits()), ("mcts", Limits(nodes=30))]
    answers = {
        SpielSearcher(words, Settings(seed=9)).analyse(view, limits, seat=2).best for words, limits in asked
    }
    assert len(answers) == 1
    assert answers < {view.action_to_string(action, 2) for action in view.legal_actions(2)}


@pytest.mark.parametrize("game", ["longhorn", "heckmeck", "pickomino", "colt", "nimmt"])
def test_its_bots_sit_at_our_table(game: str) -> None:
    """In this process, each seat in turn; OpenSpiel's own search too where a game is short."""
    state = GAMES[game].initial(3)
    for words in ("uniform_random", "mcts:simulations=3"):
        searcher = SpielSearcher(words, Settings(seed=1))
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        owing = state.players_to_move()  # none knows what the others choose at the same time
        answers = [searcher.analyse(state.view(seat), Limits(), None, None, seat) for seat in owing]
        for seat, answer in zip(owing, answers, strict=True):
            state.apply_action(state.string_to_action(answer.best or "", seat), seat)


def test_its_bots_play_matches_as_engines() -> None:
    command = f"{sys.executable} -m herdmind.adapters.openspiel.engine mcts"
    players = (read_player(f"cmd:nodes=5,name=spiel:{command}"), read_player("greedy"))
    bench = Bench(Analyser, Patience(), StopFlag())
    try:
        task = GameTask(Setup("nimmt", 2, 1, ("round",)), 0, players)
        record = play_game(task, GAMES, bench.take(players), bench.patience)
    finally:
        bench.close()
    assert record.ending.value == "normal"
    assert len(record.moves) >= 20


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("deep_blue", "no bot deep_blue; there are mcts, "),
        ("mcts:depth=3", "no setting depth; it has simulations, uct_c, rollouts"),
        ("mcts:simulations=many", "simulations is a number"),
        ("mcts:simulations=1", "at least 2 simulations"),
        ("uniform_random:seed=3", "has no settings"),
    ],
)
def test_unknown_bots_are_named(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([words]) == 2
    heard = capsys.readouterr()
    assert said in heard.err
    assert not heard.out


#: What the page reports of OpenSpiel's searches in C++ on its own example of a Python game.
REPORT = """
import sys, resource, pyspiel
from open_spiel.python.games import kuhn_poker
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
state = pyspiel.load_game("python_kuhn_poker").new_initial_state()
state.apply_action(0)
state.apply_action(1)
last = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 7), 1.4, 10, -1, last, False, False)
try:
    getattr(bot, sys.argv[1])(state)
except pyspiel.SpielError as error:
    print(error)
"""


def test_the_report_on_its_search_in_cpp_is_still_true() -> None:
    """A failure here means that OpenSpiel fixed it: try the games with it, and correct docs/openspiel.md."""

    def run(method: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", REPORT, method]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert run("step").returncode < 0
    assert "ResampleFromInfostate() not implemented" in run("get_policy").stdout
