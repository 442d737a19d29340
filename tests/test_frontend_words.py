"""Wording of the frontends: seats by name, long lines, the value of a move among many seats, the rules."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from protocol.base.errors import counted
from protocol.client import Told
from protocol.frontend.desk import paragraphs
from protocol.frontend.layout import who_sits, wrapped
from protocol.frontend.menu import Unclear, fitted, listing, pick
from protocol.frontend.narrator import sentence, sentences
from protocol.frontend.review.judge import Basis, Opinion
from protocol.frontend.review.words import chance_words, cost, worth
from protocol.frontend.verdict import Choice, Line, first_words, in_words, measure, telling_apart
from protocol.table.table import Table
from solver.games import GAMES

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("sitters", "width", "said"),
    [
        ([("Anna", ""), ("seat 2", "engine")], 80, "Anna, seat 2: engine"),
        (
            [("seat 1", "you"), *[(f"seat {n}", "engine") for n in range(2, 11)]],
            40,
            "seat 1: you, seats 2-10: engine",
        ),
        ([("seat 1", "engine"), ("seat 2", "engine"), ("Anna", "")], 23, "seats 1-2: engine, Anna"),
        ([("Doc", "Anna"), ("Belle", "engine"), ("Tuco", "engine")], 30, "Doc: Anna, Belle, Tuco: engine"),
        (
            [("Doc", "Anna"), ("Belle", "engine (club)"), ("Tuco", "engine (club)")],
            32,
            "Doc: Anna, Belle, Tuco: engine",
        ),
        (
            [("Doc", "Anna"), ("Belle", "engine (club)"), ("Tuco", "engine (club)")],
            24,
            "Doc: Anna, Belle, ...",
        ),
    ],
)
def test_neighbours_of_a_kind_are_named_together(
    sitters: list[tuple[str, str]], width: int, said: str
) -> None:
    assert who_sits(sitters, width) == said


def test_long_lines_are_wrapped_below_their_indent_and_lose_nothing() -> None:
    line = "  sends the outlaw to Blackstone Corral"
    pieces = wrapped(["", line, "short"], 20)
    assert pieces[0] == ""
    assert pieces[-1] == "short"
    assert all(len(piece) <= 20 for piece in pieces)
    assert all(piece.startswith("      ") for piece in pieces[2:-1])
    assert " ".join(" ".join(pieces[1:-1]).split()) == line.strip()


def test_moves_whose_words_are_too_long_are_shown_by_token_not_cut() -> None:
    choices = [Choice(f"move{n}", "goes " * 20 + "north") for n in "ab"]
    assert all(line.endswith("north") for line in listing(choices))
    assert fitted(choices, 60, 10) == ["1 movea  2 moveb"]
    assert fitted(choices, 200, 10) == listing(choices)


def test_a_move_is_named_by_number_token_beginning_or_words() -> None:
    choices = [
        Choice("1roll", "sets 1 one aside"),
        Choice("2roll", "sets 1 two aside"),
        Choice("wstop", "stops"),
    ]
    for typed, token in (
        ("1", "1roll"),
        ("3", "wstop"),
        ("2r", "2roll"),
        ("two", "2roll"),
        ("WSTOP", "wstop"),
    ):
        assert pick(choices, typed).token == token
    cards = [Choice("16", "commits card 16"), Choice("2", "commits card 2")]
    assert pick(cards, "2").token == "2"
    for typed, said in (
        ("0", "1 to 3"),
        ("4", "1 to 3"),
        ("sets", "may be 1roll, 2roll"),
        ("moon", "not a move here"),
    ):
        with pytest.raises(Unclear, match=said):
            pick(choices, typed)
    with pytest.raises(Unclear, match="1 is not among the moves"):
        pick(cards, "1")


def test_the_same_line_in_a_row_is_told_once() -> None:
    same, other = Told(1, "x", "draws a card"), Told(0, "a", "plays Move")
    assert sentences([same, same, same, other, same]) == [
        "seat 1 draws a card (3 times)",
        "seat 0 plays Move",
        "seat 1 draws a card",
    ]


def test_among_many_a_value_is_told_as_the_share_of_the_others_beaten() -> None:
    percent = (60.0, 0.0, 40.0)
    assert Line("a", "a", 0.2, percent).verdict() == "about 60 % to win"
    assert Line("a", "a", 0.2, percent, seats=4).verdict() == "about 60 % of the others beaten"
    first = first_words({"first": 0.382}, {"first": "{%} chance to be the richest"})
    assert Line("a", "a", 0.2, percent, seats=4, first=first).verdict() == (
        "about 60 % of the others beaten, 38 % chance to be the richest"
    )
    assert first_words({"first": 0.5}, {}) == "50 % to be first"
    assert first_words({"points": 0.5}, {}) == ""


def test_of_several_moves_only_what_tells_them_apart_is_told() -> None:
    lines = [
        Line("a", "a", 0.2, because=("+0 dollars from this very choice", "2 hits", "+10 dollars ahead")),
        Line("b", "b", 0.1, because=("+0 dollars from this very choice", "1.0 hits", "+10 dollars ahead")),
    ]
    assert [line.because for line in telling_apart(lines)] == [("2 hits",), ("1.0 hits",)]
    assert telling_apart(lines[:1]) == lines[:1]


def test_a_review_calls_a_value_what_play_and_advice_call_it() -> None:
    """Among more than two seats the figure is not a chance of winning."""
    opinion = Opinion("a", "a", 0.2)
    for seats, words in ((2, "to win"), (3, "of the others beaten"), (6, "of the others beaten")):
        assert measure(seats) == words
        assert worth(opinion, seats) == f"60.0 % {words}"
        assert words in Line("a", "a", 0.2, (60.0, 0.0, 40.0), seats=seats).verdict()
        assert words in chance_words(seats)
    assert worth(Opinion("a", "a", 1.0, exact="1"), 4) == "a proven win"


def test_one_is_no_plural() -> None:
    meanings = {"hits": "{} hits on rivals", "now": "{+} points now"}
    assert in_words({"hits": 1.02, "now": -1.0}, meanings) == (
        "1.0 hits on rivals",
        "-1.0 points now",
    )
    assert in_words({"hits": 2.0, "now": 10.0}, meanings) == (
        "2 hits on rivals",
        "+10 points now",
    )
    # what is rounded to nothing has no sign
    assert in_words({"hits": -0.04, "now": -0.04}, meanings) == ("0 hits on rivals", "+0 points now")
    assert [counted(n, "deal") for n in (0, 1, 2, 1200)] == ["0 deals", "1 deal", "2 deals", "1,200 deals"]


def test_a_phrase_that_is_no_predicate_is_set_off_from_its_seat() -> None:
    assert sentence(Told(1, "startred", "the game starts at Red River Valley")) == (
        "seat 1: the game starts at Red River Valley"
    )
    assert sentence(Told(1, "a", "takes 1 black"), you=1) == "seat 1 (you) takes 1 black"


def test_sentences_of_the_rules_that_go_on_are_one_paragraph() -> None:
    text = ["Game, 2 seats", "One is", "here.", "Words:", "  a: first", "  b: second"]
    assert paragraphs(text) == ["Game, 2 seats", "One is here.", "Words:", "  a: first", "  b: second"]


def test_estimates_that_agree_are_no_proof() -> None:
    def told(basis: Basis, doubt: float) -> str:
        return cost(SimpleNamespace(loss=0.046, doubt=doubt, judgement=SimpleNamespace(basis=basis)))  # type: ignore[arg-type]

    assert told(Basis.PROVEN, 0.0) == "4.6"
    assert told(Basis.ESTIMATED, 0.0004) == "about 4.6"
    assert told(Basis.SAMPLED, 0.012) == "4.6 ± 1.2"


@pytest.mark.parametrize("game", list(GAMES))
def test_no_colour_of_a_board_is_white_alone(game: str) -> None:
    """Bare white is not seen on a light terminal; bold in the terminal's own colour is."""
    picture = Table.fresh(GAMES[game], 7, GAMES[game].max_seats).state.board(color=True)
    assert "\x1b[" in picture
    assert not re.findall(r"\x1b\[(?:37|97|38;5;(?:7|15|231)|1;37|1;97)m", picture)
