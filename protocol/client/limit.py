"""Limits of a search, as the words of ``go``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """Limits of a search. Times are in milliseconds; ``clocks`` and ``increments`` have one per seat."""

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    clocks: Sequence[int] = ()
    increments: Sequence[int] = ()
    movestogo: int | None = None

    def words(self) -> list[str]:
        """The limit as words of ``go``. Two clocks use UCI's own words, which any UCI engine reads."""
        out: list[str] = []
        if len(self.clocks) == 2:
            out += ["wtime", str(self.clocks[0]), "btime", str(self.clocks[1])]
            if self.increments:
                out += ["winc", str(self.increments[0]), "binc", str(self.increments[1])]
        elif self.clocks:
            out += ["clocks", *map(str, self.clocks)]
            if self.increments:
                out += ["incs", *map(str, self.increments)]
        for word in ("movestogo", "movetime", "nodes", "depth"):
            value = getattr(self, word)
            if value is not None:
                out += [word, str(value)]
        return out

    def seconds(self) -> float | None:
        """The longest time of a search within this limit, in seconds; None without a time limit."""
        times = [t for t in (self.movetime, max(self.clocks, default=None)) if t is not None]
        return max(0, min(times)) / 1000 if times else None
