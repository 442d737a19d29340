"""Longhorn's texts of positions and moves, and every way in which they can be wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import HerdmindError, IllegalMove, NotationError
from solver.games import parse_position
from solver.games.longhorn import LonghornState, names, parse
from solver.games.longhorn.fields import Fields
from solver.games.longhorn.notation import to_text

T = TypeVar("T")

START = (
    "longhorn/1 tulsa:b1w1:ambush,dagger:b2o2:gold300,nugget:b1w2o2g1:sheriff"
    "/cherokee:w2g2:branding,redriver:b1o1g2:rattlesnake,solomon:w1o1g1:gold500"
    "/kidcooper:b2g2:snakeoil,blackstone:b1w2o2:epidemic,maverick:b1w1o1g1:snakeoil"
    " herds=-/- gold=-/- outlaw=- turn=1 last=-/- phase=start"
)
# Cherokee Spring is about to be emptied; seat 1 holds nuggets
PLAY = (
    "longhorn/1 tulsa:b1:ambush,dagger:-:-,nugget:w2:sheriff"
    "/cherokee:g2:ambush,redriver:b1o1:rattlesnake,solomon:w1:-"
    "/kidcooper:-:-,blackstone:b1:epidemic,maverick:o1:snakeoil"
    " herds=b2w2o3g3/b1w3o2g1 gold=-/300+500 outlaw=cherokee turn=0 last=redriver/tulsa phase=play"
)
DRAW = (
    PLAY.replace("cherokee:g2:ambush", "cherokee:-:-")
    .replace("g3/", "g5/")
    .replace("last=redriver/tulsa phase=play", "last=cherokee/tulsa phase=draw:2")
)
MOVE = DRAW.replace("gold=-/300+500", "gold=300/500").replace("draw:2", "move:2")
NINE = (
    PLAY.replace("cherokee:g2:ambush", "cherokee:-:-")
    .replace("g3/", "g9/")
    .replace("g1 gold", " gold")
    .replace("last=redriver", "last=cherokee")
    .replace("phase=play", "phase=over:nine")
)
SHERIFF = (
    PLAY.replace("nugget:w2:sheriff", "nugget:-:-")
    .replace("outlaw=cherokee", "outlaw=nugget")
    .replace("last=redriver", "last=nugget")
    .replace("phase=play", "phase=over:sheriff")
)
# what was taken at Tulsa was one animal, and both neighbours are empty
MONEY = (
    "longhorn/1 tulsa:-:-,dagger:-:-,nugget:w2:sheriff"
    "/cherokee:-:-,redriver:b1o1:rattlesnake,solomon:-:-"
    "/kidcooper:-:-,blackstone:-:-,maverick:w1:snakeoil"
    " herds=b1w1o2/b1w3o2g1 gold=-/300+500 outlaw=tulsa turn=0 last=tulsa/dagger phase=over:money"
)
# the Rattlesnake of Tulsa has just scattered the last green of two
SCATTERED = (
    MONEY.replace("b1w1o2/", "g1/")
    .replace("cherokee:-", "cherokee:g1")
    .replace("redriver:b1o1:rattlesnake", "redriver:-:-")
    .replace("nugget:w2:sheriff", "nugget:-:-")
    .replace("maverick:w1:snakeoil", "maverick:-:-")
)
# made with figures of one's own: two nuggets of $200
OWN = PLAY.replace("gold=-/300+500", "gold=200+200/300+500") + (
    " figures=6,5,4s,4s,4s,4s,4s,3,2/brandingx3,snakeoilx3,ambushx3,rattlesnakex2,epidemicx1,sheriffx1"
    ",gold200x2,gold300x2,gold400x1,gold500x1"
)


@pytest.mark.parametrize(
    "text",
    [START, PLAY, DRAW, MOVE, NINE, SHERIFF, MONEY, SCATTERED, OWN],
    ids=["start", "play", "draw", "move", "nine", "sheriff", "money", "scattered", "own"],
)
def test_good_positions_round_trip(text: str) -> None:
    assert parse_position(text).to_text() == text


def test_unreachable_positions_that_can_be_played_on_are_accepted() -> None:
    ten_tokens = PLAY.replace("solomon:w1:-", "solomon:w1:branding").replace("gold=-/", "gold=400/")
    few_cattle = PLAY.replace("herds=b2w2o3g3/b1w3o2g1", "herds=-/-")
    for text in (ten_tokens, few_cattle):
        state = parse_position(text)
        assert state.to_text() == text
        assert state.legal_actions()


# what is replaced in which position by what; the word that the error must name; a part of what it must say
BAD_POSITIONS: dict[str, tuple[str, str, str, str | None, str]] = {
    # the line
    "edition": (START, "longhorn/1", "longhorn/2", "longhorn/2", "not known"),
    "doubled space": (START, " turn", "  turn", " ", "exactly one space"),
    "trailing space": (START, "phase=start", "phase=start ", " ", "exactly one space"),
    "missing field": (START, " gold=-/-", "", "outlaw=-", "expected gold="),
    "extra field": (START, "phase=start", "phase=start more", "more", "8 fields"),
    "cut short": (START, " last=-/- phase=start", "", "turn=1", "before last="),
    "game alone": (START, START[len("longhorn/1") :], "", "longhorn/1", "before herds="),
    "order of fields": (START, "herds=-/- gold=-/-", "gold=-/- herds=-/-", "gold=-/-", "expected herds="),
    "no equals sign": (START, "turn=1", "turn1", "turn1", "expected turn="),
    "capital": (START, "turn=1", "Turn=1", "Turn=1", "expected turn="),
    # the board
    "two rows": (START, "/cherokee", ",cherokee", None, "three rows"),
    "short row": (START, "tulsa:b1w1:ambush,", "", None, "three squares"),
    "square without token": (START, "tulsa:b1w1:ambush", "tulsa:b1w1", "tulsa:b1w1", "location:cattle:token"),
    "square with too much": (
        START,
        "tulsa:b1w1:ambush",
        "tulsa:b1w1:ambush:x",
        "tulsa:b1w1:ambush:x",
        "location:",
    ),
    "unknown location": (START, "tulsa", "dallas", "dallas", "unknown location"),
    "doubled location": (START, "dagger", "tulsa", "tulsa", "twice"),
    "unknown token": (START, "ambush", "ambush2", "ambush2", "unknown token"),
    "odd nugget": (START, "gold300", "gold350", "gold350", "unknown token"),
    "nugget of nothing": (START, "gold300", "gold000", "gold000", "unknown token"),
    "huge nugget": (START, "gold300", "gold1600", "gold1600", "unknown token"),
    "nugget not in the box": (START, "gold300", "gold600", "gold600", "no more"),
    # cattle
    "unknown colour": (START, "b1w1:ambush", "b1r1:ambush", "b1r1", "not a colour"),
    "colours out of order": (START, "b1w1:ambush", "w1b1:ambush", "w1b1", "order b w o g"),
    "colour twice": (START, "b1w1:ambush", "b1b1:ambush", "b1b1", "order b w o g"),
    "count of zero": (START, "b1w1:ambush", "b0w1:ambush", "b0w1", "left out"),
    "leading zero": (START, "b1w1:ambush", "b01w1:ambush", "b01w1", "b01"),
    "count without colour": (START, "b1w1:ambush", "11:ambush", "11", "b2w1 or -"),
    "colour without count": (START, "b1w1:ambush", "bw1:ambush", "bw1", "b2w1 or -"),
    "no cattle written as nothing": (START, "b1w1:ambush", ":ambush", "", "b2w1 or -"),
    "foreign digit": (START, "b1w1:ambush", "b\u0661w1:ambush", "b\u0661w1", "b2w1 or -"),
    "ten in one place": (PLAY, "herds=b2", "herds=b10", "b10w2o3g3", "only nine"),
    "ten of a colour": (PLAY, "herds=b2", "herds=b6", "b1w3o2g1", "more than nine black"),
    "ten of a colour on the board": (
        PLAY,
        "g2:ambush",
        "w8:ambush",
        "cherokee:w8:ambush",
        "more than nine white",
    ),
    # tokens
    "Sheriff away from Nugget Hill": (
        PLAY,
        "tulsa:b1:ambush",
        "tulsa:b1:sheriff",
        "tulsa:b1:sheriff",
        "nugget",
    ),
    "second Epidemic": (PLAY, "tulsa:b1:ambush", "tulsa:b1:epidemic", "epidemic", "more than 1 Epidemic"),
    "third $300 nugget": (PLAY, "gold=-/300+500", "gold=300/300+300", "300", "more than 2 Gold $300"),
    "token on an empty square": (
        PLAY,
        "dagger:-:-",
        "dagger:-:branding",
        "dagger:-:branding",
        "empty location",
    ),
    # the rest
    "one herd": (PLAY, "b2w2o3g3/b1w3o2g1", "b2w2o3g3", "herds=b2w2o3g3", "two seats"),
    "three herds": (START, "herds=-/-", "herds=-/-/-", "herds=-/-/-", "two seats"),
    "nuggets out of order": (PLAY, "300+500", "500+300", "500+300", "ascending"),
    "no nugget": (PLAY, "300+500", "300+", "", "not a nugget"),
    "not a nugget": (PLAY, "300+500", "300+lots", "lots", "not a nugget"),
    "seat 2": (PLAY, "turn=0", "turn=2", "2", "seat 0 or 1"),
    "outlaw nowhere": (PLAY, "outlaw=cherokee", "outlaw=-", "outlaw=-", "stands on a location"),
    "outlaw at an unknown place": (PLAY, "outlaw=cherokee", "outlaw=dallas", "dallas", "unknown location"),
    "outlaw where nobody can act": (
        PLAY,
        "outlaw=cherokee",
        "outlaw=dagger",
        "outlaw=dagger",
        "could not act",
    ),
    "outlaw before the start": (START, "outlaw=-", "outlaw=dagger", "outlaw=dagger", "not on the board"),
    "last at an unknown place": (PLAY, "last=redriver/", "last=dallas/", "dallas", "unknown location"),
    "one last": (PLAY, "last=redriver/tulsa", "last=redriver", "last=redriver", "two seats"),
    "unknown phase": (PLAY, "phase=play", "phase=sleep", "sleep", "unknown phase"),
    "draw without steps": (DRAW, "draw:2", "draw", "draw", "unknown phase"),
    "steps out of range": (DRAW, "draw:2", "draw:9", "draw:9", "unknown phase"),
    "steps in play": (PLAY, "phase=play", "phase=play:2", "play:2", "unknown phase"),
    "bare over": (PLAY, "phase=play", "phase=over", "over", "unknown phase"),
    # the phases
    "nobody has nine": (PLAY, "phase=play", "phase=over:nine", "phase=over:nine", "must hold nine"),
    "nine and play goes on": (NINE, "over:nine", "over:money", "phase=over:money", "ends a game"),
    "nine of the other seat": (NINE, "turn=0", "turn=1", "phase=over:nine", "nobody else"),
    # ends that no turn brings about
    "nine in a turn elsewhere": (NINE, "last=cherokee", "last=redriver", "last=redriver/tulsa", "must name"),
    "caught though nobody has acted": (SHERIFF, "last=nugget/tulsa", "last=-/-", "last=-/-", "must name"),
    "caught with no cattle": (SHERIFF, "b2w2o3g3/", "-/", "herds=-/b1w3o2g1", "has just taken cattle"),
    "counted though nobody has acted": (MONEY, "last=tulsa/dagger", "last=-/-", "last=-/-", "must name"),
    "counted with all cattle on the board": (
        MONEY,
        "herds=b1w1o2/b1w3o2g1",
        "herds=-/-",
        "herds=-/-",
        "has just taken cattle",
    ),
    "counted with a way open": (
        MONEY.replace("b1w1o2/", "b1/"),
        "cherokee:-:-",
        "cherokee:o1:-",
        "phase=over:money",
        "would go on",
    ),
    "counted though the colour was not all taken": (
        MONEY,
        "tulsa:-:-",
        "tulsa:b1w1o1:-",
        "phase=over:money",
        "would go on",
    ),
    "scattered without a Rattlesnake": (
        SCATTERED,
        "blackstone:-:-,maverick:-:-",
        "blackstone:w1:rattlesnake,maverick:w1:rattlesnake",
        "phase=over:money",
        "would go on",
    ),
    # figures of one's own
    "own nugget without the figures": (OWN, OWN[OWN.index(" figures=") :], "", "200", "option Figures"),
    "figures of no form": (OWN, "figures=6,", "figures=", None, "figures are written 6,5,4s"),
    "figures without tokens": (OWN, "3,2/", "3,2+", None, "figures are written 6,5,4s"),
    "figures of no cattle": (OWN, "figures=6,", "figures=0,", "0", "1 to 36"),
    "figures of 37 cattle": (OWN, "figures=6,", "figures=7,", None, "37 cattle"),
    "figures of an unknown token": (OWN, "ambushx3", "tornadox3", "tornado", "unknown token"),
    "figures of four ambushes": (OWN, "ambushx3", "ambushx4", "ambushx4", "like brandingx3"),
    "figures out of order": (OWN, "brandingx3,snakeoilx3", "snakeoilx3,brandingx3", "brandingx3", "order"),
    "standard figures": (
        OWN.replace("gold=200+200", "gold=200"),
        "gold200x2,gold300x2,gold400x1",
        "gold200x1,gold300x2,gold400x2",
        None,
        "are not written",
    ),
    "more after the figures": (OWN, "gold500x1", "gold500x1 more", "more", "follows the last"),
    "nine of the other seat before the Sheriff": (
        SHERIFF.replace("cherokee:g2:ambush", "cherokee:-:-")
        .replace("g3/", "g9/")
        .replace("g1 gold", " gold"),
        "turn=0",
        "turn=1",
        "phase=over:sheriff",
        "had won before",
    ),
    "caught away from Nugget Hill": (SHERIFF, "outlaw=nugget", "outlaw=dagger", "outlaw=dagger", "caught"),
    "caught where cattle are left": (SHERIFF, "nugget:-:-", "nugget:w1:-", "outlaw=nugget", "emptied"),
    "draw where cattle are left": (DRAW, "cherokee:-:-", "cherokee:w1:-", "outlaw=cherokee", "emptied"),
    "draw from an empty hand": (DRAW, "gold=-/300+500", "gold=300+500/-", "phase=draw:2", "holds no nugget"),
    "draw in another turn": (DRAW, "last=cherokee", "last=redriver", "last=redriver/tulsa", "last must name"),
    "move to nowhere": (
        MOVE.replace("tulsa:b1:ambush", "tulsa:-:-").replace("redriver:b1o1:rattlesnake", "redriver:-:-"),
        "move:2",
        "move:1",
        "phase=move:1",
        "no cattle are 1 steps away",
    ),
    "start chosen by seat 0": (START, "turn=1", "turn=0", "turn=0", "seat 1 chooses"),
    "cattle held before the start": (
        START,
        "b1w1:ambush",
        "b1:ambush",
        "tulsa:b1:ambush",
        "2 cattle are dealt",
    ),
    "herd before the start": (START, "herds=-/-", "herds=w1/-", "herds=w1/-", "before the start"),
    "nugget before the start": (START, "gold=-/-", "gold=-/400", "gold=-/400", "before the start"),
    "played before the start": (START, "last=-/-", "last=dagger/-", "last=dagger/-", "before the start"),
    "no token before the start": (
        START,
        "tulsa:b1w1:ambush",
        "tulsa:b1w1:-",
        "tulsa:b1w1:-",
        "token lies on every location",
    ),
}


@pytest.mark.parametrize("case", BAD_POSITIONS.values(), ids=BAD_POSITIONS.keys())
def test_bad_positions_are_refused_naming_the_word(case: tuple[str, str, str, str | None, str]) -> None:
    base, old, new, word, said = case
    assert parse_position(base).to_text() == base
    assert base.count(old) >= 1
    with pytest.raises(NotationError) as caught:
        parse_position(base.replace(old, new, 1))
    assert caught.value.code == "position"
    assert said in str(caught.value)
    assert is_one_line(str(caught.value))
    if word is not None:
        assert caught.value.token == word
        assert word in str(caught.value) or not word.isascii()


def test_plain_data_is_checked_like_text() -> None:
    fields = parse(PLAY).fields()
    assert to_text(fields) == PLAY
    assert LonghornState.from_fields(fields).to_text() == PLAY
    impossible = Fields(**{**fields.__dict__, "outlaw": fields.places.index(3)})
    with pytest.raises(NotationError, match="could not act"):
        LonghornState.from_fields(impossible)


def test_states_come_from_texts_and_deals_only() -> None:
    with pytest.raises(TypeError, match="parse or initial"):
        LonghornState()
    with pytest.raises(NotationError, match="position is text"):
        parse(7)  # type: ignore[arg-type]


# --- moves --------------------------------------------------------------------------------------------------

GOLD_TURN = PLAY.replace("cherokee:g2:ambush", "cherokee:g2:gold400")
NINE_TURN = PLAY.replace("g3/", "g7/").replace("o2g1 gold", "o2 gold")
BRANDING_TURN = PLAY.replace("cherokee:g2:ambush", "cherokee:g2:branding")
START_TURN = PLAY.replace("outlaw=cherokee", "outlaw=redriver")

# the position; a token; the error's class; a part of what it must say
BAD_MOVES = {
    "nothing": (PLAY, "", NotationError, "lower-case"),
    "punctuation": (PLAY, "green-tulsa", NotationError, "lower-case"),
    "capital": (PLAY, "Greentotulsa", NotationError, "lower-case"),
    "no colour first": (PLAY, "purpletotulsa", NotationError, "begins with a colour"),
    "no ending": (PLAY, "green", NotationError, "after the colour"),
    "unknown place": (PLAY, "greentodallas", NotationError, "after the colour"),
    "start at nowhere": (START, "startdallas", NotationError, "followed by a location"),
    "to nowhere": (MOVE, "todallas", NotationError, "followed by a location"),
    "Sheriff and a destination": (PLAY, "whitesherifftotulsa", NotationError, "after the colour"),
    "drawn nugget and a destination": (PLAY, "greenambushnuggettotulsa", NotationError, "after the colour"),
    "spread out of order": (
        PLAY,
        "greenrattlesnakewhitetulsablacktulsatotulsa",
        NotationError,
        "black, white, orange, green",
    ),
    "spread of one colour twice": (
        PLAY,
        "greenrattlesnakeblacktulsablacktulsatotulsa",
        NotationError,
        "each once",
    ),
    "drawn nugget of a strange form": (DRAW, "nugget350", NotationError, "nugget300"),
    "decision where chance acts": (DRAW, "greentotulsa", NotationError, "nugget300"),
    "nugget that is not held": (DRAW, "nugget400", IllegalMove, "holds no such nugget"),
    "draw where nothing is drawn": (PLAY, "nugget300", NotationError, "begins with a colour"),
    "not a start": (START, "starttulsa", IllegalMove, "not a starting location"),
    "theft before the start": (START, "greentotulsa", IllegalMove, "chooses where the game starts"),
    "start in mid game": (PLAY, "starttulsa", IllegalMove, "chosen already"),
    "destination without theft": (PLAY, "totulsa", IllegalMove, "begins with the colour"),
    "theft after the draw": (MOVE, "greentotulsa", IllegalMove, "only the destination"),
    "absent colour": (PLAY, "blacktotulsa", IllegalMove, "no black cattle at Cherokee Spring"),
    "token's part left out": (PLAY, "greentotulsa", IllegalMove, "begins greenambush"),
    "wrong token": (PLAY, "greenepidemicblacktotulsa", IllegalMove, "begins greenambush"),
    "wrong nugget": (GOLD_TURN, "greengold300toblackstone", IllegalMove, "written greengold400toblackstone"),
    "too far": (GOLD_TURN, "greengold400tonugget", IllegalMove, "no walk of exactly 2 steps"),
    "empty place": (START_TURN, "blacktodagger", IllegalMove, "holds no cattle"),
    "token though not emptied": (
        START_TURN,
        "blackrattlesnakeblacktulsatotulsa",
        IllegalMove,
        "no token takes",
    ),
    "end though a way is open": (
        START_TURN,
        "blackend",
        IllegalMove,
        "follows tocherokee, tosolomon or toblackstone",
    ),
    "nine though there are fewer": (
        START_TURN,
        "blacknine",
        IllegalMove,
        "follows tocherokee, tosolomon or toblackstone",
    ),
    "more after nine": (NINE_TURN, "greenambushblacktoblackstone", IllegalMove, "written greennine"),
    "ambush of a colour not held": (
        PLAY.replace("b1w3o2g1", "b1w3g1"),
        "greenambushorangetoblackstone",
        IllegalMove,
        "seat 1 holds no orange",
    ),
    "ambush of a nugget not held": (
        PLAY.replace("300+500", "-"),
        "greenambushnugget",
        IllegalMove,
        "seat 1 holds no nugget",
    ),
    "ambush without effect though there is one": (
        PLAY,
        "greenambushtotulsa",
        IllegalMove,
        "must take effect",
    ),
    "ambush and too far": (
        PLAY,
        "greenambushblacktonugget",
        IllegalMove,
        "ends at Nugget Hill; after greenambushblack follows tosolomon or toblackstone",
    ),
    "branding far away": (
        BRANDING_TURN,
        "greenbrandingorangemaverickend",
        IllegalMove,
        "not a neighbour of Cherokee",
    ),
    "branding what is not there": (
        BRANDING_TURN,
        "greenbrandingwhitetulsatoblackstone",
        IllegalMove,
        "no white cattle at Tulsa",
    ),
    "branding into the void": (
        BRANDING_TURN,
        "greenbrandingblacktulsatodagger",
        IllegalMove,
        "Dagger Flat holds no cattle; after greenbrandingblacktulsa follows tosolomon or",
    ),
    "epidemic of an absent colour": (
        PLAY.replace("cherokee:g2:ambush", "cherokee:g2:-")
        .replace("redriver:b1o1", "redriver:b1")
        .replace("maverick:o1:snakeoil", "maverick:-:-")
        .replace("outlaw=cherokee", "outlaw=blackstone"),
        "blackepidemicorangetoredriver",
        IllegalMove,
        "no orange cattle on the board",
    ),
    "rattlesnake that forgets a colour": (
        PLAY.replace("g2:ambush", "g2:rattlesnake").replace("b2w2o3g3", "b2o3"),
        "greenrattlesnakeblacktulsaorangetulsatoblackstone",
        IllegalMove,
        "(black, orange and green) on a neighbour (tulsa, redriver or kidcooper)",
    ),
}


@pytest.mark.parametrize("case", BAD_MOVES.values(), ids=BAD_MOVES.keys())
def test_bad_moves_are_refused_naming_the_token(case: tuple[str, str, type[HerdmindError], str]) -> None:
    text, token, kind, said = case
    state = parse_position(text)
    with pytest.raises((NotationError, IllegalMove)) as caught:
        state.string_to_action(token)
    assert type(caught.value) is kind
    assert said in str(caught.value)
    assert caught.value.token == token
    assert is_one_line(str(caught.value))
    assert state.to_text() == text


def test_dangerous_destination_is_explained() -> None:
    # seat 1 played last at Tulsa; with a Rattlesnake there, and another place open, he may not be sent back
    text = PLAY.replace("tulsa:b1:ambush", "tulsa:b1:rattlesnake").replace(
        "cherokee:g2:ambush", "cherokee:b1g2:ambush"
    )
    with pytest.raises(IllegalMove, match="dangerous, seat 1 played there last"):
        parse_position(text).string_to_action("blacktotulsa")


MOVES_IN_WORDS = {
    "startdagger": (START, "the game starts at Dagger Flat"),
    "greenambushblacktoblackstone": (
        PLAY,
        "takes 2 green at Cherokee Spring, ambushes 1 black, sends the outlaw to Blackstone Corral",
    ),
    "greenambushwhitetoblackstone": (
        PLAY,
        "takes 2 green at Cherokee Spring, ambushes 2 white, sends the outlaw to Blackstone Corral",
    ),
    "greenambushgreentoblackstone": (
        PLAY,
        "takes 2 green at Cherokee Spring, ambushes 1 green, sends the outlaw to Blackstone Corral",
    ),
    "greenambushnugget": (PLAY, "takes 2 green at Cherokee Spring, ambushes a nugget to be drawn"),
    "nugget300": (DRAW, "the $300 nugget is drawn"),
    "toblackstone": (MOVE, "the outlaw goes to Blackstone Corral"),
    "greengold400toblackstone": (
        GOLD_TURN,
        "takes 2 green at Cherokee Spring, gets the $400 nugget, sends the outlaw to Blackstone Corral",
    ),
    "greennine": (NINE_TURN, "takes 2 green at Cherokee Spring, has nine of a colour and wins"),
    "whitesheriff": (
        PLAY.replace("outlaw=cherokee", "outlaw=nugget"),
        "takes 2 white at Nugget Hill, is caught by the Sheriff and loses",
    ),
    "orangesnakeoiltoblackstone": (
        PLAY.replace("outlaw=cherokee", "outlaw=maverick"),
        "takes 1 orange at Maverick Junction, drinks the Snake Oil, acts again at Blackstone Corral",
    ),
    "blackepidemicwhitetoredriver": (
        PLAY.replace("outlaw=cherokee", "outlaw=blackstone"),
        "takes 1 black at Blackstone Corral, the Epidemic takes all white off the board, "
        "sends the outlaw to Red River Valley",
    ),
}


@pytest.mark.parametrize("token", MOVES_IN_WORDS)
def test_moves_in_words(token: str) -> None:
    text, words = MOVES_IN_WORDS[token]
    state = parse_position(text)
    assert state.describe(state.string_to_action(token)) == words


def test_board_marks_the_outlaw_the_danger_and_the_turn() -> None:
    board = parse_position(PLAY).board()
    assert "[Cherokee Spring]" in board
    assert "! Sheriff" in board
    assert "seat 0 is kept from Red River Valley (danger)" in board
    assert "> seat 0" in board
    assert board.endswith("seat 0 to act at Cherokee Spring")
    assert "a nugget of seat 1 is drawn" in parse_position(DRAW).board()
    assert "seat 0 has nine" in parse_position(NINE).board()
    assert "met the Sheriff" in parse_position(SHERIFF).board()


# --- anything at all ----------------------------------------------------------------------------------------

GOOD = (START, PLAY, DRAW, MOVE, NINE, SHERIFF, MONEY, OWN)
ODD = {"", "\n", "x", "b10", "-1", "\u00e9", "\x00", "x" * 5000}
PIECES = sorted({piece for text in GOOD for piece in re.split(r"([ /,:=+])", text)} | ODD)
WORDS = [
    *names.COLOURS,
    *names.LOCATIONS,
    *names.TOKEN_WORDS,
    *["gold300", "gold", "to", "end", "nine", "start", "9"],
]


def attempt(read: Callable[[], T]) -> T | HerdmindError:
    """Result of reading, or the error."""
    try:
        return read()
    except (NotationError, IllegalMove) as error:
        return error


@given(
    text=st.sampled_from(GOOD),
    at=st.integers(0, 400),
    length=st.integers(0, 12),
    put=st.one_of(st.sampled_from(PIECES), st.text(max_size=3)),
)
def test_a_damaged_position_is_refused_or_another(text: str, at: int, length: int, put: str) -> None:
    """A text with random cuts and insertions gives a clean error, or a position with exactly that text."""
    damaged = text[:at] + put + text[at + length :]
    state = attempt(lambda: parse_position(damaged))
    if isinstance(state, HerdmindError):
        assert state.code == "position"
        assert state.token in damaged
        assert is_one_line(str(state))
    else:
        assert state.to_text() == damaged
        assert state.is_terminal() or state.legal_actions()


@given(text=st.sampled_from(GOOD), token=st.lists(st.sampled_from([*WORDS, *ODD]), max_size=6).map("".join))
def test_any_words_are_a_legal_move_or_refused(text: str, token: str) -> None:
    state = parse_position(text)
    action = attempt(lambda: state.string_to_action(token))
    if isinstance(action, HerdmindError):
        assert action.token == token
        assert is_one_line(str(action))
    else:
        assert state.action_to_string(action) == token
    assert state.to_text() == text


def is_one_line(message: str) -> bool:
    """Printable ASCII of a sensible length, whatever was in the input."""
    return bool(re.fullmatch(r"[ -~]{1,1000}", message, re.ASCII))


def test_more_than_nine_tokens_in_play_are_read() -> None:
    text = PLAY.replace("solomon:w1:-", "solomon:w1:branding").replace("gold=-/", "gold=-/300+")
    squares, _, gold = text.split()[1:4]
    # a nugget held is a token that has left the board
    assert len(re.findall(r":[a-z0-9-]+:[a-z]", squares)) + len(re.findall(r"\d+", gold)) == 10
    assert parse(text).to_text() == text
