"""``herdmind advise``: the words of its command line."""

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
@click.option("--seats", type=click.IntRange(1), help="How many play; as many as usual when left out.")
@RULES
@movetime_option("For a decision: 1s, 500ms; a number alone is milliseconds.", "2s")
@click.option("--start", metavar="TEXT", help="Begin at this position: your view as a text.")
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
    """Advise you at a real table: type what you see there, and be told what to do and why.

    GAME is a game that the engine plays. You are seat --seat, seats being counted from 1 in the order
    of turns. What is hidden from you stays hidden: the adviser knows what you know. Every line is
    kept at once, in a file of its own; --resume goes on where it stopped, herdmind games lists what is kept.
    """
    import shlex

    from protocol.client import EngineError
    from protocol.frontend.adviser import Adviser
    from protocol.frontend.desk import OWN_ENGINE, Desk, Setup
    from protocol.frontend.terminal import Terminal

    if resume is None and (game is None or seat is None):
        raise click.UsageError("name the game and your seat: herdmind advise nimmt --seat 1 --seats 4")
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
