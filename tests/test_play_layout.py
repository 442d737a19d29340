"""Pages of ``herdmind play``: they fit the screen, and nothing necessary is left out."""

from __future__ import annotations

import re
from itertools import product

import pytest

from protocol.frontend.layout import (
    ASIDE,
    CUT,
    HIDDEN,
    PROMPT,
    beside,
    hidden_word,
    last,
    narrowed,
    shortened,
    stacked,
    wrapped,
)
from protocol.frontend.menu import Unclear, fitted, pick, quoted, ranges, whole
from protocol.frontend.orders import ALIASES, COMMANDS, command_of
from protocol.frontend.verdict import Choice
from protocol.table.naming import titles
from protocol.table.table import Table
from solver.games import GAMES
from solver.rng import Rng

SIZES = [(80, 24), (100, 30), (200, 60), (140, 24), (60, 16)]
CARDS = [Choice(str(card), f"seat 0 takes card {card}") for card in range(1, 105)]
WORDS = [
    Choice(f"move{n}", f"goes to the place that has the number {n} and comes back again") for n in range(30)
]


def board(lines: int) -> list[str]:
    return [f"line {number}".ljust(78, ".") for number in range(lines - 1)] + ["seat 0 acts"]


@pytest.mark.parametrize("size", SIZES)
def test_a_page_fits_its_screen_and_says_what_it_leaves_out(size: tuple[int, int]) -> None:
    width, height = size
    message = ["'x' is not a move here: type its number, token or words; 'moves' lists them, 'help' helps"]
    for lines, news, choices, said in product(
        (5, 17, 21, 40), (0, 1, 12, 60), (WORDS[:1], WORDS[:7], WORDS, CARDS), ([], message, message * 5)
    ):
        told = [f"seat 1 plays a card that is called number {number}" for number in range(news)]
        for page in (
            stacked("the game", told, board(lines), choices, said, size),
            beside("the game", "your move", told, board(lines), choices, said, (max(width, 140), height)),
        ):
            shown = [*page.top, *page.left, *page.right]
            assert page.height <= height - PROMPT
            assert any(line.startswith("seat 0 acts") for line in shown)
            assert page.cut == any("type table" in line for line in shown)
            assert page.cut == (sum(line.startswith("line ") for line in page.left) < lines - 1)
            hidden = news - sum(line.startswith("seat 1 plays") for line in shown)
            # where the board just fits nothing is told; the line below the prompt names the command then
            full = page.height == height - PROMPT
            assert not hidden or full or any("type story" in line for line in shown)
            assert any(choices[0].token in line for line in shown)
            named = sum(choice.phrase in line for choice in choices for line in shown)
            listed = " ".join(shown).replace("-", " ").split()
            whole = named == len(choices) or choices[-1].token in listed
            assert whole or any(f"{len(choices)} moves in all" in line for line in shown)
            assert bool(said) == bool(page.message)


def test_moves_that_are_not_many_are_all_named_before_the_news_is_told() -> None:
    told = [f"seat 1 plays a card that is called number {number}" for number in range(60)]
    page = stacked("the game", told, board(17), WORDS[:20], [], (80, 24))
    listed = " ".join(page.left).split()
    assert all(choice.token in listed for choice in WORDS[:20])
    # many would leave no news at all
    page = stacked("the game", told, board(17), WORDS, [], (80, 24))
    assert "30 moves in all" in page.left[-1]
    assert page.top[-1] == told[-1]


def test_a_board_that_is_too_tall_keeps_its_top_and_who_acts() -> None:
    assert shortened(board(10), 10) == board(10)
    kept = shortened(board(10), 6)
    assert kept == [*board(10)[:5], "seat 0 acts" + hidden_word(HIDDEN, 4, "table")]
    kept = shortened(board(10), 6, width=30)
    assert kept == [*board(10)[:4], hidden_word(CUT, 5, "table"), "seat 0 acts"]
    assert shortened(board(10), 9)[-1] == "seat 0 acts  (... 1 line does not fit: type table)"
    assert last(list("abcd"), 2) == ["... 3 lines before: type story", "d"]
    assert last(list("abcd"), 0) == []


def test_colours_have_no_width() -> None:
    line = "\x1b[32m" + "x" * 20 + "\x1b[0m"
    assert wrapped([line], 20) == [line]


def test_a_coloured_line_that_is_too_long_is_cut_between_its_colours() -> None:
    line = "\x1b[31mabc def\x1b[0m gh\x1b[32mi"
    pieces = wrapped([line], 6)
    assert pieces == ["\x1b[31mabc de", "f\x1b[0m gh\x1b[32mi"]
    assert "".join(wrapped([line], 1)) == line
    assert len(wrapped([line], 1)) == 11
    assert wrapped(["ab"], 0) == ["a", "b"]


def test_cards_that_do_not_fit_are_told_as_ranges() -> None:
    some = [Choice(token, "") for token in ["1", "2", "3", "5", "6", "9", "row1"]]
    assert ranges(some) == ["1-3", "5", "6", "9", "row1"]
    assert fitted(CARDS, 79, 2) == ["1-104"]
    with pytest.raises(Unclear, match=r"105 is not among the moves: they are 1-104$"):
        pick(CARDS, "105")
    # the first of them, not some from here and there as if the others could not be played
    assert fitted(WORDS, 40, 3)[0].split()[:4:2] == ["1", "3"]
    assert fitted(WORDS, 40, 3)[-1] == "... 30 moves in all: type moves to see t"


@pytest.mark.parametrize("typed", ["\u00b2", "9" * 5000, "1" * 10, "-1", "1.0"])
def test_what_is_no_number_of_a_move_is_told_so(typed: str) -> None:
    """Also what looks like a number and is none that can be reckoned with."""
    assert whole(typed) is None
    for choices in (WORDS, CARDS):
        with pytest.raises(Unclear) as refused:
            pick(choices, typed)
        assert len(str(refused.value)) < 130
    assert (whole("0"), whole("012"), whole("9" * 9)) == (0, 12, 10**9 - 1)


def test_a_message_repeats_no_line_without_end_and_no_control_characters() -> None:
    assert quoted("x" * 500) == "x" * 37 + "..."
    assert quoted("a\x07\x1b[2J") == "a??[2J"
    with pytest.raises(Unclear) as refused:
        pick(WORDS, "y" * 500)
    assert len(str(refused.value)) < 130


def test_a_move_goes_before_a_command_that_is_called_like_it() -> None:
    assert command_of("board", ["board", "horse"]) is None
    assert command_of("/board", ["board", "horse"]) == "table"
    assert command_of("board", ["horse"]) == "table"
    assert command_of("Why", []) == "hint"
    assert command_of("?", []) == "help"
    assert command_of("hint 5", []) == "hint"
    assert command_of("", []) is None
    assert command_of("wroll", ["wroll"]) is None


@pytest.mark.parametrize("rules", [(), ("stagecoach", "expert"), ("stagecoach",)])
@pytest.mark.parametrize("game", GAMES)
def test_no_move_hides_a_command(game: str, rules: tuple[str, ...]) -> None:
    """Input that a page suggests does what the page says, at every decision."""
    if rules and game != "colt":
        return
    assert set(ALIASES.values()) <= set(COMMANDS)
    for seed in range(1, 4):
        table, rng = Table.fresh(GAMES[game], seed, None, rules), Rng(seed)
        for _ in range(120):
            legal = table.legal()
            if not legal:
                break
            assert not set(legal) & set(COMMANDS)
            table.push(legal[rng.below(len(legal))])


def test_a_players_own_name_may_stand_before_the_move() -> None:
    for typed in ("Anna 50", "anna  50", "50"):
        assert pick(CARDS, typed, "Anna").token == "50"
    with pytest.raises(Unclear, match="'Ben 50' is not a move"):
        pick(CARDS, "Ben 50", "Anna")


def seats_and_pile(board: list[str], shown: list[str], names: list[str]) -> bool:
    rows = all(any(line[2:].startswith(name) for line in shown) for name in names)
    return rows and any("pile" in line for line in board) == any("pile" in line for line in shown)


def test_a_crowded_train_keeps_its_seats_and_the_pile_on_a_small_screen() -> None:
    """Six bandits with the stagecoach in the middle of rounds, also with a message on the page."""
    for seed in (1, 2):
        table, rng = Table.fresh(GAMES["colt"], seed, 6, ("stagecoach",)), Rng(seed)
        names = GAMES["colt"].seat_names
        assert names is not None
        called = list(names(table.state) or ())
        while table.legal():
            legal = table.legal()
            if table.state.players_to_move():
                view = table.state.view(table.state.players_to_move()[0])
                lines = view.board(color=False, names=called).splitlines()
                for count in (19, 20):
                    shown = shortened(lines, count)
                    assert len(shown) <= count
                    assert seats_and_pile(lines, shown, called), "\n".join(shown)
            table.push(legal[rng.below(len(legal))])


def test_a_row_that_is_too_wide_is_broken_between_words_and_a_picture_is_not() -> None:
    row, picture = "> seat 1   0  -  22 30 43", "+-----------------------+"
    assert narrowed([row, picture], 20) == ["> seat 1   0  -  22", "      30 43", picture]
    assert narrowed([row], 30) == [row]
    assert narrowed(["  seat 2   0  -  22 30 43"], 20) == ["  seat 2   0  -  22", "      30 43"]
    coloured = "> seat 1   0  -  \x1b[31m22\x1b[0m 30 43"
    assert narrowed([coloured], 22) == ["> seat 1   0  -  \x1b[31m22\x1b[0m 30", "      43"]
    text = "snails beside the grill: 12 of 12"
    assert narrowed([text], 20) == ["snails beside the", "      grill: 12 of", "      12"]
    coach = " SHOTGUN      in the coach: the Banker"
    assert narrowed([coach], 20) == [coach]
    # what the board itself broke is joined before it is broken again
    assert narrowed([row, "      68 71", "  seat 2"], 24) == [
        "> seat 1   0  -  22 30",
        "      43 68 71",
        "  seat 2",
    ]


def test_asides_of_a_board_go_first_and_also_before_the_news() -> None:
    lines = ["top", "> seat 1: row", "(13 neutral bullets)", "seat 1 acts"]
    assert shortened(lines, 4) == lines
    assert shortened(lines, 3, width=10)[0] == "top"
    assert shortened(lines, 3)[:2] == lines[:2]
    news = [f"seat 2 plays a card that is called number {number}" for number in range(17)]
    page = stacked("the game", news, lines, WORDS[:1], [], (80, 24))
    assert list(page.top) == ["the game", *news]
    assert list(page.left[:3]) == [*lines[:2], lines[3]]
    page = stacked("the game", news[:16], lines, WORDS[:1], [], (80, 24))
    assert list(page.left[:4]) == lines


def test_the_facts_beside_the_stagecoach_cost_no_line_that_rivals_moves_need() -> None:
    """The bullets stand beside the coach only where there is room, else alone in the last line but one."""
    asides, beside = 0, 0
    for seed in (1, 2):
        table, rng = Table.fresh(GAMES["colt"], seed, 3, ("stagecoach",)), Rng(seed)
        called = list(GAMES["colt"].seat_names(table.state) or ())  # type: ignore[misc]
        while table.legal():
            lines = table.state.board(color=False, names=called).splitlines()
            alone = [line for line in lines if ASIDE.fullmatch(line)]
            assert len(re.findall(r"\(\d+ neutral", "\n".join(lines))) == 1
            assert not alone or lines[-2] == alone[0]
            asides += bool(alone)
            beside += not alone
            legal = table.legal()
            table.push(legal[rng.below(len(legal))])
    assert 0 < asides < beside


def test_who_acts_takes_one_line_for_any_number_of_seats() -> None:
    for seats in (2, 3, 4, 5, 6):
        for rules in ((), ("stagecoach",)):
            table, rng = Table.fresh(GAMES["colt"], 3, seats, rules), Rng(seats)
            called = titles(table, ",")
            while table.legal():
                board = table.state.board(color=False, names=[f"{name} (you)" for name in called or ()])
                owing = len(table.state.players_to_move())
                last_line = board.splitlines()[-1]
                assert len(last_line) <= 78
                if owing > 1:
                    assert last_line.startswith("awaited of")
                legal = table.legal()
                table.push(legal[rng.below(len(legal))])


def test_what_one_decides_by_is_kept_before_rows_of_others() -> None:
    seats = [f"{'>' if at == 6 else ' '} seat {at}{' (you)' if at == 6 else ''} 0" for at in range(1, 8)]
    picture = ["+------+", "| 1  2 |", "+------+"]
    lines = [*picture, *seats, "set aside  -", "rolled  [1]", "seat 6 acts"]
    for count in range(7, len(lines)):
        shown = shortened(lines, count)
        assert len(shown) <= count
        assert "rolled  [1]" in shown
        assert seats[5] in shown
        rest = [line for line in shown if line in lines and line not in picture]
        assert [line for line in lines if line in rest] == rest
        assert all(row in shown for row in seats) or picture[0] not in shown
    # below the rows a picture is dropped before any row
    shown = shortened([*picture, *seats, *picture, "seat 6 acts"], 12)
    assert all(row in shown for row in seats)
    # a row loses its second line to the width of the terminal
    rows = [line for row in seats for line in (f"{row}: hand Move, Robbery, Punch,"[:38], "      Marshal")]
    shown = shortened([*rows, "acts"], 11, width=40)
    assert any(line.endswith(" ...") for line in shown)
    assert max(len(line) for line in shown if " of the table " not in line) <= 40


def test_ten_cards_that_are_awaited_take_one_line() -> None:
    table = Table.fresh(GAMES["nimmt"], 1, 10)
    names = [f"Friederike{at}"[-10:] for at in range(10)]
    table.push(table.legal()[0])
    assert table.state.board(names=names).splitlines()[-1] == "a card is awaited from those marked >"
