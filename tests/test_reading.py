"""Text typed beside a real table: counts are checked, and nothing is read into it."""

from __future__ import annotations

import pytest

from protocol.base.errors import ProtocolError, error_text
from protocol.table import naming
from protocol.table.reading import asks, read
from protocol.table.table import Table, named_game
from solver.errors import IllegalMove, NotationError
from solver.games import GAMES, parse_position
from solver.games.entered import EnteredSetup
from solver.rng import Rng

ROWS, HAND = "38 23 102 63", "2 3 14 27 43 61 64 73 74 95"


def table_of(game: str, seat: int, seats: int, *typed: str, rules: tuple[str, ...] = ()) -> Table:
    """A real table, told line by line."""
    table = Table.entered(GAMES[game], seat, seats, rules)
    for line in typed:
        table.play(read(table, line.split()))
    return table


def nimmt(*typed: str) -> Table:
    return table_of("nimmt", 1, 3, ROWS, HAND, *typed, rules=("round",))


def refused(table: Table, line: str) -> str:
    with pytest.raises(ProtocolError) as caught:
        read(table, line.split())
    assert caught.value.token in line.replace(",", " ").split()
    text = error_text(caught.value)
    assert caught.value.token in text
    return text


def test_a_seat_that_is_named_says_whose_card_it_is() -> None:
    """The seat's number is not read as a second card."""
    told = nimmt("64")
    assert read(told, ["seat", "0", "50"]) == ["50"]
    assert read(told, ["seat0", "50", "seat", "2", "51"])[:2] == ["50", "51"]
    assert "'seat 2' is not asked for, but the card that seat 0 played" in refused(told, "seat 2 50")
    assert "say what as well" in refused(told, "seat 0")
    assert "'seat 9' is not asked for" in refused(told, "50 seat 9 51")
    # where a seat is the answer, it is one
    train = table_of("colt", 0, 3, "p1 p3j1 j3", rules=("doc", "ghost", "tuco"))
    assert asks(train) == "the first player"
    assert read(train, ["seat", "1"])[0] == "first1"
    assert read(train, ["1"])[0] == "first1"
    # of a decision
    dice = table_of("heckmeck", 0, 2, "1 2 3 4 w w 6 6")
    assert read(dice, ["seat", "0", "6", "roll"]) == ["6roll"]
    assert "not asked for" in refused(dice, "seat 1 6 roll")


def test_people_count_the_first_player_from_1() -> None:
    train = table_of("colt", 0, 3, "p1 p3j1 j3", rules=("doc", "ghost", "tuco"))
    titles = naming.titles(train, "seat 1")
    for typed, token in (("1", "first0"), ("3", "first2"), ("seat 2", "first1"), ("tuco", "first2")):
        assert read(train, typed.split(), titles)[0] == token
    for typed in ("0", "4"):
        with pytest.raises(ProtocolError, match=f"'{typed}' is none of the seats asked for: 1 2 3"):
            read(train, [typed], titles)
    # without names a program's numbers stay
    assert read(train, ["1"])[0] == "first1"
    # a number that is not a seat's is left alone
    cards = nimmt("64")
    assert read(cards, ["50"], naming.titles(cards, "seat 1"))[0] == "50"


@pytest.mark.parametrize("typed", ["Anna 50", "anna 50", "50", "Anna, 50"])
def test_the_name_of_the_acting_seat_may_stand_before_its_card(typed: str) -> None:
    told = nimmt("64")
    assert read(told, typed.split(), ["Anna", "Ben", "Mary Ann"]) == ["50"]


def test_names_before_events_are_those_of_the_seats_asked_for() -> None:
    told, titles = nimmt("64"), ["Anna", "Ben", "Mary Ann"]
    assert read(told, ["Anna", "50", "Mary", "Ann", "51"], titles)[:2] == ["50", "51"]
    with pytest.raises(ProtocolError, match="'Ben' fits nothing here"):
        read(told, ["Ben", "50"], titles)
    # a name that begins a token is not a name
    assert read(told, ["50"], ["50", "Ben", "x"]) == ["50"]


@pytest.mark.parametrize("typed", ["1 2 1 3 w w 6", "121 3ww6", "r1123ww6", "1,2,1,3,w,w,6"])
def test_a_die_that_is_missing_is_named(typed: str) -> None:
    assert "8 dice are rolled, you typed 7" in refused(table_of("heckmeck", 0, 2), typed)


def test_a_die_too_many_is_no_decision() -> None:
    table = table_of("heckmeck", 0, 2)
    for line in ("1 2 1 3 w w 6 6 6", "1213ww66 6", "1 2 1 3 w w 6 6 w 6 roll"):
        assert "8 dice are rolled, you typed 9" in refused(table, line)
    assert read(table, ["1", "2", "1", "3", "w", "w", "6", "6", "6", "roll"]) == ["r1123ww66", "6roll"]
    assert read(
        table, ["1", "2", "1", "3", "5", "5", "6", "6", "5", "roll", "1", "2", "3", "4", "6", "6"]
    ) == ["r1123ww66", "wroll", "r123466"]
    assert read(table, ["1,2,1,", "3;w", "w", "6", "6"]) == ["r1123ww66"]
    table.play(["r1123ww66", "wroll"])
    assert "6 dice are rolled, you typed 8" in refused(table, "1 2 1 3 w w 6 6")
    for dice in ("r113466", "3roll", "r11346"):
        table.play([dice])
    assert "threes are set aside already" in refused(table, "3")
    assert "no twos are among the dice rolled" in refused(table, "2")
    assert "no twos are among the dice rolled" in refused(table, "2 roll")


def test_the_number_of_cattle_is_checked() -> None:
    table = table_of("longhorn", 0, 2, "tulsa wg snake kid")
    for line, count in (("2b1o", 3), ("wwwbb", 5), ("w w b snake", 3), ("b9", 9)):
        assert f"four cattle lie here, you typed {count}" in refused(table, line)
    for line in ("2b1o1g", "bbog", "g 1o 2b", "2 black 1 orange 1 green", "b,b,o,g"):
        assert read(table, line.split()) == ["b2o1g1"], line
    full = table_of("longhorn", 0, 2, "tulsa ww snake kid wwww snake maverick wwwb brand cher")
    assert "no white is left" in refused(full, "wbbo")
    few = table_of("longhorn", 0, 2, "tulsa ww snake kid wwww snake maverick wwbb brand cher")
    assert "1 white at most are left" in refused(few, "wwbo")


def test_a_card_that_cannot_be_is_told_where_it_is() -> None:
    told = nimmt()
    assert "card 50 is not in the hand" in refused(told, "50")
    told = nimmt("64")
    for card, where in (
        ("38", "lies in row 1"),
        ("14", "is in the hand of seat 1"),
        ("64", "has been played by seat 1"),
    ):
        assert f"card {card} {where}" in refused(told, card)
    assert "card 50 has been played by seat 0" in refused(nimmt("64 50"), "50")
    assert "there is no card 105: they are 1 to 104" in refused(told, "105")
    fresh = table_of("nimmt", 1, 3)
    assert "there is no card 0: they are 1 to 104" in refused(fresh, "0")
    assert "asked is the card that begins row 1" in refused(fresh, "999")


def test_commas_are_taken_where_blanks_are() -> None:
    assert read(table_of("nimmt", 1, 3), ["38,23,", "102;63"])[:4] == ROWS.split()


def test_every_game_of_dice_counts_them() -> None:
    """Dice are counted in Pickomino too, whose fifth face is a five."""
    table = table_of("pickomino", 0, 2)
    assert "8 dice are rolled, you typed 9" in refused(table, "1 2 1 3 w w 5 5 5")
    table.play(read(table, ["1", "2", "1", "3", "w", "w", "5", "5"]))
    assert read(table, ["5"]) == ["5roll"]
    assert "no fours are among the dice rolled" in refused(table, "4")


def test_seats_are_counted_as_they_are_called() -> None:
    told = nimmt("64")
    called = ["seat 1", "seat 2", "seat 3"]
    assert read(told, ["seat", "1", "50", "Seat3", "51"], called)[:2] == ["50", "51"]
    with pytest.raises(ProtocolError, match="not asked for"):
        read(told, ["seat", "2", "50"], called)
    train = table_of("colt", 0, 3, "p1 p3j1 j3", rules=("doc", "ghost", "tuco"))
    assert read(train, ["seat", "2"], called)[0] == "first1"


@pytest.mark.parametrize("text", ["nimmt/9 a", "chess/1 a", "nimmt", "q" * 80])
def test_the_protocol_refuses_a_position_in_the_words_of_the_games(text: str) -> None:
    with pytest.raises(NotationError) as said:
        parse_position(text)
    with pytest.raises(ProtocolError) as repeated:
        named_game(GAMES, text)
    assert repeated.value.message == said.value.message
    assert said.value.token == text.split(" ")[0]
    assert f"'{text.split(' ')[0][:60]}" in said.value.message


@pytest.mark.parametrize("game", ["longhorn", "nimmt", "colt"])
def test_a_set_up_told_whole_becomes_the_whole_truth(game: str) -> None:
    """Also what is dealt face down; its text is read back at each step."""
    state, rng = GAMES[game].entered(None), Rng(4)
    assert " setup view=all " in state.to_text()
    while state.is_chance_node():
        assert parse_position(state.to_text()).to_text() == state.to_text()
        state.apply_action(state.draw_chance(rng))
        if isinstance(state, EnteredSetup) and state.complete:
            state = state.position()
    assert state.viewer is None
    assert "?" not in state.to_text()
    with pytest.raises(NotationError, match="view=each: a number or all was expected"):
        parse_position(f"{GAMES[game].edition} setup view=each seats=2 rules=- entered=-")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2g", "2g: there are no green cattle at Cherokee Spring"),
        ("bwog", "bwog: there are no white cattle at Cherokee Spring"),
        ("o1b1", "a move takes the cattle of one colour"),
        ("3o", "a move takes all 2 orange cattle at Cherokee Spring"),
        ("2o", "say the whole move, as orangetomaverick"),
        ("whitetodagger", "there are no white cattle at Cherokee Spring"),
        ("blacktotulsa", "no walk of exactly 2 steps ends at Tulsa"),
    ],
)
def test_cattle_that_no_move_takes_are_refused_with_the_reason(typed: str, said: str) -> None:
    """At the prompt for a move, not only at the prompt for the cattle of a location."""
    table = Table.fresh(GAMES["longhorn"], 7)
    table.push("startcherokee")
    text = refused(table, typed)
    assert said in text
    assert "; asked is the move of seat 0 at Cherokee Spring" in text
    assert read(table, ["black", "dagger"]) == ["blacktodagger"]


@pytest.mark.parametrize(
    ("game", "typed"), [("heckmeck", "wstop"), ("pickomino", "5stop"), ("colt", "marshal")]
)
def test_a_token_that_cannot_be_played_is_refused_with_the_reason_of_the_rules(game: str, typed: str) -> None:
    table = Table.fresh(GAMES[game], 7)
    seat = table.state.players_to_move()[0]
    with pytest.raises(IllegalMove) as caught:
        table.state.string_to_action(typed, seat)
    with pytest.raises(ProtocolError) as refused:
        read(table, [typed])
    assert str(caught.value) in refused.value.message
