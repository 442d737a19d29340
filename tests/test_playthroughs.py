"""The playthrough files match the games; `python tests/playthrough.py` rewrites them deliberately."""

from __future__ import annotations

import re

import playthrough
import pytest

from solver.games import GAMES, parse_position


def test_every_game_has_a_playthrough() -> None:
    assert set(playthrough.SEEDS) == set(GAMES)
    assert sorted(path.name for path in playthrough.DATA.glob("*_playthrough.txt")) == sorted(
        f"{game}_playthrough.txt" for game in GAMES
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_playthrough_is_what_the_game_does(game: str) -> None:
    assert playthrough.path(game).read_text(encoding="ascii") == playthrough.playthrough(game)


@pytest.mark.parametrize("game", GAMES)
def test_the_playthrough_can_be_replayed_from_its_own_text(game: str) -> None:
    """Each position, parsed, and the move under it give the next position."""
    state = None
    positions = moves = 0
    for line in playthrough.path(game).read_text(encoding="ascii").split("\n"):
        if line.startswith("text "):
            text = line.removeprefix("text ")
            assert state is None or state.to_text() == text
            state = parse_position(text)
            positions += 1
        elif match := re.match(r"(?:chance|seat (\d+)) plays (\w+) \(", line):
            assert state is not None
            seat, token = int(match[1] or -1), match[2]
            state.apply_action(state.string_to_action(token, seat), seat)
            moves += 1
    assert positions == moves + 1
    assert moves > 5
