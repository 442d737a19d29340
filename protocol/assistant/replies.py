"""The results of the tools; their fields make the published output schemas.

Seats count from 0. A field that an answer's viewer cannot know is null.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Seat = Annotated[int, Field(ge=0)]


class Reply(BaseModel):
    """A result with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class GameInfo(Reply):
    """A game that can be dealt."""

    name: str = Field(description="the word that names the game in other tools")
    title: str = Field(description="the name on its box")
    edition: str = Field(description="the first field of its position texts")
    min_seats: int = Field(description="fewest seats")
    max_seats: int = Field(description="most seats")
    usual_seats: int = Field(description="seats of a deal that names none")
    rules_words: dict[str, str] = Field(description="each word that a deal may name, with its meaning")


class GameList(Reply):
    """All games."""

    games: list[GameInfo]


class Rules(Reply):
    """Rules of a game."""

    game: str
    title: str
    text: str = Field(description="how the game is played, a paragraph a line")
    rules_words: dict[str, str] = Field(description="each word that a deal may name, with its meaning")


class Outcome(Reply):
    """The end of a game, in seat order."""

    ranks: list[int] = Field(description="places from 1; ties share the better one")
    scores: list[int]
    winners: list[Seat] = Field(description="the seats that share the first place")
    returns: list[float] = Field(description="the result of each seat, from -1 (lost) to 1 (won)")


class Status(Reply):
    """A table at a glance, as the viewer of the answer sees it."""

    table: str = Field(description="the table's id, for other tools")
    game: str
    title: str
    rules: dict[str, str] = Field(description="the rules words in force, with their meanings")
    seats: int = Field(description="the number of seats")
    names: list[str] = Field(description="what each seat is called in words")
    own_seat: Seat | None = Field(description="the seat whose table this is; null when it is nobody's")
    viewer: Seat | None = Field(description="the seat whose view this answer is; null: all may see it")
    hidden: bool = Field(description="whether seats see different things, such as their own hands")
    chance: str = Field(
        description="where chance comes from: seeded (the deal's seed), drawn (by its odds, as it falls due) "
        "or entered (make_move enters what happened)"
    )
    seed: int | None = Field(description="the deal's seed, where the caller named it")
    round: str | None = Field(description="when it is in the game, such as round 2, trick 3")
    phase: str = Field(description="decision, chance (an outcome is to be entered) or over")
    to_move: list[Seat] = Field(description="the seats that have to decide; several choose at the same time")
    chosen: list[Seat] = Field(description="seats whose choice is in and waits for the others")
    asks: str = Field(description="the next decision or entry, in words")
    scores: list[int | None] | None = Field(description="points of each seat now, in the game's own unit")
    entries: int = Field(description="moves and entries so far, which take_back takes back")
    outcome: Outcome | None = Field(description="the end of the game; null before")


class TableList(Reply):
    """The open tables."""

    tables: list[Status]
    most: int = Field(description="most tables that may be open at the same time")


class Closed(Reply):
    """A table that is no more."""

    table: str
    left: list[str] = Field(description="ids of the tables that are still open")


class Shown(Reply):
    """A position."""

    status: Status
    position: str | None = Field(
        description="the position text of the view, which open_position takes; null where only a seat has one"
    )
    picture: str | None = Field(
        description="the position drawn with characters; null where only a seat has one"
    )
    tally: list[str | None] = Field(description="how each seat's score comes about, in words")
    story: list[str] = Field(description="the last events of the game, in words")
    json_view: dict[str, Any] | None = Field(
        description="with form json: the position as data, by the schema that `herdmind schema GAME` prints; "
        "of what all may see of a table with hidden hands, the rest is null and no moves are listed"
    )


class MoveInfo(Reply):
    """A legal move, or an outcome of chance."""

    move: str = Field(description="the token that make_move takes")
    words: str = Field(description="what the move does")
    odds: str | None = Field(description="the probability of an outcome of chance, such as 1/6")


class MoveList(Reply):
    """Moves that can be entered at a table."""

    table: str
    seat: Seat | None = Field(description="the seat that decides; null for an outcome of chance")
    asks: str
    moves: list[MoveInfo]
    more: int = Field(description="moves that are not listed")


class Happened(Reply):
    """Changes that a call has made."""

    events: list[str] = Field(description="what happened since the call began, as the viewer saw it")
    moved: list[Seat] = Field(description="the seats whose moves or choices this call entered, in order")
    note: str | None = Field(description="why the call stopped early, if it did")
    status: Status


class MoveValue(Reply):
    """The engine's opinion of a move."""

    move: str
    words: str
    value: float = Field(description="the expected result of the seat, from -1 (lost) to 1 (won)")
    verdict: str = Field(description="the value in words")
    proven: bool = Field(description="whether the value is proven, not estimated")
    reasons: list[str] = Field(description="what the engine expects after the move")
    line: list[str] = Field(description="how the game is expected to go on, in words, from the move itself")


class Analysis(Reply):
    """The engine's opinion of a decision, from what its seat knows."""

    table: str
    seat: Seat
    best: str | None = Field(description="the token of the move that the engine would make")
    moves: list[MoveValue] = Field(description="the moves that were valued, best first")
    nodes: int
    seconds: float
    note: str | None = Field(description="why there is no best move, if there is none")


class Explained(Reply):
    """A position, and a move in it, in words."""

    status: Status
    picture: str | None = Field(
        description="the position drawn with characters; null where only a seat has one"
    )
    tally: list[str | None] = Field(description="how each seat's score comes about, in words")
    story: list[str] = Field(description="the last events of the game, in words")
    move: MoveValue | None = Field(description="the move that was asked about; null when none was")
    best: MoveValue | None = Field(description="the best move; null when no move was asked about")
    loses: float | None = Field(description="how much less the move is worth than the best one")


class Judged(Reply):
    """A decision of a recorded game and its judgement."""

    number: int = Field(description="the number of the move in the game, from 1")
    when: str
    seat: Seat
    played: str = Field(description="the move that was made, in words")
    best: str = Field(description="the best move, in words")
    grade: str = Field(description="only (there was no choice), best, good, slip, mistake or blunder")
    loss: float = Field(description="the chance that was given away, from 0 to 1")
    doubt: float = Field(description="how far searches differ in it; a loss within it is not a mistake")


class Mistake(Reply):
    """A costly decision, explained."""

    headline: str
    played: str
    best: str
    sums: str = Field(description="what the cost consists of")
    reasons: list[str] = Field(description="what the engine expects of both moves, side by side")
    position: str = Field(description="the position as its seat saw it, drawn with characters")


class Reviewed(Reply):
    """The judgement of a recorded game."""

    game: str
    players: list[str]
    ending: str
    scores: list[int]
    ranks: list[int]
    seat: Seat | None = Field(description="the only seat under review; null for all")
    decisions: int = Field(description="the number of decisions to judge")
    judged: list[Judged]
    mistakes: list[Mistake] = Field(description="the costliest mistakes, in falling order of cost")
    milliseconds: int = Field(description="search time for each decision")
    note: str | None = Field(description="what is missing, if something is")
