"""The policy of 6 nimmt!'s network, trained towards the choices of searches (expert iteration: Anthony, Tian
and Barber, Thinking Fast and Slow with Deep Learning and Tree Search, NeurIPS 2017)."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from bench.train import networks
from bench.train.lesson import Arrays
from bench.train.networks import Tree, Values
from bench.train.searches import Decisions
from solver.net.weights import Floats

#: The input of a card that is the cost by the hand-made player's rule (features.pxd).
RULE = 31
#: Decisions of a step, and the step size of Adam, falling geometrically.
ROOM = 2048
RATE = (1e-3, 5e-5)
#: Steepness of odds by the rule, for `fit_rule`.
STEEP = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)


def log_odds(net: Tree, state: Values, cards: Values, legal: Values) -> jax.Array:
    """Logarithms of the odds of the cards [rows][10]; -1e8 and less where there is none."""
    return jax.nn.log_softmax(jnp.where(legal > 0, networks.logits(net, state, cards), -1e9), axis=1)


def surprise(net: Tree, rows: tuple[jax.Array, ...]) -> jax.Array:
    """Cross-entropy of the odds with the choices, in nats."""
    state, cards, legal, chosen = rows
    found = log_odds(net, state, cards, legal)
    return -jnp.mean(jnp.take_along_axis(found, chosen[:, None], axis=1))


@jax.jit
def step(
    net: Tree, first: Tree, second: Tree, number: jax.Array, rows: tuple[jax.Array, ...], rate: jax.Array
) -> tuple[Tree, Tree, Tree]:
    """One step of Adam; the new weights and moments."""
    slope = jax.grad(surprise)(net, rows)
    low, high = networks.BETAS
    first = {name: low * first[name] + (1 - low) * slope[name] for name in net}
    second = {name: high * second[name] + (1 - high) * slope[name] ** 2 for name in net}
    pace = rate * jnp.sqrt(1 - high**number) / (1 - low**number)
    net = {name: net[name] - pace * first[name] / (jnp.sqrt(second[name]) + networks.EPSILON) for name in net}
    return net, first, second


def learn(arrays: Arrays, decisions: Decisions, epochs: int, seed: int) -> dict[str, Floats]:
    """All arrays, those of the policy trained on the decisions, each ``epochs`` times."""
    rest = {name: part for name, part in arrays.items() if not name.startswith("policy/")}
    net: Tree = {name: jnp.asarray(part) for name, part in arrays.items() if name.startswith("policy/")}
    first, second = ({name: jnp.zeros_like(part) for name, part in net.items()} for _ in range(2))
    legal, rng = decisions.legal, np.random.default_rng(seed)
    room = min(ROOM, len(decisions))
    steps, done = epochs * (len(decisions) // room), 0
    for _ in range(epochs):
        order = rng.permutation(len(decisions))
        for start in range(0, len(order) - room + 1, room):
            at = order[start : start + room]
            state, cards = (part[at].astype(np.float32) for part in (decisions.state, decisions.cards))
            rate = RATE[0] * (RATE[1] / RATE[0]) ** (done / steps)
            done += 1
            rows = (state, cards, legal[at], decisions.chosen[at].astype(np.int32))
            net, first, second = step(net, first, second, np.float32(done), rows, np.float32(rate))
    return {**rest, **networks.as_numpy(net)}


def by_network(arrays: Arrays, decisions: Decisions) -> Floats:
    """Logarithms of a network's odds [n][10]."""
    net = {name: part for name, part in arrays.items() if name.startswith("policy/")}
    legal = decisions.legal
    found = []
    for start in range(0, len(decisions), ROOM):
        at = slice(start, start + ROOM)
        state, cards = (part[at].astype(np.float32) for part in (decisions.state, decisions.cards))
        found.append(np.asarray(log_odds(net, state, cards, legal[at])))
    return np.concatenate(found)


def by_rule(decisions: Decisions, steep: float) -> Floats:
    """Logarithms of odds that fall with the cost by the hand-made player's rule; uniform with ``steep`` 0."""
    costs = decisions.cards[:, :, RULE].astype(np.float32)
    found = np.where(decisions.legal > 0, -steep * costs, -1e9)
    total: Floats = np.log(np.exp(found - found.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True))
    result: Floats = found - found.max(axis=1, keepdims=True) - total
    return result


def fit_rule(decisions: Decisions) -> float:
    """The steepness, of STEEP, by which the rule foretells the choices best."""
    at = np.arange(len(decisions))
    return min(STEEP, key=lambda steep: float(-by_rule(decisions, steep)[at, decisions.chosen].mean()))
