"""The networks of solver/net and the training step, in JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from bench.train.lesson import Arrays, Shape
from solver.net.weights import Floats

Tree = dict[str, Any]
Values = jax.Array | Floats
#: Weight of the value's squared error beside the policy's loss.
VALUE_WEIGHT = 2.0
MOST_NORM = 5.0
BETAS, EPSILON = (0.9, 0.999), 1e-8


def fresh(shape: Shape, seed: int) -> dict[str, Floats]:
    """Random weights; the last layers are small, so that play begins nearly uniform."""
    rng = np.random.default_rng(seed)

    def normal(*size: int, gain: float = 2.0) -> Floats:
        found: Floats = (np.sqrt(gain / size[0]) * rng.standard_normal(size)).astype(np.float32)
        return found

    def zeros(*size: int) -> Floats:
        return np.zeros(size, np.float32)

    hidden, second = shape.policy
    value, then = shape.value
    return {
        "policy/state": normal(shape.state, hidden, gain=1.0),
        "policy/bias": zeros(hidden),
        "policy/action": normal(shape.action, hidden),
        "policy/second": normal(hidden, second),
        "policy/second_bias": zeros(second),
        "policy/score": normal(second, gain=0.1),
        "policy/score_bias": zeros(1),
        "value/first": normal(shape.state, value),
        "value/bias": zeros(value),
        "value/second": normal(value, then),
        "value/second_bias": zeros(then),
        "value/out": normal(shape.outputs, then, gain=0.01),
        "value/out_bias": zeros(shape.outputs),
    }


def logits(net: Tree, state: Values, actions: Values) -> jax.Array:
    """Logits [rows][most] of actions [rows][most][inputs] at states [rows][inputs]."""
    start = state @ net["policy/state"] + net["policy/bias"]
    first = jax.nn.relu(start[:, None, :] + actions @ net["policy/action"])
    then = jax.nn.relu(first @ net["policy/second"] + net["policy/second_bias"])
    found: jax.Array = then @ net["policy/score"] + net["policy/score_bias"]
    return found


def worth(net: Tree, state: Values) -> jax.Array:
    """Values [rows][outputs] of states [rows][inputs]."""
    first = jax.nn.relu(state @ net["value/first"] + net["value/bias"])
    then = jax.nn.relu(first @ net["value/second"] + net["value/second_bias"])
    found: jax.Array = then @ net["value/out"].T + net["value/out_bias"]
    return found


def loss(net: Tree, rows: tuple[jax.Array, ...], entropy: jax.Array) -> tuple[jax.Array, Tree]:
    """The negative expected gain and entropy of the policy, and the error of the value; figures of both."""
    state, actions, legal, gain, goal, used = rows
    found = jnp.where(legal > 0, logits(net, state, actions), -1e9)
    log_odds = jax.nn.log_softmax(found, axis=1)
    odds = jnp.exp(log_odds) * legal
    spread = -jnp.sum(odds * jnp.where(legal > 0, log_odds, 0.0), axis=1)
    # less the mean, which changes no gradient, sums stay small
    centre = jnp.sum(gain * legal, axis=1, keepdims=True) / jnp.maximum(legal.sum(axis=1, keepdims=True), 1)
    gained = jnp.sum(odds * (gain - centre), axis=1)
    error = jnp.sum((worth(net, state) - goal) ** 2, axis=1)
    rows_used = jnp.maximum(used.sum(), 1)
    total = jnp.sum(used * (VALUE_WEIGHT * error - gained - entropy * spread)) / rows_used
    mean = jnp.sum(used[:, None] * goal, axis=0) / rows_used
    figures = {
        "gain": jnp.sum(used * gained) / rows_used,
        "entropy": jnp.sum(used * spread) / rows_used,
        "error": jnp.sum(used * error) / rows_used,
        "variance": jnp.sum(used[:, None] * (goal - mean) ** 2) / rows_used,
    }
    return total, figures


@jax.jit
def update(
    net: Tree, first: Tree, second: Tree, step: Any, rows: tuple[Any, ...], entropy: Any, rate: Any
) -> tuple[Tree, Tree, Tree, Tree]:
    """One step of Adam with the gradient's norm held to MOST_NORM; the new weights, moments, and figures."""
    (_, figures), slope = jax.value_and_grad(loss, has_aux=True)(net, rows, entropy)
    norm = jnp.sqrt(sum(jnp.sum(part**2) for part in slope.values()))
    scale = jnp.minimum(1.0, MOST_NORM / (norm + 1e-9))
    slope = {name: part * scale for name, part in slope.items()}
    first = {name: BETAS[0] * first[name] + (1 - BETAS[0]) * slope[name] for name in net}
    second = {name: BETAS[1] * second[name] + (1 - BETAS[1]) * slope[name] ** 2 for name in net}
    pace = rate * jnp.sqrt(1 - BETAS[1] ** step) / (1 - BETAS[0] ** step)
    net = {name: net[name] - pace * first[name] / (jnp.sqrt(second[name]) + EPSILON) for name in net}
    return net, first, second, figures | {"norm": norm}


def adam(
    net: Arrays, first: Arrays, second: Arrays, step: int, slope: Arrays, rate: float
) -> tuple[dict[str, Floats], dict[str, Floats], dict[str, Floats], float]:
    """The step of `update` for slopes that are known, in numpy; the new weights, moments, and the norm."""
    norm = float(np.sqrt(sum(float((part**2).sum()) for part in slope.values())))
    scale = min(1.0, MOST_NORM / (norm + 1e-9))
    first = {name: (BETAS[0] * first[name] + (1 - BETAS[0]) * scale * slope[name]) for name in net}
    second = {name: BETAS[1] * second[name] + (1 - BETAS[1]) * (scale * slope[name]) ** 2 for name in net}
    pace = rate * np.sqrt(1 - BETAS[1] ** step) / (1 - BETAS[0] ** step)
    moved = {name: net[name] - pace * first[name] / (np.sqrt(second[name]) + EPSILON) for name in net}
    return as_numpy(moved), as_numpy(first), as_numpy(second), norm


def as_numpy(net: Tree) -> dict[str, Floats]:
    """The weights as arrays of numpy."""
    return {name: np.asarray(part, dtype=np.float32) for name, part in net.items()}
