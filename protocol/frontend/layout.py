"""Layout of a page of the terminal: everything fits its lines and columns, so nothing scrolls away above."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import shorten, wrap

from protocol.frontend.menu import fitted, short_listing
from protocol.frontend.verdict import Choice

#: Lines below a page: the prompt and the hint on the text typed so far.
PROMPT = 2
#: Fewest lines of moves beside a tall board, lines that moves may take from the news to name all of them, and
#: most lines of a message.
MOVES_MIN = 2
NAMED = 4
MESSAGE_MAX = 4
#: Greatest width of a board, and the columns between the board and its neighbour.
BOARD = 80
GAP = 5
#: A sequence that changes the colour and takes no column.
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
#: A seat's row on a board, a further line of such a row, and a line of a frame.
ROW, MORE, FRAME = re.compile("[> ] [^ ]"), re.compile(" {6}[^ ]"), re.compile(r" *[-+=]{3,} *")
#: The mark of the person's own row.
MARK = "(you)"
#: The mark in a cell of a table, with the colours that end behind it.
_OWN_CELL = re.compile(rf" {re.escape(MARK)}((?:\x1b\[[0-9;]*m)*)(?= (?!\())")
#: The beginning of a line of text below the rows, which can be broken as they can; pictures begin otherwise.
TEXT = re.compile(r"[^-+|( \x1b][^+|]*")
#: An aside of a board, in brackets: the first line to be left out.
ASIDE = re.compile(r"\(.*\)")
#: Line which says that a command shows more.
CUT = "... {} of the table do not fit: type {}"
HIDDEN = "  (... {} do not fit: type {})"


@dataclass(frozen=True)
class Page:
    """A page, line by line: ``top`` over the whole width, ``left`` and ``right`` side by side (``right`` is
    empty in a stacked page), then ``message``. ``cut``: whether part of the board is missing."""

    top: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    message: tuple[str, ...]
    cut: bool

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self.top) + max(len(self.left), len(self.right)) + len(self.message)


def stacked(
    head: str,
    news: Sequence[str],
    board: Sequence[str],
    choices: Sequence[Choice],
    message: Sequence[str],
    size: tuple[int, int],
) -> Page:
    """Head, news, board, moves and message stacked, in at most ``size`` (columns, lines) less the prompt. The
    board without its asides has priority over the news, whose last lines are shown. The moves get at least
    two lines."""
    width, height = size
    told = short(wrapped(message, width - 1))
    room = max(4, height - PROMPT - len(told))
    moves_least = min(MOVES_MIN, len(fitted(choices, width - 1, MOVES_MIN)))
    if len(board) + moves_least > room:  # the board says more than the words of the moves
        moves_least = min(moves_least, len(short_listing(choices, width - 1)))
    lines = wrapped(news, width - 1)
    needed = len(board) + len(fitted(choices, width - 1, NAMED)) + 1 + len(lines)
    shown = shortened(without_asides(board, needed - room), room - moves_least, width=width - 1)
    room -= len(shown)
    top = [head] if room > moves_least else []
    room -= len(top)
    # all moves, at least by name, before the news unless they are many
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
    """The board at the left; at its right the news, and the moves under their ``title``."""
    width, height = size
    told = short(wrapped(message, width - 1))
    room = max(6, height - PROMPT - len(told) - 1)
    shown = shortened(board, room, width=BOARD)
    column = width - BOARD - GAP
    lines = wrapped(news, column)
    rest = room - 2  # the title and a blank line above it
    moves = fitted(choices, column, max(MOVES_MIN, rest - min(len(lines), rest // 2)))
    right = [*last(lines, rest - len(moves)), "", title, *moves]
    return Page((head,), tuple(shown), tuple(right), tuple(told), len(shown) < len(board))


def widest(board: Sequence[str]) -> int:
    """The width of a board, in columns."""
    return max((len(COLOURS.sub("", line)) for line in board), default=0)


def narrowed(board: Sequence[str], width: int) -> list[str]:
    """The board with lines wider than ``width`` broken between words; pictures stay unchanged."""
    rows: list[str] = []
    for line in board:
        if rows and MORE.match(line) and widest([rows[-1]]) > width:  # a row that the board broke elsewhere
            rows[-1] += f" {line.lstrip()}"
        else:
            rows.append(line)
    out: list[str] = []
    for line in rows:
        if widest([line]) <= width or not (ROW.match(line) or TEXT.match(line)):
            out.append(line)
            continue
        row = ""
        for part in re.findall(" *[^ ]+", line):
            if row and widest([row + part]) > width:
                out.append(row)
                row = " " * 6 + part.lstrip()
            else:
                row += part
        out.append(row)
    return out


def unmarked(board: Sequence[str]) -> list[str]:
    """The board without the mark of the reader's own row, for readers who do not sit there. In its tables
    blanks take the place of the mark."""
    blank = " " * len(f" {MARK}")
    cells = [_OWN_CELL.sub(rf"{blank}\1", line) if ROW.match(line) else line for line in board]
    return [line.replace(f" {MARK}", "") for line in cells]


def shortened(board: Sequence[str], count: int, command: str = "table", width: int = BOARD - 1) -> list[str]:
    """At most ``count`` lines of a board, by importance. Its last line, which says who acts, stays, and the
    text right above it (dice) with it. Asides are dropped first, then frames, second lines of rows, pictures
    below the rows, and rows of other seats from the last one up. ``command`` is the command that shows the
    whole board; the last line names it if it then fits ``width``, else a line of its own does."""
    if len(board) <= count:
        return list(board)
    last_line = board[-1] + hidden_word(HIDDEN, len(board), command)
    joined = widest([last_line]) <= width
    kept = max(1, count - (1 if joined else 2))
    dense = _important(_denser(without_asides(board[:-1], len(board) - 1 - kept), kept, width), kept)
    hidden = len(board) - len(dense) - 1
    if joined:
        return [*dense, board[-1] + hidden_word(HIDDEN, hidden, command)]
    return [*dense, hidden_word(CUT, hidden, command), board[-1]]


def _important(lines: list[str], count: int) -> list[str]:
    """At most ``count`` of the lines above the last one of a board."""
    rows = [at for at, line in enumerate(lines) if ROW.match(line)]
    tail = len(lines)
    while rows and tail - 1 > rows[-1] and TEXT.fullmatch(lines[tail - 1]):
        tail -= 1
    below = [at for at in range(tail) if rows and at > rows[-1]]
    others = [at for at in reversed(rows) if MARK not in lines[at]]
    waiting = [at for at in others if lines[at][0] != ">"]
    order = [*reversed(below), *waiting, *(at for at in others if at not in waiting)]
    gone: set[int] = set()
    for at in order:
        if len(lines) - len(gone) <= count:
            break
        gone.add(at)  # the second lines of the last row go with what is below the rows
        while at in rows and at + 1 < tail and MORE.match(lines[at + 1]):
            at += 1
            gone.add(at)
    return [line for at, line in enumerate(lines) if at not in gone][:count]


def hidden_word(text: str, count: int, command: str) -> str:
    """``HIDDEN`` or ``CUT`` for ``count`` lines that ``command`` shows."""
    one = text.replace(" do not", " does not")
    return one.format("1 line", command) if count == 1 else text.format(f"{count} lines", command)


def without_asides(board: Sequence[str], count: int) -> list[str]:
    """The board with up to ``count`` of its asides left out, the last ones first."""
    lines = list(board)
    for at in reversed(range(len(lines))):
        if count > 0 and ASIDE.fullmatch(COLOURS.sub("", lines[at])):
            del lines[at]
            count -= 1
    return lines


def _denser(board: Sequence[str], count: int, width: int) -> list[str]:
    """The board, without frames if it is longer than ``count`` lines, and with one-line rows while its last
    row is below line ``count``. Dots mark a line whose continuation was dropped."""
    lines = list(board)
    for at in reversed(range(len(lines))):
        if len(lines) > count and FRAME.fullmatch(lines[at]):
            del lines[at]
    for begin in (" ", ">", ""):  # rows of other seats, the row of who acts, then lines above the rows
        for at in reversed(range(len(lines))):
            rows = [number for number, line in enumerate(lines) if ROW.match(line)]
            if not rows or rows[-1] < count:
                return lines
            end = at + 1
            while end < len(lines) and MORE.match(lines[end]):
                end += 1
            if end > at + 1 and (lines[at][0] == begin if at in rows else not begin):
                lines[at:end] = [_dotted(lines[at], width)]
    return lines


def _dotted(line: str, width: int) -> str:
    """The line with dots at its end, cut between words to fit ``width``."""
    while widest([line]) + 4 > width and " " in line.strip():
        line = line.rstrip().rpartition(" ")[0]
    return f"{line} ..."


def short(lines: Sequence[str]) -> list[str]:
    """The first lines of a message."""
    return [*lines[: MESSAGE_MAX - 1], "..."] if len(lines) > MESSAGE_MAX else list(lines)


def last(lines: Sequence[str], count: int) -> list[str]:
    """The last ``count`` lines, with a word on those left out; no lines if there is no room at all."""
    if len(lines) <= count:
        return list(lines)
    if count <= 0:
        return []
    kept = list(lines[len(lines) - count + 1 :]) if count > 1 else []
    return [f"... {len(lines) - len(kept)} lines before: type story", *kept]


def who_sits(sitters: Sequence[tuple[str, str]], width: int) -> str:
    """The line of who sits where, from each seat's name and its player (empty: the name says it), in at most
    ``width`` columns if possible. To fit, equal neighbours are grouped first; then levels
    and the last names are left out, in this order."""
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
    grouped = ", ".join(parts)
    if len(grouped) > width:  # the levels of engines, in brackets, are dropped first
        grouped = shorten(re.sub(r" \([^)]*\)", "", grouped), max(4, width), placeholder=" ...")
    return grouped


def wrapped(lines: Sequence[str], width: int) -> list[str]:
    """The lines in pieces of at most ``width`` columns (at least one column). Text breaks between words, a
    coloured picture at any column."""
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
    """A coloured line in pieces of ``width`` columns; no colour sequence is split."""
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
