"""Players of matches: their grammar, and engine processes good and bad."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import psutil
import pytest
from driver import HERE, TOY_ENGINE
from toys.arena import toy_arena

from protocol.base.errors import ProtocolError, error_text
from protocol.base.gameline import Ending, GameRecord
from protocol.client import Limit, process
from protocol.matches.players import EnginePlayer, Patience, Player
from protocol.matches.referee import play_game
from protocol.records.gamelog import verify
from protocol.records.lineup import HASH_MB, line_up, read_player
from protocol.records.schedule import GameTask, Schedule, Setup
from referee_help import Scripted, lowest
from solver.reports import Limits, Settings

ARENA = toy_arena()
TOYS = shlex.join(TOY_ENGINE)
RELAY = f"{shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'relay_engine.py'))}"
BAD = f"{shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'bad_engine.py'))}"


# --- players with a learnt model ---------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["policy", "full:nodes=5,weights=other.npz"])
def test_a_player_that_needs_a_model_is_refused_in_a_game_without_one(player: str) -> None:
    line = tuple(line_up([read_player(player), read_player("random")], 2))
    with pytest.raises(ProtocolError, match="longhorn has no learnt model"):
        Schedule(Setup("longhorn", 2, 1), (line,))


# --- the grammar ------------------------------------------------------------------------------------------


def test_a_player_of_our_own() -> None:
    spec = read_player("full:skill=5,movetime=10,objective=rank,hash=8")
    assert spec.text == "full:movetime=10,hash=8,skill=5,objective=rank"
    assert spec.name == spec.text
    assert spec.search_limits == Limits(movetime_ms=10)
    assert spec.search_settings(77) == Settings(hash_mb=8, skill=5, objective="rank", search="full", seed=77)
    assert read_player("greedy").search_settings(3) == Settings(hash_mb=HASH_MB, search="greedy", seed=3)
    assert read_player("flat:nodes=7,depth=2").search_limits == Limits(nodes=7, depth=2)
    assert read_player("random:name=Blind").name == "Blind"
    spec = read_player("flat:nodes=9,cputime=4")
    assert spec.text == "flat:cputime=4,nodes=9"
    assert spec.search_limits == Limits(nodes=9, cputime_ms=4)
    spec = read_player("full:nodes=9,tree.repeats=4,tree.bandit=exp3")
    assert spec.text == "full:nodes=9,tree.bandit=exp3,tree.repeats=4"
    assert spec.search_settings(1).tuning == (("bandit", "exp3"), ("repeats", "4"))


def test_an_engine_process() -> None:
    spec = read_player("cmd:movetime=50,Move Overhead=0,Hash=16:herdmind --one 'two three'")
    assert spec.external
    assert spec.command == ("herdmind", "--one", "two three")
    assert spec.engine_limit == Limit(movetime=50)
    assert spec.settings == (("Hash", "16"), ("Move Overhead", "0"))
    assert spec.text == "cmd:movetime=50,Hash=16,Move Overhead=0:herdmind --one 'two three'"
    assert read_player(spec.text) == spec
    assert read_player("cmd:nodes=5:/opt/a:b=c").command == ("/opt/a:b=c",)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", ""),
        ("strong", "strong"),
        ("Full:movetime=1", "Full"),
        ("full", "full"),
        ("flat:skill=3", "flat"),
        ("full:", "full:"),
        ("full:movetime", "movetime"),
        ("full:movetime=", "movetime="),
        ("full:movetime=0", "0"),
        ("full:movetime=ten", "ten"),
        ("full:movetime=1,movetime=2", "movetime"),
        ("full:movetime=1,style=wild", "style"),
        ("full:movetime=1,seed=3", "seed"),
        ("full:movetime=1,skill=21", "21"),
        ("full:movetime=1,objective=glory", "glory"),
        ("full:movetime=1,,skill=1", ""),
        ("greedy:name=a b", "a b"),
        ("full:cputime=0", "0"),
        ("full:cputime=1,movetime=1", "movetime"),
        ("full:cputime=1,clock=100", "clock"),
        ("full:cputime=1,threads=2", "2"),
        ("cmd:cputime=1:herdmind", "cputime"),
        ("full:movetime=1,tree.bandit=thief", "tree.bandit=thief"),
        ("full:movetime=1,tree.leaves=2", "tree.leaves=2"),
        ("full:movetime=1,tree.repeats=0", "tree.repeats=0"),
        ("full:movetime=1,tree.explore=much", "tree.explore=much"),
        ("full:movetime=1,tree.choices=yes", "tree.choices=yes"),
        ("flat:movetime=1,tree.repeats=2", "tree.repeats"),
        ("cmd:", "cmd:"),
        ("cmd:herdmind", "cmd"),
        ("cmd::herdmind", "cmd"),
        ("cmd:movetime=5:", "cmd:movetime=5:"),
        ("cmd:movetime=5:herdmind 'x", "herdmind 'x"),
        ("cmd:movetime=x:herdmind", "x"),
    ],
)
def test_a_bad_player_is_one_error_that_names_the_word(text: str, token: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_player(text)
    assert caught.value.token == token
    assert token in error_text(caught.value)


def test_an_unknown_key_is_told_the_known_ones() -> None:
    with pytest.raises(
        ProtocolError,
        match=r"movetime, cputime, nodes, depth, clock, inc, hash, threads, skill, objective.*name",
    ):
        read_player("full:movetime=1,style=wild")


def test_the_last_player_fills_the_seats_and_a_second_of_the_same_is_another() -> None:
    names = [spec.name for spec in line_up([read_player("greedy"), read_player("random")], 4)]
    assert names == ["greedy", "random", "random", "random"]
    names = [spec.name for spec in line_up([read_player("random")] * 3, 4)]
    assert names == ["random", "random#2", "random#3", "random#3"]
    for count in (0, 3):
        with pytest.raises(ProtocolError, match=f"{count} players for 2 seats"):
            line_up([read_player("random")] * count, 2)


# --- engine processes -------------------------------------------------------------------------------------


def against(text: str, game: str, seats: int, patience: Patience, player: Player | None = None) -> GameRecord:
    """A game of the engine on seat 0 against players that choose their lowest move."""
    spec = read_player(text)
    players = [player or EnginePlayer(spec, patience), *(Scripted(lowest) for _ in range(seats - 1))]
    work = GameTask(Setup(game, seats, 1), 0, (spec, *(read_player("random"),) * (seats - 1)))
    try:
        record = play_game(work, ARENA.games, players, patience)
    finally:
        if player is None:
            players[0].close()
    verify(record, ARENA.games)
    return record


@pytest.mark.parametrize(("game", "seats"), [("hand", 2), ("roll", 3), ("bid", 3), ("longhorn", 2)])
def test_an_engine_process_plays_whole_games(game: str, seats: int) -> None:
    text = f"cmd:nodes=64,Hash=8:{TOYS}"
    player = EnginePlayer(read_player(text), Patience())
    try:
        first, second = (against(text, game, seats, Patience(), player) for _ in range(2))
    finally:
        player.close()
    assert first.ending is second.ending is Ending.NORMAL
    # a new game leaves nothing of the last one
    assert [token for _, token, _ in first.moves] == [token for _, token, _ in second.moves]


def test_an_engine_is_sent_its_own_views_and_nothing_that_is_hidden(tmp_path: Path) -> None:
    sent = tmp_path / "sent.txt"
    text = f"cmd:nodes=32,Debug Log File={sent}:{TOYS}"
    record = against(text, "hand", 3, Patience())
    lines = [line.removeprefix(">> ") for line in sent.read_text().splitlines() if line.startswith(">> ")]
    views = [line for line in lines if line.startswith("position")]
    assert views
    for line in views:
        assert line.startswith("position fen hand/1 view=0 hands=")
        mine, *theirs = line.split("hands=")[1].split()[0].split("/")
        assert "?" not in mine
        assert all(word.startswith("?") for word in theirs)
    assert not any(str(record.deal) in line for line in lines)
    # a seed of its own, as far as the option takes it
    others = (read_player("random"),) * 2
    own = GameTask(Setup("hand", 3, 1), 0, (read_player(text), *others)).player_seed(0)
    assert f"setoption name Seed value {own % 2**31}" in lines
    assert {line.split()[0] for line in lines} <= {
        "uci", "isready", "setoption", "ucinewgame", "position", "go", "quit",
    }  # fmt: skip


@pytest.fixture
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HANDSHAKE_TIMEOUT", "READY_TIMEOUT", "STOP_GRACE", "QUIT_TIMEOUT"):
        # more than the second in which an engine that closed its output may still end
        monkeypatch.setattr(process, name, 3.0 if name in ("HANDSHAKE_TIMEOUT", "READY_TIMEOUT") else 1.0)


@pytest.mark.ci
@pytest.mark.usefixtures("_short_patience")
@pytest.mark.parametrize(
    ("way", "ending", "word"),
    [
        ("plays nonsense", Ending.ILLEGAL, "aa"),
        ("no move", Ending.ILLEGAL, "no move"),
        ("dies on go", Ending.CRASH, "out of ideas"),
        ("killed on go", Ending.CRASH, "exit code -9"),
        ("half a line", Ending.DISCONNECT, "exit code 0"),
        ("dies at the start", Ending.CRASH, "exit code 5"),
        ("ends quietly", Ending.DISCONNECT, "exit code 0"),
        ("closes stdout", Ending.DISCONNECT, "has ended"),
        ("falls silent for ever", Ending.DISCONNECT, "has ended"),
        ("silent from the start", Ending.STALL, "answer uci"),
        ("no readyok", Ending.STALL, "answer isready"),
        pytest.param("floods for ever", Ending.STALL, "", marks=pytest.mark.long),
        ("endless line", Ending.CRASH, "a line of over"),
        ("stalls on go", Ending.STALL, "isready"),
        ("ignores stop", Ending.STALL, "killed"),
        ("answers stop only", Ending.TIME, "ms late"),
    ],
)
def test_a_bad_engine_loses_its_seat_and_nothing_else(way: str, ending: Ending, word: str) -> None:
    text = f"cmd:movetime=50:{BAD} {shlex.quote(way)}"
    record = against(text, "longhorn", 2, Patience(margin=0.3))
    assert record.ending is ending
    assert word in record.detail
    assert record.fault == 0
    assert record.returns == (-1, 1)


@pytest.mark.parametrize(
    ("habit", "ending"),
    [
        ("none", Ending.NORMAL),
        ("answers twice", Ending.NORMAL),
        ("chatters", Ending.NORMAL),
        ("answers late", Ending.TIME),
        ("crashes", Ending.CRASH),
        ("ends quietly", Ending.DISCONNECT),
    ],
)
def test_an_engine_with_a_bad_habit(habit: str, ending: Ending) -> None:
    limit = "movetime=20" if habit == "answers late" else "nodes=64"
    # every position: which ones an engine sees depends on its name, and that holds a path
    text = f"cmd:{limit}:{RELAY} {shlex.quote(habit)} 1"
    record = against(text, "roll", 3, Patience(margin=0.2))
    assert record.ending is ending, record.detail
    assert record.fault == (None if ending is Ending.NORMAL else 0)
    assert (record.late is not None) == (ending is Ending.TIME)
    if record.late is not None:
        assert 300 <= record.late < 5000


def test_a_bestmove_said_again_is_no_answer_to_the_next_question() -> None:
    # a hand of cards: the card that was played is no longer legal
    text = f"cmd:nodes=64:{RELAY} 'answers again'"
    record = against(text, "hand", 3, Patience())
    assert record.ending is Ending.NORMAL, record.detail
    assert len([token for player, token, _ in record.moves if player == 0]) > 1


@pytest.mark.usefixtures("_short_patience")
def test_an_engine_that_died_is_started_again_for_the_next_game() -> None:
    text = f"cmd:movetime=50:{BAD} 'dies on go'"
    player = EnginePlayer(read_player(text), Patience())
    try:
        endings = [against(text, "longhorn", 2, Patience(), player).ending for _ in range(2)]
    finally:
        player.close()
    assert endings == [Ending.CRASH, Ending.CRASH]


def test_an_engine_that_dies_between_two_games_costs_neither() -> None:
    text = f"cmd:nodes=32:{TOYS}"
    others = set(psutil.Process().children())
    player = EnginePlayer(read_player(text), Patience())
    try:
        first = against(text, "bid", 3, Patience(), player)
        (child,) = set(psutil.Process().children()) - others
        child.kill()
        second = against(text, "bid", 3, Patience(), player)
        assert second.moves != ()
        end = time.monotonic() + 10  # the dead one is reaped by a thread, which may be late
        while child.pid in [process.pid for process in psutil.Process().children()]:
            assert time.monotonic() < end, "the dead engine is still a child"
            time.sleep(0.01)
    finally:
        player.close()
    assert first.ending is second.ending is Ending.NORMAL
    assert [token for _, token, _ in first.moves] == [token for _, token, _ in second.moves]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("cmd:movetime=5:/no/such/engine", "/no/such/engine"),
        (f"cmd:movetime=5,Style=wild:{TOYS}", "Style"),
        (f"cmd:movetime=5,Hash=lots:{TOYS}", "lots"),
        (f"cmd:movetime=5,Threads=0:{TOYS}", "0"),
    ],
)
def test_an_engine_that_cannot_be_set_up_says_why(text: str, word: str) -> None:
    record = against(text, "longhorn", 2, Patience())
    assert record.ending is Ending.CRASH
    assert word in record.detail
