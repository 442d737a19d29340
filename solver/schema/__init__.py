"""The JSON Schemas of views: ``envelope.json`` here, and one in the folder of each game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import solver.games
from solver.games.game_type import Game

#: The ``$id`` of the schema of the envelope, to which the games' schemas refer.
ENVELOPE_ID = "urn:herdmind:envelope.schema.json"
_ENVELOPE = Path(__file__).with_name("envelope.json")


def schema_id(game: Game) -> str:
    """The ``$id`` of the schema of a game and edition."""
    return f"urn:herdmind:{game.edition.replace('/', '-')}.schema.json"


def schema(game: Game) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a game's views. The schema of the envelope that it refers to is embedded
    in ``$defs``, so the document is complete.

    Raises:
        KeyError: the game has no schema.
    """
    file = Path(solver.games.__file__).parent / game.name / "schema.json"
    if game.as_json is None or not file.is_file():
        raise KeyError(game.name)
    own: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    envelope = json.loads(_ENVELOPE.read_text(encoding="utf-8"))
    return {**own, "$defs": {"envelope": envelope, **own.get("$defs", {})}}
