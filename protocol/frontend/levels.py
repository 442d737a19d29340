"""Levels of strength that people can choose by name, and the engine settings of each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """Level of strength: the engine's option Skill, milliseconds of thought for a move, and a description."""

    name: str
    skill: int
    movetime: int
    words: str


LEVELS = {
    level.name: level
    for level in (
        Level(
            "beginner",
            0,
            200,
            "plays what looks plausible; often overlooks the better move",
        ),
        Level("casual", 5, 300, "sees what lies at hand, errs a few times in a game"),
        Level("club", 10, 500, "plays soundly and punishes careless moves; still errs now and then"),
        Level("expert", 15, 1000, "seldom errs, and then by little"),
        Level("full", 20, 1000, "as strong as the engine is in the time it has"),
    )
}
#: Level of an engine seat for which none is named.
USUAL = "club"


def level_lines() -> list[str]:
    """The levels, a line each, from the weakest to the strongest."""
    return [
        f"{level.name:9} {level.words} (Skill {level.skill}, {level.movetime / 1000:g} s a move)"
        for level in LEVELS.values()
    ]
