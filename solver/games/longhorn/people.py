"""Words for people about Longhorn: the primer and the score sheet."""

from __future__ import annotations

from solver.game import State
from solver.games.longhorn import names
from solver.games.longhorn.fields import Fields

PRIMER = """\
Two players steal cattle; the richer one wins. The outlaw stands at the location in [brackets].
On your turn take all cattle of one colour there. If that leaves the location empty, its token takes effect.
Then move the outlaw exactly one step for each animal you took, from neighbour to neighbour and never
straight back, to a location with cattle. The other player acts there.
At the end each of your cattle is worth $100 for every animal of its colour still on the board; nuggets
are worth what is printed on them. Nine of a colour win at once. Whoever meets the Sheriff loses at once.
The game ends when the outlaw has nowhere to go.
Tokens: Gold is a nugget; Branding Iron takes a colour from a neighbour; Snake Oil gives another turn;
Ambush takes a colour or a nugget from the other player; Epidemic removes a colour from the board;
Rattlesnake puts one of each colour in your herd back on the board. Locations marked ! are dangerous.
A move is one word: the colour, the token's effect if any, and the destination, as in whitetotulsa."""


def tally(state: State) -> list[str]:
    """The money of each seat, with the worth of its herd and nuggets."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    out = []
    for seat in (0, 1):
        parts = []
        for colour, held in enumerate(fields.herds[seat]):
            if held:
                worth = 100 * fields.on_board(colour)
                parts.append(f"{held} {names.COLOURS[colour]} at ${worth}")
        parts += [f"a nugget of ${100 * value}" for value in fields.gold[seat]]
        out.append(f"${fields.money(seat)}: {', '.join(parts) or 'nothing'}")
    if fields.phase in (names.OVER_NINE, names.OVER_SHERIFF):
        nine = fields.phase == names.OVER_NINE
        out[fields.turn] += "; has nine of a colour and wins" if nine else "; met the Sheriff and loses"
    return out


def turn_begins(state: State) -> bool:
    """Whether cattle are taken next, not a place to start chosen or an Ambush ended."""
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    return fields.phase == names.PLAY
