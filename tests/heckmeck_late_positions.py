"""Random late two-seat Heckmeck positions for the comparison of the fast solver with the reference."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from reference.heckmeck import PRINTED, Figures, Position
from reference.heckmeck_late import LateGame


def late_position(random: Random) -> Position:
    """Nearly all spaces dead, few snails, a lead that is seldom large; plates enough in hand."""
    spaces = list(PRINTED.spaces)
    still_open = random.sample(spaces, random.choice((1, 2, 2, 3)))
    closed = [space for space in spaces if space not in still_open]
    snails = set(random.sample(closed, random.choice((0, 0, 1, 2))))
    plates: dict[int, list[int]] = {}
    for space in spaces:
        if space in snails:
            continue
        number = random.choice((0, 1, 1)) if space in still_open else 2
        if number:
            plates[space] = [random.randrange(2)] * number
    supply = random.choice((0, 0, 1, 2))
    taken = 12 - supply - len(snails)
    first = random.randint(0, taken)
    held = [first, taken - first]
    lying = [sum(owners.count(seat) for owners in plates.values()) for seat in (0, 1)]
    worms = [
        sum(PRINTED.on_space(space) * owners.count(seat) for space, owners in plates.items())
        for seat in (0, 1)
    ]
    most = random.choice((5, 5, 15))  # the larger leads are nearly decided
    lead = random.randint(-most, most)
    wanting = lead - (worms[0] + 3 * held[0] - worms[1] - 3 * held[1])
    worms[0] += max(0, wanting)
    worms[1] += max(0, -wanting)
    figures = Figures(plates=max(lying) + random.choice((2, 3, 6)))
    return Position.of(
        2,
        figures,
        plates=plates,
        grill_snails=snails,
        worms=worms,
        snails=held,
        supply=supply,
        turn=random.randrange(2),
    )


def late_games(seed: int, least: int, most: int) -> Iterator[LateGame]:
    """Late games with `least` to `most` positions before the end, without limit; not solved yet."""
    random = Random(seed)
    while True:
        try:
            game = LateGame(late_position(random), most=4 * most)
        except ValueError:
            continue
        if least <= len(game.after) <= most:
            yield game
