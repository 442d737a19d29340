"""Tuning: an optimiser proposes settings of a player, and games against a fixed baseline judge them.

Every proposal (a *trial*) plays the same deals from every seat, so all trials share the same luck. A trial is
given up early when it is clearly behind the best one on the deals that both have played. The best of many
trials was partly lucky, so the finalists play again on fresh deals, and only those games decide.

A proposal depends on the seed and the trials before it. It draws from a random generator of its own, so
neither the number of games at once nor an interruption changes it.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, fields, replace
from importlib import import_module
from itertools import chain
from math import ceil, isfinite
from pathlib import Path
from typing import Any

from protocol.base.errors import Code, ProtocolError, quote
from protocol.base.gameline import Key
from protocol.base.linefile import drop_cut_line
from protocol.matches.match import ArenaMaker, Course, StopRule, play_match, standard_arena
from protocol.matches.players import Patience
from protocol.ratings.statistics import Interval, difference, group_means, interval
from protocol.records.gamelog import GameLog
from protocol.records.lineup import COMMAND, LIMITS, TREE, PlayerSpec, line_up, read_player
from protocol.records.schedule import Schedule, Setup, rotations
from solver.rng import mix
from solver.search.ismcts.settings import TreeSettings

#: The players' names in the games.
TUNED, BASELINE = "tuned", "baseline"
#: Mixed into the seed for the final, so that its deals differ from those of the trials.
_FINAL = 0xF1A5
#: A trial is looked at after each of PARTS equal parts of its deals, but not before FIRST deals.
PARTS = 4
FIRST = 8
#: A trial is given up when the interval of its difference from the best one lies below 0 at this confidence.
RACE = 0.9
#: Joint confidence of all intervals of the final.
CONFIDENCE = 0.95


# --- parameters -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """A tuned setting: one of ``choices``, or a number from ``low`` to ``high``, uniform or log-uniform."""

    name: str
    choices: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    log: bool = False

    def suggest(self, trial: Any) -> str:
        """The value that the optimiser suggests for this trial, as text in a player's settings."""
        if self.choices:
            return str(trial.suggest_categorical(self.name, self.choices))
        if self.whole:
            return str(trial.suggest_int(self.name, int(self.low), int(self.high), log=self.log))
        value = trial.suggest_float(self.name, self.low, self.high, log=self.log)
        # more digits than games could tell apart would only lengthen the players' names
        return f"{min(self.high, max(self.low, float(f'{value:.4g}'))):g}"

    def samples(self) -> tuple[str, ...]:
        """Values that stand for all: if these are valid settings, every value is."""
        if self.choices:
            return self.choices
        return tuple(str(int(end)) if self.whole else f"{end:g}" for end in (self.low, self.high))


def read_parameter(text: str) -> Parameter:
    """The parameter of ``NAME=LOW:HIGH``, ``NAME=LOW:HIGH:log`` or ``NAME=WORD,WORD,...``.

    Numbers are whole when the setting is. Where the type is unknown, they are whole when both bounds are
    written as whole numbers.

    Raises:
        ProtocolError: the text has none of these forms.
    """
    name, equals, span = text.partition("=")
    if not name or not equals or not span:
        raise _bad(text, text, "should be NAME=LOW:HIGH or NAME=WORD,WORD,..., as in tree.explore=0.2:3")
    if name in (*LIMITS, "name"):
        raise _bad(text, name, "cannot be tuned: it is a limit or the name of a player")
    if ":" not in span:
        choices = tuple(span.split(","))
        if len(choices) < 2 or len(set(choices)) < len(choices) or not all(choices):
            raise _bad(text, span, "should be two or more different words with commas between them")
        return Parameter(name, choices)
    parts = span.split(":")
    if len(parts) > 3 or (len(parts) == 3 and parts[2] != "log"):
        raise _bad(text, span, "should be a range LOW:HIGH or LOW:HIGH:log")
    ends = []
    for part in parts[:2]:
        try:
            ends.append(float(part))
        except ValueError:
            raise _bad(text, part, "should be a number") from None
        if not isfinite(ends[-1]):
            raise _bad(text, part, "should be a finite number")
    low, high, log = ends[0], ends[1], len(parts) == 3
    written_whole = all(part.lstrip("-").isdecimal() for part in parts[:2])
    kind = _tree_kind(name)
    if kind not in (None, int, float):
        raise _bad(text, name, "is not a number: list its choices, as in tree.rivals=true,false")
    if kind is int and not written_whole:
        raise _bad(text, span, "should have whole numbers")
    if low >= high:
        raise _bad(text, span, "should have its lower bound below the upper one")
    if log and low <= 0:
        raise _bad(text, parts[0], "should be above 0, as both bounds of a logarithmic range")
    return Parameter(name, (), low, high, kind is int or (kind is None and written_whole), log)


def _tree_kind(name: str) -> type | None:
    """The type of a parameter of the tree search; None for any other setting."""
    base = TreeSettings()
    kinds = {TREE + part.name: type(getattr(base, part.name)) for part in fields(TreeSettings)}
    return kinds.get(name)


def _bad(text: str, token: str, message: str) -> ProtocolError:
    return ProtocolError(Code.VALUE, f"parameter {quote(text)}: {quote(token)} {message}", token)


def with_settings(base: PlayerSpec, values: Mapping[str, str], label: str = TUNED) -> PlayerSpec:
    """The player ``base`` with the settings ``values`` in place of its own.

    Raises:
        ProtocolError: a setting is not valid for the player.
    """
    pairs = {**dict(base.limits), **dict(base.settings), **values, "name": label}
    words = ",".join(f"{key}={value}" for key, value in pairs.items())
    command = f":{shlex.join(base.command)}" if base.search == COMMAND else ""
    return read_player(f"{base.search}:{words}{command}")


# --- a tuning and its results -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """A tuning: the ``parameters`` of ``player``, which plays one seat against ``baseline`` on all others.

    ``deals``: deals of each trial; ``final``: fresh deals of each of the best ``finalists``; ``race``:
    whether trials are given up early.
    """

    setup: Setup
    player: PlayerSpec
    baseline: PlayerSpec
    parameters: tuple[Parameter, ...]
    trials: int
    deals: int
    final: int
    finalists: int = 3
    race: bool = True

    def __post_init__(self) -> None:
        names = [parameter.name for parameter in self.parameters]
        for name in names:
            if names.count(name) > 1:
                raise ProtocolError(Code.VALUE, f"the parameter {quote(name)} is named twice", name)
        for parameter in self.parameters:
            for value in parameter.samples():
                with_settings(self.player, {parameter.name: value})

    def schedule(self, player: PlayerSpec, fresh: bool = False) -> Schedule:
        """The games of a candidate from every seat; on the deals of the final if ``fresh``."""
        setup = replace(self.setup, seed=mix(self.setup.seed, _FINAL)) if fresh else self.setup
        opponent = replace(self.baseline, label=BASELINE)
        return Schedule(setup, tuple(rotations(line_up([player, opponent], setup.seats))))

    def engines(self) -> list[PlayerSpec]:
        """The engines to check before the first game: both players, and the player with each end of a
        range."""
        ends = [
            with_settings(self.player, {parameter.name: value})
            for parameter in self.parameters
            for value in parameter.samples()
        ]
        return [spec for spec in dict.fromkeys((self.player, self.baseline, *ends)) if spec.external]

    def looks(self) -> list[int]:
        """The numbers of deals after which a trial is looked at; the last is all of them."""
        if not self.race:
            return [self.deals]
        steps = {ceil(self.deals * part / PARTS) for part in range(1, PARTS)}
        return [*sorted(step for step in steps if FIRST <= step < self.deals), self.deals]

    @property
    def study(self) -> str:
        """A name derived from everything that the trials depend on, except their number."""
        what = [
            asdict(self.setup),
            self.player.text,
            self.baseline.text,
            [asdict(parameter) for parameter in self.parameters],
            self.deals,
            self.race,
        ]
        return f"{self.setup.game}-{hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]}"


@dataclass(frozen=True)
class Trial:
    """One proposal: the text of its player, the tuned values, and its difference from the baseline.
    ``given_up``: it did not play all deals."""

    number: int
    player: str
    values: Mapping[str, str]
    difference: Interval
    given_up: bool = False


@dataclass
class Tuning:
    """The progress of a tuning.

    ``games``: games of the running trial or final in the log; ``final``: the best trials on fresh deals, best
    first; ``finished``: whether everything is played; ``faults``: the player at fault by the game's key in
    the log.
    """

    trials: list[Trial] = field(default_factory=list)
    final: list[Trial] = field(default_factory=list)
    games: int = 0
    finished: bool = False
    faults: dict[Key, str] = field(default_factory=dict)

    def best(self, count: int) -> list[Trial]:
        """The best trials that played all deals, no two of the same player."""
        found: dict[str, Trial] = {}
        for trial in sorted(self.trials, key=lambda trial: (-trial.difference.mean, trial.number)):
            if not trial.given_up:
                found.setdefault(trial.player, trial)
        return list(found.values())[:count]

    def verdict(self) -> tuple[bool, str]:
        """(whether the result is significant, the result of the final in words)."""
        if not self.final:
            return False, "nothing is decided: the final was not played"
        first = self.final[0]
        found = first.difference
        if found.low > 0:
            return True, f"significant: {first.player} is better than the baseline"
        if all(trial.difference.high < 0 for trial in self.final):
            return True, "significant: all finalists are worse than the baseline; keep the baseline"
        return False, (
            "nothing is significant: the interval of the best holds 0; keep the baseline, or play more deals"
        )


def final_confidence(order: Order) -> float:
    """The confidence of each interval of the final that makes their joint confidence CONFIDENCE
    (Bonferroni)."""
    return 1 - (1 - CONFIDENCE) / max(1, order.finalists)


# --- the work ---------------------------------------------------------------------------------------------


def _optuna() -> Any:
    try:
        optuna: Any = import_module("optuna")
    except ImportError as error:
        raise ProtocolError(
            Code.MISSING, f"tuning needs the extra 'tune' ({error}): pip install 'herdmind[tune]'", "tune"
        ) from error
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def open_study(order: Order, path: Path | None) -> Any:
    """The Optuna study of the order, created or resumed from the journal at ``path``.

    Raises:
        ProtocolError: optuna is not installed, or the file is not a journal.
    """
    optuna = _optuna()
    if path is None:
        return optuna.create_study(direction="maximize")
    try:
        if path.exists():  # a line that an interruption cut off is dropped
            drop_cut_line(path)
        storages: Any = optuna.storages
        storage = storages.JournalStorage(storages.journal.JournalFileBackend(str(path)))
        return optuna.create_study(
            storage=storage, study_name=order.study, direction="maximize", load_if_exists=True
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ProtocolError(Code.FILE, f"{path} cannot be used as a journal: {error}", str(path)) from error


class _Stopped(Exception):
    """The run was ended early."""


class Tuner:
    """The run of an order on an executor; :func:`protocol.matches.match.play_match` explains the
    arguments."""

    def __init__(
        self,
        order: Order,
        log: GameLog,
        study: Any,
        executor: Executor,
        jobs: int | Callable[[], int],
        end: Callable[[], None] = lambda: None,
        make_arena: ArenaMaker = standard_arena,
        patience: Patience | None = None,
        watch: Callable[[Tuning], None] = lambda tuning: None,
        asked: Callable[[], int] = lambda: 0,
    ) -> None:
        self.order = order
        self.tuning = Tuning()
        self._log = log
        self._study = study
        self._executor, self._jobs, self._end = executor, jobs, end
        self._make_arena, self._patience = make_arena, patience
        self._watch = watch
        self._asked = asked
        self._best: tuple[float, Sequence[float]] | None = None

    def run(self) -> Tuning:
        """Run the whole tuning, or as much as fits before it is ended."""
        try:
            self._repeat_trials()
            while len(self.tuning.trials) < self.order.trials:
                self._new_trial()
            self._play_final()
            self.tuning.finished = True
        except _Stopped:
            pass
        return self.tuning

    def _values(self, player: PlayerSpec, deals: int, fresh: bool = False) -> list[float]:
        """The difference from the baseline on each of the first ``deals`` deals."""

        def watch(course: Course) -> None:
            self.tuning.games = course.games
            self._watch(self.tuning)

        course = play_match(
            self.order.schedule(player, fresh),
            TUNED,
            StopRule(deals, None),
            self._log,
            self._executor,
            self._jobs,
            self._end,
            self._make_arena,
            self._patience,
            watch,
            self._asked,
        )
        for record in chain.from_iterable(course.groups.values()):
            if record.fault is not None:
                self.tuning.faults[record.key] = record.names[record.fault]
        if not course.finished:
            raise _Stopped
        return group_means(course.groups, TUNED, difference)

    def _judge(self, player: PlayerSpec) -> tuple[list[float], bool]:
        """(the differences of a trial by deal, whether the trial was given up)."""
        values: list[float] = []
        for look in self.order.looks():
            values = self._values(player, look)
            if look < self.order.deals and self._best is not None:
                apart = [mine - best for mine, best in zip(values, self._best[1], strict=False)]
                if interval(apart, confidence=RACE).high < 0:
                    return values, True
        return values, False

    def _keep(
        self, number: int, player: PlayerSpec, values: Mapping[str, str], judged: tuple[list[float], bool]
    ) -> Trial:
        differences, given_up = judged
        trial = Trial(number, player.text, values, interval(differences), given_up)
        if not given_up and (self._best is None or trial.difference.mean > self._best[0]):
            self._best = (trial.difference.mean, differences)
        self.tuning.trials.append(trial)
        self.tuning.games = 0
        self._watch(self.tuning)
        return trial

    def _repeat_trials(self) -> None:
        """Repeat the trials in the journal. Their games come from the log or are played again; a trial that
        was interrupted is proposed anew."""
        states: Any = import_module("optuna.trial").TrialState
        for known in self._study.get_trials(deepcopy=False):
            if known.state == states.RUNNING:
                self._study.tell(known.number, state=states.FAIL)
            elif (
                known.state in (states.COMPLETE, states.PRUNED)
                and len(self.tuning.trials) < self.order.trials
            ):
                values = {key: str(value) for key, value in known.user_attrs["values"].items()}
                player = with_settings(self.order.player, values)
                self._keep(len(self.tuning.trials), player, values, self._judge(player))

    def _new_trial(self) -> None:
        optuna: Any = _optuna()
        number = len(self.tuning.trials)
        self._study.sampler = optuna.samplers.TPESampler(seed=mix(self.order.setup.seed, number) % 2**32)
        asked = self._study.ask()
        values = {parameter.name: parameter.suggest(asked) for parameter in self.order.parameters}
        asked.set_user_attr("values", values)
        player = with_settings(self.order.player, values)
        trial = self._keep(number, player, values, self._judge(player))
        if trial.given_up:
            asked.report(trial.difference.mean, trial.difference.groups)
            self._study.tell(asked, state=optuna.trial.TrialState.PRUNED)
        else:
            self._study.tell(asked, trial.difference.mean)

    def _play_final(self) -> None:
        for trial in self.tuning.best(self.order.finalists):
            player = with_settings(self.order.player, trial.values)
            values = self._values(player, self.order.final, fresh=True)
            found = interval(values, confidence=final_confidence(self.order))
            self.tuning.final.append(replace(trial, difference=found))
            self.tuning.games = 0
        self.tuning.final.sort(key=lambda trial: (-trial.difference.mean, trial.number))


def tuning_dict(order: Order, tuning: Tuning) -> dict[str, Any]:
    """The result for JSON."""
    significant, verdict = tuning.verdict()

    def plain(trial: Trial) -> dict[str, Any]:
        return {**asdict(trial), "difference": asdict(trial.difference)}

    return {
        "game": order.setup.game,
        "seats": order.setup.seats,
        "rules": list(order.setup.rules),
        "seed": order.setup.seed,
        "player": order.player.text,
        "baseline": order.baseline.text,
        "deals": order.deals,
        "final_deals": order.final,
        "final_confidence": final_confidence(order),
        "finished": tuning.finished,
        "faults": dict(sorted(Counter(tuning.faults.values()).items())),
        "trials": [plain(trial) for trial in tuning.trials],
        "final": [plain(trial) for trial in tuning.final],
        "significant": significant,
        "verdict": verdict,
    }
