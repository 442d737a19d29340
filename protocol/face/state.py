"""A position of any game, with the stack of the moves that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from os import PathLike
from typing import Any, NamedTuple, Self, SupportsIndex

from protocol.drawing.draw import PICTURES, Layout, draw
from protocol.drawing.style import Theme
from solver.errors import IllegalMove
from solver.game import CHANCE_PLAYER, SIMULTANEOUS_PLAYER
from solver.game import State as Core
from solver.games import GAMES, game_of
from solver.games import Game as Entry
from solver.games.entered import EnteredSetup
from solver.jsonview import view_json
from solver.rng import Rng

#: Width of a picture in a notebook, in CSS pixels.
_NOTEBOOK = 760


class Move(NamedTuple):
    """An entry of the move stack: ``player`` is a seat or :data:`CHANCE` (-1), ``token`` the move's word,
    ``action`` its number.

    >>> import herdmind
    >>> state = herdmind.deal("nimmt", seats=2, seed=1, rules=["small"])
    >>> state.push("5", player=1)
    >>> state.peek()
    Move(player=1, token='5', action=5)
    """

    player: int
    token: str
    action: int


class State:
    """A position of a game: the whole truth, or what one seat sees (a *view*).

    Seats count from 0. A move has a token (a word such as ``55``) and an action (a number); both name the
    same move. Methods in the style of OpenSpiel take actions (:meth:`apply_action`), those in the style of
    python-chess tokens (:meth:`push`, :meth:`pop`). A chance event is a move of player -1. A choice that
    several seats make at the same time is entered one seat after the other, in any order, and stays hidden in
    the views of the others until the last is in.

    A refused operation raises an error and changes nothing. States are equal when their texts are.

    Args:
        text: a position text, as :meth:`text` gives it; its first field names the game.
        figures: a file of figures, if the position was dealt with one.

    Raises:
        NotationError: the text is not a position; ``error.token`` is the wrong word.

    >>> import herdmind
    >>> state = herdmind.deal("longhorn", seed=7)
    >>> state
    <State longhorn: 2 seats, the beginning, seat 1 to move>
    >>> token = state.legal_moves()[0]
    >>> state.push(token)
    >>> state.pop().token == token
    True
    >>> herdmind.State(state.text()) == state
    True
    """

    def __init__(self, text: str, figures: str | PathLike[str] | None = None) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a position is a text, as State.text() gives it, not {text!r}")
        self._entry = game_of(text)
        self._core = self._entry.parse(text, figures)
        #: Each move with the core before it; these cores never change, so copies share them.
        self._stack: list[tuple[Move, Core]] = []

    @classmethod
    def _of(cls, core: Core, entry: Entry) -> Self:
        """A state with an empty stack around a core, which it owns."""
        state = cls.__new__(cls)
        state._entry, state._core, state._stack = entry, core, []
        return state

    # --- the game and its players -----------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the game, a key of :data:`GAMES`."""
        return self._entry.name

    def num_players(self) -> int:
        """The number of seats."""
        return self._core.num_players()

    def current_player(self) -> int:
        """The seat that decides, or -1 (chance), -2 (several seats choose together), -4 (the game is over).

        >>> import herdmind
        >>> herdmind.deal("nimmt").current_player() == herdmind.SIMULTANEOUS
        True
        """
        return self._core.current_player()

    def players_to_move(self) -> list[int]:
        """The seats that owe a decision, ascending; empty while chance is due and at the end."""
        return self._core.players_to_move()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._core.is_terminal()

    def is_chance_node(self) -> bool:
        """Whether a chance event is due."""
        return self._core.is_chance_node()

    def is_simultaneous_node(self) -> bool:
        """Whether several seats choose together."""
        return self._core.current_player() == SIMULTANEOUS_PLAYER

    # --- moves ------------------------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a seat, ascending; empty for a seat that owes no decision.

        ``player`` left out: the seat that decides, the first that still owes a choice, or the outcomes of the
        chance event that is due. On a view -1 stands for an action that the viewer does not see.

        Raises:
            IllegalMove: there is no such seat.
        """
        return self._core.legal_actions(player)

    def legal_moves(self, player: int | None = None) -> list[str]:
        """The tokens of :meth:`legal_actions`, in the same order.

        >>> import herdmind
        >>> herdmind.deal("nimmt", seats=2, seed=1, rules=["small"]).legal_moves(1)[:3]
        ['5', '9', '10']
        """
        return [self._core.action_to_string(action, player) for action in self._core.legal_actions(player)]

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """(action, odds) of each outcome of the chance event that is due, ascending; the odds are exact."""
        return self._core.chance_outcomes()

    def apply_action(self, action: int, player: int | None = None) -> None:
        """Make a move by its action; ``player`` is as for :meth:`legal_actions`.

        Raises:
            IllegalMove: the move may not be made here.
        """
        mover = self._mover(player)
        if not isinstance(action, SupportsIndex):
            raise TypeError(f"apply_action() takes an action, a number, not {action!r}: push() takes tokens")
        before = self._core.clone()
        self._core.apply_action(action, player)
        self._stack.append((Move(mover, before.action_to_string(action, mover), action), before))
        core = self._core
        if isinstance(core, EnteredSetup) and core.complete:
            self._core = core.position()

    def push(self, *tokens: str, player: int | None = None) -> None:
        """Make moves by their tokens, in order: all of them or, if one is refused, none.

        ``player`` is the seat that moves; left out, each move is of the seat that decides, of the first that
        still owes a choice, or of chance.

        Raises:
            NotationError: a token is not a move of the game.
            IllegalMove: a move may not be made here.

        >>> import herdmind
        >>> state = herdmind.deal("nimmt", seats=2, seed=1, rules=["small"])
        >>> state.push("5", player=1)
        >>> state.players_to_move()
        [0]
        """
        for token in tokens:
            if not isinstance(token, str):
                raise TypeError(f"push() takes tokens, words, not {token!r}: apply_action() takes an action")
        self._mover(player)
        done = 0
        try:
            for token in tokens:
                self.apply_action(self._core.string_to_action(token, player), player)
                done += 1
        except BaseException:
            for _ in range(done):
                self.pop()
            raise

    def pop(self) -> Move:
        """Take the last move back and return it.

        Raises:
            IllegalMove: no move was made on this state.
        """
        if not self._stack:
            raise IllegalMove("there is no move to take back", "pop", "empty")
        move, self._core = self._stack.pop()
        return move

    def peek(self) -> Move | None:
        """The last move; None when none was made on this state."""
        return self._stack[-1][0] if self._stack else None

    @property
    def move_stack(self) -> list[Move]:
        """The moves made on this state, the oldest first.

        >>> import herdmind
        >>> state = herdmind.deal("nimmt", seats=2, seed=1, rules=["small"])
        >>> state.push("5", player=1)
        >>> state.move_stack
        [Move(player=1, token='5', action=5)]
        """
        return [move for move, _ in self._stack]

    def history(self) -> list[int]:
        """The actions of :attr:`move_stack`."""
        return [move.action for move, _ in self._stack]

    def draw_chance(self, rng: Rng) -> int:
        """An outcome of the chance event that is due, drawn by its odds and not made.

        Raises:
            IllegalMove: no chance event is due.
        """
        return self._core.draw_chance(rng)

    def play_chance(self, rng: Rng) -> list[str]:
        """Draw and make chance events until a seat decides or the game is over; returns their tokens.

        >>> import herdmind
        >>> state = herdmind.deal("heckmeck", seed=1)
        >>> state.is_chance_node()
        True
        >>> state.play_chance(herdmind.Rng(5))
        ['r112244w6']
        """
        tokens = []
        while self._core.current_player() == CHANCE_PLAYER:
            self.apply_action(self._core.draw_chance(rng))
            tokens.append(self._stack[-1][0].token)
        return tokens

    def action_to_string(self, action: int, player: int | None = None) -> str:
        """The token of a legal action; ``x`` for one that the viewer does not see."""
        return self._core.action_to_string(action, player)

    def string_to_action(self, token: str, player: int | None = None) -> int:
        """The legal action that a token names.

        Raises:
            NotationError: it is not a move of the game.
            IllegalMove: the move may not be made here.
        """
        return self._core.string_to_action(token, player)

    def describe(self, move: str | int, player: int | None = None) -> str:
        """A legal move, by token or action, in one English phrase.

        >>> import herdmind
        >>> herdmind.deal("nimmt", seats=2, seed=1, rules=["small"]).describe("5", player=1)
        'seat 1 commits card 5 (2 heads)'
        """
        action = self._core.string_to_action(move, player) if isinstance(move, str) else move
        return self._core.describe(action, player)

    def _mover(self, player: int | None) -> int:
        """The seat of the next move; a ``player`` who is none is refused."""
        core = self._core
        if player is not None:
            if player == CHANCE_PLAYER and core.current_player() != CHANCE_PLAYER:
                raise IllegalMove("no chance event is due, so player -1 has no move", "-1", "seat")
            if not isinstance(player, SupportsIndex) or not CHANCE_PLAYER <= player < core.num_players():
                raise IllegalMove(
                    f"no seat {player!r}: seats are 0 to {core.num_players() - 1}", str(player), "seat"
                )
            return player
        owing = core.players_to_move()
        return owing[0] if owing else core.current_player()

    # --- results ----------------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        """The result of each seat, from -1 (lost) to 1 (won); zeros before the end."""
        return self._core.returns()

    def scores(self) -> list[int]:
        """The points of each seat now, in the game's own unit."""
        return self._core.scores()

    def result(self) -> tuple[list[int], list[int]]:
        """(ranks, scores) of a finished game, in seat order; ranks count from 1, ties share the better one.

        Raises:
            IllegalMove: the game is not over (``error.code`` is ``not-over``).
        """
        return self._core.result()

    # --- what a seat knows ------------------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None for the whole truth."""
        return self._core.viewer

    def view(self, seat: int) -> Self:
        """The position as a seat sees it, with an empty move stack; it holds nothing that the seat cannot
        know. In a game without hidden information a copy.

        Raises:
            IllegalMove: there is no such seat, or this is the view of another.

        >>> import herdmind
        >>> herdmind.deal("nimmt", seats=2).view(1)
        <State nimmt: view of seat 1, 2 seats, round 1, trick 1, seats 0 1 to move>
        """
        return self._of(self._core.view(seat), self._entry)

    def beliefs(self) -> list[str]:
        """The unknowns of the viewer, a line of words for each unknown; empty when nothing is hidden."""
        return self._core.beliefs()

    def information_state_string(self, player: int) -> str:
        """The text of the seat's view: equal exactly for states that the seat cannot tell apart."""
        return self._core.information_state_string(player)

    def observation_string(self, player: int) -> str:
        """The same as :meth:`information_state_string`, for a view holds all that the seat needs to
        remember."""
        return self._core.observation_string(player)

    def resample_from_infostate(self, player: int, rng: Rng) -> Self:
        """A whole truth that the seat cannot tell from this state, drawn by the odds of shuffles and draws;
        its move stack is empty."""
        return self._of(self._core.resample_from_infostate(player, rng), self._entry)

    def asks(self) -> str:
        """The next event or decision to enter, in words for people at a real table; empty where the game has
        none."""
        core = self._core
        if isinstance(core, EnteredSetup):
            return core.asks()
        return self._entry.asks(core) if self._entry.asks is not None and not core.is_terminal() else ""

    # --- copies and texts -------------------------------------------------------------------------------

    def copy(self, *, stack: bool = True) -> Self:
        """An independent copy; without ``stack`` its move stack is empty."""
        other = self._of(self._core.clone(), self._entry)
        if stack:
            other._stack = self._stack.copy()
        return other

    def clone(self) -> Self:
        """An independent copy, with its move stack."""
        return self.copy()

    def child(self, action: int, player: int | None = None) -> Self:
        """The state after a move; this state stays as it is.

        Raises:
            IllegalMove: the move may not be made here.
        """
        other = self.copy()
        other.apply_action(action, player)
        return other

    def text(self) -> str:
        """The position in one line; ``State(text)`` makes an equal state of it. The moves are not part of
        it."""
        return self._core.to_text()

    def json(self) -> dict[str, Any]:
        """The position as data for :mod:`json`: what this state knows, its legal moves in words and in the
        parts that a person composes them of. docs/json.md describes the form, and a schema checks it.

        >>> import herdmind
        >>> herdmind.deal("nimmt", seats=2, seed=1).json()["to_move"]
        [0, 1]
        """
        return view_json(self._entry, self._core, self.round())

    def svg(
        self,
        *,
        seat: int | None = None,
        names: Sequence[str] | None = None,
        theme: Theme = "auto",
        width: int | None = None,
        layout: Layout | None = None,
    ) -> str:
        """The position as a picture, one SVG element that stands alone.

        Args:
            seat: the seat in front; the viewer by default. What is drawn is what this state knows, whoever
                sits in front: draw ``state.view(seat)`` for what a seat sees.
            names: the names of the seats, in seat order.
            theme: ``light``, ``dark``, or ``auto`` for the reader's own.
            width: in CSS pixels; without it the picture fills its place.
            layout: ``narrow`` for phones or ``wide``; by default what fits the width.

        Raises:
            ValueError: there is no picture of the game, or no such seat, theme or layout.

        >>> import herdmind
        >>> herdmind.deal("longhorn").svg(width=360)[:4]
        '<svg'
        """
        return draw(self.json(), seat=seat, names=names, theme=theme, width=width, layout=layout)

    def _repr_svg_(self) -> str | None:
        """The picture in a notebook."""
        return self.svg(width=_NOTEBOOK) if self.game in PICTURES else None

    @property
    def rules(self) -> list[str]:
        """The rules words in force; :attr:`Game.rules` says what each means."""
        core = self._core
        if isinstance(core, EnteredSetup):
            return list(core.rules)
        return list(self._entry.rules_of(core)) if self._entry.rules_of is not None else []

    def board(self, color: bool = False, names: Sequence[str] | None = None) -> str:
        """The position drawn with characters, at most 80 columns wide.

        Args:
            color: with the colours of a terminal (SGR sequences).
            names: the names of the seats, in seat order; ``seat 0`` and so on when left out.
        """
        return self._core.board(color, names)

    def round(self) -> str:
        """The time in the game, in its players' words, such as ``round 2, trick 3``; where positions do
        not count, by the moves made on this state: ``turn 4``, ``move 4``."""
        core, game = self._core, self._entry
        if isinstance(core, EnteredSetup):
            return "set-up"
        if game.round_of is not None:
            return game.round_of(core)
        decided = [before for move, before in self._stack if move.player >= 0]
        due = not core.is_terminal()
        if game.turn_begins is None:
            return f"move {len(decided) + due}"
        turns = sum(map(game.turn_begins, decided)) + (due and game.turn_begins(core))
        return f"turn {turns}" if turns else "the beginning"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        core = self._core
        seen = "" if core.viewer is None else f"view of seat {core.viewer}, "
        actor = core.current_player()
        if core.is_terminal():
            turn = f"over, scores {' '.join(map(str, core.scores()))}"
        elif actor == CHANCE_PLAYER:
            turn = "chance is due"
        else:
            owing = core.players_to_move()
            turn = f"seat{'s' * (len(owing) > 1)} {' '.join(map(str, owing))} to move"
            turn = f"{self.round()}, {turn}"
        return f"<State {self.game}: {seen}{core.num_players()} seats, {turn}>"

    def __eq__(self, other: object) -> bool:
        return self._core == other._core if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._core)

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (type(self), self.game, self._core, self._stack))

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


def _again(kind: type[State], game: str, core: Core, stack: list[tuple[Move, Core]]) -> State:
    """The state that was pickled."""
    state = kind._of(core, GAMES[game])
    state._stack = stack
    return state
