"""A session typed by hand at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import pexpect
import pytest
from driver import ENGINE, PATIENCE


@pytest.fixture
def terminal() -> Iterator[pexpect.spawn]:
    process = pexpect.spawn(
        ENGINE[0], ENGINE[1:], timeout=PATIENCE, echo=False, encoding="ascii", dimensions=(50, 200)
    )
    yield process
    process.close(force=True)


def test_it_greets_helps_and_draws(terminal: pexpect.spawn) -> None:
    terminal.expect(r"Herdmind \S+: type help")
    terminal.sendline("help")
    terminal.expect("position +set the position")
    terminal.sendline("help go")
    terminal.expect("movetime MS")
    terminal.sendline("d")
    terminal.expect("Nugget Hill")
    terminal.expect("turn 1, 5 legal moves")
    terminal.sendline("go nodes 100")
    terminal.expect("bestmove start[a-z]+")
    terminal.sendline("hlep")
    terminal.expect("'hlep' is not a command; type help")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0


@pytest.mark.parametrize("key", ["c", "d"])
def test_the_usual_keys_end_it(terminal: pexpect.spawn, key: str) -> None:
    terminal.expect("type help")
    terminal.sendline("go infinite")
    terminal.expect("info depth")
    terminal.sendcontrol(key)
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0
