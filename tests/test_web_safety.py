"""Safety of the server: hosts, origins, headers, files, sizes, rates, tokens, and what a seat cannot see."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from protocol.frontend.desk import Setup
from protocol.web.course import Course
from protocol.web.journal import Journal
from protocol.web.messages import FORMS, LONG, SIZE_MAX, Refusal, read_message
from protocol.web.safety import Hosts, Rate, is_loopback
from protocol.web.seating import PERSON, SEAT, WATCH, Chair, Role
from scaling import scale
from solver.games import GAMES
from web_help import ME, OPEN, Browser, browser, engine, make, play, seat_token, serving, token_of

pytestmark = pytest.mark.pure


def test_only_known_hosts_and_their_own_pages_are_answered(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, httpx.AsyncClient() as client:
            url = f"http://127.0.0.1:{service.port}/"
            for host, status in (
                (f"127.0.0.1:{service.port}", 200),
                (f"localhost:{service.port}", 200),
                ("evil.example", 421),
                (f"evil.example:{service.port}", 421),
                (f"127.0.0.1.evil.example:{service.port}", 421),
                (f"192.168.0.7:{service.port}", 421),
                ("127.0.0.1", 421),
                ("", 421),
            ):
                answer = await client.get(url, headers={"host": host})
                assert answer.status_code == status, host
            for origin in ("http://evil.example", "null", f"https://127.0.0.1:{service.port}", ""):
                with pytest.raises(InvalidStatus):
                    async with browser(service, origin=origin):
                        pass
            with pytest.raises(InvalidStatus):
                async with browser(service, origin="http://evil.example:80", host="evil.example:80"):
                    pass

    asyncio.run(run())


def test_every_answer_has_the_strict_headers(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, httpx.AsyncClient() as client:
            url = f"http://127.0.0.1:{service.port}"
            for path in ("/", "/t/0123", "/page/index.html", "/nothing", "/favicon.ico"):
                headers = (await client.get(url + path)).headers
                policy = headers["content-security-policy"]
                assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
                assert "unsafe" not in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"

    asyncio.run(run())


def test_no_path_leads_out_of_the_fixed_list(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service:
            for path in (
                "/page/../app.py",
                "/page/..%2fapp.py",
                "/page/%2e%2e/app.py",
                "/page//etc/passwd",
                "/page/secret",
                "/page/jsconfig.json",
                "/../../secret",
                "/page/",
            ):
                reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
                host = f"Host: 127.0.0.1:{service.port}"
                writer.write(f"GET {path} HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode())
                answer = (await reader.read()).decode("latin-1")
                assert answer.split()[1] == "404", path
                writer.close()

    asyncio.run(run())


def test_messages_of_another_form_are_refused_and_change_nothing(tmp_path: Path) -> None:
    rng = random.Random(1)
    wrong: list[str] = [
        "",
        "x",
        "[]",
        "1",
        "null",
        '{"do":1}',
        '{"do":"fly"}',
        '{"do":"back","more":1}',
        "[" * 5000,
    ]
    values: list[Any] = [None, -1, 2**70, "x" * 500, [], {}, True, 1.5, ["x"] * 100]
    for do, form in FORMS.items():
        for name in form:
            fields = {field: ("a" if kind is str else kind()) for field, kind in form.items()}
            wrong += [
                json.dumps({"do": do, **fields, name: value})
                for value in values
                if type(value) is not form[name]
                or value in (2**70, ["x"] * 100)
                or (value == "x" * 500 and name not in LONG)
            ]
            del fields[name]
            wrong.append(json.dumps({"do": do, **fields}))
    for text in wrong:
        with pytest.raises(Refusal):
            read_message(text)

    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            table = await make(service, me, "heckmeck", ME, engine())
            await me.until(lambda state: state["moves"])
            file = tmp_path / "tables" / f"{table}.table"
            before = file.read_bytes()
            for text in rng.sample(wrong, 20):
                await me.socket.send(text)
                assert (await me.hear("refused"))["code"] == "bad-message"
            for words in (
                {"token": "startmoon", "at": 0},
                {"token": "1; quit", "at": 0},
                {"token": "", "at": 0},
            ):
                assert (await me.ask("table", "move", **words))["code"] == "not-legal"
            assert file.read_bytes() == before
            await play(me, moves=1)

    asyncio.run(run())


def test_what_is_too_long_or_too_fast_is_refused(tmp_path: Path) -> None:
    rate = Rate(1, 2)
    assert [rate.allows() for _ in range(3)] == [True, True, False]

    async def run() -> None:
        async with serving(tmp_path) as service:
            async with browser(service) as me:
                await me.socket.send("x" * (SIZE_MAX + 1))
                assert (await me.hear("refused"))["code"] == "bad-message"
                await me.socket.send("x" * (8 * SIZE_MAX))
                with pytest.raises(ConnectionClosed):
                    await me.hear("refused")
            async with browser(service) as me:
                for _ in range(80):
                    await me.say("primer")
                codes = {(await me.hear("refused"))["code"] for _ in range(80)}
                assert codes == {"no-table", "too-fast"}

    asyncio.run(run())


def test_names_are_text_and_bad_ones_are_refused(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            await me.ask("lobby", "enter", key=service.hall.keys.owner())
            for name in ("a|b", "x" * 25, "seat 1", "\u202eevil", "7", "a\x07b"):
                chairs = [{"kind": "me", "name": name}, engine()]
                made = await me.ask("made", "make", game="nimmt", rules=[], chairs=chairs)
                assert made["code"] == "bad-name", name
            table = await make(service, me, "nimmt", {"kind": "me", "name": "<b>&amp;"}, engine())
            await me.until(lambda state: state["moves"])
            assert me.state["chairs"][0]["name"] == "<b>&amp;"
            assert "<b>" not in me.state["picture"]
            chairs = [ME, {"kind": "engine", "level": "club", "command": "/bin/sh"}]
            assert (await me.ask("made", "make", game="nimmt", rules=[], chairs=chairs))[
                "code"
            ] == "bad-chair"
            made = await me.ask("made", "make", game="nimmt", rules=["moves quit"], chairs=[ME, engine()])
            assert made["code"] == "bad-rules"
            made = await me.ask("made", "make", game="nimmt", rules=[], chairs=[ME])
            assert made["code"] == "bad-setup"
            assert table

    asyncio.run(run())


def test_no_log_and_no_file_of_a_table_holds_a_token(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("websockets").setLevel(logging.INFO)  # its debug level prints every frame

    async def run() -> list[str]:
        async with serving(tmp_path) as service, browser(service) as me:
            table = await make(service, me, "nimmt", ME, OPEN)
            link = (await me.ask("invite", "invite", seat=1))["link"]
            async with browser(service) as stranger:
                await stranger.sit(table, "x" * 22)
            return [service.hall.keys.owner(), seat_token(service, table, 0), link.partition("#")[2]]

    tokens = asyncio.run(run())
    logs = caplog.text + "".join(capfd.readouterr())
    files = b"".join(path.read_bytes() for path in tmp_path.rglob("*.*"))
    assert len(set(tokens)) == 3
    for token in tokens:
        assert len(token) == 22  # 128 bits
        assert token not in logs
        assert token.encode() not in files
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


def test_hosts_of_a_server_that_others_reach() -> None:
    hosts = Hosts({"localhost", "box.local"}, 8642, addresses=True)
    assert hosts.allows("192.168.0.7:8642")
    assert hosts.allows("[fe80::1]:8642")
    assert hosts.allows("BOX.local:8642")
    assert not hosts.allows("evil.example:8642")
    assert not hosts.allows("192.168.0.7:80")
    assert is_loopback("127.0.0.1")
    assert is_loopback("[::1]")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("evil.example")


@pytest.mark.ci
def test_what_a_seat_cannot_see_changes_no_byte_that_it_is_sent(tmp_path: Path) -> None:
    """Two tables that differ in two cards of a hand, of which one seat and those who look on see nothing."""
    truth = (
        "nimmt/1 view=all target=- deck=full draft=dealt round=1 phase=play first=38/23/102/63 tricks=-"
        " rows=38/23/102/63 out=- hands=16+31+32+35+36+39+53+68+79+93/{} table=-/- heads=0/0 totals=0/0"
    )
    hands = ("3+14+27+43+61+64+70+73+74+95", "9+14+27+43+61+64+73+74+95+99")
    plays = (("93", "95"), ("68", "73"), ("79", "74"))  # cards that both hands have

    async def watched(folder: Path, hand: str) -> list[list[str]]:
        chairs = [Chair(PERSON, "Zoë", mine=True), Chair(PERSON, "Ben")]
        setup = Setup("nimmt", 2, start=truth.format(hand))
        course = Course("c0ffee", setup, "nimmt/1", "6 nimmt!", "2026-01-01T00:00:00+00:00", chairs)
        (folder / "tables").mkdir(parents=True)
        Journal(folder / "tables" / "c0ffee.table").add(course.event())
        async with (
            serving(folder) as service,
            browser(service) as me,
            browser(service) as friend,
            browser(service) as stranger,
        ):
            for guest, role in ((me, Role(SEAT, 0)), (friend, Role(SEAT, 1)), (stranger, Role(WATCH))):
                await guest.sit("c0ffee", service.hall.keys.token("c0ffee", role, chairs))
                for other in (me, friend, stranger):
                    await other.settle()
            for at, cards in enumerate(plays):
                for guest, card in ((friend, cards[1]), (me, cards[0])):
                    await guest.say("move", token=card, at=2 * at)
                    await guest.until(lambda state, at=at: state["chosen"] or state["at"] > 2 * at)
                    for other in (me, friend, stranger):
                        await other.settle()
            assert me.state["at"] == stranger.state["at"] == 2 * len(plays)
            assert stranger.story
            return [me.bytes_in, stranger.bytes_in, friend.bytes_in]

    one, two = (asyncio.run(watched(tmp_path / str(n), hand)) for n, hand in enumerate(hands))
    assert one[0] == two[0]
    assert one[1] == two[1]
    assert one[2] != two[2]  # who holds the cards sees them


@pytest.mark.ci
def test_a_hand_of_colt_express_changes_no_byte_that_others_are_sent(tmp_path: Path) -> None:
    """Two tables that differ in a card of seat 1, in its hand or in its deck."""
    state = GAMES["colt"].initial(0, 3)
    rng = random.Random(0)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions(-1)))
    truth = state.to_text()
    hands = re.search(r"hands=(\S+)/(\S+)/(\S+) .*decks=(\S+?)/(\S+?)/(\S+)", truth)
    assert hands is not None
    hand, deck = hands[2], hands[5]
    mine = next(card for card in hand if card not in deck)
    drawn = next(card for card in deck if card not in hand)
    order = "mMfFsSrRplx"

    def swapped(cards: str, old: str, new: str) -> str:
        return "".join(sorted(cards.replace(old, new, 1), key=order.index))

    other = truth.replace(f"/{hand}/", f"/{swapped(hand, mine, drawn)}/").replace(
        f"/{deck}/", f"/{swapped(deck, drawn, mine)}/"
    )
    assert other != truth
    worlds = [GAMES["colt"].parse(text) for text in (truth, other)]
    assert worlds[0].view(0).to_text() == worlds[1].view(0).to_text()
    assert worlds[0].players_to_move() == [1]

    async def watched(folder: Path, text: str) -> list[list[str]]:
        names = ("Zoë", "Ben", "Cleo")
        chairs = [Chair(PERSON, name, mine=not seat) for seat, name in enumerate(names)]
        setup = Setup("colt", 3, start=text)
        entry = GAMES["colt"]
        course = Course("c0ffee", setup, entry.edition, entry.title, "2026-01-01T00:00:00+00:00", chairs)
        (folder / "tables").mkdir(parents=True)
        Journal(folder / "tables" / "c0ffee.table").add(course.event())
        async with AsyncExitStack() as stack:
            service = await stack.enter_async_context(serving(folder))
            guests = [await stack.enter_async_context(browser(service)) for _ in range(4)]
            roles = [Role(SEAT, 0), Role(SEAT, 1), Role(SEAT, 2), Role(WATCH)]
            for guest, role in zip(guests, roles, strict=True):
                await guest.sit("c0ffee", service.hall.keys.token("c0ffee", role, chairs))
                for listener in guests:
                    await listener.settle()
            for at, seat in enumerate((1, 2, 0)):
                await guests[seat].say("move", token="floor", at=at)
                for listener in guests:
                    await listener.until(lambda state, at=at: state["at"] > at)
                    await listener.settle()
            return [guest.bytes_in for guest in guests]

    one, two = (asyncio.run(watched(tmp_path / str(n), text)) for n, text in enumerate((truth, other)))
    assert [a == b for a, b in zip(one, two, strict=True)] == [True, False, True, True]


@pytest.mark.ci
def test_random_messages_change_no_table_and_end_no_server(tmp_path: Path) -> None:
    """Bytes and fields at random, from a seat that may play; none of them is a legal move."""
    rng = random.Random(5)
    words: list[Any] = [None, True, 0, -1, 3, 10**9, 1.5, "", "x", "\x00", "../..", "é" * 40, [], {}]
    kinds = [kind for kind in FORMS if kind not in ("back", "answer", "name", "fill", "open", "make")]

    def made() -> str | bytes:
        if rng.random() < 0.3:
            return rng.randbytes(rng.randrange(1, 200))
        kind = rng.choice(kinds)
        fields = {name: rng.choice(words) for name in FORMS[kind]}
        text = json.dumps({"do": kind, **fields})
        if rng.random() < 0.3:
            at = rng.randrange(len(text))
            text = text[:at] + chr(rng.randrange(1, 0x3000)) + text[at + 1 :]
        return text

    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            table = await make(service, me, "longhorn", engine(), ME)  # the second seat begins
            await me.until(lambda state: state["moves"])
            file = tmp_path / "tables" / f"{table}.table"
            before = file.read_bytes()
            for _ in range(scale(10, least=2)):
                async with browser(service) as wild:
                    await wild.sit(table, seat_token(service, table, 1))
                    for _ in range(40):
                        await wild.socket.send(made())
                    with suppress(ConnectionClosed, TimeoutError):
                        while True:
                            await wild.hear("refused", seconds=0.3)
            assert file.read_bytes() == before
            async with browser(service) as again:
                await again.sit(table, seat_token(service, table, 1))
                await play(again, moves=1)
            assert file.read_bytes() != before

    asyncio.run(run())


def test_everything_a_browser_is_sent_comes_from_its_view(tmp_path: Path) -> None:
    """No message contains another seat's choice before all have chosen."""

    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me, browser(service) as friend:
            table = await make(service, me, "nimmt", ME, OPEN)
            token = token_of(await me.ask("invite", "invite", seat=1))
            await friend.ask("invited", "sit", table=table, token=token, narrow=True)
            await friend.ask("seated", "claim", name="Ben")
            await me.until(lambda state: state["moves"])
            await friend.until(lambda state: state["moves"])
            mine = {move["token"] for move in me.state["moves"]}
            card = next(move["token"] for move in friend.state["moves"] if move["token"] not in mine)
            await me.settle()
            me.bytes_in.clear()
            await friend.say("move", token=card, at=0)
            await me.until(lambda state: state["chairs"][1]["chosen"])
            await me.settle()
            assert f'"{card}"' not in every_word(me)
            assert f"card {card}" not in every_word(me)

    asyncio.run(run())


def every_word(guest: Browser) -> str:
    """All that a browser has received."""
    return "\n".join(guest.bytes_in)
