"""Numbers in sentences."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 deal``, ``2 deals``, ``1,200 deals``: for nouns that take an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
