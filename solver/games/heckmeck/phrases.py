"""Heckmeck's moves in words, for people."""

from __future__ import annotations

from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Counts, Fields
from solver.games.heckmeck.moves import unpack_roll


def describe(before: Fields, after: Fields, action: int) -> str:
    """A decision that leads from `before` to `after` in one English phrase."""
    face, ending = action & 7, action & ~7
    total, _, left = before.after(face)
    taken = f"sets {names.counted(before.roll[face], names.FACE_TITLES[face])} aside"
    if ending == names.ROLL_ON:
        dice = "1 die" if left == 1 else f"{left} dice"
        return f"{taken} for a total of {total} and rolls {dice}"
    if ending == names.FAIL:
        return f"{taken}, a total of {total} that gets nothing: {_failure(before, after)}"
    return f"{taken}, stops at {total} and {_stop(before, after, total)}"


def describe_roll(before: Fields, after: Fields, outcome: int) -> str:
    """A roll in one English phrase."""
    said = _dice(unpack_roll(outcome))
    if after.phase == names.CHOOSE:
        return f"the dice show {said}"
    return f"the dice show {said}, nothing new to set aside: {_failure(before, after)}"


def _dice(dice: Counts) -> str:
    parts = [names.counted(n, title) for n, title in zip(dice, names.FACE_TITLES, strict=True) if n]
    return ", ".join(parts)


def _failure(before: Fields, after: Fields) -> str:
    """What a failed turn does."""
    if after.phase == names.OVER_SUPPLY:
        return "the turn fails, and without a snail in the supply the game is over"
    if after.phase == names.OVER_GRILL:
        return "the turn fails, and without a space for a snail the game is over"
    changed = [i for i in range(names.SPACES) if before.grill[i] != after.grill[i]]
    owner, number = names.plates(before.grill[changed[0]])
    sent = f" and sends the plate of seat {owner} home" if number else ""
    return f"the turn fails, a snail goes on {names.LOWEST + changed[0]}{sent}"


def _stop(before: Fields, after: Fields, total: int) -> str:
    """What a stop gets."""
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
    worms = names.counted(before.ladder[total - names.LOWEST], "worm")
    if number and owner != before.turn:
        said = f"takes {worms} from seat {owner}"
    elif number:
        said = f"takes {worms} once more"
    else:
        said = f"takes {worms}"
    return said if before.plates[before.turn] else f"{said}, with no plate left to put there"
