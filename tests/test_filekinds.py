"""A file that holds no games is named for what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.base.errors import ProtocolError
from protocol.base.gameline import read_games as read_lines
from protocol.frontend.record import Game, read_games

KINDS = {
    b"\x89PNG\r\n\x1a\n\0\0": "a picture (PNG)",
    b"PK\x03\x04\0\0": "a ZIP archive",
    b"\0\1\2\3": "no text",
    b"\xe4\xf6 latin": "no text",
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
