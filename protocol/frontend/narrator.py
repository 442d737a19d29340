"""What happened, as lines for people."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.client import Told


def sentence(told: Told, you: int | None = None) -> str:
    """One event with who did it, unless its phrase says so itself; the seat ``you`` is marked."""
    phrase = told.phrase
    if told.follows:
        return f"  {phrase}"
    if told.seat is not None and not phrase.startswith(f"seat {told.seat} "):
        predicate = phrase[:1].islower() and not phrase.startswith("the ")
        phrase = f"seat {told.seat} {phrase}" if predicate else f"seat {told.seat}: {phrase}"
    mine = you is not None and phrase.startswith(f"seat {you} ")
    return f"seat {you} (you){phrase.removeprefix(f'seat {you}')}" if mine else phrase


def sentences(story: Sequence[Told], you: int | None = None) -> list[str]:
    """Events line by line; the same line several times in a row is told once, with its number."""
    out: list[tuple[str, int]] = []
    for told in story:
        line = sentence(told, you)
        if out and out[-1][0] == line:
            out[-1] = (line, out[-1][1] + 1)
        else:
            out.append((line, 1))
    return [line if count == 1 else f"{line} ({count} times)" for line, count in out]
