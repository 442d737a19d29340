"""Decisions of a recorded game: the position of each, its seat, and the knowledge of that seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from protocol.client import EngineRefused
from protocol.frontend.desk import Desk, Setup
from protocol.frontend.review.log import LogError, LoggedGame


@dataclass(frozen=True)
class Site:
    """One decision of a game, as its seat saw it.

    ``number``: the number of the move in the game, from 1, counting all moves of the log; ``seat`` chose
    ``token`` out of ``legal`` moves. ``before``: the number of moves on the table at the time of the choice;
    in a simultaneous choice those of the other seats do not count, wherever the log has them. ``view``: the
    position as the seat sees it; ``open_hand``: whether the view hides nothing; ``when``: the round and trick
    or the like, empty where the engine does not report it.
    """

    number: int
    seat: int
    token: str
    legal: int
    before: int
    view: str
    open_hand: bool
    when: str = ""


def setup_of(game: LoggedGame, figures: str | None) -> Setup:
    """The set-up of the game, for a desk."""
    if game.start is not None:
        return Setup(game.game, start=game.start, figures=figures)
    return Setup(game.game, seats=game.seats, rules=game.rules, seed=game.deal, figures=figures)


def _changed(desk: Desk, game: LoggedGame) -> str:
    """Changes since the game's edition, in the engine's words; empty if it has none."""
    try:
        desk.set_up(Setup(game.game, start=f"{game.edition} ?"))
    except EngineRefused as error:
        _, known, said = error.message.partition(f"known is {desk.engine.games[game.game]}: ")
        return f": {said}" if known else ""
    return ""


def check_game(desk: Desk, game: LoggedGame, figures: str | None) -> None:
    """Set the game up and play all its moves, to find an impossible record before any analysis.

    Raises:
        LogError: the engine does not know the game, the figures are missing, or a move was illegal.
    """
    where = f"game {game.number} (line {game.line})"
    edition = desk.engine.games.get(game.game)
    if edition is None:
        raise LogError(f"{where}: the engine plays no {game.game!r}; it plays {', '.join(desk.games)}")
    if edition != game.edition:
        raise LogError(
            f"{where} is of the edition {game.edition!r}, the engine plays {edition!r}{_changed(desk, game)}"
        )
    if game.figures is not None and figures is None:
        raise LogError(f"{where} was played with figures of its own: name their file by --figures")
    try:
        desk.set_up(setup_of(game, figures), [token for _, token in game.moves])
    except EngineRefused as error:
        raise LogError(f"{where}: {error.message}") from error
    if game.start is not None and desk.seats != game.seats:
        raise LogError(f"{where}: {game.seats} names for a position of {desk.seats} seats")


def walk(desk: Desk, game: LoggedGame, figures: str | None) -> Iterator[Site]:
    """The decisions of a game in order, without those of seats whose knowledge is not in the record.

    Raises:
        LogError: a move does not belong to the seat that the record names.
    """
    setup = setup_of(game, figures)
    tokens = [token for _, token in game.moves]
    base = 0
    owing: list[int] = []  # seats that have still to choose in the simultaneous choice under way
    for index, (mover, token) in enumerate(game.moves):
        if owing:
            turn: list[int] | str = owing
        else:
            desk.set_up(setup, tokens[:index])
            base, turn = index, desk.turn()
        if isinstance(turn, str):
            if mover is not None:
                raise LogError(
                    f"game {game.number}: move {index + 1}, {token}, is not one of seat {mover}: {_due(turn)}"
                )
            continue
        if mover != turn[0]:
            who = "chance" if mover is None else f"seat {mover}"
            raise LogError(
                f"game {game.number}: move {index + 1}, {token}, is not one of {who}: seat {turn[0]} is next"
            )
        owing = turn[1:]
        try:
            view = desk.view(mover)
            legal = len(desk.choices(mover))
        except EngineRefused:
            continue  # the log is one seat's view: the knowledge of the others is not in it
        yield Site(index + 1, mover, token, legal, base, view, view == desk.text(), desk.round())
        if owing:
            desk.set_up(setup, tokens[:base])


def _due(turn: str) -> str:
    return "the game is over" if turn == "none" else "chance is due"
