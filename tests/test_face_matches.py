"""Matches and game files through the public package."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from driver import ENGINE

import herdmind
from protocol.records.gamelog import verify
from solver.games import GAMES


def highest(state: herdmind.State, seat: int) -> str:
    """A bot."""
    assert state.viewer in (seat, None)
    assert seat in state.players_to_move()
    return state.legal_moves(seat)[-1]


@pytest.mark.parametrize("game", herdmind.GAMES)
def test_a_function_plays_every_game(game: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    match = herdmind.play_match(game, [highest, "random"], deals=2, path=path)
    assert match.finished
    assert match.players == ("highest", "random")
    assert len(match.games) == 2 * herdmind.GAMES[game].default_seats
    assert len(repr(match)) < 150
    read = herdmind.read_games(path)
    assert {record.key for record in read} == {record.key for record in match.games}
    for record in read:
        verify(record, GAMES)
        states = list(herdmind.replay(record))
        assert len(states) == len(record.moves) + 1
        assert states[-1].scores() == list(record.scores)
        walked = states[-1].copy()
        while walked.move_stack:
            walked.pop()
        again = herdmind.State(walked.text())
        for move in states[-1].move_stack:
            again.push(move.token, player=move.player)
        assert again == states[-1]
    before = path.read_bytes()
    resumed = herdmind.play_match(game, [highest, "random"], deals=2, path=path)
    assert path.read_bytes() == before, "no game is played twice"
    assert resumed.difference.mean == pytest.approx(match.difference.mean)


def test_an_illegal_move_loses_and_an_exception_is_raised() -> None:
    match = herdmind.play_match("nimmt", [lambda state, seat: "zero", "random"], seats=2, deals=1)
    assert match.players == ("lambda", "random")
    assert match.summary.players[0].faults == {"illegal": 2}
    with pytest.raises(ZeroDivisionError):
        herdmind.play_match("nimmt", [lambda state, seat: str(1 // 0), "random"], seats=2, deals=1)


def test_two_functions_of_one_name_are_two_players() -> None:
    draw = random.Random(1)

    def make(number: int):  # type: ignore[no-untyped-def]
        def bot(state: herdmind.State, seat: int) -> str:
            asked[number] += 1
            return draw.choice(state.legal_moves(seat))

        return bot

    asked = [0, 0]
    match = herdmind.play_match("nimmt", [make(0), make(1)], seats=2, rules=["round"], deals=1)
    assert match.players == ("bot", "bot#2")
    assert all(asked)


@pytest.mark.long
def test_a_match_is_the_same_in_other_processes() -> None:
    here, there = (
        herdmind.play_match("nimmt", ["greedy", "random"], seats=2, rules=["round"], deals=4, jobs=jobs)
        for jobs in (1, 2)
    )
    played = [[[move[:2] for move in game.moves] for game in match.games] for match in (here, there)]
    assert played[0] == played[1]
    assert here.difference == there.difference


def test_an_engine_plays_and_leaves(tmp_path: Path) -> None:
    command = f"cmd:nodes=5,Search=random,name=engine:{' '.join(ENGINE)}"
    match = herdmind.play_match("longhorn", [command, "random"], deals=1)
    assert match.players == ("engine", "random")
    assert not match.summary.players[0].faults
    with pytest.raises(herdmind.ProtocolError, match="cannot start"):
        herdmind.play_match("longhorn", ["cmd:nodes=1:no-such-program", "random"], deals=1)


@pytest.mark.parametrize(
    ("players", "words", "error"),
    [
        (["random"], {}, "two players or more, not 1"),
        (["random", "best"], {}, "no player 'best'"),
        (["random", highest], {"jobs": 2}, "jobs must be 1"),
        (["random", "greedy"], {"seating": "round"}, "rotate, balanced, all"),
        (["random", "greedy"], {"rules": ["blitz"]}, "blitz"),
    ],
)
def test_what_cannot_be_played(players, words, error) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises((herdmind.ProtocolError, ValueError), match=error):
        herdmind.play_match("nimmt", players, **words)


def test_games_are_appended_and_bad_files_named(tmp_path: Path) -> None:
    path = tmp_path / "games"
    match = herdmind.play_match("nimmt", ["random", "greedy"], seats=2, rules=["round"], deals=1)
    herdmind.write_games(path, match.games[:1])
    herdmind.write_games(path, match.games[1:])
    assert [record.key for record in herdmind.read_games(path)] == [game.key for game in match.games]
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(herdmind.ProtocolError, match="line 1"):
        herdmind.read_games(path)
    with pytest.raises(herdmind.ProtocolError):
        herdmind.write_games(tmp_path, match.games)
    wrong = match.games[0].line().replace('"moves":"', '"moves":"999 ')
    with pytest.raises((ValueError, herdmind.ProtocolError)):
        list(herdmind.replay(herdmind.GameRecord.read(wrong)))


def test_a_program_that_only_looks_at_positions_loads_no_statistics() -> None:
    code = (
        "import sys, herdmind; herdmind.deal('nimmt')\n"
        "print(sorted({'numpy', 'rich', 'click'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
