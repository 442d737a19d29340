"""Unmodified third-party clients drive the engine: python-chess, and node-uci where npm is installed."""

from __future__ import annotations

import asyncio
import json
import logging
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess.engine
import pytest
from driver import ENGINE
from duck_board import DuckBoard
from positions import LATE

from solver.games import GAMES

#: The version that the node tests are written for.
NODE_UCI = "node-uci@1.3.4"


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=60) as engine:
        yield engine


@pytest.fixture(autouse=True)
def _python_chess_finds_nothing_odd(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """python-chess logs what it cannot read or does not expect."""
    with caplog.at_level(logging.WARNING, logger="chess.engine"):
        yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def board(seed: int = 3) -> Any:
    """A duck-typed board; python-chess's annotations want a chess board."""
    return DuckBoard.deal(seed)


def test_the_handshake(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Herdmind")
    options = engine.options
    assert (options["Hash"].type, options["Hash"].default, options["Hash"].min) == ("spin", 256, 1)
    assert options["UCI_Variant"].var == list(GAMES)
    assert options["UCI_Variant"].default == "longhorn"
    assert options["Move Overhead"].default == 10
    assert options["UCI_ShowWDL"].default is False
    assert options["Clear Hash"].type == "button"
    assert options["Debug Log File"].type == "string"


def test_options_are_set(engine: chess.engine.SimpleEngine, tmp_path: Path) -> None:
    log = tmp_path / "log file"
    engine.configure({"Hash": 32, "UCI_ShowWDL": True, "Debug Log File": str(log), "Clear Hash": None})
    engine.ping()
    info = engine.analyse(board(), chess.engine.Limit(nodes=500))
    assert isinstance(info, dict)
    assert sum(info["wdl"].relative) == 1000
    assert ">> isready" in log.read_text()
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"Hash": 0})


def test_strength_is_limited_by_the_options_of_that_name(engine: chess.engine.SimpleEngine) -> None:
    option = engine.options["UCI_Elo"]
    assert (option.type, option.min, option.max, option.default) == ("spin", 1000, 1600, 1600)
    assert engine.options["UCI_LimitStrength"].default is False
    nodes = []
    for settings in (
        {"UCI_LimitStrength": True, "UCI_Elo": 1000},
        {"UCI_LimitStrength": True, "UCI_Elo": 1600},
        {"UCI_LimitStrength": False, "UCI_Elo": 1000},
    ):
        engine.configure(settings)
        info = engine.analyse(board(), chess.engine.Limit(nodes=5000))
        assert isinstance(info, dict)
        nodes.append(info["nodes"])
    assert nodes[0] < 2500 < min(nodes[1:])
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"UCI_Elo": 999})


def test_analysis_with_several_lines(engine: chess.engine.SimpleEngine) -> None:
    position = board()
    infos = engine.analyse(position, chess.engine.Limit(time=0.3), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    # python-chess reads a pv of chess moves only; the other fields are there.
    assert all(info["nodes"] > 0 and info["depth"] > 0 for info in infos)
    scores = [info["score"].relative.score(mate_score=10**6) for info in infos]
    assert scores == sorted(scores, reverse=True)
    for move in position.legal_moves:
        assert engine.play(position, chess.engine.Limit(nodes=50), root_moves=[move]).move == move


def test_an_analysis_that_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    position = board()
    with engine.analysis(position) as analysis:
        for info in analysis:
            if info.get("nodes", 0) > 0:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in position.legal_moves
    engine.ping()


def test_a_whole_game_is_played(engine: chess.engine.SimpleEngine) -> None:
    for seed in (1, 2):
        position = board(seed)
        game = object()
        while not position.state.is_terminal():
            if position.state.is_chance_node():  # a draw is the arbiter's: the root moves past it
                position.state.apply_action(position.state.legal_actions()[0])
                position = DuckBoard(position.state)
                continue
            limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01)
            result = engine.play(position, limit, game=game, info=chess.engine.INFO_ALL)
            assert result.move in position.legal_moves
            assert "score" in result.info
            position.push_uci(str(result.move))
        assert position.state.is_terminal()


def test_pondering(engine: chess.engine.SimpleEngine) -> None:
    position = board(5)
    game = object()
    for _ in range(6):
        result = engine.play(
            position, chess.engine.Limit(white_clock=3, black_clock=3), game=game, ponder=True
        )
        if result.move is None:
            break
        position.push_uci(str(result.move))
        if position.state.is_terminal() or position.state.is_chance_node():
            break
        position.push_uci(str(result.ponder or position.legal_moves[0]))
        if position.state.is_terminal() or position.state.is_chance_node():
            break
    engine.ping()


def test_nothing_to_decide_is_no_move(engine: chess.engine.SimpleEngine) -> None:
    position: Any = DuckBoard(GAMES["longhorn"].parse(LATE))
    for token in ("blacktocherokee", "whitegold300end"):
        position.push_uci(token)
    assert engine.play(position, chess.engine.Limit(time=0.1)).move is None


def test_python_chess_with_asyncio() -> None:
    async def work() -> None:
        transport, engine = await chess.engine.popen_uci(ENGINE)
        result = await asyncio.wait_for(engine.play(board(), chess.engine.Limit(time=0.1)), 30)
        assert result.move in board().legal_moves
        await engine.quit()
        assert await asyncio.wait_for(engine.returncode, 10) == 0
        transport.close()

    asyncio.run(work())


# --- node-uci ----------------------------------------------------------------------------------------------

SCRIPT = """
const { Engine } = require('node-uci')
const assert = require('assert')
async function main() {
  const engine = new Engine(process.argv[2])
  await engine.init()
  assert(engine.id.name.startsWith('Herdmind'), engine.id.name)
  assert.strictEqual(engine.options.get('Hash').min, 1)
  assert.deepStrictEqual(engine.options.get('UCI_Variant').options, JSON.parse(process.argv[3]))
  assert.strictEqual(engine.options.get('UCI_ShowWDL').default, false)
  assert.strictEqual(engine.options.get('Figures').default, '<empty>')
  await engine.isready()
  await engine.setoption('MultiPV', 3)
  await engine.ucinewgame()
  await engine.position('startpos')
  let result = await engine.go({ nodes: 500 })
  assert(/^start[a-z]+$/.test(result.bestmove), result.bestmove)
  assert(result.info.some(info => info.multipv === 3 && info.score.unit === 'cp'))
  await engine.position('startpos', [result.bestmove])
  result = await engine.go({ movetime: 100 })
  assert(result.bestmove)
  await engine.position(process.argv[4])
  result = await engine.go({ wtime: 1000, btime: 1000, winc: 10, binc: 10 })
  assert.strictEqual(result.bestmove, 'blacktocherokee')
  const emitter = engine.goInfinite()
  let seen = 0
  emitter.on('data', () => { seen += 1 })
  await new Promise(resolve => setTimeout(resolve, 500))
  result = await engine.stop()
  assert(seen > 0)
  assert.strictEqual(result.bestmove, 'blacktocherokee')
  await engine.position(process.argv[4], ['blacktocherokee', 'whitegold300end'])
  result = await engine.go({ depth: 3 })
  assert.strictEqual(result.bestmove, '(none)')
  await engine.quit()
  console.log('ok')
}
main().catch(error => { console.error(error); process.exit(1) })
"""


@pytest.fixture(scope="module")
def node_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with node-uci in it."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("npm and node are not both present")
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text("{}")
    command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", NODE_UCI]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180, check=False)
    if done.returncode != 0:
        pytest.skip(f"npm cannot install {NODE_UCI} here: {done.stderr[-300:]}")
    return folder


@pytest.mark.long
def test_node_uci(node_folder: Path) -> None:
    program = node_folder / "engine"  # node-uci starts a program without arguments
    program.write_text(f"#!/bin/sh\nexec {shlex.join(ENGINE)}\n")
    program.chmod(0o755)
    (node_folder / "drive.js").write_text(SCRIPT)
    done = subprocess.run(
        ["node", "drive.js", str(program), json.dumps(list(GAMES)), LATE],
        cwd=node_folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=None,
    )
    assert done.stdout == "ok\n", done.stderr
