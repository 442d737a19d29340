"""Texts and tokens of the notation `heckmeck/1` for the Heckmeck reference, and rare positions composed.

It is written independently of the engine's own notation, so a slip in either shows.
"""

from __future__ import annotations

from random import Random

from reference.heckmeck import FACES, PRINTED, Counts, Figures, Position

LETTERS = "1234w6"
NO_DICE: Counts = (0,) * len(FACES)


def dice_word(counts: Counts) -> str:
    """Dice in ascending order of their faces, `-` for none."""
    word = ""
    for letter, count in zip(LETTERS, counts, strict=True):
        word += letter * count
    return word or "-"


def position_text(position: Position) -> str:
    """The position's text. One that has set a face aside and not yet decided has none: AssertionError."""
    figures = position.figures
    contents = []
    for space in figures.spaces:
        owners = position.plates.get(space, [])
        contents.append("s" if space in position.grill_snails else "".join(map(str, owners)) or "-")
    phases = {"roll": "roll", "aside": "choose", "over": f"over:{position.ending}"}
    assert position.phase in phases, position
    fields = {
        "ladder": ",".join(map(str, figures.worms)),
        "box": f"s{figures.snails}p{figures.plates}",
        "grill": ",".join(contents),
        "plates": "/".join(map(str, position.hand)),
        "worms": "/".join(map(str, position.worms)),
        "snails": "/".join(map(str, position.snails)),
        "supply": position.supply,
        "turn": position.turn,
        "aside": dice_word(position.aside),
        "roll": dice_word(position.roll or NO_DICE),
        "phase": phases[position.phase],
    }
    return " ".join(["heckmeck/1", *(f"{name}={value}" for name, value in fields.items())])


def read_text(text: str) -> Position:
    """The reference's position of a text that an engine wrote."""
    edition, *words = text.split(" ")
    assert edition == "heckmeck/1"
    field = dict(word.split("=", 1) for word in words)
    snails, plates = field["box"].removeprefix("s").split("p")
    ladder = tuple(map(int, field["ladder"].split(",")))
    figures = Figures(worms=ladder, snails=int(snails), plates=int(plates))
    contents = dict(zip(figures.spaces, field["grill"].split(","), strict=True))
    phase, _, ending = field["phase"].partition(":")
    hand = numbers(field["plates"])
    return Position.of(
        len(hand),
        figures,
        plates={space: [int(seat) for seat in word] for space, word in contents.items() if word not in "-s"},
        grill_snails={space for space, word in contents.items() if word == "s"},
        hand=hand,
        worms=numbers(field["worms"]),
        snails=numbers(field["snails"]),
        supply=int(field["supply"]),
        turn=int(field["turn"]),
        aside=counts(field["aside"]),
        roll=None if field["roll"] == "-" else counts(field["roll"]),
        phase={"choose": "aside"}.get(phase, phase),
        ending=ending,
    )


def numbers(word: str) -> list[int]:
    """A number for each seat."""
    return [int(number) for number in word.split("/")]


def counts(dice: str) -> Counts:
    """Dice written one sign a die, counted by face; `-` has none."""
    return tuple(dice.count(letter) for letter in LETTERS)


def decisions(position: Position) -> dict[str, Position]:
    """In phase `aside`: every token, with the position it leads to; a token is a face and what follows it."""
    found: dict[str, Position] = {}
    for face in position.faces():
        after = position.set_aside(face)
        if after.phase != "decide":
            found[LETTERS[face] + "fail"] = after
            continue
        for word in after.decisions():
            found[LETTERS[face] + word] = after.decide(word)
    return found


def roll_token(roll: Counts) -> str:
    """The token of a roll."""
    return "r" + dice_word(roll)


def whole_turns(position: Position) -> dict[int, Position | None]:
    """From the start of a turn, by outcome: where it leads to stop at each space, above them, or to fail.

    Outcomes are 0 for the first space and so on, 14 for a total above the last, 15 for a failed turn; `None`
    for a stop that is not allowed.
    """
    turns = position.whole_turns()
    figures = position.figures
    outcomes: list[int | None] = [*figures.spaces, figures.highest + 1, None]
    return {outcome: turns.get(total) for outcome, total in enumerate(outcomes)}


def composed(random: Random, kind: str) -> Position:
    """A position put together at random, about to begin a turn.

    Kinds: `full` (nearly no space open), `plates-out` (the seat to move often has none in hand), `dry` (no
    snail in the supply), `single` (snails, and a few plates that a snail could send home), `protected` (no
    space for a snail), `snailless` (no snail in the supply nor on the grill), `figures` (own figures), `any`.
    """
    seats = random.randint(2, 5)
    figures = PRINTED
    if kind == "figures" or (kind == "any" and random.random() < 0.3):
        ladder = tuple(random.randint(1, 20) for _ in PRINTED.spaces)
        figures = Figures(worms=ladder, snails=random.randint(1, 20), plates=random.randint(1, 12))
    elif kind == "plates-out":
        figures = Figures(plates=random.randint(1, 10))
    turn = random.randrange(seats)
    weights = {  # empty, snail, one plate, two plates
        "full": (0.3, 4, 0.7, 9),
        "plates-out": (4, 1, 3, 4),
        "dry": (3, 3, 4, 3),
        "single": (0, 7, 0.6, 5),
        "protected": (0, 1.5, 0, 9),
        "snailless": (3, 0, 4, 4),
        "figures": (3, 2, 3, 3),
        "any": (3, 2, 3, 3),
    }[kind]
    hand = [figures.plates] * seats
    snails_left = figures.snails
    plates: dict[int, list[int]] = {}
    grill_snails: set[int] = set()
    spaces = list(figures.spaces)
    random.shuffle(spaces)
    for space in spaces:
        what = random.choices(("empty", "snail", "one", "two"), weights)[0]
        number = {"one": 1, "two": 2}.get(what, 0)
        owners = [seat for seat in range(seats) if hand[seat] >= number]
        if kind == "plates-out" and turn in owners:
            owners = [turn]
        if number and owners:
            owner = random.choice(owners)
            hand[owner] -= number
            plates[space] = [owner] * number
        elif what == "snail" and snails_left:
            snails_left -= 1
            grill_snails.add(space)
    supply = random.randint(0, snails_left)
    if kind in ("dry", "snailless"):
        supply = 0
    elif kind in ("single", "protected"):
        supply = snails_left
    snails = [0] * seats
    for _ in range(snails_left - supply):
        snails[random.randrange(seats)] += 1
    worms = [random.choice([0, 0, 1, 7, 30]) for _ in range(seats)]
    for space, owners in plates.items():
        worms[owners[0]] += figures.on_space(space) * len(owners)
    data = {"plates": plates, "grill_snails": grill_snails, "worms": worms, "snails": snails}
    return Position.of(seats, figures, **data, supply=supply, turn=turn)


KINDS = ("full", "plates-out", "dry", "single", "protected", "snailless", "figures", "any")
