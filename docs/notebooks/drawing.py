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
# # Drawing
#
# Every position is a picture: in a notebook the state is its own, `svg()` gives it as text,
# and `herdmind draw POSITION -o FILE.svg` writes it from the command line.

# %%
from IPython.display import SVG

import herdmind

herdmind.deal("colt", seats=4, seed=2)

# %% [markdown]
# ## What a seat sees
#
# A picture shows what its state knows. The picture of a view has card backs where the seat sees card backs.

# %%
table = herdmind.deal("nimmt", seats=3, seed=9, rules=["round"])
SVG(table.view(1).svg(width=360, names=["Anna", "Ben", "Cleo"]))

# %% [markdown]
# ## Layouts and themes
#
# `layout` is `narrow` for phones or `wide`; `theme` is `light`, `dark`, or `auto` for what the reader
# prefers.

# %%
state = herdmind.deal("heckmeck", seed=4)
state.play_chance(herdmind.Rng(1))
SVG(state.svg(layout="wide", width=720, theme="light"))

# %%
SVG(herdmind.deal("longhorn", seed=7).svg(layout="narrow", width=360, theme="dark"))

# %% [markdown]
# ## Pictures one can touch
#
# Things in a picture have names, and the moves of a position say which name is touched for each of their
# parts. [Positions as JSON](../json.md#pictures) explains how a front end puts both together.

# %%
view = herdmind.deal("longhorn", seed=7).json()
for move in view["moves"][:3]:
    print(move["words"], "->", [part["at"] for part in move["parts"]])
