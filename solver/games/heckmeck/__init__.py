"""Heckmeck Barbecue: dice, worms and snails, nothing hidden. Rules: docs/games/heckmeck.md."""

from __future__ import annotations

from solver.games.heckmeck.state import HeckmeckState, initial, parse

__all__ = ["HeckmeckState", "initial", "parse"]
