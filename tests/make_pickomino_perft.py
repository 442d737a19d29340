"""Write data/pickomino_perft.json: perft counts of fresh games and of positions in mid game.

    python tests/make_pickomino_perft.py

A roll is a ply, and so is a decision. The counts come from the fast rules.
"""

from __future__ import annotations

import json
from pathlib import Path

from make_heckmeck_perft import entry

from solver.games import GAMES, parse_position

FILE = Path(__file__).parent / "data" / "pickomino_perft.json"
POSITIONS = {
    # a choice among three faces, some of them stops, a top tile to steal
    "choice": "grill=21+22+26+35 stacks=24+30/-/36 turn=1 aside=wwww roll=1255 phase=choose",
    # the last two dice: a turn ends, the next one begins
    "ending": "grill=21+25+26+29+36 stacks=33/30+22/27 turn=2 aside=1355ww roll=- phase=roll",
    # one tile is left: takes, steals and failures, after which it may be over
    "closing": "grill=21 stacks=30/25 turn=1 aside=1134ww roll=- phase=roll",
}


def main() -> None:
    """Write the file, one entry a line."""
    entries = [entry(f"fresh{seats}", GAMES["pickomino"].initial(1, seats)) for seats in (2, 7)]
    entries += [entry(name, parse_position(f"pickomino/1 {text}")) for name, text in POSITIONS.items()]
    lines = ",\n".join(json.dumps(item) for item in entries)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
