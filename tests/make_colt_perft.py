"""Write data/colt_perft.json: perft counts of deals and of positions in mid game.

    python tests/make_colt_perft.py

A ply is a decision or an outcome of chance; simultaneous choices are entered seat by seat, a ply each. The
counts come from the fast rules; test_colt_perft.py has the reference confirm those with the same plies in
both.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from colt_games import SETTINGS, game, setting_name

from solver.game import State, divide, perft
from solver.games.colt import names
from solver.games.colt.state import ColtState, initial

FILE = Path(__file__).parent / "data" / "colt_perft.json"
MOST = 400_000
#: A position of each of these stages is counted from, beside the deal.
STAGES = ("plan", "pile")


def entry(name: str, state: State) -> dict[str, Any]:
    """Counts of as many plies as stay below MOST, at most sixteen, and the split of the deepest but one."""
    counts = [perft(state, 1)]
    while len(counts) < 16 and 0 < counts[-1] < MOST // 12:
        counts.append(perft(state, len(counts) + 1))
    if counts[-1] == 0:
        counts.pop()
    depth = max(1, len(counts) - 1)
    return {
        "id": name,
        "position": state.to_text(),
        "perft": counts,
        "divide_depth": depth,
        "divide": dict(divide(state, depth)),
    }


def middle(setting: tuple[int, int], stage: str) -> ColtState:
    """A random game's first position from round 3 on at which a seat decides alone in this stage."""
    for seed in range(7, 100):
        for state in game(*setting, seed):
            fields = state.fields()
            if fields.round >= 2 and names.STAGES[fields.stage] == stage and state.current_player() >= 0:
                return state
    raise ValueError(f"no game of {setting_name(setting)} comes to stage={stage}")


def main() -> None:
    """Write the file, one entry a line."""
    entries = []
    for setting in SETTINGS:
        name = setting_name(setting)
        entries.append(entry(f"deal-{name}", initial(1, *setting)))
        entries += [entry(f"{stage}-{name}", middle(setting, stage)) for stage in STAGES]
    lines = ",\n".join(json.dumps(item) for item in entries)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
