"""Colt Express with Horses & Stagecoach, teams and variants. Rules: docs/games/colt.md."""

from __future__ import annotations

from solver.games.colt.state import ColtState, initial, parse

__all__ = ["ColtState", "initial", "parse"]
