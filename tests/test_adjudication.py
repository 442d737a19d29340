"""Games decided early, and games that begin from given positions: played, recorded, read back and
verified."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from protocol.base.errors import ProtocolError
from protocol.base.gameline import CHANCE, Ending, GameRecord
from protocol.cli.main import main
from protocol.frontend.review.log import read_log
from protocol.matches.players import Bench, Patience
from protocol.matches.referee import play_game
from protocol.matches.starts import read_starts
from protocol.records.adjudication import Proofs, Rule, claimed_winner, read_rule
from protocol.records.gamelog import replay, verify
from protocol.records.lineup import read_player
from protocol.records.schedule import GameTask, Schedule, Setup
from referee_help import Scripted, lowest
from solver.analysis import Analyser
from solver.games import GAMES
from solver.stop import StopFlag


def played(task: GameTask) -> GameRecord:
    """The game with the players that it names."""
    return play_game(task, GAMES, Bench(Analyser, Patience(), StopFlag()).take(task.players))


def longhorn(rule: str, group: int = 0, player: str = "random") -> GameTask:
    return GameTask(Setup("longhorn", 2, 1, adjudication=rule), group, (read_player(player),) * 2)


# --- the rule ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("proof=500", Rule(500)),
        ("score=0.9", Rule(None, 0.9, 3)),
        ("moves=4,score=.95", Rule(None, 0.95, 4)),
        ("score=1,proof=1000,moves=1", Rule(1000, 1.0, 1)),
    ],
)
def test_a_rule_has_one_text(text: str, rule: Rule) -> None:
    assert read_rule(text) == rule == read_rule(rule.text)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("proof", "proof"),
        ("proof=0", "proof=0"),
        ("proof=1e3", "proof=1e3"),
        ("score=1.5", "score=1.5"),
        ("score=nan", "score=nan"),
        ("score=0", "score=0"),
        ("draw=0", "draw=0"),
        ("proof=5,proof=5", "proof=5"),
        ("moves=3", "moves"),
        ("", ""),
    ],
)
def test_what_is_no_rule_is_named(text: str, token: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_rule(text)
    assert caught.value.token == token


def test_both_sides_must_claim_the_same_winner_long_enough() -> None:
    rule = Rule(None, 0.9, 2)
    movers = [0, 1, 0, 1, 0, 1]
    assert claimed_winner(rule, movers, [0.0, -0.1, 0.95, -0.9, 1.0, -1.0]) == 0
    assert claimed_winner(rule, movers, [0.0, 0.1, -0.95, 0.9, -1.0, 1.0]) == 1
    assert claimed_winner(rule, movers, [0.0, -0.1, 0.95, -0.89, 1.0, -1.0]) is None
    assert claimed_winner(rule, movers, [0.0, -0.1, 0.95, 0.95, 1.0, 1.0]) is None  # both say that they win
    # a decision without a claim neither counts nor breaks the row
    assert claimed_winner(rule, [*movers, 0, 1], [0, 0, 0.95, -0.9, None, None, 1.0, -1.0]) == 0
    assert claimed_winner(rule, movers, [None, None, None, -0.9, 1.0, -1.0]) is None
    assert claimed_winner(Rule(), movers, [1.0, -1.0] * 3) is None


def test_a_proof_names_the_winner_and_neither_a_draw_nor_a_gamble() -> None:
    lines = (Path(__file__).parent / "data" / "longhorn_late.jsonl").read_text().splitlines()[:200]
    proofs, seen = Proofs(), set()
    for line in lines:
        row = json.loads(line)
        state = GAMES["longhorn"].parse(row["position"])
        best, mover = max(map(_fraction, row["moves"].values())), state.players_to_move()[0]
        wanted = mover if best == 1 else 1 - mover if best == -1 else None
        assert proofs.winner(state, 10**6) == wanted, row["position"]
        seen.add(wanted)
    assert seen == {0, 1, None}


def _fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


# --- games ------------------------------------------------------------------------------------------------


def test_a_proven_game_ends_early_and_its_record_is_checked() -> None:
    whole, cut = played(longhorn("")), played(longhorn("proof=3000"))
    assert cut.ending is Ending.PROOF
    assert cut.fault is None
    assert [token for _, token, _ in cut.moves] == [token for _, token, _ in whole.moves][: len(cut.moves)]
    assert len(cut.moves) < len(whole.moves)
    assert sorted(cut.returns) == [-1.0, 1.0]
    assert cut.key != whole.key
    read = GameRecord.read(cut.line())
    assert read.ending.value == "proof"
    assert read.adjudication == "proof=3000"
    verify(read, GAMES)
    for change, word in (
        ({"returns": cut.returns[::-1], "ranks": cut.ranks[::-1]}, "ranks"),
        ({"moves": cut.moves[:2]}, "nobody has won"),
        ({"moves": whole.moves}, "not an ending"),
        ({"adjudication": "score=0.5"}, "nobody has won"),
        ({"adjudication": "sometimes"}, "sometimes"),
        ({"ending": Ending.SCORE}, "nobody has won"),
    ):
        with pytest.raises(ProtocolError, match=word):
            verify(dataclasses.replace(read, **change), GAMES)


def test_a_game_that_both_sides_think_decided_ends_and_its_record_is_checked() -> None:
    claims = [Scripted(lowest), Scripted(lowest)]
    claims[0].value, claims[1].value = -0.97321, 0.98
    cut = play_game(longhorn("score=0.95,moves=2"), GAMES, claims)
    assert cut.ending is Ending.SCORE
    assert cut.returns == (-1.0, 1.0)
    asked = [(seat, value) for (seat, _, _), value in zip(cut.moves, cut.values, strict=True) if value]
    assert asked == [(seat, -0.9732 if seat == 0 else 0.98) for seat, _ in asked]
    assert len(asked) == 4
    read = GameRecord.read(cut.line())
    assert read.values == cut.values
    verify(read, GAMES)
    doubtful = (*cut.values[:-1], 0.5)
    with pytest.raises(ProtocolError, match="nobody has won"):
        verify(dataclasses.replace(read, values=doubtful), GAMES)
    claims[1].value = None
    assert play_game(longhorn("score=0.95,moves=2"), GAMES, claims).ending is Ending.NORMAL


def test_our_own_searches_claim_what_they_expect_and_blind_players_nothing() -> None:
    cut = played(longhorn("score=0.6,moves=1", player="full:nodes=2000"))
    assert cut.ending is Ending.SCORE
    verify(cut, GAMES)
    blind = played(longhorn("score=0.1,moves=1"))
    assert blind.ending is Ending.NORMAL
    assert set(blind.values) == {None}


# --- given positions --------------------------------------------------------------------------------------


def starts_of(folder: Path, game: str, count: int = 2, plies: int = 3) -> tuple[Path, list[str]]:
    """A file of positions some plies into games of the lowest moves, and its texts."""
    texts = []
    for deal in range(count):
        rules = ("round",) if game == "nimmt" else ()
        task = GameTask(Setup(game, 2, 40 + deal, rules), 0, (read_player("random"),) * 2)
        tables = list(replay(played(task), GAMES))
        # a simultaneous choice under way is not a beginning
        fit = [
            t for t in tables[plies:] if not t.state.is_terminal() and t.state.players_to_move()[:1] == [0]
        ]
        texts.append(fit[0].state.to_text())
    path = folder / f"{game}.txt"
    path.write_text("# openings\n\n" + "\n".join(texts) + "\n")
    return path, texts


@pytest.mark.parametrize("game", sorted(GAMES))
def test_games_from_given_positions_are_recorded_whole(game: str, tmp_path: Path) -> None:
    path, texts = starts_of(tmp_path, game)
    found, seats = read_starts(str(path), GAMES[game])
    assert (list(found), seats) == (texts, 2)
    schedule = Schedule(Setup(game, 2, 5), ((read_player("random"),) * 2,), found)
    records = [played(task) for index in range(4) for task in schedule.group(index)]
    assert [record.start for record in records] == texts * 2
    assert records[0].key != records[2].key
    for record in records:
        read = GameRecord.read(record.line())
        verify(read, GAMES)
        # a reader that knows no seed sees the same game
        lines = tmp_path / "log.jsonl"
        lines.write_text(record.line() + "\n")
        (logged,) = read_log(lines)
        assert (logged.start, logged.deal) == (record.start, None)
        assert [token for _, token in logged.moves] == [token for _, token, _ in record.moves]
    if game == "heckmeck":
        record = records[0]
        assert any(seat == CHANCE for seat, _, _ in record.moves)
        other = dataclasses.replace(record, moves=records[2].moves, ranks=records[2].ranks)
        other = dataclasses.replace(other, scores=records[2].scores, returns=records[2].returns)
        with pytest.raises(ProtocolError, match="chance is not"):
            verify(other, GAMES)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("heckmeck/1 x", "line 2: .*heckmeck"),
        ("longhorn", "line 2: .*longhorn"),
        ("", "no position"),
    ],
)
def test_a_line_that_is_no_position_is_named(line: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "starts.txt"
    path.write_text("\n" + line + "\n")
    with pytest.raises(ProtocolError, match=words):
        read_starts(str(path), GAMES["longhorn"])


def test_a_view_and_a_finished_game_are_no_beginnings(tmp_path: Path) -> None:
    path = tmp_path / "starts.txt"
    game = GAMES["nimmt"]
    path.write_text(game.initial(1, 2).view(0).to_text())
    with pytest.raises(ProtocolError, match="needs the full state"):
        read_starts(str(path), game)
    over = list(replay(played(longhorn("")), GAMES))[-1].state.to_text()
    path.write_text(over)
    with pytest.raises(ProtocolError, match="over"):
        read_starts(str(path), GAMES["longhorn"])
    path.write_text(game.initial(1, 2).to_text() + "\n" + game.initial(1, 3).to_text())
    with pytest.raises(ProtocolError, match="line 2: this position has 3 seats"):
        read_starts(str(path), game)


# --- the commands -----------------------------------------------------------------------------------------


def test_match_and_report_agree_on_games_that_were_decided_early(tmp_path: Path) -> None:
    path, texts = starts_of(tmp_path, "longhorn")
    log = tmp_path / "log.jsonl"
    words = ["longhorn", "greedy", "random", "--deals", "2", "--jobs", "1", "--log", str(log)]
    words += ["--positions", str(path), "--adjudicate", "proof=2000", "--json"]
    done = CliRunner().invoke(main, ["match", *words])
    assert done.exit_code == 0, done.output
    endings = json.loads(done.stdout)["endings"]
    assert set(endings) <= {"normal", "proof"}
    assert endings["proof"] > 0
    records = [GameRecord.read(line) for line in log.read_text().splitlines()]
    assert {record.start for record in records} == set(texts)
    checked = CliRunner().invoke(main, ["report", str(log), "--verify", "--json"])
    assert checked.exit_code == 0, checked.output
    assert json.loads(checked.stdout)["verified"] == 4


def test_tournament_takes_both_from_the_file(tmp_path: Path) -> None:
    path, _ = starts_of(tmp_path, "longhorn")
    config = tmp_path / "cup.toml"
    config.write_text(
        f'deals = 1\njobs = 1\nlog = "cup.jsonl"\n[players]\na = "greedy"\nb = "random"\n'
        f'[[games]]\ngame = "longhorn"\npositions = "{path.name}"\nadjudicate = "proof=2000"\n'
    )
    done = CliRunner().invoke(main, ["tournament", "--config", str(config), "--json"])
    assert done.exit_code == 0, done.output
    records = [GameRecord.read(line) for line in (tmp_path / "cup.jsonl").read_text().splitlines()]
    assert {record.adjudication for record in records} == {"proof=2000"}
    assert all(record.start for record in records)


@pytest.mark.parametrize(
    ("words", "token"),
    [
        (("nimmt", "--seats", "4", "--adjudicate", "proof=9"), "4 seats"),
        (("longhorn", "--adjudicate", "draw=9"), "draw=9"),
        (("longhorn", "--positions", "/dev/zero"), "not a regular file"),
        (("longhorn", "--positions", "nowhere.txt"), "nowhere.txt"),
    ],
)
@pytest.mark.parametrize("command", ["match", "tournament"])
def test_bad_words_are_one_clear_error(command: str, words: tuple[str, ...], token: str) -> None:
    done = CliRunner().invoke(main, [command, words[0], "greedy", "random", *words[1:]])
    assert done.exit_code == 2
    assert token in done.stderr
    assert len([line for line in done.stderr.splitlines() if line.startswith("Error: ")]) == 1
