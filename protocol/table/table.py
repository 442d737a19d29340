"""A game on the table: its position, the decisions so far, and the chance that a seed decides.

The table is the protocol's referee. It reaches the game through :class:`solver.game.State` and knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from protocol.base.errors import Code, ProtocolError, quote
from solver.errors import HerdmindError, NotationError
from solver.game import CHANCE_PLAYER, State, perft
from solver.games import Game, game_of
from solver.games.entered import EnteredSetup
from solver.rng import Rng, mix

#: Error code of a game -> error code of the protocol.
_CODES = {
    "position": Code.POSITION,
    "token": Code.TOKEN,
    "illegal": Code.ILLEGAL,
    "setup": Code.RULES,
    "seat": Code.SEAT,
    "seats": Code.SEAT,
    "rules": Code.RULES,
    "figures": Code.FILE,
    "not-over": Code.OVER,
    "seed": Code.RANGE,
}


def refusal(error: HerdmindError, fallback: Code, prefix: str = "") -> ProtocolError:
    """An error of a game as a protocol error; ``fallback`` serves codes that only that game has."""
    return ProtocolError(_CODES.get(error.code, fallback), prefix + str(error), error.token)


def _set_up_refusal(error: HerdmindError, fallback: Code, figures: str | None) -> ProtocolError:
    """As :func:`refusal`; a file of figures that is of another kind is named for what it is."""
    if error.code == "figures" and figures:
        from protocol.base.filekinds import FIGURES, kind_instead  # not needed by an engine that only starts

        if kind := kind_instead(Path(figures), FIGURES):
            return ProtocolError(Code.FILE, f"figures: {figures}: the file is {kind}, not {FIGURES}", figures)
    return refusal(error, fallback)


def named_game(games: Mapping[str, Game], text: str) -> Game:
    """The one of ``games`` that a position text names. Raises ProtocolError (``position``) for none."""
    try:
        return game_of(text, games)
    except NotationError as error:
        raise refusal(error, Code.POSITION) from error


@dataclass(frozen=True)
class _Before:
    """A table before a token was entered. ``events``: how many there were; ``cleared``: those that the token
    cleared, by completing a set-up; ``history``: how many decisions; ``drawn``: how many seeded draws."""

    state: State
    start: State
    events: int
    cleared: tuple[tuple[int | None, int], ...]
    history: int
    drawn: int


class Table:
    """A position, its history and, with a seed, its future chance.

    ``history`` holds the tokens of the decisions (not of chance). ``events`` holds everything played on
    ``start`` as (seat, action); the seat is None for chance. Entered tokens can be taken back.
    """

    def __init__(self, game: Game, state: State, seed: int | None = None) -> None:
        self.game = game
        self.state = state
        self.seed = seed
        self.start = state.clone()
        self.history: list[str] = []
        self.events: list[tuple[int | None, int]] = []
        self._drawn = 0
        #: The table before each token; these states never change, so copies of the table share them.
        self._stack: list[_Before] = []
        self._settle()

    @classmethod
    def fresh(
        cls,
        game: Game,
        seed: int | None = None,
        seats: int | None = None,
        rules: Sequence[str] = (),
        figures: str | None = None,
    ) -> Table:
        """A new game; without ``seed`` the set-up is the game's standard one and later chance is entered.

        Raises:
            ProtocolError: the game cannot be set up like this.
        """
        setup = game.default_seed if seed is None else seed
        try:
            state = game.initial(setup, seats=seats, rules=tuple(rules), figures=figures)
        except HerdmindError as error:
            raise _set_up_refusal(error, Code.RULES, figures) from error
        return cls(game, state, seed)

    @classmethod
    def entered(
        cls,
        game: Game,
        viewer: int,
        seats: int | None = None,
        rules: Sequence[str] = (),
        figures: str | None = None,
    ) -> Table:
        """A new game on a real table, as seat ``viewer`` sees it: the set-up is entered before the moves.

        Raises:
            ProtocolError: the game cannot be set up like this.
        """
        try:
            return cls(game, game.entered(viewer, seats, tuple(rules), figures))
        except HerdmindError as error:
            raise _set_up_refusal(error, Code.RULES, figures) from error

    @classmethod
    def read(cls, game: Game, text: str, figures: str | None = None) -> Table:
        """The table that a position text describes.

        Raises:
            ProtocolError: the text is not a position of ``game``.
        """
        try:
            return cls(game, game.parse(text, figures=figures))
        except HerdmindError as error:
            raise _set_up_refusal(error, Code.POSITION, figures) from error

    def clone(self) -> Table:
        """An independent copy."""
        other = Table.__new__(Table)
        other.game, other.state, other.seed = self.game, self.state.clone(), self.seed
        other.start, other.history, other.events = self.start, list(self.history), list(self.events)
        other._drawn, other._stack = self._drawn, list(self._stack)
        return other

    # --- playing ----------------------------------------------------------------------------------------

    def push(self, token: str) -> None:
        """Enter one token: a decision of the seat that owes the first one, or chance when the arbiter
        enters it.

        Raises:
            ProtocolError: the token cannot be read or played here; nothing has changed.
        """
        chance = self.state.current_player() == CHANCE_PLAYER
        before = self.state.clone()
        try:
            owing = self.state.players_to_move()
            player = owing[0] if owing else None
            action = self.state.string_to_action(token, player)
            self.state.apply_action(action, player)
        except NotationError as error:
            raise ProtocolError(Code.TOKEN, self._where(str(error), token), token) from error
        except HerdmindError as error:
            raise ProtocolError(Code.ILLEGAL, self._where(str(error), token), token) from error
        ended = isinstance(self.state, EnteredSetup) and self.state.complete
        cleared = tuple(self.events) if ended else ()
        self._stack.append(
            _Before(before, self.start, len(self.events), cleared, len(self.history), self._drawn)
        )
        self.events.append((player, action))
        if not chance:
            self.history.append(token)
        if isinstance(self.state, EnteredSetup) and ended:
            # The game begins here: the entries of its set-up are not part of its story.
            self.state = self.state.position()
            self.start = self.state.clone()
            self.events.clear()
        self._settle()

    def pop(self, count: int = 1) -> None:
        """Take back the last ``count`` tokens, with all chance that the seed drew after each.

        Raises:
            ProtocolError: fewer were entered; nothing has changed.
        """
        if not 1 <= count <= len(self._stack):
            entered = len(self._stack)
            should = f"1 to {entered} moves can be taken back" if entered else "there is no move to take back"
            raise ProtocolError(Code.RANGE, f"{should}, not {count}", str(count))
        for _ in range(count):
            before = self._stack.pop()
            self.state, self.start, self._drawn = before.state, before.start, before.drawn
            if before.cleared:
                self.events = list(before.cleared)
            del self.events[before.events :]
            del self.history[before.history :]

    def play(self, tokens: Sequence[str]) -> None:
        """Enter several tokens: all, or none when one is refused.

        Raises:
            ProtocolError: a token cannot be read or played in its place; the message says which move it is,
                counted from the position that was set.
        """
        entered = len(self._stack)
        for token in tokens:
            try:
                self.push(token)
            except ProtocolError as error:
                number, done = len(self._stack) + 1, len(self._stack) - entered
                if done:
                    self.pop(done)
                raise ProtocolError(error.code, f"move {number}: {error.message}", token) from error

    def _where(self, message: str, token: str) -> str:
        return message if quote(token)[1:-1] in message else f"{quote(token)}: {message}"

    def _settle(self) -> None:
        """Draw every due chance event from the seed: event number i from its stream i."""
        while self.seed is not None and self.state.current_player() == CHANCE_PLAYER:
            outcome = self.state.draw_chance(Rng(mix(self.seed, self._drawn)))
            self.state.apply_action(outcome)
            self.events.append((None, outcome))
            self._drawn += 1

    # --- questions --------------------------------------------------------------------------------------

    def turn(self) -> str:
        """``none``, ``chance``, or the seats that owe a decision."""
        if self.state.is_terminal():
            return "none"
        if self.state.current_player() == CHANCE_PLAYER:
            return "chance"
        return " ".join(map(str, self.state.players_to_move()))

    def check_seat(self, seat: int) -> int:
        """``seat``, checked to exist in the position.

        Raises:
            ProtocolError: there is no such seat.
        """
        last = self.state.num_players() - 1
        if not 0 <= seat <= last:
            raise ProtocolError(Code.SEAT, f"there is no seat {seat}, the seats are 0 to {last}", str(seat))
        return seat

    def check_own(self, seat: int) -> int:
        """``seat``, checked to have a view here: on a view only its own seat has one.

        Raises:
            ProtocolError: there is no such seat, or this is another seat's view.
        """
        self.check_seat(seat)
        viewer = self.state.viewer
        if viewer is not None and viewer != seat:
            raise ProtocolError(
                Code.SEAT,
                f"this is the view of seat {viewer}: what seat {seat} sees is not known here",
                str(seat),
            )
        return seat

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal tokens of ``seat``, or of the first seat that owes a decision.

        Empty while chance is due and at the end of the game.
        """
        owing = self.state.players_to_move()
        if seat is not None:
            self.check_seat(seat)
        elif owing:
            seat = owing[0]
        if seat not in owing:
            return []
        return [self.state.action_to_string(a, seat) for a in self.state.legal_actions(seat)]

    def chance(self) -> list[tuple[str, Fraction]]:
        """The outcomes of the chance event that is due, with their odds; empty when none is."""
        outcomes = self.state.chance_outcomes() if self.state.current_player() == CHANCE_PLAYER else []
        return [(self.state.action_to_string(action), odds) for action, odds in outcomes]

    def result(self) -> tuple[list[int], list[int]]:
        """Ranks and scores in seat order.

        Raises:
            ProtocolError: the game is not over.
        """
        self._check_over("result")
        ranks, scores = self.state.result()
        return list(ranks), list(scores)

    def returns(self) -> list[float]:
        """The return of each seat, from -1 to 1; seats that win together count as one rival.

        Raises:
            ProtocolError: the game is not over.
        """
        self._check_over("returns")
        return list(self.state.returns())

    def _check_over(self, asked: str) -> None:
        if not self.state.is_terminal():
            due = "chance, what can still come is answered by query chance"
            turn = due if self.state.current_player() == CHANCE_PLAYER else self.turn()
            raise ProtocolError(Code.OVER, f"the game is not over: the turn is {turn}", asked)

    def view_text(self, seat: int) -> str:
        """The view of ``seat`` as a position text."""
        return self.state.view(self.check_own(seat)).to_text()

    # --- perft ------------------------------------------------------------------------------------------

    def _children(self) -> Iterator[tuple[str, Table]]:
        for action in self.state.legal_actions():
            child = self.clone()
            token = self.state.action_to_string(action)
            child.state.apply_action(action)
            child._settle()
            yield token, child

    def perft(self, depth: int, stopped: Callable[[], bool]) -> int:
        """The number of token sequences of ``depth`` plies; chance that a seed draws is not a ply.

        ``stopped`` is polled between branches near the root; once it returns True the count is meaningless.
        """
        if depth == 0:
            return 1
        if stopped():
            return 0
        if self.seed is None and depth <= 3:
            return perft(self.state, depth)
        return sum(child.perft(depth - 1, stopped) for _, child in self._children())

    def divide(self, depth: int, stopped: Callable[[], bool]) -> Iterator[tuple[str, int]]:
        """The perft count of each token of the first ply."""
        for token, child in self._children():
            if stopped():
                return
            yield token, child.perft(depth - 1, stopped)
