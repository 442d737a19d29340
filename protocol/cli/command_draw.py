"""The command ``herdmind draw``."""

from __future__ import annotations

from pathlib import Path

import click

from protocol.cli.given import dealt_game, given_table
from protocol.cli.parts import FIGURES, RULES, SEATS, SEED, Refused

# Heavy modules are imported where they are used, as in protocol.cli.main.

#: Width of a PNG in pixels when none is named.
PNG_WIDTH = 1200


@click.command()
@click.argument("text", nargs=-1, metavar="GAME|TEXT|-")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file to write; its name ends in .svg or .png.",
)
@click.option("--seed", type=SEED, help="Seed of the deal of GAME; its standard one by default.")
@SEATS
@RULES
@FIGURES
@click.option("--seat", type=click.IntRange(0), help="Draw what this seat sees, itself in front.")
@click.option("--names", default="", metavar="NAME,NAME", help="Names of the seats, with commas between.")
@click.option("--theme", type=click.Choice(("auto", "light", "dark")), default="auto", show_default=True)
@click.option("--width", type=click.IntRange(100, 8000), help="Width in pixels.")
@click.option(
    "--layout",
    type=click.Choice(("narrow", "wide")),
    help="Things below each other, or beside each other; narrow by default below a width of 560.",
)
def draw(
    text: tuple[str, ...],
    output: Path,
    seed: int | None,
    seats: int | None,
    rules: tuple[str, ...],
    figures: str | None,
    seat: int | None,
    names: str,
    theme: str,
    width: int | None,
    layout: str | None,
) -> None:
    """Draw a position as an SVG or a PNG file.

    GAME is dealt afresh, as by herdmind deal. TEXT is the text of a position; - reads it from standard input.
    A PNG needs the extra draw: pip install 'herdmind[draw]'. The theme auto follows the reader's; in a PNG it
    is light.
    """
    from protocol.base.files import check_target, write_whole
    from protocol.drawing.draw import NoPicture
    from protocol.drawing.draw import draw as drawn
    from protocol.drawing.png import NoPng, need_png, png
    from solver.jsonview import view_json

    kind = output.suffix.lower()
    if kind not in (".svg", ".png"):
        raise Refused(f"{output}: the name of a picture ends in .svg or .png")
    try:
        if kind == ".png":
            need_png()
        check_target(output)
        table = given_table(text, dealt_game(text, None, seed, seats, rules), seed, seats, rules, figures)
        state = table.state if seat is None else table.state.view(table.check_own(seat))
        called = [name.strip() for name in names.split(",")]
        flat = kind == ".png" or theme != "auto"
        width = PNG_WIDTH if width is None and kind == ".png" else width
        svg = drawn(
            view_json(table.game, state),
            seat=seat,
            names=called,
            theme=theme,  # type: ignore[arg-type]  # click has checked it
            width=width,
            layout=layout,  # type: ignore[arg-type]
            flat=flat,
        )
        write_whole(output, png(svg) if kind == ".png" else f"{svg}\n".encode())
    except (NoPicture, NoPng) as problem:
        raise Refused(str(problem)) from problem
