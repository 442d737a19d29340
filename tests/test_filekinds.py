"""Errors on files without games name the kind of file."""

from __future__ import annotations

from pathlib import Path

import pytest
from driver import HERE

import solver
from protocol.base.errors import ProtocolError
from protocol.base.gameline import read_games as read_lines
from protocol.frontend.record import Game, read_games
from protocol.table.table import Table
from protocol.tournaments.tournament_file import read_file
from solver.games import GAMES

KINDS = {
    b"\x89PNG\r\n\x1a\n\0\0": "a picture (PNG)",
    b"PK\x03\x04\0\0": "a ZIP archive",
    b"\0\1\2\3": "not text",
    b"\xe4\xf6 latin": "not text",
    b"\xff\xfe{\0": "text in UTF-16",
    b"Dear Anna,\nit is your move.\n": "text of another kind",
    b"<!DOCTYPE html><html>": "a page or a picture for a browser",
    b"longhorn/1 nugget:b1w3o2:ambush,dagger herds=-/-\n": "the text of a position",
    b"position startpos moves red\ngo\n": "a log of the protocol",
    b"# a tournament\n[game]\nname = 'colt'\n": "a file of settings in TOML",
    b'{"key":"00","judgement":{}}\n': "a file of judgements that a review keeps",
    b'{"edition":"longhorn/1","deal":1,"hash_mb":64}\n': "a file of solved deals",
}


@pytest.mark.parametrize(("data", "kind"), KINDS.items(), ids=KINDS.values())
def test_what_a_file_is_instead(data: bytes, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(ProtocolError, match="file, line 1: not a game: the file is ") as caught:
        read_lines(path)
    assert f"the file is {kind}" in caught.value.message
    with pytest.raises(ValueError, match="not a game: the file is "):
        read_games(path)


def test_a_file_of_games_with_a_fault_is_told_the_fault(tmp_path: Path) -> None:
    line = Game("longhorn/1", 7, (), ("x", "y"), ("human", "human")).line()
    path = tmp_path / "file"
    for text, said in (
        (line.replace('"deal":7', '"deal":-7'), "'deal' is -7"),
        (line[:40] + "\n" + line, "line 1: not a game"),
        (line + "\nhello\n", "line 2: not a game"),
        ('{"a": 1}', "there is no 'seats'"),
        ("[]", "it should be one JSON object"),
    ):
        path.write_text(text + "\n")
        with pytest.raises(ProtocolError, match=said):
            read_lines(path)


def other_files(folder: Path) -> dict[str, tuple[Path, str]]:
    """Files of a wrong kind, each with the words that name it."""
    shipped = Path(solver.__file__).parent / "games" / "colt" / "figures.toml"
    tournament = "[players]\na = 'greedy'\nb = 'random'\n[[games]]\ngame = 'longhorn'\n"
    wrong = {
        "games": ((HERE / "data" / "review_games.jsonl").read_bytes(), "a file of games"),
        "json": (b'{"a": 1}\n', "a file in JSON"),
        "picture": (b"\x89PNG\r\n\x1a\n\0\0", "a picture (PNG)"),
        "position": (b"longhorn/1 nugget:b1w3o2:ambush,dagger herds=-/-\n", "the text of a position"),
        "log": (b"position startpos moves red\ngo\n", "a log of the protocol"),
        "tournament": (tournament.encode(), "a tournament file"),
        "figures": (shipped.read_bytes(), "a file of figures"),
    }
    found = {}
    for name, (data, words) in wrong.items():
        path = folder / name
        path.write_bytes(data)
        found[name] = path, words
    return found


@pytest.mark.parametrize("game", ["colt", "heckmeck", "longhorn"])
def test_figures_of_another_kind_are_named_for_what_they_are(game: str, tmp_path: Path) -> None:
    for name, (path, words) in other_files(tmp_path).items():
        if name == "figures":
            continue
        with pytest.raises(ProtocolError) as caught:
            Table.fresh(GAMES[game], figures=str(path))
        assert caught.value.message == f"figures: {path}: the file is {words}, not a file of figures"
        assert caught.value.token == str(path)


def test_tournament_files_of_another_kind_are_named_for_what_they_are(tmp_path: Path) -> None:
    for name, (path, words) in other_files(tmp_path).items():
        if name == "tournament":
            continue
        with pytest.raises(ProtocolError) as caught:
            read_file(path)
        assert caught.value.message == f"{path}: the file is {words}, not a tournament file"


def test_an_error_in_a_file_of_the_right_kind_is_reported_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text("game = 'colt/1'\n[cars\n")
    with pytest.raises(ProtocolError, match="is not TOML: "):
        Table.fresh(GAMES["colt"], figures=str(path))
    path.write_text("deals = 3\n[players\n")
    with pytest.raises(ProtocolError, match="line 2"):
        read_file(path)
    path.write_text("deals = 3\n")
    with pytest.raises(ProtocolError, match=r"\[players\]"):
        read_file(path)
