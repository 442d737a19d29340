# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A training loop
#
# A policy for rounds of 6 nimmt! with two seats, learnt by REINFORCE in a few seconds with nothing but numpy:
# trained on a batch of games that play against themselves, then measured in the Gymnasium environment and
# watched in the PettingZoo one. It needs the extra `rl`: `pip install herdmind[rl]`.

# %%
import numpy as np

from herdmind.adapters.batch import layout, make_batch
from herdmind.adapters.gymnasium import SeatEnv
from herdmind.adapters.pettingzoo import raw_env

GAME = {"game": "nimmt", "seats": 2, "rules": ["round"], "reward": "points"}

# %% [markdown]
# ## What an observation holds
#
# `layout` names the blocks of the vector. The policy needs four of them: the rows' last cards, how many cards
# lie in each, their heads, and which cards were shown.

# %%
blocks = layout("nimmt", seats=2, rules=["round"])
begins = np.cumsum([0, *(block.size for block in blocks)])
place = {block.name: slice(begins[i], begins[i + 1]) for i, block in enumerate(blocks)}
for block in blocks:
    print(f"{block.name:10} {block.shape!s:8} {block.words}")

# %% [markdown]
# ## Features of an action
#
# A card goes to the row with the highest end below it. If there is none, its seat takes a row. Every action
# gets ten numbers: what the card risks now. The policy is a softmax over a linear function of them.

# %%
CARDS = np.arange(1, 105)
FEATURES = 10


def features(observations):
    """Features of every action: (games, 108, FEATURES)."""
    ends = np.rint(observations[:, None, place["ends"]] * 104)
    lengths = np.rint(observations[:, place["lengths"]] * 5).astype(int)
    heads = observations[:, place["row heads"]]
    unseen = 1 - observations[:, place["seen"]] - observations[:, place["hand"]]
    below = np.cumsum(unseen, 1)  # unseen cards up to each card

    gaps = CARDS[None, :, None] - ends
    gaps = np.where(gaps > 0, gaps, 200)
    row = gaps.argmin(2)
    undercut = gaps.min(2) == 200
    count = np.take_along_axis(lengths, row, 1)
    end = np.take_along_axis(ends[:, 0, :], row, 1).astype(int)
    between = (below - np.take_along_axis(below, end - 1, 1)) / 20
    cost = np.take_along_axis(heads, row, 1)

    out = np.zeros((len(observations), 108, FEATURES))
    out[:, :104, 0] = undercut
    out[:, :104, 1] = undercut * heads.min(1)[:, None]
    for length in range(1, 6):
        out[:, :104, 1 + length] = (~undercut) & (count == length)
    out[:, :104, 7] = np.where(undercut, 0, (count == 5) * cost)
    out[:, :104, 8] = np.where(undercut, 0, between * (count >= 4))
    out[:, 104:, 9] = heads
    return out


def probabilities(weights, observations, masks):
    """The policy: features, and the chance of every action."""
    values = features(observations)
    logits = np.where(masks, values @ weights, -1e9)
    chances = np.exp(logits - logits.max(1, keepdims=True))
    return values, chances / chances.sum(1, keepdims=True)


# %% [markdown]
# ## REINFORCE on a batch
#
# One `step` plays an action in each of 128 games and says for which seat: `batch.seats`. The reward is in
# points: how the seat's margin in heads changed. A decision is credited with what its seat gained until the
# end of its trick and half of what came in the next one, and so on.


# %%
def train(weights, updates, games=128, steps=40, discount=0.5, rate=0.3, seed=1):
    """Weights after so many updates, from games of the policy against itself."""
    rng = np.random.default_rng(seed)
    batch = make_batch(**GAME, games=games, seed=seed)
    everyone = np.arange(games)
    for _ in range(updates):
        gradients, rewards, movers, ends = [], [], [], []
        for _ in range(steps):
            values, chances = probabilities(weights, batch.observations, batch.masks)
            actions = (chances.cumsum(1) > rng.random((games, 1))).argmax(1)
            movers.append(batch.seats.copy())
            gradients.append(values[everyone, actions] - np.einsum("ga,gaf->gf", chances, values))
            _, _, reward, done = batch.step(actions)
            rewards.append(reward.copy())
            ends.append(done.copy())
        coming = np.zeros((games, 2))
        total = np.zeros(FEATURES)
        played = zip(gradients, rewards, movers, ends, strict=True)
        for gradient, reward, mover, end in reversed(list(played)):
            coming[end] = 0
            coming += reward
            credit = coming[everyone, mover]
            total += (credit - credit.mean()) @ gradient
            coming[everyone, mover] *= discount
        weights = weights + rate * total / (games * steps)
    return weights


start = np.zeros(FEATURES)  # every legal action is equally likely
trained = train(start, updates=25)
print(np.round(trained, 2))

# %% [markdown]
# ## Measured against players
#
# `SeatEnv` is one seat of the game; the others are played by opponents in the words of `herdmind match`:
# `random`, `greedy`, `full:nodes=500`, or an engine process.


# %%
def choose(weights, seen):
    """The policy's most likely action."""
    _, chances = probabilities(weights, seen["observation"][None], seen["action_mask"][None] > 0)
    return int(chances.argmax())


def margin(weights, opponents, rounds=200):
    """Heads a round that the opponent takes more than the policy, and the standard error."""
    env = SeatEnv(**GAME, opponents=opponents)
    rng = np.random.default_rng(5)
    totals = []
    for number in range(rounds):
        seen, _ = env.reset(seed=number)
        over, total = False, 0.0
        while not over:
            if weights is None:
                action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            else:
                action = choose(weights, seen)
            seen, reward, over, _, _ = env.step(action)
            total += reward
        totals.append(total)
    env.close()
    return np.mean(totals), np.std(totals) / rounds**0.5


before, error_before = margin(None, "random")
after, error_after = margin(trained, "random")
print(f"random against random:   {before:+.1f} heads a round (standard error {error_before:.1f})")
print(f"trained against random:  {after:+.1f} ({error_after:.1f})")
print("trained against greedy:  {:+.1f} ({:.1f})".format(*margin(trained, "greedy")))

# %% [markdown]
# ## A game to watch
#
# PettingZoo's loop: `agent_iter` says who acts, `last` what that seat sees.

# %%
env = raw_env("nimmt", seats=2, rules=["round"], render_mode="ansi")
env.reset(seed=11)
for agent in env.agent_iter():
    seen, reward, terminated, truncated, _ = env.last()
    if terminated or truncated:
        print(f"{agent}: result {reward:+.0f}")
        env.step(None)
    else:
        env.step(choose(trained, seen))
