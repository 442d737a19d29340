"""Deal a Longhorn game from a seed."""

from __future__ import annotations

from solver.games.longhorn import names
from solver.games.longhorn.fields import Counts, Fields
from solver.games.longhorn.figures import Figures
from solver.rng import Rng


def deal(seed: int, figures: Figures) -> Fields:
    """The set-up that belongs to a seed, before the start is chosen.

    All shuffles are `Rng.shuffle` of one `Rng(seed)`:

    1. the nine locations in the order of ``names.LOCATIONS`` are shuffled; they lie row by row;
    2. all tokens of the box, kinds ascending (branding, snakeoil, ambush, rattlesnake, epidemic, sheriff,
       then nuggets by value), are shuffled; the first nine go to the squares in order;
    3. a Sheriff among them changes places with the token of Nugget Hill;
    4. the cattle (all black, all white, all orange, all green) are shuffled and dealt square by square, to
       each the number of its location.

    The toss needs no draw: its winner is seat 0.
    """
    rng = Rng(seed)
    places = list(range(len(names.LOCATIONS)))
    rng.shuffle(places)

    bag = figures.bag()
    rng.shuffle(bag)
    tokens = bag[: len(places)]
    if names.SHERIFF in tokens:
        drawn, hill = tokens.index(names.SHERIFF), places.index(names.NUGGET_HILL)
        tokens[drawn], tokens[hill] = tokens[hill], tokens[drawn]

    herd = [colour for colour in range(4) for _ in range(9)]
    rng.shuffle(herd)
    cattle: list[Counts] = []
    dealt = 0
    for place in places:
        here = herd[dealt : dealt + figures.cattle[place]]
        dealt += len(here)
        cattle.append((here.count(0), here.count(1), here.count(2), here.count(3)))
    return Fields(tuple(places), tuple(cattle), tuple(tokens))
