"""Herdmind's games as Python games of OpenSpiel. Importing this package registers them:

>>> import pyspiel, herdmind.adapters.openspiel
>>> game = pyspiel.load_game("herdmind_nimmt(seats=4,rules=tactical)")

numbering     action numbers
dealing       chance at the root
setting       parameters
position      positions, and what seats remember
observing     observers, and tensors
spiel_games   OpenSpiel's classes
spiel_bots    players of either side at the other's table
engine        an engine whose moves an OpenSpiel bot chooses

The manual is docs/openspiel.md.
"""

from __future__ import annotations

try:
    import pyspiel
except ImportError as missing:
    raise ImportError(
        "OpenSpiel is not installed: pip install 'herdmind[openspiel]' (it has wheels for Linux)"
    ) from missing

from herdmind.adapters.openspiel.setting import game_string
from herdmind.adapters.openspiel.spiel_games import HerdmindGame, HerdmindState, register

__all__ = ["HerdmindGame", "HerdmindState", "game_string", "pyspiel"]

register()
