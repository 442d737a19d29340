"""An engine that plays well except for one habit: `python relay_engine.py HABIT [EVERY [FILE]]`.

It passes its input on to a good engine and that engine's output back. A habit is one of

    none
    answers twice     every bestmove a second time
    answers again     every bestmove a second time, when the next position comes
    answers late      a third of a second after the engine has
    chatters          thousands of lines before every bestmove
    crashes           at one position in EVERY (3), chosen by its text: the same positions every time
    ends quietly      at these positions, with exit code 0

FILE receives a copy of the whole input, byte for byte.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import zlib
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))

from toys import TOYS
from toys.analyser import ToyAnalyser

from protocol.session.session import Session
from solver.games import GAMES


def falls(line: bytes, every: int) -> bool:
    """Whether an engine that crashes at one position in ``every`` crashes at this line."""
    return line.startswith(b"position") and zlib.crc32(line.strip()) % every == 0


def take_in(habit: str, every: int, out: int, copy: int | None, said: list[bytes]) -> None:
    """Pass on what is written to the engine; what was ``said`` is said again before a position."""
    while line := sys.stdin.buffer.readline():
        if line.startswith(b"position"):
            while said:
                sys.stdout.buffer.write(said.pop())
                sys.stdout.buffer.flush()
        if copy is not None:
            os.write(copy, line)
        if habit == "crashes" and falls(line, every):
            os.kill(os.getpid(), signal.SIGKILL)
        if habit == "ends quietly" and falls(line, every):
            os._exit(0)
        os.write(out, line)
    os.close(out)


def hand_out(habit: str, source: int, said: list[bytes]) -> None:
    """Pass on what the engine says."""
    with os.fdopen(source, "rb") as lines:
        for line in lines:
            move = line.startswith(b"bestmove")
            if move and habit == "answers late":
                time.sleep(0.33)
            if move and habit == "chatters":
                sys.stdout.buffer.writelines(b"info string chatter %d\n" % number for number in range(5000))
            sys.stdout.buffer.write(line)
            if move and habit == "answers twice":
                sys.stdout.buffer.write(line)
            if move and habit == "answers again":
                said.append(line)
            sys.stdout.buffer.flush()


def main(habit: str, every: int, file: str | None) -> None:
    """Run the engine between two pipes."""
    to_engine, from_engine = os.pipe(), os.pipe()
    said: list[bytes] = []
    copy = None if file is None else os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    threading.Thread(target=take_in, args=(habit, every, to_engine[1], copy, said), daemon=True).start()
    teller = threading.Thread(target=hand_out, args=(habit, from_engine[0], said), daemon=True)
    teller.start()
    session = Session(to_engine[0], from_engine[1], {**GAMES, **TOYS}, ToyAnalyser)
    session.run()
    session.close()
    os.close(from_engine[1])
    teller.join(1.0)


if __name__ == "__main__":
    main(
        sys.argv[1], int(sys.argv[2] if len(sys.argv) > 2 else 3), sys.argv[3] if len(sys.argv) > 3 else None
    )
