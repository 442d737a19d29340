"""Longhorn's figures file, a user's own figures, and deals from seeds."""

from __future__ import annotations

import hashlib
import pickle
import re
import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from solver.errors import NotationError, SetupError
from solver.games import GAMES, parse_position
from solver.games.figures_file import CONFIDENCES
from solver.games.longhorn import names
from solver.games.longhorn.deal import deal
from solver.games.longhorn.figures import Figures, check, load, standard
from solver.rng import Rng, mix

STANDARD = resources.files("solver.games.longhorn").joinpath("figures.toml").read_text("utf-8")
LONGHORN = GAMES["longhorn"]


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
    figures = standard()
    assert dict(zip(names.LOCATIONS, figures.cattle, strict=True)) == {
        "nugget": 6,
        "blackstone": 5,
        "cherokee": 4,
        "dagger": 4,
        "maverick": 4,
        "redriver": 4,
        "kidcooper": 4,
        "solomon": 3,
        "tulsa": 2,
    }
    starts = {word for word, start in zip(names.LOCATIONS, figures.start, strict=True) if start}
    assert starts == {"cherokee", "dagger", "maverick", "redriver", "kidcooper"}
    assert {names.token_word(kind): count for kind, count in figures.tokens} == {
        "branding": 3,
        "snakeoil": 3,
        "ambush": 3,
        "rattlesnake": 2,
        "epidemic": 1,
        "sheriff": 1,
        "gold200": 1,
        "gold300": 2,
        "gold400": 2,
        "gold500": 1,
    }
    assert len(figures.bag()) == 19


def test_every_figure_states_its_confidence_and_source() -> None:
    data = tomllib.loads(STANDARD)
    tables = [data["cattle"], *data["location"].values(), *data["token"].values()]
    assert len(tables) == 1 + 9 + 10
    for table in tables:
        assert table["confidence"] in CONFIDENCES
        assert table["source"]
    assert {word for word, table in data["token"].items() if table["confidence"] == "single"} == {
        "gold200",
        "gold400",
    }


def test_own_figures_are_dealt_and_parsed(tmp_path: Path) -> None:
    # the other reading of the printed nuggets: two of $200, one of $400
    path = own(
        tmp_path,
        ("[token.gold200]\ncount = 1", "[token.gold200]\ncount = 2"),
        ("[token.gold400]\ncount = 2", "[token.gold400]\ncount = 1"),
    )
    figures = load(path)
    assert figures.count(names.GOLD + 2) == 2
    assert figures.count(names.GOLD + 4) == 1
    seed = next(seed for seed in range(1000) if deal(seed, figures).tokens.count(names.GOLD + 2) == 2)
    state = LONGHORN.initial(seed, figures=path)
    text = state.to_text()
    assert text.count(":gold200") == 2
    assert "gold200x2,gold300x2,gold400x1" in text
    assert parse_position(text) == LONGHORN.parse(text, path) == state  # whatever figures are in force
    assert pickle.loads(pickle.dumps(state)).to_text() == text
    after = state.clone()
    after.apply_action(after.legal_actions()[0])
    assert after.to_text().endswith(text[text.index(" figures=") :])
    with pytest.raises(NotationError, match=r"more than 1 Gold \$200 tokens.*option Figures"):
        parse_position(text.partition(" figures=")[0])


def test_a_set_up_told_with_own_figures_is_read_with_them(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        ("[token.gold200]\ncount = 1", "[token.gold200]\ncount = 2"),
        ("[token.gold400]\ncount = 2", "[token.gold400]\ncount = 1"),
    )
    state = LONGHORN.entered(0, figures=path)
    for token in ("tulsa", "b1w1", "gold200", "solomon", "b1w1o1", "gold200"):
        state.apply_action(state.string_to_action(token))
    assert LONGHORN.parse(state.to_text(), path).to_text() == state.to_text()
    with pytest.raises(NotationError, match=r"gold200 in entered: .*option Figures"):
        LONGHORN.parse(state.to_text())


def test_own_figures_move_the_starts(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        ("[location.tulsa]\ncattle = 2\nstart = false", "[location.tulsa]\ncattle = 1\nstart = true"),
        ("[location.solomon]\ncattle = 3", "[location.solomon]\ncattle = 4"),
    )
    state = LONGHORN.initial(5, figures=path)
    tokens = {state.action_to_string(action) for action in state.legal_actions()}
    assert tokens == {
        f"start{word}" for word in ("cherokee", "dagger", "maverick", "redriver", "kidcooper", "tulsa")
    }
    assert LONGHORN.parse(state.to_text()).legal_actions() == state.legal_actions()
    assert state.clone().legal_actions() == state.legal_actions()


BAD_FIGURES = {
    "other game": ('"longhorn/1"', '"chess/1"', "chess/1", 'game must be "longhorn/1"'),
    "unknown table": ("[cattle]", "[cows]", "cows", "unknown word cows"),
    "unknown colour": ("orange = 9", "purple = 9", "purple", "unknown word purple"),
    "ten of a colour": ("orange = 9", "orange = 10", "cattle.orange", "must be 9"),
    "unknown location": ("[location.tulsa]", "[location.dallas]", "dallas", "unknown word dallas"),
    "fraction": ("cattle = 6", "cattle = 6.5", "location.nugget.cattle", "whole number"),
    "truth for a number": ("cattle = 6", "cattle = true", "location.nugget.cattle", "whole number"),
    "negative": ("cattle = 6", "cattle = -6", "location.nugget.cattle", "whole number"),
    "location without cattle": ("cattle = 6", "cattle = 0", "location.nugget.cattle", "at least 1"),
    "37 cattle": ("cattle = 6", "cattle = 7", "location", "37 cattle"),
    "number for a truth": ("start = false", "start = 0", "location.nugget.start", "true or false"),
    "no confidence": ('confidence = "rule"', 'confidence = "sure"', "cattle.confidence", "rule, sourced"),
    "unknown token": ("[token.ambush]", "[token.tornado]", "tornado", "unknown token tornado"),
    "odd nugget": ("[token.gold200]", "[token.gold250]", "gold250", "multiple of $100"),
    "huge nugget": ("[token.gold200]", "[token.gold1600]", "gold1600", "at most $1500"),
    "fourth Ambush": (
        "[token.ambush]\ncount = 3",
        "[token.ambush]\ncount = 4",
        "token.ambush.count",
        "0 to 3",
    ),
    "second Sheriff": (
        "[token.sheriff]\ncount = 1",
        "[token.sheriff]\ncount = 2",
        "token.sheriff.count",
        "0 to 1",
    ),
    "seventh nugget": ("[token.gold500]\ncount = 1", "[token.gold500]\ncount = 2", "gold", "at most 6"),
    "unknown word": ("count = 3", "number = 3", "number", "unknown word number"),
    "no TOML": ("[cattle]", "[cattle", None, "is not TOML"),
}


@pytest.mark.parametrize("case", BAD_FIGURES.values(), ids=BAD_FIGURES.keys())
def test_bad_figures_are_refused_naming_the_word(
    tmp_path: Path, case: tuple[str, str, str | None, str]
) -> None:
    old, new, word, said = case
    path = own(tmp_path, (old, new))
    with pytest.raises(SetupError) as caught:
        LONGHORN.initial(1, figures=path)
    assert caught.value.code == "figures"
    assert said in str(caught.value)
    assert caught.value.token == (word or str(path))
    assert "\n" not in str(caught.value)


def test_too_few_tokens_or_no_start_are_refused() -> None:
    data = tomllib.loads(STANDARD)
    for table in data["token"].values():
        table["count"] = 0
    with pytest.raises(SetupError, match="a game needs 9"):
        check(data)
    data = tomllib.loads(STANDARD)
    for table in data["location"].values():
        table["start"] = False
    with pytest.raises(SetupError, match="start = true"):
        check(data)


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    large = tmp_path / "large.toml"
    large.write_text("# " + "x" * 200_000)
    for name in (tmp_path / "absent.toml", tmp_path, binary, large, "nul\x00byte"):
        with pytest.raises(SetupError) as caught:
            load(name)
        assert caught.value.code == "figures"


# --- deals --------------------------------------------------------------------------------------------------


def test_deals_are_set_up_as_the_rules_say() -> None:
    figures = standard()
    sheriffs = 0
    for seed in range(500):
        fields = deal(seed, figures)
        assert sorted(fields.places) == list(range(9))
        assert [fields.total(q) for q in range(9)] == [figures.cattle[place] for place in fields.places]
        assert [fields.on_board(colour) for colour in range(4)] == [9, 9, 9, 9]
        for kind, count in Counter(fields.tokens).items():
            assert count <= figures.count(kind)
        if names.SHERIFF in fields.tokens:
            sheriffs += 1
            assert fields.places[fields.tokens.index(names.SHERIFF)] == names.NUGGET_HILL
    # 9 of 19 tokens are drawn: the Sheriff is among them in 237 of 500 deals, give or take four deviations
    assert abs(sheriffs - 500 * 9 / 19) < 45


def test_every_shuffle_is_fair() -> None:
    """Locations, tokens and colours lie as often as chance would have it, within four deviations."""
    figures = standard()
    deals = [deal(seed, figures) for seed in range(3600)]
    for square in range(9):
        places = Counter(fields.places[square] for fields in deals)
        assert all(abs(places[place] - 400) < 4 * 19 for place in range(9))
        for colour in range(4):
            dealt = sum(fields.cattle[square][colour] for fields in deals)
            assert abs(dealt - 3600) < 4 * 60
    tokens = Counter(kind for fields in deals for kind in fields.tokens)
    for kind, count in figures.tokens:
        assert abs(tokens[kind] - 3600 * 9 * count / 19) < 4 * 30 * count


def test_the_deal_of_seed_1_is_fixed() -> None:
    """Deals are part of what a user relies on: the same seed deals the same game in every release."""
    assert LONGHORN.initial(1).to_text() == (
        "longhorn/1 nugget:b1w3o1g1:sheriff,blackstone:b2w2g1:snakeoil,maverick:b2o1g1:snakeoil"
        "/dagger:b1o2g1:branding,solomon:b1o1g1:epidemic,cherokee:w1o1g2:gold300"
        "/kidcooper:b1w3:branding,tulsa:o1g1:rattlesnake,redriver:b1o2g1:gold400"
        " herds=-/- gold=-/- outlaw=- turn=1 last=-/- phase=start"
    )
    texts = "\n".join(LONGHORN.initial(seed).to_text() for seed in range(1000))
    assert hashlib.sha256(texts.encode()).hexdigest() == (
        "20789d01d3323a828098043f9453ae9fbe6459ddcf1eda58ca84175ddc4f9d1a"
    )


def test_the_deal_follows_its_documented_order() -> None:
    """The docstring's recipe, step by step, with a SplitMix64 written out here."""

    class Plain:
        def __init__(self, seed: int) -> None:
            self.word = seed

        def random64(self) -> int:
            mask = (1 << 64) - 1
            self.word = (self.word + 0x9E3779B97F4A7C15) & mask
            z = self.word
            z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
            return z ^ z >> 31

        def below(self, n: int) -> int:
            while True:
                product = (self.random64() >> 32) * n
                if product % (1 << 32) >= (1 << 32) % n:
                    return product >> 32

        def shuffle(self, items: list[str]) -> None:
            for i in range(len(items) - 1, 0, -1):
                j = self.below(i + 1)
                items[i], items[j] = items[j], items[i]

    for seed in (0, 1, 2, 77, (1 << 64) - 1):
        rng = Plain(seed)
        places = list(names.LOCATIONS)
        rng.shuffle(places)
        bag = [names.token_word(kind) for kind, count in standard().tokens for _ in range(count)]
        rng.shuffle(bag)
        tokens = bag[:9]
        if "sheriff" in tokens:
            a, b = tokens.index("sheriff"), places.index("nugget")
            tokens[a], tokens[b] = tokens[b], tokens[a]
        cattle = [letter for letter in "bwog" for _ in range(9)]
        rng.shuffle(cattle)
        squares = re.split("[,/]", re.split(" ", LONGHORN.initial(seed).to_text())[1])
        for place, token, square in zip(places, tokens, squares, strict=True):
            number = standard().cattle[names.LOCATIONS.index(place)]
            here, cattle = cattle[:number], cattle[number:]
            counts = "".join(f"{letter}{here.count(letter)}" for letter in "bwog" if letter in here)
            assert square == f"{place}:{counts}:{token}"


# --- the generator ------------------------------------------------------------------------------------------


def test_the_generator_gives_the_published_numbers() -> None:
    """The first outputs of SplitMix64 for the seed 1234567, as its reference code prints them."""
    rng = Rng(1234567)
    assert [rng.random64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_generator_is_even_and_stays_in_range() -> None:
    rng = Rng(9)
    for n in (1, 2, 3, 7, 1000, (1 << 32) - 1):
        assert all(0 <= rng.below(n) < n for _ in range(200))
    counts = Counter(rng.below(3) for _ in range(30_000))
    assert all(abs(counts[i] - 10_000) < 400 for i in range(3))
    assert all(0.0 <= rng.random() < 1.0 for _ in range(1000))
    items = list(range(10))
    rng.shuffle(items)
    assert sorted(items) == list(range(10))
    copy = rng.copy()
    assert [copy.random64() for _ in range(3)] == [rng.random64() for _ in range(3)]


def test_streams_of_one_seed_differ() -> None:
    assert len({mix(seed, index) for seed in range(100) for index in range(100)}) == 10_000


@pytest.mark.parametrize("n", [0, -1, 1 << 32])
def test_the_generator_refuses_bounds_out_of_range(n: int) -> None:
    with pytest.raises(ValueError, match="bound of 1"):
        Rng(1).below(n)


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_the_generator_refuses_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match="seed is an integer"):
        Rng(seed)
    with pytest.raises(ValueError, match="two integers"):
        mix(seed, 0)


def test_figures_are_plain_values() -> None:
    assert load(None) is standard()
    assert load(standard()) is standard()
    assert isinstance(standard(), Figures)
    assert hash(standard()) == hash(check(tomllib.loads(STANDARD)))
