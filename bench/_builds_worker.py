"""Player process of ``bench builds``, run as a script with the checkout to play for on Python's path.

Reads lines of JSON: an integer begins a game with that seed; ``{"position", "cputime"}`` asks for a decision.
"""

from __future__ import annotations

import json
import sys
import time

from solver.analysis import Analyser, Limits, Settings
from solver.games import parse_position


def main() -> None:
    """Answer each line with one."""
    analyser = Analyser(Settings(hash_mb=64))
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            analyser.configure(Settings(hash_mb=64, seed=asked))
            analyser.clear()
            continue
        state = parse_position(asked["position"])
        begin = time.process_time()
        answer = analyser.analyse(state, Limits(cputime_ms=asked["cputime"]))
        used = 1000 * (time.process_time() - begin)
        report = answer.report
        row = {
            "best": answer.best,
            "ms": used,
            "proved": report.lower == report.upper,
            "value": report.lines[0].value,
            "wdl": report.lines[0].wdl,
        }
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
