"""Write data/longhorn_late.jsonl: late positions and their values from the reference solver.

    python tests/make_longhorn_late.py [positions]

The file is the same on every machine. It takes some minutes: the reference searches every line of play.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter

from longhorn_late import FILE, TAGS, TooBig, composed, played, solve, tags_of
from reference.longhorn import CHANCE

MOST = 5_000  # positions below a kept one
MOST_MOVES = 80
LEAST = 12  # of every tag
PLAIN = {"refilled", "end", "played", "composed", "takes-gold300", "takes-gold400"}


def main(positions: int) -> None:
    """Take positions in turn from both sources, the rare ones first of all."""
    choose = random.Random(20)
    count: Counter[str] = Counter()
    lines: dict[str, str] = {}
    while len(lines) < positions or min(count[tag] for tag in TAGS) < LEAST:
        source = "played" if len(lines) % 2 else "composed"
        position = played(choose, choose.randint(6, 11)) if source == "played" else composed(choose)
        if position is None or position.actor() <= CHANCE:
            continue
        text = position.text()
        if text in lines or len(position.successors()) > MOST_MOVES:
            continue
        try:
            moves, work = solve(position, MOST)
        except TooBig:
            continue
        tags = tags_of(position, moves) | {source}
        # later on only what helps: a tag that is scarce yet, or some depth
        scarce = any(count[tag] < LEAST for tag in tags)
        plain = work < 12 or len(moves) < 2 or tags <= PLAIN
        if (plain or len(lines) >= positions) and not scarce:
            continue
        count.update(tags)
        entry = {
            "position": text,
            "moves": {token: str(value) for token, value in moves.items()},
            "tags": sorted(tags),
            "work": work,
        }
        lines[text] = json.dumps(entry)
        if len(lines) % 20 == 0:
            scarce_tags = {tag: count[tag] for tag in TAGS if count[tag] < LEAST}
            sys.stderr.write(f"{len(lines)} {scarce_tags}\n")
    FILE.write_text("\n".join(lines.values()) + "\n", encoding="utf-8")
    sys.stderr.write(f"{ ({tag: count[tag] for tag in TAGS}) }\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 560)
