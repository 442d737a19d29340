"""The command ``herdmind review``."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from protocol.cli.parts import ENGINE, Refused, movetime_option

if TYPE_CHECKING:
    from protocol.frontend.desk import Desk
    from protocol.frontend.review.judge import Effort
    from protocol.frontend.review.log import LoggedGame
    from protocol.frontend.review.review import Review

# Heavy modules are imported where they are used, as in protocol.cli.main.


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option(
    "--game", "wanted", type=click.IntRange(1), metavar="N", help="The game to review, counted from 1."
)
@click.option(
    "--seat",
    type=click.IntRange(1),
    metavar="K",
    help="Judge only this seat's decisions; seats count from 1.",
)
@movetime_option("Time for each decision: 1s, 500ms; a bare number is milliseconds.", "1s", 10)
@click.option(
    "--nodes",
    type=click.IntRange(1, 10**15),
    help="Nodes for each decision, instead of a time: the result is then reproducible.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the review as an HTML page.",
)
@click.option(
    "--png",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the curve of chances as a picture.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--cache",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File for finished judgements; LOG.review by default.",
)
@click.option("--no-cache", is_flag=True, help="Keep no judgements.")
@click.option("--figures", type=click.Path(dir_okay=False), help="The file of figures used in the game.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option(
    "--hash", "hash_mb", type=click.IntRange(1), default=64, show_default=True, metavar="MB", help="Memory."
)
@ENGINE
def review(
    log: Path,
    wanted: int | None,
    seat: int | None,
    ms: int,
    nodes: int | None,
    html: Path | None,
    png: Path | None,
    as_json: bool,
    cache: Path | None,
    no_cache: bool,
    figures: str | None,
    threads: int,
    hash_mb: int,
    engine: str | None,
) -> None:
    """Judge every decision of a game. LOG is a log of matches, tournaments or play, or the name of a game
    that herdmind games lists.

    Each decision is judged by what its seat could know at the time: the best move, and the cost of the played
    one in winning chances (with more than two players, in the share of opponents beaten). The curve of
    chances and the costliest mistakes follow, with explanations. Ctrl-C prints the review so far; the same
    command resumes it.
    """
    from protocol.base.files import check_target
    from protocol.client import EngineError
    from protocol.frontend.resume import file_of
    from protocol.frontend.review.cache import CacheError
    from protocol.frontend.review.judge import Effort
    from protocol.frontend.review.log import LogError, choose_game, read_log
    from protocol.frontend.review.picture import NoPictures, need_pictures

    log = file_of(str(log))
    try:
        if html is not None or png is not None:
            need_pictures()
        for path in (html, png):
            if path is not None:
                check_target(path)
        games = read_log(log)
        game = choose_game(games, log, wanted)
        if game is None:
            _list(games)
            click.echo(f"{log} has {len(games)} games: choose one by --game N", err=True)
            raise SystemExit(2)
        effort = Effort(None if nodes is not None else ms, nodes)
        if not no_cache and cache is None:
            cache = log.with_name(log.name + ".review")
        made = _review(game, effort, None if no_cache else cache, seat, figures, threads, hash_mb, engine)
        _write(made, html, png)
        _print(made, as_json)
    except (LogError, CacheError, NoPictures, EngineError, ValueError) as error:
        message = " ".join(str(error).split()) or type(error).__name__
        raise Refused(message) from error
    except OSError as error:
        raise Refused(f"{error.filename}: {error.strerror}") from error
    _end(made, html, png, kept=not no_cache)


def _end(made: Review, html: Path | None, png: Path | None, kept: bool) -> None:
    """Name the written files; after an interruption exit with 130, and name the command that resumes if the
    judgements were ``kept``."""
    for what, path in (("page", html), ("picture", png)):
        if path is not None:
            click.echo(f"{what} written to {path}", err=True)
    if not made.whole:
        done = f"{len(made.verdicts)} of {made.decisions} decisions"
        again = f"; go on with: {shlex.join(['herdmind', *sys.argv[1:]])}" if kept else ""
        click.echo(f"interrupted after {done}{again}", err=True)
        raise SystemExit(130)


def _review(
    game: LoggedGame,
    effort: Effort,
    cache: Path | None,
    seat: int | None,
    figures: str | None,
    threads: int,
    hash_mb: int,
    engine: str | None,
) -> Review:
    """Review the game with a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from protocol.frontend.desk import OWN_ENGINE, Desk
    from protocol.frontend.review.cache import Cache
    from protocol.frontend.review.review import review_game
    from protocol.frontend.review.walk import Site
    from protocol.frontend.review.words import moment

    with Cache(cache) as kept, Desk.start(shlex.split(engine) if engine else OWN_ENGINE) as desk:
        # The default overhead would take half of a short search's time.
        _set(desk, {"Hash": hash_mb, "Threads": threads, "Move Overhead": 0})
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        ) as progress:
            bar = progress.add_task("reading the game", total=None)

            def watch(done: int, of: int, site: Site | None) -> None:
                what = "done" if site is None else f"{moment(site)}, seat {site.seat + 1}"
                progress.update(bar, completed=done, total=of, description=what)

            return review_game(
                desk,
                game,
                effort,
                kept,
                seat=None if seat is None else seat - 1,
                figures=os.path.abspath(figures) if figures else None,  # noqa: PTH100 (the engine wants text)
                settings=f"threads {threads} hash {hash_mb} figures {game.figures}",
                watch=watch,
            )


def _set(desk: Desk, options: dict[str, int]) -> None:
    for name, value in options.items():
        if name in desk.engine.options:
            desk.engine.set_option(name, value)


def _list(games: list[LoggedGame]) -> None:
    for game in games:
        scores = f"  scores {' '.join(map(str, game.scores))}" if game.scores else ""
        click.echo(f"{game.number:4}  {game.title()}  {game.length()}, {game.end()}{scores}")


def _write(made: Review, html: Path | None, png: Path | None) -> None:
    from protocol.base.files import write_whole
    from protocol.frontend.review import picture as review_picture
    from protocol.frontend.review.page import page

    if html is not None:
        write_whole(html, page(made).encode("utf-8"))
    if png is not None:
        write_whole(png, review_picture.png(made))


def _print(made: Review, as_json: bool) -> None:
    from rich.console import Console

    from protocol.frontend.review.page import as_dict
    from protocol.frontend.review.text import show

    if as_json:
        click.echo(json.dumps(as_dict(made)))
        return
    # A pipe has no width: lines must not be cut there.
    show(made, Console(highlight=False, width=None if sys.stdout.isatty() else 100))
