"""The command ``herdmind``, and ``python -m protocol``."""

import signal

from protocol.base.early import arm


def start() -> None:
    """Run the command; there is no moment at which Ctrl-C ends it with a traceback."""
    arm()
    from protocol.cli.main import main

    try:
        main()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends already


if __name__ == "__main__":
    start()
