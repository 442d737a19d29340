"""Names of seats in words for people: names given once and kept, bandits, numbers from 1."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import Engine, Engines
from seated import Seated

from protocol.client import Told
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.names import kept_names, plain, read_names, seated
from protocol.frontend.narrator import sentence
from protocol.table.naming import named
from solver.games import GAMES


@pytest.fixture
def engine(engines: Engines) -> Iterator[Engine]:
    with engines.lend() as running:
        yield running


def test_every_word_for_people_calls_seats_by_their_names_and_no_token_does(engine: Engine) -> None:
    """Of each game: the board, moves, what is asked, the story, the tally. Without the option seats keep
    their numbers from 0."""
    questions = ("query words", "query asks", "query tally", "query story", "d")
    for game in GAMES.values():
        engine.send(f"setoption name UCI_Variant value {game.name}")
        start = f"position startpos seats {game.default_seats} seed 7"
        engine.send("setoption name Names value", start)
        engine.send(f"{start} moves {engine.query('legal').split()[0]}")
        bare = {question: told(engine, question) for question in questions}
        assert any("seat 0" in text for text in bare.values()), game.name
        engine.send("setoption name Names value Anna,,Zoe")
        for question in questions:
            text = told(engine, question)
            assert "seat 0" not in text
            assert "seat 1" not in text  # nobody: the first has a name
            if game.name == "colt":
                assert "Anna" not in text  # players say Belle
            elif "seat 0" in bare[question]:
                assert "Anna" in text
        names = engine.query("names")
        assert names.startswith("0 Anna | 1 seat 2") or game.name == "colt"
        first = told(engine, "d seat 0").count("(you)")
        assert first >= 1
        assert "(you)" not in told(engine, "d")


def told(engine: Engine, line: str) -> str:
    """Lines of the answer, without those for programs."""
    engine.send(line, "isready")
    lines = engine.until("readyok")
    return "\n".join(one for one in lines if not one.startswith(("info string position", "info string turn")))


def test_a_number_that_is_no_seat_stays() -> None:
    assert named("seat 0 and seat 1's card, seat 2, seat 12", ["Anna", "Ben"]) == (
        "Anna and Ben's card, seat 2, seat 12"
    )
    assert named("there is no seat 9999999999", ["Anna"]) == "there is no seat 9999999999"
    assert named("seat 0", None) == "seat 0"


def test_names_are_read_and_refused_by_name() -> None:
    assert read_names("Anna, Ben") == ["Anna", "Ben"]
    assert read_names("") == [""]
    assert read_names(",Ben") == ["", "Ben"]
    for text, said in (
        ("Bartholomew", "at most 10 letters"),
        ("anna,Anna", "two people"),
        ("a|b", "cannot be shown"),
        ("\u738b", "cannot be shown"),
        ("a\x1b[2J", "cannot be shown"),
        ("seat 3", "mistaken"),
        ("7", "mistaken"),
        ("you", "mistaken"),
    ):
        with pytest.raises(ValueError, match=said):
            read_names(text)
    assert plain("Zo\u00eb") == "Zoe"
    assert seated(["Anna"], [False, True, False]) == ("", "Anna", "")
    assert seated(["Anna", "Ben"], [True, False, True]) == ("Anna", "", "Ben")
    assert seated(["A", "B", "C"], [True, False, False]) == ("A", "B", "C")


def test_a_name_is_written_as_it_was_told() -> None:
    with Desk.start() as desk:
        desk.call(["Zo\u00eb", ""])
        desk.set_up(Setup("nimmt", 2, ("round",), 3))
        assert desk.names() == ["Zo\u00eb", "seat 2"]
        assert "Zo\u00eb (you)" in desk.board(0)
        assert all(choice.phrase.startswith("Zo\u00eb commits") for choice in desk.choices(0))
        desk.push(desk.choices(0)[0].token)
        (event,) = desk.story(0)
        assert sentence(event, 0, desk.names()).startswith("Zo\u00eb (you) commits card")
        assert desk.asks() == "the card that seat 2 plays"


def test_a_phrase_that_names_its_bandit_is_not_named_twice() -> None:
    told_of = Told(0, "c2", "Belle moves to car 2", "Belle")
    assert sentence(told_of, None, ["Belle", "Doc"]) == "Belle moves to car 2"
    assert sentence(told_of, 0, ["Belle", "Doc"]) == "Belle (you) moves to car 2"
    assert sentence(Told(1, "a", "takes 1 black", "Ben"), 0, ["Anna", "Ben"]) == "Ben takes 1 black"


def test_a_bandit_and_its_seat_of_one_name_are_named_once() -> None:
    assert named("whom Doc (seat 1) shoots", ["Belle", "Doc"]) == "whom Doc shoots"
    assert named("whom Doc (seat 1) shoots", ["Anna", "Ben"]) == "whom Doc (Ben) shoots"


@pytest.mark.timing
def test_names_are_asked_for_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert kept_names() is None
    args = ["play", "heckmeck", "--seed", "5", "--time", "20ms", "--level", "beginner"]
    with Seated(args, tmp_path, ask_names=True) as person:
        person.wait("What are you called")
        person.type("Bartholomew")
        person.wait("at most 10 letters")
        person.type("Anna")
        screen = person.wait("^Anna>")
        assert screen.startswith("Heckmeck Barbecue, turn 1   Anna, seat 2: engine (beginner)")
        assert "1 Anna (you)" in screen
        person.type("swap 2")
        person.wait("have changed places")
    assert kept_names() == ["Anna"]
    with Seated([*args, "--names", "Ben"], tmp_path, ask_names=True) as person:
        person.wait("^Ben>")
    assert kept_names() == ["Ben"]
    with Seated(args, tmp_path, ask_names=True) as person:
        person.wait("^Ben>")
