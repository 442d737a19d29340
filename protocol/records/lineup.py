"""Players of a match, each described by one word of a command line.

    NAME[:KEY=VALUE,...]           a built-in player, NAME one of solver.reports.SEARCHES
    cmd:[KEY=VALUE,...:]COMMAND    an engine process that speaks the protocol

Keys of both are the limits ``movetime`` (milliseconds per decision), ``nodes``, ``depth`` and ``clock``
(milliseconds for the whole game, plus ``inc`` for every decision), and ``name``, the player's name in tables.
Other keys of a built-in player are the limit ``cputime`` (milliseconds of processor time per decision), the
fields of :class:`solver.reports.Settings` (``hash`` for ``hash_mb``) and ``tree.NAME`` for a parameter of the
tree search, which then plays. Other keys of an engine are the names of its options, ``ponder`` (true: it
thinks on its opponents' time) and ``stderr`` (a file to which its standard error is appended). COMMAND is
split as by a shell. If its first part looks like settings, write ``cmd::COMMAND``, which has no settings.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from protocol.base.errors import Code, ProtocolError, quote
from protocol.client import Limit
from protocol.table.clock import TimeControl
from solver.analysis import check_tuning, model_of
from solver.games import GAMES
from solver.reports import MAX_SKILL, OBJECTIVES, SEARCHES, Limits, Settings

#: The word for an engine process in the grammar.
COMMAND = "cmd"
#: The word for a function of the program that plays the match. Records name it; it cannot be read back.
BOT = "bot"
#: Default of ``hash`` for built-in players, in megabytes. It is small because many may play at one table.
HASH_MB = 64
#: Keys of engine processes that are not options of the engine.
PONDER, ERRORS = "ponder", "stderr"
LIMITS = ("movetime", "cputime", "nodes", "depth", "clock", "inc")
#: Players that think until they are stopped and so need a limit.
ENDLESS = ("full", "flat")
#: Settings that the referee chooses or that do not affect the move.
_OURS = ("seed", "search", "multipv", "tuning")
#: Prefix of the keys that are parameters of the tree search.
TREE = "tree."
_ALIASES = {"hash_mb": "hash"}
_NAME = re.compile(r"[A-Za-z0-9_.+#-]{1,40}")
_SETTING = re.compile(r"[^=,:/]+=[^,]*")


@dataclass(frozen=True)
class PlayerSpec:
    """A player's description. ``search`` is one of SEARCHES, COMMAND with the words of ``command``, or BOT;
    ``limits`` and ``settings`` hold (key, value) in the order of the grammar, values as text. ``label`` is
    the value of ``name=`` and ``errors`` that of ``stderr=``; ``errors`` is ignored by comparisons."""

    search: str
    limits: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    command: tuple[str, ...] = ()
    label: str = ""
    errors: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """The canonical text of the player in the grammar, without ``name`` and ``stderr``."""
        if self.search == BOT:
            return f"{BOT}:{self.command[0]}"
        words = ",".join(f"{key}={value}" for key, value in (*self.limits, *self.settings))
        if self.search == COMMAND:
            return f"{COMMAND}:{words}:{shlex.join(self.command)}"
        return f"{self.search}:{words}" if words else self.search

    @property
    def name(self) -> str:
        """The player's name in tables."""
        return self.label or self.text

    @property
    def ponders(self) -> bool:
        """Whether this is an engine process that ponders."""
        return self.external and (PONDER, "true") in self.settings

    @property
    def external(self) -> bool:
        """Whether this is an engine process."""
        return self.search == COMMAND

    def _limit(self, key: str) -> int | None:
        return next((int(value) for name, value in self.limits if name == key), None)

    @property
    def clock(self) -> TimeControl | None:
        """The player's clock for a game; None without one."""
        time_ms = self._limit("clock")
        return None if time_ms is None else TimeControl(time_ms, self._limit("inc") or 0)

    @property
    def engine_limit(self) -> Limit:
        """The limits for the client of an engine process, except the clock."""
        return Limit(self._limit("movetime"), self._limit("nodes"), self._limit("depth"))

    @property
    def search_limits(self) -> Limits:
        """The limits for an analyser, except the clock."""
        return Limits(
            self._limit("movetime"),
            self._limit("nodes"),
            self._limit("depth"),
            cputime_ms=self._limit("cputime"),
        )

    def search_settings(self, seed: int) -> Settings:
        """The settings for an analyser with the random seed ``seed``."""
        values: dict[str, object] = {"hash_mb": HASH_MB}
        known = _settings_keys()
        for key, text in self.settings:
            if not key.startswith(TREE):
                field, read = known[key]
                values[field] = read(text)
        values["tuning"] = tuple(
            (key.removeprefix(TREE), text) for key, text in self.settings if key.startswith(TREE)
        )
        return Settings(search=self.search, seed=seed, **values)  # type: ignore[arg-type]


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    span = f"a whole number from {low}" + (f" to {high}" if high is not None else " on")

    def read(text: str) -> int:
        if (
            not (text.isascii() and text.isdigit())
            or int(text) < low
            or (high is not None and int(text) > high)
        ):
            raise ValueError(span)
        return int(text)

    return read


def _choice(choices: Iterable[str]) -> Callable[[str], str]:
    known = tuple(choices)

    def read(text: str) -> str:
        if text not in known:
            raise ValueError("one of " + ", ".join(known))
        return text

    return read


def _flag(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError("true or false")
    return text == "true"


def _real(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError("a number") from None


_SPECIAL: dict[str, Callable[[str], object]] = {
    "hash_mb": _whole(1, 1 << 20),
    "threads": _whole(1, 256),
    "skill": _whole(0, MAX_SKILL),
    "objective": _choice(OBJECTIVES),
}


def _settings_keys() -> dict[str, tuple[str, Callable[[str], object]]]:
    """A map from keys of the grammar to (field of Settings, reader of the value), in the order of the
    fields."""
    by_type: dict[type, Callable[[str], object]] = {bool: _flag, int: _whole(0), float: _real, str: str}
    return {
        _ALIASES.get(known.name, known.name): (
            known.name,
            _SPECIAL.get(known.name) or by_type.get(type(known.default), str),
        )
        for known in fields(Settings)
        if known.name not in _OURS
    }


def _bad(text: str, token: str, message: str) -> ProtocolError:
    return ProtocolError(Code.VALUE, f"player {quote(text)}: {message}", token)


def _pairs(text: str, part: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in part.split(","):
        key, equals, value = word.partition("=")
        if not key or not equals or not value:
            raise _bad(text, word, f"{quote(word)} should be KEY=VALUE")
        if key in found:
            raise _bad(text, key, f"{quote(key)} is given twice")
        found[key] = value
    return found


def _ordered(
    text: str, pairs: dict[str, str], known: dict[str, Callable[[str], object]]
) -> list[tuple[str, str]]:
    """The pairs in the order of ``known``, their values checked."""
    for key, value in pairs.items():
        try:
            known[key](value)
        except ValueError as error:
            raise _bad(text, value, f"{quote(value)} for {key} should be {error}") from None
    return [(key, pairs[key]) for key in known if key in pairs]


def _own_settings(text: str, search: str, pairs: dict[str, str]) -> list[tuple[str, str]]:
    """The settings of a built-in player, checked and in order."""
    known = {key: read for key, (_, read) in _settings_keys().items()}
    plain = {key: value for key, value in pairs.items() if not key.startswith(TREE)}
    for key in plain:
        if key in (PONDER, ERRORS):
            engine = f"{COMMAND}:...,{key}={plain[key]}:herdmind"
            raise _bad(text, key, f"{quote(key)} is for engine processes, as in {engine}")
        if key not in known:
            every = ", ".join((*LIMITS, *known, TREE + "...", "name"))
            raise _bad(text, key, f"there is no key {quote(key)}; there are: {every}")
    tuning = sorted((key, value) for key, value in pairs.items() if key.startswith(TREE))
    for key, value in tuning:
        if search != ENDLESS[0]:
            raise _bad(text, key, f"{quote(key)} is for {ENDLESS[0]} alone")
        try:
            check_tuning({key.removeprefix(TREE): value})
        except ValueError as error:
            raise _bad(text, f"{key}={value}", f"{quote(f'{key}={value}')}: {error}") from None
    return _ordered(text, plain, known) + tuning


def check_name(name: str) -> None:
    """Raise ProtocolError if ``name`` cannot be a player's name in tables."""
    if not _NAME.fullmatch(name):
        raise ProtocolError(
            Code.VALUE, f"the name {quote(name)} should be up to 40 letters, digits and _ . + # -", name
        )


def _check_processor_time(text: str, head: str, pairs: Mapping[str, str]) -> None:
    """Raise ProtocolError if the player cannot be limited by processor time."""
    if head == COMMAND:
        raise _bad(text, "cputime", "'cputime' is for built-in players; an engine can have movetime")
    for other in ("movetime", "clock"):
        if other in pairs:
            raise _bad(text, other, f"'cputime' and {other!r} measure different times: use one of them")
    if pairs.get("threads", "1") != "1":
        raise _bad(text, pairs["threads"], "'cputime' is the time of one thread: it needs threads=1")


def read_player(text: str) -> PlayerSpec:
    """The player that ``text`` describes.

    Raises:
        ProtocolError: it does not describe a player; the message names the wrong word.
    """
    if not text.isprintable():
        raise _bad(text, text, "a player is a line of text without control characters")
    head, colon, rest = text.partition(":")
    command: tuple[str, ...] = ()
    if head == COMMAND:
        part, second, line = rest.partition(":")
        if not second or (part and not all(map(_SETTING.fullmatch, part.split(",")))):
            part, line = "", rest
        try:
            command = tuple(shlex.split(line))
        except ValueError as error:
            raise _bad(text, line, f"{quote(line)} cannot be split into words: {error}") from None
        if not command:
            raise _bad(
                text, text, f"a command should follow {COMMAND}:, as in {COMMAND}:movetime=100:herdmind"
            )
        pairs = _pairs(text, part) if part else {}
    elif head not in SEARCHES:
        known = ", ".join((*SEARCHES, f"{COMMAND}:..."))
        raise ProtocolError(Code.VALUE, f"there is no player {quote(head)}; there are: {known}", head)
    else:
        if colon and not rest:
            raise _bad(text, text, "settings should follow the colon")
        pairs = _pairs(text, rest) if colon else {}
    label = pairs.pop("name", "")
    if label:
        check_name(label)
    known_limits: dict[str, Callable[[str], object]] = {
        key: _whole(0 if key == "inc" else 1) for key in LIMITS
    }
    limits = _ordered(text, {k: v for k, v in pairs.items() if k in LIMITS}, known_limits)
    others = {k: v for k, v in pairs.items() if k not in LIMITS}
    errors = others.pop(ERRORS, "") if head == COMMAND else ""
    if head == COMMAND and PONDER in others:
        try:
            if not _flag(others[PONDER]):
                del others[PONDER]
        except ValueError as error:
            value = others[PONDER]
            raise _bad(text, value, f"{quote(value)} for {PONDER} should be {error}") from None
    settings = sorted(others.items()) if head == COMMAND else _own_settings(text, head, others)
    if "inc" in pairs and "clock" not in pairs:
        raise _bad(
            text, "inc", "'inc' is what a decision adds to a clock: it needs one, as in clock=10000,inc=100"
        )
    if "cputime" in pairs:
        _check_processor_time(text, head, pairs)
    if not limits and (head == COMMAND or head in ENDLESS):
        raise _bad(text, head, f"{head} needs a limit, as in {head}:movetime=100{':...' * (head == COMMAND)}")
    return PlayerSpec(head, tuple(limits), tuple(settings), command, label, errors)


def check_model(player: PlayerSpec, game: str) -> None:
    """Raise ProtocolError if the player needs a learnt model that ``game`` does not have."""
    weights = dict(player.settings).get("weights", "")
    if player.external or game not in GAMES or not (weights or player.search == "policy"):
        return
    try:
        model = model_of(GAMES[game], weights)
    except (ValueError, OSError) as error:
        raise ProtocolError(Code.VALUE, f"player {quote(player.text)}: {error}", weights) from error
    if model is None:
        raise ProtocolError(
            Code.VALUE, f"player {quote(player.text)}: {game} has no learnt model", weights or player.search
        )


def distinct(players: Iterable[PlayerSpec]) -> list[PlayerSpec]:
    """The players with distinct names: the second player of a name gets the suffix ``#2``, and so on."""
    named: list[PlayerSpec] = []
    taken: dict[str, int] = {}
    for player in players:
        count = taken[player.name] = taken.get(player.name, 0) + 1
        named.append(replace(player, label=f"{player.name}#{count}") if count > 1 else player)
    return named


def with_settings(player: PlayerSpec, changes: Mapping[str, str], label: str = "") -> PlayerSpec:
    """The player with changed limits or settings; an empty value removes one. ``label``: its new name, if
    any.

    Raises:
        ProtocolError: the result is not a valid player.
    """
    own = {ERRORS: player.errors} if player.errors else {}
    pairs = {**dict(player.limits), **dict(player.settings), **own, **changes}
    pairs = {key: value for key, value in pairs.items() if value}
    for value in pairs.values():
        if "," in value:
            raise ProtocolError(Code.VALUE, f"{quote(value)}: a value must not contain a comma", value)
    words = [f"{key}={value}" for key, value in pairs.items()]
    if label or player.label:
        words.append(f"name={label or player.label}")
    ends = f":{shlex.join(player.command)}" if player.external else ""
    head = f"{player.search}:" if words or player.external else player.search
    return read_player(f"{head}{','.join(words)}{ends}")


def line_up(players: Sequence[PlayerSpec], seats: int, team: int = 1) -> list[PlayerSpec]:
    """The player of each seat: the named players in order, the last one in all remaining seats. With teams,
    each player takes ``team`` neighbouring seats.

    A player who is named twice counts as two players; the second gets the suffix ``#2``.

    Raises:
        ProtocolError: there are no players or more than seats, or the teams do not fill the seats.
    """
    if seats % team:
        raise ProtocolError(Code.SEAT, f"teams of {team} do not fill {seats} seats", str(team))
    if not 1 <= len(players) <= seats // team:
        some = f"{len(players)} players for {seats} seats" + (f" in teams of {team}" if team > 1 else "")
        raise ProtocolError(Code.SEAT, f"{some}: name 1 to {seats // team}", str(len(players)))
    named = distinct(players)
    filled = named + [named[-1]] * (seats // team - len(named))
    return [player for player in filled for _ in range(team)]
