"""Files named by a user: devices, pipes, huge and binary ones are refused by every command alike."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from protocol.base import files
from protocol.base.errors import Code, ProtocolError, error_text
from protocol.cli.main import main
from solver.errors import SetupError
from solver.games import GAMES

pytestmark = pytest.mark.pure


def sparse(folder: Path) -> Path:
    path = folder / "huge"
    with path.open("wb") as file:
        file.truncate(2**40)
    return path


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def link(folder: Path) -> Path:
    (folder / "link").symlink_to("/dev/zero")
    return folder / "link"


#: Paths that no command can use, and a word of the error.
NO_FILES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "zeros": (lambda folder: Path("/dev/zero"), "not a regular file"),
    "full": (lambda folder: Path("/dev/full"), "not a regular file"),
    "link": (link, "not a regular file"),
    "pipe": (pipe, "not a regular file"),
    "kernel": (lambda folder: Path("/proc/self/maps"), ""),
    "huge": (sparse, "is over"),
}
#: Every way to name a file, in words; FILE stands for it.
COMMANDS = {
    "report": "report FILE",
    "report figures": "report GAMES --verify --figures FILE",
    "report page": "report GAMES --html FILE",
    "review": "review FILE",
    "review cache": "review GAMES --game 1 --nodes 1 --cache FILE",
    "review page": "review GAMES --game 1 --nodes 1 --no-cache --html FILE",
    "match": "match nimmt greedy random --deals 1 --jobs 1 --log FILE",
    "match figures": "match longhorn greedy random --deals 1 --jobs 1 --figures FILE",
    "tournament": "tournament nimmt greedy random --deals 1 --jobs 1 --log FILE",
    "tournament file": "tournament --config FILE",
    "tune": "tune nimmt --player full:nodes=9 --param tree.depth=1:8 --log FILE",
    "solve": "solve longhorn --deals 1 --out FILE",
    "deal": "deal longhorn --figures FILE",
    "play": "play --resume FILE",
    "advise": "advise --resume FILE",
}
LOG = Path(__file__).parent / "data" / "review_games.jsonl"


@pytest.mark.parametrize("kind", list(NO_FILES))
@pytest.mark.parametrize("command", list(COMMANDS))
def test_what_is_no_plain_file_is_one_error(tmp_path: Path, command: str, kind: str) -> None:
    make, said = NO_FILES[kind]
    if (command, kind) in (("report page", "huge"), ("review page", "huge")):
        pytest.skip("is written over and not read")
    path = make(tmp_path)
    words = [{"FILE": str(path), "GAMES": str(LOG)}.get(word, word) for word in COMMANDS[command].split()]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2, done.output
    assert done.stderr.count("Error: ") == 1
    assert str(path) in done.stderr
    assert said in done.stderr
    assert not isinstance(done.exception, MemoryError)


@pytest.mark.parametrize("game", ["colt", "heckmeck", "longhorn"])
def test_figures_do_not_wait_for_a_pipe(tmp_path: Path, game: str) -> None:
    with pytest.raises(SetupError, match="not a regular file"):
        GAMES[game].initial(1, figures=pipe(tmp_path))
    with pytest.raises(SetupError, match="not a regular file"):
        GAMES[game].initial(1, figures="/dev/zero")


def test_text_is_text(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbfdeals = 1\n")
    assert files.read_text(path) == "deals = 1\n"
    for data, said in ((b"\xff\xfe", "not UTF-8 text"), (b"a\0b", "zero byte"), (b"12345", "over 4 bytes")):
        path.write_bytes(data)
        with pytest.raises(ProtocolError, match=said) as caught:
            files.read_text(path, 4)
        assert caught.value.code is Code.FILE
        assert str(path) in error_text(caught.value)
    for name, said in ((str(tmp_path), "folder"), ("a\0b", "null"), (str(tmp_path / "none"), "No such")):
        with pytest.raises(ProtocolError, match=said):
            files.check_file(name)
    files.check_file("")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "page.html"
    with pytest.raises(ProtocolError, match="no folder"):
        files.write_whole(path, b"one")
    path.parent.mkdir()
    files.write_whole(path, b"one")
    path.chmod(0o600)
    files.write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o600
    other = tmp_path / "other"
    other.symlink_to(path)
    files.write_whole(other, b"three")
    assert (other.is_symlink(), path.read_bytes()) == (True, b"three")
    assert [entry.name for entry in path.parent.iterdir()] == ["page.html"]
    with pytest.raises(ProtocolError, match="folder"):
        files.write_whole(tmp_path, b"")
    with pytest.raises(ProtocolError, match="not a regular file"):
        files.write_whole(Path("/dev/null"), b"")
