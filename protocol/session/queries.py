"""Answers to ``query``, as the words that follow ``response WHAT``, and the lines of ``d``.

``query perft`` is missing here: it takes time and is a task of the worker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from protocol.base.errors import ProtocolError, ascii_text
from protocol.session.commands import Display, Query
from protocol.table import naming, reading, telling
from protocol.table.table import Table


def answer(query: Query, table: Table, names: str) -> list[str]:
    """The words of the answer; ``names`` is the option ``Names``.

    Raises:
        ProtocolError: the question has no answer in this position.
    """
    if query.what in _FACTS:
        return _FACTS[query.what](query, table)
    titles = naming.titles(table, names)
    if query.what == "json":
        return [_json(query, table, titles)]
    if query.what == "read":
        return _read(query, table, titles)
    if query.what == "asks":
        return [ascii_text(naming.named(reading.asks(table), titles))]
    if query.what == "names":
        parts = _names(table, titles)
        return [ascii_text(telling.joined(parts))] if parts else []
    parts = _PHRASES[query.what](query, table)
    return [ascii_text(naming.named(telling.joined(parts), titles))] if parts else []


def _json(query: Query, table: Table, titles: Sequence[str] | None) -> str:
    from solver.jsonview import compact, view_json  # most sessions never need it

    state = table.state if query.number is None else table.state.view(table.check_own(query.number))
    view = view_json(table.game, state, telling.moment(table), bare=query.bare)
    if titles is not None:
        view["seat_names"] = list(titles)
        for move in view["moves"]:
            for said in (move, *move["parts"]):
                said["words"] = naming.named(said["words"], titles)
    return compact(view)


def _read(query: Query, table: Table, titles: Sequence[str] | None) -> list[str]:
    try:
        return reading.read(table, query.tokens, titles)
    except ProtocolError as error:
        raise ProtocolError(error.code, naming.named(str(error), titles), error.token) from error


# --- facts: words for programs --------------------------------------------------------------------------


def _chance(_: Query, table: Table) -> list[str]:
    return [f"{token} {odds.numerator}/{odds.denominator}" for token, odds in table.chance()]


def _result(_: Query, table: Table) -> list[str]:
    ranks, scores = table.result()
    return ["ranks", *map(str, ranks), "scores", *map(str, scores)]


def _view(query: Query, table: Table) -> list[str]:
    assert query.number is not None
    return [table.view_text(query.number)]


_FACTS: dict[str, Callable[[Query, Table], list[str]]] = {
    "legal": lambda query, table: table.legal(query.number),
    "turn": lambda _, table: [table.turn()],
    "chance": _chance,
    "gameover": lambda _, table: ["true" if table.state.is_terminal() else "false"],
    "result": _result,
    "returns": lambda _, table: [f"{value + 0.0:.9g}" for value in table.returns()],
    "position": lambda _, table: [table.state.to_text()],
    "view": _view,
    "history": lambda _, table: table.history,
}

# --- phrases: parts for people --------------------------------------------------------------------------


def _words(query: Query, table: Table) -> list[str]:
    return [f"{token} {phrase}" for token, phrase in telling.words(table, query.number)]


def _story(query: Query, table: Table) -> list[str]:
    return [told.text() for told in telling.story(table, query.number, query.first)]


def _line(query: Query, table: Table) -> list[str]:
    return [told.text() for told in telling.line(table, query.tokens, query.number)]


def _tally(query: Query, table: Table) -> list[str]:
    return [f"{seat} {text}" for seat, text in enumerate(telling.tally(table, query.number))]


def _beliefs(query: Query, table: Table) -> list[str]:
    state = table.state if query.number is None else table.state.view(table.check_own(query.number))
    return [f"{number} {text}" for number, text in enumerate(state.beliefs())]


def _game(_: Query, table: Table) -> list[str]:
    game = table.game
    seats = f"seats {game.min_seats}-{game.max_seats} usual {game.default_seats}"
    return [f"{game.name} {seats} title {game.title}"]


def _rules(_: Query, table: Table) -> list[str]:
    return [f"{word} {meaning}" for word, meaning in table.game.rules_words.items()]


def _expects(_: Query, table: Table) -> list[str]:
    return [f"{name} {meaning}" for name, meaning in table.game.expects.items()]


_PHRASES: dict[str, Callable[[Query, Table], list[str]]] = {
    "words": _words,
    "story": _story,
    "line": _line,
    "tally": _tally,
    "beliefs": _beliefs,
    "game": _game,
    "rules": _rules,
    "expects": _expects,
    "round": lambda _, table: [telling.moment(table)],
}


def _names(table: Table, titles: Sequence[str] | None) -> list[str]:
    known = titles or [f"seat {seat}" for seat in range(table.state.num_players())]
    return [f"{seat} {name}" for seat, name in enumerate(known)]


# --- d --------------------------------------------------------------------------------------------------


def drawing(display: Display, table: Table, names: str) -> list[str]:
    """The board, the position text and the turn, as lines; ``names`` is the option ``Names``.

    Raises:
        ProtocolError: the seat to look from is not a seat, or this is the view of another seat.
    """
    titles = naming.titles(table, names)
    if display.seat is not None:
        table = Table(table.game, table.state.view(table.check_own(display.seat)))
    legal = table.legal(display.seat)
    marked = naming.marked(titles, table.state.viewer if display.seat is None else display.seat)
    return [
        *table.state.board(color=display.color, names=marked).splitlines(),
        f"position {table.state.to_text()}",
        f"turn {table.turn()}" + (f", {len(legal)} legal moves" if legal else ""),
    ]
