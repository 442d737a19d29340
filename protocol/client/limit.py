"""Limits of a search, as the words of ``go``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from protocol.base.argcheck import whole_of


@dataclass(frozen=True, repr=False)
class Limit:
    """Limits of a search; the first that is reached ends it. None: no such limit.

    Attributes:
        movetime: milliseconds of the search.
        nodes: positions expanded.
        depth: plies.
        clocks: milliseconds left on each seat's clock, in seat order.
        increments: milliseconds added to each seat's clock after a move.
        movestogo: moves until the clocks are set again.

    Raises:
        TypeError: one of them is no whole number.
        ValueError: one of them, but for clocks, is negative.

    >>> Limit(movetime=1000, nodes=5000)
    Limit(movetime=1000, nodes=5000)
    """

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    clocks: Sequence[int] = ()
    increments: Sequence[int] = ()
    movestogo: int | None = None

    def __post_init__(self) -> None:
        for name in ("movetime", "nodes", "depth", "movestogo"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, whole_of(value, name, 0))
        object.__setattr__(self, "clocks", tuple(whole_of(left, "clocks") for left in self.clocks))
        increments = tuple(whole_of(more, "increments", 0) for more in self.increments)
        object.__setattr__(self, "increments", increments)

    def __repr__(self) -> str:
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in values if value not in (None, ()))})"

    @property
    def endless(self) -> bool:
        """Whether nothing here ends a search."""
        return self.movetime is None and self.nodes is None and self.depth is None and not self.clocks

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
