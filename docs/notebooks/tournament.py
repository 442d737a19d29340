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
# # A tournament in Python
#
# Three players of Longhorn, each against each. The same is done by `herdmind tournament` with a log that can
# be resumed ([tournaments](../tournaments.md)); in a program it is a loop.

# %%
from itertools import combinations

import herdmind

players = ["full:nodes=300", "greedy", "random"]
pairs = combinations(players, 2)
matches = [herdmind.play_match("longhorn", pair, deals=20, seed=5) for pair in pairs]
for match in matches:
    print(match)

# %% [markdown]
# ## A crosstable
#
# The mean difference of results of the row's player against the column's, as a table in the notebook.

# %%
from IPython.display import Markdown

cells = {(name, name): "" for match in matches for name in match.players}
for match in matches:
    row, column = match.players
    cells[row, column] = f"{match.difference.mean:+.2f}"
    cells[column, row] = f"{-match.difference.mean:+.2f}"
names = list(dict.fromkeys(name for pair in cells for name in pair))
lines = ["| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
for row in names:
    lines.append(f"| **{row}** | " + " | ".join(cells[row, column] for column in names) + " |")
Markdown("\n".join(lines))

# %% [markdown]
# ## Games kept and looked at
#
# Games go to a file that every command reads: `herdmind report`, `herdmind review`. `replay` gives the states
# of one.

# %%
import tempfile
from pathlib import Path

path = Path(tempfile.mkdtemp(), "longhorn.jsonl")
herdmind.write_games(path, [game for match in matches for game in match.games])
games = herdmind.read_games(path)
longest = max(games, key=lambda game: len(game.moves))
*_, last = herdmind.replay(longest)
print(f"{len(games)} games; the longest has {len(longest.moves)} moves and ends {last.scores()}")

# %% [markdown]
# `Viewer` shows all its positions, to be leafed through.

# %%
herdmind.Viewer(longest, layout="narrow")
