"""The command ``herdmind``, and ``python -m protocol``."""

import gc
import signal
import sys

from protocol.base.early import arm, disarm


def _engine() -> int:
    """The bare protocol, without the modules of the commands, since a client waits for it."""
    gc.disable()  # imports make much that lasts and no garbage: looking for it is a tenth of the start
    from protocol.base.errors import ProtocolError
    from protocol.session.session import run_stdio
    from protocol.session.streams import open_standard_streams

    gc.freeze()
    gc.enable()

    try:
        open_standard_streams()
    except ProtocolError as problem:
        sys.stderr.write(f"Error: {problem.message}\n")
        return 2
    try:
        disarm()
        return run_stdio()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130


def start() -> None:
    """Run the command; there is no moment at which Ctrl-C ends it with a traceback."""
    arm()
    try:
        if len(sys.argv) == 1:
            sys.exit(_engine())
        from protocol.cli.main import main

        main()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends already


if __name__ == "__main__":
    start()
