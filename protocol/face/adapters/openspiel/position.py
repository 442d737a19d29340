"""Positions of a game on its way: a state, and what each seat remembers of its own decisions."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from herdmind.adapters.openspiel.dealing import seen_text, settled
from herdmind.adapters.openspiel.numbering import Odds
from herdmind.adapters.openspiel.setting import Setting, setting_of
from solver.game import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER, State
from solver.games.entered import EnteredSetup
from solver.rng import Rng

#: The recall of a seat whose earlier decisions are not known: of the other seats in a resampled world.
UNKNOWN = "?"


class Recall:
    """Knowledge and actions of one seat at its earlier decisions, as a chain from the last to the first.

    The digest of the chain is computed when it is first asked for: most searches never ask.
    """

    __slots__ = ("_action", "_before", "_digest", "_last", "_seat")

    def __init__(
        self,
        digest: str = "",
        last: Recall | None = None,
        before: State | None = None,
        seat: int = 0,
        action: int = 0,
    ) -> None:
        self._digest, self._last, self._before, self._seat, self._action = digest, last, before, seat, action

    def digest(self) -> str:
        """16 hexadecimal digits; ``-`` before the first decision, ``?`` where that is not known."""
        chain: list[Recall] = []
        at = self
        while not at._digest:
            chain.append(at)
            assert at._last is not None
            at = at._last
        digest = at._digest
        for link in reversed(chain):
            assert link._before is not None
            text = f"{digest}\n{seen_text(link._before, link._seat)}\n{link._action}"
            link._digest = digest = blake2b(text.encode(), digest_size=8).hexdigest()
            link._last = link._before = None
        return digest


class Position:
    """One position; never changed, so copies share it.

    ``plies``: decisions made so far.
    """

    __slots__ = ("_recalls", "plies", "setting", "state")

    def __init__(self, setting: Setting, state: State, recalls: tuple[Recall, ...], plies: int) -> None:
        self.setting, self.state, self._recalls, self.plies = setting, state, recalls, plies

    @classmethod
    def first(cls, setting: Setting, state: State | None = None) -> Position:
        """The root of a game, or ``state`` as if the game began there."""
        state = setting.root if state is None else state
        return cls(setting, state, tuple(Recall("-") for _ in range(state.num_players())), 0)

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        digests = tuple(recall.digest() for recall in self._recalls)
        return _restored, (self.setting.name, self.setting.given, self.state, digests, self.plies)

    def player(self) -> int:
        """The acting seat, or the number of chance, of a simultaneous choice or of the end."""
        actor = self.state.current_player()
        if actor == TERMINAL_PLAYER or (actor != CHANCE_PLAYER and self.plies >= self.setting.length):
            return TERMINAL_PLAYER
        if actor == SIMULTANEOUS_PLAYER and self.setting.sequential:
            return self.state.players_to_move()[0]
        return actor

    def returns(self) -> list[float]:
        """Each seat's result; zeros before the end and where the game became too long."""
        return self.state.returns()

    def legal(self, seat: int) -> list[int]:
        """The numbers of a seat's legal actions, ascending."""
        return self.setting.decisions.legal(self.state, seat)

    def odds(self) -> Odds:
        """The outcomes of chance: (number, probability), numbers ascending."""
        if isinstance(self.state, EnteredSetup):
            return [(number, float(share)) for number, share in self.state.chance_outcomes()]
        return self.setting.outcomes.odds(self.state)

    def action(self, player: int, number: int) -> int:
        """The game's own action for a number."""
        if player >= 0:
            return self.setting.decisions.action(self.state, player, number)
        if isinstance(self.state, EnteredSetup):
            return number
        return self.setting.outcomes.outcome(self.state, number)

    def token(self, player: int, number: int) -> str:
        """The token of an action's number."""
        return self.state.action_to_string(self.action(player, number), player)

    def number(self, player: int, token: str) -> int:
        """The number of a decision's token."""
        action = self.state.string_to_action(token, player)
        return self.setting.decisions.number(self.state, player, action)

    def drawn(self, number: int) -> Position:
        """The position after a chance outcome."""
        state = self.state.clone()
        state.apply_action(self.action(CHANCE_PLAYER, number), CHANCE_PLAYER)
        return Position(self.setting, settled(state), self._recalls, self.plies)

    def played(self, moves: Iterable[tuple[int, int]]) -> Position:
        """The position after decisions (seat, number), which are made together."""
        state, recalls, plies = self.state.clone(), list(self._recalls), self.plies
        for seat, number in moves:
            action = self.action(seat, number)
            state.apply_action(action, seat)
            recalls[seat] = Recall("", recalls[seat], self.state, seat, action)
            plies += 1
        return Position(self.setting, state, tuple(recalls), plies)

    def observation(self, seat: int) -> str:
        """The view of a seat as text."""
        return seen_text(self.state, seat)

    def recall(self, seat: int) -> str:
        """The digest of a seat's earlier decisions, each with what the seat then knew."""
        return self._recalls[seat].digest()

    def information(self, seat: int) -> str:
        """The information state of a seat: its view, and its recall."""
        return f"{self.observation(seat)} recall={self.recall(seat)}"

    def resampled(self, seat: int, rng: Rng) -> Position:
        """A position that ``seat`` cannot tell from this one, drawn by the odds of the game."""
        if not self.setting.hides:
            return self
        unknown = Recall(UNKNOWN)
        recalls = tuple(own if k == seat else unknown for k, own in enumerate(self._recalls))
        return Position(self.setting, self.state.resample_from_infostate(seat, rng), recalls, self.plies)


def _restored(
    name: str, given: tuple[tuple[str, Any], ...], state: State, digests: tuple[str, ...], plies: int
) -> Position:
    return Position(setting_of(name, given), state, tuple(map(Recall, digests)), plies)
