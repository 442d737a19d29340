"""No leak to engines: when things hidden from a seat are exchanged, its engine is sent the same bytes."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import HERE
from toys.arena import toy_arena

import scaling
from protocol.matches.players import EnginePlayer, Patience, Player
from protocol.matches.referee import Referee, play_game
from protocol.records.lineup import read_player
from protocol.records.schedule import GameTask, Setup
from protocol.table.clock import Clocks
from protocol.table.table import Table
from referee_help import Scripted
from solver.game import State
from solver.games import GAMES
from solver.rng import Rng
from solver.stop import StopFlag

RELAY = f"{shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'relay_engine.py'))}"
#: Game, seats, rules, and whether anything but the future is hidden in it.
KINDS = [
    ("longhorn", 2, (), False),
    ("heckmeck", 3, (), False),
    ("nimmt", 4, ("round",), True),
    ("colt", 4, (), True),
]


class Noting:
    """The engine on one seat of a game, and the bytes that it is sent."""

    def __init__(self, game: str, seats: int, rules: tuple[str, ...], folder: Path, seat: int) -> None:
        self._file = folder / "sent.txt"
        spec = read_player(f"cmd:nodes=1,Search=random:{RELAY} none 1 {shlex.quote(str(self._file))}")
        others = read_player("random")
        players = tuple(spec if number == seat else others for number in range(seats))
        self.task = GameTask(Setup(game, seats, 3, rules), 0, players)
        self.seat = seat
        self.player = EnginePlayer(spec, Patience())
        rest = Scripted(anything)
        self.referee = Referee(
            self.task,
            [self.player if number == seat else rest for number in range(seats)],
            Patience(),
            StopFlag(),
            Clocks([None] * seats),
        )

    def sent(self) -> bytes:
        """All that it has been sent so far; what was sent has been answered, so it is in the file."""
        return self._file.read_bytes()

    def asked(self, truth: State) -> tuple[str, bytes]:
        """The engine's move in this position, and what it was sent for it."""
        before = len(self.sent())
        _, token, _, _ = self.referee.ask(truth, self.seat)
        return token, self.sent()[before:]


def anything(view: State, seat: int) -> str:
    """A legal move that depends on the view alone."""
    legal = view.legal_actions(seat)
    return view.action_to_string(legal[sum(view.to_text().encode()) % len(legal)], seat)


def moved(text: str, seat: int) -> Iterator[str]:
    """Position texts with hidden cards in other places, made with no help from the game: in 6 nimmt! two
    others have exchanged their first cards, in Colt Express each other one a card with its own deck."""
    fields = dict(field.split("=", 1) for field in text.split()[1:])
    hands = fields["hands"].split("/")
    if text.startswith("nimmt"):
        one, two = [other for other in range(len(hands)) if other != seat][:2]
        mine, theirs = hands[one].split("+"), hands[two].split("+")
        if mine[0] != theirs[0]:
            mine[0], theirs[0] = theirs[0], mine[0]
            hands[one], hands[two] = ("+".join(sorted(cards, key=int)) for cards in (mine, theirs))
            yield text.replace(f" hands={fields['hands']}", f" hands={'/'.join(hands)}")
        return
    decks = fields["decks"].split("/")
    for other in range(len(hands)):
        for drawn in decks[other]:
            if other != seat and hands[other] not in ("", "-") and drawn not in "-" + hands[other][0]:
                hand = "".join(sorted(hands[other][1:] + drawn, key="mfsrplbn".index))
                deck = decks[other].replace(drawn, hands[other][0], 1)
                deck = "".join(sorted(deck, key="mfsrplbn".index))
                yield text.replace(
                    f" hands={fields['hands']}",
                    f" hands={'/'.join([*hands[:other], hand, *hands[other + 1 :]])}",
                ).replace(
                    f" decks={fields['decks']}",
                    f" decks={'/'.join([*decks[:other], deck, *decks[other + 1 :]])}",
                )
                break


@pytest.mark.parametrize(("game", "seats", "rules", "hidden"), KINDS)
def test_an_engine_is_sent_the_same_bytes_whatever_it_cannot_see(
    game: str, seats: int, rules: tuple[str, ...], hidden: bool, tmp_path: Path
) -> None:
    seat = seats - 1
    noting = Noting(game, seats, rules, tmp_path, seat)
    table = Table.fresh(GAMES[game], noting.task.deal, seats, rules)
    decisions, drawn, by_hand = 0, 0, 0
    try:
        noting.player.begin(GAMES[game], seat, noting.task.player_seed(seat))
        while not table.state.is_terminal() and decisions < scaling.scale(120, least=12):
            truth = table.state.clone()
            chosen = []
            for owing in truth.players_to_move():
                if owing != seat or len(truth.legal_actions(seat)) == 1:
                    chosen.append(noting.referee.ask(truth, owing)[1])
                    continue
                token, told = noting.asked(truth)
                chosen.append(token)
                decisions += 1
                assert told.count(b"\n") >= 3
                for draw in range(3):
                    other = truth.resample_from_infostate(seat, Rng(1000 * decisions + draw))
                    drawn += other.to_text() != truth.to_text()
                    assert noting.asked(other)[1] == told
                if hidden and game in ("nimmt", "colt"):
                    for text in moved(truth.to_text(), seat):
                        by_hand += 1
                        assert noting.asked(GAMES[game].parse(text))[1] == told
            for token in chosen:
                table.push(token)
    finally:
        noting.player.close()
    assert decisions > 5
    if hidden:
        assert drawn > decisions
        assert by_hand > decisions // 2
    else:
        assert drawn == 0


@pytest.mark.parametrize(("game", "seats", "rules", "hidden"), KINDS)
def test_what_is_to_come_is_not_in_what_is_sent(
    game: str, seats: int, rules: tuple[str, ...], hidden: bool, tmp_path: Path
) -> None:
    """The whole of a game's bytes: as often as the engine was asked, its own views and its own seed."""
    seat = seats - 1
    noting = Noting(game, seats, rules, tmp_path, seat)
    spies = [Scripted(anything) for _ in range(seats)]
    players: list[Player] = [noting.player if number == seat else spies[number] for number in range(seats)]
    try:
        record = play_game(noting.task, GAMES, players)
    finally:
        noting.player.close()
    lines = noting.sent().decode().splitlines()
    asked = sum(ms is not None for mover, _, ms in record.moves if mover == seat)
    positions = [line for line in lines if line.startswith("position ")]
    assert asked == len(positions) > 3
    assert len([line for line in lines if line.startswith("go ")]) == asked
    if hidden:
        assert all(f" view={seat} " in line for line in positions)
    numbers = {word for line in lines for word in line.split()}
    assert not {str(record.deal), str(noting.task.setup.seed)} & (numbers - {"3"})
    assert str(record.deal) not in noting.sent().decode()
    own = noting.task.player_seed(seat)
    assert f"setoption name Seed value {own % 2**31}" in lines


def test_an_engine_that_is_sent_the_truth_is_found_out(tmp_path: Path) -> None:
    """The check above would see it: a player that shows the truth is sent other bytes."""

    class Telling(EnginePlayer):
        def choose(self, view: State, seat: int, clock: object = None) -> str:
            return super().choose(truths[-1], seat)

    noting = Noting("nimmt", 4, ("round",), tmp_path, 3)
    table = Table.fresh(GAMES["nimmt"], noting.task.deal, 4, ("round",))
    spec = noting.task.players[3]
    player = Telling(spec, Patience())
    truths: list[State] = []
    told = []
    try:
        player.begin(GAMES["nimmt"], 3, 1)
        for draw in range(2):
            truths.append(table.state.resample_from_infostate(3, Rng(draw)))
            before = len(noting.sent())
            player.choose(table.state.view(3), 3)
            told.append(noting.sent()[before:])
    finally:
        player.close()
    assert told[0] != told[1]
    assert toy_arena().games["nimmt"] is GAMES["nimmt"]
