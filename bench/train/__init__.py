"""Training of the games' networks by self-play: `python -m bench train GAME`.

command: the command; lesson: the interface between a game and the trainer, and the arrays of a lesson;
networks: the networks of solver/net and their gradients in JAX; run: the training, its checkpoints and its
population of past selves; choice: checkpoints chosen by matches; nimmt, colt: the games' parts; value,
colt_games: the value of Colt Express fitted to games of the search (`python -m bench colt-value`); imitation,
searches: the policy of 6 nimmt! fitted to choices of searches (`python -m bench imitate`); stored: their
files.
"""

from bench.train.command import main

__all__ = ["main"]
