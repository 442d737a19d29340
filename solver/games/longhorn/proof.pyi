"""Compiled parts of the proof search without a Python face."""
