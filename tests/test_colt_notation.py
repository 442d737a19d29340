"""Colt Express's texts: positions of every setting, faults refused by name, unambiguous tokens."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from colt_games import SETTINGS, game, setting_name

from scaling import scale, some
from solver.errors import IllegalMove, NotationError, SetupError
from solver.game import State
from solver.games import GAMES, parse_position
from solver.games.colt import names
from solver.games.colt.board import draw
from solver.games.colt.fields import Fields
from solver.games.colt.figures import standard
from solver.games.colt.moves import MASK_WORDS, tokens
from solver.games.colt.people import tally
from solver.games.colt.writing import FIELDS
from solver.rng import Rng

COLT = GAMES["colt"]
DEAL = COLT.initial(3, 3, ("stagecoach",))
BASE = COLT.initial(1, 3)


def fields_of(state: State) -> Fields:
    """Fields of a position."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    return fields


def changed(text: str, field: str, value: str) -> str:
    """A text with another value of one field."""
    words = text.split(" ")
    words[1 + FIELDS.index(field)] = f"{field}={value}"
    return " ".join(words)


@pytest.mark.parametrize(
    ("rules", "said"), [((), "plays a card or draws"), (("horses",), "plays a card, draws or drinks")]
)
def test_drinking_is_spoken_of_only_where_there_are_flasks(rules: tuple[str, ...], said: str) -> None:
    state = COLT.initial(1, 3, rules)
    while names.PHASES[fields_of(state).phase] != "plan":
        owing = state.players_to_move()
        if owing:
            state.apply_action(state.legal_actions(owing[0])[0], owing[0])
        else:
            state.apply_action(state.chance_outcomes()[0][0])
    assert state.board().splitlines()[-1] == f"seat {fields_of(state).seat} {said}"


@pytest.mark.parametrize(
    ("seats", "said"),
    [(2, "pile: Doc's Punch, seat 1's ?"), (3, "pile: Ghost's Floor, Cheyenne's Floor, Doc's ?")],
)
def test_of_a_card_face_down_the_board_tells_who_laid_it(seats: int, said: str) -> None:
    """Of two bandits it is not known which of them acts."""
    state = COLT.initial(0, seats)
    rng = Rng(0)
    lines: list[str] = []
    while not any("?" in line for line in lines):
        owing = state.players_to_move()
        if owing:
            legal = state.legal_actions(owing[0])
            state.apply_action(legal[rng.below(len(legal))], owing[0])
        else:
            state.apply_action(state.draw_chance(rng))
        lines = [line for line in state.view(0).board().splitlines() if line.startswith("pile: ")]
    assert lines == [said]


def test_one_bullet_and_one_shot_are_no_plurals() -> None:
    fields = fields_of(BASE)
    first = replace(fields.bandits[0], bullets=1, shots=1)
    board = draw(replace(fields, bandits=(first, *fields.bandits[1:]), neutral=1), standard())
    assert len(re.findall(r"\b1 bullet\b", board)) == 1
    assert board.count("6 bullets") == 2
    assert "(1 neutral bullet;" in board
    assert all("nobody has fired yet" in told for told in tally(BASE))


def test_a_score_is_told_with_all_whose_loot_it_is() -> None:
    """Alone, of two bandits of one seat, of the two seats of a team."""
    assert [told.count(": a purse of $250") for told in tally(BASE)] == [1, 1, 1]
    assert [told.count(": a purse of $250") for told in tally(COLT.initial(1, 2))] == [2, 2]
    together = tally(COLT.initial(1, 4, ("stagecoach", "teams")))
    assert [told.count(": a purse of $250") for told in together] == [2, 2, 2, 2]
    assert together[0] == together[1] != together[2] == together[3]


@pytest.mark.parametrize("setting", some(SETTINGS, least=12), ids=setting_name)
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
    ("field", "value", "rule"),
    [
        ("view", "3", "a whole number of 0 to 2 is needed"),
        ("settings", "stage", "loot=b1:-/p1+j1:-/p3:-/p1:- should tell of the locomotive an"),
        ("settings", "expert+horses", "each word once, in the order horses, stage, teams, expert, p"),
        ("bandits", "doc/doc/tuco", "each character is there once"),
        ("bandits", "doc/tuco", "bandits=doc/tuco should be 3 to 6 bandits parted by /, not 2"),
        ("at", "9/9/9", "a place is a car of 0 to 3, with r for its roof, or coach, c"),
        ("at", "coach/3/3", "there is no coach in this setting"),
        ("bullets", "6/6/7", "a bandit has at most 6"),
        ("bullets", "5/6/6", "0 bullets were received, 1 fired, the rest is neutral"),
        ("shots", "0/0/1", "only 0 bullets were fired"),
        ("hits", "1/0/0", "1 bullets were received, 0 fired, the rest is neutral"),
        ("boxes", "0/0/1", "there are 2 strongboxes in all"),
        ("jewels", "0/0/36", "more jewels than there are"),
        ("flasks", "f/-/-", "more flasks than there are"),
        ("hostage", "poodle/-/-", "with those taken that makes 1 hostages"),
        ("pool", "5/2/2/2/2/3", "with the purses seen, the values do not add up"),
        ("purses", "-", "with the purses seen, the values do not add up"),
        ("whiskey", "5/1", "there is no whiskey in this setting"),
        ("marshal", "4", "a whole number of 0 to 3 is needed"),
        ("coach", "1", "a coach is there exactly with the setting stage"),
        ("shotgun", "coach", "the Shotgun is there exactly with the setting stage"),
        ("horses", "1/0/0/0", "there can be at most 0"),
        ("neutral", "12", "0 bullets were received, 0 fired, the rest is neutral"),
        ("aside", "0", "there are 2 strongboxes in all"),
        ("crowd", "poodle", "with those taken that makes 1 hostages"),
        ("round", "0", "a whole number of 1 to 5 is needed"),
        ("round", "2", "2 round cards have been shown by now"),
        ("card", "escape", "the card that lies open was shown"),
        ("card", "-", "a round card lies open exactly from planning on, not in stag"),
        ("shown", "-", "the card that lies open was shown"),
        ("first", "-", "the first player is known exactly after the horse attack"),
        ("turn", "5", "this round card has 5 turns, counted from 0"),
        ("sly", "10", "digits of 0 to 2, ascending, each once, or - for none"),
        ("guests", "1/0/0", "only partners hold each other's cards"),
        ("decks", "-/-/-", "seat 0 has 1 floor cards, it should be 2"),
        ("hands", "-/-/-", "seat 0 has 0 move cards, it should be 2"),
        ("discards", "m/-/-", "seat 0 has 3 move cards, it should be 2"),
        ("keep", "m/?1/-", "a kept card is written exactly where it is seen"),
        ("keep", "m/?/-", "a whole number of 1 to 3 is needed"),
        ("keep", "mmmm/-/-", "at most 3 cards are kept"),
        ("commit", "draw/-/-", "of seat 0 no choice is in"),
        ("pile", "m0", "seat 0 has 3 move cards, it should be 2"),
        ("done", "1", "there are 0 cards on the pile"),
        ("stage", "pile", "this is not asked in stage=pile"),
        ("ask", "move", "this is not asked in stage=plan"),
        ("ask", "turmoil", "this turn is none"),
        ("seat", "3", "a whole number of 0 to 2 is needed"),
        ("bandit", "0", "a bandit is named exactly where he acts, not with ask=plan"),
        ("victim", "0", "a victim is named exactly while a punch lasts"),
        ("item", "0", "this is asked nowhere here"),
        ("owed", "0", "several seats choose together, not with ask=plan"),
        ("flee", "0", "only who shares the Shotgun's roof flees"),
        ("enter", "0", "only who is inside the coach takes a hostage"),
    ],
)
def test_what_cannot_be_is_refused_by_name(field: str, value: str, rule: str) -> None:
    text = changed(BASE.to_text(), field, value)
    with pytest.raises(NotationError, match=re.escape(rule)) as caught:
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
