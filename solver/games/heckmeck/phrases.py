"""Heckmeck's moves in words for people."""

from __future__ import annotations

from solver.games.common.dice import counted
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields


def failure(before: Fields, after: Fields) -> str:
    """The consequence of a failed turn."""
    if after.phase == names.OVER_SUPPLY:
        return "the turn fails, and without a snail in the supply the game is over"
    if after.phase == names.OVER_GRILL:
        return "the turn fails, and without a space for a snail the game is over"
    changed = [i for i in range(names.SPACES) if before.grill[i] != after.grill[i]]
    owner, number = names.plates(before.grill[changed[0]])
    sent = f" and sends the plate of seat {owner} home" if number else ""
    return f"the turn fails, a snail goes on {names.LOWEST + changed[0]}{sent}"


def stop(before: Fields, after: Fields, total: int) -> str:
    """The gain of a stop."""
    if after.phase == names.OVER_SNAILS:
        return "finds no snail left: the game is over"
    if total > names.HIGHEST:
        if after.supply < before.supply:
            return "takes a snail from the supply"
        changed = [i for i in range(names.SPACES) if before.grill[i] != after.grill[i]]
        return f"takes the snail from {names.LOWEST + changed[0]}"
    there = before.grill[total - names.LOWEST]
    if there == names.SNAIL:
        return "takes the snail there"
    owner, number = names.plates(there)
    worms = counted(before.ladder[total - names.LOWEST], "worm")
    if number and owner != before.turn:
        said = f"takes {worms} from seat {owner}"
    elif number:
        said = f"takes {worms} once more"
    else:
        said = f"takes {worms}"
    return said if before.plates[before.turn] else f"{said}, with no plate left to put there"
