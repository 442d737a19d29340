"""The position that a command is given: a text, or a game to deal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from protocol.cli.parts import fresh

if TYPE_CHECKING:
    from protocol.table.table import Table

# Heavy modules are imported where they are used, as in protocol.cli.main.

#: The game that is dealt when a seed alone is named.
DEALT = "longhorn"


def dealt_game(
    text: tuple[str, ...], game: str | None, seed: int | None, seats: int | None, rules: tuple[str, ...]
) -> str | None:
    """The name of the game to deal; None when ``text`` is a position.

    Raises:
        UsageError: the options do not fit a position, or nothing is named.
        ProtocolError: ``text`` is one word that names no game.
    """
    from solver.games import game_named

    named = game_named(" ".join(text)) if text else None
    if len(text) == 1 and text != ("-",) and named is None and "/" not in text[0].split(" ")[0]:
        fresh(text[0], seed)  # raises the error that lists the games
    if named is not None:
        return named.name
    if text and (seed, seats, rules, game) != (None, None, (), None):
        raise click.UsageError("--seed, --seats and --rules are for a GAME; a TEXT is complete by itself")
    if not text and game is None and seed is None:
        raise click.UsageError(
            "name a GAME to deal, as in herdmind analyse nimmt --seed 7, or give a TEXT (- reads it)"
        )
    return None if text else game or DEALT


def given_table(
    text: tuple[str, ...],
    name: str | None,
    seed: int | None,
    seats: int | None,
    rules: tuple[str, ...],
    figures: str | None,
) -> Table:
    """A fresh deal of the game ``name``, or the position in ``text`` when that is None."""
    from protocol.base.files import check_file
    from protocol.table.table import Table, named_game
    from solver.games import GAMES

    check_file(figures or "")
    if name is not None:
        words = tuple(word for option in rules for word in option.split())
        return fresh(name, seed, seats, words, figures)
    line = " ".join((sys.stdin.read(2**20) if text == ("-",) else " ".join(text)).split())
    return Table.read(named_game(GAMES, line), line, figures)
