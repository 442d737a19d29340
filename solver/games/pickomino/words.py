"""Pickomino for people: its picture, its moves, how it is played."""

from __future__ import annotations

from collections.abc import Sequence

from solver.game import State
from solver.games.common.dice import CHOOSE, counted
from solver.games.pickomino.fields import TILES, Fields, worms
from solver.games.seats import seat_title, widest

YELLOW, RESET = "\x1b[33m", "\x1b[0m"
PRIMER = """\
Worms are points: the tiles 21 to 24 have one each, 25 to 28 two, 29 to 32 three, 33 to 36 four.
The dice are rolled. Choose a face that shows: all its dice are set aside. Then stop, or roll the rest.
A face can be set aside only once in a turn. A worm counts 5; you need at least one worm to stop.
A stop gets the tile of your total, from the grill or from the top of another seat's stack,
else the next lower tile on the grill. The tile goes on top of your stack.
The turn fails when the roll shows no new face, or when no dice are left and the total brings nothing:
then your top tile goes back to the grill, and the highest tile there is turned over, unless it is that one.
The game ends when no tile lies open on the grill. Most worms win, then the highest tile.
Moves: 4stop sets the fours aside and stops, wroll sets the worms aside and rolls on."""


def draw(fields: Fields, color: bool = False, names: Sequence[str] | None = None) -> str:
    """The grill by worms, the stacks and the dice: no line above 80 columns, no newline at the end.
    ``names``: what the seats are called."""
    lines = []
    for row in range(4):
        tiles = "  ".join(_tile(fields, number) for number in TILES[4 * row : 4 * row + 4])
        shown = ("~" * (row + 1)).ljust(4)
        lines.append(f"{'grill' if not row else '':7}{YELLOW + shown + RESET if color else shown}  {tiles}")
    width = widest(names, fields.seats)
    lines.append(f"  {'':{width}} worms  top  tiles")
    for seat, stack in enumerate(fields.stacks):
        mark = ">" if fields.phase <= CHOOSE and seat == fields.turn else " "
        top = str(stack[-1]) if stack else "-"
        title = f"{mark} {seat_title(names, seat):{width}}"
        lines.append(f"{title}{fields.points(seat):6}{top:>5}  {' '.join(map(str, stack)) or '-'}")
    over = "game over: no tile lies open on the grill"
    status = fields.status(seat_title(names, fields.turn)) if fields.phase <= CHOOSE else over
    return "\n".join([*lines, *fields.picture(color), status])


def _tile(fields: Fields, number: int) -> str:
    """The number of a tile on the grill, ``##`` of one turned over, nothing of one in a stack."""
    if number in fields.grill:
        return str(number)
    return "  " if any(number in stack for stack in fields.stacks) else "##"


def failure(before: Fields, after: Fields) -> str:
    """The effect of a failed turn."""
    stack = before.stacks[before.turn]
    said = ["the turn fails", *(f"{number} goes back to the grill" for number in stack[-1:])]
    turned = {*before.grill, *stack[-1:]} - set(after.grill)
    said += [f"{number} is turned over" for number in turned]
    return ", ".join(said + _over(after))


def stop(before: Fields, after: Fields, total: int) -> str:
    """The gain of a stop."""
    number = before.got(total)
    owner = before.owner(number)
    whence = "the grill" if owner < 0 else f"seat {owner}"
    return ", ".join([f"takes {number} with {counted(worms(number), 'worm')} from {whence}", *_over(after)])


def _over(after: Fields) -> list[str]:
    return ["no tile lies open: the game is over"] if after.phase > CHOOSE else []


def tally(state: State) -> list[str]:
    """Worms and tiles."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    tiles = [", ".join(map(str, stack)) or "no tile" for stack in fields.stacks]
    return [f"{counted(fields.points(seat), 'worm')}: {said}" for seat, said in enumerate(tiles)]


def tie_break(state: State, seat: int) -> str:
    """The highest tile of the seat, which orders equal worms."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    return f"the highest tile: {max(fields.stacks[seat], default='none')}"


def stop_worth(fields: Fields, seat: int, total: int) -> float:
    """To the hand-made player: what a legal stop gets, in worms; a stolen tile counts for its loss too."""
    number = fields.got(total)
    worth = float(worms(number))
    return worth if fields.owner(number) < 0 else worth + worth / (fields.seats - 1)
