"""Longhorn for people: how it is played, how scores come about."""

from __future__ import annotations

from solver.game import State
from solver.games.longhorn import names
from solver.games.longhorn.fields import Fields

PRIMER = """\
Two outlaws steal cattle; the richer one wins. The outlaw stands at the location in [brackets].
On your turn take all cattle of one colour there. If that leaves the location empty, its token takes effect.
Then send the outlaw on: exactly as many steps as you took cattle, from neighbour to neighbour and never
straight back, to a location with cattle. There the other seat acts.
In the end each of your cattle is worth $100 for every one of its colour that is still on the board; nuggets
count as they say. Nine of a colour win at once. Who meets the Sheriff loses at once.
The game ends when the outlaw cannot be sent anywhere.
Tokens: Gold is a nugget; Branding Iron takes a colour from a neighbour; Snake Oil gives another turn;
Ambush takes a colour or a nugget from the other seat; Epidemic takes a colour off the board;
Rattlesnake drives some of your herd back on the board. Locations marked ! are dangerous.
A move is one word: the colour, what the token does, where the outlaw goes, as whitetotulsa."""


def tally(state: State) -> list[str]:
    """What the herd is worth, and the nuggets."""
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
