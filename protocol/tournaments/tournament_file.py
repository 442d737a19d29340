"""The description of a tournament: a file in TOML, or a command line with the same settings.

    deals = 100                     # any of SETTINGS, for all games
    [players]
    strong = "full:movetime=50"     # the name, and the player in the grammar of protocol.records.lineup
    old = { engine = "herdmind-0.1", nodes = 2000, options = { Hash = 16 } }
    weak = { search = "full", nodes = 200, skill = 3 }
    [[games]]
    game = "nimmt"                  # with any of GAME_SETTINGS
    seats = 4
    players = { strong = {}, weak = { nodes = 50 } }    # or a list of names; by default all players

Paths are relative to the file's folder.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from protocol.base.errors import Code, ProtocolError, quote
from protocol.base.filekinds import TOURNAMENT, kind_instead
from protocol.base.files import read_text, refusal
from protocol.matches.starts import plan_setup
from protocol.ratings.sprt import read_test
from protocol.records.lineup import COMMAND, PlayerSpec, check_name, distinct, read_player, with_settings
from protocol.records.schedule import SEATINGS, Schedule
from protocol.tournaments.pairings import MODES, SWISS, seatings
from protocol.tournaments.swiss import Swiss
from protocol.tournaments.tournament import RETIRE, Plan, Section, SprtRule, section_of
from solver.games import Game, game_named

#: Settings of one game, or defaults for all games: the type of each key's value.
GAME_SETTINGS: dict[str, type] = {
    "seats": int,
    "rules": list,
    "figures": str,
    "positions": str,
    "adjudicate": str,
    "team": int,
    "mode": str,
    "seating": str,
    "deals": int,
    "seed": int,
}
#: Settings of the whole tournament: the type of each key's value.
SETTINGS: dict[str, type] = {
    **GAME_SETTINGS,
    "log": str,
    "jobs": int,
    "margin": int,
    "flag": int,
    "warmup": int,
    "retire": int,
    "stop": float,
    "sprt": str,
    "adjust": bool,
    "stop_adjusted": bool,
    "report": str,
    "cluster": str,
}
#: The default number of deals.
DEALS = 100
#: Least values of the numbers; 1 for all others.
_LEAST = {"seed": 0, "margin": 0, "flag": 0, "warmup": 0, "retire": 0}
_CHOICES = {"mode": tuple(MODES), "seating": tuple(SEATINGS)}
_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list of texts",
    dict: "a table",
}

Values = dict[str, Any]


def _fault(where: str, token: object, message: str) -> ProtocolError:
    return ProtocolError(Code.VALUE, f"{where}{message}", str(token))


def _check(where: str, values: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Raise a ProtocolError for an unknown key, or for a value of the wrong type or range."""
    for key, value in values.items():
        wanted = known.get(key)
        if wanted is None:
            raise _fault(where, key, f"there is no key {quote(key)}; there are: {', '.join(known)}")
        number = wanted in (int, float)
        fits = isinstance(value, (int, float) if wanted is float else wanted) and not (
            number and isinstance(value, bool)
        )
        if wanted is list and fits:
            fits = all(isinstance(word, str) for word in value)
        if not fits:
            raise _fault(where, value, f"{key} should be {_WORDS[wanted]}, not {quote(str(value))}")
        if number and (value <= 0 if wanted is float else value < _LEAST.get(key, 1)):
            bound = "above 0" if wanted is float else f"{_LEAST.get(key, 1)} or more"
            raise _fault(where, value, f"{key} should be {bound}, not {value}")
        choices = _CHOICES.get(key)
        if choices is not None and value not in choices:
            raise _fault(where, value, f"{key} should be one of {', '.join(choices)}, not {quote(value)}")
        if key == "seed" and value >= 2**64:
            raise _fault(where, value, "seed should be below 2^64")


def check_settings(where: str, values: Mapping[str, Any]) -> None:
    """Raise a ProtocolError for an invalid setting of a tournament; ``where`` begins its message."""
    _check(where, values, SETTINGS)


# --- players ----------------------------------------------------------------------------------------------


def _texts(where: str, values: Mapping[str, Any]) -> dict[str, str]:
    """The values of settings as texts in the player grammar."""
    found = {}
    for key, value in values.items():
        if not isinstance(value, str | int | float):
            raise _fault(where, key, f"{key} should be a text or a number")
        found[key] = str(value).lower() if isinstance(value, bool) else str(value)
    return found


def _player(name: str, value: object) -> PlayerSpec:
    """The player that a value in the file describes.

    Raises:
        ProtocolError: the value does not describe a player.
    """
    where = f"player {name}: "
    check_name(name)
    if isinstance(value, str):
        return replace(read_player(value), label=name)
    if not isinstance(value, dict):
        raise _fault(where, name, "a player should be a text, as on the command line, or a table")
    settings = dict(value)
    options = settings.pop("options", {})
    engine, search = settings.pop("engine", None), settings.pop("search", None)
    if (engine is None) == (search is None) or not isinstance(options, dict):
        raise _fault(where, name, "either engine (a command) or search, and options as a table")
    pairs = _texts(where, {**settings, **options})
    if search is not None:
        return with_settings(PlayerSpec(str(search)), pairs, name)
    words = shlex.split(engine) if isinstance(engine, str) else [str(word) for word in engine]
    if not words:
        raise _fault(where, name, "engine should be a command")
    return with_settings(PlayerSpec(COMMAND, command=tuple(words)), pairs, name)


def _chosen(where: str, players: Mapping[str, PlayerSpec], wanted: object) -> list[PlayerSpec]:
    """The players of one game: a list of names, or a table of changed settings by name; None for all."""
    if wanted is None:
        return list(players.values())
    changes: dict[str, Any]
    if isinstance(wanted, list):
        changes = {str(name): {} for name in wanted}
    elif isinstance(wanted, dict):
        changes = wanted
    else:
        raise _fault(where, wanted, "players should be a list of names, or a table of changes by name")
    for name, change in changes.items():
        if name not in players:
            raise _fault(where, name, f"there is no player {quote(name)}; there are: {', '.join(players)}")
        if not isinstance(change, dict):
            raise _fault(where, name, f"the changes for {name} should be a table")
    return [with_settings(players[name], _texts(where, change)) for name, change in changes.items()]


# --- the whole tournament ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """A requested tournament: its plan, its ``players`` as (game, player) pairs, and the ``settings`` of the
    whole tournament."""

    plan: Plan
    players: tuple[tuple[str, PlayerSpec], ...]
    settings: Values

    @property
    def titles(self) -> list[str]:
        """A title for each section."""
        return [section.schedule.setup.title for section in self.plan.sections]


def _check_kind(path: Path) -> None:
    """Raise ProtocolError if the file is of a known kind other than a tournament file."""
    if kind := kind_instead(path, TOURNAMENT):
        raise refusal(path, f"the file is {kind}, not {TOURNAMENT}")


def read_file(path: Path) -> Values:
    """The content of a tournament file, with its paths made absolute.

    Raises:
        ProtocolError: the file cannot be read, or has an invalid key or value.
    """
    try:
        values: Values = tomllib.loads(read_text(path))
    except (ProtocolError, ValueError, RecursionError) as error:
        _check_kind(path)
        raise error if isinstance(error, ProtocolError) else refusal(path, str(error)) from error
    where = f"{path}: "
    players, games = values.get("players"), values.get("games")
    if players is None and games is None:
        _check_kind(path)
    if not isinstance(players, dict) or not players:
        raise _fault(where, "players", "there should be a table [players] with a line for each")
    if not isinstance(games, list) or not games or not all(isinstance(game, dict) for game in games):
        raise _fault(where, "games", "there should be a table [[games]] for each game")
    check_settings(where, {key: value for key, value in values.items() if key not in ("players", "games")})
    for game in games:
        plain = {key: value for key, value in game.items() if key != "players"}
        _check(where, plain, {"game": str, **GAME_SETTINGS})
        if "game" not in game:
            raise _fault(where, "game", "each of [[games]] should name its game")
    for part in (values, *games):
        for key in ("log", "report", "figures", "positions"):
            if key in part:
                part[key] = str(path.absolute().parent / part[key])
    for player in players.values():
        if isinstance(player, dict) and isinstance(player.get("stderr"), str):
            player["stderr"] = str(path.absolute().parent / player["stderr"])
    return values


def read_players(values: Mapping[str, Any]) -> dict[str, PlayerSpec]:
    """The players of a file, by name.

    Raises:
        ProtocolError: a description is not that of a player.
    """
    return {name: _player(name, value) for name, value in values["players"].items()}


def order(values: Values, players: Mapping[str, PlayerSpec], games: Mapping[str, Game]) -> Order:
    """The tournament that ``values`` (checked, as from :func:`read_file`) describe.

    Raises:
        ProtocolError: a game is unknown, cannot be set up like this, or cannot be played by these players.
    """
    sections: list[Section] = []
    seated: dict[tuple[str, PlayerSpec], None] = {}
    for game in values["games"]:
        own = {**{key: values[key] for key in GAME_SETTINGS if key in values}, **game}
        named = game_named(own["game"], games)
        own["game"] = own["game"] if named is None else named.name
        specs = distinct(_chosen(f"{own['game']}: ", players, game.get("players")))
        section = _section(own, specs, games)
        if section.schedule in [other.schedule for other in sections]:
            raise _fault("", own["game"], f"{section.schedule.setup.title}: this game is listed twice")
        sections.append(section)
        seated.update(dict.fromkeys((own["game"], spec) for spec in specs))
    settings = {key: value for key, value in values.items() if key in SETTINGS and key not in GAME_SETTINGS}
    by_luck = settings.get("stop_adjusted", False)
    if by_luck and not settings.get("adjust", False):
        raise _fault("", "stop_adjusted", "stop_adjusted needs adjust")
    if by_luck and "stop" not in settings and "sprt" not in settings:
        raise _fault("", "stop_adjusted", "stop_adjusted needs stop or sprt")
    plan = Plan(tuple(sections), settings.get("retire", RETIRE), settings.get("stop"), by_luck)
    if "sprt" in settings:
        rule = SprtRule(plan.players[0], read_test(settings["sprt"]), adjust=by_luck)
        plan = replace(plan, enough=rule)
    return Order(plan, tuple(seated), settings)


def _section(own: Values, specs: list[PlayerSpec], games: Mapping[str, Game]) -> Section:
    setup, starts = plan_setup(
        own["game"],
        own.get("seats"),
        own.get("seed", 1),
        own.get("rules", ()),
        own.get("figures"),
        own.get("positions"),
        own.get("adjudicate"),
        games,
    )
    team, mode, seating = own.get("team", 1), own.get("mode", "round-robin"), own.get("seating", "rotate")
    seated = seatings(specs, setup.seats, team, mode, seating)
    swiss = Swiss(tuple(specs), setup.seats // team, team, seating) if mode == SWISS else None
    names = [spec.name for spec in specs]
    return section_of(Schedule(setup, seated, starts), own.get("deals", DEALS), names, swiss)
