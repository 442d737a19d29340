"""The picture of a Colt Express position, in ASCII."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from textwrap import wrap

from solver.games.colt import names
from solver.games.colt.fields import Fields, Planned
from solver.games.colt.figures import Figures
from solver.games.colt.phrases import (
    CHARACTER_TITLES,
    HOSTAGE_TITLES,
    ROUND_TITLES,
    card_title,
    people,
    place_title,
)
from solver.games.seats import seat_title

CELL = 10
WIDTH = 78
#: Bandits from which the rows of the seats stand above the stagecoach: a small terminal leaves out the last.
CROWDED = 5
#: A space at which lines are never broken.
NO_BREAK = "\u00a0"
RESET = "\x1b[0m"
BOLD, YELLOW = "\x1b[1m", "\x1b[33m"
#: The colours of the six bandits' pieces; white is drawn bold so that a light terminal shows it too.
CHARACTER_CODES = ("\x1b[35m", "\x1b[32m", "\x1b[90m", "\x1b[36m", "\x1b[1m", "\x1b[31m")
FLASK_WORDS = ("flask", "half-flask", "half-old")

#: The question of a phase, to follow ``seat 2`` or ``Doc``.
QUESTIONS = {
    "plan": "plays a card, draws or drinks",
    "cover": "may cover with a card of the other bandit",
    "discard": "may discard",
    "move": "chooses where to move",
    "fire": "chooses whom to shoot",
    "rob": "chooses what to take",
    "victim": "chooses whom to punch",
    "knock": "chooses what is knocked loose",
    "push": "chooses where the victim goes",
    "ride": "chooses where to ride",
    "hostage": "chooses a hostage",
    "flee": "flees from the Shotgun",
    "pickpocket": "may take a purse",
}
#: The question of a phase in which several seats choose at once.
TOGETHER = {
    "horse": "board or ride on",
    "starter": "choose who starts in the last car",
    "reserve": "reserve a card",
    "turmoil": "choose a card in the turmoil",
    "keep": "may keep a card",
}
#: The words for a chance event.
EVENTS = {
    "showboard": "those who board are shown",
    "showstart": "those who start in the last car are shown",
    "drawfirst": "the first player is drawn",
    "drawround": "the round card is drawn",
    "showdrawers": "those who draw in the turmoil are shown",
    "showkeepers": "those who keep a card are shown",
    "drawflask": "the kind of a flask is drawn",
}


def draw(fields: Fields, figures: Figures, color: bool = False, names_of: Sequence[str] | None = None) -> str:
    """The train with roofs, coach, bandits and loot, then what each bandit has; at most 80 columns.

    ``names_of``: the seats' names.
    """
    lines = [*_head(fields, figures, names_of), *_train(fields, figures, color)]
    seats = [
        line for seat in range(len(fields.seats)) for line in _seat(fields, seat, figures, color, names_of)
    ]
    pile, aside = partial(_pile, fields, names_of=names_of), _aside(fields)
    # A short page drops asides and then its last lines: what a decision needs least.
    if not fields.flags & names.STAGE:
        lines += [*pile(WIDTH), *seats, *_about(fields, WIDTH), aside]
    elif len(fields.bandits) >= CROWDED:
        coach, left = _coach(fields, figures, color, partial(_about, fields), aside)
        lines += [*pile(WIDTH), *seats, *coach, *left]
    else:
        coach, left = _coach(
            fields, figures, color, lambda width: [*pile(width), *_about(fields, width)], aside
        )
        lines += [*coach, *seats, *left]
    lines.append(_status(fields, names_of))
    return "\n".join(line.rstrip() for line in lines)


def _paint(text: str, color: bool) -> str:
    """Bandits, Marshal and Shotgun in their colours."""
    if not color:
        return text
    for title, code in zip(CHARACTER_TITLES, CHARACTER_CODES, strict=True):
        text = text.replace(title, f"{code}{title}{RESET}")
    for title in ("MARSHAL", "SHOTGUN"):
        text = text.replace(title, f"{YELLOW}{title}{RESET}")
    return text


def _head(fields: Fields, figures: Figures, names_of: Sequence[str] | None) -> list[str]:
    """The round, its card with the present turn in brackets, and whose view it is."""
    words = f"round {fields.round + 1} of 5"
    if names.STAGES[fields.stage] == "attack":
        words = "horse attack" if fields.flags & names.HORSES else "before round 1"
    if fields.card != names.NOTHING:
        symbols = [names.SYMBOLS[s] for s in figures.turns[len(fields.seats) > 4][fields.card]]
        if names.STAGES[fields.stage] == "plan" and fields.turn < len(symbols):
            symbols[fields.turn] = f"[{symbols[fields.turn]}]"
        words += f": {ROUND_TITLES[fields.card]}, turns {' '.join(symbols)}"
    if fields.viewer is not None and names_of is None:
        words += f", as seat {fields.viewer} sees it"
    return wrap(words, WIDTH)


def _purse_words(fields: Fields, figures: Figures, where: int, bandit: bool) -> list[str]:
    words = []
    for purse in fields.purses:
        if where == (purse.bandit if bandit else purse.place):
            words.append("$?" if purse.value == names.UNKNOWN else f"${figures.purse_values[purse.value]}")
    return words


def _several(count: int, word: str, many: str) -> list[str]:
    return [word if count == 1 else f"{count} {many}"] if count else []


def _here(fields: Fields, place: int, figures: Figures) -> list[str]:
    """The figures and loot at a place, word by word."""
    words = [CHARACTER_TITLES[b.character] for b in fields.bandits if b.place == place]
    if place < names.COACH and not place & 1:
        if fields.marshal == place >> 1:
            words.insert(0, "MARSHAL")
        words += _several(fields.fresh[place >> 1], "purse", "purses")
    on_roof = (names.COACH_ROOF, 2 * fields.coach + 1)
    if fields.shotgun and place == on_roof[fields.shotgun - 1]:
        words.insert(0, "SHOTGUN")
    words += _purse_words(fields, figures, place, False)
    words += _several(fields.jewels[place], "jewel", "jewels")
    words += _several(fields.boxes[place], "strongbox", "boxes")
    words += [FLASK_WORDS[flask.state] for flask in fields.flasks if flask.place == place]
    return words


def _fold(words: Sequence[str]) -> list[str]:
    """The words wrapped to the width of a cell."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= CELL:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _level(fields: Fields, places: Sequence[int], figures: Figures, roof: bool, color: bool) -> list[str]:
    """One level of the train: roofs stand on the cars, insides between walls."""
    cells = [_fold(_here(fields, place, figures)) for place in places]
    if roof:
        height = max(map(len, cells))
        cells = [[""] * (height - len(cell)) + cell for cell in cells]
    elif not any(cells):
        cells[0] = [""]
    bar = " " if roof else "|"
    lines = []
    for row in zip_longest(*cells, fillvalue=""):
        lines.append(_paint(bar + bar.join(cell.ljust(CELL) for cell in row) + bar, color))
    return lines


def _train(fields: Fields, figures: Figures, color: bool) -> list[str]:
    """The locomotive left, the last car right."""
    cars = range(fields.last + 1)
    titles = ["locomotive", *[f"car {car}" for car in cars if car]]
    lines = _level(fields, [2 * car + 1 for car in cars], figures, True, color)
    lines.append("+" + "+".join(["=" * CELL for _ in cars]) + "+")
    lines += _level(fields, [2 * car for car in cars], figures, False, color)
    lines.append("+" + "+".join([title.center(CELL, "-") for title in titles]) + "+")
    if any(fields.horses):
        herds = ["".join(_several(count, "horse", "horses")) for count in fields.horses[: fields.last + 1]]
        lines.append(" " + " ".join([herd.ljust(CELL) for herd in herds]))
    return lines


def _coach(
    fields: Fields, figures: Figures, color: bool, facts: Callable[[int], list[str]], aside: str
) -> tuple[list[str], list[str]]:
    """The stagecoach below its car, with the lines of ``facts`` (given a width) on its wider side. They share
    lines because a terminal has few; the second list has ``aside`` if there is no room for it there."""
    lines = _level(fields, [names.COACH_ROOF], figures, True, color)
    lines.append("+" + "=" * CELL + "+")
    lines += _level(fields, [names.COACH], figures, False, color)
    lines.append("+" + "coach".center(CELL, "-") + "+")
    before, own = fields.coach * (CELL + 1), CELL + 4
    behind = WIDTH - before - own
    width = max(behind, before - 2)
    about = facts(width)
    fits = len(about) + len(wrap(aside, width)) <= len(lines)
    about += wrap(aside, width) if fits else []
    height = max(len(lines), len(about))
    lines += [" " * (CELL + 2)] * (height - len(lines))
    about += [""] * (height - len(about))
    if behind >= before - 2:
        shared = [f"{' ' * before}{line}  {text}" for line, text in zip(lines, about, strict=True)]
    else:
        shared = [f"{text.ljust(before)}{line}" for line, text in zip(lines, about, strict=True)]
    return shared, [] if fits else [aside]


def _about(fields: Fields, width: int) -> list[str]:
    """Facts off the train: bandits who are elsewhere, hostages left."""
    parts = []
    for place in (names.RIDING, names.AWAY):
        who = [CHARACTER_TITLES[b.character] for b in fields.bandits if b.place == place]
        if who:
            everyone = "all bandits" if len(who) == len(fields.bandits) > 1 else people(who)
            parts.append(f"{everyone}: {place_title(place)}")
    crowd = [HOSTAGE_TITLES[number] for number in range(8) if fields.hostages >> number & 1]
    if crowd:
        parts.append(f"in the coach: {people(crowd)}")
    return wrap("; ".join(parts), width)


def _aside(fields: Fields) -> str:
    """Facts that matter least, in brackets: a short page leaves such a line out first."""
    box = "; a strongbox is aside" if fields.box_aside else ""
    return f"({fields.neutral} neutral bullet{'' if fields.neutral == 1 else 's'}{box})"


def _cards(fields: Fields, seat: int) -> str:
    """The visible part of a seat's hand."""
    cards = fields.seats[seat]
    if fields.viewer not in (None, seat) and cards.hand_size:
        return f"{cards.hand_size} unseen"
    kinds = [
        card_title(fields, seat, kind) + (f" x{count}" if count > 1 else "")
        for kind, count in enumerate(cards.hand)
        if count
    ]
    return ", ".join(kinds) or "none"


def _seat(
    fields: Fields, seat: int, figures: Figures, color: bool, names_of: Sequence[str] | None
) -> list[str]:
    """A seat's cards and its bandits' belongings."""
    phase = names.PHASES[fields.phase]
    acts = (
        fields.owed >> seat & 1 if fields.owed else phase in (*QUESTIONS, "marshal") and seat == fields.seat
    )
    mark = ">" if acts else " "
    cards = fields.seats[seat]
    first = ", first player" if seat == fields.first else ""
    team = f" (team {seat // 2 + 1})" if fields.flags & names.TEAMS else ""
    title = f"{seat_title(names_of, seat)}{team}{first}"
    text = f"{mark} {title}: hand {_cards(fields, seat)}; deck {cards.deck_size}"
    discards = sum(cards.discard)
    if discards:
        text += f"; discards {discards}"
    bandits = (2 * seat, 2 * seat + 1) if fields.flags & names.PAIRS else (seat,)
    told = [_bandit(fields, bandit, figures) for bandit in bandits]
    own = f"{CHARACTER_TITLES[fields.bandits[seat].character]}"
    if len(told) == 1 and seat_title(names_of, seat).startswith(own):
        told = [told[0].removeprefix(f"{own}: ")]  # the row already bears that name
    if len(told) == 1:  # a terminal has few lines
        text, told = f"{text}; {told[0]}", []
    lines = wrap(text, WIDTH, subsequent_indent="      ")
    for bandit in told:
        lines += wrap(bandit, WIDTH, initial_indent="    ", subsequent_indent="      ")
    return [_paint(line.replace(NO_BREAK, " "), color) for line in lines]


def _bandit(fields: Fields, bandit: int, figures: Figures) -> str:
    """A bandit's loot, bullets and hostage."""
    one = fields.bandits[bandit]
    loot = _purse_words(fields, figures, bandit, True)
    loot += _several(one.jewels, "jewel", "jewels") + _several(one.boxes, "strongbox", "strongboxes")
    for state, word in enumerate(FLASK_WORDS):
        loot += [word] * one.flasks[state]
    if one.bonus:
        loot.append(f"{'-' if one.bonus < 0 else '+'}${abs(one.bonus)} from events")
    parts = [f"{CHARACTER_TITLES[one.character]}: {', '.join(loot) or 'no loot'}"]
    if one.hostage != names.NOTHING:
        parts.append(HOSTAGE_TITLES[one.hostage])
    parts.append(f"{one.bullets}{NO_BREAK}bullet{'' if one.bullets == 1 else 's'}")
    if one.hits:
        parts.append(f"{one.hits}{NO_BREAK}hit{'' if one.hits == 1 else 's'}{NO_BREAK}taken")
    return "; ".join(parts)


def _planned(fields: Fields, card: Planned, names_of: Sequence[str] | None) -> str:
    if card.kind == names.UNKNOWN:
        if fields.flags & names.PAIRS:
            return f"{seat_title(names_of, card.by)}'s ?"
        return f"{CHARACTER_TITLES[fields.bandits[card.by].character]}'s ?"
    other = card.deck != card.by
    title = card_title(fields, card.by, card.kind + (names.SIDE if other else 0))
    if not (other or fields.flags & names.PAIRS):
        title = f"{CHARACTER_TITLES[fields.bandits[card.by].character]}'s {title}"
    return title + (" (face down)" if card.down else "")


def _pile(fields: Fields, width: int, names_of: Sequence[str] | None) -> list[str]:
    """The cards of the pile that are still to be resolved."""
    if not fields.pile:
        return []
    cards = [_planned(fields, card, names_of) for card in fields.pile[fields.pile_next :]]
    done = f" ({fields.pile_next} done)" if fields.pile_next else ""
    return wrap(f"pile{done}: {', '.join(cards) or 'carried out'}", width, subsequent_indent="      ")


def _status(fields: Fields, names_of: Sequence[str] | None) -> str:
    """The seat or bandit to act, or the chance event that comes next."""
    phase = names.PHASES[fields.phase]
    if phase == "over":
        return "game over"
    if phase in TOGETHER:
        waiting = [seat_title(names_of, seat) for seat in range(len(fields.seats)) if fields.owed >> seat & 1]
        who = "all" if len(waiting) == len(fields.seats) else people(waiting)
        text = f"awaited of {who}: {TOGETHER[phase]}"
        # one line: pages keep it whatever they leave out
        return text if len(text) <= WIDTH else f"awaited of those marked >: {TOGETHER[phase]}"
    # in some phases of chance no seat acts
    actor = seat_title(names_of, fields.seat) if 0 <= fields.seat < len(fields.seats) else ""
    if phase == "marshal":
        return f"{actor} moves the Marshal"
    if phase in ("plan", "cover", "discard"):
        question = QUESTIONS[phase]
        if phase == "plan" and not fields.flags & names.HORSES:
            question = "plays a card or draws"  # there is nothing to drink
        return f"{actor} {question}"
    if phase in QUESTIONS:
        who = CHARACTER_TITLES[fields.bandits[fields.bandit].character]
        if actor.startswith(who):  # the seat already bears that name
            return f"{actor} {QUESTIONS[phase]}"
        return f"{actor}: {who} {QUESTIONS[phase]}"
    if phase == "drawcard":
        return f"{actor} draws {fields.left} card{'s' if fields.left > 1 else ''}"
    if phase in ("showturmoil", "showcard"):
        return f"the card of {actor} is revealed"
    if phase == "drawpurse":
        return f"{actor} draws a purse"
    if phase == "drawvalue":
        return f"{actor} looks into purse number {fields.item}"
    if phase == "showleast":
        return f"{CHARACTER_TITLES[fields.bandits[fields.bandit].character]} drops the purse of least value"
    if phase == "showpurse":
        return f"{_held_by(fields)} turns up purse number {fields.item}"
    return EVENTS[phase]


def _held_by(fields: Fields) -> str:
    """The holder of the purse in question."""
    return CHARACTER_TITLES[fields.bandits[fields.purses[fields.item].bandit].character]
