"""Text from other people reaches no terminal as control characters and no page as markup."""

from __future__ import annotations

import html.parser
import json
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_gameline import LINE

from protocol.cli.main import main

pytestmark = pytest.mark.pure

#: A terminal would take a title and be cleared; a page would run a script.
ESCAPE = "\x1b]0;owned\x07\x1b[2J\x9b31m"
MARKUP = "<script>alert(1)</script>"
EVIL = f"{ESCAPE}{MARKUP}"


def run(*words: str | Path) -> Result:
    """The command, whose output is left as it is; nothing in it controls a terminal."""
    done = CliRunner().invoke(main, [str(word) for word in words], color=True)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    for text in (done.stdout, done.stderr):
        assert not [c for c in text if c != "\n" and not c.isprintable()], repr(text)
    return done


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


class Tags(html.parser.HTMLParser):
    """The tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Note it."""
        self.found.add(tag)


COMMANDS = {
    "report": "report FILE",
    "review": "review FILE",
    "match": "match nimmt greedy random --log FILE",
    "tournament": "tournament nimmt greedy random --log FILE",
    "config": "tournament --config FILE",
    "tune": "tune nimmt --player full:nodes=9 --param tree.depth=1:8 --log FILE",
    "solve": "solve longhorn --deals 1 --out FILE",
    "play": "play --resume FILE",
    "advise": "advise --resume FILE",
    "games": "games FILE",
    "figures": "deal colt --figures FILE",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_name_and_the_content_of_a_file(tmp_path: Path, command: str) -> None:
    words = COMMANDS[command].split()
    for name in (f"{ESCAPE}.jsonl", f"{ESCAPE}/x.jsonl"):
        path = tmp_path / name
        missing = [str(path) if word == "FILE" else word for word in words]
        if command not in ("match", "tournament", "tune", "solve") or "/" in name:
            assert run(*missing).exit_code == 2 or command == "games"
        if "/" not in name:
            path.write_text(f"{EVIL}\n")
            assert run(*missing).exit_code == 2 or command == "games"


@pytest.mark.parametrize(
    "words",
    [
        ("deal", EVIL),
        ("deal", "nimmt", "--rules", EVIL),
        ("deal", "nimmt", "--seed", EVIL),
        ("analyse", EVIL),
        ("analyse", "nimmt", "--movetime", EVIL),
        ("analyse", "--position", EVIL),
        ("play", EVIL),
        ("play", "nimmt", "--names", EVIL),
        ("advise", EVIL),
        ("games", EVIL),
        ("match", "nimmt", "greedy", EVIL),
        ("match", "nimmt", "greedy", f"random:name={EVIL}"),
        ("match", "nimmt", "greedy", f"full:nodes={EVIL}"),
        ("match", "nimmt", "greedy", f"full:{EVIL}=1"),
        ("match", "nimmt", "greedy", f"cmd:{EVIL}"),
        ("match", "nimmt", "greedy", "random", "--rules", EVIL),
        ("tournament", "nimmt", "greedy", EVIL),
        ("tournament", "nimmt", "greedy", "random", "--sprt", EVIL),
        ("tournament", "nimmt", "greedy", "random", "--mode", EVIL),
        ("tune", "nimmt", "--player", "full", "--param", EVIL),
        ("sprt", EVIL),
        ("sprt", "1", "2", "3", "--test", EVIL),
        (EVIL,),
        (f"--{EVIL}",),
    ],
)
def test_a_word_of_the_command_line(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == (0 if words[0] == "games" else 2)


def test_a_report_of_games_with_markup_for_names(tmp_path: Path) -> None:
    path = tmp_path / f"{MARKUP.replace('/', '')}.jsonl"
    seats = [{"name": f"{MARKUP}{k}", "player": MARKUP} for k in range(2)]
    faults = {"ending": "crash", "fault": 1, "detail": MARKUP}
    changes = {"game": f"{MARKUP.replace('/', '')}/1", "rules": [MARKUP], "seats": seats, **faults}
    path.write_text("".join(json.dumps({**LINE, **changes, "seed": k, "deal": k}) + "\n" for k in range(3)))
    page = tmp_path / "report.html"
    done = run("report", path, "--html", page, "--reference", f"{MARKUP}0", "--sprt", "elo1=5")
    assert done.exit_code == 0, done.output
    text = page.read_text()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;0" in text
    assert Tags(text).found <= {
        *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "div"),
        *("table", "tr", "th", "td", "img"),
    }
    wrong = run("report", path, "--reference", EVIL)
    assert wrong.exit_code == 2


@pytest.mark.long
def test_what_an_engine_says(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(
        f"""
import sys
EVIL = {EVIL!r}
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print(f"id name {{EVIL}}\\nid author {{EVIL}}\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print(EVIL, file=sys.stderr, flush=True)
        print(f"info string {{EVIL}}\\nbestmove {{EVIL}}", flush=True)
"""
    )
    log, page = tmp_path / "x.jsonl", tmp_path / "x.html"
    player = f"cmd:name=eve,movetime=50:{shlex.join([sys.executable, str(engine)])}"
    done = run(
        "match", "nimmt", "random", player, "--rules", "round", "--deals", "2", "--jobs", "1", "--log", log
    )
    assert done.exit_code == 1  # games that the engine lost by what it said
    assert "eve lost 8 of its games by illegal" in done.stdout
    assert "owned" in log.read_text()
    assert "\x1b" not in log.read_text()
    assert run("report", log, "--html", page).exit_code == 0
    assert "script" not in Tags(page.read_text()).found
    assert run("review", log, "--game", "1", "--nodes", "50").exit_code in (0, 2)
