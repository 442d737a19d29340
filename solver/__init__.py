"""Herdmind's solver package: game rules, searches over them, and one entry point for analysis.

Programs are better served by the package ``herdmind``, whose names are stable; ``help(herdmind)`` shows them.

    analysis    positions analysed: Analyser, with the types of its reports
    games       the registry of games, each with its rules
    game        the contract: State, and perft
    reports     limits, settings, reports and answers of searches
    jsonview    a position as data for front ends
    encoding    a position as numbers for learning programs
    batch       thousands of games stepped by one call
    errors      the errors that bad input raises
    rng         the random generator

Dependencies go one way: :mod:`solver.analysis` -> ``solver.search`` -> :mod:`solver.game` <-
:mod:`solver.games`. A game knows no search, a search no particular game, and neither reads or writes protocol
text.
"""

from importlib import import_module
from typing import Any

__all__ = ["analysis", "batch", "encoding", "errors", "game", "games", "jsonview", "reports", "rng"]


def __getattr__(name: str) -> Any:
    """A module of the package, imported when it is first named: an engine that starts needs few of them."""
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
