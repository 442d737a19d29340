"""An engine whose moves an OpenSpiel bot chooses: ``python -m herdmind.adapters.openspiel.engine mcts``."""

from __future__ import annotations

import sys
from functools import partial

from herdmind.adapters.openspiel import game_string, pyspiel
from herdmind.adapters.openspiel.spiel_bots import SEARCHES, SpielSearcher, make_bot


def main(arguments: list[str]) -> int:
    """Run the engine on standard input and output; returns the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        names = ", ".join([*SEARCHES, *pyspiel.registered_bots()])
        sys.stderr.write(
            f"usage: python -m herdmind.adapters.openspiel.engine BOT[:KEY=VALUE,...]\nbots: {names}\n"
        )
        return 2
    words = arguments[0]
    try:
        make_bot(words, pyspiel.load_game(game_string("nimmt", turn_based=True)), 0, 0)
    except (ValueError, pyspiel.SpielError) as error:
        sys.stderr.write(f"Error: {error}\n")
        return 2
    from protocol.session.session import run_stdio

    return run_stdio(analyser_type=partial(SpielSearcher, words))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
