"""Unusable figures files: one and the same error for every game that takes such files."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.errors import SetupError
from solver.games import GAMES
from solver.games.figures_file import shipped_text

UNREADABLE = {
    "nothing": b"game =",
    "text": b"\xff\xfe",
    "digits": b"game = " + b"1" * 5_000,
    "depth": b"game = " + b"[" * 50_000,
    "size": b"#" * 200_000,
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize("game", ["colt", "heckmeck", "longhorn"])
def test_files_that_no_game_can_read_are_refused_by_name(tmp_path: Path, game: str, content: bytes) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    with pytest.raises(SetupError) as caught:
        GAMES[game].initial(1, figures=path)
    assert (caught.value.code, caught.value.token) == ("figures", str(path))
    assert caught.value.message.startswith("figures: ")
    assert "file name" not in caught.value.message


@pytest.mark.parametrize("other", ["colt", "heckmeck", "longhorn"])
@pytest.mark.parametrize("game", ["colt", "heckmeck", "longhorn"])
def test_figures_of_another_game_are_named_as_such(tmp_path: Path, game: str, other: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(shipped_text(other))
    if game == other:
        assert GAMES[game].initial(1, figures=path).to_text() == GAMES[game].initial(1).to_text()
        return
    with pytest.raises(SetupError) as caught:
        GAMES[game].initial(1, figures=path)
    right, named = GAMES[game].edition, GAMES[other].edition
    assert caught.value.message == f"figures: game must be \"{right}\", not '{named}'"
