"""Thousands of games stepped by one call, through numpy arrays.

>>> from herdmind.adapters.batch import make_batch
>>> batch = make_batch("nimmt", seats=2, rules=["round"], games=1000, seed=7)
>>> observations, masks, rewards, dones = batch.step(batch.random_actions())
>>> observations.shape, masks.shape, rewards.shape, dones.shape
((1000, 231), (1000, 108), (1000, 2), (1000,))
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from herdmind.adapters.episode import Episode, checked_reward
from herdmind.games import Game, entry_of
from protocol.base.argcheck import words_of
from solver.batch import Batch
from solver.encoding import Block

__all__ = ["Batch", "Block", "layout", "make_batch"]


def make_batch(
    game: str | Game,
    *,
    games: int,
    seats: int | None = None,
    rules: Sequence[str] = (),
    figures: str | PathLike[str] | None = None,
    seed: int = 0,
    reward: str = "result",
    starts: int = 1024,
) -> Batch:
    """A batch of games of one kind; see :class:`solver.batch.Batch` for its methods and arrays.

    Args:
        game: a game or one of its names.
        games: how many games are stepped together.
        seats: the number of seats; the game's usual number when left out.
        rules: rules words.
        figures: a file of figures that replaces the game's own.
        seed: 0 to 2**64-1; decides everything that chance does.
        reward: ``result`` or ``points``, as for :class:`herdmind.adapters.episode.Episode`.
        starts: how many set-ups are dealt beforehand, from which the games begin, in games whose set-ups are
            not dealt by the batch itself (all but 6 nimmt!). Hidden cards are drawn anew each time.

    Raises:
        SetupError: naming the wrong word.
        ValueError: the number of games or starts is below 1.

    >>> from herdmind.adapters.batch import make_batch
    >>> batch = make_batch("heckmeck", games=3, seed=7)
    >>> batch.observations.shape, batch.masks.shape
    ((3, 77), (3, 18))
    >>> for _ in range(100):
    ...     observations, masks, rewards, dones = batch.step(batch.random_actions())
    >>> rewards.shape
    (3, 2)
    """
    entry = entry_of(game)
    plug = entry.encoding()
    points = checked_reward(reward)
    count = 1 if plug.deals else starts
    words = words_of(rules, "rules")
    deals = [entry.initial(number, seats, words, figures) for number in range(count)]
    return Batch(deals, plug, games, seed, points, entry.fewer_win)


def layout(
    game: str | Game,
    *,
    seats: int | None = None,
    rules: Sequence[str] = (),
    figures: str | PathLike[str] | None = None,
) -> tuple[Block, ...]:
    """The layout of a game's observations: its blocks in order, each with ``name``, ``shape`` and ``words``.

    >>> from herdmind.adapters.batch import layout
    >>> [(block.name, block.shape) for block in layout("nimmt", seats=2)][:3]
    [('hand', (104,)), ('seen', (104,)), ('table', (2,))]
    """
    return Episode(game, seats=seats, rules=rules, figures=figures).layout
