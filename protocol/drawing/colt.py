"""The picture of Colt Express: the train, the round card, the pile, and what each seat has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.drawing.colt_shapes import (
    CARD_TITLES,
    TURN_WORDS,
    Item,
    back,
    bandit,
    bullet,
    card,
    lines,
    loot,
    rows,
    turn,
)
from protocol.drawing.colt_train import train
from protocol.drawing.draw import Layout, Picture
from protocol.drawing.markup import Markup, anchor, circle, group, join, rect
from protocol.drawing.shapes import label, seat_name, seats_from, shortened, turn_mark, width_of, wrapped

PANEL, GAP = 344, 8
#: Width of the train on a wide screen: three panels and the gaps between.
WIDE = 3 * PANEL + 2 * GAP
Block = tuple[Markup, float]

_QUESTIONS = {
    "horse": "board or ride on?",
    "starter": "who starts in the last car?",
    "reserve": "which card to reserve?",
    "plan": "plan a card",
    "cover": "cover with a second card?",
    "turmoil": "choose a card, all at once",
    "keep": "which card to keep?",
    "discard": "discard?",
    "move": "where to move?",
    "marshal": "where does the Marshal go?",
    "fire": "whom to shoot?",
    "rob": "what to take?",
    "victim": "whom to punch?",
    "knock": "what is knocked loose?",
    "push": "where is the victim pushed?",
    "ride": "where to ride?",
    "hostage": "which hostage?",
    "flee": "where to flee?",
    "pickpocket": "which purse?",
}


def picture(view: dict[str, Any], seat: int | None, names: Sequence[str] | None, layout: Layout) -> Picture:
    """The train on top; below it, in one column or three, the round, the pile and the seats."""
    called = [_called(view, names, number) for number in range(view["seats"])]
    position = view["position"]
    status = _status(view, called)
    panels = [_round(view, status), _pile(view, called)]
    panels += [_seat(view, called, number) for number in seats_from(view, seat)]
    blocks = [block for block in panels if block is not None]
    wide = layout == "wide"
    cars, high = train(position, WIDE - 16 if wide else PANEL, wide)
    parts = [group(cars, x=16 if wide else 8, y=10)]
    top = high + 10 + 12
    columns = [top] * (3 if wide else 1)
    for number, (drawn, tall) in enumerate(blocks):
        place = number - (len(blocks) - view["seats"])
        column = 0 if place < 0 or not wide else 1 + place % 2
        parts.append(group(drawn, x=8 + column * (PANEL + GAP), y=columns[column]))
        columns[column] += tall + GAP
    width = (WIDE if wide else PANEL) + 16
    return Picture(width, max(columns) + 2, join(*parts), f"Colt Express. {status}")


def _called(view: dict[str, Any], names: Sequence[str] | None, seat: int) -> str:
    """The name of a seat; a given name is followed by the bandit's where there is one."""
    return seat_name(view, names, seat)


def _status(view: dict[str, Any], called: list[str]) -> str:
    position = view["position"]
    if view["phase"] == "terminal":
        ranks = view["result"]["ranks"]
        return f"{_people([called[seat] for seat, rank in enumerate(ranks) if rank == 1])} won"
    if view["phase"] == "chance":
        return "Something is drawn or shown"
    who = _people([called[seat] for seat in view["to_move"]])
    acting = position["bandit"]
    own = position["bandits"][acting]["title"] if acting is not None and len(view["to_move"]) == 1 else ""
    if own and own != who:
        who = f"{who} ({own})"
    return f"{who}: {_QUESTIONS[position['question']]}"


def _people(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# --- the round and the pile -----------------------------------------------------------------------------


def _round(view: dict[str, Any], status: str) -> Block:
    position = view["position"]
    shown = position["card"]
    drawn: list[Markup] = []
    y = 0.0
    for text in wrapped(status, PANEL - 6, 15, bold=True):
        drawn.append(label(text, 2, y + 15, 15, bold=True, room=PANEL - 6))
        y += 19
    y += 4
    title = f"Round {position['round']} of 5" + (f": {shown['title']}" if shown else "")
    if position["stage"] == "attack":
        title = "Horse attack" if position["train"]["riding"] else "Before round 1"
    event = wrapped(shown["event"], PANEL - 20, 11.5, most=3) if shown else []
    high = 30.0 + (36 if shown else 0) + (15 * len(event) + 4 if event else 0)
    inside: list[Markup] = [
        rect(0, 0, PANEL, high, 8, class_="hm-panel"),
        label(title, 10, 19, 13.5, bold=True, room=PANEL - 20),
    ]
    if shown:
        planning = position["stage"] == "plan"
        for number, symbol in enumerate(shown["turns"]):
            now, past = planning and number == position["turn"], not planning or number < position["turn"]
            words = f"turn {number + 1}, {TURN_WORDS[symbol]}{', now' if now else ''}"
            inside.append(
                anchor(
                    None, words, turn(symbol, 30, now, past), x=10 + 36 * number, y=27, key=f"turn.{number}"
                )
            )
        if shown["ahead"]:
            inside.append(
                label(
                    f"keep {shown['ahead']} for the next round", PANEL - 10, 47, 11, align="end", tone="dim"
                )
            )
        inside += [label(text, 10, 75 + 15 * number, 11.5, tone="dim") for number, text in enumerate(event)]
    drawn.append(anchor("round", title, *inside, y=y, role="group"))
    return join(*drawn), y + high


def _pile(view: dict[str, Any], called: list[str]) -> Block | None:
    position = view["position"]
    pile = position["pile"]
    if not pile:
        return None
    done = sum(each["done"] for each in pile)
    items = [
        Item(34, 46, _planned(position, called, number, each, number == done and position["stage"] == "pile"))
        for number, each in enumerate(pile)
        if not each["done"]
    ]
    per_row = int((PANEL - 16 + 4) // 38)
    tall = 49 * -(-len(items) // per_row)
    high = 28 + tall
    title = f"Pile of cards, first on the left{f'; {done} done' if done else ''}"
    return anchor(
        "pile",
        title,
        rect(0, 0, PANEL, high, 8, class_="hm-panel"),
        label(title, 10, 18, 12, tone="dim"),
        group(rows(items, PANEL - 16, tall), x=8, y=24) if items else None,
        role="group",
    ), high


def _character(position: dict[str, Any], number: int | None) -> str | None:
    return None if number is None else str(position["bandits"][number]["character"])


def _planned(
    position: dict[str, Any], called: list[str], number: int, each: dict[str, Any], now: bool
) -> Markup:
    own = each["card"]
    if own is None:
        # whose card it is shows on its back, but not for which of two bandits
        who = None if position["pairs"] else _character(position, each["seat"])
        words, drawn = f"card {number + 1}: face down, of {called[each['seat']]}", back("?", 34, 46, who)
    else:
        title = CARD_TITLES[own["kind"]] + (", face down" if each["down"] else "")
        words = f"card {number + 1}: {title}, of {called[each['seat']]}"
        drawn = card(own["kind"], _character(position, own["bandit"]), 34, 46, False, each["down"])
    frame = rect(-2, -2, 38, 50, 6, class_="hm-next") if now else None
    return anchor(None, words + (", next" if now else ""), drawn, frame, key=f"pile.{number}")


# --- seats ----------------------------------------------------------------------------------------------


def _seat(view: dict[str, Any], called: list[str], seat: int) -> Block:
    position = view["position"]
    own = position["seats"][seat]
    acts = seat in view["to_move"]
    name = called[seat]
    drawn: list[Markup] = []
    y = 6.0
    for index, number in enumerate(own["bandits"]):
        drawn.append(group(_person(view, name, seat, number, index == 0, acts), y=y))
        y += 35
        things = _held(position["bandits"][number])
        stock, taken = _stock(own, name, seat) if index == 0 else (None, 0.0)
        room = PANEL - 24 - taken
        if things or stock is not None:
            high = 26.0 * max(1, len(lines(things, room))) + 2
            drawn.append(group(rows(things, room, high), x=10, y=y) if things else group())
            drawn.append(group(stock, x=PANEL - 56, y=y + high - 27) if stock is not None else group())
            y += high + 3
    cards, tall = _hand(position, own, seat)
    drawn.append(group(cards, y=y))
    y += tall + 5
    frame = "hm-panel hm-now" if acts else "hm-panel"
    first = ", first player" if position["first"] == seat else ""
    words = f"{name}: ${view['scores'][seat]:,}{first}{', to move' if acts else ''}"
    return anchor(f"seat.{seat}", words, rect(0, 0, PANEL, y, 8, class_=frame), *drawn, role="group"), y


def _person(view: dict[str, Any], name: str, seat: int, number: int, leads: bool, acts: bool) -> Markup:
    """A bandit's figure, name, bullets and hits; of a seat's first one also its money."""
    position = view["position"]
    one = position["bandits"][number]
    title = name if leads else one["title"]
    marks = []
    if position["first"] == seat and leads:
        marks.append("first")
    if position["teams"] and leads:
        marks.append(f"team {position['seats'][seat]['team'] + 1}")
    if one["hostage"]:
        marks.append(f"with {one['hostage']['title']}")
    if leads and title != one["title"]:
        marks.insert(0, one["title"])
    money, width = None, 0.0
    if leads:
        unseen = any(
            purse["dollars"] is None
            for each in position["bandits"]
            if each["seat"] == seat
            for purse in each["purses"]
        )
        text = f"{'about ' if unseen else ''}${view['scores'][seat]:,}"
        width = width_of(text, 16, bold=True)
        money = label(text, PANEL - 10, 21, 16, bold=True, align="end")
    x = 44.0 + (14 if acts and leads else 0)
    room = PANEL - x - width - 26 - 60
    note = shortened(", ".join(marks), PANEL - x - (width + 20 if not marks else 80), 11)
    return join(
        group(bandit(one["character"]), x=9, y=0),
        turn_mark(44, 10, 11) if acts and leads else None,
        label(title, x, 15, 14, room=room, least=12, bold=True),
        label(note, 44, 30, 11, tone="dim", room=PANEL - 60 - width) if marks else None,
        _shots(one, PANEL - 10 - width - (14 if leads else 0)),
        money,
    )


def _shots(one: dict[str, Any], right: float) -> Markup:
    """Bullets left, and hits taken."""
    hits = f"{one['hits']} hit{'' if one['hits'] == 1 else 's'}" if one["hits"] else ""
    words = f"{one['bullets']} bullets left" + (f", {hits} taken" if hits else "")
    return anchor(
        None,
        words,
        group(bullet(), x=-28, y=4),
        label(str(one["bullets"]), -16, 16, 13, bold=True),
        label(hits, -4, 30, 11, align="end", tone="bad") if hits else None,
        x=right,
        key=f"bullets.{one['character']}",
    )


def _held(one: dict[str, Any]) -> list[Item]:
    things = {"jewel": one["jewels"], "box": one["boxes"], **one["flasks"]}
    items = loot(f"held.{one['character']}", one["purses"], 0, things)
    if one["bonus"]:
        text = f"{'-' if one['bonus'] < 0 else '+'}${abs(one['bonus']):,}"
        items.append(
            Item(width_of(text, 12), 24, label(text, 0, 17, 12, tone="bad" if one["bonus"] < 0 else "good"))
        )
    return items


def _stock(own: dict[str, Any], name: str, seat: int) -> tuple[Markup, float]:
    """The deck and the size of a hand that is not seen; and their width."""
    deck = own["deck_size"]
    drawn = [
        anchor(
            f"deck.{seat}",
            f"deck of {name}: {deck} cards",
            rect(-2, -1, 46, 28, class_="hm-hit"),
            group(back("", 18, 24), x=3, y=-1) if deck > 1 else None,
            back("", 18, 24) if deck else rect(0, 0, 18, 24, 3, class_="hm-line"),
            label(str(deck), 26, 17, 13, bold=True),
        )
    ]
    if own["hand"] is not None:
        return group(*drawn), 46.0
    drawn.append(
        group(
            *(group(back("", 18, 24), x=5.0 * each) for each in range(min(own["hand_size"], 3))),
            label(f"{own['hand_size']} in hand", 34, 17, 12),
            x=-98,
        )
    )
    return group(*drawn), 144.0


def _hand(position: dict[str, Any], own: dict[str, Any], seat: int) -> Block:
    """The cards of a hand that is seen, and what else there is to say of the seat's cards."""
    told = _told(position, own)
    drawn, y = [], 0.0
    if own["hand"]:
        wide = min(46.0, (PANEL - 16) / len(own["hand"]) - 4)
        drawn = [
            group(_held_card(position, seat, each, wide), x=10 + (wide + 4) * index, y=4)
            for index, each in enumerate(own["hand"])
        ]
        y = 60.0
    if told:
        drawn.append(label(told, 10, y + 12, 11, tone="dim", room=PANEL - 20, least=10))
        y += 17
    return join(*drawn), y


def _held_card(position: dict[str, Any], seat: int, each: dict[str, Any], wide: float) -> Markup:
    count = each["count"]
    who = _character(position, each["bandit"])
    words = f"{count} {CARD_TITLES[each['kind']]}" + (f" of {who.capitalize()}" if who else "")
    return anchor(
        f"hand.{seat}.card.{each['token']}",
        words,
        rect(2.5, 2.5, wide, 52, 4, class_="hm-card") if count > 1 else None,
        card(each["kind"], who, wide, 52, wide >= 38),
        circle(wide - 3, 3, 8.5, class_="hm-badge") if count > 1 else None,
        label(str(count), wide - 3, 7.2, 12, bold=True, align="middle", tone="on-badge")
        if count > 1
        else None,
    )


def _told(position: dict[str, Any], own: dict[str, Any]) -> str:
    """Further facts about a seat's cards."""
    said = []
    if own["discards"]:
        said.append(f"{sum(each['count'] for each in own['discards'])} discarded")
    if own["kept"]:
        said.append(f"{len(own['kept'])} kept for the next round")
    if own["guests"]:
        said.append(f"{own['guests']} of the partner")
    if own["hand"] == []:
        said.append("no cards in hand")
    if own["commit"] is not None:
        said.append("has chosen")
    return "; ".join(said)
