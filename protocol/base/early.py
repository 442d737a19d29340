"""Ctrl-C before a command can handle it: the process ends at once, without a traceback."""

from __future__ import annotations

import os
import signal


def _end(*_: object) -> None:
    os.write(2, b"interrupted\n")
    os._exit(128 + signal.SIGINT)


def arm() -> None:
    """Make Ctrl-C end the process, unless it is already ignored or handled."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def disarm() -> None:
    """Make Ctrl-C a KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
