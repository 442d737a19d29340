"""A state as JSON: the envelope that is the same for every game.

A game gives two hooks in its registry entry: ``as_json`` (the position) and ``move_parts`` (a move taken
apart). Both get a state, the truth or a view, and may say only what that state knows. docs/json.md describes
the format, and :mod:`solver.schema` has its schemas.
"""

from __future__ import annotations

import json
from typing import Any

from solver.game import CHANCE_PLAYER, UNSEEN_ACTION, UNSEEN_TOKEN, State
from solver.games.entered import EnteredSetup
from solver.games.game_type import Game

#: Outcomes of a chance event beyond this number are counted and not listed: many dice have thousands.
MOST_OUTCOMES = 2_000


def view_json(game: Game, state: State, moment: str | None = None, bare: bool = False) -> dict[str, Any]:
    """``state`` as data for :mod:`json`: the truth, or what the viewer knows if it is a view.

    ``moment``: the time in the game in players' words, where a caller knows more than the position does
    (positions of Longhorn do not count turns). ``bare``: the moves are only counted, as ``more_moves``; a
    roll of many dice has over a thousand outcomes, which take far longer than the rest.
    """
    setup = state if isinstance(state, EnteredSetup) else None
    if setup is None and game.round_of is not None:
        moment = game.round_of(state)
    names = game.seat_names(state) if game.seat_names is not None and setup is None else None
    rules = setup.rules if setup is not None else game.rules_of(state) if game.rules_of is not None else ()
    moves, more = ([], _count(state)) if bare else _moves(game, state)
    return {
        "game": game.name,
        "edition": game.edition,
        "title": game.title,
        "rules": list(rules),
        "seats": state.num_players(),
        "viewer": state.viewer,
        "text": state.to_text(),
        "phase": _phase(state),
        "to_move": state.players_to_move(),
        "round": moment,
        "scores": state.scores(),
        "result": _result(state),
        "seat_names": names,
        "setup": None if setup is None else {"asks": setup.asks(), "entered": list(setup.entered)},
        "position": game.as_json(state) if game.as_json is not None and setup is None else None,
        "moves": moves,
        "more_moves": more,
    }


def _phase(state: State) -> str:
    if state.is_terminal():
        return "terminal"
    return "chance" if state.is_chance_node() else "decision"


def _result(state: State) -> dict[str, Any] | None:
    if not state.is_terminal():
        return None
    ranks, _ = state.result()
    return {"returns": [value + 0.0 for value in state.returns()], "ranks": list(ranks)}


def _count(state: State) -> int:
    """The number of legal moves of all seats that owe a decision, or of the outcomes of chance."""
    movers = [CHANCE_PLAYER] if state.is_chance_node() else state.players_to_move()
    return sum(len(state.legal_actions(mover)) for mover in movers)


def _moves(game: Game, state: State) -> tuple[list[dict[str, Any]], int]:
    """The legal moves of every seat that owes a decision, or the outcomes of chance; and how many were left
    out."""
    if state.is_chance_node():
        outcomes = state.legal_actions(CHANCE_PLAYER)
        listed = [_move(game, state, action, CHANCE_PLAYER) for action in outcomes[:MOST_OUTCOMES]]
        return listed, len(outcomes) - len(listed)
    return [
        _move(game, state, action, seat)
        for seat in state.players_to_move()
        for action in state.legal_actions(seat)
    ], 0


def _move(game: Game, state: State, action: int, seat: int) -> dict[str, Any]:
    who = None if seat == CHANCE_PLAYER else seat
    token = state.action_to_string(action, seat)
    if action == UNSEEN_ACTION and game.unseen is not None:
        words = game.unseen(state, who)
    else:
        words = state.describe(action, seat)
    if action == UNSEEN_ACTION:
        parts = [part("unseen", UNSEEN_TOKEN, words)]
    elif game.move_parts is None or isinstance(state, EnteredSetup):
        parts = [part("move", token, words)]
    else:
        parts = game.move_parts(state, action, seat)
    return {"seat": who, "token": token, "words": words, "parts": parts}


def part(kind: str, value: str | int, words: str, at: str | None = None) -> dict[str, Any]:
    """One part of a move.

    ``kind``: the kind of choice; ``value``: tells the choices of one kind apart; ``words``: a short phrase
    for a button or a screen reader; ``at``: the anchor in the picture that is touched for it, None for a
    button.
    """
    return {"part": kind, "value": value, "at": at, "words": words}


def compact(view: dict[str, Any]) -> str:
    """A view as one line of ASCII JSON; equal views give equal lines."""
    return json.dumps(view, ensure_ascii=True, separators=(",", ":"))
