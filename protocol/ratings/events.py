"""Logs to events: the games that belong together, in whole groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from protocol.base.gameline import GameRecord, Key, read_games
from protocol.ratings.pairs import group_games


@dataclass(frozen=True)
class Event:
    """All games of one game, number of seats and rules. ``groups``: whole ones only; ``left_out``: games of
    groups that are not yet whole."""

    title: str
    groups: dict[int, list[GameRecord]]
    left_out: int


def read_log(path: Path) -> list[GameRecord]:
    """The games of a log, plain or packed with gzip, each once, unfinished ones with them; a last line that
    was cut off is left out.

    Raises:
        ProtocolError: the file cannot be read, or a line is no game.
    """
    found: dict[Key, GameRecord] = {}
    for _, record in read_games(path):
        found.setdefault(record.key, record)
    return list(found.values())


def whole_groups(groups: dict[int, list[GameRecord]]) -> tuple[dict[int, list[GameRecord]], int]:
    """The groups without line-ups that were not played in all their seatings, and how many games that
    leaves out.

    A line-up (who plays, whatever the seats) is whole on a deal when it has as many games there as on any.
    """
    most: Counter[tuple[str, ...]] = Counter()
    counts: dict[int, Counter[tuple[str, ...]]] = {}
    for index, games in groups.items():
        counts[index] = Counter(tuple(sorted(game.names)) for game in games)
        for line_up, count in counts[index].items():
            most[line_up] = max(most[line_up], count)
    found: dict[int, list[GameRecord]] = {}
    left_out = 0
    for index, games in groups.items():
        kept = [g for g in games if counts[index][line := tuple(sorted(g.names))] == most[line]]
        left_out += len(games) - len(kept)
        if kept:
            found[index] = kept
    return found, left_out


def events_of(records: Iterable[GameRecord]) -> list[Event]:
    """The events of the finished games, in the order in which they appear."""
    found: dict[tuple[str, int, tuple[str, ...], str | None], list[GameRecord]] = {}
    for game in records:
        if not game.finished:
            continue
        found.setdefault((game.game, len(game.names), game.rules, game.figures), []).append(game)
    events = []
    for (edition, seats, rules, figures), games in found.items():
        groups, left_out = whole_groups(group_games(games))
        words = [f"{edition}, {seats} seats", *rules, *([f"figures {figures[:8]}"] if figures else [])]
        events.append(Event(", ".join(words), groups, left_out))
    return events
