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
    with as few others as it needs. A full run takes all, others some of them, others each day."""
    seats = sorted({game.min_seats, game.default_seats, game.max_seats})
    out: list[tuple[int, tuple[str, ...]]] = [(count, ()) for count in seats]
    for number, word in enumerate(game.rules_words):
        # a word that needs another one is dealt with the first that it goes with
        for words in ((word,), *((other, word) for other in game.rules_words)):
            fitting = [count for count in (seats[number % len(seats)], *seats) if _deals(game, count, words)]
            if fitting:
                out.append((fitting[0], words))
                break
        else:
            raise AssertionError(f"{word} cannot be dealt")
    return some(out, least=5)


def _deals(game: Game, seats: int, rules: tuple[str, ...]) -> bool:
    try:
        game.initial(1, seats, rules)
    except ValueError:
        return False
    return True


def positions(
    game: Game, seats: int, rules: tuple[str, ...], games: int, every: int = 17, most: int = 6
) -> Iterator[State]:
    """Positions of random games, at most one in ``every`` ply and about ``most`` of a game, others each day;
    and the last ones."""
    for seed in range(games):
        rng = Rng(4_000 + seed + 97 * DAY)
        states = [game.initial(rng.below(1 << 30), seats, rules)]
        while not states[-1].is_terminal():
            state = states[-1].clone()
            actions = state.legal_actions()
            state.apply_action(actions[rng.below(len(actions))])
            states.append(state)
        step = max(every, len(states) // most)
        yield from states[rng.below(step) : -1 : step]
        yield states[-1]


def some_seats(state: State) -> list[int]:
    """All seats in a full run, otherwise one of them, another in each position."""
    seats = range(state.num_players())
    return list(seats) if FULL else [(DAY + state.key()) % len(seats)]


def seen(state: State) -> list[State]:
    """The truth and the view of some seats."""
    return [state, *(state.view(seat) for seat in some_seats(state))]
