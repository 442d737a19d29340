"""The last trick of 6 nimmt! card by card: views between its reveal and the present position.

They are for a picture only. Everything is taken from the view itself, so they show what it shows.
"""

from __future__ import annotations

from typing import Any


def steps(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The views before the present one: first all cards of the last trick lie open beside their seats, then
    one more is placed each time. Empty where the view does not tell how the last trick went."""
    position = view["position"]
    last = position and position["last_trick"]
    if not last:
        return []
    placements = last["placements"]
    return [_before(view, placements[:done], placements[done:]) for done in range(len(placements))]


def _before(view: dict[str, Any], placed: list[dict[str, Any]], left: list[dict[str, Any]]) -> dict[str, Any]:
    """The view when the cards ``placed`` lie in the rows and those ``left`` still beside their seats."""
    position = view["position"]
    cards = [list(row) for row in position["last_trick"]["rows_before"]]
    for step in placed:
        row = step["row"] - 1
        cards[row] = [step["card"]] if step["takes"] else [*cards[row], step["card"]]
    seats = [{**own, "committed": False, "card": None} for own in position["seats"]]
    for step in left:
        own = seats[step["seat"]]
        seats[step["seat"]] = {
            **own,
            "committed": True,
            "card": step["card"],
            "heads": own["heads"] - step["heads"],
            "heads_total": own["heads_total"] - step["heads"],
        }
    taken = {card for step in left for card in step["takes"]} | {step["card"] for step in left}
    heads = position["card_heads"]
    return {
        **view,
        "phase": "chance",
        "to_move": [],
        "result": None,
        "scores": [own["heads_total"] for own in seats],
        "moves": [],
        "position": {
            **position,
            "phase": "reveal",
            "rows": [{"cards": row, "heads": sum(heads[card - 1] for card in row)} for row in cards],
            "seats": seats,
            "taken": [card for card in position["taken"] if card not in taken],
            "last_trick": None,
            "offer": None,
            "undercut": None,
            "dealt_next": None,
        },
    }
