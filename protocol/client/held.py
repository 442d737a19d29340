"""The position that an engine holds, as the client remembers it."""

from __future__ import annotations

from collections.abc import Sequence

#: The position of an engine that was told none.
STARTPOS = "position startpos"
#: First version of the dialect with ``push`` and ``pop``.
PUSHES = (1, 1)

#: Options whose change sets a fresh position.
FRESH = ("UCI_Variant", "Figures")


def can_push(version: str | None) -> bool:
    """Whether an engine of this version of the dialect (None: plain UCI) knows ``push`` and ``pop``."""
    major, dot, minor = (version or "").partition(".")
    if not (dot and major.isdecimal() and minor.isdecimal()):
        return False
    return int(major) == PUSHES[0] and int(minor) >= PUSHES[1]


class Held:
    """The position that an engine holds: ``base``, the command that set it, without its moves; and ``moves``,
    the tokens entered since. ``base`` is None while it is not known."""

    def __init__(self, base: str | None = STARTPOS, moves: Sequence[str] = ()) -> None:
        self.base = base
        self.moves = list(moves)

    def put(self, base: str | None, moves: Sequence[str] = ()) -> None:
        """Remember a position."""
        self.base, self.moves = base, list(moves)

    def steps(self, base: str, moves: list[str]) -> tuple[int, list[str]] | None:
        """Number of moves to take back and moves to play from the position held to another; None when it
        is better set anew."""
        if base != self.base:
            return None
        kept = len(self.moves)
        if moves[:kept] != self.moves:
            pairs = zip(self.moves, moves, strict=False)
            kept = next((at for at, (old, new) in enumerate(pairs) if old != new), min(kept, len(moves)))
        back = len(self.moves) - kept
        return None if back and not kept else (back, moves[kept:])


def command(base: str, moves: Sequence[str]) -> str:
    """The command that sets a position and plays moves."""
    return " ".join([base, "moves", *moves]) if moves else base
