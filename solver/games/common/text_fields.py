"""Position texts of ``key=value`` fields: reading shared by all games."""

from __future__ import annotations

import re

from solver.errors import NotationError


def bad(message: str, word: str) -> NotationError:
    """The error for a text that is not a position; ``word`` is the offending word."""
    return NotationError(message, word, "position")


def split_fields(
    text: str, edition: str, fields: tuple[str, ...], board: str | None = None, optional: str | None = None
) -> dict[str, str]:
    """The values of a text's fields by name.

    ``edition``: the first word; ``board``: the name of a keyless word that follows it, where the game has
    one; ``fields``: the keys of all other words, in order; ``optional``: the key of an optional last field,
    which the result has only if the text does. Raises NotationError (code ``position``) naming the misplaced
    word.
    """
    head = [edition] if board is None else [edition, board]
    form = " ".join([*head, *(f"{field}=" for field in fields)])
    words = text.split(" ")
    if words[0] != edition:
        raise bad(f"a position of this game begins with {edition}, not {words[0]!r}", words[0])
    if "" in words:
        raise bad("the fields of a position are parted by exactly one space each", " ")
    values = {} if board is None else {board: "".join(words[1:2])}
    for at, field in enumerate(fields, start=len(head)):
        if at >= len(words):
            message = f"the position ends after {words[-1]!r}, before {field}=; its form is {form}"
            raise bad(message, words[-1])
        name, equals, values[field] = words[at].partition("=")
        if name != field or not equals:
            raise bad(f"expected {field}=... where {words[at]!r} stands; the form is {form}", words[at])
    count = len(head) + len(fields)
    if optional and words[count:] and words[count].startswith(f"{optional}="):
        values[optional] = words[count].partition("=")[2]
        count += 1
    if len(words) > count:
        extra = words[count]
        message = f"{extra!r} follows the last of a position's {count} fields; the form is {form}"
        raise bad(message, extra)
    return values


def whole_number(word: str, least: int, most: int) -> int | None:
    """A whole number within bounds, in canonical form; None for any other word."""
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", word, re.ASCII) or not least <= int(word) <= most:
        return None
    return int(word)


def read_number(word: str, where: str, least: int, most: int) -> int:
    """A whole number within bounds, in canonical form. Raises NotationError naming ``where``."""
    number = whole_number(word, least, most)
    if number is None:
        raise bad(f"{where}: {word!r} should be a whole number of {least} to {most}", where)
    return number


def split_seats(
    field: str, word: str, seats: int | tuple[int, int], like: str = "", what: str = "part"
) -> list[str]:
    """The parts of a field, one a seat. ``seats``: the number of seats from the field ``like``, or its
    bounds; ``what``: the name of a part in errors. Raises NotationError naming the field."""
    where = f"{field}={word}"
    parts = word.split("/")
    least, last = seats if isinstance(seats, tuple) else (seats, seats)
    if not least <= len(parts) <= last:
        number = f"{seats}, as many as {like}=" if isinstance(seats, int) else f"{least} to {last}"
        raise bad(f"{where}: one {what} a seat, parted by /; it has {len(parts)} and not {number}", where)
    return parts


def read_seats(
    field: str, word: str, most: int, seats: int | tuple[int, int], like: str = ""
) -> tuple[int, ...]:
    """The numbers of a field, one a seat, 0 to ``most``; otherwise as :func:`split_seats`."""
    parts = split_seats(field, word, seats, like, "number")
    return tuple(read_number(part, f"{field}={word}", 0, most) for part in parts)


def read_numbers(field: str, word: str, least: int, most: int) -> tuple[int, ...]:
    """Numbers joined by ``+``; ``-`` for none. Raises NotationError naming the part that is not a number."""
    if word == "-":
        return ()
    numbers = []
    for part in word.split("+"):
        number = whole_number(part, least, most)
        if number is None:
            raise bad(f"{part!r} in {field} should be a number of {least} to {most}", part)
        numbers.append(number)
    return tuple(numbers)


def numbers_text(numbers: tuple[int, ...]) -> str:
    """``21+24``; ``-`` for none."""
    return "+".join(map(str, numbers)) or "-"


def checked_text(text: object) -> str:
    """The text of a position, checked for its type. Raises NotationError for anything but a text."""
    if not isinstance(text, str):
        raise bad("a position is text", repr(text))
    return text


def seats_text(numbers: tuple[int, ...]) -> str:
    """``10/8/9``: a number for each seat."""
    return "/".join(map(str, numbers))
