"""Luck of games: unbiased on games that were solved by hand and on cheap games, and less variance for it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from played import game
from protocol.base.errors import ProtocolError
from protocol.base.gameline import GameRecord
from protocol.cli.main import main
from protocol.matches import match
from protocol.matches.luck import all_with_luck, game_luck, is_lucky, mark_of, value_of
from protocol.ratings.adjusted import (
    LUCK,
    adjusted,
    adjusted_difference,
    luck_in,
    without_luck,
)
from protocol.ratings.pairs import group_games
from protocol.ratings.sprt import SprtTest, Verdict, normal_sprt, sprt
from protocol.ratings.standings import read_log
from protocol.ratings.statistics import paired_difference
from scaling import scale
from solver.game import State
from solver.games import GAMES
from solver.games.tiny import KuhnState, MatrixState
from solver.luck import DRAWN, MOST_OUTCOMES, Odds, RolloutValue, Values, luck_of
from solver.rng import Rng, mix

pytestmark = pytest.mark.pure

Events = list[tuple[int | None, int]]
DEALS = list(itertools.permutations(range(3), 2))
#: The equilibrium of Kuhn poker with a bluff in three: the chance of a bet or call, by card and moves.
BLUFF = 1 / 3
BETS = {
    (0, ""): BLUFF,
    (1, ""): 0.0,
    (2, ""): 3 * BLUFF,
    (0, "p"): 1 / 3,
    (1, "p"): 0.0,
    (2, "p"): 1.0,
    (0, "b"): 0.0,
    (1, "b"): 1 / 3,
    (2, "b"): 1.0,
    (0, "pb"): 0.0,
    (1, "pb"): BLUFF + 1 / 3,
    (2, "pb"): 1.0,
}


class Table:
    """A value function by a table of numbers: of a state's text, or a random one for each."""

    name, digest = "table", "0"

    def __init__(self, known: dict[str, float] | None = None) -> None:
        self.known = known

    def heeds(self, state: State, chance: bool) -> bool:
        return True

    def after(self, state: State, seed: int) -> Values:
        text = state.to_text()
        worth = (
            Rng(mix(hash(text) & 0xFFFF, 5)).below(1000) / 500 - 1 if self.known is None else self.known[text]
        )
        return np.array([[worth, -worth], [10 * worth, -10 * worth]])

    def expected(self, state: State, seed: int) -> Values | None:
        return None


def kuhn_odds(cards: Sequence[int], moves: str, seat: int) -> Odds:
    """The equilibrium odds of a seat; the history is read from the text of the view."""

    def odds(view: State, who: int, legal: Sequence[int]) -> Sequence[float]:
        assert who == seat
        history = next(word for word in view.to_text().split() if word.startswith("moves="))
        bet = BETS[cards[seat], history.removeprefix("moves=").strip("-")]
        return [1 - bet, bet]

    return odds


def kuhn(cards: Sequence[int], moves: str) -> KuhnState:
    """The position after the moves, which may have ended the game."""
    state = KuhnState(cards)
    for move in moves:
        state.apply_action("pb".index(move))
    return state


def kuhn_games(cards: Sequence[int], moves: str = "") -> Iterator[tuple[float, Events, State]]:
    """All games on a deal: (chance, events, end)."""
    state = kuhn(cards, moves)
    if state.is_terminal():
        yield 1.0, [], state
        return
    seat = state.current_player()
    bet = BETS[cards[seat], moves]
    for action, share in ((0, 1 - bet), (1, bet)):
        for chance, events, end in kuhn_games(cards, moves + "pb"[action]):
            yield share * chance, [(seat, action), *events], end


def exact(cards: Sequence[int]) -> dict[str, float]:
    """The value of each position of a deal under the equilibrium, by its text."""
    found: dict[str, float] = {}

    def walk(moves: str) -> float:
        state = kuhn(cards, moves)
        value = state.returns()[0]
        if not state.is_terminal():
            bet = BETS[cards[state.current_player()], moves]
            value = (1 - bet) * walk(moves + "p") + bet * walk(moves + "b")
        found[state.to_text()] = value
        return value

    walk("")
    return found


@pytest.mark.parametrize("known", [(0, 1), (0,), (1,)])
def test_luck_is_unbiased_for_any_value_function_in_kuhn_poker(known: tuple[int, ...]) -> None:
    moved = False
    for cards in DEALS:
        odds = {seat: kuhn_odds(cards, "", seat) for seat in known}
        total, spread = np.zeros((2, 2)), 0.0
        for chance, events, _ in kuhn_games(cards):
            luck = luck_of(KuhnState(cards), events, Table(), odds, 1).choices
            total += chance * luck
            spread += chance * abs(luck[0, 0])
        assert np.abs(total).max() < 1e-12
        moved = moved or spread > 0.01
    assert moved


def test_with_exact_values_and_known_odds_nothing_but_the_deal_is_left() -> None:
    worth = 0.0
    for cards in DEALS:
        values = exact(cards)
        odds = {seat: kuhn_odds(cards, "", seat) for seat in (0, 1)}
        left = [
            end.returns()[0] - luck_of(KuhnState(cards), events, Table(values), odds, 1).choices[0, 0]
            for chance, events, end in kuhn_games(cards)
            if chance > 0
        ]
        assert left == pytest.approx([values[KuhnState(cards).to_text()]] * len(left))
        worth += left[0] / len(DEALS)
    # chips of a game: won 2 at most; the value of the game to seat 0 is -1/18 of an ante
    scale_of = max(end.returns()[0] for cards in DEALS for _, _, end in kuhn_games(cards)) / 2
    assert worth == pytest.approx(-scale_of / 18)


def test_choices_at_once_are_unbiased_in_a_matrix_game() -> None:
    rows = [[1.0, -1.0, 0.2], [-0.5, 0.7, 0.0]]
    odds: dict[int, Odds] = {
        0: lambda view, seat, legal: [0.3, 0.7],
        1: lambda view, seat, legal: [0.2, 0.5, 0.3],
    }
    for known in ((0, 1), (1,)):
        total = np.zeros((2, 2))
        for (i, p), (j, q) in itertools.product(enumerate([0.3, 0.7]), enumerate([0.2, 0.5, 0.3])):
            some = {seat: odds[seat] for seat in known}
            total += p * q * luck_of(MatrixState(rows), [(0, i), (1, j)], Table(), some, 1).choices
        assert np.abs(total).max() < 1e-12


def chance_states(name: str, seats: int, count: int) -> Iterator[State]:
    """Positions of random games at which chance is due."""
    rng, seed = Rng(3), 0
    while count:
        state, seed = GAMES[name].initial(seed, seats), seed + 1
        while not state.is_terminal() and count:
            if state.is_chance_node():
                if len(state.legal_actions()) > 1 and rng.below(7) == 0:
                    count -= 1
                    yield state.clone()
                state.apply_action(state.draw_chance(rng))
            else:
                for seat in state.players_to_move():
                    legal = state.legal_actions(seat)
                    state.apply_action(legal[rng.below(len(legal))], seat)


@pytest.mark.parametrize(("name", "seats"), [("heckmeck", 2), ("heckmeck", 4), ("pickomino", 3)])
def test_the_value_before_a_roll_is_the_mean_over_the_rolls(name: str, seats: int) -> None:
    value = value_of(GAMES[name])
    moved = 0.0
    for state in chance_states(name, seats, scale(50, 3)):
        expected = value.expected(state, 0)
        assert expected is not None
        total = -expected
        for action, share in state.chance_outcomes():
            after = value.after(_after(state, action), 0)
            total += float(share) * after
            moved = max(moved, float(np.abs(after - expected).max()))
        assert np.abs(total).max() < 1e-9
    assert moved > 0.01


def test_rollouts_are_unbiased_over_the_outcomes_of_a_draw() -> None:
    value = RolloutValue(2)
    for state in chance_states("colt", 3, 3):
        outcomes = state.chance_outcomes()
        assert len(outcomes) <= MOST_OUTCOMES
        total = np.zeros((2, 3))
        for action, share in outcomes:
            total += float(share) * luck_of(state, [(None, action)], value, {}, 1).chance
        assert np.abs(total).max() < 1e-9


def test_of_many_outcomes_some_are_drawn_with_the_odds_of_the_event() -> None:
    # whether the drawn mean has the mean of the event
    state = next(s for s in chance_states("heckmeck", 2, 50) if 200 < len(s.legal_actions()) < 500)

    class Face(Table):
        def after(self, state: State, seed: int) -> Values:
            worth = float(sum(int(digit) for digit in state.to_text() if digit.isdigit()) % 3)
            return np.array([[worth, -worth], [worth, -worth]])

    mean = sum(
        float(share) * Face().after(_after(state, action), 0)[0, 0]
        for action, share in state.chance_outcomes()
    )
    first = state.legal_actions()[0]
    own = Face().after(_after(state, first), 0)[0, 0]
    drawn = [own - luck_of(state, [(None, first)], Face(), {}, seed).chance[0, 0] for seed in range(150)]
    assert np.mean(drawn) == pytest.approx(mean, abs=5 * np.std(drawn) / 150**0.5)
    assert np.std(drawn) < 1.2 * 0.9 / DRAWN**0.5


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply_action(action)
    return after


def cli(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def play(tmp_path: Path, *words: str) -> list[GameRecord]:
    """The games of a match."""
    path = tmp_path / "log.jsonl"
    done = cli("match", *words, "--jobs", "1", "--log", path)
    assert done.exit_code == 0, done.output
    return read_log(path)


@pytest.mark.parametrize(
    ("name", "words", "deals"),
    [
        ("heckmeck", ["greedy", "random"], 400),
        ("pickomino", ["greedy", "random"], 300),
        ("nimmt", ["greedy", "random", "--seats", "2", "--rules", "round"], 100),
        ("colt", ["greedy", "random", "--seats", "2"], 100),
        ("longhorn", ["greedy", "random"], 200),
    ],
)
def test_adjusted_means_agree_with_plain_ones(
    tmp_path: Path, name: str, words: list[str], deals: int
) -> None:
    games = play(tmp_path, name, *words, "--deals", str(scale(deals, 3)))
    found = []
    for record in games:
        luck = game_luck(record, GAMES[name])
        assert luck.events > 0
        assert np.abs([*luck.chance, *luck.choices]).max() > 0
        found.append([*luck.chance[0], *luck.choices[0], *luck.chance[1], *luck.choices[1]])
    table = np.array(found)
    error = table.std(axis=0, ddof=1) / len(table) ** 0.5
    assert (np.abs(table.mean(axis=0)) <= 5 * error + 1e-9).all()


@pytest.mark.ci
def test_heckmeck_needs_a_quarter_of_the_deals(tmp_path: Path) -> None:
    games = play(tmp_path, "heckmeck", "greedy:name=a", "greedy:name=b", "--deals", "15", "--seed", "3")
    lucky = all_with_luck(games, jobs=1)
    assert lucky is not None
    found = adjusted(group_games(lucky), "a")
    assert found is not None
    assert min(found.saved) > 4
    assert abs(found.difference.mean) < 2 * found.difference.half_width  # equal players


# --- groups ---------------------------------------------------------------------------------------------


def noise(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Values of mean 0.3 whose luck, of two kinds, has the weights 2 and 0.5."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=(count, 2)) * [1.0, 0.5]
    return 0.3 + luck @ [2.0, 0.5] + 0.3 * rng.normal(size=count), luck


@pytest.mark.parametrize("before", [False, True])
def test_weights_are_learnt_from_other_groups_alone(before: bool) -> None:
    values, luck = noise(60, 1)
    found = without_luck(values, luck, 1.0, before)
    assert np.std(found[20:]) < 0.45 < 1.5 < np.std(values[20:])
    # a group's own value does not move its own weight
    changed = values.copy()
    changed[30] += 100
    again = without_luck(changed, luck, 1.0, before)
    assert again[30] - found[30] == pytest.approx(100)
    assert (again[:30] == pytest.approx(found[:30])) == before
    means = [without_luck(*noise(20, seed), 1.0, before).mean() for seed in range(300)]
    assert np.mean(means) == pytest.approx(0.3, abs=4 * np.std(means) / 300**0.5)


def test_useless_luck_costs_little_and_missing_groups_stay_missing() -> None:
    rng = np.random.default_rng(4)
    values, luck = rng.normal(size=80), 3 * rng.normal(size=(80, 2))
    assert np.std(without_luck(values, luck, 1.0)) < 1.2 * np.std(values)
    values[7] = np.nan
    found = without_luck(values, luck, 1.0)
    assert np.isnan(found[7])
    assert np.isnan(found).sum() == 1
    assert len(without_luck([], np.zeros((0, 2)), 1.0)) == 0


def test_the_sequential_test_on_adjusted_scores_keeps_its_error_rates() -> None:
    test = SprtTest(0, 40, 0.05, 0.05)
    wrong = {0.0: 0, 40.0: 0}
    runs = 120
    for elo, run in itertools.product(wrong, range(runs)):
        rng = np.random.default_rng(run + 1000 * int(elo))
        scores = 1 / (1 + 10 ** (-elo / 400)) + 0.2 * rng.normal(size=600)
        found = normal_sprt(list(scores), test, "a", 2)
        assert found.verdict is not Verdict.OPEN
        wrong[elo] += found.verdict is (Verdict.H1 if elo == 0 else Verdict.H0)
    assert max(wrong.values()) <= 0.05 * runs + 3 * (0.05 * 0.95 * runs) ** 0.5


# --- logs and commands ----------------------------------------------------------------------------------


@pytest.mark.ci
def test_adjusted_play_and_adjusted_report_agree_and_resume(tmp_path: Path) -> None:
    words = ["match", "heckmeck", "greedy", "random", "--deals", "4", "--jobs", "1", "--json"]
    first = cli(*words, "--adjust", "--log", tmp_path / "a.jsonl")
    assert first.exit_code == 0, first.output
    told = json.loads(first.stdout)["players"][0]["adjusted"]
    assert told["digest"] == mark_of(GAMES["heckmeck"])
    assert told["difference"]["groups"] == 4
    plain = cli(*words, "--log", tmp_path / "b.jsonl")
    assert json.loads(plain.stdout)["players"][0]["adjusted"] is None
    assert LUCK not in (tmp_path / "b.jsonl").read_text()
    # the luck follows from the log alone: an old log, adjusted afterwards
    later = cli("report", tmp_path / "b.jsonl", "--adjust", "--jobs", "1", "--json")
    assert later.exit_code == 0, later.output
    players = {p["name"]: p for p in json.loads(later.stdout)["events"][0]["players"]}
    assert players["greedy"]["summary"]["adjusted"] == told
    again = cli(*words, "--adjust", "--log", tmp_path / "b.jsonl")
    assert json.loads(again.stdout)["players"][0]["adjusted"] == told
    shown = cli("report", tmp_path / "a.jsonl", "--html", tmp_path / "a.html")
    assert "luck-adjusted by AIVAT" in shown.output
    assert told["digest"] in (tmp_path / "a.html").read_text()


@pytest.mark.ci
def test_stop_rules_look_at_the_adjusted_interval_only_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "FIRST_LOOK", 10)
    monkeypatch.setattr(match, "LOOK", 5)
    words = ["match", "heckmeck", "greedy:name=a", "greedy:name=b", "--deals", "15", "--stop", "0.45"]
    words += ["--jobs", "1", "--json", "--log", str(tmp_path / "log.jsonl"), "--adjust"]
    course = json.loads(cli(*words, "--stop-adjusted").stdout)["course"]
    assert course["adjusted"]
    assert course["narrow"]
    assert course["looks"] == 1
    assert not json.loads(cli(*words).stdout)["course"]["narrow"]
    for wrong, said in (
        (["--stop-adjusted"], "needs --adjust"),
        (["--stop-adjusted", "--adjust"], "needs a rule for an early end"),
    ):
        refused = cli("match", "heckmeck", "greedy", "random", *wrong)
        assert refused.exit_code == 2
        assert said in refused.output


@pytest.mark.ci
def test_a_tournament_adjusts_and_its_test_may_use_it(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    words = ["tournament", "heckmeck", "greedy", "random", "--deals", "20", "--jobs", "1", "--json"]
    test = ["--sprt", "elo0=0,elo1=200"]
    plain = cli(*words, "--deals", "5", "--log", log)
    assert plain.exit_code == 0, plain.output
    done = cli(*words, *test, "--adjust", "--stop-adjusted", "--log", log)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["sprt"]["verdict"] == "H1 accepted"
    assert found["games"][0]["players"][0]["summary"]["adjusted"]["difference"]["groups"] >= 10
    refused = cli(*words, "--stop-adjusted")
    assert refused.exit_code == 2
    assert "stop_adjusted needs adjust" in refused.output


def test_luck_that_cannot_be_right_is_refused() -> None:
    record = replace(game("ab", [1, 2], 0), extra={LUCK: {"value": "x", "digest": "y", "events": 3}})
    with pytest.raises(ProtocolError, match="should hold value, digest, events, chance and choices"):
        luck_in(record)
    good = {"value": "x", "digest": "y", "events": 3, "chance": [[0, 0]] * 2, "choices": [[0.5, -0.5]] * 2}
    record = replace(record, extra={LUCK: good})
    found = luck_in(record)
    assert found is not None
    assert found.as_dict() == good | {"chance": [[0.0, 0.0]] * 2}
    assert not is_lucky(record, GAMES)
    other = replace(game("ba", [1, 2], 0))
    with pytest.raises(ProtocolError, match="not known by one value function"):
        adjusted_difference({0: [record, other]}, "a")
    with pytest.raises(ProtocolError, match="not known by one value function"):
        sprt({0: [other]}, "a", SprtTest(), adjust=True)
    assert adjusted({0: [record, other]}, "a") is None
    assert paired_difference({0: [record, other]}, "a").groups == 1
