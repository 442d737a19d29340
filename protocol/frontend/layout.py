"""What stands where on a page of the terminal: everything is fitted to its lines and columns, so that nothing
scrolls away above."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

from protocol.frontend.menu import fitted, short_listing
from protocol.frontend.verdict import Choice

#: Lines below a page: the prompt and what it says of the text typed so far.
PROMPT = 2
#: The least that moves take when the board is tall, what they may take from the news so that all are named,
#: and what a message takes at most.
MOVES_MIN = 2
NAMED = 4
MESSAGE_MAX = 4
#: The width of every board, and the columns between it and what stands beside it.
BOARD = 80
GAP = 5
#: A change of colour, which takes no column.
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
#: Says that more is shown by a command.
CUT = "... {} lines of the table do not fit: type {}"


@dataclass(frozen=True)
class Page:
    """A page, line by line: ``top`` over the whole width, ``left`` and ``right`` beside each other (``right``
    is empty where all stands below each other), then ``message``. ``cut``: the board is not all there."""

    top: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    message: tuple[str, ...]
    cut: bool

    @property
    def height(self) -> int:
        """How many lines it has."""
        return len(self.top) + max(len(self.left), len(self.right)) + len(self.message)


def stacked(
    head: str,
    news: Sequence[str],
    board: Sequence[str],
    choices: Sequence[Choice],
    message: Sequence[str],
    size: tuple[int, int],
) -> Page:
    """Head, news, board, moves and message below each other, at most ``size`` (columns, lines) less the
    prompt. The board goes before the news, of which the last lines are shown; the moves have two lines."""
    width, height = size
    told = short(wrapped(message, width - 1))
    room = max(4, height - PROMPT - len(told))
    moves_least = min(MOVES_MIN, len(fitted(choices, width - 1, MOVES_MIN)))
    if len(board) + moves_least > room:  # what lies there says more than the words of the moves
        moves_least = min(moves_least, len(short_listing(choices, width - 1)))
    shown = shortened(board, room - moves_least)
    room -= len(shown)
    top = [head] if room > moves_least else []
    room -= len(top)
    lines = wrapped(news, width - 1)
    # all moves, if only by name, before the news where they are not many
    names = len(short_listing(choices, width - 1))
    named = names if names <= min(NAMED, room) else 0
    moves = fitted(choices, width - 1, max(moves_least, named, room - min(len(lines), room // 2)))
    top += last(lines, room - len(moves))
    return Page(tuple(top), (*shown, *moves), (), tuple(told), len(shown) < len(board))


def beside(
    head: str,
    title: str,
    news: Sequence[str],
    board: Sequence[str],
    choices: Sequence[Choice],
    message: Sequence[str],
    size: tuple[int, int],
) -> Page:
    """The board left, the news and the moves under their ``title`` right of it."""
    width, height = size
    told = short(wrapped(message, width - 1))
    room = max(6, height - PROMPT - len(told) - 1)
    shown = shortened(board, room)
    column = width - BOARD - GAP
    lines = wrapped(news, column)
    rest = room - 2  # the title and a blank line above it
    moves = fitted(choices, column, max(MOVES_MIN, rest - min(len(lines), rest // 2)))
    right = [*last(lines, rest - len(moves)), "", title, *moves]
    return Page((head,), tuple(shown), tuple(right), tuple(told), len(shown) < len(board))


def shortened(board: Sequence[str], count: int, command: str = "table") -> list[str]:
    """At most ``count`` lines of a board: its top, and its last line, which says who acts. ``command`` shows
    all of it."""
    if len(board) <= count:
        return list(board)
    kept = max(1, count - 2)
    return [*board[:kept], CUT.format(len(board) - kept - 1, command), board[-1]]


def short(lines: Sequence[str]) -> list[str]:
    """The first lines of a message."""
    return [*lines[: MESSAGE_MAX - 1], "..."] if len(lines) > MESSAGE_MAX else list(lines)


def last(lines: Sequence[str], count: int) -> list[str]:
    """The last ``count`` lines, with a word of those before; none where there is no room at all."""
    if len(lines) <= count:
        return list(lines)
    if count <= 0:
        return []
    kept = list(lines[len(lines) - count + 1 :]) if count > 1 else []
    return [f"... {len(lines) - len(kept)} lines before: type story", *kept]


def who_sits(sitters: Sequence[tuple[str, str]], width: int) -> str:
    """Who sits where, from each seat's name and who that is (empty: the name says it), in at most ``width``
    columns if that can be: else neighbours of a kind are named together, then engines counted."""
    whole = ", ".join(f"{name}: {who}" if who else name for name, who in sitters)
    if len(whole) <= width:
        return whole
    parts = []
    for who, run in groupby(sitters, key=lambda sitter: sitter[1]):
        names = [name for name, _ in run]
        numbers = [name.removeprefix("seat ") for name in names]
        if not who:
            parts += names
        elif len(names) > 1 and all(number.isdigit() for number in numbers):
            parts.append(f"seats {numbers[0]}-{numbers[-1]}: {who}")
        else:
            parts.append(f"{', '.join(names)}: {who}")
    return ", ".join(parts)


def wrapped(lines: Sequence[str], width: int) -> list[str]:
    """The lines, cut into pieces of at most ``width`` columns (of at least one): between words, but those of
    a coloured picture wherever they reach it."""
    width = max(1, width)
    pieces: list[str] = []
    for line in lines:
        seen = len(COLOURS.sub("", line))
        if seen <= width:
            pieces.append(line)
        elif seen < len(line):
            pieces += _folded(line, width)
        else:
            indent = " " * min(len(line) - len(line.lstrip()) + 4, width // 2)
            pieces += wrap(line, width, subsequent_indent=indent)
    return pieces


def _folded(line: str, width: int) -> list[str]:
    """A line with colours in pieces of ``width`` columns; no change of colour is cut in two."""
    pieces, room = [""], width
    for part in re.split(f"({COLOURS.pattern})", line):
        if COLOURS.fullmatch(part):
            pieces[-1] += part
            continue
        while len(part) > room:
            pieces[-1] += part[:room]
            pieces.append("")
            part, room = part[room:], width
        pieces[-1] += part
        room -= len(part)
    return pieces
