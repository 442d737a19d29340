"""6 nimmt!: 2 to 10 seats, hidden hands, simultaneous choice. Rules: docs/games/nimmt.md."""

from __future__ import annotations

from solver.games.nimmt.state import NimmtState, initial, parse

__all__ = ["NimmtState", "initial", "parse"]
