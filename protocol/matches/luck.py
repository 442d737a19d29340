"""Luck of recorded games, computed from the log alone: the games are replayed, by the workers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from protocol.base.gameline import GameRecord, Key
from protocol.matches.pool import open_pool
from protocol.matches.workers import run
from protocol.ratings.adjusted import LUCK, GameLuck, luck_in
from protocol.records.gamelog import replay
from protocol.records.lineup import BOT, COMMAND, read_player
from solver.analysis import model_of
from solver.game import State
from solver.games import GAMES, Game
from solver.luck import (
    Chooser,
    Odds,
    PlayoutValue,
    RolloutValue,
    Value,
    drawing,
    even_odds,
    fingerprint,
    luck_of,
)
from solver.reports import Settings
from solver.rng import mix
from solver.search.policy import drawn, temperature

#: Separates the value's random numbers from those of the deal.
_APART = 0x5DEECE66D1CE4E5B
#: Rollouts of the general value.
ROLLOUTS = 16
#: Digits of the luck in a log.
DIGITS = 6
#: Games of which this process computes the luck itself, without workers.
FEW = 8


#: The value functions of this thread, by game: some keep what they computed last.
_HERE = threading.local()


def value_of(game: Game) -> Value:
    """The value function for the luck of a game: its own, or rollouts."""
    known: dict[object, Value] = _HERE.__dict__.setdefault("values", {})
    key = (game.name, game.value)
    if key not in known:
        known[key] = RolloutValue(ROLLOUTS) if game.value is None else game.value()
    return known[key]


def mark_of(game: Game) -> str:
    """The fingerprint of a game's value function, at its first position."""
    known: dict[object, str] = _HERE.__dict__.setdefault("marks", {})
    key = (game.name, game.value)
    if key not in known:
        known[key] = fingerprint(value_of(game), game.initial(game.default_seed))
    return known[key]


def known_odds(game: Game, player: str) -> Odds | None:
    """The odds of a player's choices, from its text in the log; None if they are not known."""
    if player.partition(":")[0] in (BOT, COMMAND):
        return None
    spec = read_player(player)
    if spec.search == "policy":
        return policy_odds(game, spec.search_settings(0))
    # other settings could weaken the player, in ways whose odds are not known
    return {"random": even_odds, "greedy": game.greedy_odds}.get(player)


def policy_odds(game: Game, settings: Settings) -> Odds | None:
    """The odds of a player that draws from a learnt policy; None without such a policy, or for the player of
    full skill, who does not draw."""
    model = model_of(game, settings.weights)
    if model is None or temperature(settings.skill) <= 0:
        return None

    def odds(view: State, seat: int, legal: Sequence[int]) -> Sequence[float]:
        known = dict(model.policy(view, seat))
        weights = drawn([known[action] for action in legal], settings.skill)
        return [weight / sum(weights) for weight in weights]

    return odds


def _chooser(game: Game, player: str) -> Chooser | None:
    """A player of the log as one of playouts; None for one that is not known."""
    odds, greedy = known_odds(game, player), game.greedy
    if odds is not None:
        return drawing(odds)
    if player == "greedy" and greedy is not None:
        return lambda view, seat, legal, rng: greedy(view, seat, rng)
    return None


def game_luck(record: GameRecord, game: Game, figures: str | None = None) -> GameLuck:
    """The luck of a game, by replaying it.

    Raises:
        ProtocolError: the record is false.
    """
    *_, table = replay(record, {game.name: game}, figures)
    value = value_of(game)
    if isinstance(value, PlayoutValue):
        value = value.seated([_chooser(game, player) for player in record.players])
    odds = {
        seat: known
        for seat, player in enumerate(record.players)
        if (known := known_odds(game, player)) is not None
    }
    found = luck_of(table.start, table.events, value, odds, mix(_APART, record.deal or 0))

    def rounded(part: Sequence[Sequence[float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
        results, points = (tuple(round(float(number), DIGITS) for number in line) for line in part)
        return results, points

    chance, choices = (rounded(part.tolist()) for part in (found.chance, found.choices))
    return GameLuck(value.name, mark_of(game), found.events, chance, choices)


def is_lucky(record: GameRecord, games: Mapping[str, Game]) -> bool:
    """Whether a record holds its luck by the present value function."""
    luck, game = luck_in(record), games.get(record.game.partition("/")[0])
    return luck is not None and game is not None and luck.digest == mark_of(game)


def with_luck(
    record: GameRecord, figures: str | None = None, games: Mapping[str, Game] = GAMES
) -> GameRecord:
    """The record with its luck, computed unless it stands there.

    Raises:
        ProtocolError: the record is false, or its game is unknown.
    """
    if is_lucky(record, games):
        return record
    game = games.get(record.game.partition("/")[0])
    if game is None:
        list(replay(record, games, figures))  # raises the error for an unknown game
    assert game is not None
    return replace(record, extra={**record.extra, LUCK: game_luck(record, game, figures).as_dict()})


def all_with_luck(
    records: Iterable[GameRecord],
    jobs: int | None = None,
    figures: str | None = None,
    watch: Callable[[int], None] = lambda done: None,
) -> list[GameRecord] | None:
    """:func:`with_luck` of many records, in their order, on ``jobs`` processors (None: all of them).
    ``watch`` is told how many are done. None when it was interrupted.

    Raises:
        ProtocolError: a record is false.
    """
    records = list(records)
    lacking = [record for record in records if not is_lucky(record, GAMES)]
    found: dict[Key, GameRecord] = {}

    def take(record: GameRecord) -> None:
        found[record.key] = record
        watch(len(found))

    if len(lacking) <= FEW:
        for record in lacking:
            take(with_luck(record, figures))
    else:
        with open_pool(jobs, None) as pool:
            tasks = ((record, figures) for record in lacking)
            if not run(tasks, measure_luck, pool.executor, pool.room, take, pool.end, asked=pool.asked):
                return None
    return [found.get(record.key, record) for record in records]


def measure_luck(task: tuple[GameRecord, str | None]) -> GameRecord:
    """:func:`with_luck` as the task of a worker: (record, file of figures)."""
    record, figures = task
    return with_luck(record, figures)
