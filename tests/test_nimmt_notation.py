"""Position texts and move tokens of 6 nimmt!: accepted forms, refused forms, and the word in the error."""

from __future__ import annotations

from random import Random

import pytest

from solver.errors import IllegalMove, NotationError
from solver.game import CHANCE_PLAYER, State
from solver.games import GAMES, parse_position
from solver.games.nimmt.state import NimmtState, initial, parse
from solver.games.nimmt.validity import heads_of_a_round

#: The second trick of the worked example, as seat 1 sees it with seats 0 and 1 committed.
VIEW = (
    "nimmt/1 view=1 target=66 deck=full draft=dealt round=1 phase=play first=12/30/33/38 tricks=14+15+34+40"
    " rows=12+14+15/30/33+34/38+40 out=- hands=?9/1+24+36+41+52+62+72+82+99/?9/?9 table=?/24/-/-"
    " heads=0/0/0/0 totals=0/0/0/0"
)
#: Two seats, an undercut pending, five tricks not told.
ROW = (
    "nimmt/1 view=all target=100 deck=full draft=dealt round=3 phase=row first=-/-/-/- tricks=?5"
    " rows=10/20/30+31/40 out=50+51+52+53+54+56+57+58+59 hands=70+71+72+73/80+81+82+83 table=90/5"
    " heads=5/6 totals=7/99"
)
#: The small deck of two, drafted; eleven cards taken.
DRAFT = (
    "nimmt/1 view=all target=66 deck=small draft=open round=1 phase=draft first=-/-/-/- tricks=- rows=-/-/-/-"
    " out=- hands=1+3+5+7+9+11/2+4+6+8+10 table=-/- heads=0/0 totals=0/0"
)
#: A deal under way, as seat 0 sees it.
DEAL = (
    "nimmt/1 view=0 target=66 deck=full draft=dealt round=2 phase=deal first=12/30/33/38 tricks=-"
    " rows=12/30/33/38 out=- hands=1+2+3+4+5+6+7+8+9+10/?3/- table=-/-/- heads=0/0/0 totals=3/65/0"
)
#: The view of seat 0 while cards are revealed.
REVEAL = (
    "nimmt/1 view=0 target=- deck=full draft=dealt round=1 phase=reveal first=-/-/-/- tricks=?9"
    " rows=10/20/30/40 out=1+2+3+4+5+6+7+8+9+11+12+13+14+15+16+17+18+19+21+22+23+24+25+26+27+28+29"
    " hands=90/?1/?1 table=90/91/? heads=38/0/0 totals=0/0/0"
)
GOOD = [VIEW, ROW, DRAFT, DEAL, REVEAL]


@pytest.mark.parametrize("text", GOOD)
def test_the_examples_are_positions(text: str) -> None:
    state = parse_position(text)
    assert state.to_text() == text
    assert parse(text) == state


#: (text, what is replaced, by what, the word that the error names)
WRONG = [
    (VIEW, "nimmt/1", "nimmt/2", "nimmt/2"),
    (VIEW, "view=1", "view=4", "4"),
    (VIEW, "view=1", "view=01", "01"),
    (VIEW, "view=1", "view=", ""),
    (VIEW, "view=1", "seen=1", "seen=1"),
    (VIEW, " out=-", "", "hands=?9/1+24+36+41+52+62+72+82+99/?9/?9"),
    (VIEW, " totals=0/0/0/0", "", "heads=0/0/0/0"),
    (VIEW, "totals=0/0/0/0", "totals=0/0/0/0 more", "more"),
    (VIEW, "view=1 ", "view=1  ", " "),
    (VIEW, "target=66", "target=0", "0"),
    (VIEW, "target=66", "target=10000", "10000"),
    (VIEW, "target=66", "target=066", "066"),
    (VIEW, "target=66", "target=\u0666", "\u0666"),
    (VIEW, "deck=full", "deck=half", "half"),
    (VIEW, "deck=full", "deck=small", "52"),  # the deck of four ends at 44
    (VIEW, "draft=dealt", "draft=open", "draft=open"),
    (VIEW, "round=1", "round=0", "0"),
    (VIEW, "phase=play", "phase=wait", "wait"),
    (VIEW, "phase=play", "phase=over", "phase=over"),
    (VIEW, "phase=play", "phase=deal", "phase=deal"),
    (VIEW, "phase=play", "phase=draft", "phase=draft"),
    (VIEW, "phase=play", "phase=row", "?9"),
    (VIEW, "phase=play", "phase=reveal", "table=?/24/-/-"),
    (VIEW, "first=12/30/33/38", "first=12/30/33", "first=12/30/33"),
    (VIEW, "first=12/30/33/38", "first=12/30/33/x", "x"),
    (VIEW, "first=12/30/33/38", "first=12/30/33/?", "?"),
    (VIEW, "first=12/30/33/38", "first=12/30/33/-", "first=12/30/33/-"),
    (VIEW, "first=12/30/33/38", "first=30/12/33/38", "12+14+15"),
    (VIEW, "first=12/30/33/38", "first=12/30/33/105", "105"),
    (VIEW, "first=12/30/33/38", "first=12/30/33/39", "39"),
    (VIEW, "tricks=14+15+34+40", "tricks=14+15+34", "14+15+34"),
    (VIEW, "tricks=14+15+34+40", "tricks=14+15+34+40:1", "14+15+34+40:1"),
    (VIEW, "tricks=14+15+34+40", "tricks=14+15+34+40:5", "14+15+34+40:5"),
    (VIEW, "tricks=14+15+34+40", "tricks=14+15+34+34", "34"),
    (VIEW, "tricks=14+15+34+40", "tricks=14+15+34+103", "103"),
    (VIEW, "tricks=14+15+34+40", "tricks=?0", "?0"),
    (VIEW, "tricks=14+15+34+40", "tricks=?1", "first=12/30/33/38"),
    (VIEW, "rows=12+14+15", "rows=12+15+14", "12+15+14"),
    (VIEW, "rows=12+14+15/30", "rows=12+14/15+30", "12+14"),
    (VIEW, "out=-", "out=99", "99"),
    (VIEW, "out=-", "out=98", "out=98"),
    (VIEW, "hands=?9", "hands=?8", "?8"),
    (VIEW, "hands=?9", "hands=?0", "?0"),
    (VIEW, "hands=?9", "hands=?11", "?11"),
    (VIEW, "hands=?9", "hands=2+3+4+5+6+7+8+9+10", "2+3+4+5+6+7+8+9+10"),
    (VIEW, "1+24+36+41+52+62+72+82+99", "?9", "?9"),
    (VIEW, "1+24+36+41+52+62+72+82+99", "1+24+36+41+52+62+72+82", "1+24+36+41+52+62+72+82"),
    (VIEW, "1+24+36+41+52", "24+1+36+41+52", "24+1+36+41+52+62+72+82+99"),
    (VIEW, "1+24+36+41+52", "1+24+24+41+52", "24"),
    (VIEW, "1+24+36", "12+24+36", "12"),
    (VIEW, "table=?/24/-/-", "table=?/25/-/-", "25"),
    (VIEW, "table=?/24/-/-", "table=?/?/-/-", "table=?/?/-/-"),
    (VIEW, "table=?/24/-/-", "table=7/24/-/-", "table=7/24/-/-"),
    (VIEW, "table=?/24/-/-", "table=?/24/?/?", "table=?/24/?/?"),
    (VIEW, "table=?/24/-/-", "table=?/24/-", "table=?/24/-"),
    (VIEW, "heads=0/0/0/0", "heads=0/1/0/0", "heads=0/1/0/0"),
    (VIEW, "heads=0/0/0/0", "heads=0/0/0/172", "172"),
    (VIEW, "totals=0/0/0/0", "totals=0/0/3/0", "totals=0/0/3/0"),
    (VIEW, "round=1", "round=2 ", " "),
    (ROW, "totals=7/99", "totals=7/100", "100"),
    (ROW, "heads=5/6", "heads=5/5", "heads=5/5"),
    (ROW, "table=90/5", "table=90/15", "phase=row"),
    (ROW, "table=90/5", "table=90/-", "table=90/-"),
    (ROW, "table=90/5", "table=70/5", "70"),
    (ROW, "table=90/5", "table=90/?", "table=90/?"),
    (ROW, "tricks=?5", "tricks=?4", "out=50+51+52+53+54+56+57+58+59"),
    (ROW, "tricks=?5", "tricks=?11", "?11"),
    (ROW, "30+31", "31+30", "31+30"),
    (ROW, "rows=10/20", "rows=-/20", "-"),
    (ROW, "target=100", "target=-", "round=3"),
    (DRAFT, "deck=small", "deck=full", "draft=open"),
    (DRAFT, "1+3+5+7+9+11/2+4+6+8+10", "1+3+5+7+9/2+4+6+8+10+11", "1+3+5+7+9"),
    (DRAFT, "1+3+5+7+9+11", "1+3+5+7+9+25", "25"),
    (DRAFT, "1+3+5+7+9+11/2+4+6+8+10", "1+2+3+4+5+6+7+8+9+10/11+12+13+14+15+16+17+18+19+20", "phase=draft"),
    (DRAFT, "table=-/-", "table=1/-", "table=1/-"),
    (DRAFT, "first=-/-/-/-", "first=21/22/23/24", "21"),
    (DEAL, "first=12/30/33/38", "first=12/-/33/38", "first=12/-/33/38"),
    (DEAL, "round=2", "round=1", "totals=3/65/0"),
    (DEAL, "+10/?3/-", "+10/-/?3", "-"),
    (DEAL, "/?3/-", "/?10/?10", "phase=deal"),
    (DEAL, "table=-/-/-", "table=1/-/-", "table=1/-/-"),
    (REVEAL, "view=0", "view=all", "phase=reveal"),
    (REVEAL, "table=90/91/?", "table=90/?/91", "table=90/?/91"),
    (REVEAL, "table=90/91/?", "table=90/91/92", "table=90/91/92"),
    (REVEAL, "table=90/91/?", "table=90/10/?", "10"),
    (REVEAL, "table=90/91/?", "table=90/90/?", "90"),
    (REVEAL, "table=90/91/?", "table=91/90/?", "91"),
]


@pytest.mark.parametrize(("text", "old", "new", "word"), WRONG)
def test_what_cannot_be_is_refused_by_its_word(text: str, old: str, new: str, word: str) -> None:
    assert old in text
    with pytest.raises(NotationError) as caught:
        parse_position(text.replace(old, new, 1))
    assert caught.value.code == "position"
    assert caught.value.token == word, str(caught.value)
    assert str(caught.value).isascii()


def test_the_end_of_a_match_is_where_it_must_be() -> None:
    state = GAMES["nimmt"].initial(2, 2, ("target1",))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    text = state.to_text()
    for old, new in (("phase=over", "phase=deal"), ("target=1 ", "target=500 ")):
        with pytest.raises(NotationError) as caught:
            parse_position(text.replace(old, new))
        assert caught.value.token == "phase=" + ("deal" if new == "phase=deal" else "over")
    due = parse_position(text.replace("target=1 ", "target=500 ").replace("phase=over", "phase=deal"))
    assert due.is_chance_node()
    assert [token for token, _ in due.chance_outcomes()] == list(range(1, 105))


def test_texts_with_one_character_changed_are_refused_or_canonical() -> None:
    """Every text that is read is written back unchanged."""
    random = Random(4)
    read = 0
    for text in GOOD:
        for _ in range(400):
            at = random.randrange(len(text))
            changed = text[:at] + random.choice("0123456789+/-?=:x ") + text[at + 1 :]
            try:
                state = parse_position(changed)
            except NotationError:
                continue
            assert state.to_text() == changed
            read += 1
    assert read > 20


def refused(state: State, token: str, seat: int | None, kind: type[Exception], words: str) -> None:
    text = state.to_text()
    with pytest.raises(kind, match=words) as caught:
        state.string_to_action(token, seat)
    assert getattr(caught.value, "token") == token  # noqa: B009
    assert state.to_text() == text


def test_tokens_are_read_where_they_may_be_played_only() -> None:
    state = initial(1, 4)
    seat0 = state.legal_actions(0)
    for token in ("0", "105", "007", "row5", "row0", "card5", "-1", "+5", "\u0665"):
        refused(state, token, 0, NotationError, "a move is a card of 1 to 104")
    other = str(state.legal_actions(1)[0])
    refused(state, other, 0, IllegalMove, "seat 0 does not hold this card")
    refused(state, "row1", 0, IllegalMove, "no row is to be chosen")
    refused(state, "layout", 0, IllegalMove, "no cards are to be laid out")
    refused(state, "x", 0, IllegalMove, "sees what happens")
    state.apply_action(seat0[0], 0)
    refused(state, str(seat0[1]), 0, IllegalMove, "nothing to decide")
    view = state.view(0)
    refused(view, "50", 1, IllegalMove, "what is not seen is x")

    row = parse_position(ROW)
    refused(row, "70", 1, IllegalMove, "chooses one")
    refused(row, "row1", 0, IllegalMove, "nothing to decide")
    assert row.string_to_action("row3", 1) == 2
    assert row.action_to_string(2, 1) == "row3"
    assert row.describe(2, 1) == "seat 1 takes row 3 (30 31: 4 heads)"

    draft = parse_position(DRAFT)
    refused(draft, "25", None, IllegalMove, "the deck in use ends at 24")
    refused(draft, "11", None, IllegalMove, "known to lie somewhere else")
    assert draft.describe(22) == "seat 1 takes card 22 (5 heads)"

    deal = parse_position(DEAL)
    refused(deal, "5", None, IllegalMove, "what is not seen is x")
    deal.apply_action(-1, CHANCE_PLAYER)
    assert "hands=1+2+3+4+5+6+7+8+9+10/?4/-" in deal.to_text()

    reveal = parse_position(REVEAL)
    refused(reveal, "91", None, IllegalMove, "known to lie somewhere else")
    assert reveal.describe(92) == "seat 2 reveals card 92 (1 head)"
    reveal.apply_action(92, CHANCE_PLAYER)
    assert reveal.is_terminal()


def test_the_lay_out_for_a_draft_is_a_token_of_its_own() -> None:
    state = GAMES["nimmt"].initial(1, 2, ("tactical",))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert [(state.action_to_string(a), int(odds)) for a, odds in state.chance_outcomes()] == [("layout", 1)]
    refused(state, "5", None, IllegalMove, "laid out first")
    heads = state.scores()
    state.apply_action(state.string_to_action("layout"))
    assert isinstance(state, NimmtState)
    assert state.current_player() == 1  # the next seat begins
    assert state.fields().totals == tuple(heads)
    assert state.fields().round == 2


def test_boards_show_what_a_table_shows() -> None:
    board = parse_position(VIEW).board()
    assert "row 1    12   14   15    .    .   4 heads" in board
    assert "trick 2 of 10" in board
    assert "as seat 1 sees it" in board
    assert ">  2      0      0  -      9 unknown" in board
    assert "   0      0      0  hidden 9 unknown" in board
    assert "   1      0      0  24     1 24 36 41 52 62 72 82 99" in board
    assert "a card is awaited from seat 2, 3" in board
    assert "seat 1 undercut all rows with 5 and takes one" in parse_position(ROW).board()
    assert "seat 1 takes one of 13 open cards" in parse_position(DRAFT).board()
    assert "the card of seat 2 is revealed next" in parse_position(REVEAL).board()
    assert "the next round is dealt" in parse_position(DEAL).board()
    assert "\x1b[" in parse_position(VIEW).board(color=True)


def test_totals_that_no_rounds_can_have_brought_are_refused() -> None:
    # all that two seats can take in a round: the 19 cards of 3 heads and more, which have 77, and one of 2;
    # the least: 20 cards come to four rows, which have room for 16
    assert heads_of_a_round(2, small=False) == (4, 79, 79)
    # with ten seats all but 20 cards are taken at least, all but four at most, fifty of them by one seat
    assert heads_of_a_round(10, small=False) == (171 - 79, 171 - 4, 77 + 9 * 2 + 22)
    long = ROW.replace("target=100", "target=500")
    for totals, word in (
        ("0/7", "totals=0/7"),
        ("0/8", None),
        ("60/98", None),
        ("60/99", "totals=60/99"),
    ):
        text = long.replace("totals=7/99", f"totals={totals}")
        if word is None:
            assert parse_position(text).to_text() == text
        else:
            refused_text(text, word, "after 2 rounds they are 8 to 158")
    ten = GAMES["nimmt"].initial(1, 10, ["target200"]).to_text().replace("round=1", "round=2")
    for most, word in ((117, None), (118, "118")):
        text = ten.replace("totals=0/0", f"totals={most}/9")
        if word is None:
            assert parse_position(text).to_text() == text
        else:
            refused_text(text, word, "a seat gets 117 at most")


def refused_text(text: str, word: str, said: str) -> None:
    """The text is refused with an error that names the word and says this."""
    with pytest.raises(NotationError, match=said) as caught:
        parse_position(text)
    assert (caught.value.code, caught.value.token) == ("position", word)
