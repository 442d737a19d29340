"""Heckmeck's figures file, a user's own figures, and set-ups."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from solver.errors import SetupError
from solver.games import GAMES, parse_position
from solver.games.figures_file import CONFIDENCES
from solver.games.heckmeck.figures import Figures, check, load, standard

STANDARD = resources.files("solver.games.heckmeck").joinpath("figures.toml").read_text("utf-8")
HECKMECK = GAMES["heckmeck"]


def own(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """A copy of the figures file with pieces replaced."""
    text = STANDARD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_printed_figures() -> None:
    assert standard() == Figures(ladder=(1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4), snails=12, plates=10)


def test_every_figure_says_how_sure_it_is() -> None:
    data = tomllib.loads(STANDARD)
    tables = [data[name] for name in ("dice", "snails", "plates", "worms")] + list(data["space"].values())
    assert len(tables) == 18
    assert all(table["confidence"] in CONFIDENCES for table in tables)
    assert {table["confidence"] for table in data["space"].values()} == {"assumed"}
    assert data["worms"]["ones"] + 5 * data["worms"]["fives"] == 50


def test_the_page_says_the_same(checkout: Path) -> None:
    page = (checkout / "docs" / "games" / "heckmeck.md").read_text(encoding="utf-8")
    row = re.search(r"^\| worms printed on a space \| (.*) \| assumed \|$", page, re.MULTILINE)
    assert row is not None
    ladder = []
    for first, last, worms in re.findall(r"(\d+)-(\d+): (\d+)", row[1]):
        ladder += [int(worms)] * (int(last) - int(first) + 1)
    assert tuple(ladder) == standard().ladder


def test_a_game_with_other_figures_carries_them_in_its_text(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        ("[space.23]\nworms = 1", "[space.23]\nworms = 5"),
        ("count = 12", "count = 7"),
        ("each = 10", "each = 3"),
    )
    state = HECKMECK.initial(1, 3, figures=path)
    assert " ladder=5,1,2,2,2,2,3,3,3,3,4,4,4,4 box=s7p3 " in state.to_text()
    assert " plates=3/3/3 " in state.to_text()
    assert parse_position(state.to_text()) == state  # whatever figures are in force
    for token in ("r1112ww66", "wroll", "r111266", "6roll", "r1112", "1roll", "r2"):
        state.apply_action(state.string_to_action(token))
    assert " supply=7 " in state.to_text()
    state.apply_action(state.string_to_action("2stop"))
    assert state.to_text().split(" grill=")[1].startswith("-,-,-,-,0,")  # 27
    assert " worms=2/0/0 " in state.to_text()
    again = parse_position(HECKMECK.initial(1, 2, figures=path).to_text())
    for token in ("r11122ww6", "wroll", "r111226", "6roll", "r11122", "1roll", "r22", "2stop"):
        again.apply_action(again.string_to_action(token))
    assert " worms=5/0 " in again.to_text()  # 23, as the file has it


def test_names_and_figures_are_taken() -> None:
    figures = Figures(ladder=(2,) * 14, snails=5, plates=4)
    assert load(figures) is figures
    assert load() is standard()


@pytest.mark.parametrize(
    ("old", "new", "token"),
    [
        ('game = "heckmeck/1"', 'game = "longhorn/1"', "longhorn/1"),
        ('game = "heckmeck/1"', "", "None"),
        ("[snails]", "[slugs]", "slugs"),
        ("[plates]", "[[plates]]", "plates"),
        ("count = 8", "count = 7", "dice.count"),
        ('faces = "1234w6"', 'faces = "12345w"', "dice.faces"),
        ("worth = 3", "worth = 2", "snails.worth"),
        ("count = 12", "count = 0", "snails.count"),
        ("count = 12", "count = 100", "snails.count"),
        ("count = 12", 'count = "12"', "snails.count"),
        ("each = 10", "each = 0", "plates.each"),
        ("each = 10", "each = true", "plates.each"),
        ("each = 10", "", "plates.each"),
        ("each = 10", "each = 10\ncolour = 1", "colour"),
        ("ones = 25", "ones = -1", "worms.ones"),
        ("[space.23]\nworms = 1", "[space.23]\nworms = 0", "space.23.worms"),
        ("[space.23]\nworms = 1", "[space.23]\nworms = 21", "space.23.worms"),
        ("[space.23]\nworms = 1", "[space.23]\nworms = 1.5", "space.23.worms"),
        ("[space.23]\nworms = 1", "[space.22]\nworms = 1", "22"),
        ("[space.36]\nworms = 4\nconfidence", "[other]\nworms = 4\nconfidence", "other"),
        ('confidence = "rule"', 'confidence = "sure"', "snails.confidence"),
    ],
)
def test_wrong_figures_are_refused_by_name(old: str, new: str, token: str, tmp_path: Path) -> None:
    path = own(tmp_path, (old, new))
    for refused in (lambda: load(path), lambda: HECKMECK.initial(1, figures=path)):
        with pytest.raises(SetupError) as caught:
            refused()
        assert caught.value.code == "figures"
        assert caught.value.token == token


def test_a_missing_space_is_named() -> None:
    data = tomllib.loads(STANDARD)
    del data["space"]["30"]
    with pytest.raises(SetupError) as caught:
        check(data)
    assert caught.value.token == "space.30"


def test_files_that_cannot_be_read_are_refused_by_name(tmp_path: Path) -> None:
    binary, broken, large = tmp_path / "binary", tmp_path / "broken", tmp_path / "large"
    binary.write_bytes(b"\xff\xfe")
    broken.write_text("game = ", encoding="utf-8")
    large.write_text("#" * 200_000, encoding="utf-8")
    for name in (binary, broken, large, tmp_path, tmp_path / "none", "no\0name"):
        with pytest.raises(SetupError) as caught:
            load(name)
        assert caught.value.code == "figures"


def test_a_fresh_game_is_the_same_for_every_seed() -> None:
    for seats in range(2, 6):
        text = HECKMECK.initial(0, seats).to_text()
        assert {HECKMECK.initial(seed, seats).to_text() for seed in (1, 2, 2**64 - 1)} == {text}
        assert f" plates={'/'.join(['10'] * seats)} " in text
        assert text.endswith(" turn=0 aside=- roll=- phase=roll")
    for seats in (1, 6):
        with pytest.raises(SetupError) as caught:
            HECKMECK.initial(0, seats)
        assert caught.value.code == "seats"
