"""The fast solver of late Heckmeck games against plain value iteration, position by position."""

from __future__ import annotations

from fractions import Fraction

import pytest
from driver import Engines
from heckmeck_bridge import counts, dice_word, position_text
from heckmeck_late_positions import late_games

from reference.heckmeck import Position
from reference.heckmeck_late import LateGame
from scaling import scale
from solver.games import parse_position
from solver.games.heckmeck.worth import HeckmeckTurns
from solver.reports import OBJECTIVES
from solver.search import late
from solver.stop import StopFlag

MANY = 200_000
SECONDS = 300.0
CLOSE = 1e-11


def fast_solver(objective: str = "win") -> late.LateGame:
    return late.LateGame(HeckmeckTurns(), OBJECTIVES.index(objective))


def compare(fast: late.LateGame, game: LateGame, key: str) -> float:
    """Check that both brackets of a position share a point; return the width of the fast one."""
    position = game.position[key]
    solved = fast.solve(parse_position(position_text(position)), MANY, SECONDS, StopFlag())
    assert solved is not None
    value, half = solved
    low, high = game.value[key]
    if position.turn == 1:
        low, high = -high, -low
    assert value - half <= high + CLOSE, position
    assert value + half >= low - CLOSE, position
    return 2 * half


def compare_all(game: LateGame, fast: late.LateGame) -> None:
    """Every position that can follow, the root first."""
    game.solve()
    for key in [game.root, *game.after]:
        assert compare(fast, game, key) <= 2e-9


@pytest.mark.long
@pytest.mark.parametrize("number", range(scale(60, least=5)))
def test_late_games_have_the_values_of_the_reference(number: int) -> None:
    compare_all(next(late_games(seed=number, least=6, most=30)), fast_solver())


def points_in_short(over: Position) -> float:
    """A lead in units of 64 points, as the search values points."""
    first, second = over.scores()
    return max(-1.0, min(1.0, (first - second) / 64))


@pytest.mark.long
def test_late_games_for_points() -> None:
    """The same with the lead as the value of a finished game."""
    for seed in range(100, 100 + scale(20, least=1)):
        root = next(late_games(seed, least=6, most=20))
        game = LateGame(root.position[root.root], worth=points_in_short)
        compare_all(game, fast_solver("points"))


@pytest.mark.long
def test_the_order_of_solving_does_not_matter() -> None:
    """Positions solved from the end backwards, each by itself and by one solver with all others."""
    game = next(late_games(seed=3, least=10, most=25))
    game.solve()
    shared = fast_solver()
    for group in game.groups:
        compare(shared, game, group[-1])
    for key in game.after:
        compare(shared, game, key)
        compare(fast_solver(), game, key)


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(scale(10, least=2)))
def test_decisions_inside_a_late_turn_are_proven(engines: Engines, seed: int) -> None:
    """Values that `go` proves for each move, in the middle of a turn, equal those of the reference."""
    game = next(late_games(seed=50 + seed, least=6, most=25))
    game.solve()
    position = game.position[game.root]
    aside = counts(("ww", "666", "44w", "")[seed % 4])
    roll = counts(("13346w", "11ww4", "2236w", "12344w66")[seed % 4])
    told = game.decisions(game.root, aside, roll)
    text = position_text(position)
    text = text.replace(
        "aside=- roll=- phase=roll", f"aside={dice_word(aside)} roll={dice_word(roll)} phase=choose"
    )
    with engines.lend() as engine:
        engine.send("setoption name UCI_Variant value heckmeck", "setoption name MultiPV value 12")
        engine.send(f"position fen {text}", "go")
        lines = [line.split() for line in engine.until("bestmove", timeout=120)]
    proven = {words[3]: Fraction(words[4]) for words in lines if words[2:3] == ["proven"]}
    sign = 1 if position.turn == 0 else -1
    assert set(proven) == set(told)
    for token, (low, high) in told.items():
        assert abs(float(proven[token]) - sign * (low + high) / 2) < 2e-9, token
    best = max(sign * (low + high) / 2 for low, high in told.values())
    assert abs(float(proven[lines[-1][1]]) - best) < 2e-9
