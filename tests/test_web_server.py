"""The server of the table in the browser: whole games, several people, choices, undo, restarts, engines."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from protocol.client import AsyncEngine, EngineError
from protocol.frontend.record import read_games
from protocol.web.engines import Engines, Worker, own_engine
from web_help import ME, OPEN, browser, engine, make, play, seat_token, serving, token_of

pytestmark = pytest.mark.pure


@pytest.mark.ci
def test_a_whole_game_against_engines_ends_in_a_file_that_reviews_read(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            table = await make(service, me, "nimmt", ME, engine(), engine(), rules=("round",))
            await play(me)
            state = await me.until(lambda state: state["end"])
            assert len(state["end"]["ranks"]) == 3
            assert me.story
            assert (await me.ask("record", "record"))["name"] == f"{table}.jsonl"

    asyncio.run(run())
    (file,) = (tmp_path / "games").glob("*.jsonl")
    (game,) = read_games(file)
    assert game.over
    assert game.names[0] == "Zoë"
    assert game.players == (
        "human",
        "engine:level=beginner,movetime=200",
        "engine:level=beginner,movetime=200",
    )


def test_a_choice_stays_hidden_until_all_have_chosen_and_may_be_taken_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me, browser(service) as friend:
            table = await make(service, me, "nimmt", ME, OPEN)
            invite = await me.ask("invite", "invite", seat=1)
            token = token_of(invite)
            assert (await friend.ask("invited", "sit", table=table, token=token, narrow=True))["names"] == [
                "Zoë",
                "",
            ]
            seated = await friend.ask("seated", "claim", name="Ben")
            assert seated["say"] == "seated"
            await friend.until(lambda state: state["moves"])
            await me.until(lambda state: state["moves"])
            first = me.state["moves"][0]
            await me.say("move", token=first["token"], at=0)
            await me.until(lambda state: state["chosen"] == first["token"])
            await friend.until(lambda state: state["chairs"][0]["chosen"])
            assert friend.state["chosen"] is None
            assert friend.story == []
            await me.say("back")
            await me.until(lambda state: state["chosen"] is None and state["moves"])
            await me.say("move", token=me.state["moves"][1]["token"], at=0)
            await friend.say("move", token=friend.state["moves"][0]["token"], at=0)
            await friend.until(lambda state: state["at"] == 2)
            await me.until(lambda state: state["at"] == 2)
            assert any("reveals" in told["words"] for told in friend.story)
            assert any(told["words"].startswith("Zoë") for told in friend.story)
            # an old link opens nothing any more
            async with browser(service) as stranger:
                assert (await stranger.sit(table, token))["code"] == "bad-link"
                assert (await stranger.sit(table, "A" * 22))["code"] == "bad-link"
                assert (await stranger.ask("made", "make", game="nimmt", rules=[], chairs=[ME]))[
                    "code"
                ] == "not-owner"

    asyncio.run(run())


def test_undo_needs_all_people_and_nobody_else(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me, browser(service) as friend:
            table = await make(service, me, "heckmeck", ME, engine())
            await play(me, moves=3)
            await me.until(lambda state: state["moves"])
            before = me.state["at"]
            await me.say("back")
            await me.until(lambda state: state["at"] < before and state["moves"])
            table = await make(service, me, "longhorn", ME, OPEN)
            me.state = {}
            await me.sit(table, seat_token(service, table, 0))
            invite = await me.ask("invite", "invite", seat=1)
            await friend.ask("invited", "sit", table=table, token=token_of(invite), narrow=True)
            await friend.ask("seated", "claim", name="Ben")
            players = {0: me, 1: friend}
            await friend.until(lambda state: any(chair["owes"] for chair in state["chairs"]))
            await me.until(lambda state: any(chair["owes"] for chair in state["chairs"]))
            mover = next(seat for seat in players if me.state["chairs"][seat]["owes"])
            other = 1 - mover
            await play(players[mover], moves=1)
            await players[mover].until(lambda state: state["at"] == 1)
            await players[mover].say("back")
            await players[other].until(lambda state: state["wish"])
            assert players[other].state["wish"] == {"seat": mover, "agreed": [mover]}
            assert players[other].state["at"] == 1
            await players[other].say("answer", yes=False)
            for player in players.values():
                await player.until(lambda state: state["wish"] is None)
            assert players[mover].state["at"] == 1
            await players[mover].say("back")
            await players[other].until(lambda state: state["wish"])
            await players[other].say("answer", yes=True)
            await players[mover].until(lambda state: state["at"] == 0 and state["moves"])

    asyncio.run(run())


@pytest.mark.ci
def test_a_server_comes_back_with_its_tables_in_the_middle_of_a_trick(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            table = await make(service, me, "nimmt", ME, OPEN, engine())
            invite = await me.ask("invite", "invite", seat=1)
            async with browser(service) as friend:
                await friend.ask("invited", "sit", table=table, token=token_of(invite), narrow=True)
                seated = await friend.ask("seated", "claim", name="Ben")
                await me.until(lambda state: state["moves"])
                chosen = me.state["moves"][2]["token"]
                await me.say("move", token=chosen, at=0)
                await me.until(lambda state: state["chosen"] == chosen and state["chairs"][2]["chosen"])
                mine = seat_token(service, table, 0)
        async with serving(tmp_path) as service, browser(service) as me, browser(service) as friend:
            lobby = await me.ask("lobby", "enter", key=service.hall.keys.owner())
            assert [kept["table"] for kept in lobby["tables"]] == [table]
            assert lobby["tables"][0]["token"] == mine
            await me.sit(table, mine)
            assert me.state["chosen"] == chosen
            assert me.state["chairs"][2]["chosen"]
            await friend.sit(table, seated["token"])
            await play(friend, moves=1)
            await me.until(lambda state: state["at"] == 3)

    asyncio.run(run())


def test_a_line_that_was_being_written_is_dropped_and_the_table_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            table = await make(service, me, "heckmeck", ME, engine())
            await play(me, moves=2)
            await me.until(lambda state: state["moves"])
        file = tmp_path / "tables" / f"{table}.table"
        moves = file.read_bytes()
        with file.open("ab") as end:
            end.write(b'{"event":"choo')
        async with serving(tmp_path) as service, browser(service) as me:
            lobby = await me.ask("lobby", "enter", key=service.hall.keys.owner())
            assert file.read_bytes() == moves
            await me.sit(table, lobby["tables"][0]["token"])
            await play(me, moves=1)

    asyncio.run(run())


@pytest.mark.ci
def test_a_dead_engine_is_replaced_and_the_table_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            await make(service, me, "heckmeck", ME, engine())
            for _ in range(4):
                for pool in (service.hall.quick, service.hall.deep):
                    for pid in pool.pids():
                        os.kill(pid, signal.SIGKILL)
                await play(me, moves=1)
            await me.until(lambda state: state["moves"])
            assert service.hall.quick.alive <= service.hall.quick.most
            assert service.hall.deep.alive <= service.hall.deep.most

    asyncio.run(run())


def test_engines_end_when_nobody_needs_them(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, sleep=0.1) as service:
            service.hall.quick.idle = service.hall.deep.idle = 0.1
            async with browser(service) as me:
                await make(service, me, "heckmeck", ME, engine())
                await play(me, moves=2)
                assert service.hall.quick.alive
            async with asyncio.timeout(20):
                while service.hall.quick.alive or service.hall.deep.alive or service.hall.awake:
                    await asyncio.sleep(0.05)
                    await service.hall.quick.rest()
                    await service.hall.deep.rest()

    asyncio.run(run())


@pytest.mark.ci
def test_advice_names_a_legal_move_with_its_value(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            await make(service, me, "nimmt", ME, engine())
            await me.until(lambda state: state["moves"])
            hint = await me.ask("hint", "hint", at=0)
            legal = {move["token"] for move in me.state["moves"]}
            assert {line["token"] for line in hint["lines"]} <= legal
            assert hint["lines"][0]["loses"] == 0
            assert hint["lines"][0]["verdict"]
            assert len(hint["lines"]) == 3
            assert (await me.ask("hint", "hint", at=7))["code"] == "gone-on"

    asyncio.run(run())


@pytest.mark.ci
def test_a_game_that_was_over_when_the_server_was_killed_is_written_down_later(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            table = await make(service, me, "nimmt", ME, engine(), rules=("round",))
            await play(me)
        file = tmp_path / "tables" / f"{table}.table"
        lines = file.read_bytes().splitlines(keepends=True)
        assert b'"event":"end"' in lines[-1]
        file.write_bytes(b"".join(lines[:-1]))
        for game in (tmp_path / "games").glob("*.jsonl"):
            game.unlink()
        async with serving(tmp_path) as service, browser(service) as me:
            lobby = await me.ask("lobby", "enter", key=service.hall.keys.owner())
            await me.sit(table, lobby["tables"][0]["token"])
            assert me.state["end"]
        assert file.read_bytes() == b"".join(lines)

    asyncio.run(run())
    assert len(list((tmp_path / "games").glob("*.jsonl"))) == 1


@pytest.mark.ci
def test_a_seat_is_told_what_it_cannot_know(tmp_path: Path) -> None:
    """Beliefs go to seats, as long as something is hidden; those who look on have none."""

    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me, browser(service) as other:
            table = await make(service, me, "nimmt", ME, engine(), rules=("round",))
            await me.until(lambda state: state["moves"])
            said = me.state["beliefs"]
            unseen = set(said[0].partition(":")[2].split())
            hand = {move["token"].removeprefix("c") for move in me.state["moves"]}
            assert said[0].startswith("90 cards not seen: ")
            assert len(hand) == 10
            assert not unseen & hand
            await other.sit(table, token_of(await me.ask("invite", "invite", seat=-1)))
            assert other.state["beliefs"] == []
            await play(me)
            assert (await me.until(lambda state: state["end"]))["beliefs"] == []
            table = await make(service, me, "longhorn", ME, engine())
            await me.until(lambda state: state["table"] == table and state["moves"])
            assert me.state["beliefs"] == []

    asyncio.run(run())


def test_those_who_look_on_see_the_table_and_no_hand(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me, browser(service) as stranger:
            for game, hand in (("nimmt", "hand.card."), ("colt", "hand.0.card."), ("longhorn", "")):
                seats = [engine()] * (1 if game == "longhorn" else 2)
                table = await make(service, me, game, ME, *seats)
                await me.until(lambda state, table=table: state["table"] == table and state["moves"])
                invite = await me.ask("invite", "invite", seat=-1)
                await stranger.sit(table, token_of(invite))
                await stranger.until(lambda state, table=table: state["table"] == table)
                assert stranger.state["seat"] is None
                assert stranger.state["moves"] == []
                assert stranger.state["picture"].startswith("<svg")
                if hand:
                    assert hand in me.state["picture"]
                    assert hand not in stranger.state["picture"]
                refused = await stranger.ask("table", "move", token="x", at=0)
                assert refused["code"] == "looks-on"
                assert (await stranger.ask("invite", "invite", seat=-1))["code"] == "not-host"

    asyncio.run(run())


def test_what_happened_is_shown_step_by_step_before_the_state(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me, browser(service) as friend:
            table = await make(service, me, "nimmt", ME, OPEN)
            invite = await me.ask("invite", "invite", seat=1)
            await friend.ask("invited", "sit", table=table, token=token_of(invite), narrow=False)
            await friend.ask("seated", "claim", name="Ben")
            for guest in (me, friend):
                await guest.until(lambda state: state["moves"])
            await play(me, moves=1)
            before = len(friend.bytes_in)
            await friend.say("move", token=friend.state["moves"][0]["token"], at=0)
            await friend.until(lambda state: state["at"] == 2)
            kinds = [json.loads(text) for text in friend.bytes_in[before:]]
            steps = [told for told in kinds if told["say"] == "frame"]
            assert len(steps) == len([event for event in friend.story if not event["follows"]]) - 1 > 0
            assert all(told["picture"].startswith("<svg") and told["words"] for told in steps)
            assert kinds[-1]["say"] == "table"
            assert len({kinds[-1]["picture"], *(told["picture"] for told in steps)}) == len(steps) + 1
            async with browser(service) as late:  # somebody who comes has not seen what was before
                await late.sit(table, seat_token(service, table, 0))
                assert not [text for text in late.bytes_in if '"say":"frame"' in text]

    asyncio.run(run())


def test_a_choice_is_played_though_its_browser_leaves_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            table = await make(service, me, "nimmt", ME, OPEN)
            invite = await me.ask("invite", "invite", seat=1)
            async with browser(service) as friend:
                await friend.ask("invited", "sit", table=table, token=token_of(invite), narrow=False)
                await friend.ask("seated", "claim", name="Ben")
                await friend.until(lambda state: state["moves"])
                await me.until(lambda state: state["moves"])
                await play(me, moves=1)
                (there,) = [watcher for watcher in service.hall.table(table).watchers if watcher.seat == 1]
                run = service.hall.quick.run

                async def late(key: str, work: Any) -> Any:
                    there.send.__self__.hang_up()  # type: ignore[attr-defined]
                    await asyncio.sleep(0.2)
                    return await run(key, work)

                monkeypatch.setattr(service.hall.quick, "run", late)
                await friend.say("move", token=friend.state["moves"][0]["token"], at=0)
                await friend.socket.wait_closed()
            await me.until(lambda state: state["at"] > 0, seconds=10)
            assert me.state["at"] == 2

    asyncio.run(run())


def test_nobody_waits_for_an_engine_that_starts_while_another_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[float] = []
    start = AsyncEngine.start

    async def slowly(*words: Any, **more: Any) -> AsyncEngine:
        started.append(asyncio.get_running_loop().time())
        if len(started) == 2:
            await asyncio.sleep(60)
        return await start(*words, **more)

    monkeypatch.setattr(AsyncEngine, "start", slowly)

    async def work(worker: Worker) -> int:
        await worker.engine.ready()
        return worker.engine.pid

    async def run() -> None:
        pool = Engines(own_engine(0), most=2)
        try:
            pids = await asyncio.wait_for(asyncio.gather(*(pool.run("", work) for _ in range(6))), 30)
            assert len(set(pids)) == 1
            assert len(started) == 2
        finally:
            await pool.close()

    asyncio.run(run())


def test_an_engine_that_cannot_start_fails_all_who_wait_for_it() -> None:
    async def work(worker: Worker) -> None:
        raise AssertionError

    async def run() -> None:
        pool = Engines(["/nonexistent/engine"], most=2)
        said = await asyncio.gather(*(pool.run("", work) for _ in range(3)), return_exceptions=True)
        assert [type(error) for error in said] == [EngineError] * 3
        await pool.close()
        with pytest.raises(EngineError, match="closing"):
            await pool.run("", work)

    asyncio.run(run())


def test_people_who_share_a_device_have_a_key_to_each_of_their_seats(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            games = service.hall.games.values()
            assert {game.about.name for game in games if game.secret} == {"nimmt", "colt"}
            await me.ask("lobby", "enter", key=service.hall.keys.owner())
            chairs = [ME, engine(), {"kind": "me", "name": "Ben"}]
            made = await me.ask("made", "make", game="nimmt", rules=[], chairs=chairs)
            assert [seat for seat, _ in made["seats"]] == [0, 2]
            for seat, token in made["seats"]:
                await me.sit(made["table"], token)
                await me.until(lambda state, seat=seat: state["seat"] == seat)
                assert me.state["secret"]
                assert [chair["here"] for chair in me.state["chairs"]] == [True] * 3
            (listed,) = (await me.ask("lobby", "enter", key=service.hall.keys.owner()))["tables"]
            assert listed["seats"] == made["seats"]
            same = [ME, engine(), ME]
            refused = await me.ask("made", "make", game="nimmt", rules=[], chairs=same)
            assert refused["code"] == "same-name"

    asyncio.run(run())
