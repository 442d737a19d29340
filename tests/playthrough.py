"""Playthroughs: one whole game of each kind written out, for readers and as a regression test.

    python tests/playthrough.py [GAME...]

rewrites data/GAME_playthrough.txt: at every position its text, who acts, what is legal, the odds of chance,
what each seat sees, and at the end the result. A seat that sees the whole truth is marked `all`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from solver.game import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER, State
from solver.games import GAMES
from solver.rng import Rng

DATA = Path(__file__).parent / "data"

#: game -> (seed of the deal, seed of the random moves): games in which much happens
SEEDS = {"longhorn": (254, 2), "heckmeck": (1, 3671), "nimmt": (5, 2), "colt": (7, 22), "pickomino": (1, 419)}
#: game -> (seats, rules words) where the usual ones would fill too many pages
SETUPS: dict[str, tuple[int, tuple[str, ...]]] = {
    "nimmt": (2, ("target33",)),
    "colt": (2, ("stagecoach",)),
}
#: Of so many outcomes of chance and more only the first are written.
MANY, FIRST = 30, 5

ACTORS = {
    CHANCE_PLAYER: "chance",
    SIMULTANEOUS_PLAYER: "several seats",
    TERMINAL_PLAYER: "nobody, the game is over",
}


def path(game: str) -> Path:
    """The file of a game."""
    return DATA / f"{game}_playthrough.txt"


def position(number: int, state: State) -> list[str]:
    """All that is to be said about one position."""
    actor = state.current_player()
    lines = [
        f"# position {number}",
        f"text {state.to_text()}",
        *(f"    {line}".rstrip() for line in state.board().split("\n")),
    ]
    lines.append(f"actor {ACTORS.get(actor, f'seat {actor}')}")
    for seat in state.players_to_move():
        tokens = [state.action_to_string(action, seat) for action in state.legal_actions(seat)]
        lines.append(f"legal {seat} ({len(tokens)}): {' '.join(tokens)}")
    outcomes = state.chance_outcomes()
    for action, odds in outcomes if len(outcomes) < MANY else outcomes[:FIRST]:
        lines.append(f"chance {state.action_to_string(action)} {odds}")
    if len(outcomes) >= MANY:
        lines.append(f"chance ... {len(outcomes)} outcomes in all")
    for seat in range(state.num_players()):
        view = state.information_state_string(seat)
        lines.append(f"view {seat} {'all' if view == state.to_text() else view}")
    lines.append(f"scores {' '.join(map(str, state.scores()))}")
    if state.is_terminal():
        ranks, _ = state.result()
        lines.append(f"ranks {' '.join(map(str, ranks))}")
        lines.append(f"returns {' '.join(map(str, state.returns()))}")
    return lines


def playthrough(game: str) -> str:
    """The whole text of a game's playthrough."""
    deal, moves = SEEDS[game]
    seats, rules = SETUPS.get(game, (None, ()))
    state = GAMES[game].initial(deal, seats, rules)
    rng = Rng(moves)
    lines = [f"{GAMES[game].title}, deal of seed {deal}, random moves of seed {moves}", ""]
    number = 0
    while True:
        lines += [*position(number, state), ""]
        if state.is_terminal():
            return "\n".join(lines)
        owing = state.players_to_move()
        seat = owing[0] if owing else CHANCE_PLAYER
        actions = state.legal_actions(seat)
        action = actions[rng.below(len(actions))]
        who = f"seat {seat}" if owing else "chance"
        lines += [f"{who} plays {state.action_to_string(action, seat)} ({state.describe(action, seat)})", ""]
        state.apply_action(action, seat)
        number += 1


def main(games: list[str]) -> None:
    """Rewrite the files of the named games, or of all."""
    for game in games or list(SEEDS):
        path(game).write_text(playthrough(game), encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
