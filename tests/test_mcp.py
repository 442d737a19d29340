"""The server for AI assistants, driven by the client of the official SDK over pipes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import psutil
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

import herdmind
from herdmind import Rng
from protocol.assistant import arguments, engineroom, judging_mcp, mcp_tables, moving
from protocol.cli.command_mcp import TABLES
from protocol.cli.command_mcp import mcp as mcp_command

#: Hidden things of these games are exchanged in the tests of leaks.
HIDDEN = {"nimmt": ["round"], "colt": []}
COMMAND = [sys.executable, "-m", "protocol", "mcp"]


def environment() -> dict[str, str]:
    """What the server must know: where the packages and kept games are, and how a checked build is run."""
    checked = ("LD_PRELOAD", "PYTHONMALLOC", "ASAN_OPTIONS", "UBSAN_OPTIONS")
    return {
        name: os.environ[name] for name in ("PYTHONPATH", "XDG_STATE_HOME", *checked) if name in os.environ
    }


class Server:
    """A server and its client. Each answer is checked by the published schema."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self.portal, self.client = portal, client
        self.tools = {tool.name: tool for tool in portal.call(client.list_tools).tools}

    def raw(self, tool: str, **arguments: Any) -> Any:
        result = self.portal.call(self.client.call_tool, tool, arguments)
        if not result.is_error:
            schema = self.tools[tool].output_schema
            assert schema is not None
            Draft202012Validator(schema).validate(result.structured_content)
            assert json.loads(result.content[0].text) == result.structured_content
        return result

    def call(self, tool: str, **arguments: Any) -> Any:
        result = self.raw(tool, **arguments)
        assert not result.is_error, result.content[0].text
        return result.structured_content

    def refused(self, tool: str, **arguments: Any) -> str:
        result = self.raw(tool, **arguments)
        assert result.is_error, result.structured_content
        (content,) = result.content
        assert "\n" not in content.text
        return str(content.text)

    def deal(self, game: str, **arguments: Any) -> str:
        return str(self.call("new_table", game=game, **arguments)["table"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    parameters = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], "--tables", "8", "--folder", str(folder)], env=environment()
    )
    errors = sys.__stderr__  # pytest's own replacement has no descriptor for a process (--capture=sys)
    assert errors is not None
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(stdio_client(parameters, errlog=errors))) as client,
    ):
        yield Server(portal, client)


@pytest.fixture(autouse=True)
def _no_tables_left(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "server" in request.fixturenames:
        server: Server = request.getfixturevalue("server")
        for table in server.call("list_tables")["tables"]:
            server.call("close_table", table=table["table"])


def test_every_tool_has_valid_schemas_and_says_what_its_arguments_are(server: Server) -> None:
    for tool in server.tools.values():
        Draft202012Validator.check_schema(tool.input_schema)
        assert tool.output_schema is not None
        Draft202012Validator.check_schema(tool.output_schema)
        assert tool.input_schema["additionalProperties"] is False
        assert tool.description
        assert tool.annotations is not None
        for name, argument in tool.input_schema.get("properties", {}).items():
            assert argument.get("description"), (tool.name, name)


def test_the_page_names_every_tool_option_and_limit(server: Server) -> None:
    page = (Path(__file__).resolve().parent.parent / "docs" / "assistants.md").read_text(encoding="utf-8")
    for tool in server.tools:
        assert f"`{tool}`" in page
    configuration = json.loads(page.split("```json\n")[1].split("```")[0])
    assert configuration["mcpServers"]["herdmind"] == {"command": "herdmind", "args": [mcp_command.name]}
    for option in mcp_command.params:
        assert option.opts[0] in page
    limits = [
        f"{arguments.MOVETIME_MAX // 1000} seconds |",
        f"{moving.SECONDS_MAX:.0f} seconds or {moving.MOVES_MAX} moves",
        f"{judging_mcp.SECONDS_MAX // 60} minutes in all",
        f"a position {mcp_tables.TEXT_MAX:,} characters, a game {judging_mcp.TEXT_MAX:,}",
        f"a file {judging_mcp.FILE_MAX // 10**6} MB",
        f"| {engineroom.DEEP_MB} MB",
        f"{TABLES} by default",
    ]
    assert [limit for limit in limits if limit not in page] == []
    assert mcp_tables.TABLES_MAX == TABLES


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.cli.command_mcp.find_spec", lambda name: None)
    result = CliRunner().invoke(mcp_command, [])
    assert result.exit_code == 2
    assert "pip install 'herdmind[mcp]'" in result.output


def test_games_and_rules_are_tools_and_resources(server: Server) -> None:
    games = {game["name"]: game for game in server.call("list_games")["games"]}
    assert set(games) == set(herdmind.GAMES)
    for name, game in games.items():
        known = herdmind.GAMES[name]
        assert (game["title"], game["min_seats"], game["max_seats"]) == (
            known.title,
            known.min_seats,
            known.max_seats,
        )
        rules = server.call("game_rules", game=name)
        read: Any = server.portal.call(server.client.read_resource, f"herdmind://rules/{name}").contents[0]
        assert rules["text"] in read.text
        assert set(rules["rules_words"]) == set(known.rules)


def test_prompts_name_the_game(server: Server) -> None:
    for name in ("play", "advise"):
        prompt: Any = server.portal.call(server.client.get_prompt, name, {"game": "nimmt"})
        assert "nimmt" in prompt.messages[0].content.text


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "rules", "seats"),
    [("nimmt", ["round"], 3), ("longhorn", [], 2)],
)
def test_a_whole_game_is_played_through_the_tools(
    server: Server, game: str, rules: list[str], seats: int
) -> None:
    table = server.deal(game, rules=rules, seats=seats, seat=1, seed=5)
    status = server.call("engine_plays", table=table, movetime=10)["status"]
    steps = 0
    while status["phase"] != "over":
        assert status["to_move"] == [1]
        move = server.call("list_moves", table=table)["moves"][-1]["move"]
        made = server.call("make_move", table=table, move=move)
        assert made["moved"] == [1]
        status = server.call("engine_plays", table=table, movetime=10)["status"]
        steps += 1
        assert steps < 200
    outcome = status["outcome"]
    assert sorted(outcome["winners"]) == [s for s, rank in enumerate(outcome["ranks"]) if rank == 1]
    assert server.call("show", table=table)["status"]["scores"] == outcome["scores"]
    assert "over" in server.refused("make_move", table=table, move="1")
    server.call("show", table=table, seat=0)  # all hands are shown at the end


@pytest.mark.parametrize("game", ["heckmeck", "pickomino", "colt"])
def test_the_engine_plays_every_seat_when_it_is_asked_to(server: Server, game: str) -> None:
    table = server.deal(game, seats=2, seed=5)
    for _ in range(20):
        played = server.call("engine_plays", table=table, seats=[0, 1], movetime=10, skill=3)
        if played["status"]["phase"] == "over":
            break
        assert "call again" in played["note"]
    assert played["status"]["outcome"]["scores"] == played["status"]["scores"]


@pytest.mark.ci
@pytest.mark.parametrize(("game", "rules"), [("nimmt", ["target33"]), ("heckmeck", [])])
def test_chance_is_drawn_on_from_a_position(server: Server, game: str, rules: list[str]) -> None:
    position = herdmind.deal(game, seats=2, seed=3, rules=rules).text()
    status = server.call("open_position", position=position, seat=0)
    table = status["table"]
    assert (status["chance"], status["phase"]) == ("drawn", "decision")
    said = []
    for _ in range(20):
        played = server.call("engine_plays", table=table, seats=[0, 1], movetime=10, skill=3)
        said += played["events"]
        if played["status"]["phase"] == "over":
            break
    assert played["status"]["outcome"]
    assert any("dice show" in event or "round 2" in event for event in said), said[-5:]
    back = server.call("take_back", table=table, count=played["status"]["entries"])["status"]
    assert back["entries"] == 0


def test_a_choice_made_at_the_same_time_waits_for_the_others(server: Server) -> None:
    table = server.deal("nimmt", rules=["round"], seats=3, seat=2, seed=1)
    moves = [move["move"] for move in server.call("list_moves", table=table)["moves"]]
    made = server.call("make_move", table=table, move=moves[0])
    assert (made["status"]["chosen"], made["status"]["to_move"]) == ([2], [0, 1])
    assert "nothing to decide" in server.refused("make_move", table=table, move=moves[1])
    again = server.call("take_back", table=table)["status"]
    assert (again["chosen"], again["to_move"], again["entries"]) == ([], [0, 1, 2], 0)
    server.call("make_move", table=table, move=moves[0])
    played = server.call("engine_plays", table=table, movetime=10)
    assert any("reveals" in event for event in played["events"])
    assert played["status"]["to_move"] == [2]
    entries = played["status"]["entries"]
    assert server.call("take_back", table=table, count=entries)["status"]["entries"] == 0
    assert [move["move"] for move in server.call("list_moves", table=table)["moves"]] == moves
    assert "only 0" in server.refused("take_back", table=table)


def walked(game: str, rules: list[str], seed: int, steps: int) -> herdmind.State:
    """A position in the middle of a game of three seats."""
    state, rng = herdmind.deal(game, seats=3, seed=seed, rules=rules), Rng(seed)
    while steps or state.is_chance_node():
        if state.is_chance_node():
            state.play_chance(rng)
            continue
        moves = state.legal_moves()
        state.push(moves[rng.below(len(moves))])
        steps -= 1
    return state


def named(result: Any, table: str) -> str:
    """An answer without the table's number."""
    return re.sub(rf"(?<![-\w]){table}\b", "TABLE", result.model_dump_json())


def everything(server: Server, table: str, move: str | None, hidden: int) -> list[str]:
    """All that the tools say of a table without a search, byte for byte; the table is closed."""
    said = [server.raw("show", table=table, form=form) for form in ("text", "json", "svg")]
    said += [server.raw("explain", table=table), server.raw("list_moves", table=table)]
    said += [server.raw("list_tables"), server.raw("show", table=table, seat=hidden)]
    said += [server.raw("make_move", table=table, move="nonsense")]
    said += [server.raw("make_move", table=table, move="nonsense", seat=hidden)]
    if move is not None:
        said += [server.raw("make_move", table=table, move=move), server.raw("show", table=table)]
    server.call("close_table", table=table)
    return [named(result, table) for result in said]


@pytest.mark.parametrize(
    ("game", "steps"), [("nimmt", 0), ("nimmt", 4), ("nimmt", 7), ("colt", 0), ("colt", 7), ("colt", 60)]
)
def test_nothing_that_the_own_seat_cannot_see_is_said(server: Server, game: str, steps: int) -> None:
    state = walked(game, HIDDEN[game], steps + 3, steps)
    own = state.players_to_move()[0]
    other = next(
        found
        for seed in range(50)
        if (found := state.resample_from_infostate(own, Rng(seed))).text() != state.text()
    )
    move = state.legal_moves(own)[0] if len(state.players_to_move()) > 1 else None
    answers = []
    for truth in (state, other):
        table = server.call("open_position", position=truth.text(), seat=own)["table"]
        answers.append(everything(server, table, move, (own + 1) % 3))
    assert answers[0] == answers[1]
    assert "shows no other hand" in answers[0][6]


@pytest.mark.parametrize("game", HIDDEN)
def test_without_a_seat_only_what_all_may_see_is_said(server: Server, game: str) -> None:
    state = walked(game, HIDDEN[game], 2, 0)
    other = state.resample_from_infostate(0, Rng(7)).resample_from_infostate(1, Rng(8))
    hands = [truth.view(seat).text() for truth in (state, other) for seat in range(3)]
    assert len({*hands}) > 3
    answers = []
    for truth in (state, other):
        table = server.call("open_position", position=truth.text())["table"]
        said = [server.raw("show", table=table, form=form) for form in ("text", "json")]
        said += [server.raw("explain", table=table), server.raw("list_tables")]
        said += [server.raw("list_moves", table=table), server.raw("make_move", table=table, move="nonsense")]
        assert "name the seat" in said[-1].content[0].text
        assert "name the seat" in server.refused("analyse", table=table)
        assert "name the seat" in server.refused("review", table=table)
        for seat in range(3):
            shown = server.call("show", table=table, seat=seat)
            assert shown["position"] == truth.view(seat).text()
        server.call("close_table", table=table)
        answers.append([named(result, table) for result in said])
        assert not said[1].structured_content["json_view"]["moves"]
    assert answers[0] == answers[1]


def test_the_engine_s_choices_and_a_secret_seed_stay_secret(server: Server) -> None:
    table = server.deal("nimmt", rules=["round"], seats=4, seat=3)
    played = server.call("engine_plays", table=table, movetime=10)
    assert played["moved"] == [0, 1, 2]
    assert played["status"]["seed"] is None
    assert all("face down" in event for event in played["events"])
    server.deal("nimmt", seats=4, seed=12)
    assert server.call("list_tables")["tables"][-1]["seed"] == 12
    first, second = (server.deal("nimmt", seats=4, seat=3) for _ in range(2))
    assert server.call("show", table=first)["position"] != server.call("show", table=second)["position"]


def test_a_real_table_is_entered_and_advised(server: Server) -> None:
    status = server.call("enter_table", game="nimmt", seat=0, seats=2, rules=["round"])
    table = status["table"]
    assert status["asks"] == "the card that begins row 1"
    assert server.call("list_moves", table=table)["moves"][0]["odds"] == "1/104"
    status = server.call("make_move", table=table, move="10 20 30 40")["status"]
    hand = [5, 15, 25, 35, 45, 55, 65, 75, 85, 95]
    status = server.call("make_move", table=table, move=" ".join(map(str, hand)))["status"]
    assert status["rules"] == {"round": "a single round is the game"}
    assert (status["phase"], status["viewer"], status["chance"]) == ("decision", 0, "entered")
    best = server.call("analyse", table=table, movetime=50)
    assert best["seat"] == 0
    assert int(best["best"]) in hand
    assert "nonsense" in server.refused("make_move", table=table, move="nonsense")
    server.call("make_move", table=table, move=best["best"])
    assert "seat" in server.refused("show", table=table, seat=1)
    assert "real one" in server.refused("engine_plays", table=table)
    happened = server.call("make_move", table=table, move="60")
    assert any("60" in event for event in happened["events"])
    judged = server.call("review", table=table, movetime=20)
    assert [one["seat"] for one in judged["judged"]] == [0]


def test_a_real_table_is_set_up_piece_by_piece(server: Server) -> None:
    status = server.call("enter_table", game="longhorn", seat=1)
    assert not status["hidden"]
    assert status["asks"].startswith("the location of square 1")
    assert server.call("show", table=status["table"])["status"]["phase"] == "chance"
    assert "set up" in server.refused("review", table=status["table"])
    assert "set-up" in server.refused("show", table=status["table"], form="png")


def test_analysis_explanation_and_pictures(server: Server) -> None:
    table = server.deal("longhorn", seed=60)
    answer = server.call("analyse", table=table, movetime=5000, lines=2)
    best = answer["moves"][0]
    assert (best["move"], best["value"], best["proven"]) == (answer["best"], 1.0, True)
    two = server.call("analyse", table=table, movetime=50, moves=[best["move"]])
    assert [line["move"] for line in two["moves"]] == [best["move"]]
    worst = server.call("list_moves", table=table)["moves"][-1]["move"]
    told = server.call("explain", table=table, move=worst, movetime=300)
    assert told["move"]["move"] == worst
    assert told["loses"] >= 0
    assert told["status"]["rules"] == {}
    picture = server.raw("show", table=table, form="png").content[1]
    assert (picture.type, picture.mime_type) == ("image", "image/png")
    drawing = server.raw("show", table=table, form="svg").content[1].resource
    assert drawing.mime_type == "image/svg+xml"
    assert drawing.text.startswith("<svg")
    view = server.call("show", table=table, form="json")["json_view"]
    assert view["text"] == herdmind.deal("longhorn", seed=60).text()


@pytest.mark.parametrize("game", ["heckmeck", "pickomino", "colt", "nimmt"])
@pytest.mark.parametrize("own", [0, None])
def test_a_table_is_reviewed_in_the_middle_of_its_game(server: Server, game: str, own: int | None) -> None:
    table = server.deal(game, seats=2, seat=own, seed=4)
    status = server.call("engine_plays", table=table, movetime=10, seats=[1])["status"]
    chosen = 0
    while chosen < 3:
        assert 0 in status["to_move"]
        move = server.call("list_moves", table=table, seat=0)["moves"][0]["move"]
        server.call("make_move", table=table, move=move, seat=0)
        chosen += 1
        status = server.call("engine_plays", table=table, movetime=10, seats=[1])["status"]
    judged = server.call("review", table=table, movetime=10, seat=0)
    assert judged["decisions"] == len(judged["judged"]) == chosen
    assert {one["seat"] for one in judged["judged"]} == {0}


def test_games_in_texts_and_files_are_reviewed(server: Server, folder: Path, tmp_path: Path) -> None:
    match = herdmind.play_match("nimmt", ["greedy", "random"], seats=2, rules=["round"], deals=1)
    lines = [game.line() for game in match.games]
    assert len(lines) == 2
    judged = server.call("review", text=lines[0], movetime=10, seat=1)
    assert judged["decisions"] == len(judged["judged"]) > 0
    assert {one["seat"] for one in judged["judged"]} == {1}
    assert all("seat 2" not in one["headline"] for one in judged["mistakes"])  # seats count from 0
    assert "choose one" in server.refused("review", text="\n".join(lines))
    herdmind.write_games(folder / "games.jsonl", match.games)
    assert server.call("review", file="games.jsonl", number=2, movetime=10, seat=0)["judged"]
    assert "games.jsonl" in server.refused("review", file="other.jsonl")
    herdmind.write_games(tmp_path / "away.jsonl", match.games)
    for name in (str(tmp_path / "away.jsonl"), f"../{tmp_path.name}/away.jsonl", "/etc/passwd"):
        assert "no such game in the folders" in server.refused("review", file=name)
    assert "line 1" in server.refused("review", text="{}\n{}\n")
    assert "one of table, text and file" in server.refused("review", text="{}", file="x")
    assert "seat 2: the seats of this game are 0 to 1" in server.refused("review", text=lines[0], seat=2)


def test_errors_name_the_wrong_word_and_change_nothing(server: Server) -> None:
    table = server.deal("nimmt", rules=["round"], seats=2, seat=0, seed=3)
    before = server.raw("show", table=table).model_dump_json()
    assert "'chess'" in server.refused("new_table", game="chess")
    assert "'chess'" in server.refused("game_rules", game="chess")
    assert "fast" in server.refused("new_table", game="nimmt", rules=["fast"])
    assert "11" in server.refused("new_table", game="nimmt", seats=11)
    assert "seat 2" in server.refused("new_table", game="nimmt", seats=2, seat=2)
    assert "names" in server.refused("new_table", game="nimmt", seats=2, names=["A", "B", "C"])
    assert "'two'" in server.refused("new_table", game="nimmt", seats="two")
    assert "'colour'" in server.refused("new_table", game="nimmt", colour="red")
    assert "'nimmt-0'" in server.refused("show", table="nimmt-0")
    assert "nonsense" in server.refused("open_position", position="nimmt/1 nonsense")
    assert "'go'" in server.refused("open_position", position="go/1 x")
    assert "'104'" in server.refused("make_move", table=table, move="104")
    assert "'104'" in server.refused("analyse", table=table, moves=["104"])
    assert "'104'" in server.refused("explain", table=table, move="104")
    assert "seat 5" in server.refused("list_moves", table=table, seat=5)
    assert "at least one seat" in server.refused("engine_plays", table=table, seats=[])
    assert "movetime" in server.refused("analyse", table=table, movetime=10**6)
    assert server.raw("show", table=table).model_dump_json() == before


def test_the_number_of_tables_is_bounded(server: Server) -> None:
    tables = [server.deal("longhorn") for _ in range(8)]
    assert "8 tables are open" in server.refused("new_table", game="longhorn")
    server.call("close_table", table=tables[3])
    assert server.deal("longhorn") not in tables
    assert tables[3] not in [table["table"] for table in server.call("list_tables")["tables"]]


def test_calls_at_one_table_wait_for_each_other(server: Server) -> None:
    table = server.deal("longhorn", seed=2)

    async def both() -> list[Any]:
        results: list[Any] = []

        async def play(seats: list[int]) -> None:
            arguments = {"table": table, "seats": seats, "movetime": 100}
            results.append(await server.client.call_tool("engine_plays", arguments))

        async with anyio.create_task_group() as group:
            group.start_soon(play, [0])
            group.start_soon(play, [1])
        return results

    moved = [result.structured_content["moved"] for result in server.portal.call(both)]
    entries = server.call("list_tables")["tables"][0]["entries"]
    assert sum(map(len, moved)) == entries > 0


def test_an_engine_that_dies_takes_no_table_with_it(by_hand: subprocess.Popen[str]) -> None:
    server = by_hand
    for engine in psutil.Process(server.pid).children():
        engine.kill()
    assert server.stdout is not None
    answer = json.loads(server.stdout.readline())
    assert answer["id"] == 3
    assert "try again" in answer["result"]["content"][0]["text"]
    for number in (4, 5):  # each of the two engines may be found dead once
        say(
            server, id=number, method="tools/call", params={"name": "show", "arguments": {"table": "nimmt-1"}}
        )
        answer = json.loads(server.stdout.readline())["result"]
        if "structuredContent" in answer:
            break
    assert answer["structuredContent"]["status"]["table"] == "nimmt-1"


def test_a_review_reports_its_progress(server: Server) -> None:
    table = server.deal("longhorn", seed=2, seat=0)
    server.call("engine_plays", table=table, seats=[0, 1], movetime=10)
    seen: list[tuple[float, float | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))

    async def call() -> Any:
        arguments = {"table": table, "movetime": 10}
        return await server.client.call_tool("review", arguments, progress_callback=note)

    judged = server.portal.call(call).structured_content
    assert judged["decisions"] == len(judged["judged"]) > 2
    assert seen[-1] == (judged["decisions"], judged["decisions"])


@pytest.mark.ci
def test_a_cancelled_search_makes_room_for_the_next(server: Server) -> None:
    table = server.deal("nimmt", seats=3, seat=0)

    async def impatient() -> None:
        with anyio.move_on_after(0.5):
            await server.client.call_tool("analyse", {"table": table, "movetime": 30_000})

    begun = time.monotonic()
    server.portal.call(impatient)
    server.call("analyse", table=table, movetime=20)
    assert time.monotonic() - begun < 15


@pytest.fixture
def by_hand() -> Iterator[subprocess.Popen[str]]:
    """A server in a search, spoken to by hand."""
    with started() as server:
        try:
            yield server
        finally:
            server.kill()


def started() -> subprocess.Popen[str]:
    server = subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment()},
    )
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    say(server, id=1, method="initialize", params=hello)
    assert server.stdout is not None
    assert json.loads(server.stdout.readline())["result"]["serverInfo"]["name"] == "herdmind"
    say(server, method="notifications/initialized")
    new = {"name": "new_table", "arguments": {"game": "nimmt", "seat": 0}}
    say(server, id=2, method="tools/call", params=new)
    assert json.loads(server.stdout.readline())["result"]["structuredContent"]["table"] == "nimmt-1"
    search = {"name": "analyse", "arguments": {"table": "nimmt-1", "movetime": 30_000}}
    say(server, id=3, method="tools/call", params=search)
    while len(psutil.Process(server.pid).children()) < 2:  # one engine answers, one searches
        time.sleep(0.02)
    time.sleep(0.3)
    return server


def say(server: subprocess.Popen[str], **message: Any) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()


@pytest.mark.ci
@pytest.mark.parametrize("way", ["end of input", "SIGINT", "SIGTERM"])
def test_the_server_ends_at_once_with_its_engines(by_hand: subprocess.Popen[str], way: str) -> None:
    server = by_hand
    engines = psutil.Process(server.pid).children(recursive=True)
    assert engines
    if way == "end of input":
        assert server.stdin is not None
        server.stdin.close()
        server.stdin = None
    else:
        server.send_signal(getattr(signal, way))
    begun = time.monotonic()
    out, said = server.communicate(timeout=20)
    assert time.monotonic() - begun < 10
    assert server.returncode == {"end of input": 0, "SIGINT": 130, "SIGTERM": 143}[way]
    assert said == ("interrupted\n" if way == "SIGINT" else "")
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in out.splitlines())
    _, alive = psutil.wait_procs(engines, timeout=10)
    assert not alive
