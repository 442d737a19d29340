"""The curve of chances, drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocol.frontend.review.review import Point


@dataclass(frozen=True)
class Cell:
    """One character of the picture and the seat whose line it is on (None: the frame)."""

    text: str
    seat: int | None = None


@dataclass(frozen=True)
class Strokes:
    """Characters of a line: horizontal, vertical, and the corners of a step, each named by the directions of
    its ends."""

    flat: str
    upright: str
    left_down: str
    up_right: str
    left_up: str
    down_right: str
    frame: str
    corner: str
    floor: str
    half: str


UNICODE = Strokes("─", "│", "╮", "╰", "╯", "╭", "┤", "└", "─", "┄")
ASCII = Strokes("-", "|", ".", "`", "'", ".", "|", "+", "-", ".")
#: Columns between two seat numbers on a line.
MARK_EVERY = 24
_LABEL = 6


def series(points: Sequence[Point], seat: int, moves: int, columns: int) -> list[float | None]:
    """A seat's chance in each column, interpolated between known points; None before and after them."""
    known = [(point.moves, chance) for point in points if (chance := point.chances[seat]) is not None]
    out: list[float | None] = []
    at = 0
    for column in range(columns):
        x = column * moves / max(1, columns - 1)
        if not known or x < known[0][0] - 1e-9 or x > known[-1][0] + 1e-9:
            out.append(None)
            continue
        while at + 1 < len(known) and known[at + 1][0] <= x:
            at += 1
        left, low = known[at]
        right, high = known[min(at + 1, len(known) - 1)]
        share = (x - left) / (right - left) if right > left else 0.0
        out.append(low + share * (high - low))
    return out


def draw(
    points: Sequence[Point],
    seats: int,
    moves: int,
    width: int,
    height: int,
    strokes: Strokes = UNICODE,
    half: str = "",
) -> list[list[Cell]]:
    """The curve in ``height`` rows above a foot of two rows, at most ``width`` characters wide.

    ``moves``: the number of moves of the whole game, at the right end; ``half``: the label of the middle in
    the game's words. The seat of each line is named at its right end.
    """
    right = 2 + 2 * min(seats, 4)
    columns = max(8, width - _LABEL - right)
    grid = [
        [Cell(strokes.half if row == height // 2 else " ") for _ in range(columns)] for row in range(height)
    ]
    ends: dict[int, list[int]] = {}
    for seat in range(seats):
        rows = [
            None if chance is None else round((1 - min(1.0, max(0.0, chance))) * (height - 1))
            for chance in series(points, seat, moves, columns)
        ]
        _stroke(grid, rows, seat, strokes)
        last = next((row for row in reversed(rows) if row is not None), None)
        if last is not None:
            ends.setdefault(last, []).append(seat)
    out = []
    labels = {0: "100 %", height // 2: " 50 %", height - 1: "  0 %"}
    for row in range(height):
        tail = [Cell(" ")]
        for index, seat in enumerate(ends.get(row, [])):
            tail += [Cell("," if index else ""), Cell(str(seat + 1), seat)]
        out.append([Cell(labels.get(row, "").rjust(_LABEL - 1)), Cell(strokes.frame), *grid[row], *tail])
    out.append([Cell(" " * (_LABEL - 1)), Cell(strokes.corner), Cell(strokes.floor * columns)])
    middle, end = half or f"move {moves // 2}", f"{moves}"
    foot = "0".ljust(max(1, columns // 2 - len(middle) // 2)) + middle
    out.append([Cell(" " * _LABEL), Cell(foot.ljust(columns - len(end)) + end)])
    return out


def _stroke(grid: list[list[Cell]], rows: Sequence[int | None], seat: int, strokes: Strokes) -> None:
    before: int | None = None
    for column, row in enumerate(rows):
        if row is None:
            before = None
            continue
        if before is None or before == row:
            grid[row][column] = Cell(strokes.flat, seat)
        else:
            down = row > before
            grid[before][column] = Cell(strokes.left_down if down else strokes.left_up, seat)
            grid[row][column] = Cell(strokes.up_right if down else strokes.down_right, seat)
            for between in range(min(before, row) + 1, max(before, row)):
                grid[between][column] = Cell(strokes.upright, seat)
        if column % MARK_EVERY == (3 + 5 * seat) % MARK_EVERY:
            grid[row][column] = Cell(str(seat + 1), seat)
        before = row


def as_text(rows: Sequence[Sequence[Cell]]) -> str:
    """The picture without colours."""
    return "\n".join("".join(cell.text for cell in row).rstrip() for row in rows)
