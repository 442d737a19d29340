"""The engine with the toy games registered beside the real ones; run as a script, it speaks on stdin and
stdout."""

from __future__ import annotations

import sys
from collections import ChainMap
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))

from toys import TOYS
from toys.analyser import ToyAnalyser

from protocol.session.session import run_stdio
from solver.games import GAMES

if __name__ == "__main__":
    # The toys come first when there is an argument: the first game is the default one.
    # A chain lists its last mapping first, and loads a real game only when it is used.
    games = ChainMap(GAMES, TOYS) if sys.argv[1:] == ["--toys-first"] else ChainMap(TOYS, GAMES)
    sys.exit(run_stdio(games, ToyAnalyser))
