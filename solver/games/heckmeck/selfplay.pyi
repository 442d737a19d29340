from solver.games.heckmeck.state import HeckmeckState
from solver.rng import Rng

def play_games(
    start: HeckmeckState, games: int, rng: Rng, objective: int = -1, noise: float = 0.0, trace: float = 1.0
) -> bytes: ...
