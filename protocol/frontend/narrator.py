"""Events of a game as lines of text for people."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.client import Told


def sentence(told: Told, you: int | None = None, names: Sequence[str] = ()) -> str:
    """One event with its seat's name, unless the phrase already begins with it; the seat ``you`` is marked.
    ``names``: the names of the seats in the phrases."""
    phrase = told.phrase
    if told.follows:
        return f"  {phrase}"
    mine = _name(you, names)
    who = told.name or _name(told.seat, names)
    if told.seat is not None and not _said(phrase, who):
        predicate = phrase[:1].islower() and not phrase.startswith("the ")
        phrase = f"{who}{' ' if predicate else ': '}{phrase}"
    if you is not None and _said(phrase, mine):
        phrase = f"{mine} (you){phrase.removeprefix(mine)}"
    return phrase


def _name(seat: int | None, names: Sequence[str]) -> str:
    if seat is None:
        return ""
    return names[seat] if seat < len(names) else f"seat {seat}"


def _said(phrase: str, name: str) -> bool:
    """Whether the phrase begins with the name."""
    return phrase.startswith((f"{name} ", f"{name}'s "))


def sentences(story: Sequence[Told], you: int | None = None, names: Sequence[str] = ()) -> list[str]:
    """Events line by line; successive equal lines become one line with their count."""
    out: list[tuple[str, int]] = []
    for told in story:
        line = sentence(told, you, names)
        if out and out[-1][0] == line:
            out[-1] = (line, out[-1][1] + 1)
        else:
            out.append((line, 1))
    return [line if count == 1 else f"{line} ({count} times)" for line, count in out]
