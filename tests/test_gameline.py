"""Lines of games: the one strict reader, and every command's answer to malformed lines."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from protocol.base.errors import ProtocolError
from protocol.base.gameline import CHANCE, Ending, GameRecord, read_games
from protocol.cli.main import main
from protocol.frontend import record as kept
from protocol.matches.solve import Record
from protocol.records.gamelog import GameLog, replay, verify
from protocol.records.lineup import read_player
from protocol.table.table import Table
from solver.games import GAMES

pytestmark = pytest.mark.pure

LINE: dict[str, Any] = {
    "game": "nimmt/1",
    "rules": ["round"],
    "figures": None,
    "seed": 6,
    "group": -1,
    "deal": 6,
    "seats": [{"name": "Ann", "player": "greedy"}, {"name": "Bob", "player": "random"}],
    "ending": "resigned",
    "fault": 1,
    "detail": "seat 1 resigned",
    "ranks": [1, 2],
    "scores": [0, 7],
    "returns": [1.0, -1.0],
    "seconds": 1.5,
    "version": "0",
    "moves": "16 64 row2",
    "movers": [0, 1, 0],
    "ms": [1.0, 1, None],
}
UNFINISHED: dict[str, Any] = {"ending": "unfinished", "fault": None, "ranks": [], "scores": [], "returns": []}


def line(**changes: Any) -> str:
    return json.dumps({**LINE, **changes})


def seats(count: int) -> list[dict[str, str]]:
    return [{"name": f"n{k}", "player": "greedy"} for k in range(count)]


def without(key: str) -> str:
    return json.dumps({name: value for name, value in LINE.items() if name != key})


#: What stands in the file, and what the error says of it.
WRONG: dict[str, tuple[str, str]] = {
    "no JSON": ("{nonsense}", "not a game"),
    "no object": ("[1]", "one JSON object"),
    "nested": ("[" * 200_000 + "]" * 200_000, "nested too deeply"),
    "nested inside": (line(seats=None)[:-1] + ', "x": ' + "[" * 200_000 + "]" * 200_000 + "}", "nested"),
    "no number": (line().replace("1.5", "NaN"), "NaN is not a number"),
    "infinity": (line().replace("1.5", "1e999"), "'seconds' is Infinity"),
    "digits": (line().replace("1.5", "1" * 10_000), "not a game"),
    "figures": (line(figures={"a": 1}), "'figures' is {\"a\": 1}"),
    "game": (line(game=7), "'game' is 7"),
    "escape in game": (line(game="\x1b[31mnimmt/1"), "'game' is \"\\u001b[31mnimmt/1\""),
    "escape in name": (line(seats=[{"name": "\x1b]0;x\x07", "player": "greedy"}] * 2), "\\u001b]0;x"),
    "newline in detail": (line(detail="a\nb"), "'detail' is \"a\\nb\""),
    "rules": (line(rules="round"), "'rules' is \"round\" and should be a list"),
    "a rule": (line(rules=["round", 3]), "'rules', number 2, is 3"),
    "600 seats": (line(seats=seats(600)), "'seats' has 600 players"),
    "no seat": (line(seats=[]), "'seats' has 0 players"),
    "a seat": (line(seats=["Ann", "Bob"]), "'seats', number 1, is \"Ann\""),
    "ranks": (line(ranks=[1]), "'ranks' has 1 values and should have 2"),
    "a rank": (line(ranks=[1, 3]), "'ranks', number 2, is 3 and should be 1 to 2"),
    "a rank that is true": (line(ranks=[True, 2]), "'ranks', number 1, is true"),
    "ranks of no game": (line(ending="unfinished"), "'ranks' has 2 values and should have 0"),
    "no ranks": (line(ranks=[]), "'ranks' has 0 values"),
    "scores": (line(scores=["0", 7]), "'scores', number 1, is \"0\""),
    "a large score": (line(scores=[10**30, 7]), "'scores', number 1"),
    "returns": (line(returns=[1, -7]), "'returns', number 2, is -7"),
    "ending": (line(ending="lost"), "'ending' is \"lost\" and should be one of normal"),
    "fault": (line(fault=2), "'fault' is 2 and should be 0 to 1"),
    "no seed": (line(deal="six"), "'deal' is \"six\""),
    "a large seed": (line(deal=2**64), "'deal' is 18446744073709551616"),
    "a match without a deal": (line(group=3, seed=None), "'group' is 3"),
    "movers": (line(movers=[0, 1]), "'movers' has 2 values and should have 3"),
    "a mover": (line(movers=[0, 1, 2]), "'movers', number 3, is 2"),
    "times": (line(ms=[1, 1, -1]), "'ms', number 3, is -1"),
    "moves": (line(moves=["16"]), "'moves' is [\"16\"]"),
    "a token": (line(moves="16 64 r\u00f6w2"), "not the token of a move"),
    "late": (line(late="very"), "'late' is \"very\""),
    "clocks": (line(clocks=[1]), "'clocks' has 1 values and should have 3"),
    **{
        f"without {key}": (without(key), f"there is no {key!r}")
        for key in LINE
        if key not in ("seed", "group", "returns")
    },
}


@pytest.mark.parametrize("fault", list(WRONG))
def test_a_line_that_is_no_game_is_named_with_its_word(tmp_path: Path, fault: str) -> None:
    text, words = WRONG[fault]
    path = tmp_path / "x.jsonl"
    path.write_text(f"{line()}\n\n{text}\n")
    with pytest.raises(ProtocolError) as caught:
        read_games(path)
    assert f"{path}, line 3: not a game" in caught.value.message
    assert words in caught.value.message
    assert len(caught.value.message) < 1000
    with pytest.raises(ProtocolError, match="line 3: not a game"):
        GameLog(path)
    with pytest.raises(ValueError, match="line 3: not a game"):
        kept.read_games(path)


@pytest.mark.parametrize("fault", ["nested", "figures", "600 seats", "escape in name", "no number"])
@pytest.mark.parametrize(
    "words",
    [
        ["report", "LOG"],
        ["review", "LOG"],
        ["match", "nimmt", "greedy", "random", "--log", "LOG"],
        ["tournament", "nimmt", "greedy", "random", "--log", "LOG"],
        ["tune", "nimmt", "--player", "full:nodes=9", "--param", "tree.depth=1:8", "--log", "LOG"],
        ["play", "--resume", "LOG"],
        ["advise", "--resume", "LOG"],
    ],
    ids=lambda words: words[0],
)
def test_every_command_says_the_same_of_such_a_line(tmp_path: Path, words: list[str], fault: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f"{WRONG[fault][0]}\n")
    before = path.read_bytes()
    words = [str(path) if word == "LOG" else word for word in words]
    done = CliRunner().invoke(main, words, color=True)
    assert done.exit_code == 2, done.output
    assert "line 1: not a game" in done.stderr
    assert done.stderr.count("Error: ") == 1
    assert "\x1b" not in done.output
    assert path.read_bytes() == before


def test_what_is_harmless_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    whole = json.dumps(LINE)
    texts = {
        "byte-order mark": b"\xef\xbb\xbf" + whole.encode() + b"\n",
        "blank lines": f"\n  \n{whole}\n\n\n".encode(),
        "line ends of another system": f"{whole}\r\n\r\n".encode(),
        "no end": whole.encode(),
        "cut off": f"{whole}\n{whole[:90]}".encode(),
        "packed": gzip.compress(f"{whole}\n".encode()),
    }
    for word, data in texts.items():
        path.write_bytes(data)
        (found,) = read_games(path)
        assert found[1] == GameRecord.read(whole), word
        assert kept.read_games(path)[0].tokens == ("16", "64", "row2")
        if word == "packed":
            continue
        with GameLog(path) as log:
            assert len(log.games) == 1, word
            log.add(GameRecord.read(line(deal=7, seed=7)))
        assert [record.deal for _, record in read_games(path)] == [6, 7], word


def test_a_report_counts_unfinished_games_and_leaves_them_out(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    games = (line(), line(seed=8, deal=8, **UNFINISHED), line(seed=7, deal=7, **UNFINISHED))
    path.write_text("".join(text + "\n" for text in games))
    done = CliRunner().invoke(main, ["report", str(path)])
    assert done.exit_code == 0, done.output
    assert "2 unfinished games left out" in done.stdout
    said = json.loads(CliRunner().invoke(main, ["report", str(path), "--json"]).stdout)
    assert (said["unfinished"], [event["games"] for event in said["events"]]) == (2, [1])
    path.write_text(line(**UNFINISHED) + "\n")
    done = CliRunner().invoke(main, ["report", str(path)])
    assert done.exit_code == 2
    assert "1 unfinished game and no other is in" in done.stderr


def test_a_line_comes_back_as_it_was(tmp_path: Path) -> None:
    text = line(start="nimmt/1 x", late=3.5, clocks=[5, None, -1.25], names={"own": 1})
    record = GameRecord.read(text)
    assert json.loads(record.line()) == json.loads(text)
    assert record.extra == {"names": {"own": 1}}
    assert GameRecord.read(without("returns")).returns == (1, -1)
    bare = GameRecord.read(json.dumps({k: v for k, v in LINE.items() if k not in ("seed", "group")}))
    assert (bare.seed, bare.group) == (6, -1)


def test_two_games_of_people_on_one_deal_are_two() -> None:
    one, two = GameRecord.read(line()), GameRecord.read(line(moves="16 65 row2"))
    assert one.key != two.key


def test_what_an_engine_wrote_reaches_no_line_raw() -> None:
    record = GameRecord.read(line(detail=""))
    text = type(record)(**{**record.__dict__, "detail": "died: \x1b[2J\nbye \u00e9"}).line()
    assert GameRecord.read(text).detail == "died: \\x1b[2J\\x0abye \\xe9"


def test_a_file_that_is_no_log_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("bread, milk")  # without an end it is not what an interruption left
    with pytest.raises(ProtocolError, match="line 1: not a game"):
        GameLog(path)
    assert path.read_text() == "bread, milk"


def played_by_hand(kind: str, start: bool) -> GameRecord:
    """A whole game whose chance was entered: from a position's text, or from the standard set-up."""
    table = Table.fresh(GAMES[kind], None, 2)
    if start:
        table = Table.read(GAMES[kind], table.state.to_text())
    text, moves, number = table.state.to_text(), [], 0
    while not table.state.is_terminal():
        number += 1
        owing = table.state.players_to_move()
        tokens = table.legal(owing[0]) if owing else [token for token, _ in table.chance()]
        token = tokens[number * 7 % len(tokens)]
        moves.append((owing[0] if owing else CHANCE, token, None))
        table.push(token)
    ranks, scores = table.result()
    return replace(
        GameRecord.read(line(game=GAMES[kind].edition, rules=[], deal=None, seed=None)),
        start=text if start else None,
        moves=tuple(moves),
        ending=Ending.NORMAL,
        fault=None,
        ranks=tuple(ranks),
        scores=tuple(scores),
        returns=tuple(table.state.returns()),
    )


@pytest.mark.parametrize("start", [True, False], ids=["from a text", "from the set-up"])
@pytest.mark.parametrize("kind", ["heckmeck", "pickomino"])
def test_a_game_whose_chance_was_entered_is_played_again(kind: str, start: bool) -> None:
    record = GameRecord.read(played_by_hand(kind, start).line())
    assert sum(seat == CHANCE for seat, _, _ in record.moves) > 5
    verify(record, GAMES)
    boards = [table.state.to_text() for table in replay(record, GAMES)]
    assert len(boards) == len(record.moves) + 1
    if start:
        assert boards[0] == record.start
    # other dice, or dice where a seat decides, are another game
    first = next(n for n, move in enumerate(record.moves) if move[0] == CHANCE)
    for wrong in ((CHANCE, "d1", None), (0, record.moves[first][1], None)):
        moves = (*record.moves[:first], wrong, *record.moves[first + 1 :])
        with pytest.raises(ProtocolError):
            verify(replace(record, moves=moves), GAMES)
    with pytest.raises(ProtocolError, match="scores are"):
        verify(replace(record, scores=(99, 99)), GAMES)
    if start:
        with pytest.raises(ProtocolError):
            verify(replace(record, start=f"{record.start} x"), GAMES)


SOLVED: dict[str, Any] = {
    "edition": "longhorn/1",
    "deal": 1,
    "start": "a",
    "lower": "-1",
    "upper": "1/2",
    "nodes": 5,
    "time_ms": 3,
    "limit": 0.5,
    "hash_mb": 16,
    "figures": None,
    "version": "0",
    "chooser": 0,
    "proved": False,
}


@pytest.mark.parametrize("key", [key for key in SOLVED if key != "proved"])
def test_every_field_of_a_record_of_a_start_has_its_type(key: str) -> None:
    assert json.loads(Record.read(json.dumps(SOLVED)).line()) == SOLVED
    for wrong in ([1], {"a": 1}, True, 7 if isinstance(SOLVED[key], str | None) else "7"):
        with pytest.raises(ValueError, match=f"not a record of a start: '{key}' is"):
            Record.read(json.dumps({**SOLVED, key: wrong}))
    with pytest.raises(ValueError, match=f"there is no '{key}'"):
        Record.read(json.dumps({name: value for name, value in SOLVED.items() if name != key}))


@pytest.mark.parametrize("text", ["greedy\x1b[2J", "random:name=a\nb", "cmd:a\x07", "cmd:name=x:a\x9b31m"])
def test_a_player_has_no_control_characters(text: str) -> None:
    with pytest.raises(ProtocolError, match="without control characters"):
        read_player(text)
