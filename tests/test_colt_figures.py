"""Colt Express: chosen characters, replaced figures."""

from __future__ import annotations

from pathlib import Path

import pytest

import solver.games.colt.figures as figures_module
from solver.errors import SetupError
from solver.games.colt import names
from solver.games.colt.figures import load, standard
from solver.games.colt.state import initial
from solver.rng import Rng

FILE = Path(figures_module.__file__).with_name("figures.toml")


def test_characters_are_chosen_or_dealt() -> None:
    chosen = initial(1, 3, 0, characters=(5, 0, 3)).fields()
    assert [b.character for b in chosen.bandits] == [5, 0, 3]
    dealt = {tuple(b.character for b in initial(seed, 3).fields().bandits) for seed in range(40)}
    assert len(dealt) > 20
    assert all(len(set(who)) == 3 for who in dealt)


def test_figures_can_be_replaced(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    other = tmp_path / "mine.toml"
    changed = text.replace('few = "SSTR"', 'few = "SS"').replace("jewel = 500", "jewel = 700")
    changed = changed.replace("[round.bridge]", "[round.bridge] # mine")
    other.write_text(changed, encoding="utf-8")
    figures = load(other)
    assert figures.turns[0][0] == (0, 0)
    assert standard().turns[0][0] == (0, 0, 1, 3)
    lengths = set()
    for seed in range(60):
        state = initial(seed, 3, figures=figures)
        if state.fields().card:
            continue
        rng = Rng(seed)
        plies = 0
        while state.fields().stage == names.STAGES.index("plan"):
            if state.is_chance_node():
                state.apply_action(state.draw_chance(rng))
            else:
                state.apply_action(state.legal_actions()[0])
                plies += 1
        lengths.add(plies)
        assert state.figures == figures
        assert state.clone().figures == figures
    assert lengths == {6}


@pytest.mark.parametrize(
    ("old", "new", "token"),
    [
        ('game = "colt/1"', 'game = "colt/2"', "colt/2"),
        ("jewel = 500", "jewel = -1", "money.jewel"),
        ("250 = 8", "250 = 5", "250"),
        ("250 = 8", "255 = 9", "purses"),
        ('few = "SSTR"', 'few = "SSX"', "round.angry.few"),
        ('few = "SSTR"', 'few = "SDDDD"', "round.angry.few"),
        ("ahead = true", "ahead = 1", "round.rage.ahead"),
        ("normal = 5", "normal = 6", "flasks"),
        ("poodle = 1000", "puppy = 1000", "puppy"),
        ("[tired]", "[weary]", "weary"),
        ("hand = 6", "hand = 0", "cards.hand"),
        ('confidence = "rule"', 'confidence = "sure"', "cards.confidence"),
        ("purses = 4", "purses = 5", "car"),
    ],
)
def test_wrong_figures_are_named(tmp_path: Path, old: str, new: str, token: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    other = tmp_path / "wrong.toml"
    other.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SetupError) as caught:
        load(other)
    assert (caught.value.token, caught.value.code) == (token, "figures")


def test_unreadable_figures_are_refused(tmp_path: Path) -> None:
    for name, content in (
        ("none.toml", None),
        ("bad.toml", b"a = ="),
        ("raw.toml", b"\xff"),
        ("long.toml", b"#" * 200_000),
    ):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(SetupError) as caught:
            load(path)
        assert caught.value.code == "figures"
