"""The command ``herdmind schema``."""

from __future__ import annotations

import json

import click

from protocol.cli.parts import GAME, Refused


@click.command()
@click.argument("game", type=GAME)
def schema(game: str) -> None:
    """Print the JSON Schema of the views of GAME, which query json answers.

    The schema is that of the current edition and complete in itself (JSON Schema 2020-12).
    """
    from solver.games import GAMES
    from solver.schema import schema as schema_of

    if game not in GAMES:
        raise Refused(f"there is no game {game}; there are {', '.join(GAMES)}")
    if GAMES[game].as_json is None:
        raise Refused(f"{game} has no schema: its position is not given as JSON")
    click.echo(json.dumps(schema_of(GAMES[game]), indent=2))
