"""Replays in the browser, as the server tells them: files, views, reviews, watched tournaments, safety."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest

import herdmind
from protocol.drawing.draw import PICTURES, draw
from protocol.frontend.desk import Desk
from protocol.frontend.review.cache import Cache
from protocol.frontend.review.judge import Effort
from protocol.frontend.review.log import read_log
from protocol.frontend.review.review import review_game
from protocol.web.replay.keptfiles import GIVEN_MAX, UNPACKED_MAX
from protocol.web.replay.upload import KEY
from protocol.web.serving import Service
from web_help import ME, OPEN, Browser, Json, browser, engine, make, play, seat_token, serving

pytestmark = pytest.mark.pure


@cache
def recorded(game: str, deals: int = 1) -> str:
    """The lines of a short match."""
    games = herdmind.play_match(game, ["greedy", "random"], deals=deals, seed=5).games
    return "".join(record.line() + "\n" for record in games)


async def give(service: Service, data: bytes, **headers: str) -> httpx.Response:
    """Send a file to the server."""
    home = f"http://127.0.0.1:{service.port}"
    words = {"origin": home, KEY: service.hall.keys.owner(), **headers}
    async with httpx.AsyncClient() as client:
        return await client.post(f"{home}/replay/file", content=data, headers=words)


@asynccontextmanager
async def shown(service: Service, data: bytes, game: int = 1) -> AsyncIterator[tuple[Browser, Json]]:
    """A browser that looks at a game of a file, and what it was told of it."""
    name = (await give(service, data)).json()["file"]
    async with browser(service) as guest:
        told = await guest.ask("replay-game", "replay-open", source="file", name=name, token="", game=game)
        assert told["say"] == "replay-game", told
        yield guest, told


async def see(guest: Browser, step: int, seat: int = -1, **words: Any) -> Json:
    """A step as the browser is shown it."""
    asked: Json = {"step": step, "seat": seat, "narrow": False, "film": False, **words}
    return await guest.ask("replay-sight", "replay-see", **asked)


@pytest.mark.parametrize("game", PICTURES)
def test_every_step_is_drawn_as_the_position_itself(tmp_path: Path, game: str) -> None:
    line = recorded(game).splitlines()[0]
    (tmp_path / "one.jsonl").write_text(line)
    (logged,) = read_log(tmp_path / "one.jsonl")

    async def run() -> tuple[Json, dict[tuple[int, int], Json], Json]:
        async with serving(tmp_path / "data") as service, shown(service, line.encode()) as (guest, told):
            last = len(told["steps"]) - 1
            places = {(step, seat) for step in (0, last // 2, last) for seat in (-1, 0, 1)}
            seen = {place: await see(guest, *place) for place in places}
            saved = await guest.ask("replay-saved", "replay-save", what="game", step=0, seat=-1,
                                    narrow=False, theme="auto")  # fmt: skip
            return told, seen, saved

    told, seen, saved = asyncio.run(run())
    assert saved["text"] == line + "\n"  # the export is the import
    assert told["steps"][0]["at"] == 0
    assert told["steps"][-1] == {"at": len(logged.moves), "turn": [], "round": told["steps"][-1]["round"]}
    assert told["views"] == [-1, *range(logged.seats)]
    with Desk.start() as desk:
        from protocol.web.replay.replays import reel_of

        reel = reel_of(logged, None)  # type: ignore[arg-type]
        desk.call(reel.people)
        for (step, seat), sight in seen.items():
            desk.set_up(reel.setup, reel.tokens[: told["steps"][step]["at"]])
            viewer = None if seat == -1 else seat
            view = desk.engine.json(viewer)
            assert sight["picture"] == draw(
                view, seat=viewer, standalone=False, names=desk.names(), layout="wide"
            )
            assert sight["scores"] == view["scores"]


def test_the_story_of_a_seat_tells_what_it_saw(tmp_path: Path) -> None:
    async def run() -> tuple[Json, Json]:
        async with serving(tmp_path) as service, shown(service, recorded("nimmt").encode()) as (guest, _):
            return (
                await guest.ask("replay-story", "replay-story", seat=-1),
                await guest.ask("replay-story", "replay-story", seat=0),
            )

    whole, own = asyncio.run(run())
    assert whole["steps"][0] == own["steps"][0] == []
    told = [event["words"] for step in whole["steps"] for event in step]
    moves = json.loads(recorded("nimmt").splitlines()[0])["moves"].split()
    rows = [move for move in moves if not move.isdecimal() and not move.startswith("c")]
    assert sum("commits card" in words for words in told) == len(moves) - len(rows)  # nothing is told twice
    first = " ".join(told["words"] for told in whole["steps"][1])
    assert first.count("commits card") >= 2
    assert " ".join(told["words"] for told in own["steps"][1]).count("commits a card face down") >= 1


@pytest.mark.ci
def test_the_judgement_is_that_of_the_review(tmp_path: Path) -> None:
    line = recorded("longhorn").splitlines()[0]
    (tmp_path / "one.jsonl").write_text(line)
    (logged,) = read_log(tmp_path / "one.jsonl")

    async def run() -> tuple[list[Json], Json, Json]:
        async with serving(tmp_path / "data") as service, shown(service, line.encode()) as (guest, _):
            heard: list[Json] = []
            await guest.say("replay-judge", ms=60)
            while not heard or heard[-1]["say"] == "replay-progress":
                heard.append(await guest.hear("replay-progress", "replay-review", "refused", seconds=120))
            again = await guest.ask("replay-review", "replay-judge", ms=60)  # from the cache
            return heard, heard[-1], again

    heard, made, again = asyncio.run(run())
    assert made["say"] == "replay-review", made
    assert [told["done"] for told in heard[:-1]] == sorted(told["done"] for told in heard[:-1])
    assert made["whole"]
    assert again == made
    kept = next((tmp_path / "data" / "replays").glob("*.review"))
    with Cache(kept) as cache, Desk.start() as desk:
        before = dict(cache._known)
        desk.call(("greedy", "random"))
        review = review_game(desk, logged, Effort(ms=60), cache, settings="threads 1 hash 64 figures None")
        assert cache._known == before  # the same keys: the judgements of one are those of the other
    assert [verdict["grade"] for verdict in made["verdicts"]] == [v.grade for v in review.verdicts]
    assert made["curve"][-1]["at"] == len(logged.moves)
    wrong = [verdict for verdict in made["verdicts"] if verdict["grade"] in ("slip", "mistake", "blunder")]
    assert made["dearest"] == [verdict.site.number for verdict in review.mistakes()]
    assert wrong
    assert all(verdict["sums"] and verdict["best"] for verdict in wrong)
    told = [verdict.get("sums", "") + verdict["lesson"] for verdict in made["verdicts"]]
    assert any("of the" in words or "moves lose" in words for words in told)  # how many moves keep the result


@pytest.mark.ci
def test_a_review_can_be_ended_and_goes_on(tmp_path: Path) -> None:
    async def run() -> tuple[Json, Json]:
        async with serving(tmp_path) as service, shown(service, recorded("longhorn").encode()) as (guest, _):
            await guest.say("replay-judge", ms=120)
            told = {"done": 0}
            while told["done"] < 2:
                told = await guest.hear("replay-progress", seconds=60)
            assert (await guest.ask("refused", "replay-judge", ms=120))["code"] == "judge-runs"
            part = await guest.ask("replay-review", "replay-stop")
            return part, await guest.ask("replay-review", "replay-judge", ms=50)

    part, whole = asyncio.run(run())
    assert 2 <= part["judged"] < part["decisions"]
    assert not part["whole"]
    assert whole["whole"]


def test_a_table_that_goes_on_shows_its_seat_alone_and_a_finished_one_everything(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me, browser(service) as other:
            table = await make(service, me, "nimmt", ME, engine(), rules=("round",))
            await play(me, moves=2)
            asked: Json = {
                "source": "table",
                "name": table,
                "token": seat_token(service, table, 0),
                "game": 0,
            }
            told = await other.ask("replay-game", "replay-open", **asked)
            assert told["views"] == [0]
            assert not told["whole"]
            hand = service.hall.table(table).scene.sights[0].view
            assert hand is not None
            sight = await see(other, len(told["steps"]) - 1, 0)
            assert sight["picture"]
            for seat in (-1, 1):
                assert (await see(other, 0, seat))["code"] == "no-view"
                assert (await other.ask("replay-story", "replay-story", seat=seat))["code"] == "no-view"
            saving: Json = {"what": "game", "step": 0, "seat": 0, "narrow": False, "theme": "auto"}
            assert (await other.ask("replay-saved", "replay-save", **saving))["code"] == "not-over"
            bad = {**asked, "token": "A" * 22}
            assert (await other.ask("replay-game", "replay-open", **bad))["code"] == "bad-link"
            await play(me)
            told = await other.ask("replay-game", "replay-open", **asked)
            assert told["views"] == [-1, 0, 1]
            assert told["file"]  # a link to it opens it for others

    asyncio.run(run())


def test_what_a_seat_cannot_see_changes_no_byte_of_its_replay(tmp_path: Path) -> None:
    """At a table that goes on: the other seat's hidden choice and cards are exchanged."""

    async def bytes_of(folder: Path, other: int) -> list[str]:
        async with serving(folder) as service, browser(service) as me, browser(service) as friend:
            table = await make(service, me, "nimmt", ME, OPEN)
            course = service.hall.table(table).course
            course.setup = type(course.setup)("nimmt", 2, course.setup.rules, 77)
            invite = await me.ask("invite", "invite", seat=1)
            await friend.ask(
                "invited", "sit", table=table, token=invite["link"].partition("#")[2], narrow=True
            )
            await friend.ask("seated", "claim", name="Ben")
            await friend.until(lambda state: state["moves"])
            await friend.say("move", token=friend.state["moves"][other]["token"], at=0)
            await friend.until(lambda state: state["chosen"])
            async with browser(service) as viewer:
                token = seat_token(service, table, 0)
                await viewer.ask(
                    "replay-game", "replay-open", source="table", name=table, token=token, game=0
                )
                await see(viewer, 0, 0)
                await viewer.ask("replay-story", "replay-story", seat=0)
                return viewer.bytes_in

    one = asyncio.run(bytes_of(tmp_path / "one", 0))
    two = asyncio.run(bytes_of(tmp_path / "two", 3))
    assert one == two
    assert len(one) == 3


@pytest.mark.ci
def test_files_of_other_kinds_are_named_and_nothing_is_kept(tmp_path: Path) -> None:
    line = recorded("longhorn").splitlines()[0]
    cases = {
        b"\x89PNG\r\n": "a picture (PNG)",
        b"": "there is no game",
        b"longhorn/1 view=all\n": "the text of a position",
        b"{": "not a game",
        line.replace('"moves"', '"mvs"').encode(): "there is no 'moves'",
        (line + "\n{}\n" + line).encode(): "line 2: not a game",
        b'{"event":"made"}\n': "not a whole file of a table",
        gzip.compress(b" " * (UNPACKED_MAX + 1)): "unpacked the file is over",
        gzip.compress(line.encode())[:-9]: "not a whole gzip file",
    }

    async def run() -> None:
        async with serving(tmp_path) as service:
            for data, words in cases.items():
                answer = await give(service, data)
                told = answer.json()
                assert answer.status_code == 400
                assert told["code"] == "bad-file", told
                assert words in told["about"], told
                assert str(tmp_path) not in answer.text
            assert not list((tmp_path / "replays").iterdir())

    asyncio.run(run())


def test_packed_files_and_the_files_of_tables_are_read(tmp_path: Path) -> None:
    line = recorded("heckmeck").splitlines()[0]

    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as me:
            plain = (await give(service, line.encode())).json()
            assert (await give(service, gzip.compress(line.encode()))).json() == plain
            table = await make(service, me, "longhorn", ME, engine())
            await play(me, moves=1)
            journal = (tmp_path / "tables" / f"{table}.table").read_bytes()
            async with shown(service, journal) as (_, told):
                assert told["players"][0] == "seat 1 (Zoë)"
                assert told["acts"][0] == "Zoë"
                assert told["moves"] >= 1
                assert told["end"] == "not finished"

    asyncio.run(run())


@pytest.mark.ci
def test_only_the_owner_gives_files_from_the_own_page_and_not_too_large_ones(tmp_path: Path) -> None:
    line = recorded("longhorn").encode()

    async def run() -> None:
        async with serving(tmp_path) as service:
            for headers in ({KEY: "x"}, {KEY: ""}, {"origin": "http://evil.example"}, {"origin": ""}):
                assert (await give(service, line, **headers)).json()["code"] == "not-owner"
            big = await give(service, b" " * (GIVEN_MAX + 1))
            assert (big.status_code, big.json()["code"]) == (413, "too-large")
            codes = [(await give(service, b"x")).json()["code"] for _ in range(25)]
            assert "too-fast" in codes
            assert not list((tmp_path / "replays").iterdir())

    asyncio.run(run())


def test_no_name_from_a_browser_leads_to_a_file_of_this_computer(tmp_path: Path) -> None:
    secret = tmp_path / "games.jsonl"
    secret.write_text(recorded("longhorn"))

    async def run() -> None:
        async with serving(tmp_path / "data") as service, browser(service) as guest:
            for source, name in (
                ("file", "../../games"),
                ("file", str(secret)),
                ("file", "/etc/passwd"),
                ("file", "0" * 32),
                ("file", ""),
                ("watch", "0"),
                ("watch", "../games.jsonl"),
                ("table", "../../games"),
            ):
                asked: Json = {"source": source, "name": name, "token": "", "game": 1}
                told = await guest.ask("replay-game", "replay-open", **asked)
                assert told["code"] in ("no-file", "no-table", "not-owner"), told
            assert (await see(guest, 0))["code"] == "no-file"

    asyncio.run(run())


def test_games_that_cannot_be_played_say_why(tmp_path: Path) -> None:
    row = json.loads(recorded("longhorn").splitlines()[0])
    moves = row["moves"].split()
    cases = {
        "edition": ({"game": "longhorn/0"}, "longhorn/0"),
        "game": ({"game": "chess/1"}, "the engine plays no chess"),
        "move": ({"moves": " ".join([*moves[:2], "zz", *moves[3:]])}, "zz"),
    }

    async def run() -> None:
        async with serving(tmp_path) as service, browser(service) as guest:
            for changes, words in cases.values():
                name = (await give(service, json.dumps(row | changes).encode())).json()["file"]
                asked: Json = {"source": "file", "name": name, "token": "", "game": 1}
                told = await guest.ask("replay-game", "replay-open", **asked)
                assert told["code"] == "bad-game", told
                assert words in told["about"], told

    asyncio.run(run())


@pytest.mark.ci
def test_a_packed_log_is_followed_too(tmp_path: Path) -> None:
    log = tmp_path / "running.jsonl.gz"
    first, second, *_ = ((line + "\n").encode() for line in recorded("longhorn", 2).splitlines())
    end = gzip.compress(second)

    async def run() -> None:
        async with serving(tmp_path / "data", watch=[log]) as service, browser(service) as guest:
            asked: Json = {"source": "watch", "name": "0", "token": service.hall.keys.owner(), "game": 0}
            log.write_bytes(gzip.compress(first) + end[:-20])
            assert (await guest.ask("replay-list", "replay-open", **asked))["total"] == 1
            with log.open("ab") as file:
                file.write(end[-20:])
            told = await guest.hear("replay-list")
            assert (told["from"], told["total"]) == (1, 2)
            game = await guest.ask("replay-game", "replay-open", **{**asked, "game": 2})
            assert (game["number"], game["games"]) == (2, 2)
            assert (await see(guest, 1))["picture"]
            log.write_bytes(b"\x1f\x8bnot packed at all")
            refused = await guest.ask("replay-list", "replay-open", **asked)
            assert "not a whole gzip file" in refused["about"]

    asyncio.run(run())


@pytest.mark.ci
def test_a_running_tournament_is_followed(tmp_path: Path) -> None:
    log = tmp_path / "running.jsonl"
    first, *rest = recorded("longhorn", 2).splitlines()

    async def run() -> None:
        async with serving(tmp_path / "data", watch=[log]) as service, browser(service) as guest:
            key = service.hall.keys.owner()
            lobby = await guest.ask("lobby", "enter", key=key)
            assert lobby["watched"] == [{"number": 0, "name": "running.jsonl"}]
            asked: Json = {"source": "watch", "name": "0", "token": key, "game": 0}
            assert (await guest.ask("replay-list", "replay-open", **asked))["total"] == 0  # not begun yet
            log.write_text(first + "\n" + rest[0][:50])  # the second game is being written
            told = await guest.hear("replay-list")
            assert (told["from"], told["total"], len(told["games"])) == (0, 1, 1)
            with log.open("a") as file:
                file.write(rest[0][50:] + "\n")
            told = await guest.hear("replay-list")
            assert (told["from"], told["total"]) == (1, 2)
            rows = {row["name"]: row for row in told["standings"]}
            assert set(rows) == {"greedy", "random"}
            assert sum(row["firsts"] for row in rows.values()) == 2
            assert rows["greedy"]["share"] + rows["random"]["share"] == pytest.approx(1)
            game = await guest.ask("replay-game", "replay-open", **{**asked, "game": 2})
            assert (game["number"], game["games"]) == (2, 2)
            assert (await see(guest, 1))["picture"]

    asyncio.run(run())


def test_pictures_are_saved_as_files_of_their_own(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")

    async def run() -> tuple[Json, Json]:
        async with serving(tmp_path) as service, shown(service, recorded("colt").encode()) as (guest, told):
            assert told["png"]
            asked: Json = {"step": 1, "seat": 0, "narrow": False, "theme": "dark"}
            svg = await guest.ask("replay-saved", "replay-save", what="svg", **asked)
            png = await guest.ask("replay-saved", "replay-save", what="png", **asked)
            bad = await guest.ask("replay-saved", "replay-save", what="exe", **asked)
            assert bad["code"] == "bad-message"
            return svg, png

    svg, png = asyncio.run(run())
    assert "<style>" in svg["text"]
    assert svg["text"].startswith("<svg")
    assert svg["name"].startswith("colt-1-move-")
    assert svg["name"].endswith("-seat-1.svg")
    import base64

    assert base64.b64decode(png["data"]).startswith(b"\x89PNG")
