"""Set up a game of 6 nimmt! from a seed."""

from __future__ import annotations

from solver.errors import SetupError
from solver.games.nimmt import names
from solver.games.nimmt.fields import Fields
from solver.rng import Rng

TARGETS = (1, 33, 50, 66, 100, 150, 200, 500)
#: The rules words of a set-up.
RULES_WORDS = {
    "round": "a single round is the game",
    **{
        f"target{heads}": f"rounds are played until a seat has {heads} head{'s' * (heads > 1)} or more"
        for heads in TARGETS
    },
    "small": "the deck is 1 to 10 x seats + 4, so nothing is left over",
    "draft": "the hands are drafted openly instead of dealt; needs small",
    "tactical": "small and draft",
}
#: Words of other editions of the game for rules that are not supported here.
FOREIGN_WORDS = {
    "professional": "a variant of a later box, where cards go to either end of a row, is not played here; "
    "tactical is the small deck with the hands drafted openly",
}


def settings(rules: tuple[str, ...]) -> tuple[int, bool, bool]:
    """(target, small, draft) of the rules words; target 0 for a single round.

    Raises SetupError (code ``rules``) naming the word that does not fit.
    """
    lengths = [word for word in rules if word == "round" or word.startswith("target")]
    if len(set(lengths)) > 1:
        raise SetupError(f"{lengths[1]} contradicts {lengths[0]}", lengths[1], "rules")
    target = names.STANDARD_TARGET
    if lengths:
        target = 0 if lengths[0] == "round" else int(lengths[0].removeprefix("target"))
    small = "small" in rules or "tactical" in rules
    draft = "draft" in rules or "tactical" in rules
    if draft and not small:
        raise SetupError("draft needs the small deck: say small draft, or tactical", "draft", "rules")
    return target, small, draft


def deal(seed: int, seats: int, rules: tuple[str, ...]) -> Fields:
    """The position of a seed before its first decision.

    The deck, ascending, is shuffled by `Rng.shuffle` of `Rng(seed)`. Its first four cards begin the rows in
    that order; the next ten are the hand of seat 0, and so on. Nothing is drawn for a draft: seat 0 takes
    the first card.
    """
    target, small, draft = settings(rules)
    deck = list(range(1, names.deck_size(seats, small) + 1))
    first: tuple[int, ...] = (names.NONE,) * names.ROWS
    hands: tuple[tuple[int, ...], ...] = ((),) * seats
    if not draft:
        Rng(seed).shuffle(deck)
        first = tuple(deck[: names.ROWS])
        starts = [names.ROWS + names.HAND * seat for seat in range(seats)]
        hands = tuple([tuple(sorted(deck[start : start + names.HAND])) for start in starts])
    return Fields(
        viewer=None,
        target=target,
        small=small,
        draft=draft,
        round=1,
        phase=names.DRAFT if draft else names.PLAY,
        first=first,
        untold=0,
        tricks=(),
        rows=tuple([(card,) if card else () for card in first]),
        out=(),
        hands=hands,
        table=(names.NONE,) * seats,
        heads=(0,) * seats,
        totals=(0,) * seats,
    )
