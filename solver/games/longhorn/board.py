"""A Longhorn position drawn for people, in ASCII."""

from __future__ import annotations

from solver.games.longhorn import names
from solver.games.longhorn.fields import Counts, Fields

WIDTH = 22
HERD_WIDTH = len("8 black 8 white 8 orange 8 green")
BOLD, RESET = "\x1b[1m", "\x1b[0m"
RED, YELLOW = "\x1b[31m", "\x1b[33m"
COLOUR_CODES = ("\x1b[90m", "\x1b[97m", "\x1b[38;5;208m", "\x1b[32m")


def draw(fields: Fields, color: bool = False) -> str:
    """The position as a 3x3 board with what belongs to it: at most 80 columns, no newline at the end."""
    edge = "+" + "+".join(["-" * (WIDTH + 2)] * 3) + "+"
    lines = [edge]
    for row in (0, 3, 6):
        cells = [_cell(fields, square, color) for square in range(row, row + 3)]
        lines += ["| " + " | ".join(parts) + " |" for parts in zip(*cells, strict=True)]
        lines.append(edge)
    lines.append(f"         {'money':8}{'herd':{HERD_WIDTH}}  nuggets")
    lines += [_seat(fields, seat, color) for seat in (0, 1)]
    lines += _dangers(fields)
    lines.append(_status(fields))
    return "\n".join(lines)


def _paint(text: str, code: str, color: bool) -> str:
    return f"{code}{text}{RESET}" if color else text


def _counts(counts: Counts, gap: str, letters: bool, width: int, color: bool) -> str:
    """``2 black 1 green`` (or letters for the colours), filled up to `width`; ``-`` for none."""
    words = names.COLOUR_LETTERS if letters else names.COLOURS
    parts = [(colour, f"{n} {words[colour]}") for colour, n in enumerate(counts) if n]
    plain = gap.join(text for _, text in parts) or "-"
    painted = gap.join(_paint(text, COLOUR_CODES[c], color) for c, text in parts) or "-"
    return painted + " " * (width - len(plain))


def _seat(fields: Fields, seat: int, color: bool) -> str:
    """One seat's money as it stands, herd and nuggets."""
    mark = ">" if seat == fields.turn and fields.phase in (names.START, names.PLAY, names.MOVE) else " "
    money = f"${fields.money(seat)}"
    herd = _counts(fields.herds[seat], " ", False, HERD_WIDTH, color)
    nuggets = " ".join(str(100 * value) for value in fields.gold[seat]) or "-"
    return f"{mark} seat {seat} {money:8}{herd}  {nuggets}"


def _cell(fields: Fields, square: int, color: bool) -> list[str]:
    """The three lines of one square: name (the outlaw in brackets), cattle, token."""
    name = fields.title(square).ljust(WIDTH)
    if square == fields.outlaw:
        name = _paint(f"[{fields.title(square)}]".ljust(WIDTH), BOLD, color)
    counts = fields.cattle[square]
    letters = sum(map(bool, counts)) > 2  # the words of three colours are too long for a square
    cattle = _counts(counts, "  ", letters, WIDTH, color)
    kind = fields.tokens[square]
    token = names.token_title(kind) if kind else ""
    if kind in names.DANGEROUS:
        token = f"! {token}"
    code = RED if token.startswith("!") else YELLOW
    return [name, cattle, _paint(token.ljust(WIDTH), code, color and bool(token))]


def _dangers(fields: Fields) -> list[str]:
    """Which dangerous location (marked !) each seat may not be sent to."""
    lines = []
    for seat in (0, 1):
        square = fields.last[seat]
        if square != names.NONE and fields.tokens[square] in names.DANGEROUS:
            place = fields.title(square)
            lines.append(f"seat {seat} is kept from {place} (danger) if anything else is open")
    return lines


def _status(fields: Fields) -> str:
    """One line: who acts, or how the game ended."""
    if fields.phase == names.START:
        return "seat 1 chooses where the game starts; seat 0 plays first"
    place = fields.title(fields.outlaw)
    if fields.phase == names.PLAY:
        return f"seat {fields.turn} to act at {place}"
    if fields.phase == names.DRAW:
        victim = 1 - fields.turn
        return f"seat {fields.turn} ambushed at {place}: a nugget of seat {victim} is drawn at random"
    if fields.phase == names.MOVE:
        steps = "1 step" if fields.steps == 1 else f"{fields.steps} steps"
        return f"seat {fields.turn} ambushed at {place}: the outlaw goes {steps}"
    if fields.phase == names.OVER_NINE:
        return f"game over: seat {fields.turn} has nine of a colour and wins"
    if fields.phase == names.OVER_SHERIFF:
        return f"game over: seat {fields.turn} met the Sheriff and loses"
    first, second = fields.money(0), fields.money(1)
    if first == second:
        return f"game over: a draw at ${first}"
    winner = 0 if first > second else 1
    return f"game over: seat {winner} wins with ${max(first, second)} to ${min(first, second)}"
