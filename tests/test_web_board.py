"""Boards on the server: entries beside a real table, any position, the engine's lines, what is kept."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from protocol.client import Engine
from protocol.frontend.record import read_games
from protocol.web import lines
from protocol.web.serving import LOOKS, Service
from web_help import Browser, Json, browser, serving

pytestmark = pytest.mark.pure
#: Two truths that seat 1 cannot tell apart: the hands of the others are exchanged.
TRUTH = (
    "nimmt/1 view=all target=66 deck=full draft=dealt round=1 phase=play first=103/60/23/56 tricks=- "
    "rows=103/60/23/56 out=- hands={}/5+8+26+33+38+52+64+70+75+102/{} table=-/-/- heads=0/0/0 totals=0/0/0"
)
HANDS = ("22+30+43+68+71+81+83+89+98+99", "1+7+15+18+39+45+51+53+94+104")
FRESH: Json = {"rules": [], "seat": 1, "names": "", "seed": 7}


async def owner(service: Service, guest: Browser) -> None:
    """Say who one is."""
    await guest.ask("lobby", "enter", key=service.hall.keys.owner())


class Lookout:
    """A browser at a board; ``state`` is the board as its messages tell it."""

    def __init__(self, guest: Browser) -> None:
        self.guest = guest
        self.state: Json = {}

    async def ask(self, do: str, **words: Any) -> Json:
        """Send a message and take in the board, or a refusal."""
        said = await self.guest.ask("board", do, **words)
        if said["say"] == "board":
            self.state.update(said)
        return said

    async def enter(self, *tokens: str) -> Json:
        """Enter tokens."""
        return await self.ask("board-enter", tokens=list(tokens), at=self.state["at"])

    async def type(self, typed: str) -> Json:
        """Enter a typed line."""
        return await self.ask("board-type", typed=typed, at=self.state["at"])

    def tokens(self) -> list[str]:
        """The tokens of what can be entered."""
        return [row[0] for row in self.state["moves"]["rows"]]


async def beside(service: Service, guest: Browser, game: str, seats: int, **words: Any) -> Lookout:
    """A new board beside a real table."""
    await owner(service, guest)
    new = {**FRESH, **words}
    made = await guest.ask("beside", "board-new", game=game, seats=seats, how="beside", **new)
    assert made["say"] == "beside", made
    look = Lookout(guest)
    await look.ask("board-keep", board=made["board"], narrow=False)
    return look


async def around(service: Service, guest: Browser, text: str, moves: str = "", at: int = -1) -> Lookout:
    """A board with a position."""
    await owner(service, guest)
    look = Lookout(guest)
    said = await look.ask("board-text", text=text, moves=moves, at=at, narrow=False)
    assert said["say"] == "board", said
    return look


def test_a_table_is_entered_taken_back_and_resumed_after_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as guest:
            look = await beside(service, guest, "nimmt", 4, names="Ann, Ben, Cem, Dan")
            for token in ("38", "23", "102", "63"):
                await look.enter(token)
            assert look.state["asks"] == "card 1 of 10 dealt to Ben"  # what others are dealt is filled in
            await look.type("2 3 14 27 43 61 64 73 74 95")
            assert look.state["asks"] == "the card that Ben plays"
            assert look.state["at"] == 5
            await look.enter("43")
            assert look.state["asks"] == "the card that Ann played"  # the others' choices are face down
            await look.enter("50")
            await look.enter("51")
            before = dict(look.state)
            await look.enter("104")
            assert look.state["round"] == "round 1, trick 2"
            await look.ask("board-go", to=8)
            assert look.state["text"] == before["text"]
            assert len(look.state["entries"]) == 9
            await look.enter("104")  # the same again keeps what lies ahead
            assert len(look.state["entries"]) == 9
            await look.ask("board-go", to=6)
            await look.enter("49")
            assert [entry["words"] for entry in look.state["entries"]][-1] == "Ann reveals card 49 (1 head)"
            assert look.state["at"] == len(look.state["entries"]) == 7
            name = look.state["board"]
            kept = look.state
        async with serving(tmp_path) as service, browser(service) as guest:
            lobby = await guest.ask("lobby", "enter", key=service.hall.keys.owner())
            assert [board["board"] for board in lobby["boards"]] == [name]
            assert lobby["boards"][0]["entries"] == 7
            again = Lookout(guest)
            await again.ask("board-keep", board=name, narrow=False)
            for field in ("text", "at", "entries", "asks", "story", "names"):
                assert again.state[field] == kept[field]

    asyncio.run(run())


@pytest.mark.ci
def test_a_game_that_is_over_goes_to_the_reviews(tmp_path: Path) -> None:
    async def run() -> Json:
        async with serving(tmp_path) as service, browser(service) as guest:
            look = await beside(service, guest, "nimmt", 2, rules=["round"], names="Ann, Ben")
            await look.type("38 23 102 63 2 3 14 27 43 61 64 73 74 95")
            while not look.state["end"]:
                await look.enter(look.tokens()[-1])
            return look.state

    state = asyncio.run(run())
    (file,) = (tmp_path / "games").glob("*.jsonl")
    (game,) = read_games(file)
    assert game.over
    assert game.names == ("Ann", "Ben")
    assert list(game.ranks) == state["end"]["ranks"]
    assert list(game.scores) == state["end"]["scores"]
    assert game.start is not None
    assert "view=1" in game.start
    with Engine.start([sys.executable, "-m", "protocol"]) as engine:
        engine.set_option("UCI_Variant", "nimmt")
        engine.position(game.start, moves=[token for _, token, _ in game.moves])
        assert engine.text() == state["text"]


@pytest.mark.ci
def test_a_board_that_is_reloaded_is_one_board(tmp_path: Path) -> None:
    """A browser comes again while its last search is still being stopped."""

    async def run() -> None:
        async with serving(tmp_path) as service:
            async with browser(service) as guest:
                look = await beside(service, guest, "heckmeck", 2, seat=0)
                await look.type("6 1 5 3 w 2 w 6")
                await guest.hear("lines")
                name, token = look.state["board"], look.tokens()[0]
            async with browser(service) as one, browser(service) as two:
                boards = []
                for guest in (one, two):
                    await owner(service, guest)
                    other = Lookout(guest)
                    await other.ask("board-keep", board=name, narrow=False)
                    boards.append(other)
                await boards[0].enter(token)
                told = await two.hear("board")
                assert told["at"] == boards[0].state["at"] == 2

    asyncio.run(run())


def test_a_table_beside_a_real_one_knows_one_view_alone(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as guest:
            look = await beside(service, guest, "nimmt", 3)
            await look.type("103 60 23 56 5 8 26 33 38 52 64 70 75 102")
            assert look.state["viewer"] == 1
            assert not look.state["whole"]
            assert "hands=?10/5+8+26+33+38+52+64+70+75+102/?10" in look.state["text"]
            assert look.state["beliefs"][0].startswith("90 cards not seen: 1 2 3 4 6 7 ")
            for seat in (0, 1, 2, 3):
                assert (await look.ask("board-eyes", seat=seat))["code"] == "one-view"
            assert (await look.ask("board-draw", at=look.state["at"]))["code"] == "no-chance"

    asyncio.run(run())


def test_lines_are_searched_from_the_view_of_the_seat_that_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[lines.Question] = []

    async def search(_: Any, __: str, question: lines.Question, ___: Any, ____: Any) -> None:
        asked.append(question)

    monkeypatch.setattr(lines.Looks, "search", search)

    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as guest:
            said = []
            for hands in (HANDS, HANDS[::-1]):
                # seat 0 has chosen, so that seat 1 is to decide; what it chose is not seen either
                text = TRUTH.format(*hands)
                look = await around(service, guest, text, moves=hands[0].split("+")[0])
                assert look.state["mover"] == 1
                await look.ask("board-eyes", seat=1)
                fields = ("picture", "text", "story", "tally", "beliefs", "drawing", "moves")
                said.append({field: look.state[field] for field in fields})
            assert said[0] == said[1]

    asyncio.run(run())
    texts = {question.text for question in asked if question.seat == 1}
    assert len(texts) == 1
    assert "hands=?10/5+" in texts.pop()


def test_any_position_is_checked_and_refused_with_the_reason(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as guest:
            await owner(service, guest)
            text = TRUTH.format(*HANDS)
            good = await guest.ask("checked", "board-check", text=text)
            assert good["fault"] == ""
            assert good["picture"].startswith("<svg")
            twice = text.replace("hands=22", "hands=104")
            for bad, word in (
                (twice, "104"),
                ("chess/1 e4", "chess/1"),
                ("nimmt/1 view=all", "nimmt/1"),
                ("", "''"),
            ):
                told = await guest.ask("checked", "board-check", text=bad)
                assert word in told["fault"], (bad, told)
                assert told["picture"] == ""
                refused = await guest.ask("board", "board-text", text=bad, moves="", at=-1, narrow=False)
                assert refused["code"] == "not-possible"
                assert refused["about"] == told["fault"]

    asyncio.run(run())


@pytest.mark.parametrize(("game", "seats"), [("longhorn", 2), ("colt", 3), ("nimmt", 2), ("heckmeck", 2)])
def test_a_set_up_by_hand_hides_nothing_and_a_deal_repeats_itself(
    tmp_path: Path, game: str, seats: int
) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as guest:
            await owner(service, guest)
            new = {**FRESH, "game": game, "seats": seats}
            opened = await guest.ask("dealt", "board-new", how="open", **new)
            look = await around(service, guest, opened["text"])
            assert look.state["viewer"] is None
            assert look.state["whole"]
            assert look.state["phase"] == "chance"
            await look.ask("board-draw", at=look.state["at"])
            assert look.state["at"] >= 1
            first = await guest.ask("dealt", "board-new", how="deal", **new)
            again = await guest.ask("dealt", "board-new", how="deal", **new)
            assert first["text"] == again["text"]
            await around(service, guest, first["text"])

    asyncio.run(run())


def test_entries_are_all_or_none_and_errors_name_the_word(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as guest:
            look = await around(service, guest, TRUTH.format(*HANDS))
            tokens = look.tokens()
            refused = await look.enter(tokens[0], "999")
            assert refused["code"] == "not-possible"
            assert "999" in refused["about"]
            refused = await look.type("nonsense")
            assert "nonsense" in refused["about"]
            assert (await look.ask("board-enter", tokens=[tokens[0]], at=5))["code"] == "gone-on"
            assert (await look.ask("board-enter", tokens=["a b"], at=0))["code"] == "bad-message"
            assert (await look.ask("board-go", to=7))["code"] == "no-entry"
            assert (await look.ask("board-draw", at=0))["code"] == "no-chance"
            await look.enter(tokens[0])
            assert look.state["at"] == 1
            line = [look.tokens()[0]]
            await look.enter(*line)
            assert look.state["at"] == 2
        async with serving(tmp_path) as service, browser(service) as guest:
            text = TRUTH.format(*HANDS)
            refused = await guest.ask("board", "board-text", text=text, moves="", at=-1, narrow=False)
            assert refused["code"] == "not-owner"
            await owner(service, guest)
            assert (await guest.ask("board", "board-keep", board="../x", narrow=False))["code"] == "no-board"
            bad = await guest.ask("beside", "board-new", game="colt", seats=9, how="beside", **FRESH)
            assert bad["code"] == "bad-setup"

    asyncio.run(run())


@pytest.mark.ci
def test_a_search_ends_when_one_goes_on_or_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "FIRST_MS", 200)

    async def run() -> None:
        async with serving(tmp_path) as service:
            engines = service.hall.boards.looks.engines
            async with browser(service) as guest:
                look = await around(service, guest, TRUTH.format(*HANDS))
                told = await guest.hear("lines")
                while not (told["lines"] and told["lines"][0]["then"]):  # as a busy machine begins
                    told = await guest.hear("lines")
                assert told["at"] == 0
                assert told["lines"][0]["then"][0]["token"] == told["lines"][0]["token"]
                tokens = [line["token"] for line in told["lines"]]
                assert len(set(tokens)) == len(tokens) > 1
                await look.enter(tokens[0])
                while told["at"] != 1:
                    told = await guest.hear("lines")
                assert told["seat"] == 1
                assert len(engines._busy) == 1
                await guest.say("board-lines", on=False)
                await until_idle(service)
                await guest.say("board-lines", on=True)
                assert (await guest.hear("lines"))["at"] == 1
            await until_idle(service)
            assert engines.alive == 1
            assert not service.hall.boards._loose

    asyncio.run(run())


async def until_idle(service: Service) -> None:
    """Wait until no engine looks."""
    async with asyncio.timeout(20):
        while service.hall.boards.looks.engines._busy:
            await asyncio.sleep(0.02)


@pytest.mark.ci
def test_boards_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "FIRST_MS", 100)
    monkeypatch.setattr(lines, "SHORT", 0.3)

    async def run() -> None:
        async with serving(tmp_path) as service:
            guests = [browser(service) for _ in range(LOOKS + 1)]
            looks = []
            for context in guests:
                guest = await context.__aenter__()
                looks.append(await around(service, guest, TRUTH.format(*HANDS)))
            for look in looks:  # more boards than engines: every one gets its lines
                assert (await look.guest.hear("lines"))["lines"]
            assert service.hall.boards.looks.engines.alive <= LOOKS
            for context in guests:
                await context.__aexit__(None, None, None)

    asyncio.run(run())


@pytest.mark.ci
def test_a_search_is_bounded_and_says_what_is_proven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "FIRST_MS", 100)
    monkeypatch.setattr(lines, "LONG", 0.6)
    last = (
        "longhorn/1 tulsa:b1:-,dagger:-:-,nugget:-:-/cherokee:w1:gold300,redriver:-:-,solomon:-:-/"
        "kidcooper:-:-,blackstone:-:-,maverick:o1:gold200 herds=b4w4/o3g5 gold=-/- outlaw=tulsa turn=0 "
        "last=-/- phase=play"
    )

    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as guest:
            await around(service, guest, TRUTH.format(*HANDS))
            told: Json = {"done": False}
            while not told["done"]:
                told = await guest.hear("lines")
            assert not any(line["proven"] for line in told["lines"])
            assert told["lines"][0]["why"]
            assert told["lines"][0]["loses"] == 0 <= told["lines"][1]["loses"]
            await until_idle(service)
            await around(service, guest, last)
            told = {"done": False}
            while not told["done"]:
                told = await guest.hear("lines")
            assert told["lines"][0]["proven"]
            assert "proven" in told["lines"][0]["verdict"]

    asyncio.run(run())
