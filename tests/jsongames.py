"""Random games of every game that has a JSON view, for the tests of views and pictures."""

from __future__ import annotations

from collections.abc import Iterator

from scaling import DAY, FULL, some
from solver.game import State
from solver.games import GAMES, Game
from solver.rng import Rng

NAMES = [name for name, game in GAMES.items() if game.as_json is not None]


def settings(game: Game) -> list[tuple[int, tuple[str, ...]]]:
    """Numbers of seats and rules words: the game with the fewest, the usual and the most seats, and each word
    alone. A full run takes all, others some of them, others each day."""
    seats = sorted({game.min_seats, game.default_seats, game.max_seats})
    out: list[tuple[int, tuple[str, ...]]] = [(count, ()) for count in seats]
    for number, word in enumerate(game.rules_words):
        for count in (seats[number % len(seats)], *seats):
            try:
                game.initial(1, count, (word,))
            except ValueError:
                continue
            out.append((count, (word,)))
            break
        else:
            raise AssertionError(f"{word} cannot be dealt alone")
    return some(out, least=5)


def positions(game: Game, seats: int, rules: tuple[str, ...], games: int, every: int = 17) -> Iterator[State]:
    """Positions of random games, one in ``every`` ply, others each day, and the last ones."""
    for seed in range(games):
        rng = Rng(4_000 + seed + 97 * DAY)
        state = game.initial(rng.below(1 << 30), seats, rules)
        plies = 0
        while True:
            if (plies + DAY) % every == 0 or state.is_terminal():
                yield state.clone()
            if state.is_terminal():
                break
            actions = state.legal_actions()
            state.apply_action(actions[rng.below(len(actions))])
            plies += 1


def some_seats(state: State) -> list[int]:
    """All seats in a full run, otherwise one of them, another in each position."""
    seats = range(state.num_players())
    return list(seats) if FULL else [(DAY + state.key()) % len(seats)]


def seen(state: State) -> list[State]:
    """The truth and the view of some seats."""
    return [state, *(state.view(seat) for seat in some_seats(state))]
