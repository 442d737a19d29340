"""Typed errors of the whole project.

Every error about input carries a message for people, a short ``code`` for programs (a kebab-case word) and
the offending ``token`` (the wrong word of the input, as written). Code that raises one of these has changed
nothing.
"""

from __future__ import annotations

LONGEST = 1000
QUOTED = 60


def printable(text: str) -> str:
    """`text` as one line of ASCII, at most 1000 characters: others are escaped, an excess is cut out.

    >>> printable("a\\tb")
    'a\\\\tb'
    """
    escaped = "".join(c if " " <= c <= "~" else c.encode("unicode_escape").decode("ascii") for c in text)
    if len(escaped) <= LONGEST:
        return escaped
    half = (LONGEST - 5) // 2
    return f"{escaped[:half]} ... {escaped[-half:]}"


def quoted(word: str) -> str:
    """`word` in quotation marks for a message, cut after 60 characters.

    >>> print(quoted("card 55"))
    'card 55'
    """
    return f"'{printable(word if len(word) <= QUOTED else word[:QUOTED] + '...')}'"


class HerdmindError(ValueError):
    """Base of all errors that bad input can cause.

    ``code`` names the kind of error, ``token`` the offending word as written; ``str(error)`` is always one
    line of printable ASCII of bounded length.

    >>> from solver.games import GAMES
    >>> try:
    ...     GAMES["nimmt"].parse("nimmt/1 nonsense")
    ... except HerdmindError as error:
    ...     error.code, error.token
    ('position', 'nonsense')
    """

    default_code = "error"

    def __init__(self, message: str, token: str = "", code: str | None = None) -> None:
        message = printable(message)
        super().__init__(message)
        self.message = message
        self.token = token
        self.code = code or self.default_code

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.message, self.token, self.code))


class NotationError(HerdmindError):
    """A text that cannot be read: codes ``position`` (position text) and ``token`` (move token)."""

    default_code = "token"


class IllegalMove(HerdmindError):
    """A move that can be read but may not be made here."""

    default_code = "illegal"


class SetupError(HerdmindError):
    """A game that cannot be set up: wrong seats, seed, rules words or figures."""

    default_code = "setup"
