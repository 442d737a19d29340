"""Reviews of recorded games: planted blunders, fairness, determinism, resuming, broken logs, terminals."""

from __future__ import annotations

import html.parser
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pexpect
import pytest
from click.testing import CliRunner, Result
from driver import ENGINE, HERE, PATIENCE

import solver.games
from protocol.cli.main import main
from protocol.drawing import draw as drawing
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.review.cache import Cache, CacheError, key_of
from protocol.frontend.review.judge import Basis, Effort, Judgement, Opinion
from protocol.frontend.review.log import LogError, LoggedGame, choose_game, read_log
from protocol.frontend.review.page import as_dict, page
from protocol.frontend.review.picture import png, svg
from protocol.frontend.review.plot import ASCII, as_text, draw
from protocol.frontend.review.review import Point, Review, Verdict, _take_end, review_game, verdicts_of
from protocol.frontend.review.walk import Site, walk
from protocol.frontend.review.words import points_lost, reasons, viewpoint_words
from protocol.table.table import Table
from solver.jsonview import view_json
from solver.rng import Rng

pytestmark = pytest.mark.pure

#: A game of each kind with a planted blunder, its first move: Longhorn throws a proven win away; Heckmeck
#: rolls the last die instead of taking three worms; in 6 nimmt! a card loses where another is proved to win;
#: in Colt Express a purse is knocked loose where the strongbox could be.
GAMES = HERE / "data" / "review_games.jsonl"
NODES = {"longhorn": 60_000, "heckmeck": 3_000, "nimmt": 4_000, "colt": 3_000}
BEST = {"longhorn": None, "heckmeck": "wstop", "nimmt": "16", "colt": "box"}


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    """One engine for all reviews of this module."""
    with Desk.start(options={"Hash": 16}) as one:
        yield one


@pytest.fixture(scope="module")
def reviews(desk: Desk) -> dict[str, Review]:
    """A review of each game."""
    with Cache(None) as cache:
        return {
            game.game: review_game(desk, game, Effort(nodes=NODES[game.game]), cache)
            for game in read_log(GAMES)
        }


def record(**changes: Any) -> dict[str, Any]:
    """A line for a log, as a match writes it: a round of 6 nimmt! for two with its first trick played."""
    row = {
        "game": "nimmt/1",
        "rules": ["round"],
        "figures": None,
        "deal": 6,
        "seats": [{"name": "Ann", "player": "greedy"}, {"name": "Bob", "player": "random"}],
        "ending": "unfinished",
        "fault": None,
        "detail": "",
        "ranks": [],
        "scores": [],
        "seconds": 0.0,
        "version": "0",
        "moves": "16 64 row2",
        "movers": [0, 1, 0],
        "ms": [1.0, 1.0, 1.0],
    }
    return {**row, **changes}


def write(path: Path, *rows: dict[str, Any] | str) -> Path:
    """A log with these lines."""
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return path


def run(*words: str, code: int = 0) -> Result:
    """``herdmind review`` in this process; the engine is one of its own all the same."""
    done = CliRunner().invoke(main, ["review", *words])
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.stderr
    return done


# --- what is found ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(NODES))
def test_a_planted_blunder_is_the_dearest_mistake(reviews: dict[str, Review], game: str) -> None:
    review = reviews[game]
    assert review.whole
    dearest = review.mistakes()[0]
    assert dearest.site.number == 1
    assert dearest.loss > dearest.doubt
    if BEST[game] is not None:
        assert dearest.judgement.best.token == BEST[game]


def test_proven_losses_are_exact(reviews: dict[str, Review]) -> None:
    for game in ("longhorn", "nimmt"):
        dearest = reviews[game].mistakes()[0]
        assert dearest.judgement.basis is Basis.PROVEN
        assert (dearest.judgement.best.exact, dearest.judgement.played.exact) == ("1", "-1")
        assert dearest.loss == 1.0
        assert dearest.doubt == 0.0


def test_a_mistake_is_explained(reviews: dict[str, Review]) -> None:
    for name, word in (("longhorn", "Kid Cooper"), ("heckmeck", "[w][w][w][6]"), ("colt", "strongbox")):
        review = reviews[name]
        scene = review.scenes[review.mistakes()[0].site.number]
        assert word in "\n".join(scene.board)
        assert scene.after
    dearest = reviews["longhorn"].mistakes()[0]
    followed = reviews["longhorn"].scenes[dearest.site.number].after  # up to its next move, and no further
    assert not any(line.startswith(f"seat {dearest.site.seat + 1}: takes") for line in followed)
    assert len(followed) == 1
    best = reviews["longhorn"].mistakes()[0].judgement.best
    assert best.then[0].startswith("seat 2: takes")
    told = as_dict(reviews["heckmeck"])["mistakes"][0]
    rows = {row["label"]: (row["played"], row["best"]) for row in told["reasons"]}
    assert rows["points expected from this turn"] == ("+1.2", "+3.0")
    assert rows["risk that the turn fails"] == ("67 %", "0 %")


def test_chances_stand_at_the_end_as_the_game_ended(reviews: dict[str, Review]) -> None:
    points = reviews["longhorn"].points()
    assert points[-1].moves == len(reviews["longhorn"].game.moves)
    assert sorted(chance or 0.0 for chance in points[-1].chances) == [0.0, 1.0]
    assert reviews["longhorn"].ranks.index(1) == points[-1].chances.index(1.0)
    for point in points:
        assert sum(chance or 0.0 for chance in point.chances) == pytest.approx(1.0)
    assert viewpoint_words(reviews["longhorn"]) == "from the position, which was open to all"
    assert viewpoint_words(reviews["colt"]).startswith("each seat's own")
    # as long as not all is judged the result is not there
    part = replace(reviews["longhorn"], verdicts=reviews["longhorn"].verdicts[:-1])
    assert part.points()[-1].moves < len(part.game.moves)
    # hidden cards: nobody's chances are told by what another knew
    decided = {(verdict.site.before, verdict.site.seat) for verdict in reviews["colt"].verdicts}
    for point in reviews["colt"].points()[:-1]:
        for seat, chance in enumerate(point.chances):
            assert chance is None or (point.moves, seat) in decided


def test_partners_who_win_together_have_beaten_all_their_rivals(desk: Desk) -> None:
    """The end as the rules value it; of a game that was given up as its ranks do."""
    setup = Setup("colt", 4, ("teams",), seed=3)
    table, rng = Table.fresh(solver.games.GAMES["colt"], 3, 4, setup.rules), Rng(3)
    while legal := table.legal():
        table.push(legal[rng.below(len(legal))])
    game = LoggedGame(1, 1, "colt", "colt/2", setup.rules, None, None, 3, tuple("abcd"), (), "normal")
    desk.set_up(setup, table.history)
    review = Review(game, "", "", Effort(nodes=1), None)
    _take_end(review, desk)
    assert review.final == pytest.approx([(1 + value) / 2 for value in table.state.returns()])
    assert set(review.final) == {0, 1}
    desk.set_up(setup)
    for fault, ranks, final in ((2, (1, 1, 4, 1), (2 / 3, 2 / 3, 0, 2 / 3)), (None, (), ())):
        review = Review(replace(game, fault=fault, ranks=(1, 1, 4, 1)), "", "", Effort(nodes=1), None)
        _take_end(review, desk)
        assert review.ranks == ranks
        assert review.final == pytest.approx(final)


# --- fairness -----------------------------------------------------------------------------------------------


def test_choices_made_at_once_are_judged_before_any_is_shown(desk: Desk, tmp_path: Path) -> None:
    (game,) = read_log(write(tmp_path / "log.jsonl", record()))
    first, second, row = walk(desk, game, None)
    assert (first.before, second.before, row.before) == (0, 0, 2)
    assert "table=-/-" in first.view
    assert "table=-/-" in second.view
    assert "hands=?10/" in second.view
    assert "view=1" in second.view
    assert not second.open_hand


def test_what_a_seat_cannot_see_changes_no_judgement(desk: Desk, tmp_path: Path) -> None:
    """The other seat's hand exchanged for cards that nobody has seen: the same judgement of the same move."""
    texts = [
        "nimmt/1 view=all target=- deck=full draft=dealt round=1 phase=play first=38/23/102/63 tricks=-"
        f" rows=38/23/102/63 out=- hands=16+31+32+35+36+39+53+68+79+93/{hand} table=-/- heads=0/0 totals=0/0"
        for hand in ("2+3+14+27+43+61+64+73+74+95", "1+4+5+6+7+8+9+10+64+104")
    ]
    rows = [
        record(start=text, deal=None, rules=[], moves="16 64", movers=[0, 1], ms=[1, 1]) for text in texts
    ]
    one, other = read_log(write(tmp_path / "log.jsonl", *rows))
    found = []
    for game in (one, other):
        with Cache(None) as cache:
            (verdict,) = review_game(desk, game, Effort(nodes=2000), cache, seat=0).verdicts
        found.append(verdict)
    assert found[0].site.view == found[1].site.view
    assert found[0].judgement == found[1].judgement


# --- noise --------------------------------------------------------------------------------------------------


def sampled(number: int, pairs: tuple[float, ...]) -> tuple[Site, Judgement]:
    """A sampled judgement whose differences of value are ``pairs``."""
    mean = sum(pairs) / len(pairs)
    best, played = Opinion("a", "a", mean), Opinion("b", "b", 0.0)
    return Site(number, 0, "b", 2, number, "", False), Judgement(
        Basis.SAMPLED, best, played, mean / 2, 2, None, pairs
    )


def test_a_loss_within_the_noise_is_no_mistake() -> None:
    sure, doubtful = verdicts_of([sampled(1, (0.30, 0.31, 0.29)), sampled(2, (0.2, -0.1, 0.05))])
    assert sure.wrong
    assert sure.grade == "blunder"
    assert not doubtful.wrong
    assert doubtful.grade == "good"
    # three pairs that happen to agree are not believed alone: the others of the game say how much they vary
    alone = verdicts_of([sampled(1, (0.02, 0.02, 0.02))])[0]
    beside = verdicts_of([sampled(1, (0.02, 0.02, 0.02)), sampled(2, (0.2, -0.1, 0.05))])[0]
    assert alone.doubt == 0.0
    assert beside.doubt > beside.loss


def test_points_are_lost_upwards_or_downwards_as_the_game_counts() -> None:
    site = Site(1, 0, "b", 2, 0, "view", False)
    for game, name, lost in (("nimmt", "points", 3.0), ("colt", "points", -3.0), ("heckmeck", "gain", -3.0)):
        best = Opinion("a", "a", 0.2, expects={name: 4.0})
        played = Opinion("b", "b", 0.0, expects={name: 7.0})
        verdict = Verdict(site, Judgement(Basis.SAMPLED, best, played, 0.1, 2), 0.0)
        assert points_lost(game, verdict) == lost
    assert points_lost("longhorn", verdict) is None


def test_a_judgement_is_kept_under_all_that_it_depends_on() -> None:
    site = Site(3, 0, "b", 2, 2, "view", False)
    key = key_of(site, Effort(nodes=5), "engine", "hash 16")
    others = [
        key_of(changed, Effort(nodes=5), "engine", "hash 16")
        for changed in (
            replace(site, view="other"),
            replace(site, seat=1),
            replace(site, token="a"),
            replace(site, legal=3),
        )
    ]
    others += [
        key_of(site, Effort(nodes=6), "engine", "hash 16"),
        key_of(site, Effort(ms=5), "engine", "hash 16"),
        key_of(site, Effort(nodes=5), "another", "hash 16"),
        key_of(site, Effort(nodes=5), "engine", "hash 32"),
    ]
    assert len({key, *others}) == 9
    assert key == key_of(replace(site, number=9), Effort(nodes=5), "engine", "hash 16")


def test_what_is_expected_is_told_in_the_engines_words() -> None:
    meanings = {"points": "{} heads to come", "hit": "{%} risk", "rare": "{%} of nothing"}
    played = Opinion("a", "a", 0.0, expects={"points": 9.84, "hit": 0.5, "rare": 0.01, "odds": 1.0})
    best = Opinion("b", "b", 0.0, expects={"points": 4.0, "hit": 0.02, "rare": 0.02})
    told = [(row.label, row.played, row.best) for row in reasons(meanings, played, best)]
    assert told == [("heads to come", "9.8", "4.0"), ("risk", "50 %", "2 %")]


# --- pictures and pages -------------------------------------------------------------------------------------


def test_the_curve_in_characters() -> None:
    points = [Point(0, (0.5, None)), Point(4, (1.0, 0.0)), Point(8, (0.0, 1.0))]
    text = as_text(draw(points, 2, 8, 40, 9, ASCII))
    lines = text.splitlines()
    assert len(lines) == 11
    assert all(len(line) <= 40 and line.isascii() for line in lines)
    assert lines[0].startswith("100 %|")
    assert lines[0].endswith("2")
    assert lines[8].startswith("  0 %|")
    assert lines[8].endswith("1")
    assert lines[10].split() == ["0", "move", "4", "8"]
    # before seat 2 has decided anything nothing is drawn of it
    assert lines[8].index("-") >= 20


class Outside(html.parser.HTMLParser):
    """Collects what a page would load, and whether its elements close in order."""

    EMPTY = ("meta", "br", "path", "use", "rect", "link")

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [
            v for k, v in attrs if k in ("src", "href", "xlink:href") and v and not v.startswith("#")
        ]
        self.loads += [tag] if tag in ("script", "link", "iframe", "img") else []
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("game", list(NODES))
def test_the_page_needs_nothing_else(reviews: dict[str, Review], game: str) -> None:
    text = page(reviews[game])
    reader = Outside()
    reader.feed(text)
    assert reader.open == []
    assert reader.loads == []
    said = "".join(reader.text)
    assert reviews[game].mistakes()[0].judgement.best.phrase in said
    assert "Seats" not in said or "Chances" in said
    assert "<svg" in text


@pytest.mark.parametrize("game", drawing.PICTURES)
def test_a_mistake_is_drawn_as_its_seat_saw_it(reviews: dict[str, Review], game: str) -> None:
    if game not in reviews:
        pytest.skip("no review of this game")
    review = reviews[game]
    verdict = review.mistakes()[0]
    picture = review.scenes[verdict.site.number].picture
    entry = solver.games.GAMES[game]
    seen = drawing.draw(view_json(entry, entry.parse(verdict.site.view)), seat=verdict.site.seat)
    anchors = set(re.findall(r'data-at="([^"]+)"', picture))
    assert anchors == set(re.findall(r'data-at="([^"]+)"', seen))
    text = page(review)
    assert picture in text
    assert text.count("--hm-ink:") >= 1
    assert "picture" not in as_dict(review)["mistakes"][0]


def test_names_in_a_page_are_text(desk: Desk, tmp_path: Path) -> None:
    seats = [{"name": "<script>x</script>", "player": ""}, {"name": "B&B", "player": ""}]
    (game,) = read_log(write(tmp_path / "log.jsonl", record(seats=seats)))
    with Cache(None) as cache:
        text = page(review_game(desk, game, Effort(nodes=50), cache))
    assert "<script" not in text
    assert "B&amp;B" in text


def test_pictures_are_made_the_same_every_time(reviews: dict[str, Review]) -> None:
    review = reviews["longhorn"]
    assert png(review).startswith(b"\x89PNG")
    assert svg(review) == svg(review)


# --- the command --------------------------------------------------------------------------------------------


def test_nodes_give_the_same_review_every_time() -> None:
    words = (str(GAMES), "--game", "4", "--nodes", "600", "--no-cache", "--json")
    one, other = (run(*words).stdout for _ in range(2))
    assert one == other
    row = json.loads(one)
    assert row["whole"]
    assert {"loss", "doubt", "played", "best", "others"} <= row["judged"][0].keys()


def test_several_games_are_listed() -> None:
    done = run(str(GAMES), code=2)
    assert len(done.stdout.splitlines()) == 4
    assert "--game" in done.stderr


def test_one_seat_alone(tmp_path: Path) -> None:
    out, picture = tmp_path / "page.html", tmp_path / "curve.png"
    done = run(
        *(str(GAMES), "--game", "1", "--seat", "1", "--nodes", "20000", "--no-cache", "--json"),
        *("--html", str(out), "--png", str(picture)),
    )
    row = json.loads(done.stdout)
    assert {verdict["seat"] for verdict in row["judged"]} == {0}
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert out.read_text().endswith("</html>\n")


def test_ctrl_c_gives_the_review_so_far_and_the_same_command_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(GAMES.read_text().splitlines()[0] + "\n")
    words = [*ENGINE, "review", str(log), "--nodes", "150000", "--json"]
    kept = tmp_path / "log.jsonl.review"
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + PATIENCE
        while not (kept.exists() and kept.read_text().count("\n") >= 2) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors
    before = kept.read_text()
    if not out or process.returncode == 0:  # on a busy machine the interrupt comes late
        run(*words[len(ENGINE) + 1 :])
        assert kept.read_text() == before
        pytest.skip("the review was over before the interrupt")
    part = json.loads(out)
    assert process.returncode == 130
    assert "go on with" in errors
    assert 2 <= len(part["judged"]) < part["decisions"]
    whole = json.loads(run(*words[len(ENGINE) + 1 :]).stdout)
    assert whole["whole"]
    assert kept.read_text().startswith(before)
    assert whole["judged"][: len(part["judged"])] == part["judged"]
    # and a third time nothing is left to do
    after = kept.read_text()
    assert json.loads(run(*words[len(ENGINE) + 1 :]).stdout) == whole
    assert kept.read_text() == after


BROKEN: dict[str, tuple[Callable[[], str], str]] = {
    "empty": (lambda: "", "there is no game"),
    "no JSON": (lambda: "{nonsense\n", "line 1"),
    "no object": (lambda: "[1]\n", "line 1"),
    "no seats": (lambda: '{"game":"nimmt/1"}\n', "seats"),
    "unknown game": (lambda: json.dumps(record(game="chess/1")) + "\n", "chess"),
    "other edition": (lambda: json.dumps(record(game="nimmt/9")) + "\n", "nimmt/9"),
    "former edition": (
        lambda: json.dumps(record(game="colt/1")) + "\n",
        "since colt/2 two seats have three cars",
    ),
    "illegal move": (lambda: json.dumps(record(moves="16 65 row2")) + "\n", "65"),
    "wrong mover": (lambda: json.dumps(record(movers=[0, 1, 1])) + "\n", "row2"),
    "no such seat": (lambda: json.dumps(record(movers=[0, 1, 7])) + "\n", "7"),
    "too few movers": (lambda: json.dumps(record(movers=[0, 1])) + "\n", "not a game"),
    "no deal": (lambda: json.dumps(record(deal="six")) + "\n", "six"),
    "figures": (lambda: json.dumps(record(figures="abcd")) + "\n", "--figures"),
    "rules": (lambda: json.dumps(record(rules=["wild"])) + "\n", "wild"),
    "ranks": (lambda: json.dumps(record(ranks=[1])) + "\n", "ranks"),
    "too long": (
        lambda: json.dumps(record(moves="16 64 row2 1", movers=[0, 1, 0, 0], ms=[1] * 4)) + "\n",
        "1",
    ),
}


@pytest.mark.parametrize("fault", list(BROKEN))
def test_a_broken_log_is_one_clear_error(desk: Desk, tmp_path: Path, fault: str) -> None:
    make, word = BROKEN[fault]
    log = tmp_path / "log.jsonl"
    log.write_text(make())
    with pytest.raises(LogError) as caught, Cache(None) as cache:
        review_game(desk, read_log(log)[0], Effort(nodes=1), cache)
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)


def test_errors_of_the_command_are_one_line(tmp_path: Path) -> None:
    broken = write(tmp_path / "broken.jsonl", "{nonsense")
    for words, word in (
        ((str(tmp_path / "none.jsonl"),), "none.jsonl"),
        ((str(broken),), "line 1"),
        ((str(GAMES), "--game", "9", "--no-cache"), "9"),
        ((str(GAMES), "--game", "1", "--seat", "5", "--no-cache"), "5"),
        ((str(GAMES), "--game", "1", "--cache", str(broken)), "broken.jsonl"),
        ((str(GAMES), "--game", "1", "--no-cache", "--html", "/no/such/folder/x.html"), "/no/such/folder"),
    ):
        done = run(*words, code=2)
        assert done.stdout == ""
        assert done.stderr.startswith("Error: ")
        assert len(done.stderr.strip().splitlines()) == 1
        assert word in done.stderr
    assert "soon" in run(str(GAMES), "--time", "soon", "--no-cache", code=2).stderr


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    whole = json.dumps(record()) + "\n"
    log.write_text(whole + whole[:70])
    assert len(read_log(log)) == 1
    assert choose_game(read_log(log), log, None) is not None


def test_a_cache_is_its_own_file_and_survives_a_cut_line(reviews: dict[str, Review], tmp_path: Path) -> None:
    judgement = reviews["colt"].verdicts[0].judgement
    path = tmp_path / "cache"
    with Cache(path) as cache:
        cache.put("one", judgement)
    with path.open("a") as file:
        file.write('{"key":"two","judg')
    with Cache(path) as cache:
        assert cache.get("one") == judgement
        assert cache.get("two") is None
        cache.put("three", judgement)
    with Cache(path) as cache:
        assert cache.get("three") == judgement
    other = write(tmp_path / "other", "some text")
    with pytest.raises(CacheError):
        Cache(other)
    assert other.read_text() == "some text\n"


@pytest.mark.parametrize("size", [(24, 80), (60, 200)])
@pytest.mark.parametrize("colour", [True, False])
def test_on_a_terminal(tmp_path: Path, size: tuple[int, int], colour: bool) -> None:
    env = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
    env.pop("NO_COLOR", None)
    if not colour:
        env["NO_COLOR"] = "1"
    child = pexpect.spawn(
        ENGINE[0],
        [*ENGINE[1:], "review", str(GAMES), "--game", "3", "--nodes", "4000", "--no-cache"],
        dimensions=size,
        env=env,
        encoding="utf-8",
        timeout=2 * PATIENCE,
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    text = str(child.before)
    plain = strip(text)
    shown = plain[plain.index("review of game") :].splitlines()
    assert max(map(len, shown)) <= size[1]
    assert "a proven loss" in plain
    assert "Chances" in plain
    assert ("\x1b[3" in text.split("Decisions", 1)[1]) == colour


def strip(text: str) -> str:
    """Without the sequences that colour text and move the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_frontends_leave_the_solver_alone() -> None:
    code = (
        "import sys, protocol.frontend.review.text, protocol.frontend.review.page\n"
        "import protocol.frontend.review.review\n"
        "assert not [name for name in sys.modules if name.split('.')[0] == 'solver'], sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


def test_a_log_that_is_one_seats_view_judges_that_seat_alone(desk: Desk, tmp_path: Path) -> None:
    text = (
        "nimmt/1 view=1 target=- deck=full draft=dealt round=1 phase=play first=38/23/102/63 tricks=-"
        " rows=38/23/102/63 out=- hands=?10/2+3+14+27+43+61+64+73+74+95 table=-/- heads=0/0 totals=0/0"
    )
    row = record(start=text, deal=None, rules=[], moves="x 64 16 row2", movers=[0, 1, -1, 0], ms=[None] * 4)
    game: LoggedGame
    (game,) = read_log(write(tmp_path / "log.jsonl", row))
    with Cache(None) as cache:
        review = review_game(desk, game, Effort(nodes=200), cache)
    assert [verdict.site.seat for verdict in review.verdicts] == [1]
    assert viewpoint_words(review) == "as seat 2 (Bob) could judge them"
    assert review.verdicts[0].judgement.played.token == "64"
