"""Swiss pairing: pairs follow from the results so far, and are the same after any interruption."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner
from toys.arena import toy_arena

from protocol.base.errors import ProtocolError
from protocol.cli.main import main
from protocol.records.gamelog import GameLog
from protocol.records.lineup import PlayerSpec, read_player
from protocol.records.schedule import Schedule, Setup
from protocol.tournaments.pairings import SWISS, seatings
from protocol.tournaments.swiss import BYE, Standing, Swiss, tables_of
from protocol.tournaments.tournament import ROUND, Plan, Tournament, play_tournament, section_of
from referee_help import Serial


def named(count: int) -> list[PlayerSpec]:
    """So many players: a (the strongest by its name only), b, c and so on."""
    return [read_player(f"random:name={chr(ord('a') + number)}") for number in range(count)]


def words(tables: list[tuple[PlayerSpec, ...]]) -> list[str]:
    """The tables as words of the players' letters."""
    return ["".join(spec.name for spec in table) for table in tables]


def swiss_plan(players: list[PlayerSpec], deals: int, seats: int = 2, game: str = "hand") -> Plan:
    """A Swiss tournament at a toy game."""
    schedule = Schedule(Setup(game, seats, 1), seatings(players, seats, mode=SWISS))
    swiss = Swiss(tuple(players), seats, 1, "rotate")
    return Plan((section_of(schedule, deals, [spec.name for spec in players], swiss),), 0)


def play(plan: Plan, path: Path | None = None) -> Tournament:
    """A tournament in this thread."""
    with GameLog(path) as log:
        found, whole = play_tournament(plan, log, Serial(), 1, make_arena=toy_arena)
    assert whole
    assert found.finished
    return found


# --- pairing ----------------------------------------------------------------------------------------------


def test_neighbours_in_the_standings_meet() -> None:
    players = named(6)
    assert words(tables_of(players, 2, Standing())) == ["ab", "cd", "ef"]
    standing = Standing(scores={"a": 0.0, "b": 1.0, "c": 0.5, "d": 1.0, "e": 0.5, "f": 0.0})
    assert words(tables_of(players, 2, standing)) == ["bd", "ce", "af"]


def test_nobody_meets_twice_while_that_can_be_avoided() -> None:
    players = named(4)
    standing = Standing()
    seen: Counter[frozenset[str]] = Counter()
    for _ in range(6):
        for table in tables_of(players, 2, standing):
            one, two = (spec.name for spec in table)
            seen[frozenset((one, two))] += 1
            standing.met[one, two] += 1
    assert seen == {frozenset(pair): 2 for pair in combinations("abcd", 2)}


def test_a_pairing_of_the_first_that_leaves_the_last_without_rivals_is_taken_back() -> None:
    standing = Standing(met=Counter({("c", "d"): 1}))
    assert words(tables_of(named(4), 2, standing)) == ["ac", "bd"]


def test_who_fills_no_table_sits_out_by_turns_from_below() -> None:
    players = named(5)
    standing = Standing()
    out = []
    for _ in range(5):
        tables = words(tables_of(players, 2, standing))
        (spare,) = set("abcde") - set("".join(tables))
        out.append(spare)
        standing.add_round([spare], [])
    assert sorted(out) == list("abcde")
    assert out[0] == "e"
    assert set(standing.scores.values()) == {BYE}


def test_tables_of_more_places_take_those_who_have_met_least() -> None:
    players = named(6)
    standing = Standing()
    assert words(tables_of(players, 3, standing)) == ["abc", "def"]
    for one, two in (*combinations("abc", 2), *combinations("def", 2)):
        standing.met[one, two] += 1
    assert words(tables_of(players, 3, standing)) == ["adb", "cef"]
    assert words(tables_of(named(7), 3, Standing())) == ["abc", "def"]


def test_many_players_are_paired_in_a_moment() -> None:
    players = named(26)
    standing = Standing()
    for number in range(15):
        tables = tables_of(players, 2, standing)
        assert len({spec for table in tables for spec in table}) == 26
        for one, two in tables:
            standing.met[min(one.name, two.name), max(one.name, two.name)] += 1
            standing.scores[one.name] = standing.scores.get(one.name, 0.0) + number % 2
    assert max(standing.met.values()) <= 2


# --- tournaments ------------------------------------------------------------------------------------------


def test_rounds_are_paired_by_the_results_of_those_before() -> None:
    found = play(swiss_plan(named(4), 3 * ROUND))
    rounds = found.rounds(0)
    assert rounds[0] == [["a", "b"], ["c", "d"]]
    assert len(rounds) == 3
    assert sorted(tuple(table) for tables in rounds for table in tables) == list(combinations("abcd", 2))
    groups = found.groups(0)
    assert sorted(groups) == list(range(3 * ROUND))
    assert all(len(games) == 4 for games in groups.values())
    for index, games in groups.items():
        assert sorted({tuple(sorted(game.names)) for game in games}) == sorted(
            tuple(table) for table in rounds[index // ROUND]
        )
    assert found.games == found.total == 3 * ROUND * 4
    points = dict.fromkeys("abcd", 0.0)
    for index in range(ROUND):
        for game in groups[index]:
            for name, value in zip(game.names, game.returns, strict=True):
                points[name] += value
    winners = {max("ab", key=lambda name: points[name]), max("cd", key=lambda name: points[name])}
    assert sorted(winners) in rounds[1]


@pytest.mark.long
def test_a_swiss_tournament_goes_on_from_its_log_to_the_same_result(tmp_path: Path) -> None:
    plan = swiss_plan(named(5), 4 * ROUND)
    path = tmp_path / "log.jsonl"
    whole = play(plan, path)
    assert whole.fresh == 4 * ROUND * 4
    lines = path.read_text().splitlines(keepends=True)
    for kept in (0, 7, ROUND * 4, ROUND * 4 + 3, len(lines)):
        again = tmp_path / f"{kept}.jsonl"
        again.write_text("".join(lines[:kept]))
        found = play(plan, again)
        assert found.fresh == len(lines) - kept
        assert found.games == whole.games
        assert found.rounds(0) == whole.rounds(0)
        assert {name: tally.games for name, tally in found.tally.items()} == {
            name: tally.games for name, tally in whole.tally.items()
        }
    more = play(replace(plan, sections=(replace(plan.sections[0], deals=5 * ROUND),)), path)
    assert more.rounds(0)[:4] == whole.rounds(0)
    assert more.fresh == ROUND * 4


def test_everybody_is_in_the_standings_though_one_sat_out_the_only_round() -> None:
    found = play(swiss_plan(named(3), 4))
    assert found.plan.players == ["a", "b", "c"]
    assert found.tally["c"].games == 0
    assert len(found.groups(0)) == 4


def test_too_few_players_for_a_table_are_an_error() -> None:
    with pytest.raises(ProtocolError, match="3 places"):
        seatings(named(2), 3, mode=SWISS)


def test_the_command_plays_and_tells_the_rounds(tmp_path: Path) -> None:
    words = [
        "nimmt",
        "greedy",
        "random",
        "random:name=r",
        "--seats",
        "2",
        "--rules",
        "round",
        "--mode",
        "swiss",
    ]
    words += ["--deals", "20", "--jobs", "1", "--log", str(tmp_path / "log.jsonl"), "--json"]
    done = CliRunner().invoke(main, ["tournament", *words])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    (game,) = found["games"]
    assert [len(tables) for tables in game["rounds"]] == [1, 1]
    assert game["rounds"][0] == [["greedy", "random"]]
    assert "r" in game["rounds"][1][0]
    assert found["finished"]
