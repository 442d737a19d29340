"""Longhorn's position text and move tokens, both ways. Grammar: docs/games/longhorn.md.

Reading is strict: every position has exactly one text, and anything else is one error naming the offending word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from solver.errors import NotationError
from solver.games.longhorn import names
from solver.games.longhorn.fields import NO_CATTLE, Counts, Fields
from solver.games.longhorn.figures import BOARD_TOKENS, Figures

EDITION = "longhorn/1"
FIELDS = ("herds", "gold", "outlaw", "turn", "last", "phase")
OF_A_COLOUR = 9

KIND_PLAIN, KIND_BRANDING, KIND_AMBUSH_COLOUR, KIND_AMBUSH_NUGGET = range(4)
KIND_EPIDEMIC, KIND_RATTLESNAKE, KIND_START, KIND_MOVE = range(4, 8)


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


def to_text(fields: Fields) -> str:
    """The one text of a position."""
    squares = [
        f"{fields.word(square)}:{counts_text(fields.cattle[square])}:{names.token_word(fields.tokens[square])}"
        for square in range(9)
    ]
    rows = "/".join(",".join(squares[row : row + 3]) for row in (0, 3, 6))
    return (
        f"{EDITION} {rows}"
        f" herds={counts_text(fields.herds[0])}/{counts_text(fields.herds[1])}"
        f" gold={gold_text(fields.gold[0])}/{gold_text(fields.gold[1])}"
        f" outlaw={fields.word(fields.outlaw)}"
        f" turn={fields.turn}"
        f" last={fields.word(fields.last[0])}/{fields.word(fields.last[1])}"
        f" phase={phase_text(fields.phase, fields.steps)}"
    )


# --- position text, reading ---------------------------------------------------------------------------------


def _bad(message: str, word: str) -> NotationError:
    return NotationError(message, word, "position")


def _read_counts(word: str) -> Counts:
    """Cattle of one square or herd."""
    if word == "-":
        return NO_CATTLE
    if not re.fullmatch(r"(?:[a-z][0-9]+)+", word, re.ASCII):
        raise _bad(f"cattle are written like b2w1 or -, not {word!r}", word)
    counts = [0, 0, 0, 0]
    previous = -1
    for letter, digits in re.findall(r"([a-z])([0-9]+)", word):
        colour = names.COLOUR_LETTERS.find(letter)
        if colour < 0:
            raise _bad(f"{letter!r} in {word} is no colour; colours are b w o g", word)
        if colour <= previous:
            raise _bad(f"the colours in {word} must stand in the order b w o g, each once", word)
        previous = colour
        if digits.startswith("0"):
            raise _bad(f"{letter}{digits} in {word} is no count; a colour that is absent is left out", word)
        if len(digits) > 1:
            raise _bad(f"{letter}{digits} in {word}: there are only nine cattle of a colour", word)
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
    raise _bad(f"unknown token {word!r}; tokens are {', '.join(names.TOKEN_WORDS)}, gold + dollars, or -", word)


def _read_gold(word: str) -> tuple[int, ...]:
    """The nuggets of one seat, in hundreds of dollars."""
    if word == "-":
        return ()
    values = []
    for part in word.split("+"):
        if not re.fullmatch(r"[1-9][0-9]{0,3}00", part, re.ASCII):
            raise _bad(f"{part!r} in gold {word} is no nugget; nuggets are written like 300+500, or -", part)
        values.append(int(part) // 100)
    if values != sorted(values):
        raise _bad(f"the nuggets {word} must be written in ascending order", word)
    return tuple(values)


def _read_pair(field: str, word: str) -> tuple[str, str]:
    """The two halves of a field with one word a seat."""
    halves = word.split("/")
    if len(halves) != 2:
        raise _bad(f"{field}={word} must hold one part for each of two seats, parted by one /", f"{field}={word}")
    return halves[0], halves[1]


def _read_squares(word: str) -> tuple[tuple[int, ...], tuple[Counts, ...], tuple[int, ...]]:
    """The board: places, cattle, tokens."""
    rows = word.split("/")
    if len(rows) != 3:
        raise _bad(f"the board has three rows parted by /, not {len(rows)}", word)
    places: list[int] = []
    cattle: list[Counts] = []
    tokens: list[int] = []
    for row in rows:
        squares = row.split(",")
        if len(squares) != 3:
            raise _bad(f"a row has three squares parted by commas, not {len(squares)}: {row}", row)
        for square in squares:
            parts = square.split(":")
            if len(parts) != 3:
                raise _bad(f"a square is written location:cattle:token, not {square!r}", square)
            if parts[0] not in names.LOCATIONS:
                raise _bad(f"unknown location {parts[0]!r}; locations are {', '.join(names.LOCATIONS)}", parts[0])
            place = names.LOCATIONS.index(parts[0])
            if place in places:
                raise _bad(f"{parts[0]} stands twice on the board, so another location is missing", parts[0])
            places.append(place)
            cattle.append(_read_counts(parts[1]))
            tokens.append(_read_token_kind(parts[2]))
    return tuple(places), tuple(cattle), tuple(tokens)


def _read_square(field: str, word: str, places: tuple[int, ...]) -> int:
    """A location word as a square."""
    if word == "-":
        return names.NONE
    if word not in names.LOCATIONS:
        raise _bad(f"unknown location {word!r} in {field}; locations are {', '.join(names.LOCATIONS)}", word)
    return places.index(names.LOCATIONS.index(word))


def _read_phase(word: str) -> tuple[int, int]:
    """Phase and steps."""
    if word in names.PHASES and word not in ("draw", "move"):
        return names.PHASES.index(word), 0
    match = re.fullmatch(r"(draw|move):([1-8])", word, re.ASCII)
    if match is None:
        raise _bad(
            f"unknown phase {word!r}; phases are start, play, draw:N, move:N (N of 1 to 8), "
            "over:money, over:nine, over:sheriff", word)
    return names.PHASES.index(match[1]), int(match[2])


def parse(text: str, figures: Figures) -> Fields:
    """Read a position text.

    Raises NotationError (code ``position``) naming the offending word when the text is not written as positions are,
    or when the rules could not play on from such a position.
    """
    words = text.split(" ")
    if words[0] != EDITION:
        raise _bad(f"a position of this game begins with {EDITION}, not {words[0]!r}", words[0])
    if "" in words:
        raise _bad("the fields of a position are parted by exactly one space each", " ")
    if len(words) != 2 + len(FIELDS):
        at = words[8] if len(words) > 8 else words[-1]
        raise _bad(f"a position has 8 fields, not {len(words)}: {EDITION} SQUARES {' '.join(f'{f}=' for f in FIELDS)}", at)
    values: dict[str, str] = {}
    for field, word in zip(FIELDS, words[2:], strict=True):
        name, equals, value = word.partition("=")
        if name != field or not equals:
            raise _bad(f"expected {field}=... where {word!r} stands", word)
        values[field] = value

    places, cattle, tokens = _read_squares(words[1])
    herd_words = _read_pair("herds", values["herds"])
    herds = (_read_counts(herd_words[0]), _read_counts(herd_words[1]))
    gold_words = _read_pair("gold", values["gold"])
    gold = (_read_gold(gold_words[0]), _read_gold(gold_words[1]))
    outlaw = _read_square("outlaw", values["outlaw"], places)
    if values["turn"] not in ("0", "1"):
        raise _bad(f"turn is seat 0 or 1, not {values['turn']!r}", values["turn"])
    last_words = _read_pair("last", values["last"])
    last = (_read_square("last", last_words[0], places), _read_square("last", last_words[1], places))
    phase, steps = _read_phase(values["phase"])
    fields = Fields(places, cattle, tokens, herds, gold, outlaw, int(values["turn"]), last, phase, steps)
    validate(fields, figures)
    return fields


# --- positions that cannot be -------------------------------------------------------------------------------


def validate(fields: Fields, figures: Figures) -> None:
    """Refuse a position from which the rules could not play on. Raises NotationError (code ``position``).

    Not refused: positions that no game reaches but the rules can handle, such as one with fewer cattle than were dealt.
    """
    _check_cattle(fields)
    _check_tokens(fields, figures)
    _check_phase(fields)
    if fields.phase == names.START:
        _check_start(fields, figures)


def _square_text(fields: Fields, square: int) -> str:
    return to_text(fields).split(" ")[1].replace("/", ",").split(",")[square]


def _check_cattle(fields: Fields) -> None:
    """At most nine of a colour; the word at which the count passes nine is named."""
    for colour, name in enumerate(names.COLOURS):
        seen = 0
        for square in range(9):
            seen += fields.cattle[square][colour]
            if seen > OF_A_COLOUR:
                raise _bad(f"more than nine {name} cattle: the tenth stands in {_square_text(fields, square)}",
                           _square_text(fields, square))
        for herd in fields.herds:
            seen += herd[colour]
            if seen > OF_A_COLOUR:
                raise _bad(f"more than nine {name} cattle: the tenth stands in the herd {counts_text(herd)}",
                           counts_text(herd))


def _check_tokens(fields: Fields, figures: Figures) -> None:
    """Tokens lie with cattle, no more of a kind than the box holds, the Sheriff at Nugget Hill."""
    found: dict[int, int] = {}
    for square, kind in enumerate(fields.tokens):
        if kind == names.NO_TOKEN:
            continue
        word = names.token_word(kind)
        if not fields.total(square):
            raise _bad(f"{_square_text(fields, square)}: no token lies on an empty location", word)
        if kind == names.SHERIFF and fields.places[square] != names.NUGGET_HILL:
            raise _bad(f"{_square_text(fields, square)}: the Sheriff is only ever at nugget", word)
        found[kind] = found.get(kind, 0) + 1
        _check_count(kind, found[kind], word, figures)
    for held in fields.gold:
        for hundreds in held:
            kind = names.GOLD + hundreds
            found[kind] = found.get(kind, 0) + 1
            _check_count(kind, found[kind], str(100 * hundreds), figures)
    if sum(found.values()) > BOARD_TOKENS:
        raise _bad(f"{sum(found.values())} tokens on the board and in hands; only {BOARD_TOKENS} are in a game",
                   gold_text(fields.gold[0]) + "/" + gold_text(fields.gold[1]))


def _check_count(kind: int, count: int, word: str, figures: Figures) -> None:
    most = figures.count(kind)
    if count > most:
        raise _bad(f"more {names.token_word(kind)} tokens than there are: {most} by the figures in force", word)


def _check_phase(fields: Fields) -> None:
    """What each phase needs to be played on."""
    phase, turn = fields.phase, fields.turn
    phase_word = phase_text(phase, fields.steps)
    if (fields.outlaw == names.NONE) != (phase == names.START):
        need = "stands nowhere" if phase == names.START else "stands on a location"
        raise _bad(f"outlaw={fields.word(fields.outlaw)}: in phase {phase_word} the outlaw {need}", fields.word(fields.outlaw))
    nine = [seat for seat in (0, 1) if OF_A_COLOUR in fields.herds[seat]]
    if phase == names.OVER_NINE and nine != [turn]:
        raise _bad(f"phase=over:nine: seat {turn}, and nobody else, must hold nine of a colour", phase_word)
    if nine and phase not in (names.OVER_NINE, names.OVER_SHERIFF):
        raise _bad(f"phase={phase_word}: seat {nine[0]} holds nine of a colour, which ends a game", phase_word)
    if phase == names.PLAY and not fields.total(fields.outlaw):
        word = fields.word(fields.outlaw)
        raise _bad(f"outlaw={word}: no cattle are there, so seat {turn} could not act", word)
    if phase in (names.DRAW, names.MOVE, names.OVER_SHERIFF) and fields.total(fields.outlaw):
        word = fields.word(fields.outlaw)
        raise _bad(f"outlaw={word}: in phase {phase_word} that location has just been emptied", word)
    if phase == names.OVER_SHERIFF and fields.places[fields.outlaw] != names.NUGGET_HILL:
        raise _bad("phase=over:sheriff: the Sheriff is only ever met at nugget", fields.word(fields.outlaw))
    if phase in (names.DRAW, names.MOVE) and fields.last[turn] != fields.outlaw:
        word = fields.word(fields.last[turn])
        raise _bad(f"last: in phase {phase_word} seat {turn} is playing its turn at {fields.word(fields.outlaw)}", word)
    if phase == names.DRAW and not fields.gold[1 - turn]:
        raise _bad(f"phase={phase_word}: seat {1 - turn} holds no nugget that could be drawn", phase_word)
    if phase == names.MOVE and not any(fields.total(q) for q in walk_ends(fields.outlaw, fields.steps)):
        raise _bad(f"phase={phase_word}: no cattle are {fields.steps} steps away, so the game would be over", phase_word)


def _check_start(fields: Fields, figures: Figures) -> None:
    """Before the start is chosen everything lies as it was set up."""
    if fields.turn != 1:
        raise _bad("turn=0: seat 1 chooses the start", "0")
    if fields.herds != (NO_CATTLE, NO_CATTLE):
        word = f"{counts_text(fields.herds[0])}/{counts_text(fields.herds[1])}"
        raise _bad(f"herds={word}: nobody holds cattle before the start", word)
    if fields.gold != ((), ()):
        word = f"{gold_text(fields.gold[0])}/{gold_text(fields.gold[1])}"
        raise _bad(f"gold={word}: nobody holds nuggets before the start", word)
    if fields.last != (names.NONE, names.NONE):
        word = f"{fields.word(fields.last[0])}/{fields.word(fields.last[1])}"
        raise _bad(f"last={word}: nobody has played before the start", word)
    for square, place in enumerate(fields.places):
        if fields.total(square) != figures.cattle[place]:
            raise _bad(f"{_square_text(fields, square)}: {figures.cattle[place]} cattle are dealt there by the figures "
                       "in force", _square_text(fields, square))
        if fields.tokens[square] == names.NO_TOKEN:
            raise _bad(f"{_square_text(fields, square)}: before the start a token lies on every location",
                       _square_text(fields, square))


def walk_ends(square: int, steps: int) -> list[int]:
    """Squares where a walk of exactly `steps` steps from `square` can end (never straight back, not at its start)."""
    walks = {(-1, square)}
    for _ in range(steps):
        walks = {(here, there) for before, here in walks for there in neighbours(here) if there != before}
    return sorted({here for _, here in walks} - {square})


def neighbours(square: int) -> list[int]:
    """The orthogonal neighbours of a square."""
    row, column = divmod(square, 3)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [3 * r + c for r, c in steps if 0 <= r < 3 and 0 <= c < 3]


# --- move tokens --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """What one action says, taken apart (squares are board squares; see rules.pxd for the number's layout)."""

    kind: int
    colour: int = 0
    argument: int = 0
    destination: int = names.NONE

    def encode(self) -> int:
        """The action's number."""
        return self.argument << 9 | self.kind << 6 | self.colour << 4 | self.destination

    @staticmethod
    def decode(action: int) -> Move:
        """The parts of an action's number."""
        return Move(action >> 6 & 7, action >> 4 & 3, action >> 9 & 0xFFFF, action & 15)

    def spread(self) -> list[tuple[int, int]]:
        """Of a Rattlesnake: (colour, square) of each cow that is put back."""
        squares = [(colour, self.argument >> 4 * colour & 15) for colour in range(4)]
        return [(colour, square) for colour, square in squares if square != names.NONE]


def move_token(before: Fields, after: Fields, action: int) -> str:
    """The token of a decision that leads from `before` to `after`."""
    move = Move.decode(action)
    if move.kind == KIND_START:
        return f"start{before.word(move.destination)}"
    if move.kind == KIND_MOVE:
        return f"to{before.word(move.destination)}"
    token = names.COLOURS[move.colour] + _token_part(before, after, move)
    if after.phase == names.OVER_SHERIFF or move.kind == KIND_AMBUSH_NUGGET:
        return token
    if after.phase == names.OVER_NINE:
        return f"{token}nine"
    return f"{token}end" if after.phase == names.OVER_MONEY else f"{token}to{before.word(move.destination)}"


def _token_part(before: Fields, after: Fields, move: Move) -> str:
    """The part of a move token that says what the location's token did."""
    here = before.cattle[before.outlaw]
    kind = before.tokens[before.outlaw]
    taken_nine = before.herds[before.turn][move.colour] + here[move.colour] == OF_A_COLOUR
    if kind == names.NO_TOKEN or sum(here) != here[move.colour] or (taken_nine and kind != names.SHERIFF):
        return ""
    word = names.token_word(kind)
    if move.kind == KIND_BRANDING:
        return word + names.COLOURS[move.argument >> 4 & 3] + before.word(move.argument & 15)
    if move.kind in (KIND_AMBUSH_COLOUR, KIND_EPIDEMIC):
        return word + names.COLOURS[move.argument]
    if move.kind == KIND_AMBUSH_NUGGET:
        return f"{word}nugget"
    if move.kind == KIND_RATTLESNAKE:
        return word + "".join(names.COLOURS[colour] + before.word(square) for colour, square in move.spread())
    return word


def chance_token(hundreds: int) -> str:
    """The token of a drawn nugget."""
    return f"nugget{100 * hundreds}"


_COLOUR = "|".join(names.COLOURS)
_LOCATION = "|".join(names.LOCATIONS)
_ENDING = rf"(?:to(?P<to>{_LOCATION})|(?P<over>end|nine))"
_PLAY = re.compile(
    rf"(?P<colour>{_COLOUR})"
    rf"(?:(?P<gold>gold[1-9][0-9]*)|(?P<snakeoil>snakeoil)|(?P<sheriff>sheriff)"
    rf"|(?P<branding>branding)(?:(?P<bcolour>{_COLOUR})(?P<bplace>{_LOCATION}))?"
    rf"|(?P<epidemic>epidemic)(?P<ecolour>{_COLOUR})?"
    rf"|(?P<ambush>ambush)(?:(?P<acolour>{_COLOUR})|(?P<nugget>nugget))?"
    rf"|(?P<rattlesnake>rattlesnake)(?P<spread>(?:(?:{_COLOUR})(?:{_LOCATION}))+))?"
    rf"{_ENDING}?", re.ASCII)
_PAIR = re.compile(rf"({_COLOUR})({_LOCATION})", re.ASCII)
_START = re.compile(rf"start({_LOCATION})", re.ASCII)
_TO = re.compile(rf"to({_LOCATION})", re.ASCII)
_NUGGET = re.compile(r"nugget([1-9][0-9]{0,3})00", re.ASCII)


def read_nugget(token: str) -> int:
    """The chance outcome that a token names, in hundreds of dollars."""
    match = _NUGGET.fullmatch(token)
    if match is None:
        raise NotationError(f"{token!r} is no drawn nugget; one is written nugget + dollars, as nugget300", token)
    return int(match[1])


def read_move(token: str, fields: Fields) -> Move:
    """The decision that a token names here; whether it is legal is for the rules to say.

    Raises NotationError (code ``token``) when no move of the game is written so.
    """
    if match := _START.fullmatch(token):
        return Move(KIND_START, destination=_square(match[1], fields))
    if match := _TO.fullmatch(token):
        return Move(KIND_MOVE, destination=_square(match[1], fields))
    match = _PLAY.fullmatch(token)
    if match is None:
        raise _unreadable(token)
    part = match.groupdict()
    none_follows = part["sheriff"] or part["nugget"]
    if bool(none_follows) == bool(part["to"] or part["over"]):
        raise _unreadable(token)
    kind, argument = KIND_PLAIN, 0
    if part["bcolour"]:
        kind = KIND_BRANDING
        argument = _square(part["bplace"], fields) | names.COLOURS.index(part["bcolour"]) << 4
    elif part["ecolour"]:
        kind, argument = KIND_EPIDEMIC, names.COLOURS.index(part["ecolour"])
    elif part["acolour"]:
        kind, argument = KIND_AMBUSH_COLOUR, names.COLOURS.index(part["acolour"])
    elif part["nugget"]:
        kind = KIND_AMBUSH_NUGGET
    elif part["rattlesnake"]:
        kind, argument = KIND_RATTLESNAKE, 0xFFFF
        previous = -1
        for name, place in _PAIR.findall(part["spread"]):
            colour = names.COLOURS.index(name)
            if colour <= previous:
                raise NotationError(f"{token!r}: colours after rattlesnake stand in the order "
                                    f"{', '.join(names.COLOURS)}, each once", token)
            previous = colour
            argument ^= (15 ^ _square(place, fields)) << 4 * colour
    destination = _square(part["to"], fields) if part["to"] else names.NONE
    return Move(kind, names.COLOURS.index(part["colour"]), argument, destination)


def _square(location: str, fields: Fields) -> int:
    return fields.places.index(names.LOCATIONS.index(location))


def _unreadable(token: str) -> NotationError:
    """Say as exactly as is easily done why a token is no move."""
    if not re.fullmatch(r"[a-z0-9]+", token, re.ASCII):
        return NotationError(f"{token!r} is no move: moves are written in lower-case letters and digits", token)
    if token.startswith("start"):
        return NotationError(f"{token!r}: start is followed by a location, one of {', '.join(names.LOCATIONS)}", token)
    if not token.startswith(names.COLOURS):
        return NotationError(
            f"{token!r} is no move: one begins with a colour ({', '.join(names.COLOURS)}), start or to", token)
    return NotationError(
        f"{token!r} is no move: after the colour come the token's part, if the location is emptied, and to + location, end or nine",
        token)


# --- why a move is not legal --------------------------------------------------------------------------------


def why_illegal(token: str, move: Move, fields: Fields) -> str:
    """Why a readable move may not be made, in one phrase (it is known not to be legal)."""
    if fields.phase == names.START:
        if move.kind != KIND_START:
            return f"{token}: seat 1 chooses where the game starts, as startdagger"
        return f"{token}: {fields.title(move.destination)} is no starting location"
    if move.kind == KIND_START:
        return f"{token}: the start is chosen already"
    if fields.phase == names.MOVE:
        if move.kind != KIND_MOVE:
            return f"{token}: after the drawn nugget only the destination is chosen, as to + location"
        return f"{token}: {_why_not_there(move.destination, fields.steps, fields)}"
    if move.kind == KIND_MOVE:
        return f"{token}: a move begins with the colour that is taken"
    here = fields.cattle[fields.outlaw]
    colour, place = names.COLOURS[move.colour], fields.title(fields.outlaw)
    steps = here[move.colour]
    if not steps:
        return f"{token}: there are no {colour} cattle at {place}"
    kind = fields.tokens[fields.outlaw] if sum(here) == steps else names.NO_TOKEN
    word = names.token_word(kind)
    if kind == names.SHERIFF:
        return f"{token}: taking the last cattle at {place} means the Sheriff, as {colour}sheriff"
    if fields.herds[fields.turn][move.colour] + steps == OF_A_COLOUR:
        return f"{token}: taking these completes nine, written {colour}nine"
    said = token[len(colour):]
    if kind == names.NO_TOKEN and re.match("|".join((*names.TOKEN_WORDS, "gold")), said):
        return f"{token}: no token takes effect when {colour} is taken at {place}"
    if kind != names.NO_TOKEN and not said.startswith(word):
        return f"{token}: taking {colour} empties {place}, so its token takes effect and the move begins {colour}{word}"
    if (move.destination != names.NONE and kind in (names.NO_TOKEN, names.SNAKEOIL, names.AMBUSH)) or kind >= names.GOLD:
        if move.destination == names.NONE:
            return f"{token}: the game does not end so here; is there a destination, or nine of a colour?"
        return f"{token}: {_why_not_there(move.destination, steps, fields)}"
    return f"{token}: the {names.token_title(kind) if kind else 'move'} cannot be carried out so here"


def _why_not_there(destination: int, steps: int, fields: Fields) -> str:
    name = fields.title(destination)
    if destination not in walk_ends(fields.outlaw, steps):
        return f"no walk of exactly {steps} step{'s' * (steps > 1)} ends at {name}"
    if not fields.total(destination):
        return f"{name} holds no cattle"
    if fields.last[1 - fields.turn] == destination and fields.tokens[destination] in (names.RATTLESNAKE, names.SHERIFF):
        return f"{name} is dangerous, and seat {1 - fields.turn} played there last; another destination is open"
    return f"{name} cannot be chosen with what else the move says"


# --- moves in words -----------------------------------------------------------------------------------------


def describe(before: Fields, after: Fields, action: int) -> str:
    """A decision in one English phrase."""
    move = Move.decode(action)
    if move.kind == KIND_START:
        return f"the game starts at {before.title(move.destination)}"
    if move.kind == KIND_MOVE:
        return f"the outlaw goes to {before.title(move.destination)}"
    number = before.cattle[before.outlaw][move.colour]
    parts = [f"takes {number} {names.COLOURS[move.colour]} at {before.title(before.outlaw)}"]
    said = _token_part(before, after, move)
    if said:
        parts.append(_effect_phrase(before, after, move))
    if after.phase == names.OVER_NINE:
        parts.append("has nine of a colour and wins")
    elif after.phase == names.OVER_MONEY:
        parts.append("the game ends and money is counted")
    elif after.phase == names.PLAY:
        who = "acts again at" if after.turn == before.turn else "sends the outlaw to"
        parts.append(f"{who} {before.title(after.outlaw)}")
    return ", ".join(parts)


def _effect_phrase(before: Fields, after: Fields, move: Move) -> str:
    kind = before.tokens[before.outlaw]
    if kind >= names.GOLD:
        return f"gets the ${100 * (kind - names.GOLD)} nugget"
    if kind == names.SNAKEOIL:
        return "drinks the Snake Oil"
    if kind == names.SHERIFF:
        return "is caught by the Sheriff and loses"
    if move.kind == KIND_BRANDING:
        square, colour = move.argument & 15, move.argument >> 4 & 3
        return f"brands {before.cattle[square][colour]} {names.COLOURS[colour]} at {before.title(square)}"
    if move.kind == KIND_EPIDEMIC:
        return f"the Epidemic takes all {names.COLOURS[move.argument]} off the board"
    if move.kind == KIND_AMBUSH_COLOUR:
        number = after.herds[before.turn][move.argument] - before.herds[before.turn][move.argument]
        if move.argument == move.colour:
            number -= before.cattle[before.outlaw][move.colour]
        return f"ambushes {number} {names.COLOURS[move.argument]}"
    if move.kind == KIND_AMBUSH_NUGGET:
        return "ambushes a nugget to be drawn"
    if move.kind == KIND_RATTLESNAKE:
        spread = [f"{names.COLOURS[colour]} to {before.title(square)}" for colour, square in move.spread()]
        return f"the Rattlesnake drives {', '.join(spread)}"
    return f"the {names.token_title(kind)} has no effect"
