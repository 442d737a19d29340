"""Set-ups and a kept playthrough for the tests of the OpenSpiel adapter.

``python tests/spiel_help.py`` writes the playthrough anew.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from scaling import some
from solver.games import GAMES
from solver.rng import Rng

FOLDER = Path(__file__).parent / "data"


def need_openspiel() -> None:
    """Skip the module that is being imported where OpenSpiel is missing, which is an error in CI."""
    if find_spec("pyspiel") is None:
        if os.environ.get("CI") == "true":
            raise ImportError("OpenSpiel is not installed: in CI its tests must run (extra openspiel)")
        pytest.skip("NOT TESTED: OpenSpiel is not installed (extra openspiel)", allow_module_level=True)


def late(rules: str, seats: int, cards: int, seed: int) -> Any:
    """A single round of 6 nimmt! played at random until each seat holds so many cards."""
    state: Any = GAMES["nimmt"].initial(seed, seats, ("round", rules))
    rng = Rng(seed)
    while True:
        fields = state.fields()
        if fields.phase == 0 and not any(fields.table) and fields.held(0) == cards:
            return state
        seat = state.players_to_move()[0]
        legal = state.legal_actions(seat)
        state.apply_action(legal[rng.below(len(legal))], seat)


def settings() -> list[str]:
    """Set-ups that cover every game and rules word; of some, those of the day."""
    words = [
        "longhorn",
        "longhorn(seed=3)",
        "heckmeck",
        "heckmeck(seats=5)",
        "pickomino",
        "pickomino(seats=7)",
    ]
    words += ["nimmt", "nimmt(seats=10,rules=round)", "colt", "colt(seats=2)", "colt(seats=6,rules=teams)"]
    nimmt = [word for word in GAMES["nimmt"].rules_words if word != "draft"]
    for number, word in enumerate([*nimmt, "small+draft"]):
        words.append(f"nimmt(seats={2 + number % 3},rules={word}{',turn_based=true' * (number % 2)})")
    for number, word in enumerate(GAMES["colt"].rules_words):
        seats = 4 if word == "teams" else 2 + number % 4
        words.append(f"colt(seats={seats},rules={word}{',turn_based=true' * (number % 2)})")
    always = {"longhorn", "heckmeck", "pickomino", "nimmt", "colt(seats=2)"}
    drawn = some([word for word in words if word not in always], least=4)
    return [f"herdmind_{word}" for word in words if word in always or word in drawn]


def kept_playthrough() -> str:
    """A short game without the rows of its tensors."""
    from open_spiel.python.algorithms import generate_playthrough

    from herdmind.adapters.openspiel import game_string

    words = game_string("nimmt", position=late("small", 3, 2, 1).to_text(), redeal=True)
    lines = generate_playthrough.playthrough(words, [], seed=2).splitlines()
    return "\n".join(line for line in lines if "Tensor(" not in line and line[:1] not in ("◯", "◉")) + "\n"


if __name__ == "__main__":
    (FOLDER / "openspiel_game.txt").write_text(kept_playthrough(), encoding="utf-8")
