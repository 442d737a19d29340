"""Start positions from a file, in place of a game's own set-up.

The file holds one position text per line; blank lines and lines that begin with ``#`` are skipped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.base.errors import Code, ProtocolError, quote
from protocol.base.files import check_file, read_text
from protocol.matches.solve import figures_mark
from protocol.records.adjudication import check_sides, read_rule
from protocol.records.schedule import Setup
from protocol.table.table import Table, named_game
from solver.game import State
from solver.games import GAMES, Game, game_named


def read_starts(path: str, game: Game, figures: str | None = None) -> tuple[tuple[str, ...], int]:
    """(the positions of a file in its order, their number of seats).

    Raises:
        ProtocolError: the file cannot be read or holds no position, or a line is not an unfinished position
            of ``game`` with as many seats as the first; the message names the line.
    """
    lines = read_text(path).splitlines()
    found: list[str] = []
    seats = 0
    for number, line in enumerate(lines, 1):
        text = " ".join(line.split())
        if not text or text.startswith("#"):
            continue
        try:
            state = _truth(game, text, figures)
            seats = seats or state.num_players()
            if state.num_players() != seats:
                message = f"this position has {state.num_players()} seats, the first one has {seats}"
                raise ProtocolError(Code.SEAT, message, str(state.num_players()))
        except ProtocolError as error:
            raise ProtocolError(error.code, f"{path}, line {number}: {error.message}", error.token) from error
        found.append(text)
    if not found:
        raise ProtocolError(Code.FILE, f"{path}: there is no position in this file", path)
    return tuple(found), seats


def _truth(game: Game, text: str, figures: str | None) -> State:
    named = named_game(GAMES, text)
    if named is not game:
        message = f"this is a position of {named.name}, not of {game.name}"
        raise ProtocolError(Code.GAME, message, text.split(" ", 1)[0])
    state = Table.read(game, text, figures).state
    if state.viewer is not None:
        message = "this is one seat's view, and a referee needs the full state"
        raise ProtocolError(Code.POSITION, message, text.split(" ", 1)[0])
    if state.is_terminal():
        raise ProtocolError(Code.OVER, "this game is over", text.split(" ", 1)[0])
    return state


def plan_setup(
    name: str,
    seats: int | None,
    seed: int,
    rules: Sequence[str] = (),
    figures: str | None = None,
    positions: str | None = None,
    adjudicate: str | None = None,
    games: Mapping[str, Game] = GAMES,
) -> tuple[Setup, tuple[str, ...]]:
    """(the set-up that all games of a match share, the start positions from the file ``positions``; none for
    the game's own set-up). ``rules``: texts of rules words; ``adjudicate``: a rule for
    :func:`protocol.records.adjudication.read_rule`.

    Raises:
        ProtocolError: there is no such game, or its set-up, file or rule cannot be used.
        HerdmindError: the game refuses the set-up.
    """
    game = game_named(name, games)
    if game is None:
        raise ProtocolError(
            Code.VALUE, f"there is no game {quote(name)}; there are: {', '.join(games)}", name
        )
    words = tuple(word for text in rules for word in text.split())
    check_file(figures or "")
    starts: tuple[str, ...] = ()
    if positions is None:
        count = Table.fresh(game, seed, seats, words, figures).state.num_players()
    else:
        starts, count = read_starts(positions, game, figures)
        if words:
            raise ProtocolError(
                Code.RULES, f"{quote(words[0])}: the positions themselves hold the rules", words[0]
            )
        if seats not in (None, count):
            raise ProtocolError(
                Code.SEAT, f"{positions}: its positions have {count} seats, not {seats}", str(seats)
            )
    rule = read_rule(adjudicate).text if adjudicate else ""
    check_sides(count, rule)
    return Setup(game.name, count, seed, words, figures, figures_mark(figures), rule), starts
