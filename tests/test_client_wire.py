"""The client's reading of lines from engines, this project's and other UCI engines', line by line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from protocol.base.wire import (
    EngineOption,
    Info,
    OptionValue,
    Result,
    Told,
    read_about,
    read_bestmove,
    read_info,
    read_option,
    read_parts,
    read_told,
)

pytestmark = pytest.mark.pure

TOLD = "1 55 seat 1 plays 55 | - x chance deals | 0 - seat 0 takes a|b"
ABOUT = "nimmt seats 2-10 usual 4 title 6 nimmt!"


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("option name Hash type spin default 16 min 1 max 64", EngineOption("Hash", "spin", "16", 1, 64)),
        ("option name Clear Hash type button", EngineOption("Clear Hash", "button")),
        ("option name Book type string default <empty>", EngineOption("Book", "string")),
        (
            "option name Style type combo default Solid var Solid var Wild and free",
            EngineOption("Style", "combo", "Solid", choices=("Solid", "Wild and free")),
        ),
        # a word of the grammar that comes again is part of the text before it
        ("option name Log type string default the name type", EngineOption("Log", "string", "the name type")),
        ("option name Odd type spin default 1 min low max 3", EngineOption("Odd", "spin", "1", None, 3)),
        ("option name Odd type slider", None),
        ("option type spin default 1", None),
    ],
)
def test_options(line: str, option: EngineOption | None) -> None:
    assert read_option(line) == option


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        (EngineOption("O", "spin", low=1, high=5), 5, "5"),
        (EngineOption("O", "spin", low=1, high=5), 1, "1"),
        (EngineOption("O", "spin", low=1, high=5), 6, None),
        (EngineOption("O", "spin", low=1, high=5), 0, None),
        (EngineOption("O", "spin", low=0, high=5), True, None),
        (EngineOption("O", "check"), False, "false"),
        (EngineOption("O", "check"), 1, None),
        (EngineOption("O", "button"), None, ""),
        (EngineOption("O", "button"), "now", None),
        (EngineOption("O", "combo", choices=("Solid", "Wild")), "wild", "wild"),
        (EngineOption("O", "combo", choices=("Solid", "Wild")), "tame", None),
        (EngineOption("O", "string"), "", "<empty>"),
        (EngineOption("O", "string"), "two words", "two words"),
        (EngineOption("O", "string"), 5, None),
        (EngineOption("O", "string"), "a\nquit", None),
        (EngineOption("O", "string"), "a\rquit", None),
        (EngineOption("O", "string"), "a\0", None),
    ],
)
def test_values_of_options(option: EngineOption, value: OptionValue, text: str | None) -> None:
    if text is None:
        with pytest.raises(ValueError, match=r"^option O "):
            option.text(value)
    else:
        assert option.text(value) == text


@pytest.mark.parametrize(
    ("line", "info"),
    [
        (
            "info depth 3 seldepth 5 multipv 2 score cp -7 wdl 1 2 97 nodes 8 nps 9 hashfull 10 time 1 pv a",
            Info(3, 5, 2, -7, None, (1, 2, 97), 8, 9, 10, 1, ("a",)),
        ),
        ("info depth 3 score mate -2 pv a b", Info(depth=3, mate=-2, pv=("a", "b"))),
        ("info score cp 7 lowerbound nodes 5", Info(cp=7, nodes=5)),
        ("info score cp 7 string at depth 9", Info(cp=7)),
        ("info string score cp 7", None),
        ("info depth 3", None),
        ("info depth x score cp 7", None),
        ("info score cp", None),
    ],
)
def test_infos(line: str, info: Info | None) -> None:
    assert read_info(line) == info


def test_what_a_search_has_come_to() -> None:
    result = Result()
    for text in (
        "samples a 40",
        "proven a 1/2",
        "proven b 3 heads",
        "bounds a -1 1/2",
        "values a 0.5 -0.25 -0.25",
        "expects a heads 1.5 risk 0.25",
        "mixture a 1/3 b 2/3",
        # these only begin like ours
        "proven wrong",
        "proven c 1/0",
        "samples d few",
        "expects d heads",
        "nothing to decide: seat 1 waits",
    ):
        assert result.take(f"info string {text}") is None
    assert result.samples == {"a": 40}
    assert result.proven == {"a": Fraction(1, 2), "b": 3}
    assert result.units == {"b": "heads"}
    assert result.bounds == {"a": (Fraction(-1), Fraction(1, 2))}
    assert result.values == {"a": (0.5, -0.25, -0.25)}
    assert result.expects == {"a": {"heads": 1.5, "risk": 0.25}}
    assert result.mixture == {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    assert result.reason == "seat 1 waits"
    assert len(result.strings) == 12
    assert result.best is None
    second, first = result.take("info multipv 2 score cp 5"), result.take("info score cp 6")
    assert result.best == first
    assert result.infos == {1: first, 2: second}
    for number in range(1100):  # an engine that talks on fills no memory
        result.take(f"info string {number}")
    assert len(result.strings) == 1000


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("bestmove a ponder b", ("a", "b")),
        ("bestmove a", ("a", None)),
        ("bestmove a and b", ("a", None)),
        ("bestmove (none)", (None, None)),
        ("bestmove 0000", (None, None)),
        ("bestmove NULL", (None, None)),
        ("bestmove", (None, None)),
    ],
)
def test_bestmoves(line: str, moves: tuple[str | None, str | None]) -> None:
    assert read_bestmove(line) == moves


def test_what_is_told() -> None:
    words = TOLD.split(" ")
    assert read_parts(words)[2] == ("0", "- seat 0 takes a|b")
    assert read_parts([]) == []
    told = read_told(words)
    assert told == [
        Told(1, "55", "seat 1 plays 55"),
        Told(None, "x", "chance deals"),
        Told(0, "-", "seat 0 takes a|b"),
    ]
    assert [one.follows for one in told] == [False, False, True]


def test_what_a_game_is() -> None:
    about = read_about(ABOUT.split(" "))
    assert (about.name, about.title, about.least, about.most, about.usual) == ("nimmt", "6 nimmt!", 2, 10, 4)
    with pytest.raises(ValueError, match="not the description of a game: nimmt seats 2-10"):
        read_about(ABOUT.split(" ")[:3])
