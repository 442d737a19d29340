"""ASCII drawing of a Heckmeck position for people."""

from __future__ import annotations

from collections.abc import Sequence

from solver.games.common.dice import CHOOSE, RESET
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields
from solver.games.seats import seat_title, widest

RED, YELLOW = "\x1b[31m", "\x1b[33m"
SEAT_CODES = ("\x1b[36m", "\x1b[35m", "\x1b[32m", "\x1b[34m", "\x1b[91m")
SNAIL = "_@/"
CELL = 4


def draw(fields: Fields, color: bool = False, names_of: Sequence[str] | None = None) -> str:
    """The grill with its plates and snails, the seats and the dice: 71 columns, no newline at the end.

    ``~`` is a worm, ``_@/`` a snail, ``(0)`` a plate of seat 0 and ``(00)`` two of them.
    ``names_of``: the names of the seats; with names, plates and seats are numbered from 1.
    """
    edge = "+" + "+".join(["-" * CELL] * names.SPACES) + "+"
    numbers = [str(names.LOWEST + i).center(CELL) for i in range(names.SPACES)]
    worms = [_paint(_worms(n), YELLOW, color) for n in fields.ladder]
    lines = [
        edge,
        _row(numbers),
        _row(worms),
        _row([_lying(x, color, 0 if names_of is None else 1) for x in fields.grill]),
        edge,
    ]
    lines.append(f"{_snails(fields)}; a snail counts {names.SNAIL_POINTS}, {'~'} is a worm")
    titles = _titles(fields, names_of)
    width = widest(titles, fields.seats)
    lines.append(f"  {'':{width}} points  worms  snails  plates in hand")
    lines += [_seat(fields, seat, color, titles[seat].ljust(width)) for seat in range(fields.seats)]
    lines += fields.picture(color)
    lines.append(_status(fields, names_of))
    return "\n".join(lines)


def _paint(text: str, code: str, color: bool) -> str:
    return f"{code}{text}{RESET}" if color else text


def _row(cells: list[str]) -> str:
    return "|" + "|".join(cells) + "|"


def _worms(number: int) -> str:
    """The worms printed on a space."""
    return ("~" * number if number <= CELL else f"{number}~").center(CELL)


def _titles(fields: Fields, names_of: Sequence[str] | None) -> list[str]:
    """The titles of the seats' rows: their names with the numbers on their plates."""
    if names_of is None:
        return [seat_title(None, seat) for seat in range(fields.seats)]
    plain = [f"seat {seat + 1}" for seat in range(fields.seats)]
    return [
        name if name.startswith(own) else f"{seat + 1} {name}"
        for seat, (name, own) in enumerate(zip(names_of, plain, strict=False))
    ]


def _lying(there: int, color: bool, first: int) -> str:
    """The pieces on a space."""
    if there == names.SNAIL:
        return _paint(SNAIL.center(CELL), RED, color)
    seat, number = names.plates(there)
    if not number:
        return " " * CELL
    return _paint(f"({str(seat + first) * number})".center(CELL), SEAT_CODES[seat], color)


def _snails(fields: Fields) -> str:
    return f"snails beside the grill: {fields.supply} of {fields.box_snails}"


def _seat(fields: Fields, seat: int, color: bool, title: str) -> str:
    """One seat's points and their parts."""
    mark = ">" if fields.phase <= CHOOSE and seat == fields.turn else " "
    name = _paint(title, SEAT_CODES[seat], color)
    return (
        f"{mark} {name} {fields.points(seat):6} {fields.worms[seat]:6} {fields.snails[seat]:7}"
        f" {fields.plates[seat]:15}"
    )


def _status(fields: Fields, names_of: Sequence[str] | None) -> str:
    """One line: who acts, or how the game ended."""
    if fields.phase <= CHOOSE:
        return fields.status(seat_title(names_of, fields.turn))
    return {
        names.OVER_SUPPLY: "game over: a turn failed and no snail is left in the supply",
        names.OVER_GRILL: "game over: a turn failed and no space can take a snail",
        names.OVER_SNAILS: f"game over: a stop above {names.HIGHEST} and no snail left anywhere",
    }[fields.phase]
