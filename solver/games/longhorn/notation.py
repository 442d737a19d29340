"""Longhorn's position text, both ways. Grammar: docs/games/longhorn.md.

Reading is strict: every position has exactly one text; any other raises one error naming the offending word.
"""

from __future__ import annotations

import re

from solver.errors import NotationError, SetupError
from solver.games.common.text_fields import bad, split_fields
from solver.games.longhorn import names
from solver.games.longhorn.fields import NO_CATTLE, Counts, Fields
from solver.games.longhorn.figures import MOST, MOST_HERE, MOST_OF_A_KIND, Figures, balanced, standard

EDITION = "longhorn/1"
FIELDS = ("herds", "gold", "outlaw", "turn", "last", "phase")


# --- position text, writing ---------------------------------------------------------------------------------


def counts_text(counts: Counts) -> str:
    """``b2w1`` for two black and one white; ``-`` for none."""
    return "".join(f"{letter}{n}" for letter, n in zip(names.COLOUR_LETTERS, counts, strict=True) if n) or "-"


def gold_text(hundreds: tuple[int, ...]) -> str:
    """``300+500`` for two nuggets; ``-`` for none."""
    return "+".join(str(100 * value) for value in hundreds) or "-"


def phase_text(phase: int, steps: int) -> str:
    """``play``, ``draw:2``, ``over:nine`` ..."""
    word = names.PHASES[phase]
    return f"{word}:{steps}" if phase in (names.DRAW, names.MOVE) else word


def square_text(fields: Fields, square: int) -> str:
    """``tulsa:b1w1:ambush``."""
    cattle, token = counts_text(fields.cattle[square]), names.token_word(fields.tokens[square])
    return f"{fields.word(square)}:{cattle}:{token}"


def figures_text(figures: Figures) -> str:
    """``6,5,4s,4s,4s,4s,4s,3,2/brandingx3,gold200x2``: cattle by location, ``s`` marking a starting location,
    then the tokens in the box.
    """
    here = zip(figures.cattle, figures.start, strict=True)
    cattle = ",".join(f"{n}{'s' * start}" for n, start in here)
    tokens = ",".join(f"{names.token_word(kind)}x{count}" for kind, count in figures.tokens)
    return f"{cattle}/{tokens}"


def to_text(fields: Fields, figures: Figures | None = None) -> str:
    """The only text of a position; non-standard figures stand at its end."""
    own = f" figures={figures_text(figures)}" if figures not in (None, standard()) else ""
    squares = [square_text(fields, square) for square in range(9)]
    rows = "/".join(",".join(squares[row : row + 3]) for row in (0, 3, 6))
    return (
        f"{EDITION} {rows}"
        f" herds={counts_text(fields.herds[0])}/{counts_text(fields.herds[1])}"
        f" gold={gold_text(fields.gold[0])}/{gold_text(fields.gold[1])}"
        f" outlaw={fields.word(fields.outlaw)}"
        f" turn={fields.turn}"
        f" last={fields.word(fields.last[0])}/{fields.word(fields.last[1])}"
        f" phase={phase_text(fields.phase, fields.steps)}{own}"
    )


# --- position text, reading ---------------------------------------------------------------------------------


def _unknown_location(word: str, field: str) -> NotationError:
    known = ", ".join(names.LOCATIONS)
    return bad(f"unknown location {word!r} in {field}; locations are {known}", word)


def _read_counts(word: str) -> Counts:
    """Cattle of one square or herd."""
    if word == "-":
        return NO_CATTLE
    if not re.fullmatch(r"(?:[a-z][0-9]+)+", word, re.ASCII):
        raise bad(f"cattle are written like b2w1 or -, not {word!r}", word)
    counts = [0, 0, 0, 0]
    previous = -1
    for letter, digits in re.findall(r"([a-z])([0-9]+)", word):
        colour = names.COLOUR_LETTERS.find(letter)
        if colour < 0:
            raise bad(f"{letter!r} in {word} is not a colour; colours are b w o g", word)
        if colour <= previous:
            raise bad(f"the colours in {word} must stand in the order b w o g, each once", word)
        previous = colour
        if digits.startswith("0"):
            raise bad(f"{letter}{digits} in {word} is not a count; a colour that is absent is left out", word)
        if len(digits) > 1:
            raise bad(f"{letter}{digits} in {word}: there are only nine cattle of a colour", word)
        counts[colour] = int(digits)
    return (counts[0], counts[1], counts[2], counts[3])


def _read_token_kind(word: str) -> int:
    """An action token's word."""
    if word == "-":
        return names.NO_TOKEN
    if word in names.TOKEN_WORDS:
        return names.TOKEN_WORDS.index(word) + 1
    match = re.fullmatch(r"gold([1-9][0-9]{0,3})00", word, re.ASCII)
    if match and int(match[1]) <= names.MAX_NUGGET_HUNDREDS:
        return names.GOLD + int(match[1])
    known = ", ".join(names.TOKEN_WORDS)
    raise bad(f"unknown token {word!r}; tokens are {known}, gold + dollars, or -", word)


def _read_gold(word: str) -> tuple[int, ...]:
    """The nuggets of one seat, in hundreds of dollars."""
    if word == "-":
        return ()
    values = []
    for part in word.split("+"):
        if not re.fullmatch(r"[1-9][0-9]{0,3}00", part, re.ASCII):
            raise bad(
                f"{part!r} in gold {word} is not a nugget; nuggets are written like 300+500, or -", part
            )
        values.append(int(part) // 100)
    if values != sorted(values):
        raise bad(f"the nuggets {word} must be written in ascending order", word)
    return tuple(values)


def _read_pair(field: str, word: str) -> tuple[str, str]:
    """The two halves of a field with one word for each seat."""
    halves = word.split("/")
    if len(halves) != 2:
        message = f"{field}={word} must hold one part for each of two seats, parted by one /"
        raise bad(message, f"{field}={word}")
    return halves[0], halves[1]


def _read_squares(word: str) -> tuple[tuple[int, ...], tuple[Counts, ...], tuple[int, ...]]:
    """The board: places, cattle, tokens."""
    rows = word.split("/")
    if len(rows) != 3:
        raise bad(f"the board has three rows parted by /, not {len(rows)}", word)
    places: list[int] = []
    cattle: list[Counts] = []
    tokens: list[int] = []
    for row in rows:
        squares = row.split(",")
        if len(squares) != 3:
            raise bad(f"a row has three squares parted by commas, not {len(squares)}: {row}", row)
        for square in squares:
            parts = square.split(":")
            if len(parts) != 3:
                raise bad(f"a square is written location:cattle:token, not {square!r}", square)
            if parts[0] not in names.LOCATIONS:
                raise _unknown_location(parts[0], "board")
            place = names.LOCATIONS.index(parts[0])
            if place in places:
                raise bad(f"{parts[0]} stands twice on the board, so another location is missing", parts[0])
            places.append(place)
            cattle.append(_read_counts(parts[1]))
            tokens.append(_read_token_kind(parts[2]))
    return tuple(places), tuple(cattle), tuple(tokens)


def _read_square(field: str, word: str, places: tuple[int, ...]) -> int:
    """A location word as a square."""
    if word == "-":
        return names.NONE
    if word not in names.LOCATIONS:
        raise _unknown_location(word, field)
    return places.index(names.LOCATIONS.index(word))


def _read_phase(word: str) -> tuple[int, int]:
    """Phase and steps."""
    if word in names.PHASES and word not in ("draw", "move"):
        return names.PHASES.index(word), 0
    match = re.fullmatch(r"(draw|move):([1-8])", word, re.ASCII)
    if match is None:
        raise bad(
            f"unknown phase {word!r}; phases are start, play, draw:N, move:N (N of 1 to 8), "
            "over:money, over:nine, over:sheriff",
            word,
        )
    return names.PHASES.index(match[1]), int(match[2])


def _read_figures(word: str) -> Figures:
    """The figures of a box other than the standard one."""
    cattle_words, slash, token_words = word.partition("/")
    here = [re.fullmatch(r"([1-9][0-9]?)(s?)", part, re.ASCII) for part in cattle_words.split(",")]
    if not slash or len(here) != len(names.LOCATIONS):
        raise bad(f"figures are written {figures_text(standard())}, not {word!r}", word)
    cattle, start = [], []
    for part, match in zip(cattle_words.split(","), here, strict=True):
        if match is None or int(match[1]) > MOST_HERE:
            raise bad(
                f"{part!r} in figures is not a number of cattle, 1 to {MOST_HERE}, with s for a start", part
            )
        cattle.append(int(match[1]))
        start.append(bool(match[2]))
    tokens: list[tuple[int, int]] = []
    for part in token_words.split(","):
        kind_word, _, digits = part.partition("x")
        kind = _read_token_kind(kind_word)
        most = MOST.get(kind_word, MOST_OF_A_KIND)
        if kind == names.NO_TOKEN or not re.fullmatch(r"[1-9][0-9]?", digits, re.ASCII) or int(digits) > most:
            raise bad(f"{part!r} in figures is not a token with its number, like brandingx3", part)
        if tokens and tokens[-1][0] >= kind:
            raise bad(f"{part} in figures: the kinds stand in their order, nuggets by value, each once", part)
        tokens.append((kind, int(digits)))
    try:
        figures = balanced(tuple(cattle), tuple(start), tuple(tokens))
    except SetupError as error:
        raise bad(f"{word} in {error.message}", word) from error
    if figures == standard():
        raise bad(f"figures={word}: the figures of the standard box are not written", f"figures={word}")
    return figures


def parse(text: str) -> tuple[Fields, Figures]:
    """Read a position text; :mod:`~solver.games.longhorn.validity` checks whether the position is possible.

    Raises NotationError (code ``position``) naming the offending word of any other text.
    """
    values = split_fields(text, EDITION, FIELDS, board="SQUARES", optional="figures")
    figures = _read_figures(values["figures"]) if "figures" in values else standard()
    places, cattle, tokens = _read_squares(values["SQUARES"])
    herd_words = _read_pair("herds", values["herds"])
    herds = (_read_counts(herd_words[0]), _read_counts(herd_words[1]))
    gold_words = _read_pair("gold", values["gold"])
    gold = (_read_gold(gold_words[0]), _read_gold(gold_words[1]))
    outlaw = _read_square("outlaw", values["outlaw"], places)
    if values["turn"] not in ("0", "1"):
        raise bad(f"turn is seat 0 or 1, not {values['turn']!r}", values["turn"])
    last_words = _read_pair("last", values["last"])
    last = (_read_square("last", last_words[0], places), _read_square("last", last_words[1], places))
    phase, steps = _read_phase(values["phase"])
    turn = int(values["turn"])
    return Fields(places, cattle, tokens, herds, gold, outlaw, turn, last, phase, steps), figures
