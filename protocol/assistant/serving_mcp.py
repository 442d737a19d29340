"""The running server: the protocol on standard input and output, and its end."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from types import FrameType

from protocol.assistant.engineroom import EngineRoom
from protocol.assistant.server_mcp import make_server
from protocol.client.process import kill_all


def serve(most: int, folders: list[Path]) -> None:
    """Serve until the input ends. Ctrl-C and SIGTERM end the process with 130 and 143."""
    signal.signal(signal.SIGINT, _leave)
    signal.signal(signal.SIGTERM, _leave)
    server = make_server(EngineRoom(), most, folders)
    server.run("stdio")
    kill_all()


def _leave(number: int, frame: FrameType | None) -> None:
    """End at once: the thread that reads the input cannot be woken, so an orderly end would wait for it."""
    kill_all()
    if number == signal.SIGINT:
        os.write(2, b"interrupted\n")
    os._exit(128 + number)
