"""Coverage-guided fuzzing of the parsers with atheris: `python run.py TARGET [libFuzzer's arguments]`.

TARGET: `command` (one line at the command parser), `position` (a text at the parser of the game that it
names), `bytes` (a
stream at the line splitter, each line parsed). Findings are written where libFuzzer's -artifact_prefix says.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

with atheris.instrument_imports(include=["protocol", "solver", "toys"]):
    from positions import ALL

    from protocol.base.errors import ProtocolError, error_line
    from protocol.session.parsing import parse
    from protocol.session.streams import LineSplitter
    from protocol.table.table import Table, named_game


def check_error(error: ProtocolError) -> None:
    """An error must be one short line of ASCII."""
    line = error_line(error)
    if not (line.isascii() and line.isprintable() and len(line) < 800):
        raise AssertionError(f"a bad error line: {line!r}")


def fuzz_command(data: bytes) -> None:
    """One line."""
    try:
        parse(data.decode("utf-8", "surrogateescape"))
    except ProtocolError as error:
        check_error(error)


def fuzz_position(data: bytes) -> None:
    """A text, and after `moves` the tokens that follow."""
    text, _, moves = data.decode("utf-8", "surrogateescape").partition(" moves ")
    try:
        table = Table.read(named_game(ALL, text), text)
        if table.state.to_text() != text:
            raise AssertionError(f"{text!r} was read as {table.state.to_text()!r}")
        table.play(moves.split())
    except ProtocolError as error:
        check_error(error)


def fuzz_bytes(data: bytes) -> None:
    """A stream, fed in two pieces that the first byte cuts."""
    cut = data[0] if data else 0
    splitter = LineSplitter()
    for item in (*splitter.feed(data[:cut]), *splitter.feed(data[cut:]), *splitter.end()):
        if isinstance(item, ProtocolError):
            check_error(item)
        else:
            fuzz_command(item.encode("utf-8", "surrogateescape"))


TARGETS = {"command": fuzz_command, "position": fuzz_position, "bytes": fuzz_bytes}

if __name__ == "__main__":
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
