"""One game: chance, views, simultaneous choice, endings, and the verifiable record."""

from __future__ import annotations

import dataclasses
import statistics
import time
from collections.abc import Callable

import pytest
from toys import TOYS
from toys.arena import toy_arena

import scaling
from protocol.base.errors import Code, ProtocolError
from protocol.base.gameline import Ending, GameRecord
from protocol.matches.players import Bench, Patience, PlayerFailed
from protocol.matches.referee import play_game
from protocol.records.gamelog import replay, verify
from protocol.table.table import Table
from referee_help import Scripted, failing, highest, lowest, task
from solver.game import State
from solver.rng import Rng
from solver.stop import StopFlag

ARENA = toy_arena()
GAMES = ARENA.games
KINDS = [("hand", 2), ("hand", 3), ("roll", 2), ("roll", 4), ("bid", 2), ("bid", 4), ("longhorn", 2)]


def random_game(game: str, seats: int, group: int = 0) -> GameRecord:
    """A game of random players."""
    work = task(game, seats, group)
    return play_game(work, GAMES, Bench(ARENA.searcher, Patience(), StopFlag()).take(work.players))


@pytest.mark.parametrize(("game", "seats"), KINDS)
def test_a_game_ends_normally_and_its_record_is_true(game: str, seats: int) -> None:
    for group in range(5):
        record = random_game(game, seats, group)
        assert record.ending is Ending.NORMAL
        assert len(record.names) == len(record.ranks) == len(record.scores) == len(record.returns) == seats
        assert sum(record.returns) == pytest.approx(0, abs=1e-8)  # a record keeps nine digits
        assert GameRecord.read(record.line()) == dataclasses.replace(
            record,
            seconds=round(record.seconds, 3),
            moves=tuple((seat, token, ms and round(ms, 2)) for seat, token, ms in record.moves),
            returns=tuple(round(value, 9) for value in record.returns),
        )
        verify(record, GAMES)
        verify(GameRecord.read(record.line()), GAMES)


def test_the_deal_is_that_of_the_table_and_chance_comes_from_its_seed() -> None:
    record = random_game("roll", 3)
    table = Table.fresh(GAMES["roll"], record.deal, 3)
    table.play([token for _, token, _ in record.moves])
    assert table.result() == (list(record.ranks), list(record.scores))
    # other players on the same deal meet the same dice as long as they roll in the same order
    risks = [Scripted(lambda view, seat: "risk") for _ in range(3)]
    one = play_game(task("roll", 3), GAMES, risks)
    two = play_game(task("roll", 3), GAMES, risks)
    assert one.scores == two.scores
    assert one.deal == record.deal
    assert play_game(task("roll", 3, group=1), GAMES, risks).deal != one.deal


def test_a_changed_record_is_found_out() -> None:
    record = random_game("hand", 2)
    verify(record, GAMES)
    seat, _, ms = record.moves[0]
    wrong: list[tuple[dict[str, object], str]] = [
        ({"scores": (9, 9)}, "scores"),
        ({"ranks": record.ranks[::-1] if len(set(record.ranks)) > 1 else (1, 2)}, "ranks"),
        ({"returns": (0.25, -0.25)}, "returns"),
        ({"deal": (record.deal or 0) ^ 1}, "the deal"),
        ({"moves": ((1 - seat, "c1", ms), *record.moves[1:])}, "seat 1"),
        ({"moves": ((seat, "c99", ms), *record.moves[1:])}, "c99"),
        ({"moves": record.moves[:-1]}, "not over"),
        ({"game": "whist/1"}, "whist/1"),
        ({"ending": Ending.CRASH, "fault": 0}, "crash"),
    ]
    for change, word in wrong:
        with pytest.raises(ProtocolError, match=word):
            verify(dataclasses.replace(record, **change), GAMES)  # type: ignore[arg-type]


def test_a_record_of_a_former_edition_is_told_what_has_changed() -> None:
    record = dataclasses.replace(random_game("colt", 2), game="colt/1")
    said = "colt/1 is an edition of colt that is not known here; known is colt/2: since colt/2 two seats have"
    with pytest.raises(ProtocolError, match=said) as caught:
        verify(record, GAMES)
    assert (caught.value.code, caught.value.token) == (Code.GAME, "colt/1")


def test_replay_shows_every_position() -> None:
    record = random_game("bid", 3)
    tables = list(replay(record, GAMES))
    assert len(tables) == len(record.moves) + 1
    assert [len(table.history) for table in tables] == list(range(len(tables)))
    assert tables[-1].state.is_terminal()


# --- what a seat is shown ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [("hand", 2, ()), ("hand", 3, ()), ("bid", 3, ()), ("nimmt", 4, ("round",)), ("nimmt", 2, ("round",))],
)
def test_exchanged_hidden_cards_do_not_change_a_byte_of_what_is_shown(
    game: str, seats: int, rules: tuple[str, ...]
) -> None:
    exchanged = 0
    for group in range(scaling.scale(200) if game in TOYS else 3):
        spies = [Scripted(lowest if seat % 2 else highest) for seat in range(seats)]
        record = play_game(task(game, seats, group, rules), GAMES, spies)
        shown = [list(spy.shown) for spy in spies]
        tables = list(replay(record, GAMES))
        asked = 0
        for index, (seat, _, ms) in enumerate(record.moves):
            if ms is None:
                continue
            asked += 1
            # the position before the first of the choices that were made together
            start = index
            while start and tables[start - 1].state.players_to_move()[:-1] and _together(tables, start):
                start -= 1
            truth = tables[start].state
            text = shown[seat].pop(0)
            for draw in range(4):
                other = truth.resample_from_infostate(seat, Rng(1000 * group + draw))
                exchanged += other.to_text() != truth.to_text()
                assert text == (seat, other.view(seat).to_text())
        assert asked
        assert not any(shown)
    assert exchanged or game == "bid"


def _together(tables: list[Table], index: int) -> bool:
    """Whether the decision before ``index`` belongs to the same simultaneous choice."""
    before, here = tables[index - 1].state.players_to_move(), tables[index].state.players_to_move()
    return before[1:] == here


@pytest.mark.parametrize("bid", [lowest, highest])
def test_no_choice_of_the_round_is_shown_before_all_are_made(bid: Callable[[State, int], str]) -> None:
    players = [Scripted(bid), Scripted(lowest), Scripted(lowest)]
    play_game(task("bid", 3), GAMES, players)
    other = [Scripted(highest), Scripted(lowest), Scripted(lowest)]
    play_game(task("bid", 3), GAMES, other)
    # the first round: what seats 1 and 2 see does not depend on the bid of seat 0
    for mine, theirs in zip(players[1:], other[1:], strict=True):
        assert mine.shown[0] == theirs.shown[0]
        assert "chosen=-/-/-" in mine.shown[0][1]


def test_every_player_gets_its_own_seed_in_every_game() -> None:
    seeds = []
    for group in range(20):
        players = [Scripted(lowest) for _ in range(3)]
        record = play_game(task("bid", 3, group), GAMES, players)
        assert all(player.seeds[0] != record.deal for player in players)
        seeds += [player.seeds[0] for player in players]
    assert len(set(seeds)) == 60


def test_a_single_legal_move_is_not_asked_for() -> None:
    players = [Scripted(lowest) for _ in range(3)]
    record = play_game(task("bid", 3), GAMES, players)
    assert [len(player.shown) for player in players] == [2, 2, 2]  # the third bid is the one that is left
    assert [ms is None for _, _, ms in record.moves] == [False] * 6 + [True] * 3


# --- endings ----------------------------------------------------------------------------------------------


def ending(player: Scripted, patience: Patience | None = None, seat: int = 1) -> GameRecord:
    """A game of bids among three in which ``player`` sits on ``seat``."""
    players = [player if k == seat else Scripted(lowest) for k in range(3)]
    record = play_game(task("bid", 3), GAMES, players, patience)
    verify(record, GAMES)
    assert GameRecord.read(record.line()).fault == record.fault
    return record


@pytest.mark.parametrize("token", ["b9", "b", "", "b1 b2", "safe", "xx" * 200, "b²"])
def test_an_illegal_move_loses_the_seat(token: str) -> None:
    record = ending(Scripted(lambda view, seat: token))
    assert record.ending is Ending.ILLEGAL
    assert record.fault == 1
    assert record.ranks == (1, 3, 1)
    assert list(record.returns) == [0.5, -1, 0.5]
    assert not record.moves
    assert token[:20].replace("²", "") in record.detail
    assert len(record.detail) < 200


def test_an_illegal_move_later_on_keeps_the_moves_before_it() -> None:
    calls: list[int] = []

    def choose(view: State, seat: int) -> str:
        calls.append(seat)
        return "b1"  # legal once

    record = ending(Scripted(choose), seat=2)
    assert record.ending is Ending.ILLEGAL
    assert record.fault == 2
    assert len(calls) == 2
    assert len(record.moves) == 3


@pytest.mark.parametrize("kind", [Ending.CRASH, Ending.STALL, Ending.TIME])
def test_a_failure_is_named(kind: Ending) -> None:
    record = ending(Scripted(failing(PlayerFailed(kind, "out of ideas"))))
    assert (record.ending, record.fault, record.detail) == (kind, 1, "out of ideas")


def test_a_late_move_loses_by_time() -> None:
    def slow(view: State, seat: int) -> str:
        time.sleep(0.05)
        return lowest(view, seat)

    record = ending(Scripted(slow), Patience(longest=0.02))
    assert record.ending is Ending.TIME
    assert record.fault == 1
    assert 20 <= int(record.detail.split()[0]) < 2000


def test_a_search_that_raises_is_a_crash_of_its_player() -> None:
    class Broken(ARENA.searcher):  # type: ignore[name-defined,misc]
        def analyse(self, *args: object, **kwargs: object) -> None:
            raise RuntimeError("no idea")

    work = task("bid", 3)
    record = play_game(work, GAMES, Bench(Broken, Patience(), StopFlag()).take(work.players))
    assert record.ending is Ending.CRASH
    assert record.fault == 0
    assert record.detail == "RuntimeError: no idea"


def test_a_stop_interrupts_the_game_and_blames_nobody() -> None:
    stop = StopFlag()

    def choose(view: State, seat: int) -> str:
        stop.set()
        return lowest(view, seat)

    players = [Scripted(choose) for _ in range(3)]
    record = play_game(task("bid", 3), GAMES, players, None, stop)
    assert record.ending is Ending.INTERRUPTED
    assert record.fault is None
    assert record.returns == (0, 0, 0)


@pytest.mark.timing
def test_the_referee_takes_less_than_a_millisecond_a_move() -> None:
    # some 0.1 ms on an idle machine: ten times that is for a busy one
    for game, seats in (("longhorn", 2), ("heckmeck", 3), ("nimmt", 4), ("colt", 4), ("hand", 3)):
        beside = []
        for group in range(15):
            record = random_game(game, seats, group)
            asked = sum(ms for _, _, ms in record.moves if ms is not None)
            beside.append((1000 * record.seconds - asked) / len(record.moves))
        assert statistics.median(beside) < 1
