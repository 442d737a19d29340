"""Moves and events in words: the legal moves, a line of moves, and the story of a game as one seat saw it.

Each game makes its own phrases. Text for a seat is made from that seat's view, so it holds nothing that the
seat could not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocol.base.errors import Code, quote
from protocol.table.table import Table, refusal
from solver.errors import HerdmindError
from solver.game import CHANCE_PLAYER, UNSEEN_ACTION, State
from solver.games import Game
from solver.games.entered import EnteredSetup

#: The actor of a chance event, and of a consequence of the rules.
CHANCE, THEN = "chance", "then"
#: The token of a consequence, which is not an event.
NO_TOKEN = "-"
#: Separator of the parts of an answer; no phrase contains it.
BAR = " | "


@dataclass(frozen=True)
class Told:
    """One event in words: its actor (a seat, ``chance``, or ``then`` for a consequence of the rules), the
    token as the listener saw it, and the phrase."""

    who: str
    token: str
    phrase: str

    def text(self) -> str:
        """The event as part of a response."""
        return f"{self.who} {self.token} {self.phrase}"


def joined(parts: Sequence[str]) -> str:
    """The parts of an answer on one line; empty for none."""
    return BAR.join(part.replace("|", "/") for part in parts)


def phrase_of(game: Game, state: State, player: int | None, action: int) -> str:
    """A legal decision or chance event (``player`` None) in words; the game words unseen events."""
    if action == UNSEEN_ACTION and game.unseen is not None:
        return game.unseen(state, player)
    return state.describe(action, player)


def _who(player: int | None) -> str:
    return CHANCE if player is None else str(player)


def words(table: Table, seat: int | None) -> list[tuple[str, str]]:
    """(token, phrase) of each legal move of ``seat``, or of the first seat that owes a decision, as that seat
    sees it; of each outcome while chance is due and no seat is named."""
    state, game = table.state, table.game
    if seat is not None:
        table.check_seat(seat)
    if state.current_player() == CHANCE_PLAYER:
        if seat is not None:
            return []
        outcomes = [action for action, _ in state.chance_outcomes()]
        return [(state.action_to_string(a), phrase_of(game, state, None, a)) for a in outcomes]
    owing = state.players_to_move()
    if seat is None:
        seat = owing[0] if owing else None
    if seat is None or seat not in owing:
        return []
    # A view already is what its own seat sees; there is no other.
    seen = state.view(seat) if state.viewer is None else state
    return [
        (seen.action_to_string(a, seat), phrase_of(game, seen, seat, a)) for a in seen.legal_actions(seat)
    ]


def line(table: Table, tokens: Sequence[str], seat: int | None = None) -> list[Told]:
    """The tokens in words, up to the first that cannot be played in turn from here.

    ``seat``: play them in this seat's view. In a view the first token is its own seat's wherever that owes a
    decision.

    Raises:
        ProtocolError: the first cannot be played; or there is no such seat, or this is the view of another.
    """
    state = table.state.clone() if seat is None else table.state.view(table.check_own(seat))
    out: list[Told] = []
    for token in tokens:
        owing = state.players_to_move()
        own = state.viewer if not out and state.viewer in owing else None
        player = own if own is not None else owing[0] if owing else None
        try:
            action = state.string_to_action(token, player)
            phrase = phrase_of(table.game, state, player, action)
            before = state.clone()
            state.apply_action(action, player)
        except HerdmindError as error:
            if out:
                break
            raise refusal(error, Code.ILLEGAL, f"{quote(token)}: ") from error
        out.append(Told(_who(player), token, phrase))
        out += _aftermath(table.game, before, state)
    return out


def _aftermath(game: Game, before: State, after: State) -> list[Told]:
    if game.aftermath is None or isinstance(before, EnteredSetup) or isinstance(after, EnteredSetup):
        return []
    return [Told(THEN, NO_TOKEN, phrase) for phrase in game.aftermath(before, after)]


class _Listener:
    """Observer that follows a game in one seat's view (without a seat, the truth) and puts it into words."""

    def __init__(self, game: Game, start: State, seat: int | None, first: int) -> None:
        self._game = game
        self._seat = seat
        self._state = start.clone() if seat is None else start.view(seat)
        self._hidden: list[int] = []
        self._count = 0
        self._first = first
        self.told: list[Told] = []

    def hear(self, truth: State, player: int | None, action: int) -> None:
        """Process an event; ``truth`` is the state after it."""
        possible = (
            self._state.legal_actions(CHANCE_PLAYER)  # without the odds, which take longer
            if player is None
            else self._state.legal_actions(player)
        )
        if action not in possible:
            if player is not None:
                self._hidden.append(action)
            action = UNSEEN_ACTION
        self._enter(player, action)
        # The rules may reveal a secret choice at once, without an event in the true game.
        while self._hidden and self._state.current_player() == CHANCE_PLAYER and not self._agrees(truth):
            outcomes = self._state.legal_actions(CHANCE_PLAYER)
            shown = next((hidden for hidden in self._hidden if hidden in outcomes), None)
            if shown is None:
                break
            self._hidden.remove(shown)
            self._enter(None, shown)

    def _agrees(self, truth: State) -> bool:
        assert self._seat is not None
        return self._state.key() == truth.view(self._seat).key()

    def _enter(self, player: int | None, action: int) -> None:
        state = self._state
        telling = self._count >= self._first
        self._count += 1
        if not telling:
            state.apply_action(action, player)
            return
        phrase = phrase_of(self._game, state, player, action)
        self.told.append(Told(_who(player), state.action_to_string(action, player), phrase))
        before = state.clone()
        state.apply_action(action, player)
        self.told += _aftermath(self._game, before, state)


def story(table: Table, seat: int | None, first: int = 0) -> list[Told]:
    """The events since the position was set, as ``seat`` saw them; without a seat as they truly were (on a
    view, as its seat saw them). The first ``first`` events are left out.

    Raises:
        ProtocolError: there is no such seat, or this is another seat's view.
    """
    if seat is not None:
        table.check_own(seat)
    if table.state.viewer is not None:
        seat = None  # only the view exists: its events are those the seat saw
    listener = _Listener(table.game, table.start, seat, first)
    truth = table.start.clone()
    for player, action in table.events:
        truth.apply_action(action, player)
        listener.hear(truth, player, action)
    return listener.told


def tally(table: Table, seat: int | None = None) -> list[str]:
    """The make-up of each seat's current score, in words, in seat order; the bare scores where the game has
    no words for it. With ``seat``, as far as that seat knows.

    Raises:
        ProtocolError: there is no such seat, or this is another seat's view.
    """
    state, game = table.state, table.game
    if seat is not None:
        state = state.view(table.check_own(seat))
    if isinstance(state, EnteredSetup):
        return ["nothing yet: the set-up is still being told"] * state.num_players()
    if game.tally is not None:
        told = [" ".join(text.split()) for text in game.tally(state)]
    else:
        told = [f"score {score}" for score in state.scores()]
    return _ties(game, state, told) if state.is_terminal() else told


def _ties(game: Game, state: State, told: Sequence[str]) -> list[str]:
    """The lines of a finished game; of equal scores what ordered them, or that a place is shared."""
    ranks, scores = state.result()
    out = []
    for seat, line in enumerate(told):
        equal = [other for other, score in enumerate(scores) if score == scores[seat]]
        text = line
        if len({ranks[other] for other in equal}) > 1:
            by = "another rule" if game.tie_break is None else game.tie_break(state, seat)
            text += f"; tie broken by {by}"
        if sum(ranks[other] == ranks[seat] for other in equal) > 1:
            text += "; the place is shared"
        out.append(text)
    return out


def moment(table: Table) -> str:
    """The time in the game, in the words of its players: ``round 2, trick 3``, ``turn 7`` where positions
    do not count (from where the position was set), else how many moves were played."""
    state, game = table.state, table.game
    if isinstance(state, EnteredSetup):
        return "set-up"
    if game.round_of is not None:
        return game.round_of(state)
    if game.turn_begins is None:
        return f"move {len(table.history) + (not state.is_terminal())}"
    passed = table.start.clone()
    turns = 0
    for player, action in table.events:
        turns += player is not None and game.turn_begins(passed)
        passed.apply_action(action, player)
    turns += not state.is_terminal() and game.turn_begins(state)
    return f"turn {turns}" if turns else "the beginning"
