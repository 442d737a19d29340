"""Menu of the moves: how they are listed, and which of them a player's words mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from textwrap import wrap

from protocol.frontend.verdict import Choice

#: Most candidates in the answer to an ambiguous word.
CANDIDATES_MAX = 6
#: Most characters of a typed line that a message repeats.
QUOTED_MAX = 40


class Unclear(Exception):
    """Error of typed text that names no move, or several; the message says what would be right."""


def read_list(text: str) -> list[str]:
    """The words of a list separated by commas or blanks; the settings of an engine, as in
    ``engine:level=club,movetime=500``, stay together.

    Raises:
        ValueError: a comma begins or ends the list, or follows another one.
    """
    if any(not part.strip() for part in text.split(",")):
        raise ValueError(f"'{quoted(text)}' has an empty place between commas: name who sits there")
    out: list[str] = []
    for word in text.replace(",", " ").split():
        if out and "=" in word and ":" in out[-1] and ":" not in word:
            out[-1] += f",{word}"
        else:
            out.append(word)
    return out


def whole(text: str) -> int | None:
    """The number in a text of at most nine digits; None for any other text. (``isdigit`` alone accepts
    superscripts and thousands of digits, which ``int`` refuses.)"""
    return int(text) if text.isdecimal() and len(text) <= 9 else None


def numbered(choices: Sequence[Choice]) -> bool:
    """Whether the moves have numbers: not where their tokens are numbers themselves, such as cards."""
    return not any(choice.token.isdigit() for choice in choices)


def pick(choices: Sequence[Choice], typed: str, name: str = "") -> Choice:
    """The move named by ``typed``: by its token, its number in the list, the beginning of its token, or words
    of its phrase. The player's own ``name`` may stand before it.

    Raises:
        Unclear: no move, or several moves.
    """
    text = " ".join(typed.lower().split())
    if not any(choice.phrase.lower() == text for choice in choices):
        text = text.removeprefix(f"{name.lower()} ") if name else text
    for choice in choices:
        if choice.token == text or choice.phrase.lower() == text:
            return choice
    text = " ".join(text.replace(",", " ").split())  # commas are blanks
    if text.isdecimal() and numbered(choices):
        number = whole(text)
        if number is not None and 1 <= number <= len(choices):
            return choices[number - 1]
        raise Unclear(f"there is no move {quoted(text)}: the moves are 1 to {len(choices)}")
    if text.isdecimal():
        raise Unclear(f"{quoted(text)} is not among the moves: they are {', '.join(ranges(choices))}")
    found = [choice for choice in choices if choice.token.startswith(text)]
    if len(found) != 1:
        parts = text.split()
        named = [c for c in choices if all(part in c.phrase.lower().split() for part in parts)]
        if not named:
            named = [c for c in choices if all(part in c.phrase.lower() for part in parts)]
        found = named if not found or len(named) == 1 else found
    if len(found) == 1:
        return found[0]
    if not found:
        what = "number, token or words" if numbered(choices) else "token or words"
        raise Unclear(
            f"'{quoted(typed)}' is not a move here: type its {what}; 'moves' lists them, 'help' helps"
        )
    names = ", ".join(choice.token for choice in found[:CANDIDATES_MAX])
    more = f" and {len(found) - CANDIDATES_MAX} more" if len(found) > CANDIDATES_MAX else ""
    raise Unclear(f"'{quoted(typed)}' may be {names}{more}: say which")


def quoted(typed: str) -> str:
    """Typed text as a message repeats it: cut if very long, with ``?`` for what cannot be printed."""
    text = "".join(c if c.isprintable() else "?" for c in typed.strip())
    return text if len(text) <= QUOTED_MAX else f"{text[: QUOTED_MAX - 3]}..."


def ranges(choices: Sequence[Choice]) -> list[str]:
    """The tokens in the order of the moves; successive numbers are joined: ``4-10``, ``12``."""
    out: list[list[str]] = []
    for token in [choice.token for choice in choices]:
        before = out[-1][-1] if out else ""
        if token.isdigit() and before.isdigit() and int(token) == int(before) + 1:
            out[-1].append(token)
        else:
            out.append([token])
    return [token for run in out for token in (run if len(run) < 3 else [f"{run[0]}-{run[-1]}"])]


def listing(choices: Sequence[Choice]) -> list[str]:
    """All moves, one a line of any length: number, token, words."""
    widest = max((len(choice.token) for choice in choices), default=0)
    count = len(str(len(choices)))
    lines = []
    for number, choice in enumerate(choices, 1):
        head = f"{number:>{count}}  " if numbered(choices) else ""
        odds = f"  ({choice.odds})" if choice.odds is not None else ""
        lines.append(f"{head}{choice.token:{min(widest, 24)}}  {choice.phrase}{odds}")
    return lines


def short_listing(choices: Sequence[Choice], width: int) -> list[str]:
    """Numbers and tokens only, in columns that fill ``width``."""
    texts = [c.token for c in choices]
    if numbered(choices):
        texts = [f"{number} {text}" for number, text in enumerate(texts, 1)]
    columns = _columns(texts, width)
    rows = ceil(len(texts) / columns)
    cell = max(map(len, texts), default=0) + 2
    return ["".join(text.ljust(cell) for text in texts[row::rows]).rstrip()[:width] for row in range(rows)]


def _columns(texts: Sequence[str], width: int) -> int:
    return max(1, width // (max(map(len, texts), default=0) + 2))


def fitted(choices: Sequence[Choice], width: int, height: int) -> list[str]:
    """The moves in at most ``height`` lines: with words if there is room, else without, else as ranges of
    numbers, else as many as fit, with a word on how to see all."""
    told = [listing(choices), short_listing(choices, width)]
    if not numbered(choices):
        told.append(wrap("  ".join(ranges(choices)), width, break_on_hyphens=False))
    for lines in told:
        if len(lines) <= height and all(len(line) <= width for line in lines):
            return lines
    said = f"... {len(choices)} moves in all: type moves to see them with their words"[:width]
    room = max(0, height - 1)
    texts = [f"{len(choices)} {choice.token}" for choice in choices]
    return [*short_listing(choices[: room * _columns(texts, width)], width)[:room], said]
