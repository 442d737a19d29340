"""Write data/longhorn_deals_perft.json: perft counts of 20 deals and 20 positions in mid game.

    python tests/make_longhorn_perft.py

The counts come from the fast rules; test_longhorn_against_reference.py has the reference confirm them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from solver.game import State, divide, perft
from solver.games import GAMES
from solver.rng import Rng

FILE = Path(__file__).parent / "data" / "longhorn_deals_perft.json"
SEEDS = range(1, 21)
MOST = 20_000_000
MIDDLE = 9


def entry(name: str, state: State, depths: int) -> dict[str, Any]:
    """Counts of up to `depths` plies while they stay below MOST, and the split of the deepest but one."""
    counts: list[int] = []
    while len(counts) < depths and (not counts or counts[-1] * 40 < MOST):
        counts.append(perft(state, len(counts) + 1))
    depth = max(1, len(counts) - 1)
    return {
        "id": name,
        "position": state.to_text(),
        "perft": counts,
        "divide_depth": depth,
        "divide": dict(divide(state, depth)),
    }


def middle(seed: int) -> State:
    """The deal of a seed after some random plies; a game that is over too soon is begun again."""
    rng = Rng(seed)
    while True:
        state = GAMES["longhorn"].initial(seed)
        for _ in range(MIDDLE + rng.below(5)):
            if not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[rng.below(len(actions))])
        if perft(state, 4) > 0:
            return state


def main() -> None:
    """Write the file, one entry a line."""
    entries = [entry(f"deal{seed}", GAMES["longhorn"].initial(seed), 7) for seed in SEEDS]
    entries += [entry(f"middle{seed}", middle(seed), 5) for seed in SEEDS]
    lines = ",\n".join(json.dumps(item) for item in entries)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
