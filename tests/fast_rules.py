"""Adapter of the fast rules to the cases of a ruling (reference.longhorn_cases.Implementation)."""

from __future__ import annotations

from fractions import Fraction

from solver.games import parse_position


class FastRules:
    """Compiled rules of the game that a position text names."""

    def legal(self, position: str) -> list[str]:
        state = parse_position(position)
        return [state.action_to_string(action) for action in state.legal_actions()]

    def apply(self, position: str, token: str) -> str:
        state = parse_position(position)
        state.apply_action(state.string_to_action(token))
        return state.to_text()

    def chance(self, position: str) -> dict[str, Fraction]:
        state = parse_position(position)
        return {state.action_to_string(action): odds for action, odds in state.chance_outcomes()}

    def result(self, position: str) -> tuple[list[int], list[int]]:
        return parse_position(position).result()
