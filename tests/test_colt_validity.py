"""Colt Express texts that no game reaches are refused by the rule they break; those from games are not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import pytest
from colt_games import SETTINGS, STAGE, game, setting_name

from scaling import scale
from solver.errors import NotationError
from solver.games import parse_position
from solver.games.colt import names
from solver.games.colt.figures import standard
from solver.games.colt.writing import FIELDS

FOUR, PAIRS = (4, STAGE), (2, STAGE | names.PAIRS)
TEAMS, EXPERT, BASE_PAIRS, BASE = (4, STAGE | names.TEAMS), (3, names.EXPERT), (2, names.PAIRS), (3, 0)
TOGETHER = {"horse": FOUR, "starter": BASE_PAIRS, "reserve": PAIRS, "turmoil": FOUR, "keep": FOUR}


def value(text: str, field: str) -> str:
    return text.split(" ")[1 + FIELDS.index(field)].partition("=")[2]


def changed(text: str, changes: dict[str, str]) -> str:
    """A text with other values of some fields."""
    words = text.split(" ")
    for field, new in changes.items():
        words[1 + FIELDS.index(field)] = f"{field}={new}"
    return " ".join(words)


@cache
def texts_of(setting: tuple[int, int], seed: int) -> tuple[str, ...]:
    """The texts of a random game."""
    return tuple([state.to_text() for state in game(*setting, seed)])


@cache
def position(setting: tuple[int, int], conditions: str) -> tuple[str, ...]:
    """The first position of random games whose words are all these, `~` before one that must not be; with the
    views of all seats."""
    words = [word for word in conditions.split() if not word.startswith("~")]
    others = [word[1:] for word in conditions.split() if word.startswith("~")]
    for seed in range(30):
        for text in texts_of(setting, seed):
            found = text.split(" ")
            if all(word in found for word in words) and not any(word in found for word in others):
                state = parse_position(text)
                return (text, *(state.view(seat).to_text() for seat in range(setting[0])))
    raise AssertionError(f"no game comes to {conditions}")


def refused(text: str, token: str, rule: str) -> None:
    """Refused for this reason, naming a word that stands in the text."""
    with pytest.raises(NotationError, match=rule) as caught:
        parse_position(text)
    assert caught.value.code == "position"
    assert caught.value.token == token
    assert token in str(caught.value)
    assert token in text.split(" ") or token in re.split("[ =/+]", text)


# --- commitments --------------------------------------------------------------------------------------------

WRONG = {
    "horse": ("draw", "none", "start1", "keepmove", "move", "boards0"),
    "starter": ("draw", "none", "board1", "reservemove"),
    "reserve": ("draw", "none", "keepmove", "move", "board1"),
    "turmoil": ("none", "keepmove", "horse", "downmove", "discardmove"),
    "keep": ("draw", "pass", "move", "horse", "reservemove", "discardmove"),
}
RULES = {
    "horse": "a choice is horse or board",
    "starter": "a choice is start1 or start2",
    "reserve": "a choice is reserve and a card",
    "turmoil": "a choice is a card, draw or pass",
    "keep": "a choice is keep and a card, or none",
}


@pytest.mark.parametrize(("ask", "wrong"), [(ask, word) for ask in WRONG for word in WRONG[ask]])
def test_a_commitment_of_another_kind_is_refused_and_named(ask: str, wrong: str) -> None:
    setting = TOGETHER[ask]
    everybody = "".join(map(str, range(setting[0])))
    texts = position(setting, f"ask={ask} ~owed={everybody} ~commit=-/-/-/-")
    seat = next(n for n, word in enumerate(value(texts[0], "commit").split("/")) if word != "-")
    for text in (texts[0], texts[1 + seat]):
        parts = value(text, "commit").split("/")
        parts[seat] = wrong
        bad = changed(text, {"commit": "/".join(parts)})
        # the field takes only words of simultaneous choices
        other = wrong == "boards0"
        refused(bad, wrong, "it is not a choice made together" if other else f"ask={ask} {RULES[ask]}")


@pytest.mark.parametrize(
    ("ask", "letters", "base", "rule"),
    [("keep", "mfsrplhbn", "keep", "is not in the hand"), ("turmoil", "mfsrplh", "", "is not in the hand"),
     ("reserve", "mfsrph", "reserve", "is not in the deck")],
)  # fmt: skip
def test_a_chosen_card_that_is_not_there_is_refused(ask: str, letters: str, base: str, rule: str) -> None:
    for seed in range(40):
        for text in texts_of(TOGETHER[ask], seed):
            parts = value(text, "commit").split("/")
            if value(text, "ask") != ask or parts[0] == "-":
                continue
            held = value(text, "decks" if ask == "reserve" else "hands").split("/")[0]
            for letter in letters:
                if letter not in held:
                    word = base + names.CARDS["mfsrplhbn".index(letter)]
                    bad = changed(text, {"commit": "/".join([word, *parts[1:]])})
                    refused(bad, word, rule)
                    return
    raise AssertionError("no such position")


def test_a_choice_of_a_seat_that_makes_none_is_refused() -> None:
    refused(
        changed(position(BASE, "ask=plan")[0], {"commit": "draw/-/-"}), "draw", "of seat 0 no choice is in"
    )
    text = position(FOUR, "ask=keep owed=0123")[0]
    refused(changed(text, {"owed": "012"}), "commit=-/-/-/-", "of seat 3 its choice is in")
    refused(changed(text, {"commit": "none/-/-/-"}), "none", "of seat 0 no choice is in")
    late = position(FOUR, "ask=showturmoil step=1 first=0")[0]
    parts = value(late, "commit").split("/")
    assert parts[0] == "-"
    refused(changed(late, {"commit": "/".join(["draw", *parts[1:]])}), "draw", "of seat 0 no choice is in")


def test_a_seat_that_has_nothing_to_choose_owes_nothing() -> None:
    text = position(FOUR, "ask=horse owed=023 commit=-/-/-/-")[0]
    refused(changed(text, {"owed": "0123"}), "owed=0123", "seat 1 has nothing to choose")


def test_a_bandit_who_has_boarded_does_not_board() -> None:
    for seed in range(40):
        for text in texts_of(PAIRS, seed):
            commit, places = value(text, "commit").split("/"), value(text, "at").split("/")
            if value(text, "ask") == "horse" and commit[0] != "-" and places[0] != "riding":
                bad = changed(text, {"commit": "/".join(["board1", commit[1]])})
                refused(bad, "board1", "bandit 0 does not ride any more")
                return
    raise AssertionError("no such position")


@pytest.mark.long
def test_turmoil_choices_that_the_cards_do_not_allow() -> None:
    seen = set()
    for seed in range(60):
        for text in texts_of(FOUR, seed):
            if value(text, "ask") != "turmoil" or value(text, "commit").startswith("-"):
                continue
            parts = value(text, "commit").split("/")
            hand, deck = (value(text, field).split("/")[0] for field in ("hands", "decks"))

            def choice(word: str, text: str = text, parts: list[str] = parts) -> str:
                return changed(text, {"commit": "/".join([word, *parts[1:]])})

            if deck == "-":
                refused(choice("draw"), "draw", "seat 0 has nothing to draw")
                seen.add("draw")
            else:
                refused(choice("pass"), "pass", "passes only where it can neither play nor draw")
                seen.add("pass")
            for letter, word in (("b", "bullet"), ("n", "neutral")):
                if letter in hand:
                    refused(choice(word), word, f"{word} cannot be laid by seat 0")
                    seen.add("bullet")
        if len(seen) == 3:
            return
    raise AssertionError(f"only {seen}")


def test_a_card_that_a_hostage_bars_is_not_chosen() -> None:
    for hostage, letter, word in (("teacher", "p", "punch"), ("zealot", "h", "ride")):
        text = next(
            text
            for seed in range(60)
            for text in texts_of(FOUR, seed)
            if value(text, "ask") == "turmoil"
            and value(text, "commit")[0] != "-"
            and letter in value(text, "hands").split("/")[0]
            and hostage in value(text, "crowd").split("+")
            and value(text, "hostage")[0] == "-"
        )
        crowd = [one for one in value(text, "crowd").split("+") if one != hostage]
        changes = {
            "commit": "/".join([word, *value(text, "commit").split("/")[1:]]),
            "crowd": "+".join(crowd) or "-",
            "hostage": "/".join([hostage, *value(text, "hostage").split("/")[1:]]),
        }
        refused(changed(text, changes), word, f"{word} cannot be laid by seat 0")


# --- whose turn it is, what is left to do -------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A position of a setting by words of its text; what is changed; the field named and the rule."""

    setting: tuple[int, int]
    conditions: str
    changes: str
    field: str
    rule: str


CASES = [
    Case(*case)
    for case in (
        # left
        (BASE, "ask=plan", "left=1", "left", "no cards are drawn with ask=plan"),
        (FOUR, "why=hand left=3", "left=0", "left", "some are left to draw"),
        (FOUR, "why=hand left=3 stage=start", "left=4", "left", "lacks 3 cards"),
        (FOUR, "why=hand left=3 stage=start", "left=2", "left", "lacks 3 cards"),
        (PAIRS, "why=hand left=3 ask=drawcard", "left=2", "left", "lacks 3 cards"),
        (EXPERT, "why=refill left=1", "left=2", "left", "lacks 1 cards"),
        (BASE, "why=draw ask=drawcard left=3", "left=4", "left", "with why=draw at most 3"),
        (FOUR, "why=drink ask=drawcard left=3", "left=4", "left", "with why=drink at most 3"),
        (FOUR, "why=turmoil left=3", "left=4", "left", "with why=turmoil at most 3"),
        (TEAMS, "why=guest left=1", "left=2", "left", "with why=guest at most 1"),
        # why
        (BASE, "ask=plan", "why=draw", "why", "with ask=plan it is -"),
        (BASE, "ask=drawround", "why=hand", "why", "with ask=drawround it is draw"),
        (BASE_PAIRS, "ask=starter", "why=-", "why", "with ask=starter it is hand"),
        (PAIRS, "ask=reserve", "why=draw", "why", "with ask=reserve it is hand"),
        (FOUR, "ask=drawcard why=hand", "why=rob", "why", "with ask=drawcard it is one of guest, hand"),
        (FOUR, "ask=drawcard why=draw", "why=hand", "why", "this comes in stage=start"),
        (EXPERT, "ask=drawcard why=refill", "why=draw", "why", "this comes in stage=plan"),
        (FOUR, "ask=drawcard why=hand", "why=guest", "why", "this setting has no such draw"),
        (BASE, "ask=drawcard why=draw", "why=drink drank=1", "why", "this setting has no such draw"),
        (FOUR, "ask=drawcard why=draw", "why=turmoil", "why", "of this round card has no such draw"),
        (FOUR, "ask=drawcard why=turmoil", "why=draw drawers=-", "why", "round card has no such draw"),
        (FOUR, "ask=drawflask why=drink", "why=marshal item=-", "why", "this comes in stage=event"),
        (FOUR, "ask=drawvalue why=rob", "why=draw", "why", "with ask=drawvalue it is one of rob, cheyenne"),
        (FOUR, "ask=drawflask why=drink seat=0", "item=1", "item", "he is not seat 0's"),
        # drawers
        (BASE, "ask=plan", "drawers=0", "drawers", "only while a turmoil's cards are drawn"),
        (FOUR, "why=turmoil drawers=-", "drawers=0123", "drawers", "it is for - to draw"),
        (FOUR, "why=turmoil seat=1 drawers=2 first=0", "drawers=-", "drawers", "it is for 2 to draw"),
        # todo
        (BASE, "ask=plan", "todo=0", "todo", "with ask=plan it is - here"),
        (FOUR, "ask=drawround", "todo=0", "todo", "with ask=drawround it is - here"),
        (PAIRS, "ask=reserve", "todo=-", "todo", "with ask=reserve it is 0 here"),
        (PAIRS, "ask=drawcard why=hand", "todo=-", "todo", "with ask=drawcard it is 0 here"),
        (EXPERT, "ask=discard", "todo=-", "todo", "with ask=discard it is 0 here"),
        (EXPERT, "why=refill", "todo=0", "todo", "with ask=drawcard it is - here"),
        (FOUR, "why=marshal", "todo=-", "todo", "with ask=drawflask it is 0 here"),
        (BASE, "ask=pickpocket todo=-", "todo=012", "todo", "with ask=pickpocket it is - here"),
        (BASE, "ask=pickpocket ~todo=-", "todo=-", "todo", "with ask=pickpocket it is "),
        (BASE, "ask=showleast todo=-", "todo=012", "todo", "with ask=showleast it is - here"),
        # drank, more
        (BASE, "ask=plan", "drank=1", "drank", "nobody has just drunk with ask=plan"),
        (FOUR, "ask=drawcard why=draw more=0", "drank=1", "drank", "nobody has just drunk with ask=drawcard"),
        (FOUR, "ask=keep", "drank=1", "drank", "nobody has just drunk"),
        (FOUR, "ask=drawcard why=drink", "drank=0", "drank", "these cards are drawn for a drink"),
        (BASE, "ask=plan turn=0 more=0", "more=1", "more", "in a double turn and after old whiskey"),
        (FOUR, "ask=keep", "more=1", "more", "in a double turn and after old whiskey"),
        # seat and step
        (BASE, "ask=plan step=1 seat=1", "seat=2", "seat", "with step=1 and ask=plan it is seat 1's turn"),
        (BASE, "ask=plan step=1 seat=1", "step=2", "seat", "with step=2 and ask=plan it is seat 2's turn"),
        (BASE, "ask=plan step=2", "step=3", "step", "with ask=plan it is 0 to 2"),
        (TEAMS, "ask=drawcard why=draw seat=1", "seat=2", "seat", "it is seat 1's turn"),
        (FOUR, "ask=drawcard why=hand seat=1", "seat=2", "seat", "it is seat 1's turn"),
        (FOUR, "ask=drawcard why=hand step=1", "step=0", "step", "with ask=drawcard it is 1 to 4"),
        (FOUR, "ask=keep", "step=1", "step", "this round card lets each seat keep 1 at most"),
        (FOUR, "ask=keep", "seat=1", "seat", "it is seat 0's turn"),
        (FOUR, "ask=horse", "seat=1", "seat", "it is seat 0's turn"),
        (FOUR, "ask=turmoil", "step=1", "step", "with ask=turmoil it is 0"),
        (FOUR, "ask=showturmoil seat=1", "seat=2", "seat", "it is seat 1's turn"),
        (FOUR, "why=turmoil", "step=1", "step", "with ask=drawcard it is 0"),
        (FOUR, "why=marshal", "seat=1", "seat", "it is seat 0's turn"),
        (FOUR, "ask=drawround", "seat=1", "seat", "it is seat 0's turn"),
        (FOUR, "ask=move", "step=1", "step", "with ask=move it is 0"),
        (BASE, "ask=over", "seat=1", "seat", "it is seat 0's turn"),
        (EXPERT, "ask=discard seat=1", "seat=2", "seat", "it is seat 1's turn"),
        (FOUR, "why=turmoil seat=1 drawers=2 first=0", "seat=3", "seat", "seat 3 has not chosen to draw"),
        # the end
        (
            BASE,
            "ask=showpurse",
            "ask=over item=-",
            "ask",
            "is yet to be turned up: the question is showpurse",
        ),
        (BASE, "ask=showpurse", "item=9", "item", "it is purse"),
        (BASE, "ask=over", "ask=showpurse item=0", "item", "all purses are turned up"),
        (BASE, "ask=showpurse", "item=-", "item", "it is purse"),
        # turn
        (FOUR, "ask=horse", "turn=1", "turn", "by the cars 4 to 2"),
        (BASE_PAIRS, "ask=starter", "turn=1", "turn", "in the choice of the start it is 3"),
        (FOUR, "ask=drawcard why=hand", "turn=1", "turn", "before the round card is shown it is 0"),
        (FOUR, "ask=move turn=3", "turn=2", "turn", "after planning it is the last, 3"),
        # the card that is carried out
        (FOUR, "ask=keep owed=0123", "stage=pile ask=marshal owed=-", "done", "a card is being carried out"),
        (FOUR, "ask=move", "ask=fire", "ask", "the card that is carried out is move"),
        (FOUR, "ask=rob", "ask=move", "ask", "the card that is carried out is robbery"),
        (FOUR, "ask=drawvalue why=rob bandit=0", "why=cheyenne victim=1", "ask", "carried out is robbery"),
        (BASE, "ask=move bandit=0", "bandit=1 seat=1", "bandit", "is carried out moves bandit 0"),
        (BASE_PAIRS, "ask=move bandit=0", "bandit=1", "bandit", "is carried out moves bandit 0"),
        (FOUR, "ask=marshal seat=0", "seat=1", "seat", "the card that is carried out is seat 0's"),
        (FOUR, "ask=showcard seat=0", "seat=1", "seat", "the next card was laid by seat 0"),
        (FOUR, "ask=move", "ask=showcard bandit=-", "done", "so it lies face down"),
        # what is asked where
        (EXPERT, "ask=discard", "settings=-", "ask", "this is asked only with expert"),
        (BASE_PAIRS, "ask=starter", "ask=horse", "ask", "this is asked only with horses"),
        (PAIRS, "ask=horse", "ask=starter", "ask", "only with two seats without horses"),
        (FOUR, "ask=drawcard why=hand", "ask=reserve owed=0", "ask", "this is asked only with two seats"),
        (FOUR, "ask=keep", "settings=horses+stage+expert", "ask", "nobody plans ahead"),
        (BASE, "ask=plan", "ask=showturmoil", "ask", "in a turmoil all choose together"),
        (FOUR, "ask=turmoil owed=0123", "ask=plan owed=-", "ask", "in a turmoil all choose together"),
        (PAIRS, "ask=plan drank=0 more=1", "ask=cover item=0", "ask", "only in a standard turn"),
        (FOUR, "ask=plan seat=0 ~at=riding", "ask=hostage bandit=0", "ask", "not asked in stage=plan"),
        (BASE, "ask=rob", "ask=pickpocket", "ask", "not asked in stage=pile"),
    )
]


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.conditions}-{case.changes}".replace(" ", "_")
)
def test_what_no_game_reaches_is_refused_for_the_reason_it_is(case: Case) -> None:
    changes = dict(change.split("=") for change in case.changes.split())
    for text in position(case.setting, case.conditions):
        parse_position(text)
        bad = changed(text, changes)
        refused(bad, f"{case.field}={value(bad, case.field)}", re.escape(case.rule))


@pytest.mark.parametrize(
    ("setting", "conditions", "word"),
    [
        (BASE, "ask=pickpocket", "pickpocket"),
        (BASE, "ask=showleast", "revenge"),
        (FOUR, "why=marshal", "whiskey"),
    ],
)
def test_an_event_asks_only_with_its_card(setting: tuple[int, int], conditions: str, word: str) -> None:
    text = position(setting, conditions)[0]
    turns = standard().turns[0]
    most = len(turns[names.ROUND_CARDS.index(word)])
    others = range(12) if word == "whiskey" else names.BASE_STATIONS
    other = next(
        names.ROUND_CARDS[card]
        for card in others
        if len(turns[card]) >= most and names.ROUND_CARDS[card] not in value(text, "shown").split("+")
    )
    shown = [other if one == word else one for one in value(text, "shown").split("+")]
    shown.sort(key=names.ROUND_CARDS.index)
    bad = changed(text, {"card": other, "shown": "+".join(shown)})
    refused(bad, f"card={other}", f"the event that asks this is that of {word}")


def test_cards_are_drawn_only_where_there_are_some() -> None:
    text = next(
        text
        for seed in range(60)
        for text in texts_of(BASE, seed)
        if " ask=plan " in text and value(text, "decks").split("/")[int(value(text, "seat"))] == "-"
    )
    bad = changed(text, {"ask": "drawcard", "why": "draw", "left": "1"})
    refused(bad, "left=1", "there is no card left to draw")


def test_an_event_asks_only_whom_it_concerns() -> None:
    text = position(BASE, "ask=pickpocket bandit=0")[0]
    first = value(text, "at").split("/")[0]
    together = "/".join([first, first, value(text, "at").split("/")[2]])
    refused(changed(text, {"at": together}), "bandit=0", "the event does not concern him where he is")
    text = position(BASE, "ask=showleast")[0]
    bandit = int(value(text, "bandit"))
    places = value(text, "at").split("/")
    places[bandit] = "0"
    refused(changed(text, {"at": "/".join(places)}), f"bandit={bandit}", "the event does not concern him")


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=setting_name)
def test_what_games_reach_is_accepted(setting: tuple[int, int]) -> None:
    for seed in range(scale(10, least=1)):
        for number, state in enumerate(game(*setting, 1000 + seed)):
            for one in (state, state.view(number % setting[0])):
                assert parse_position(one.to_text()) == one
