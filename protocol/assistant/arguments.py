"""The arguments of the tools, with what their schemas say of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

#: Most milliseconds of search for one decision.
MOVETIME_MAX = 30_000

TableArg = Annotated[str, Field(description="the table's id")]
GameArg = Annotated[str, Field(description="the game's name, from list_games", max_length=60)]
SeatArg = Annotated[
    int | None,
    Field(
        ge=0,
        description="the seat, from 0. Left out: the table's own seat, or what all may see. Naming a seat "
        "shows its hidden hand",
    ),
]
MovetimeArg = Annotated[int, Field(ge=10, le=MOVETIME_MAX, description="search time in milliseconds")]
RulesWordsArg = Annotated[
    list[str], Field(description="rules words, from list_games; none for the usual rules", max_length=20)
]
SeatsArg = Annotated[
    int | None, Field(ge=1, le=16, description="the number of seats; the usual number by default")
]
NamesArg = Annotated[
    list[str],
    Field(description="what the people are called, in seat order, at most 10 letters each", max_length=16),
]
