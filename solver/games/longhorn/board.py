"""The picture of a Longhorn position, in ASCII."""

from __future__ import annotations

from collections.abc import Sequence

from solver.games.longhorn import names
from solver.games.longhorn.fields import Counts, Fields
from solver.games.seats import seat_title, widest

WIDTH = 22
HERD_WIDTH = len("8 black 8 white 8 orange 8 green")
BOLD, RESET = "\x1b[1m", "\x1b[0m"
RED, YELLOW = "\x1b[31m", "\x1b[33m"
#: White cattle are drawn bold in the terminal's own colour, so that a light terminal shows them too.
COLOUR_CODES = ("\x1b[90m", "\x1b[1m", "\x1b[38;5;208m", "\x1b[32m")


def draw(fields: Fields, color: bool = False, names_of: Sequence[str] | None = None) -> str:
    """The position as a 3x3 board and the seats' belongings: at most 80 columns, no newline at the end.

    ``names_of``: the seats' names.
    """
    edge = "+" + "+".join(["-" * (WIDTH + 2)] * 3) + "+"
    lines = [edge]
    for row in (0, 3, 6):
        cells = [_cell(fields, square, color) for square in range(row, row + 3)]
        lines += ["| " + " | ".join(parts) + " |" for parts in zip(*cells, strict=True)]
        lines.append(edge)
    width = widest(names_of, 2)
    lines.append(f"  {'':{width}} {'money':8}{'herd':{HERD_WIDTH}}  nuggets")
    lines += [_seat(fields, seat, color, names_of, width) for seat in (0, 1)]
    lines += _dangers(fields, names_of)
    lines.append(_status(fields, names_of))
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


def _seat(fields: Fields, seat: int, color: bool, names_of: Sequence[str] | None, width: int) -> str:
    """One seat's money as it stands, herd and nuggets."""
    mark = ">" if seat == fields.turn and fields.phase in (names.START, names.PLAY, names.MOVE) else " "
    money = f"${fields.money(seat)}"
    herd = _counts(fields.herds[seat], " ", False, HERD_WIDTH, color)
    nuggets = " ".join(str(100 * value) for value in fields.gold[seat]) or "-"
    return f"{mark} {seat_title(names_of, seat):{width}} {money:8}{herd}  {nuggets}"


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


def _dangers(fields: Fields, names_of: Sequence[str] | None) -> list[str]:
    """The dangerous location (marked !) that each seat may not be sent to."""
    lines = []
    for seat in (0, 1):
        square = fields.last[seat]
        if square != names.NONE and fields.tokens[square] in names.DANGEROUS:
            place = fields.title(square)
            who = seat_title(names_of, seat)
            lines.append(f"{who} is kept from {place} (danger) if anything else is open")
    return lines


def _status(fields: Fields, names_of: Sequence[str] | None) -> str:
    """One line with the seat to act or the end of the game."""
    turn = fields.turn
    who, other = seat_title(names_of, turn), seat_title(names_of, 1 - turn)
    if fields.phase == names.START:
        chooser, opener = seat_title(names_of, 1), seat_title(names_of, 0)
        return f"{chooser} chooses where the game starts; {opener} plays first"
    place = fields.title(fields.outlaw)
    if fields.phase == names.PLAY:
        return f"{who} to act at {place}"
    if fields.phase == names.DRAW:
        return f"{who} ambushed at {place}: a nugget of {other} is drawn at random"
    if fields.phase == names.MOVE:
        steps = "1 step" if fields.steps == 1 else f"{fields.steps} steps"
        return f"{who} ambushed at {place}: the outlaw goes {steps}"
    if fields.phase == names.OVER_NINE:
        return f"game over: {who} has nine of a colour and wins"
    if fields.phase == names.OVER_SHERIFF:
        return f"game over: {who} met the Sheriff and loses"
    first, second = fields.money(0), fields.money(1)
    if first == second:
        return f"game over: a draw at ${first}"
    winner = seat_title(names_of, 0 if first > second else 1)
    return f"game over: {winner} wins with ${max(first, second)} to ${min(first, second)}"
