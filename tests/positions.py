"""Start positions for the protocol's tests, for every registered game: real games and toy games."""

from __future__ import annotations

import random

from toys import TOYS

from solver.game import State
from solver.games import GAMES, Game

ALL: dict[str, Game] = {**GAMES, **TOYS}

#: The commands that set up something to think about, by game; with the most seats that it takes.
OPEN: dict[str, tuple[str, ...]] = {
    name: (f"setoption name UCI_Variant value {name}", f"position startpos seats {game.max_seats} seed 3")
    for name, game in ALL.items()
}

#: Longhorn, a few moves from the end: a search ends by itself.
LATE = (
    "longhorn/1 tulsa:b1:-,dagger:-:-,nugget:-:-/cherokee:w1:gold300,redriver:-:-,solomon:-:-"
    "/kidcooper:-:-,blackstone:-:-,maverick:o1:gold200 herds=b4w4/o3g5 gold=-/-"
    " outlaw=tulsa turn=0 last=-/- phase=play"
)
#: Nothing to think about: (game, position command), by kind.
QUIET: dict[str, tuple[str, str]] = {
    "solved": ("longhorn", f"position fen {LATE}"),
    "single move": (
        "hand",
        "position fen hand/1 view=all hands=-/1 table=9 out=2+3+4+5+6+7 stock=0 points=0+3 phase=play",
    ),
    "finished": ("roll", "position fen roll/1 rounds=3 points=6+6 taken=6 roll=none"),
    "chance": ("roll", "position fen roll/1 rounds=3 points=6+4 taken=5 roll=due"),
    "another seat": (
        "hand",
        "position fen hand/1 view=1 hands=?2/5+8 table=- out=- stock=4 points=0+0 phase=play",
    ),
}


def random_state(game: Game, rng: random.Random) -> State:
    """A position that random play reaches, with a decision to make."""
    while True:
        seats = rng.randint(game.min_seats, game.max_seats)
        state = game.initial(rng.getrandbits(64), seats=seats)
        for _ in range(rng.randint(0, 30)):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
        if state.players_to_move():
            return state
