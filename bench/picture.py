"""The picture of the README: what `make demo` prints, drawn as a terminal.

    python -m bench picture

Lines are cut at WIDTH, and the middle of a long line of play is left out.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

WIDTH = 96
#: Lines of a line of play that are shown at its start and at its end.
FIRST, LAST = 5, 3
DEMO = ["analyse", "longhorn", "--seed", "60", "--multipv", "5"]
OUT = Path(__file__).resolve().parent.parent / "docs" / "demo.svg"

#: Dark grey on nearly white, in colours that read on both; red, green and so on for the cattle.
THEME = TerminalTheme(
    (250, 250, 248),
    (40, 44, 52),
    [
        (40, 44, 52),
        (190, 40, 40),
        (40, 130, 60),
        (150, 100, 0),
        (40, 90, 180),
        (140, 60, 140),
        (0, 120, 130),
        (90, 90, 90),
    ],
)
_PLY = re.compile(r"\s*\d+\. ")


def without_middle(lines: list[str]) -> list[str]:
    """The lines, those in the middle of a numbered list replaced by dots."""
    numbered = [at for at, line in enumerate(lines) if _PLY.match(line)]
    if len(numbered) <= FIRST + LAST:
        return lines
    return [*lines[: numbered[FIRST]], "   ...", *lines[numbered[-LAST] :]]


def picture(lines: list[str], title: str) -> str:
    """The lines as an SVG of a terminal that loads nothing from elsewhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    for line in lines:
        text = Text(line)
        text.truncate(WIDTH, overflow="ellipsis")
        console.print(text)
    svg = console.export_svg(title=title, theme=THEME, unique_id="demo")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=OUT, show_default=True)
@click.argument("command", nargs=-1)
def main(out: Path, command: tuple[str, ...]) -> None:
    """Draw the output of `herdmind COMMAND...` (the demo when no command is named) as a terminal in SVG."""
    words = list(command) or DEMO
    done = subprocess.run(
        [sys.executable, "-m", "protocol", *words], capture_output=True, text=True, check=True
    )
    lines = without_middle(done.stdout.rstrip("\n").split("\n"))
    said = " ".join(["herdmind", *words])
    out.write_text(picture([f"$ {said}", *lines], said), encoding="utf-8")
    print(out)
