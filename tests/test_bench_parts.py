"""The benchmarks' own parts: lists, files of results, statistics, and short runs of each."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

ROOT = Path(__file__).resolve().parent.parent
# bench is not installed: it is imported from the checkout, behind everything else on the path
sys.path.append(str(ROOT))

from bench import _statistics, ceiling, inference, longhorn, positions, responses, rounds  # noqa: E402
from bench._deals import opening  # noqa: E402
from bench._records import Records  # noqa: E402
from solver.game import State  # noqa: E402
from solver.games import GAMES, parse_position  # noqa: E402
from solver.rng import Rng  # noqa: E402
from solver.search.ismcts.tree import Tree  # noqa: E402

STARTS = "cherokee kidcooper dagger cherokee cherokee dagger redriver maverick"  # of deals 1 to 8


def run(command: object, *arguments: str) -> Result:
    """A benchmark as from the command line."""
    return CliRunner().invoke(command, arguments)  # type: ignore[arg-type]


def test_quantiles() -> None:
    values = [5.0, 1.0, 3.0, 2.0, 4.0]
    assert [_statistics.quantile(values, share) for share in (0.0, 0.2, 0.5, 0.9, 1.0)] == [1, 1, 3, 5, 5]
    assert _statistics.quantile([1.0, float("inf")], 0.5) == 1.0


def test_rounds_between_two_players_are_played_on_the_same_deals_in_all_seats() -> None:
    words = ("--seats", "3", "--deals", "6")
    done = run(rounds.main, "greedy", "random", *words)
    assert done.exit_code == 0
    assert "3 seats: greedy | random: 6 deals, +" in done.output
    same = run(rounds.main, "random", "random", *words)
    apart = float(same.output.split("deals, ")[1].split()[0])
    assert abs(apart) < float(done.output.split("deals, ")[1].split()[0])
    assert run(rounds.main, "greedy", "random", *words).output == done.output


class Always:
    """A player of the lowest or the highest of its actions."""

    def __init__(self, which: int) -> None:
        self.which = which

    def begin(self, seed: int) -> None:
        """Nothing to learn."""

    def choose(self, state: State, seat: int) -> int:
        """The first or the last legal action."""
        return state.legal_actions(seat)[self.which]


def test_rounds_of_several_seats_against_one_are_those_of_one_against_several() -> None:
    low, high = partial(Always, 0), partial(Always, -1)
    for deal in range(4):
        apart, first = rounds.play_deal(GAMES["nimmt"], (low, high), 3, ["round"], deal, own=2)
        turned, alone = rounds.play_deal(GAMES["nimmt"], (high, low), 3, ["round"], deal)
        assert apart == pytest.approx(-turned)
        assert apart != 0
        assert 2 * first + alone == pytest.approx(1)
    done = run(rounds.main, "greedy", "random", "--seats", "4", "--own", "2", "--deals", "3")
    assert "2 of 4 seats: greedy | random: 3 deals, +" in done.output
    assert run(rounds.main, "greedy", "random", "--seats", "4", "--own", "4").exit_code == 2


def test_a_search_that_sees_everything_starts_from_the_truth() -> None:
    state = GAMES["nimmt"].initial(5, 3, ("round",))
    tree = Tree(state.view(0), 0, state.legal_actions(0), GAMES["nimmt"].tree, 2, Rng(1), 1)
    assert state.to_text() not in {world.to_text() for world in tree.worlds(20)}
    tree.fix_world(state)
    assert {world.to_text() for world in tree.worlds(20)} == {state.to_text()}
    with pytest.raises(ValueError, match="not a view"):
        tree.fix_world(state.view(0))
    with pytest.raises(ValueError, match="not of this game"):
        tree.fix_world(GAMES["colt"].initial(1))


def test_the_ceiling_is_above_players_that_do_not_see(tmp_path: Path) -> None:
    words = ("--nodes", "60", "--deals", "8", "--only", "nimmt-2", "--log", str(tmp_path / "log"))
    done = run(ceiling.main, *words)
    assert done.exit_code == 0
    found = dict(re.findall(r"`(\w+)` \| ([+-][\d.]+)", done.stdout))
    assert list(found) == list(ceiling.PLAYERS)
    assert float(found["ceiling"]) > float(found["greedy"]) > float(found["random"])
    assert run(ceiling.main, *words).stdout == done.stdout
    assert run(ceiling.main).exit_code == 2


def test_a_response_is_chosen_on_other_deals_than_it_is_measured_on(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    table = ceiling.TABLES[0]

    def cell() -> responses.Cell:
        return responses.Cell(table, "policy", 1, "points", 1, log)

    # as if played: the second search gains most on the deals that choose, and least on the others
    gains = ({0: 0.0, 1: 1.0, 2: 5.0, 3: 6.0}, {0: 4.0, 1: 4.0, 2: -2.0, 3: -3.0}, {0: 1.0, 1: 1.0})
    for head, deals in zip(cell().heads, gains, strict=True):
        rounds.keep(log, head, {deal: (apart, 0.5) for deal, apart in deals.items()})
    read = cell()
    best, shown = responses.best_of(read, 2, 0.0)
    assert (best, list(shown)) == (1, [2, 3])
    assert read.apart(best, shown) == [-2.0, -3.0]
    assert read.apart(0, shown) == [5.0, 6.0]
    assert len((tmp_path / "log").read_text().splitlines()) == sum(map(len, gains))  # nothing was played


def test_responses_beat_the_players_that_they_respond_to(tmp_path: Path) -> None:
    words = ("--cputime", "1", "--deals", "4", "--only", "nimmt-2", "--log", str(tmp_path / "log"))
    done = run(responses.main, *words)
    assert done.exit_code == 0
    found = dict(re.findall(r"\| `(\w+)` \| \S+ \| ([+-][\d.]+)", done.stdout))
    assert list(found) == list(responses.RESPONSES)
    assert float(found["random"]) > 5
    assert run(responses.main, *words).stdout == done.stdout


def test_the_bootstrap_interval_holds_what_theory_says() -> None:
    # the mean of 100 values of variance 1 has a standard error of 0.1
    low, high = _statistics.bootstrap([1.0, -1.0] * 50)
    assert low == pytest.approx(-0.196, abs=0.03)
    assert high == pytest.approx(0.196, abs=0.03)
    assert _statistics.bootstrap([0.5] * 10) == (0.5, 0.5)


def test_the_fixed_list_is_fixed() -> None:
    states = [opening(seed) for seed in range(1, 41)]
    assert all(state.current_player() == 0 for state in states)
    assert all(positions.cattle_left(state) == 36 for state in states)
    starts = [state.to_text().split("outlaw=")[1].split()[0] for state in states]
    assert " ".join(starts[:8]) == STARTS


def test_records_go_on_after_an_interruption(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    settings = {"limit": 1.0}
    records = Records(path, settings)
    records.add("a", {"nodes": 1})
    records.add("b", {"nodes": 2})
    with path.open("a") as file:
        file.write('{"key": "c", "no')
    again = Records(path, settings)
    assert again.done == {"a": {"key": "a", "nodes": 1}, "b": {"key": "b", "nodes": 2}}
    again.add("c", {"nodes": 3})
    assert list(Records(path, settings).done) == ["a", "b", "c"]


@pytest.mark.parametrize("text", ["nonsense\n", "{}\n", '{"settings": {"limit": 2.0}}\n', "[]\n"])
def test_a_file_of_something_else_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(text)
    with pytest.raises(click.ClickException, match=r"out\.jsonl"):
        Records(path, {"limit": 1.0})
    assert path.read_text() == text


@pytest.mark.parametrize("word", ["x", "1-x", "-3", "5-4", "1-2-3", ""])
def test_bad_spans_are_one_error(word: str) -> None:
    shown = run(longhorn.main, f"--deals={word}")
    assert shown.exit_code == 2
    assert "should" in shown.output
    assert "Traceback" not in shown.output


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count and sign less than a real run does."""
    monkeypatch.setattr(longhorn, "LIST", range(1, 4))
    monkeypatch.setattr(longhorn, "PERFT_DEPTH", 4)


@pytest.mark.usefixtures("short")
def test_the_signature_repeats_whatever_was_searched_before() -> None:
    (first, _), (again, _) = longhorn.signature(), longhorn.signature()
    assert first == again
    nodes, digest = first.split(" ")
    assert 0 < int(nodes) <= 3.1 * longhorn.SIGNATURE_NODES
    assert len(digest) == 12


@pytest.mark.usefixtures("short")
def test_proofs_of_the_list(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    arguments = ["--deals", "2", "--limit", "20", "--hash", "16", "--out", str(path)]
    first = run(longhorn.main, *arguments)
    assert first.exit_code == 0, first.output
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(rows) == 2
    assert rows[1]["key"] == "2"
    assert rows[1]["lower"] == rows[1]["upper"] == "1"
    assert 0 <= rows[1]["seconds"] <= 20
    assert "1 of 1 in 20 s" in first.output
    assert run(longhorn.main, *arguments).exit_code == 0
    assert len(path.read_text().splitlines()) == 2, "nothing is done twice"


def test_the_table_of_positions_is_as_described() -> None:
    rows = [json.loads(line) for line in longhorn.POSITIONS.read_text().splitlines()]
    for row in rows:
        state = parse_position(row["position"])
        assert state.current_player() >= 0
        assert positions.cattle_left(state) == row["cattle"]
        assert row["group"] - positions.STEP < row["cattle"] <= row["group"]
    assert {row["group"] for row in rows} == set(positions.GROUPS)
    for group in positions.GROUPS:
        assert len({row["deal"] for row in rows if row["group"] == group}) >= 20


@pytest.mark.usefixtures("short")
def test_the_table_runs(tmp_path: Path) -> None:
    made = tmp_path / "positions.jsonl"
    walked = run(positions.main, "--deals", "2-3", "--nodes", "2000", "--out", str(made))
    assert walked.exit_code == 0, walked.output
    assert "36 cattle: 2 positions" in walked.output
    shown = run(longhorn.main, "--table", "--per", "1", "--limit", "0.05", "--hash", "16")
    assert shown.exit_code == 0, shown.output
    assert "median nodes" in shown.output


def test_steps_of_environments_are_counted() -> None:
    pytest.importorskip("pettingzoo")
    from bench.environments import batch_rates, decisions, turns
    from herdmind.adapters.gymnasium import SeatEnv
    from herdmind.adapters.pettingzoo import env

    alone, both = batch_rates("heckmeck", 2, [], 10, 0.01)
    assert alone > both > 0
    assert turns(env("heckmeck"))() == 20
    assert decisions(SeatEnv("heckmeck"))() == 20


def test_what_cards_tell_of_hands() -> None:
    """The policy foretells itself best; by the likelihood more cards are in place than by the deal."""
    shown = run(inference.main, "policy", "--seats", "2", "--deals", "6")
    assert shown.exit_code == 0, shown.output
    nats = dict(re.findall(r"(\w+) (\d\.\d\d)", shown.stdout.splitlines()[0].partition("nats a card: ")[2]))
    assert nats["uniform"] == "1.68"  # the mean of log 2 to log 10
    assert float(nats["policy"]) < float(nats["likelihood"]) < float(nats["rules"]) < 1.68
    modelled = [int(share) for share in re.findall(r"; (\d+) % of the choices by the model", shown.stdout)]
    assert 62 < modelled[0] < modelled[-1] <= 100  # of the policy; what it shows is believed more and more
    places = re.findall(r"(\d) cards: (\d+\.\d) % in place by the deal, (\d+\.\d) % inferred", shown.stdout)
    assert [int(cards) for cards, _, _ in places] == [8, 6, 4, 2]
    assert sum(float(inferred) for *_, inferred in places) > sum(float(dealt) for _, dealt, _ in places) + 2
