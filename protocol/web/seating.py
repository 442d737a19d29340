"""The seats of a table and the tokens that open them.

A token is 128 bits of an HMAC over the table, the role and the seat, with a secret of the data folder. So no
file of a table holds one, and a copied file opens no seat.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from protocol.frontend.levels import LEVELS, Level
from protocol.frontend.participants import Seat

PERSON, ENGINE, OPEN = "person", "engine", "open"
#: Roles that a token gives at a table: a seat, an invitation to one, a look on, and the running of the table.
SEAT, INVITE, WATCH, HOST = "seat", "invite", "watch", "host"
#: Longest name of a person.
LONGEST = 24


@dataclass
class Chair:
    """One seat: a person with a name, the engine at a level, or open. ``mine``: a seat at the device of
    whoever made the table. ``turn``: how often it has changed hands, so that old links open nothing."""

    kind: str
    name: str = ""
    level: str = ""
    mine: bool = False
    turn: int = 0

    def as_json(self) -> dict[str, Any]:
        """The chair as data for the table's file."""
        return asdict(self)

    @property
    def strength(self) -> Level:
        """The level of an engine."""
        return LEVELS[self.level]

    def player(self) -> str:
        """The player in the terms of game files."""
        return Seat(LEVELS[self.level] if self.kind == ENGINE else None).text()


@dataclass(frozen=True)
class Role:
    """The right that a token gives at a table: ``kind`` SEAT or INVITE (with ``seat``), WATCH or HOST."""

    kind: str
    seat: int | None = None


class Keys:
    """The secret of a data folder, and the tokens made from it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def of(cls, folder: Path) -> Keys:
        """The secret of the folder, made on first use and readable by its owner alone."""
        path = folder / "secret"
        folder.mkdir(parents=True, exist_ok=True)
        try:
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return cls(path.read_bytes())
        with os.fdopen(fd, "wb") as file:
            secret = secrets.token_bytes(32)
            file.write(secret)
        return cls(secret)

    def _token(self, *words: object) -> str:
        text = "\0".join(map(str, words)).encode()
        return base64.urlsafe_b64encode(hmac.digest(self._secret, text, "sha256")[:16]).decode().rstrip("=")

    def owner(self) -> str:
        """The key of the person who runs the server; with it one makes tables."""
        return self._token("owner")

    def file(self, content: bytes) -> str:
        """The name of a file that a browser gave: its link opens it, and nobody guesses it."""
        return hmac.digest(self._secret, b"file\0" + content, "sha256")[:16].hex()

    def is_owner(self, key: str) -> bool:
        """Whether this is the owner's key."""
        return hmac.compare_digest(key.encode(), self.owner().encode())

    def token(self, table: str, role: Role, chairs: list[Chair]) -> str:
        """The token of a role at a table."""
        turn = "" if role.seat is None else chairs[role.seat].turn
        return self._token(table, role.kind, role.seat, turn)

    def role(self, table: str, token: str, chairs: list[Chair]) -> Role | None:
        """The role that a token gives; None for a token that opens nothing (any more)."""
        roles = [Role(HOST), Role(WATCH)]
        for seat, chair in enumerate(chairs):
            if chair.kind == PERSON:
                roles.append(Role(SEAT, seat))
            elif chair.kind == OPEN:
                roles.append(Role(INVITE, seat))
        given = token.encode()
        found = None
        for role in roles:  # all of them, so that time tells nothing
            if hmac.compare_digest(given, self.token(table, role, chairs).encode()):
                found = role
        return found


def open_chair(chair: Chair, **changes: Any) -> Chair:
    """The chair for somebody else: old links to it open nothing."""
    fresh: dict[str, Any] = {"kind": OPEN, "name": "", "level": "", "mine": False, **changes}
    return Chair(**fresh, turn=chair.turn + 1)
