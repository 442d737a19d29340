"""Longhorn's move tokens, both ways. Grammar: docs/games/longhorn.md."""

from __future__ import annotations

import re
from dataclasses import dataclass

from solver.errors import NotationError
from solver.games.longhorn import names
from solver.games.longhorn.fields import Fields

OF_A_COLOUR = 9
KIND_PLAIN, KIND_BRANDING, KIND_AMBUSH_COLOUR, KIND_AMBUSH_NUGGET = range(4)
KIND_EPIDEMIC, KIND_RATTLESNAKE, KIND_START, KIND_MOVE = range(4, 8)


@dataclass(frozen=True)
class Move:
    """The parts of one action; rules.pxd describes the number's layout."""

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
        """The (colour, square) of each animal that a Rattlesnake puts back."""
        squares = [(colour, self.argument >> 4 * colour & 15) for colour in range(4)]
        return [(colour, square) for colour, square in squares if square != names.NONE]


def move_token(before: Fields, after: Fields, action: int) -> str:
    """The token of a decision that leads from `before` to `after`."""
    move = Move.decode(action)
    if move.kind == KIND_START:
        return f"start{before.word(move.destination)}"
    if move.kind == KIND_MOVE:
        return f"to{before.word(move.destination)}"
    token = names.COLOURS[move.colour] + token_part(before, after, move)
    if after.phase == names.OVER_SHERIFF or move.kind == KIND_AMBUSH_NUGGET:
        return token
    if after.phase == names.OVER_NINE:
        return f"{token}nine"
    return f"{token}end" if after.phase == names.OVER_MONEY else f"{token}to{before.word(move.destination)}"


def token_part(before: Fields, after: Fields, move: Move) -> str:
    """The part of a move token for the effect of the location's token."""
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
    rf"{_ENDING}?",
    re.ASCII,
)
_PAIR = re.compile(rf"({_COLOUR})({_LOCATION})", re.ASCII)
_START = re.compile(rf"start({_LOCATION})", re.ASCII)
_TO = re.compile(rf"to({_LOCATION})", re.ASCII)
_NUGGET = re.compile(r"nugget([1-9][0-9]{0,3})00", re.ASCII)


def read_nugget(token: str) -> int:
    """The chance outcome that a token names, in hundreds of dollars."""
    match = _NUGGET.fullmatch(token)
    if match is None:
        message = f"{token!r} is not a drawn nugget; one is written nugget + dollars, as nugget300"
        raise NotationError(message, token)
    return int(match[1])


def read_move(token: str, fields: Fields) -> Move:
    """The decision that a token names here, legal or not.

    Raises NotationError (code ``token``) for a word that is not a move of the game.
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
                raise NotationError(
                    f"{token!r}: colours after rattlesnake stand in the order "
                    f"{', '.join(names.COLOURS)}, each once",
                    token,
                )
            previous = colour
            argument ^= (15 ^ _square(place, fields)) << 4 * colour
    destination = _square(part["to"], fields) if part["to"] else names.NONE
    return Move(kind, names.COLOURS.index(part["colour"]), argument, destination)


def _square(location: str, fields: Fields) -> int:
    return fields.places.index(names.LOCATIONS.index(location))


def _unreadable(token: str) -> NotationError:
    """The error for a word that is not a move, with the most specific simple reason."""
    if not re.fullmatch(r"[a-z0-9]+", token, re.ASCII):
        why = "moves are written in lower-case letters and digits"
    elif token.startswith(("start", "to")):
        word = "start" if token.startswith("start") else "to"
        why = f"{word} is followed by a location, one of {', '.join(names.LOCATIONS)}"
    elif not token.startswith(names.COLOURS):
        why = f"a move begins with a colour ({', '.join(names.COLOURS)}), start or to"
    else:
        why = "after the colour come the token's part, if one takes effect, and to + location, end or nine"
    return NotationError(f"{token!r} is not a move: {why}", token)
