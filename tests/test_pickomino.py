"""Pickomino on cases of every ruling of docs/games/pickomino.md, its texts, its turns and its players."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fast_rules import FastRules

from reference.longhorn_cases import run_case
from scaling import scale
from solver.errors import IllegalMove, NotationError, SetupError
from solver.game import State, divide, perft
from solver.games import GAMES, parse_position
from solver.reports import Limits, Settings
from solver.rng import Rng
from solver.stop import StopFlag

DATA = Path(__file__).parent / "data"
GAME = GAMES["pickomino"]
RULINGS = ("first", "face", "worm", "exact", "lower", "own", "stop", "failure", "end", "tie")
FRESH = GAME.initial(1, 3).to_text()
CHOICE = "pickomino/1 grill=21+22+26+35 stacks=24+30/-/36 turn=1 aside=wwww roll=1255 phase=choose"
OVER = "pickomino/1 grill=- stacks=24+30/-/36 turn=1 aside=- roll=- phase=over"


def load(name: str) -> list[dict[str, Any]]:
    """The entries of a data file."""
    entries: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return entries


# --- rulings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", load("pickomino_rulings.json"), ids=lambda case: case["id"])
def test_ruling(case: dict[str, Any]) -> None:
    run_case(case, FastRules())


def test_the_page_lists_every_ruling_with_its_cases(checkout: Path) -> None:
    cases = load("pickomino_rulings.json")
    assert {case["ruling"] for case in cases} == set(RULINGS)
    for case in cases:
        assert case["id"].startswith(case["ruling"] + "_")
        assert case["checks"]
    page = (checkout / "docs" / "games" / "pickomino.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z-]+) \| .* \| `([a-z_]+)_\*` \|$", page, re.MULTILINE))
    assert rows == {ruling: ruling for ruling in RULINGS}
    for text in re.findall(r"^    (pickomino/1 grill=[0-9].*)$", page, re.MULTILINE):
        assert parse_position(text).to_text() == text


@pytest.mark.parametrize("entry", load("pickomino_perft.json"), ids=lambda entry: entry["id"])
def test_lines_of_play_are_counted(entry: dict[str, Any]) -> None:
    state = parse_position(entry["position"])
    counts = entry["perft"][: 3 if scale(100) < 100 else None]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
    assert dict(divide(state, entry["divide_depth"])) == entry["divide"]


def test_tiles_are_never_lost_and_points_are_their_worms() -> None:
    """Whole random games of all numbers of seats: every tile is once somewhere, no turned one comes back."""
    for seed in range(scale(70, least=7)):
        state: State = GAME.initial(1, 2 + seed % 6)
        rng = Rng(seed)
        turned: set[int] = set()
        while True:
            fields = state.fields()  # type: ignore[attr-defined]
            lying = [*fields.grill, *(number for stack in fields.stacks for number in stack)]
            assert len(set(lying)) == len(lying)
            gone = set(range(21, 37)) - set(lying)
            assert turned <= gone
            turned = gone
            worms = [sum(1 + (number - 21) // 4 for number in stack) for stack in fields.stacks]
            assert state.scores() == worms
            assert state.is_terminal() == (not fields.grill)
            assert parse_position(state.to_text()) == state
            if state.is_terminal():
                break
            actions = state.legal_actions()
            state.apply_action(actions[rng.below(len(actions))])


# --- texts --------------------------------------------------------------------------------------------------

# (text, what is replaced, by what, the word that the error names, a part of what it says)
WRONG = [
    (CHOICE, "pickomino/1", "pickomino/2", "pickomino/2", "not known"),
    (CHOICE, " turn=1", "", "aside=wwww", "expected turn="),
    (CHOICE, "phase=choose", "phase=choose more", "more", "follows the last"),
    (CHOICE, "grill=21+22", "grill=22+21", "grill=22+21+26+35", "ascending"),
    (CHOICE, "grill=21+22", "grill=20+22", "20", "21 to 36"),
    (CHOICE, "grill=21+22", "grill=21+22+22", "22", "twice"),
    (CHOICE, "grill=21", "grill=021", "021", "21 to 36"),
    (CHOICE, "24+30/-", "24+30+26/-", "26", "twice"),
    (CHOICE, "stacks=24+30/-/36", "stacks=24", "stacks=24", "2 to 7"),
    (CHOICE, "stacks=24+30/-/36", "stacks=-/-/-/-/-/-/-/-", "stacks=-/-/-/-/-/-/-/-", "2 to 7"),
    (CHOICE, "turn=1", "turn=3", "turn=3", "0 to 2"),
    (CHOICE, "aside=wwww", "aside=wwww6", "aside=wwww6", "1 2 3 4 5 w"),
    (CHOICE, "aside=wwww", "aside=www", "roll=1255", "not aside"),
    (CHOICE, "roll=1255", "roll=2155", "roll=2155", "order"),
    (CHOICE, "roll=1255", "roll=wwww", "roll=wwww", "nothing can be set aside"),
    (CHOICE, "roll=1255", "roll=-", "roll=-", "all of them have been rolled"),
    (CHOICE, "phase=choose", "phase=roll", "roll=1255", "no dice lie rolled"),
    (CHOICE, "phase=choose", "phase=over", "phase=over", "the game goes on"),
    (CHOICE, "phase=choose", "phase=sleep", "phase=sleep", "roll, choose, over"),
    (FRESH, "aside=-", "aside=11222www", "aside=11222www", "a die is left"),
    (OVER, "phase=over", "phase=roll", "phase=roll", "no tile lies open"),
    (OVER, "aside=-", "aside=ww", "aside=ww", "no dice are shown"),
]


@pytest.mark.parametrize("text", [FRESH, CHOICE, OVER])
def test_texts_are_read_and_written(text: str) -> None:
    assert parse_position(text).to_text() == text


@pytest.mark.parametrize(("text", "old", "new", "word", "said"), WRONG)
def test_wrong_texts_are_refused_by_the_word(text: str, old: str, new: str, word: str, said: str) -> None:
    assert old in text
    with pytest.raises(NotationError, match=re.escape(said)) as caught:
        parse_position(text.replace(old, new, 1))
    assert (caught.value.code, caught.value.token) == ("position", word)


@pytest.mark.parametrize(
    ("token", "kind", "said"),
    [
        ("3roll", IllegalMove, "no threes are among the dice rolled"),
        ("wroll", IllegalMove, "no worms are among"),
        ("5fail", IllegalMove, "2 dice are left"),
        ("r1255", IllegalMove, "no roll is due"),
        ("6roll", NotationError, "1 2 3 4 5 w"),
    ],
)
def test_moves_that_may_not_be_made_say_why(token: str, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        parse_position(CHOICE).string_to_action(token)


def test_a_stop_that_gets_no_tile_says_so() -> None:
    state = parse_position(CHOICE.replace("grill=21+22+26+35", "grill=35"))
    with pytest.raises(IllegalMove, match="with 22 no tile can be had"):
        state.string_to_action("2stop")


def test_figures_are_refused() -> None:
    with pytest.raises(SetupError, match="the figures of Pickomino stand in its rules"):
        GAME.initial(1, 2, figures="own.toml")


# --- turns and players --------------------------------------------------------------------------------------


def test_the_first_turn_is_worth_what_is_published() -> None:
    """Worms expected of a turn on a full grill that is played for them alone: the value that a public solver
    gives for this reward."""
    state = GAME.initial(1, 2)
    assert GAME.flat is not None
    total = 0.0
    # the value of a turn is the mean over its first rolls of that of the best decision
    for outcome, odds in state.chance_outcomes():
        rolled = state.clone()
        rolled.apply_action(outcome)
        answer = GAME.flat(Settings()).analyse(rolled, 0, Limits(nodes=1), None, StopFlag())
        total += float(odds) * dict(answer.report.lines[0].notes)["gain"]
    assert math.isclose(total, 1.6447296740400994, rel_tol=1e-12)


def play(players: list[str], games: int) -> list[float]:
    """Mean results of players, ``greedy``, ``flat``, ``search`` or ``random``, seats rotating."""
    searches = {"flat": GAME.flat, "search": GAME.search}
    made = {name: make(Settings()) for name, make in searches.items() if make and name in players}
    sums = [0.0] * len(players)
    for game in range(games):
        rng = Rng(game)
        state: State = GAME.initial(1, len(players))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.roll(rng))  # type: ignore[attr-defined]
                continue
            seat = state.current_player()
            name = players[(seat + game) % len(players)]
            legal = state.legal_actions()
            if name in made:
                answer = made[name].analyse(state, seat, Limits(depth=1), None, StopFlag())
                assert answer.best is not None
                action = state.string_to_action(answer.best)
            elif name == "greedy":
                assert GAME.greedy is not None
                action = GAME.greedy(state, seat, rng)
            else:
                action = legal[rng.below(len(legal))]
            state.apply_action(action)
        for seat, result in enumerate(state.returns()):
            sums[(seat + game) % len(players)] += result / games
    return sums


def test_players_are_as_strong_as_they_should_be() -> None:
    greedy, chance = play(["greedy", "random"], scale(400, least=40))
    assert greedy > 0.5 > chance
    flat, chance = play(["flat", "random"], scale(100, least=10))
    assert flat > 0.5 > chance
    search, *_ = play(["search", "random", "random"], scale(100, least=10))
    assert search > 0.5


def test_late_games_of_two_are_proved() -> None:
    """One tile is left: whoever steals, takes or fails, the value of every decision is exact."""
    text = "pickomino/1 grill=21 stacks=30/25 turn=0 aside=www roll=11245 phase=choose"
    state = parse_position(text)
    assert GAME.search is not None
    answer = GAME.search(Settings()).analyse(state, 0, Limits(nodes=100_000), None, StopFlag())
    assert len(answer.proven) == len(state.legal_actions())
    best = max(value for _, value in answer.proven)
    assert abs(float(best) - answer.report.lines[0].value) < 1e-8
    assert answer.report.upper - answer.report.lower <= 2e-9


def test_a_game_that_shares_its_dice_is_small(checkout: Path) -> None:
    """A fifth game has few lines of its own beside what games share.

    At most 400 that are not blank, and at most 465 with two parts that a game can do without: its encoding
    for learning programs and its JSON view. The schema is data, and the picture is in another package.
    """
    kinds = (".py", ".pyx", ".pxd", ".pxi", ".pyi", ".toml")
    files = [path for path in (checkout / "solver/games/pickomino").rglob("*") if path.suffix in kinds]
    assert len(files) > 8
    lines = Counter[bool]()
    for path in files:
        text = path.read_text(encoding="utf-8")
        lines[path.stem in ("encoding", "jsonview")] += sum(bool(line.strip()) for line in text.splitlines())
    assert lines[False] <= 400
    assert lines.total() <= 465


def test_the_notes_of_the_search_are_told_in_worms() -> None:
    expects = GAMES["pickomino"].expects
    assert expects["gain"] == "{+} worms expected from this turn"
    assert expects["first"] == "{%} chance to have the most worms, or the highest tile among equals"
    assert "points" not in "".join(expects.values())
    assert GAMES["heckmeck"].expects["gain"] == "{+} points expected from this turn"
