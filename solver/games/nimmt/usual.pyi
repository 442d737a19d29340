"""Usual costs of cards at C level, without a Python face."""
