"""Longhorn: two seats, perfect information except for one random draw. Rules: docs/games/longhorn.md."""

from __future__ import annotations

from solver.games.longhorn.state import LonghornState, initial, parse

__all__ = ["LonghornState", "initial", "parse"]
