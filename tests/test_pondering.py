"""Engines that think on their opponents' time, and their output on standard error."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from driver import HERE

from protocol.base.errors import ProtocolError
from protocol.base.gameline import Ending, GameRecord
from protocol.cli.main import main
from protocol.matches.players import EnginePlayer, Patience, Player
from protocol.matches.pondering import expected_view
from protocol.matches.referee import play_game
from protocol.records.gamelog import verify
from protocol.records.lineup import read_player, with_settings
from protocol.records.schedule import GameTask, Setup
from protocol.tournaments.tournament_file import read_file, read_players
from referee_help import Scripted, lowest
from solver.game import State
from solver.games import GAMES

PYTHON = shlex.quote(sys.executable)
RELAY = f"{PYTHON} {shlex.quote(str(HERE / 'relay_engine.py'))}"
BAD = f"{PYTHON} {shlex.quote(str(HERE / 'bad_engine.py'))}"


def game_of(spec_text: str, rival: Player, game: str = "longhorn") -> tuple[GameRecord, EnginePlayer]:
    """A game of an engine on seat 0, which is not closed yet."""
    spec = read_player(spec_text)
    player = EnginePlayer(spec, Patience())
    task = GameTask(Setup(game, 2, 1), 0, (spec, read_player("random")))
    record = play_game(task, GAMES, [player, rival], Patience())
    return record, player


def words_sent(path: Path) -> list[str]:
    """Search commands sent to the engine: ``ponder``, ``ponderhit``, ``stop`` or ``go``."""
    heads = [line.split() for line in path.read_text().splitlines()]
    return [
        "ponder" if line[:2] == ["go", "ponder"] else line[0]
        for line in heads
        if line and line[0] in ("go", "ponderhit", "stop")
    ]


# --- the position that is expected ------------------------------------------------------------------------


def test_the_expected_view_is_the_one_that_is_shown_when_the_guess_is_right() -> None:
    state = GAMES["longhorn"].initial(7)
    table = state.clone()
    seat = table.players_to_move()[0]
    first = table.action_to_string(table.legal_actions(seat)[0], seat)
    table.apply_action(table.string_to_action(first, seat), seat)
    other = table.players_to_move()[0]
    reply = table.action_to_string(table.legal_actions(other)[0], other)
    table.apply_action(table.string_to_action(reply, other), other)
    guess = expected_view(state.view(seat), seat, first, reply)
    if table.players_to_move() == [seat]:
        assert guess == table.view(seat).to_text()
    else:
        assert guess is None
    assert expected_view(state.view(seat), seat, first, "nonsense") is None
    assert expected_view(state.view(seat), seat, first, "") is None
    assert expected_view(state.view(seat), seat, "nonsense", reply) is None


def test_where_others_or_chance_are_between_nothing_is_expected() -> None:
    for name in ("nimmt", "heckmeck"):
        state = GAMES[name].initial(7, 2)
        while not (owing := state.players_to_move()):
            state.apply_action(state.chance_outcomes()[0][0])
        seat = owing[0]
        token = state.action_to_string(state.legal_actions(seat)[0], seat)
        assert expected_view(state.view(seat), seat, token, token) is None


# --- games ------------------------------------------------------------------------------------------------


class Spied(EnginePlayer):
    """An engine whose last expected reply can be read."""

    reply = ""

    def ponder(self) -> None:
        if self._last is not None:
            type(self).reply = self._last[2].ponder or ""
        super().ponder()


@pytest.mark.parametrize("fulfil", [True, False])
@pytest.mark.parametrize(
    "limit", ["nodes=30000", "movetime=100", pytest.param("clock=20000,inc=10", marks=pytest.mark.long)]
)
def test_a_guess_that_comes_true_is_a_ponderhit_and_another_one_is_stopped(
    limit: str, fulfil: bool, tmp_path: Path
) -> None:
    sent = tmp_path / "sent.txt"
    spec = read_player(f"cmd:{limit},ponder=true:{RELAY} none 1 {shlex.quote(str(sent))}")
    player = Spied(spec, Patience())
    Spied.reply = ""

    def answer(view: State, seat: int) -> str:
        legal = [view.action_to_string(action, seat) for action in view.legal_actions(seat)]
        others = [token for token in legal if token != Spied.reply] or legal
        return Spied.reply if fulfil and Spied.reply in legal else others[0]

    task = GameTask(Setup("longhorn", 2, 1), 0, (spec, read_player("random")))
    try:
        record = play_game(task, GAMES, [player, Scripted(answer)], Patience())
        assert record.ending is Ending.NORMAL
        verify(record, GAMES)
        words = words_sent(sent)
        assert words.count("ponder") >= 3
        hits, stops = words.count("ponderhit"), words.count("stop")
        # the last search may be left by the end of the game, and a move that is forced is not asked for
        assert words.count("ponder") == hits + stops
        assert (hits if fulfil else stops) >= words.count("ponder") - 2
        assert player._thought is None
        again = play_game(task, GAMES, [player, Scripted(answer)], Patience())
        assert again.ending is Ending.NORMAL
    finally:
        player.close()


def test_an_engine_that_is_not_to_ponder_does_not(tmp_path: Path) -> None:
    sent = tmp_path / "sent.txt"
    text = f"cmd:nodes=50,ponder=false:{RELAY} none 1 {shlex.quote(str(sent))}"
    record, player = game_of(text, Scripted(lowest))
    player.close()
    assert record.ending is Ending.NORMAL
    assert set(words_sent(sent)) == {"go"}


def test_an_engine_that_dies_while_it_ponders_has_lost(tmp_path: Path) -> None:
    text = f"cmd:nodes=50,ponder=true:{RELAY} crashes 2"
    record, player = game_of(text, Scripted(lowest))
    player.close()
    assert record.ending is Ending.CRASH
    assert record.fault == 0


# --- the grammar ------------------------------------------------------------------------------------------


def test_pondering_is_part_of_the_player_and_its_notes_are_not() -> None:
    plain = read_player("cmd:nodes=5:e")
    noted = read_player("cmd:nodes=5,stderr=a/b.txt:e")
    assert noted == plain
    assert noted.text == plain.text
    assert noted.errors == "a/b.txt"
    assert with_settings(noted, {"nodes": "6"}).errors == "a/b.txt"
    ponders = read_player("cmd:ponder=true,nodes=5:e")
    assert ponders.text == "cmd:nodes=5,ponder=true:e"
    assert ponders.ponders
    assert read_player("cmd:ponder=false,nodes=5:e").text == plain.text


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("full:nodes=5,ponder=true", "ponder"),
        ("greedy:stderr=x", "stderr"),
        ("cmd:nodes=5,ponder=yes:e", "yes"),
    ],
)
def test_our_own_players_do_neither(text: str, token: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_player(text)
    assert caught.value.token == token


# --- standard error ---------------------------------------------------------------------------------------


def test_what_an_engine_writes_to_its_standard_error_is_kept(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("before\n")
    for _ in range(2):
        record, player = game_of(f"cmd:nodes=5,stderr={notes}:{BAD} 'dies on go'", Scripted(lowest))
        player.close()
        assert record.ending is Ending.CRASH
    assert notes.read_text() == "before\n" + "fatal: out of ideas\n" * 2


@pytest.mark.parametrize("where", ["/dev/null", "/dev/full", "no/such/folder", "."])
def test_notes_go_to_a_plain_file_only(where: str) -> None:
    words = ["match", "longhorn", f"cmd:nodes=5,stderr={where}:{BAD} 'no move'", "random", "--deals", "1"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert where in done.stderr


def test_the_file_of_a_tournament_names_notes_beside_itself(tmp_path: Path) -> None:
    config = tmp_path / "cup.toml"
    config.write_text(
        '[players]\na = { engine = "e", nodes = 5, ponder = true, stderr = "a.txt" }\nb = "random"\n'
        '[[games]]\ngame = "longhorn"\n'
    )
    player = read_players(read_file(config))["a"]
    assert player.errors == str(tmp_path / "a.txt")
    assert player.ponders
