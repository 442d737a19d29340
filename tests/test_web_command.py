"""The command `herdmind serve` as a process of its own: its address, its end, and its death in mid game."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from scaling import scale
from web_help import ME, Browser, engine, play

pytestmark = pytest.mark.pure
SEEN = re.compile(r"Herdmind serves at (http://127\.0\.0\.1:(\d+)/#([\w-]{22}))")


@contextmanager
def served(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A running command: its process, port and key."""
    command = [sys.executable, "-m", "protocol", "serve", "--no-open", "--data", str(folder), *words]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            seen = SEEN.match(line)
            assert seen, line + (
                process.stderr.read() if process.stderr and process.poll() is not None else ""
            )
            yield process, int(seen[2]), seen[3]
        finally:
            process.kill()


async def entered(port: int, key: str) -> Browser:
    """A browser in the lobby, as soon as the server answers."""
    host = f"127.0.0.1:{port}"
    async with asyncio.timeout(30):
        while True:
            try:
                socket = await connect(f"ws://{host}/socket", origin=Origin(f"http://{host}"), max_size=2**24)
                break
            except OSError:
                await asyncio.sleep(0.05)
    guest = Browser(socket)
    guest.state["lobby"] = await guest.ask("lobby", "enter", key=key)
    return guest


def test_it_prints_its_address_and_ends_when_told(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (process, port, key):

        async def run() -> None:
            guest = await entered(port, key)
            assert guest.state["lobby"]["tables"] == []
            await guest.close()

        asyncio.run(run())
        assert process.stdout is not None
        assert "Only this computer" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130, -signal.SIGINT)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


@pytest.mark.ci
@pytest.mark.parametrize("kills", [scale(20, least=3)])
def test_killed_at_any_moment_it_loses_nothing(tmp_path: Path, kills: int) -> None:
    """The process is killed at random moments of play; every choice that it confirmed is there again."""
    rng = random.Random(kills)
    port, confirmed = "0", 0
    table = token = ""

    async def play_on(guest: Browser) -> None:
        """Play until the line is cut; a game that is over is followed by another one."""
        nonlocal confirmed, table, token
        while True:
            if not table:
                made = await guest.ask("made", "make", game="nimmt", rules=[], chairs=[ME, engine()])
                table, token = made["table"], made["token"]
                tables.append(table)
                guest.state.pop("end", None)
            await guest.sit(table, token)
            assert guest.state["at"] >= confirmed
            while guest.state["end"] is None:
                await play(guest, moves=1)
                confirmed = max(confirmed, guest.state["at"])
            table, confirmed = "", 0

    tables: list[str] = []
    total = 0
    for killed in range(10 * kills):  # a busy computer gets to few choices before each kill
        if killed >= kills <= total:
            break
        with served(tmp_path, "--port", port) as (process, number, key):
            port = str(number)

            async def run(
                number: int = number, key: str = key, process: subprocess.Popen[str] = process
            ) -> None:
                guest = await entered(number, key)
                assert {kept["table"] for kept in guest.state["lobby"]["tables"]} == {*tables}
                asyncio.get_running_loop().call_later(rng.uniform(0.3, 1.5), process.kill)
                with pytest.raises(ConnectionClosed):
                    await play_on(guest)

            asyncio.run(run())
            process.wait()
        total = max(total, confirmed + 40 * (len(tables) - 1))
    assert total >= kills


def test_what_cannot_be_served_is_one_line(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (_, port, _):
        command = [sys.executable, "-m", "protocol", "serve", "--no-open", "--data", str(tmp_path / "other")]
        for words in (("--port", str(port)), ("--host", "no.such.host.invalid")):
            done = subprocess.run([*command, *words], capture_output=True, text=True, timeout=60)
            assert done.returncode == 2
            assert done.stderr.count("\n") == 1
            assert "cannot listen" in done.stderr
        command[-1] = str(tmp_path)  # the tables of the server that runs
        done = subprocess.run([*command, "--port", "0"], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "another herdmind serve uses" in done.stderr


def test_a_checkout_in_the_current_folder_does_not_stand_in_for_what_is_installed(tmp_path: Path) -> None:
    (tmp_path / "protocol").mkdir()
    (tmp_path / "protocol" / "__init__.py").write_text("raise ImportError('the wrong package')")
    code = """if True:
        import subprocess
        from protocol.frontend.desk import OWN_ENGINE
        subprocess.run(OWN_ENGINE, input=b"quit", check=True)"""
    ran = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
