"""Searches over games, which they know only through the contract and its plugs."""
