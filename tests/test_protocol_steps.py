"""``push`` and ``pop``: a table reached by steps is the one that the moves alone set, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from driver import ENGINE, TOY_ENGINE, Engine
from toys import TOYS

from protocol.base.errors import ProtocolError
from protocol.session.commands import Query
from protocol.session.queries import answer
from protocol.table.table import Table
from scaling import scale
from solver.games import GAMES, Game

#: Questions whose answers must be the same; those that need a seat are asked for each.
PLAIN = (
    "turn",
    "legal",
    "chance",
    "gameover",
    "position",
    "history",
    "story",
    "words",
    "tally",
    "beliefs",
    "round",
)
OF_A_SEAT = ("view", "legal", "words", "story", "tally", "beliefs")


def answers(table: Table) -> list[str]:
    """Everything that the engine says of a table."""
    asked = [Query(what) for what in (*PLAIN, "asks", "result", "returns")]
    asked += [Query(what, seat) for what in OF_A_SEAT for seat in range(table.state.num_players())]
    told = []
    for query in asked:
        try:
            told.append(" ".join(answer(query, table, "")))
        except ProtocolError as error:
            told.append(f"{error.code} {error.message}")
    return told


def tokens_now(table: Table) -> list[str]:
    """Tokens that can be entered."""
    chance = [token for token, _ in table.chance()]
    return chance or table.legal()


def begin(game: Game, way: str, seed: int) -> Table:
    """A table of a game: seeded, with chance entered, of a view, or on a real table."""
    if way == "seed":
        return Table.fresh(game, seed)
    if way == "entered":
        return Table.entered(game, 0)
    table = Table.fresh(game)
    return table if way == "chance" else Table(game, table.state.view(1))


def wander(game: Game, way: str, seed: int, steps: int) -> Iterator[tuple[Table, Table]]:
    """A table after random pushes and pops, and one on which the remaining tokens alone were played."""
    draw = random.Random(seed)
    table = begin(game, way, seed)
    held: list[str] = []
    for number in range(steps):
        can = tokens_now(table)
        if held and (not can or draw.random() < 0.4):
            count = draw.randint(1, min(4, len(held)))
            table.pop(count)
            del held[-count:]
        elif can:
            token = draw.choice(can)
            table.play([token])
            held.append(token)
        if number % 8 == 7:
            again = begin(game, way, seed)
            again.play(held)
            yield table, again


CASES = [(game, way) for game in (*GAMES, *TOYS) for way in ("seed", "chance", "view", "entered")]


@pytest.mark.parametrize(("name", "way"), CASES)
def test_steps_lead_where_the_moves_do(name: str, way: str) -> None:
    game = {**GAMES, **TOYS}[name]
    if way == "entered" and game.enter is None:
        with pytest.raises(ProtocolError):
            begin(game, way, 0)
        return
    looked = 0
    for seed in range(max(1, scale(20))):
        for table, again in wander(game, way, seed, 40):
            assert answers(table) == answers(again)
            assert (table.events, table.history) == (again.events, again.history)
            assert table.clone().perft(1, lambda: False) == again.perft(1, lambda: False)
            looked += 1
    assert looked


@pytest.mark.parametrize("name", [*GAMES, *TOYS])
def test_a_refused_line_of_moves_leaves_the_table(name: str) -> None:
    game = {**GAMES, **TOYS}[name]
    table = Table.fresh(game, 5)
    table.play([tokens_now(table)[0]])
    before = answers(table)
    good: list[str] = []
    other = table.clone()
    while len(good) < 3 and tokens_now(other):
        good.append(tokens_now(other)[-1])
        other.play(good[-1:])
    with pytest.raises(ProtocolError, match=f"move {len(good) + 2}: ") as caught:
        table.play([*good, "nonsense9"])
    assert caught.value.token == "nonsense9"
    assert answers(table) == before
    with pytest.raises(ProtocolError, match="1 to 1 moves can be taken back, not 2"):
        table.pop(2)
    assert answers(table) == before


def test_a_copy_of_a_table_takes_back_on_its_own() -> None:
    table = Table.entered(GAMES["longhorn"], 0)
    tokens: list[str] = []
    while len(table.history) < 2:
        tokens.append(tokens_now(table)[0])
        table.play(tokens[-1:])
    before = answers(table)
    copy = table.clone()
    copy.pop(3)
    assert answers(table) == before
    table.pop(3)
    assert answers(table) == answers(copy)
    again = Table.entered(GAMES["longhorn"], 0)
    again.play(tokens[:-3])
    assert (table.events, copy.events) == (again.events, again.events)
    assert table.events, "the set-up is not complete here"


@pytest.mark.parametrize("command", [ENGINE, TOY_ENGINE])
def test_the_engine_answers_alike_however_the_position_was_reached(command: list[str]) -> None:
    questions = ["query position", "query legal", "query history", "query story", "d", "query round"]
    start = "position startpos seed 7 seats 3"
    with Engine(command) as engine:
        engine.send("setoption name UCI_Variant value heckmeck", start)
        tokens: list[str] = []
        for _ in range(12):
            engine.send("query legal")
            tokens.append(engine.line().split()[-1])
            engine.send(f"push {tokens[-1]}")
        engine.send("pop 4", *questions)
        stepped = engine.settled()
        engine.send(f"{start} moves {' '.join(tokens[:-4])}", *questions)
        assert engine.settled() == stepped
        assert len(stepped) > len(questions)
