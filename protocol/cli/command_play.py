"""The command ``herdmind play``."""

from __future__ import annotations

import shlex
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
    from protocol.frontend.desk import Desk
    from protocol.frontend.kept import GameFile
    from protocol.frontend.levels import Level
    from protocol.frontend.participants import Seat
    from protocol.frontend.record import Game
    from protocol.frontend.terminal import Terminal


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--seats", help="The player of each seat: human, engine or a level, as in human,engine,club.")
@click.option(
    "--names", metavar="NAMES", help="The people's names, as in Anna,Ben. Remembered for later games."
)
@RULES
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Seed of the deal; random by default.")
@click.option("--level", help="The engine's strength; --levels lists the levels.")
@click.option("--skill", type=click.IntRange(0, 20), help="The engine's Skill, instead of a level.")
@movetime_option("Time for each of the engine's moves: 1s, 500ms; a bare number is milliseconds.")
@click.option("--levels", is_flag=True, help="List the levels and exit.")
@click.option(
    "--chance",
    type=click.Choice(["seed", "hand"]),
    default="seed",
    help="Draw chance events from the seed, or enter them by hand.",
)
@SAVE
@RESUME
@COLOR
@PLAIN
@ENGINE
@click.option("--engine-seed", type=click.IntRange(0, 2**31 - 1), help="Seed of the engine's own randomness.")
@NEW_FIGURES
@click.pass_context
def play(
    ctx: click.Context,
    game: str | None,
    seats: str | None,
    names: str | None,
    rules: tuple[str, ...],
    seed: int | None,
    level: str | None,
    skill: int | None,
    ms: int | None,
    levels: bool,
    chance: str,
    save: Path | None,
    resume: str | None,
    color: bool | None,
    plain: bool,
    engine: str | None,
    engine_seed: int | None,
    figures: str | None,
) -> None:
    """Play GAME against the engine, or among people at one keyboard.

    The screen shows what happened, the legal moves, and the commands (type help). The game is saved to a file
    after every move, so closing the terminal loses nothing. --resume continues a saved game, and herdmind
    games lists them.
    """
    from protocol.client import EngineError
    from protocol.frontend.desk import OWN_ENGINE, Desk
    from protocol.frontend.kept import GameFile
    from protocol.frontend.levels import level_lines
    from protocol.frontend.play import Play
    from protocol.frontend.resume import unused
    from protocol.frontend.terminal import Terminal

    if levels:
        for line in level_lines():
            click.echo(line)
        return
    strength = _strength(level, skill)
    called = _called(names)
    terminal = Terminal(color=color, plain=plain)
    terminal.status(STARTING)
    try:
        with Desk.start(shlex.split(engine) if engine else OWN_ENGINE) as desk:
            if resume is not None:
                kept, chairs, file = _resumed(desk, terminal, game, resume, save, strength, ms)
            else:
                file = GameFile(unused(save))
                kept, chairs = _fresh(desk, game, seats, rules, seed, chance, figures, strength, ms)
            people = _people(called, sum(chair.human for chair in chairs), terminal)
            session = Play(desk, terminal, kept, chairs, file, engine_seed, people)
            code = session.run()
    except (EngineError, ValueError) as problem:
        raise Refused(getattr(problem, "message", str(problem))) from problem
    finally:
        terminal.quiet()
    ctx.exit(code)


def _called(names: str | None) -> list[str] | None:
    """The names from the command line, or those entered earlier; None if nobody has been asked yet."""
    from protocol.frontend.names import keep, kept_names, read_names

    if names is None:
        return kept_names()
    try:
        told = read_names(names)
    except ValueError as problem:
        raise click.UsageError(f"--names: {problem}") from problem
    keep(told)
    return told


def _people(called: list[str] | None, humans: int, terminal: Terminal) -> list[str]:
    """The people's names. At a terminal they are asked for once."""
    from protocol.frontend.names import keep, read_names

    if called is not None or not humans or not terminal.live:
        return called or []
    who = "are you" if humans == 1 else "are the people, in order"
    while True:
        try:
            typed = terminal.ask(f"What {who} called? (Anna{',Ben' * (humans > 1)}; Enter: no name) ")
        except EOFError:
            return []
        try:
            told = read_names(typed)
        except ValueError as problem:
            terminal.say(str(problem))
            continue
        keep(told)
        return told


def _strength(level: str | None, skill: int | None) -> Level:
    from dataclasses import replace

    from protocol.frontend.levels import LEVELS, USUAL

    if level is not None and level not in LEVELS:
        raise click.UsageError(f"there is no level '{level}'; there are: {', '.join(LEVELS)}")
    chosen = LEVELS[level or ("full" if skill is not None else USUAL)]
    return chosen if skill is None else replace(chosen, name=f"skill{skill}", skill=skill)


def _fresh(
    desk: Desk,
    game: str | None,
    seats: str | None,
    rules: tuple[str, ...],
    seed: int | None,
    chance: str,
    figures: str | None,
    level: Level,
    ms: int | None,
) -> tuple[Game, list[Seat]]:
    """A new game and its players."""
    import random

    from protocol.frontend.desk import Setup
    from protocol.frontend.kept import now
    from protocol.frontend.menu import quoted, read_list, whole
    from protocol.frontend.participants import read_seat
    from protocol.frontend.record import Game

    if game is None:
        example = f"{', '.join(desk.games)}, as in herdmind play {desk.games[0]} (or --resume FILE)"
        raise click.UsageError(f"name a GAME: one of {example}")
    if game not in desk.games:
        raise click.UsageError(f"there is no game '{game}'; there are: {', '.join(desk.games)}")
    about = desk.about(game)
    texts = read_list(seats) if seats else ["human", *["engine"] * (about.usual - 1)]
    if len(texts) == 1 and texts[0].isdecimal():
        count = whole(texts[0])
        if count is None or not about.least <= count <= about.most:
            raise click.UsageError(
                f"{game} has {about.least} to {about.most} seats, not {quoted(texts[0])}"
                if about.least < about.most
                else f"{game} has {about.least} seats, not {quoted(texts[0])}"
            )
        texts = ["human", *["engine"] * (count - 1)]
    chairs = [read_seat(text, level, ms) for text in texts]
    start = None
    deal: int | None = random.SystemRandom().randrange(1, 2**31) if seed is None else seed
    if chance == "hand":
        if seed is not None:
            desk.set_up(Setup(game, len(chairs), rules, seed, figures=figures))
            start = desk.text()
        deal = None
    setup = Setup(game, len(chairs), rules, deal, start, figures)
    desk.set_up(setup)
    kept = Game(
        edition=desk.edition,
        deal=deal,
        rules=rules,
        names=(),
        players=(),
        start=start,
        figures=figures,
        extra={"begun": now()},
    )
    return kept, chairs


def _resumed(
    desk: Desk,
    terminal: Terminal,
    game: str | None,
    resume: str,
    save: Path | None,
    level: Level,
    ms: int | None,
) -> tuple[Game, list[Seat], GameFile]:
    """The resumed game, its players, and the file that keeps it from now on."""
    from protocol.frontend.kept import PLAY
    from protocol.frontend.participants import read_seat
    from protocol.frontend.resume import resumed

    kept, file = resumed(terminal, PLAY, resume, game, save)
    chairs = [read_seat(text, level, ms) for text in kept.players]
    desk.set_up(kept.setup(), kept.tokens)
    return kept, chairs, file
