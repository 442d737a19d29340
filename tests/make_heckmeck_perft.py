"""Write data/heckmeck_perft.json: perft counts of fresh games and of positions in mid game.

    python tests/make_heckmeck_perft.py

A roll is a ply, and so is a decision. The counts come from the fast rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from solver.game import State, divide, perft
from solver.games import GAMES, parse_position

FILE = Path(__file__).parent / "data" / "heckmeck_perft.json"
MOST = 15_000_000
LADDER = "ladder=1,1,2,2,2,2,3,3,3,3,4,4,4,4 box=s12p10"
POSITIONS = {
    # a choice among five faces, some of them stops
    "choice": "grill=-,-,1,-,-,-,-,-,0,-,-,-,s,s plates=9/9 worms=3/2 snails=0/0 supply=10 turn=0"
    " aside=ww roll=1234w6 phase=choose",
    # the last two dice: a turn ends, the next one begins
    "ending": "grill=-,00,1,-,22,-,-,-,0,-,-,s,s,s plates=7/9/8 worms=6/2/4 snails=1/0/0 supply=8 turn=2"
    " aside=13ww66 roll=- phase=roll",
    # everything is taken: failures evict, then end the game
    "closing": "grill=s,s,s,s,s,s,s,s,0,1,00,11,00,11 plates=5/5 worms=19/19 snails=2/1 supply=1 turn=1"
    " aside=1134ww6 roll=- phase=roll",
    # no snail anywhere
    "bare": "grill=-,-,-,-,-,-,-,-,-,-,-,-,-,- plates=10/10 worms=3/4 snails=6/6 supply=0 turn=1"
    " aside=www66 roll=- phase=roll",
}


def entry(name: str, state: State) -> dict[str, Any]:
    """Counts of as many plies as stay below MOST, at most six, and the split of two plies."""
    counts = [perft(state, 1)]
    while len(counts) < 6 and (count := perft(state, len(counts) + 1)) <= MOST:
        counts.append(count)
    return {
        "id": name,
        "position": state.to_text(),
        "perft": counts,
        "divide_depth": 2,
        "divide": dict(divide(state, 2)),
    }


def main() -> None:
    """Write the file, one entry a line."""
    entries = [entry(f"fresh{seats}", GAMES["heckmeck"].initial(1, seats)) for seats in (2, 5)]
    entries += [
        entry(name, parse_position(f"heckmeck/1 {LADDER} {text}")) for name, text in POSITIONS.items()
    ]
    lines = ",\n".join(json.dumps(item) for item in entries)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
