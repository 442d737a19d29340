"""The command ``herdmind games``."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from protocol.cli.parts import COLOR, ENGINE, GAME, Refused

if TYPE_CHECKING:
    from protocol.frontend.desk import Desk
    from protocol.frontend.kept import Kept


@click.command()
@click.argument("which", required=False)
@COLOR
@ENGINE
def games(which: str | None, color: bool | None, engine: str | None) -> None:
    """List the saved games of play and advise, the latest first, or show one of them.

    WHICH is the number or the name of a game in the list, or the beginning of its name. It shows what
    happened, the current table, and the commands to resume or review the game. If WHICH is the name of a
    game that the engine plays, only games of that kind are listed.
    """
    from protocol.client import EngineError
    from protocol.frontend.kept import games_folder, shelf

    kept = shelf()
    for fault in kept.faults:
        click.echo(fault, err=True)
    listed = kept.only(game=GAME.convert(which, None, None)) if which is not None else kept
    found = None if which is None or listed.games else kept.find(which)
    if found is not None:
        try:
            _show(found, color, engine)
        except (EngineError, ValueError) as problem:
            raise Refused(f"{found.path}: {getattr(problem, 'message', problem)}") from problem
        return
    if not listed.games and (which is not None and kept.games):
        raise Refused(
            f"'{which}' is neither a game of the list nor the beginning of just one name: see herdmind games"
        )
    if not listed.games:
        click.echo(f"no game is kept yet in {games_folder()}")
        return
    # the numbers are those of the whole list
    for game, line in zip(kept.games, kept.lines(), strict=True):
        if game in listed.games:
            click.echo(line)
    click.echo(f"They are files in {games_folder()}; show one by its number: herdmind games 1")


def _show(kept: Kept, color: bool | None, engine: str | None) -> None:
    from protocol.frontend.advise import Notes
    from protocol.frontend.desk import OWN_ENGINE, UNSEEN, Desk
    from protocol.frontend.narrator import sentences
    from protocol.frontend.participants import HUMAN
    from protocol.frontend.record import ADVISE
    from protocol.frontend.terminal import Terminal

    terminal = Terminal(color=color, plain=True)
    game = kept.game
    with Desk.start(shlex.split(engine) if engine else OWN_ENGINE) as desk:
        seat: int | None = None
        if kept.command == ADVISE:
            seat = Notes.resume(desk, game).seat
        else:
            desk.set_up(game.setup(), game.tokens)
            people = [number for number, text in enumerate(game.players) if text == HUMAN]
            seat = people[0] if len(people) == 1 and not game.over else None
        terminal.say(f"{desk.title}: {', '.join(game.names)}", "bold")
        terminal.say(f"{kept.state()}; {kept.path}")
        if seat is None and not game.over and _hides(desk):
            terminal.say("the table is covered, since not everybody may see all of it")
        else:
            story = [told for told in desk.story(seat) if told.token != UNSEEN]
            terminal.say(
                "\n".join(
                    [*sentences(story, seat, desk.names()), *desk.board(seat, terminal.color).splitlines()]
                )
            )
        if desk.over():
            for line in desk.tally(seat):
                terminal.say(line)
    if not game.over:
        terminal.say(f"go on with: herdmind {kept.command} --resume {shlex.quote(kept.name)}")
    terminal.say(f"review it with: herdmind review {shlex.quote(kept.name)}")


def _hides(desk: Desk) -> bool:
    return any(desk.view(seat) != desk.text() for seat in range(desk.seats))
