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
# # A bot in twenty lines
#
# A player is a function: it gets the state as its seat sees it, and the seat, and returns a move. This one
# plays 6 nimmt! by a rule of thumb that people use: put a card where few cards can come between, on a row
# that is not full.

# %%
import herdmind


def careful(state, seat):
    """The card that fits closest to a row with room; else the lowest."""
    position = state.json()["position"]
    rows = position["rows"]

    def risk(token):
        if token.startswith("row"):  # a row has to be taken: the cheapest
            return rows[int(token.removeprefix("row")) - 1]["heads"]
        card = int(token)
        below = [row for row in rows if row["cards"][-1] < card]
        if not below:
            return 50
        row = max(below, key=lambda row: row["cards"][-1])
        gap = card - row["cards"][-1]
        return 100 + row["heads"] if len(row["cards"]) == 5 else gap * len(row["cards"])

    return min(state.legal_moves(seat), key=risk)


# %% [markdown]
# `state.json()` is the position as data; [its page](../json.md) describes each game's. One decision:

# %%
table = herdmind.deal("nimmt", seats=2, seed=3, rules=["round"])
token = careful(table.view(0), 0)
table.describe(token, 0)

# %% [markdown]
# ## How good is it?
#
# A match plays each deal from every seat, so both players have the same luck. The difference is between -2
# and 2; its 95 % interval says what is known.

# %%
for rival in ("random", "greedy", "full:nodes=200"):
    print(herdmind.play_match("nimmt", [careful, rival], seats=2, rules=["round"], deals=40))

# %% [markdown]
# The built-in `greedy` is a rule of thumb too, and the search looks ahead. A bot in another language is an
# engine process that speaks [the protocol](../../protocol/PROTOCOL.md); [bot.mjs](../examples/bot.mjs) is
# one.
