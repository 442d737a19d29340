"""The client library, with the real engine and with engines that misbehave (fault 22)."""

from __future__ import annotations

import ast
import asyncio
import gc
import inspect
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import psutil
import pytest
from driver import ENGINE, HERE, TOY_ENGINE
from positions import ALL, LATE

from protocol.base import wire
from protocol.client import (
    Analysis,
    AsyncAnalysis,
    AsyncEngine,
    Engine,
    EngineDied,
    EngineError,
    EngineRefused,
    EngineTimeout,
    Limit,
    derive,
    process,
    together,
)
from protocol.client.held import can_push

BAD = str(HERE / "bad_engine.py")


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("READY_TIMEOUT", "SEARCH_GRACE", "STOP_GRACE"):
        monkeypatch.setattr(process, name, 2.0)


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine.start(TOY_ENGINE) as engine:
        yield engine


def gone(pid: int) -> bool:
    """Whether the process has ended (and been taken care of) within a few seconds."""
    end = time.monotonic() + 5
    while psutil.pid_exists(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


# --- a good engine -----------------------------------------------------------------------------------------


def test_the_handshake_is_understood(engine: Engine) -> None:
    assert engine.name.startswith("Herdmind ")
    assert engine.protocol is not None
    assert engine.games["longhorn"] == "longhorn/1"
    assert engine.options["Hash"].kind == "spin"
    assert engine.options["UCI_Variant"].choices == tuple(ALL)
    assert engine.options["Figures"].default == ""
    assert engine.options["Move Overhead"].low == 0


def test_a_game_is_played_by_the_client_alone(engine: Engine) -> None:
    engine.set_option("UCI_Variant", "roll")
    engine.new_game()
    moves: list[str] = []
    engine.position(seats=3, rules=["long"])
    while not engine.game_over():
        turn = engine.turn()
        if turn == "chance":
            odds = engine.chance()
            assert sum(odds.values()) == 1
            moves.append(sorted(odds)[len(moves) % 6])
        else:
            assert isinstance(turn, list)
            result = engine.play(Limit(nodes=20), seat=turn[0])
            assert result.move in engine.legal()
            moves.append(result.move or "")
        engine.position(seats=3, rules=["long"], moves=moves)
    ranks, scores = engine.outcome()
    assert len(ranks) == len(scores) == 3
    assert 1 in ranks
    assert engine.history() == [m for m in moves if m in ("safe", "risk")]
    assert engine.turn() == "none"


def test_a_proof_arrives(engine: Engine) -> None:
    engine.position(LATE)
    result = engine.play(Limit(movetime=5000))
    assert result.done
    assert result.move in engine.legal()
    assert result.proven[result.move or ""] in (Fraction(-1), Fraction(0), Fraction(1))
    assert result.best is not None
    assert result.best.pv[0] == result.move
    assert len(result.values[result.move or ""]) == 2


def test_reports_stream_and_stop_ends_them(engine: Engine) -> None:
    engine.position(seed=3)
    analysis = engine.analyse(infinite=True)
    for number, info in enumerate(analysis):
        assert info.pv
        assert info.cp is not None
        if number == 2:
            engine.ready()  # while it runs
            analysis.stop()
    result = analysis.result()
    assert result.done
    assert not analysis.running
    with engine.analyse(infinite=True) as analysis:
        time.sleep(0.1)
    assert analysis.so_far.move is not None


def test_a_ponder_search_becomes_an_ordinary_one(engine: Engine) -> None:
    engine.set_option("Ponder", True)
    engine.position(seed=3)
    analysis = engine.analyse(Limit(clocks=(4000, 4000)), ponder=True)
    time.sleep(0.6)
    assert analysis.running
    analysis.ponderhit()
    assert analysis.result(5).move is not None


def test_views_and_queries(engine: Engine) -> None:
    engine.set_option("uci_variant", "HAND")
    engine.position(seed=4)
    view = engine.view(1)
    assert "?" in view
    assert engine.text() != view
    engine.position(view)
    assert engine.play(Limit(nodes=5)).reason is not None
    with pytest.raises(EngineRefused) as caught:
        engine.view(0)
    assert caught.value.code == "bad-seat"
    with pytest.raises(EngineRefused):
        engine.outcome()
    before = engine.text()
    with pytest.raises(EngineRefused):
        engine.position(seed=4, moves=["nonsense"])
    assert engine.text() == before
    with pytest.raises(EngineRefused):
        engine.play(Limit(nodes=5), seat=7)
    with pytest.raises(ValueError):
        engine.position("a\nquit")
    engine.ready()


def test_one_search_at_a_time(engine: Engine) -> None:
    engine.position(seed=3)
    analysis = engine.analyse(infinite=True)
    with pytest.raises(EngineError):
        engine.analyse()
    analysis.stop()
    analysis.result(5)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Hash", 0),
        ("Hash", "64"),
        ("Hash", True),
        ("Hash", 10**9),
        ("UCI_ShowWDL", "true"),
        ("UCI_ShowWDL", 1),
        ("UCI_Variant", "chess"),
        ("UCI_Variant", None),
        ("Clear Hash", 1),
        ("Figures", "a\nb"),
        ("Figures", 3),
        ("Nope", 1),
    ],
)
def test_options_are_checked_before_they_are_sent(engine: Engine, name: str, value: wire.OptionValue) -> None:
    with pytest.raises(ValueError):
        engine.set_option(name, value)


def test_options_of_all_types_are_set(engine: Engine) -> None:
    for name, value in (
        ("Hash", 32),
        ("UCI_ShowWDL", True),
        ("Clear Hash", None),
        ("Figures", ""),
        ("multipv", 2),
    ):
        engine.set_option(name, value)
    with pytest.raises(EngineRefused) as caught:
        engine.set_option("Figures", "/no/such/file")
    assert caught.value.code == "bad-file"
    engine.position(seed=3)
    result = engine.play(Limit(nodes=300))
    assert set(result.infos) == {1, 2}
    assert result.best is not None
    assert result.best.wdl is not None
    assert sum(result.best.wdl) == 1000


def test_the_same_with_asyncio_several_engines_at_once() -> None:
    async def one(seed: int) -> str | None:
        async with await AsyncEngine.start(ENGINE, options={"Hash": 16}) as engine:
            await engine.position(seed=seed)
            analysis = await engine.analyse(Limit(nodes=500))
            seen = [info async for info in analysis]
            assert seen
            result = await analysis.result()
            assert result.move in await engine.legal()
            return result.move

    async def both() -> tuple[str | None, ...]:
        return await asyncio.gather(one(1), one(1), one(2))

    first, again, _ = asyncio.run(both())
    assert first == again


def test_a_cancelled_play_leaves_the_engine_usable() -> None:
    async def work() -> None:
        async with await AsyncEngine.start(ENGINE) as engine:
            await engine.position(seed=3)
            task = asyncio.create_task(engine.play(Limit(movetime=60_000)))
            await asyncio.sleep(0.3)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await engine.play(Limit(nodes=50))).move is not None

    asyncio.run(work())


# --- 22: engines that misbehave ----------------------------------------------------------------------------


@pytest.mark.ci
@pytest.mark.parametrize("way", ["silent from the start", "no uciok", "no readyok"])
def test_fault_22_a_start_that_never_comes(way: str) -> None:
    before = set(psutil.Process().children(recursive=True))
    with pytest.raises(EngineTimeout, match="did not answer"):
        Engine.start([sys.executable, BAD, way], timeout=1.0)
    assert set(psutil.Process().children(recursive=True)) <= before


@pytest.mark.parametrize(("way", "code"), [("dies at the start", 5)])
def test_fault_22_a_start_that_fails(way: str, code: int) -> None:
    with pytest.raises(EngineDied) as caught:
        Engine.start([sys.executable, BAD, way])
    assert caught.value.returncode == code
    with pytest.raises(EngineError, match="cannot start"):
        Engine.start(["/no/such/engine"])


@pytest.mark.ci
def test_fault_22_an_engine_that_closes_its_output() -> None:
    with pytest.raises(EngineDied):
        Engine.start([sys.executable, BAD, "closes stdout"])


@pytest.mark.parametrize(
    ("way", "code", "said"),
    [
        ("dies on go", 3, "out of ideas"),
        ("killed on go", -9, ""),
        ("half a line", 0, ""),
        ("endless line", -9, ""),
    ],
)
def test_fault_22_death_in_a_search_is_named(way: str, code: int, said: str) -> None:
    engine = Engine.start([sys.executable, BAD, way])
    pid = engine.pid
    with pytest.raises(EngineDied) as caught:
        engine.play(Limit(movetime=10))
    assert caught.value.returncode == code
    assert said in str(caught.value)
    assert not engine.alive
    with pytest.raises(EngineDied):
        engine.ready()
    engine.quit()
    assert gone(pid)


@pytest.mark.long
@pytest.mark.parametrize("way", ["stalls on go", "ignores stop", "stops reading"])
def test_fault_22_a_search_that_never_ends_is_ended(way: str) -> None:
    engine = Engine.start([sys.executable, BAD, way])
    pid = engine.pid
    begin = time.monotonic()
    with pytest.raises(EngineTimeout):
        engine.play(Limit(movetime=10))
    engine.quit(0.5)
    assert time.monotonic() - begin < 10
    assert gone(pid)


@pytest.mark.timing
@pytest.mark.parametrize(
    "way", ["floods stderr", "floods stdout", "nonsense", "no move", "answers stop only"]
)
def test_fault_22_noise_does_no_harm(way: str) -> None:
    with Engine.start([sys.executable, BAD, way]) as engine:
        result = engine.play(Limit(movetime=500))
        assert result.move == (None if way == "no move" else "aa")
        if way == "nonsense":
            assert result.infos[2].cp == 7
            assert result.infos[1].cp == 12
        engine.ready()
        assert engine.options["Style"].choices == ("Solid", "Wild and free")
        assert "odd" not in engine.options


def test_what_is_said_of_an_earlier_search_is_not_of_this_one() -> None:
    with Engine.start([sys.executable, BAD, "speaks of the last"]) as engine:
        for _ in range(3):
            result = engine.play(Limit(nodes=1))
            assert result.move == "aa"
            assert list(result.infos) == [1]


def test_fault_22_an_engine_that_ends_while_it_is_written_to() -> None:
    engine = Engine.start([sys.executable, BAD, "none"])

    def write_on() -> None:
        for _ in range(1000):
            engine._loop.call(engine._inner._send("exit", *["x" * 1000] * 20))

    with pytest.raises(EngineDied):
        write_on()
    engine.quit()


@pytest.mark.ci
@pytest.mark.parametrize("way", ["ignores quit", "has a child"])
def test_fault_22_closing_leaves_no_process(way: str) -> None:
    engine = Engine.start([sys.executable, BAD, way])
    family = [psutil.Process(engine.pid), *psutil.Process(engine.pid).children(recursive=True)]
    assert len(family) == 1 + (way == "has a child")
    begin = time.monotonic()
    engine.quit(0.5)
    assert time.monotonic() - begin < 5
    assert psutil.wait_procs(family, timeout=5)[1] == []
    engine.quit()
    with pytest.raises(EngineError):
        engine.ready()


def test_fault_22_a_forgotten_engine_is_ended() -> None:
    engine = Engine.start([sys.executable, BAD, "ignores quit"])
    pid = engine.pid
    del engine
    gc.collect()
    assert psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=5)[1] == []


@pytest.mark.long
@pytest.mark.parametrize(
    "end", ["sys.exit(0)", "raise SystemError", "os.kill(os.getpid(), 15)", "os.kill(os.getpid(), 9)"]
)
def test_fault_22_a_program_that_ends_takes_its_engines_along(end: str) -> None:
    script = (
        "import os, sys\n"
        "from protocol.client import Engine\n"
        f"engine = Engine.start({ENGINE!r})\n"
        "engine.position(seed=3); engine.analyse(infinite=True)\n"
        "print(engine.pid, flush=True)\n"
        f"{end}\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert gone(int(done.stdout))


def test_the_client_that_waits_is_what_is_derived_from_the_one_for_asyncio() -> None:
    kept = derive.TARGET.read_text(encoding="utf-8")
    assert ast.dump(ast.parse(kept)) == ast.dump(ast.parse(derive.source())), (
        "python -m protocol.client.derive"
    )


def test_every_method_of_both_clients_is_described() -> None:
    for engine in (Engine, AsyncEngine, Analysis, AsyncAnalysis):
        for name in dir(engine):
            if not name.startswith("_"):
                assert inspect.getdoc(getattr(engine, name)), f"{engine.__name__}.{name}"
    public = {name for name in dir(AsyncEngine) if not name.startswith("_")}
    assert public <= set(dir(Engine))


# --- a step at a time ---------------------------------------------------------------------------------------


#: A plain UCI engine that writes down what it is told: `python -c PLAIN FILE`.
PLAIN = """
import sys
with open(sys.argv[1], "w") as log:
    for line in sys.stdin:
        log.write(line); log.flush()
        word = line.split()[0]
        if word == "uci": print("id name Plain\\nuciok", flush=True)
        if word == "isready": print("readyok", flush=True)
        if word == "quit": break
"""


def told(path: Path) -> list[str]:
    """The commands that the engine got, without the waiting between them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.split()[0] in ("position", "push", "pop")]


def test_only_what_is_new_is_sent(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Engine.start([sys.executable, str(HERE / "relay_engine.py"), "none", "3", str(log)]) as engine:
        assert engine.can_push
        engine.set_option("UCI_Variant", "roll")
        engine.position(seats=3, moves=["risk", "r5", "safe"])
        engine.position(seats=3, moves=["risk", "r5", "safe", "safe"])
        engine.position(seats=3, moves=["risk", "r5", "safe", "safe"])
        engine.position(seats=3, moves=["risk", "r5", "risk"])
        assert engine.history() == ["risk", "risk"]
        engine.push("r2", "safe")
        engine.pop(2)
        engine.position(seats=3, moves=["risk", "r5", "risk", "r4"])
        with pytest.raises(EngineRefused, match=r"move 5: .*c9"):
            engine.position(seats=3, moves=["risk", "r5", "risk", "r4", "c9"])
        with pytest.raises(EngineRefused, match=r"move 3: .*c9"):
            engine.position(seats=3, moves=["risk", "r5", "c9"])
        assert engine.history() == ["risk", "risk"], "a refused position changes nothing"
        with pytest.raises(EngineRefused, match="1 to 4 moves can be taken back, not 5"):
            engine.pop(5)
        engine.position(seats=3, moves=["safe"])
        engine.position(seats=2, moves=["safe"])
        engine.new_game()
        engine.push("safe")
        assert engine.history() == ["safe"]
        engine.set_option("UCI_Variant", "roll")  # no change, so the position stays
        engine.position(moves=["safe", "risk"])
        assert engine.history() == ["safe", "risk"]
    assert told(log) == [
        "position startpos seats 3 moves risk r5 safe",
        "push safe",
        "pop 2",
        "push risk",
        "push r2 safe",
        "pop 2",
        "push r4",
        "push c9",
        "pop 2",
        "push c9",
        "push risk r4",
        "pop 5",
        "position startpos seats 3 moves safe",
        "position startpos seats 2 moves safe",
        "push safe",
        "position startpos moves safe risk",
    ]


def test_a_search_of_another_text_is_remembered(engine: Engine) -> None:
    engine.position(seed=3)
    engine.push(engine.legal()[0])
    engine.play(Limit(nodes=1), text=LATE)
    assert engine.text() == LATE
    engine.position(LATE, moves=engine.legal()[:1])
    engine.position(seed=3)
    assert engine.history() == []
    with pytest.raises(EngineRefused):
        engine.play(Limit(nodes=1), text="longhorn/1 nonsense")
    engine.position(seed=3)
    assert engine.history() == []


def test_an_engine_without_push_is_sent_whole_positions(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Engine.start([sys.executable, "-c", PLAIN, str(log)]) as engine:
        assert not engine.can_push
        engine.push("e2e4")
        engine.push("e7e5", "g1f3")
        engine.pop()
        engine.position(moves=["e2e4", "c7c5"])
        with pytest.raises(EngineRefused, match="2 moves can be taken back, not 3"):
            engine.pop(3)
        engine.pop(2)
    assert told(log) == [
        "position startpos moves e2e4",
        "position startpos moves e2e4 e7e5 g1f3",
        "position startpos moves e2e4 e7e5",
        "position startpos moves e2e4 c7c5",
        "position startpos",
    ]


def test_which_engines_can_push() -> None:
    can = ("1.1", "1.2", "1.10")
    assert [version for version in (None, "", "1", "1.0", "2.0", "1.x", *can) if can_push(version)] == [*can]


def test_steps_are_one_word_each(engine: Engine) -> None:
    for moves in ((), ("a b",), ("",), ("a\n",)):
        with pytest.raises(ValueError, match="move"):
            engine.push(*moves)
    with pytest.raises(ValueError, match="not 0"):
        engine.pop(0)
    engine.position(seed=3)
    first = engine.legal()[0]
    engine.push(first)
    second = engine.legal()[0]
    engine.position(seed=3, moves=[f"{first} {second}"])  # read as two
    engine.position(seed=3, moves=[first])
    assert engine.history() == [first]


@pytest.mark.parametrize("limit", [None, Limit(), Limit(movestogo=3), Limit(increments=(10, 10))])
def test_play_without_a_limit_is_refused(engine: Engine, limit: Limit | None) -> None:
    with pytest.raises(ValueError, match=r"play\(\) needs a limit, such as Limit\(movetime=1000\)"):
        engine.play(limit)
    assert engine.play(Limit(nodes=1)).move
    with engine.analyse() as analysis:
        assert analysis.running


def test_representations_are_short_and_telling(engine: Engine) -> None:
    assert repr(Limit()) == "Limit()"
    assert repr(Limit(nodes=7, clocks=(1, 2))) == "Limit(nodes=7, clocks=(1, 2))"
    engine.position(LATE)
    with engine.analyse() as analysis:
        assert "running" in repr(analysis) or "Result" in repr(analysis)
        result = analysis.result()
    assert re.fullmatch(r"<Result \w+, proven -?1, depth \d+, \d+ nodes>", repr(result))
    assert re.fullmatch(r"<Info 1: \w+.*, cp [+-]\d+, depth \d+, \d+ nodes>", repr(result.best))
    assert len(repr(engine)) < 60


def test_commands_sent_together_are_one_write_and_answered_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with await AsyncEngine.start(ENGINE) as engine:
            stream = engine._process.stdin
            assert stream is not None
            write, writes = stream.write, list[bytes]()

            def noted(data: bytes) -> None:
                writes.append(data)
                write(data)

            monkeypatch.setattr(stream, "write", noted)
            await engine.position(seed=7)
            first, texts = (await engine.legal())[0], []
            for moves in ([], [first]):
                await engine.position(seed=7, moves=moves)
                texts.append(await engine.text())
            writes.clear()
            said = await together(
                *(
                    ask
                    for moves in ([], [first])
                    for ask in (engine.position(seed=7, moves=moves), engine.text())
                )
            )
            assert said[1::2] == texts
            assert len(writes) == 1

    asyncio.run(run())


@pytest.mark.parametrize("bad", [0, 1, 2])
def test_after_a_refusal_among_commands_sent_together_positions_are_right(bad: int) -> None:
    async def run() -> None:
        async with await AsyncEngine.start(ENGINE) as engine:
            moves: list[str] = []
            texts = []
            for _ in range(3):
                await engine.position(seed=7, moves=moves)
                texts.append(await engine.text())
                moves = [*moves, (await engine.legal())[0]]
            await engine.position(seed=7)
            asked = [moves[:1], moves[:2], moves[:1]]
            asked[bad] = [*moves[:bad], "nonsense"]
            with pytest.raises(EngineRefused):
                await together(*(engine.position(seed=7, moves=each) for each in asked))
            for count in (1, 2, 0):
                await engine.position(seed=7, moves=moves[:count])
                assert await engine.text() == texts[count]

    asyncio.run(run())
