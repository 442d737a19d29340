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
# # A first analysis
#
# A position, its moves, and what each is worth: first where everything lies open, then where cards are
# hidden.

# %%
import herdmind
from herdmind import Limit

state = herdmind.deal("longhorn", seed=60)
state

# %% [markdown]
# ## A proof
#
# The first decision of Longhorn is where the game starts, and it is made by the second player. A search that
# needs no limit proves what each start is worth for the seat that decides: 1 won, 0 drawn, -1 lost.

# %%
answer = herdmind.analyse(state, multipv=5).result()
for line in answer.report.lines:
    print(f"{line.value:+.2f}  {'proven' if line.proven else 'so far'}  {state.describe(line.pv[0])}")

# %% [markdown]
# The line of play after the best start, in words:

# %%
game = state.copy()
for token in answer.report.lines[0].pv[:6]:
    words = game.describe(token)
    print(f"seat {game.current_player()}: {words}")
    game.push(token)

# %% [markdown]
# ## An estimate
#
# In 6 nimmt! a seat knows its own hand. `view` is the position as the seat sees it, and `analyse` searches
# that view: worlds are drawn that fit it, and a tree of the seat's knowledge is built over them. Such a
# search wants a limit.

# %%
table = herdmind.deal("nimmt", seats=3, seed=7, rules=["round"])
view = table.view(0)
view

# %% [markdown]
# The values are expected results, and settle while the search runs. `analyse` gives a report whenever there
# is news:

# %%
for report in herdmind.analyse(view, Limit(nodes=4000), seat=0, multipv=3):
    shown = ", ".join(f"{line.pv[0]} {line.value:+.3f}" for line in report.lines)
print(f"{report.nodes} nodes: {shown}")

# %% [markdown]
# What the seat does not know, as it would count at the table:

# %%
print("\n".join(view.beliefs()))
