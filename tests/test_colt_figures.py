"""Colt Express: chosen characters, replaced figures."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

import solver.games.colt.figures as figures_module
from solver.errors import NotationError, SetupError
from solver.games import GAMES, parse_position
from solver.games.colt import names
from solver.games.colt.figures import load, standard
from solver.games.colt.phrases import CARD_TITLES, CHARACTER_TITLES, HOSTAGE_TITLES, ROUND_TITLES
from solver.games.colt.primer import primer
from solver.games.colt.state import initial
from solver.rng import Rng

COLT = GAMES["colt"]
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
        ('game = "colt/2"', 'game = "colt/3"', "colt/3"),
        ('game = "colt/2"', 'game = "colt/1"', "colt/1"),
        ("pairs = 3", "pairs = 1", "train.pairs"),
        ("pairs = 3", "pairs = 7", "train.pairs"),
        ("ahead = 1", "ahead = 4", "round.rage.ahead"),
        ("jewel = 500", "jewel = -1", "money.jewel"),
        ("250 = 8", "250 = 5", "250"),
        ("250 = 8", "255 = 9", "purses"),
        ('few = "SSTR"', 'few = "SSX"', "round.angry.few"),
        ('few = "SSTR"', 'few = "SDDDD"', "round.angry.few"),
        ("ahead = 1", "ahead = true", "round.rage.ahead"),
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


def test_two_seats_have_as_many_cars_as_the_figures_say(tmp_path: Path) -> None:
    """Three by the shipped file; a copy can say four. Flasks lie one a car, bandits start in the last two."""
    text = FILE.read_text(encoding="utf-8")
    four = tmp_path / "four.toml"
    four.write_text(text.replace("pairs = 3", "pairs = 4"), encoding="utf-8")
    for source, last in ((None, 3), (four, 4)):
        state = COLT.initial(1, 2, ("horses",), figures=source)
        fields = state.fields()  # type: ignore[attr-defined]
        assert (fields.last, fields.turn, len(fields.bandits), len(fields.flasks)) == (last, last, 4, last)
        assert parse_position(state.to_text()).to_text() == state.to_text()
    for seats in range(3, 7):
        assert initial(1, seats, figures=load(four)).fields().last == seats


def test_a_table_of_two_seats_lays_as_many_cars_as_the_figures_say(tmp_path: Path) -> None:
    four = tmp_path / "four.toml"
    four.write_text(FILE.read_text(encoding="utf-8").replace("pairs = 3", "pairs = 4"), encoding="utf-8")
    for source, last in ((None, 3), (four, 4)):
        state = COLT.entered(0, 2, ("belle", "doc", "ghost", "tuco"), source)
        for word in ("p1", "p3", "j3", "p1j1")[:last]:
            state.apply_action(state.string_to_action(word))
        state.apply_action(state.string_to_action("first1"))
        fields = state.position().fields()  # type: ignore[attr-defined]
        assert (fields.last, fields.phase) == (last, names.PHASES.index("starter"))


OTHERS = "money.jewel:700+purses:200x8.300x2.350x2.400x2.450x2.500x2+round.angry.few:SS+round.rage.ahead:2"


def test_a_text_says_its_figures_and_is_read_without_their_file(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    other = tmp_path / "mine.toml"
    for old, new in (("jewel = 500", "jewel = 700"), ("250 = 8", "200 = 8"), ('few = "SSTR"', 'few = "SS"'),
                     ("ahead = 1", "ahead = 2")):  # fmt: skip
        assert old in text
        text = text.replace(old, new, 1)
    other.write_text(text, encoding="utf-8")
    state = initial(4, 3, figures=load(other))
    assert state.to_text().endswith(f" figures={OTHERS}")
    again = parse_position(state.to_text())
    assert again.to_text() == state.to_text()
    assert again.figures == load(other)  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(state)).figures == load(other)
    # figures in force do not matter to a text, which says its own or that they are the standard ones
    usual = initial(4, 3)
    assert "figures=" not in usual.to_text()
    assert parse_position(usual.to_text(), other).figures == standard()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("figures", "reason"),
    [
        ("", "needed is a word of the figures file and its value"),
        ("jewel:700", "needed is a word of the figures file and its value"),
        ("money.jewel", "needed is a word of the figures file and its value"),
        ("money.jewel:x", "'x' is not a whole number"),
        ("money.jewel:0700", "'0700' is not a whole number"),
        ("money.jewel:9999", "money.jewel must be a whole number of 0 to 5000"),
        ("purses:250", "'' is not a whole number"),
        ("purses:250x18", r"\[purses\] must name 6 values, not 1"),
        ("money.jewel:500", "not written: these are the standard figures"),
        ("money.strongbox:900+money.jewel:700", "always written figures=money.jewel:700.money.strongbox:900"),
        ("round.angry.few:SSX", "must be turns of S, T, D, R, B"),
        ("train.pairs:1", "train.pairs must be 2 to 6"),
    ],
)
def test_wrong_figures_of_a_text_are_named(figures: str, reason: str) -> None:
    text = f"{initial(4, 3).to_text()} figures={figures}"
    with pytest.raises(NotationError, match=reason) as caught:
        parse_position(text)
    assert caught.value.code == "position"
    assert caught.value.token in text


def test_texts_of_the_first_edition_are_told_what_has_changed() -> None:
    old = initial(4, 3).to_text().replace("colt/2", "colt/1")
    with pytest.raises(
        NotationError, match=r"known is colt/2: since colt/2 two seats have three cars"
    ) as caught:
        parse_position(old)
    assert caught.value.token == "colt/1"


def test_the_primer_tells_the_whole_game_with_the_figures_in_force() -> None:
    others = replace(standard(), jewel=650, ransom=(1001, *standard().ransom[1:]), pairs_cars=4)
    for figures in (standard(), others):
        text = primer(figures)
        assert all(f"\n  {title}: " in text for title in (*CHARACTER_TITLES, *CARD_TITLES[:7]))
        for title, ransom in zip(HOSTAGE_TITLES, figures.ransom, strict=True):
            assert f"\n  {title.removeprefix('the ')} ${ransom}: " in text
        for card, title in enumerate(ROUND_TITLES):
            few, many = ["".join(names.SYMBOLS[turn] for turn in band[card]) for band in figures.turns]
            turns = few if few == many else f"{few}, five or six players {many}"
            assert f"\n  {title.removesuffix(' (no event)')} ({turns}): " in text
        assert f"a jewel ${figures.jewel}," in text
        assert f"({figures.pairs_cars} when two seats play" in " ".join(text.split())
        assert "{" not in text
    assert COLT.primer == primer(standard())


def test_the_page_has_the_figures() -> None:
    """Round cards with their turns, ransoms, as the tables of docs/games/colt.md say."""
    lines = (
        (Path(__file__).parents[1] / "docs" / "games" / "colt.md").read_text(encoding="utf-8").splitlines()
    )
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    turns = [(row[1].replace(" ", ""), row[2].replace(" ", "")) for row in rows
             if len(row) == 4 and set(row[1]) <= set("STDRB ") and row[1]]  # fmt: skip
    order = [*names.BASE_CARDS, *names.BASE_STATIONS, *names.EXPANSION_CARDS, *names.EXPANSION_STATIONS]
    words = [
        ["".join(names.SYMBOLS[turn] for turn in band[card]) for band in standard().turns] for card in order
    ]
    assert turns == [tuple(pair) for pair in words]
    titles = [title.removeprefix("the ") for title in HOSTAGE_TITLES]
    ransoms = [row[2].split(" ")[0] for row in rows if row[0] in titles]
    assert ransoms == [f"${ransom}" for ransom in standard().ransom]
