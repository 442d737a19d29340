"""Colt Express's texts: positions of every setting, faults refused by name, tokens of one meaning."""

from __future__ import annotations

import pytest
from colt_games import SETTINGS, game, setting_name

from scaling import scale
from solver.errors import IllegalMove, NotationError, SetupError
from solver.games import GAMES, parse_position
from solver.games.colt import names
from solver.games.colt.figures import standard
from solver.games.colt.moves import MASK_WORDS, tokens
from solver.games.colt.notation import FIELDS

COLT = GAMES["colt"]
DEAL = COLT.initial(3, 3, ("stagecoach",))
BASE = COLT.initial(1, 3)


def changed(text: str, field: str, value: str) -> str:
    """A text with another value of one field."""
    words = text.split(" ")
    words[1 + FIELDS.index(field)] = f"{field}={value}"
    return " ".join(words)


@pytest.mark.parametrize("setting", SETTINGS, ids=setting_name)
def test_truths_and_views_of_every_setting_are_read_back(setting: tuple[int, int]) -> None:
    for seed in range(scale(10, least=1)):
        for number, state in enumerate(game(*setting, seed)):
            if number % 9 and not state.is_terminal():
                continue
            for one in (state, *(state.view(seat) for seat in range(setting[0]))):
                again = parse_position(one.to_text())
                assert again == one
                assert again.to_text() == one.to_text()


@pytest.mark.parametrize("pairs", [False, True])
def test_no_token_means_two_things(pairs: bool) -> None:
    meaning: dict[str, int] = {}
    for phase in map(names.PHASES.index, MASK_WORDS):
        table = tokens(phase, pairs, standard().purse_values)
        assert len(set(table.values())) == len(table)
        for action, word in table.items():
            assert meaning.setdefault(word, action) == action


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("view", "3"),
        ("settings", "stage"),
        ("settings", "expert+horses"),
        ("bandits", "doc/doc/tuco"),
        ("bandits", "doc/tuco"),
        ("at", "9/9/9"),
        ("at", "coach/4/4"),
        ("bullets", "6/6/7"),
        ("bullets", "5/6/6"),
        ("shots", "0/0/1"),
        ("hits", "1/0/0"),
        ("boxes", "0/0/1"),
        ("jewels", "0/0/36"),
        ("flasks", "f/-/-"),
        ("hostage", "poodle/-/-"),
        ("pool", "5/2/2/2/2/3"),
        ("purses", "-"),
        ("whiskey", "5/1"),
        ("marshal", "4"),
        ("coach", "1"),
        ("shotgun", "coach"),
        ("horses", "1/0/0/0"),
        ("neutral", "12"),
        ("aside", "0"),
        ("crowd", "poodle"),
        ("round", "0"),
        ("round", "2"),
        ("card", "escape"),
        ("card", "-"),
        ("shown", "-"),
        ("first", "-"),
        ("turn", "5"),
        ("sly", "10"),
        ("guests", "1/0/0"),
        ("decks", "-/-/-"),
        ("hands", "-/-/-"),
        ("discards", "m/-/-"),
        ("keep", "m/?/-"),
        ("commit", "draw/-/-"),
        ("pile", "m0"),
        ("done", "1"),
        ("stage", "pile"),
        ("ask", "move"),
        ("ask", "turmoil"),
        ("seat", "3"),
        ("bandit", "0"),
        ("victim", "0"),
        ("item", "0"),
        ("owed", "0"),
        ("flee", "0"),
        ("enter", "0"),
    ],
)
def test_what_cannot_be_is_refused_by_name(field: str, value: str) -> None:
    text = changed(BASE.to_text(), field, value)
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert caught.value.code == "position"
    assert caught.value.token in str(caught.value)
    assert caught.value.token in text


def test_a_view_shows_no_hand_of_others() -> None:
    text = BASE.to_text()
    with pytest.raises(NotationError, match="seat 1 does not see this hand"):
        parse_position(changed(BASE.view(1).to_text(), "hands", text.split("hands=")[1].split(" ")[0]))


def test_tokens_that_do_not_fit_say_what_would() -> None:
    first = BASE.players_to_move()[0]
    with pytest.raises(NotationError, match="possible: ") as unknown:
        BASE.string_to_action("jump", first)
    assert unknown.value.token == "jump"
    with pytest.raises(IllegalMove, match="possible: "):
        BASE.string_to_action("car1", first)
    with pytest.raises(IllegalMove, match="nothing to decide"):
        BASE.string_to_action("draw", (first + 1) % 3)
    with pytest.raises(IllegalMove, match="what is not seen is x"):
        DEAL.view(0).string_to_action("board", 1)


@pytest.mark.parametrize(
    ("seats", "rules", "token"),
    [
        (3, ("teams",), "teams"),
        (4, ("horses", "stagecoach"), "stagecoach"),
        (4, ("doc", "doc"), "doc"),
        (3, ("doc", "belle", "tuco", "ghost"), "ghost"),
    ],
)
def test_rules_words_that_contradict_are_refused(seats: int, rules: tuple[str, ...], token: str) -> None:
    with pytest.raises(SetupError) as caught:
        COLT.initial(1, seats, rules)
    assert (caught.value.code, caught.value.token) == ("rules", token)


def test_named_characters_come_first() -> None:
    text = COLT.initial(1, 4, ("tuco", "belle")).to_text()
    assert " bandits=tuco/belle/" in text
