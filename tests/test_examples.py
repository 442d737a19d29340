"""The examples of docs/examples: a player in another language, and a graphical table on the protocol."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import ENGINE

EXAMPLES = Path(__file__).resolve().parent.parent / "docs" / "examples"
LIMIT = 150

pytestmark = pytest.mark.pure


def need(found: object, what: str) -> None:
    """Skip where a program is missing, but never on the project's own checks."""
    if not found:
        assert not os.environ.get("CI"), f"{what} is missing"
        pytest.skip(f"{what} is missing: this example is not tried")


def herdmind(*arguments: str) -> str:
    run = subprocess.run([*ENGINE, *arguments], capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("name", ["bot.mjs", "table.py"])
def test_an_example_can_be_read_in_one_go(name: str) -> None:
    lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()
    assert sum(1 for line in lines if line.strip()) <= LIMIT


@pytest.mark.long
def test_a_player_in_javascript_sits_in_a_match(tmp_path: Path) -> None:
    need(shutil.which("node"), "node")
    log = tmp_path / "games.jsonl"
    player = f"cmd:movetime=2000,name=node:node {EXAMPLES / 'bot.mjs'}"
    herdmind(
        "match",
        "nimmt",
        player,
        "random",
        "--rules",
        "round",
        "--seats",
        "4",
        "--deals",
        "20",
        "--log",
        str(log),
    )
    games = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    played = [game for game in games if "ending" in game]
    assert len(played) == 80
    assert {game["ending"] for game in played} == {"normal"}
    report = json.loads(herdmind("report", str(log), "--json"))
    assert "node" in json.dumps(report)


def test_a_player_in_javascript_answers_as_an_engine() -> None:
    need(shutil.which("node"), "node")
    view = (
        "nimmt/1 view=1 target=- deck=full draft=dealt round=1 phase=play first=12/30/33/38 tricks=- "
        "rows=12/30/33/38 out=- hands=?10/1+24+36+41+52+62+72+82+99+100 table=-/- heads=0/0 totals=0/0"
    )
    lines = [
        "uci",
        "isready",
        f"position fen {view}",
        "go seat 1 movetime 100",
        "position fen nonsense",
        "go",
        "quit",
    ]
    run = subprocess.run(
        ["node", str(EXAMPLES / "bot.mjs")],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    said = run.stdout.splitlines()
    assert "uciok" in said
    assert "readyok" in said
    moves = [line.split()[1] for line in said if line.startswith("bestmove")]
    assert moves[0] in ["1", "24", "36", "41", "52", "62", "72", "82", "99", "100"]
    assert moves[1] == "(none)"
    assert any(line.startswith("info string error bad-position") for line in said)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A screen to draw on: that of the user, or a virtual one."""
    need(importlib.util.find_spec("tkinter"), "tkinter")
    if os.environ.get("DISPLAY"):
        yield
        return
    need(shutil.which("Xvfb"), "Xvfb")
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        monkeypatch.setenv("DISPLAY", f":{process.stdout.readline().strip()}")
        yield
    finally:
        process.kill()
        process.communicate()


def test_a_whole_round_is_played_at_the_table_by_touching_cards(screen: None) -> None:
    spec = importlib.util.spec_from_file_location("table", EXAMPLES / "table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    window = module.Table([*ENGINE], seats=3, seed=4, movetime=10)
    end = time.monotonic() + 120
    touched = 0
    try:
        while time.monotonic() < end:
            window.update()
            if window.view.get("result"):
                break
            golden = [
                item
                for item in window.canvas.find_all()
                if window.canvas.type(item) == "rectangle"
                and window.canvas.itemcget(item, "outline") == module.GOLD
            ]
            if golden and module.ME in window.view["to_move"]:
                left, top, right, bottom = window.canvas.coords(golden[0])
                window.canvas.event_generate("<Motion>", x=(left + right) / 2, y=(top + bottom) / 2)
                window.canvas.event_generate("<Button-1>", x=(left + right) / 2, y=(top + bottom) / 2)
                touched += 1
            time.sleep(0.01)
        assert window.view["result"], "the round did not end"
        assert touched >= 10
        texts = [
            window.canvas.itemcget(item, "text")
            for item in window.canvas.find_all()
            if window.canvas.type(item) == "text"
        ]
        assert window.message() in texts
    finally:
        window.destroy()
