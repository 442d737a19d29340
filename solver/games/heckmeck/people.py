"""Heckmeck for people: an explanation of the game and of its scores."""

from __future__ import annotations

from solver.game import State
from solver.games.common.dice import counted
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields

PRIMER = """\
Worms are points, a snail counts 3. The player with the most points at the end wins.
The dice are rolled. Choose a face that shows: all its dice are set aside. Then stop, or roll the rest.
A face can be set aside only once in a turn. A worm counts 5; you need at least one worm to stop.
You can stop when your total is a space of the grill (23 to 36) where there is something to get:
an empty space brings the worms printed on it, and one of your plates (0), (1) ... goes there;
a single plate of another seat: you take the worms from that seat, and the plate there becomes yours;
a single plate of your own: the worms once more, and a second plate. Two plates close the space.
Where a snail (_@/) lies you get the snail; for a total above 36 you get one too.
The turn fails when the roll shows no new face, or when no dice are left and the total brings nothing:
then a snail goes on the highest open space. A failed turn with no snail left to put there ends the game.
Moves: 4stop sets the fours aside and stops, wroll sets the worms aside and rolls on."""


def tally(state: State) -> list[str]:
    """The worms and snails of each seat, in words."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    out = []
    for seat in range(fields.seats):
        worms, snails = fields.worms[seat], fields.snails[seat]
        out.append(
            f"{fields.points(seat)} points: {counted(worms, 'worm')},"
            f" {counted(snails, 'snail')} at {names.SNAIL_POINTS}"
        )
    return out


def tie_break(state: State, seat: int) -> str:
    """The highest space with a plate of the seat, which orders equal points."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    spaces = [names.LOWEST + at for at, there in enumerate(fields.grill) if names.plates(there)[0] == seat]
    return f"the highest space with a plate: {max(spaces) if spaces else 'none'}"
