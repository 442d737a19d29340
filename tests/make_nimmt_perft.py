"""Write data/nimmt_perft.json: perft counts of deals and of positions in the middle of a round.

    python tests/make_nimmt_perft.py

A ply is a card committed (the seats in their order), a row chosen, or a card drafted. No line goes beyond the
end of its round. The counts come from the fast rules; test_nimmt_against_reference.py has the reference
confirm them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from solver.game import SIMULTANEOUS_PLAYER, State, divide, perft
from solver.games import GAMES
from solver.rng import Rng

FILE = Path(__file__).parent / "data" / "nimmt_perft.json"
MOST = 3_000_000
KINDS: tuple[tuple[str, ...], ...] = (("round",), ("round", "small"), ("round", "tactical"))


def entry(name: str, state: State) -> dict[str, Any]:
    """Counts while they stay below MOST, and the split of the deepest but one."""
    counts: list[int] = []
    while len(counts) < 12 and (not counts or 0 < counts[-1] < MOST // 12):
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


def middle(seed: int, seats: int, rules: tuple[str, ...], plies: int, row: bool) -> State:
    """A deal after so many random plies and more, up to the next choice of a row, or of cards by all."""
    rng = Rng(seed)
    state = GAMES["nimmt"].initial(seed, seats, rules)
    count = 0
    while count < plies or state.is_terminal() or (state.current_player() != SIMULTANEOUS_PLAYER) != row:
        if state.is_terminal():
            state = GAMES["nimmt"].initial(seed, seats, rules)
            count = 0
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])
        count += 1
    return state


def main() -> None:
    """Write the file, one entry a line."""
    entries = []
    for seats in range(2, 11):
        for rules in KINDS:
            word = rules[-1]
            entries.append(entry(f"deal-{seats}-{word}", GAMES["nimmt"].initial(seats, seats, rules)))
            drafted = 10 * seats if word == "tactical" else 0
            entries.append(
                entry(f"row-{seats}-{word}", middle(seats, seats, rules, drafted + 3 * seats, True))
            )
            late = drafted + 7 * seats + seats // 2
            entries.append(entry(f"late-{seats}-{word}", middle(seats, seats, rules, late, False)))
    lines = ",\n".join(json.dumps(item) for item in entries)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
