"""The command ``herdmind advise``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from protocol.cli.parts import (
    COLOR,
    ENGINE,
    GAME,
    NEW_FIGURES,
    PLAIN,
    RESUME,
    RULES,
    SAVE,
    STARTING,
    Refused,
    movetime_option,
)

if TYPE_CHECKING:
    from protocol.frontend.advise import Notes
    from protocol.frontend.desk import Desk, Setup
    from protocol.frontend.terminal import Terminal


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--seat", type=click.IntRange(1), help="Where you sit, counted from 1.")
@click.option("--seats", type=click.IntRange(1), help="Number of players; the game's usual one by default.")
@RULES
@movetime_option("Time for each decision: 1s, 500ms; a bare number is milliseconds.", "2s")
@click.option("--start", metavar="TEXT", help="Begin at this position: the text of your view.")
@SAVE
@RESUME
@COLOR
@PLAIN
@ENGINE
@NEW_FIGURES
def advise(
    game: str | None,
    seat: int | None,
    seats: int | None,
    rules: tuple[str, ...],
    ms: int,
    start: str | None,
    save: Path | None,
    resume: str | None,
    color: bool | None,
    plain: bool,
    engine: str | None,
    figures: str | None,
) -> None:
    """Advise you in a game at a real table: type what you see there, and get the best move and the reasons.

    GAME is a game that the engine plays. You sit in seat --seat; seats are counted from 1 in turn order.
    The adviser knows only what you know. Every line you type is saved at once to a file. --resume continues
    a saved game, and herdmind games lists them.
    """
    import shlex

    from protocol.client import EngineError
    from protocol.frontend.adviser import Adviser
    from protocol.frontend.desk import OWN_ENGINE, Desk, Setup
    from protocol.frontend.terminal import Terminal

    if resume is None and (game is None or seat is None):
        raise click.UsageError("name the game and your seat, as in herdmind advise nimmt --seat 1 --seats 4")
    if resume is not None and (seat, seats, rules, start, figures) != (None, None, (), None, None):
        raise click.UsageError("--resume takes seat, seats, rules, start and figures from the file")
    terminal = Terminal(color=color, plain=plain)
    terminal.status(STARTING)
    try:
        with Desk.start(shlex.split(engine) if engine else OWN_ENGINE) as desk:
            if resume is not None:
                notes = _resumed(desk, terminal, game, resume, save)
            else:
                assert game is not None
                assert seat is not None
                seat -= 1  # engines count from 0
                setup = Setup(game, seats, rules, start=start, figures=figures, view=None if start else seat)
                notes = _begun(desk, setup, seat, save)
            try:
                Adviser(notes, terminal, ms).run()
            except KeyboardInterrupt:
                raise SystemExit(130) from None
            finally:
                if notes.file is not None and notes.file.made:
                    click.echo(f"\nkept; go on with: herdmind advise --resume {notes.file.word}")
                else:
                    click.echo("\nnothing was entered, so nothing is kept")
    except EngineError as error:
        raise Refused(str(error)) from error
    finally:
        terminal.quiet()


def _begun(desk: Desk, setup: Setup, seat: int, save: Path | None) -> Notes:
    from protocol.client import EngineRefused
    from protocol.frontend.advise import Notes
    from protocol.frontend.kept import GameFile
    from protocol.frontend.resume import unused

    if setup.game not in desk.games:
        raise Refused(f"the engine plays no '{setup.game}'; it plays {', '.join(desk.games)}")
    if setup.seats is None and setup.start is None:
        setup = replace(setup, seats=desk.about(setup.game).usual)
    try:
        notes = Notes(desk, setup, seat, GameFile(unused(save)))
        notes.desk.view(seat)
    except EngineRefused as error:
        raise Refused(error.message) from error
    except ValueError as error:
        raise Refused(str(error)) from error
    return notes


def _resumed(desk: Desk, terminal: Terminal, game: str | None, resume: str, save: Path | None) -> Notes:
    from protocol.frontend.advise import Notes
    from protocol.frontend.record import ADVISE
    from protocol.frontend.resume import resumed

    try:
        kept, file = resumed(terminal, ADVISE, resume, game, save)
        notes = Notes.resume(desk, kept, file)
        if not file.made:
            notes.save()
        return notes
    except ValueError as error:
        raise Refused(str(error)) from error
    except OSError as error:
        raise Refused(f"{error.filename}: {error.strerror}") from error
